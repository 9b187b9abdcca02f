//! Formulas about naturals: what a rule, a claim or a theorem says.
//!
//! - [`term`]: integer-valued expressions, linear over the naturals with exact floors.
//! - [`formula`]: comparisons, connectives, quantifiers, membership, "at most 2 of x, y, z change" ([`changes`]).
//! - [`visit`] and [`fold`]: the one walk over a formula and the one way to rewrite it; whoever asks what occurs in a formula, or
//!   puts something in, says only what is special about it.
//! - [`digits`]: conditions on the digits of numbers, and numbers with their digits shifted.
//! - [`evaluate`]: the value of a term and the truth of a formula on given numbers, and the search for
//!   all values of some variables that make a formula true ([`solve`]).
//! - [`defined`]: where a formula has a truth value at all.
//! - [`words`]: the same on machine words, where no search is needed.
//! - [`explain`]: why a formula is false on given numbers, in the words of the formula.
//! - [`display`]: terms and formulas as the rules language writes them.
//! - [`arithmetic`]: how automata read numbers, and the automata of linear constraints.
//! - [`lower`], [`compile`], [`decide`]: from a formula to its automaton, and the truth of sentences for all numbers.

#![cfg_attr(test, allow(clippy::pedantic, clippy::restriction))]

pub mod arithmetic;
pub mod beside;
mod bounds;
mod cases;
pub mod changes;
mod choice;
pub mod compile;
pub mod core;
pub mod decide;
pub mod defined;
mod digit_reasons;
pub mod digits;
pub mod display;
pub mod evaluate;
pub mod explain;
mod facts;
pub mod fold;
pub mod formula;
mod hull;
pub mod interval;
pub mod lower;
mod real_bounds;
mod resolve;
pub mod simplify;
mod small;
pub mod solve;
pub mod term;
pub mod visit;
pub mod words;

pub use formula::{Comparison, Formula, HowMany, Piece, Set};
pub use term::{RealForm, Term, Variable};
pub use watch::{self, Construction, Progress, Stopped, Unwatched, Watch};
