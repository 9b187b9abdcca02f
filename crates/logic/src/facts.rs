//! Why a formula is true on given numbers: the other half of [explaining](crate::explain).

use std::ops::ControlFlow;

use numeration::abbreviated::abbreviated_integer;

use crate::evaluate::{Assignment, EvaluationError, Evaluator};
use crate::explain::{Explainer, Reasons, Text, block, formula_text, shown};
use crate::formula::{Comparison, Formula, Set};
use crate::interval::Interval;
use crate::term::{Term, Variable};
use crate::visit::{FormulaPart, Visitor};

/// More values than this would hide the sentence.
const MOST_VALUES: usize = 8;
/// The steps spent on finding a witness; without one the sentence is shorter.
const WITNESS_STEPS: u64 = 50_000;

impl Explainer<'_> {
    /// What makes a true formula true, with the numbers put in.
    pub(crate) fn facts(&self, formula: &Formula, known: &Assignment) -> Text {
        let _level = self.evaluator.deeper()?;
        match formula {
            Formula::Compare(left, comparison, right) => {
                self.comparison_with_values(left, *comparison, right, known)
            }
            Formula::Not(inner) => match inner.as_ref() {
                Formula::Compare(left, comparison, right) => {
                    self.comparison_with_values(left, comparison.negated(), right, known)
                }
                Formula::Member(terms, set) => {
                    Ok(format!("{} is not in {set}", self.tuple(terms, known)?))
                }
                _ => self.with_values(formula, known),
            },
            Formula::And(parts) if !parts.is_empty() => {
                let parts = parts.iter().map(|part| self.facts(part, known));
                Ok(parts.collect::<Reasons>()?.join(" and "))
            }
            Formula::Or(parts) => match parts.iter().find(|part| self.is(part, known, true)) {
                Some(part) => self.facts(part, known),
                None => self.with_values(formula, known),
            },
            Formula::Exists(..) => {
                let (variables, body) = block(formula);
                match self.witness(&variables, body, known) {
                    Some(witness) => Ok(format!(
                        "with {}: {}",
                        values(&variables, &witness),
                        self.facts(body, &witness)?
                    )),
                    None => self.with_values(formula, known),
                }
            }
            Formula::Member(terms, set) => self.a_member(terms, set, known),
            Formula::Digits(terms, condition) => self.digits_hold(terms, condition, known),
            Formula::Named(_, inner) => self.facts(inner, known),
            other => self.with_values(other, known),
        }
    }

    /// `x = 3 < y = 5`, or `x = 3` where that says it all.
    pub(crate) fn comparison_with_values(
        &self,
        left: &Term,
        comparison: Comparison,
        right: &Term,
        known: &Assignment,
    ) -> Text {
        let seen = self.term_and_value(left, known)?;
        Ok(match (comparison, right) {
            (Comparison::Equal, Term::Constant(_)) => seen,
            (Comparison::Equal, right) => format!("{} = {seen}", shown(right)),
            (comparison, right) => {
                format!("{seen} {comparison} {}", self.term_and_value(right, known)?)
            }
        })
    }

    /// The formula as written, with the values of what occurs in it.
    pub(crate) fn with_values(&self, formula: &Formula, known: &Assignment) -> Text {
        let mut atoms = Atoms::default();
        let _cut_off = atoms.formula(formula);
        let mut values = Vec::new();
        for term in atoms.seen.iter().take(MOST_VALUES) {
            if let Ok(value) = self.evaluator.value(term, known) {
                values.push(format!("{} = {}", shown(term), abbreviated_integer(&value)));
            }
        }
        let text = formula_text(formula);
        Ok(if values.is_empty() {
            text
        } else {
            format!("{text} ({})", values.join(", "))
        })
    }

    /// `x = 6 is in B (n = 2)`
    fn a_member(&self, terms: &[Term], set: &Set, known: &Assignment) -> Text {
        let tuple = self.tuple(terms, known)?;
        if let Some(condition) = set.as_automaton() {
            let why = self.automaton_says(terms, condition, known, true)?;
            return Ok(format!("{tuple} is in {set}: {why}"));
        }
        let mut constants = Vec::new();
        for term in terms {
            constants.push(Term::Constant(self.evaluator.value(term, known)?));
        }
        let witness = set
            .pieces
            .iter()
            .filter(|piece| !piece.variables.is_empty())
            .find_map(|piece| {
                let membership = piece.membership(&constants);
                let (variables, body) = block(&membership);
                let witness = self.witness(&variables, body, known)?;
                Some(format!(" ({})", values(&variables, &witness)))
            });
        Ok(format!(
            "{tuple} is in {set}{}",
            witness.unwrap_or_default()
        ))
    }

    /// Values of the variables that make the body true, if they are soon found.
    fn witness(
        &self,
        variables: &[Variable],
        body: &Formula,
        known: &Assignment,
    ) -> Option<Assignment> {
        let naturals = |variable: &Variable| (variable.clone(), Interval::naturals());
        let unknowns: Vec<(Variable, Interval)> = variables.iter().map(naturals).collect();
        let evaluator = Evaluator::new(self.evaluator.watch()).with_limit(WITNESS_STEPS);
        let mut witness = None;
        let searched: Result<_, EvaluationError> =
            evaluator.solutions(body, &unknowns, known, &mut |solution| {
                witness = Some(solution.clone());
                ControlFlow::Break(())
            });
        searched.ok().and(witness)
    }
}

/// `n = 2, k = 5`
fn values(variables: &[Variable], known: &Assignment) -> String {
    let value = |variable: &Variable| {
        known
            .get(variable)
            .map(abbreviated_integer)
            .unwrap_or_default()
    };
    let values = variables
        .iter()
        .map(|variable| format!("{variable} = {}", value(variable)));
    values.collect::<Vec<_>>().join(", ")
}

/// The variables and named terms of a formula, in the order of their first occurrence.
#[derive(Default)]
struct Atoms<'f> {
    seen: Vec<&'f Term>,
    visited: u32,
}

/// A larger formula is not gone through to its end.
const MOST_VISITED: u32 = 1000;

impl<'f> Atoms<'f> {
    fn look(&mut self, part: FormulaPart<'f>) -> ControlFlow<()> {
        self.visited += 1;
        match part {
            _ if self.visited > MOST_VISITED => ControlFlow::Break(()),
            FormulaPart::Term(term @ (Term::Variable(_) | Term::Named(..))) => {
                if !self.seen.contains(&term) {
                    self.seen.push(term);
                }
                ControlFlow::Continue(())
            }
            part => part.visit_parts(self),
        }
    }
}

impl<'f> Visitor<'f> for Atoms<'f> {
    type Break = ();

    fn term(&mut self, term: &'f Term) -> ControlFlow<()> {
        self.look(FormulaPart::Term(term))
    }

    fn formula(&mut self, formula: &'f Formula) -> ControlFlow<()> {
        self.look(FormulaPart::Formula(formula))
    }
}
