//! The shortcut matrix: rows are ternary (section 7, Theorems 4, 14 and 15).
//!
//! A row `x` has `x_d = k(2^d − 1)`, and each entry is half of the next one, rounded down or up. With
//! `e_j = 2x_(j−1) − x_j ∈ {−1, 0, 1}` for `j = 2 … d`,
//!
//! > `x_d = 2^(d−1)x_1 − Σ e_j 2^(d−j)`, hence `k ≡ Σ e_j 2^(d−j)` modulo `2^(d−1)`:
//!
//! a row is a way to write `k` modulo `2^(d−1)` in signed binary digits. So there are `3^(d−1)` rows, and
//! any of them is found from its number by counting paths in the trees ([`super::paths`]).

use numeration::natural::num::arithmetic::traits::{DivisibleBy, Mod};
use numeration::natural::{BitAccess, Integer, Natural, One, Parity, Zero, to_natural};

use super::{Dimension, paths};

/// The shortcut matrix of `d` columns and `3^(d−1)` rows, numbered from 0, in increasing right-to-left lexicographic
/// order (Definition 3). Copy `t` of row 0 is a shortcut only for `t ≥ 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortcutMatrix {
    d: Dimension,
}

impl ShortcutMatrix {
    /// For `d` piles.
    pub fn new(d: Dimension) -> Self {
        Self { d }
    }

    /// The number of piles.
    pub fn dimension(&self) -> Dimension {
        self.d
    }

    /// Row `number`, found in `O(d²)` operations without the rows before it. None if there is no such row.
    pub fn row(&self, number: &Natural) -> Option<Vec<Natural>> {
        if *number >= self.d.shortcut_rows() {
            return None;
        }
        let (k, mut rest) = self.tree_of(number);
        let mut x = k * self.d.modulus();
        let mut row = vec![x.clone()];
        for halvings in (0..self.d.digits()).rev() {
            let (half, odd) = (&x >> 1u64, x.odd());
            x = half;
            if odd {
                let left = paths(halvings, &x);
                if rest >= left {
                    rest -= left;
                    x += Natural::ONE;
                }
            }
            row.push(x.clone());
        }
        row.reverse();
        Some(row)
    }

    /// The number of a row; None for a vector that is no row.
    pub fn number_of(&self, row: &[Natural]) -> Option<Natural> {
        if !self.has_ternary_recurrence(row) {
            return None;
        }
        let k = row.last()? / self.d.modulus();
        if k >= self.d.rat_rows() {
            return None;
        }
        let mut number = self.rows_before(&k);
        let steps = row.windows(2).rev().zip((0..self.d.digits()).rev());
        for (pair, halvings) in steps {
            let half = &pair[1] >> 1u64;
            if pair[0] != half {
                number += paths(halvings, &half);
            }
        }
        Some(number)
    }

    /// Is `x_d` a multiple of `2^d − 1`, and each entry half of the next, rounded down or up (section 5)?
    pub fn has_ternary_recurrence(&self, vector: &[Natural]) -> bool {
        vector.len() == self.d.get() as usize
            && vector
                .last()
                .is_some_and(|last| last.divisible_by(self.d.modulus()))
            && ternary_code(vector).is_some()
    }

    /// Is it a proper shortcut: a difference of two rat vectors, and not itself one of them or zero? (Theorem 4, with the
    /// exception of zero that the theorem forgets.)
    pub fn is_proper_shortcut(&self, vector: &[Natural]) -> bool {
        self.has_ternary_recurrence(vector) && vector.iter().any(|entry| *entry != 0)
    }

    /// The row with a ternary code, digits from the first column on as in the paper's difference matrices: 1 if half of
    /// the next entry is this entry, 0 if it is smaller, 2 if it is larger. None if the code has another length or digit.
    pub fn row_of_code(&self, code: &[u8]) -> Option<Vec<Natural>> {
        if code.len() != self.d.digits() as usize || code.iter().any(|digit| *digit > 2) {
            return None;
        }
        let signed = code.iter().fold(Integer::ZERO, |sum, &digit| {
            (sum << 1u64) + Integer::ONE - Integer::from(digit)
        });
        let k = to_natural(&(&signed).mod_op(Integer::from(self.d.rat_rows())))?;
        let last = k * self.d.modulus();
        let first = to_natural(&((Integer::from(&last) + signed) >> u64::from(self.d.digits())))?;
        let mut row = vec![first];
        for &digit in code {
            let entry = (Integer::from(row.last()?) << 1u64) + Integer::from(digit) - Integer::ONE;
            row.push(to_natural(&entry)?);
        }
        Some(row)
    }

    /// The ternary code of a row, see [`Self::row_of_code`].
    pub fn code_of(&self, row: &[Natural]) -> Option<Vec<u8>> {
        ternary_code(row).filter(|code| code.len() == self.d.digits() as usize)
    }

    /// The rows from `number` on, one after the other.
    pub fn rows_from(&self, number: &Natural) -> ShortcutRows {
        ShortcutRows {
            modulus: self.d.modulus(),
            end: self.d.rat_rows() * self.d.modulus(),
            next: self.row(number),
        }
    }

    /// The tree that holds row `number`, and the number of the row in it.
    fn tree_of(&self, number: &Natural) -> (Natural, Natural) {
        let (mut low, mut high) = (Natural::ZERO, self.d.rat_rows());
        while &low + Natural::ONE < high {
            let middle = (&low + &high) >> 1u64;
            if self.rows_before(&middle) <= *number {
                low = middle;
            } else {
                high = middle;
            }
        }
        let before = self.rows_before(&low);
        (low, number - before)
    }

    /// How many rows have a last entry below `k(2^d − 1)`, for `k ≤ 2^(d−1)`: `S_(d−1)(k)` with `S_m(k) = Σ_(i<k) N(m, i)`.
    ///
    /// Binary digit after binary digit of `k`: an odd number has the paths of both its halves, so that
    /// `S_m(2y) = 3S_(m−1)(y) + N(m − 1, y) − 1`.
    fn rows_before(&self, k: &Natural) -> Natural {
        let places = u64::from(self.d.digits());
        let mut sum = k >> places;
        let (mut here, mut next) = (Natural::ONE, Natural::ONE);
        for place in (0..places).rev() {
            sum = sum * Natural::from(3u32) + &here - Natural::ONE;
            if k.get_bit(place) {
                sum += &here;
                here += &next;
            } else {
                next += &here;
            }
        }
        sum
    }
}

/// The ternary code of a vector, from the first column on: for each entry but the last 1 if half of the next entry is this
/// entry, 0 if it is smaller, 2 if it is larger. None if it is farther than one half away.
pub(super) fn ternary_code(vector: &[Natural]) -> Option<Vec<u8>> {
    let pairs = vector.windows(2);
    pairs
        .map(|pair| {
            let digit = Integer::from(&pair[1]) - (Integer::from(&pair[0]) << 1u64) + Integer::ONE;
            u8::try_from(&digit).ok().filter(|digit| *digit <= 2)
        })
        .collect()
}

/// The rows of a shortcut matrix in order. One row is held at a time.
#[derive(Clone, Debug)]
pub struct ShortcutRows {
    modulus: Natural,
    /// The last entry of the row after all.
    end: Natural,
    next: Option<Vec<Natural>>,
}

impl Iterator for ShortcutRows {
    type Item = Vec<Natural>;

    fn next(&mut self) -> Option<Vec<Natural>> {
        let row = self.next.take()?;
        self.next = self.after(&row);
        Some(row)
    }
}

impl ShortcutRows {
    /// The next row: the first entry that was rounded down is rounded up, and the ones before it down.
    fn after(&self, row: &[Natural]) -> Option<Vec<Natural>> {
        let mut next = row.to_vec();
        let rounded_down = row
            .windows(2)
            .position(|pair| pair[1].odd() && &pair[1] >> 1u64 == pair[0]);
        let changed = rounded_down.unwrap_or(row.len() - 1);
        next[changed] += match rounded_down {
            Some(_) => Natural::ONE,
            None => self.modulus.clone(),
        };
        if rounded_down.is_none() && next[changed] == self.end {
            return None;
        }
        for column in (0..changed).rev() {
            next[column] = &next[column + 1] >> 1u64;
        }
        Some(next)
    }
}
