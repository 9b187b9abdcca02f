//! Terms in place of the piles after a move.

use std::collections::HashMap;

use games::spec::PileOrder;
use logic::{Comparison, Formula, HowMany, RealForm, Term, Variable};

/// For each of some variables the term to put in its place. None of the terms may speak of a variable that the formula
/// quantifies; in the formulas of one game no variable is quantified twice.
pub(crate) struct Substitution {
    terms: HashMap<u32, Term>,
}

impl Substitution {
    /// These terms in place of these variables.
    pub(crate) fn new(terms: impl IntoIterator<Item = (Variable, Term)>) -> Self {
        Self {
            terms: terms
                .into_iter()
                .map(|(variable, term)| (variable.id(), term))
                .collect(),
        }
    }

    /// The formula with the terms put in.
    pub(crate) fn formula(&self, formula: &Formula) -> Formula {
        let boxed = |inner: &Formula| Box::new(self.formula(inner));
        match formula {
            Formula::Constant(truth) => Formula::Constant(*truth),
            Formula::Compare(left, comparison, right) => {
                Formula::Compare(self.term(left), *comparison, self.term(right))
            }
            Formula::Changes(how_many, pairs) => self.changes(*how_many, pairs),
            Formula::Not(inner) => Formula::Not(boxed(inner)),
            Formula::And(parts) => {
                Formula::And(parts.iter().map(|part| self.formula(part)).collect())
            }
            Formula::Or(parts) => {
                Formula::Or(parts.iter().map(|part| self.formula(part)).collect())
            }
            Formula::Implies(left, right) => Formula::Implies(boxed(left), boxed(right)),
            Formula::Iff(left, right) => Formula::Iff(boxed(left), boxed(right)),
            Formula::Exists(variable, body) => Formula::Exists(variable.clone(), boxed(body)),
            Formula::Forall(variable, body) => Formula::Forall(variable.clone(), boxed(body)),
            Formula::Member(terms, set) => Formula::Member(self.terms(terms), set.clone()),
            Formula::Named(_, inner) => self.formula(inner),
        }
    }

    /// The term with the terms put in.
    pub(crate) fn term(&self, term: &Term) -> Term {
        let boxed = |inner: &Term| Box::new(self.term(inner));
        match term {
            Term::Constant(value) => Term::Constant(value.clone()),
            Term::Variable(variable) => self.variable(variable),
            Term::Sum(parts) => Term::Sum(self.terms(parts)),
            Term::Scaled(factor, inner) => Term::Scaled(factor.clone(), boxed(inner)),
            Term::Floor(form) => Term::Floor(Box::new(self.form(form))),
            Term::Absolute(inner) => Term::Absolute(boxed(inner)),
            Term::Minimum(parts) => Term::Minimum(self.terms(parts)),
            Term::Maximum(parts) => Term::Maximum(self.terms(parts)),
            Term::Modulo(inner, modulus) => Term::Modulo(boxed(inner), modulus.clone()),
            Term::Quotient(inner, divisor) => Term::Quotient(boxed(inner), divisor.clone()),
            Term::NimSum(parts) => Term::NimSum(self.terms(parts)),
            Term::Choice(condition, yes, no) => {
                Term::Choice(Box::new(self.formula(condition)), boxed(yes), boxed(no))
            }
            Term::Named(_, inner) => self.term(inner),
        }
    }

    fn terms(&self, terms: &[Term]) -> Vec<Term> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    fn variable(&self, variable: &Variable) -> Term {
        self.terms
            .get(&variable.id())
            .cloned()
            .unwrap_or_else(|| Term::from(variable.clone()))
    }

    fn form(&self, form: &RealForm) -> RealForm {
        let parts = form
            .parts
            .iter()
            .map(|(factor, term)| (factor.clone(), self.term(term)));
        RealForm {
            parts: parts.collect(),
            constant: form.constant.clone(),
        }
    }

    /// How many of the pairs differ, said by comparisons: variables can no longer be counted.
    fn changes(&self, how_many: HowMany, pairs: &[(Variable, Variable)]) -> Formula {
        let pairs: Vec<(Term, Term)> = pairs
            .iter()
            .map(|(before, after)| (self.variable(before), self.variable(after)))
            .collect();
        match how_many {
            HowMany::AtMost(most) => at_most(&pairs, most),
            HowMany::AtLeast(0) => Formula::Constant(true),
            HowMany::AtLeast(least) => at_most(&pairs, least - 1).negated(),
            HowMany::Exactly(0) => at_most(&pairs, 0),
            HowMany::Exactly(count) => {
                at_most(&pairs, count).and(at_most(&pairs, count - 1).negated())
            }
        }
    }
}

/// The ways in which sorted piles may have been arranged before they were sorted; ordered piles have one. None if there
/// are more piles than `most` to be arranged.
pub(crate) fn arrangements(
    order: PileOrder,
    piles: &[Term],
    most: usize,
) -> Option<Vec<Vec<Term>>> {
    match order {
        PileOrder::Ordered => Some(vec![piles.to_vec()]),
        PileOrder::Sorted if piles.len() > most => None,
        PileOrder::Sorted => Some(all_orders(piles)),
    }
}

fn all_orders(terms: &[Term]) -> Vec<Vec<Term>> {
    if terms.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, first) in terms.iter().enumerate() {
        let rest: Vec<Term> = terms[..index]
            .iter()
            .chain(&terms[index + 1..])
            .cloned()
            .collect();
        for mut order in all_orders(&rest) {
            order.insert(0, first.clone());
            all.push(order);
        }
    }
    all
}

/// "At most so many of the pairs differ": some of the others are all equal.
fn at_most(pairs: &[(Term, Term)], most: usize) -> Formula {
    let equal = |(before, after): &(Term, Term)| {
        Formula::Compare(after.clone(), Comparison::Equal, before.clone())
    };
    match pairs.len().checked_sub(most) {
        None | Some(0) => Formula::Constant(true),
        Some(kept) => {
            let choices = choices(pairs, kept);
            Formula::Or(
                choices
                    .iter()
                    .map(|kept| Formula::And(kept.iter().map(equal).collect()))
                    .collect(),
            )
        }
    }
}

/// All ways to choose so many of the pairs.
fn choices(pairs: &[(Term, Term)], count: usize) -> Vec<Vec<(Term, Term)>> {
    match pairs.split_first() {
        _ if count == 0 => vec![Vec::new()],
        None => Vec::new(),
        Some((first, rest)) => {
            let mut with_first = choices(rest, count - 1);
            for choice in &mut with_first {
                choice.insert(0, first.clone());
            }
            with_first.extend(choices(rest, count));
            with_first
        }
    }
}
