//! Sets of nim-values: of all pairs with a given sum, from which those of three parts follow, and of what may be left however many are taken.

use super::take_and_break::PairRule;

/// For each sum the nim-values of all pairs of parts with that sum, one bit a value. For three parts, the first part is added to
/// the set of the other two, a word of 64 values at a time.
pub(super) struct PairSets {
    /// The sets one after the other.
    words: Vec<u64>,
    /// How many words a set has: a power of two.
    width: usize,
    /// For how many sums they are known.
    sums: usize,
}

impl PairSets {
    pub(super) fn new() -> Self {
        Self {
            words: Vec::new(),
            width: 1,
            sums: 0,
        }
    }

    /// The bytes of the sets for so many heaps, with words as wide as they are now.
    pub(super) fn bytes(&self, heaps: u64) -> u64 {
        heaps.saturating_mul(8 * self.width as u64)
    }

    /// Makes the sets for all sums up to the number of the values.
    pub(super) fn fill(&mut self, value: impl Fn(usize) -> u32, heaps: usize) -> u64 {
        let mut work = 0;
        while self.sums <= heaps {
            let sum = self.sums;
            // All values but the last are in the sets already; that of the last heap may need wider ones.
            let last = sum.checked_sub(1).map_or(0, &value);
            self.widen(last as usize);
            let mut set = vec![0; self.width];
            for first in 1..=sum / 2 {
                insert(&mut set, (value(first) ^ value(sum - first)) as usize);
            }
            work += (sum / 2) as u64;
            self.words.append(&mut set);
            self.sums += 1;
        }
        work
    }

    /// Makes room for a value.
    fn widen(&mut self, value: usize) {
        let needed = (value / 64 + 1).next_power_of_two();
        if needed <= self.width {
            return;
        }
        let mut words = Vec::with_capacity(self.sums * needed);
        for set in self.words.chunks(self.width) {
            words.extend_from_slice(set);
            words.resize(words.len() + needed - self.width, 0);
        }
        (self.words, self.width) = (words, needed);
    }

    fn set(&self, sum: usize) -> &[u64] {
        self.words
            .get(sum * self.width..(sum + 1) * self.width)
            .unwrap_or_default()
    }

    /// Visits the values of the pairs with this sum.
    pub(super) fn pairs(
        &self,
        sum: usize,
        kind: PairRule,
        value: impl Fn(usize) -> u32,
        mut visit: impl FnMut(usize),
    ) {
        match kind {
            PairRule::Any => for_each(self.set(sum), visit),
            PairRule::Unequal => (1..sum.div_ceil(2)).for_each(|first| {
                visit((value(first) ^ value(sum - first)) as usize);
            }),
        }
    }

    /// Visits the values of three parts with this sum.
    pub(super) fn triples(
        &self,
        sum: usize,
        value: impl Fn(usize) -> u32,
        visit: impl FnMut(usize),
    ) {
        let mut all = vec![0; self.width];
        for first in 1..=sum / 3 {
            add_shifted(&mut all, self.set(sum - first), value(first) as usize);
        }
        for_each(&all, visit);
    }
}

fn insert(set: &mut [u64], value: usize) {
    set[value / 64] |= 1 << (value % 64);
}

fn for_each(set: &[u64], mut visit: impl FnMut(usize)) {
    for (place, word) in set.iter().enumerate() {
        let mut rest = *word;
        while rest != 0 {
            visit(64 * place + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

/// Adds to a set the nim-sums of a value with the members of another.
fn add_shifted(all: &mut [u64], set: &[u64], value: usize) {
    for (place, word) in set.iter().enumerate() {
        all[place ^ (value / 64)] |= xor_places(*word, value % 64);
    }
}

/// Moves each bit of a word to the place whose number is the nim-sum of its own and a given one.
fn xor_places(word: u64, number: usize) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    LOW.iter().enumerate().fold(word, |word, (bit, low)| {
        if number >> bit & 1 == 0 {
            return word;
        }
        (word & low) << (1 << bit) | (word >> (1 << bit)) & low
    })
}

/// Values that all later heaps have among their options.
#[derive(Default)]
pub(super) struct LastingValues {
    seen: Vec<bool>,
    least: usize,
}

impl LastingValues {
    pub(super) fn insert(&mut self, value: usize) {
        if value >= self.seen.len() {
            self.seen.resize((value + 1).next_power_of_two(), false);
        }
        self.seen[value] = true;
        while self.has(self.least) {
            self.least += 1;
        }
    }

    pub(super) fn has(&self, value: usize) -> bool {
        self.seen.get(value) == Some(&true)
    }

    /// The least value that is not there.
    pub(super) fn least(&self) -> usize {
        self.least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_go_where_the_nim_sum_says() {
        for number in 0..64 {
            for place in 0..64usize {
                assert_eq!(xor_places(1 << place, number), 1 << (place ^ number));
            }
        }
    }
}
