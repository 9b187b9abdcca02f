//! The nim-value of every position of a region.
//!
//! Positions are visited in lexicographic order, so that all options of a position are valued before it. The
//! options along rays are known as one set of values a line; the others are listed by loops with
//! tight bounds, a range of the last pile at a time.
//!
//! ```
//! use games::nim_value::NimValue;
//! use games::solver::nim_values;
//!
//! let wythoff = "game wythoff \"Wythoff's game\"
//! piles x, y
//! move I: exactly 1 of x, y changes
//! move II: x' < x and x - x' = y - y'";
//! let wythoff = lang::load(wythoff, "wythoff.game", &[]).expect("a correct file");
//! let values = nim_values(&wythoff, 10, &logic::Unwatched).expect("small numbers");
//! assert_eq!(values.value(&[1, 2]), Some(NimValue::ZERO));
//! assert_eq!(values.value(&[3, 3]), Some(NimValue::from(6)));
//! ```

use logic::watch::{Progress, Stopped, Watch};

use super::checkpoint::{Checkpoint, Journal, Logged, MALFORMED, StateReader};
use super::compile::node::ValueError;
use super::compile::walk::{Pieces, RowVisitor};
use super::compile::{Given, Loops, Runner};
use super::limits::{Ticker, fits};
use super::rays::{Ray, ValueSet, mex};
use super::region::{Numbering, Reached, Region, advance, rearrange};
use super::{Halt, NO_NIM_VALUES, SolveError, admitted, settled};
use crate::domain::Domain;
use crate::narrow;
use crate::nim_value::NimValue;
use crate::spec::{PileOrder, Spec};

/// At most so many rays are followed; the options along others are listed.
const MOST_RAYS: usize = 15;

/// The nim-values of a region, in normal play.
#[derive(Clone, Debug)]
pub struct NimValues {
    /// Where the positions lie.
    pub region: Region,
    /// Why the search ended before the whole region was looked at.
    pub stopped: Option<Stopped>,
    numbering: Option<Numbering>,
    values: Vec<u32>,
}

/// The nim-values of all positions with every pile at most `max`, from the rules alone.
///
/// A limit of the watch is an answer: then the region says how far the search got.
pub fn nim_values(spec: &Spec, max: u32, watch: &dyn Watch) -> Result<NimValues, SolveError> {
    first_nim_values(spec, max, max, watch)
}

/// The same with a checkpoint: what an earlier run has kept there is continued, and what is found is kept.
///
/// # Errors
/// Also if what is kept there cannot be continued.
pub fn nim_values_kept(
    spec: &Spec,
    max: u32,
    checkpoint: Option<&dyn Checkpoint>,
    watch: &dyn Watch,
) -> Result<NimValues, SolveError> {
    let region = admitted(spec, max)?;
    valued(spec, region, max, true, checkpoint, watch)
}

/// The same only for the positions whose first pile (the smallest, if the piles are sorted) is at most `first`.
pub fn first_nim_values(
    spec: &Spec,
    max: u32,
    first: u32,
    watch: &dyn Watch,
) -> Result<NimValues, SolveError> {
    let region = admitted(spec, max)?;
    valued(spec, region, first, true, None, watch)
}

/// The nim-values of the heaps of a game in which numbers are taken by their residues ("any number that 3 does not divide"), if it is
/// one: marking the sources of each P-position would look at every larger heap again.
pub(super) fn of_counted_heaps(
    spec: &Spec,
    max: u32,
    checkpoint: Option<&dyn Checkpoint>,
    watch: &dyn Watch,
) -> Result<Option<NimValues>, SolveError> {
    if spec.dimension() != 1 || spec.domain.is_some() {
        return Ok(None);
    }
    let Ok(loops) = Loops::of_moves(spec, max, Given::Source) else {
        return Ok(None);
    };
    let branches = loops.branches.iter();
    let rays: Option<Vec<Ray>> = branches
        .map(|branch| Ray::new(branch, &loops, max))
        .collect();
    match rays {
        Some(rays) if rays.len() <= MOST_RAYS && rays.iter().any(Ray::counts_steps) => {
            nim_values_kept(spec, max, checkpoint, watch).map(Some)
        }
        _ => Ok(None),
    }
}

/// The value of what is no position.
const NOT_A_POSITION: u32 = u32::MAX;

/// With or without the use of rays.
pub(super) fn valued(
    spec: &Spec,
    mut region: Region,
    first: u32,
    use_rays: bool,
    checkpoint: Option<&dyn Checkpoint>,
    watch: &dyn Watch,
) -> Result<NimValues, SolveError> {
    if spec.blocking > 0 {
        return Err(SolveError::Blocking {
            game: spec.name.clone(),
            what: NO_NIM_VALUES,
        });
    }
    let failed = |error| SolveError::Value {
        game: spec.name.clone(),
        error,
    };
    let numbering = Numbering::new(&region, first);
    let needed = numbering.as_ref().map_or(u64::MAX, |(_, count)| 4 * count);
    let affordable = match &numbering {
        Some(_) => fits(watch, needed),
        None => Err(Stopped::Memory {
            needed,
            allowed: watch.memory_limit().unwrap_or(4 << 40),
        }),
    };
    let (Some(numbering), Ok(())) = (numbering, affordable) else {
        region.reached = Reached::Nothing;
        return Ok(NimValues {
            region,
            stopped: affordable.err(),
            numbering: None,
            values: Vec::new(),
        });
    };
    let loops = Loops::of_moves(spec, region.max, Given::Source).map_err(failed)?;
    let mut table = Table::new(region, numbering, first, &loops, use_rays, watch);
    table.domain = Some(Domain::of(spec)).filter(|_| spec.domain.is_some());
    let stopped = settled(spec, table.run(&mut Journal::new(checkpoint)))?;
    if stopped.is_some() || first < region.max {
        region.reached = table.finished.map_or(Reached::Nothing, Reached::FirstPile);
    }
    Ok(NimValues {
        region,
        stopped,
        numbering: Some(table.numbering),
        values: table.values,
    })
}

impl NimValues {
    /// The nim-value of a position, in order as far as its piles are sorted; none outside the part that was looked at.
    pub fn value(&self, piles: &[u32]) -> Option<NimValue> {
        self.heap(piles).map(|heap| NimValue::from(u64::from(heap)))
    }

    /// The same as the size of a heap.
    pub(crate) fn heap(&self, piles: &[u32]) -> Option<u32> {
        if !self.region.contains(piles) || !self.region.order.is_kept_by(piles) {
            return None;
        }
        let number = self.numbering.as_ref()?.number(piles);
        let value = self.values.get(number).copied();
        value.filter(|value| *value != NOT_A_POSITION)
    }

    /// Visits all positions that were looked at in lexicographic order, with their values.
    pub fn for_each(&self, mut visit: impl FnMut(&[u32], NimValue)) {
        let mut piles = vec![0; self.region.dimension];
        while self.numbering.is_some() && self.region.contains(&piles) {
            if let Some(value) = self.value(&piles) {
                visit(&piles, value);
            }
            if !advance(&mut piles, self.region.max, self.region.order) {
                break;
            }
        }
    }
}

/// The values found so far, and what finds the next one.
struct Table<'a> {
    region: Region,
    numbering: Numbering,
    values: Vec<u32>,
    /// The last first pile to be valued.
    first: u32,
    finished: Option<u32>,
    watch: &'a dyn Watch,
    loops: &'a Loops,
    runner: Runner<'a>,
    walker: Runner<'a>,
    /// The branches that are listed, and those that are rays.
    listed: Vec<bool>,
    rays: Vec<Ray>,
    slots: Vec<i64>,
    /// Which vectors are positions, if not all are.
    domain: Option<Domain<'a>>,
}

impl<'a> Table<'a> {
    fn new(
        region: Region,
        (numbering, count): (Numbering, u64),
        first: u32,
        loops: &'a Loops,
        use_rays: bool,
        watch: &'a dyn Watch,
    ) -> Self {
        let mut found: Vec<Option<Ray>> = loops.branches.iter().map(|_| None).collect();
        if use_rays {
            let rays = loops
                .branches
                .iter()
                .map(|branch| Ray::new(branch, loops, region.max));
            found = rays.collect();
            let kept = found.iter_mut().filter(|ray| ray.is_some());
            kept.skip(MOST_RAYS).for_each(|ray| *ray = None);
        }
        Self {
            region,
            numbering,
            first,
            values: vec![0; narrow::cells(count)],
            finished: None,
            watch,
            loops,
            runner: loops.runner(watch),
            walker: loops.runner(watch),
            listed: found.iter().map(Option::is_none).collect(),
            rays: found.into_iter().flatten().collect(),
            slots: vec![0; loops.slots],
            domain: None,
        }
    }

    /// Fills the table, from what an earlier run has kept if there was one.
    fn run(&mut self, journal: &mut Journal<'_>) -> Result<(), Halt> {
        let mut kept = Keeping::new(journal).map_err(Halt::Checkpoint)?;
        let result = self.fill(&mut kept);
        if let Err(Halt::Stopped(_)) = result {
            kept.keep(self.finished.map_or(0, |finished| finished + 1));
        }
        result
    }

    fn fill(&mut self, kept: &mut Keeping<'_, '_>) -> Result<(), Halt> {
        let watch = self.watch;
        let bytes = 4 * self.values.len() as u64;
        fits(
            watch,
            bytes + self.rays.iter().map(Ray::least_bytes).sum::<u64>(),
        )?;
        let mut ticker = Ticker::new(watch);
        let mut piles = vec![0; self.region.dimension];
        let mut options = ValueSet::default();
        loop {
            let known = kept.known(&piles).map_err(Halt::Checkpoint)?;
            let value = if self
                .domain
                .as_mut()
                .is_some_and(|domain| !domain.has(&piles))
            {
                ticker.step(8)?;
                NOT_A_POSITION
            } else if let Some(known) = known.filter(|value| *value != NOT_A_POSITION) {
                ticker.step(8)?;
                known
            } else {
                let cost = self.gather(&piles, &mut options)?;
                ticker.step(cost.saturating_add(8))?;
                self.value(&piles, &options)?
            };
            let number = self.numbering.number(&piles);
            self.values[number] = value;
            if value != NOT_A_POSITION {
                self.spread(&piles, value)?;
            }
            kept.add(value, known);
            let first = piles[0];
            let more = advance(&mut piles, self.region.max, self.region.order);
            if !more || piles[0] != first {
                self.finished = Some(first);
                kept.finished(first);
                if watch.memory_limit().is_some() {
                    fits(watch, bytes + self.rays.iter().map(Ray::bytes).sum::<u64>())?;
                }
                let total = Some(u64::from(self.region.max) + 1);
                watch.progress(Progress {
                    step: "first piles valued",
                    done: u64::from(first) + 1,
                    total,
                });
            }
            if !more || piles[0] > self.first {
                return Ok(());
            }
        }
    }

    /// The values of the options that are listed; answers how many there were.
    fn gather(&mut self, piles: &[u32], options: &mut ValueSet) -> Result<u32, ValueError> {
        options.clear();
        if !self.listed.contains(&true) {
            return Ok(0);
        }
        let mut gather = Gather {
            piles,
            table: &self.values,
            numbering: &self.numbering,
            options,
            target: piles.to_vec(),
            sorted: Vec::new(),
            count: 0,
        };
        let (walker, listed) = (&mut self.walker, &self.listed);
        self.runner
            .instances_of(piles, |plan| listed[plan], &mut |instance| {
                walker.walk(
                    instance,
                    &[],
                    piles.iter().map(|pile| (0, i64::from(*pile))),
                    &mut gather,
                )
            })?;
        Ok(gather.count)
    }

    fn value(&mut self, piles: &[u32], options: &ValueSet) -> Result<u32, ValueError> {
        for (slot, pile) in self.loops.known.clone().zip(piles) {
            self.slots[slot] = i64::from(*pile);
        }
        let mut sets: [&ValueSet; MOST_RAYS + 1] = [options; MOST_RAYS + 1];
        let mut count = 1;
        for ray in &self.rays {
            if let Some(set) = ray.values(piles, &mut self.slots)? {
                sets[count] = set;
                count += 1;
            }
        }
        Ok(mex(&sets[..count]))
    }

    /// Puts the value on the lines through the position.
    fn spread(&mut self, piles: &[u32], value: u32) -> Result<(), ValueError> {
        if self.rays.is_empty() {
            return Ok(());
        }
        if self.region.order == PileOrder::Ordered {
            return self.spread_arranged(piles, value);
        }
        let mut arranged = piles.to_vec();
        loop {
            self.spread_arranged(&arranged, value)?;
            if !rearrange(&mut arranged[..self.region.order.sorted(piles.len())]) {
                return Ok(());
            }
        }
    }

    fn spread_arranged(&mut self, piles: &[u32], value: u32) -> Result<(), ValueError> {
        for (slot, pile) in self.loops.unknown.clone().zip(piles) {
            self.slots[slot] = i64::from(*pile);
        }
        let sorted = self.region.order.sorted(piles.len());
        for ray in &mut self.rays {
            if ray.reaches_sorted(&piles[..sorted]) {
                ray.add(piles, value, &mut self.slots)?;
            }
        }
        Ok(())
    }
}

/// The values that an earlier run has kept, and those that are to be kept.
struct Keeping<'j, 'c> {
    /// The first piles below this one were valued by an earlier run.
    next: u32,
    known: Option<Logged<'c>>,
    /// Values in the order of the positions, from those of the first pile that is not logged on.
    fresh: Vec<u32>,
    /// So many of them belong to first piles that are finished.
    whole: usize,
    journal: &'j mut Journal<'c>,
}

/// So many values are worth a question whether to keep a state.
const WORTH_KEEPING: usize = 1 << 12;

impl<'j, 'c> Keeping<'j, 'c> {
    fn new(journal: &'j mut Journal<'c>) -> Result<Self, String> {
        let (mut next, mut known) = (0, None);
        if let Some((state, logged)) = journal.resume()? {
            let mut reader = StateReader(&state);
            let number = reader.number().filter(|_| reader.end().is_some());
            next = number.ok_or(MALFORMED)?;
            known = Some(logged);
        }
        Ok(Self {
            next,
            known,
            fresh: Vec::new(),
            whole: 0,
            journal,
        })
    }

    /// The value of a position, if an earlier run has kept it. No play is longer than the sum of the piles, so no value is larger.
    fn known(&mut self, piles: &[u32]) -> Result<Option<u32>, String> {
        let Some(known) = &mut self.known else {
            return Ok(None);
        };
        if piles[0] >= self.next {
            return if known.left() == 0 {
                self.known = None;
                Ok(None)
            } else {
                Err(MALFORMED.to_owned())
            };
        }
        let value = known.next().unwrap_or_else(|| Err(MALFORMED.to_owned()))?;
        let most: u64 = piles.iter().map(|pile| u64::from(*pile)).sum();
        match value == NOT_A_POSITION || u64::from(value) <= most {
            true => Ok(Some(value)),
            false => Err(MALFORMED.to_owned()),
        }
    }

    /// One more value, which may be known already.
    fn add(&mut self, value: u32, known: Option<u32>) {
        if known.is_none() && self.journal.is_kept() {
            self.fresh.push(value);
        }
    }

    /// All positions with this first pile are valued.
    fn finished(&mut self, first: u32) {
        self.whole = self.fresh.len();
        if self.whole >= WORTH_KEEPING {
            self.log();
            if self.journal.is_due() {
                self.keep(first + 1);
            }
        }
    }

    fn log(&mut self) -> bool {
        let mut unfinished = self.fresh.split_off(self.whole);
        let all = self.journal.append(&mut self.fresh);
        self.whole = self.fresh.len();
        self.fresh.append(&mut unfinished);
        all
    }

    /// Keeps the values of all first piles before this one.
    fn keep(&mut self, next: u32) {
        if next > self.next && self.log() {
            self.journal.keep(&[], || next.to_le_bytes().to_vec());
        }
    }
}

/// Collects the values of options.
struct Gather<'a> {
    piles: &'a [u32],
    table: &'a [u32],
    numbering: &'a Numbering,
    options: &'a mut ValueSet,
    target: Vec<u32>,
    sorted: Vec<u32>,
    count: u32,
}

impl RowVisitor for Gather<'_> {
    const STRIPS: bool = false;

    fn row(&mut self, slots: &[i64], pieces: &Pieces) -> bool {
        let piles = self.piles.len();
        for (place, value) in self.target.iter_mut().zip(&slots[piles..2 * piles]) {
            *place = narrow::pile(*value);
        }
        let unmoved = self.target[..piles - 1] == self.piles[..piles - 1];
        for (low, high) in pieces {
            let high = if unmoved {
                (*high).min(i64::from(self.piles[piles - 1]) - 1)
            } else {
                *high
            };
            if *low > high {
                continue;
            }
            self.count = self
                .count
                .saturating_add(narrow::pile(high - low).saturating_add(1));
            if self.numbering.order != PileOrder::Ordered {
                for last in *low..=high {
                    self.target[piles - 1] = narrow::pile(last);
                    self.sorted.clone_from(&self.target);
                    self.numbering.order.sort(&mut self.sorted);
                    self.options
                        .insert(self.table[self.numbering.number(&self.sorted)]);
                }
            } else {
                self.target[piles - 1] = narrow::pile(*low);
                let first = self.numbering.number(&self.target);
                for value in &self.table[first..=first + narrow::index(high - low)] {
                    self.options.insert(*value);
                }
            }
        }
        false
    }
}
