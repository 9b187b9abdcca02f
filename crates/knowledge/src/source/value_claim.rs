//! What follows from the nim-values that a game claims, where the claim is known.

use logic::evaluate::{Assignment, Evaluator};
use logic::fold::Substitution;
use logic::watch::Watch;
use logic::{Formula, Term};
use numeration::natural::{Integer, to_natural};
use rules::arrangement::in_every_order;
use rules::evidence::Evidence;
use rules::explanation::{Explanation, SentenceValue};
use rules::nim_value::NimValue;
use rules::outcome::Outcome;
use rules::position::Position;
use rules::ruleset::Ruleset;
use rules::spec::Spec;

use super::{Extent, KnowledgeSource, Known, MoveTarget, Visit, among_all_moves, first};
use crate::answer::{Method, Verdict};
use crate::error::Error;

/// Sorted piles can be arranged in too many ways beyond this number.
const MOST_SORTED_PILES: usize = 5;

/// A game's claim of its nim-values.
pub(crate) struct ValueClaim<'g> {
    spec: &'g Spec,
    evidence: Evidence,
}

impl<'g> ValueClaim<'g> {
    /// What a game claims, if it does, and how well that is known.
    pub(crate) fn new(spec: &'g Spec, evidence: Evidence) -> Option<Self> {
        (!spec.nim_values.is_empty()).then_some(Self { spec, evidence })
    }

    /// Does it speak of every position? Otherwise moves may lead to positions of which it says nothing.
    fn is_total(&self) -> bool {
        let mut claims = self.spec.nim_values.iter();
        claims.any(|claim| claim.condition == Formula::Constant(true))
    }

    /// Visits the moves to positions that are claimed to have a value.
    fn for_each_move_to(
        &self,
        value: &NimValue,
        position: &Position,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Known<Extent> {
        let narrowed = moves_to(self.spec, value);
        let rules = narrowed
            .as_ref()
            .map_or(self.spec as &dyn Ruleset, |spec| spec);
        among_all_moves(
            self,
            rules,
            MoveTarget::Value(value),
            position,
            watch,
            visit,
        )
    }
}

impl KnowledgeSource for ValueClaim<'_> {
    fn method(&self) -> Method {
        Method::Claim
    }

    fn evidence(&self, _: &Position) -> Evidence {
        self.evidence.clone()
    }

    fn outcome(&self, position: &Position, watch: &dyn Watch) -> Known<Outcome> {
        Ok(self.value(position, watch)?.map(|value| value.outcome()))
    }

    fn verdict(&self, position: &Position, watch: &dyn Watch) -> Known<Verdict> {
        let Some(value) = self.value(position, watch)? else {
            return Ok(None);
        };
        let mut why = Explanation::default();
        let mut winning_move = None;
        why.say(
            "the rules give {} the nim-value {}",
            [
                SentenceValue::from(position),
                SentenceValue::number(value.heap().clone()),
            ],
        );
        if value.outcome() == Outcome::N {
            let Some(found) =
                first(|visit| self.for_each_move_to(&NimValue::ZERO, position, watch, visit))?
            else {
                return Ok(None);
            };
            why.say("and {} the nim-value 0", [SentenceValue::from(&found.to)]);
            winning_move = Some(found);
        }
        Ok(Some(Verdict {
            outcome: value.outcome(),
            winning_move,
            why,
            evidence: self.evidence.clone(),
            method: self.method(),
        }))
    }

    fn value(&self, position: &Position, watch: &dyn Watch) -> Known<NimValue> {
        claimed(self.spec, position, watch)
    }

    fn moves_to(
        &self,
        target: MoveTarget<'_>,
        position: &Position,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Known<Extent> {
        if !self.is_total() {
            return Ok(None);
        }
        match target {
            MoveTarget::P => self.for_each_move_to(&NimValue::ZERO, position, watch, visit),
            MoveTarget::Value(value) => self.for_each_move_to(value, position, watch, visit),
        }
    }
}

/// The nim-value that the rules claim of a position.
fn claimed(spec: &Spec, position: &Position, watch: &dyn Watch) -> Result<Option<NimValue>, Error> {
    let piles = position.piles().iter().enumerate();
    let known: Assignment = piles
        .map(|(index, pile)| (spec.before(index), Integer::from(pile.clone())))
        .collect();
    for claim in &spec.nim_values {
        if Evaluator::new(watch).holds(&claim.condition, &known)? {
            let value = Evaluator::new(watch).value(&claim.value, &known)?;
            return Ok(to_natural(&value).map(NimValue::of_heap));
        }
    }
    Ok(None)
}

/// The rules with only the moves to positions of this claimed value, if the piles are few enough to say that.
fn moves_to(spec: &Spec, value: &NimValue) -> Option<Spec> {
    let after: Vec<Term> = (0..spec.dimension())
        .map(|index| Term::from(spec.after(index)))
        .collect();
    if spec.piles.order.sorted(after.len()) > MOST_SORTED_PILES {
        return None;
    }
    let arrangements = in_every_order(&after, spec.piles.order);
    let target = Term::Constant(Integer::from(value.heap().clone()));
    let has_value = |piles: Vec<Term>| {
        let before = (0..spec.dimension()).map(|index| spec.before(index));
        let in_order = piles
            .windows(2)
            .map(|pair| pair[0].clone().at_most(pair[1].clone()));
        let in_order: Vec<Formula> = if arrangements.len() > 1 {
            in_order.collect()
        } else {
            Vec::new()
        };
        let substitution = Substitution::new(before.zip(piles));
        let claims = spec.nim_values.iter().map(|claim| {
            let equal = substitution.term(&claim.value).equals(target.clone());
            substitution.formula(&claim.condition).and(equal)
        });
        Formula::And(
            in_order
                .into_iter()
                .chain([Formula::Or(claims.collect())])
                .collect(),
        )
    };
    let clause = Formula::Or(arrangements.iter().cloned().map(has_value).collect());
    let mut narrowed = spec.clone();
    for rule in &mut narrowed.moves {
        rule.clauses = [rule.clauses.to_vec(), vec![clause.clone()]]
            .concat()
            .into();
    }
    Some(narrowed)
}
