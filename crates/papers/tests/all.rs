//! The tests of this crate in one program: it is linked once, and its tests run side by side.
#![allow(missing_docs, clippy::pedantic, clippy::restriction)]

mod arrays;
mod invariance;
mod plain;
mod plain_splittings;
mod rat_matrices;
mod splittings;
mod verdicts;
