//! All P-positions of a region of a blocking game, by counting marks.
//!
//! Before each move the opponent may forbid up to K options, so a position is P if at most K of its options are. As in
//! [`outcomes`](super::outcomes), positions are visited in lexicographic order and every P-position marks the positions from which
//! it is reached; but marks are counted, up to K + 1, in planes of bits: plane j has the positions from which more than j
//! P-positions are reached. What the last plane leaves open is P.
//!
//! A P-position counts once, however many moves lead to it. Its marks on a slab are collected before they are added, and those that
//! were added for good, to what every later slab starts from, are taken out.

use std::collections::BTreeMap;
use std::ops::Range;

use logic::watch::{Progress, Stopped, Watch};

use super::checkpoint::{Journal, MALFORMED, StateReader, is_increasing};
use super::compile::Runner;
use super::compile::node::ValueError;
use super::compile::walk::{Pieces, RowVisitor};
use super::limits::{Ticker, fits};
use super::outcomes::{PPositions, Rules};
use super::region::{Reached, Region, advance, rearrange};
use super::rows::{set_range, shift_left, words_for};
use super::scan::Vectors;
use super::sweep::{PART, Pending, is_lasting, put_words};
use super::{Halt, SolveError, settled};
use crate::narrow;
use crate::outcome::Play;
use crate::spec::{PileOrder, Spec};

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
    let rules = Rules::new(spec, region.max, Play::Normal).map_err(failed)?;
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

/// How often each position of a slab is marked, up to one more than may be forbidden.
#[derive(Clone)]
struct Planes(Vec<Vec<u64>>);

impl Planes {
    fn new(count: usize, words: usize) -> Self {
        Self(vec![vec![0; words]; count])
    }

    /// Counts these positions once more.
    #[inline]
    fn add(&mut self, word: usize, mut bits: u64) {
        for plane in &mut self.0 {
            let before = plane[word];
            plane[word] = before | bits;
            bits &= before;
            if bits == 0 {
                return;
            }
        }
    }

    fn add_all(&mut self, other: &Self) {
        for plane in &other.0 {
            for (word, bits) in plane.iter().enumerate().filter(|(_, bits)| **bits != 0) {
                self.add(word, *bits);
            }
        }
    }

    fn copy_from(&mut self, other: &Self) {
        for (plane, from) in self.0.iter_mut().zip(&other.0) {
            plane.copy_from_slice(from);
        }
    }

    /// The positions that are marked too often to be P.
    fn full(&self) -> &[u64] {
        &self.0[self.0.len() - 1]
    }

    /// The counts of a single row, before a heap.
    fn state(&self, next: u32) -> Vec<u8> {
        let mut state = next.to_le_bytes().to_vec();
        for plane in &self.0 {
            put_words(&mut state, plane);
        }
        state
    }

    /// Reads such a state; the next heap.
    fn restore(&mut self, state: &[u8]) -> Option<u32> {
        let mut reader = StateReader(state);
        let next = reader.number()?;
        for plane in &mut self.0 {
            reader.words(plane)?;
        }
        reader.end()?;
        Some(next)
    }
}

/// The marks of one P-position on a slab.
struct Mask {
    words: Vec<u64>,
    /// The words with marks, as ranges that may overlap.
    touched: Vec<Range<usize>>,
    reach: Reach,
}

impl Mask {
    /// Hands over the marks, a word at a time, and forgets them.
    fn drain(&mut self, mut take: impl FnMut(usize, u64)) {
        self.reach = Reach::NOTHING;
        for range in self.touched.drain(..) {
            for word in range {
                let bits = std::mem::take(&mut self.words[word]);
                if bits != 0 {
                    take(word, bits);
                }
            }
        }
    }
}

/// Between which rows, and between which values of the last pile, marks lie; the ends are included.
#[derive(Clone, Copy)]
struct Reach {
    rows: (usize, usize),
    last: (usize, usize),
}

impl Reach {
    const NOTHING: Self = Self {
        rows: (usize::MAX, 0),
        last: (usize::MAX, 0),
    };

    fn add(&mut self, row: usize, low: usize, high: usize) {
        self.rows = (self.rows.0.min(row), self.rows.1.max(row));
        self.last = (self.last.0.min(low), self.last.1.max(high));
    }

    fn meets(self, other: Self) -> bool {
        let meet = |a: (usize, usize), b: (usize, usize)| a.0 <= b.1 && b.0 <= a.1;
        meet(self.rows, other.rows) && meet(self.last, other.last)
    }
}

/// Marks the rows of a mask, or takes marks out.
struct Marker<'a, const STRIPS: bool> {
    mask: &'a mut Mask,
    max: u32,
    middle: Range<usize>,
    out: bool,
}

impl<const STRIPS: bool> Marker<'_, STRIPS> {
    fn row_number(&self, slots: &[i64]) -> usize {
        let side = self.max as usize + 1;
        let middle = self.middle.clone();
        middle.fold(0, |row, slot| row * side + narrow::index(slots[slot]))
    }

    #[inline]
    fn mark(&mut self, row: usize, low: usize, high: usize) {
        let width = words_for(self.max);
        let words = &mut self.mask.words[row * width..(row + 1) * width];
        if self.out {
            clear_range(words, low, high);
        } else {
            set_range(words, low, high);
            self.mask.reach.add(row, low, high);
            let touched = row * width + low / 64..row * width + high / 64 + 1;
            self.mask.touched.push(touched);
        }
    }
}

impl<const STRIPS: bool> RowVisitor for Marker<'_, STRIPS> {
    const STRIPS: bool = STRIPS;

    fn row(&mut self, slots: &[i64], pieces: &Pieces) -> bool {
        let row = self.row_number(slots);
        for (low, high) in pieces {
            self.mark(row, narrow::index(*low), narrow::index(*high));
        }
        false
    }

    fn strip(&mut self, slots: &[i64], pieces: &Pieces, slides: bool) -> bool {
        let (first, max) = (self.row_number(slots), self.max as usize);
        let rows = max + 1 - first % (max + 1);
        for (low, high) in pieces {
            let (low, high) = (narrow::index(*low), narrow::index(*high));
            for number in 0..rows {
                let by = if slides { number } else { 0 };
                if low + by > max {
                    break;
                }
                self.mark(first + number, low + by, (high + by).min(max));
            }
        }
        false
    }
}

fn clear_range(words: &mut [u64], low: usize, high: usize) {
    let (first, last) = (low / 64, high / 64);
    for (word, bits) in words.iter_mut().enumerate().take(last + 1).skip(first) {
        let from = if word == first { low % 64 } else { 0 };
        let to = if word == last { high % 64 } else { 63 };
        *bits &= !(u64::MAX << from & u64::MAX >> (63 - to));
    }
}

/// One P-position: the ways to it that are still to be marked on later slabs, and those that were marked for good.
#[derive(Default)]
struct Group {
    open: Vec<Pending>,
    lasting: Vec<Lasting>,
    sliding: Vec<Pending>,
}

/// A way that was marked for good, and where its marks lie.
struct Lasting {
    way: Pending,
    reach: Reach,
}

struct Count<'a> {
    rules: &'a Rules,
    watch: &'a dyn Watch,
    ticker: Ticker<'a>,
    instances: Runner<'a>,
    sources: Runner<'a>,
    ends: Option<Vectors<'a>>,
    domain: Option<Vectors<'a>>,
    planes: usize,
    /// What every later slab starts from, and with two piles what moves up by one from slab to slab.
    lasting: Planes,
    sliding: Planes,
    active: Vec<Group>,
    /// Groups of which nothing is to be marked before a slab.
    waiting: BTreeMap<u32, Vec<Group>>,
    mask: Mask,
    /// The P-positions whose marks are counted.
    found: Vec<u32>,
    finished: Option<u32>,
    /// The values of the last pile that are looked at.
    wanted: Range<u32>,
}

impl<'a> Count<'a> {
    fn new(rules: &'a Rules, blocking: usize, watch: &'a dyn Watch) -> Self {
        let vectors = |loops: &'a Option<_>| {
            let loops = loops.as_ref();
            loops.map(|loops| Vectors::new(loops, rules, watch))
        };
        Self {
            rules,
            watch,
            ticker: Ticker::new(watch),
            instances: rules.sources.runner(watch),
            sources: rules.sources.runner(watch),
            ends: vectors(&rules.ends),
            domain: vectors(&rules.domain),
            planes: blocking.saturating_add(1),
            lasting: Planes::new(0, 0),
            sliding: Planes::new(0, 0),
            active: Vec::new(),
            waiting: BTreeMap::new(),
            mask: Mask {
                words: Vec::new(),
                touched: Vec::new(),
                reach: Reach::NOTHING,
            },
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
        let needed = (words as u64)
            .saturating_mul(8 * 3)
            .saturating_mul(self.planes as u64 + 1);
        fits(self.watch, needed)?;
        if needed > 1 << 40 {
            let allowed = 1 << 40;
            return Err(Stopped::Memory { needed, allowed }.into());
        }
        self.lasting = Planes::new(self.planes, words);
        let slides = if rules.dimension == 2 { words } else { 0 };
        self.sliding = Planes::new(self.planes, slides);
        self.mask.words = vec![0; words];
        let mut slab = Planes::new(self.planes, words);
        if rules.fixed() == 0 {
            return self.line(&mut slab, journal);
        }
        let start = self.resume(journal)?;
        let result = (start..rules.slabs()).try_for_each(|first| {
            self.watch.check()?;
            slab.copy_from(&self.lasting);
            self.prepare(first, &mut slab)?;
            self.scan(first, &mut slab)?;
            self.finished = Some(first);
            self.carry_over(first + 1)?;
            journal.log(&self.found);
            if journal.is_due() {
                journal.keep(&self.found, || (first + 1).to_le_bytes().to_vec());
            }
            self.watch.progress(Progress {
                step: "first piles done",
                done: u64::from(first) + 1,
                total: Some(u64::from(rules.slabs())),
            });
            Ok(())
        });
        if let Err(Halt::Stopped(_)) = &result {
            let next = self.finished.map_or(0, |finished| finished + 1);
            let kept = self.found.chunks(rules.dimension);
            let kept = kept.take_while(|piles| piles[0] < next).count() * rules.dimension;
            journal.keep(&self.found[..kept], || next.to_le_bytes().to_vec());
        }
        result
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
            let scanned = self.scan(0, slab);
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

    /// Counts on a slab what the P-positions of earlier ones say.
    fn prepare(&mut self, first: u32, slab: &mut Planes) -> Result<(), Halt> {
        if self.rules.dimension == 2 {
            slab.add_all(&self.sliding);
        }
        for group in std::mem::take(&mut self.active) {
            self.ticker.step(8)?;
            self.collect(&group, first)?;
            self.mask.drain(|word, bits| slab.add(word, bits));
            self.active.push(group);
        }
        Ok(())
    }

    /// The marks of a P-position on a slab that are not counted yet.
    fn collect(&mut self, group: &Group, first: u32) -> Result<(), ValueError> {
        let is_here = |way: &&Pending| way.low <= first && first <= way.high;
        for way in group.open.iter().filter(is_here) {
            self.walk(way, &[first], false)?;
        }
        self.take_out(group, first)
    }

    /// Takes out of the mask what is counted for good: row by row, where the mask has few.
    fn take_out(&mut self, group: &Group, first: u32) -> Result<(), ValueError> {
        let reach = self.mask.reach;
        let lasting = || group.lasting.iter().filter(|old| old.reach.meets(reach));
        let counted = || lasting().map(|old| &old.way).chain(&group.sliding);
        if self.mask.touched.is_empty() || counted().next().is_none() {
            return Ok(());
        }
        let width = words_for(self.rules.max);
        let mut rows: Vec<usize> = self
            .mask
            .touched
            .iter()
            .map(|words| words.start / width)
            .collect();
        rows.sort_unstable();
        rows.dedup();
        if self.rules.dimension < 3 || rows.len() > self.mask.words.len() / width / 8 {
            return counted().try_for_each(|way| self.walk(way, &[first], true));
        }
        let side = self.rules.max as usize + 1;
        let mut fixed = vec![first; self.rules.dimension - 1];
        for mut row in rows {
            for place in fixed[1..].iter_mut().rev() {
                *place = narrow::count(row % side);
                row /= side;
            }
            for way in counted() {
                self.walk(way, &fixed, true)?;
            }
        }
        Ok(())
    }

    /// Marks the positions that begin with these piles, or takes their marks out.
    fn walk(&mut self, way: &Pending, fixed: &[u32], out: bool) -> Result<(), ValueError> {
        if fixed.len() + 1 < self.rules.dimension {
            self.walk_with::<true>(way, fixed, out)
        } else {
            self.walk_with::<false>(way, fixed, out)
        }
    }

    /// The same; strips if more than one pile is left open.
    fn walk_with<const STRIPS: bool>(
        &mut self,
        way: &Pending,
        fixed: &[u32],
        out: bool,
    ) -> Result<(), ValueError> {
        let rules = self.rules;
        let mut marker = Marker::<STRIPS> {
            mask: &mut self.mask,
            max: rules.max,
            middle: rules.fixed()..rules.dimension - 1,
            out,
        };
        let fixed = if rules.fixed() == 1 { fixed } else { &[] };
        let limits = limits(&way.target, rules.max);
        let instance = &way.instance;
        self.sources.walk(instance, fixed, limits, &mut marker)?;
        Ok(())
    }

    /// Finds the P-positions of a slab.
    fn scan(&mut self, first: u32, slab: &mut Planes) -> Result<(), Halt> {
        let (dimension, max, fixed) = (self.rules.dimension, self.rules.max, self.rules.fixed());
        let sorted = self.rules.order.sorted(dimension);
        let mut piles = vec![0; dimension];
        piles[..sorted].fill(first);
        if fixed == 1 {
            piles[0] = first;
        }
        let side = max as usize + 1;
        loop {
            let middle = piles[fixed..dimension - 1].iter();
            let row = middle.fold(0, |row, pile| row * side + *pile as usize);
            self.row(row, &mut piles, slab)?;
            let order = PileOrder::Mixed(sorted.saturating_sub(fixed));
            if !advance(&mut piles[fixed..dimension - 1], max, order) {
                return Ok(());
            }
        }
    }

    fn row(&mut self, row: usize, piles: &mut [u32], slab: &mut Planes) -> Result<(), Halt> {
        let (dimension, max) = (self.rules.dimension, self.rules.max);
        self.ticker.step(1 + max / 1024)?;
        for vectors in self.ends.iter_mut().chain(&mut self.domain) {
            vectors.find(piles)?;
        }
        let width = words_for(max);
        let mut z = match self.rules.order {
            PileOrder::Sorted if dimension > 1 => piles[dimension - 2],
            _ => self.wanted.start,
        };
        let end = self.wanted.end.min(max + 1);
        while z < end {
            let word = z as usize / 64;
            let mut marked = slab.full()[row * width + word];
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
                self.found(piles, slab)?;
                z += 1;
            }
        }
        Ok(())
    }

    /// A P-position: counts it wherever it is reached from.
    fn found(&mut self, piles: &[u32], slab: &mut Planes) -> Result<(), Halt> {
        self.ticker.step(16)?;
        let first = if self.rules.fixed() == 1 { piles[0] } else { 0 };
        let group = self.group(piles, first)?;
        self.collect(&group, first)?;
        self.mask.drain(|word, bits| slab.add(word, bits));
        self.found.extend_from_slice(piles);
        self.keep(group, first + 1);
        Ok(())
    }

    /// All ways to a P-position on the slabs from `first` on.
    fn group(&mut self, piles: &[u32], first: u32) -> Result<Group, ValueError> {
        let sorted = self.rules.order.sorted(piles.len());
        let mut group = Group::default();
        let mut target = piles.to_vec();
        loop {
            self.ways_to(&target, first, &mut group)?;
            if !rearrange(&mut target[..sorted]) {
                return Ok(group);
            }
        }
    }

    /// The ways to an arrangement of a P-position, with the slabs on which they begin.
    fn ways_to(&mut self, target: &[u32], first: u32, group: &mut Group) -> Result<(), ValueError> {
        let (rules, sources) = (self.rules, &mut self.sources);
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

    /// Keeps a group for the slab from which on something is to be marked.
    fn keep(&mut self, mut group: Group, next: u32) {
        group.open.retain(|way| way.high >= next);
        let begins = group.open.iter().map(|way| way.low.max(next)).min();
        match begins {
            _ if self.rules.fixed() == 0 => {}
            None => {}
            Some(begins) if begins == next => self.active.push(group),
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
        let mut due = std::mem::take(&mut self.active);
        due.extend(self.waiting.remove(&next).into_iter().flatten());
        for mut group in due {
            self.promote(&mut group, next)?;
            self.keep(group, next);
        }
        Ok(())
    }

    /// Counts for good what is the same on all slabs from the next one on, or moves up by one.
    fn promote(&mut self, group: &mut Group, next: u32) -> Result<(), Halt> {
        for mut way in std::mem::take(&mut group.open) {
            let forever = way.low <= next && way.high == self.rules.max;
            if !forever {
                group.open.push(way);
                continue;
            }
            self.sources.drop_holes(&mut way.instance, next)?;
            if is_lasting(&self.rules.sources, &way.instance) && group.sliding.is_empty() {
                self.walk(&way, &[next], false)?;
                let reach = self.mask.reach;
                // What adds nothing here adds nothing on later slabs.
                if self.count_for_good(group, next, false)? {
                    group.lasting.push(Lasting { way, reach });
                }
            } else if self.slides_clear_of(group, &way, next)? {
                self.walk(&way, &[next], false)?;
                self.count_for_good(group, next, true)?;
                group.sliding.push(way);
            } else {
                group.open.push(way);
            }
        }
        Ok(())
    }

    /// Does a way move up by one from slab to slab, above everything that lasts?
    fn slides_clear_of(
        &mut self,
        group: &Group,
        way: &Pending,
        next: u32,
    ) -> Result<bool, ValueError> {
        let limits = limits(&way.target, self.rules.max);
        let range = self.sources.sliding_range(&way.instance, next, limits)?;
        let Some((low, _)) = range.filter(|_| self.rules.dimension == 2) else {
            return Ok(false);
        };
        for lasting in &group.lasting {
            self.walk(&lasting.way, &[next], false)?;
        }
        let mut highest = None;
        self.mask.drain(|word, bits| {
            let top = narrow::count(word) * 64 + 63 - bits.leading_zeros();
            highest = highest.max(Some(i64::from(top)));
        });
        Ok(highest.is_none_or(|highest| highest < low))
    }

    /// Counts the marks of the mask that are not counted yet for this and all later slabs. Were there any?
    fn count_for_good(
        &mut self,
        group: &Group,
        next: u32,
        slides: bool,
    ) -> Result<bool, ValueError> {
        self.take_out(group, next)?;
        let planes = if slides {
            &mut self.sliding
        } else {
            &mut self.lasting
        };
        let mut counts = false;
        self.mask.drain(|word, bits| {
            counts = true;
            planes.add(word, bits);
        });
        Ok(counts)
    }
}

/// Sources of a target: no pile is smaller.
fn limits(target: &[u32], max: u32) -> impl Iterator<Item = (i64, i64)> {
    target
        .iter()
        .map(move |pile| (i64::from(*pile), i64::from(max)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_clear_exactly_their_bits() {
        for low in 0..200 {
            for high in low..200 {
                let mut words = [u64::MAX; 4];
                clear_range(&mut words, low, high);
                let cleared = (0..256).filter(|bit| words[bit / 64] >> (bit % 64) & 1 == 0);
                assert!(cleared.eq(low..=high), "{low}..={high}");
            }
        }
    }

    #[test]
    fn marks_are_counted_up_to_the_number_of_planes() {
        let mut planes = Planes::new(3, 1);
        for bits in [0b111, 0b011, 0b001, 0b001] {
            planes.add(0, bits);
        }
        let planes: Vec<u64> = planes.0.iter().map(|plane| plane[0]).collect();
        assert_eq!(planes, [0b111, 0b011, 0b001]);
    }
}
