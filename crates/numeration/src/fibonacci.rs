//! Zeckendorf digits of a number together with its left shift, by splitting the digits in the middle.
//!
//! Write f for the Fibonacci numbers 0, 1, 1, 2, 3, …, and `L(n)` for the number whose Zeckendorf digits are those of n with a 0
//! appended. For the digits of n above place s, as a number H, and those below, as a number R,
//! `n = L^s(H) + R` with `L^s(H) = f_s L(H) + f_(s−1) H`, and H is the largest number with `L^s(H) ≤ n`. It is
//! `⌊n/φ^s + 0.18⌋` or one less, since `n/φ^s − H` is between −0.171 and 1.277 up to a tiny error. So the digits of H and of R,
//! each found in the same way, are those of n, and `L(n) = L^(s+1)(H) + L(R)`: four multiplications of half the length for
//! each split, and no division, once the reciprocals of the `φ^s` are known.

use std::sync::{Arc, Mutex, PoisonError};

use crate::natural::Natural;
use crate::natural::num::arithmetic::traits::PowerOf2;
use crate::natural::num::basic::traits::{One, Zero};
use crate::natural::num::logic::traits::SignificantBits;
use crate::system::Representation;

/// Digits and left shifts. Keeps the Fibonacci numbers that it has needed.
#[derive(Debug, Default)]
pub struct Fibonacci {
    splits: Mutex<Vec<Arc<Split>>>,
}

/// The digits of a number and the number with a 0 appended to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shifted {
    /// The digits, lowest first: each 0 or 1.
    pub digits: Vec<u8>,
    /// `L(n)`.
    pub left: Natural,
}

/// What is needed to split at place s.
#[derive(Debug)]
struct Split {
    places: usize,
    /// `f_(s−1), f_s, f_(s+1)`.
    fibonacci: [Natural; 3],
    /// The first number with more than s digits, `f_(s+2)`.
    beyond: Natural,
    /// `2^scale / φ^s`, rounded up by at most 3.
    reciprocal: Natural,
    scale: u64,
    /// How many bits of n are left out of the estimate.
    skipped: u64,
}

/// The places that are done one by one: their numbers fit a machine word.
const LEAF: usize = 64;

impl Fibonacci {
    /// The digits of a number and its left shift.
    pub fn shift(&self, n: &Natural) -> Shifted {
        let splits = self.splits_for(n);
        let places = splits.last().map_or(LEAF, |split| 2 * split.places);
        let mut digits = vec![0; places];
        let left = solve(n, &splits, &mut digits);
        let length = digits
            .iter()
            .rposition(|digit| *digit == 1)
            .map_or(0, |place| place + 1);
        digits.truncate(length);
        Shifted { digits, left }
    }

    /// The splits at 64, 128, 256, … places until the number has at most twice as many as the last.
    fn splits_for(&self, n: &Natural) -> Vec<Arc<Split>> {
        let mut known = self.splits.lock().unwrap_or_else(PoisonError::into_inner);
        let mut wanted = 0;
        loop {
            if known.len() == wanted {
                let next = known
                    .last()
                    .map_or_else(Split::first, |last| last.doubled());
                known.push(Arc::new(next));
            }
            if *n < known[wanted].beyond {
                return known[..wanted].to_vec();
            }
            wanted += 1;
        }
    }
}

impl Clone for Fibonacci {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Shifted {
    /// How many 0s the digits end in; none for 0.
    pub fn trailing_zeros(&self) -> usize {
        self.digits.iter().take_while(|digit| **digit == 0).count()
    }

    /// The last digit.
    pub fn last(&self) -> Natural {
        Natural::from(self.digits.first().copied().unwrap_or(0))
    }

    /// The digits to be shown.
    pub fn representation(&self) -> Representation {
        Representation::from_words_lowest_first(
            self.digits.iter().map(|digit| u64::from(*digit)).collect(),
        )
    }
}

impl Split {
    fn first() -> Self {
        let (mut before, mut at) = (Natural::ZERO, Natural::ONE);
        for _ in 1..LEAF {
            (before, at) = (at.clone(), before + at);
        }
        Self::new(LEAF, before, at)
    }

    /// From `f_(s−1), f_s` to `f_(2s−1), f_(2s)`.
    fn doubled(&self) -> Self {
        let [before, at, _] = &self.fibonacci;
        let next = at * ((before << 1) + at);
        let before = before * before + at * at;
        Self::new(2 * self.places, before, next)
    }

    fn new(places: usize, before: Natural, at: Natural) -> Self {
        let after = &before + &at;
        // The Lucas number f_(s−1) + f_(s+1) exceeds φ^s by φ^(−s), since s is even.
        let lucas = &before + &after;
        let bits = lucas.significant_bits();
        let scale = 2 * bits + 16;
        let reciprocal = Natural::power_of_2(scale) / lucas + Natural::from(2u8);
        let beyond = &after + &at;
        let skipped = bits - 16;
        Self {
            places,
            fibonacci: [before, at, after],
            beyond,
            reciprocal,
            scale,
            skipped,
        }
    }

    /// The number of the digits above place s, or one more.
    fn estimate(&self, n: &Natural) -> Natural {
        let fraction = self.scale - self.skipped;
        // 0.18 is a little less than 184/1024; what is left out of n may add 2^-14.
        let upper = ((n >> self.skipped) + Natural::ONE) * &self.reciprocal;
        let estimate = (upper + (Natural::from(184u8) << (fraction - 10))) >> fraction;
        estimate.min(&self.beyond - Natural::ONE)
    }

    /// `L^s(H)` and `L^(s+1)(H)` from H and `L(H)`, with three multiplications.
    fn shift(&self, h: &Natural, left: &Natural) -> (Natural, Natural) {
        let [before, at, after] = &self.fibonacci;
        let low = before * h;
        let both = after * (left + h);
        (at * left + &low, both - low)
    }
}

/// Writes the digits of n and returns `L(n)`. The last split halves the digits.
fn solve(n: &Natural, splits: &[Arc<Split>], digits: &mut [u8]) -> Natural {
    let Some((split, below)) = splits.split_last() else {
        return solve_word(u64::try_from(n).expect("few digits"), digits);
    };
    if *n < split.beyond {
        return solve(n, below, &mut digits[..split.places]);
    }
    let (lower, upper) = digits.split_at_mut(split.places);
    let mut h = split.estimate(n);
    let mut left = solve(&h, below, upper);
    let (mut value, mut shifted) = split.shift(&h, &left);
    while value > *n {
        let step = Natural::from(predecessor(upper));
        left -= &step;
        h -= Natural::ONE;
        let [before, at, after] = &split.fibonacci;
        value -= before + at * &step;
        shifted -= at + after * step;
    }
    shifted + solve(&(n - value), below, lower)
}

/// Writes the digits of a number with at most 64 of them.
fn solve_word(mut n: u64, digits: &mut [u8]) -> Natural {
    let (mut at, mut above) = (1u64, 2u64);
    for _ in 1..LEAF {
        (at, above) = (above, at + above);
    }
    let mut left = 0;
    for digit in digits[..LEAF].iter_mut().rev() {
        *digit = u8::from(n >= at);
        if n >= at {
            n -= at;
            left += above;
        }
        (at, above) = (above - at, at);
    }
    Natural::from(left)
}

/// Changes the digits of a positive number to those of the number before it; returns by how much the left
/// shift decreases: by 1 if the digits ended in an odd number of 0s, otherwise by 2.
fn predecessor(digits: &mut [u8]) -> u8 {
    let zeros = digits.iter().take_while(|digit| **digit == 0).count();
    digits[zeros] = 0;
    for (place, digit) in digits[..zeros].iter_mut().enumerate() {
        *digit = u8::from((zeros - place) % 2 == 1);
    }
    if zeros % 2 == 1 { 1 } else { 2 }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::natural::num::arithmetic::traits::Pow;
    use crate::system::NumerationSystem;
    use crate::zeckendorf::Zeckendorf;

    fn check(n: &Natural, system: &Zeckendorf, fibonacci: &Fibonacci) {
        let shifted = fibonacci.shift(n);
        let digits = system.represent(n).unwrap();
        assert_eq!(shifted.representation(), digits, "{n}");
        assert_eq!(
            shifted.left,
            system.evaluate(&digits.shifted_left()).unwrap(),
            "{n}"
        );
    }

    #[test]
    fn small_numbers() {
        let (system, fibonacci) = (Zeckendorf::new(), Fibonacci::default());
        for n in 0..2000u32 {
            check(&Natural::from(n), &system, &fibonacci);
        }
    }

    #[test]
    fn around_fibonacci_numbers_and_powers() {
        let (system, fibonacci) = (Zeckendorf::new(), Fibonacci::default());
        let (mut f, mut g) = (Natural::ONE, Natural::from(2u8));
        for _ in 0..700 {
            for near in [
                &f - Natural::ONE,
                f.clone(),
                &f + Natural::ONE,
                &f + (&f >> 1),
                &f * Natural::from(5u8) / Natural::from(3u8),
            ] {
                check(&near, &system, &fibonacci);
            }
            (f, g) = (g.clone(), f + g);
        }
        for power in [30u64, 100, 1000, 5000] {
            let n = Natural::from(10u8).pow(power) / Natural::from(7u8);
            check(&n, &system, &fibonacci);
            check(&(&n * &n), &system, &fibonacci);
        }
    }
}
