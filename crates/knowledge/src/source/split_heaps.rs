//! Games in which heaps split, by the nim-values of single heaps: that of a position is their nim-sum
//! ([`NIM_VALUES`](rules::citation::NIM_VALUES)).
//!
//! The values of small heaps are worked out one after the other. Those of large heaps follow where the rules are take-and-break
//! rules whose period is proved.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock};

use heaps::TakeAndBreak;
use heaps::formula_values::FormulaValues;
use heaps::heaps::{PeriodSearch, SplitHeaps};
use heaps::values::{LARGEST_HEAP, TakeAndBreakValues};
use logic::watch::{Stopped, Watch, locked};
use numeration::abbreviated::abbreviated;
use numeration::natural::Natural;
use rules::evidence::Evidence;
use rules::explanation::{Explanation, SentenceValue};
use rules::nim_value::NimValue;
use rules::outcome::Outcome;
use rules::position::Position;
use rules::ruleset::{Move, Ruleset};
use rules::splitting::SplittingSpec;
use solver::periodicity::Period;

use super::split_parts::{self, HeapValues};
use super::{Extent, KnowledgeSource, Known, MoveTarget, Visit, among_all_moves, first};
use crate::answer::{Method, Verdict};
use crate::error::Error;
use crate::kept::Cached;
use crate::wording::brief;

/// Up to this heap values are worked out without a look at their period.
const SMALL: u32 = 100_000;
/// Up to this heap a period is looked for, if time and memory allow: it is enough for a preperiod of more than ten million.
const MOST_LOOKED_AT: u32 = 1 << 25;
/// The same where the values may grow, which costs the square of the heaps.
const MOST_LOOKED_AT_SLOWLY: u32 = 1 << 15;
/// The values of so many heaps are named in a reason.
const MOST_NAMED: usize = 8;

/// Up to this heap a period is looked for where it is wanted on the way to something else.
const MOST_IN_PASSING: u32 = 1 << 12;

/// How far a period is looked for that a claim about all heaps needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// A moment.
    InPassing,
    /// A fraction of a minute.
    Full,
}

/// What was found out about the heaps of a game.
#[derive(Default)]
pub(crate) struct HeapCache {
    rules: OnceLock<Option<TakeAndBreak>>,
    table: Mutex<Option<Arc<HeapValueTable>>>,
    period: Cached<Arc<SplitHeaps>>,
}

/// The values of all heaps up to some one.
#[derive(Clone)]
enum HeapValueTable {
    Fast(TakeAndBreakValues),
    Plain(FormulaValues),
}

impl HeapValueTable {
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
enum HeapValueSource {
    Table(Arc<HeapValueTable>),
    Period(Arc<SplitHeaps>),
}

impl HeapValues for HeapValueSource {
    fn value(&self, heap: &Natural) -> Option<NimValue> {
        match self {
            Self::Table(table) => {
                let heap = usize::try_from(heap).ok()?;
                table.get(heap).map(NimValue::from)
            }
            Self::Period(heaps) => Some(heaps.value(heap)),
        }
    }

    fn period(&self) -> Option<&Period> {
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
    heaps: HeapValueSource,
}

impl<'g> SplitMoves<'g> {
    /// The heaps that a position needs.
    pub(crate) fn behind(
        spec: &'g SplittingSpec,
        position: &Position,
        found: &'g HeapCache,
        watch: &dyn Watch,
    ) -> Result<Self, Error> {
        let rules = found.rules(spec);
        let largest = position.piles().iter().max().cloned().unwrap_or_default();
        let small = u32::try_from(&largest).ok();
        let heaps = match (small, rules) {
            (Some(largest), None) => found.plain(spec, largest, watch)?,
            (Some(largest), Some(rules)) if largest <= SMALL => {
                found.fast(rules, largest, watch)?
            }
            (_, Some(rules)) => {
                let known = small.filter(|largest| *largest <= LARGEST_HEAP);
                let far = match rules.grows() {
                    true => MOST_LOOKED_AT_SLOWLY,
                    false => MOST_LOOKED_AT,
                };
                let most = known.unwrap_or(far);
                let sought = found.sought(rules, most, watch);
                match sought.map_err(|early| early.error(position))? {
                    heaps @ HeapValueSource::Period(_) => heaps,
                    heaps if known.is_some() => heaps,
                    _ => {
                        let why = format!(
                            "no period of its nim-values is proved by those of the heaps up to {most}"
                        );
                        return Err(beyond(spec, &largest, &why));
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
        let sum = SentenceValue::number(sum.heap().clone());
        match values.as_slice() {
            [] => why.say("there is no heap left", []),
            [_] => why.say("the nim-value of the heap is {}", [sum]),
            several if several.len() <= MOST_NAMED => {
                let values = several.iter().map(|value| value.heap().clone());
                why.say(
                    "the nim-values of the heaps are {}, and their nim-sum is {}",
                    [SentenceValue::piles(values), sum],
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

fn beyond(spec: &SplittingSpec, heap: &Natural, why: &str) -> Error {
    Error::Beyond(format!(
        "the heap {} of {} is too large to work out the nim-values of all smaller ones, and {why}",
        abbreviated(heap),
        spec.name()
    ))
}

impl HeapCache {
    /// The take-and-break rules, if the game has such.
    fn rules(&self, spec: &SplittingSpec) -> Option<&TakeAndBreak> {
        self.rules.get_or_init(|| TakeAndBreak::of(spec)).as_ref()
    }

    /// The heaps, if their period is proved by those up to some one.
    pub(crate) fn proved(
        &self,
        spec: &SplittingSpec,
        effort: Effort,
        watch: &dyn Watch,
    ) -> Result<Option<Arc<SplitHeaps>>, Stopped> {
        let Some(rules) = self.rules(spec) else {
            return Ok(None);
        };
        let most = match effort {
            Effort::InPassing => MOST_IN_PASSING,
            Effort::Full => looked_at_for_claims(rules),
        };
        match self.sought(rules, most, watch) {
            Ok(HeapValueSource::Period(heaps)) => Ok(Some(heaps)),
            Ok(HeapValueSource::Table(_)) => Ok(None),
            Err(early) => Err(early.stopped),
        }
    }

    /// Up to which heap a period is looked for where a claim about all heaps is to be decided, if the rules are take-and-break rules.
    pub(crate) fn looked_at_for_claims(&self, spec: &SplittingSpec) -> Option<u32> {
        self.rules(spec).map(looked_at_for_claims)
    }

    /// The heaps by their period, if one is proved by those up to `most`; otherwise the values up to that heap. What was found
    /// before the work was stopped is kept, and the next one who asks goes on from there.
    fn sought(
        &self,
        rules: &TakeAndBreak,
        most: u32,
        watch: &dyn Watch,
    ) -> Result<HeapValueSource, StoppedPeriodSearch> {
        if let Some(heaps) = self.period.peek() {
            return Ok(HeapValueSource::Period(heaps));
        }
        let values = match locked(&self.table).take().map(Arc::unwrap_or_clone) {
            Some(HeapValueTable::Fast(values)) => values,
            _ => TakeAndBreakValues::new(rules.clone()),
        };
        let mut search = PeriodSearch::new(values);
        let result = search.run(most, watch);
        let seen = search.seen().cloned();
        let table = self.keep(Arc::new(HeapValueTable::Fast(search.into_values())));
        match result {
            Ok(Some(heaps)) => {
                let heaps = Arc::new(heaps);
                self.period.put(Arc::clone(&heaps));
                Ok(HeapValueSource::Period(heaps))
            }
            Ok(None) => Ok(HeapValueSource::Table(table)),
            Err(stopped) => Err(StoppedPeriodSearch {
                stopped,
                heaps: table.len(),
                seen,
            }),
        }
    }

    /// The values up to a heap, by the fast methods.
    fn fast(
        &self,
        rules: &TakeAndBreak,
        largest: u32,
        watch: &dyn Watch,
    ) -> Result<HeapValueSource, Error> {
        self.table(largest, |before| {
            let mut values = match before {
                Some(HeapValueTable::Fast(values)) => values.clone(),
                _ => TakeAndBreakValues::new(rules.clone()),
            };
            values.extend(largest, watch)?;
            Ok(HeapValueTable::Fast(values))
        })
    }

    /// The values up to a heap, from the formulas.
    fn plain(
        &self,
        spec: &SplittingSpec,
        largest: u32,
        watch: &dyn Watch,
    ) -> Result<HeapValueSource, Error> {
        self.table(largest, |before| {
            let mut values = match before {
                Some(HeapValueTable::Plain(values)) => values.clone(),
                _ => FormulaValues::default(),
            };
            values.extend(spec, largest, watch)?;
            Ok(HeapValueTable::Plain(values))
        })
    }

    fn table(
        &self,
        largest: u32,
        longer: impl FnOnce(Option<&HeapValueTable>) -> Result<HeapValueTable, Error>,
    ) -> Result<HeapValueSource, Error> {
        let before = locked(&self.table).clone();
        if let Some(table) = before
            .as_ref()
            .filter(|table| table.len() > largest as usize)
        {
            return Ok(HeapValueSource::Table(Arc::clone(table)));
        }
        let table = Arc::new(longer(before.as_deref())?);
        Ok(HeapValueSource::Table(self.keep(table)))
    }

    /// Keeps a table if it is the longest.
    fn keep(&self, table: Arc<HeapValueTable>) -> Arc<HeapValueTable> {
        let mut kept = locked(&self.table);
        if kept.as_ref().is_none_or(|kept| kept.len() < table.len()) {
            *kept = Some(Arc::clone(&table));
        }
        table
    }
}

/// Up to which heap a period is looked for where a claim about all heaps is to be decided. A longer period than these heaps can
/// show is not compared with a claim anyway.
fn looked_at_for_claims(rules: &TakeAndBreak) -> u32 {
    if rules.grows() { 1 << 12 } else { 1 << 20 }
}

/// A search for a period that was stopped.
struct StoppedPeriodSearch {
    stopped: Stopped,
    /// So many heaps were known by then.
    heaps: usize,
    /// The period that was seen and not proved.
    seen: Option<Period>,
}

impl StoppedPeriodSearch {
    fn error(self, position: &Position) -> Error {
        if self.stopped == Stopped::Cancelled {
            return self.stopped.into();
        }
        let known = match self.heaps.checked_sub(1) {
            Some(last) => format!("those of all heaps up to {last} were found"),
            None => "none was found".to_owned(),
        };
        let period = match self.seen.map(|seen| seen.evidence) {
            Some(Evidence::Conjecture(words)) => format!("a period of them is {words}"),
            _ => "no period of them was seen".to_owned(),
        };
        Error::StoppedAfter {
            stopped: self.stopped,
            reached: format!(
                "of the nim-values that {} needs, {known} by then, and {period}",
                brief(position)
            ),
        }
    }
}

impl KnowledgeSource for SplitMoves<'_> {
    fn method(&self) -> Method {
        Method::Search
    }

    fn evidence(&self, position: &Position) -> Evidence {
        match &self.heaps {
            HeapValueSource::Table(_) => {
                let largest = position.piles().iter().max().cloned().unwrap_or_default();
                Evidence::Exhaustive(format!(
                    "the nim-values of all heaps up to {}, from the rules alone",
                    abbreviated(&largest)
                ))
            }
            HeapValueSource::Period(heaps) => super::heaps::proved_period(heaps.period()),
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
            Outcome::N => first(|visit| self.moves_to(MoveTarget::P, position, watch, visit))?,
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
        target: MoveTarget<'_>,
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
            MoveTarget::P => NimValue::ZERO,
            MoveTarget::Value(value) => value.clone(),
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
