//! Games in which heaps split, by the nim-values of single heaps: that of a position is their nim-sum
//! ([`NIM_VALUES`](games::citation::NIM_VALUES)).
//!
//! The values of small heaps are worked out one after the other. Those of large heaps follow where the rules are take-and-break
//! rules whose period is proved.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use games::evidence::Evidence;
use games::explanation::{Explanation, Value};
use games::nim_value::NimValue;
use games::outcome::Outcome;
use games::position::Position;
use games::ruleset::{Move, Ruleset};
use games::splitting::formula_values::FormulaValues;
use games::splitting::period::SplitHeaps;
use games::splitting::values::{LARGEST_HEAP, Values};
use games::splitting::{SplittingSpec, TakeAndBreak};
use logic::watch::{Stopped, Watch};
use numeration::abbreviated::abbreviated;
use numeration::natural::Natural;

use super::split_parts::{self, HeapValues};
use super::{Extent, Known, Source, Target, Visit, among_all_moves, first};
use crate::error::Error;
use crate::kept::Kept;
use crate::order::{Method, Verdict};
use crate::wording::brief;

/// Up to this heap values are worked out without a look at their period.
const SMALL: u32 = 100_000;
/// The values of so many heaps are named in a reason.
const MOST_NAMED: usize = 8;

/// What was found out about the heaps of a game.
#[derive(Default)]
pub(crate) struct FoundHeaps {
    rules: OnceLock<Option<TakeAndBreak>>,
    table: Mutex<Option<Arc<Table>>>,
    period: Kept<Option<Arc<SplitHeaps>>>,
}

/// The values of all heaps up to some one.
#[derive(Clone)]
enum Table {
    Fast(Values),
    Plain(FormulaValues),
}

impl Table {
    fn get(&self, heap: usize) -> Option<u64> {
        match self {
            Self::Fast(values) => values.get(heap).map(u64::from),
            Self::Plain(values) => values.get(heap),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Fast(values) => values.len(),
            Self::Plain(values) => values.len(),
        }
    }
}

/// The values of heaps, as far as a position needs them.
enum Heaps {
    Table(Arc<Table>),
    Period(Arc<SplitHeaps>),
}

impl HeapValues for Heaps {
    fn value(&self, heap: &Natural) -> Option<NimValue> {
        match self {
            Self::Table(table) => {
                let heap = usize::try_from(heap).ok()?;
                table.get(heap).map(NimValue::from)
            }
            Self::Period(heaps) => Some(heaps.value(heap)),
        }
    }

    fn period(&self) -> Option<&games::periodicity::Period> {
        match self {
            Self::Table(_) => None,
            Self::Period(heaps) => Some(heaps.period()),
        }
    }
}

/// The heaps of a game, for a position of it.
pub(crate) struct SplitMoves<'g> {
    spec: &'g SplittingSpec,
    rules: Option<&'g TakeAndBreak>,
    heaps: Heaps,
}

impl<'g> SplitMoves<'g> {
    /// The heaps that a position needs.
    pub(crate) fn behind(
        spec: &'g SplittingSpec,
        position: &Position,
        found: &'g FoundHeaps,
        watch: &dyn Watch,
    ) -> Result<Self, Error> {
        let rules = found.rules(spec);
        let largest = position.piles().iter().max().cloned().unwrap_or_default();
        let small = u32::try_from(&largest).ok();
        let stopped = |error: Error| match error {
            Error::Stopped(stopped) => not_found(position, stopped),
            other => other,
        };
        let heaps = match (small, rules) {
            (Some(largest), None) => found.plain(spec, largest, watch).map_err(stopped)?,
            (Some(largest), Some(rules)) if largest <= SMALL => {
                found.fast(rules, largest, watch).map_err(stopped)?
            }
            (_, Some(rules)) => {
                let period = found.proved(spec, watch);
                match (period.map_err(|reason| not_found(position, reason))?, small) {
                    (Some(period), _) => Heaps::Period(period),
                    (None, Some(largest)) if largest <= LARGEST_HEAP => {
                        found.fast(rules, largest, watch).map_err(stopped)?
                    }
                    (None, _) => {
                        return Err(beyond(
                            spec,
                            &largest,
                            "no period of its nim-values is proved",
                        ));
                    }
                }
            }
            (None, None) => {
                return Err(beyond(
                    spec,
                    &largest,
                    "its rules are no take-and-break rules",
                ));
            }
        };
        Ok(Self { spec, rules, heaps })
    }

    /// The values of the heaps of a position.
    fn values(&self, position: &Position) -> Option<Vec<NimValue>> {
        let heaps = position.piles().iter();
        heaps.map(|heap| self.heaps.value(heap)).collect()
    }

    fn total(&self, position: &Position) -> Option<NimValue> {
        Some(self.values(position)?.into_iter().sum())
    }

    /// The reason in words: the values of the heaps and their nim-sum.
    fn why(&self, position: &Position) -> Explanation {
        let mut why = Explanation::default();
        let values = self.values(position).unwrap_or_default();
        let sum: NimValue = values.iter().cloned().sum();
        let sum = Value::number(sum.heap().clone());
        match values.as_slice() {
            [] => why.say("there is no heap left", []),
            [_] => why.say("the nim-value of the heap is {}", [sum]),
            several if several.len() <= MOST_NAMED => {
                let values = several.iter().map(|value| value.heap().clone());
                why.say(
                    "the nim-values of the heaps are {}, and their nim-sum is {}",
                    [Value::piles(values), sum],
                );
            }
            _ => why.say("the nim-sum of the nim-values of the heaps is {}", [sum]),
        }
        why
    }

    /// Visits the moves of one heap after which its parts have together a nim-value, by the rules as formulas.
    fn heap_moves(
        &self,
        rules: &TakeAndBreak,
        position: &Position,
        index: usize,
        wanted: &NimValue,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Result<(Extent, ControlFlow<()>), Error> {
        let piles = position.piles();
        let mut trouble = None;
        let mut flow = ControlFlow::Continue(());
        let mut offer = |parts: &[Natural]| {
            let others = piles[..index].iter().chain(&piles[index + 1..]);
            let mut after: Vec<Natural> = others.chain(parts).cloned().collect();
            after.sort_unstable();
            let to = Position::unchecked(after);
            match self.spec.legal(position, &to, watch) {
                Ok(Ok(kinds)) => flow = visit(Move { to, kinds }),
                Ok(Err(_)) => {}
                Err(error) => {
                    trouble = Some(error);
                    flow = ControlFlow::Break(());
                }
            }
            flow
        };
        let extent =
            split_parts::with_value(rules, &self.heaps, &piles[index], wanted, watch, &mut offer)?;
        match trouble {
            Some(error) => Err(error.into()),
            None => Ok((extent, flow)),
        }
    }
}

/// Work that was stopped, with what was not found by then.
fn not_found(position: &Position, stopped: Stopped) -> Error {
    match stopped {
        Stopped::Cancelled => stopped.into(),
        _ => Error::Beyond(format!(
            "{stopped}: by then neither the nim-values of all heaps that {} needs were found, nor a period of them",
            brief(position)
        )),
    }
}

fn beyond(spec: &SplittingSpec, heap: &Natural, why: &str) -> Error {
    Error::Beyond(format!(
        "the heap {} of {} is too large to work out the nim-values of all smaller ones, and {why}",
        abbreviated(heap),
        spec.name()
    ))
}

impl FoundHeaps {
    /// The take-and-break rules, if the game has such.
    fn rules(&self, spec: &SplittingSpec) -> Option<&TakeAndBreak> {
        self.rules.get_or_init(|| spec.take_and_break()).as_ref()
    }

    /// Are the rules take-and-break rules?
    pub(crate) fn is_recognised(&self, spec: &SplittingSpec) -> bool {
        self.rules(spec).is_some()
    }

    /// The heaps, if their period is proved.
    pub(crate) fn proved(
        &self,
        spec: &SplittingSpec,
        watch: &dyn Watch,
    ) -> Result<Option<Arc<SplitHeaps>>, Stopped> {
        let Some(rules) = self.rules(spec) else {
            return Ok(None);
        };
        self.period
            .get(|| Ok(SplitHeaps::find(rules, watch)?.map(Arc::new)))
    }

    /// The values up to a heap, by the fast methods.
    fn fast(&self, rules: &TakeAndBreak, largest: u32, watch: &dyn Watch) -> Result<Heaps, Error> {
        self.table(largest, |before| {
            let mut values = match before {
                Some(Table::Fast(values)) => values.clone(),
                _ => Values::new(rules.clone()),
            };
            values.extend(largest, watch)?;
            Ok(Table::Fast(values))
        })
    }

    /// The values up to a heap, from the formulas.
    fn plain(&self, spec: &SplittingSpec, largest: u32, watch: &dyn Watch) -> Result<Heaps, Error> {
        self.table(largest, |before| {
            let mut values = match before {
                Some(Table::Plain(values)) => values.clone(),
                _ => FormulaValues::default(),
            };
            values.extend(spec, largest, watch)?;
            Ok(Table::Plain(values))
        })
    }

    fn table(
        &self,
        largest: u32,
        longer: impl FnOnce(Option<&Table>) -> Result<Table, Error>,
    ) -> Result<Heaps, Error> {
        let lock = || self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let before = lock().clone();
        if let Some(table) = before
            .as_ref()
            .filter(|table| table.len() > largest as usize)
        {
            return Ok(Heaps::Table(Arc::clone(table)));
        }
        let table = Arc::new(longer(before.as_deref())?);
        let mut kept = lock();
        if kept.as_ref().is_none_or(|kept| kept.len() < table.len()) {
            *kept = Some(Arc::clone(&table));
        }
        Ok(Heaps::Table(table))
    }
}

impl Source for SplitMoves<'_> {
    fn method(&self) -> Method {
        Method::Search
    }

    fn evidence(&self, position: &Position) -> Evidence {
        match &self.heaps {
            Heaps::Table(_) => {
                let largest = position.piles().iter().max().cloned().unwrap_or_default();
                Evidence::Exhaustive(format!(
                    "the nim-values of all heaps up to {}, from the rules alone",
                    abbreviated(&largest)
                ))
            }
            Heaps::Period(heaps) => super::heaps::proved_period(heaps.period()),
        }
    }

    fn outcome(&self, position: &Position, _: &dyn Watch) -> Known<Outcome> {
        Ok(self.total(position).map(|value| value.outcome()))
    }

    fn verdict(&self, position: &Position, watch: &dyn Watch) -> Known<Verdict> {
        let Some(outcome) = self.outcome(position, watch)? else {
            return Ok(None);
        };
        let winning_move = match outcome {
            Outcome::P => None,
            Outcome::N => first(|visit| self.moves_to(Target::P, position, watch, visit))?,
        };
        if outcome == Outcome::N && winning_move.is_none() {
            return Err(Error::Beyond(
                "the next player wins, and no winning move was found among those that were looked at"
                    .to_owned(),
            ));
        }
        Ok(Some(Verdict {
            outcome,
            winning_move,
            why: self.why(position),
            evidence: self.evidence(position),
            method: self.method(),
        }))
    }

    fn value(&self, position: &Position, _: &dyn Watch) -> Known<NimValue> {
        Ok(self.total(position))
    }

    fn moves_to(
        &self,
        target: Target<'_>,
        position: &Position,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Known<Extent> {
        let Some(rules) = self.rules else {
            return among_all_moves(self, self.spec, target, position, watch, visit);
        };
        let Some(values) = self.values(position) else {
            return Ok(None);
        };
        let wanted = match target {
            Target::P => NimValue::ZERO,
            Target::Value(value) => value.clone(),
        };
        let total: NimValue = values.iter().cloned().sum();
        let piles = position.piles();
        let mut all = Extent::All;
        for (index, value) in values.iter().enumerate() {
            if index > 0 && piles[index - 1] == piles[index] {
                continue;
            }
            // The other heaps are worth the total without this one.
            let parts = wanted.clone() + total.clone() + value.clone();
            // A heap has no option of its own value.
            if parts == *value {
                continue;
            }
            let (extent, flow) = self.heap_moves(rules, position, index, &parts, watch, visit)?;
            if extent == Extent::Some {
                all = Extent::Some;
            }
            if flow.is_break() {
                break;
            }
        }
        Ok(Some(all))
    }
}
