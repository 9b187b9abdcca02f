//! The tests of this crate in one program: it is linked once, and its tests run side by side.
#![allow(missing_docs, clippy::pedantic, clippy::restriction)]

mod checkpoints;
#[path = "../../strategies/tests/common/mod.rs"]
mod common;
mod invariance;
mod limits;
mod nim_values;
mod outcomes;
mod periods;
mod random_rules;
mod search;
#[path = "../../strategies/tests/support/mod.rs"]
mod support;
