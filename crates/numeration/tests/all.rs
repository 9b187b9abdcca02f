//! The tests of this crate in one program: it is linked once, and its tests run side by side.
#![allow(missing_docs, clippy::pedantic, clippy::restriction)]

mod real;
mod splittings;
mod systems;
