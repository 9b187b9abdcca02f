//! Nim-values of huge heaps, where the rules prove that the values of small ones come back.
//!
//! See [`solver::periodicity`] for the two kinds of one-pile games whose period is proved once it is seen.

use std::sync::Arc;

use logic::watch::Watch;
use rules::evidence::Evidence;
use rules::nim_value::NimValue;
use rules::outcome::Outcome;
use rules::position::Position;
use rules::ruleset::{Move, Ruleset};
use rules::spec::Spec;
use solver::periodicity::{Period, PeriodicHeaps, PeriodicityError};

use super::{Extent, KnowledgeSource, Known, MoveTarget, Visit, among_all_moves};
use crate::answer::Method;
use crate::kept::Cached;

/// Heaps up to this one are solved directly.
const SMALL: u64 = 100_000;

/// The nim-values behind a position of one large pile, if their period is proved.
pub(crate) fn behind(
    spec: &Spec,
    position: &Position,
    kept: &Cached<Option<Arc<PeriodicHeaps>>>,
    watch: &dyn Watch,
) -> Known<Arc<PeriodicHeaps>> {
    match position.piles() {
        [pile] if *pile > SMALL => kept.get(|| Ok(find(spec, watch)?.map(Arc::new))),
        _ => Ok(None),
    }
}

fn find(spec: &Spec, watch: &dyn Watch) -> Known<PeriodicHeaps> {
    match PeriodicHeaps::find(spec, watch) {
        Ok(heaps) => Ok(heaps),
        Err(PeriodicityError::Stopped(stopped)) => Err(stopped.into()),
        Err(_) => Ok(None),
    }
}

/// Heaps with the rules that allow the moves between them.
pub(crate) struct HeapMoves<'g> {
    rules: &'g dyn Ruleset,
    heaps: Arc<PeriodicHeaps>,
}

impl<'g> HeapMoves<'g> {
    /// The heaps of a game with these rules.
    pub(crate) fn new(rules: &'g dyn Ruleset, heaps: Arc<PeriodicHeaps>) -> Self {
        Self { rules, heaps }
    }

    fn nim_value(&self, position: &Position) -> Option<NimValue> {
        match position.piles() {
            [pile] => Some(self.heaps.value(pile)),
            _ => None,
        }
    }
}

/// The evidence of what follows from a period that is proved.
pub(super) fn proved_period(period: &Period) -> Evidence {
    let Period {
        preperiod,
        period,
        saltus,
        evidence,
    } = period;
    let how = match evidence {
        Evidence::Proved(how) => how,
        _ => "",
    };
    Evidence::Proved(format!(
        "the nim-values have period {period} and saltus {saltus} from heap {preperiod} on: {how}"
    ))
}

impl KnowledgeSource for HeapMoves<'_> {
    fn method(&self) -> Method {
        Method::Search
    }

    fn evidence(&self, _: &Position) -> Evidence {
        proved_period(self.heaps.period())
    }

    fn outcome(&self, position: &Position, _: &dyn Watch) -> Known<Outcome> {
        Ok(self.nim_value(position).map(|value| value.outcome()))
    }

    fn value(&self, position: &Position, _: &dyn Watch) -> Known<NimValue> {
        Ok(self.nim_value(position))
    }

    fn moves_to(
        &self,
        target: MoveTarget<'_>,
        position: &Position,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Known<Extent> {
        let value = match target {
            MoveTarget::P => &NimValue::ZERO,
            MoveTarget::Value(value) => value,
        };
        let Some(heaps) = self.heaps.with_value(value) else {
            return among_all_moves(self, self.rules, target, position, watch, visit);
        };
        for heap in heaps {
            watch.check()?;
            let to = Position::unchecked(vec![heap]);
            if let Ok(kinds) = self.rules.legal(position, &to, watch)?
                && visit(Move { to, kinds }).is_break()
            {
                break;
            }
        }
        Ok(Some(Extent::All))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::ops::ControlFlow;

    use logic::watch::Unwatched;
    use numeration::natural::Natural;

    use super::*;

    fn spec(rule: &str) -> Spec {
        let text = format!("game heap \"A heap\"\npiles n\nmove take: {rule}");
        lang::load(&text, "heap.game", &[]).unwrap()
    }

    fn heap(n: u64) -> Position {
        [n].into_iter().collect()
    }

    /// The period tells the values that brute force finds, and the same moves.
    fn check(rule: &str) {
        let spec = spec(rule);
        let max = 4000;
        let table = solver::nim_values(&spec, max, &Unwatched).unwrap();
        let heaps = PeriodicHeaps::find(&spec, &Unwatched).unwrap().unwrap();
        for n in 0..=max {
            let expected = table.value(&[n]).unwrap();
            assert_eq!(heaps.value(&n.into()), expected, "{rule}: {n}");
        }
        let heaps = HeapMoves::new(&spec, Arc::new(heaps));
        let from = heap(600);
        for value in 0..9u32 {
            let value = NimValue::of_heap(Natural::from(value));
            let mut found = Vec::new();
            let mut visit = |option: Move| {
                found.push(option.to);
                ControlFlow::Continue(())
            };
            heaps
                .moves_to(MoveTarget::Value(&value), &from, &Unwatched, &mut visit)
                .unwrap();
            found.sort_by(|a, b| a.piles().cmp(b.piles()));
            let legal = |n: &u32| {
                spec.legal(&from, &heap((*n).into()), &Unwatched)
                    .unwrap()
                    .is_ok()
            };
            let expected: Vec<Position> = (0..600)
                .filter(|n| table.value(&[*n]) == Some(value.clone()) && legal(n))
                .map(|n| heap(n.into()))
                .collect();
            assert_eq!(found, expected, "{rule}: {value}");
        }
    }

    #[test]
    fn periods_agree_with_brute_force() {
        check("n - n' in {1, 3, 4}");
        check("n - n' in {2, 5, 7}");
        check("n - n' >= 1 and n - n' not in {1, 2, 7}");
    }

    #[test]
    fn small_heaps_and_other_games_are_left_alone() {
        let spec = spec("n - n' in {1, 3, 4}");
        let known = |n| {
            behind(&spec, &heap(n), &Cached::default(), &Unwatched)
                .unwrap()
                .is_some()
        };
        assert!(!known(1000) && known(200_000));
    }
}
