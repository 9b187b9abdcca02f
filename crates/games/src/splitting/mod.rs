//! Games in which a heap may be replaced by several: Kayles, Dawson's Kayles, Grundy's game, octal and hexadecimal codes.
//!
//! A position is a collection of heaps in any number, shown from the smallest to the largest without empty ones. A move
//! replaces one heap by parts, each smaller than the heap it came from, so that every game ends; parts that are empty
//! vanish, and the order of the parts does not matter. By the theorem of Sprague and Grundy the nim-value of a position
//! is the nim-sum of the nim-values of its heaps, so that everything about normal play follows from single heaps.
//!
//! - [`spec`]: the rules as formulas about a heap and its parts, from a `.game` file; it is a
//!   [`Ruleset`](crate::ruleset::Ruleset).
//! - `splits`: what one heap can become; `legality`: whether a move is legal, and every reason why it is not.
//! - [`take_and_break`]: rules that say how many are taken and how many parts are left, and [`code`] their octal and hexadecimal
//!   codes; `recognise` finds out which formulas say that.
//! - [`values`]: nim-values of heaps, fast; [`plain`] the same by two loops; [`formula_values`] from any formulas.
//! - [`period`]: periods of nim-values, proved where a theorem allows it; [`heaps`]: all heaps by a proved period, and the search for it.

mod arithmetic;
mod cells;
pub mod code;
pub mod formula_values;
pub mod heaps;
pub mod kept;
mod legality;
pub mod period;
pub mod plain;
mod recognise;
mod ruleset;
mod sets;
mod sparse;
pub mod spec;
mod splits;
pub mod take_and_break;
pub mod values;
mod wide;

pub use code::Code;
pub use spec::{MOST_PARTS, SplitRule, SplittingSpec};
pub use splits::Split;
pub use take_and_break::{Leaving, TakeAndBreak};
pub use values::Values;
