//! The rows of the array 𝒜 from the ternary system 𝒰.
//!
//! [`FRANKENSTEIN`](rules::citation::FRANKENSTEIN), Theorems 1 and 2: column j consists of the numbers whose digits
//! over 𝒰 end in exactly j 0s, and each entry of a row is the left shift `L` of the one before. So `A_0^n` is the
//! number without its last 0s, `n = L(A_0^n) − 2A_0^n`, and `A_0^n = L(n−1) − (n−1)` for n > 1.

use std::sync::Arc;

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::basic::traits::One;
use numeration::recurrence::TernaryU;
use numeration::system::{NumerationSystem, Representation};

use super::frankenstein::{Location, RowFinder};
use crate::strategy::{StrategyError, StrategyName};
use rules::explanation::{Sentence, SentenceValue};

/// The rows from the system 𝒰: polynomial in the number of digits.
#[derive(Clone, Debug)]
pub struct Ternary {
    system: Arc<TernaryU>,
}

impl Ternary {
    /// The system.
    pub fn new() -> Self {
        Self {
            system: Arc::new(TernaryU::new()),
        }
    }
}

impl Default for Ternary {
    fn default() -> Self {
        Self::new()
    }
}

impl RowFinder for Ternary {
    fn name(&self) -> StrategyName {
        StrategyName::Arithmetic
    }

    fn locate(&self, value: &Natural, _: &dyn Watch) -> Result<Location, StrategyError> {
        let digits = self.system.represent(value)?;
        let column = digits.trailing_zeros();
        let words = digits.words().expect("ternary digits are small");
        let reduced = Representation::from_words_lowest_first(words[column..].to_vec());
        let first = self.system.evaluate(&reduced)?;
        let second = self.system.evaluate(&reduced.shifted_left())?;
        let row: Natural = second - (&first << 1);
        let because = Sentence::new(
            "{} is A_{}^{}",
            [value.into(), SentenceValue::number(column), (&row).into()],
        );
        let digits = Sentence::new(
            "the ternary digits of {}, {}, end in {}: it is in column {}",
            [
                value.into(),
                SentenceValue::Digits(digits),
                SentenceValue::Count(column as u64, "0"),
                SentenceValue::number(column),
            ],
        );
        Ok(Location {
            column,
            row,
            first,
            because,
            digits: Some(digits),
        })
    }

    fn first(&self, n: &Natural, _: &dyn Watch) -> Result<Natural, StrategyError> {
        let before = n - Natural::ONE;
        if before == 0 {
            return Ok(Natural::ONE);
        }
        Ok(self.system.left_shift(&before)? - before)
    }
}
