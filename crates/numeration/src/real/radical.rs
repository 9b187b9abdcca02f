//! The square root of a natural that is not a square, and its multiples rounded down.
//!
//! `floor(b·√D)` is the integer square root of `b²·D`. For huge `b` a cached `s = floor(√D·2^k)` replaces
//! it: `b·s/2^k ≤ b·√D < b·(s+1)/2^k`, and with `k` above the length of `b` both ends almost always have
//! the same floor, so that all further floors of that size cost one multiplication each.

use std::sync::{Arc, Mutex};

use crate::natural::{CheckedSqrt, FloorSqrt, Integer, Natural, One, SignificantBits, Square};
use watch::locked;

/// `√D` with `D > 1` not a square.
#[derive(Debug)]
pub(super) struct Radical {
    square: Natural,
    small: Option<u64>,
    scaled: Mutex<ScaledRoot>,
}

/// `floor(√D · 2^places)`, the longest one computed so far.
#[derive(Debug, Clone, Default)]
struct ScaledRoot {
    places: u64,
    value: Arc<Natural>,
}

/// From this many bits of the multiplier on, the cached root is used.
const CACHE_FROM_BITS: u64 = 2_000;

/// Guard bits: the chance that the cached root cannot decide a floor is about `2^-GUARD`.
const GUARD: u64 = 64;

impl Radical {
    /// `√square`; the caller knows that `square` is not a square.
    pub(super) fn new(square: Natural) -> Arc<Self> {
        let small = u64::try_from(&square).ok();
        Arc::new(Self {
            square,
            small,
            scaled: Mutex::new(ScaledRoot::default()),
        })
    }

    /// The number under the root.
    pub(super) fn square(&self) -> &Natural {
        &self.square
    }

    /// The number under the root, if it is a machine word.
    pub(super) fn small(&self) -> Option<u64> {
        self.small
    }

    /// `floor(b·√D)` for an integer `b` of either sign.
    pub(super) fn floor_multiple(&self, b: &Integer) -> Integer {
        let size = self.floor_multiple_of_natural(b.unsigned_abs_ref());
        if *b >= 0 {
            Integer::from(size)
        } else {
            -Integer::from(size + Natural::ONE)
        }
    }

    fn floor_multiple_of_natural(&self, b: &Natural) -> Natural {
        if b.significant_bits() < CACHE_FROM_BITS {
            return self.exact_multiple(b);
        }
        let places = b.significant_bits() + GUARD;
        let product = b * self.scaled_to(places);
        let low = &product >> places;
        let high = (product + b) >> places;
        if low == high {
            low
        } else {
            self.exact_multiple(b)
        }
    }

    fn exact_multiple(&self, b: &Natural) -> Natural {
        (b.square() * &self.square).floor_sqrt()
    }

    /// `floor(√D · 2^places)`.
    fn scaled_to(&self, places: u64) -> Natural {
        let known = locked(&self.scaled).clone();
        if known.places >= places {
            return &*known.value >> (known.places - places);
        }
        let longer = if places < 1 << 16 {
            places.next_power_of_two()
        } else {
            places
        };
        let value = Arc::new((&self.square << (2 * longer)).floor_sqrt());
        let mut cache = locked(&self.scaled);
        if cache.places < longer {
            *cache = ScaledRoot {
                places: longer,
                value: Arc::clone(&value),
            };
        }
        &*value >> (longer - places)
    }
}

/// `n = outer² · inner` with `inner` as free of squares as trial division finds it.
///
/// An inner part below `2^48` is squarefree: after the primes up to the cube root of what is left are gone, the
/// rest is a prime, a product of two primes or a square. Beyond, `inner` may keep the square of a large
/// prime, which costs nothing but a longer print; `inner` is 1 exactly if `n` is a square.
pub(super) fn split_square(n: &Natural) -> (Natural, Natural) {
    let (mut outer, mut inner, mut rest) = (Natural::ONE, Natural::ONE, n.clone());
    // How far to look depends on what is left: it may be short though `n` was long.
    let bound = |rest: &Natural| (20_000_000 / (rest.significant_bits() / 64 + 1)).min(1 << 16);
    let mut p = 2u64;
    while p < bound(&rest) && Natural::from(p * p) * Natural::from(p) <= rest {
        let square = Natural::from(p * p);
        while &rest % &square == 0 {
            rest /= &square;
            outer *= Natural::from(p);
        }
        let prime = Natural::from(p);
        if &rest % &prime == 0 {
            rest /= &prime;
            inner *= prime;
        }
        p += if p == 2 { 1 } else { 2 };
    }
    match (&rest).checked_sqrt() {
        Some(root) => outer *= root,
        None => inner *= rest,
    }
    match (&inner).checked_sqrt() {
        Some(root) => (outer * root, Natural::ONE),
        None => (outer, inner),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn squares_split_off() {
        for n in 1u64..3000 {
            let outer = (1..=n).rev().find(|d| n % (d * d) == 0).unwrap_or(1);
            let expected = (Natural::from(outer), Natural::from(n / (outer * outer)));
            assert_eq!(split_square(&Natural::from(n)), expected, "{n}");
        }
    }

    #[test]
    fn a_short_inner_part_is_free_of_squares_whatever_was_divided_out() {
        // 4^21400 · 30011² · 30013, with primes beyond what a long number is divided by.
        let (two, q) = (Natural::ONE << 21_400u64, Natural::from(30_011u32));
        let n = (&two * &q).square() * Natural::from(30_013u32);
        assert_eq!(split_square(&n), (two * q, Natural::from(30_013u32)));
    }

    proptest! {
        #[test]
        fn cached_and_exact_multiples_agree(d in 2u64..50, words in prop::collection::vec(any::<u64>(), 32..90)) {
            let square = Natural::from(d);
            prop_assume!((&square).checked_sqrt().is_none());
            let root = Radical::new(square);
            let b = words.iter().fold(Natural::ONE, |b, w| (b << 64u64) + Natural::from(*w));
            prop_assert_eq!(root.floor_multiple_of_natural(&b), root.exact_multiple(&b));
        }
    }
}
