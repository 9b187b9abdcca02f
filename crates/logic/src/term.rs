//! Integer-valued terms.
//!
//! A term is linear over the integers, with `floor` of real-linear forms, `|t|`, `min`, `max`, `mod`,
//! `div`, `xor`, `if` and the shifts of digits. Everything is exact: a [`Real`] coefficient is rational, quadratic or a
//! computable real, never a float. Names given by `let` are kept, so that an explanation can use them.
//!
//! Terms are built as they are written, and comparing two gives a [`Formula`]:
//!
//! ```
//! use logic::{Term, Variable};
//! let [x, y] = [Variable::new(0, "x"), Variable::new(1, "y")];
//! let apart = (Term::from(&y) - &x).absolute().modulo(7u32).at_least(Term::from(x).times(2) + 1);
//! assert_eq!(apart.to_string(), "|y - x| mod 7 >= 2*x + 1");
//! ```

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Add, Neg, Sub};
use std::sync::Arc;

use numeration::named::NamedSystem;
use numeration::natural::{Integer, Natural};
use numeration::real::Real;

use crate::digits::Direction;
use crate::formula::{Comparison, Formula};

/// A variable: a pile before the move, a pile after it, or a quantified number.
///
/// Two variables are the same if their ids are; the name is for the reader.
#[derive(Clone, Debug)]
pub struct Variable {
    id: u32,
    name: Arc<str>,
}

impl Variable {
    /// A variable with its place in the [assignment](crate::evaluate::Assignment) and its name.
    pub fn new(id: u32, name: impl Into<Arc<str>>) -> Self {
        Self {
            id,
            name: name.into(),
        }
    }

    /// Its place in an assignment.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Its name in the rules.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl PartialEq for Variable {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Variable {}

impl Hash for Variable {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// An integer-valued expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// A whole number.
    Constant(Integer),
    /// A variable.
    Variable(Variable),
    /// A sum of terms.
    Sum(Vec<Term>),
    /// A term times a whole number. `-t` is `Scaled(-1, t)`.
    Scaled(Integer, Box<Term>),
    /// The largest integer not above a real-linear form.
    Floor(Box<RealForm>),
    /// `|t|`.
    Absolute(Box<Term>),
    /// The least of one or more terms.
    Minimum(Vec<Term>),
    /// The greatest of one or more terms.
    Maximum(Vec<Term>),
    /// `t mod k` in `0..k`, also for negative `t`; `k` is positive.
    Modulo(Box<Term>, Natural),
    /// `t div k`, rounded down, also for negative `t`; `k` is positive.
    Quotient(Box<Term>, Natural),
    /// The nim-sum of naturals: binary addition without carry. A negative operand is an error.
    NimSum(Vec<Term>),
    /// The digits of a natural number in a system, shifted by one place. A negative operand is an error.
    Shift(Direction, Box<Term>, Arc<NamedSystem>),
    /// `if F then s else t`.
    Choice(Box<Formula>, Box<Term>, Box<Term>),
    /// A term that the rules gave a name (`let a = …`), with the name as a reader would write it.
    Named(Arc<str>, Arc<Term>),
}

/// `c₁·t₁ + … + cₖ·tₖ + c₀` with real constants and integer terms: what stands inside `floor`.
#[derive(Clone, Debug, PartialEq)]
pub struct RealForm {
    /// The coefficients with their terms.
    pub parts: Vec<(Real, Term)>,
    /// The constant.
    pub constant: Real,
}

impl Term {
    /// A constant from a machine integer.
    pub fn integer(value: i64) -> Self {
        Self::Constant(Integer::from(value))
    }

    /// A whole multiple of the term.
    #[must_use]
    pub fn times(self, factor: impl Into<Integer>) -> Self {
        Self::Scaled(factor.into(), Box::new(self))
    }

    /// The largest integer not above a real multiple of the term.
    #[must_use]
    pub fn floor_times(self, factor: Real) -> Self {
        Self::floor([(factor, self)], Real::from(0))
    }

    /// The largest integer not above a real-linear form.
    pub fn floor(parts: impl Into<Vec<(Real, Self)>>, constant: Real) -> Self {
        let parts = parts.into();
        Self::Floor(Box::new(RealForm { parts, constant }))
    }

    /// `|t|`.
    #[must_use]
    pub fn absolute(self) -> Self {
        Self::Absolute(Box::new(self))
    }

    /// The remainder of the term, which is never negative.
    #[must_use]
    pub fn modulo(self, modulus: impl Into<Natural>) -> Self {
        Self::Modulo(Box::new(self), modulus.into())
    }

    /// The quotient, rounded down.
    #[must_use]
    pub fn quotient(self, divisor: impl Into<Natural>) -> Self {
        Self::Quotient(Box::new(self), divisor.into())
    }

    /// One term where the formula is true, another where it is not.
    pub fn choice(condition: Formula, yes: impl Into<Self>, no: impl Into<Self>) -> Self {
        Self::Choice(
            Box::new(condition),
            Box::new(yes.into()),
            Box::new(no.into()),
        )
    }

    /// The term under a name.
    #[must_use]
    pub fn named(self, name: impl Into<Arc<str>>) -> Self {
        Self::Named(name.into(), Arc::new(self))
    }

    /// The term compared with another.
    pub fn compare(self, comparison: Comparison, other: impl Into<Self>) -> Formula {
        Formula::Compare(self, comparison, other.into())
    }

    /// `s = t`.
    pub fn equals(self, other: impl Into<Self>) -> Formula {
        self.compare(Comparison::Equal, other)
    }

    /// `s != t`.
    pub fn differs(self, other: impl Into<Self>) -> Formula {
        self.compare(Comparison::NotEqual, other)
    }

    /// `s < t`.
    pub fn less(self, other: impl Into<Self>) -> Formula {
        self.compare(Comparison::Less, other)
    }

    /// `s <= t`.
    pub fn at_most(self, other: impl Into<Self>) -> Formula {
        self.compare(Comparison::LessOrEqual, other)
    }

    /// `s > t`.
    pub fn greater(self, other: impl Into<Self>) -> Formula {
        self.compare(Comparison::Greater, other)
    }

    /// `s >= t`.
    pub fn at_least(self, other: impl Into<Self>) -> Formula {
        self.compare(Comparison::GreaterOrEqual, other)
    }

    /// The term without the names that `let` put around it.
    pub fn unnamed(&self) -> &Self {
        match self {
            Self::Named(_, inner) => inner.unnamed(),
            other => other,
        }
    }
}

impl<T: Into<Term>> Add<T> for Term {
    type Output = Self;

    fn add(self, other: T) -> Self {
        match self {
            Self::Sum(mut parts) => {
                parts.push(other.into());
                Self::Sum(parts)
            }
            first => Self::Sum(vec![first, other.into()]),
        }
    }
}

/// The difference is an integer, never truncated at zero.
impl<T: Into<Term>> Sub<T> for Term {
    type Output = Self;

    fn sub(self, other: T) -> Self {
        self + -other.into()
    }
}

impl Neg for Term {
    type Output = Self;

    fn neg(self) -> Self {
        self.times(-1)
    }
}

impl From<Variable> for Term {
    fn from(variable: Variable) -> Self {
        Self::Variable(variable)
    }
}

impl From<&Variable> for Term {
    fn from(variable: &Variable) -> Self {
        Self::Variable(variable.clone())
    }
}

impl From<Integer> for Term {
    fn from(value: Integer) -> Self {
        Self::Constant(value)
    }
}

impl From<&Natural> for Term {
    fn from(value: &Natural) -> Self {
        Self::Constant(Integer::from(value))
    }
}

impl From<i64> for Term {
    fn from(value: i64) -> Self {
        Self::integer(value)
    }
}
