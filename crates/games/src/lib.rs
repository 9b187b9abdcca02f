//! Take-away games: positions, rules, outcomes, nim-values, and what solves them.
//!
//! - [`position`], [`outcome`], [`evidence`]: the nouns.
//! - [`ruleset`]: what every game can answer: is this legal and why not, what are the moves.
//! - [`spec`]: a game written as formulas, from a `.game` file; it is a [`ruleset::Ruleset`].
//! - `solver`: outcomes and nim-values by brute force from the rules alone.
//! - `catalog`: the one list of the games that come with the project.

mod arrangement;
pub mod evidence;
mod legality;
mod moves;
pub mod outcome;
pub mod position;
pub mod ruleset;
pub mod spec;
