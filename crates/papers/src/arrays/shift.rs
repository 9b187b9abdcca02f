//! Stolarsky-like arrays: the array A of the Frankenstein paper, and its kin from other recurrences.
//!
//! Row `n ≥ 1` starts with the `n`-th natural whose representation does not end in 0 and goes on with
//! left shifts; so every positive integer stands at exactly one place, in the column of the number of
//! zeros that its representation ends in. For the ternary system U this is the array of the
//! [Frankenstein paper](numeration::literature::FRANKENSTEIN), with
//! `A₀ⁿ = mex` of all earlier rows, `A₁ⁿ = 2A₀ⁿ + n`, `Aⱼⁿ = 3Aⱼ₋₁ⁿ - Aⱼ₋₂ⁿ` (equations (1), (2)); for
//! Zeckendorf's system it is the Wythoff array. Row 0 is all zeros.
//!
//! ```
//! use papers::arrays::shift::ShiftArray;
//! use numeration::natural::Natural;
//!
//! let a = ShiftArray::frankenstein();
//! assert_eq!(a.entry(&Natural::from(3u32), 2)?, Natural::from(29u32));
//! let place = a.locate(&Natural::from(29u32))?;
//! assert_eq!((place.row, place.column), (Natural::from(3u32), 2));
//! # Ok::<(), numeration::system::SystemError>(())
//! ```

use std::collections::BTreeSet;

use numeration::natural::{Integer, Natural, One, SaturatingSub, Zero};
use numeration::real::Real;
use numeration::recurrence::{Recurrence, RecurrenceError, TernaryU};
use numeration::system::{MAX_PLACES, NumerationSystem, Representation, SystemError};
use numeration::zeckendorf::Zeckendorf;

/// An array whose rows are orbits of the left shift of a numeration system.
#[derive(Debug)]
pub struct ShiftArray {
    system: Box<dyn NumerationSystem>,
    heads: Heads,
}

/// How the first column is found.
#[derive(Debug)]
enum Heads {
    /// `A₀ⁿ = floor((n-1)·φ) + 1` (Theorem 2(ii)).
    GoldenSection,
    /// By counting the numbers that end in 0, from an estimate.
    Counting,
}

/// Where a number stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayPlace {
    /// The row, from 1; 0 only for the number 0.
    pub row: Natural,
    /// The column, from 0.
    pub column: usize,
}

impl ShiftArray {
    /// The array A of the Frankenstein paper.
    pub fn frankenstein() -> Self {
        Self {
            system: Box::new(TernaryU::new()),
            heads: Heads::GoldenSection,
        }
    }

    /// The Wythoff array.
    pub fn wythoff() -> Self {
        Self {
            system: Box::new(Zeckendorf::new()),
            heads: Heads::Counting,
        }
    }

    /// The array of the recurrence with the coefficients `b₁ ≥ … ≥ b_m ≥ 1`, whose columns obey
    /// `Aⱼ = b₁·Aⱼ₋₁ + … + b_m·Aⱼ₋ₘ` from `j = m` on.
    pub fn of_recurrence(coefficients: &[Natural]) -> Result<Self, RecurrenceError> {
        Ok(Self {
            system: Box::new(Recurrence::new(coefficients)?),
            heads: Heads::Counting,
        })
    }

    /// The numeration system behind it.
    pub fn system(&self) -> &dyn NumerationSystem {
        &*self.system
    }

    /// The entry in a row and a column, of any size.
    pub fn entry(&self, row: &Natural, column: usize) -> Result<Natural, SystemError> {
        if *row == 0 {
            return Ok(Natural::ZERO);
        }
        let head = self.head(row)?;
        if column == 0 {
            return Ok(head);
        }
        let digits = self.system.represent(&head)?;
        let places = digits.len().saturating_add(column);
        if places > MAX_PLACES {
            return Err(SystemError::TooManyPlaces { places });
        }
        self.system.evaluate(&digits.with_zeros(column))
    }

    /// The place of a number.
    pub fn locate(&self, number: &Natural) -> Result<ArrayPlace, SystemError> {
        let digits = self.system.represent(number)?;
        let column = digits.trailing_zeros();
        let reduced = digits.without_lowest(column);
        Ok(ArrayPlace {
            row: self.reduced_up_to(&reduced)?,
            column,
        })
    }

    /// The upper left corner, row by row.
    pub fn corner(&self, rows: usize, columns: usize) -> Result<Vec<Vec<Natural>>, SystemError> {
        (0..rows)
            .map(|n| self.row(&Natural::from(n), columns))
            .collect()
    }

    /// The first entries of a row.
    pub fn row(&self, row: &Natural, columns: usize) -> Result<Vec<Natural>, SystemError> {
        (0..columns).map(|j| self.entry(row, j)).collect()
    }

    /// The `n`-th number, `n ≥ 1`, that does not end in 0.
    fn head(&self, n: &Natural) -> Result<Natural, SystemError> {
        match self.heads {
            Heads::GoldenSection => {
                let floor = Real::phi().floor_multiple(&(Integer::from(n) - Integer::ONE))?;
                Ok(floor.unsigned_abs_ref() + Natural::ONE)
            }
            Heads::Counting => self.counted_head(n),
        }
    }

    /// The least number with `n` numbers up to it that do not end in 0, from an estimate.
    ///
    /// The share of such numbers is `1 - u_{k-1}/u_k` up to an error that dies out with `k`, and their
    /// count never leaves its share by more than a constant, so that a few corrections are enough;
    /// halving the interval keeps the loop finite in any case.
    fn counted_head(&self, n: &Natural) -> Result<Natural, SystemError> {
        let places = self.system.represent(n)?.len() + 1;
        let (top, below) = (self.element(places)?, self.element(places - 1)?);
        let share = &top - below;
        let (mut low, mut high) = (Natural::ZERO, Natural::from(3u32) * n + Natural::from(3u32));
        let mut guess = n * &top / &share;
        for round in 0u32.. {
            if &low + Natural::ONE >= high {
                break;
            }
            let inside = guess.max(&low + Natural::ONE).min(&high - Natural::ONE);
            let count = self.reduced_up_to(&self.system.represent(&inside)?)?;
            guess = if round > 20 {
                (&low + &high) / Natural::from(2u32)
            } else if count < *n {
                &inside + ((n - &count) * &top / &share).max(Natural::ONE)
            } else {
                inside
                    .clone()
                    .saturating_sub(((&count - n) * &top / &share).max(Natural::ONE))
            };
            if count < *n {
                low = inside;
            } else {
                high = inside;
            }
        }
        Ok(high)
    }

    /// The basis element at a place.
    fn element(&self, place: usize) -> Result<Natural, SystemError> {
        let mut digits = vec![0; place];
        digits.push(1);
        self.system
            .evaluate(&Representation::from_words_lowest_first(digits))
    }

    /// How many numbers from 1 up to that of `digits` do not end in 0: the number less those that do,
    /// which are the left shifts of 1, 2, …, up to the digits without the last one.
    fn reduced_up_to(&self, digits: &Representation) -> Result<Natural, SystemError> {
        let all = self.system.evaluate(digits)?;
        Ok(all.saturating_sub(self.system.evaluate(&digits.without_lowest(1))?))
    }
}

/// The upper left corner of the array A from its definition alone: equations (1) and (2).
pub fn frankenstein_by_mex(rows: usize, columns: usize) -> Vec<Vec<Natural>> {
    let mut array: Vec<Vec<Natural>> = Vec::new();
    let mut used = BTreeSet::new();
    let mut least = Natural::ZERO;
    for n in 0..rows {
        while used.contains(&least) {
            used.remove(&least);
            least += Natural::ONE;
        }
        let (row, reached) = row_by_definition(n, &least, columns, rows);
        used.extend(reached);
        array.push(row);
    }
    array
}

/// A row, and those of its entries that can ever be met by the mex of a later row.
fn row_by_definition(
    n: usize,
    head: &Natural,
    columns: usize,
    rows: usize,
) -> (Vec<Natural>, Vec<Natural>) {
    let (mut row, mut reached) = (Vec::new(), Vec::new());
    let (mut now, mut next) = (head.clone(), head * Natural::from(2u32) + Natural::from(n));
    // The mex of row n is at most twice n: at most half of the numbers are in later columns.
    let bound = Natural::from(2 * rows + 2);
    while row.len() < columns || now <= bound {
        if now <= bound {
            reached.push(now.clone());
        }
        if row.len() < columns {
            row.push(now.clone());
        }
        let after = Natural::from(3u32) * &next - &now;
        now = std::mem::replace(&mut next, after);
        if n == 0 && row.len() >= columns {
            break;
        }
    }
    (row, reached)
}
