//! Where numbers meet automata: how numbers are written, and the automata of order, sums, remainders and floors.
//!
//! - [`system`]: base 2, or the Ostrowski system of a quadratic field; for claims about digits, the system of these digits.
//! - [`digits`]: conditions on digits.
//! - [`linear`]: linear forms over tracks, with shifts.
//! - [`constraint`]: the automaton of one linear constraint, compiled whole.
//! - [`writer`]: digits of numbers of any size.
//! - [`verify`]: proofs, by the same machinery, that sums and floors are what they should be.

pub mod constraint;
pub mod digits;
pub mod linear;
mod named;
pub(crate) mod periods;
mod recurrent;
pub mod system;
pub mod verify;
pub mod writer;

pub use constraint::LinearRelation;
pub use digits::DigitWords;
pub use linear::{Coefficient, Linear};
pub use system::System;
pub use writer::DigitWriter;
