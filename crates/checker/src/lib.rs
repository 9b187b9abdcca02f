//! The independent checker of certificates.
//!
//! It shares no code with the reader of the rules language or with the search for proofs: it reads what is claimed in its
//! own notation, and knows nothing of how that was proved. Read in this order, it is complete:
//!
//! 1. [`statement`]: what is claimed, and how that is written; [`reader`], `atoms`, `words`: how it is read;
//! 2. [`systems`], `digits`: how numbers are written; order, sums, remainders and floors as tables, from the weights alone;
//! 3. [`table`](self::Table), `minimal`: deterministic automata, and the one canonical table of a language;
//! 4. `tree`, `search`, `subsets`: formulas over tables; is one satisfied by no numbers, and which numbers satisfy it for some others;
//! 5. `form`, `cases`, `relations`, `term`, `formula`: the formulas of a statement, from their meaning; `pattern`, `conditions`, `finite`: what they say about digits;
//! 6. `claims`, `p_positions`, `blocking`, `nim_values`: what must be shown for each kind of claim;
//! 7. `text`, `reading`: how certificates are written and read.
//!
//! What is believed besides this code: that a game that ends has exactly one set `S` such that no move leads from `S` to
//! `S` and every other position has a move into `S`, and likewise for the two variants in `p_positions` and `blocking`. Whatever is not understood is refused.

mod atoms;
mod blocking;
mod cases;
#[doc(hidden)]
pub mod claims;
mod conditions;
#[doc(hidden)]
pub mod digits;
mod finite;
#[doc(hidden)]
pub mod form;
#[doc(hidden)]
pub mod formula;
mod minimal;
mod nim_values;
mod p_positions;
mod pattern;
pub mod reader;
mod reading;
mod relations;
mod search;
pub mod statement;
mod subsets;
pub mod systems;
mod table;
mod term;
mod text;
#[doc(hidden)]
pub mod tree;
mod words;

use std::error::Error;
use std::fmt::{self, Display, Formatter};

use watch::{Stopped, Watch};

pub use table::{Table, TableNode};
pub use text::{Certificate, CertifiedClaim, ClaimEvidence, MoveTable, checksum, stated};

/// Why a certificate was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The text is not a certificate.
    Damaged(String),
    /// Something lies outside what the checker knows.
    NotUnderstood(String),
    /// It does not show what it claims.
    Wrong(String),
    /// A number or a table became larger than the checker's limits.
    TooLarge,
    /// The watch stopped the work.
    Stopped(Stopped),
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged(why) => write!(f, "the certificate is damaged: {why}"),
            Self::NotUnderstood(what) => write!(f, "{what} is not understood by the checker"),
            Self::Wrong(why) => write!(f, "the certificate does not show its claim: {why}"),
            Self::TooLarge => write!(f, "the claim is too large for the checker"),
            Self::Stopped(stopped) => write!(f, "{stopped}"),
        }
    }
}

impl Error for Refusal {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Stopped(stopped) => Some(stopped),
            _ => None,
        }
    }
}

impl From<Stopped> for Refusal {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl Refusal {
    /// Refuses something that the checker does not know.
    #[must_use]
    pub fn not_understood(what: &str) -> Self {
        Self::NotUnderstood(what.to_owned())
    }
}

/// May so many bytes be used?
fn fits(watch: &dyn Watch, needed: u64) -> Result<(), Stopped> {
    match watch.memory_limit() {
        Some(allowed) if needed > allowed => Err(Stopped::Memory { needed, allowed }),
        _ => Ok(()),
    }
}

/// What an accepted certificate has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckReport {
    /// The claims, in the order of the certificate, all of them true for all positions.
    pub claims: Vec<AcceptedClaim>,
    /// How many states were visited.
    pub states: usize,
}

/// A claim that was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedClaim {
    /// Its name.
    pub name: String,
    /// Does it speak of no position at all?
    pub empty: bool,
}

/// Accepts a certificate, or says why not.
///
/// # Errors
/// If the certificate does not show every one of its claims.
pub fn check(certificate: &Certificate, watch: &dyn Watch) -> Result<CheckReport, Refusal> {
    let claims = &certificate.claims;
    if claims.is_empty() {
        return Err(Refusal::Wrong("it makes no claim".to_owned()));
    }
    let mut checked = CheckReport {
        claims: Vec::new(),
        states: 0,
    };
    for certified in claims {
        if checked
            .claims
            .iter()
            .any(|shown| shown.name == certified.name)
        {
            return Err(Refusal::Wrong("two claims have the same name".to_owned()));
        }
        let (empty, states) = claims::check(&certificate.rules, certified, watch)?;
        checked.states += states;
        checked.claims.push(AcceptedClaim {
            name: certified.name.clone(),
            empty,
        });
    }
    Ok(checked)
}
