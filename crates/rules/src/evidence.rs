//! How we know an answer.

use std::fmt;

use crate::citation::Citation;

/// Every answer carries one of these. Unknown is never reported as true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Proved here for all positions; the certificate can be re-checked.
    Proved(String),
    /// A theorem, with its citation.
    Theorem(Reference),
    /// Every case up to a bound was looked at: `every pile at most 300`.
    Exhaustive(String),
    /// Believed, and no counterexample known.
    Conjecture(String),
}

impl Evidence {
    /// A theorem that stands there.
    pub fn theorem(citation: Citation) -> Self {
        Self::Theorem(Reference::Cited(citation))
    }
}

/// Where a theorem stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference {
    /// At a place of a work that is cited.
    Cited(Citation),
    /// In words, where a citation alone would say too much or too little: `…, for positions that do not reach (30, 51)`.
    Told(String),
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cited(citation) => citation.fmt(f),
            Self::Told(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proved(how) => write!(f, "proved: {how}"),
            Self::Theorem(reference) => write!(f, "theorem: {reference}"),
            Self::Exhaustive(region) => write!(f, "exhaustive: {region}"),
            Self::Conjecture(why) => write!(f, "conjecture: {why}"),
        }
    }
}

crate::written_as_text!(Evidence);
