//! Regions: all positions of a game with every pile at most some number.

use std::fmt;

use rules::narrow;
use rules::spec::{PileOrder, Spec};

/// All positions with every pile at most `max`, as far as they were looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// How many piles a position has.
    pub dimension: usize,
    /// Which of the piles are sorted.
    pub order: PileOrder,
    /// The greatest pile.
    pub max: u32,
    /// How much of it was looked at.
    pub reached: Reached,
}

/// How much of a region was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// All of it.
    Everything,
    /// The positions whose first pile (the smallest of those that are sorted) is at most this.
    FirstPile(u32),
    /// Not one first pile was finished.
    Nothing,
}

impl Region {
    /// The region of a game with every pile at most `max`.
    pub fn new(spec: &Spec, max: u32) -> Self {
        Self {
            dimension: spec.dimension(),
            order: spec.piles.order,
            max,
            reached: Reached::Everything,
        }
    }

    /// Whether all of it was looked at.
    pub fn is_complete(&self) -> bool {
        self.reached == Reached::Everything
    }

    /// How many positions it has in all, or none if that is more than a `u64` holds.
    pub fn positions(&self) -> Option<u64> {
        let side = u64::from(self.max) + 1;
        let sorted = self.order.sorted(self.dimension);
        let mut count = 1u64;
        for index in 0..sorted as u64 {
            let grown = u128::from(count) * u128::from(side + index) / u128::from(index + 1);
            count = u64::try_from(grown).ok()?;
        }
        (sorted..self.dimension).try_fold(count, |count, _| count.checked_mul(side))
    }

    /// Does a position, in order as far as its piles are sorted, belong to the part that was looked at?
    pub fn contains(&self, piles: &[u32]) -> bool {
        let seen = match (self.reached, piles.first()) {
            (Reached::Everything, _) => true,
            (Reached::FirstPile(reached), Some(first)) => *first <= reached,
            _ => false,
        };
        seen && piles.len() == self.dimension && piles.iter().all(|pile| *pile <= self.max)
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reached {
            Reached::Everything => write!(f, "every pile at most {}", self.max),
            Reached::FirstPile(reached) => {
                let which = match self.order {
                    PileOrder::Sorted => "smallest",
                    PileOrder::Ordered | PileOrder::Mixed(_) => "first",
                };
                write!(
                    f,
                    "the {which} pile at most {reached}, every pile at most {}",
                    self.max
                )
            }
            Reached::Nothing => f.write_str("no position"),
        }
    }
}

/// Numbers the positions of a region from 0 on.
///
/// Sorted positions are numbered without gaps by the combinatorial number system: `x₁ <= … <= x_d` has the
/// number `Σ C(x_i + i - 1, i)`. Others, and those with a small first pile only, have the number whose digits in
/// base `max + 1` the piles are.
#[derive(Clone, Debug)]
pub(crate) struct Numbering {
    /// For each pile and each value its share of the number.
    shares: Vec<Vec<usize>>,
    pub(crate) order: PileOrder,
}

impl Numbering {
    /// The numbering of the positions whose first pile is at most `first`, and how many numbers it needs; none if these
    /// are too many for a table.
    pub(crate) fn new(region: &Region, first: u32) -> Option<(Self, u64)> {
        let order = region.order;
        let whole = order == PileOrder::Sorted && first >= region.max;
        let side = u64::from(region.max) + 1;
        let numbers = if whole {
            region.positions()
        } else {
            let rows = side.checked_pow(narrow::count(region.dimension) - 1);
            rows.and_then(|rows| rows.checked_mul(u64::from(first.min(region.max)) + 1))
        };
        let numbers = numbers.filter(|numbers| *numbers < 1 << 40)?;
        let shares = if whole {
            Self::combinatorial(region)
        } else {
            Self::positional(region)
        };
        Some((Self { shares, order }, numbers))
    }

    fn combinatorial(region: &Region) -> Vec<Vec<usize>> {
        let mut row: Vec<usize> = (0..=region.max as usize).collect();
        let mut shares = Vec::with_capacity(region.dimension);
        for index in 0..region.dimension {
            shares.push(row.clone());
            if index + 1 < region.dimension {
                // C(x + i, i + 1) is the sum of C(y + i - 1, i) for y up to x.
                let mut sum = 0;
                for entry in &mut row {
                    sum += *entry;
                    *entry = sum;
                }
            }
        }
        shares
    }

    fn positional(region: &Region) -> Vec<Vec<usize>> {
        let side = region.max as usize + 1;
        let stride = |index: usize| side.pow(narrow::count(region.dimension - 1 - index));
        let shares = |index| {
            (0..side)
                .map(|value| value.wrapping_mul(stride(index)))
                .collect()
        };
        (0..region.dimension).map(shares).collect()
    }

    /// The share of one pile in the number of a position.
    #[inline]
    pub(crate) fn share(&self, pile: usize, value: u32) -> usize {
        self.shares[pile][value as usize]
    }

    /// The number of a position, in order as far as its piles are sorted; or the share of its first piles.
    #[inline]
    pub(crate) fn number(&self, piles: &[u32]) -> usize {
        self.shares
            .iter()
            .zip(piles)
            .map(|(shares, pile)| shares[*pile as usize])
            .sum()
    }
}

/// Steps to the next position in lexicographic order; `false` after the last one.
pub fn advance(piles: &mut [u32], max: u32, order: PileOrder) -> bool {
    let Some(place) = piles.iter().rposition(|pile| *pile < max) else {
        return false;
    };
    let value = piles[place] + 1;
    let sorted = order.sorted(piles.len());
    piles[place] = value;
    for (index, later) in piles.iter_mut().enumerate().skip(place + 1) {
        *later = if index < sorted { value } else { 0 };
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::arrangement::rearrange;

    fn check(dimension: usize, order: PileOrder, max: u32) {
        let region = Region {
            dimension,
            order,
            max,
            reached: Reached::Everything,
        };
        let (numbering, count) = Numbering::new(&region, max).expect("a small region");
        let mut piles = vec![0; dimension];
        let mut numbers = vec![numbering.number(&piles)];
        while advance(&mut piles, max, order) {
            assert!(region.contains(&piles));
            assert!(order.is_kept_by(&piles));
            numbers.push(numbering.number(&piles));
        }
        numbers.sort_unstable();
        assert_eq!(region.positions(), Some(numbers.len() as u64));
        if matches!(order, PileOrder::Mixed(_)) {
            assert!(numbers.is_sorted_by(|a, b| a < b), "{region:?}");
            assert!(numbers.iter().all(|number| (*number as u64) < count));
        } else {
            assert!(numbers.iter().copied().eq(0..numbers.len()), "{region:?}");
            assert_eq!(count, numbers.len() as u64);
        }
    }

    #[test]
    fn positions_are_numbered_without_gaps() {
        for dimension in 1..5 {
            for max in [0, 1, 2, 5] {
                check(dimension, PileOrder::Sorted, max);
                check(dimension, PileOrder::Ordered, max);
                if dimension > 2 {
                    check(dimension, PileOrder::Mixed(dimension - 1), max);
                    check(dimension, PileOrder::Mixed(2), max);
                }
            }
        }
    }

    #[test]
    fn every_arrangement_comes_once() {
        let mut piles = vec![1, 2, 2, 5];
        let mut seen = vec![piles.clone()];
        while rearrange(&mut piles) {
            seen.push(piles.clone());
        }
        assert_eq!(seen.len(), 12);
        seen.dedup();
        assert_eq!(seen.len(), 12);
        assert!(seen.is_sorted());
    }
}
