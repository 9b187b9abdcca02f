//! A match at a terminal: on the whole screen where the terminal allows it, else in lines.
//!
//! [`face`] decides which. What is said ([`words`]) and how a board is drawn ([`board`], [`strip`]) is the same in both. Whatever
//! is done to the terminal is undone by [`taken`], however the program ends, and a match that is interrupted is
//! [`saved`].

mod board;
#[cfg(feature = "screen")]
mod editor;
pub(crate) mod face;
pub(crate) mod plain;
pub(crate) mod saved;
#[cfg(feature = "screen")]
pub(crate) mod screen;
pub(crate) mod sheet;
mod strip;
#[cfg(feature = "screen")]
pub(crate) mod taken;
pub(crate) mod words;
mod wrap;

/// Where no screen is taken over, none is given back.
#[cfg(not(feature = "screen"))]
pub(crate) mod taken {
    /// Does nothing.
    pub(crate) fn give_back() {}
}

/// The width of the terminal that shows what is written; none if none does.
#[cfg(feature = "screen")]
pub(crate) fn width() -> Option<usize> {
    use std::io::IsTerminal;

    if !std::io::stdout().is_terminal() {
        return None;
    }
    let (width, _) = ratatui::crossterm::terminal::size().ok()?;
    Some(usize::from(width).max(1))
}

/// Without a library for terminals nobody knows their width.
#[cfg(not(feature = "screen"))]
pub(crate) fn width() -> Option<usize> {
    None
}

/// A text as it is written: folded between words where a terminal shows it.
pub(crate) fn folded(text: &str) -> Vec<String> {
    match width() {
        None => text.lines().map(str::to_owned).collect(),
        Some(width) => wrap::wrapped(text, width),
    }
}

#[cfg(all(test, unix))]
#[path = "../../tests/support/patience.rs"]
mod patience;
#[cfg(all(test, unix))]
#[path = "../../tests/support/pty.rs"]
mod pty;
