//! From the rules of a game to a proved theorem about it.
//!
//! The P-positions of a game are the only set from which no move stays inside and into which a move leads from everywhere else. So if a candidate
//! fails, the smallest position at which it fails is one that it takes for the wrong kind: the prover says exactly
//! whether a candidate is right, and brute force says exactly what each small position is. Everything between is guessing, and nobody has to
//! trust it.
//!
//! - [`rules`]: rules with every claim taken away; [`board`]: what brute force shows.
//! - [`slope`], [`mod@column`], [`rows`]: rows with floors. [`rays`], [`residues`]: rational sets. [`shifts`]: rows by shifted digits. [`pieces`]: all of it as text,
//!   [`mod@formulas`]: those that agree with a board.
//! - [`systems`], [`residuals`]: numeration systems, and the automata that can be read off the residuals in them.
//! - [`recursion`]: splittings and mex rules; [`mod@guess`]: what is seen, without a proof.
//! - [`candidate`], [`mod@discover`]: candidates put to the prover until one is proved.
//! - [`mod@invent`]: the inverse, rules for given P-positions.
//! - [`redundant`]: what the rules can do without, and what could be added to them.
//! - [`heap`]: single nim-values as the P-positions of a game beside a Nim heap.
//! - [`search`]: all of it for each member of a family.
//!
//! No catalogue is looked at, and no name of a game.

#![cfg_attr(test, allow(clippy::pedantic, clippy::restriction))]

pub mod board;
pub mod candidate;
pub mod column;
pub mod discover;
pub mod formulas;
pub mod guess;
pub mod heap;
pub mod invent;
pub mod pieces;
pub mod rays;
pub mod recursion;
pub mod redundant;
pub mod residuals;
pub mod residues;
pub mod rows;
pub mod rules;
pub mod search;
pub mod shifts;
pub mod slope;
pub mod systems;

pub use board::{Board, BoardError};
pub use candidate::{AutomaticSet, Candidate};
pub use discover::{
    Attempt, AttemptVerdict, Discovery, DiscoveryOptions, ProvedCandidate, discover,
};
pub use guess::{ColumnSequence, Guess, GuessTopic, Guesses, guess};
pub use rules::BareRules;
