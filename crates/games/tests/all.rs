//! The tests of this crate in one program: it is linked once, and its tests run side by side.
#![allow(missing_docs)]

mod checkpoints;
mod claims;
mod common;
mod heaps_that_split;
mod invariance;
mod limits;
mod moves_and_legality;
mod new_rules;
mod nim_values;
mod octal_table;
mod outcomes;
mod periods;
mod random_rules;
mod reasons;
mod search;
mod splitting;
mod strategies;
mod support;
