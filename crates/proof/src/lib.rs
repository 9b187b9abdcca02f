//! Proofs for all positions: is a claim about a game true, or what is its smallest counterexample?
//!
//! - [`claim`]: what can be claimed, and what becomes of it.
//! - [`mod@prove`]: every claim of a game, proved, refuted or stopped.
//! - [`p_positions`]: the claim `P = S`, as three obligations.
//! - [`bounded`]: a claim compared with brute force up to a bound, where no proof is to be had.
//! - [`mod@certify`]: proofs written down, for the crate `checker`, which shares no code with the search.
//! - [`spell`]: the statement of a certificate, in the notation of the checker.
//! - [`language`]: what a game speaks of as automata, for readers and other programs.
//! - [`strategy`]: winning moves from the proof, by an automaton.
//!
//! A position outside every proof is never guessed at: a claim that cannot be decided is answered with the reason.

#![cfg_attr(test, allow(clippy::pedantic, clippy::restriction))]

pub mod bounded;
pub mod certify;
pub mod claim;
mod defined;
mod disjunct;
mod family;
mod frame;
pub mod language;
mod nim_values;
pub mod p_positions;
pub mod periods;
pub mod prove;
mod remainder;
mod residues;
mod small;
pub mod spell;
pub mod strategy;
mod symmetry;
mod told;
mod trial;

pub use bounded::{CompareError, compare};
pub use certify::{Certifier, CertifyError, begin_certificate, certify};
pub use checker::{Certificate, CheckReport, Refusal, check};
pub use claim::{Claim, ClaimOutcome, Counterexample, Proof, Report};
pub use language::Language;
pub use prove::{Prover, claims, prove, prove_claim};
pub use spell::{can_be_certified, has_rules_of, is_about, statement};
pub use strategy::{ProvedStrategy, WinningAdvice};
