//! Random games with a meaning of their own: a tree, its text, and what it means by plain loops.
//!
//! Nothing here uses anything of the program. The tests of the façade, those of the binary and the fuzz target share it.

mod claims;
mod digits;
pub(crate) mod evaluate;
pub(crate) mod generate;
pub(crate) mod print;
pub(crate) mod source;
pub(crate) mod table;
pub(crate) mod tree;

pub(crate) use generate::About;
