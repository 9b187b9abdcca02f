//! A formula with what is known put in.
//!
//! The simplified formula is true for the same values of the remaining variables. Negations stand only
//! before memberships, every comparison is a sum compared with 0 in which each variable occurs once outside
//! of floors, decided parts are gone, and so are the names that `let` gave. A search simplifies
//! after each value that it fixes, so that its innermost loop sees a small formula.

use numeration::natural::{Integer, One, Zero};

use crate::evaluate::{Assignment, EvaluationError, Evaluator};
use crate::formula::{Comparison, Formula, HowMany};
use crate::term::{RealForm, Term, Variable};

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
                Ok(simplify_changes(*how_many, pairs, positive, known))
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
                let mut simple = Vec::with_capacity(terms.len());
                for term in terms {
                    simple.push(self.simplify_term(term, known)?);
                }
                let member = Formula::Member(simple, set.clone());
                Ok(if positive {
                    member
                } else {
                    Formula::Not(Box::new(member))
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
        let mut sum = Linear::default();
        self.collect(left, &Integer::ONE, known, &mut sum)?;
        self.collect(right, &Integer::from(-1), known, &mut sum)?;
        Ok(match sum.into_term() {
            Term::Constant(difference) => {
                Formula::Constant(comparison.holds(&difference, &Integer::ZERO))
            }
            term => Formula::Compare(term, comparison, Term::Constant(Integer::ZERO)),
        })
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
        Ok(match (simple.pop(), simple.is_empty()) {
            (None, _) => Formula::Constant(conjunction),
            (Some(only), true) => only,
            (Some(last), false) => {
                simple.push(last);
                if conjunction {
                    Formula::And(simple)
                } else {
                    Formula::Or(simple)
                }
            }
        })
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
                let simple_left = if positive {
                    simple_left
                } else {
                    Formula::Not(Box::new(simple_left))
                };
                Ok(Formula::Iff(Box::new(simple_left), Box::new(simple_right)))
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
            body if exists => Formula::Exists(variable.clone(), Box::new(body)),
            body => Formula::Forall(variable.clone(), Box::new(body)),
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
                let mut sum = Linear::default();
                self.collect(term, &Integer::ONE, known, &mut sum)?;
                return Ok(sum.into_term());
            }
            Term::Choice(condition, yes, no) => {
                return self.simplify_choice(condition, yes, no, known);
            }
            Term::Floor(form) => {
                let mut parts = Vec::with_capacity(form.parts.len());
                for (factor, part) in &form.parts {
                    parts.push((factor.clone(), self.simplify_term(part, known)?));
                }
                Term::Floor(Box::new(RealForm {
                    parts,
                    constant: form.constant.clone(),
                }))
            }
            Term::Absolute(inner) => Term::Absolute(Box::new(self.simplify_term(inner, known)?)),
            Term::Minimum(terms) => Term::Minimum(self.simplify_terms(terms, known)?),
            Term::Maximum(terms) => Term::Maximum(self.simplify_terms(terms, known)?),
            Term::Modulo(inner, modulus) => {
                Term::Modulo(Box::new(self.simplify_term(inner, known)?), modulus.clone())
            }
            Term::Quotient(inner, divisor) => {
                Term::Quotient(Box::new(self.simplify_term(inner, known)?), divisor.clone())
            }
            Term::NimSum(terms) => Term::NimSum(self.simplify_terms(terms, known)?),
        };
        if !has_constant_parts(&simple) {
            return Ok(simple);
        }
        match self.value(&simple, known) {
            Ok(value) => Ok(Term::Constant(value)),
            Err(error) if error.is_final() => Err(error),
            Err(_) => Ok(simple),
        }
    }

    fn simplify_terms(
        &self,
        terms: &[Term],
        known: &mut Assignment,
    ) -> Result<Vec<Term>, EvaluationError> {
        terms
            .iter()
            .map(|term| self.simplify_term(term, known))
            .collect()
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
                Ok(Term::Choice(
                    Box::new(condition),
                    Box::new(yes),
                    Box::new(no),
                ))
            }
        }
    }

    /// Adds a multiple of a term to a sum.
    fn collect(
        &self,
        term: &Term,
        factor: &Integer,
        known: &mut Assignment,
        sum: &mut Linear,
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
struct Linear {
    parts: Vec<(Integer, Term)>,
    constant: Integer,
}

impl Linear {
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
                Term::Scaled(factor, Box::new(atom))
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

/// Are the operands of this operation all constants?
fn has_constant_parts(term: &Term) -> bool {
    let constant = |term: &Term| matches!(term, Term::Constant(_));
    match term {
        Term::Floor(form) => form.parts.iter().all(|(_, part)| constant(part)),
        Term::Absolute(inner) | Term::Modulo(inner, _) | Term::Quotient(inner, _) => {
            constant(inner)
        }
        Term::Minimum(terms) | Term::Maximum(terms) | Term::NimSum(terms) => {
            terms.iter().all(constant)
        }
        _ => false,
    }
}

/// Drops the pairs that are known to differ or to be equal, and spells the rest out where it is simple.
fn simplify_changes(
    how_many: HowMany,
    pairs: &[(Variable, Variable)],
    positive: bool,
    known: &Assignment,
) -> Formula {
    let open =
        |pair: &&(Variable, Variable)| known.get(&pair.0).is_none() || known.get(&pair.1).is_none();
    let left: Vec<&(Variable, Variable)> = pairs.iter().filter(open).collect();
    let differing =
        |pair: &&(Variable, Variable)| !open(pair) && known.get(&pair.0) != known.get(&pair.1);
    let changed = pairs.iter().filter(differing).count();
    match (how_many, positive) {
        (HowMany::AtMost(k), true) => at_most(k, changed, &left, known),
        (HowMany::AtLeast(k), true) => at_least(k, changed, &left, known),
        (HowMany::AtMost(k), false) => at_least(k + 1, changed, &left, known),
        (HowMany::AtLeast(0), false) => Formula::Constant(false),
        (HowMany::AtLeast(k), false) => at_most(k - 1, changed, &left, known),
        (HowMany::Exactly(k), true) => both(
            at_most(k, changed, &left, known),
            at_least(k, changed, &left, known),
        ),
        (HowMany::Exactly(k), false) => {
            let fewer = if k == 0 {
                Formula::Constant(false)
            } else {
                at_most(k - 1, changed, &left, known)
            };
            either(fewer, at_least(k + 1, changed, &left, known))
        }
    }
}

fn at_most(
    k: usize,
    changed: usize,
    left: &[&(Variable, Variable)],
    known: &Assignment,
) -> Formula {
    match k.checked_sub(changed) {
        None => Formula::Constant(false),
        Some(room) if left.len() <= room => Formula::Constant(true),
        Some(0) => all_pairs(left, Comparison::Equal, known),
        Some(room) => Formula::Changes(
            HowMany::AtMost(room),
            left.iter().map(|pair| (*pair).clone()).collect(),
        ),
    }
}

fn at_least(
    k: usize,
    changed: usize,
    left: &[&(Variable, Variable)],
    known: &Assignment,
) -> Formula {
    match k.saturating_sub(changed) {
        0 => Formula::Constant(true),
        needed if left.len() < needed => Formula::Constant(false),
        needed if left.len() == needed => all_pairs(left, Comparison::NotEqual, known),
        needed => Formula::Changes(
            HowMany::AtLeast(needed),
            left.iter().map(|pair| (*pair).clone()).collect(),
        ),
    }
}

fn all_pairs(
    pairs: &[&(Variable, Variable)],
    comparison: Comparison,
    known: &Assignment,
) -> Formula {
    let term = |variable: &Variable| {
        known.get(variable).map_or_else(
            || Term::Variable(variable.clone()),
            |value| Term::Constant(value.clone()),
        )
    };
    let compare = |(before, after): &&(Variable, Variable)| {
        Formula::Compare(
            term(after).minus(term(before)),
            comparison,
            Term::Constant(Integer::ZERO),
        )
    };
    let mut parts: Vec<Formula> = pairs.iter().map(compare).collect();
    if parts.len() == 1 {
        parts.remove(0)
    } else {
        Formula::And(parts)
    }
}

fn both(left: Formula, right: Formula) -> Formula {
    match (left, right) {
        (Formula::Constant(true), other) | (other, Formula::Constant(true)) => other,
        (Formula::Constant(false), _) | (_, Formula::Constant(false)) => Formula::Constant(false),
        (left, right) => Formula::And(vec![left, right]),
    }
}

fn either(left: Formula, right: Formula) -> Formula {
    match (left, right) {
        (Formula::Constant(false), other) | (other, Formula::Constant(false)) => other,
        (Formula::Constant(true), _) | (_, Formula::Constant(true)) => Formula::Constant(true),
        (left, right) => Formula::Or(vec![left, right]),
    }
}
