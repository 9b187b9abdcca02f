//! Sets of integers that a search still considers: intervals and short unions of them.
//!
//! An [`Interval`] may be unbounded on either side. A [`IntervalUnion`] is a union of disjoint intervals, kept in
//! order, as `x' = x or x' <= 5` leaves `[0, 5]` and `x`; it has at most 16 pieces, and where there
//! would be more the last ones are joined, so that a domain may only be too large, never too small.
//!
//! ```
//! use logic::interval::{IntervalUnion, Interval};
//! use numeration::natural::Integer;
//!
//! let mut domain = IntervalUnion::from(Interval::between(0, 9));
//! domain.remove(&Integer::from(4));
//! domain.intersect(&Interval::at_least(3));
//! assert_eq!(domain.first(), Some(&Integer::from(3)));
//! assert_eq!(domain.pieces().len(), 2);
//! ```

use numeration::natural::{Integer, One, Zero, ceil_div, floor_div};

/// The integers from `low` to `high`, both included; a missing bound is infinite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The least integer, if there is one.
    pub low: Option<Integer>,
    /// The greatest integer, if there is one.
    pub high: Option<Integer>,
}

impl Interval {
    /// All integers.
    pub fn all() -> Self {
        Self {
            low: None,
            high: None,
        }
    }

    /// The naturals: `0, 1, 2, …`.
    pub fn naturals() -> Self {
        Self::at_least(0)
    }

    /// A single integer.
    pub fn point(value: Integer) -> Self {
        Self {
            low: Some(value.clone()),
            high: Some(value),
        }
    }

    /// All integers from `low` to `high`.
    pub fn between(low: impl Into<Integer>, high: impl Into<Integer>) -> Self {
        Self {
            low: Some(low.into()),
            high: Some(high.into()),
        }
    }

    /// All integers from `low` on.
    pub fn at_least(low: impl Into<Integer>) -> Self {
        Self {
            low: Some(low.into()),
            high: None,
        }
    }

    /// All integers up to `high`.
    pub fn at_most(high: impl Into<Integer>) -> Self {
        Self {
            low: None,
            high: Some(high.into()),
        }
    }

    /// Is there no integer in it?
    pub fn is_empty(&self) -> bool {
        matches!((&self.low, &self.high), (Some(low), Some(high)) if low > high)
    }

    /// Its only integer, if it has one only.
    pub fn single(&self) -> Option<&Integer> {
        match (&self.low, &self.high) {
            (Some(low), Some(high)) if low == high => Some(low),
            _ => None,
        }
    }

    /// Does the integer belong to it?
    pub fn contains(&self, value: &Integer) -> bool {
        self.low.as_ref().is_none_or(|low| low <= value)
            && self.high.as_ref().is_none_or(|high| value <= high)
    }

    /// Does every integer of the other belong to it?
    pub(crate) fn covers(&self, other: &Self) -> bool {
        let low = match (&self.low, &other.low) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(mine), Some(theirs)) => mine <= theirs,
        };
        low && match (&self.high, &other.high) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(mine), Some(theirs)) => mine >= theirs,
        }
    }

    /// The integers in both.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        Self {
            low: strongest(&self.low, &other.low, |a, b| a >= b),
            high: strongest(&self.high, &other.high, |a, b| a <= b),
        }
    }

    /// The smallest interval with the integers of both.
    #[must_use]
    pub(crate) fn hull(&self, other: &Self) -> Self {
        Self {
            low: weakest(&self.low, &other.low, |a, b| a <= b),
            high: weakest(&self.high, &other.high, |a, b| a >= b),
        }
    }

    /// All sums of an integer of each.
    #[must_use]
    pub(crate) fn plus(&self, other: &Self) -> Self {
        let add = |a: &Option<Integer>, b: &Option<Integer>| Some(a.as_ref()? + b.as_ref()?);
        Self {
            low: add(&self.low, &other.low),
            high: add(&self.high, &other.high),
        }
    }

    /// All differences.
    #[must_use]
    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }

    /// All negatives.
    #[must_use]
    pub(crate) fn negated(&self) -> Self {
        Self {
            low: self.high.as_ref().map(|high| -high),
            high: self.low.as_ref().map(|low| -low),
        }
    }

    /// The interval from the least to the greatest multiple.
    #[must_use]
    pub(crate) fn times(&self, factor: &Integer) -> Self {
        if *factor == Integer::ZERO {
            return Self::point(Integer::ZERO);
        }
        let ends = Self {
            low: self.low.as_ref().map(|low| low * factor),
            high: self.high.as_ref().map(|high| high * factor),
        };
        if *factor > Integer::ZERO {
            ends
        } else {
            Self {
                low: ends.high,
                high: ends.low,
            }
        }
    }

    /// All integers whose product with a factor other than zero lies in it.
    #[must_use]
    pub(crate) fn divided(&self, factor: &Integer) -> Self {
        if *factor < Integer::ZERO {
            return self.negated().divided(&-factor);
        }
        Self {
            low: self.low.as_ref().and_then(|low| ceil_div(low, factor)),
            high: self.high.as_ref().and_then(|high| floor_div(high, factor)),
        }
    }
}

/// A union of disjoint intervals in ascending order; empty if there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntervalUnion {
    pieces: Vec<Interval>,
}

/// With more pieces than this, the last ones are joined.
const MOST_PIECES: usize = 16;

impl IntervalUnion {
    /// The empty domain.
    pub fn empty() -> Self {
        Self { pieces: Vec::new() }
    }

    /// The disjoint intervals, ascending.
    pub fn pieces(&self) -> &[Interval] {
        &self.pieces
    }

    /// Is nothing left?
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The least integer, if there is one.
    pub fn first(&self) -> Option<&Integer> {
        self.pieces.first()?.low.as_ref()
    }

    /// Its only integer, if it has one only.
    pub fn single(&self) -> Option<&Integer> {
        match self.pieces.as_slice() {
            [piece] => piece.single(),
            _ => None,
        }
    }

    /// The smallest interval around it.
    pub fn hull(&self) -> Interval {
        match (self.pieces.first(), self.pieces.last()) {
            (Some(first), Some(last)) => Interval {
                low: first.low.clone(),
                high: last.high.clone(),
            },
            _ => Interval::between(1, 0),
        }
    }

    /// How many integers it has, if finitely many.
    pub fn size(&self) -> Option<Integer> {
        self.pieces.iter().try_fold(Integer::ZERO, |size, piece| {
            Some(size + piece.high.as_ref()? - piece.low.as_ref()? + Integer::ONE)
        })
    }

    /// Takes the least integer out.
    pub(crate) fn pop_first(&mut self) -> Option<Integer> {
        let piece = self.pieces.first_mut()?;
        let first = piece.low.clone()?;
        piece.low = Some(&first + Integer::ONE);
        if piece.is_empty() {
            self.pieces.remove(0);
        }
        Some(first)
    }

    /// Keeps what lies in the interval; tells whether anything was lost.
    pub fn intersect(&mut self, interval: &Interval) -> bool {
        if self.pieces.iter().all(|piece| interval.covers(piece)) {
            return false;
        }
        self.pieces = self
            .pieces
            .iter()
            .map(|piece| piece.intersection(interval))
            .filter(|piece| !piece.is_empty())
            .collect();
        true
    }

    /// Takes one integer out; tells whether it was there.
    pub fn remove(&mut self, value: &Integer) -> bool {
        let Some(index) = self.pieces.iter().position(|piece| piece.contains(value)) else {
            return false;
        };
        let piece = self.pieces.remove(index);
        let below = Interval {
            low: piece.low,
            high: Some(value - Integer::ONE),
        };
        let above = Interval {
            low: Some(value + Integer::ONE),
            high: piece.high,
        };
        self.pieces.splice(
            index..index,
            [below, above].into_iter().filter(|piece| !piece.is_empty()),
        );
        self.join_last();
        true
    }

    /// The integers of either.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut pieces: Vec<Interval> = self.pieces.iter().chain(&other.pieces).cloned().collect();
        pieces.sort_by(|a, b| a.low.cmp(&b.low));
        let mut united: Vec<Interval> = Vec::with_capacity(pieces.len());
        for piece in pieces {
            match united.last_mut() {
                Some(last) if touches(last, &piece) => *last = last.hull(&piece),
                _ => united.push(piece),
            }
        }
        let mut union = Self { pieces: united };
        union.join_last();
        union
    }

    fn join_last(&mut self) {
        while self.pieces.len() > MOST_PIECES {
            let last = self.pieces.pop().expect("there are more than sixteen");
            let previous = self.pieces.last_mut().expect("there are at least sixteen");
            previous.high = last.high;
        }
    }
}

impl From<Interval> for IntervalUnion {
    fn from(interval: Interval) -> Self {
        Self {
            pieces: if interval.is_empty() {
                Vec::new()
            } else {
                vec![interval]
            },
        }
    }
}

/// Does the second interval, which starts no earlier, overlap or follow the first without a gap?
fn touches(first: &Interval, second: &Interval) -> bool {
    match (&first.high, &second.low) {
        (Some(high), Some(low)) => *low <= high + Integer::ONE,
        _ => true,
    }
}

fn strongest(
    a: &Option<Integer>,
    b: &Option<Integer>,
    wins: fn(&Integer, &Integer) -> bool,
) -> Option<Integer> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if wins(a, b) { a.clone() } else { b.clone() }),
        (a, b) => a.as_ref().or(b.as_ref()).cloned(),
    }
}

fn weakest(
    a: &Option<Integer>,
    b: &Option<Integer>,
    wins: fn(&Integer, &Integer) -> bool,
) -> Option<Integer> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if wins(a, b) { a.clone() } else { b.clone() }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn members(domain: &IntervalUnion) -> Vec<i64> {
        let contains = |value: &i64| {
            domain
                .pieces()
                .iter()
                .any(|piece| piece.contains(&Integer::from(*value)))
        };
        (-30..30).filter(contains).collect()
    }

    proptest! {
        #[test]
        fn unions_removals_and_intersections_are_those_of_sets(
            intervals in prop::collection::vec((-20i64..20, 0i64..6), 0..6),
            removed in prop::collection::vec(-20i64..20, 0..8),
            low in -20i64..20, width in 0i64..30,
        ) {
            let mut domain = IntervalUnion::empty();
            let mut expected: Vec<i64> = Vec::new();
            for (start, width) in intervals {
                domain = domain.union(&IntervalUnion::from(Interval::between(start, start + width)));
                expected.extend(start..=start + width);
            }
            for value in removed {
                domain.remove(&Integer::from(value));
                expected.retain(|other| *other != value);
            }
            domain.intersect(&Interval::between(low, low + width));
            expected.retain(|value| (low..=low + width).contains(value));
            expected.sort_unstable();
            expected.dedup();
            prop_assert_eq!(members(&domain), expected.clone());
            prop_assert_eq!(domain.size(), Some(Integer::from(expected.len())));
        }
    }

    #[test]
    fn too_many_pieces_are_joined_to_a_superset() {
        let points = (0..40).map(|n| IntervalUnion::from(Interval::point(Integer::from(3 * n))));
        let domain = points.fold(IntervalUnion::empty(), |all, point| all.union(&point));
        assert_eq!(domain.pieces().len(), MOST_PIECES);
        assert_eq!(domain.hull(), Interval::between(0, 117));
    }

    #[test]
    fn division_keeps_exactly_the_integers_whose_product_fits() {
        for factor in [-3i64, -1, 2, 5] {
            let quotient = Interval::between(-7, 8).divided(&Integer::from(factor));
            for value in -20i64..20 {
                assert_eq!(
                    quotient.contains(&Integer::from(value)),
                    (-7..=8).contains(&(value * factor))
                );
            }
        }
    }
}
