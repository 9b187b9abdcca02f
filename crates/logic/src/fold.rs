//! One way to rewrite a formula, and what is a few lines on top of it: [substitution](Substitution).
//!
//! A [`Fold`] is handed every term and formula and returns what is to stand in its place. What it does not treat in a way of
//! its own it hands to [`Term::fold_parts`] or [`Formula::fold_parts`]: the same operation on the folded parts. An error ends it
//! at once. A set is closed and stays as it is, and so does a condition on digits.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::sync::Arc;

use crate::formula::Formula;
use crate::term::{RealForm, Term, Variable};
use crate::visit::{FormulaPart, free_variables};

/// Who says what is to stand in place of each part of a formula.
pub trait Fold {
    /// Why there may be nothing to put there.
    type Error;

    /// What stands in place of a term: by default the same with its parts folded.
    ///
    /// # Errors
    /// As whoever folds says.
    fn term(&mut self, term: &Term) -> Result<Term, Self::Error> {
        term.fold_parts(self)
    }

    /// What stands in place of a formula: by default the same with its parts folded.
    ///
    /// # Errors
    /// As whoever folds says.
    fn formula(&mut self, formula: &Formula) -> Result<Formula, Self::Error> {
        formula.fold_parts(self)
    }

    /// What a variable is called where it is bound, from here to [`release`](Self::release).
    fn bind(&mut self, variable: &Variable) -> Variable {
        variable.clone()
    }

    /// The variable that was bound last is no longer.
    fn release(&mut self) {}
}

impl Term {
    /// The same operation on the folded parts.
    ///
    /// # Errors
    /// As whoever folds says.
    pub fn fold_parts<F: Fold + ?Sized>(&self, fold: &mut F) -> Result<Self, F::Error> {
        let inner = |fold: &mut F, term: &Self| fold.term(term).map(Box::new);
        Ok(match self {
            Self::Constant(_) | Self::Variable(_) => self.clone(),
            Self::Sum(parts) => Self::Sum(terms(parts, fold)?),
            Self::Scaled(factor, term) => Self::Scaled(factor.clone(), inner(fold, term)?),
            Self::Floor(form) => {
                let mut parts = Vec::with_capacity(form.parts.len());
                for (factor, term) in &form.parts {
                    parts.push((factor.clone(), fold.term(term)?));
                }
                Self::Floor(Box::new(RealForm {
                    parts,
                    constant: form.constant.clone(),
                }))
            }
            Self::Absolute(term) => Self::Absolute(inner(fold, term)?),
            Self::Minimum(parts) => Self::Minimum(terms(parts, fold)?),
            Self::Maximum(parts) => Self::Maximum(terms(parts, fold)?),
            Self::Modulo(term, modulus) => Self::Modulo(inner(fold, term)?, modulus.clone()),
            Self::Quotient(term, divisor) => Self::Quotient(inner(fold, term)?, divisor.clone()),
            Self::NimSum(parts) => Self::NimSum(terms(parts, fold)?),
            Self::Shift(direction, term, system) => {
                Self::Shift(*direction, inner(fold, term)?, Arc::clone(system))
            }
            Self::Choice(condition, yes, no) => {
                let condition = Box::new(fold.formula(condition)?);
                Self::Choice(condition, inner(fold, yes)?, inner(fold, no)?)
            }
            Self::Named(name, term) => Self::Named(Arc::clone(name), Arc::new(fold.term(term)?)),
        })
    }
}

impl Formula {
    /// The same operation on the folded parts.
    ///
    /// # Errors
    /// As whoever folds says.
    pub fn fold_parts<F: Fold + ?Sized>(&self, fold: &mut F) -> Result<Self, F::Error> {
        let inner = |fold: &mut F, formula: &Self| fold.formula(formula).map(Box::new);
        let several = |fold: &mut F, parts: &[Self]| {
            let parts = parts.iter().map(|part| fold.formula(part));
            parts.collect::<Result<Vec<_>, _>>()
        };
        let quantified = |fold: &mut F, variable: &Variable, body: &Self| {
            let variable = fold.bind(variable);
            let body = inner(fold, body)?;
            fold.release();
            Ok((variable, body))
        };
        Ok(match self {
            Self::Constant(_) => self.clone(),
            Self::Compare(left, comparison, right) => {
                Self::Compare(fold.term(left)?, *comparison, fold.term(right)?)
            }
            Self::Changes(how_many, pairs) => {
                let mut folded = Vec::with_capacity(pairs.len());
                for (before, after) in pairs {
                    folded.push((fold.term(before)?, fold.term(after)?));
                }
                Self::Changes(*how_many, folded)
            }
            Self::Not(formula) => Self::Not(inner(fold, formula)?),
            Self::And(parts) => Self::And(several(fold, parts)?),
            Self::Or(parts) => Self::Or(several(fold, parts)?),
            Self::Implies(left, right) => Self::Implies(inner(fold, left)?, inner(fold, right)?),
            Self::Iff(left, right) => Self::Iff(inner(fold, left)?, inner(fold, right)?),
            Self::Exists(variable, body) => {
                let (variable, body) = quantified(fold, variable, body)?;
                Self::Exists(variable, body)
            }
            Self::Forall(variable, body) => {
                let (variable, body) = quantified(fold, variable, body)?;
                Self::Forall(variable, body)
            }
            Self::Member(tuple, set) => Self::Member(terms(tuple, fold)?, Arc::clone(set)),
            Self::Digits(numbers, condition) => {
                Self::Digits(terms(numbers, fold)?, Arc::clone(condition))
            }
            Self::Named(name, formula) => {
                Self::Named(Arc::clone(name), Arc::new(fold.formula(formula)?))
            }
        })
    }
}

/// The folded terms.
///
/// # Errors
/// As whoever folds says.
pub fn terms<F: Fold + ?Sized>(terms: &[Term], fold: &mut F) -> Result<Vec<Term>, F::Error> {
    terms.iter().map(|term| fold.term(term)).collect()
}

/// Terms in place of variables.
///
/// A variable that is bound inside is another one, and stays. Where a term mentions a variable that is bound around its new
/// place, the bound one gets a new number. Names given by `let` are gone, since what they name has changed.
///
/// ```
/// use logic::fold::Substitution;
/// use logic::{Formula, Term, Variable};
///
/// let (x, n) = (Variable::new(0, "x"), Variable::new(1, "n"));
/// let larger = Formula::exists(&n, Term::from(&n).greater(&x));
/// let of_n = Substitution::new([(x, Term::from(&n) + 1)]).formula(&larger);
/// // There is still a larger number: the n put in is not the n bound there.
/// let other = Variable::new(2, "n");
/// assert_eq!(of_n, Formula::exists(&other, Term::from(&other).greater(Term::from(n) + 1)));
/// ```
pub struct Substitution {
    terms: HashMap<u32, Term>,
    /// The variables that the terms mention.
    mentioned: HashSet<u32>,
}

impl Substitution {
    /// These terms in place of these variables.
    pub fn new(terms: impl IntoIterator<Item = (Variable, Term)>) -> Self {
        let terms = terms.into_iter();
        let terms: HashMap<u32, Term> = terms
            .map(|(variable, term)| (variable.id(), term))
            .collect();
        let mentioned = terms.values().flat_map(free_variables);
        Self {
            mentioned: mentioned.map(Variable::id).collect(),
            terms,
        }
    }

    /// The formula with the terms put in.
    pub fn formula(&self, formula: &Formula) -> Formula {
        let Ok(formula) = self.put_into(formula.into()).formula(formula);
        formula
    }

    /// The term with the terms put in.
    pub fn term(&self, term: &Term) -> Term {
        let Ok(term) = self.put_into(term.into()).term(term);
        term
    }

    fn put_into<'f>(&'f self, whole: FormulaPart<'f>) -> Substituter<'f> {
        Substituter {
            put: self,
            whole,
            bound: Vec::new(),
        }
    }

    /// The least number above those of all variables of the terms, and of the part.
    fn fresh(&self, whole: FormulaPart<'_>) -> u32 {
        let mut least = 0;
        for part in self.terms.values().map(FormulaPart::Term).chain([whole]) {
            part.any(|part| {
                if let FormulaPart::Term(Term::Variable(variable))
                | FormulaPart::Formula(
                    Formula::Exists(variable, _) | Formula::Forall(variable, _),
                ) = part
                {
                    least = least.max(variable.id().saturating_add(1));
                }
                false
            });
        }
        least
    }
}

struct Substituter<'s> {
    put: &'s Substitution,
    whole: FormulaPart<'s>,
    /// The variables bound around this place, each with its new one.
    bound: Vec<(u32, Variable)>,
}

impl Fold for Substituter<'_> {
    type Error = Infallible;

    fn term(&mut self, term: &Term) -> Result<Term, Infallible> {
        match term {
            Term::Variable(variable) => {
                let mut bound = self.bound.iter().rev();
                let bound = bound.find(|(id, _)| *id == variable.id());
                Ok(match (bound, self.put.terms.get(&variable.id())) {
                    (Some((_, new)), _) => Term::Variable(new.clone()),
                    (None, Some(put)) => put.clone(),
                    (None, None) => term.clone(),
                })
            }
            Term::Named(_, inner) => self.term(inner),
            other => other.fold_parts(self),
        }
    }

    fn formula(&mut self, formula: &Formula) -> Result<Formula, Infallible> {
        match formula {
            Formula::Named(_, inner) => self.formula(inner),
            other => other.fold_parts(self),
        }
    }

    fn bind(&mut self, variable: &Variable) -> Variable {
        let new = if self.put.mentioned.contains(&variable.id()) {
            let depth = u32::try_from(self.bound.len()).unwrap_or(u32::MAX);
            let id = self.put.fresh(self.whole).saturating_add(depth);
            Variable::new(id, variable.name())
        } else {
            variable.clone()
        };
        self.bound.push((variable.id(), new.clone()));
        new
    }

    fn release(&mut self) {
        self.bound.pop();
    }
}
