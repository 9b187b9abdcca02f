//! Rows of two complementary Beatty sequences, `A_n = ⌊nα⌋` and `B_n = ⌊nβ⌋` with `1/α + 1/β = 1`.
//!
//! For irrational β > 2 they split the positive integers ([`numeration::beatty`]).
//! There are `⌊(x+1)/β⌋` numbers of B up to `x`, so that the place of `x` is known from `⌊x/β⌋` and `⌊(x+1)/β⌋`.
//!
//! ```
//! use strategies::beatty::BeattyRows;
//! use strategies::rows::Rows;
//! use logic::Unwatched;
//! use numeration::natural::Natural;
//! use numeration::real::Real;
//!
//! let rows = BeattyRows::new(Real::pi())?;
//! let place = rows.locate(&Natural::from(25u8), &Unwatched)?;
//! assert_eq!((place.column, place.row.position().to_string()), (1, "(11, 25)".to_owned()));
//! # Ok::<(), strategies::strategy::StrategyError>(())
//! ```

use std::cmp::Ordering;

use logic::Watch;
use numeration::natural::num::basic::traits::{One, Zero};
use numeration::natural::{Integer, Natural};
use numeration::real::{Irrationality, Real};

use super::rows::{Row, RowPlace, Rows, column_name};
use crate::strategy::{StrategyError, StrategyName};
use rules::explanation::{Sentence, SentenceValue};

/// The rows `(⌊nα⌋, ⌊nβ⌋)`.
#[derive(Clone, Debug)]
pub struct BeattyRows {
    alpha: Multiples,
    beta: Multiples,
    /// `1/β`.
    density: Multiples,
    /// `1/(β − α)`.
    per_difference: Multiples,
    certain: bool,
}

impl BeattyRows {
    /// The rows for an irrational `beta > 2`.
    pub fn new(beta: Real) -> Result<Self, StrategyError> {
        let refuse = |why: &str| Err(StrategyError::NotApplicable(why.to_owned()));
        let irrationality = beta.irrationality();
        if irrationality == Irrationality::Rational {
            return refuse(
                "β must be irrational: for a rational β the two sequences do not split the positive integers",
            );
        }
        if beta.compare(&Real::from(2))? != Ordering::Greater {
            return refuse("β must be greater than 2");
        }
        let alpha = beta.div(&beta.sub(&Real::from(1))?)?;
        let difference = beta.sub(&alpha)?;
        Ok(Self {
            density: Multiples::new(Real::from(1).div(&beta)?)?,
            per_difference: Multiples::new(Real::from(1).div(&difference)?)?,
            alpha: Multiples::new(alpha)?,
            beta: Multiples::new(beta)?,
            certain: irrationality == Irrationality::Irrational,
        })
    }

    /// β.
    pub fn beta(&self) -> &Real {
        &self.beta.real
    }

    /// Is β known to be irrational?
    pub fn is_certain(&self) -> bool {
        self.certain
    }

    /// How many numbers of B there are from 1 to `x`.
    pub(super) fn count(&self, x: &Natural) -> Result<Natural, StrategyError> {
        self.density.floor(&(x + Natural::ONE))
    }

    /// `(⌊nα⌋, ⌊nβ⌋)`.
    pub(super) fn entries(&self, n: &Natural) -> Result<[Natural; 2], StrategyError> {
        Ok([self.alpha.floor(n)?, self.beta.floor(n)?])
    }

    /// Is `(low, high)` a row? Fast for machine words.
    pub(super) fn is_row(&self, low: &Natural, high: &Natural) -> Result<bool, StrategyError> {
        let n = self.count(high)?;
        Ok(self.alpha.floor(&n)? == *low && self.beta.floor(&n)? == *high)
    }

    /// In machine words: `⌊nα⌋` and `⌊nβ⌋`, unless too near to the next integer to tell.
    pub(super) fn entries_of_word(&self, n: u64) -> Option<[u64; 2]> {
        Some([self.alpha.floor_word(n)?, self.beta.floor_word(n)?])
    }
}

impl Rows for BeattyRows {
    fn name(&self) -> StrategyName {
        StrategyName::Algebraic
    }

    fn row(&self, index: &Natural, _: &dyn Watch) -> Result<Row, StrategyError> {
        Ok(Row {
            index: index.clone(),
            entries: self.entries(index)?.to_vec(),
        })
    }

    fn locate(&self, x: &Natural, watch: &dyn Watch) -> Result<RowPlace, StrategyError> {
        let through = self.count(x)?;
        let column = usize::from(through > self.density.floor(x)?);
        let index = if column == 1 { through } else { x - through };
        let text = [
            "{} = ⌊{}α⌋ is the {} {}-number",
            "{} = ⌊{}β⌋ is the {} {}-number",
        ][column];
        let name = SentenceValue::word(column_name(column, 2));
        let because = Sentence::new(
            text,
            [
                x.into(),
                (&index).into(),
                SentenceValue::Ordinal(index.clone()),
                name,
            ],
        );
        Ok(RowPlace {
            column,
            row: self.row(&index, watch)?,
            because,
            digits: None,
        })
    }

    fn last_within(
        &self,
        _: usize,
        _: usize,
        difference: &Natural,
        watch: &dyn Watch,
    ) -> Result<Row, StrategyError> {
        // B_n − A_n is within 1 of n(β − α), so that the last n is within a unit of difference/(β − α).
        let mut low = match difference.cmp(&Natural::ONE) {
            Ordering::Greater => self.per_difference.floor(&(difference - Natural::ONE))?,
            _ => Natural::ZERO,
        };
        let mut high = self.per_difference.floor(&(difference + Natural::ONE))? + Natural::ONE;
        while &low + Natural::ONE < high {
            watch.check()?;
            let middle = (&low + &high) >> 1;
            let [a, b] = self.entries(&middle)?;
            if b - a <= *difference {
                low = middle
            } else {
                high = middle
            }
        }
        self.row(&low, watch)
    }
}

/// Floors of multiples of one positive real, with a fixed-point value of it for machine words.
#[derive(Clone, Debug)]
pub(super) struct Multiples {
    real: Real,
    /// The whole part and `⌊2^128 · fraction⌋`, if the whole part is small.
    fixed: Option<(u64, u128)>,
}

impl Multiples {
    pub(super) fn new(real: Real) -> Result<Self, StrategyError> {
        let whole = real.floor()?;
        let scaled = real.floor_multiple(&(Integer::ONE << 128))?;
        let fraction = u128::try_from(&(scaled - (&whole << 128))).ok();
        let fixed = u64::try_from(&whole)
            .ok()
            .filter(|whole| whole >> 32 == 0)
            .zip(fraction);
        Ok(Self { real, fixed })
    }

    pub(super) fn floor(&self, n: &Natural) -> Result<Natural, StrategyError> {
        if let Some(word) = u64::try_from(n).ok().and_then(|n| self.floor_word(n)) {
            return Ok(Natural::from(word));
        }
        let floor = self.real.floor_multiple(&Integer::from(n))?;
        Ok(Natural::try_from(floor).expect("a multiple of a positive number"))
    }

    /// The floor of a multiple if the fixed-point value, too small by less than 2^−128, already tells it.
    pub(super) fn floor_word(&self, n: u64) -> Option<u64> {
        let (whole, fraction) = self.fixed?;
        let low = u128::from(n) * (fraction & u128::from(u64::MAX));
        let high = u128::from(n) * (fraction >> 64) + (low >> 64);
        // The part below the integer, in units of 2^-128, must not reach 2^128 when n is added to it.
        let rest = ((high & u128::from(u64::MAX)) << 64) | (low & u128::from(u64::MAX));
        rest.checked_add(u128::from(n))?;
        n.checked_mul(whole)?.checked_add((high >> 64) as u64)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn machine_words_and_exact_floors_agree() {
        let reals = [
            Real::pi(),
            Real::phi(),
            Real::from(2).add(&Real::from(2).sqrt().unwrap()).unwrap(),
        ];
        for real in reals {
            let multiples = Multiples::new(real.clone()).unwrap();
            for n in (0..300)
                .chain((40..62).flat_map(|bits| [(1 << bits) - 1, 1 << bits, (1 << bits) + 1]))
            {
                let exact = real.floor_multiple(&Integer::from(n)).unwrap();
                assert_eq!(
                    Integer::from(multiples.floor_word(n).unwrap()),
                    exact,
                    "{n} · {real}"
                );
            }
        }
    }

    #[test]
    fn a_rational_or_small_beta_is_refused() {
        let refused = |beta: Real| BeattyRows::new(beta).unwrap_err().to_string();
        assert!(refused(Real::ratio(22, 7).unwrap()).contains("irrational"));
        assert!(refused(Real::from(2)).contains("irrational"));
        assert!(refused(Real::from(4).sqrt().unwrap()).contains("irrational"));
        assert_eq!(refused(Real::phi()), "β must be greater than 2");
    }
}
