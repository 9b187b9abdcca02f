//! Exact floors of multiples of the golden section φ, several from one square root.
//!
//! A fixed-point value of φ, `⌊2^k φ⌋`, needs one integer square root; with it `⌊qφ⌋`, `⌊(q+1)φ⌋` and `⌊(q+2)φ⌋`
//! need one multiplication together. With 64 more bits than `q` has the error is below 2^−64, and the floor is
//! certain unless `qφ` is that close to an integer `p`; then the sign of `p² − pq − q²` decides, since
//! `qφ < p` exactly if it is positive. Below 2^62 two machine multiplications are enough, because
//! `|qφ − p| ≥ 0.38/q` for all integers.
//!
//! ```
//! use games::strategies::golden::Golden;
//! use numeration::natural::Natural;
//!
//! let floors = Golden::new().floors(&Natural::from(5u8));
//! assert_eq!(floors, [8u8, 9, 11].map(Natural::from));
//! ```

use std::sync::{Arc, Mutex, PoisonError};

use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::{FloorSqrt, PowerOf2, Square};
use numeration::natural::num::basic::traits::One;
use numeration::natural::num::logic::traits::SignificantBits;

/// Floors of multiples of φ. Keeps the most precise φ it has needed.
#[derive(Debug, Default)]
pub struct Golden {
    cached: Mutex<Option<Arc<Scaled>>>,
}

/// `⌊2^bits φ⌋`.
#[derive(Debug)]
struct Scaled {
    bits: u64,
    phi: Natural,
}

/// `⌊2^128 (φ − 1)⌋`.
const FRACTION: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C834;
/// How many more bits than the number the fixed-point φ has.
const GUARD: u64 = 64;

impl Golden {
    /// Knows no digits of φ yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// `⌊qφ⌋`, `⌊(q+1)φ⌋`, `⌊(q+2)φ⌋`.
    pub fn floors(&self, q: &Natural) -> [Natural; 3] {
        match u64::try_from(q) {
            Ok(word) if word < (1 << 62) - 2 => {
                [0, 1, 2].map(|step| Natural::from(floor_word(word + step)))
            }
            _ => self.floors_large(q),
        }
    }

    fn floors_large(&self, q: &Natural) -> [Natural; 3] {
        let scaled = self.scaled(q.significant_bits() + GUARD);
        let mut multiple = q.clone();
        let mut product = q * &scaled.phi;
        let first = scaled.floor(&multiple, &product);
        let mut next = || {
            multiple += Natural::ONE;
            product += &scaled.phi;
            scaled.floor(&multiple, &product)
        };
        [first, next(), next()]
    }

    /// φ to at least this many bits, and not to many more.
    fn scaled(&self, bits: u64) -> Arc<Scaled> {
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        match cached.as_ref() {
            Some(known) if known.bits >= bits && known.bits - bits <= GUARD => known.clone(),
            Some(known) if known.bits >= bits => Arc::new(Scaled {
                bits,
                phi: &known.phi >> (known.bits - bits),
            }),
            _ => cached.insert(Arc::new(Scaled::new(bits))).clone(),
        }
    }
}

impl Clone for Golden {
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl Scaled {
    fn new(bits: u64) -> Self {
        let root = (Natural::from(5u8) << (2 * bits)).floor_sqrt();
        Self {
            bits,
            phi: (root + Natural::power_of_2(bits)) >> 1,
        }
    }

    /// `⌊qφ⌋` from `product = q·⌊2^bits φ⌋`: the true product is larger by less than `q`.
    fn floor(&self, q: &Natural, product: &Natural) -> Natural {
        let low = product >> self.bits;
        let high = (product + q) >> self.bits;
        if low == high || is_below(q, &high) {
            low
        } else {
            high
        }
    }
}

/// Is `qφ < p`?
fn is_below(q: &Natural, p: &Natural) -> bool {
    p.square() > p * q + q.square()
}

/// `⌊qφ⌋` for `q < 2^62`: the fixed-point error `q·2^−128` is below every `|qφ − p|`.
pub(super) fn floor_word(q: u64) -> u64 {
    let low = u128::from(q) * (FRACTION & u128::from(u64::MAX));
    let high = u128::from(q) * (FRACTION >> 64);
    q + ((high + (low >> 64)) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use numeration::natural::num::basic::traits::Zero;

    /// `⌊qφ⌋` by one square root for itself.
    fn floor(q: &Natural) -> Natural {
        (q + (Natural::from(5u8) * q.square()).floor_sqrt()) >> 1
    }

    fn check(q: &Natural) {
        let expected = [0u8, 1, 2].map(|step| floor(&(q + Natural::from(step))));
        assert_eq!(Golden::new().floors(q), expected, "{q}");
        assert_eq!(Golden::new().floors_large(q), expected, "{q}");
    }

    #[test]
    fn the_constant_is_phi() {
        let scaled = Scaled::new(128);
        assert_eq!(scaled.phi, (Natural::ONE << 128) + Natural::from(FRACTION));
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
        let large = Natural::from(3u8) << 3000;
        assert_eq!(golden.floors(&large)[0], floor(&large));
        let medium = Natural::from(7u8) << 500;
        assert_eq!(golden.floors(&medium)[0], floor(&medium));
    }
}
