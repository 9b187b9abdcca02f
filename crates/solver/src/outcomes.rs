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
//! use rules::outcome::{Outcome, Play};
//! use solver::outcomes;
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

use logic::watch::{Stopped, Watch};

use super::checkpoint::{Checkpoint, Journal, Logged};
use super::compile::{KnownSide, Loops, ValueError};
use super::nim_values::of_counted_heaps;
use super::region::{Reached, Region, advance};
use super::sweep::Sweep;
use super::{NO_MISERE, SolveError, admitted, blocking, settled};
use rules::narrow;
use rules::outcome::{Outcome, Play};
use rules::spec::{PileOrder, Spec};

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
    search(spec, max, play, &mut Journal::new(None), watch)
}

/// The same with a checkpoint: what an earlier run has kept there is continued, and what is found is kept. The positions need not
/// fit in memory: they are in the log of the checkpoint.
///
/// # Errors
/// Also if what is kept there cannot be continued.
pub fn outcomes_kept(
    spec: &Spec,
    max: u32,
    play: Play,
    checkpoint: &dyn Checkpoint,
    watch: &dyn Watch,
) -> Result<LoggedPositions, SolveError> {
    let mut journal = Journal::new(Some(checkpoint));
    let others = search(spec, max, play, &mut journal, watch)?;
    Ok(LoggedPositions {
        logged: journal.spilled,
        others,
    })
}

/// The P-positions that are not in the log of a checkpoint alone.
fn search(
    spec: &Spec,
    max: u32,
    play: Play,
    journal: &mut Journal<'_>,
    watch: &dyn Watch,
) -> Result<PPositions, SolveError> {
    let mut region = admitted(spec, max)?;
    if spec.blocking > 0 {
        return match play {
            Play::Normal => blocking::outcomes(spec, region, journal, watch),
            Play::Misere => Err(SolveError::Blocking {
                game: spec.name.clone(),
                what: NO_MISERE,
            }),
        };
    }
    if let (Play::Normal, Some(table)) = (play, of_counted_heaps(spec, max, journal, watch)?) {
        let zero = |heap: &u32| table.heap(&[*heap]) == Some(0);
        let piles = (0..=max).filter(zero).collect();
        return Ok(PPositions::new(table.region, play, table.stopped, piles));
    }
    let failed = |error| SolveError::Value {
        game: spec.name.clone(),
        error,
    };
    let rules = CompiledRules::new(spec, max, play).map_err(failed)?;
    let mut sweep = Sweep::new(&rules, watch);
    let result = sweep.run(journal);
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

/// The P-positions of a region, of which the first may be in the log of a checkpoint.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedPositions {
    /// How many numbers of the log are piles of positions.
    logged: usize,
    /// The region, and the positions after those in the log.
    others: PPositions,
}

impl LoggedPositions {
    /// Where they lie. Every position of the region that is not listed is an N-position.
    pub fn region(&self) -> &Region {
        &self.others.region
    }

    /// Why the search ended before the whole region was looked at.
    pub fn stopped(&self) -> Option<Stopped> {
        self.others.stopped
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.logged == 0 && self.others.is_empty()
    }

    /// Visits the P-positions in lexicographic order until there is an error. The checkpoint is the one of the search.
    ///
    /// # Errors
    /// In a sentence, if the log cannot be read; and whatever the visit says.
    pub fn try_for_each<E>(
        &self,
        checkpoint: &dyn Checkpoint,
        mut visit: impl FnMut(&[u32]) -> Result<(), E>,
    ) -> Result<Result<(), E>, String> {
        let mut logged = Logged::new(checkpoint, self.logged);
        let mut piles = vec![0; self.others.region.dimension];
        while logged.position(&mut piles)? {
            if let Err(error) = visit(&piles) {
                return Ok(Err(error));
            }
        }
        Ok(self.others.iter().try_for_each(visit))
    }
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

    /// Their piles, one position after the other.
    pub fn into_piles(self) -> Vec<u32> {
        self.piles
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
pub(super) struct CompiledRules {
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

impl CompiledRules {
    pub(super) fn new(spec: &Spec, max: u32, play: Play) -> Result<Self, ValueError> {
        let options = match play {
            Play::Normal => None,
            Play::Misere => Some(Loops::of_moves(spec, max, KnownSide::Source)?),
        };
        Ok(Self {
            dimension: spec.dimension(),
            order: spec.piles.order,
            max,
            play,
            sources: Loops::of_moves(spec, max, KnownSide::Target)?,
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

    /// The smallest position of a slab, which is on its first row.
    pub(super) fn first_row(&self, first: u32) -> Vec<u32> {
        let mut piles = vec![0; self.dimension];
        piles[..self.sorted().max(self.fixed())].fill(first);
        piles
    }

    /// The number of a position's row.
    pub(super) fn row_of(&self, piles: &[u32]) -> usize {
        let middle = piles[self.fixed()..self.dimension - 1].iter();
        middle.fold(0, |row, pile| {
            row * (self.max as usize + 1) + *pile as usize
        })
    }

    /// Is the last but one pile of a position the smallest that it can be beside those before it?
    pub(super) fn begins_run(&self, piles: &[u32]) -> bool {
        match *piles {
            [.., before, pile, _] if self.sorted() + 1 >= piles.len() => pile == before,
            [_, .., pile, _] => pile == 0,
            _ => true,
        }
    }

    /// Goes to the next row of the slab; `false` after the last one.
    pub(super) fn next_row(&self, piles: &mut [u32]) -> bool {
        let fixed = self.fixed();
        let order = PileOrder::Mixed(self.sorted().saturating_sub(fixed));
        advance(&mut piles[fixed..self.dimension - 1], self.max, order)
    }

    /// So many of the first piles are sorted.
    fn sorted(&self) -> usize {
        self.order.sorted(self.dimension)
    }
}
