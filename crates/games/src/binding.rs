//! Every variable of a game is bound at one place.
//!
//! The formulas of a [`Spec`] speak of piles by their numbers and bind every other variable themselves: a quantifier or
//! a set `{ t | … }`. Whoever works on them may rely on this: no two places bind the same number, a variable is mentioned
//! only where it is bound, and a set is closed, so that it means the same wherever it is mentioned. If the reader of the
//! rules got that wrong, everything behind it would agree on the wrong meaning, so it is checked by itself.

use std::collections::HashSet;
use std::sync::Arc;

use logic::{Formula, Set, Term, Variable};
use thiserror::Error;

use crate::spec::Spec;

/// A variable that is not bound at exactly one place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BindingError {
    /// Two places bind it.
    #[error("the variable {variable} ({id}) is bound twice")]
    Twice {
        /// Its name.
        variable: String,
        /// Its number.
        id: u32,
    },
    /// It is mentioned where nothing binds it.
    #[error("the variable {variable} ({id}) is mentioned where it means nothing")]
    Nowhere {
        /// Its name.
        variable: String,
        /// Its number.
        id: u32,
    },
    /// A pile is bound as if it were a variable.
    #[error("the pile {variable} ({id}) is bound")]
    Pile {
        /// Its name.
        variable: String,
        /// Its number.
        id: u32,
    },
}

impl Spec {
    /// Checks that every variable is bound at exactly one place and mentioned only there.
    ///
    /// # Errors
    /// The first variable of which that is not true.
    pub fn check_binding(&self) -> Result<(), BindingError> {
        let piles = u32::try_from(self.dimension()).unwrap_or(u32::MAX);
        let mut check = Check {
            first: piles.saturating_mul(2),
            piles: 0,
            bound: HashSet::new(),
            scope: Vec::new(),
            sets: HashSet::new(),
        };
        self.theorems
            .iter()
            .try_for_each(|theorem| check.formula(&theorem.sentence))?;
        self.p_positions.iter().try_for_each(|set| check.set(set))?;
        check.piles = piles;
        self.ends.iter().try_for_each(|ends| check.formula(ends))?;
        for claim in &self.nim_values {
            check.formula(&claim.condition)?;
            check.term(&claim.value)?;
        }
        self.columns
            .iter()
            .try_for_each(|column| check.term(&column.term))?;
        check.piles = check.first;
        let clauses = self.moves.iter().flat_map(|rule| &rule.clauses);
        clauses
            .into_iter()
            .try_for_each(|clause| check.formula(clause))
    }
}

struct Check {
    /// Variables with smaller numbers are piles.
    first: u32,
    /// Piles with smaller numbers may be mentioned.
    piles: u32,
    /// All variables bound so far.
    bound: HashSet<u32>,
    /// Those that may be mentioned here.
    scope: Vec<u32>,
    /// The sets seen so far. A set is one place, however often it is mentioned.
    sets: HashSet<*const Set>,
}

impl Check {
    fn formula(&mut self, formula: &Formula) -> Result<(), BindingError> {
        match formula {
            Formula::Constant(_) => Ok(()),
            Formula::Compare(left, _, right) => {
                self.term(left)?;
                self.term(right)
            }
            Formula::Changes(_, pairs) => pairs.iter().try_for_each(|(before, after)| {
                self.mention(before)?;
                self.mention(after)
            }),
            Formula::Not(inner) => self.formula(inner),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().try_for_each(|part| self.formula(part))
            }
            Formula::Implies(left, right) | Formula::Iff(left, right) => {
                self.formula(left)?;
                self.formula(right)
            }
            Formula::Exists(variable, body) | Formula::Forall(variable, body) => {
                self.bind(variable)?;
                self.formula(body)?;
                self.scope.pop();
                Ok(())
            }
            Formula::Member(tuple, set) => {
                tuple.iter().try_for_each(|term| self.term(term))?;
                self.set(set)
            }
            Formula::Named(_, inner) => self.formula(inner),
        }
    }

    fn term(&mut self, term: &Term) -> Result<(), BindingError> {
        match term {
            Term::Constant(_) => Ok(()),
            Term::Variable(variable) => self.mention(variable),
            Term::Sum(parts)
            | Term::Minimum(parts)
            | Term::Maximum(parts)
            | Term::NimSum(parts) => parts.iter().try_for_each(|part| self.term(part)),
            Term::Scaled(_, inner)
            | Term::Absolute(inner)
            | Term::Modulo(inner, _)
            | Term::Quotient(inner, _) => self.term(inner),
            Term::Floor(form) => form.parts.iter().try_for_each(|part| self.term(&part.1)),
            Term::Choice(condition, yes, no) => {
                self.formula(condition)?;
                self.term(yes)?;
                self.term(no)
            }
            Term::Named(_, inner) => self.term(inner),
        }
    }

    /// A set is closed: nothing of what stands around it may be mentioned in it.
    fn set(&mut self, set: &Arc<Set>) -> Result<(), BindingError> {
        if !self.sets.insert(Arc::as_ptr(set)) {
            return Ok(());
        }
        let (scope, piles) = (std::mem::take(&mut self.scope), self.piles);
        self.piles = 0;
        for piece in &set.pieces {
            piece
                .variables
                .iter()
                .try_for_each(|variable| self.bind(variable))?;
            piece.tuple.iter().try_for_each(|term| self.term(term))?;
            self.formula(&piece.condition)?;
            self.scope.clear();
        }
        (self.scope, self.piles) = (scope, piles);
        Ok(())
    }

    fn bind(&mut self, variable: &Variable) -> Result<(), BindingError> {
        let (name, id) = (variable.name().to_owned(), variable.id());
        if id < self.first {
            return Err(BindingError::Pile { variable: name, id });
        }
        if !self.bound.insert(id) {
            return Err(BindingError::Twice { variable: name, id });
        }
        self.scope.push(id);
        Ok(())
    }

    fn mention(&self, variable: &Variable) -> Result<(), BindingError> {
        let id = variable.id();
        if id < self.piles || self.scope.contains(&id) {
            return Ok(());
        }
        Err(BindingError::Nowhere {
            variable: variable.name().to_owned(),
            id,
        })
    }
}
