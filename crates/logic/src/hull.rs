//! Intervals around what an operation makes of numbers in given intervals.

use numeration::natural::{Abs, Integer, Mod, Natural, One, Zero, bits, floor_div};

use crate::interval::Interval;

/// The greater of two.
pub(crate) fn maximum(left: &Interval, right: &Interval) -> Interval {
    let low = match (&left.low, &right.low) {
        (Some(a), Some(b)) => Some(a.max(b).clone()),
        (a, b) => a.as_ref().or(b.as_ref()).cloned(),
    };
    let highs = left.high.as_ref().zip(right.high.as_ref());
    let high = highs.map(|(a, b)| a.max(b).clone());
    Interval { low, high }
}

/// The less of two.
pub(crate) fn minimum(left: &Interval, right: &Interval) -> Interval {
    maximum(&left.negated(), &right.negated()).negated()
}

/// The absolute value.
pub(crate) fn absolute(hull: &Interval) -> Interval {
    if hull.contains(&Integer::ZERO) {
        let high = hull
            .low
            .as_ref()
            .zip(hull.high.as_ref())
            .map(|(low, high)| low.abs().max(high.abs()));
        return Interval {
            low: Some(Integer::ZERO),
            high,
        };
    }
    match &hull.low {
        Some(low) if *low > Integer::ZERO => hull.clone(),
        _ => hull.negated(),
    }
}

/// The remainder of a division by a positive number.
pub(crate) fn modulo(hull: &Interval, modulus: &Integer) -> Interval {
    if *modulus <= Integer::ZERO {
        return Interval::all();
    }
    if let (Some(low), Some(high)) = (&hull.low, &hull.high) {
        let (first, last) = (low.mod_op(modulus), high.mod_op(modulus));
        if high - low < *modulus && first <= last {
            return Interval {
                low: Some(first),
                high: Some(last),
            };
        }
    }
    Interval::between(0, modulus - Integer::ONE)
}

/// The quotient, rounded down, of a division by a positive number.
pub(crate) fn quotient(hull: &Interval, divisor: &Integer) -> Interval {
    if *divisor <= Integer::ZERO {
        return Interval::all();
    }
    let divide = |end: &Option<Integer>| floor_div(end.as_ref()?, divisor);
    Interval {
        low: divide(&hull.low),
        high: divide(&hull.high),
    }
}

/// The nim-sum of naturals in these intervals; all integers where an operand might be negative.
pub(crate) fn nim_sum(hulls: &[Interval]) -> Interval {
    if hulls
        .iter()
        .any(|hull| hull.low.as_ref().is_none_or(|low| *low < Integer::ZERO))
    {
        return Interval::all();
    }
    let points: Option<Vec<&Integer>> = hulls.iter().map(Interval::single).collect();
    if let Some(points) = points {
        let natural = |value: &&Integer| Natural::try_from(*value).expect("no operand is negative");
        let sum = points
            .iter()
            .map(natural)
            .fold(Natural::ZERO, |sum, value| sum ^ value);
        return Interval::point(Integer::from(sum));
    }
    let Some(sum) = hulls
        .iter()
        .try_fold(Integer::ZERO, |sum, hull| Some(sum + hull.high.as_ref()?))
    else {
        return Interval::naturals();
    };
    let longest = hulls
        .iter()
        .filter_map(|hull| Some(bits(hull.high.as_ref()?)))
        .max()
        .unwrap_or(0);
    let below = (Integer::ONE << longest) - Integer::ONE;
    let excess = hulls
        .iter()
        .filter_map(|hull| Some(hull.low.as_ref()? + hull.high.as_ref()? - &sum));
    let low = excess.max().unwrap_or(Integer::ZERO).max(Integer::ZERO);
    Interval {
        low: Some(low),
        high: Some(sum.min(below)),
    }
}
