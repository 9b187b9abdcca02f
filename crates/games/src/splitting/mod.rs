//! Games in which heaps are split.

mod arithmetic;
mod cells;
pub mod code;
pub mod kept;
pub mod period;
pub mod plain;
mod sets;
mod sparse;
pub mod take_and_break;
pub mod values;
mod wide;

pub use code::Code;
pub use take_and_break::{Leaving, TakeAndBreak};
pub use values::Values;
