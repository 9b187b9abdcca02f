//! Taking apart terms that depend on a condition.
//!
//! `(if n = 0 then 0 else floor(n*7/4)) - (if n = 0 then 0 else 7*n - 3)` is bounded case by case:
//! with `n = 0` it is `0 - 0`, otherwise `floor(n*7/4) - (7*n - 3)`.

use crate::formula::Formula;
use crate::term::{RealForm, Term};

/// Larger terms are not taken apart.
const LARGEST: u32 = 500;

/// The condition of the first choice that occurs in some of the terms.
pub(crate) fn first_condition(terms: &[Term]) -> Option<&Formula> {
    let mut look = Look::default();
    terms.iter().for_each(|term| look.at(term));
    look.first.filter(|_| look.visited <= LARGEST)
}

#[derive(Default)]
struct Look<'t> {
    first: Option<&'t Formula>,
    visited: u32,
}

impl<'t> Look<'t> {
    fn at(&mut self, term: &'t Term) {
        self.visited += 1;
        if self.visited > LARGEST {
            return;
        }
        match term {
            Term::Constant(_) | Term::Variable(_) => {}
            Term::Choice(condition, yes, no) => {
                self.first = self.first.or(Some(condition));
                self.at(yes);
                self.at(no);
            }
            Term::Scaled(_, inner)
            | Term::Absolute(inner)
            | Term::Modulo(inner, _)
            | Term::Quotient(inner, _) => self.at(inner),
            Term::Named(_, inner) => self.at(inner),
            Term::Floor(form) => form.parts.iter().for_each(|(_, term)| self.at(term)),
            Term::Sum(terms)
            | Term::Minimum(terms)
            | Term::Maximum(terms)
            | Term::NimSum(terms) => {
                terms.iter().for_each(|term| self.at(term));
            }
        }
    }
}

/// The term where the condition is known to be true or false: every choice that depends on it is made.
pub(crate) fn decided(term: &Term, condition: &Formula, truth: bool) -> Term {
    let inside = |term: &Term| Box::new(decided(term, condition, truth));
    let all = |terms: &[Term]| {
        terms
            .iter()
            .map(|term| decided(term, condition, truth))
            .collect()
    };
    match term {
        Term::Choice(other, yes, no) if **other == *condition => {
            *inside(if truth { yes } else { no })
        }
        Term::Choice(other, yes, no) => Term::Choice(other.clone(), inside(yes), inside(no)),
        Term::Constant(_) | Term::Variable(_) => term.clone(),
        Term::Scaled(factor, inner) => Term::Scaled(factor.clone(), inside(inner)),
        Term::Absolute(inner) => Term::Absolute(inside(inner)),
        Term::Modulo(inner, modulus) => Term::Modulo(inside(inner), modulus.clone()),
        Term::Quotient(inner, divisor) => Term::Quotient(inside(inner), divisor.clone()),
        Term::Named(_, inner) => decided(inner, condition, truth),
        Term::Floor(form) => {
            let part = |(factor, term): &(_, Term)| {
                (Clone::clone(factor), decided(term, condition, truth))
            };
            let parts = form.parts.iter().map(part).collect();
            Term::Floor(Box::new(RealForm {
                parts,
                constant: form.constant.clone(),
            }))
        }
        Term::Sum(terms) => Term::Sum(all(terms)),
        Term::Minimum(terms) => Term::Minimum(all(terms)),
        Term::Maximum(terms) => Term::Maximum(all(terms)),
        Term::NimSum(terms) => Term::NimSum(all(terms)),
    }
}
