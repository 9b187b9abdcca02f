//! Rat-matrices and shortcut matrices: the finite shape of the arbitrarily large rat games.
//!
//! For `d ≥ 2` piles the rat vectors `r(n) = (r_1(n), …, r_d(n))`, `n ≥ 1`, with
//! `r_j(n) = ⌊(2^d − 1)n / 2^(d−j)⌋ − 2^(j−1) + 1` are the non-zero P-positions of the succinct and the grandiose rat
//! game. Column `j` grows by `2^(j−1)(2^d − 1)` every `2^(d−1)` rows, so that they form one finite matrix of
//! `2^(d−1)` rows, the *rat-matrix* ([`RatMatrix`]), whose rows are the binary numbers of `d − 1` digits. Their
//! differences, the *proper shortcuts* that no player may subtract, form the *shortcut matrix*
//! ([`ShortcutMatrix`]) of `3^(d−1)` rows, one for each ternary code of `d − 1` digits.
//!
//! | file | what |
//! | --- | --- |
//! | `rat` | the rat-matrix, by the standard form and by binary codes (sections 3 and 6) |
//! | `shortcut` | the shortcut matrix: any row, its number, its ternary code (section 7) |
//! | `tree` | the trees `T^d` (Definition 4) |
//! | `codes` | all ternary codes in the order of the rows, one after the other |
//! | `sigma` | how often each number stands in the last column (section 7.1): Stern's diatomic numbers |
//! | `differences` | the differences of consecutive codes, which draw the fractals of Figures 1–3 |
//! | `from_first` | the same for the rows in another order (Remark 1) |
//!
//! "The paper" is [`LARGE_RATS`](numeration::literature::LARGE_RATS).
//!
//! ```
//! use numeration::natural::Natural;
//! use papers::rat_matrix::{Dimension, RatMatrix, ShortcutMatrix};
//!
//! let d = Dimension::new(3)?;
//! let row = |entries: [u32; 3]| entries.map(Natural::from).to_vec();
//! assert_eq!(RatMatrix::new(d).row(&Natural::from(2u32)), Some(row([5, 9, 18])));
//! assert_eq!(ShortcutMatrix::new(d).row(&Natural::from(3u32)), Some(row([2, 4, 7])));
//! # Ok::<(), papers::rat_matrix::DimensionError>(())
//! ```

mod codes;
mod differences;
mod from_first;
mod rat;
mod shortcut;
mod sigma;
mod tree;

pub use codes::{Codes, RowOrder};
pub use differences::{DifferenceLine, Differences, LineKind, baseline, lines, lines_by_formula};
pub use from_first::{FirstLine, lines_from_first_by_formula};
pub use rat::RatMatrix;
pub use shortcut::{ShortcutMatrix, ShortcutRows};
pub use sigma::{Sigma, paths, sigma, stern};
pub use tree::{Tree, TreeNode};

use numeration::natural::num::arithmetic::traits::PowerOf2;
use numeration::natural::{Natural, One, Pow};

/// The number `d ≥ 2` of piles: the matrices have `d` columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dimension(u32);

/// A number of piles for which there are no matrices.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are rat-matrices for d = 2, …, {largest} piles, not for {given}", largest = Dimension::LARGEST)]
pub struct DimensionError {
    /// What was asked for.
    pub given: String,
}

impl Dimension {
    /// The largest `d`: one row has `d` entries of up to `2d` bits.
    pub const LARGEST: u32 = 4096;

    /// The largest `d` whose ternary codes fit a machine word. All `3^(d−1)` of them are out of reach long before.
    pub const LARGEST_LISTED: u32 = 40;

    /// A number of piles.
    pub fn new(d: u32) -> Result<Self, DimensionError> {
        if (2..=Self::LARGEST).contains(&d) {
            Ok(Self(d))
        } else {
            Err(DimensionError {
                given: d.to_string(),
            })
        }
    }

    /// `d`.
    pub fn get(self) -> u32 {
        self.0
    }

    /// `d − 1`, the length of the codes.
    pub fn digits(self) -> u32 {
        self.0 - 1
    }

    /// `2^d − 1`.
    pub fn modulus(self) -> Natural {
        Natural::power_of_2(u64::from(self.0)) - Natural::ONE
    }

    /// `2^(d−1)`, the number of rows of the rat-matrix.
    pub fn rat_rows(self) -> Natural {
        Natural::power_of_2(u64::from(self.digits()))
    }

    /// `3^(d−1)`, the number of rows of the shortcut matrix (Theorem 14).
    pub fn shortcut_rows(self) -> Natural {
        Natural::from(3u32).pow(u64::from(self.digits()))
    }

    /// `2^(j−1)(2^d − 1)`: what column `j = 1 … d` grows by from one copy of a matrix to the next (Lemma 11).
    pub fn saltus(self, column: u32) -> Natural {
        self.modulus() << u64::from(column.saturating_sub(1))
    }

    /// The columns `1 … d`.
    pub fn columns(self) -> impl DoubleEndedIterator<Item = u32> + Clone {
        1..=self.0
    }

    /// A row in the copy number `t` of its matrix.
    pub fn shifted(self, row: &[Natural], t: &Natural) -> Vec<Natural> {
        let columns = row.iter().zip(self.columns());
        columns
            .map(|(entry, column)| entry + self.saltus(column) * t)
            .collect()
    }
}
