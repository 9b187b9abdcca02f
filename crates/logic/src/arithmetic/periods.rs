//! Periods of continued fractions in a quadratic field: the systems that come into question.
//!
//! The digits of a number `x = (P + √D)/Q`, where `Q` divides `D − P²`, follow from `P` and `Q` alone
//! ([`THREE_FRONTS`](numeration::literature::THREE_FRONTS) and any text on continued fractions): after a few places the pairs
//! `(P, Q)` repeat. Every rotation of the period is the expansion of another generator of the field.

use numeration::natural::gcd;
use numeration::surd::SmallSurd;

/// A longer period is not looked at, and neither is one with a larger quotient: its letters have too many digits.
const LONGEST: usize = 16;
const LARGEST: i64 = 200;

/// All rotations of the periods of some constants of a field, of a number of which all of them are parts, and of the field's small
/// generators, each once.
pub(crate) fn candidates(d: i64, constants: &[SmallSurd]) -> Vec<Vec<i64>> {
    let own = constants.iter().filter_map(period);
    let mut found: Vec<Vec<i64>> = Vec::new();
    let general = best_period(d).into_iter().chain(small_generators(d));
    for period in own.chain(common_generators(d, constants)).chain(general) {
        for start in 0..period.len() {
            let rotation = [&period[start..], &period[..start]].concat();
            if !found.contains(&rotation) {
                found.push(rotation);
            }
        }
    }
    found.retain(|quotients| is_small(quotients));
    found
}

pub(super) fn is_small(quotients: &[i64]) -> bool {
    quotients.len() <= LONGEST && quotients.iter().all(|&quotient| quotient <= LARGEST)
}

/// The generators of which no multiple has to be named for a constant `(a + b√d)/c`: those of `√(l²d)`, where each `b` divides `l`.
fn common_generators(d: i64, constants: &[SmallSurd]) -> impl Iterator<Item = Vec<i64>> {
    let mut roots = constants.iter().map(|constant| constant.root);
    let multiple = roots.try_fold(1i64, |multiple, root| {
        multiple.checked_mul(root.checked_abs()? / gcd(multiple, root))
    });
    let square = multiple.and_then(|l| l.checked_mul(l)?.checked_mul(d));
    square.into_iter().flat_map(small_generators)
}

/// The generators `√d` and, where it is an algebraic integer, `(1 + √d)/2`.
fn small_generators(d: i64) -> impl Iterator<Item = Vec<i64>> {
    let halves = (d % 4 == 1).then(|| period_of(1, 2, d)).flatten();
    period_of(0, 1, d).into_iter().chain(halves)
}

/// The purely periodic continued fraction of the field of √d whose letters have the fewest digits.
pub(super) fn best_period(d: i64) -> Option<Vec<i64>> {
    let square = |n: i128| n >= 0 && n.isqrt().pow(2) == n;
    let in_field =
        |n: i64| n % d == 0 && square(i128::from(n / d)) || square(i128::from(n) * i128::from(d));
    let ones = (1..=64).filter(|a| in_field(a * a + 4)).map(|a| vec![a]);
    let pairs = (1..=12).flat_map(|a| (1..=12).map(move |b| (a, b)));
    let twos = pairs
        .filter(|(a, b)| in_field(a * b * (a * b + 4)))
        .map(|(a, b)| vec![a, b]);
    let candidates = ones.chain(twos).chain(small_generators(d));
    let cost = |quotients: &Vec<i64>| {
        quotients
            .iter()
            .fold(1i128, |cost, a| cost.saturating_mul(i128::from(a + 1)))
    };
    candidates.min_by_key(|quotients| (cost(quotients), quotients.len()))
}

/// The period of a constant; nothing if its numbers are too large.
fn period(constant: &SmallSurd) -> Option<Vec<i64>> {
    // (a + b√d)/c = (±ac + √(b²c²d))/(±c²), where ±c² divides b²c²d − a²c²; a common factor may go.
    let SmallSurd {
        rational: a,
        root: b,
        divisor: c,
        d,
        ..
    } = *constant;
    let sign = b.signum();
    let (p, q) = (a.checked_mul(sign)?, c.checked_mul(sign)?);
    let square = b.checked_mul(b)?.checked_mul(d)?;
    let rest = square.checked_sub(p.checked_mul(p)?)?;
    // q·t divides t²·rest where q divides t·rest.
    let t = q.checked_abs()? / gcd(q, rest);
    let (p, q) = (p.checked_mul(t)?, q.checked_mul(t)?);
    period_of(p, q, square.checked_mul(t)?.checked_mul(t)?)
}

/// The period of the continued fraction of `(p + √d)/q`, where `q` divides `d − p²`.
fn period_of(p: i64, q: i64, d: i64) -> Option<Vec<i64>> {
    let floor = d.isqrt();
    let (mut p, mut q) = (p, q);
    let mut seen: Vec<(i64, i64, i64)> = Vec::new();
    while seen.len() < 1000 && q != 0 {
        let part = p.checked_add(floor)?.div_euclid(q.checked_abs()?);
        // √d lies strictly between two whole numbers: divided by a negative number, it is rounded the other way.
        let a = if q > 0 { part } else { -part - 1 };
        if let Some(first) = seen.iter().position(|&(p1, q1, _)| (p1, q1) == (p, q)) {
            return Some(seen[first..].iter().map(|&(_, _, a)| a).collect());
        }
        seen.push((p, q, a));
        p = a.checked_mul(q)?.checked_sub(p)?;
        q = d.checked_sub(p.checked_mul(p)?)?.checked_div(q)?;
    }
    None
}
