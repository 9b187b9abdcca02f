//! What is drawn before it meets a terminal: rows of pieces of text, each in an ink.
//!
//! An ink says what a piece means, not how it looks: plain lines drop it, the screen gives it a colour or, without colours, a
//! weight. Nothing is told by ink alone.

use super::wrap::columns;

/// What a piece of text means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TextRole {
    /// Plain text.
    #[default]
    Plain,
    /// What can be left unread.
    Faint,
    /// What matters.
    Strong,
    /// Tokens that stay.
    Token,
    /// Tokens that are to go.
    Going,
    /// Where a move may lead.
    Legal,
    /// What is well done.
    Good,
    /// What is not.
    Bad,
    /// What is chosen.
    Chosen,
}

/// One row of pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SheetRow {
    /// The pieces from left to right.
    pub(crate) pieces: Vec<(TextRole, String)>,
}

impl SheetRow {
    /// A row of one piece.
    pub(crate) fn of(ink: TextRole, text: impl Into<String>) -> Self {
        let mut row = Self::default();
        row.push(ink, text);
        row
    }

    /// Puts a piece behind the others.
    pub(crate) fn push(&mut self, ink: TextRole, text: impl Into<String>) {
        let text = text.into();
        match self.pieces.last_mut() {
            Some((last, before)) if *last == ink => before.push_str(&text),
            _ if text.is_empty() => {}
            _ => self.pieces.push((ink, text)),
        }
    }

    /// How many columns it takes.
    pub(crate) fn width(&self) -> usize {
        self.pieces.iter().map(|(_, text)| columns(text)).sum()
    }

    /// The letters alone.
    pub(crate) fn text(&self) -> String {
        let text: String = self.pieces.iter().map(|(_, text)| text.as_str()).collect();
        text.trim_end().to_owned()
    }
}

/// The signs with which boards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signs {
    /// A token or coin that stays.
    pub(crate) token: char,
    /// One that is to go.
    pub(crate) going: char,
    /// A part of a bar that stays.
    pub(crate) bar: char,
    /// A part of a bar that is to go.
    pub(crate) going_bar: char,
    /// Points to where a move may lead.
    pub(crate) legal: char,
    /// Points to the pile that is chosen.
    pub(crate) pointer: char,
    /// Stands for what is left out.
    pub(crate) left_out: char,
    /// A line across the screen.
    pub(crate) line: char,
    /// A line down the screen.
    pub(crate) upright: char,
    /// Leads from one position to the next.
    pub(crate) arrow: &'static str,
}

/// For terminals with many letters.
pub(crate) const UNICODE: Signs = Signs {
    token: '●',
    going: '○',
    bar: '█',
    going_bar: '░',
    legal: '▴',
    pointer: '▸',
    left_out: '…',
    line: '─',
    upright: '│',
    arrow: "→",
};

/// For all others.
pub(crate) const ASCII: Signs = Signs {
    token: 'o',
    going: 'x',
    bar: '#',
    going_bar: '-',
    legal: '^',
    pointer: '>',
    left_out: '~',
    line: '-',
    upright: '|',
    arrow: "->",
};
