//! The tests of this crate in one program: it is linked once, and its tests run side by side.
#![allow(missing_docs, clippy::pedantic, clippy::restriction)]

mod automata;
mod beta_strategy;
mod catalogue;
mod certificates;
mod counterexamples;
mod digits;
mod games;
mod mutations;
mod periods;
mod quadratics;
mod random;
mod rat_values;
mod statements;
mod strategy;
mod support;
mod watching;
