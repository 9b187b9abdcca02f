//! The independent checker of certificates.
//!
//! It shares no code with the search for proofs: it knows the formulas of a game and nothing of how they were
//! decided. Read in this order, it is complete:
//!
//! 1. `digits`: how numbers are written; order, sums, remainders and floors as tables, from the weights alone;
//! 2. [`table`](self::Table): deterministic automata, and the one canonical table of a language;
//! 3. `tree`, `search`, `subsets`: formulas over tables; is one satisfied by no numbers, and which numbers satisfy it for some others;
//! 4. `form`, `term`, `formula`: the formulas of a game, from their meaning;
//! 5. `claims`, `p_positions`, `nim_values`: what must be shown for each kind of claim;
//! 6. `text`: how certificates are written.
//!
//! What is believed besides this code: that the game in the certificate means what its formulas say (the
//! reader of the rules language), and that a game that ends has exactly one set `S` such that no move leads from `S` to
//! `S` and every other position has a move into `S`. Whatever is not understood is refused.

mod claims;
mod digits;
mod form;
mod formula;
#[cfg(test)]
mod meaning;
#[cfg(test)]
mod mutations;
mod nim_values;
mod p_positions;
mod search;
mod subsets;
mod table;
mod term;
mod text;
mod tree;

use games::spec::Spec;
use logic::watch::{Stopped, Watch};

use crate::claim::Claim;
pub use table::{Row, Table};
pub use text::{Certificate, Certified, Evidence, Way, checksum};

/// Why a certificate was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The text is not a certificate.
    #[error("the certificate is damaged: {0}")]
    Damaged(String),
    /// Something lies outside what the checker knows.
    #[error("{0} is not understood by the checker")]
    NotUnderstood(String),
    /// It does not show what it claims.
    #[error("the certificate does not show its claim: {0}")]
    Wrong(String),
    /// A number or a table became larger than the checker's limits.
    #[error("the claim is too large for the checker")]
    TooLarge,
    /// The watch stopped the work.
    #[error("{0}")]
    Stopped(Stopped),
}

impl Refusal {
    pub(crate) fn not_understood(what: &str) -> Self {
        Self::NotUnderstood(what.to_owned())
    }
}

/// What an accepted certificate has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The claims with their names, all of them true for all positions.
    pub claims: Vec<(Claim, String)>,
    /// How many states were visited.
    pub states: usize,
}

/// Accepts a certificate for claims about a game, the one that its text and its arguments mean, or says why not.
///
/// # Errors
/// If the certificate does not show every one of its claims.
pub fn check(
    spec: &Spec,
    certificate: &Certificate,
    watch: &dyn Watch,
) -> Result<Checked, Refusal> {
    if certificate.arguments != spec.parameters {
        return Err(Refusal::Wrong(
            "its arguments are not those of the game".to_owned(),
        ));
    }
    if certificate.claims.is_empty() {
        return Err(Refusal::Wrong("it makes no claim".to_owned()));
    }
    let mut checked = Checked {
        claims: Vec::new(),
        states: 0,
    };
    for certified in &certificate.claims {
        checked.states += claims::check(spec, certified, watch)?;
        checked
            .claims
            .push((certified.claim, certified.name.clone()));
    }
    Ok(checked)
}
