//! How we know an answer.

use std::fmt;

/// Every answer carries one of these. Unknown is never reported as true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Proved here for all positions; the certificate can be re-checked.
    Proved(String),
    /// A theorem, with its citation.
    Theorem(String),
    /// Every case up to a bound was looked at: `every pile at most 300`.
    Exhaustive(String),
    /// Believed, and no counterexample known.
    Conjecture(String),
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proved(how) => write!(f, "proved: {how}"),
            Self::Theorem(citation) => write!(f, "theorem: {citation}"),
            Self::Exhaustive(region) => write!(f, "exhaustive: {region}"),
            Self::Conjecture(why) => write!(f, "conjecture: {why}"),
        }
    }
}

crate::written_as_text!(Evidence);
