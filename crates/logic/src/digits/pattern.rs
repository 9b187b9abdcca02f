//! Regular expressions over digits.
//!
//! ```text
//! alternatives := sequence { "|" sequence }
//! sequence     := repeated { repeated }
//! repeated     := atom [ "*" | "+" | "?" | "{" m "}" | "{" m "," [n] "}" ]
//! atom         := digit | "<" number ">" | "." | "[" ["^"] digits "]" | "(" alternatives ")"
//! ```
//!
//! A whole word must match. The expression becomes a table of states by way of the positions of its digits
//! (V. M. Glushkov 1961): a word is then read in one pass, whatever its length.

mod parse;
mod said;
mod table;

use std::fmt;
use std::sync::Arc;

use numeration::natural::Natural;
use numeration::system::Representation;

/// The words of digits that a regular expression allows.
///
/// ```
/// use logic::digits::Pattern;
///
/// let even_end = Pattern::new(".*1(00)*", None)?;
/// assert!(even_end.matches_words([1, 1, 0, 0]));
/// assert!(!even_end.matches_words([1, 1, 0]));
/// # Ok::<(), logic::digits::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern {
    source: Arc<str>,
    /// The digits that it names, in order; all others are alike.
    digits: Vec<Natural>,
    /// For each state and kind of digit the next state; the last kind is that of the digits without a name.
    next: Vec<u32>,
    /// Whether a word may end in the state.
    accepting: Vec<bool>,
}

/// What is wrong with an expression, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct PatternError {
    /// The number of the first character that is wrong, counted from 0.
    pub start: usize,
    /// How many characters are.
    pub length: usize,
    /// What is wrong.
    pub message: String,
    /// The same in a few words, for a place beside a caret.
    pub label: String,
    /// What to write instead.
    pub help: Option<String>,
}

/// Where a word stands that is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PatternState(u32);

impl Pattern {
    /// Reads an expression; `largest` is the largest digit that there is.
    ///
    /// # Errors
    /// If it is none, names a digit that does not exist, or is too long.
    pub fn new(source: &str, largest: Option<&Natural>) -> Result<Self, PatternError> {
        let tree = parse::parse(source, largest)?;
        let table = table::build(&tree).ok_or_else(|| PatternError::too_long(source))?;
        Ok(Self {
            source: source.into(),
            digits: table.digits,
            next: table.next,
            accepting: table.accepting,
        })
    }

    /// The expression as it was written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The digits that it names, in order; all others are alike.
    pub fn named_digits(&self) -> &[Natural] {
        &self.digits
    }

    /// Before the first digit.
    pub fn start(&self) -> PatternState {
        PatternState(0)
    }

    /// After one more digit.
    pub fn step(&self, state: PatternState, digit: &Natural) -> PatternState {
        let kind = self.digits.binary_search(digit);
        self.follow(state, kind.unwrap_or(self.digits.len()))
    }

    /// After one more digit.
    pub fn step_word(&self, state: PatternState, digit: u64) -> PatternState {
        let kind = self
            .digits
            .iter()
            .position(|known| *known == digit)
            .unwrap_or(self.digits.len());
        self.follow(state, kind)
    }

    /// May a word end here?
    pub fn accepts(&self, state: PatternState) -> bool {
        self.accepting
            .get(state.0 as usize)
            .copied()
            .unwrap_or(false)
    }

    /// Does a word of digits match, the highest first?
    pub fn matches_words(&self, digits: impl IntoIterator<Item = u64>) -> bool {
        let read = |state, digit| self.step_word(state, digit);
        self.accepts(digits.into_iter().fold(self.start(), read))
    }

    /// Do the digits of a number match? Those of 0 are the word `0`.
    pub fn matches(&self, digits: &Representation) -> bool {
        match digits.words() {
            _ if digits.is_empty() => self.matches_words([0]),
            Some(words) => self.matches_words(words.iter().rev().copied()),
            None => {
                let read = |state, digit: Natural| self.step(state, &digit);
                self.accepts(digits.digits().rev().fold(self.start(), read))
            }
        }
    }

    fn follow(&self, PatternState(state): PatternState, kind: usize) -> PatternState {
        let kinds = self.digits.len() + 1;
        let next = self.next.get(state as usize * kinds + kind);
        PatternState(next.copied().unwrap_or(state))
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.source)
    }
}

impl PatternError {
    fn too_long(source: &str) -> Self {
        Self {
            start: 0,
            length: source.chars().count(),
            message: "this pattern is too long".to_owned(),
            label: "too many cases".to_owned(),
            help: Some(format!(
                "a pattern may name {} digits, repetitions counted, and needs at most {} states",
                parse::MOST_POSITIONS,
                table::MOST_STATES
            )),
        }
    }
}
