//! The sweep over the board: slabs are prepared in blocks, scanned one after the other, and what they say of later ones is kept.

use std::collections::BTreeMap;

use logic::watch::{Progress, Stopped, Watch};
use rayon::prelude::*;

use super::Halt;
use super::checkpoint::{Journal, Logged, MALFORMED, StateReader, is_increasing};
use super::compile::plan::Instance;
use super::compile::{Loops, Runner, ValueError};
use super::limits::{Ticker, fits};
use super::outcomes::CompiledRules;
use super::rows::{BitRow, LastingMarks, mark, shift_left};
use super::scan::Scan;
use super::slab::{Marker, Slab};
use rules::narrow;

/// An instance that will mark slabs still to come.
pub(super) struct Pending {
    pub(super) instance: Instance,
    pub(super) target: Box<[u32]>,
    pub(super) low: u32,
    pub(super) high: u32,
}

impl Pending {
    fn bytes(&self) -> u64 {
        let holes: usize = self
            .instance
            .holes
            .iter()
            .map(|hole| 64 + 8 * hole.constants.len())
            .sum();
        let numbers = 8 * self.instance.constants.len() + 16 * self.instance.values.len();
        (size_of::<Self>() + numbers + holes + 4 * self.target.len()) as u64
    }
}

/// The sweep over the board.
pub(super) struct Sweep<'a> {
    rules: &'a CompiledRules,
    watch: &'a dyn Watch,
    /// The P-positions, their piles one after the other.
    pub(super) found: Vec<u32>,
    /// The last first pile that was finished.
    pub(super) finished: Option<u32>,
    /// How many bytes the slabs take.
    board: u64,
    /// Are the lasting and the sliding marks there already? So it is while the rest is made again from the P-positions.
    marked: bool,
    /// What every later slab starts from.
    lasting: Slab,
    /// With two piles: marks that move up by one from each slab to the next, as they are on the next slab.
    sliding: BitRow,
    pub(super) active: Vec<Pending>,
    /// By slabs: the targets, one behind the other, of which instances begin on that slab. The instances themselves, which take fifteen
    /// times the memory, are made again when it comes.
    waiting: BTreeMap<u32, Vec<u32>>,
}

/// How many slabs are prepared at a time: enough for every core, and few enough that what a P-position says of its own
/// block, which is marked while scanning and not in parallel, stays a small part.
pub(super) const BLOCK: u32 = 16;

/// So many heaps of a single pile are looked at between two questions whether to keep a state, or the 1024th part of all.
pub(super) const PART: u32 = 1 << 12;

impl<'a> Sweep<'a> {
    pub(super) fn new(rules: &'a CompiledRules, watch: &'a dyn Watch) -> Self {
        Self {
            rules,
            watch,
            found: Vec::new(),
            finished: None,
            board: 0,
            marked: false,
            lasting: Slab::default(),
            sliding: BitRow::new(rules.max),
            active: Vec::new(),
            waiting: BTreeMap::new(),
        }
    }

    pub(super) fn run(&mut self, journal: &mut Journal<'_>) -> Result<(), Halt> {
        let rules = self.rules;
        let rows = rules.rows().unwrap_or(usize::MAX);
        let slab_bytes = if rows > 1 << 40 {
            u64::MAX
        } else {
            Slab::bytes(rows, rules.max)
        };
        fits(self.watch, slab_bytes.saturating_mul(2))?;
        if slab_bytes > 1 << 40 {
            return Err(Stopped::Memory {
                needed: slab_bytes,
                allowed: 1 << 40,
            }
            .into());
        }
        let affordable = self
            .watch
            .memory_limit()
            .map_or(u64::MAX, |limit| limit / 2 / slab_bytes);
        let affordable = u32::try_from(affordable).unwrap_or(u32::MAX);
        let block = (rules.slabs() / 32).min(BLOCK).min(affordable).max(1);
        self.lasting = Slab::new(rows, rules.max);
        if rules.fixed() == 0 {
            return self.line(journal);
        }
        self.board = slab_bytes * (u64::from(block) + 1);
        let mut slabs = vec![Slab::new(rows, rules.max); block as usize];
        let start = self.resume(journal)?;
        let result = self.blocks(start, &mut slabs, journal);
        if let Err(Halt::Stopped(_)) = result {
            // The lasting marks of a block hold from its end on: they are made again.
            let next = self.finished.map_or(0, |finished| finished + 1);
            let kept = self.found.chunks(rules.dimension);
            let kept = kept.take_while(|piles| piles[0] < next).count() * rules.dimension;
            journal.keep(&self.found[..kept], || self.state(next, false));
        }
        result
    }

    /// Goes through the slabs, a block at a time.
    fn blocks(
        &mut self,
        mut start: u32,
        slabs: &mut [Slab],
        journal: &mut Journal<'_>,
    ) -> Result<(), Halt> {
        let all = self.rules.slabs();
        let mut block = narrow::count(slabs.len());
        while start < all {
            let end = (start + block).min(all);
            self.watch.check()?;
            self.fits()?;
            let slabs = &mut slabs[..(end - start) as usize];
            self.prepare(start, slabs)?;
            let due = self.scan_block(start, slabs, journal)?;
            self.carry_over(start, end)?;
            self.watch.progress(Progress {
                step: "first piles done",
                done: u64::from(end),
                total: Some(u64::from(all)),
            });
            start = end;
            if due.is_some() {
                journal.keep(&self.found, || self.state(start, true));
            }
            // Little is lost by a kill only if a block takes little time.
            if due.is_some_and(|slab| slab + 1 < end) {
                block = (block / 2).max(1);
            }
        }
        Ok(())
    }

    /// A game with one pile has one row, which is scanned in parts.
    fn line(&mut self, journal: &mut Journal<'_>) -> Result<(), Halt> {
        let max = self.rules.max;
        let mut slab = [std::mem::take(&mut self.lasting)];
        let mut start = 0;
        if let Some((state, logged)) = journal.resume().map_err(Halt::Checkpoint)? {
            self.found = journal.hold(logged).map_err(Halt::Checkpoint)?;
            start = line_state(&state, &mut slab[0])
                .filter(|next| *next <= max + 1 && is_increasing(&self.found, 1, max, *next))
                .ok_or_else(|| Halt::Checkpoint(MALFORMED.to_owned()))?;
        }
        let mut scan = Scan::new(self.rules, self.watch);
        while start <= max {
            let end = (start + PART.max(max / 1024)).min(max + 1);
            if let Err(halt) = scan.part(self, start..end, &mut slab) {
                if let Halt::Stopped(_) = halt {
                    // Marks may be missing of the last one that was found: it is found again.
                    let next = match self.found.last() {
                        Some(last) if *last >= start => *last,
                        _ => start,
                    };
                    let kept = self.found.partition_point(|heap| *heap < next);
                    let state = || put_slab(next, &slab[0]);
                    journal.keep(&self.found[..kept], state);
                }
                return Err(halt);
            }
            start = end;
            if journal.is_due() {
                journal.keep(&self.found, || put_slab(start, &slab[0]));
            }
            self.watch.progress(Progress {
                step: "heaps done",
                done: u64::from(start),
                total: Some(u64::from(max) + 1),
            });
        }
        self.finished = Some(0);
        Ok(())
    }

    /// Takes up what an earlier run has kept; the first slab that is still to be scanned.
    fn resume(&mut self, journal: &mut Journal<'_>) -> Result<u32, Halt> {
        let Some((state, logged)) = journal.resume().map_err(Halt::Checkpoint)? else {
            return Ok(0);
        };
        let (next, marked) = self
            .restore(&state)
            .filter(|(next, _)| *next <= self.rules.slabs())
            .ok_or_else(|| Halt::Checkpoint(MALFORMED.to_owned()))?;
        self.finished = next.checked_sub(1);
        self.marked = marked;
        self.remake(logged, next)?;
        self.marked = false;
        Ok(next)
    }

    /// What the P-positions that are known say of the slabs from `next` on.
    fn remake(&mut self, mut logged: Logged<'_>, next: u32) -> Result<(), Halt> {
        let mut scan = Scan::new(self.rules, self.watch);
        let (max, all) = (self.rules.max, logged.left() as u64);
        let mut before: Option<Vec<u32>> = None;
        let mut piles = vec![0; self.rules.dimension];
        while logged.position(&mut piles).map_err(Halt::Checkpoint)? {
            let is_next = before.as_ref().is_none_or(|before| *before < piles);
            if !is_next || piles[0] >= next || piles.iter().any(|pile| *pile > max) {
                return Err(Halt::Checkpoint(MALFORMED.to_owned()));
            }
            if next < self.rules.slabs() {
                scan.spread(self, 0, &piles, next, &mut [])?;
            }
            if logged.left().is_multiple_of(1 << 16) {
                self.fits()?;
                self.watch.progress(Progress {
                    step: "numbers of an earlier run",
                    done: all - logged.left() as u64,
                    total: Some(all),
                });
            }
            before = Some(piles.clone());
        }
        self.carry_over(next, next)
    }

    /// The state before a slab, with or without the marks that every later one starts from.
    fn state(&self, next: u32, marked: bool) -> Vec<u8> {
        if !marked {
            let mut state = next.to_le_bytes().to_vec();
            state.push(0);
            return state;
        }
        let mut state = put_slab(next, &self.lasting);
        put_words(&mut state, &self.sliding.words);
        state.extend(self.sliding.limit.to_le_bytes());
        state
    }

    /// Reads a state; the next slab, and whether the marks came with it.
    fn restore(&mut self, state: &[u8]) -> Option<(u32, bool)> {
        let mut reader = StateReader(state);
        let next = reader.number()?;
        let marked = match reader.byte()? {
            0 => false,
            1 => {
                reader.words(&mut self.lasting.words)?;
                reader.numbers(&mut self.lasting.limits)?;
                reader.words(&mut self.sliding.words)?;
                self.sliding.limit = reader.number()?;
                let mut limits = self.lasting.limits.iter().chain([&self.sliding.limit]);
                limits
                    .all(|limit| *limit <= self.rules.max + 1)
                    .then_some(())?;
                true
            }
            _ => return None,
        };
        reader.end()?;
        Some((next, marked))
    }

    fn fits(&self) -> Result<(), Stopped> {
        if self.watch.memory_limit().is_none() {
            return Ok(());
        }
        let active: u64 = self.active.iter().map(Pending::bytes).sum();
        let waiting = self.waiting.values().map(Vec::capacity).sum::<usize>();
        let numbers = waiting + self.found.capacity();
        fits(self.watch, self.board + active + 4 * numbers as u64)
    }

    /// Marks a block of slabs with everything that the P-positions before it say.
    fn prepare(&self, start: u32, slabs: &mut [Slab]) -> Result<(), Halt> {
        slabs
            .par_iter_mut()
            .enumerate()
            .try_for_each(|(index, slab)| {
                let mut runner = self.rules.sources.runner(self.watch);
                let first = start + narrow::count(index);
                slab.copy_from(&self.lasting);
                if self.rules.dimension == 2 {
                    slab.slide_in(&self.sliding, index, self.rules.max);
                }
                let mut ticker = Ticker::new(self.watch);
                for pending in self
                    .active
                    .iter()
                    .filter(|pending| pending.low <= first && first <= pending.high)
                {
                    ticker.step(8)?;
                    let mut marker = self.marker::<true>(slab, None);
                    self.mark_slab(
                        &mut runner,
                        &pending.instance,
                        &pending.target,
                        first,
                        &mut marker,
                    )?;
                }
                Ok(())
            })
    }

    pub(super) fn marker<'b, const STRIPS: bool>(
        &self,
        slab: &'b mut Slab,
        current: Option<(usize, &'b mut LastingMarks)>,
    ) -> Marker<'b, STRIPS> {
        let middle = self.rules.fixed()..self.rules.dimension - 1;
        Marker {
            slab,
            max: self.rules.max,
            middle,
            current,
        }
    }

    pub(super) fn mark_slab<const STRIPS: bool>(
        &self,
        runner: &mut Runner<'_>,
        instance: &Instance,
        target: &[u32],
        first: u32,
        marker: &mut Marker<'_, STRIPS>,
    ) -> Result<(), ValueError> {
        let fixed = [first];
        let max = i64::from(self.rules.max);
        let limits = target.iter().map(|pile| (i64::from(*pile), max));
        runner.walk(instance, &fixed[..self.rules.fixed()], limits, marker)?;
        Ok(())
    }

    /// Finds the P-positions of a block of prepared slabs; the first slab after which it was time to keep a state.
    fn scan_block(
        &mut self,
        start: u32,
        slabs: &mut [Slab],
        journal: &mut Journal<'_>,
    ) -> Result<Option<u32>, Halt> {
        let mut scan = Scan::new(self.rules, self.watch);
        let mut due = None;
        for index in 0..slabs.len() {
            let first = start + narrow::count(index);
            scan.slab(self, first, &mut slabs[index..])?;
            self.finished = Some(first);
            journal.log(&self.found);
            journal.spill(&mut self.found);
            if due.is_none() && journal.is_due() {
                due = Some(first);
            }
        }
        Ok(due)
    }

    /// After a block: what holds for all later slabs goes into the lasting one, what is over is dropped.
    fn carry_over(&mut self, start: u32, next: u32) -> Result<(), Halt> {
        if next >= self.rules.slabs() {
            return Ok(());
        }
        let later = self.waiting.split_off(&next.saturating_add(BLOCK));
        let due = std::mem::replace(&mut self.waiting, later);
        let mut runner = self.rules.sources.runner(self.watch);
        for (slab, targets) in due {
            self.begin(slab, &targets, &mut runner)?;
        }
        shift_left(&mut self.sliding.words, (next - start) as usize);
        self.sliding.limit = (self.sliding.limit + (next - start)).min(self.rules.max + 1);
        let mut kept = Vec::with_capacity(self.active.len());
        for mut pending in std::mem::take(&mut self.active) {
            let forever = pending.low <= next && pending.high == self.rules.max;
            if pending.high < next {
                continue;
            }
            runner.drop_holes(&mut pending.instance, next)?;
            if forever && self.is_lasting(&pending.instance) {
                self.mark_lasting(&mut runner, &pending.instance, &pending.target, next)?;
                continue;
            }
            let limits = pending
                .target
                .iter()
                .map(|pile| (i64::from(*pile), i64::from(self.rules.max)));
            match if forever {
                runner.sliding_range(&pending.instance, next, limits)?
            } else {
                None
            } {
                Some((low, high)) if low <= high && !self.marked => {
                    mark(
                        &mut self.sliding.words,
                        &mut self.sliding.limit,
                        low,
                        high,
                        self.rules.max,
                    );
                }
                Some(_) => {}
                None => kept.push(pending),
            }
        }
        self.active = kept;
        Ok(())
    }

    /// An instance of a target begins on a later slab.
    pub(super) fn wait(&mut self, slab: u32, target: &[u32]) {
        let targets = self.waiting.entry(slab).or_default();
        if !targets.ends_with(target) {
            targets.extend_from_slice(target);
        }
    }

    /// Makes the instances of these targets that begin on a slab.
    fn begin(
        &mut self,
        slab: u32,
        targets: &[u32],
        runner: &mut Runner<'_>,
    ) -> Result<(), ValueError> {
        let (rules, active) = (self.rules, &mut self.active);
        let max = i64::from(rules.max);
        let mut instances = rules.sources.runner(self.watch);
        for target in targets.chunks_exact(rules.dimension) {
            instances.instances(target, &mut |instance| {
                let limits = target.iter().map(|pile| (i64::from(*pile), max));
                if !runner.is_feasible(instance, limits)? {
                    return Ok(false);
                }
                let (low, high) = runner.first_range(instance, (i64::from(target[0]), max))?;
                if low == i64::from(slab) && low <= high {
                    active.push(Pending {
                        instance: instance.clone(),
                        target: target.into(),
                        low: slab,
                        high: narrow::pile(high),
                    });
                }
                Ok(false)
            })?;
        }
        Ok(())
    }

    /// Marks what every slab from `next` on starts from.
    pub(super) fn mark_lasting(
        &mut self,
        runner: &mut Runner<'_>,
        instance: &Instance,
        target: &[u32],
        next: u32,
    ) -> Result<(), ValueError> {
        if self.marked {
            return Ok(());
        }
        let mut lasting = std::mem::take(&mut self.lasting);
        let mut marker = self.marker::<false>(&mut lasting, None);
        let result = self.mark_slab(runner, instance, target, next, &mut marker);
        self.lasting = lasting;
        result
    }

    pub(super) fn is_lasting(&self, instance: &Instance) -> bool {
        is_lasting(&self.rules.sources, instance)
    }
}

/// Are the marks of an instance the same whatever the first pile?
pub(super) fn is_lasting(sources: &Loops, instance: &Instance) -> bool {
    let plan = &sources.plans[instance.plan];
    let mut holes = instance.holes.iter();
    plan.is_free(instance, 0) && holes.all(|hole| !plan.holes[hole.hole].uses(0))
}

/// The number of the next slab or heap, and marks.
fn put_slab(next: u32, slab: &Slab) -> Vec<u8> {
    let mut state = next.to_le_bytes().to_vec();
    state.push(1);
    put_words(&mut state, &slab.words);
    state.extend(slab.limits.iter().flat_map(|limit| limit.to_le_bytes()));
    state
}

pub(super) fn put_words(state: &mut Vec<u8>, words: &[u64]) {
    state.extend(words.iter().flat_map(|word| word.to_le_bytes()));
}

/// Reads the state of a single pile: its marks, and the next heap.
fn line_state(state: &[u8], slab: &mut Slab) -> Option<u32> {
    let mut reader = StateReader(state);
    let next = reader.number()?;
    (reader.byte()? == 1).then_some(())?;
    reader.words(&mut slab.words)?;
    reader.numbers(&mut slab.limits)?;
    reader.end()?;
    let end = narrow::count(slab.words.len() * 64);
    slab.limits
        .iter()
        .all(|limit| *limit <= end)
        .then_some(next)
}
