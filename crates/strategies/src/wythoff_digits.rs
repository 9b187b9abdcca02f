//! The rows of d-Wythoff from digits.
//!
//! [`THREE_FRONTS`](rules::citation::THREE_FRONTS), section 4. In the p-system of `α = [1, d, d, d, …]` the numbers of
//! A are those whose digits end in an even number of 0s, and `B_n` is `A_n` with a 0 appended. To find `A_n` from n,
//! read the q-digits of n as p-digits: that is `A_n` if they end in an even number of 0s, and `A_n + 1` otherwise,
//! because `p_i − αq_i` is negative for even i and positive for odd i.

use std::sync::Arc;

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::basic::traits::{One, Zero};
use numeration::ostrowski::{Ostrowski, Side};
use numeration::real::Real;
use numeration::system::NumerationSystem;

use super::rows::{Row, RowPlace, Rows, column_name};
use crate::strategy::{StrategyError, StrategyName};
use rules::explanation::{Sentence, SentenceValue};

/// The rows from digits.
#[derive(Clone, Debug)]
pub struct WythoffDigits {
    d: Natural,
    p: Arc<Ostrowski>,
    q: Arc<Ostrowski>,
}

impl WythoffDigits {
    /// For the slope `alpha = [1, d, d, d, …]`.
    pub(super) fn new(d: u64, alpha: &Real) -> Result<Self, StrategyError> {
        let system = |side| {
            Ostrowski::new(alpha, side)
                .map(Arc::new)
                .map_err(|error| StrategyError::NotApplicable(error.to_string()))
        };
        Ok(Self {
            d: Natural::from(d),
            p: system(Side::P)?,
            q: system(Side::Q)?,
        })
    }
}

impl Rows for WythoffDigits {
    fn name(&self) -> StrategyName {
        StrategyName::Arithmetic
    }

    fn row(&self, index: &Natural, _: &dyn Watch) -> Result<Row, StrategyError> {
        let digits = self.q.represent(index)?;
        let read = self.p.evaluate(&digits)?;
        let a = if digits.trailing_zeros() % 2 == 1 {
            read - Natural::ONE
        } else {
            read
        };
        let b = &a + index * &self.d;
        Ok(Row {
            index: index.clone(),
            entries: vec![a, b],
        })
    }

    fn locate(&self, x: &Natural, _: &dyn Watch) -> Result<RowPlace, StrategyError> {
        let digits = self.p.represent(x)?;
        let zeros = digits.trailing_zeros();
        let column = zeros % 2;
        let entries = if column == 0 {
            vec![x.clone(), self.p.evaluate(&digits.shifted_left())?]
        } else {
            let shifted = digits.shifted_right().expect("the last digit is 0");
            vec![self.p.evaluate(&shifted)?, x.clone()]
        };
        let index = (&entries[1] - &entries[0]) / &self.d;
        let parity = SentenceValue::word(if column == 0 { "even" } else { "odd" });
        let name = || SentenceValue::word(column_name(column, 2));
        let because = Sentence::new(
            "{} is the {} {}-number",
            [x.into(), SentenceValue::Ordinal(index.clone()), name()],
        );
        let digits = Sentence::new(
            "the p-digits of {}, {}, end in {}, an {} number: it is in {}",
            [
                x.into(),
                SentenceValue::Digits(digits),
                SentenceValue::Count(zeros as u64, "0"),
                parity,
                name(),
            ],
        );
        Ok(RowPlace {
            column,
            row: Row { index, entries },
            because,
            digits: Some(digits),
        })
    }

    fn last_within(
        &self,
        _: usize,
        _: usize,
        difference: &Natural,
        watch: &dyn Watch,
    ) -> Result<Row, StrategyError> {
        if self.d == Natural::ZERO {
            return Err(StrategyError::NotApplicable(
                "d must be at least 1".to_owned(),
            ));
        }
        self.row(&(difference / &self.d), watch)
    }
}
