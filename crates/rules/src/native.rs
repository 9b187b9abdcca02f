//! What a reader should know of rules that no formula can say, and that are written in Rust.

use crate::ruleset::Ruleset;

/// What a `.game` file would say of a game that is written in Rust.
#[derive(Clone, Copy, Debug)]
pub struct Native {
    /// Its title.
    pub title: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Its parameters.
    pub parameters: &'static [NativeParameter],
    /// What a position is, for a reader.
    pub piles: &'static str,
    /// The kinds of move.
    pub moves: &'static [NativeMove],
    /// When the game ends, and what a reader should know besides.
    pub remarks: &'static [&'static str],
    /// Makes the ruleset from the values of the parameters, each one of those it may have.
    pub build: fn(&[&str]) -> Box<dyn Ruleset>,
}

/// A kind of move of a game that is written in Rust.
#[derive(Clone, Copy, Debug)]
pub struct NativeMove {
    /// Its name.
    pub kind: &'static str,
    /// What it is in a few words.
    pub caption: &'static str,
    /// What it is exactly.
    pub clauses: &'static [&'static str],
}

/// A parameter of a game that is written in Rust.
#[derive(Clone, Copy, Debug)]
pub struct NativeParameter {
    /// Its name.
    pub name: &'static str,
    /// The words it may be; the first is meant when nothing is said.
    pub values: &'static [&'static str],
}
