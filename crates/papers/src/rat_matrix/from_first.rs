//! The differences of consecutive codes if the rows are ordered from the first column on (Remark 1 of the paper).
//!
//! The paper observes that their number is `((d−1)³ − 3(d−1)² + 8(d−1) + 6)/6` as far as it computes. **It is a theorem.** With
//! `n = d − 1` digits, and the digit of column 1 at place `n − 1`, the differences are
//!
//! | value | occurrences |
//! | --- | --- |
//! | `−2·3^(n−1)` | `2n − 1` |
//! | `−2·3^(n−1) − (3^K − 3^z)/2`, `0 ≤ z < K ≤ n − 2` | `2^(K−z)` |
//! | `3^i`, `0 ≤ i ≤ n − 2` | `(2i + 1)·2·3^(n−2−i)` |
//! | `3^i − (3^K − 3^z)/2`, `0 ≤ z < K ≤ i − 1`, `i ≤ n − 2` | `2^(K−z+1)·3^(n−2−i)` |
//! | `(3^n − 1)/2` | `2^n` |
//!
//! which are `1 + C(n−1, 2) + (n − 1) + C(n−1, 3) + 1 = C(n, 3) + n + 1` different numbers.
//!
//! For a given `x_1` the rows are the ways to write one number `e`, `|e| < 2^n`, in `n` signed binary digits `1, 0, −1`,
//! whose ternary digits are `0, 1, 2` (see [`super::ShortcutMatrix`] and [`super::Codes`]); they come by their codes, from those
//! with early 1s to those with early −1s. For `0 < v < 2^m`, the first way to write `v` with `m` digits has 1s at the places
//! from the leading binary digit of `u = 2^m − v` on, and below it the binary digits of `u`, negated. The last way to write `−v`
//! is the first way to write `v`, negated. For `v ≥ 0`, the first way to write `−v` is its binary digits, negated.
//!
//! - *Within one `x_1`*, the digit at some place `m ≥ 1` becomes lower by 1, and below it the last way to write some `−v` becomes the
//!   first way to write `u = 2^m − v`. If the smaller one of `u` and `v` is a power of 2, the digits of both ways add up to 2 at
//!   place `m − 1` and to 0 elsewhere, so that the code grows by `3^m − 2·3^(m−1)`. Else, let `K` be its leading place and `z` its last
//!   place with a 1: they add up to 2 at `m − 1`, to 1 at `K`, to −1 between `K` and `z`, and to −2 at `z`.
//! - *From an odd `x_1` to the next*, the last way to write some `−v` becomes the first way to write `2^n − v`: the same with
//!   `m = n` and no digit above.
//! - *From an even `x_1 = 2j` to the next*, and from the last row to the first, the last way to write `j`, its binary digits,
//!   becomes the first way to write `j − (2^n − 1)`: each ternary digit grows by 1.
//!
//! Above place `m` the digits are free; `2i + 1` of the `v` are such that the smaller one of `u` and `v` is a power of 2, for
//! `m = i + 1`, and `2^(K−z)` have given `K > z`. ∎

use numeration::natural::num::arithmetic::traits::PowerOf2;
use numeration::natural::{Integer, Natural, One, Pow};

use super::{DifferenceLine, Dimension};

/// A value of the differences with the rows ordered from the first column on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstLine {
    /// `−2·3^(n−1)`.
    Base,
    /// `−2·3^(n−1) − (3^K − 3^z)/2`.
    Below {
        /// `K`.
        upper: u32,
        /// `z`.
        lower: u32,
    },
    /// `3^i`.
    Power(u32),
    /// `3^i − (3^K − 3^z)/2`.
    Lowered {
        /// `i`.
        power: u32,
        /// `K`.
        upper: u32,
        /// `z`.
        lower: u32,
    },
    /// `(3^n − 1)/2`.
    Middle,
}

/// The values with their occurrences, in increasing order, by the formulas; for any `d`.
pub fn lines_from_first_by_formula(d: Dimension) -> Vec<(FirstLine, DifferenceLine)> {
    let mut lines: Vec<(FirstLine, DifferenceLine)> = all(d.digits())
        .into_iter()
        .map(|line| (line, line.line(d)))
        .collect();
    lines.sort_by(|(_, one), (_, other)| one.value.cmp(&other.value));
    lines
}

/// All kinds for `n` digits.
fn all(n: u32) -> Vec<FirstLine> {
    let pairs = |most: u32| (0..most).flat_map(|upper| (0..upper).map(move |lower| (upper, lower)));
    let below = pairs(n - 1).map(|(upper, lower)| FirstLine::Below { upper, lower });
    let powers = (0..n - 1).map(FirstLine::Power);
    let lowered = (0..n - 1).flat_map(|power| {
        pairs(power).map(move |(upper, lower)| FirstLine::Lowered {
            power,
            upper,
            lower,
        })
    });
    [FirstLine::Base, FirstLine::Middle]
        .into_iter()
        .chain(below)
        .chain(powers)
        .chain(lowered)
        .collect()
}

impl FirstLine {
    /// Its value and its occurrences.
    pub fn line(self, d: Dimension) -> DifferenceLine {
        let n = d.digits();
        let base = || -(three(n - 1) << 1u64);
        let (value, occurrences) = match self {
            Self::Base => (base(), Natural::from(2 * n - 1)),
            Self::Below { upper, lower } => (base() - step(upper, lower), two(upper - lower)),
            Self::Power(i) => (three(i), Natural::from(2 * (2 * i + 1)) * times(n - 2 - i)),
            Self::Lowered {
                power,
                upper,
                lower,
            } => (
                three(power) - step(upper, lower),
                two(upper - lower + 1) * times(n - 2 - power),
            ),
            Self::Middle => ((three(n) - Integer::ONE) >> 1u64, two(n)),
        };
        DifferenceLine { value, occurrences }
    }

    /// The formula of its value.
    pub fn formula(self) -> String {
        match self {
            Self::Base => "-2*3^(d-2)".to_owned(),
            Self::Below { upper, lower } => format!("-2*3^(d-2) - (3^{upper} - 3^{lower})/2"),
            Self::Power(i) => format!("3^{i}"),
            Self::Lowered {
                power,
                upper,
                lower,
            } => format!("3^{power} - (3^{upper} - 3^{lower})/2"),
            Self::Middle => "(3^(d-1) - 1)/2".to_owned(),
        }
    }
}

fn three(power: u32) -> Integer {
    Integer::from(3).pow(u64::from(power))
}

fn times(power: u32) -> Natural {
    Natural::from(3u32).pow(u64::from(power))
}

fn two(power: u32) -> Natural {
    Natural::power_of_2(u64::from(power))
}

/// `(3^K − 3^z)/2`.
fn step(upper: u32, lower: u32) -> Integer {
    (three(upper) - three(lower)) >> 1u64
}
