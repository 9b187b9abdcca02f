//! The tests of this crate in one program: it is linked once, and its tests run side by side.
#![allow(missing_docs, clippy::pedantic, clippy::restriction)]

mod claims;
mod common;
mod moves_and_legality;
mod new_rules;
mod reasons;
mod strategies;
mod support;
