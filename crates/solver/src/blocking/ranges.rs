//! Sets of integers as ranges: few, disjoint and in order.

/// Disjoint ranges, none of which touches the next one; both ends are included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ranges(Vec<(i64, i64)>);

impl Ranges {
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (i64, i64)> {
        self.0.iter().copied()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Its members, moved by a number.
    pub(super) fn moved(&self, by: i64) -> Self {
        let moved = self.iter().map(|(low, high)| (low + by, high + by));
        Self(moved.collect())
    }

    /// Those of its members that another set does not have.
    pub(super) fn without(self, other: &Self) -> Self {
        if other.is_empty() {
            return self;
        }
        let mut left = Vec::with_capacity(self.0.len());
        for (mut low, high) in self.0 {
            let first = other.0.partition_point(|taken| taken.1 < low);
            for taken in other.0[first..].iter().take_while(|taken| taken.0 <= high) {
                if low < taken.0 {
                    left.push((low, taken.0 - 1));
                }
                low = taken.1 + 1;
            }
            if low <= high {
                left.push((low, high));
            }
        }
        Self(left)
    }
}

impl FromIterator<(i64, i64)> for Ranges {
    fn from_iter<I: IntoIterator<Item = (i64, i64)>>(ranges: I) -> Self {
        let mut all: Vec<(i64, i64)> = ranges.into_iter().collect();
        all.sort();
        all.dedup_by(|next, own| {
            let meets = next.0 <= own.1 + 1;
            if meets {
                own.1 = own.1.max(next.1);
            }
            meets
        });
        Self(all)
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
                let range = (low.cast_signed(), high.cast_signed());
                sets[index] = sets[index].iter().chain([range]).collect();
                expected[index] |= mask;
            }
            assert_eq!([bits(&sets[0]), bits(&sets[1])], expected);
            let [one, other] = sets;
            let rest = one.without(&other);
            assert_eq!(bits(&rest), expected[0] & !expected[1]);
            for set in [other, rest] {
                assert!(set.0.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0));
            }
        }
    }
}
