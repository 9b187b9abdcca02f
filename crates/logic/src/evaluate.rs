//! Values of terms and truth of formulas on given numbers, exact at any size.
//!
//! Quantifiers range over all naturals. `exists n: x = floor(n*beta)` is decided by deriving from the
//! formula an interval in which `n` must lie ([`crate::solve`]), so that numbers of a million digits cost
//! no more than a few multiplications. Where no bound can be derived, the answer is an error that names the
//! variable, never a guess.
//!
//! A term without a value (a nim-sum of a negative number, say) spoils a formula only if the truth of the
//! formula depends on it: `true or F` is true whatever `F` is.
//!
//! ```
//! use logic::evaluate::{Assignment, holds, value};
//! use logic::{Formula, Term, Variable};
//! use numeration::natural::Integer;
//!
//! let [x, n] = [Variable::new(0, "x"), Variable::new(1, "n")];
//! let three_n = Term::from(&n).times(3);
//! let exists = Formula::exists(&n, Term::from(&x).equals(three_n.clone()));
//!
//! let mut known = Assignment::new();
//! known.set(&x, Integer::from(12));
//! assert_eq!(holds(&exists, &known), Ok(true));
//! known.set(&n, Integer::from(5));
//! assert_eq!(value(&three_n, &known), Ok(Integer::from(15)));
//! ```

use std::cell::Cell;
use std::collections::BTreeMap;

use numeration::natural::{Abs, Integer, Natural, Zero, div_mod_floor};
use numeration::real::{Real, RealError, floor_of};
use numeration::system::SystemError;
use thiserror::Error;

use crate::formula::{Formula, Set};
use crate::term::{RealForm, Term, Variable};
use crate::watch::{Stopped, Unwatched, Watch};

/// The values of some variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignment {
    values: BTreeMap<u32, Integer>,
}

impl Assignment {
    /// No variable has a value.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a variable a value, and returns the one it had.
    pub fn set(&mut self, variable: &Variable, value: Integer) -> Option<Integer> {
        self.values.insert(variable.id(), value)
    }

    /// Takes the value of a variable away, and returns it.
    pub fn unset(&mut self, variable: &Variable) -> Option<Integer> {
        self.values.remove(&variable.id())
    }

    /// The value of a variable, if it has one.
    pub fn get(&self, variable: &Variable) -> Option<&Integer> {
        self.values.get(&variable.id())
    }

    /// Puts back what [`set`](Self::set) or [`unset`](Self::unset) returned.
    pub(crate) fn restore(&mut self, variable: &Variable, value: Option<Integer>) {
        match value {
            Some(value) => self.set(variable, value),
            None => self.unset(variable),
        };
    }
}

impl FromIterator<(Variable, Integer)> for Assignment {
    fn from_iter<T: IntoIterator<Item = (Variable, Integer)>>(values: T) -> Self {
        Self {
            values: values
                .into_iter()
                .map(|(variable, value)| (variable.id(), value))
                .collect(),
        }
    }
}

/// Why a term has no value or a formula no truth here.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum EvaluationError {
    /// A variable has no value.
    #[error("{variable} has no value here")]
    Unbound {
        /// The variable.
        variable: String,
    },
    /// A nim-sum is defined for naturals only.
    #[error("the nim-sum of {value} is not defined: {term} must not be negative")]
    NegativeNimSum {
        /// The operand.
        term: String,
        /// Its value.
        value: Integer,
    },
    /// The floor of a real number could not be found.
    #[error("the value of {term} is not known: {error}")]
    Real {
        /// The term.
        term: String,
        /// What the arithmetic said.
        error: RealError,
    },
    /// Only naturals have digits.
    #[error("the digits of {value} are not defined: {term} must not be negative")]
    NegativeDigits {
        /// The number.
        term: String,
        /// Its value.
        value: Integer,
    },
    /// The digits of a number, or the number of digits, could not be found.
    #[error("no digits in {system}: {error}")]
    Digits {
        /// The numeration system.
        system: String,
        /// What it said.
        error: SystemError,
    },
    /// `mod` and `div` need a positive divisor.
    #[error("{term} divides by zero")]
    DivisionByZero {
        /// The term.
        term: String,
    },
    /// `min` and `max` need at least one term.
    #[error("min and max need at least one term")]
    NoTerms,
    /// A quantifier ranges over infinitely many numbers that nothing excludes.
    #[error(
        "cannot decide \"{formula}\": nothing bounds {variable}, and its smallest {tried} values do not settle it"
    )]
    Unbounded {
        /// The variable.
        variable: String,
        /// The formula.
        formula: String,
        /// How many values were tried.
        tried: u64,
    },
    /// The search was given up.
    #[error("gave up after {limit} steps: too many values to try")]
    TooManySteps {
        /// The number of steps allowed.
        limit: u64,
    },
    /// The nesting is too deep.
    #[error("the formula is nested more than {limit} levels deep")]
    TooDeep {
        /// The levels allowed.
        limit: u32,
    },
    /// Somebody stopped it.
    #[error("{0}")]
    Stopped(#[from] Stopped),
}

impl EvaluationError {
    /// Errors after which going on makes no sense, whatever else the formula says.
    pub(crate) fn is_final(&self) -> bool {
        matches!(
            self,
            Self::TooManySteps { .. } | Self::TooDeep { .. } | Self::Stopped(_)
        )
    }
}

/// The value of a term.
pub fn value(term: &Term, known: &Assignment) -> Result<Integer, EvaluationError> {
    Evaluator::default().value(term, known)
}

/// Is the formula true?
pub fn holds(formula: &Formula, known: &Assignment) -> Result<bool, EvaluationError> {
    Evaluator::default().holds(formula, known)
}

/// Evaluates under a watch, with a limit on the number of steps.
///
/// An evaluator counts the steps since it was made, or since the last solution that it
/// [found](Self::solutions); it is meant for one question.
pub struct Evaluator<'w> {
    watch: &'w dyn Watch,
    limit: u64,
    steps: Cell<u64>,
    depth: Cell<u32>,
}

/// How deep formulas and terms may be nested.
const DEEPEST: u32 = 400;
/// The steps allowed unless said otherwise.
const DEFAULT_LIMIT: u64 = 5_000_000;

impl Default for Evaluator<'static> {
    fn default() -> Self {
        Evaluator::new(&Unwatched)
    }
}

impl<'w> Evaluator<'w> {
    /// An evaluator that asks the watch whether to go on.
    pub fn new(watch: &'w dyn Watch) -> Self {
        Self {
            watch,
            limit: DEFAULT_LIMIT,
            steps: Cell::new(0),
            depth: Cell::new(0),
        }
    }

    /// The same with another limit on the number of steps.
    #[must_use]
    pub fn with_limit(self, limit: u64) -> Self {
        Self { limit, ..self }
    }

    /// The value of a term.
    pub fn value(&self, term: &Term, known: &Assignment) -> Result<Integer, EvaluationError> {
        let _level = self.deeper()?;
        match term {
            Term::Constant(value) => Ok(value.clone()),
            Term::Variable(variable) => {
                known
                    .get(variable)
                    .cloned()
                    .ok_or_else(|| EvaluationError::Unbound {
                        variable: variable.name().to_owned(),
                    })
            }
            Term::Sum(parts) => {
                parts.iter().try_fold(
                    Integer::ZERO,
                    |sum, part| Ok(sum + self.value(part, known)?),
                )
            }
            Term::Scaled(factor, inner) => Ok(self.value(inner, known)? * factor),
            Term::Floor(form) => self.floor(term, form, known),
            Term::Absolute(inner) => Ok(self.value(inner, known)?.abs()),
            Term::Minimum(terms) => self.extremum(terms, known, |new, old| new < old),
            Term::Maximum(terms) => self.extremum(terms, known, |new, old| new > old),
            Term::Modulo(inner, modulus) => Ok(self.divided(term, inner, modulus, known)?.1),
            Term::Quotient(inner, divisor) => Ok(self.divided(term, inner, divisor, known)?.0),
            Term::NimSum(terms) => self.nim_sum(terms, known),
            Term::Shift(direction, inner, system) => {
                let number = self.natural(inner, known)?;
                Ok(Integer::from(direction.of(&number, system, self)?))
            }
            Term::Choice(condition, yes, no) => {
                let branch = if self.holds(condition, known)? {
                    yes
                } else {
                    no
                };
                self.value(branch, known)
            }
            Term::Named(_, inner) => self.value(inner, known),
        }
    }

    /// Is the formula true?
    pub fn holds(&self, formula: &Formula, known: &Assignment) -> Result<bool, EvaluationError> {
        let _level = self.deeper()?;
        match formula {
            Formula::Constant(truth) => Ok(*truth),
            Formula::Compare(left, comparison, right) => {
                Ok(comparison.holds(&self.value(left, known)?, &self.value(right, known)?))
            }
            Formula::Changes(how_many, pairs) => {
                Ok(how_many.allows(self.changed(pairs, known)?.len()))
            }
            Formula::Not(inner) => Ok(!self.holds(inner, known)?),
            Formula::And(parts) => self.all_hold(parts, known),
            Formula::Or(parts) => self.some_holds(parts.iter().map(|part| self.holds(part, known))),
            Formula::Implies(premise, conclusion) => {
                let premise = self.holds(premise, known).map(|truth| !truth);
                if premise == Ok(true) {
                    return Ok(true);
                }
                self.some_holds([premise, self.holds(conclusion, known)].into_iter())
            }
            Formula::Iff(left, right) => Ok(self.holds(left, known)? == self.holds(right, known)?),
            Formula::Exists(..) => self.exists(formula, known),
            Formula::Forall(..) => Ok(!self.exists(&formula.clone().negated(), known)?),
            Formula::Member(terms, set) => self.member(terms, set, known),
            Formula::Digits(terms, condition) => {
                condition.holds(&self.naturals(terms, known)?, self)
            }
            Formula::Named(_, inner) => self.holds(inner, known),
        }
    }

    /// The values of terms of which only naturals are allowed.
    pub(crate) fn naturals(
        &self,
        terms: &[Term],
        known: &Assignment,
    ) -> Result<Vec<Natural>, EvaluationError> {
        terms.iter().map(|term| self.natural(term, known)).collect()
    }

    fn natural(&self, term: &Term, known: &Assignment) -> Result<Natural, EvaluationError> {
        let value = self.value(term, known)?;
        Natural::try_from(value.clone()).map_err(|_| EvaluationError::NegativeDigits {
            term: term.to_string(),
            value,
        })
    }

    /// Who is asked whether to go on.
    pub(crate) fn watch(&self) -> &dyn Watch {
        self.watch
    }

    /// Counts a step.
    pub(crate) fn step(&self) -> Result<(), EvaluationError> {
        let steps = self.steps.get() + 1;
        self.steps.set(steps);
        if steps.is_multiple_of(64) {
            self.watch.check()?;
        }
        if steps > self.limit {
            return Err(EvaluationError::TooManySteps { limit: self.limit });
        }
        Ok(())
    }

    /// Forgets the steps counted so far: something was found. The watch is asked, since whoever finds something often
    /// never counts up to the next question.
    pub(crate) fn rest(&self) -> Result<(), EvaluationError> {
        self.steps.set(0);
        Ok(self.watch.check()?)
    }

    /// Goes one level deeper, until the guard is dropped.
    pub(crate) fn deeper(&self) -> Result<DepthGuard<'_>, EvaluationError> {
        self.step()?;
        if self.depth.get() >= DEEPEST {
            return Err(EvaluationError::TooDeep { limit: DEEPEST });
        }
        self.depth.set(self.depth.get() + 1);
        Ok(DepthGuard(&self.depth))
    }

    fn floor(
        &self,
        term: &Term,
        form: &RealForm,
        known: &Assignment,
    ) -> Result<Integer, EvaluationError> {
        let mut parts: Vec<(Real, Integer)> = Vec::with_capacity(form.parts.len());
        for (factor, part) in &form.parts {
            parts.push((factor.clone(), self.value(part, known)?));
        }
        floor_of(&parts, &form.constant).map_err(|error| EvaluationError::Real {
            term: term.to_string(),
            error,
        })
    }

    /// Quotient and remainder.
    fn divided(
        &self,
        term: &Term,
        inner: &Term,
        divisor: &Natural,
        known: &Assignment,
    ) -> Result<(Integer, Integer), EvaluationError> {
        let value = self.value(inner, known)?;
        div_mod_floor(&value, &Integer::from(divisor)).ok_or_else(|| {
            EvaluationError::DivisionByZero {
                term: term.to_string(),
            }
        })
    }

    fn extremum(
        &self,
        terms: &[Term],
        known: &Assignment,
        better: fn(&Integer, &Integer) -> bool,
    ) -> Result<Integer, EvaluationError> {
        let mut best: Option<Integer> = None;
        for term in terms {
            let value = self.value(term, known)?;
            if best.as_ref().is_none_or(|old| better(&value, old)) {
                best = Some(value);
            }
        }
        best.ok_or(EvaluationError::NoTerms)
    }

    fn nim_sum(&self, terms: &[Term], known: &Assignment) -> Result<Integer, EvaluationError> {
        let mut sum = Natural::ZERO;
        for term in terms {
            let value = self.value(term, known)?;
            sum ^=
                Natural::try_from(value.clone()).map_err(|_| EvaluationError::NegativeNimSum {
                    term: term.to_string(),
                    value,
                })?;
        }
        Ok(Integer::from(sum))
    }

    /// The indices of the pairs that differ.
    pub(crate) fn changed(
        &self,
        pairs: &[(Term, Term)],
        known: &Assignment,
    ) -> Result<Vec<usize>, EvaluationError> {
        let mut changed = Vec::new();
        for (index, (before, after)) in pairs.iter().enumerate() {
            if self.value(before, known)? != self.value(after, known)? {
                changed.push(index);
            }
        }
        Ok(changed)
    }

    fn all_hold(&self, parts: &[Formula], known: &Assignment) -> Result<bool, EvaluationError> {
        let negated = parts
            .iter()
            .map(|part| self.holds(part, known).map(|truth| !truth));
        self.some_holds(negated).map(|truth| !truth)
    }

    /// Is one of the answers yes? An error counts only if none is.
    fn some_holds(
        &self,
        answers: impl Iterator<Item = Result<bool, EvaluationError>>,
    ) -> Result<bool, EvaluationError> {
        let mut trouble = None;
        for answer in answers {
            match answer {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(error) if error.is_final() => return Err(error),
                Err(error) => trouble = trouble.or(Some(error)),
            }
        }
        trouble.map_or(Ok(false), Err)
    }

    fn member(
        &self,
        terms: &[Term],
        set: &Set,
        known: &Assignment,
    ) -> Result<bool, EvaluationError> {
        let mut values = Vec::with_capacity(terms.len());
        for term in terms {
            values.push(Term::Constant(self.value(term, known)?));
        }
        let pieces = set
            .pieces
            .iter()
            .map(|piece| self.holds(&piece.membership(&values), known));
        self.some_holds(pieces)
    }
}

/// One level of nesting; dropping it leaves the level.
pub(crate) struct DepthGuard<'e>(&'e Cell<u32>);

impl Drop for DepthGuard<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}
