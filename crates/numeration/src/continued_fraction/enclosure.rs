//! The partial quotients that all numbers of an interval have in common.
//!
//! If both ends have the floor `a` and neither is `a` itself, so do all numbers between, and their
//! reciprocal remainders lie between those of the ends. One quotient after the other that takes quadratic time. For long
//! ends the first half of the quotients is found from a wider interval with ends of half the length, recursively, and
//! taken off the ends at once by a matrix: the half-gcd of D. H. Lehmer (1938), A. Schönhage (1971), with an enclosure
//! instead of a correction at the end.

use crate::natural::{DivMod, Integer, One, Zero, bits};

/// A positive ratio `n/d`.
type Ratio = (Integer, Integer);

/// An interval with rational ends.
#[derive(Clone, Debug)]
struct Enclosure {
    low: Ratio,
    high: Ratio,
}

/// Quotients, and the product of their matrices `(a 1; 1 0)`.
struct QuotientProduct {
    all: Vec<Integer>,
    matrix: [Integer; 4],
}

/// Ends of at most this many bits are expanded one quotient after the other.
const SHORT: u64 = 1024;
/// More bits than the half of them that are looked at, so that rounding costs no quotient.
const GUARD: u64 = 16;

/// The partial quotients that all numbers between `low/unit` and `high/unit` have in common.
pub(super) fn common_quotients(low: Integer, high: Integer, unit: Integer) -> Vec<Integer> {
    let mut enclosure = Enclosure {
        low: (low, unit.clone()),
        high: (high, unit),
    };
    // The first quotient is the only one that may be 0 or negative.
    let mut quotients = QuotientProduct::none();
    if enclosure.step(&mut quotients) {
        quotients.all.extend(enclosure.expand().all);
    }
    quotients.all
}

impl Enclosure {
    /// Takes off the first quotient; false if there is no other to look for, because the ends differ or one ends here.
    fn step(&mut self, quotients: &mut QuotientProduct) -> bool {
        let (a, low_rest) = (&self.low.0).div_mod(&self.low.1);
        let (b, high_rest) = (&self.high.0).div_mod(&self.high.1);
        if a != b {
            return false;
        }
        quotients.push(a);
        if low_rest == 0 || high_rest == 0 {
            return false;
        }
        let high = std::mem::replace(&mut self.high.1, low_rest.clone());
        let low = std::mem::replace(&mut self.low.1, high_rest);
        self.low.0 = high;
        self.high.0 = low;
        true
    }

    /// All quotients of an interval of numbers above 1.
    fn expand(mut self) -> QuotientProduct {
        let mut quotients = QuotientProduct::none();
        loop {
            let precision = self.precision();
            let first = match precision {
                0..=SHORT => QuotientProduct::none(),
                _ => self.widened(precision / 2 + GUARD).expand(),
            };
            if first.all.is_empty() {
                while self.step(&mut quotients) {}
                return quotients;
            }
            let goes_on = self.take_off(&first);
            quotients.append(first);
            if !goes_on {
                return quotients;
            }
        }
    }

    /// How many binary digits of a number are known if it is in here, about.
    fn precision(&self) -> u64 {
        let width = &self.high.0 * &self.low.1 - &self.low.0 * &self.high.1;
        (bits(&self.low.1) + bits(&self.high.0)).saturating_sub(bits(&width))
    }

    /// A wider interval with shorter ends.
    fn widened(&self, precision: u64) -> Self {
        let shift = |(n, d): &Ratio| bits(n).min(bits(d)).saturating_sub(precision);
        let (low, high) = (shift(&self.low), shift(&self.high));
        Self {
            low: (&self.low.0 >> low, (&self.low.1 >> low) + Integer::ONE),
            high: ((&self.high.0 >> high) + Integer::ONE, &self.high.1 >> high),
        }
    }

    /// Takes off quotients that all numbers in here have; false if an end has no other.
    fn take_off(&mut self, quotients: &QuotientProduct) -> bool {
        let [a, b, c, d] = &quotients.matrix;
        let even = quotients.all.len().is_multiple_of(2);
        let inverse = |(n, m): &Ratio| {
            let (n, m) = (d * n - b * m, a * m - c * n);
            if even { (n, m) } else { (-n, -m) }
        };
        let (low, high) = (inverse(&self.low), inverse(&self.high));
        (self.low, self.high) = if even { (low, high) } else { (high, low) };
        self.low.1 > 0 && self.high.1 > 0
    }
}

impl QuotientProduct {
    fn none() -> Self {
        Self {
            all: Vec::new(),
            matrix: [Integer::ONE, Integer::ZERO, Integer::ZERO, Integer::ONE],
        }
    }

    fn push(&mut self, a: Integer) {
        let [p, p_before, q, q_before] = &mut self.matrix;
        let next = &*p * &a + &*p_before;
        *p_before = std::mem::replace(p, next);
        let next = &*q * &a + &*q_before;
        *q_before = std::mem::replace(q, next);
        self.all.push(a);
    }

    fn append(&mut self, other: Self) {
        let [a, b, c, d] = &self.matrix;
        let [e, f, g, h] = &other.matrix;
        self.matrix = [a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h];
        self.all.extend(other.all);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::natural::{Natural, Pow};
    use crate::real::Real;

    /// One quotient after the other.
    fn one_by_one(low: Integer, high: Integer, unit: Integer) -> Vec<Integer> {
        let mut enclosure = Enclosure {
            low: (low, unit.clone()),
            high: (high, unit),
        };
        let mut quotients = QuotientProduct::none();
        while enclosure.step(&mut quotients) {}
        quotients.all
    }

    /// The same quotients in both ways.
    fn check(low: Integer, high: Integer, unit: Integer) {
        let slow = one_by_one(low.clone(), high.clone(), unit.clone());
        let fast = common_quotients(low, high, unit);
        assert_eq!(fast, slow);
    }

    #[test]
    fn halves_agree_with_single_steps() {
        for p in [10u64, 100, 1000, 2000, 3000, 5000, 20_000, 50_001] {
            for real in [
                Real::pi(),
                Real::e(),
                Real::from(2).root(3).unwrap(),
                Real::ratio(1, 3).unwrap().add(&Real::pi()).unwrap(),
                Real::from(0).sub(&Real::pi()).unwrap(),
            ] {
                let (low, high) = real.enclosure_ends(p).unwrap();
                check(low, high, Integer::ONE << p);
            }
        }
    }

    #[test]
    fn long_quotients_and_exact_ends() {
        // Liouville's number: quotients of thousands of digits.
        let unit = Integer::from(10).pow(10_000u64);
        let liouville: Integer = [1u64, 2, 6, 24, 120, 720, 5040]
            .map(|power| Integer::from(10).pow(10_000 - power))
            .into_iter()
            .sum();
        check(liouville.clone(), &liouville + Integer::ONE, unit.clone());
        check(liouville.clone(), liouville.clone(), unit.clone());
        let fibonacci = |n: usize| {
            let (mut f, mut g) = (Natural::ZERO, Natural::ONE);
            for _ in 0..n {
                (f, g) = (g.clone(), f + g);
            }
            Integer::from(f)
        };
        check(fibonacci(9001), fibonacci(9001), fibonacci(9000));
        check(
            fibonacci(9001),
            fibonacci(9001) + Integer::ONE,
            fibonacci(9000),
        );
    }
}
