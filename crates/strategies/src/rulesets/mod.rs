//! Games whose rules a formula over a fixed number of piles cannot say.

pub mod frankenstein;
