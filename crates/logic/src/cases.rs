//! Taking apart terms that depend on a condition.
//!
//! `(if n = 0 then 0 else floor(n*7/4)) - (if n = 0 then 0 else 7*n - 3)` is bounded case by case:
//! with `n = 0` it is `0 - 0`, otherwise `floor(n*7/4) - (7*n - 3)`.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::fold::Fold;
use crate::formula::Formula;
use crate::term::Term;
use crate::visit::{FormulaPart, Visitor};

/// Larger terms are not taken apart.
const LARGEST: u32 = 500;

/// The condition of the first choice that occurs in some of the terms.
pub(crate) fn first_condition(terms: &[Term]) -> Option<&Formula> {
    let mut look = ConditionFinder::default();
    let small = terms.iter().try_for_each(|term| look.term(term));
    look.first.filter(|_| small.is_continue())
}

#[derive(Default)]
struct ConditionFinder<'t> {
    first: Option<&'t Formula>,
    visited: u32,
}

impl<'t> Visitor<'t> for ConditionFinder<'t> {
    type Break = ();

    fn term(&mut self, term: &'t Term) -> ControlFlow<()> {
        self.visited += 1;
        if self.visited > LARGEST {
            return ControlFlow::Break(());
        }
        FormulaPart::Term(term).visit_parts(self)
    }

    /// Formulas stand in terms as the conditions of choices.
    fn formula(&mut self, condition: &'t Formula) -> ControlFlow<()> {
        self.first = self.first.or(Some(condition));
        ControlFlow::Continue(())
    }
}

/// The term where the condition is known to be true or false: every choice that depends on it is made.
pub(crate) fn decided(term: &Term, condition: &Formula, truth: bool) -> Term {
    let Ok(term) = DecidedCondition { condition, truth }.term(term);
    term
}

struct DecidedCondition<'f> {
    condition: &'f Formula,
    truth: bool,
}

impl Fold for DecidedCondition<'_> {
    type Error = Infallible;

    fn term(&mut self, term: &Term) -> Result<Term, Infallible> {
        match term {
            Term::Choice(condition, yes, no) if **condition == *self.condition => {
                self.term(if self.truth { yes } else { no })
            }
            Term::Named(_, inner) => self.term(inner),
            other => other.fold_parts(self),
        }
    }

    /// Other conditions stay.
    fn formula(&mut self, condition: &Formula) -> Result<Formula, Infallible> {
        Ok(condition.clone())
    }
}
