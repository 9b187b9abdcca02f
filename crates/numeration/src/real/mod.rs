//! Exact reals: rational, quadratic, and computable ones such as π, e, roots and logarithms.
//!
//! A [`Real`] is the exact number, never an approximation. Rationals and the numbers `(a + b√D)/c` of one
//! quadratic field are kept in closed form, and every question about them is decided by integer
//! arithmetic. Everything else is a small expression whose value is enclosed between integers over a
//! power of two; the precision is raised until the question is settled. A question that stays open at a
//! bounded precision (is `x` really an integer?) is answered [`RealError::Undecided`], never guessed.
//!
//! ```
//! use numeration::natural::Integer;
//! use numeration::real::{Irrationality, Real, floor_of};
//!
//! let phi = Real::phi();
//! assert_eq!(phi.pow(&Integer::from(2))?, phi.add(&Real::from(1))?);
//! assert_eq!(phi.to_string(), "(1+sqrt(5))/2");
//! // floor(1000·phi - 3·pi)
//! let parts = [(phi, Integer::from(1000)), (Real::pi(), Integer::from(-3))];
//! assert_eq!(floor_of(&parts, &Real::from(0))?, Integer::from(1608));
//! assert_eq!(Real::from(4).sqrt()?.irrationality(), Irrationality::Rational);
//! # Ok::<(), numeration::real::RealError>(())
//! ```

mod algebra;
mod display;
mod expression;
mod floor;
mod functions;
mod interval;
mod nature;
mod radical;
mod series;
mod surd;

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

pub use floor::{ceil_of, floor_of};

use crate::natural::{Integer, Natural, One, Two, Zero};
use expression::{ExpressionForm, ExpressionNode};
use surd::Surd;

/// An exact real constant.
///
/// Two reals are equal (`==`) if they are known to be the same number: exactly for rational and quadratic
/// ones, by their expressions for computable ones. Use [`Real::compare`] to compare by value.
#[derive(Clone, Debug)]
pub struct Real {
    value: RealValue,
}

#[derive(Clone, Debug)]
enum RealValue {
    Exact(Surd),
    Computable(Arc<ExpressionNode>),
}

/// How a real is held, which says what can be done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RealKind {
    /// A quotient of integers.
    Rational,
    /// `(a + b√D)/c` with `b ≠ 0`: everything about it is decidable here.
    Quadratic,
    /// Any other real that can be enclosed as narrowly as needed.
    Computable,
}

/// What is known about a real being rational.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Irrationality {
    /// Certainly rational.
    Rational,
    /// Certainly irrational.
    Irrational,
    /// No rule known here decides it.
    Unknown,
}

/// Why a real could not be made or a question about it could not be decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RealError {
    /// A quotient with the divisor 0.
    #[error("division by zero: the divisor is equal to 0")]
    DivisionByZero,
    /// An even root of a negative number.
    #[error("the number {0} is negative and has no real root of even order")]
    NegativeRoot(String),
    /// The 0-th root.
    #[error("there is no root of order 0; type an order such as 2 or 3")]
    ZerothRoot,
    /// A logarithm of a number that is not positive.
    #[error("the number {0} is not positive and has no real logarithm")]
    LogarithmOfNonPositive(String),
    /// The numbers in a constant became too long.
    #[error(
        "a constant of this size is refused: its numbers would be longer than {} bits",
        MAX_BITS
    )]
    TooLarge,
    /// An expression has too many parts or is nested too deeply.
    #[error(
        "a constant with more than {} parts or {} nested levels is refused",
        MAX_SIZE,
        MAX_DEPTH
    )]
    TooComplex,
    /// The precision at which the attempt was given up.
    #[error(
        "undecided after {bits} binary places: two numbers that are equal, or nearer than that, cannot be told apart"
    )]
    Undecided {
        /// Binary places reached.
        bits: u64,
    },
}

/// The numbers `a, b, c, d` of a quadratic `(a + b√d)/c`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quadratic {
    /// Rational part, over `c`.
    pub a: Integer,
    /// Coefficient of the root, over `c`; not 0.
    pub b: Integer,
    /// Denominator.
    pub c: Natural,
    /// What stands under the root: at least 2, not a square, squarefree if below `2^48`.
    pub d: Natural,
}

/// Longest integer allowed inside a constant, in bits.
pub const MAX_BITS: u64 = 1 << 23;

/// Deepest nesting of a computable expression.
pub const MAX_DEPTH: u32 = 64;

/// Most parts of a computable expression.
pub const MAX_SIZE: u32 = 2_000;

impl Real {
    /// The quotient `n/d`.
    pub fn ratio(n: impl Into<Integer>, d: impl Into<Integer>) -> Result<Self, RealError> {
        let (n, d) = (n.into(), d.into());
        if d == 0 {
            return Err(RealError::DivisionByZero);
        }
        Ok(Self::exact(Surd::rational(n, d)))
    }

    /// `(a + b√d)/c`, simplified, and rational if it is.
    pub fn quadratic(
        a: impl Into<Integer>,
        b: impl Into<Integer>,
        d: impl Into<Natural>,
        c: impl Into<Integer>,
    ) -> Result<Self, RealError> {
        let root = Self::from(d.into()).sqrt()?;
        Self::from(a.into())
            .add(&Self::from(b.into()).mul(&root)?)?
            .div(&Self::from(c.into()))
    }

    /// The golden section `(1 + √5)/2`.
    pub fn phi() -> Self {
        let root = Surd::sqrt_of_rational(&Natural::from(5u32), &Natural::ONE);
        Self::exact(Surd {
            a: Integer::ONE,
            b: Integer::ONE,
            c: Integer::TWO,
            root: root.root,
        })
    }

    /// The circle number π.
    pub fn pi() -> Self {
        Self::computable(expression::pi())
    }

    /// Euler's number e.
    pub fn e() -> Self {
        Self::computable(expression::e())
    }

    /// How it is held.
    pub fn kind(&self) -> RealKind {
        match &self.value {
            RealValue::Exact(surd) if surd.is_rational() => RealKind::Rational,
            RealValue::Exact(_) => RealKind::Quadratic,
            RealValue::Computable(_) => RealKind::Computable,
        }
    }

    /// Numerator and denominator in lowest terms, if it is held as a rational.
    pub fn as_rational(&self) -> Option<(Integer, Natural)> {
        let surd = self.surd().filter(|s| s.is_rational())?;
        Some((surd.a.clone(), surd.c.unsigned_abs_ref().clone()))
    }

    /// The whole number, if it is held as one.
    pub fn as_integer(&self) -> Option<Integer> {
        self.as_rational().filter(|(_, d)| *d == 1).map(|(n, _)| n)
    }

    /// The numbers of a quadratic irrational.
    pub fn as_quadratic(&self) -> Option<Quadratic> {
        let surd = self.surd()?;
        let d = surd.root.as_ref()?.square().clone();
        let (a, b) = (surd.a.clone(), surd.b.clone());
        Some(Quadratic {
            a,
            b,
            c: surd.c.unsigned_abs_ref().clone(),
            d,
        })
    }

    /// Whether it is rational, as far as the rules here can tell.
    pub fn irrationality(&self) -> Irrationality {
        nature::nature(self).irrationality()
    }

    /// Its sign: less than, equal to or greater than 0.
    pub fn sign(&self) -> Result<Ordering, RealError> {
        match &self.value {
            RealValue::Exact(surd) => Ok(surd.sign()),
            RealValue::Computable(_) => floor::sign(self),
        }
    }

    /// Compares two reals by value.
    pub fn compare(&self, other: &Self) -> Result<Ordering, RealError> {
        if self == other {
            Ok(Ordering::Equal)
        } else {
            self.sub(other)?.sign()
        }
    }

    /// The largest integer not above it.
    pub fn floor(&self) -> Result<Integer, RealError> {
        match &self.value {
            RealValue::Exact(surd) => Ok(surd.floor()),
            RealValue::Computable(_) => floor_of(&[], self),
        }
    }

    /// The least integer not below it.
    pub fn ceil(&self) -> Result<Integer, RealError> {
        self.neg().floor().map(|n| -n)
    }

    /// `floor(n·x)`.
    pub fn floor_multiple(&self, n: &Integer) -> Result<Integer, RealError> {
        floor::floor_linear(std::iter::once((self, n)), &Self::from(Integer::ZERO))
    }

    fn exact(surd: Surd) -> Self {
        Self {
            value: RealValue::Exact(surd),
        }
    }

    fn computable(node: Arc<ExpressionNode>) -> Self {
        match &node.kind {
            ExpressionForm::Surd(surd) => Self::exact(surd.clone()),
            _ => Self {
                value: RealValue::Computable(node),
            },
        }
    }

    fn size(&self) -> u32 {
        match &self.value {
            RealValue::Exact(_) => 1,
            RealValue::Computable(node) => node.size,
        }
    }

    fn surd(&self) -> Option<&Surd> {
        match &self.value {
            RealValue::Exact(surd) => Some(surd),
            RealValue::Computable(_) => None,
        }
    }
}

impl From<Integer> for Real {
    fn from(n: Integer) -> Self {
        Self::exact(Surd::integer(n))
    }
}

impl From<Natural> for Real {
    fn from(n: Natural) -> Self {
        Self::from(Integer::from(n))
    }
}

impl From<i64> for Real {
    fn from(n: i64) -> Self {
        Self::from(Integer::from(n))
    }
}

impl PartialEq for Real {
    fn eq(&self, other: &Self) -> bool {
        match (&self.value, &other.value) {
            (RealValue::Exact(x), RealValue::Exact(y)) => x.same(y),
            (RealValue::Computable(x), RealValue::Computable(y)) => x.same(y),
            _ => false,
        }
    }
}

impl Eq for Real {}

impl Hash for Real {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Equal numbers may differ in the order of their parts and, for huge radicands, in the root.
        match &self.value {
            RealValue::Exact(surd) => {
                let rational = surd.rational_part();
                (0u8, rational.a, rational.c, surd.is_rational()).hash(state);
            }
            RealValue::Computable(node) => (1u8, node.size, node.depth).hash(state),
        }
    }
}
