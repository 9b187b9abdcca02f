//! The rows of the Raleigh game from Zeckendorf digits.
//!
//! [`RALEIGH`](rules::citation::RALEIGH), Theorem 3: a number is in A if its digits end in 1, in B if they end in an
//! odd number of 0s, in C if they end in an even number of 0s that is not none; and C_n is the left shift of B_n. With
//! `L` for the left shift: from `a = A_n`, `B_n = a + 1` and `C_n = L(a) + 1`; the row index is `n = 2B_n − C_n`; and
//! `C_m − B_m = L(m − 1) + 1`, so that the last m with `C_m − B_m ≤ t` is one more than `t − 1` without its last
//! digit.

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::basic::traits::{One, Zero};
use numeration::zeckendorf::Zeckendorf;

use super::raleigh::{difference_from_b, row_from};
use super::rows::{Row, RowPlace, Rows};
use crate::strategy::{StrategyError, StrategyName};
use rules::explanation::{Sentence, SentenceValue};

/// The rows by Theorem 3.
#[derive(Clone, Copy, Debug, Default)]
pub struct RaleighDigits;

impl Rows for RaleighDigits {
    fn name(&self) -> StrategyName {
        StrategyName::Arithmetic
    }

    fn row(&self, index: &Natural, _: &dyn Watch) -> Result<Row, StrategyError> {
        if *index == Natural::ZERO {
            return Ok(row_from(Natural::ZERO, Natural::ZERO));
        }
        let shifted = Zeckendorf::shared().shift(&(index - Natural::ONE)).left;
        Ok(row_from(index.clone(), shifted + Natural::ONE))
    }

    fn locate(&self, a: &Natural, _: &dyn Watch) -> Result<RowPlace, StrategyError> {
        let shifted = Zeckendorf::shared().shift(a);
        let zeros = shifted.digits.trailing_zeros();
        // Those of a short number are soon worked out again if somebody reads them.
        let digits = match u64::try_from(a) {
            Ok(_) => SentenceValue::Zeckendorf(a.clone()),
            Err(_) => SentenceValue::Digits(shifted.digits),
        };
        let (column, b, c) = match zeros {
            0 => (0, a + Natural::ONE, shifted.left + Natural::ONE),
            odd if odd % 2 == 1 => (1, a.clone(), shifted.left),
            // L(L(r)) = L(r) + r, so that the right shift of a is L(a) - a.
            _ => (2, shifted.left - a, a.clone()),
        };
        let index: Natural = (&b << 1) - &c;
        let ordinal = SentenceValue::Ordinal(index.clone());
        let because = Sentence::new(
            [
                "a = {} is the {} A-number",
                "a = {} is the {} B-number",
                "a = {} is the {} C-number",
            ][column],
            [a.into(), ordinal],
        );
        let digits = match column {
            0 => Sentence::new(
                "the Zeckendorf digits of {}, {}, end in 1: it is an A-number",
                [a.into(), digits],
            ),
            _ => Sentence::new(
                [
                    "the Zeckendorf digits of {}, {}, end in {}, an odd number: it is a B-number",
                    "the Zeckendorf digits of {}, {}, end in {}, an even number: it is a C-number",
                ][column - 1],
                [a.into(), digits, SentenceValue::Count(zeros as u64, "0")],
            ),
        };
        Ok(RowPlace {
            column,
            row: Row {
                index,
                entries: vec![&b - Natural::ONE, b, c],
            },
            because,
            digits: Some(digits),
        })
    }

    fn has(&self, entries: &[Natural], _: &dyn Watch) -> Result<bool, StrategyError> {
        let [a, b, c] = entries else {
            return Ok(false);
        };
        let shifted = Zeckendorf::shared().shift(a);
        let in_a = shifted.digits.trailing_zeros() == 0;
        Ok(in_a && *b == a + Natural::ONE && *c == shifted.left + Natural::ONE)
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
        // Without its last digit, u = t - 1 becomes the right shift of u - last, which is L(u) - u - last.
        let less = t - Natural::ONE;
        let shifted = Zeckendorf::shared().shift(&less);
        let last = shifted.digits.digit(0);
        let m = shifted.left - &less - &last + Natural::ONE;
        Ok(row_from(m, less - last + Natural::ONE))
    }
}
