//! Exact reals (placeholder contract: rational only; the real thing replaces this file).
#![allow(missing_docs)]

use crate::natural::Integer;
use std::fmt;

/// An exact real constant.
#[derive(Clone, Debug, PartialEq)]
pub struct Real {
    n: Integer,
    d: Integer,
}
/// Why a real could not be made or its floor could not be decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RealError {
    #[error("division by zero")]
    DivisionByZero,
}
/// What is known about a real being rational.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Irrationality {
    Rational,
    Irrational,
    Unknown,
}
impl Real {
    pub fn ratio(n: impl Into<Integer>, d: impl Into<Integer>) -> Result<Self, RealError> {
        Ok(Self { n: n.into(), d: d.into() })
    }
    pub fn irrationality(&self) -> Irrationality {
        Irrationality::Rational
    }
}
impl From<Integer> for Real {
    fn from(n: Integer) -> Self {
        Self { n, d: Integer::from(1) }
    }
}
impl fmt::Display for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.n, self.d)
    }
}
