//! Sets of integers as ranges: few, disjoint and in order.

/// Disjoint ranges, none of which touches the next one; both ends are included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ranges(Vec<(i64, i64)>);

impl Ranges {
    pub(super) fn iter(&self) -> impl Iterator<Item = (i64, i64)> {
        self.0.iter().copied()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Puts a range in.
    pub(super) fn add(&mut self, mut low: i64, mut high: i64) {
        let first = self.0.partition_point(|range| range.1 + 1 < low);
        let end = self.0.partition_point(|range| range.0 <= high + 1);
        if let [met, ..] = &self.0[first..end] {
            low = low.min(met.0);
            high = high.max(self.0[end - 1].1);
        }
        self.0.splice(first..end, [(low, high)]);
    }

    /// Takes a range out.
    pub(super) fn remove(&mut self, low: i64, high: i64) {
        let first = self.0.partition_point(|range| range.1 < low);
        let end = self.0.partition_point(|range| range.0 <= high);
        if first >= end {
            return;
        }
        let left = (self.0[first].0, low - 1);
        let right = (high + 1, self.0[end - 1].1);
        let rest = [left, right].into_iter().filter(|(low, high)| low <= high);
        self.0.splice(first..end, rest);
    }

    /// What it has of a range.
    pub(super) fn within(&self, low: i64, high: i64) -> impl Iterator<Item = (i64, i64)> {
        let met = self
            .0
            .iter()
            .filter(move |own| own.0 <= high && low <= own.1);
        met.map(move |own| (own.0.max(low), own.1.min(high)))
    }

    /// What both have.
    pub(super) fn common(&self, other: &Self) -> Self {
        let each = self.iter().flat_map(|(low, high)| other.within(low, high));
        Self(each.collect())
    }

    pub(super) fn remove_all(&mut self, other: &Self) {
        other.iter().for_each(|(low, high)| self.remove(low, high));
    }
}

impl Extend<(i64, i64)> for Ranges {
    fn extend<I: IntoIterator<Item = (i64, i64)>>(&mut self, ranges: I) {
        ranges
            .into_iter()
            .for_each(|(low, high)| self.add(low, high));
    }
}

impl FromIterator<(i64, i64)> for Ranges {
    fn from_iter<I: IntoIterator<Item = (i64, i64)>>(ranges: I) -> Self {
        let mut found = Self::default();
        found.extend(ranges);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The members below 32, as bits.
    fn bits(ranges: &Ranges) -> u32 {
        let one = |(low, high): (i64, i64)| (low..=high).fold(0, |bits, bit| bits | 1 << bit);
        ranges.iter().fold(0, |bits, range| bits | one(range))
    }

    #[test]
    fn ranges_are_sets() {
        let mut seed = 1u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        for _ in 0..2000 {
            let mut sets = [Ranges::default(), Ranges::default()];
            let mut expected = [0u32; 2];
            for _ in 0..12 {
                let (low, length) = (next(32), next(6));
                let high = (low + length).min(31);
                let mask = (u32::MAX >> (31 - (high - low))) << low;
                let index = usize::from(next(2) == 0);
                let (low, high) = (low.cast_signed(), high.cast_signed());
                if next(3) > 0 {
                    sets[index].add(low, high);
                    expected[index] |= mask;
                } else {
                    sets[index].remove(low, high);
                    expected[index] &= !mask;
                }
                let inside = Ranges::from_iter(sets[index].within(low, high));
                assert_eq!(bits(&inside), expected[index] & mask);
            }
            assert_eq!([bits(&sets[0]), bits(&sets[1])], expected);
            for set in &sets {
                assert!(set.0.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0));
            }
            assert_eq!(bits(&sets[0].common(&sets[1])), expected[0] & expected[1]);
        }
    }
}
