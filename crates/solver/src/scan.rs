//! Scanning slabs for the positions that nothing has marked.

use std::ops::Range;

use logic::watch::Watch;

use super::Halt;
use super::compile::plan::Instance;
use super::compile::walk::{Pieces, RowVisitor};
use super::compile::{Loops, Runner};
use super::limits::Ticker;
use super::outcomes::CompiledRules;
use super::rows::{BitRow, LastingMarks, set_range, words_for};
use super::slab::{MarkStrip, NO_STRIP, Slab};
use super::sweep::{Pending, Sweep};
use logic::core::ValueError;
use rules::arrangement::rearrange;
use rules::narrow;
use rules::outcome::Play;
use rules::spec::PileOrder;

/// Scanning slabs for unmarked positions.
pub(super) struct Scan<'a> {
    rules: &'a CompiledRules,
    /// Makes instances; another runner marks them.
    instances: Runner<'a>,
    sources: Runner<'a>,
    options: Option<Runner<'a>>,
    ends: Option<ConditionVectors<'a>>,
    domain: Option<ConditionVectors<'a>>,
    ticker: Ticker<'a>,
    /// What strips have left on the rows from the one at hand on.
    trail: LastingMarks,
    /// The values of the last pile that are looked at.
    wanted: Range<u32>,
}

impl<'a> Scan<'a> {
    pub(super) fn new(rules: &'a CompiledRules, watch: &'a dyn Watch) -> Self {
        Self {
            rules,
            instances: rules.sources.runner(watch),
            sources: rules.sources.runner(watch),
            options: rules.options.as_ref().map(|loops| loops.runner(watch)),
            ends: rules
                .ends
                .as_ref()
                .map(|loops| ConditionVectors::new(loops, rules, watch)),
            domain: rules
                .domain
                .as_ref()
                .map(|loops| ConditionVectors::new(loops, rules, watch)),
            ticker: Ticker::new(watch),
            trail: LastingMarks::new(rules.max),
            wanted: 0..u32::MAX,
        }
    }

    /// Scans a part of the only row of a game with one pile.
    pub(super) fn part(
        &mut self,
        sweep: &mut Sweep<'a>,
        heaps: Range<u32>,
        row: &mut [Slab; 1],
    ) -> Result<(), Halt> {
        self.wanted = heaps;
        self.slab(sweep, 0, row)
    }

    /// Scans the first of the slabs, and marks it and the others with what is found.
    pub(super) fn slab(
        &mut self,
        sweep: &mut Sweep<'a>,
        first: u32,
        slabs: &mut [Slab],
    ) -> Result<(), Halt> {
        let (rules, max) = (self.rules, self.rules.max);
        let mut piles = rules.first_row(first);
        loop {
            if rules.begins_run(&piles) {
                self.trail.clear(max);
            } else {
                self.trail.advance(max);
            }
            self.row(sweep, rules.row_of(&piles), &mut piles, slabs)?;
            if !rules.next_row(&mut piles) {
                return Ok(());
            }
        }
    }

    fn row(
        &mut self,
        sweep: &mut Sweep<'a>,
        row: usize,
        piles: &mut [u32],
        slabs: &mut [Slab],
    ) -> Result<(), Halt> {
        let CompiledRules {
            dimension,
            order,
            max,
            play,
            ..
        } = *self.rules;
        self.ticker.step(1 + max / 1024)?;
        let mut strip = slabs[0].strips[row];
        while strip != NO_STRIP {
            let MarkStrip {
                low,
                high,
                slides,
                next,
            } = slabs[0].pool[strip as usize];
            self.trail
                .mark(i64::from(low), i64::from(high), slides, max);
            strip = next;
        }
        let has_ends = find(&mut self.ends, piles)?;
        if self.domain.is_some() && !find(&mut self.domain, piles)? {
            return Ok(());
        }
        let width = words_for(max);
        let mut z = if order == PileOrder::Sorted && dimension > 1 {
            piles[dimension - 2]
        } else {
            self.wanted.start
        };
        loop {
            let limit = slabs[0].limits[row].min(self.trail.limit());
            let stop = if has_ends && play == Play::Normal {
                max + 1
            } else {
                limit
            };
            let stop = stop.min(self.wanted.end);
            if z >= stop {
                return Ok(());
            }
            let word = z as usize / 64;
            let mut marked = slabs[0].words[row * width + word] | self.trail.word(word);
            if let (true, Some(ends)) = (has_ends, &self.ends) {
                marked |= beyond(limit, word);
                match play {
                    Play::Normal => marked &= !ends.row.words[word],
                    Play::Misere => marked |= ends.row.words[word],
                }
            }
            if let Some(domain) = &self.domain {
                marked |= !domain.row.words[word];
            }
            let open = !marked & (u64::MAX << (z % 64));
            z = narrow::count(word) * 64 + open.trailing_zeros();
            if open == 0 || z >= stop {
                continue;
            }
            piles[dimension - 1] = z;
            self.candidate(sweep, row, piles, slabs)?;
            z += 1;
        }
    }

    /// A position that no move leads from to a P-position.
    fn candidate(
        &mut self,
        sweep: &mut Sweep<'a>,
        row: usize,
        piles: &[u32],
        slabs: &mut [Slab],
    ) -> Result<(), Halt> {
        self.ticker.step(16)?;
        if let Some(options) = &mut self.options
            && !has_option(options, piles)?
        {
            return Ok(());
        }
        sweep.found.extend_from_slice(piles);
        self.spread(sweep, row, piles, piles[0], slabs)
    }

    /// Marks the positions from which a P-position is reached on these slabs, of which the first one is `first`, and keeps what
    /// is to be marked on later ones.
    pub(super) fn spread(
        &mut self,
        sweep: &mut Sweep<'a>,
        row: usize,
        piles: &[u32],
        first: u32,
        slabs: &mut [Slab],
    ) -> Result<(), Halt> {
        let mut target = piles.to_vec();
        loop {
            self.mark_sources(sweep, row, &target, first, slabs)?;
            if !rearrange(&mut target[..self.rules.order.sorted(piles.len())]) {
                return Ok(());
            }
            self.ticker.step(4)?;
        }
    }

    /// Marks the positions from which the target is reached; those of later blocks are kept for them.
    fn mark_sources(
        &mut self,
        sweep: &mut Sweep<'a>,
        row: usize,
        target: &[u32],
        first: u32,
        slabs: &mut [Slab],
    ) -> Result<(), Halt> {
        let rules = self.rules;
        let first = if rules.fixed() == 1 { first } else { 0 };
        let here = narrow::count(slabs.len());
        let (trail, sources) = (&mut self.trail, &mut self.sources);
        self.instances.instances(target, &mut |instance| {
            let limits = |pile: u32| (i64::from(pile), i64::from(rules.max));
            if !sources.is_feasible(instance, target.iter().map(|pile| limits(*pile)))? {
                return Ok(false);
            }
            let limits = limits(target[0].max(first));
            let (low, high) = match rules.fixed() {
                1 => sources.first_range(instance, limits)?,
                _ => (0, 0),
            };
            for index in low.max(i64::from(first))..=high.min(i64::from(first + here) - 1) {
                let offset = narrow::index(index - i64::from(first));
                let current = (offset == 0).then_some((row, &mut *trail));
                let mut marker = sweep.marker::<true>(&mut slabs[offset], current);
                sweep.mark_slab(sources, instance, target, narrow::pile(index), &mut marker)?;
            }
            let next = i64::from(first + here);
            if high >= next && low <= high && rules.fixed() == 1 {
                if low <= next && high == i64::from(rules.max) && sweep.is_lasting(instance) {
                    return sweep
                        .mark_lasting(sources, instance, target, narrow::pile(next))
                        .map(|()| false);
                }
                let (low, high) = (narrow::pile(low.max(next)), narrow::pile(high));
                if i64::from(low) == next {
                    sweep.active.push(Pending {
                        instance: instance.clone(),
                        target: target.into(),
                        low,
                        high,
                    });
                } else {
                    sweep.wait(low, target);
                }
            }
            Ok(false)
        })?;
        Ok(())
    }
}

/// The vectors that a condition names, a row at a time.
pub(super) struct ConditionVectors<'a> {
    runner: Runner<'a>,
    instances: Vec<Instance>,
    pub(super) row: BitRow,
    max: u32,
}

impl<'a> ConditionVectors<'a> {
    pub(super) fn new(loops: &'a Loops, rules: &CompiledRules, watch: &'a dyn Watch) -> Self {
        Self {
            runner: loops.runner(watch),
            instances: Vec::new(),
            row: BitRow::new(rules.max),
            max: rules.max,
        }
    }

    /// Finds those of the row of a position; `false` if there are none.
    pub(super) fn find(&mut self, piles: &[u32]) -> Result<bool, ValueError> {
        let instances = &mut self.instances;
        if instances.is_empty() {
            self.runner.instances(&[], &mut |instance| {
                instances.push(instance.clone());
                Ok(false)
            })?;
        }
        self.row.clear(self.max);
        let mut bits = Bits {
            row: &mut self.row,
            any: false,
        };
        for instance in instances.iter() {
            let limits = piles.iter().map(|_| (0, i64::from(self.max)));
            let fixed = &piles[..piles.len() - 1];
            self.runner.walk(instance, fixed, limits, &mut bits)?;
        }
        Ok(bits.any)
    }
}

/// Finds the vectors of a row, if a condition is given.
fn find(vectors: &mut Option<ConditionVectors<'_>>, piles: &[u32]) -> Result<bool, ValueError> {
    vectors
        .as_mut()
        .map_or(Ok(false), |vectors| vectors.find(piles))
}

/// The bits of the words from the limit on.
fn beyond(limit: u32, word: usize) -> u64 {
    match (limit as usize).checked_sub(word * 64) {
        None => u64::MAX,
        Some(bit) if bit < 64 => u64::MAX << bit,
        Some(_) => 0,
    }
}

struct Bits<'a> {
    row: &'a mut BitRow,
    any: bool,
}

impl RowVisitor for Bits<'_> {
    const STRIPS: bool = false;

    fn row(&mut self, _slots: &[i64], pieces: &Pieces) -> bool {
        for (low, high) in pieces {
            set_range(
                &mut self.row.words,
                narrow::index(*low),
                narrow::index(*high),
            );
            self.any = true;
        }
        false
    }
}

/// Stops at the first row with an option other than the position itself.
struct AnyOption<'a> {
    piles: &'a [u32],
}

impl RowVisitor for AnyOption<'_> {
    const STRIPS: bool = false;

    fn row(&mut self, slots: &[i64], pieces: &Pieces) -> bool {
        let (last, others) = self.piles.split_last().expect("there is at least one pile");
        let dimension = self.piles.len();
        let unmoved = others
            .iter()
            .zip(&slots[dimension..])
            .all(|(pile, after)| i64::from(*pile) == *after);
        !unmoved || pieces.iter().any(|(low, _)| *low < i64::from(*last))
    }
}

fn has_option(options: &mut Runner<'_>, piles: &[u32]) -> Result<bool, ValueError> {
    let mut instances = Vec::new();
    options.instances(piles, &mut |instance| {
        instances.push(instance.clone());
        Ok(false)
    })?;
    for instance in &instances {
        let limits = piles.iter().map(|pile| (0, i64::from(*pile)));
        if options.walk(instance, &[], limits, &mut AnyOption { piles })? {
            return Ok(true);
        }
    }
    Ok(false)
}
