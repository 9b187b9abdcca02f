//! The differences of consecutive ternary codes: the "line fractals" of Figures 1–3.
//!
//! Write the codes of all rows one below the other and take differences, the last one from the last row back to the first.
//! Few numbers occur, each on its own horizontal line of the picture. The appendix of the paper lists them for
//! `d = 2 … 12`, with the numbers of their occurrences up to `d = 10`, and describes them by formulas. These are, with
//! `a = 2·3^(d−2)`:
//!
//! | value | occurrences | |
//! | --- | --- | --- |
//! | `−a` | `3^(d−2)` | the base line |
//! | `3^i`, `0 ≤ i ≤ d − 3` | `2·3^i` | |
//! | `(3^(d−1) − 1)/2` | `2^(d−1)` | the penultimate top line |
//! | `(3^(d−1) + 3^(i+2))/2 + 3^k`, `0 ≤ k ≤ i ≤ d − 4` | `2^(d−3−i)·3^k` | the sequences `τ^i`; the last one is `a + 3^k` |
//!
//! The paper observes this as far as it computes. **It is a theorem.** The next row comes from a row as follows. Let `p` be the
//! first column whose entry is rounded down, that is, the first digit 2, if there is one. Then `x_p = y` becomes `y + 1`, its
//! digit 2 becomes 0, and the columns before it, which were `y` halved and rounded up, become `y + 1` halved and rounded
//! down. Column `p − 1` holds `⌈y/2⌉ = ⌊(y + 1)/2⌋ = w` before and after, and its digit grows by 1. While `w` is even, nothing
//! changes. At its first odd half, in column `q + 1` say, the digit of column `q` grows by 2, from 0 to 2, and the entry becomes
//! lower by 1; from then on each entry remains lower by 1, and each digit grows by 1. The digit of column `j` counts
//! `3^(d−1−j)`. So the difference is `−2·3^(d−2)` for `p = 1`; with `k = d − 1 − p` it is
//! `−2·3^k + 3^(k+1) = 3^k` if no half is odd, and else, with `i = d − 3 − q`,
//! `3^k + 2·3^(i+2) + Σ_(j<q) 3^(d−1−j) = 3^k + (3^(d−1) + 3^(i+2))/2`. If there is no digit 2, the next tree begins; its
//! root is lower by 1 modulo `2^(d−1)`, and each digit grows by 1: `(3^(d−1) − 1)/2`. Every code is the code of one row, so that
//! codes with given digits can be counted: of the digits before `p`, that of `p − 1` and those before `q` are 0 or 1, those between
//! are 1, that of `q` is 0, and those after `p` are free. ∎
//!
//! The number of lines is `2 + (d−1)(d−2)/2 = (d² − 3d + 6)/2`; the paper prints `(d² − 3d + 3)/2`, which is not even whole.

use std::collections::BTreeMap;

use numeration::natural::num::arithmetic::traits::PowerOf2;
use numeration::natural::{Integer, Natural, One, Pow};

use super::{Codes, Dimension, DimensionError, RowOrder};

/// One value of the differences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferenceLine {
    /// The value.
    pub value: Integer,
    /// How often it occurs.
    pub occurrences: Natural,
}

/// What a line of the picture is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// `−2·3^(d−2)`: the lowest one.
    Base,
    /// `3^i`.
    Power(u32),
    /// `(3^(d−1) − 1)/2`.
    Middle,
    /// Member `k` of the sequence `τ^i`.
    Sequence {
        /// The number of the sequence.
        i: u32,
        /// The place in it.
        k: u32,
    },
}

/// The differences of consecutive codes, one after the other.
#[derive(Clone, Debug)]
pub struct Differences {
    codes: Codes,
    first: Option<i64>,
    last: Option<i64>,
}

impl Differences {
    /// All `3^(d−1)` of them, the one from the last row back to the first at the end.
    pub fn new(d: Dimension, order: RowOrder) -> Result<Self, DimensionError> {
        Ok(Self {
            codes: Codes::new(d, order)?,
            first: None,
            last: None,
        })
    }
}

impl Iterator for Differences {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        let last = match self.last {
            Some(last) => last,
            None => *self.first.insert(signed(self.codes.next()?)),
        };
        match self.codes.next().map(signed) {
            Some(next) => {
                self.last = Some(next);
                Some(next - last)
            }
            None => {
                self.last = Some(last);
                self.first.take().map(|first| first - last)
            }
        }
    }
}

fn signed(code: u64) -> i64 {
    i64::try_from(code).expect("a code is below 3^39")
}

/// The values with their occurrences, in increasing order, by counting all differences.
pub fn lines(d: Dimension, order: RowOrder) -> Result<Vec<DifferenceLine>, DimensionError> {
    let mut occurrences: BTreeMap<i64, u64> = BTreeMap::new();
    for difference in Differences::new(d, order)? {
        *occurrences.entry(difference).or_default() += 1;
    }
    let line = |(value, count)| DifferenceLine {
        value: Integer::from(value),
        occurrences: Natural::from(count),
    };
    Ok(occurrences.into_iter().map(line).collect())
}

/// The values with their occurrences, in increasing order, by the formulas; for any `d`.
pub fn lines_by_formula(d: Dimension) -> Vec<(LineKind, DifferenceLine)> {
    kinds(d)
        .into_iter()
        .map(|kind| (kind, kind.line(d)))
        .collect()
}

fn kinds(d: Dimension) -> Vec<LineKind> {
    let d = d.get();
    let powers = (0..d - 2).map(LineKind::Power);
    let sequences = (3..d.max(3))
        .map(|top| top - 3)
        .flat_map(|i| (0..=i).map(move |k| LineKind::Sequence { i, k }));
    std::iter::once(LineKind::Base)
        .chain(powers)
        .chain([LineKind::Middle])
        .chain(sequences)
        .collect()
}

impl LineKind {
    /// Its value and its occurrences.
    pub fn line(self, d: Dimension) -> DifferenceLine {
        let three = |power: u32| Integer::from(3).pow(u64::from(power));
        let times = |power: u32| Natural::from(3u32).pow(u64::from(power));
        let two = |power: u32| Natural::power_of_2(u64::from(power));
        let d = d.get();
        let (value, occurrences) = match self {
            Self::Base => (-(three(d - 2) << 1u64), times(d - 2)),
            Self::Power(i) => (three(i), times(i) << 1u64),
            Self::Middle => ((three(d - 1) - Integer::ONE) >> 1u64, two(d - 1)),
            Self::Sequence { i, k } => (
                ((three(d - 1) + three(i + 2)) >> 1u64) + three(k),
                two(d - 3 - i) * times(k),
            ),
        };
        DifferenceLine { value, occurrences }
    }

    /// The formula of its value.
    pub fn formula(self) -> String {
        match self {
            Self::Base => "-2*3^(d-2)".to_owned(),
            Self::Power(i) => format!("3^{i}"),
            Self::Middle => "(3^(d-1) - 1)/2".to_owned(),
            Self::Sequence { i, k } => format!("(3^(d-1) + 3^{})/2 + 3^{k}", i + 2),
        }
    }
}

/// The numbers of the rows at which the base line has a point: the next code is lower by `2·3^(d−2)`.
pub fn baseline(d: Dimension) -> Result<impl Iterator<Item = u64>, DimensionError> {
    let base = -2 * 3i64.pow(d.get().min(Dimension::LARGEST_LISTED) - 2);
    let numbered = (0u64..).zip(Differences::new(d, RowOrder::FromLast)?);
    Ok(numbered
        .filter(move |(_, difference)| *difference == base)
        .map(|(number, _)| number))
}
