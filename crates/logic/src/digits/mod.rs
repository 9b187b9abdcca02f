//! Conditions on the digits of numbers.
//!
//! - [`pattern`]: the words of digits that a regular expression allows.
//! - [`DigitCondition`]: `digits(t, S) matches "…"` and `in every place of (x, y) in S: F`, on given numbers.
//! - [`AutomatonSet`]: the tuples whose digits an automaton accepts.
//! - [`Direction`]: the number whose digits are shifted by one place.

mod automaton;
mod condition;
pub mod pattern;
mod shift;

pub use automaton::{AutomatonError, AutomatonSet, walnut_name};
pub use condition::{ConditionKind, DigitCondition, PlaceCondition};
pub use pattern::{Pattern, PatternError};
pub use shift::Direction;

pub(crate) use shift::{shift_hull, shift_preimage};
