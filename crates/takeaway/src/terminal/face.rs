//! How a match is shown: on the whole screen, in lines that can be edited, or in plain lines.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal};

/// How a match is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DisplayMode {
    /// On the whole screen.
    Screen,
    /// In lines, which can be edited as they are typed.
    EditedLines,
    /// In lines as they come.
    PlainLines,
}

/// Terminals that cannot move their cursor.
const DUMB: [&str; 4] = ["", "dumb", "cons25", "emacs"];

/// What people who hear their screen set, and what their programs do: GNOME's for Orca, and Emacs, whose speech reads lines.
const HEARD: [&str; 4] = [
    "ACCESSIBLE",
    "ACCESSIBILITY_ENABLED",
    "GNOME_ACCESSIBILITY",
    "INSIDE_EMACS",
];

/// Which voice the Linux console speaks with.
const CONSOLE_VOICE: &str = "/sys/accessibility/speakup/synth";

/// What the decision depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TerminalInfo {
    /// Is standard input typed at a terminal?
    pub(crate) typed: bool,
    /// Does standard output go to a terminal?
    pub(crate) seen: bool,
    /// The kind of terminal.
    pub(crate) term: String,
    /// Is it likely that the screen is read aloud?
    pub(crate) heard: bool,
}

impl TerminalInfo {
    /// Looks around.
    pub(crate) fn look() -> Self {
        Self {
            typed: io::stdin().is_terminal(),
            seen: io::stdout().is_terminal(),
            term: term(),
            heard: is_heard(|name| env::var_os(name), voice().as_deref()),
        }
    }

    /// How a match is shown here, unless plain lines are asked for.
    pub(crate) fn face(&self, plain: bool) -> DisplayMode {
        if !cfg!(feature = "screen") || !self.typed || !self.seen || is_dumb(&self.term) {
            return DisplayMode::PlainLines;
        }
        if plain || self.heard {
            return DisplayMode::EditedLines;
        }
        DisplayMode::Screen
    }
}

/// The kind of terminal. Windows has terminals without a name.
fn term() -> String {
    let unnamed = if cfg!(windows) { "windows" } else { "dumb" };
    env::var("TERM").unwrap_or_else(|_| unnamed.to_owned())
}

fn is_dumb(term: &str) -> bool {
    DUMB.iter().any(|dumb| term.eq_ignore_ascii_case(dumb))
}

/// Is it likely that somebody hears the screen?
fn is_heard(variable: impl Fn(&str) -> Option<OsString>, voice: Option<&str>) -> bool {
    let set = |name: &&str| {
        variable(name).is_some_and(|value| !value.is_empty() && value != "0" && value != "false")
    };
    HEARD.iter().any(set) || voice.is_some_and(|voice| voice != "none")
}

/// The voice of the console, where there is one.
fn voice() -> Option<String> {
    let voice = fs::read_to_string(CONSOLE_VOICE).ok()?;
    Some(voice.trim().to_owned())
}

/// May this be written to in colours? Not if the terminal is dumb or the user wants none (<https://no-color.org>).
pub(crate) fn has_colours(stream: &impl IsTerminal) -> bool {
    let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    stream.is_terminal() && !unwanted && !is_dumb(&term())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(change: impl Fn(&mut TerminalInfo), plain: bool, expected: DisplayMode) {
        let mut around = TerminalInfo {
            typed: true,
            seen: true,
            term: "xterm-256color".to_owned(),
            heard: false,
        };
        change(&mut around);
        assert_eq!(around.face(plain), expected, "{around:?}");
    }

    #[test]
    fn the_screen_is_used_where_it_can_be_seen() {
        check(|_| {}, false, DisplayMode::Screen);
        check(|_| {}, true, DisplayMode::EditedLines);
        check(
            |around| around.heard = true,
            false,
            DisplayMode::EditedLines,
        );
        check(
            |around| around.typed = false,
            false,
            DisplayMode::PlainLines,
        );
        check(|around| around.seen = false, true, DisplayMode::PlainLines);
        for term in DUMB {
            check(
                |around| around.term = term.to_owned(),
                false,
                DisplayMode::PlainLines,
            );
        }
    }

    #[test]
    fn those_who_hear_say_so() {
        let one = |name: &'static str, value: &'static str| {
            move |asked: &str| (asked == name).then(|| OsString::from(value))
        };
        assert!(!is_heard(|_| None, None));
        assert!(!is_heard(|_| None, Some("none")));
        assert!(is_heard(|_| None, Some("soft")));
        assert!(is_heard(one("ACCESSIBLE", "1"), None));
        assert!(!is_heard(one("ACCESSIBLE", "0"), None));
        assert!(is_heard(one("INSIDE_EMACS", "30.1,comint"), None));
    }
}
