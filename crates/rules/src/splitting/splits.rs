//! What one heap can become, from the formulas of the rules.
//!
//! The parts are looked for in order, from the smallest to the largest, so that each collection of parts comes once: a rule
//! allows it if some arrangement of it, with zeros for the parts that are missing, satisfies the clauses. Collections come
//! in lexicographic order, those with fewer parts first among those that begin alike.

use std::ops::ControlFlow;

use logic::evaluate::{Assignment, EvaluationError, Evaluator};
use logic::fold::Substitution;
use logic::interval::Interval;
use logic::watch::Watch;
use logic::{Formula, Term, Variable};
use numeration::natural::{Integer, Natural, One, Zero, to_natural};

use super::spec::{SplitRule, SplittingSpec};
use crate::arrangement::{arrangements, in_every_order};
use crate::ruleset::{Kind, RulesError};
use crate::spec::PileOrder;

/// What a heap becomes in a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapSplit {
    /// The parts that are not empty, from the smallest to the largest.
    pub parts: Vec<Natural>,
    /// The kinds of move that allow it, in the order of the rules; at least one.
    pub kinds: Vec<Kind>,
}

/// A rule about a heap that is known: what its parts must satisfy.
struct SplitCondition<'s> {
    rule: &'s SplitRule,
    formula: Formula,
}

impl SplittingSpec {
    /// Visits everything that a heap can become, each collection of parts once, until the visitor breaks.
    ///
    /// # Errors
    /// If a formula of the rules cannot be evaluated here, or the watch stops the work.
    pub fn for_each_split(
        &self,
        heap: &Natural,
        watch: &dyn Watch,
        visit: &mut dyn FnMut(HeapSplit) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, RulesError> {
        if *heap == 0u32 {
            return Ok(ControlFlow::Continue(()));
        }
        let largest = heap - Natural::ONE;
        let evaluator = Evaluator::new(watch);
        let conditions = self.conditions(&evaluator, heap)?;
        let sorted = self.sorted_parts();
        let links = sorted.windows(2);
        let links = links.map(|pair| Term::from(&pair[0]).at_most(&pair[1]));
        let some_rule = conditions
            .iter()
            .flat_map(|condition| condition.arrangements(&sorted));
        let wanted = Formula::all(links.chain([Formula::any(some_rule)]));
        let range = Interval::between(0, largest);
        let unknowns: Vec<(Variable, Interval)> = sorted
            .iter()
            .map(|part| (part.clone(), range.clone()))
            .collect();
        let mut trouble = None;
        let flow = evaluator.solutions(&wanted, &unknowns, &Assignment::new(), &mut |found| {
            let part = |part: &Variable| found.get(part).and_then(to_natural).unwrap_or_default();
            let parts: Vec<Natural> = sorted.iter().map(part).collect();
            match kinds(&Evaluator::new(watch), &conditions, &parts) {
                Ok(kinds) => visit(HeapSplit {
                    parts: parts.into_iter().filter(|part| *part != 0u32).collect(),
                    kinds,
                }),
                Err(error) => {
                    trouble = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        trouble.map_or(Ok(flow), |error| Err(error.into()))
    }

    /// The rules that do not forbid every move of this heap.
    fn conditions(
        &self,
        evaluator: &Evaluator<'_>,
        heap: &Natural,
    ) -> Result<Vec<SplitCondition<'_>>, EvaluationError> {
        let known: Assignment = [(self.heap_variable(), Integer::from(heap))]
            .into_iter()
            .collect();
        let mut conditions = Vec::with_capacity(self.moves.len());
        for rule in &self.moves {
            let formula = evaluator.simplify(&Formula::And(rule.clauses.to_vec()), &known)?;
            if formula != Formula::Constant(false) {
                conditions.push(SplitCondition { rule, formula });
            }
        }
        Ok(conditions)
    }

    /// Variables for the parts in order: those of the rule that has the most of them, of which any numbers would do.
    fn sorted_parts(&self) -> Vec<Variable> {
        let longest = self.moves.iter().max_by_key(|rule| rule.parts.len());
        longest.map_or_else(Vec::new, |rule| rule.parts.clone())
    }
}

impl SplitCondition<'_> {
    /// "The rule allows these parts, which are in order", for each way to arrange them.
    fn arrangements(&self, sorted: &[Variable]) -> Vec<Formula> {
        let count = self.rule.parts.len();
        let (zeros, parts) = sorted.split_at(sorted.len().saturating_sub(count));
        let empty = zeros.iter().map(|part| Term::from(part).equals(0));
        let empty: Vec<Formula> = empty.collect();
        let mut formulas = Vec::new();
        for arranged in in_every_order(parts, PileOrder::Sorted) {
            let terms = arranged.iter().map(Term::from);
            let pairs = self.rule.parts.iter().cloned().zip(terms);
            let there = Substitution::new(pairs).formula(&self.formula);
            if !formulas.contains(&there) {
                formulas.push(there);
            }
        }
        let with_zeros = |there| Formula::all(empty.iter().cloned().chain([there]));
        formulas.into_iter().map(with_zeros).collect()
    }
}

/// The kinds that allow these parts, as many as the rule with the most has, in some arrangement.
fn kinds(
    evaluator: &Evaluator<'_>,
    conditions: &[SplitCondition<'_>],
    parts: &[Natural],
) -> Result<Vec<Kind>, EvaluationError> {
    let mut kinds = Vec::new();
    for condition in conditions {
        if allowed(
            evaluator,
            condition.rule,
            &condition.formula,
            parts,
            &Assignment::new(),
        )?
        .is_some()
        {
            kinds.push(condition.rule.kind.clone());
        }
    }
    Ok(kinds)
}

/// The first arrangement of these parts in which the formula, about the parts of the rule, holds.
pub(super) fn allowed(
    evaluator: &Evaluator<'_>,
    rule: &SplitRule,
    formula: &Formula,
    parts: &[Natural],
    known: &Assignment,
) -> Result<Option<Vec<Natural>>, EvaluationError> {
    let Some(filled) = filled(rule, parts) else {
        return Ok(None);
    };
    let mut known = known.clone();
    for arranged in arrangements(&filled, PileOrder::Sorted) {
        for (variable, part) in rule.parts.iter().zip(&arranged) {
            known.set(variable, Integer::from(part));
        }
        if evaluator.holds(formula, &known)? {
            return Ok(Some(arranged));
        }
    }
    Ok(None)
}

/// The parts with as many zeros before them as the rule has parts more; nothing if it has fewer.
pub(super) fn filled(rule: &SplitRule, parts: &[Natural]) -> Option<Vec<Natural>> {
    let parts = parts.iter().filter(|part| **part != 0u32);
    let parts: Vec<Natural> = parts.cloned().collect();
    let missing = rule.parts.len().checked_sub(parts.len())?;
    let zeros = std::iter::repeat_n(Natural::ZERO, missing);
    Some(zeros.chain(parts).collect())
}
