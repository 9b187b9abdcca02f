//! The rules of games in which a heap may be replaced by several, as formulas.
//!
//! A position is a collection of heaps in any number, shown from the smallest to the largest without
//! empty ones. A move replaces one heap by parts, each smaller than the heap it came from, so that
//! every game ends; parts that are empty vanish, and the order of the parts does not matter.

mod legality;
mod ruleset;
pub mod spec;
pub mod splits;

pub use spec::{MOST_PARTS, SplitRule, SplittingSpec};
pub use splits::HeapSplit;
