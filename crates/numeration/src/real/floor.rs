//! `floor(c₁·t₁ + … + cₖ·tₖ + c₀)` with real constants and integers of any size: how rules are evaluated.
//!
//! Three ways, the first that applies: machine words when everything is small; one integer square root
//! when all constants lie in one quadratic field; enclosures of growing precision otherwise.

use std::cmp::Ordering;
use std::sync::Arc;

use super::interval::DyadicInterval;
use super::radical::Radical;
use super::surd::Surd;
use super::{Real, RealError, RealValue};
use crate::natural::{DivMod, Integer, Lcm, Natural, One, Zero, bits};

/// `floor(Σ c·t + constant)` over the parts `(c, t)`.
pub fn floor_of(parts: &[(Real, Integer)], constant: &Real) -> Result<Integer, RealError> {
    floor_linear(parts.iter().map(|(c, t)| (c, t)), constant)
}

/// `ceil(Σ c·t + constant)` over the parts `(c, t)`.
pub fn ceil_of(parts: &[(Real, Integer)], constant: &Real) -> Result<Integer, RealError> {
    let negated: Vec<(Real, Integer)> = parts.iter().map(|(c, t)| (c.clone(), -t)).collect();
    floor_of(&negated, &constant.neg()).map(|n| -n)
}

/// [`floor_of`] for borrowed parts.
pub(super) fn floor_linear<'a, I>(parts: I, constant: &'a Real) -> Result<Integer, RealError>
where
    I: Iterator<Item = (&'a Real, &'a Integer)> + Clone,
{
    if let Some(floor) = machine_floor(parts.clone(), constant) {
        return Ok(Integer::from(floor));
    }
    match exact_floor(parts.clone(), constant) {
        Some(floor) => Ok(floor),
        None => enclosed_floor(parts, constant),
    }
}

/// The sign of a computable real.
pub(super) fn sign(x: &Real) -> Result<Ordering, RealError> {
    let limit = bits_worth_trying([x].into_iter());
    let mut p = 64;
    loop {
        if let Some(interval) = x.enclosure(p).filter(|i| !i.holds_zero()) {
            return Ok(if interval.is_positive() {
                Ordering::Greater
            } else {
                Ordering::Less
            });
        }
        if p >= limit {
            return Err(RealError::Undecided { bits: p });
        }
        p = (4 * p).min(limit);
    }
}

/// Precision at which a question about small expressions is given up; less for larger ones, so that
/// the time stays bounded.
fn bits_worth_trying<'a>(reals: impl Iterator<Item = &'a Real>) -> u64 {
    let size: u64 = reals.map(|x| u64::from(x.size())).sum();
    (FULL_BITS * 8 / size.max(8)).max(2048)
}

/// Precision at which a question about an expression of at most 8 parts is given up.
const FULL_BITS: u64 = 1 << 16;

/// Everything in machine words; `None` if anything does not fit or the fields differ.
fn machine_floor<'a>(
    parts: impl Iterator<Item = (&'a Real, &'a Integer)>,
    constant: &Real,
) -> Option<i128> {
    let mut sum = MachineSurd::of(constant.surd()?)?;
    for (c, t) in parts {
        sum = sum.plus(MachineSurd::of(c.surd()?)?, i64::try_from(t).ok()?)?;
    }
    sum.floor()
}

/// `(a + b√d)/c` in machine words; `d = 0` if `b = 0`.
#[derive(Clone, Copy)]
struct MachineSurd {
    a: i128,
    b: i128,
    c: i128,
    d: u64,
}

impl MachineSurd {
    fn of(surd: &Surd) -> Option<Self> {
        let d = match &surd.root {
            None => 0,
            Some(root) => root.small()?,
        };
        let word = |n: &Integer| i64::try_from(n).ok().map(i128::from);
        Some(Self {
            a: word(&surd.a)?,
            b: word(&surd.b)?,
            c: word(&surd.c)?,
            d,
        })
    }

    fn plus(self, other: Self, t: i64) -> Option<Self> {
        if self.d != other.d && self.d != 0 && other.d != 0 {
            return None;
        }
        let (a, b) = (
            other.a.checked_mul(t.into())?,
            other.b.checked_mul(t.into())?,
        );
        let d = self.d.max(other.d);
        if self.c == other.c {
            return Some(Self {
                a: self.a.checked_add(a)?,
                b: self.b.checked_add(b)?,
                c: self.c,
                d,
            });
        }
        let joined = |x: i128, y: i128| x.checked_mul(other.c)?.checked_add(y.checked_mul(self.c)?);
        Some(Self {
            a: joined(self.a, a)?,
            b: joined(self.b, b)?,
            c: self.c.checked_mul(other.c)?,
            d,
        })
    }

    fn floor(self) -> Option<i128> {
        let size = self.b.unsigned_abs();
        let square = size.checked_mul(size)?.checked_mul(self.d.into())?;
        let root = i128::try_from(square.isqrt()).ok()?;
        let whole = if self.b >= 0 { root } else { -root - 1 };
        Some(self.a.checked_add(whole)?.div_euclid(self.c))
    }
}

/// One integer square root; `None` if the constants do not lie in one quadratic field.
fn exact_floor<'a>(
    parts: impl Iterator<Item = (&'a Real, &'a Integer)> + Clone,
    constant: &'a Real,
) -> Option<Integer> {
    static UNIT: Integer = Integer::ONE;
    let mut root: Option<&Arc<Radical>> = None;
    let all = || parts.clone().chain(std::iter::once((constant, &UNIT)));
    let mut c = Natural::ONE;
    for (real, _) in all() {
        let surd = real.surd()?;
        c = c.lcm(surd.c.unsigned_abs_ref());
        match (root, &surd.root) {
            (Some(r), Some(s)) if r.square() != s.square() => return None,
            (None, Some(s)) => root = Some(s),
            _ => {}
        }
    }
    let c = Integer::from(c);
    let (mut a, mut b) = (Integer::ZERO, Integer::ZERO);
    for (real, t) in all() {
        let surd = real.surd()?;
        let scale = &c / &surd.c;
        a += &surd.a * &scale * t;
        if surd.b != 0 {
            b += &surd.b * scale * t;
        }
    }
    let whole = match root {
        Some(root) if b != 0 => a + root.floor_multiple(&b),
        _ => a,
    };
    Some(if c == 1 { whole } else { whole.div_mod(c).0 })
}

/// Enclosures of growing precision, with one try at exact simplification on the way.
fn enclosed_floor<'a>(
    parts: impl Iterator<Item = (&'a Real, &'a Integer)> + Clone,
    constant: &'a Real,
) -> Result<Integer, RealError> {
    let longest = parts.clone().map(|(_, t)| bits(t)).max().unwrap_or(0);
    let reals = parts
        .clone()
        .map(|(c, _)| c)
        .chain(std::iter::once(constant));
    let limit = 2 * longest + bits_worth_trying(reals);
    let mut p = longest + 64;
    let mut simplified = false;
    loop {
        let sum = enclosure_of_sum(parts.clone(), constant, p);
        if let Some(floor) = sum.and_then(|interval| interval.floor(p)) {
            return Ok(floor);
        }
        if !simplified {
            simplified = true;
            if let Some(exact) = simplified_sum(parts.clone(), constant) {
                return Ok(exact.floor());
            }
        }
        if p >= limit {
            return Err(RealError::Undecided { bits: p });
        }
        p = (p + p / 2).min(limit);
    }
}

fn enclosure_of_sum<'a>(
    parts: impl Iterator<Item = (&'a Real, &'a Integer)>,
    constant: &Real,
    p: u64,
) -> Option<DyadicInterval> {
    let mut total = constant.enclosure(p)?;
    for (c, t) in parts {
        total = total.plus(&c.enclosure(p)?.times(t));
    }
    Some(total)
}

/// The sum as one exact number, if its computable parts cancel.
fn simplified_sum<'a>(
    parts: impl Iterator<Item = (&'a Real, &'a Integer)>,
    constant: &Real,
) -> Option<Surd> {
    let mut total = constant.clone();
    for (c, t) in parts {
        total = total.add(&c.mul(&Real::from(t.clone())).ok()?).ok()?;
    }
    match total.value {
        RealValue::Exact(surd) => Some(surd),
        RealValue::Computable(_) => None,
    }
}
