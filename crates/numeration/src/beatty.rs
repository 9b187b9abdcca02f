//! Beatty sequences `floor(n·α + γ)`, `n = 1, 2, …`: terms, membership and complement, exact at any size.
//!
//! `floor(nα + γ) = v` exactly if `v ≤ nα + γ < v + 1`, so the only index that can give `v` (for `α ≥ 1`) is
//! the least `n` with `nα + γ ≥ v`. If `α > 1` is irrational, the sequences of `α` and of
//! `α/(α - 1)` with `γ = 0` split the positive integers (Lord Rayleigh 1894; S. Beatty,
//! Problem 3173, Amer. Math. Monthly 33 (1926), 159).
//!
//! ```
//! use numeration::beatty::Beatty;
//! use numeration::natural::Integer;
//! use numeration::real::Real;
//!
//! let lower = Beatty::homogeneous(Real::phi())?;
//! assert_eq!(lower.term(&Integer::from(6))?, Integer::from(9));
//! assert_eq!(lower.index_of(&Integer::from(9))?, Some(Integer::from(6)));
//! assert_eq!(lower.index_of(&Integer::from(10))?, None);
//! assert_eq!(lower.complement()?.term(&Integer::from(4))?, Integer::from(10));
//! # Ok::<(), numeration::beatty::BeattyError>(())
//! ```

use std::cmp::Ordering;
use std::fmt;

use crate::natural::{Integer, One, Zero};
use crate::real::{Irrationality, Real, RealError, ceil_of, floor_of};

/// The sequence `floor(n·α + γ)`, `n ≥ 1`, with `α > 0`.
#[derive(Clone, Debug, PartialEq)]
pub struct Beatty {
    alpha: Real,
    gamma: Real,
    /// `1/α`.
    density: Real,
    /// `-γ/α`.
    shift: Real,
}

/// Why a sequence or its complement does not exist, or could not be decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BeattyError {
    /// `α ≤ 0`.
    #[error("the modulus {0} is not positive")]
    NotPositive(String),
    /// A number that is too small for its purpose.
    #[error("the number {number} is not above {bound}, which is needed here")]
    NotAbove {
        /// The number.
        number: String,
        /// What it should exceed.
        bound: i64,
    },
    /// A rational modulus where an irrational one is needed.
    #[error(
        "the number {0} is rational, but an irrational one is needed here, such as 2+sqrt(2) or phi"
    )]
    Rational(String),
    /// Nobody here knows whether the modulus is irrational.
    #[error("it is not known here whether {0} is irrational, which is needed")]
    PerhapsRational(String),
    /// `γ ≠ 0` where only multiples of the modulus are treated.
    #[error(
        "the complement is known here for sequences floor(n*alpha) only, without the addend {0}"
    )]
    Inhomogeneous(String),
    /// The constant could not be decided.
    #[error(transparent)]
    Real(#[from] RealError),
}

impl Beatty {
    /// The sequence `floor(n·alpha + gamma)`.
    pub fn new(alpha: Real, gamma: Real) -> Result<Self, BeattyError> {
        if alpha.sign()? != Ordering::Greater {
            return Err(BeattyError::NotPositive(alpha.to_string()));
        }
        let density = Real::from(1).div(&alpha)?;
        let shift = gamma.mul(&density)?.neg();
        Ok(Self {
            alpha,
            gamma,
            density,
            shift,
        })
    }

    /// The sequence `floor(n·alpha)`.
    pub fn homogeneous(alpha: Real) -> Result<Self, BeattyError> {
        Self::new(alpha, Real::from(0))
    }

    /// The modulus `α`.
    pub fn alpha(&self) -> &Real {
        &self.alpha
    }

    /// The addend `γ`.
    pub fn gamma(&self) -> &Real {
        &self.gamma
    }

    /// `1/α`: the share of the integers that the sequence takes.
    pub fn density(&self) -> &Real {
        &self.density
    }

    /// `floor(n·α + γ)`, for any integer `n`.
    pub fn term(&self, n: &Integer) -> Result<Integer, RealError> {
        if self.is_homogeneous() {
            return self.alpha.floor_multiple(n);
        }
        floor_of(&[(self.alpha.clone(), n.clone())], &self.gamma)
    }

    /// The least `n ≥ 1` with the term `value`, if there is one.
    pub fn index_of(&self, value: &Integer) -> Result<Option<Integer>, RealError> {
        let n = self.first_at_least(value)?.max(Integer::ONE);
        Ok((self.term(&n)? == *value).then_some(n))
    }

    /// How many terms, counted with `n ≥ 1`, are at most `value`.
    pub fn count_up_to(&self, value: &Integer) -> Result<Integer, RealError> {
        let beyond = self.first_at_least(&(value + Integer::ONE))?;
        Ok((beyond - Integer::ONE).max(Integer::ZERO))
    }

    /// The sequence `floor(n·α/(α - 1))` of all positive integers that `floor(n·α)` leaves out.
    pub fn complement(&self) -> Result<Self, BeattyError> {
        if !self.is_homogeneous() {
            return Err(BeattyError::Inhomogeneous(self.gamma.to_string()));
        }
        irrational_above(&self.alpha, 1)?;
        let one = Real::from(1);
        Self::homogeneous(self.alpha.div(&self.alpha.sub(&one)?)?)
    }

    fn is_homogeneous(&self) -> bool {
        self.gamma.as_integer().is_some_and(|gamma| gamma == 0)
    }

    /// The least integer `n` with `n·α + γ ≥ value`.
    fn first_at_least(&self, value: &Integer) -> Result<Integer, RealError> {
        ceil_of(&[(self.density.clone(), value.clone())], &self.shift)
    }
}

impl fmt::Display for Beatty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_homogeneous() {
            return write!(f, "floor(n*({}))", self.alpha);
        }
        write!(f, "floor(n*({})+({}))", self.alpha, self.gamma)
    }
}

/// Refuses a number that is not known to be irrational and above `bound`, with the reason.
pub fn irrational_above(x: &Real, bound: i64) -> Result<(), BeattyError> {
    match x.irrationality() {
        Irrationality::Rational => return Err(BeattyError::Rational(x.to_string())),
        Irrationality::Unknown => return Err(BeattyError::PerhapsRational(x.to_string())),
        Irrationality::Irrational => {}
    }
    if x.compare(&Real::from(bound))? != Ordering::Greater {
        return Err(BeattyError::NotAbove {
            number: x.to_string(),
            bound,
        });
    }
    Ok(())
}
