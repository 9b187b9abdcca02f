//! How the numbers of a certificate are written, and which digits those are that a statement speaks of.
//!
//! What has been read of a linear form is worth `v₀·w_k + v₁·w_{k−1} + …`, where `w_k` is the weight of the last place read: a vector,
//! which one more place multiplies by a matrix without negative entries. So nothing but the matrices and the weights that a
//! vector counts at the last place is needed.
//!
//! - **Base** `b`: digits less than `b`.
//! - **Ostrowski**: see `digits`.
//! - **Recurrences** `c₁ ≥ c₂ ≥ … ≥ c_d ≥ 1`: the weights are `u_k = c₁u_{k−1} + … + c_d u_{k−d}`, where for `k < d` the missing
//!   terms together count 1. No `d` digits in a row are `c₁ c₂ … c_d` or come after that in the order of words. Then the words of
//!   `k` digits have the values `0, …, u_k − 1`, each once: a word begins with `c₁ … c_{j−1} e` for one `j ≤ d` and `e < c_j`, and
//!   any word of `k − j` digits follows, or it is `c₁ … c_k` with `k < d`; in the order of words these values are
//!   `c₁u_{k−1} + … + e·u_{k−j} + (0, …, u_{k−j} − 1)`, one after the other. (A. S. Fraenkel, *Systems of numeration*, Amer. Math.
//!   Monthly 92 (1985).)
//! - **The ternary system U**: the weights `u_k = 1, 3, 8, 21, …` are every second Fibonacci number, beside which a vector counts those
//!   between, `v_k = 1, 2, 5, 13, …`: `u_{k+1} = 2u_k + v_k` and `v_{k+1} = u_k + v_k`. Digits are at most 2, with a 0 between two 2s.
//!   The words of `k` digits have the values `0, …, u_k − 1`, and those in which no 2 stands before the first 0 have `0, …, v_k − 1`:
//!   after the first digit 0 or 1 come the words of one digit less, after 2 those without a 2 before the first 0.

use std::fmt::{self, Display, Formatter};

use super::Refusal;
use super::digits::{DigitSystem, gcd, numerator};
use super::statement::{Real, System};

/// A numeration system in which tables read numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Numeration {
    Base(i64),
    /// Of a purely periodic continued fraction, one period.
    Ostrowski(Vec<i64>),
    /// The coefficients of a recurrence.
    Recurrence(Vec<i64>),
    TernaryU,
}

impl Display for Numeration {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (word, numbers) = match self {
            Self::Base(base) => return write!(f, "base {base}"),
            Self::TernaryU => return f.write_str("ternary_u"),
            Self::Ostrowski(quotients) => ("ostrowski", quotients),
            Self::Recurrence(coefficients) => ("recurrence", coefficients),
        };
        f.write_str(word)?;
        numbers.iter().try_for_each(|number| write!(f, " {number}"))
    }
}

impl Numeration {
    /// The system in which the words are the digits of a system of a statement, and how many zeros are not written after them.
    pub(super) fn of(system: &System) -> Option<(Self, usize)> {
        let quotients = |real: &Real, over_numerators: bool| {
            let (start, mut period) = continued_fraction(real)?;
            // Over the denominators the whole part does not matter; over the numerators it is the first quotient.
            match (over_numerators, start.len()) {
                (false, 0) => {}
                (false, 1) | (true, 0) => period.rotate_right(1),
                _ => return None,
            }
            let unwritten = !over_numerators && period[1 % period.len()] == 1;
            Some((Self::Ostrowski(period), usize::from(unwritten)))
        };
        match system {
            System::Base(base) => Some((Self::Base(*base), 0)),
            System::Zeckendorf => Some((Self::Ostrowski(vec![1]), 0)),
            System::TernaryU => Some((Self::TernaryU, 0)),
            System::Recurrence(coefficients) => Some((Self::Recurrence(coefficients.clone()), 0)),
            System::P(real) => quotients(real, true),
            System::Q(real) => quotients(real, false),
        }
    }

    /// Whether the checker knows the digits of this system.
    #[must_use]
    pub fn knows(system: &System) -> bool {
        match system {
            System::P(real) | System::Q(real) if real.b == 0 => true,
            system => Self::of(system).is_some(),
        }
    }

    /// How many places a letter has.
    pub fn places(&self) -> usize {
        match self {
            Self::Ostrowski(quotients) => quotients.len(),
            _ => 1,
        }
    }
}

/// The quotients of `(a + b√d)/c` before the first period, and the first period, if all are positive and not large.
fn continued_fraction(real: &Real) -> Option<(Vec<i64>, Vec<i64>)> {
    const MOST: usize = 64;
    let [a, b, c, d] = [real.a, real.b, real.c, real.d].map(i128::from);
    // (p + √square)/q, where q divides square − p².
    let (sign, scale) = (b.signum(), c.checked_abs()?);
    let (mut p, mut q) = (sign * a.checked_mul(scale)?, sign * c.checked_mul(scale)?);
    let b = b.checked_mul(scale)?;
    let square = b.checked_mul(b)?.checked_mul(d)?;
    let root = square.isqrt();
    if sign == 0 || root * root == square {
        return None;
    }
    let (mut quotients, mut seen) = (Vec::new(), Vec::new());
    while quotients.len() < MOST {
        if let Some(first) = seen.iter().position(|known| *known == (p, q)) {
            let period = quotients.split_off(first);
            return Some((quotients, period));
        }
        seen.push((p, q));
        // −√square lies between −root − 1 and −root.
        let quotient = match q > 0 {
            true => (p + root).div_euclid(q),
            false => (-p - root - 1).div_euclid(-q),
        };
        let small = i64::try_from(quotient).ok().filter(|a| *a >= 0);
        quotients.push(small.filter(|a| *a > 0 || quotients.is_empty())?);
        p = quotient.checked_mul(q)?.checked_sub(p)?;
        q = square.checked_sub(p.checked_mul(p)?)? / q;
    }
    None
}

/// No vector is longer.
pub(super) const LONGEST: usize = 6;
/// What has been read of a form, as multiples of weights.
pub(super) type Vector = [i64; LONGEST];

/// A place of a letter.
#[derive(Clone, Debug)]
pub struct PlaceMatrix {
    /// What one more place makes of a vector: the factor of each entry, for each new entry.
    pub(super) matrix: [Vector; LONGEST],
    /// In an Ostrowski system, `scale·p_k` as a vector; in the ternary system U, `u_{k+1}`.
    pub(super) numerator: Vector,
}

/// No weight of a place is larger, so that sums with digits stay far below 2^63.
const LARGEST_WEIGHT: u64 = 1 << 40;
/// The largest base, quotient and coefficient of which tables are made.
const LARGEST: i64 = 200;
const LARGEST_COEFFICIENT: i64 = 60;

impl PlaceMatrix {
    /// The weight of the place before it is the sum of these multiples of its own, of the one below it, and so on.
    fn recurrent(coefficients: &[i64]) -> Self {
        let mut matrix = [[0; LONGEST]; LONGEST];
        for (row, coefficient) in coefficients.iter().enumerate() {
            matrix[row][0] = *coefficient;
            if row + 1 < coefficients.len() {
                matrix[row][row + 1] = 1;
            }
        }
        Self {
            matrix,
            numerator: [0; LONGEST],
        }
    }
}

impl DigitSystem {
    /// The digits of a numeration system.
    ///
    /// # Errors
    /// If the checker does not know them.
    pub fn new(numeration: &Numeration) -> Result<Self, Refusal> {
        let unknown = || Refusal::not_understood("a numeration system");
        let within = |numbers: &[i64], most| numbers.iter().all(|n| (1..=most).contains(n));
        let mut digits = Self {
            numeration: numeration.clone(),
            places: Vec::new(),
            radices: Vec::new(),
            order: 2,
            ends: [0; LONGEST],
            unit: 1,
            scale: 1,
        };
        digits.ends[0] = 1;
        match numeration {
            Numeration::Base(base) if (2..=LARGEST).contains(base) => {
                digits.order = 1;
                digits.places = vec![PlaceMatrix::recurrent(&[*base])];
                digits.radices = vec![radix(base - 1)?];
            }
            Numeration::TernaryU => {
                let mut place = PlaceMatrix::recurrent(&[2, 1]);
                place.matrix[1][1] = 1;
                place.numerator[..2].copy_from_slice(&[2, 1]);
                digits.places = vec![place];
                digits.radices = vec![3];
                digits.ends[1] = 1;
            }
            Numeration::Ostrowski(quotients)
                if (1..=16).contains(&quotients.len()) && within(quotients, LARGEST) =>
            {
                digits.ostrowski(quotients)?;
            }
            Numeration::Recurrence(coefficients)
                if (2..=LONGEST).contains(&coefficients.len())
                    && within(coefficients, LARGEST_COEFFICIENT)
                    && coefficients.is_sorted_by(|a, b| a >= b) =>
            {
                digits.recurrence(coefficients)?;
            }
            _ => return Err(unknown()),
        }
        Ok(digits)
    }

    fn ostrowski(&mut self, quotients: &[i64]) -> Result<(), Refusal> {
        let count = quotients.len();
        let drop = usize::from(quotients[1 % count] == 1);
        let numerators = (0..count).map(|k| numerator(quotients, k + drop));
        let numerators = numerators
            .collect::<Option<Vec<_>>>()
            .ok_or(Refusal::TooLarge)?;
        let scale = numerators.iter().try_fold(1i64, |scale, own| {
            scale.checked_mul(own.2 / gcd(scale, own.2))
        });
        let small = |number: &i64| number.unsigned_abs() <= LARGEST_WEIGHT;
        self.scale = scale.filter(small).ok_or(Refusal::TooLarge)?;
        for k in (0..count).rev() {
            let a = quotients[(k + drop + 1) % count];
            let mut place = PlaceMatrix::recurrent(&[a, 1]);
            let (upper, lower, divisor) = numerators[k];
            for (entry, factor) in place.numerator.iter_mut().zip([upper, lower]) {
                let scaled = factor.checked_mul(self.scale / divisor).filter(small);
                *entry = scaled.ok_or(Refusal::TooLarge)?;
            }
            self.places.push(place);
            self.radices.push(radix(a)?);
        }
        self.ends[1] = i64::from(drop == 1);
        Ok(())
    }

    /// The weights before the first are those with which the recurrence holds from the beginning: for `k < d` the
    /// missing terms are `c_{k+1}u_{−1} + … + c_d u_{k−d} = 1`.
    fn recurrence(&mut self, coefficients: &[i64]) -> Result<(), Refusal> {
        let order = coefficients.len();
        let last = coefficients[order - 1];
        let unit = last.pow(u32::try_from(order).map_err(|_| Refusal::TooLarge)?);
        self.ends[0] = unit;
        for i in 1..order {
            let known = (1..i).map(|j| coefficients[order - 1 - i + j] * self.ends[j]);
            self.ends[i] = (unit - known.sum::<i64>()) / last;
        }
        let common = self.ends.iter().fold(0, |common, end| gcd(common, *end));
        self.ends.iter_mut().for_each(|end| *end /= common);
        self.unit = self.ends[0];
        self.order = order;
        self.places = vec![PlaceMatrix::recurrent(coefficients)];
        self.radices = vec![radix(coefficients[0])?];
        match self.ends.iter().all(|end| end.unsigned_abs() < 1 << 20) {
            true => Ok(()),
            false => Err(Refusal::TooLarge),
        }
    }
}

/// One more than the largest digit.
fn radix(largest: i64) -> Result<u8, Refusal> {
    u8::try_from(largest + 1).map_err(|_| Refusal::TooLarge)
}
