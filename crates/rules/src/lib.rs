//! The rules of take-away games: positions, moves, legality, and how well an answer is known.
//!
//! - [`position`], [`outcome`], [`nim_value`], [`evidence`], [`citation`]: the nouns.
//! - [`ruleset`]: what every game can answer: is this legal and why not, what are the moves.
//! - [`spec`]: a game written as formulas, from a `.game` file; it is a [`ruleset::Ruleset`].
//! - [`domain`]: which vectors are positions; [`binding`]: every variable is bound at one place.
//! - [`splitting`]: games in which a heap may be replaced by several, written as formulas.
//! - [`native`]: what is said of rules that no formula can say.
//! - [`explanation`]: why, in words.
//! - [`json`]: how answers are written for programs.
//!
//! The language, the prover and the solvers need this of a game, and nothing else.

#![cfg_attr(test, allow(clippy::pedantic, clippy::restriction))]

pub mod arrangement;
pub mod binding;
pub mod citation;
pub mod domain;
pub mod evidence;
pub mod explanation;
pub mod json;
mod legality;
mod moves;
pub mod narrow;
pub mod native;
pub mod nim_value;
pub mod outcome;
pub mod position;
pub mod ruleset;
pub mod spec;
pub mod splitting;
