//! Numbers that look random and are the same for the same seed.

use numeration::natural::Natural;

use rules::position::Position;

/// SplitMix64.
#[derive(Clone, Copy, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// From a seed.
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// From a seed and a position, so that it does not matter how the position was reached.
    pub(super) fn at(seed: u64, position: &Position) -> Self {
        // A prime: a pile of any length leaves all its digits in the remainder.
        let modulus = Natural::from(0xffff_ffff_ffff_ffc5_u64);
        let mut random = Self(seed);
        for pile in position.piles() {
            let remainder = u64::try_from(&(pile % &modulus)).unwrap_or(0);
            random.0 = random.next() ^ remainder;
        }
        random
    }

    /// The next number.
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a positive bound.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let bound = bound.max(1) as u64;
        // The remainder is below a number of that type.
        usize::try_from(self.next() % bound).unwrap_or(0)
    }

    /// Brings some of a list, so many of them, to its front in no particular order, and forgets the rest.
    pub(super) fn pick<T>(&mut self, list: &mut Vec<T>, count: usize) {
        for place in 0..count.min(list.len()) {
            let other = place + self.below(list.len() - place);
            list.swap(place, other);
        }
        list.truncate(count);
    }
}
