//! How often positions are marked, in planes of bits.

use super::ranges::Ranges;
use crate::checkpoint::StateReader;
use crate::sweep::put_words;
use rules::narrow;

/// How often each position is marked, up to one more than may be forbidden: plane j has those that are marked more than j times.
#[derive(Clone)]
pub(super) struct Planes(pub(super) Vec<Vec<u64>>);

impl Planes {
    pub(super) fn new(count: usize, words: usize) -> Self {
        Self(vec![vec![0; words]; count])
    }

    /// Counts these positions once more.
    #[inline]
    pub(super) fn add(&mut self, word: usize, mut bits: u64) {
        for plane in &mut self.0 {
            let before = plane[word];
            plane[word] = before | bits;
            bits &= before;
            if bits == 0 {
                return;
            }
        }
    }

    /// Counts the positions of these ranges once more.
    pub(super) fn add_ranges(&mut self, ranges: &Ranges) {
        for (low, high) in ranges.iter() {
            for_words(narrow::index(low), narrow::index(high), |word, bits| {
                self.add(word, bits);
            });
        }
    }

    pub(super) fn add_all(&mut self, other: &Self) {
        for plane in &other.0 {
            for (word, bits) in plane.iter().enumerate().filter(|(_, bits)| **bits != 0) {
                self.add(word, *bits);
            }
        }
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        for (plane, from) in self.0.iter_mut().zip(&other.0) {
            plane.copy_from_slice(from);
        }
    }

    /// The positions that are marked too often to be P.
    #[inline]
    pub(super) fn full(&self) -> &[u64] {
        &self.0[self.0.len() - 1]
    }

    /// The counts of a single row, before a heap.
    pub(super) fn state(&self, next: u32) -> Vec<u8> {
        let mut state = next.to_le_bytes().to_vec();
        for plane in &self.0 {
            put_words(&mut state, plane);
        }
        state
    }

    /// Reads such a state; the next heap.
    pub(super) fn restore(&mut self, state: &[u8]) -> Option<u32> {
        let mut reader = StateReader(state);
        let next = reader.number()?;
        for plane in &mut self.0 {
            reader.words(plane)?;
        }
        reader.end()?;
        Some(next)
    }
}

/// The bits from `low` to `high`, both included, a word at a time.
#[inline]
fn for_words(low: usize, high: usize, mut visit: impl FnMut(usize, u64)) {
    let (first, last) = (low / 64, high / 64);
    for word in first..=last {
        let from = if word == first { low % 64 } else { 0 };
        let to = if word == last { high % 64 } else { 63 };
        visit(word, u64::MAX << from & u64::MAX >> (63 - to));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_exactly_the_bits_of_a_range() {
        for low in 0..200 {
            for high in low..200 {
                let mut words = [0u64; 4];
                for_words(low, high, |word, bits| words[word] |= bits);
                let set = (0..256).filter(|bit| words[bit / 64] >> (bit % 64) & 1 == 1);
                assert!(set.eq(low..=high), "{low}..={high}");
            }
        }
    }

    #[test]
    fn marks_are_counted_up_to_the_number_of_planes() {
        let mut planes = Planes::new(3, 1);
        for bits in [0b111, 0b011, 0b001, 0b001] {
            planes.add(0, bits);
        }
        let planes: Vec<u64> = planes.0.iter().map(|plane| plane[0]).collect();
        assert_eq!(planes, [0b111, 0b011, 0b001]);
    }
}
