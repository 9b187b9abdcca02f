//! The tests of this crate in one program: it is linked once, and its tests run side by side.
#![allow(missing_docs)]

mod checkpoints;
#[path = "../../strategies/tests/common/mod.rs"]
#[allow(dead_code, reason = "the tests of `strategies` use more of it")]
mod common;
mod invariance;
mod limits;
mod nim_values;
mod outcomes;
mod periods;
mod random_rules;
mod search;
#[path = "../../strategies/tests/support/mod.rs"]
#[allow(dead_code, reason = "the tests of `strategies` use more of it")]
mod support;
