//! Arrays in which every positive integer has one place: by shifts of digits, by floors, and row by
//! row.

pub mod floor;
pub mod mex;
pub mod shift;
