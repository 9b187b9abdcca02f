//! The marks on all positions with one first pile, and what sets them.

use super::compile::walk::{Pieces, RowVisitor};
use super::rows::{BitRow, LastingMarks, mark, shift_left, words_for};
use rules::narrow;

/// The marks on all positions with one first pile.
#[derive(Clone, Debug, Default)]
pub(super) struct Slab {
    pub(super) words: Vec<u64>,
    /// For each row the value from which on everything is marked.
    pub(super) limits: Vec<u32>,
    /// For each row where its list of strips begins: marks on this and all later rows of the slab's run.
    pub(super) strips: Vec<u32>,
    pub(super) pool: Vec<MarkStrip>,
}

/// The same range of the last pile on a row and on all later ones of its run, or one that slides up by one a row.
///
/// A strip is stored once and joins the trail when the scan reaches its first row: marking its rows one by one would be
/// most of the work for rules such as those of Rat, which leave the middle pile free.
#[derive(Clone, Copy, Debug)]
pub(super) struct MarkStrip {
    pub(super) low: u32,
    pub(super) high: u32,
    pub(super) slides: bool,
    pub(super) next: u32,
}

/// The end of a list of strips.
pub(super) const NO_STRIP: u32 = u32::MAX;

impl Slab {
    pub(super) fn new(rows: usize, max: u32) -> Self {
        Self {
            words: vec![0; rows * words_for(max)],
            limits: vec![max + 1; rows],
            strips: vec![NO_STRIP; rows],
            pool: Vec::new(),
        }
    }

    pub(super) fn bytes(rows: usize, max: u32) -> u64 {
        rows as u64 * (words_for(max) as u64 * 8 + 8)
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.words.copy_from_slice(&other.words);
        self.limits.copy_from_slice(&other.limits);
        self.strips.fill(NO_STRIP);
        self.pool.clear();
    }

    /// Adds a row that has moved up by some places.
    pub(super) fn slide_in(&mut self, row: &BitRow, by: usize, max: u32) {
        let mut moved = row.words.clone();
        shift_left(&mut moved, by);
        self.words
            .iter_mut()
            .zip(&moved)
            .for_each(|(word, more)| *word |= more);
        self.limits[0] = self.limits[0].min((row.limit + narrow::count(by)).min(max + 1));
    }
}

/// Marks the rows of a slab.
pub(super) struct Marker<'a, const STRIPS: bool> {
    pub(super) slab: &'a mut Slab,
    pub(super) max: u32,
    /// The slots of the piles between the first and the last.
    pub(super) middle: std::ops::Range<usize>,
    /// The row that is being scanned, and the marks that strips have left on it.
    pub(super) current: Option<(usize, &'a mut LastingMarks)>,
}

impl<const STRIPS: bool> Marker<'_, STRIPS> {
    fn row_number(&self, slots: &[i64]) -> usize {
        let side = self.max as usize + 1;
        self.middle
            .clone()
            .fold(0, |number, slot| number * side + narrow::index(slots[slot]))
    }
}

impl<const STRIPS: bool> RowVisitor for Marker<'_, STRIPS> {
    const STRIPS: bool = STRIPS;

    #[inline]
    fn row(&mut self, slots: &[i64], pieces: &Pieces) -> bool {
        let row = self.row_number(slots);
        let width = words_for(self.max);
        let words = &mut self.slab.words[row * width..(row + 1) * width];
        for (low, high) in pieces {
            mark(words, &mut self.slab.limits[row], *low, *high, self.max);
        }
        false
    }

    fn strip(&mut self, slots: &[i64], pieces: &Pieces, slides: bool) -> bool {
        let row = self.row_number(slots);
        if let Some((current, trail)) = &mut self.current
            && row <= *current
        {
            let side = self.max as usize + 1;
            if row / side == *current / side {
                let by = if slides {
                    i64::from(narrow::count(*current - row))
                } else {
                    0
                };
                let inside = |(low, _): &&(i64, i64)| low + by <= i64::from(self.max);
                for (low, high) in pieces.iter().filter(inside) {
                    trail.mark(low + by, high + by, slides, self.max);
                }
            }
            return false;
        }
        for (low, high) in pieces {
            let strip = MarkStrip {
                low: narrow::pile(*low),
                high: narrow::pile(*high),
                slides,
                next: self.slab.strips[row],
            };
            self.slab.strips[row] = narrow::count(self.slab.pool.len());
            self.slab.pool.push(strip);
        }
        false
    }
}
