//! Formulas: what a move clause, a claim or a theorem says about integers.

use std::fmt;
use std::sync::Arc;

use crate::term::{Term, Variable};

/// A relation between two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparison {
    /// The relation that holds exactly when this one does not.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterOrEqual,
            Self::LessOrEqual => Self::Greater,
            Self::Greater => Self::LessOrEqual,
            Self::GreaterOrEqual => Self::Less,
        }
    }

    /// The relation read from right to left: `a < b` is `b > a`.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            Self::Equal | Self::NotEqual => self,
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
        }
    }

    /// Does it hold between two ordered values?
    pub fn holds<T: Ord>(self, left: &T, right: &T) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::LessOrEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterOrEqual => left >= right,
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        })
    }
}

/// How many of a list of piles a move may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HowMany {
    /// `at most k of … change`
    AtMost(usize),
    /// `exactly k of … change`
    Exactly(usize),
    /// `at least k of … change`
    AtLeast(usize),
}

impl HowMany {
    /// Does this number of changed piles agree with it?
    pub fn allows(self, changed: usize) -> bool {
        match self {
            Self::AtMost(k) => changed <= k,
            Self::Exactly(k) => changed == k,
            Self::AtLeast(k) => changed >= k,
        }
    }
}

/// A statement about integers.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// `true` or `false`.
    Constant(bool),
    /// Two terms compared. A chain `a < b < c` is the conjunction of its links.
    Compare(Term, Comparison, Term),
    /// How many of the pairs (before, after) differ.
    Changes(HowMany, Vec<(Variable, Variable)>),
    /// Not.
    Not(Box<Formula>),
    /// All of them; the empty conjunction is true.
    And(Vec<Formula>),
    /// At least one of them; the empty disjunction is false.
    Or(Vec<Formula>),
    /// If the first then the second.
    Implies(Box<Formula>, Box<Formula>),
    /// Both or neither.
    Iff(Box<Formula>, Box<Formula>),
    /// Some natural number makes the body true.
    Exists(Variable, Box<Formula>),
    /// All natural numbers make the body true.
    Forall(Variable, Box<Formula>),
    /// The tuple of terms belongs to a set.
    Member(Vec<Term>, Arc<Set>),
    /// A formula that the rules gave a name.
    Named(Arc<str>, Arc<Formula>),
}

/// A set of tuples of naturals: a union of pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// Its name in the rules, such as `B`, or what is written for it.
    pub name: Arc<str>,
    /// How many components a tuple has.
    pub arity: usize,
    /// The pieces, whose union it is.
    pub pieces: Vec<Piece>,
}

/// `{ (t₁, …, tₖ) | n >= 1, … }`: the values of a tuple of terms for all naturals that meet a condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The tuple.
    pub tuple: Vec<Term>,
    /// The variables that run over the naturals.
    pub variables: Vec<Variable>,
    /// What they must satisfy.
    pub condition: Formula,
}

impl Formula {
    /// The conjunction of two formulas, flat.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match self {
            Self::And(mut parts) => {
                parts.push(other);
                Self::And(parts)
            }
            Self::Constant(true) => other,
            first => Self::And(vec![first, other]),
        }
    }

    /// The negation.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Not(inner) => *inner,
            Self::Constant(value) => Self::Constant(!value),
            other => Self::Not(Box::new(other)),
        }
    }

    /// The formula without the names that `let` put around it.
    pub fn unnamed(&self) -> &Self {
        match self {
            Self::Named(_, inner) => inner.unnamed(),
            other => other,
        }
    }
}
