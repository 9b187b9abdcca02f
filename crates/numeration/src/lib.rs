//! Numbers and how to write them: exact naturals, integers and reals, and the numeration systems of the papers.

pub mod base;
pub mod continued_fraction;
mod ladder;
pub mod natural;
pub mod ostrowski;
pub mod real;
pub mod recurrence;
pub mod registry;
pub mod system;
pub mod zeckendorf;
