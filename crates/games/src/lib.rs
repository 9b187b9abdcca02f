//! Take-away games: positions, rules, outcomes, nim-values, and what solves them.
//!
//! - [`position`], [`outcome`], [`evidence`]: the nouns.
//! - [`ruleset`]: what every game can answer: is this legal and why not, what are the moves.
//! - [`spec`]: a game written as formulas, from a `.game` file; it is a [`ruleset::Ruleset`].
//! - [`splitting`]: games in which a heap may be replaced by several.
//! - [`rulesets`]: the games whose rules no formula can say.
//! - [`nim_value`]: nim-values, mex and nim-sums.
//! - [`search`]: outcome, winning move and nim-value of one position by search from the rules alone.
//! - [`solver`]: outcomes and nim-values by brute force from the rules alone.
//! - [`periodicity`]: periods of nim-values of heaps and rows, proved where a criterion allows it.
//! - [`strategy`], [`strategies`], [`explanation`]: who wins, how and why, from theorems, at any size.
//! - [`play`]: a game against the computer, without a screen.
//! - [`json`]: how answers are written for programs.
//! - [`invariance`]: how many kinds of positions a game distinguishes.
//! - [`star`]: the game whose moves are the P-positions of another.
//! - [`catalog`]: the one list of the games that come with the project.

#![cfg_attr(
    not(test),
    warn(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        clippy::string_slice,
        clippy::panic,
        clippy::unreachable
    )
)]

mod arrangement;
pub mod binding;
pub mod catalog;
pub mod citation;
pub mod domain;
pub mod evidence;
pub mod explanation;
pub mod invariance;
pub mod json;
mod legality;
mod moves;
mod narrow;
pub mod nim_value;
pub mod outcome;
pub mod periodicity;
pub mod play;
pub mod position;
pub mod ruleset;
pub mod rulesets;
pub mod search;
pub mod solver;
pub mod spec;
pub mod splitting;
pub mod star;
pub mod strategies;
pub mod strategy;
