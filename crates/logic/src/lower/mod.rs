//! Formulas made ready for automata.
//!
//! [`TrackLowering`] rewrites a formula about variables into an [`Ir`] about tracks: comparisons of
//! [expressions](Expression), congruences, connectives and `exists`. Negations are pushed inward to the
//! atoms, as far as an `exists`. What is not linear is taken apart on the way:
//!
//! - `|t| < b` is two inequalities, `|t| >= b` one of two; `min`, `max` and `if` become guarded cases;
//! - `⌊(P + Qα)/r⌋` is `⌊(P + ⌊Qα⌋)/r⌋`, and `⌊Qα⌋` is a shift (see [`System`](crate::arithmetic::System));
//! - a floor that is left is a [`FloorDivision`] of a linear form by a number. It stays as it is until its
//!   comparison is compiled: `L + ⌊G/r⌋ >= 0` is `G + r·L >= 0`, so that most floors cost nothing.
//!
//! `exists` is pushed inward and through `or`, and eliminated where an equation gives the number.

mod digits;
mod expression;
mod finite;
mod formula;
mod ir;
mod rename;
mod term;

pub use expression::{Expression, FloorDivision};
pub use formula::{LoweringContext, TrackLowering};
pub use ir::Ir;
pub use term::GuardedValue;
