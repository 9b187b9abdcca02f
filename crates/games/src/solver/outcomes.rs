//! All P-positions of a region, by marking.
//!
//! Positions are visited in lexicographic order, which is an order of play backwards: a move makes no pile
//! larger, so it leads to an earlier position. A position that no earlier P-position has marked is P, and
//! marks all positions from which it is reached. The rules are solved for the source: with the target known,
//! a linear clause is a range of sources, which is marked with word-wide stores.
//!
//! The board is never kept whole. It is cut into slabs, one for each value of the first pile, of which a few
//! are prepared at a time, in parallel, from the P-positions known so far. Marks that do not depend on the
//! first pile and have no upper end go once into a slab that every later one starts from; marks that do
//! not depend on the last but one pile are added once to a row that grows while the slab is scanned. So memory is
//! far below one bit a position, and the cost is that of looking at every word of the board once.
//!
//! ```
//! use games::outcome::{Outcome, Play};
//! use games::solver::outcomes;
//!
//! let wythoff = "game wythoff \"Wythoff's game\"
//! piles x, y
//! move I: exactly 1 of x, y changes
//! move II: x' < x and x - x' = y - y'";
//! let wythoff = lang::load(wythoff, "wythoff.game", &[]).expect("a correct file");
//! let solved = outcomes(&wythoff, 10, Play::Normal, &logic::Unwatched).expect("small numbers");
//! assert_eq!(solved.iter().next_back(), Some(&[10, 6][..]));
//! assert_eq!(solved.outcome(&[6, 10]), Some(Outcome::P));
//! assert_eq!(solved.outcome(&[6, 11]), None);
//! assert_eq!(solved.region.to_string(), "every pile at most 10");
//! ```

use logic::watch::{Progress, Stopped, Watch};
use rayon::prelude::*;

use super::compile::plan::Instance;
use super::compile::{Given, Loops, Runner, ValueError};
use super::limits::{Ticker, fits};
use super::nim_values::of_counted_heaps;
use super::region::{Reached, Region};
use super::rows::{Row, Trail, mark, shift_left};
use super::scan::Scan;
use super::slab::{Marker, Slab};
use super::{Halt, NO_MISERE, SolveError, admitted, blocking, settled};
use crate::narrow;
use crate::outcome::{Outcome, Play};
use crate::spec::{PileOrder, Spec};

/// The P-positions of a region.
#[derive(Clone, Debug, PartialEq)]
pub struct PPositions {
    /// Where they lie. Every position of the region that is not listed is an N-position.
    pub region: Region,
    /// The convention of play.
    pub play: Play,
    /// Why the search ended before the whole region was looked at.
    pub stopped: Option<Stopped>,
    piles: Vec<u32>,
}

/// All P-positions with every pile at most `max`, from the rules alone.
///
/// A limit of the watch is an answer: then the region says how far the search got.
pub fn outcomes(
    spec: &Spec,
    max: u32,
    play: Play,
    watch: &dyn Watch,
) -> Result<PPositions, SolveError> {
    let mut region = admitted(spec, max)?;
    if spec.blocking > 0 {
        return match play {
            Play::Normal => blocking::outcomes(spec, region, watch),
            Play::Misere => Err(SolveError::Blocking {
                game: spec.name.clone(),
                what: NO_MISERE,
            }),
        };
    }
    if let (Play::Normal, Some(table)) = (play, of_counted_heaps(spec, max, watch)?) {
        let zero = |heap: &u32| table.heap(&[*heap]) == Some(0);
        let piles = (0..=max).filter(zero).collect();
        return Ok(PPositions::new(table.region, play, table.stopped, piles));
    }
    let failed = |error| SolveError::Value {
        game: spec.name.clone(),
        error,
    };
    let rules = Rules::new(spec, max, play).map_err(failed)?;
    let mut sweep = Sweep::new(&rules, watch);
    let result = sweep.run();
    let stopped = settled(spec, result)?;
    let mut piles = std::mem::take(&mut sweep.found);
    if stopped.is_some() {
        // With one pile, everything up to the last P-position was looked at.
        let last = piles.last().copied().filter(|_| region.dimension == 1);
        let finished = sweep.finished.or(last);
        region.reached = finished.map_or(Reached::Nothing, Reached::FirstPile);
        let kept = piles
            .chunks(region.dimension)
            .take_while(|position| region.contains(position))
            .count();
        piles.truncate(kept * region.dimension);
    }
    Ok(PPositions::new(region, play, stopped, piles))
}

impl PPositions {
    /// The positions whose piles follow each other, in lexicographic order.
    pub(super) fn new(
        region: Region,
        play: Play,
        stopped: Option<Stopped>,
        mut piles: Vec<u32>,
    ) -> Self {
        piles.shrink_to_fit();
        Self {
            region,
            play,
            stopped,
            piles,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.piles.len() / self.region.dimension
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.piles.is_empty()
    }

    /// The P-positions in lexicographic order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> + DoubleEndedIterator {
        self.piles.chunks_exact(self.region.dimension)
    }

    /// The outcome of a position; none outside the part of the region that was looked at, and none for piles out of order
    /// where they are sorted.
    pub fn outcome(&self, piles: &[u32]) -> Option<Outcome> {
        if !self.region.contains(piles) || !self.region.order.is_kept_by(piles) {
            return None;
        }
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let at = middle * self.region.dimension;
            match self.piles[at..at + self.region.dimension].cmp(piles) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(Outcome::P),
            }
        }
        Some(Outcome::N)
    }
}

/// The rules as loops.
pub(super) struct Rules {
    pub(super) dimension: usize,
    pub(super) order: PileOrder,
    pub(super) max: u32,
    pub(super) play: Play,
    /// From a target to its sources.
    pub(super) sources: Loops,
    /// From a source to its options: asked in misère play only, where a position without options is N.
    pub(super) options: Option<Loops>,
    pub(super) ends: Option<Loops>,
    /// The positions among all vectors, if there are others.
    pub(super) domain: Option<Loops>,
}

impl Rules {
    pub(super) fn new(spec: &Spec, max: u32, play: Play) -> Result<Self, ValueError> {
        let options = match play {
            Play::Normal => None,
            Play::Misere => Some(Loops::of_moves(spec, max, Given::Source)?),
        };
        Ok(Self {
            dimension: spec.dimension(),
            order: spec.piles.order,
            max,
            play,
            sources: Loops::of_moves(spec, max, Given::Target)?,
            options,
            ends: Loops::of_vectors(spec, spec.ends.as_ref(), max)?,
            domain: Loops::of_vectors(spec, spec.domain.as_ref(), max)?,
        })
    }

    /// How many rows a slab has: one for each choice of the piles between the first and the last.
    pub(super) fn rows(&self) -> Option<usize> {
        (self.max as usize + 1).checked_pow(narrow::count(self.dimension.saturating_sub(2)))
    }

    /// How many first piles there are to go through.
    pub(super) fn slabs(&self) -> u32 {
        if self.dimension == 1 { 1 } else { self.max + 1 }
    }

    /// How many of the piles the slab fixes.
    pub(super) fn fixed(&self) -> usize {
        usize::from(self.dimension > 1)
    }
}

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
    rules: &'a Rules,
    watch: &'a dyn Watch,
    pub(super) found: Vec<u32>,
    /// The last first pile that was finished.
    finished: Option<u32>,
    /// What every later slab starts from.
    lasting: Slab,
    /// With two piles: marks that move up by one from each slab to the next, as they are on the next slab.
    sliding: Row,
    pub(super) active: Vec<Pending>,
    /// Instances whose first slab comes later, by that slab.
    pub(super) waiting: std::collections::BTreeMap<u32, Vec<Pending>>,
}

/// How many slabs are prepared at a time: enough for every core, and few enough that what a P-position says of its own
/// block, which is marked while scanning and not in parallel, stays a small part.
const BLOCK: u32 = 16;

impl<'a> Sweep<'a> {
    fn new(rules: &'a Rules, watch: &'a dyn Watch) -> Self {
        Self {
            rules,
            watch,
            found: Vec::new(),
            finished: None,
            lasting: Slab::default(),
            sliding: Row::new(rules.max),
            active: Vec::new(),
            waiting: std::collections::BTreeMap::new(),
        }
    }

    fn run(&mut self) -> Result<(), Halt> {
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
        let mut slabs = vec![Slab::new(rows, rules.max); block as usize];
        let board = slab_bytes * (u64::from(block) + 1);
        let mut start = 0;
        while start < rules.slabs() {
            let end = (start + block).min(rules.slabs());
            self.watch.check()?;
            self.fits(board)?;
            self.prepare(start, &mut slabs[..(end - start) as usize])?;
            self.scan_block(start, &mut slabs[..(end - start) as usize])?;
            self.carry_over(start, end)?;
            self.watch.progress(Progress {
                step: "first piles done",
                done: u64::from(end),
                total: Some(u64::from(rules.slabs())),
            });
            start = end;
        }
        Ok(())
    }

    fn fits(&self, board: u64) -> Result<(), Stopped> {
        if self.watch.memory_limit().is_none() {
            return Ok(());
        }
        let pending: u64 = self
            .active
            .iter()
            .chain(self.waiting.values().flatten())
            .map(Pending::bytes)
            .sum();
        fits(
            self.watch,
            board + pending + 4 * self.found.capacity() as u64,
        )
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
        current: Option<(usize, &'b mut Trail)>,
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

    /// Finds the P-positions of a block of prepared slabs.
    fn scan_block(&mut self, start: u32, slabs: &mut [Slab]) -> Result<(), Halt> {
        let rules = self.rules;
        let mut scan = Scan::new(rules, self.watch);
        for index in 0..slabs.len() {
            let first = start + narrow::count(index);
            scan.slab(self, first, &mut slabs[index..])?;
            self.finished = Some(first);
        }
        Ok(())
    }

    /// After a block: what holds for all later slabs goes into the lasting one, what is over is dropped.
    fn carry_over(&mut self, start: u32, next: u32) -> Result<(), Halt> {
        if next >= self.rules.slabs() {
            return Ok(());
        }
        let later = self.waiting.split_off(&next.saturating_add(BLOCK));
        let due = std::mem::replace(&mut self.waiting, later);
        self.active.extend(due.into_values().flatten());
        let mut runner = self.rules.sources.runner(self.watch);
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
                Some((low, high)) if low <= high => {
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

    /// Marks what every slab from `next` on starts from.
    pub(super) fn mark_lasting(
        &mut self,
        runner: &mut Runner<'_>,
        instance: &Instance,
        target: &[u32],
        next: u32,
    ) -> Result<(), ValueError> {
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
