//! The ways in which the piles of a sorted target can be the piles of the move.
//!
//! A rule speaks of `x'`, pile `x` after the move before any sorting. From the sorted position `(3, 6, 10)` the target
//! `(2, 3, 4)` can be meant as `x' = 3, y' = 2, z' = 4`, among others: an arrangement is one such way in
//! which no pile grows. Arrangements come in lexicographic order, so the sorted one comes first. Branches in
//! which a condition can no longer be true are cut, so that "exactly one of 50 piles changes" has few.

use std::ops::ControlFlow;

use logic::evaluate::{Assignment, EvaluationError, Evaluator};
use logic::{Formula, Variable};
use numeration::natural::{Integer, Natural};

use crate::spec::{PileOrder, Spec};

/// A target for which arrangements are asked: piles before the move, and the piles after it in any order.
pub(crate) struct Arrangements<'a> {
    evaluator: &'a Evaluator<'a>,
    spec: &'a Spec,
    before: &'a [Natural],
    after: &'a [Natural],
    after_variables: &'a [Variable],
}

/// With so few piles left to place, cutting costs more than it saves.
const TOO_FEW_TO_CUT: usize = 3;

impl<'a> Arrangements<'a> {
    /// For a game with ordered piles there is one arrangement; the piles of `after` that are sorted are in order.
    pub(crate) fn new(
        evaluator: &'a Evaluator<'a>,
        spec: &'a Spec,
        before: &'a [Natural],
        after: &'a [Natural],
        after_variables: &'a [Variable],
    ) -> Self {
        Self {
            evaluator,
            spec,
            before,
            after,
            after_variables,
        }
    }

    /// Visits every arrangement that makes the condition true; `known` has the piles before the move.
    pub(crate) fn for_each(
        &self,
        condition: &Formula,
        known: &mut Assignment,
        visit: &mut dyn FnMut(&[Natural]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, EvaluationError> {
        let mut left: Vec<&Natural> = self.after.iter().collect();
        self.place(&mut Vec::new(), &mut left, condition, known, visit)
    }

    /// The first arrangement that makes the condition true.
    pub(crate) fn first(
        &self,
        condition: &Formula,
        known: &mut Assignment,
    ) -> Result<Option<Vec<Natural>>, EvaluationError> {
        let mut first = None;
        let _found = self.for_each(condition, known, &mut |arrangement| {
            first = Some(arrangement.to_vec());
            ControlFlow::Break(())
        })?;
        Ok(first)
    }

    fn place(
        &self,
        placed: &mut Vec<Natural>,
        left: &mut Vec<&'a Natural>,
        condition: &Formula,
        known: &mut Assignment,
        visit: &mut dyn FnMut(&[Natural]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, EvaluationError> {
        let index = placed.len();
        let Some(limit) = self.before.get(index) else {
            let holds = self.evaluator.holds(condition, known)?;
            return Ok(if holds {
                visit(placed)
            } else {
                ControlFlow::Continue(())
            });
        };
        // The piles that are sorted stand before the others, here and among those left.
        let sorted = self.spec.piles.order.sorted(self.before.len());
        let choices = sorted.saturating_sub(index).max(1).min(left.len());
        for choice in 0..choices {
            let pile = left[choice];
            if pile > limit || (choice > 0 && left[choice - 1] == pile) {
                continue;
            }
            left.remove(choice);
            if self.fits(left, index + 1) {
                placed.push(pile.clone());
                known.set(&self.after_variables[index], Integer::from(pile));
                let flow = self.place_rest(placed, left, condition, known, visit);
                known.unset(&self.after_variables[index]);
                placed.pop();
                if flow?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            left.insert(choice, pile);
        }
        Ok(ControlFlow::Continue(()))
    }

    fn place_rest(
        &self,
        placed: &mut Vec<Natural>,
        left: &mut Vec<&'a Natural>,
        condition: &Formula,
        known: &mut Assignment,
        visit: &mut dyn FnMut(&[Natural]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, EvaluationError> {
        if left.len() < TOO_FEW_TO_CUT {
            return self.place(placed, left, condition, known, visit);
        }
        match self.evaluator.simplify(condition, known)? {
            Formula::Constant(false) => Ok(ControlFlow::Continue(())),
            simple => self.place(placed, left, &simple, known, visit),
        }
    }

    /// Can the piles left be placed without any growing? What is sorted is so on both sides; the others have one way only.
    fn fits(&self, left: &[&Natural], from: usize) -> bool {
        left.iter()
            .zip(&self.before[from..])
            .all(|(after, before)| *after <= before)
    }
}

/// Steps to the next arrangement of the piles in lexicographic order; `false` after the last one.
pub fn rearrange<T: Ord>(piles: &mut [T]) -> bool {
    let Some(place) = (1..piles.len())
        .rev()
        .find(|place| piles[place - 1] < piles[*place])
    else {
        return false;
    };
    let pivot = place - 1;
    let larger = (place..piles.len())
        .rev()
        .find(|other| piles[*other] > piles[pivot])
        .unwrap_or(place);
    piles.swap(pivot, larger);
    piles[place..].reverse();
    true
}

/// The arrangements of a position in lexicographic order; only the piles that are sorted change
/// places.
pub fn arrangements<T: Ord + Clone>(
    position: &[T],
    order: PileOrder,
) -> impl Iterator<Item = Vec<T>> + use<T> {
    let mut first = position.to_vec();
    order.sort(&mut first);
    std::iter::successors(Some(first), move |piles| {
        let mut next = piles.clone();
        let sorted = order.sorted(next.len());
        rearrange(&mut next[..sorted]).then_some(next)
    })
}

/// The arrangements of `piles` different piles in lexicographic order: each lists the places that
/// the piles come from.
pub fn orders(piles: usize, order: PileOrder) -> Vec<Vec<usize>> {
    let places: Vec<usize> = (0..piles).collect();
    arrangements(&places, order).collect()
}

/// What belongs to the piles, such as terms, in each of the [`orders`].
pub fn in_every_order<T: Clone>(things: &[T], order: PileOrder) -> Vec<Vec<T>> {
    let arrange = |places: Vec<usize>| places.iter().map(|place| things[*place].clone()).collect();
    let all = orders(things.len(), order).into_iter();
    all.map(arrange).collect()
}
