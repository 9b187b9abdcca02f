//! Pairs of parts where no sparse space helps: many at a time.
//!
//! To say that no pair has the value `c`, all of them must be looked at, but they need not be kept. A second copy of the values
//! in the opposite order turns the pairs into two rows side by side, which are added and compared with `c` as many at a time as a
//! machine word (or a wider register) holds.

use super::cells::{SeenValues, ValueCell};
use super::sparse::SplitGroup;
use rules::narrow;

/// The values in the opposite order: that of heap `n` is the `n`-th from the end.
pub(super) struct Mirror<T> {
    cells: Vec<T>,
    filled: usize,
    /// So many pairs of each split are marked one by one; most values are among them.
    first: usize,
}

/// How many pairs are marked one by one to begin with, and at least.
const FIRST: usize = 1 << 10;
const FEWEST: usize = 1 << 8;
/// A pair that is marked costs about as much as so many bytes that are compared.
const COMPARED: usize = 12;
/// So many pairs are compared before it is asked whether one was found.
const CHUNK: usize = 1 << 8;

impl<T: ValueCell> Mirror<T> {
    pub(super) fn new() -> Self {
        Self {
            cells: Vec::new(),
            filled: 0,
            first: FIRST,
        }
    }

    /// Gives back the memory.
    pub(super) fn clear(&mut self) {
        *self = Self::new();
    }

    /// The bytes of it for so many heaps.
    pub(super) fn bytes(heaps: u64) -> u64 {
        T::BYTES * heaps
    }

    /// Takes up the values that came since.
    fn fill(&mut self, cells: &[T]) {
        if self.cells.len() < cells.len() {
            let mut room = cells.to_vec();
            room.extend_from_slice(cells);
            room.reverse();
            self.cells = room;
        }
        let size = self.cells.len();
        for (heap, cell) in cells.iter().enumerate().skip(self.filled) {
            self.cells[size - 1 - heap] = *cell;
        }
        self.filled = cells.len();
    }

    /// The nim-value of the next heap, and about how many steps it took. Beside the splits, it has the options that are `seen`
    /// already, and `others` has further ones; none of them is below `least`.
    pub(super) fn next(
        &mut self,
        cells: &[T],
        splits: &[SplitGroup],
        seen: &mut T::Seen,
        least: usize,
        others: impl Fn(usize) -> bool,
    ) -> (usize, u64) {
        let (heap, stamp) = (cells.len(), narrow::count(cells.len()));
        let mut rows = Vec::new();
        let (mut marked, mut compared) = (0, 0);
        for split in splits {
            let Some(total) = split.total(heap) else {
                continue;
            };
            let last = split.last_first(total);
            let few = last.min(self.first);
            // Of some games the least first parts have the most different values, of others the greatest.
            let (end, begin) = (few / 2, last - (few - few / 2) + 1);
            for (low, high) in [(1, end), (begin, last)] {
                let seconds = cells[total - high..=total - low].iter().rev();
                for (first, second) in cells[low..=high].iter().zip(seconds) {
                    seen.mark(*first ^ *second, stamp);
                }
            }
            marked += few;
            if last > few {
                rows.push((total, end + 1, begin - 1));
            }
        }
        if !rows.is_empty() {
            self.fill(cells);
        }
        let mut value = least;
        while value < T::LIMIT {
            if seen.has(value, stamp) || others(value) {
                value += 1;
                continue;
            }
            let Some(wanted) = T::of(value) else {
                break;
            };
            let found = rows.iter().any(|row| {
                let (found, looked) = self.mark_near(cells, *row, wanted, seen, stamp);
                compared += looked;
                found
            });
            if !found {
                break;
            }
        }
        let compared = compared * size_of::<T>() / COMPARED;
        if !rows.is_empty() {
            self.balance(marked, compared);
        }
        (value, (marked + compared) as u64)
    }

    /// Marking and comparing should cost about the same.
    fn balance(&mut self, marked: usize, compared: usize) {
        if compared > marked {
            self.first += self.first / 4;
        } else {
            self.first = (self.first - self.first / 16).max(FEWEST);
        }
    }

    /// Looks for a pair with the wanted value among those with a first part in a range; if there is one, it is marked, with the
    /// pairs near it. And how many pairs were looked at.
    fn mark_near(
        &self,
        cells: &[T],
        (total, first, last): (usize, usize, usize),
        wanted: T,
        seen: &mut T::Seen,
        stamp: u32,
    ) -> (bool, usize) {
        let firsts = &cells[first..=last];
        let start = self.cells.len() - 1 - (total - first);
        let seconds = &self.cells[start..start + firsts.len()];
        let mut looked = 0;
        for (firsts, seconds) in firsts.chunks(CHUNK).zip(seconds.chunks(CHUNK)) {
            looked += firsts.len();
            let pairs = || firsts.iter().zip(seconds);
            // No early end: so the loop is compiled to wide instructions.
            let found = pairs().fold(false, |found, (a, b)| found | (*a ^ *b == wanted));
            if found {
                for (a, b) in pairs() {
                    seen.mark(*a ^ *b, stamp);
                }
                return (true, looked);
            }
        }
        (false, looked)
    }
}
