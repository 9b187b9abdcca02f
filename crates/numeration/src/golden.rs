//! Exact floors of multiples of the golden section φ, several from one fixed-point value.
//!
//! `⌊qφ⌋, ⌊(q+1)φ⌋, ⌊(q+2)φ⌋` need one multiplication of `q` by a fixed-point φ with 64 more bits than `q` has. The
//! floors are certain unless a multiple comes within 2^−58 of an integer `p`; then the sign of `p(p − q) − q²` decides,
//! since `qφ < p` exactly if it is positive. Below 2^62 two machine multiplications are enough, because
//! `|qφ − p| ≥ 0.38/q` for all integers.
//!
//! The fixed-point φ comes from `1/√5` by Newton's iteration, which doubles the places at the cost of one squaring and one
//! multiplication of half the length: less than one integer square root would cost.
//!
//! ```
//! use numeration::golden::Golden;
//! use numeration::natural::Natural;
//!
//! let floors = Golden::new().floors(&Natural::from(5u8));
//! assert_eq!((floors.first, floors.steps), (Natural::from(8u8), [1, 2]));
//! ```

use std::sync::{Arc, Mutex};

use crate::natural::num::arithmetic::traits::{FloorSqrt, ModPowerOf2, PowerOf2, Square};
use crate::natural::num::logic::traits::SignificantBits;
use crate::natural::{Integer, Natural};
use watch::locked;

/// Floors of multiples of φ. Keeps the most precise φ it has needed.
#[derive(Debug, Default)]
pub struct Golden {
    cached: Mutex<Option<Arc<FixedPointPhi>>>,
}

/// `⌊qφ⌋`, and by how much the floors of the next two multiples grow: by 1 or 2 each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoldenFloors {
    /// `⌊qφ⌋`.
    pub first: Natural,
    /// `⌊(q+1)φ⌋ − ⌊qφ⌋` and `⌊(q+2)φ⌋ − ⌊(q+1)φ⌋`.
    pub steps: [u8; 2],
}

/// A fixed-point φ: `2^bits φ` is not less than `phi` and less than `phi + ERROR`.
#[derive(Debug)]
struct FixedPointPhi {
    bits: u64,
    phi: Natural,
}

/// `⌊2^128 (φ − 1)⌋`.
const FRACTION: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C834;
/// How many more bits than the number the fixed-point φ has.
const GUARD: u64 = 64;
/// See [`FixedPointPhi`].
const ERROR: u64 = 17;
/// What a multiple may be larger than its fixed-point value, in units of 2^−64.
const DOUBT: u64 = ERROR + 5;
/// From this many bits on, the upper half of a product is had faster from three products of half the length.
const LONG: u64 = 500_000;

impl Golden {
    /// Knows no digits of φ yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The floors of three multiples of φ.
    pub fn floors(&self, q: &Natural) -> GoldenFloors {
        match u64::try_from(q) {
            Ok(word) if word < (1 << 62) - 2 => {
                let [first, second, third] = [0, 1, 2].map(|step| floor_word(word + step));
                let steps = [second - first, third - second].map(small);
                GoldenFloors {
                    first: Natural::from(first),
                    steps,
                }
            }
            _ => self.floors_large(q),
        }
    }

    fn floors_large(&self, q: &Natural) -> GoldenFloors {
        let scaled = self.scaled(q.significant_bits() + GUARD);
        let mut floor = high_product(q, &scaled.phi, scaled.bits - 64);
        let fraction = u64::try_from(&(&floor).mod_power_of_2(64)).expect("64 bits");
        floor >>= 64u64;
        // The fractions of the three multiples, in units of 2^-64, each up to DOUBT too small; whole parts above.
        let step = (1 << 64) + (FRACTION >> 64);
        let multiples = [0, 1, 2].map(|i| u128::from(fraction) + i * step);
        let mut whole = multiples.map(|multiple| small(multiple >> 64));
        for (i, multiple) in multiples.into_iter().enumerate() {
            let next = small((multiple + u128::from(DOUBT)) >> 64);
            if next != whole[i]
                && !is_below(&(q + Natural::from(i)), &(&floor + Natural::from(next)))
            {
                whole[i] = next;
            }
        }
        GoldenFloors {
            first: floor + Natural::from(whole[0]),
            steps: [whole[1] - whole[0], whole[2] - whole[1]],
        }
    }

    /// φ to at least this many bits, and not to many more.
    fn scaled(&self, bits: u64) -> Arc<FixedPointPhi> {
        let mut cached = locked(&self.cached);
        match cached.as_ref() {
            Some(known) if known.bits >= bits && known.bits - bits <= GUARD => known.clone(),
            Some(known) if known.bits >= bits => Arc::new(FixedPointPhi {
                bits,
                phi: &known.phi >> (known.bits - bits),
            }),
            _ => cached.insert(Arc::new(FixedPointPhi::new(bits))).clone(),
        }
    }
}

impl Clone for Golden {
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl FixedPointPhi {
    /// `φ = 1/2 + (5/2)(1/√5)`; the error 2 of the inverse root becomes at most 6, so that 8 less is surely too small.
    fn new(bits: u64) -> Self {
        let root = inverse_root(bits) * Natural::from(5u8);
        Self {
            bits,
            phi: (root >> 1) + Natural::power_of_2(bits - 1) - Natural::from(8u8),
        }
    }
}

/// `2^bits/√5`, up to an error below 2.
///
/// With `y = 1/√5` up to an error `e/2^h`, e < 2, put `ρ = 1 − 5y²`, so that `|ρ| < 4.48e/2^h`. Then `y(1 + ρ/2)` is `1/√5` up to
/// `0.17ρ² < 3.4e²/2^(2h)`, which for `bits ≤ 2h − 5` is below 0.43 units of the last place; rounding adds less than 1.
fn inverse_root(bits: u64) -> Natural {
    if bits <= 64 {
        return (Natural::power_of_2(2 * bits) / Natural::from(5u8)).floor_sqrt();
    }
    let half = (bits + 6) / 2;
    let y = inverse_root(half);
    let rho = Integer::power_of_2(2 * half) - Integer::from((&y).square() * Natural::from(5u8));
    let correction = (Integer::from(&y) * rho) >> (3 * half + 1 - bits);
    let refined = Integer::from(y << (bits - half)) + correction;
    Natural::try_from(refined).expect("an inverse root is positive")
}

/// `xy/2^drop` rounded down, or up to 2 less.
fn high_product(x: &Natural, y: &Natural, drop: u64) -> Natural {
    if drop < LONG {
        return (x * y) >> drop;
    }
    // The product of the two lower parts is below 2^drop: left out.
    let (x_cut, y_cut) = (drop / 2, drop - drop / 2);
    let (x_low, y_low) = (x.mod_power_of_2(x_cut), y.mod_power_of_2(y_cut));
    let (x_high, y_high) = (x >> x_cut, y >> y_cut);
    let across: Natural = (&x_high * y_low) >> (drop - x_cut);
    let back: Natural = (&y_high * x_low) >> (drop - y_cut);
    x_high * y_high + across + back
}

/// Is `qφ < p`?
fn is_below(q: &Natural, p: &Natural) -> bool {
    p > q && p * (p - q) > q.square()
}

/// Three multiples of φ in a row differ by less than 4.
fn small<T: TryInto<u8>>(difference: T) -> u8 {
    difference
        .try_into()
        .ok()
        .expect("multiples of φ in a row differ by 1 or 2")
}

/// `⌊qφ⌋` for `q < 2^62`: the fixed-point error `q·2^−128` is below every `|qφ − p|`.
pub fn floor_word(q: u64) -> u64 {
    let low = u128::from(q) * (FRACTION & u128::from(u64::MAX));
    let high = u128::from(q) * (FRACTION >> 64);
    q + ((high + (low >> 64)) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::natural::num::basic::traits::{One, Zero};

    /// `⌊qφ⌋` by one square root for itself.
    fn floor(q: &Natural) -> Natural {
        (q + (Natural::from(5u8) * q.square()).floor_sqrt()) >> 1
    }

    fn check(q: &Natural) {
        let expected = [0u8, 1, 2].map(|step| floor(&(q + Natural::from(step))));
        for floors in [Golden::new().floors(q), Golden::new().floors_large(q)] {
            let second = &floors.first + Natural::from(floors.steps[0]);
            let third = &second + Natural::from(floors.steps[1]);
            assert_eq!([floors.first, second, third], expected, "{q}");
        }
    }

    #[test]
    fn the_constant_is_phi() {
        let phi = floor(&(Natural::ONE << 128));
        assert_eq!(phi, (Natural::ONE << 128) + Natural::from(FRACTION));
    }

    #[test]
    fn the_fixed_point_value_is_within_its_error() {
        for bits in (65..700).chain([5000, 5001, 20_000]) {
            let exact = floor(&Natural::power_of_2(bits));
            let phi = FixedPointPhi::new(bits).phi;
            assert!(
                phi <= exact && exact < phi + Natural::from(ERROR),
                "{bits} bits"
            );
        }
    }

    #[test]
    fn a_number_long_enough_for_three_products() {
        let q = inverse_root(LONG + 1000);
        check(&q);
        assert_eq!(
            high_product(&q, &Natural::power_of_2(LONG + 7), LONG),
            &q << 7
        );
    }

    #[test]
    fn small_numbers_and_fibonacci_numbers() {
        for q in 0..2000u64 {
            check(&Natural::from(q));
        }
        // Multiples of Fibonacci numbers come closest to integers: the exact comparison is needed for them.
        let (mut f, mut g) = (Natural::ZERO, Natural::ONE);
        for _ in 0..1200 {
            for offset in 0..3u8 {
                check(&(&f + Natural::from(offset)));
                if f > 3u8 {
                    check(&(&f - Natural::from(offset)));
                }
            }
            (f, g) = (g.clone(), f + g);
        }
    }

    #[test]
    fn a_precise_phi_serves_smaller_numbers() {
        let golden = Golden::new();
        for bits in [3000, 2990, 500] {
            let q = Natural::from(3u8) << bits;
            assert_eq!(golden.floors(&q).first, floor(&q));
        }
    }
}
