//! R and R − R as the paper defines them (equation (1), section 4), on machine words: neither the binary codes of the
//! rat-matrix nor the halving construction of the shortcut matrix is used, so that they can be compared with it.

use std::collections::{BTreeMap, BTreeSet};

use numeration::natural::{Natural, to_usize};

use crate::rat_matrix::Dimension;

/// A vector.
pub(super) type Vector = Vec<u64>;

/// The rat vectors of one dimension.
#[derive(Clone, Copy)]
pub(super) struct DefinedRatVectors {
    d: u32,
}

impl DefinedRatVectors {
    /// For so few piles that all entries that are asked for are machine words.
    pub(super) fn new(d: Dimension) -> Self {
        Self { d: d.get() }
    }

    /// `2^d − 1`.
    pub(super) fn modulus(self) -> u64 {
        (1 << self.d) - 1
    }

    /// `2^(d−1)`.
    pub(super) fn rows(self) -> u64 {
        1 << (self.d - 1)
    }

    /// `2^(d−1)(2^d − 1)`: what the last column grows by from one copy of a matrix to the next.
    pub(super) fn period(self) -> u64 {
        self.rows() * self.modulus()
    }

    /// `r(n)` by equation (1), and 0 for `n = 0`.
    pub(super) fn vector(self, n: u64) -> Vector {
        let entry = |i: u32| match n {
            0 => 0,
            n => ((self.modulus() * n) >> (self.d - i)) + 1 - (1 << (i - 1)),
        };
        (1..=self.d).map(entry).collect()
    }

    /// `r(n + k) − r(n)`.
    pub(super) fn difference(self, n: u64, k: u64) -> Vector {
        let (upper, lower) = (self.vector(n + k), self.vector(n));
        upper.iter().zip(lower).map(|(x, y)| x - y).collect()
    }

    /// The proper shortcuts `(R − R) ∖ R` whose last entry is at most so many periods, in the order of Definition 3.
    ///
    /// `x_d = k(2^d − 1)` bounds k; n runs through two periods, of which one is enough by Lemma 11.
    pub(super) fn proper_shortcuts(self, periods: u64) -> Vec<Vector> {
        let rats: BTreeSet<Vector> = (0..=periods * self.rows() + 1)
            .map(|n| self.vector(n))
            .collect();
        let numbers = 0..=2 * self.rows();
        let pairs = numbers.flat_map(|n| (0..=periods * self.rows()).map(move |k| (n, k)));
        let differences = pairs.map(|(n, k)| self.difference(n, k));
        let proper = differences.filter(|vector| !rats.contains(vector));
        in_order(proper)
    }

    /// The rows of the shortcut matrix: the proper shortcuts within one period. The vector of a whole period, which is the
    /// last of them, stands for row 0: 0 itself is in R.
    pub(super) fn shortcut_matrix(self) -> Vec<Vector> {
        let mut rows = self.proper_shortcuts(1);
        if rows.last().and_then(|row| row.last()) == Some(&self.period()) {
            rows.pop();
            rows.insert(0, vec![0; self.d as usize]);
        }
        rows
    }

    /// How many proper shortcuts have the last entry `k(2^d − 1)`, for k = 1, …, 2^(d−2): differences that are counted.
    pub(super) fn sigma(self) -> Vec<usize> {
        let distinct = |k: u64| {
            let differences = (1..=self.rows()).map(|n| self.difference(n, k));
            differences.collect::<BTreeSet<_>>().len()
        };
        (1..=self.rows() / 2).map(distinct).collect()
    }

    /// Is it a vector of R − R, of one of these rows in some copy?
    pub(super) fn is_in_a_copy(self, rows: &BTreeSet<Vector>, vector: &[u64]) -> bool {
        let last = vector.last().copied().unwrap_or_default();
        (0..=last / self.period()).any(|t| {
            let columns = vector.iter().zip(0..);
            let reduced: Option<Vector> = columns
                .map(|(entry, j)| entry.checked_sub((t * self.modulus()) << j))
                .collect();
            reduced.is_some_and(|reduced| rows.contains(&reduced))
        })
    }
}

/// Distinct vectors, ordered by the last entry, then by the one before it, and so on.
fn in_order(vectors: impl Iterator<Item = Vector>) -> Vec<Vector> {
    let turned = |vector: Vector| -> Vector { vector.into_iter().rev().collect() };
    let sorted: BTreeSet<Vector> = vectors.map(turned).collect();
    sorted.into_iter().map(turned).collect()
}

/// How many rows have each last entry.
pub(super) fn last_entries(rows: impl Iterator<Item = Vec<Natural>>) -> BTreeMap<Natural, usize> {
    let mut counts = BTreeMap::new();
    for row in rows {
        if let Some(last) = row.last() {
            *counts.entry(last.clone()).or_default() += 1;
        }
    }
    counts
}

/// The vector on machine words, if it fits.
pub(super) fn small(vector: &[Natural]) -> Option<Vector> {
    vector
        .iter()
        .map(|entry| Some(to_usize(entry)? as u64))
        .collect()
}
