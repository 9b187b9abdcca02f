//! The moves of a [`Spec`] from a position.
//!
//! Order: moves come in the lexicographic order of the piles after the move as the rules name them, before
//! sorting. Where the piles are sorted and several arrangements lead to the same position, it comes at the
//! first of them that is legal, with the kinds of all of them.

use std::ops::ControlFlow;

use logic::evaluate::{Assignment, EvaluationError, Evaluator};
use logic::interval::Interval;
use logic::watch::Watch;
use logic::{Formula, HowMany, Variable};
use numeration::natural::{Natural, to_natural};

use crate::arrangement::Arrangements;
use crate::legality::{condition, has_ended, piles_after, piles_before};
use crate::position::Position;
use crate::ruleset::{Kind, Move, RulesError};
use crate::spec::{PileOrder, Spec};

/// See [`Ruleset::for_each_move`](crate::ruleset::Ruleset::for_each_move).
pub(crate) fn for_each_move(
    spec: &Spec,
    from: &Position,
    watch: &dyn Watch,
    visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, RulesError> {
    let evaluator = Evaluator::new(watch);
    let before = piles_before(spec, from.piles());
    if has_ended(&evaluator, spec, &before)? {
        return Ok(ControlFlow::Continue(()));
    }
    let mut rules = Vec::with_capacity(spec.moves.len());
    for rule in &spec.moves {
        rules.push((rule.kind.clone(), condition(&evaluator, rule, &before)?));
    }
    let some_rule = Formula::Or(
        rules
            .iter()
            .map(|(_, condition)| condition.clone())
            .collect(),
    );
    let after_variables = piles_after(spec);
    OptionEnumerator {
        watch,
        spec,
        from,
        after_variables,
        rules,
        some_rule,
    }
    .visit_all(&before, visit)
}

struct OptionEnumerator<'a> {
    watch: &'a dyn Watch,
    spec: &'a Spec,
    from: &'a Position,
    after_variables: Vec<Variable>,
    rules: Vec<(Kind, Formula)>,
    some_rule: Formula,
}

impl OptionEnumerator<'_> {
    fn visit_all(
        &self,
        before: &Assignment,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, RulesError> {
        let ranges = self
            .from
            .piles()
            .iter()
            .map(|pile| Interval::between(0, pile.clone()));
        let unknowns: Vec<(Variable, Interval)> =
            self.after_variables.iter().cloned().zip(ranges).collect();
        let pairs = (0..unknowns.len())
            .map(|index| self.spec.before(index))
            .zip(self.after_variables.iter().cloned());
        let something = Formula::changes(HowMany::AtLeast(1), pairs);
        let mut options = something.and(self.some_rule.clone());
        if let Some(leads_to_position) = self.spec.leads_to_position() {
            options = options.and(leads_to_position);
        }
        let mut trouble = None;
        let flow =
            Evaluator::new(self.watch).solutions(&options, &unknowns, before, &mut |solution| {
                let pile = |variable: &Variable| {
                    solution
                        .get(variable)
                        .and_then(to_natural)
                        .unwrap_or_default()
                };
                let after = self.after_variables.iter().map(pile);
                match self.option(after.collect(), solution) {
                    Ok(Some(option)) => visit(option),
                    Ok(None) => ControlFlow::Continue(()),
                    Err(error) => {
                        trouble = Some(error);
                        ControlFlow::Break(())
                    }
                }
            })?;
        trouble.map_or(Ok(flow), |error| Err(error.into()))
    }

    /// The move to this arrangement, unless an earlier arrangement leads to the same position.
    fn option(
        &self,
        after: Vec<Natural>,
        solution: &Assignment,
    ) -> Result<Option<Move>, EvaluationError> {
        let evaluator = Evaluator::new(self.watch);
        let mut kinds = Vec::new();
        for (kind, condition) in &self.rules {
            if evaluator.holds(condition, solution)? {
                kinds.push(kind.clone());
            }
        }
        if self.spec.piles.order == PileOrder::Ordered {
            return Ok(Some(Move {
                to: Position::unchecked(after),
                kinds,
            }));
        }
        let mut sorted = after.clone();
        self.spec.piles.order.sort(&mut sorted);
        let arrangements = Arrangements::new(
            &evaluator,
            self.spec,
            self.from.piles(),
            &sorted,
            &self.after_variables,
        );
        let mut known = piles_before(self.spec, self.from.piles());
        if after != sorted
            && arrangements.first(&self.some_rule, &mut known)?.as_ref() != Some(&after)
        {
            return Ok(None);
        }
        let mut all_kinds = Vec::with_capacity(self.rules.len());
        for (kind, condition) in &self.rules {
            if kinds.contains(kind) || arrangements.first(condition, &mut known)?.is_some() {
                all_kinds.push(kind.clone());
            }
        }
        Ok(Some(Move {
            to: Position::unchecked(sorted),
            kinds: all_kinds,
        }))
    }
}
