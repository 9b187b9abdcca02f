//! Intervals with integer ends in units of `2^-p`: the arithmetic behind certified floors.
//!
//! Every operation rounds the lower end down and the upper end up, so that the true value never leaves
//! the interval. The precision `p` is known to the caller and the same for all operands.

use super::MAX_BITS;
use crate::natural::{CheckedSub, DivMod, FloorRoot, Integer, Natural, One, Zero, bits, ceil_div};

/// All `x` with `low ≤ x·2^p ≤ high`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DyadicInterval {
    pub(super) low: Integer,
    pub(super) high: Integer,
}

impl DyadicInterval {
    /// Exactly the integer `n`.
    pub(super) fn exact(n: &Integer, p: u64) -> Self {
        Self {
            low: n << p,
            high: n << p,
        }
    }

    /// The rational `n/d`, `d > 0`.
    pub(super) fn ratio(n: &Integer, d: &Integer, p: u64) -> Self {
        Self::exact(n, p).over(d)
    }

    /// The width in units.
    pub(super) fn width(&self) -> Integer {
        &self.high - &self.low
    }

    /// Are all its numbers positive?
    pub(super) fn is_positive(&self) -> bool {
        self.low > 0
    }

    /// Can it hold 0?
    pub(super) fn holds_zero(&self) -> bool {
        self.low <= 0 && self.high >= 0
    }

    /// The sum.
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self {
            low: &self.low + &other.low,
            high: &self.high + &other.high,
        }
    }

    /// The difference.
    pub(super) fn minus(&self, other: &Self) -> Self {
        Self {
            low: &self.low - &other.high,
            high: &self.high - &other.low,
        }
    }

    /// An integer multiple.
    pub(super) fn times(&self, n: &Integer) -> Self {
        let (x, y) = (&self.low * n, &self.high * n);
        if *n >= 0 {
            Self { low: x, high: y }
        } else {
            Self { low: y, high: x }
        }
    }

    /// A quotient by an integer `d > 0`.
    pub(super) fn over(&self, d: &Integer) -> Self {
        if *d == 1 {
            return self.clone();
        }
        Self {
            low: floor(&self.low, d),
            high: ceil(&self.high, d),
        }
    }

    /// The product.
    pub(super) fn mul(&self, other: &Self, p: u64) -> Self {
        if self.low >= 0 && other.low >= 0 {
            let (low, high) = (&self.low * &other.low, &self.high * &other.high);
            return Self {
                low: low >> p,
                high: ceil_shift(&high, p),
            };
        }
        let ends = [
            &self.low * &other.low,
            &self.low * &other.high,
            &self.high * &other.low,
            &self.high * &other.high,
        ];
        let low = ends.iter().min().expect("four ends");
        let high = ends.iter().max().expect("four ends");
        Self {
            low: low >> p,
            high: ceil_shift(high, p),
        }
    }

    /// `1/x`; `None` if the interval holds 0.
    pub(super) fn inverse(&self, p: u64) -> Option<Self> {
        if self.holds_zero() {
            return None;
        }
        let one = Integer::ONE << (2 * p);
        Some(Self {
            low: floor(&one, &self.high),
            high: ceil(&one, &self.low),
        })
    }

    /// The `k`-th power, `k ≥ 1`; `None` if it is unbearably large.
    pub(super) fn pow(&self, k: u64, p: u64) -> Option<Self> {
        if k == 1 {
            return Some(self.clone());
        }
        let half = self.pow(k / 2, p)?;
        let square = half.mul(&half, p).of_bearable_size(p)?;
        if k.is_multiple_of(2) {
            Some(square)
        } else {
            square.mul(self, p).of_bearable_size(p)
        }
    }

    /// The interval, unless its whole part is longer than any constant may be.
    pub(super) fn of_bearable_size(self, p: u64) -> Option<Self> {
        (bits(&self.low).max(bits(&self.high)) <= p + 2 * MAX_BITS).then_some(self)
    }

    /// The `k`-th root; `None` if the interval reaches below 0.
    pub(super) fn root(&self, k: u64, p: u64) -> Option<Self> {
        let low = Natural::try_from(&self.low).ok()?;
        let high = Natural::try_from(&self.high).ok()?;
        let low = (low << (p * (k - 1))).floor_root(k);
        let high = match (high << (p * (k - 1))).checked_sub(Natural::ONE) {
            None => Natural::ZERO,
            Some(below) => below.floor_root(k) + Natural::ONE,
        };
        Some(Self {
            low: Integer::from(low),
            high: Integer::from(high),
        })
    }

    /// The same numbers in units of `2^-to`, from units of `2^-from`, times `2^shift`.
    pub(super) fn rescaled(&self, from: u64, to: u64, shift: i64) -> Self {
        let left = i128::from(to) - i128::from(from) + i128::from(shift);
        let by = u64::try_from(left.unsigned_abs()).expect("precisions are machine words");
        if left >= 0 {
            Self {
                low: &self.low << by,
                high: &self.high << by,
            }
        } else {
            Self {
                low: &self.low >> by,
                high: ceil_shift(&self.high, by),
            }
        }
    }

    /// The floor that all its numbers share, if they do.
    pub(super) fn floor(&self, p: u64) -> Option<Integer> {
        let floor = &self.low >> p;
        (floor == &self.high >> p).then_some(floor)
    }
}

fn floor(n: &Integer, d: &Integer) -> Integer {
    n.div_mod(d).0
}

fn ceil(n: &Integer, d: &Integer) -> Integer {
    ceil_div(n, d).expect("the divisor is not 0")
}

/// `n / 2^by` rounded up.
fn ceil_shift(n: &Integer, by: u64) -> Integer {
    -((-n) >> by)
}
