//! The table of nim-values, filled row by row.
//!
//! A row has all piles but the last one fixed. Options along families of moves are known as sets ([`sums`](super::sums)), those of
//! moves that take fixed numbers are looked up, and the others are listed by loops.

use logic::watch::{Progress, Watch};

use super::Halt;
use super::checkpoint::{Journal, Logged, MALFORMED, StateReader};
use super::compile::walk::{Pieces, RowVisitor};
use super::compile::{Loops, Runner};
use super::families::{MoveFamily, families};
use super::limits::{Ticker, fits};
use super::nim_values::NOT_A_POSITION;
use super::plane::Plane;
use super::region::{Numbering, Region, advance};
use super::sums::{Sums, ValueSets, mex};
use logic::core::{Test, ValueError};
use rules::domain::PositionDomain;
use rules::narrow;
use rules::spec::PileOrder;

/// At most so many sets are asked for the value of a position; further branches are listed.
const MOST_SETS: usize = 255;

/// The values found so far, and what finds the next one.
pub(super) struct TableFiller<'a> {
    region: Region,
    pub(super) numbering: Numbering,
    pub(super) values: Vec<u32>,
    /// The last first pile to be valued.
    first: u32,
    pub(super) finished: Option<u32>,
    watch: &'a dyn Watch,
    runner: Runner<'a>,
    walker: Runner<'a>,
    /// The branches that are listed.
    listed: Vec<bool>,
    /// Moves that take fixed numbers.
    jumps: Vec<FixedMove>,
    /// The sets of families that change a pile before the last one, and of those that do not.
    sums: Vec<Sums>,
    row_sums: Vec<Sums>,
    slots: Vec<i64>,
    /// The values of the other options of a position.
    options: ValueSets,
    /// The row before.
    before: Option<Vec<u32>>,
    /// Which vectors are positions, if not all are.
    pub(super) domain: Option<PositionDomain<'a>>,
    /// Two piles with moves along lines only.
    plane: Option<Plane>,
}

/// A move that takes fixed numbers.
struct FixedMove {
    family: MoveFamily,
    /// How far back it leads in a table of piles that are not sorted.
    back: usize,
}

/// A set that is asked for along a row.
#[derive(Clone, Copy)]
struct RowSetQuery {
    sums: usize,
    user: usize,
    /// Where the set lies at the last pile 0, and how far it moves with the last pile.
    place: i64,
    step: i64,
    /// The last pile from which on it is asked for.
    from: u32,
}

/// The branches as families, each with its number; `None` where a branch is none.
fn recognised(loops: &Loops, max: u32) -> Vec<Option<Vec<MoveFamily>>> {
    let branches = loops.branches.iter();
    branches
        .map(|branch| families(branch, loops, max))
        .collect()
}

/// Are all moves families, and are only some numbers of steps allowed in one of them?
pub(super) fn counts_steps(loops: &Loops, max: u32) -> bool {
    let all: Option<Vec<Vec<MoveFamily>>> = recognised(loops, max).into_iter().collect();
    all.is_some_and(|all| {
        let mut families = all.iter().flatten();
        let one = |family: &MoveFamily| family.directions.len() == 1;
        families.clone().all(one) && families.any(MoveFamily::counts_steps)
    })
}

impl<'a> TableFiller<'a> {
    pub(super) fn new(
        region: Region,
        (numbering, count): (Numbering, u64),
        first: u32,
        loops: &'a Loops,
        use_sums: bool,
        watch: &'a dyn Watch,
    ) -> Self {
        let mut table = Self {
            region,
            first,
            values: vec![0; narrow::cells(count)],
            finished: None,
            watch,
            runner: loops.runner(watch),
            walker: loops.runner(watch),
            listed: vec![true; loops.branches.len()],
            jumps: Vec::new(),
            sums: Vec::new(),
            row_sums: Vec::new(),
            slots: vec![0; loops.slots],
            options: ValueSets::new(1),
            before: None,
            domain: None,
            plane: None,
            numbering,
        };
        if use_sums && region.dimension == 2 && region.order == PileOrder::Ordered {
            let all: Option<Vec<Vec<MoveFamily>>> =
                recognised(loops, region.max).into_iter().collect();
            table.plane = all.and_then(|all| Plane::new(&all.concat(), region.max));
        }
        if use_sums {
            for (branch, families) in recognised(loops, region.max).into_iter().enumerate() {
                let taken = families.is_some_and(|families| table.take(families));
                table.listed[branch] = !taken;
            }
        }
        table
    }

    /// Takes the families of a branch; `false` if they need too many sets.
    fn take(&mut self, families: Vec<MoveFamily>) -> bool {
        let (max, last) = (self.region.max, self.region.dimension - 1);
        let mut fresh: Vec<Sums> = Vec::new();
        let (jumps, along): (Vec<MoveFamily>, Vec<MoveFamily>) = families
            .into_iter()
            .partition(|family| family.directions.is_empty());
        let asked = |sums: &[Sums]| sums.iter().map(|sums| sums.users.len()).sum::<usize>();
        if asked(&self.sums) + asked(&self.row_sums) + along.len() > MOST_SETS {
            return false;
        }
        let known = |family: &&MoveFamily| {
            let mut sums = self.sums.iter().chain(&self.row_sums);
            sums.any(|sums| sums.serves(family))
        };
        for family in along.iter().filter(|family| !known(family)) {
            match fresh.iter_mut().find(|sums| sums.serves(family)) {
                Some(sums) => sums.serve(family),
                None => match Sums::new(family, max) {
                    Some(sums) => fresh.push(sums),
                    None => return false,
                },
            }
        }
        let all = self.sums.iter_mut().chain(&mut self.row_sums);
        for sums in all {
            let own: Vec<&MoveFamily> = along.iter().filter(|family| sums.serves(family)).collect();
            own.into_iter().for_each(|family| sums.serve(family));
        }
        let (in_row, others): (Vec<Sums>, Vec<Sums>) =
            fresh.into_iter().partition(|sums| sums.level == last);
        self.row_sums.extend(in_row);
        self.sums.extend(others);
        for family in jumps {
            let piles = family.least.iter().map(|taken| u32::try_from(*taken).ok());
            let piles: Option<Vec<u32>> = piles.map(|pile| pile.filter(|p| *p <= max)).collect();
            // What takes more than there is never happens.
            if let Some(piles) = piles {
                let back = self.numbering.number(&piles);
                self.jumps.push(FixedMove { family, back });
            }
        }
        true
    }

    /// Fills the table, from what an earlier run has kept if there was one.
    pub(super) fn run(&mut self, journal: &mut Journal<'_>) -> Result<(), Halt> {
        if let (Some(plane), None, false) = (&self.plane, &self.domain, journal.is_kept()) {
            let (whole, result) = plane.fill(&mut self.values, self.first, self.watch);
            self.finished = whole.checked_sub(1);
            return result.map_err(Halt::Stopped);
        }
        let mut kept = ValueJournal::new(journal).map_err(Halt::Checkpoint)?;
        let result = self.fill(&mut kept);
        if let Err(Halt::Stopped(_)) = result {
            kept.keep(self.finished.map_or(0, |finished| finished + 1));
        }
        result
    }

    fn bytes(&self) -> u64 {
        let sums = self.sums.iter().chain(&self.row_sums);
        4 * self.values.len() as u64 + sums.map(Sums::bytes).sum::<u64>()
    }

    fn fill(&mut self, kept: &mut ValueJournal<'_, '_>) -> Result<(), Halt> {
        let last = self.region.dimension - 1;
        let order = PileOrder::Mixed(self.region.order.sorted(last + 1).min(last));
        let mut ticker = Ticker::new(self.watch);
        let mut row = vec![0; last];
        fits(self.watch, self.bytes())?;
        loop {
            self.prepare(&row, &mut ticker)?;
            self.row(&row, kept, &mut ticker)?;
            let first = row.first().copied();
            let more = advance(&mut row, self.region.max, order);
            if let Some(first) = first.filter(|first| !more || row[0] != *first) {
                self.finish(first, kept)?;
            }
            if !more || row[0] > self.first {
                return Ok(());
            }
        }
    }

    /// All positions with this first pile are valued.
    fn finish(&mut self, first: u32, kept: &mut ValueJournal<'_, '_>) -> Result<(), Halt> {
        self.finished = Some(first);
        kept.finished(first);
        if self.watch.memory_limit().is_some() {
            fits(self.watch, self.bytes())?;
        }
        self.watch.progress(Progress {
            step: "first piles valued",
            done: u64::from(first) + 1,
            total: Some(u64::from(self.region.max) + 1),
        });
        Ok(())
    }

    /// Adds to the sets all points that the positions of a row may lead to.
    fn prepare(&mut self, row: &[u32], ticker: &mut Ticker<'_>) -> Result<(), Halt> {
        let mut pairs = self.before.iter().flatten().zip(row);
        let changed = pairs.position(|(old, new)| old != new).unwrap_or(0);
        self.row_sums.iter_mut().for_each(Sums::clear);
        let later = self.sums.iter_mut().filter(|sums| changed < sums.level);
        later.for_each(Sums::clear);
        self.before = Some(row.to_vec());
        for level in 0..row.len() {
            let due = |sums: &Sums| (sums.level == level).then(|| sums.due(row[level]))?;
            while let Some(pile) = self.sums.iter().filter_map(due).min() {
                let beginning: Vec<u32> = row[..level].iter().copied().chain([pile]).collect();
                self.add_points(&beginning, row[level], ticker)?;
            }
        }
        Ok(())
    }

    /// Adds all points that begin with these piles, where they are due before the last of these becomes `pile`.
    fn add_points(
        &mut self,
        beginning: &[u32],
        pile: u32,
        ticker: &mut Ticker<'_>,
    ) -> Result<(), Halt> {
        let max = self.region.max;
        let (level, others) = (beginning.len() - 1, self.region.dimension - beginning.len());
        let count = (max as usize + 1).pow(narrow::count(others));
        let mut sorted;
        let values = if self.region.order == PileOrder::Ordered {
            let start = self.numbering.number(beginning);
            &self.values[start..start + count]
        } else {
            sorted = Vec::with_capacity(count);
            let mut point = beginning.to_vec();
            point.resize(self.region.dimension, 0);
            let mut own = point.clone();
            loop {
                own.clone_from(&point);
                self.region.order.sort(&mut own);
                sorted.push(self.values[self.numbering.number(&own)]);
                if !advance(&mut point[level + 1..], max, PileOrder::Ordered) {
                    break;
                }
            }
            &sorted[..]
        };
        let due = Some(beginning[level]);
        let here = |sums: &&mut Sums| sums.level == level && sums.due(pile) == due;
        for sums in self.sums.iter_mut().filter(here) {
            sums.add(beginning, max, values, NOT_A_POSITION, &mut self.slots)?;
            ticker.step(u32::try_from(count / 4).unwrap_or(u32::MAX))?;
        }
        Ok(())
    }

    /// The sets that are asked for along a row.
    fn asked(&self, row: &[u32]) -> Vec<RowSetQuery> {
        let last = row.len();
        let mut asked = Vec::new();
        for (number, sums) in self.sums.iter().chain(&self.row_sums).enumerate() {
            for (user, who) in sums.users.iter().enumerate() {
                if let Some((place, step)) = sums.place(who, row) {
                    asked.push(RowSetQuery {
                        sums: number,
                        user,
                        place,
                        step,
                        from: u32::try_from(who.least[last]).unwrap_or(u32::MAX),
                    });
                }
            }
        }
        asked
    }

    fn row(
        &mut self,
        row: &[u32],
        kept: &mut ValueJournal<'_, '_>,
        ticker: &mut Ticker<'_>,
    ) -> Result<(), Halt> {
        let Region {
            max,
            order,
            dimension,
            ..
        } = self.region;
        let last = dimension - 1;
        let start = match order {
            PileOrder::Sorted => row.last().copied().unwrap_or(0),
            _ => 0,
        };
        let end = if last == 0 { self.first.min(max) } else { max };
        let asked = self.asked(row);
        let number = self.numbering.number(row);
        let mut piles: Vec<u32> = row.iter().copied().chain([0]).collect();
        let mut lookups = 0;
        for z in 0..=end {
            piles[last] = z;
            for sums in &mut self.row_sums {
                while let Some(pile) = sums.due(z) {
                    piles[last] = pile;
                    let value = if pile >= start {
                        self.values[number + self.numbering.share(last, pile)]
                    } else {
                        self.values[sorted_number(&self.numbering, &piles)]
                    };
                    if !sums.add_plainly(pile, value, NOT_A_POSITION) {
                        sums.add(&piles, max, &[value], NOT_A_POSITION, &mut self.slots)?;
                    }
                    piles[last] = z;
                }
            }
            if z < start {
                continue;
            }
            let known = kept.known(&piles).map_err(Halt::Checkpoint)?;
            let value = if self
                .domain
                .as_mut()
                .is_some_and(|domain| !domain.has(&piles))
            {
                NOT_A_POSITION
            } else if let Some(known) = known.filter(|value| *value != NOT_A_POSITION) {
                known
            } else {
                lookups = self.gather(&piles)?;
                match asked.len() {
                    0..=3 => self.value::<4>(&piles, &asked)?,
                    4..=15 => self.value::<16>(&piles, &asked)?,
                    16..=63 => self.value::<64>(&piles, &asked)?,
                    _ => self.value::<{ MOST_SETS + 1 }>(&piles, &asked)?,
                }
            };
            ticker.step(8 + lookups)?;
            let place = number + self.numbering.share(last, z);
            self.values[place] = value;
            kept.add(value, known);
            if last == 0 {
                self.finish_heap(z, kept)?;
            }
        }
        Ok(())
    }

    /// A heap of a game with one pile is valued.
    fn finish_heap(&mut self, heap: u32, kept: &mut ValueJournal<'_, '_>) -> Result<(), Halt> {
        self.finished = Some(heap);
        kept.finished(heap);
        match (heap + 1).is_multiple_of(1 << 12) || heap == self.region.max {
            true => self.finish(heap, kept),
            false => Ok(()),
        }
    }

    /// The values of the options that are looked up or listed; answers how many there were.
    fn gather(&mut self, piles: &[u32]) -> Result<u32, ValueError> {
        let mut count = 0;
        if !self.jumps.is_empty() || self.listed.contains(&true) {
            self.options.clear();
        }
        if !self.jumps.is_empty() {
            count = self.look_up(piles)?;
        }
        if !self.listed.contains(&true) {
            return Ok(count);
        }
        let mut gather = ValueCollector {
            piles,
            table: &self.values,
            numbering: &self.numbering,
            options: &mut self.options,
            target: piles.to_vec(),
            sorted: Vec::new(),
            count,
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

    /// The values of the options of moves that take fixed numbers.
    fn look_up(&mut self, piles: &[u32]) -> Result<u32, ValueError> {
        let Self {
            jumps,
            slots,
            values,
            numbering,
            options,
            ..
        } = self;
        enter(slots, piles);
        let own = numbering.number(piles);
        let mut target = piles.to_vec();
        for FixedMove { family, back } in jumps.iter() {
            let mut pairs = piles.iter().zip(&family.least);
            if pairs.any(|(pile, taken)| i64::from(*pile) < *taken) {
                continue;
            }
            let plain = family.targets.is_empty() && numbering.order == PileOrder::Ordered;
            if !plain {
                for (place, (pile, taken)) in target.iter_mut().zip(piles.iter().zip(&family.least))
                {
                    *place = narrow::pile(i64::from(*pile) - taken);
                }
            }
            if !hold(&family.sources, slots)? {
                continue;
            }
            if !family.targets.is_empty() {
                enter(&mut slots[piles.len()..], &target);
                if !hold(&family.targets, slots)? {
                    continue;
                }
            }
            let number = match numbering.order {
                PileOrder::Ordered => own - back,
                order => {
                    order.sort(&mut target);
                    numbering.number(&target)
                }
            };
            let value = values[number];
            if value != NOT_A_POSITION {
                options.insert(0, value);
            }
        }
        Ok(narrow::count(jumps.len()))
    }

    /// The least value that no option has.
    fn value<const N: usize>(
        &mut self,
        piles: &[u32],
        asked: &[RowSetQuery],
    ) -> Result<u32, ValueError> {
        let last = piles.len() - 1;
        let z = piles[last];
        let mut sets = [self.options.view(0); N];
        let mut count = 1;
        let mut entered = false;
        for own in asked.iter().filter(|own| own.from <= z) {
            let sums = match own.sums.checked_sub(self.sums.len()) {
                None => &self.sums[own.sums],
                Some(number) => &self.row_sums[number],
            };
            let sources = &sums.users[own.user].sources;
            if !sources.is_empty() {
                if !entered {
                    enter(&mut self.slots, piles);
                    entered = true;
                }
                if !hold(sources, &mut self.slots)? {
                    continue;
                }
            }
            sets[count] = sums.view(own.place + own.step * i64::from(z), piles[sums.level]);
            count += 1;
        }
        Ok(mex(sets[0], &sets[1..count]))
    }
}

/// Puts piles into slots.
fn enter(slots: &mut [i64], piles: &[u32]) {
    for (slot, pile) in slots.iter_mut().zip(piles) {
        *slot = i64::from(*pile);
    }
}

fn hold(tests: &[Test], slots: &mut [i64]) -> Result<bool, ValueError> {
    for test in tests {
        if !test.holds(slots)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The number of a vector whose piles may be out of order.
fn sorted_number(numbering: &Numbering, piles: &[u32]) -> usize {
    let mut sorted = piles.to_vec();
    numbering.order.sort(&mut sorted);
    numbering.number(&sorted)
}

/// The values that an earlier run has kept, and those that are to be kept.
struct ValueJournal<'j, 'c> {
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

impl<'j, 'c> ValueJournal<'j, 'c> {
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
struct ValueCollector<'a> {
    piles: &'a [u32],
    table: &'a [u32],
    numbering: &'a Numbering,
    options: &'a mut ValueSets,
    target: Vec<u32>,
    sorted: Vec<u32>,
    count: u32,
}

impl RowVisitor for ValueCollector<'_> {
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
                        .insert(0, self.table[self.numbering.number(&self.sorted)]);
                }
            } else {
                self.target[piles - 1] = narrow::pile(*low);
                let first = self.numbering.number(&self.target);
                for value in &self.table[first..=first + narrow::index(high - low)] {
                    self.options.insert(0, *value);
                }
            }
        }
        false
    }
}
