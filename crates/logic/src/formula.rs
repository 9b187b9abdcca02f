//! Formulas: what a move clause, a claim or a theorem says about integers.

use std::fmt;
use std::ops::Not;
use std::sync::Arc;

use crate::digits::{ConditionKind, DigitCondition};
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

/// A statement about integers.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// `true` or `false`.
    Constant(bool),
    /// Two terms compared. A chain `a < b < c` is the conjunction of its links.
    Compare(Term, Comparison, Term),
    /// How many of the pairs (before, after) differ.
    Changes(HowMany, Vec<(Term, Term)>),
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
    /// What the digits of some naturals must satisfy. A negative one is an error.
    Digits(Vec<Term>, Arc<DigitCondition>),
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

impl Set {
    /// The condition on digits that an automaton stands for, if it alone gives the set.
    pub fn as_automaton(&self) -> Option<&DigitCondition> {
        let [piece] = self.pieces.as_slice() else {
            return None;
        };
        let Formula::Digits(terms, condition) = &piece.condition else {
            return None;
        };
        let variables = piece.variables.iter().map(Term::from);
        let plain = piece.tuple == *terms && variables.eq(terms.iter().cloned());
        let by_automaton = matches!(condition.kind, ConditionKind::Automaton(..));
        (plain && by_automaton).then_some(condition)
    }
}

impl Formula {
    /// How many of the pairs (before, after) differ.
    pub fn changes<T: Into<Term>>(
        how_many: HowMany,
        pairs: impl IntoIterator<Item = (T, T)>,
    ) -> Self {
        let pairs = pairs.into_iter();
        let pairs = pairs.map(|(before, after)| (before.into(), after.into()));
        Self::Changes(how_many, pairs.collect())
    }

    /// All of them: one stands for itself, none is true.
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::junction(parts, true)
    }

    /// At least one of them: one stands for itself, none is false.
    pub fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::junction(parts, false)
    }

    /// A conjunction or a disjunction.
    pub(crate) fn junction(parts: impl IntoIterator<Item = Self>, conjunction: bool) -> Self {
        let mut parts: Vec<Self> = parts.into_iter().collect();
        match parts.len() {
            0 => Self::Constant(conjunction),
            1 => parts.remove(0),
            _ if conjunction => Self::And(parts),
            _ => Self::Or(parts),
        }
    }

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

    /// If this one then the other.
    #[must_use]
    pub fn implies(self, other: Self) -> Self {
        Self::Implies(Box::new(self), Box::new(other))
    }

    /// Both or neither.
    #[must_use]
    pub fn iff(self, other: Self) -> Self {
        Self::Iff(Box::new(self), Box::new(other))
    }

    /// Some number makes the body true.
    pub fn exists(variable: &Variable, body: Self) -> Self {
        Self::Exists(variable.clone(), Box::new(body))
    }

    /// All numbers make the body true.
    pub fn forall(variable: &Variable, body: Self) -> Self {
        Self::Forall(variable.clone(), Box::new(body))
    }

    /// The terms are a tuple of the set.
    pub fn member<T: Into<Term>>(tuple: impl IntoIterator<Item = T>, set: &Arc<Set>) -> Self {
        let tuple = tuple.into_iter().map(Into::into);
        Self::Member(tuple.collect(), Arc::clone(set))
    }

    /// The negation.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Not(inner) => *inner,
            Self::Constant(value) => Self::Constant(!value),
            other => !other,
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

/// The negation, as it is written.
impl Not for Formula {
    type Output = Self;

    fn not(self) -> Self {
        Self::Not(Box::new(self))
    }
}

impl Set {
    /// A set with its pieces, all of this arity.
    pub fn new(
        name: impl Into<Arc<str>>,
        arity: usize,
        pieces: impl Into<Vec<Piece>>,
    ) -> Arc<Self> {
        Arc::new(Self {
            name: name.into(),
            arity,
            pieces: pieces.into(),
        })
    }
}

impl Piece {
    /// A single tuple.
    pub fn single(tuple: impl Into<Vec<Term>>) -> Self {
        Self::new(tuple, [], Formula::Constant(true))
    }

    /// The tuples for all values of the variables that satisfy the condition.
    pub fn new(
        tuple: impl Into<Vec<Term>>,
        variables: impl Into<Vec<Variable>>,
        condition: Formula,
    ) -> Self {
        Self {
            tuple: tuple.into(),
            variables: variables.into(),
            condition,
        }
    }

    /// "These terms are a tuple of the piece", with the piece's variables quantified.
    pub(crate) fn membership(&self, terms: &[Term]) -> Formula {
        let pairs = terms.iter().zip(&self.tuple);
        let equal = pairs.map(|(term, entry)| term.clone().equals(entry.clone()));
        let body = Formula::And(equal.chain([self.condition.clone()]).collect());
        let variables = self.variables.iter().rev();
        variables.fold(body, |body, variable| Formula::exists(variable, body))
    }
}
