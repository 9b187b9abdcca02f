//! Nim-values: the Sprague-Grundy function, mex and nim-sums.
//!
//! Every position of an impartial game in normal play is worth as much as one Nim heap, whose size is its nim-value: the
//! least natural that no option has ([`NIM_VALUES`](crate::citation::NIM_VALUES)). A position is P exactly if its
//! nim-value is 0, and the nim-value of a sum of games is the nim-sum of theirs.
//!
//! ```
//! use rules::nim_value::{NimValue, mex};
//! let options = [0u64, 1, 4, 2].map(NimValue::from);
//! assert_eq!(mex(options), NimValue::from(3));
//! assert_eq!([5u64, 3, 6].map(NimValue::from).into_iter().sum::<NimValue>(), NimValue::ZERO);
//! ```

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use numeration::natural::{Natural, Zero};
use schemars::JsonSchema;
use serde::Serialize;

use crate::json::Number;
use crate::outcome::Outcome;

/// The size of the Nim heap that a position is worth. Addition is nim-addition: binary without carry.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct NimValue(#[serde(with = "Number")] Natural);

impl NimValue {
    /// The nim-value of a P-position.
    pub const ZERO: Self = Self(Natural::ZERO);

    /// The nim-value of a Nim heap of this size.
    pub fn of_heap(size: Natural) -> Self {
        Self(size)
    }

    /// The size of the heap.
    pub fn heap(&self) -> &Natural {
        &self.0
    }

    /// Who wins in normal play.
    pub fn outcome(&self) -> Outcome {
        if self.0 == Natural::ZERO {
            Outcome::P
        } else {
            Outcome::N
        }
    }
}

/// The least nim-value that is not among these.
///
/// Takes time and space proportional to the number of values, however large they are.
pub fn mex(values: impl IntoIterator<Item = NimValue>) -> NimValue {
    let values: Vec<NimValue> = values.into_iter().collect();
    let mut seen = vec![false; values.len()];
    for value in &values {
        if let Some(place) = usize::try_from(&value.0)
            .ok()
            .and_then(|index| seen.get_mut(index))
        {
            *place = true;
        }
    }
    let least = seen.iter().position(|seen| !seen).unwrap_or(seen.len());
    NimValue(Natural::from(least))
}

impl Add for NimValue {
    type Output = Self;

    #[expect(
        clippy::suspicious_arithmetic_impl,
        reason = "nim-addition is binary addition without carry"
    )]
    fn add(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sum for NimValue {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Add::add)
    }
}

impl From<u64> for NimValue {
    fn from(heap: u64) -> Self {
        Self(Natural::from(heap))
    }
}

impl fmt::Display for NimValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_mex_of_nothing_is_zero() {
        assert_eq!(mex([]), NimValue::ZERO);
        assert_eq!(mex([NimValue::from(u64::MAX)]), NimValue::ZERO);
    }

    proptest! {
        #[test]
        fn the_mex_is_missing_and_everything_below_it_is_there(values in prop::collection::vec(0u64..12, 0..20)) {
            let least = mex(values.iter().copied().map(NimValue::from));
            prop_assert!(!values.iter().any(|value| NimValue::from(*value) == least));
            for smaller in (0u64..20).filter(|value| NimValue::from(*value) < least) {
                prop_assert!(values.contains(&smaller));
            }
        }

        #[test]
        fn a_heap_cancels_itself(a in any::<u64>(), b in any::<u64>()) {
            let (a, b) = (NimValue::from(a), NimValue::from(b));
            prop_assert_eq!(a.clone() + b.clone() + a, b);
        }
    }
}
