//! A formula with what is known put in.
//!
//! The simplified formula is true for the same values of the remaining variables. Negations stand only
//! before memberships and conditions on digits, every comparison is a sum compared with 0 in which each variable occurs once outside
//! of floors, decided parts are gone, and so are the names that `let` gave. A search simplifies
//! after each value that it fixes, so that its innermost loop sees a small formula.

use std::ops::ControlFlow;
use std::sync::Arc;

use numeration::natural::{Integer, One, Zero};

use crate::changes::RemainingPairs;
use crate::digits::DigitCondition;
use crate::evaluate::{Assignment, EvaluationError, Evaluator};
use crate::fold::{self, Fold};
use crate::formula::{Comparison, Formula, HowMany};
use crate::term::{Term, Variable};
use crate::visit::{FormulaPart, Visitor};

impl Evaluator<'_> {
    /// The formula with the known values put in and everything decided that they decide.
    pub fn simplify(
        &self,
        formula: &Formula,
        known: &Assignment,
    ) -> Result<Formula, EvaluationError> {
        self.simplify_as(formula, true, &mut known.clone())
    }

    /// The negation, simplified.
    pub(crate) fn simplify_negated(
        &self,
        formula: &Formula,
        known: &Assignment,
    ) -> Result<Formula, EvaluationError> {
        self.simplify_as(formula, false, &mut known.clone())
    }

    fn simplify_as(
        &self,
        formula: &Formula,
        positive: bool,
        known: &mut Assignment,
    ) -> Result<Formula, EvaluationError> {
        let _level = self.deeper()?;
        match formula {
            Formula::Constant(truth) => Ok(Formula::Constant(*truth == positive)),
            Formula::Compare(left, comparison, right) => {
                let comparison = if positive {
                    *comparison
                } else {
                    comparison.negated()
                };
                self.simplify_comparison(left, comparison, right, known)
            }
            Formula::Changes(how_many, pairs) => {
                self.simplify_changes(*how_many, pairs, positive, known)
            }
            Formula::Not(inner) => self.simplify_as(inner, !positive, known),
            Formula::And(parts) => {
                self.simplify_junction(parts.iter().map(|part| (part, positive)), positive, known)
            }
            Formula::Or(parts) => {
                self.simplify_junction(parts.iter().map(|part| (part, positive)), !positive, known)
            }
            Formula::Implies(premise, conclusion) => {
                let parts = [
                    (premise.as_ref(), !positive),
                    (conclusion.as_ref(), positive),
                ];
                self.simplify_junction(parts.into_iter(), !positive, known)
            }
            Formula::Iff(left, right) => self.simplify_iff(left, right, positive, known),
            Formula::Exists(variable, body) => {
                self.simplify_quantifier(variable, body, positive, positive, known)
            }
            Formula::Forall(variable, body) => {
                self.simplify_quantifier(variable, body, !positive, positive, known)
            }
            Formula::Member(terms, set) => {
                let mut put_in = ValueSubstituter {
                    evaluator: self,
                    known,
                };
                let member = Formula::Member(fold::terms(terms, &mut put_in)?, set.clone());
                Ok(if positive { member } else { !member })
            }
            Formula::Digits(terms, condition) => {
                let simple = self.simplify_digits(terms, condition, known)?;
                Ok(match simple {
                    Formula::Constant(truth) => Formula::Constant(truth == positive),
                    simple if positive => simple,
                    simple => !simple,
                })
            }
            Formula::Named(_, inner) => self.simplify_as(inner, positive, known),
        }
    }

    fn simplify_comparison(
        &self,
        left: &Term,
        comparison: Comparison,
        right: &Term,
        known: &mut Assignment,
    ) -> Result<Formula, EvaluationError> {
        let mut sum = TermSum::default();
        self.collect(left, &Integer::ONE, known, &mut sum)?;
        self.collect(right, &Integer::from(-1), known, &mut sum)?;
        Ok(match sum.into_term() {
            Term::Constant(difference) => {
                Formula::Constant(comparison.holds(&difference, &Integer::ZERO))
            }
            term => Formula::Compare(term, comparison, Term::Constant(Integer::ZERO)),
        })
    }

    /// A condition on digits with the known values put in: decided if all are known and the digits can be had.
    fn simplify_digits(
        &self,
        terms: &[Term],
        condition: &Arc<DigitCondition>,
        known: &mut Assignment,
    ) -> Result<Formula, EvaluationError> {
        let mut put_in = ValueSubstituter {
            evaluator: self,
            known,
        };
        let simple = Formula::Digits(fold::terms(terms, &mut put_in)?, Arc::clone(condition));
        if FormulaPart::Formula(&simple)
            .visit_parts(&mut ConstantCheck)
            .is_break()
        {
            return Ok(simple);
        }
        match self.holds(&simple, known) {
            Ok(truth) => Ok(Formula::Constant(truth)),
            Err(error) if error.is_final() => Err(error),
            Err(_) => Ok(simple),
        }
    }

    /// Drops the pairs that are known to differ or to be equal, and compares the rest where all of it must do the same.
    fn simplify_changes(
        &self,
        how_many: HowMany,
        pairs: &[(Term, Term)],
        positive: bool,
        known: &mut Assignment,
    ) -> Result<Formula, EvaluationError> {
        let mut changed = 0;
        let mut open = Vec::new();
        for (before, after) in pairs {
            match (
                self.simplify_term(before, known)?,
                self.simplify_term(after, known)?,
            ) {
                (Term::Constant(before), Term::Constant(after)) => {
                    changed += usize::from(before != after);
                }
                pair => open.push(pair),
            }
        }
        let mut parts = Vec::new();
        for range in how_many.ranges(pairs.len(), positive) {
            match range.rest(changed, open.len()) {
                RemainingPairs::Decided(true) => return Ok(Formula::Constant(true)),
                RemainingPairs::Decided(false) => {}
                RemainingPairs::Open(how_many) => {
                    parts.push(Formula::Changes(how_many, open.clone()))
                }
                RemainingPairs::All(comparison) => {
                    let mut all = Vec::new();
                    for (before, after) in &open {
                        all.push(self.simplify_comparison(after, comparison, before, known)?);
                    }
                    parts.push(Formula::all(all));
                }
            }
        }
        Ok(Formula::any(parts))
    }

    /// A conjunction or a disjunction of parts, each to be taken as it is or negated.
    fn simplify_junction<'f>(
        &self,
        parts: impl Iterator<Item = (&'f Formula, bool)>,
        conjunction: bool,
        known: &mut Assignment,
    ) -> Result<Formula, EvaluationError> {
        let mut simple = Vec::new();
        for (part, positive) in parts {
            match self.simplify_as(part, positive, known)? {
                Formula::Constant(truth) if truth == conjunction => {}
                Formula::Constant(truth) => return Ok(Formula::Constant(truth)),
                Formula::And(parts) if conjunction => simple.extend(parts),
                Formula::Or(parts) if !conjunction => simple.extend(parts),
                part => simple.push(part),
            }
        }
        Ok(Formula::junction(simple, conjunction))
    }

    fn simplify_iff(
        &self,
        left: &Formula,
        right: &Formula,
        positive: bool,
        known: &mut Assignment,
    ) -> Result<Formula, EvaluationError> {
        let simple_left = self.simplify_as(left, true, known)?;
        let simple_right = self.simplify_as(right, true, known)?;
        match (simple_left, simple_right) {
            (Formula::Constant(truth), other) | (other, Formula::Constant(truth)) => {
                self.simplify_as(&other, truth == positive, known)
            }
            (simple_left, simple_right) => {
                let simple_left = if positive { simple_left } else { !simple_left };
                Ok(simple_left.iff(simple_right))
            }
        }
    }

    fn simplify_quantifier(
        &self,
        variable: &Variable,
        body: &Formula,
        exists: bool,
        positive: bool,
        known: &mut Assignment,
    ) -> Result<Formula, EvaluationError> {
        let shadowed = known.unset(variable);
        let body = self.simplify_as(body, positive, known);
        known.restore(variable, shadowed);
        Ok(match body? {
            Formula::Constant(truth) => Formula::Constant(truth),
            body if exists => Formula::exists(variable, body),
            body => Formula::forall(variable, body),
        })
    }

    /// The term with the known values put in. A part without a value stays as it is: whoever needs it will
    /// meet the error.
    pub(crate) fn simplify_term(
        &self,
        term: &Term,
        known: &mut Assignment,
    ) -> Result<Term, EvaluationError> {
        let _level = self.deeper()?;
        let simple = match term {
            Term::Constant(_) => return Ok(term.clone()),
            Term::Variable(variable) => {
                return Ok(known
                    .get(variable)
                    .map_or_else(|| term.clone(), |value| Term::Constant(value.clone())));
            }
            Term::Named(_, inner) => return self.simplify_term(inner, known),
            Term::Sum(_) | Term::Scaled(..) => {
                let mut sum = TermSum::default();
                self.collect(term, &Integer::ONE, known, &mut sum)?;
                return Ok(sum.into_term());
            }
            Term::Choice(condition, yes, no) => {
                return self.simplify_choice(condition, yes, no, known);
            }
            operation => operation.fold_parts(&mut ValueSubstituter {
                evaluator: self,
                known,
            })?,
        };
        if FormulaPart::Term(&simple)
            .visit_parts(&mut ConstantCheck)
            .is_break()
        {
            return Ok(simple);
        }
        match self.value(&simple, known) {
            Ok(value) => Ok(Term::Constant(value)),
            Err(error) if error.is_final() => Err(error),
            Err(_) => Ok(simple),
        }
    }

    fn simplify_choice(
        &self,
        condition: &Formula,
        yes: &Term,
        no: &Term,
        known: &mut Assignment,
    ) -> Result<Term, EvaluationError> {
        match self.simplify_as(condition, true, known)? {
            Formula::Constant(true) => self.simplify_term(yes, known),
            Formula::Constant(false) => self.simplify_term(no, known),
            condition => {
                let yes = self.simplify_term(yes, known)?;
                let no = self.simplify_term(no, known)?;
                Ok(Term::choice(condition, yes, no))
            }
        }
    }

    /// Adds a multiple of a term to a sum.
    fn collect(
        &self,
        term: &Term,
        factor: &Integer,
        known: &mut Assignment,
        sum: &mut TermSum,
    ) -> Result<(), EvaluationError> {
        let _level = self.deeper()?;
        match term {
            Term::Sum(parts) => parts
                .iter()
                .try_for_each(|part| self.collect(part, factor, known, sum)),
            Term::Scaled(by, inner) => self.collect(inner, &(factor * by), known, sum),
            Term::Named(_, inner) => self.collect(inner, factor, known, sum),
            other => match self.simplify_term(other, known)? {
                Term::Constant(value) => {
                    sum.constant += factor * value;
                    Ok(())
                }
                simple @ (Term::Sum(_) | Term::Scaled(..)) => {
                    self.collect(&simple, factor, known, sum)
                }
                atom => {
                    sum.add(factor, atom);
                    Ok(())
                }
            },
        }
    }
}

/// A sum of multiples of terms and a constant.
#[derive(Default)]
struct TermSum {
    parts: Vec<(Integer, Term)>,
    constant: Integer,
}

impl TermSum {
    fn add(&mut self, factor: &Integer, atom: Term) {
        let same = |other: &Term| match (other, &atom) {
            (Term::Variable(a), Term::Variable(b)) => a == b,
            _ => false,
        };
        match self.parts.iter_mut().find(|(_, other)| same(other)) {
            Some((sum, _)) => *sum += factor,
            None => self.parts.push((factor.clone(), atom)),
        }
    }

    fn into_term(self) -> Term {
        let scale = |(factor, atom): (Integer, Term)| {
            if factor == Integer::ONE {
                atom
            } else {
                atom.times(factor)
            }
        };
        let mut terms: Vec<Term> = self
            .parts
            .into_iter()
            .filter(|(factor, _)| *factor != Integer::ZERO)
            .map(scale)
            .collect();
        if terms.is_empty() {
            return Term::Constant(self.constant);
        }
        if self.constant != Integer::ZERO {
            terms.push(Term::Constant(self.constant));
        }
        if terms.len() == 1 {
            terms.remove(0)
        } else {
            Term::Sum(terms)
        }
    }
}

/// Puts the known values into the operands of an operation.
struct ValueSubstituter<'e, 'k> {
    evaluator: &'e Evaluator<'e>,
    known: &'k mut Assignment,
}

impl Fold for ValueSubstituter<'_, '_> {
    type Error = EvaluationError;

    fn term(&mut self, term: &Term) -> Result<Term, EvaluationError> {
        self.evaluator.simplify_term(term, self.known)
    }
}

/// Breaks where an operand is not a constant.
struct ConstantCheck;

impl<'t> Visitor<'t> for ConstantCheck {
    type Break = ();

    fn term(&mut self, term: &'t Term) -> ControlFlow<()> {
        match term {
            Term::Constant(_) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}
