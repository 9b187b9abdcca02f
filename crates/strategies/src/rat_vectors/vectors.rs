//! The rat vectors: `r_k(n) = ⌊(2^m − 1)n / 2^(m−k)⌋ − 2^(k−1) + 1`, `k = 1 … m`.
//!
//! For every `m ≥ 2` their columns split the positive integers (A. S. Fraenkel, Complementing and exactly covering
//! sequences, J. Combin. Theory Ser. A 14 (1973), 8–20). A number finds its column and its index in two ways: by the
//! formula, or from its digits in the p-system of `(2^m − 1)/2^(m−1) = [1, 1, 2^(m−1) − 1]`, whose basis is
//! `p_0 = 1, p_1 = 2, p_2 = 2^m − 1`. Modulo `2^m − 1`, column `k` consists of the odd multiples of `2^(k−1)`. So a number
//! with digits `s_2 s_1 s_0` is in the first column if it ends in an even number of 0s, and in column `k ≥ 2` if it
//! ends in `s_1 0` with `s_1` an odd multiple of `2^(k−2)`.
//!
//! ```
//! use numeration::natural::Natural;
//! use strategies::rat_vectors::vectors::RatVectors;
//!
//! let rats = RatVectors::new(3);
//! assert_eq!(rats.vector(&Natural::from(2u8)), [3u8, 6, 11].map(Natural::from));
//! let place = rats.locate(&Natural::from(6u8));
//! assert_eq!((place.column, place.index), (2, Natural::from(2u8)));
//! ```

use numeration::natural::num::arithmetic::traits::{DivMod, ModPowerOf2, PowerOf2};
use numeration::natural::{Natural, One, Zero};

/// The rat vectors of `m` columns.
#[derive(Clone, Debug)]
pub struct RatVectors {
    m: u64,
    /// `2^m − 1`.
    modulus: Natural,
}

/// Where among the vectors a positive number stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorPlace {
    /// The column, from 1.
    pub column: u64,
    /// The index of the vector, from 1.
    pub index: Natural,
}

impl RatVectors {
    /// For `m ≥ 2` columns.
    pub fn new(m: usize) -> Self {
        let m = m as u64;
        Self {
            m,
            modulus: Natural::power_of_2(m) - Natural::ONE,
        }
    }

    /// The number `m` of columns.
    pub fn columns(&self) -> u64 {
        self.m
    }

    /// `2^m − 1`.
    pub fn modulus(&self) -> &Natural {
        &self.modulus
    }

    /// `r(n)`; `r(0)` is the vector of zeros.
    pub fn vector(&self, n: &Natural) -> Vec<Natural> {
        (1..=self.m).map(|k| self.entry(k, n)).collect()
    }

    /// `r_k(n)` by the formula; 0 for `n = 0`.
    pub fn entry(&self, k: u64, n: &Natural) -> Natural {
        if *n == Natural::ZERO {
            return Natural::ZERO;
        }
        (((n << self.m) - n) >> (self.m - k)) - self.offset(k)
    }

    /// `2^(k−1) − 1`, what the formula takes off in column `k`.
    pub fn offset(&self, k: u64) -> Natural {
        Natural::power_of_2(k - 1) - Natural::ONE
    }

    /// The place of a positive number by the formula: in some column it is the first entry that is not below it.
    pub fn locate(&self, value: &Natural) -> VectorPlace {
        let place = (1..=self.m).find_map(|column| {
            let index = self.first_index_from(column, value);
            (self.entry(column, &index) == *value).then_some(VectorPlace { column, index })
        });
        place.expect("the rat vectors split the positive integers")
    }

    /// The first index from which the entries of column `k` are at least `value > 0`.
    pub fn first_index_from(&self, k: u64, value: &Natural) -> Natural {
        let scaled = (value + self.offset(k)) << (self.m - k);
        (scaled + &self.modulus - Natural::ONE) / &self.modulus
    }

    /// The last index with at most this difference between columns `lower < upper`, or up to two more: the difference
    /// is linear up to an error below 1.
    pub fn estimate_within(&self, lower: u64, upper: u64, difference: &Natural) -> Natural {
        let room = difference + Natural::ONE + Natural::power_of_2(upper - 1)
            - Natural::power_of_2(lower - 1);
        let slope = &self.modulus * (Natural::power_of_2(upper - lower) - Natural::ONE);
        (room << (self.m - lower)) / slope
    }

    /// The digits `s_2, s_1, s_0` of a number in the p-system of `(2^m − 1)/2^(m−1)`.
    pub fn digits(&self, value: &Natural) -> [Natural; 3] {
        let (s2, rest) = value.div_mod(&self.modulus);
        let s0 = (&rest).mod_power_of_2(1);
        [s2, rest >> 1, s0]
    }

    /// The place of a positive number by its digits.
    pub fn place_of_digits(&self, [s2, s1, s0]: &[Natural; 3]) -> VectorPlace {
        let first = |index| VectorPlace { column: 1, index };
        match s1.trailing_zeros() {
            Some(zeros) if *s0 == Natural::ZERO => {
                let column = zeros + 2;
                let index = (s2 << (self.m - column)) + (s1 >> (zeros + 1)) + Natural::ONE;
                VectorPlace { column, index }
            }
            None if *s0 == Natural::ZERO => first(s2 << (self.m - 1)),
            _ => first((s2 << (self.m - 1)) + s1 + Natural::ONE),
        }
    }

    /// `r_k(n)` by digits: `n − 1 = q·2^(m−k) + i` puts it at `q·(2^m − 1) + 2^(k−1)(2i + 1)`.
    pub fn entry_by_digits(&self, k: u64, n: &Natural) -> Natural {
        if *n == Natural::ZERO {
            return Natural::ZERO;
        }
        let before = n - Natural::ONE;
        let i = (&before).mod_power_of_2(self.m - k);
        ((before >> (self.m - k)) * &self.modulus) + (((i << 1) + Natural::ONE) << (k - 1))
    }

    /// `r_k(n) − r_1(n)` for `n ≥ 1` by the recursion
    /// `r_(i+1)(n) − r_i(n) = ⌊((2^m − 1)n − 2^(m−1) + 2^(m−1−i)) / 2^(m−i)⌋`.
    pub fn gap_to_first(&self, k: u64, n: &Natural) -> Natural {
        let scaled = n * &self.modulus;
        let half = Natural::power_of_2(self.m - 1);
        (1..k)
            .map(|i| (&scaled - (&half - Natural::power_of_2(self.m - 1 - i))) >> (self.m - i))
            .sum()
    }
}

/// `r_(i+1)(n) − r_i(n)` of `m` columns by the same recursion in machine words, if it fits.
pub fn step_of_words(m: u32, i: u32, n: u128) -> Option<u128> {
    let modulus = 1u128.checked_shl(m).filter(|power| *power != 0)? - 1;
    let shifted = modulus.checked_mul(n)? - ((1 << (m - 1)) - (1 << (m - 1 - i)));
    Some(shifted >> (m - i))
}
