//! Arrays built row by row: each row begins with the least positive integer that no earlier row has, and a rule gives the rest.
//!
//! So begins the array of the [Frankenstein paper](numeration::literature::FRANKENSTEIN), equations (1) and (2), so its section 5 builds others
//! from recurrences, and so K. B. Stolarsky built the first of them. That every positive integer has a place is clear; that it has only one
//! depends on the rule, and is looked at here number by number. Rows must grow, so that the numbers can be gone through in order.
//!
//! ```
//! use papers::arrays::mex::{MexArray, Stolarsky};
//! use numeration::natural::Natural;
//!
//! let mut array = MexArray::new(Stolarsky::default());
//! array.build(3)?;
//! assert_eq!(array.row(3, 4)?, [7u32, 11, 18, 29].map(Natural::from));
//! assert!(array.twice().is_none());
//! # Ok::<(), papers::arrays::mex::RowError>(())
//! ```

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use numeration::golden::Golden;
use numeration::natural::{Integer, Natural, One, Zero};

/// How a row goes on.
pub trait RowRule {
    /// The entry of a row after those that are given: at least its head.
    ///
    /// # Errors
    /// If there is none.
    fn next(&self, row: &[Natural]) -> Result<Natural, RowError>;
}

/// Why a row does not go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// An entry that is not above the one before it.
    #[error("the row of {head} does not grow: {before} would be followed by {after}")]
    NotGrowing {
        /// The first entry of the row.
        head: Natural,
        /// The last entry.
        before: Natural,
        /// What the rule says comes next.
        after: Integer,
    },
    /// The basis of the digits does not grow.
    #[error("the basis of the recurrence does not grow: {before} is followed by {after}")]
    Basis {
        /// An element of the basis.
        before: Natural,
        /// The next one.
        after: Integer,
    },
    /// The basis grows, but its elements are too many.
    #[error("the basis of the recurrence grows too slowly: its element {place} is only {value}")]
    Slow {
        /// The place of an element.
        place: usize,
        /// The element.
        value: Natural,
    },
    /// A coefficient could not be worked out.
    #[error("{0}")]
    Coefficient(String),
}

/// A number that stands at two places, each a row and a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatedNumber {
    /// The number.
    pub number: Natural,
    /// Where: rows from 1, columns from 0.
    pub places: [(usize, usize); 2],
}

/// An array under construction.
pub struct MexArray<R> {
    rule: R,
    /// Row n is at place n - 1; each as far as it was needed.
    rows: Vec<Vec<Natural>>,
    /// The entries that come next, with their rows and columns.
    next: BinaryHeap<Reverse<(Natural, usize, usize)>>,
    /// All numbers up to this one have been looked at.
    seen: Natural,
    twice: Option<RepeatedNumber>,
}

impl<R: RowRule> MexArray<R> {
    /// No rows yet.
    pub fn new(rule: R) -> Self {
        Self {
            rule,
            rows: Vec::new(),
            next: BinaryHeap::new(),
            seen: Natural::ZERO,
            twice: None,
        }
    }

    /// Looks at the next number: it is in one of the rows, or begins a new one. Its row and column are returned.
    ///
    /// # Errors
    /// If a row does not go on.
    pub fn look(&mut self) -> Result<(usize, usize), RowError> {
        self.seen += Natural::ONE;
        let mut places = Vec::new();
        while let Some(Reverse((entry, ..))) = self.next.peek() {
            if *entry > self.seen {
                break;
            }
            if let Some(Reverse((_, row, column))) = self.next.pop() {
                self.expect(row, column + 1)?;
                places.push((row, column));
            }
        }
        match places[..] {
            [] => {
                self.rows.push(vec![self.seen.clone()]);
                let row = self.rows.len();
                self.expect(row, 1)?;
                Ok((row, 0))
            }
            [place] => Ok(place),
            [first, second, ..] => {
                let number = self.seen.clone();
                let places = [first, second];
                self.twice.get_or_insert(RepeatedNumber { number, places });
                Ok(first)
            }
        }
    }

    /// Looks at numbers until there are so many rows.
    ///
    /// # Errors
    /// If a row does not go on.
    pub fn build(&mut self, rows: usize) -> Result<(), RowError> {
        while self.rows.len() < rows {
            self.look()?;
        }
        Ok(())
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The first entries of a row that is there; those of row 0 are 0.
    ///
    /// # Errors
    /// If the row does not go on.
    pub fn row(&mut self, n: usize, columns: usize) -> Result<&[Natural], RowError> {
        if n == 0 || n > self.rows.len() {
            return Ok(&[]);
        }
        while self.rows[n - 1].len() < columns {
            self.extend(n)?;
        }
        Ok(&self.rows[n - 1][..columns])
    }

    /// All numbers up to this one have been looked at.
    pub fn seen(&self) -> &Natural {
        &self.seen
    }

    /// The least number, among those looked at, that stands at two places.
    pub fn twice(&self) -> Option<&RepeatedNumber> {
        self.twice.as_ref()
    }

    /// The entry in this column will be met later.
    fn expect(&mut self, row: usize, column: usize) -> Result<(), RowError> {
        while self.rows[row - 1].len() <= column {
            self.extend(row)?;
        }
        let entry = self.rows[row - 1][column].clone();
        self.next.push(Reverse((entry, row, column)));
        Ok(())
    }

    fn extend(&mut self, n: usize) -> Result<(), RowError> {
        let entry = self.rule.next(&self.rows[n - 1])?;
        self.rows[n - 1].push(entry);
        Ok(())
    }
}

/// Stolarsky's array: a head `h` is followed by the integer nearest to `hφ`, and then each entry is the sum of the two before it.
#[derive(Debug, Default)]
pub struct Stolarsky {
    golden: Golden,
}

impl RowRule for Stolarsky {
    fn next(&self, row: &[Natural]) -> Result<Natural, RowError> {
        match row {
            [.., before, last] => Ok(before + last),
            // The integer nearest to x is floor((floor(2x) + 1)/2).
            [head] => Ok((self.golden.floors(&(head << 1)).first + Natural::ONE) >> 1),
            [] => Ok(Natural::ONE),
        }
    }
}

/// A basis has at most about so many elements: it should grow like a power of a number above 1.
const MOST_ELEMENTS: usize = 10_000;

/// The rule of equation (10) of the Frankenstein paper: `Aⱼ = b₁(j)·Aⱼ₋₁ + … + b_m(j)·Aⱼ₋ₘ` from `j = m` on.
///
/// The columns before are the "special construction": the greedy digits of the head over the basis `u₀ = 1, u₁, …` of the same recurrence, shifted to
/// the left. Where the coefficients are constant, all columns are such shifts.
pub struct LinearRule<C> {
    /// `b₁(j), …, b_m(j)`.
    coefficients: C,
    /// `u₀ = 1, …`, as far as heads need them; at least `m` of them.
    basis: Vec<Natural>,
    order: usize,
}

impl<C: Fn(usize) -> Result<Vec<Integer>, RowError>> LinearRule<C> {
    /// With `m = order` coefficients and the initial values `u₋₁, …, u₋ₘ₊₁`, for heads below `bound`.
    ///
    /// # Errors
    /// If the basis does not grow.
    pub fn new(
        coefficients: C,
        order: usize,
        initial: &[Integer],
        bound: &Natural,
    ) -> Result<Self, RowError> {
        let mut line: Vec<Integer> = initial.iter().take(order - 1).rev().cloned().collect();
        let first = line.len();
        line.push(Integer::ONE);
        // Shifts of the digits of a head reach m - 1 places further.
        let mut further = 0;
        while further < order {
            let n = line.len() - first;
            let next = combine(&coefficients(n)?, &line);
            let before = line
                .last()
                .map(Integer::unsigned_abs_ref)
                .cloned()
                .unwrap_or_default();
            if next <= before {
                return Err(RowError::Basis {
                    before,
                    after: next,
                });
            }
            if n > MOST_ELEMENTS {
                return Err(RowError::Slow {
                    place: n - 1,
                    value: before,
                });
            }
            further += usize::from(next > *bound);
            line.push(next);
        }
        let natural = |u: &Integer| u.unsigned_abs_ref().clone();
        Ok(Self {
            coefficients,
            basis: line[first..].iter().map(natural).collect(),
            order,
        })
    }

    /// The basis of the digits.
    pub fn basis(&self) -> &[Natural] {
        &self.basis
    }

    /// The greedy digits of a head, moved by so many places to the left.
    fn shifted(&self, head: &Natural, by: usize) -> Natural {
        let mut rest = head.clone();
        let mut shifted = Natural::ZERO;
        for (place, u) in self.basis.iter().enumerate().rev() {
            let digit = &rest / u;
            if digit > 0
                && let Some(target) = self.basis.get(place + by)
            {
                rest -= &digit * u;
                shifted += digit * target;
            }
        }
        shifted
    }
}

impl<C: Fn(usize) -> Result<Vec<Integer>, RowError>> RowRule for LinearRule<C> {
    fn next(&self, row: &[Natural]) -> Result<Natural, RowError> {
        let [head, ..] = row else {
            return Ok(Natural::ONE);
        };
        let column = row.len();
        let after = if column < self.order {
            Integer::from(self.shifted(head, column))
        } else {
            let line: Vec<Integer> = row[column - self.order..]
                .iter()
                .map(Integer::from)
                .collect();
            combine(&(self.coefficients)(column)?, &line)
        };
        let before = &row[column - 1];
        if after <= *before {
            return Err(RowError::NotGrowing {
                head: head.clone(),
                before: before.clone(),
                after,
            });
        }
        Ok(after.unsigned_abs_ref().clone())
    }
}

/// `b₁` times the last number, plus `b₂` times the one before it, and so on.
fn combine(coefficients: &[Integer], line: &[Integer]) -> Integer {
    let last_first = line.iter().rev();
    coefficients
        .iter()
        .zip(last_first)
        .map(|(b, u)| b * u)
        .sum()
}
