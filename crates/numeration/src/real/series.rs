//! Enclosures of π, e^x and ln x by binary splitting, with the proof of each error bound beside it.
//!
//! Everything is integer arithmetic in units of `2^-p`. The cost is that of a few multiplications of
//! `p`-bit numbers times `log² p` for π and `log³ p` for the others.

use std::sync::Mutex;

use super::interval::DyadicInterval;
use crate::natural::{DivMod, FloorSqrt, Integer, Natural, One, Square, Zero, bits};
use watch::locked;

/// π in units of `2^-p`.
///
/// Chudnovsky: `426880·√10005 / π = Σ aₖ`, `aₖ = (-1)^k (6k)! (A + Bk) / ((3k)! k!³ 640320^{3k})`, with
/// `A = 13591409`, `B = 545140134`. The series alternates and its terms decrease, so stopping before `a_N`
/// errs by less than `|a_N|`. Since `|aₖ| ≤ (A + Bk)·2^{-47k}` and `A + Bk < 2^30·k` for `k ≥ 1`, taking
/// `N ≥ p/47 + 2` gives `|a_N| < N·2^{30-p-94} < 2^{-p-1}`. The sum is above `2^23`, so this moves the
/// quotient by less than `2^{-p-20}`. With `r = floor(√10005·2^p)` the exact `426880·√10005·2^p·Q/T` lies
/// in `[v, v + 1 + 426880·Q/T] ⊂ [v, v + 2)`, where `v` is the quotient rounded down. Hence `[v-1, v+3]`.
pub(super) fn pi(p: u64) -> DyadicInterval {
    let terms = p / 47 + 3;
    let split = chudnovsky(0, terms);
    let root = Integer::from((Natural::from(10005u32) << (2 * p)).floor_sqrt());
    let numerator = Integer::from(426_880) * root * split.q;
    let value = numerator.div_mod(split.t).0;
    DyadicInterval {
        low: &value - Integer::ONE,
        high: value + Integer::from(3),
    }
}

/// `e^x` for all `x` in an interval; `None` if that is too wide for a useful answer.
///
/// `x = k·ln 2 + r` with `0 ≤ r < 1` or so; `e^r` of the lower end by [`exp_of_dyadic`], and for the width
/// `w ≤ 1` of the interval `1 ≤ e^w ≤ 1 + 2w`.
pub(super) fn exp(x: &DyadicInterval, p: u64) -> Option<DyadicInterval> {
    let magnitude = bits(&x.low).max(bits(&x.high)).saturating_sub(p);
    let fine = p + magnitude + 16;
    let x = x.rescaled(p, fine, 0);
    let log2 = ln2(fine);
    let k = x.low.clone().div_mod(&log2.low).0;
    let rest = x.minus(&log2.times(&k));
    let width = rest.width();
    if width > Integer::ONE << fine || bits(&k) > 40 {
        return None;
    }
    let power = exp_of_dyadic(&rest.low, fine);
    let stretch = DyadicInterval {
        low: Integer::ONE << fine,
        high: (Integer::ONE << fine) + (width << 1u64),
    };
    let shift = i64::try_from(&k).expect("at most 40 bits");
    Some(power.mul(&stretch, fine).rescaled(fine, p, shift))
}

/// `ln x` for all `x` in an interval; `None` if it is not positive or too wide.
///
/// `x = m·2^k` with `3/4 ≤ m < 3/2`, and `ln m` by [`ln_near_one`]. Going from the lower end `l` to the
/// upper end `h` adds at most `(h - l)/l`, as the slope of the logarithm is `1/x`.
pub(super) fn ln(x: &DyadicInterval, p: u64) -> Option<DyadicInterval> {
    if !x.is_positive() {
        return None;
    }
    let length = i64::try_from(bits(&x.low)).ok()? - i64::try_from(p).ok()?;
    let k = if (&x.low * Integer::from(4)) >> bits(&x.low) >= 3 {
        length
    } else {
        length - 1
    };
    let fine = p + bits(&Integer::from(k)) + 8;
    let mantissa = DyadicInterval {
        low: x.low.clone(),
        high: x.low.clone(),
    };
    // Exact whenever the mantissa is no longer than `fine`, and rounded outward otherwise.
    let mantissa = mantissa.rescaled(p, fine, -k);
    let slack = DyadicInterval {
        low: Integer::ZERO,
        high: (x.width() << fine).div_mod(&x.low).0 + Integer::ONE,
    };
    let logarithm = ln_near_one(&mantissa, fine)?.plus(&slack);
    Some(
        logarithm
            .plus(&ln2(fine).times(&Integer::from(k)))
            .rescaled(fine, p, 0),
    )
}

/// `ln 2`, remembered from call to call.
///
/// `ln 2 = 18·artanh(1/26) - 2·artanh(1/4801) + 8·artanh(1/8749)`.
pub(super) fn ln2(p: u64) -> DyadicInterval {
    static KNOWN: Mutex<Option<(u64, DyadicInterval)>> = Mutex::new(None);
    let known = locked(&KNOWN).clone();
    if let Some((places, value)) = known.filter(|(places, _)| *places >= p) {
        return value.rescaled(places, p, 0);
    }
    let fine = p + 16;
    let part = |weight: i64, m: u64| artanh_of_inverse(m, fine).times(&Integer::from(weight));
    let value = part(18, 26).plus(&part(-2, 4801)).plus(&part(8, 8749));
    let mut known = locked(&KNOWN);
    if known.as_ref().is_none_or(|(places, _)| *places < fine) {
        *known = Some((fine, value.clone()));
    }
    value.rescaled(fine, p, 0)
}

/// `e^{m/2^p}` for `-2^p ≤ m ≤ 2^{p+1}`, in units of `2^-p`.
///
/// Bit burst: `m/2^p = Σ rⱼ`, where `rⱼ` holds the binary places from `2^j` to `2^{j+1}`, so that the
/// numbers in the series of `e^{rⱼ}` are short while the series is long, and the other way round.
fn exp_of_dyadic(m: &Integer, p: u64) -> DyadicInterval {
    let guard = 8 + 4 * (64 - p.leading_zeros() as u64);
    let fine = p + guard;
    let negative = *m < 0;
    let size = m.unsigned_abs_ref();
    let mut power = DyadicInterval::exact(&Integer::ONE, fine);
    let (mut from, mut to) = (0, 8.min(p));
    loop {
        // The places after `from`, up to `to`; the first slice also holds the whole part.
        let upper = if from == 0 {
            Natural::ZERO
        } else {
            (size >> (p - from)) << (to - from)
        };
        let digits = (size >> (p - to)) - upper;
        if digits != 0 {
            let numerator = Integer::from_sign_and_abs(!negative, digits);
            power = power.mul(&exp_series(&numerator, to, from, fine), fine);
        }
        if to == p {
            return power.rescaled(fine, p, 0);
        }
        (from, to) = (to, (2 * to).min(p));
    }
}

/// `e^r` for `r = a/2^q`, where `|r| < 2^-s`, or `|r| < 4` if `s = 0`.
///
/// After `N` terms the rest is below `2·|r|^N/N!` as soon as `N ≥ 8`, and `N` is chosen with
/// `|r|^N/N! < 2^{-p-2}`; rounding the partial sum adds less than a unit. So `± 2` units are enough.
fn exp_series(a: &Integer, q: u64, s: u64, p: u64) -> DyadicInterval {
    // log₂ of n!/|r|^n, from below: each factor n/|r| gives floor(log₂ n) + s, less 2 for |r| < 4.
    let each = if s == 0 { -2 } else { i128::from(s) };
    let (mut terms, mut gained) = (1u64, each);
    while gained < i128::from(p) + 2 || terms < 8 {
        terms += 1;
        gained += i128::from(terms.ilog2()) + each;
    }
    let split = exp_split(a, q, 1, terms);
    // Σ_{n≥1} rⁿ/n! = T / (Q·2^{q·terms}).
    let sum = (split.t << p).div_mod(split.q << (q * (terms - 1))).0 + (Integer::ONE << p);
    DyadicInterval {
        low: &sum - Integer::from(2),
        high: sum + Integer::from(2),
    }
}

/// `ln m` for `m` in `[3/4, 3/2]`.
///
/// With any `y` near `ln m` and `1 + ε = m·e^{-y}`: `ln m = y + ln(1 + ε)`, and for `|ε| ≤ 1/2`
/// `|ln(1 + ε) - ε + ε²/2| ≤ |ε|³`. A third of the digits in `y` give all of them in the result; the
/// bound holds whatever `y` is, so that `y` needs no bound of its own.
fn ln_near_one(m: &DyadicInterval, p: u64) -> Option<DyadicInterval> {
    if p <= 64 {
        // From y = 0 the errors are below 2^-3, 2^-9, 2^-27 and 2^-81.
        let rough = (0..3).try_fold(Integer::ZERO, |y, _| Some(ln_step(m, y, p)?.low))?;
        return ln_step(m, rough, p);
    }
    let third = p / 3 + 8;
    let rough = ln_near_one(&m.rescaled(p, third, 0), third)?;
    ln_step(m, rough.low << (p - third), p)
}

fn ln_step(m: &DyadicInterval, y: Integer, p: u64) -> Option<DyadicInterval> {
    let one = DyadicInterval::exact(&Integer::ONE, p);
    let minus = DyadicInterval {
        low: -&y,
        high: -&y,
    };
    let epsilon = exp(&minus, p)?.mul(m, p).minus(&one);
    let size = Integer::from(
        epsilon
            .low
            .unsigned_abs_ref()
            .max(epsilon.high.unsigned_abs_ref()),
    );
    if size > Integer::ONE << (p - 1) {
        return None;
    }
    let half = epsilon.mul(&epsilon, p).over(&Integer::from(2));
    let cube = (((&size).square() * &size) >> (2 * p)) + Integer::ONE;
    let exact = DyadicInterval {
        low: y.clone(),
        high: y,
    }
    .plus(&epsilon)
    .minus(&half);
    Some(DyadicInterval {
        low: exact.low - &cube,
        high: exact.high + cube,
    })
}

/// `artanh(1/m) = Σ 1/((2k+1)·m^{2k+1})` for `m ≥ 2`.
///
/// All terms are positive, and the terms from `N` on add up to less than `2·m^{-2N-1} < 2^{-p}`; rounding
/// down loses less than a unit.
fn artanh_of_inverse(m: u64, p: u64) -> DyadicInterval {
    let terms = (p + 2) / (2 * u64::from(m.ilog2())) + 1;
    let split = artanh_split(&Integer::from(m * m), 0, terms);
    let value = ((split.t * Integer::from(m)) << p)
        .div_mod(split.q * split.p)
        .0;
    DyadicInterval {
        low: value.clone(),
        high: value + Integer::from(2),
    }
}

/// Numbers of a partial sum: what each field means is said where it is made.
struct BinarySplit {
    p: Integer,
    q: Integer,
    t: Integer,
}

fn chudnovsky(from: u64, to: u64) -> BinarySplit {
    if to - from == 1 {
        let k = Integer::from(from);
        let linear = Integer::from(13_591_409) + Integer::from(545_140_134) * &k;
        if from == 0 {
            return BinarySplit {
                p: Integer::ONE,
                q: Integer::ONE,
                t: linear,
            };
        }
        let six = Integer::from(6) * &k;
        let p = -((&six - Integer::from(5))
            * (Integer::from(2) * &k - Integer::ONE)
            * (six - Integer::ONE));
        let q = Integer::from(10_939_058_860_032_000u64) * (&k).square() * k;
        return BinarySplit {
            t: &p * linear,
            p,
            q,
        };
    }
    let middle = from.midpoint(to);
    let (left, right) = (chudnovsky(from, middle), chudnovsky(middle, to));
    BinarySplit {
        t: left.t * &right.q + &left.p * right.t,
        p: left.p * right.p,
        q: left.q * right.q,
    }
}

/// `Σ 1/((2k+1)·M^{k-from+1}) = t/(q·p)` with `q = Π (2k+1)` and `p = M^{to-from}`.
fn artanh_split(square: &Integer, from: u64, to: u64) -> BinarySplit {
    if to - from == 1 {
        return BinarySplit {
            p: square.clone(),
            q: Integer::from(2 * from + 1),
            t: Integer::ONE,
        };
    }
    let middle = from.midpoint(to);
    let (left, right) = (
        artanh_split(square, from, middle),
        artanh_split(square, middle, to),
    );
    let t = left.t * &right.q * &right.p + &left.q * right.t;
    BinarySplit {
        t,
        p: left.p * right.p,
        q: left.q * right.q,
    }
}

/// `Σ_{from ≤ n < to} Π_{from ≤ j ≤ n} a/(j·2^q) = t/(q·2^{q·(to-from)})` with `p = a^{to-from}`.
fn exp_split(a: &Integer, places: u64, from: u64, to: u64) -> BinarySplit {
    if to - from == 1 {
        return BinarySplit {
            p: a.clone(),
            q: Integer::from(from),
            t: a.clone(),
        };
    }
    let middle = from.midpoint(to);
    let (left, right) = (
        exp_split(a, places, from, middle),
        exp_split(a, places, middle, to),
    );
    let t = ((left.t * &right.q) << (places * (to - middle))) + &left.p * right.t;
    BinarySplit {
        t,
        p: left.p * right.p,
        q: left.q * right.q,
    }
}
