//! Where numbers meet automata: how numbers are written, and the automata of order, sums, remainders and floors.
//!
//! - [`system`]: base 2, or the Ostrowski system of a quadratic field.
//! - [`linear`]: linear forms over tracks, with shifts.
//! - [`constraint`]: the automaton of one linear constraint, compiled whole.
//! - [`writer`]: digits of numbers of any size.
//! - [`verify`]: proofs, by the same machinery, that sums and floors are what they should be.

pub mod constraint;
pub mod linear;
pub(crate) mod periods;
pub mod system;
pub mod verify;
pub mod writer;

pub use constraint::Relation;
pub use linear::{Coefficient, Linear};
pub use system::System;
pub use writer::Writer;
