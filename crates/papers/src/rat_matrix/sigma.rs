//! How often each number stands in the last column of the shortcut matrix (section 7.1).
//!
//! The paper writes `σ^d_k` for the number of entries `k(2^d − 1)`, `k = 1 … 2^(d−2)` (the column is symmetric), and
//! conjectures `σ^d_1 = σ^(d−1)_1 + 1`, `σ^(d+1)_(2j) = σ^d_j` and `σ^(d+1)_(2j+1) = σ^d_j + σ^d_(j+1)`.
//!
//! **It is a theorem**, and the numbers are old: `σ^d_k = s(2^(d−1) + k)` with Stern's diatomic sequence `s(1) = 1`,
//! `s(2n) = s(n)`, `s(2n + 1) = s(n) + s(n + 1)` (M. A. Stern, J. reine angew. Math. 55 (1858), 193–220; OEIS A002487).
//! Let `N(m, x)` be the number of ways to halve `x` `m` times, rounding both ways. Then `N(0, x) = 1`,
//! `N(m, 2y) = N(m − 1, y)`, `N(m, 2y + 1) = N(m − 1, y) + N(m − 1, y + 1)`; by induction `N(m, x + 2^m) = N(m, x)`,
//! `N(m, −x) = N(m, x)`, and `N(m, x) = s(2^m + x)` for `0 ≤ x ≤ 2^m`. By Theorem 15,
//! `σ^d_k = N(d − 1, k(2^d − 1)) = N(d − 1, −k) = N(d − 1, k) = s(2^(d−1) + k)`, and the conjecture is Stern's recurrence.

use numeration::natural::num::arithmetic::traits::ModPowerOf2;
use numeration::natural::{BitAccess, Natural, One, SignificantBits, Zero};

use super::Dimension;

/// `N(m, x)`: the number of ways to halve `x` `m` times, rounding an odd number down or up.
pub fn paths(m: u32, x: &Natural) -> Natural {
    let m = u64::from(m);
    stern(&(x.mod_power_of_2(m) + (Natural::ONE << m)))
}

/// Stern's diatomic number `s(n)`, digit by digit from the top: the pair `s(n), s(n + 1)` becomes that of `2n` or `2n + 1`.
pub fn stern(n: &Natural) -> Natural {
    let (mut this, mut next) = (Natural::ZERO, Natural::ONE);
    for place in (0..n.significant_bits()).rev() {
        if n.get_bit(place) {
            this += &next;
        } else {
            next += &this;
        }
    }
    this
}

/// `σ^d_k`: how often `k(2^d − 1)` stands in the last column, `0 ≤ k < 2^(d−1)`.
pub fn sigma(d: Dimension, k: &Natural) -> Natural {
    paths(d.digits(), k)
}

/// The vectors `σ^2, σ^3, …` by the recurrence that the paper conjectures, from `σ^2 = (2)`.
#[derive(Clone, Debug)]
pub struct Sigma {
    vector: Vec<u64>,
}

impl Default for Sigma {
    fn default() -> Self {
        Self { vector: vec![2] }
    }
}

impl Sigma {
    /// `σ^d` by the recurrence.
    pub fn by_recurrence(d: Dimension) -> Vec<u64> {
        let mut sigma = Self::default();
        for _ in 2..d.get() {
            sigma = sigma.next();
        }
        sigma.vector
    }

    /// From `σ^d` to `σ^(d+1)`.
    fn next(&self) -> Self {
        let old = &self.vector;
        let mut vector = vec![old[0] + 1];
        for (j, &entry) in old.iter().enumerate() {
            vector.push(entry);
            if let Some(after) = old.get(j + 1) {
                vector.push(entry + after);
            }
        }
        Self { vector }
    }
}
