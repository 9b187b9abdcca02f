//! Pairs of parts where no sparse space helps: many at a time.
//!
//! To say that no pair has the value `c`, all of them must be looked at, but they need not be kept. A second copy of the values
//! in the opposite order turns the pairs into two rows side by side, which are added and compared with `c` as many at a time as a
//! machine word (or a wider register) holds.

use super::cells::{Cell, Seen};
use super::sparse::Split;
use crate::narrow;

/// The values in the opposite order: that of heap `n` is the `n`-th from the end.
pub(super) struct Mirror<T> {
    cells: Vec<T>,
    filled: usize,
}

/// So many pairs are marked one by one: most values are among them.
const FIRST: usize = 1 << 10;
/// So many pairs are compared before it is asked whether one was found.
const CHUNK: usize = 1 << 8;

impl<T: Cell> Mirror<T> {
    pub(super) fn new() -> Self {
        Self {
            cells: Vec::new(),
            filled: 0,
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
        splits: &[Split],
        seen: &mut T::Seen,
        least: usize,
        others: impl Fn(usize) -> bool,
    ) -> (usize, u64) {
        let (heap, stamp) = (cells.len(), narrow::count(cells.len()));
        let mut rows = Vec::new();
        let mut work = 0;
        for split in splits {
            let Some(total) = split.total(heap) else {
                continue;
            };
            let last = split.last_first(total);
            let marked = last.min(FIRST);
            let seconds = cells[total - marked..total].iter().rev();
            for (first, second) in cells[1..=marked].iter().zip(seconds) {
                seen.mark(*first ^ *second, stamp);
            }
            work += marked as u64;
            if last > marked {
                rows.push((total, marked + 1, last));
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
            let mut found = false;
            for (total, first, last) in &rows {
                work += ((last - first) / 16) as u64;
                if self.mark_near(cells, (*total, *first, *last), wanted, seen, stamp) {
                    found = true;
                    break;
                }
            }
            if !found {
                break;
            }
        }
        (value, work)
    }

    /// Looks for a pair with the wanted value among those with a first part in a range; if there is one, it is marked, with the
    /// pairs near it.
    fn mark_near(
        &self,
        cells: &[T],
        (total, first, last): (usize, usize, usize),
        wanted: T,
        seen: &mut T::Seen,
        stamp: u32,
    ) -> bool {
        let firsts = &cells[first..=last];
        let start = self.cells.len() - 1 - (total - first);
        let seconds = &self.cells[start..start + firsts.len()];
        for (firsts, seconds) in firsts.chunks(CHUNK).zip(seconds.chunks(CHUNK)) {
            let pairs = || firsts.iter().zip(seconds);
            // No early end: so the loop is compiled to wide instructions.
            let found = pairs().fold(false, |found, (a, b)| found | (*a ^ *b == wanted));
            if found {
                for (a, b) in pairs() {
                    seen.mark(*a ^ *b, stamp);
                }
                return true;
            }
        }
        false
    }
}
