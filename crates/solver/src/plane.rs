//! Nim-values of two piles on all processors, where every move goes along a line as far as one likes.
//!
//! The table is cut into squares. A square needs those to its left, above it, and between these two; so all squares of one
//! diagonal from the lower left to the upper right can be filled at a time. The lines through one square meet no other of its diagonal:
//! their sets of values lie in parts, a few to a square, which go from hand to hand.

use std::sync::{Mutex, MutexGuard};

use logic::watch::{Progress, Stopped, Watch, locked};
use rayon::prelude::*;

use super::families::MoveFamily;
use super::limits::fits;
use super::sums::{SetView, ValueSets, mex};
use rules::narrow;

/// The side of a square.
const SIDE: usize = 64;
/// The most directions that change the first pile; others are left to the table.
const MOST_LINES: usize = 3;
/// The largest step of the second pile for one of the first.
const LARGEST_STEP: i64 = 8;

/// The lines in one direction, which takes 1 from the first pile and `step` from the second.
struct DirectionLines {
    step: usize,
    /// The number of the line through (0, 0).
    offset: usize,
    /// Parts of `SIDE` sets each.
    parts: Vec<Mutex<ValueSets>>,
}

/// A table that is being filled.
pub(super) struct Plane {
    max: usize,
    lines: Vec<DirectionLines>,
    /// The sets of the rows, a part for each row of squares; none if nothing is taken from the second pile alone.
    rows: Vec<Mutex<ValueSets>>,
}

impl Plane {
    /// The plane of a game all of whose moves are these families, if it is one.
    pub(super) fn new(families: &[MoveFamily], max: u32) -> Option<Self> {
        let max = max as usize;
        let squares = max / SIDE + 1;
        let parts = |count: usize| {
            (0..count)
                .map(|_| Mutex::new(ValueSets::new(SIDE)))
                .collect()
        };
        let (mut lines, mut rows): (Vec<DirectionLines>, _) = (Vec::new(), Vec::new());
        for family in families {
            let plain = family.sources.is_empty() && family.targets.is_empty();
            let [direction] = family.directions.as_slice() else {
                return None;
            };
            if !plain || family.counts_steps() || family.least != *direction {
                return None;
            }
            match direction.as_slice() {
                [0, 1] => rows = parts(squares),
                [1, step @ 0..=LARGEST_STEP] => {
                    let step = narrow::index(*step);
                    if lines.iter().all(|other| other.step != step) {
                        let offset = step * squares * SIDE;
                        lines.push(DirectionLines {
                            step,
                            offset,
                            parts: parts(step * squares + squares),
                        });
                    }
                }
                _ => return None,
            }
        }
        (lines.len() <= MOST_LINES).then_some(Self { max, lines, rows })
    }

    /// About how many bytes the sets take at least.
    fn bytes(&self) -> u64 {
        let parts = self.lines.iter().flat_map(|lines| &lines.parts);
        parts
            .chain(&self.rows)
            .map(|part| locked(part).bytes())
            .sum()
    }

    /// Fills the rows up to `first` of a table; how many rows are whole, also if it was stopped.
    pub(super) fn fill(
        &self,
        values: &mut [u32],
        first: u32,
        watch: &dyn Watch,
    ) -> (u32, Result<(), Stopped>) {
        let (across, down) = (self.max / SIDE + 1, first as usize / SIDE + 1);
        let rows = first as usize + 1;
        let table = 4 * values.len() as u64;
        for diagonal in 0..across + down - 1 {
            let squares: Vec<(usize, usize)> = (0..down)
                .filter_map(|row| Some((row, diagonal.checked_sub(row)?)))
                .filter(|(_, column)| *column < across)
                .collect();
            let filled: Result<Vec<Vec<u32>>, Stopped> = squares
                .par_iter()
                .map(|(row, column)| {
                    watch.check()?;
                    Ok(self.square(*row, *column, rows))
                })
                .collect();
            let whole = (diagonal + 1).saturating_sub(across).min(down);
            let whole = narrow::count((whole * SIDE).min(rows));
            let filled = match filled {
                Ok(filled) => filled,
                Err(stopped) => return (whole, Err(stopped)),
            };
            for ((row, column), square) in squares.iter().zip(filled) {
                let width = SIDE.min(self.max + 1 - column * SIDE);
                for (number, line) in square.chunks(width).enumerate() {
                    let start = (row * SIDE + number) * (self.max + 1) + column * SIDE;
                    values[start..start + width].copy_from_slice(line);
                }
            }
            let used = match watch.memory_limit() {
                Some(_) => fits(watch, table + self.bytes()),
                None => Ok(()),
            };
            if let Err(stopped) = used {
                return (whole, Err(stopped));
            }
            watch.progress(Progress {
                step: "diagonals valued",
                done: diagonal as u64 + 1,
                total: Some((across + down) as u64 - 1),
            });
        }
        (narrow::count(rows), Ok(()))
    }

    /// The values of a square, whose neighbours before it are valued.
    fn square(&self, row: usize, column: usize, rows: usize) -> Vec<u32> {
        match self.lines.len() {
            0 => self.filled::<0>(row, column, rows),
            1 => self.filled::<1>(row, column, rows),
            2 => self.filled::<2>(row, column, rows),
            _ => self.filled::<MOST_LINES>(row, column, rows),
        }
    }

    fn filled<const N: usize>(&self, row: usize, column: usize, rows: usize) -> Vec<u32> {
        let (top, left) = (row * SIDE, column * SIDE);
        let (bottom, right) = ((top + SIDE).min(rows), (left + SIDE).min(self.max + 1));
        let mut values = Vec::with_capacity(SIDE * SIDE);
        let mut own = self.rows.get(row).map(locked);
        // The lines through the square begin with the one through its lower left corner.
        let firsts: [usize; N] = std::array::from_fn(|index| {
            let lines = &self.lines[index];
            (lines.offset + left - lines.step * (top + SIDE - 1)) / SIDE
        });
        let mut parts: [Vec<MutexGuard<'_, ValueSets>>; N] = std::array::from_fn(|index| {
            let lines = &self.lines[index];
            let last = (lines.offset + left + SIDE - 1 - lines.step * top) / SIDE;
            lines.parts[firsts[index]..=last]
                .iter()
                .map(locked)
                .collect()
        });
        let empty = ValueSets::new(1);
        for x in top..bottom {
            for y in left..right {
                let places: [(usize, usize); N] = std::array::from_fn(|index| {
                    let lines = &self.lines[index];
                    let line = lines.offset + y - lines.step * x;
                    (line / SIDE - firsts[index], line % SIDE)
                });
                let along: SetView<'_> = match &own {
                    Some(sets) => sets.view(x - top),
                    None => empty.view(0),
                };
                let views: [SetView<'_>; N] = std::array::from_fn(|index| {
                    parts[index][places[index].0].view(places[index].1)
                });
                let value = mex(along, &views);
                for (part, (number, set)) in parts.iter_mut().zip(places) {
                    part[number].insert(set, value);
                }
                if let Some(sets) = &mut own {
                    sets.insert(x - top, value);
                }
                values.push(value);
            }
        }
        values
    }
}
