//! The rows of the array 𝒜 from floors of multiples of φ: no numeration system.
//!
//! [`FRANKENSTEIN`](rules::citation::FRANKENSTEIN), Theorem 2: `A_0^n = ⌊(n−1)φ⌋ + 1`, and the entry of a row after `m` is
//! `⌊mφ²⌋ + 1`. For x > 1 put `y = x − 1`. Since `1/φ + 1/φ² = 1`, either `y = ⌊qφ⌋` with `q = ⌈y/φ⌉`, and x is the
//! first of its row, `n = q + 1`; or `y = ⌊mφ²⌋` with `m = ⌈y/φ²⌉`, and m is the entry before x. Both are had from one floor,
//! `q = ⌊yφ⌋ − y + 1` and `m = y − q + 1`. An entry is at most 0.4 times the next one, so that row and column of x are found
//! by O(log x) floors: section 4 of the paper asks for a polynomial algorithm that is not based on numeration systems.

use std::sync::Arc;

use logic::Watch;
use numeration::golden::Golden;
use numeration::natural::Natural;
use numeration::natural::num::basic::traits::{One, Zero};

use super::frankenstein::{Location, RowFinder};
use crate::strategy::{StrategyError, StrategyName};
use rules::explanation::{Sentence, SentenceValue};

/// The rows from floors: polynomial in the number of digits.
#[derive(Clone, Debug, Default)]
pub struct FrankensteinFloors {
    golden: Arc<Golden>,
}

impl FrankensteinFloors {
    /// Knows no digits of φ yet.
    pub fn new() -> Self {
        Self::default()
    }

    fn floor(&self, q: &Natural) -> Natural {
        self.golden.floors(q).first
    }
}

impl RowFinder for FrankensteinFloors {
    fn name(&self) -> StrategyName {
        StrategyName::Algebraic
    }

    fn locate(&self, value: &Natural, watch: &dyn Watch) -> Result<Location, StrategyError> {
        let mut first = value.clone();
        let mut column = 0;
        let before = loop {
            watch.check()?;
            let y = &first - Natural::ONE;
            if y == 0 {
                break Natural::ZERO;
            }
            let q = self.floor(&y) + Natural::ONE - &y;
            if self.floor(&q) == y {
                break q;
            }
            first = y + Natural::ONE - q;
            column += 1;
        };
        let row = &before + Natural::ONE;
        let because = Sentence::new(
            "{} is A_{}^{}",
            [
                value.into(),
                SentenceValue::number(column as u64),
                (&row).into(),
            ],
        );
        let digits = if column == 0 {
            Sentence::new("{} = ⌊{}φ⌋ + 1", [value.into(), before.into()])
        } else {
            let parts = [
                SentenceValue::Count(column as u64, "step"),
                value.into(),
                (&first).into(),
                before.into(),
            ];
            Sentence::new(
                "{} x -> ⌈(x - 1)/φ²⌉ lead from {} down to {} = ⌊{}φ⌋ + 1",
                parts,
            )
        };
        Ok(Location {
            column,
            row,
            first,
            because,
            digits: Some(digits),
        })
    }

    fn first(&self, n: &Natural, _: &dyn Watch) -> Result<Natural, StrategyError> {
        Ok(self.floor(&(n - Natural::ONE)) + Natural::ONE)
    }
}
