//! Numbers and how to write them: exact naturals, integers and reals, and the numeration systems of the papers.

#![cfg_attr(test, allow(clippy::pedantic, clippy::restriction))]

pub mod abbreviated;
pub mod base;
pub mod beatty;
pub mod continued_fraction;
pub mod counted;
pub mod decimal;
pub mod golden;
mod ladder;
pub mod literature;
pub mod named;
pub mod natural;
pub mod ostrowski;
pub mod periodicity;
pub mod real;
pub mod recurrence;
pub mod registry;
pub mod semiregular;
pub mod splitting;
pub mod surd;
pub mod system;
pub mod zeckendorf;
