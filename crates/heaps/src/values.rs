//! The nim-values of the heaps of a take-and-break game, by the fastest method that its rules allow.
//!
//! | rules | method | a heap costs about |
//! | --- | --- | --- |
//! | at most two parts, few rare heaps | sparse space (`sparse`) | as many steps as there are rare heaps, and a few hundred |
//! | at most two parts, no sparse space | pairs compared many at a time | the heap, divided by about 20 |
//! | three parts | sets of pairs, 64 values a word | the heap, times the words of a set |
//!
//! A value takes one byte as long as all are below 256, then two, and four only where values grow with the heaps. The sets of three
//! parts take eight bytes a heap for each 64 values, and pairs compared many at a time take the values twice. Work can be stopped and taken up again:
//! everything follows from the rules and the values so far.
//!
//! ```
//! use heaps::{code::Code, values::TakeAndBreakValues};
//!
//! let kayles = Code::octal("0.77").expect("a code");
//! let mut values = TakeAndBreakValues::new((&kayles).into());
//! values.extend(100_000, &logic::Unwatched).expect("nobody stops it");
//! assert_eq!(values.get(99_991), values.get(99_979));
//! ```

use logic::watch::{Progress, Stopped, Watch};

use super::cells::{PackedValues, SeenValues, ValueCell};
use super::sets::{LastingValues, PairSets};
use super::sparse::{RareHeaps, SplitGroup};
use super::take_and_break::{Leaving, TakeAndBreak};
use super::wide::Mirror;
use rules::narrow;

/// The largest heap that can be asked for.
pub const LARGEST_HEAP: u32 = 1 << 31;

/// The nim-values of the heaps 0, 1, 2, … as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeAndBreakValues {
    rules: TakeAndBreak,
    cells: PackedValues,
}

impl TakeAndBreakValues {
    /// No heap is known yet.
    pub fn new(rules: TakeAndBreak) -> Self {
        Self {
            rules,
            cells: PackedValues::One(Vec::new()),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &TakeAndBreak {
        &self.rules
    }

    /// How many heaps are known, from 0 on.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Is no heap known?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nim-value of a heap, if it is known.
    pub fn get(&self, heap: usize) -> Option<u32> {
        self.cells.get(heap)
    }

    /// All values that are known, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator + '_ {
        (0..self.len()).map(|heap| self.cells.get(heap).unwrap_or(0))
    }

    /// Finds the values of all heaps up to `max`.
    ///
    /// # Errors
    /// If the work was stopped; what was found by then stays.
    pub fn extend(&mut self, max: u32, watch: &dyn Watch) -> Result<(), Stopped> {
        if max > LARGEST_HEAP {
            return Err(Stopped::Memory {
                needed: u64::from(max),
                allowed: u64::from(LARGEST_HEAP),
            });
        }
        let plan = PreparedRules::new(&self.rules);
        loop {
            let end = match &mut self.cells {
                PackedValues::One(cells) => ValueEngine::new(cells, &plan).run(max, watch),
                PackedValues::Two(cells) => ValueEngine::new(cells, &plan).run(max, watch),
                PackedValues::Four(cells) => ValueEngine::new(cells, &plan).run(max, watch),
            };
            match end? {
                RunEnd::All => return Ok(()),
                RunEnd::TooLarge => self.widen()?,
            }
        }
    }

    fn widen(&mut self) -> Result<(), Stopped> {
        let cells = std::mem::replace(&mut self.cells, PackedValues::One(Vec::new()));
        let widened = cells.widened();
        let fitted = widened.is_ok();
        self.cells = widened.unwrap_or_else(|same| same);
        let needed = 8 * self.len() as u64;
        let allowed = 4 * self.len() as u64;
        fitted
            .then_some(())
            .ok_or(Stopped::Memory { needed, allowed })
    }

    /// Forgets all heaps but the first.
    pub(super) fn shorten(&mut self, heaps: usize) {
        self.cells.shorten(heaps);
    }

    /// The first heaps alone.
    pub(super) fn first(&self, heaps: usize) -> Self {
        Self {
            rules: self.rules.clone(),
            cells: self.cells.first(heaps),
        }
    }

    pub(super) fn cells(&self) -> &PackedValues {
        &self.cells
    }

    pub(super) fn of_cells(rules: TakeAndBreak, cells: PackedValues) -> Self {
        Self { rules, cells }
    }
}

/// Why a run ended.
enum RunEnd {
    /// All heaps are known.
    All,
    /// The next value does not fit in a cell.
    TooLarge,
}

/// The rules in the form in which they are asked.
struct PreparedRules {
    /// How many may be taken, and what may then be left, where anything may.
    digits: Vec<(usize, Leaving)>,
    /// From how many on all is alike.
    end: usize,
    then: Leaving,
    splits: Vec<SplitGroup>,
    three: bool,
}

impl PreparedRules {
    fn new(rules: &TakeAndBreak) -> Self {
        let digits = rules.digits().iter().copied().enumerate();
        let digits: Vec<_> = digits.filter(|(_, leaving)| !leaving.is_empty()).collect();
        let splits = digits.iter().filter_map(|(taken, leaving)| {
            let (taken, pairs) = (*taken, leaving.pairs()?);
            Some(SplitGroup { taken, pairs })
        });
        let splits = splits.collect();
        let then = rules.then();
        let leavings = digits.iter().map(|(_, leaving)| *leaving);
        let three = leavings
            .chain([then])
            .any(|leaving| leaving.most_parts() > 2);
        Self {
            digits,
            end: rules.digits().len(),
            then,
            splits,
            three,
        }
    }
}

/// The values, and what is kept beside them to find the next.
struct ValueEngine<'a, T: ValueCell> {
    plan: &'a PreparedRules,
    cells: &'a mut Vec<T>,
    seen: T::Seen,
    lasting: LastingValues,
    /// How many sums are in `lasting`.
    lasting_sums: usize,
    pairs: PairSets,
    rares: Option<RareHeaps<T>>,
    mirror: Mirror<T>,
    /// At how many heaps a sparse space is looked for.
    next_choice: usize,
}

/// A sparse space is looked for from so many heaps on.
const FIRST_CHOICE: usize = 1 << 8;
/// The watch is asked after about so many steps.
const STEPS: u64 = 1 << 18;

impl<'a, T: ValueCell> ValueEngine<'a, T> {
    fn new(cells: &'a mut Vec<T>, plan: &'a PreparedRules) -> Self {
        Self {
            plan,
            next_choice: cells.len().max(FIRST_CHOICE),
            cells,
            seen: T::Seen::new(),
            lasting: LastingValues::default(),
            lasting_sums: 0,
            pairs: PairSets::new(),
            rares: None,
            mirror: Mirror::new(),
        }
    }

    fn run(&mut self, max: u32, watch: &dyn Watch) -> Result<RunEnd, Stopped> {
        let wanted = max as usize + 1;
        self.reserve(wanted, watch)?;
        let mut steps = 0;
        while self.cells.len() < wanted {
            if self.cells.len() >= self.next_choice {
                self.choose(watch)?;
            }
            let (value, work) = self.next();
            let Some(cell) = T::of(value) else {
                return Ok(RunEnd::TooLarge);
            };
            if let Some(rares) = &mut self.rares {
                rares.add(self.cells.len(), cell);
                if rares.is_outgrown(self.cells.len()) {
                    self.next_choice = self.cells.len();
                }
            }
            self.cells.push(cell);
            steps += work + 16;
            if steps >= STEPS {
                steps = 0;
                self.report(max, watch)?;
            }
        }
        Ok(RunEnd::All)
    }

    fn report(&self, max: u32, watch: &dyn Watch) -> Result<(), Stopped> {
        watch.progress(Progress {
            step: "nim-values of heaps",
            done: self.cells.len() as u64,
            total: Some(u64::from(max) + 1),
        });
        if self.plan.three {
            let heaps = self.cells.len() as u64;
            fits(
                watch,
                T::BYTES * (u64::from(max) + 1) + self.pairs.bytes(heaps),
            )?;
        }
        watch.check()
    }

    /// Room for so many heaps, all at once, so that nothing is copied.
    fn reserve(&mut self, wanted: usize, watch: &dyn Watch) -> Result<(), Stopped> {
        let needed = T::BYTES.saturating_mul(wanted as u64);
        fits(watch, needed)?;
        let more = wanted.saturating_sub(self.cells.len());
        self.cells
            .try_reserve_exact(more)
            .map_err(|_| Stopped::Memory {
                needed,
                allowed: T::BYTES.saturating_mul(self.cells.len() as u64),
            })
    }

    /// Looks for a sparse space, and looks again when there are twice as many heaps.
    fn choose(&mut self, watch: &dyn Watch) -> Result<(), Stopped> {
        self.next_choice = self.cells.len().saturating_mul(2);
        if self.plan.three {
            return Ok(());
        }
        self.rares = RareHeaps::choose(self.cells, &self.plan.splits);
        match self.rares {
            Some(_) => self.mirror.clear(),
            None => {
                let heaps = self.next_choice as u64;
                fits(watch, T::BYTES * heaps + Mirror::<T>::bytes(2 * heaps))?;
            }
        }
        Ok(())
    }

    /// The nim-value of the next heap, and about how many steps it took.
    fn next(&mut self) -> (usize, u64) {
        let heap = self.cells.len();
        let mut work = self.mark_simple(heap);
        if self.plan.three {
            let value = |heap: usize| {
                self.cells
                    .get(heap)
                    .map_or(0, |cell| narrow::count(cell.index()))
            };
            work += self.pairs.fill(value, heap);
        }
        work += self.mark_lasting(heap);
        if self.plan.three {
            work += self.mark_sets(heap);
        }
        let splits: &[SplitGroup] = if self.plan.three {
            &[]
        } else {
            &self.plan.splits
        };
        let others = |value: usize| self.lasting.has(value);
        let least = self.lasting.least();
        let (value, more) = match &mut self.rares {
            Some(rares) => rares.next(self.cells, splits, &mut self.seen, least, others),
            None => self
                .mirror
                .next(self.cells, splits, &mut self.seen, least, others),
        };
        (value, work + more)
    }

    /// Marks what leaves nothing or one part.
    fn mark_simple(&mut self, heap: usize) -> u64 {
        let stamp = narrow::count(heap);
        for (taken, leaving) in &self.plan.digits {
            let Some(total) = heap.checked_sub(*taken) else {
                break;
            };
            if total == 0 && leaving.allows(Leaving::NONE) {
                T::of(0)
                    .into_iter()
                    .for_each(|zero| self.seen.mark(zero, stamp));
            }
            if total > 0 && leaving.allows(Leaving::ONE) {
                self.seen.mark(self.cells[total], stamp);
            }
        }
        self.plan.digits.len() as u64
    }

    /// Marks two and three parts by the sets of pairs.
    fn mark_sets(&mut self, heap: usize) -> u64 {
        let stamp = narrow::count(heap);
        let mut work = 0;
        let cells = &*self.cells;
        let value = |heap: usize| {
            cells
                .get(heap)
                .map_or(0, |cell| narrow::count(cell.index()))
        };
        let seen = &mut self.seen;
        let mut mark = |value: usize| {
            if let Some(cell) = T::of(value) {
                seen.mark(cell, stamp);
            }
        };
        for (taken, leaving) in &self.plan.digits {
            let Some(total) = heap.checked_sub(*taken) else {
                break;
            };
            if let Some(pairs) = leaving.pairs() {
                self.pairs.pairs(total, pairs, value, &mut mark);
            }
            if leaving.allows(Leaving::THREE) {
                self.pairs.triples(total, value, &mut mark);
                work += self.pairs.bytes(total as u64) / 2;
            }
        }
        work
    }

    /// What may be left when more are taken than there are digits is an option of all later heaps, too.
    fn mark_lasting(&mut self, heap: usize) -> u64 {
        if self.plan.then.is_empty() {
            return 0;
        }
        let mut work = 0;
        while self.lasting_sums + self.plan.end <= heap {
            work += self.mark_lasting_sum(self.lasting_sums);
            self.lasting_sums += 1;
        }
        work
    }

    fn mark_lasting_sum(&mut self, total: usize) -> u64 {
        let (then, cells, lasting) = (self.plan.then, &*self.cells, &mut self.lasting);
        let value = |heap: usize| {
            cells
                .get(heap)
                .map_or(0, |cell| narrow::count(cell.index()))
        };
        if total == 0 && then.allows(Leaving::NONE) {
            lasting.insert(0);
        }
        if total > 0 && then.allows(Leaving::ONE) {
            lasting.insert(value(total) as usize);
        }
        let mut work = 1;
        if let (Some(pairs), true) = (then.pairs(), total >= 2) {
            let last = SplitGroup { taken: 0, pairs }.last_first(total);
            for first in 1..=last {
                lasting.insert((value(first) ^ value(total - first)) as usize);
            }
            work += last as u64;
        }
        if then.allows(Leaving::THREE) {
            self.pairs
                .triples(total, value, |value| lasting.insert(value));
            work += self.pairs.bytes(total as u64) / 2;
        }
        work
    }
}

/// May so many bytes be used?
fn fits(watch: &dyn Watch, needed: u64) -> Result<(), Stopped> {
    match watch.memory_limit() {
        Some(allowed) if needed > allowed => Err(Stopped::Memory { needed, allowed }),
        _ => Ok(()),
    }
}
