//! The rat-matrix: rows are binary (section 6, Definition 2, Theorem 13), and right shifts undo it (section 9).

use numeration::natural::num::arithmetic::traits::ModPowerOf2;
use numeration::natural::{BitAccess, DivMod, Integer, Natural, One, Parity, to_natural};
use strategies::rat_vectors::vectors::RatVectors;

use super::Dimension;

/// The rat-matrix of `d` columns and `2^(d−1)` rows, numbered from 0.
///
/// Row `i` in copy `t` is `r(2^(d−1)·t + i + 1)` (Theorem 13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatMatrix {
    d: Dimension,
}

impl RatMatrix {
    /// For `d` piles.
    pub fn new(d: Dimension) -> Self {
        Self { d }
    }

    /// The number of piles.
    pub fn dimension(&self) -> Dimension {
        self.d
    }

    /// The rat vector `r(n)` in standard form (equation (1)); `r(0)` is the zero vector.
    pub fn vector(&self, n: &Natural) -> Vec<Natural> {
        self.vectors().vector(n)
    }

    fn vectors(&self) -> RatVectors {
        RatVectors::new(self.d.get() as usize)
    }

    /// Row `i` by Definition 2: `R_(i,1) = 2i + 1` and `R_(i,j) = 2R_(i,j−1) − b_(i,d−j)`. None if there is no such row.
    pub fn row(&self, i: &Natural) -> Option<Vec<Natural>> {
        if *i >= self.d.rat_rows() {
            return None;
        }
        let mut entry = (i << 1u64) + Natural::ONE;
        let mut row = vec![entry.clone()];
        for bit in self.code(i) {
            entry = (entry << 1u64) - Natural::from(u8::from(bit));
            row.push(entry.clone());
        }
        Some(row)
    }

    /// The binary code `b_(i,d−2) … b_(i,0)` of row `i`: the number `i` with `d − 1` digits.
    pub fn code(&self, i: &Natural) -> Vec<bool> {
        let places = (0..u64::from(self.d.digits())).rev();
        places.map(|place| i.get_bit(place)).collect()
    }

    /// The gap `Δ_j(n) = r_j(n) − r_j(n − 1)` for `n ≥ 2` (Notation 1), with `r_j(0) = 0` for `n = 1`.
    pub fn gap(&self, column: u32, n: &Natural) -> Integer {
        let (vectors, column) = (self.vectors(), u64::from(column));
        let entry = |n: &Natural| Integer::from(vectors.entry(column, n));
        entry(n) - entry(&(n - Natural::ONE))
    }

    /// The `n ≥ 1` with `r(n)` this vector, found by right shifts (Proposition 17): for `j = 2, …, d` the entry before
    /// `x_j` must be the binary right shift of `x_j + 1`, and the digits dropped, complemented, are the code of the row.
    pub fn number_of(&self, vector: &[Natural]) -> Option<Natural> {
        let code = self.right_shifts(vector)?;
        let last = Integer::from(vector.last()?);
        let above = to_natural(&(last - Integer::from(self.d.rat_rows())))?;
        let (before, rest) = above.div_mod(self.d.modulus());
        let i = (&before).mod_power_of_2(u64::from(self.d.digits()));
        (rest == 0 && self.code(&i) == code).then(|| before + Natural::ONE)
    }

    /// The complements `ξ(x_j + 1)` of the digits that the right shifts `φ(x_j + 1)` drop, `j = 2 … d`, if each shift
    /// gives the entry before (Proposition 17).
    pub fn right_shifts(&self, vector: &[Natural]) -> Option<Vec<bool>> {
        if u32::try_from(vector.len()) != Ok(self.d.get()) {
            return None;
        }
        let pairs = vector.windows(2);
        pairs
            .map(|pair| {
                let above = &pair[1] + Natural::ONE;
                let dropped = above.odd();
                (above >> 1u64 == pair[0]).then_some(!dropped)
            })
            .collect()
    }
}
