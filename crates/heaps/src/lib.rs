//! Games in which a heap may be replaced by several: Kayles, Dawson's Kayles, Grundy's game, octal and hexadecimal codes.
//!
//! By the theorem of Sprague and Grundy the nim-value of a position is the nim-sum of the nim-values of its heaps, so that
//! everything about normal play follows from single heaps. Their rules are [`rules::splitting`].
//!
//! - [`take_and_break`]: rules that say how many are taken and how many parts are left, and [`code`] their octal and hexadecimal
//!   codes; `recognise` finds out which formulas say that.
//! - [`values`]: nim-values of heaps, fast; [`plain`] the same by two loops; [`formula_values`] from any formulas.
//! - [`period`]: periods of nim-values, proved where a theorem allows it; [`heaps`]: all heaps by a proved period, and the search for it.

#![cfg_attr(test, allow(clippy::pedantic, clippy::restriction))]

mod arithmetic;
mod cells;
pub mod code;
pub mod formula_values;
pub mod heaps;
pub mod kept;
pub mod period;
pub mod plain;
mod recognise;
mod sets;
mod sparse;
pub mod take_and_break;
pub mod values;
mod wide;

pub use code::Code;
pub use take_and_break::{Leaving, TakeAndBreak};
pub use values::TakeAndBreakValues;
