//! The rows of the Raleigh game from Zeckendorf digits.
//!
//! A. S. Fraenkel, The Raleigh game, Integers 7(2) (2007), A13, Theorem 3: a number is in A if its digits end in 1, in B if they
//! end in an odd number of 0s, in C if they end in an even number of 0s that is not none; and C_n is the left shift
//! of B_n. With `L` for the left shift: from `a = A_n`, `B_n = a + 1` and `C_n = L(a) + 1`; the row index is `n = 2B_n − C_n`; and
//! `C_m − B_m = L(m − 1) + 1`, so that the last m with `C_m − B_m ≤ t` is one more than `t − 1` without its last digit.

use std::sync::Arc;

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::basic::traits::{One, Zero};
use numeration::system::{NumerationSystem, Representation};
use numeration::zeckendorf::Zeckendorf;

use super::raleigh::{difference_from_b, row_from};
use super::rows::{Place, Row, Rows};
use crate::explanation::{Sentence, Value};
use crate::strategy::{StrategyError, StrategyName};

/// The rows by Theorem 3.
#[derive(Clone, Debug, Default)]
pub struct Digits {
    system: Arc<Zeckendorf>,
}

impl Digits {
    /// The number with these digits and a 0 appended.
    fn left_shift(&self, digits: &Representation) -> Result<Natural, StrategyError> {
        Ok(self.system.evaluate(&digits.shifted_left())?)
    }
}

impl Rows for Digits {
    fn name(&self) -> StrategyName {
        StrategyName::Arithmetic
    }

    fn row(&self, index: &Natural, _: &dyn Watch) -> Result<Row, StrategyError> {
        if *index == Natural::ZERO {
            return Ok(row_from(Natural::ZERO, Natural::ZERO));
        }
        let shifted = self.system.left_shift(&(index - Natural::ONE))?;
        Ok(row_from(index.clone(), shifted + Natural::ONE))
    }

    fn locate(&self, a: &Natural, _: &dyn Watch) -> Result<Place, StrategyError> {
        let digits = self.system.represent(a)?;
        let zeros = digits.trailing_zeros();
        let (column, b, c) = match zeros {
            0 => (0, a + Natural::ONE, self.left_shift(&digits)? + Natural::ONE),
            odd if odd % 2 == 1 => (1, a.clone(), self.left_shift(&digits)?),
            _ => {
                let shifted = digits.shifted_right().expect("the last digit is 0");
                (2, self.system.evaluate(&shifted)?, a.clone())
            }
        };
        let index: Natural = (&b << 1) - &c;
        let ordinal = Value::Ordinal(index.clone());
        let because = match column {
            0 => Sentence::new(
                "a = {} is the {} A-number (its Zeckendorf digits {} end in 1)",
                [a.into(), ordinal, Value::Digits(digits)],
            ),
            _ => Sentence::new(
                [
                    "a = {} is the {} B-number (its Zeckendorf digits {} end in {} 0s, an odd number)",
                    "a = {} is the {} C-number (its Zeckendorf digits {} end in {} 0s, an even number)",
                ][column - 1],
                [a.into(), ordinal, Value::Digits(digits), Value::number(zeros)],
            ),
        };
        Ok(Place { column, row: Row { index, entries: vec![&b - Natural::ONE, b, c] }, because })
    }

    fn last_within(
        &self,
        lower: usize,
        upper: usize,
        difference: &Natural,
        watch: &dyn Watch,
    ) -> Result<Row, StrategyError> {
        let Some(t) = difference_from_b(lower, upper, difference)? else {
            return self.row(&Natural::ZERO, watch);
        };
        let less = t - Natural::ONE;
        let digits = self.system.represent(&less)?;
        let words = digits.words().expect("Zeckendorf digits are small");
        let rest = words.get(1..).unwrap_or_default().to_vec();
        let rest = Representation::from_words_lowest_first(rest);
        let m = self.system.evaluate(&rest)? + Natural::ONE;
        Ok(row_from(m, less - digits.digit(0) + Natural::ONE))
    }
}
