//! The tests of this crate in one program: it is linked once, and its tests run side by side.
#![allow(missing_docs, clippy::pedantic, clippy::restriction)]

mod catalogue;
mod common;
mod errors;
mod interpreter;
mod meaning;
mod meant;
mod mutations;
mod pages;
mod reference;
mod round_trip;
mod scopes;
mod warnings;
