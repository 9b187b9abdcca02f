//! The marks of one P-position on a slab, and how they are counted once.
//!
//! Several ways may lead to a P-position, and their marks may meet. What lasts is counted already, in what every slab starts from; the
//! other marks are pieces of single rows, and strips that go on to the end of their run of rows, of which some stay in their place and some
//! slide up by one from row to row. Strips are never written out row by row: they are counted from a row on. So
//!
//! - among strips that stay, and among those that slide, a part that is met again is not counted again; one that something lasting meets later
//!   is taken out from that row on;
//! - on the few rows where a strip that stays meets one that slides, or a strip meets something lasting, what is counted twice is named;
//! - of pieces only what nothing else has is counted.

use std::ops::Range;

use super::ranges::Ranges;
use crate::compile::walk::{Pieces, RowVisitor};
use rules::narrow;

/// A range of the last pile from a row to the end of its run. If it slides, the range is that of the differences to the last but one pile.
#[derive(Clone, Copy, Debug)]
struct Strip {
    row: usize,
    slides: bool,
    low: i64,
    high: i64,
}

/// A range of the last pile on one row.
#[derive(Clone, Copy, Debug)]
struct Piece {
    row: usize,
    low: i64,
    high: i64,
}

/// Marks on a slab.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    strips: Vec<Strip>,
    pieces: Vec<Piece>,
}

/// What is to be done on a row with a range of the last pile, or of its differences to the last but one pile for strips that slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// Counted from this row on.
    Begin { slides: bool },
    /// Counted no longer from this row on.
    End { slides: bool },
    /// Strips have counted it once too often on this row.
    Twice,
    /// Counted on this row.
    Here,
}

impl Shape {
    pub(super) fn clear(&mut self) {
        self.strips.clear();
        self.pieces.clear();
    }

    /// Takes ranges out of the only row of a slab.
    pub(super) fn remove(&mut self, ranges: impl Iterator<Item = (i64, i64)>) {
        let mut ranges = ranges.peekable();
        if ranges.peek().is_none() {
            return;
        }
        let mut own: Ranges = self.pieces.drain(..).map(Piece::range).collect();
        ranges.for_each(|(low, high)| own.remove(low, high));
        let row = 0;
        let pieces = own.iter().map(|(low, high)| Piece { row, low, high });
        self.pieces.extend(pieces);
    }

    /// In the order of the rows, as it is read.
    pub(super) fn sort(&mut self) {
        self.strips.sort_unstable_by_key(|strip| strip.row);
        self.pieces.sort_unstable_by_key(|piece| piece.row);
    }

    /// Also has these marks.
    pub(super) fn extend(&mut self, other: &Self) {
        self.strips.extend(&other.strips);
        self.pieces.extend(&other.pieces);
        self.sort();
    }

    /// The largest value of the last pile on the only row of a slab.
    pub(super) fn highest(&self) -> Option<i64> {
        self.pieces.iter().map(|piece| piece.high).max()
    }

    /// Forgets what lies before a row, and what has begun is a piece of that row.
    pub(super) fn begin_at(&mut self, row: usize, side: usize) {
        self.pieces.retain(|piece| piece.row >= row);
        let pieces = &mut self.pieces;
        self.strips.retain_mut(|strip| {
            if strip.row > row {
                return true;
            }
            let is_here = strip.row / side == row / side;
            if let (true, Some((low, high))) = (is_here, strip.at(row, side)) {
                pieces.push(Piece { row, low, high });
            }
            strip.row = row + 1;
            is_here && strip.row / side == row / side
        });
        self.sort();
    }

    /// Each of its marks that another shape does not have, row by row. No two of its own may meet.
    pub(super) fn each_without(
        &self,
        other: &Self,
        side: usize,
        mut visit: impl FnMut(usize, i64, i64),
    ) {
        let mut own = Ranges::default();
        let mut rows_without = |rows: Range<usize>, at: &dyn Fn(usize) -> Option<(i64, i64)>| {
            let (strips, pieces) = other.of_run(rows.start / side, side);
            for row in rows {
                own.clear();
                own.extend(at(row));
                for (low, high) in on_row(strips, pieces, row, side) {
                    own.remove(low, high);
                }
                own.iter().for_each(|(low, high)| visit(row, low, high));
            }
        };
        for strip in &self.strips {
            let rows = strip.row..(strip.row / side + 1) * side;
            rows_without(rows, &|row| strip.at(row, side));
        }
        for piece in &self.pieces {
            rows_without(piece.row..piece.row + 1, &|_| Some(piece.range()));
        }
    }

    /// The marks on a run of rows.
    fn of_run(&self, run: usize, side: usize) -> (&[Strip], &[Piece]) {
        let strips = between(&self.strips, |strip| strip.row, run, side);
        (strips, between(&self.pieces, |piece| piece.row, run, side))
    }

    /// How the marks are counted, each position once, where what lasts is counted already. Rows have `side` positions.
    pub(super) fn count(
        &self,
        lasting: &Self,
        side: usize,
        mark: &mut impl FnMut(usize, (i64, i64), Mark),
    ) {
        let (mut strips, mut pieces) = (&self.strips[..], &self.pieces[..]);
        loop {
            let rows = strips.first().map(|strip| strip.row).into_iter();
            let rows = rows.chain(pieces.first().map(|piece| piece.row));
            let Some(run) = rows.min().map(|row| row / side) else {
                return;
            };
            let end = (run + 1) * side;
            let own_strips;
            let own_pieces;
            (own_strips, strips) = strips.split_at(strips.partition_point(|own| own.row < end));
            (own_pieces, pieces) = pieces.split_at(pieces.partition_point(|own| own.row < end));
            let (lasting_strips, lasting_pieces) = lasting.of_run(run, side);
            let run = Run {
                side,
                strips: own_strips,
                pieces: own_pieces,
                lasting_strips,
                lasting_pieces,
            };
            run.count(mark);
        }
    }
}

impl Piece {
    fn range(self) -> (i64, i64) {
        (self.low, self.high)
    }
}

impl Strip {
    /// Its range on a row, if it has not left the board.
    fn at(&self, row: usize, side: usize) -> Option<(i64, i64)> {
        let by = if self.slides { signed(row % side) } else { 0 };
        on_board((self.low + by, self.high + by), side)
    }

    /// The rows of their run, counted from 0, on which this strip, which stays, meets one that slides.
    fn crosses(&self, sliding: &Self, side: usize) -> Range<usize> {
        let start = signed(self.row.max(sliding.row) % side);
        let first = start.max(self.low - sliding.high);
        let last = signed(side - 1).min(self.high - sliding.low);
        match first <= last {
            true => narrow::index(first)..narrow::index(last) + 1,
            false => 0..0,
        }
    }
}

/// What a range has on the board.
fn on_board((low, high): (i64, i64), side: usize) -> Option<(i64, i64)> {
    let max = signed(side - 1);
    (low <= max).then_some((low, high.min(max)))
}

/// The side of a board has fewer than 2^32 positions.
fn signed(number: usize) -> i64 {
    i64::from(narrow::count(number))
}

/// Those of a run of rows.
fn between<T>(all: &[T], row: impl Fn(&T) -> usize, run: usize, side: usize) -> &[T] {
    let first = all.partition_point(|one| row(one) < run * side);
    let end = all.partition_point(|one| row(one) < (run + 1) * side);
    &all[first..end]
}

/// The marks of a P-position on a run of rows.
struct Run<'a> {
    side: usize,
    strips: &'a [Strip],
    pieces: &'a [Piece],
    lasting_strips: &'a [Strip],
    lasting_pieces: &'a [Piece],
}

/// A range that is counted from a row on, or no longer.
struct Event {
    strip: Strip,
    begins: bool,
}

impl Run<'_> {
    fn count(&self, mark: &mut impl FnMut(usize, (i64, i64), Mark)) {
        let mut events = Vec::new();
        if !self.strips.is_empty() {
            self.events(false, &mut events);
            self.events(true, &mut events);
            for Event { strip, begins } in &events {
                let slides = strip.slides;
                let range = (strip.low, strip.high);
                let what = match begins {
                    true => Mark::Begin { slides },
                    false => Mark::End { slides },
                };
                mark(strip.row, range, what);
            }
            for row in self.meetings() {
                let (still, sliding) = (
                    self.counted(&events, false, row),
                    self.counted(&events, true, row),
                );
                let lasting = on_row(self.lasting_strips, self.lasting_pieces, row, self.side);
                let lasting = Ranges::from_iter(lasting);
                let both = still.common(&sliding);
                let mut either = still;
                either.extend(sliding.iter());
                let twice = either.common(&lasting);
                for range in both.iter().chain(twice.iter()) {
                    mark(row, range, Mark::Twice);
                }
            }
        }
        let mut own = Ranges::default();
        for pieces in self.pieces.chunk_by(|a, b| a.row == b.row) {
            let row = pieces[0].row;
            own.clear();
            own.extend(pieces.iter().copied().map(Piece::range));
            if !events.is_empty() {
                own.remove_all(&self.counted(&events, false, row));
                own.remove_all(&self.counted(&events, true, row));
            }
            for (low, high) in on_row(self.lasting_strips, self.lasting_pieces, row, self.side) {
                own.remove(low, high);
            }
            own.iter().for_each(|range| mark(row, range, Mark::Here));
        }
    }

    /// From which rows on which ranges of the strips of one kind are counted, or no longer: each once, and none that lasts.
    fn events(&self, slides: bool, events: &mut Vec<Event>) {
        let of_kind = |strip: &&Strip| strip.slides == slides;
        let mut lasting = self.lasting_strips.iter().filter(of_kind).peekable();
        let (mut counted, mut met) = (Ranges::default(), Ranges::default());
        let mut note = |row: usize, (low, high): (i64, i64), begins: bool| {
            let strip = Strip {
                row,
                slides,
                low,
                high,
            };
            events.push(Event { strip, begins });
        };
        for strip in self.strips.iter().filter(of_kind) {
            while let Some(old) = lasting.next_if(|old| old.row <= strip.row) {
                let ended = counted.within(old.low, old.high);
                ended.for_each(|range| note(old.row, range, false));
                counted.remove(old.low, old.high);
                met.add(old.low, old.high);
            }
            let mut new = Ranges::default();
            new.add(strip.low, strip.high);
            new.remove_all(&counted);
            new.remove_all(&met);
            new.iter().for_each(|range| note(strip.row, range, true));
            counted.extend(new.iter());
        }
        for old in lasting {
            let ended = counted.within(old.low, old.high);
            ended.for_each(|range| note(old.row, range, false));
            counted.remove(old.low, old.high);
        }
    }

    /// The rows on which something may be counted twice.
    fn meetings(&self) -> Vec<usize> {
        let (first, run) = (self.strips[0].row, self.strips[0].row / self.side);
        let pieces = self.lasting_pieces.iter().map(|piece| piece.row);
        let mut rows: Vec<usize> = pieces.filter(|row| *row >= first).collect();
        let mut cross = |still: &[Strip], sliding: &[Strip]| {
            for still in still.iter().filter(|strip| !strip.slides) {
                for sliding in sliding.iter().filter(|strip| strip.slides) {
                    let crossed = still.crosses(sliding, self.side);
                    rows.extend(crossed.map(|row| run * self.side + row));
                }
            }
        };
        cross(self.strips, self.strips);
        cross(self.strips, self.lasting_strips);
        cross(self.lasting_strips, self.strips);
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    /// What is counted of the strips of one kind on a row.
    fn counted(&self, events: &[Event], slides: bool, row: usize) -> Ranges {
        let mut counted = Ranges::default();
        let own = |event: &&Event| event.strip.slides == slides && event.strip.row <= row;
        for Event { strip, begins } in events.iter().filter(own) {
            if let Some((low, high)) = strip.at(row, self.side) {
                match begins {
                    true => counted.add(low, high),
                    false => counted.remove(low, high),
                }
            }
        }
        counted
    }
}

/// The marks on a row of their run.
fn on_row(
    strips: &[Strip],
    pieces: &[Piece],
    row: usize,
    side: usize,
) -> impl Iterator<Item = (i64, i64)> {
    let strips = strips.iter().take_while(move |strip| strip.row <= row);
    let strips = strips.filter_map(move |strip| strip.at(row, side));
    let first = pieces.partition_point(|piece| piece.row < row);
    let pieces = pieces[first..].iter().copied();
    let pieces = pieces.take_while(move |piece| piece.row == row);
    strips.chain(pieces.map(Piece::range))
}

/// Draws the marks of a way.
pub(super) struct Drawing<'a, const STRIPS: bool> {
    pub(super) shape: &'a mut Shape,
    pub(super) side: usize,
    /// The slots of the piles between the first and the last.
    pub(super) middle: Range<usize>,
}

impl<const STRIPS: bool> Drawing<'_, STRIPS> {
    fn row_number(&self, slots: &[i64]) -> usize {
        let middle = self.middle.clone();
        middle.fold(0, |row, slot| row * self.side + narrow::index(slots[slot]))
    }
}

impl<const STRIPS: bool> RowVisitor for Drawing<'_, STRIPS> {
    const STRIPS: bool = STRIPS;

    fn row(&mut self, slots: &[i64], pieces: &Pieces) -> bool {
        let row = self.row_number(slots);
        let pieces = pieces.iter();
        let pieces = pieces.map(|&(low, high)| Piece { row, low, high });
        self.shape.pieces.extend(pieces);
        false
    }

    fn strip(&mut self, slots: &[i64], pieces: &Pieces, slides: bool) -> bool {
        let row = self.row_number(slots);
        let by = if slides { signed(row % self.side) } else { 0 };
        let strips = pieces.iter().map(|&(low, high)| Strip {
            row,
            slides,
            low: low - by,
            high: high - by,
        });
        self.shape.strips.extend(strips);
        false
    }
}
