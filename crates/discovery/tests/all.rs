//! The tests of this crate in one program: it is linked once, and its tests run side by side.
#![allow(missing_docs, clippy::pedantic, clippy::restriction)]

mod atlas;
mod discoveries;
mod guesses;
mod heap;
mod inventions;
mod learner;
mod redundant;
mod search;
mod standing;
