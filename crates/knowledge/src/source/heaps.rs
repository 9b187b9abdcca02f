//! Nim-values of huge heaps, where the rules prove that the values of small ones come back.
//!
//! See [`games::periodicity`] for the two kinds of one-pile games whose period is proved once it is seen.

use std::sync::Arc;

use games::evidence::Evidence;
use games::nim_value::NimValue;
use games::outcome::Outcome;
use games::periodicity::{self, Period};
use games::position::Position;
use games::ruleset::{Move, Ruleset};
use games::solver;
use games::spec::Spec;
use logic::watch::{Unwatched, Watch};
use numeration::natural::{DivMod, Integer, Natural, to_natural};

use super::board::by_brute_force;
use super::{Extent, Known, Source, Target, Visit, among_all_moves};
use crate::kept::Kept;
use crate::order::{Method, Verdict};

/// Heaps up to this one are solved directly.
const SMALL: u64 = 100_000;
/// Up to which heaps a period is looked for, again and again.
const LOOKED_AT: [u32; 4] = [1 << 8, 1 << 11, 1 << 14, 1 << 17];

/// The nim-values of all heaps of a game.
pub(crate) struct Heaps {
    values: Vec<Natural>,
    period: Period,
}

impl Heaps {
    /// The values behind a position of one large pile, if their period is proved.
    pub(crate) fn behind(
        spec: &Spec,
        position: &Position,
        kept: &Kept<Option<Arc<Self>>>,
        watch: &dyn Watch,
    ) -> Known<Arc<Self>> {
        match position.piles() {
            [pile] if *pile > SMALL => kept.get(|| Ok(Self::find(spec, watch)?.map(Arc::new))),
            _ => Ok(None),
        }
    }

    fn find(spec: &Spec, watch: &dyn Watch) -> Known<Self> {
        if !periodicity::is_provable(spec) {
            return Ok(None);
        }
        for max in LOOKED_AT {
            watch.check()?;
            let Ok(seen) = periodicity::of_heaps(spec, max, watch) else {
                return Ok(None);
            };
            if let Some(stopped) = seen.stopped {
                return Err(stopped.into());
            }
            let proved = |period: &Period| matches!(period.evidence, Evidence::Proved(_));
            if let Some(period) = seen.period.filter(proved) {
                return Ok(Self::new(spec, period));
            }
        }
        Ok(None)
    }

    fn new(spec: &Spec, period: Period) -> Option<Self> {
        let last = (period.preperiod + period.period).checked_sub(1)?;
        let table = solver::nim_values(spec, last, &Unwatched).ok()?;
        let heap = |value: NimValue| value.heap().clone();
        let values: Option<Vec<Natural>> = (0..=last)
            .map(|pile| table.value(&[pile]).map(heap))
            .collect();
        Some(Self {
            values: values?,
            period,
        })
    }

    /// How we know.
    fn known_by(&self) -> Evidence {
        let Period {
            preperiod,
            period,
            saltus,
            evidence,
        } = &self.period;
        let how = match evidence {
            Evidence::Proved(how) => how,
            _ => "",
        };
        Evidence::Proved(format!(
            "the nim-values have period {period} and saltus {saltus} from heap {preperiod} on: {how}"
        ))
    }

    /// The nim-value of a position.
    fn nim_value(&self, position: &Position) -> Option<NimValue> {
        let [pile] = position.piles() else {
            return None;
        };
        if let Some(value) = usize::try_from(pile)
            .ok()
            .and_then(|pile| self.values.get(pile))
        {
            return Some(NimValue::of_heap(value.clone()));
        }
        let (start, period) = (self.period.preperiod, self.period.period);
        let (times, place) = (pile - Natural::from(start)).div_mod(Natural::from(period));
        let first = start as usize + usize::try_from(&place).ok()?;
        let value =
            Integer::from(self.values.get(first)?) + Integer::from(times) * &self.period.saltus;
        to_natural(&value).map(NimValue::of_heap)
    }

    /// The finitely many heaps of a value, where the values grow.
    fn heaps_of(&self, value: &NimValue) -> Vec<Natural> {
        let (start, value) = (
            self.period.preperiod as usize,
            Integer::from(value.heap().clone()),
        );
        let mut heaps: Vec<Natural> = Vec::new();
        for (heap, first) in self.values.iter().enumerate() {
            let missing = &value - Integer::from(first);
            let (times, rest) = missing.div_mod(&self.period.saltus);
            if missing_is_reached(&times, &rest, heap < start) {
                let periods = to_natural(&times).unwrap_or_default();
                heaps
                    .push(Natural::from(heap as u64) + periods * Natural::from(self.period.period));
            }
        }
        heaps.sort();
        heaps
    }
}

/// Heaps with the rules that allow the moves between them.
pub(crate) struct HeapMoves<'g> {
    rules: &'g dyn Ruleset,
    heaps: Arc<Heaps>,
}

impl<'g> HeapMoves<'g> {
    /// The heaps of a game with these rules.
    pub(crate) fn new(rules: &'g dyn Ruleset, heaps: Arc<Heaps>) -> Self {
        Self { rules, heaps }
    }
}

impl Source for HeapMoves<'_> {
    fn method(&self) -> Method {
        Method::Search
    }

    fn evidence(&self, _: &Position) -> Evidence {
        self.heaps.known_by()
    }

    fn outcome(&self, position: &Position, _: &dyn Watch) -> Known<Outcome> {
        let value = self.heaps.nim_value(position);
        Ok(value.map(|value| value.outcome()))
    }

    fn verdict(&self, position: &Position, watch: &dyn Watch) -> Known<Verdict> {
        by_brute_force(self, position, watch)
    }

    fn value(&self, position: &Position, _: &dyn Watch) -> Known<NimValue> {
        Ok(self.heaps.nim_value(position))
    }

    fn moves_to(
        &self,
        target: Target<'_>,
        position: &Position,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Known<Extent> {
        if self.heaps.period.saltus == 0 {
            return among_all_moves(self, self.rules, target, position, watch, visit);
        }
        let value = match target {
            Target::P => &NimValue::ZERO,
            Target::Value(value) => value,
        };
        for heap in self.heaps.heaps_of(value) {
            watch.check()?;
            let to = Position::new(vec![heap]);
            if let Ok(kinds) = self.rules.legal(position, &to, watch)?
                && visit(Move { to, kinds }).is_break()
            {
                break;
            }
        }
        Ok(Some(Extent::All))
    }
}

/// Does a heap, or one that is so many periods later, have the value? Heaps before the period stand alone.
fn missing_is_reached(times: &Integer, rest: &Integer, alone: bool) -> bool {
    *rest == 0 && *times >= 0 && (!alone || *times == 0)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::ops::ControlFlow;

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
        let heaps = Heaps::find(&spec, &Unwatched).unwrap().unwrap();
        for n in 0..=max {
            let expected = table.value(&[n]).unwrap();
            let found = heaps.nim_value(&heap(n.into()));
            assert_eq!(found, Some(expected), "{rule}: {n}");
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
                .moves_to(Target::Value(&value), &from, &Unwatched, &mut visit)
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
            Heaps::behind(&spec, &heap(n), &Kept::default(), &Unwatched)
                .unwrap()
                .is_some()
        };
        assert!(!known(1000) && known(200_000));
    }
}
