//! The one big-number type of the project, re-exported.
//!
//! Every crate takes its naturals and integers from here, so that the library behind them is named in
//! one file and can be changed in one file.

pub use malachite_base::num;
pub use malachite_nz::integer::Integer;
pub use malachite_nz::natural::Natural;
