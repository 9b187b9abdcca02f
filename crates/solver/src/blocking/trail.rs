//! What strips say of the row at hand: how many P-positions have a strip on each of its positions.
//!
//! Strips begin and end, and some are counted twice on a row, so that these numbers are kept exactly, as binary numbers a bit in a plane:
//! adding or taking away a range costs a few words for each of them.

use super::planes::{Planes, for_words};
use super::shape::Mark;
use crate::rows::words_for;
use rules::narrow;

/// Numbers, 64 to a word in each plane: plane i has their binary digits of weight 2^i.
struct Counts {
    digits: Vec<Vec<u64>>,
    /// Where they are more than j, up to how often it matters.
    more: Vec<Vec<u64>>,
    any: bool,
}

impl Counts {
    fn new(planes: usize, words: usize) -> Self {
        Self {
            digits: Vec::new(),
            more: vec![vec![0; words]; planes],
            any: false,
        }
    }

    fn clear(&mut self) {
        if self.any {
            let all = self.digits.iter_mut().chain(&mut self.more);
            all.for_each(|plane| plane.fill(0));
            self.any = false;
        }
    }

    /// One more, or one less, from `low` to `high`.
    fn count(&mut self, low: usize, high: usize, more: bool) {
        self.any = true;
        for_words(low, high, |word, mut bits| {
            let mut index = 0;
            while bits != 0 {
                if index == self.digits.len() {
                    self.digits.push(vec![0; self.more[0].len()]);
                }
                let digit = &mut self.digits[index][word];
                let before = *digit;
                *digit ^= bits;
                bits &= if more { before } else { !before };
                index += 1;
            }
            for (least, plane) in (1..).zip(&mut self.more) {
                let digits = self.digits.iter().map(|digit| digit[word]);
                plane[word] = at_least(digits, least);
            }
        });
    }
}

/// Where binary numbers, given by their digits from the lowest on, are at least a number.
fn at_least(digits: impl Iterator<Item = u64>, mut least: usize) -> u64 {
    let mut found = u64::MAX;
    for digit in digits {
        found = if least % 2 == 1 {
            found & digit
        } else {
            found | digit
        };
        least /= 2;
    }
    if least == 0 { found } else { 0 }
}

/// The strips on the row at hand.
pub(super) struct Trail {
    still: Counts,
    /// By the difference between the last pile and the last but one, and `side` more.
    sliding: Counts,
    side: usize,
    /// What is counted twice on the row at hand.
    twice: Vec<(usize, usize)>,
}

impl Trail {
    pub(super) fn new(planes: usize, max: u32) -> Self {
        let side = max as usize + 1;
        Self {
            still: Counts::new(planes, words_for(max)),
            sliding: Counts::new(planes, 2 * words_for(max) + 3),
            side,
            twice: Vec::new(),
        }
    }

    /// Before the first row of a run.
    pub(super) fn clear(&mut self) {
        self.still.clear();
        self.sliding.clear();
    }

    /// Takes note of what is said about the next row.
    pub(super) fn note(&mut self, (low, high): (i64, i64), mark: Mark) {
        let side = i64::from(narrow::count(self.side));
        let slid = |bound: i64| narrow::index(bound + side);
        let (begins, slides) = match mark {
            Mark::Begin { slides } => (true, slides),
            Mark::End { slides } => (false, slides),
            Mark::Twice | Mark::Here => {
                self.twice.push((narrow::index(low), narrow::index(high)));
                return;
            }
        };
        if slides {
            self.sliding.count(slid(low), slid(high), begins);
        } else {
            let (low, high) = (narrow::index(low), narrow::index(high));
            self.still.count(low, high, begins);
        }
    }

    /// Adds the strips to the counts of a row, which begin at a word of the planes. Only what is wanted of the last pile is looked at.
    pub(super) fn join(&mut self, row: usize, wanted: u32, planes: &mut Planes, from: usize) {
        let start = self.side - row % self.side;
        for word in wanted as usize / 64..self.still.more[0].len() {
            let has = |range: &(usize, usize)| range.0 / 64 <= word && word <= range.1 / 64;
            if self.twice.iter().any(has) {
                self.join_exactly(word, start, planes, from);
                continue;
            }
            if self.still.any {
                let more = self.still.more.iter().map(|more| more[word]);
                add_all(more, planes, from + word);
            }
            if self.sliding.any {
                let place = start + 64 * word;
                let more = self.sliding.more.iter().map(|more| read_at(more, place));
                add_all(more, planes, from + word);
            }
        }
        self.twice.clear();
    }

    /// The same for a word in which something is counted twice.
    fn join_exactly(&self, word: usize, start: usize, planes: &mut Planes, from: usize) {
        let mut sum: Vec<u64> = self.still.digits.iter().map(|digit| digit[word]).collect();
        sum.resize(sum.len().max(self.sliding.digits.len()) + 1, 0);
        let mut carry = 0;
        for (index, digit) in sum.iter_mut().enumerate() {
            let other = self.sliding.digits.get(index);
            let other = other.map_or(0, |digit| read_at(digit, start + 64 * word));
            let before = *digit;
            *digit = before ^ other ^ carry;
            carry = before & other | carry & (before ^ other);
        }
        for (low, high) in &self.twice {
            for_words(*low, *high, |own, mut bits| {
                let digits = sum
                    .iter_mut()
                    .take(if own == word { usize::MAX } else { 0 });
                for digit in digits {
                    let before = *digit;
                    *digit ^= bits;
                    bits &= !before;
                }
            });
        }
        let more = (1..=planes.0.len()).map(|least| at_least(sum.iter().copied(), least));
        add_all(more, planes, from + word);
    }
}

/// Adds positions to the counts in a word: those with more than none, more than one, and so on.
#[inline]
fn add_all(more: impl Iterator<Item = u64>, planes: &mut Planes, word: usize) {
    more.take_while(|bits| *bits != 0)
        .for_each(|bits| planes.add(word, bits));
}

/// The 64 bits from a place on.
#[inline]
fn read_at(words: &[u64], place: usize) -> u64 {
    let (word, bit) = (place / 64, place % 64);
    match bit {
        0 => words[word],
        _ => words[word] >> bit | words[word + 1] << (64 - bit),
    }
}
