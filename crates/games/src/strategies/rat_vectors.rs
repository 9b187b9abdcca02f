//! The rat vectors: `r_k(n) = ⌊(2^m − 1)n / 2^(m−k)⌋ − 2^(k−1) + 1`, `k = 1 … m`.
//!
//! For every `m ≥ 2` they split the positive integers (A. S. Fraenkel, Complementing and exactly covering
//! sequences, J. Combin. Theory Ser. A 14 (1973), 8–20). They are the P-positions of the Mouse game (m = 2),
//! the Rat game (m = 3), the Fat Rat (any m) and the succinct and grandiose rat games. Here they are found by
//! the formula ([`Formula`]), from digits ([`Digits`]) and by the mex rule ([`by_mex`]).
//!
//! The digits are those of the p-system of `(2^m − 1)/2^(m−1) = [1, 1, 2^(m−1) − 1]`, with
//! `p_0 = 1, p_1 = 2, p_2 = 2^m − 1` (for the Rat game Theorems 4 and 5 of its paper). Modulo `2^m − 1`, column `k`
//! consists of the odd multiples of `2^(k−1)`. So a number with digits `s_2 s_1 s_0` is in the first column
//! if it ends in an even number of 0s, and in column `k ≥ 2` if it ends in `s_1 0` with `s_1` an odd
//! multiple of `2^(k−2)`. For the Mouse game, `3/2 = [1, 1, 1]`: A ends in an even number of 0s, B in `10`.

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::{DivMod, ModPowerOf2, PowerOf2};
use numeration::natural::num::basic::traits::{One, Zero};

use super::mex_table::MexTable;
use super::rows::{Place, Row, Rows, column_name, last_within_from};
use crate::explanation::{Sentence, Value};
use crate::strategy::{StrategyError, StrategyName};

/// The rat vectors of `m` columns by their formula.
#[derive(Clone, Debug)]
pub struct Formula {
    vectors: RatVectors,
}

/// The rat vectors of `m` columns from the digits of the p-system.
#[derive(Clone, Debug)]
pub struct Digits {
    vectors: RatVectors,
}

/// The rat vectors of `m` columns by the mex rule: `r_1(n)` is the mex, and
/// `r_(i+1)(n) − r_i(n) = ⌊((2^m − 1)n − 2^(m−1) + 2^(m−1−i)) / 2^(m−i)⌋` (the Rat game paper, Theorems 1 and 6).
pub fn by_mex(m: usize) -> MexTable {
    MexTable::new(m, move |n, first, _| {
        let mut entry = u128::from(first);
        let rest = (1..m).map(|i| {
            entry += gap(u32::try_from(m).ok()?, i as u32, u128::from(n))?;
            u64::try_from(entry).ok()
        });
        rest.collect()
    })
}

/// `r_(i+1)(n) − r_i(n)` in machine words, if it fits.
fn gap(m: u32, i: u32, n: u128) -> Option<u128> {
    let modulus = 1u128.checked_shl(m).filter(|power| *power != 0)? - 1;
    let shifted = modulus.checked_mul(n)? - ((1 << (m - 1)) - (1 << (m - 1 - i)));
    Some(shifted >> (m - i))
}

impl Formula {
    /// For `m ≥ 2` columns.
    pub fn new(m: usize) -> Self {
        Self {
            vectors: RatVectors::new(m),
        }
    }
}

impl Digits {
    /// For `m ≥ 2` columns.
    pub fn new(m: usize) -> Self {
        Self {
            vectors: RatVectors::new(m),
        }
    }

    /// The entry of column `k` with index `n`: `n − 1 = q·2^(m−k) + i` puts it at `q·(2^m − 1) + 2^(k−1)(2i + 1)`.
    fn entry(&self, k: u64, n: &Natural) -> Natural {
        if *n == Natural::ZERO {
            return Natural::ZERO;
        }
        let (m, before) = (self.vectors.m, n - Natural::ONE);
        let i = (&before).mod_power_of_2(m - k);
        ((before >> (m - k)) * &self.vectors.modulus) + (((i << 1) + Natural::ONE) << (k - 1))
    }
}

impl Rows for Formula {
    fn name(&self) -> StrategyName {
        StrategyName::Algebraic
    }

    fn row(&self, index: &Natural, _: &dyn Watch) -> Result<Row, StrategyError> {
        Ok(self.vectors.row(index))
    }

    fn locate(&self, value: &Natural, _: &dyn Watch) -> Result<Place, StrategyError> {
        let vectors = &self.vectors;
        let (k, row) = (1..=vectors.m)
            .find_map(|k| {
                let index = vectors.first_index_from(k, value);
                (vectors.entry(k, &index) == *value).then(|| (k, vectors.row(&index)))
            })
            .expect("the rat vectors split the positive integers");
        let because = vectors.formula(k, value, &row.index);
        Ok(Place {
            column: k as usize - 1,
            row,
            because,
        })
    }

    fn last_within(
        &self,
        lower: usize,
        upper: usize,
        difference: &Natural,
        watch: &dyn Watch,
    ) -> Result<Row, StrategyError> {
        let estimate = self.vectors.estimate_within(lower, upper, difference);
        last_within_from(estimate, difference, (lower, upper), |index| {
            self.row(index, watch)
        })
    }
}

impl Rows for Digits {
    fn name(&self) -> StrategyName {
        StrategyName::Arithmetic
    }

    fn row(&self, index: &Natural, _: &dyn Watch) -> Result<Row, StrategyError> {
        let entries = (1..=self.vectors.m).map(|k| self.entry(k, index)).collect();
        Ok(Row {
            index: index.clone(),
            entries,
        })
    }

    fn locate(&self, value: &Natural, watch: &dyn Watch) -> Result<Place, StrategyError> {
        let m = self.vectors.m;
        let (s2, rest) = value.div_mod(&self.vectors.modulus);
        let s0 = (&rest).mod_power_of_2(1);
        let s1: Natural = rest >> 1;
        let zeros = s1.trailing_zeros();
        let (k, index) = match zeros {
            Some(zeros) if s0 == Natural::ZERO => {
                let k = zeros + 2;
                (k, (&s2 << (m - k)) + (&s1 >> (zeros + 1)) + Natural::ONE)
            }
            None if s0 == Natural::ZERO => (1, &s2 << (m - 1)),
            _ => (1, (&s2 << (m - 1)) + &s1 + Natural::ONE),
        };
        let because = Sentence::new(
            "{} = {}·{} + {}·2 + {} has the p-digits {} {} {}, which end in {}: it is the {} {}-number",
            [
                value.into(),
                (&s2).into(),
                (&self.vectors.modulus).into(),
                (&s1).into(),
                (&s0).into(),
                (&s2).into(),
                (&s1).into(),
                (&s0).into(),
                ending(k, &s1, &s0),
                Value::Ordinal(index.clone()),
                self.vectors.column(k),
            ],
        );
        Ok(Place {
            column: k as usize - 1,
            row: self.row(&index, watch)?,
            because,
        })
    }

    fn last_within(
        &self,
        lower: usize,
        upper: usize,
        difference: &Natural,
        watch: &dyn Watch,
    ) -> Result<Row, StrategyError> {
        let estimate = self.vectors.estimate_within(lower, upper, difference);
        last_within_from(estimate, difference, (lower, upper), |index| {
            self.row(index, watch)
        })
    }
}

/// How the digits of a number of column `k` end.
fn ending(k: u64, s1: &Natural, s0: &Natural) -> Value {
    match k {
        1 if *s0 == Natural::ONE => Value::word("no 0, an even number of them"),
        1 => Value::word("00, an even number of 0s"),
        2 => Value::word(format!(
            "{} 0 with {} odd",
            crate::explanation::abbreviate(s1),
            crate::explanation::abbreviate(s1)
        )),
        _ => Value::word(format!(
            "{} 0 with {0} an odd multiple of 2^{}",
            crate::explanation::abbreviate(s1),
            k - 2
        )),
    }
}

/// The numbers of columns, and what follows from it.
#[derive(Clone, Debug)]
pub(super) struct RatVectors {
    m: u64,
    /// `2^m − 1`.
    modulus: Natural,
}

impl RatVectors {
    pub(super) fn new(m: usize) -> Self {
        let m = m as u64;
        Self {
            m,
            modulus: Natural::power_of_2(m) - Natural::ONE,
        }
    }

    pub(super) fn modulus(&self) -> &Natural {
        &self.modulus
    }

    pub(super) fn entry(&self, k: u64, n: &Natural) -> Natural {
        if *n == Natural::ZERO {
            return Natural::ZERO;
        }
        (((n << self.m) - n) >> (self.m - k)) - self.offset(k)
    }

    fn row(&self, index: &Natural) -> Row {
        Row {
            index: index.clone(),
            entries: (1..=self.m).map(|k| self.entry(k, index)).collect(),
        }
    }

    /// `2^(k−1) − 1`, what the formula takes off in column `k`.
    pub(super) fn offset(&self, k: u64) -> Natural {
        Natural::power_of_2(k - 1) - Natural::ONE
    }

    /// The first index from which the entries of column `k` are at least `value > 0`.
    pub(super) fn first_index_from(&self, k: u64, value: &Natural) -> Natural {
        let scaled = (value + self.offset(k)) << (self.m - k);
        (scaled + &self.modulus - Natural::ONE) / &self.modulus
    }

    /// The last index with this difference between two columns, or up to two more: the difference is linear
    /// up to an error below 1.
    pub(super) fn estimate_within(
        &self,
        lower: usize,
        upper: usize,
        difference: &Natural,
    ) -> Natural {
        let (p, q) = (lower as u64 + 1, upper as u64 + 1);
        let room =
            difference + Natural::ONE + Natural::power_of_2(q - 1) - Natural::power_of_2(p - 1);
        (room << (self.m - p)) / (&self.modulus * (Natural::power_of_2(q - p) - Natural::ONE))
    }

    /// The formula that puts a value in column `k`, with its numbers.
    fn formula(&self, k: u64, value: &Natural, index: &Natural) -> Sentence {
        let mut parts = vec![value.into(), (&self.modulus).into(), index.into()];
        let text = if k == self.m {
            parts.push(self.offset(k).into());
            "{} = {}·{} - {} is the {} {}-number"
        } else if k == 1 {
            parts.push(Natural::power_of_2(self.m - k).into());
            "{} = ⌊{}·{}/{}⌋ is the {} {}-number"
        } else {
            parts.extend([
                Natural::power_of_2(self.m - k).into(),
                self.offset(k).into(),
            ]);
            "{} = ⌊{}·{}/{}⌋ - {} is the {} {}-number"
        };
        parts.extend([Value::Ordinal(index.clone()), self.column(k)]);
        Sentence::new(text, parts)
    }

    fn column(&self, k: u64) -> Value {
        Value::word(column_name(k as usize - 1, self.m as usize))
    }
}
