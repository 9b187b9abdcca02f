//! Sets of residues modulo `p`, one bit a residue.

/// A set of residues modulo a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ResidueSet {
    modulus: usize,
    words: Box<[u64]>,
}

const BITS: usize = 64;

impl ResidueSet {
    /// These residues.
    pub(super) fn new(modulus: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut words = vec![0; modulus.div_ceil(BITS)].into_boxed_slice();
        for member in members {
            let residue = member % modulus;
            words[residue / BITS] |= 1 << (residue % BITS);
        }
        Self { modulus, words }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    pub(super) fn contains(&self, residue: usize) -> bool {
        let residue = residue % self.modulus;
        self.words[residue / BITS] >> (residue % BITS) & 1 == 1
    }

    /// The residues that are not in it.
    pub(super) fn complement(mut self) -> Self {
        for word in &mut self.words {
            *word = !*word;
        }
        self.clear_beyond();
        self
    }

    /// Those that, moved back by `by`, are in `other` too.
    pub(super) fn meet_moved(&self, other: &Self, by: usize) -> Self {
        let mut moved = other.moved(by);
        for (word, own) in moved.words.iter_mut().zip(&self.words) {
            *word &= own;
        }
        moved
    }

    /// The union of `count ≥ 1` copies, moved by 0, `step`, 2·`step`, …: the number of copies is doubled again and again.
    pub(super) fn spread(mut self, step: usize, count: usize) -> Self {
        let mut copies = 1;
        while copies < count {
            let more = copies.min(count - copies);
            let moved = self.moved(product(more, step, self.modulus));
            for (word, other) in self.words.iter_mut().zip(&moved.words) {
                *word |= other;
            }
            copies += more;
        }
        self
    }

    /// Every residue plus `by`.
    fn moved(&self, by: usize) -> Self {
        let by = by % self.modulus;
        let mut moved = self.clone();
        if by > 0 {
            moved.words.fill(0);
            self.add_shifted_up(by, &mut moved.words);
            self.add_shifted_down(self.modulus - by, &mut moved.words);
            moved.clear_beyond();
        }
        moved
    }

    fn add_shifted_up(&self, by: usize, target: &mut [u64]) {
        let (whole, bits) = (by / BITS, by % BITS);
        for (place, word) in self.words.iter().enumerate() {
            if let Some(low) = target.get_mut(place + whole) {
                *low |= word << bits;
            }
            if bits > 0
                && let Some(high) = target.get_mut(place + whole + 1)
            {
                *high |= word >> (BITS - bits);
            }
        }
    }

    fn add_shifted_down(&self, by: usize, target: &mut [u64]) {
        let (whole, bits) = (by / BITS, by % BITS);
        for (place, word) in self.words.iter().enumerate().skip(whole) {
            target[place - whole] |= word >> bits;
            if bits > 0 && place > whole {
                target[place - whole - 1] |= word << (BITS - bits);
            }
        }
    }

    /// Bits of the last word that stand for no residue are 0.
    fn clear_beyond(&mut self) {
        let used = self.modulus % BITS;
        if used > 0
            && let Some(last) = self.words.last_mut()
        {
            *last &= (1 << used) - 1;
        }
    }
}

/// `a·b` modulo `modulus`.
pub(super) fn product(a: usize, b: usize, modulus: usize) -> usize {
    let wide = |n: usize| n as u128;
    usize::try_from(wide(a) * wide(b) % wide(modulus)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn members(set: &ResidueSet) -> BTreeSet<usize> {
        (0..set.modulus).filter(|r| set.contains(*r)).collect()
    }

    proptest! {
        /// Every operation does what it does to a set of numbers.
        #[test]
        fn as_sets_of_numbers(
            p in 1usize..300, some in prop::collection::vec(0usize..300, 0..20), by in 0usize..600, count in 1usize..40,
        ) {
            let set = ResidueSet::new(p, some.iter().copied());
            let plain: BTreeSet<usize> = some.iter().map(|r| r % p).collect();
            prop_assert_eq!(&members(&set), &plain);
            prop_assert_eq!(set.is_empty(), plain.is_empty());
            let moved: BTreeSet<usize> = plain.iter().map(|r| (r + by) % p).collect();
            prop_assert_eq!(&members(&set.moved(by)), &moved);
            let all = ResidueSet::new(p, 0..p);
            prop_assert_eq!(&members(&all.meet_moved(&set, by)), &moved);
            prop_assert_eq!(members(&set.clone().complement()), (0..p).filter(|r| !plain.contains(r)).collect());
            let copies = (0..count).flat_map(|i| plain.iter().map(move |r| (r + i * by) % p)).collect();
            prop_assert_eq!(members(&set.spread(by, count)), copies);
        }
    }
}
