//! The tests of this crate in one program: it is linked once, and its tests run side by side.
#![allow(missing_docs, clippy::unwrap_used)]

mod real;
mod splittings;
mod systems;
