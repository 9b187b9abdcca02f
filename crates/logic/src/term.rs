//! Integer-valued terms.
//!
//! A term is linear over the integers, with `floor` of real-linear forms, `|t|`, `min`, `max`, `mod`,
//! `div`, `xor` and `if`. Everything is exact: a [`Real`] coefficient is rational, quadratic or a
//! computable real, never a float. Names given by `let` are kept, so that an explanation can use them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use numeration::natural::{Integer, Natural};
use numeration::real::Real;

use crate::formula::Formula;

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

    /// The sum of two terms.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        match self {
            Self::Sum(mut parts) => {
                parts.push(other);
                Self::Sum(parts)
            }
            first => Self::Sum(vec![first, other]),
        }
    }

    /// The difference of two terms: an integer, never truncated at zero.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        self.plus(Self::Scaled(Integer::from(-1), Box::new(other)))
    }

    /// The term without the names that `let` put around it.
    pub fn unnamed(&self) -> &Self {
        match self {
            Self::Named(_, inner) => inner.unnamed(),
            other => other,
        }
    }
}

impl From<Variable> for Term {
    fn from(variable: Variable) -> Self {
        Self::Variable(variable)
    }
}
