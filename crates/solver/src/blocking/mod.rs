//! All P-positions of a region of a blocking game, by counting marks.
//!
//! Before each move the opponent may forbid up to K options, so a position is P if at most K of its options are. As in
//! [`outcomes`](super::outcomes), positions are visited in lexicographic order and every P-position marks the positions from which
//! it is reached; but marks are counted, up to K + 1, in planes of bits: plane j has the positions from which more than j
//! P-positions are reached. What the last plane leaves open is P.
//!
//! A P-position counts once, however many moves lead to it: the ways to it are drawn on a slab as [`Ranges`] of positions, and
//! these are counted. What is the same on all later slabs is counted for good, in what these start from; with two piles, so is
//! what moves up by one from slab to slab.

mod planes;
mod ranges;

use std::collections::BTreeMap;
use std::ops::Range;

use logic::watch::{Progress, Stopped, Watch};
use rayon::prelude::*;

use super::checkpoint::{Journal, MALFORMED, StateReader, is_increasing};
use super::compile::Runner;
use super::compile::walk::{Pieces, RowVisitor};
use super::limits::{Ticker, fits};
use super::outcomes::{CompiledRules, PPositions};
use super::region::{Reached, Region};
use super::rows::{shift_left, words_for};
use super::scan::ConditionVectors;
use super::sweep::{BLOCK, PART, Pending, is_lasting};
use super::{Halt, SolveError, settled};
use logic::core::ValueError;
use rules::arrangement::rearrange;
use rules::narrow;
use rules::outcome::Play;
use rules::spec::{PileOrder, Spec};

use planes::Planes;
use ranges::Ranges;

/// The P-positions of a region of a blocking game.
pub(super) fn outcomes(
    spec: &Spec,
    mut region: Region,
    journal: &mut Journal<'_>,
    watch: &dyn Watch,
) -> Result<PPositions, SolveError> {
    let failed = |error| SolveError::Value {
        game: spec.name.clone(),
        error,
    };
    let rules = CompiledRules::new(spec, region.max, Play::Normal).map_err(failed)?;
    let mut count = Count::new(&rules, spec.blocking as usize, watch);
    let stopped = settled(spec, count.run(journal))?;
    let mut piles = std::mem::take(&mut count.found);
    if stopped.is_some() {
        region.reached = count.finished.map_or(Reached::Nothing, Reached::FirstPile);
        let kept = piles.chunks(region.dimension);
        let kept = kept
            .take_while(|position| region.contains(position))
            .count();
        piles.truncate(kept * region.dimension);
    }
    Ok(PPositions::new(region, Play::Normal, stopped, piles))
}

/// One P-position: the ways to it that are still to be marked on later slabs, and what was marked for good.
#[derive(Default)]
struct PositionMarks {
    open: Vec<Pending>,
    /// The positions of every later slab that are counted for good.
    lasting: Ranges,
    /// With two piles, what moves up by one from slab to slab: the differences between the last pile and the first one.
    sliding: Ranges,
}

/// Draws the marks of P-positions.
struct MarkDrawer<'a> {
    rules: &'a CompiledRules,
    sources: Runner<'a>,
}

impl<'a> MarkDrawer<'a> {
    fn new(rules: &'a CompiledRules, watch: &'a dyn Watch) -> Self {
        Self {
            rules,
            sources: rules.sources.runner(watch),
        }
    }

    /// The positions of a slab that a P-position marks and that are not counted for good.
    fn draw(&mut self, group: &PositionMarks, first: u32) -> Result<Ranges, ValueError> {
        let mut drawing = Drawing::new(self.rules);
        let is_here = |way: &&Pending| way.low <= first && first <= way.high;
        for way in group.open.iter().filter(is_here) {
            self.draw_way(way, first, &mut drawing)?;
        }
        let marks = drawing.marks().without(&group.lasting);
        Ok(marks.without(&group.sliding.moved(i64::from(first))))
    }

    /// Draws the marks of a way on a slab.
    fn draw_way(
        &mut self,
        way: &Pending,
        first: u32,
        drawing: &mut Drawing,
    ) -> Result<(), ValueError> {
        let rules = self.rules;
        let fixed = &[first][..rules.fixed()];
        let limits = limits(&way.target, rules.max);
        self.sources.walk(&way.instance, fixed, limits, drawing)?;
        Ok(())
    }
}

/// Collects marks, as ranges of the positions of a slab: each row takes whole words.
struct Drawing {
    ranges: Vec<(i64, i64)>,
    side: usize,
    width: usize,
    /// The slots of the piles between the first and the last.
    middle: Range<usize>,
}

impl Drawing {
    fn new(rules: &CompiledRules) -> Self {
        Self {
            ranges: Vec::new(),
            side: rules.max as usize + 1,
            width: words_for(rules.max),
            middle: rules.fixed()..rules.dimension - 1,
        }
    }

    fn marks(self) -> Ranges {
        self.ranges.into_iter().collect()
    }
}

impl RowVisitor for Drawing {
    const STRIPS: bool = false;

    fn row(&mut self, slots: &[i64], pieces: &Pieces) -> bool {
        let middle = slots[self.middle.clone()].iter();
        let row = middle.fold(0, |row, pile| row * self.side + narrow::index(*pile));
        let start = i64::from(narrow::count(row)) * i64::from(narrow::count(self.width)) * 64;
        let pieces = pieces.iter();
        let ranges = pieces.map(|(low, high)| (start + low, start + high));
        self.ranges.extend(ranges);
        false
    }
}

struct Count<'a> {
    rules: &'a CompiledRules,
    watch: &'a dyn Watch,
    ticker: Ticker<'a>,
    instances: Runner<'a>,
    pen: MarkDrawer<'a>,
    ends: Option<ConditionVectors<'a>>,
    domain: Option<ConditionVectors<'a>>,
    planes: usize,
    /// How many slabs are prepared at a time.
    block: u32,
    /// What every later slab starts from, and with two piles what moves up by one from slab to slab.
    lasting: Planes,
    sliding: Planes,
    active: Vec<PositionMarks>,
    /// Groups of which nothing is to be marked before a slab.
    waiting: BTreeMap<u32, Vec<PositionMarks>>,
    /// The P-positions whose marks are counted.
    found: Vec<u32>,
    finished: Option<u32>,
    /// The values of the last pile that are looked at.
    wanted: Range<u32>,
}

impl<'a> Count<'a> {
    fn new(rules: &'a CompiledRules, blocking: usize, watch: &'a dyn Watch) -> Self {
        let vectors = |loops: &'a Option<_>| {
            let loops = loops.as_ref();
            loops.map(|loops| ConditionVectors::new(loops, rules, watch))
        };
        Self {
            rules,
            watch,
            ticker: Ticker::new(watch),
            instances: rules.sources.runner(watch),
            pen: MarkDrawer::new(rules, watch),
            ends: vectors(&rules.ends),
            domain: vectors(&rules.domain),
            planes: blocking.saturating_add(1),
            block: 1,
            lasting: Planes::new(0, 0),
            sliding: Planes::new(0, 0),
            active: Vec::new(),
            waiting: BTreeMap::new(),
            found: Vec::new(),
            finished: None,
            wanted: 0..u32::MAX,
        }
    }

    fn run(&mut self, journal: &mut Journal<'_>) -> Result<(), Halt> {
        let rules = self.rules;
        let words = rules
            .rows()
            .map(|rows| rows.saturating_mul(words_for(rules.max)));
        let words = words.unwrap_or(usize::MAX);
        let slab_bytes = (words as u64).saturating_mul(8 * (self.planes as u64 + 1));
        let needed = slab_bytes.saturating_mul(3);
        fits(self.watch, needed)?;
        if needed > 1 << 40 {
            let allowed = 1 << 40;
            return Err(Stopped::Memory { needed, allowed }.into());
        }
        self.lasting = Planes::new(self.planes, words);
        let slides = if rules.dimension == 2 { words } else { 0 };
        self.sliding = Planes::new(self.planes, slides);
        let slab = || Planes::new(self.planes, words);
        if rules.fixed() == 0 {
            return self.line(&mut slab(), journal);
        }
        let affordable = (self.watch.memory_limit()).map_or(u64::MAX, |all| all / 2 / slab_bytes);
        let affordable = u32::try_from(affordable).unwrap_or(u32::MAX);
        // A slab of two piles is one row, which is not worth a thread.
        self.block = match rules.dimension {
            2 => 1,
            _ => (rules.slabs() / 32).min(BLOCK).min(affordable).max(1),
        };
        let mut slabs: Vec<Planes> = (0..self.block).map(|_| slab()).collect();
        let start = self.resume(journal)?;
        let result = self.blocks(start, &mut slabs, journal);
        if let Err(Halt::Stopped(_)) = &result {
            let next = self.finished.map_or(0, |finished| finished + 1);
            let kept = self.found.chunks(rules.dimension);
            let kept = kept.take_while(|piles| piles[0] < next).count() * rules.dimension;
            journal.keep(&self.found[..kept], || next.to_le_bytes().to_vec());
        }
        result
    }

    /// Goes through the slabs, a block at a time.
    fn blocks(
        &mut self,
        mut start: u32,
        slabs: &mut [Planes],
        journal: &mut Journal<'_>,
    ) -> Result<(), Halt> {
        let all = self.rules.slabs();
        while start < all {
            self.watch.check()?;
            let end = (start + self.block).min(all);
            let slabs = &mut slabs[..(end - start) as usize];
            self.prepare(start, slabs)?;
            let mut due = None;
            for first in start..end {
                self.scan(first, &mut slabs[(first - start) as usize..])?;
                self.finished = Some(first);
                journal.log(&self.found);
                if due.is_none() && journal.is_due() {
                    due = Some(first);
                }
            }
            self.carry_over(end)?;
            if due.is_some() {
                journal.keep(&self.found, || end.to_le_bytes().to_vec());
            }
            // Little is lost by a kill only if a block takes little time.
            if due.is_some_and(|slab| slab + 1 < end) {
                self.block = (self.block / 2).max(1);
            }
            self.watch.progress(Progress {
                step: "first piles done",
                done: u64::from(end),
                total: Some(u64::from(all)),
            });
            start = end;
        }
        Ok(())
    }

    /// A game with one pile has one row, which is scanned in parts. What is kept has the counts: they are what takes long.
    fn line(&mut self, slab: &mut Planes, journal: &mut Journal<'_>) -> Result<(), Halt> {
        let max = self.rules.max;
        let mut start = 0;
        if let Some((state, logged)) = journal.resume().map_err(Halt::Checkpoint)? {
            self.found = journal.hold(logged).map_err(Halt::Checkpoint)?;
            start = slab
                .restore(&state)
                .filter(|next| *next <= max + 1 && is_increasing(&self.found, 1, max, *next))
                .ok_or_else(|| Halt::Checkpoint(MALFORMED.to_owned()))?;
            self.finished = start.checked_sub(1);
        }
        while start <= max {
            let end = (start + PART.max(max / 1024)).min(max + 1);
            self.wanted = start..end;
            let scanned = self.scan(0, std::slice::from_mut(slab));
            start = match (&scanned, self.found.last()) {
                (Ok(()), _) => end,
                // Nothing is counted twice: the search goes on behind the last one that was.
                (Err(_), Some(last)) if *last >= start => *last + 1,
                (Err(_), _) => start,
            };
            self.finished = start.checked_sub(1);
            if journal.is_due() || matches!(scanned, Err(Halt::Stopped(_))) {
                journal.keep(&self.found, || slab.state(start));
            }
            scanned?;
            self.watch.progress(Progress {
                step: "heaps done",
                done: u64::from(start),
                total: Some(u64::from(max) + 1),
            });
        }
        Ok(())
    }

    /// Takes up what an earlier run has kept; the first slab that is still to be scanned.
    fn resume(&mut self, journal: &mut Journal<'_>) -> Result<u32, Halt> {
        let Some((state, logged)) = journal.resume().map_err(Halt::Checkpoint)? else {
            return Ok(0);
        };
        let found = journal.hold(logged).map_err(Halt::Checkpoint)?;
        let (dimension, max) = (self.rules.dimension, self.rules.max);
        let mut reader = StateReader(&state);
        let next = reader
            .number()
            .filter(|next| reader.end().is_some() && *next <= self.rules.slabs())
            .filter(|next| is_increasing(&found, dimension, max, *next))
            .ok_or_else(|| Halt::Checkpoint(MALFORMED.to_owned()))?;
        for piles in found.chunks_exact(dimension) {
            self.ticker.step(16)?;
            let group = self.group(piles, next)?;
            self.keep(group, next);
        }
        self.found = found;
        self.finished = next.checked_sub(1);
        self.carry_over(next)?;
        Ok(next)
    }

    /// Counts on a block of slabs what the P-positions before it say.
    fn prepare(&self, start: u32, slabs: &mut [Planes]) -> Result<(), Halt> {
        let (rules, watch, active) = (self.rules, self.watch, &self.active);
        let (lasting, sliding) = (&self.lasting, &self.sliding);
        let prepare = |(index, slab): (usize, &mut Planes)| {
            let first = start + narrow::count(index);
            let (mut pen, mut ticker) = (MarkDrawer::new(rules, watch), Ticker::new(watch));
            slab.copy_from(lasting);
            slab.add_all(sliding);
            for group in active {
                ticker.step(8)?;
                slab.add_ranges(&pen.draw(group, first)?);
            }
            Ok(())
        };
        match slabs {
            [slab] => prepare((0, slab)),
            slabs => slabs.par_iter_mut().enumerate().try_for_each(prepare),
        }
    }

    /// Finds the P-positions of the first of these slabs, and counts them on all.
    fn scan(&mut self, first: u32, slabs: &mut [Planes]) -> Result<(), Halt> {
        let rules = self.rules;
        let mut piles = rules.first_row(first);
        loop {
            let row = rules.row_of(&piles);
            let wanted = match (rules.order, &piles[..]) {
                (PileOrder::Sorted, [.., before, _]) => *before,
                _ => self.wanted.start,
            };
            self.row(row, wanted, &mut piles, slabs)?;
            if !rules.next_row(&mut piles) {
                return Ok(());
            }
        }
    }

    /// Finds the P-positions of a row, from a value of the last pile on.
    fn row(
        &mut self,
        row: usize,
        mut z: u32,
        piles: &mut [u32],
        slabs: &mut [Planes],
    ) -> Result<(), Halt> {
        let (dimension, max) = (self.rules.dimension, self.rules.max);
        self.ticker.step(1 + max / 1024)?;
        for vectors in self.ends.iter_mut().chain(&mut self.domain) {
            vectors.find(piles)?;
        }
        let width = words_for(max);
        let end = self.wanted.end.min(max + 1);
        while z < end {
            let word = z as usize / 64;
            let mut marked = slabs[0].full()[row * width + word];
            if let Some(ends) = &self.ends {
                marked &= !ends.row.words[word];
            }
            if let Some(domain) = &self.domain {
                marked |= !domain.row.words[word];
            }
            let open = !marked & (u64::MAX << (z % 64));
            z = narrow::count(word) * 64 + open.trailing_zeros();
            if open != 0 && z < end {
                piles[dimension - 1] = z;
                self.found(piles, slabs)?;
                z += 1;
            }
        }
        Ok(())
    }

    /// A P-position: counts it wherever it is reached from.
    fn found(&mut self, piles: &[u32], slabs: &mut [Planes]) -> Result<(), Halt> {
        self.ticker.step(16)?;
        let first = if self.rules.fixed() == 1 { piles[0] } else { 0 };
        let group = self.group(piles, first)?;
        for (index, slab) in slabs.iter_mut().enumerate() {
            slab.add_ranges(&self.pen.draw(&group, first + narrow::count(index))?);
        }
        self.found.extend_from_slice(piles);
        self.keep(group, first + narrow::count(slabs.len()));
        Ok(())
    }

    /// All ways to a P-position on the slabs from `first` on.
    fn group(&mut self, piles: &[u32], first: u32) -> Result<PositionMarks, ValueError> {
        let sorted = self.rules.order.sorted(piles.len());
        let mut group = PositionMarks::default();
        let mut target = piles.to_vec();
        loop {
            self.ways_to(&target, first, &mut group)?;
            if !rearrange(&mut target[..sorted]) {
                return Ok(group);
            }
        }
    }

    /// The ways to an arrangement of a P-position, with the slabs on which they begin.
    fn ways_to(
        &mut self,
        target: &[u32],
        first: u32,
        group: &mut PositionMarks,
    ) -> Result<(), ValueError> {
        let (rules, sources) = (self.rules, &mut self.pen.sources);
        self.instances.instances(target, &mut |instance| {
            if !sources.is_feasible(instance, limits(target, rules.max))? {
                return Ok(false);
            }
            let own = (i64::from(target[0].max(first)), i64::from(rules.max));
            let (low, high) = match rules.fixed() {
                1 => sources.first_range(instance, own)?,
                _ => (0, 0),
            };
            if low <= high && high >= i64::from(first) {
                group.open.push(Pending {
                    instance: instance.clone(),
                    target: target.into(),
                    low: narrow::pile(low),
                    high: narrow::pile(high),
                });
            }
            Ok(false)
        })?;
        Ok(())
    }

    /// Keeps a group for the block of slabs from which on something is to be marked.
    fn keep(&mut self, mut group: PositionMarks, next: u32) {
        group.open.retain(|way| way.high >= next);
        let begins = group.open.iter().map(|way| way.low.max(next)).min();
        match begins {
            _ if self.rules.fixed() == 0 => {}
            None => {}
            Some(begins) if begins < next.saturating_add(self.block) => self.active.push(group),
            Some(begins) => self.waiting.entry(begins).or_default().push(group),
        }
    }

    /// After a slab: what holds for all later ones is counted for good, what is over is dropped.
    fn carry_over(&mut self, next: u32) -> Result<(), Halt> {
        if next >= self.rules.slabs() {
            return Ok(());
        }
        for plane in &mut self.sliding.0 {
            shift_left(plane, 1);
        }
        let later = self.waiting.split_off(&next.saturating_add(self.block));
        let waiting = std::mem::replace(&mut self.waiting, later);
        let active = std::mem::take(&mut self.active);
        for mut group in active.into_iter().chain(waiting.into_values().flatten()) {
            self.promote(&mut group, next)?;
            self.keep(group, next);
        }
        Ok(())
    }

    /// Counts for good what is the same on all slabs from the next one on, or moves up by one.
    fn promote(&mut self, group: &mut PositionMarks, next: u32) -> Result<(), Halt> {
        for mut way in std::mem::take(&mut group.open) {
            let forever = way.low <= next && way.high == self.rules.max;
            if !forever {
                group.open.push(way);
                continue;
            }
            self.pen.sources.drop_holes(&mut way.instance, next)?;
            if is_lasting(&self.rules.sources, &way.instance) && group.sliding.is_empty() {
                let mut drawing = Drawing::new(self.rules);
                self.pen.draw_way(&way, next, &mut drawing)?;
                let new = drawing.marks().without(&group.lasting);
                self.lasting.add_ranges(&new);
                group.lasting = group.lasting.iter().chain(new.iter()).collect();
            } else if let Some((low, high)) = self.slides_clear_of(group, &way, next)? {
                self.slide(group, (low, high), i64::from(next));
            } else {
                group.open.push(way);
            }
        }
        Ok(())
    }

    /// Counts a range that moves up by one from slab to slab.
    fn slide(&mut self, group: &mut PositionMarks, (low, high): (i64, i64), next: i64) {
        let own = (low <= high).then_some((low, high));
        let new = Ranges::from_iter(own).without(&group.sliding.moved(next));
        self.sliding.add_ranges(&new);
        group.sliding = group
            .sliding
            .iter()
            .chain(new.moved(-next).iter())
            .collect();
    }

    /// How a way moves up by one from slab to slab, above everything that lasts: its range of the last pile.
    fn slides_clear_of(
        &mut self,
        group: &PositionMarks,
        way: &Pending,
        next: u32,
    ) -> Result<Option<(i64, i64)>, ValueError> {
        let limits = limits(&way.target, self.rules.max);
        let range = self
            .pen
            .sources
            .sliding_range(&way.instance, next, limits)?;
        let highest = group.lasting.iter().next_back();
        let is_clear = |range: &(i64, i64)| highest.is_none_or(|highest| highest.1 < range.0);
        Ok(range.filter(is_clear))
    }
}

/// Sources of a target: no pile is smaller.
fn limits(target: &[u32], max: u32) -> impl Iterator<Item = (i64, i64)> {
    target
        .iter()
        .map(move |pile| (i64::from(*pile), i64::from(max)))
}
