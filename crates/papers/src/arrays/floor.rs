//! The array of a number α: rows go on by `S(m) = floor(mα) + 1`.
//!
//! Let `α > 1` be irrational and `β = α/(α - 1)`. The positive integers are split into `floor(mα) + 1`, `m ≥ 1`, and
//! `floor((n-1)β) + 1`, `n ≥ 1` (Beatty's theorem for `x - 1`). The latter, in order, are the heads of the rows, and each entry `m` is followed by `S(m)`. So
//! every positive integer stands at one place: from it one goes back to the left until a head is reached.
//!
//! For the root `α = (b + √(b² - 4))/2` of `x² = bx - 1`, `b ≥ 3`, the columns obey `A₁ⁿ = (b-1)A₀ⁿ + n` and
//! `Aⱼ = b·Aⱼ₋₁ - Aⱼ₋₂`: for `b = 3` this is the array of the [Frankenstein paper](numeration::literature::FRANKENSTEIN). Indeed `α + 1/α = b`. Put
//! `S(m) = mα + ε` with `0 < ε < 1`; then `bS(m) - m = αS(m) + ε/α` and `0 < ε/α < 1`, so that `S(S(m)) = bS(m) - m`. And for a
//! head `h = floor((n-1)β) + 1`, the number of `m` with `S(m) ≤ h` is `h - n`, it is also `floor(h/α)`, and
//! `S(h) = floor(bh - h/α) + 1 = bh - floor(h/α) = (b-1)h + n`.
//!
//! ```
//! use papers::arrays::floor::FloorArray;
//! use numeration::natural::Natural;
//!
//! let six = FloorArray::of_difference(&Natural::from(6u32))?;
//! let row = six.row(&Natural::from(6u32), 3)?;
//! assert_eq!(row, [7u32, 41, 239].map(Natural::from));
//! # Ok::<(), papers::arrays::floor::FloorArrayError>(())
//! ```

use numeration::beatty::{BeattyError, irrational_above};
use numeration::natural::{Integer, Natural, One, Zero};
use numeration::real::{Real, RealError};

use super::shift::ArrayPlace;

/// The array of an irrational number above 1.
#[derive(Clone, Debug)]
pub struct FloorArray {
    alpha: Real,
    beta: Real,
    /// `1/α` and `1/β`.
    inverses: [Real; 2],
}

/// Why there is no such array, or no such entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FloorArrayError {
    /// The number is rational, or not above 1.
    #[error(transparent)]
    Number(#[from] BeattyError),
    /// The coefficient of the recurrence is too small.
    #[error(
        "the recurrence {0},-1 does not grow as an array: the first coefficient must be at least 3"
    )]
    Coefficient(Natural),
    /// A floor could not be decided.
    #[error(transparent)]
    Real(#[from] RealError),
}

impl FloorArray {
    /// The array of `α`.
    pub fn new(alpha: Real) -> Result<Self, FloorArrayError> {
        irrational_above(&alpha, 1)?;
        let one = Real::from(1);
        let beta = alpha.div(&alpha.sub(&one)?)?;
        let inverses = [one.div(&alpha)?, one.div(&beta)?];
        Ok(Self {
            alpha,
            beta,
            inverses,
        })
    }

    /// The array of the recurrence `Aⱼ = b·Aⱼ₋₁ - Aⱼ₋₂`, for `b ≥ 3`.
    pub fn of_difference(b: &Natural) -> Result<Self, FloorArrayError> {
        if *b < 3 {
            return Err(FloorArrayError::Coefficient(b.clone()));
        }
        let square = Real::from(b * b - Natural::from(4u32)).sqrt()?;
        let alpha = Real::from(b.clone()).add(&square)?.div(&Real::from(2))?;
        Self::new(alpha)
    }

    /// `α`.
    pub fn alpha(&self) -> &Real {
        &self.alpha
    }

    /// The first entry of row `n ≥ 1`; 0 for row 0.
    pub fn head(&self, n: &Natural) -> Result<Natural, FloorArrayError> {
        if *n == 0 {
            return Ok(Natural::ZERO);
        }
        one_more(&self.beta, &(n - Natural::ONE))
    }

    /// The entry of a row after `m ≥ 1`.
    pub fn next(&self, m: &Natural) -> Result<Natural, FloorArrayError> {
        one_more(&self.alpha, m)
    }

    /// The first entries of a row; those of row 0 are 0.
    pub fn row(&self, n: &Natural, columns: usize) -> Result<Vec<Natural>, FloorArrayError> {
        let mut row = Vec::new();
        while row.len() < columns {
            let entry = match row.last() {
                None => self.head(n)?,
                Some(_) if *n == 0 => Natural::ZERO,
                Some(before) => self.next(before)?,
            };
            row.push(entry);
        }
        Ok(row)
    }

    /// The place of a positive number, and the head of its row.
    pub fn locate(&self, number: &Natural) -> Result<(ArrayPlace, Natural), FloorArrayError> {
        let mut head = number.clone();
        let mut column = 0;
        loop {
            if head <= 1 {
                let row = head.clone();
                return Ok((ArrayPlace { row, column }, head));
            }
            let y = &head - Natural::ONE;
            let [m, q] = [
                one_more(&self.inverses[0], &y)?,
                one_more(&self.inverses[1], &y)?,
            ];
            if one_more(&self.beta, &q)? == head {
                let row = q + Natural::ONE;
                return Ok((ArrayPlace { row, column }, head));
            }
            head = m;
            column += 1;
        }
    }
}

/// `floor(nα) + 1`.
fn one_more(alpha: &Real, n: &Natural) -> Result<Natural, FloorArrayError> {
    let floor = alpha.floor_multiple(&Integer::from(n))?;
    Ok(floor.unsigned_abs_ref() + Natural::ONE)
}
