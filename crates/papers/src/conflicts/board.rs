//! The graph of conflicts of a board.

use logic::watch::{Progress, Stopped, Watch};
use rayon::prelude::*;
use rules::position::Position;
use rules::spec::Spec;
use solver::{Region, SolveError, for_each_options};

use super::VectorReading;
use super::graph::Graph;

/// The positions of a board and which of them conflict.
#[derive(Clone, Debug)]
pub struct Conflicts {
    /// The positions: those with the smaller greatest pile first.
    pub positions: Vec<Position>,
    pub(super) graph: Graph,
    /// For each position, the piles in the order in which vectors are taken.
    vectors: Vec<Vec<u32>>,
    taken: Vec<Vec<u64>>,
    cells: BoardVectors,
}

/// Why two positions conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The vector that is taken.
    pub taken: Position,
    /// The position from which it can be taken.
    pub from: usize,
    /// The one from which it cannot.
    pub not_from: usize,
}

/// Vectors with every entry at most `max`, numbered.
#[derive(Clone, Copy, Debug)]
struct BoardVectors {
    side: usize,
    dimension: usize,
    /// Only vectors count that leave so many of the first piles sorted.
    sorted: usize,
}

impl Conflicts {
    /// The board of a game with every pile at most `max`.
    ///
    /// # Errors
    /// If the game cannot be solved by brute force. A limit is an error here: nothing is known of half a graph.
    pub fn of(
        spec: &Spec,
        max: u32,
        reading: VectorReading,
        watch: &dyn Watch,
    ) -> Result<Result<Self, Stopped>, SolveError> {
        let sorted = match reading {
            VectorReading::Sorted => spec.piles.order.sorted(spec.dimension()),
            _ => 0,
        };
        let cells = BoardVectors::new(max, spec.dimension(), sorted);
        if let Err(stopped) = cells.room(Region::new(spec, max).positions(), watch) {
            return Ok(Err(stopped));
        }
        let (mut vectors, mut taken) = (Vec::new(), Vec::new());
        let stopped = for_each_options(spec, max, watch, &mut |piles, targets| {
            let mut row = cells.none();
            for target in targets.chunks(piles.len()) {
                cells.set(&mut row, piles, target);
            }
            vectors.push(piles.to_vec());
            taken.push(row);
            Ok(())
        })?;
        if let Some(stopped) = stopped {
            return Ok(Err(stopped));
        }
        Ok(Self::compare(vectors, taken, cells, watch))
    }

    /// How many positions have every pile at most `max`: they are the first ones.
    pub fn up_to(&self, max: u32) -> usize {
        self.vectors
            .partition_point(|vector| vector.iter().all(|&pile| pile <= max))
    }

    /// The vector that makes two positions conflict: the first in lexicographic order.
    pub fn variant(&self, one: usize, other: usize) -> Option<Variant> {
        let found = self.cells.difference(
            [&self.taken[one], &self.taken[other]],
            [&self.vectors[one], &self.vectors[other]],
        )?;
        let here = self.taken[one][found / 64] >> (found % 64) & 1 == 1;
        let (from, not_from) = if here { (one, other) } else { (other, one) };
        Some(Variant {
            taken: self.cells.vector(found).map(|pile| pile as u64).collect(),
            from,
            not_from,
        })
    }

    fn compare(
        vectors: Vec<Vec<u32>>,
        taken: Vec<Vec<u64>>,
        cells: BoardVectors,
        watch: &dyn Watch,
    ) -> Result<Self, Stopped> {
        let mut order: Vec<usize> = (0..vectors.len()).collect();
        order.sort_by_key(|&index| vectors[index].iter().max());
        let vectors: Vec<Vec<u32>> = order.iter().map(|&index| vectors[index].clone()).collect();
        let taken: Vec<Vec<u64>> = order.iter().map(|&index| taken[index].clone()).collect();
        let mut graph = Graph::new(vectors.len());
        for one in 0..vectors.len() {
            watch.check()?;
            watch.progress(Progress {
                step: "comparing positions",
                done: one as u64,
                total: Some(vectors.len() as u64),
            });
            let conflicting: Vec<usize> = (0..one)
                .into_par_iter()
                .filter(|&other| {
                    let rows = [&taken[one], &taken[other]];
                    let piles = [&vectors[one], &vectors[other]];
                    cells.difference(rows, piles).is_some()
                })
                .collect();
            conflicting
                .into_iter()
                .for_each(|other| graph.join(one, other));
        }
        Ok(Self {
            positions: vectors.iter().map(|vector| position(vector)).collect(),
            graph,
            vectors,
            taken,
            cells,
        })
    }
}

impl BoardVectors {
    fn new(max: u32, dimension: usize, sorted: usize) -> Self {
        Self {
            side: max as usize + 1,
            dimension,
            sorted,
        }
    }

    /// How many vectors there are, if that is a machine word.
    fn all(&self) -> Option<u64> {
        let side = self.side as u64;
        (0..self.dimension).try_fold(1u64, |all, _| all.checked_mul(side))
    }

    /// Is there room for a row of bits for each position?
    fn room(&self, positions: Option<u64>, watch: &dyn Watch) -> Result<(), Stopped> {
        let bytes = |rows: u64| {
            // The rows are put in order once all are there, and are held twice then; the graph comes on top.
            let row = self
                .all()?
                .div_ceil(64)
                .checked_mul(16)?
                .checked_add(rows / 8)?;
            rows.checked_mul(row)
        };
        let allowed = watch.memory_limit().unwrap_or(1 << 34);
        match positions.and_then(bytes) {
            Some(needed) if needed <= allowed => Ok(()),
            needed => Err(Stopped::Memory {
                needed: needed.unwrap_or(u64::MAX),
                allowed,
            }),
        }
    }

    /// A row of bits, one for each vector.
    fn none(&self) -> Vec<u64> {
        let vectors = (0..self.dimension).fold(1, |all, _| all * self.side);
        vec![0; vectors.div_ceil(64)]
    }

    /// Notes what a move takes.
    fn set(&self, row: &mut [u64], piles: &[u32], target: &[u32]) {
        let number = self.number(
            piles
                .iter()
                .zip(target)
                .map(|(from, to)| (from - to) as usize),
        );
        row[number / 64] |= 1 << (number % 64);
    }

    fn number(&self, vector: impl Iterator<Item = usize>) -> usize {
        vector.fold(0, |number, entry| number * self.side + entry)
    }

    fn vector(&self, number: usize) -> impl Iterator<Item = usize> {
        let side = self.side;
        let places = (0..self.dimension).rev();
        places.map(move |place| (0..place).fold(number, |rest, _| rest / side) % side)
    }

    /// The first vector that can be taken from one position and not from the other, although it leaves a position of both.
    fn difference(&self, rows: [&Vec<u64>; 2], piles: [&Vec<u32>; 2]) -> Option<usize> {
        let common: Vec<usize> = piles[0]
            .iter()
            .zip(piles[1])
            .map(|(one, other)| *one.min(other) as usize)
            .collect();
        let (last, leading) = common.split_last()?;
        let mut prefix = vec![0; leading.len()];
        loop {
            if let Some(last) = self.last_taken(piles, &prefix, *last) {
                let first = self.number(prefix.iter().copied()) * self.side;
                let found = first_difference(rows, first, first + last);
                if found.is_some() {
                    return found;
                }
            }
            let place = (0..prefix.len())
                .rev()
                .find(|&place| prefix[place] < leading[place])?;
            prefix[place] += 1;
            prefix[place + 1..].fill(0);
        }
    }
}

impl BoardVectors {
    /// How much the last piles may lose at most, if the others lose this, such that positions are left.
    fn last_taken(&self, piles: [&Vec<u32>; 2], others: &[usize], most: usize) -> Option<usize> {
        let mut most = most;
        for piles in piles {
            let mut before = 0;
            for (pile, taken) in piles.iter().zip(others).take(self.sorted) {
                let left = *pile as usize - taken;
                if left < before {
                    return None;
                }
                before = left;
            }
            if self.sorted == self.dimension {
                let last = *piles.last()? as usize;
                most = most.min(last.checked_sub(before)?);
            }
        }
        Some(most)
    }
}

/// The position with these piles.
fn position(piles: &[u32]) -> Position {
    piles.iter().map(|&pile| u64::from(pile)).collect()
}

/// The first place from `first` to `last` in which two rows of bits differ.
fn first_difference(rows: [&Vec<u64>; 2], first: usize, last: usize) -> Option<usize> {
    (first / 64..=last / 64).find_map(|word| {
        let mut differing = rows[0][word] ^ rows[1][word];
        if word == first / 64 {
            differing &= u64::MAX << (first % 64);
        }
        if word == last / 64 {
            differing &= u64::MAX >> (63 - last % 64);
        }
        (differing != 0).then(|| 64 * word + differing.trailing_zeros() as usize)
    })
}
