//! The sparse space: few heaps have a rare value, and only they need to be paired with all others.
//!
//! In many games that split heaps there is a mask such that almost all nim-values have an odd number of binary digits 1 in the
//! places of the mask ([`WINNING_WAYS`](rules::citation::WINNING_WAYS), chapter 4, "Sparse spaces spell speed"; E. R. Berlekamp). Call these *common* and the others
//! *rare*. Common plus common is rare, rare plus rare is rare, and only rare plus common is common. So
//!
//! - the common values that two parts can have come from pairs with a rare part: as many as there are rare heaps, and not half
//!   as many as the heap is large;
//! - let `c` be the least common value that no option has. The nim-value is `c` unless some rare value below `c` is missing, too. These are
//!   mostly found among the first few hundred pairs, whichever these are; one that is not, `v`, is looked for where it is likely: at the heaps of value
//!   `v + w` for the most frequent values `w`. If one is missing to the end, all pairs were looked at, and the least missing value is the
//!   nim-value: another rare heap.
//!
//! In some games the heap itself takes part: if all numbers that are taken before a split have the same parity, the parity of the heap may
//! be added to that of the value. Then common means that the sum is that of the number taken, plus one.
//!
//! **Nothing rests on the choice of the mask but speed**: the values are exact for each. It is chosen anew each time that the heaps have
//! doubled, as that with the fewest rare heaps so far, by a Walsh-Hadamard transform of the counts of the values.

use super::cells::{SeenValues, ValueCell};
use super::take_and_break::PairRule;
use rules::narrow;

/// Which values are rare: those whose parity in the places of the mask, plus that of the heap if it counts, is this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SparseSpace {
    mask: usize,
    with_heap: bool,
    rare: usize,
}

impl SparseSpace {
    fn is_rare(self, heap: usize, value: usize) -> bool {
        let own = (value & self.mask).count_ones() as usize;
        (own + usize::from(self.with_heap) * heap) % 2 == self.rare
    }
}

/// Splits that take the same number, and which pairs they leave.
#[derive(Clone, Copy, Debug)]
pub(super) struct SplitGroup {
    pub(super) taken: usize,
    pub(super) pairs: PairRule,
}

impl SplitGroup {
    /// How many remain of a heap, if these can be two parts.
    pub(super) fn total(self, heap: usize) -> Option<usize> {
        heap.checked_sub(self.taken).filter(|total| *total >= 2)
    }

    /// The largest first part that is not larger than the second.
    pub(super) fn last_first(self, total: usize) -> usize {
        match self.pairs {
            PairRule::Any => total / 2,
            PairRule::Unequal => (total - 1) / 2,
        }
    }
}

/// The rare heaps, and the values in their order.
pub(super) struct RareHeaps<T> {
    space: SparseSpace,
    /// The rare heaps from 1 on, and their values.
    heaps: Vec<u32>,
    values: Vec<T>,
    /// The common and the rare values of even and of odd heaps, in order.
    common: [Vec<u32>; 2],
    rare: [Vec<u32>; 2],
    /// How many heaps there were, and how many of them were rare, when the mask was chosen.
    chosen: (usize, usize),
    /// Rare values that were not seen yet.
    missing: Vec<u32>,
    /// For each value the first heaps that have it.
    first_heaps: Vec<Vec<u32>>,
    /// The most frequent values among the later half of the heaps.
    frequent: Vec<T>,
    /// So many pairs of each split are looked at before values are looked for one by one.
    first: usize,
}

/// A sparse space is used if fewer than one heap of so many is rare.
const SPARSE: usize = 24;
/// Values from here on are in no sparse space.
const LARGEST_VALUE: usize = 1 << 16;
/// So many pairs are looked at before it is asked whether that was enough.
const CHUNK: usize = 64;
/// So many pairs of each split are looked at before values are looked for one by one: to begin with, at least, and at most.
const FIRST: usize = 512;
const FEWEST: usize = 64;
const MOST: usize = 1 << 14;
/// So many heaps are kept for each value, and so many of the most frequent values.
const FIRST_HEAPS: usize = 64;
const FREQUENT: usize = 16;

impl<T: ValueCell> RareHeaps<T> {
    /// The sparse space with the fewest rare heaps, if they are few.
    pub(super) fn choose(cells: &[T], splits: &[SplitGroup]) -> Option<Self> {
        let largest = cells.iter().map(|cell| cell.index()).max()?;
        if largest >= LARGEST_VALUE || splits.is_empty() {
            return None;
        }
        let (space, count) = best_space(cells, largest, splits)?;
        if count.saturating_mul(SPARSE) > cells.len() {
            return None;
        }
        let lists = |rare: bool| {
            [0, 1].map(|heap| {
                let limit = T::LIMIT.min(LARGEST_VALUE);
                let values = (0..limit).filter(|value| space.is_rare(heap, *value) == rare);
                values.map(narrow::count).collect()
            })
        };
        let mut rares = Self {
            space,
            heaps: Vec::new(),
            values: Vec::new(),
            common: lists(false),
            rare: lists(true),
            chosen: (cells.len(), count),
            missing: Vec::new(),
            first_heaps: vec![Vec::new(); T::LIMIT.min(LARGEST_VALUE)],
            frequent: most_frequent(&cells[cells.len() / 2..], largest),
            first: FIRST,
        };
        for (heap, value) in cells.iter().enumerate() {
            rares.add(heap, *value);
        }
        Some(rares)
    }

    /// A heap and its value are known.
    pub(super) fn add(&mut self, heap: usize, value: T) {
        if heap == 0 {
            return;
        }
        let heap = narrow::count(heap);
        if self.space.is_rare(heap as usize, value.index()) {
            self.heaps.push(heap);
            self.values.push(value);
        }
        if let Some(heaps) = self.first_heaps.get_mut(value.index())
            && heaps.len() < FIRST_HEAPS
        {
            heaps.push(heap);
        }
    }

    /// Have so many rare heaps been found that another mask may be better?
    pub(super) fn is_outgrown(&self, heaps: usize) -> bool {
        let (then, rare) = self.chosen;
        self.heaps.len() > 2 * rare + 64 && heaps > then + then / 8
    }

    /// The nim-value of the next heap, and about how many steps it took. Beside the splits, it has the options that are `seen` already, and
    /// `others` has further ones; none of them is below `least`.
    pub(super) fn next(
        &mut self,
        cells: &[T],
        splits: &[SplitGroup],
        seen: &mut T::Seen,
        least: usize,
        others: impl Fn(usize) -> bool,
    ) -> (usize, u64) {
        let (heap, stamp) = (cells.len(), narrow::count(cells.len()));
        for split in splits {
            if let Some(total) = split.total(heap) {
                self.mark_rare_pairs(&cells[1..total], total, split.pairs, seen, stamp);
            }
        }
        let known =
            |value: usize, seen: &T::Seen| value < least || seen.has(value, stamp) || others(value);
        let mut common = self.common[heap % 2].iter().map(|value| *value as usize);
        let common = common.find(|value| !known(*value, seen));
        let common = common.unwrap_or(T::LIMIT);
        self.missing.clear();
        let rare = self.rare[heap % 2].iter();
        let rare = rare.take_while(|value| (**value as usize) < common);
        let unknown = rare.filter(|value| !known(**value as usize, seen));
        self.missing.extend(unknown);
        let looked = self.look_for_missing(cells, splits, seen, stamp);
        let mut missing = self.missing.iter().map(|value| *value as usize);
        let value = missing.find(|value| !seen.has(*value, stamp));
        let work = self.heaps.len() * splits.len() + looked + common / 2;
        (value.unwrap_or(common), work as u64)
    }

    /// Marks the sums of all pairs with a rare part; the window has the values of the heaps from 1 to what remains, less one.
    fn mark_rare_pairs(
        &self,
        window: &[T],
        total: usize,
        pairs: PairRule,
        seen: &mut T::Seen,
        stamp: u32,
    ) {
        for (heap, value) in self.heaps.iter().zip(&self.values) {
            // Beyond the window there is no second part.
            let second = (total - 1).wrapping_sub(*heap as usize);
            let Some(other) = window.get(second) else {
                break;
            };
            if pairs == PairRule::Any || second + 1 != *heap as usize {
                seen.mark(*value ^ *other, stamp);
            }
        }
    }

    /// Looks at pairs until no missing value is left, or no pair. Values that were found may stay among the missing ones below those that were not.
    fn look_for_missing(
        &mut self,
        cells: &[T],
        splits: &[SplitGroup],
        seen: &mut T::Seen,
        stamp: u32,
    ) -> usize {
        let looked = self.look_at_pairs(cells, splits, self.first, seen, stamp);
        let mut tries = 0;
        while let Some(value) = self.missing.last() {
            let value = *value as usize;
            let known = seen.has(value, stamp);
            if !known {
                let (found, more) = self.is_likely_sum(cells, splits, value);
                tries += more;
                if !found {
                    let all = self.look_at_pairs(cells, splits, usize::MAX, seen, stamp);
                    return looked + tries + all;
                }
            }
            self.missing.pop();
        }
        // Both should cost about the same.
        self.first = if tries > looked {
            (self.first + self.first / 4).min(MOST)
        } else {
            (self.first - self.first / 16).max(FEWEST)
        };
        looked + tries
    }

    /// Marks the sums of pairs, at most so many for each split, until no missing value is left.
    fn look_at_pairs(
        &mut self,
        cells: &[T],
        splits: &[SplitGroup],
        most: usize,
        seen: &mut T::Seen,
        stamp: u32,
    ) -> usize {
        let mut looked = 0;
        for split in splits {
            let Some(total) = split.total(cells.len()) else {
                continue;
            };
            let last = split.last_first(total).min(most);
            let firsts = cells[1..=last].chunks(CHUNK);
            let seconds = cells[total - last..total].rchunks(CHUNK);
            for (firsts, seconds) in firsts.zip(seconds) {
                while self
                    .missing
                    .pop_if(|value| seen.has(*value as usize, stamp))
                    .is_some()
                {}
                if self.missing.is_empty() {
                    return looked;
                }
                for (first, second) in firsts.iter().zip(seconds.iter().rev()) {
                    seen.mark(*first ^ *second, stamp);
                }
                looked += firsts.len();
            }
        }
        looked
    }

    /// Is there a pair with this value, one part of which has a frequent value? And how many pairs were looked at.
    fn is_likely_sum(&self, cells: &[T], splits: &[SplitGroup], value: usize) -> (bool, usize) {
        let mut tries = 0;
        for frequent in &self.frequent {
            let heaps = self.first_heaps.get(value ^ frequent.index());
            let heaps = heaps.map_or(&[][..], |heaps| heaps);
            for split in splits {
                let Some(total) = split.total(cells.len()) else {
                    continue;
                };
                let fits = |heap: &u32| {
                    // Heaps beyond the total, and what is left of nothing, are no parts.
                    let second = total.wrapping_sub(*heap as usize);
                    let differs = split.pairs == PairRule::Any || second != *heap as usize;
                    cells.get(second) == Some(frequent) && second > 0 && differs
                };
                let found = heaps.iter().position(fits);
                tries += found.unwrap_or(heaps.len());
                if found.is_some() {
                    return (true, tries);
                }
            }
        }
        (false, tries)
    }
}

/// The most frequent values, the most frequent one first.
fn most_frequent<T: ValueCell>(cells: &[T], largest: usize) -> Vec<T> {
    let mut counts = vec![0usize; largest + 1];
    for cell in cells {
        counts[cell.index()] += 1;
    }
    let mut values: Vec<usize> = (0..=largest).collect();
    values.sort_by_key(|value| std::cmp::Reverse(counts[*value]));
    values.truncate(FREQUENT);
    values.into_iter().filter_map(T::of).collect()
}

/// The space with the fewest rare heaps, and how many these are.
fn best_space<T: ValueCell>(
    cells: &[T],
    largest: usize,
    splits: &[SplitGroup],
) -> Option<(SparseSpace, usize)> {
    let size = (largest + 1).next_power_of_two();
    let mut counts = [vec![0i64; size], vec![0i64; size]];
    for pair in cells.chunks(2) {
        for (counts, cell) in counts.iter_mut().zip(pair) {
            counts[cell.index()] += 1;
        }
    }
    let [even, odd] = counts;
    let total = i64::try_from(cells.len()).ok()?;
    let both: Vec<i64> = even.iter().zip(&odd).map(|(e, o)| e + o).collect();
    let mut best = least_rare(both, total, 0).map(|(mask, count)| {
        let space = SparseSpace {
            mask,
            with_heap: false,
            rare: 0,
        };
        (space, count)
    })?;
    let parity = splits.first()?.taken % 2;
    if splits.iter().all(|split| split.taken % 2 == parity) {
        let apart: Vec<i64> = even.iter().zip(&odd).map(|(e, o)| e - o).collect();
        if let Some((mask, count)) = least_rare(apart, total, parity)
            && count < best.1
        {
            let space = SparseSpace {
                mask,
                with_heap: true,
                rare: parity,
            };
            best = (space, count);
        }
    }
    Some(best)
}

/// The mask for which the fewest heaps have the parity `rare`, from the counts of the values (of even heaps less those of odd
/// ones, if the heap takes part).
fn least_rare(mut counts: Vec<i64>, total: i64, rare: usize) -> Option<(usize, usize)> {
    walsh_hadamard(&mut counts);
    let sign = if rare == 0 { 1 } else { -1 };
    let rares = counts.iter().map(|sum| (total + sign * sum) / 2);
    let (mask, count) = rares.enumerate().min_by_key(|(_, count)| *count)?;
    Some((mask, usize::try_from(count).ok()?))
}

/// For each mask the sum of the counts, with a minus sign where the value has odd parity in the places of the mask.
fn walsh_hadamard(counts: &mut [i64]) {
    let mut half = 1;
    while half < counts.len() {
        for block in counts.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (low, high) in low.iter_mut().zip(high) {
                (*low, *high) = (*low + *high, *low - *high);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transform_counts_parities() {
        let counts = [5i64, 1, 7, 2, 0, 3, 4, 9];
        let mut sums = counts.to_vec();
        walsh_hadamard(&mut sums);
        for (mask, sum) in sums.iter().enumerate() {
            let signed = |value: usize| match (value & mask).count_ones() % 2 {
                0 => counts[value],
                _ => -counts[value],
            };
            assert_eq!(*sum, (0..8).map(signed).sum::<i64>());
        }
    }

    #[test]
    fn common_and_common_is_rare() {
        for taken in 0..2 {
            let space = SparseSpace {
                mask: 0b1011,
                with_heap: true,
                rare: taken,
            };
            for (a, b) in (1..6).flat_map(|a| (1..6).map(move |b| (a, b))) {
                for (g, h) in (0..16).flat_map(|g| (0..16).map(move |h| (g, h))) {
                    let parts = [space.is_rare(a, g), space.is_rare(b, h)];
                    let whole = space.is_rare(a + b + taken, g ^ h);
                    assert_eq!(whole, parts[0] == parts[1]);
                }
            }
        }
    }
}
