//! Rows of bits, marked a word at a time.
//!
//! A row has one bit for each value of the last pile. Most marks reach to the end of the row, so a row
//! also has a limit from which on everything counts as marked; such a mark costs one comparison.

use rules::narrow;

/// Sets the bits from `low` to `high`, both included.
#[inline]
pub(crate) fn set_range(words: &mut [u64], low: usize, high: usize) {
    let (first, last) = (low / 64, high / 64);
    let head = u64::MAX << (low % 64);
    let tail = u64::MAX >> (63 - high % 64);
    if first == last {
        words[first] |= head & tail;
    } else {
        words[first] |= head;
        words[first + 1..last].fill(u64::MAX);
        words[last] |= tail;
    }
}

/// A row of bits with its limit.
#[derive(Clone, Debug)]
pub(crate) struct BitRow {
    pub(crate) words: Vec<u64>,
    pub(crate) limit: u32,
}

impl BitRow {
    /// An empty row for the values `0..=max`.
    pub(crate) fn new(max: u32) -> Self {
        Self {
            words: vec![0; words_for(max)],
            limit: max + 1,
        }
    }

    /// Makes it empty again.
    pub(crate) fn clear(&mut self, max: u32) {
        self.words.fill(0);
        self.limit = max + 1;
    }
}

/// Two rows of marks that hold for all rows from the one at hand on: one stays in place, one slides.
#[derive(Clone, Debug)]
pub(crate) struct LastingMarks {
    pub(crate) still: BitRow,
    pub(crate) sliding: BitRow,
    /// Whether anything slides.
    slides: bool,
}

impl LastingMarks {
    /// Without marks.
    pub(crate) fn new(max: u32) -> Self {
        Self {
            still: BitRow::new(max),
            sliding: BitRow::new(max),
            slides: false,
        }
    }

    /// Makes it empty again.
    pub(crate) fn clear(&mut self, max: u32) {
        self.still.clear(max);
        if self.slides {
            self.sliding.clear(max);
            self.slides = false;
        }
    }

    /// Moves on to the next row.
    pub(crate) fn advance(&mut self, max: u32) {
        if self.slides {
            shift_left(&mut self.sliding.words, 1);
            self.sliding.limit = (self.sliding.limit + 1).min(max + 1);
        }
    }

    /// Marks the values from `low` to `high` on this and all later rows.
    pub(crate) fn mark(&mut self, low: i64, high: i64, slides: bool, max: u32) {
        let row = if slides {
            &mut self.sliding
        } else {
            &mut self.still
        };
        self.slides |= slides;
        mark(&mut row.words, &mut row.limit, low, high, max);
    }

    /// The marks in a word of the row at hand.
    #[inline]
    pub(crate) fn word(&self, index: usize) -> u64 {
        self.still.words[index] | self.sliding.words[index]
    }

    /// The value from which on everything is marked.
    #[inline]
    pub(crate) fn limit(&self) -> u32 {
        self.still.limit.min(self.sliding.limit)
    }
}

/// Moves all bits up by a number of places; what leaves the row is lost.
pub(crate) fn shift_left(words: &mut [u64], by: usize) {
    let (whole, part) = (by / 64, by % 64);
    for index in (0..words.len()).rev() {
        let high = index
            .checked_sub(whole)
            .map_or(0, |from| words[from] << part);
        let low = match (index.checked_sub(whole + 1), part) {
            (Some(from), 1..) => words[from] >> (64 - part),
            _ => 0,
        };
        words[index] = high | low;
    }
}

/// How many words a row for the values `0..=max` has.
pub(crate) fn words_for(max: u32) -> usize {
    max as usize / 64 + 1
}

/// Marks the values from `low` to `high`; the row has the values `0..=max`.
#[inline]
pub(crate) fn mark(words: &mut [u64], limit: &mut u32, low: i64, high: i64, max: u32) {
    if high >= i64::from(max) {
        *limit = (*limit).min(narrow::pile(low));
    } else {
        set_range(words, narrow::index(low), narrow::index(high));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting_moves_every_bit() {
        for by in [0, 1, 5, 63, 64, 65, 130, 300] {
            let mut words = [0u64; 4];
            let bits = [0, 1, 62, 63, 64, 100, 191, 255];
            bits.iter()
                .for_each(|bit| set_range(&mut words, *bit, *bit));
            shift_left(&mut words, by);
            let moved = (0..256).filter(|bit| words[bit / 64] >> (bit % 64) & 1 == 1);
            assert!(
                moved.eq(bits.iter().map(|bit| bit + by).filter(|bit| *bit < 256)),
                "{by}"
            );
        }
    }

    #[test]
    fn ranges_set_exactly_their_bits() {
        for low in 0..200 {
            for high in low..200 {
                let mut words = [0u64; 4];
                set_range(&mut words, low, high);
                let bits = (0..256).filter(|bit| words[bit / 64] >> (bit % 64) & 1 == 1);
                assert!(bits.eq(low..=high), "{low}..={high}");
            }
        }
    }
}
