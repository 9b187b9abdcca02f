//! Every variable of a game is bound at one place.
//!
//! The formulas of a [`Spec`] speak of piles by their numbers and bind every other variable themselves: a quantifier or
//! a set `{ t | … }`. Whoever works on them may rely on this: no two places bind the same number, a variable is mentioned
//! only where it is bound, and a set is closed, so that it means the same wherever it is mentioned. If the reader of the
//! rules got that wrong, everything behind it would agree on the wrong meaning, so it is checked by itself.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use logic::visit::{FormulaPart, Visitor};
use logic::{Set, Term, Variable};
use thiserror::Error;

use crate::spec::Spec;
use crate::splitting::SplittingSpec;

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
        let mut check = BindingCheck {
            first: piles.saturating_mul(2),
            piles: 0,
            bound: HashSet::new(),
            scope: Vec::new(),
            sets: HashSet::new(),
        };
        let found = check.spec(self, piles);
        found.break_value().map_or(Ok(()), Err)
    }
}

impl SplittingSpec {
    /// Checks that every variable is bound at exactly one place and mentioned only there; a move binds its parts.
    ///
    /// # Errors
    /// The first variable of which that is not true.
    pub fn check_binding(&self) -> Result<(), BindingError> {
        let mut check = BindingCheck {
            first: 2,
            piles: 0,
            bound: HashSet::new(),
            scope: Vec::new(),
            sets: HashSet::new(),
        };
        let found = check.splitting(self);
        found.break_value().map_or(Ok(()), Err)
    }
}

struct BindingCheck {
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

type Walk = ControlFlow<BindingError>;

impl BindingCheck {
    fn spec(&mut self, spec: &Spec, piles: u32) -> Walk {
        let theorems = spec.theorems.iter();
        theorems
            .map(|theorem| &theorem.sentence)
            .try_for_each(|sentence| self.formula(sentence))?;
        let mut claimed = spec.p_positions.iter().chain(&spec.misere_p_positions);
        claimed.try_for_each(|set| self.set(set))?;
        self.piles = piles;
        let mut conditions = spec.domain.iter().chain(&spec.ends);
        conditions.try_for_each(|condition| self.formula(condition))?;
        for claim in &spec.nim_values {
            self.formula(&claim.condition)?;
            self.term(&claim.value)?;
        }
        let mut columns = spec.columns.iter();
        columns.try_for_each(|column| self.term(&column.term))?;
        self.piles = self.first;
        let mut clauses = spec.moves.iter().flat_map(|rule| &rule.clauses);
        clauses.try_for_each(|clause| self.formula(clause))
    }

    fn splitting(&mut self, spec: &SplittingSpec) -> Walk {
        self.spec(&spec.heap, 1)?;
        self.piles = 1;
        for rule in &spec.moves {
            for part in &rule.parts {
                self.bind(part)?;
            }
            let mut clauses = rule.clauses.iter();
            clauses.try_for_each(|clause| self.formula(clause))?;
            self.scope.clear();
        }
        ControlFlow::Continue(())
    }

    fn mention(&self, variable: &Variable) -> Walk {
        let id = variable.id();
        if id < self.piles || self.scope.contains(&id) {
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(BindingError::Nowhere {
            variable: variable.name().to_owned(),
            id,
        })
    }
}

impl<'f> Visitor<'f> for BindingCheck {
    type Break = BindingError;

    fn term(&mut self, term: &'f Term) -> Walk {
        if let Term::Variable(variable) = term {
            self.mention(variable)?;
        }
        FormulaPart::Term(term).visit_parts(self)
    }

    /// A set is closed: nothing of what stands around it may be mentioned in it.
    fn set(&mut self, set: &'f Arc<Set>) -> Walk {
        if !self.sets.insert(Arc::as_ptr(set)) {
            return ControlFlow::Continue(());
        }
        let (scope, piles) = (std::mem::take(&mut self.scope), self.piles);
        self.piles = 0;
        set.visit_parts(self)?;
        (self.scope, self.piles) = (scope, piles);
        ControlFlow::Continue(())
    }

    fn bind(&mut self, variable: &'f Variable) -> Walk {
        let (name, id) = (variable.name().to_owned(), variable.id());
        if id < self.first {
            return ControlFlow::Break(BindingError::Pile { variable: name, id });
        }
        if !self.bound.insert(id) {
            return ControlFlow::Break(BindingError::Twice { variable: name, id });
        }
        self.scope.push(id);
        ControlFlow::Continue(())
    }

    fn release(&mut self) {
        self.scope.pop();
    }
}
