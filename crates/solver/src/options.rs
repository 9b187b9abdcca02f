//! Moves, row by row: every move of every position of a region, with the piles after it as the rules name them, and the moves
//! into the P-positions of a region that was solved.
//!
//! The loops list the options of a position as rows, in which all piles but the last are fixed. What is P in a row is found by
//! its first piles, so that no option is looked at alone.

use logic::watch::{Stopped, Watch};

use super::compile::ValueError;
use super::compile::walk::{Pieces, RowVisitor};
use super::compile::{KnownSide, Loops};
use super::limits::Ticker;
use super::region::{Region, advance};
use super::{Halt, PPositions, SolveError, admitted, settled};
use rules::arrangement::arrangements;
use rules::domain::PositionDomain;
use rules::narrow;
use rules::spec::{PileOrder, Spec};

/// The moves of a game into the P-positions of a region.
#[derive(Debug)]
pub struct MovesIntoP {
    loops: Loops,
    region: Region,
    /// The P-positions in all arrangements that the rules may name, in lexicographic order.
    targets: Vec<u32>,
    /// How many of them have a smaller first pile, for each first pile.
    starts: Vec<usize>,
}

/// More numbers than this are not arranged: they would take as much memory again as the board.
const MOST_ARRANGED: usize = 1 << 24;

impl MovesIntoP {
    /// Prepares the rules, and puts the P-positions in order; nothing if they can be arranged in too many ways.
    ///
    /// # Errors
    /// If a formula of the rules has no value that the solver can use.
    pub fn new(spec: &Spec, found: &PPositions) -> Result<Option<Self>, ValueError> {
        let region = found.region;
        let piles = region.dimension;
        let sorted = region.order.sorted(piles);
        let ways = (1..=sorted).try_fold(piles, usize::checked_mul);
        let numbers = ways.and_then(|ways| ways.checked_mul(found.len()));
        if numbers.is_none_or(|numbers| numbers > MOST_ARRANGED) {
            return Ok(None);
        }
        let mut targets: Vec<u32> = match region.order {
            PileOrder::Ordered => found.iter().flatten().copied().collect(),
            order => {
                let arranged = found.iter().flat_map(|target| arrangements(target, order));
                arranged.flatten().collect()
            }
        };
        if sorted > 1 {
            let mut rows: Vec<&[u32]> = targets.chunks_exact(piles).collect();
            rows.sort_unstable();
            targets = rows.concat();
        }
        let mut starts = vec![0; region.max as usize + 2];
        for target in targets.chunks_exact(piles) {
            starts[target[0] as usize + 1] += 1;
        }
        for first in 1..starts.len() {
            starts[first] += starts[first - 1];
        }
        Ok(Some(Self {
            loops: Loops::of_moves(spec, region.max, KnownSide::Source)?,
            region,
            targets,
            starts,
        }))
    }

    /// Visits the P-positions that a position of the region has a move to, in order as far as piles are sorted, until the
    /// visit answers `true`. One may come more than once.
    ///
    /// # Errors
    /// If a formula of the rules has no value that the solver can use, or the watch stops the work.
    pub fn for_each(
        &self,
        position: &[u32],
        watch: &dyn Watch,
        visit: &mut dyn FnMut(&[u32]) -> bool,
    ) -> Result<bool, ValueError> {
        let (mut runner, mut walker) = (self.loops.runner(watch), self.loops.runner(watch));
        let mut hits = PPositionFinder {
            moves: self,
            position,
            visit,
        };
        runner.instances(position, &mut |instance| {
            let ranges = position.iter().map(|pile| (0, i64::from(*pile)));
            walker.walk(instance, &[], ranges, &mut hits)
        })
    }

    fn target(&self, number: usize) -> &[u32] {
        &self.targets[number * self.region.dimension..][..self.region.dimension]
    }

    /// The first one between two numbers for which something does not hold any more.
    fn first(&self, (mut low, mut high): (usize, usize), before: impl Fn(&[u32]) -> bool) -> usize {
        while low < high {
            let middle = low + (high - low) / 2;
            match before(self.target(middle)) {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low
    }

    /// The numbers of the targets whose first piles are these.
    fn row(&self, piles: &[i64]) -> (usize, usize) {
        let mut row = (0, self.targets.len() / self.region.dimension);
        for (index, pile) in piles.iter().enumerate() {
            row = match index {
                0 => {
                    let first = narrow::index(*pile);
                    (self.starts[first], self.starts[first + 1])
                }
                _ => {
                    let low = self.first(row, |target| i64::from(target[index]) < *pile);
                    let high = self.first((low, row.1), |target| i64::from(target[index]) <= *pile);
                    (low, high)
                }
            };
        }
        row
    }
}

/// Finds the P-positions in rows of options.
struct PPositionFinder<'a> {
    moves: &'a MovesIntoP,
    position: &'a [u32],
    visit: &'a mut dyn FnMut(&[u32]) -> bool,
}

impl RowVisitor for PPositionFinder<'_> {
    const STRIPS: bool = false;

    fn row(&mut self, slots: &[i64], pieces: &Pieces) -> bool {
        let (moves, count) = (self.moves, self.position.len());
        let row = moves.row(&slots[count..2 * count - 1]);
        if row.0 == row.1 {
            return false;
        }
        for (low, high) in pieces {
            let mut number = moves.first(row, |target| i64::from(target[count - 1]) < *low);
            while number < row.1 && i64::from(moves.target(number)[count - 1]) <= *high {
                let mut target = moves.target(number).to_vec();
                target[..moves.region.order.sorted(count)].sort_unstable();
                if target != self.position && (self.visit)(&target) {
                    return true;
                }
                number += 1;
            }
        }
        false
    }
}

/// Takes a position and the piles after each of its moves.
pub type Visit<'v> = &'v mut dyn FnMut(&[u32], &[u32]) -> Result<(), Stopped>;

/// Visits the positions with every pile at most `max` in lexicographic order, each with all its moves: the piles after
/// them before any sorting, one after the other in one list. A move may come more than once.
///
/// # Errors
/// If a formula of the rules has no value that the solver can use. A limit is an answer: then not all were visited.
pub fn for_each_options(
    spec: &Spec,
    max: u32,
    watch: &dyn Watch,
    visit: Visit<'_>,
) -> Result<Option<Stopped>, SolveError> {
    let region = admitted(spec, max)?;
    let loops =
        Loops::of_moves(spec, max, KnownSide::Source).map_err(|error| SolveError::Value {
            game: spec.name.clone(),
            error,
        })?;
    let mut visit_all = || -> Result<(), Halt> {
        let (mut runner, mut walker) = (loops.runner(watch), loops.runner(watch));
        let mut piles = vec![0; region.dimension];
        let mut ticker = Ticker::new(watch);
        let mut domain = PositionDomain::of(spec);
        loop {
            while !domain.has(&piles) {
                ticker.step(1)?;
                if !advance(&mut piles, max, region.order) {
                    return Ok(());
                }
            }
            let mut list = OptionLister {
                piles: &piles,
                targets: Vec::new(),
            };
            runner.instances(&piles, &mut |instance| {
                let ranges = piles.iter().map(|pile| (0, i64::from(*pile)));
                walker.walk(instance, &[], ranges, &mut list)
            })?;
            let targets = list.targets;
            ticker.step(
                u32::try_from(targets.len())
                    .unwrap_or(u32::MAX)
                    .saturating_add(1),
            )?;
            visit(&piles, &targets)?;
            if !advance(&mut piles, max, region.order) {
                return Ok(());
            }
        }
    };
    settled(spec, visit_all())
}

struct OptionLister<'a> {
    piles: &'a [u32],
    targets: Vec<u32>,
}

impl RowVisitor for OptionLister<'_> {
    const STRIPS: bool = false;

    fn row(&mut self, slots: &[i64], pieces: &Pieces) -> bool {
        let count = self.piles.len();
        for last in pieces.iter().flat_map(|(low, high)| *low..=*high) {
            let start = self.targets.len();
            self.targets.extend(
                slots[count..2 * count - 1]
                    .iter()
                    .map(|pile| narrow::pile(*pile)),
            );
            self.targets.push(narrow::pile(last));
            if self.targets[start..] == *self.piles {
                self.targets.truncate(start);
            }
        }
        false
    }
}
