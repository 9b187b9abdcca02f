//! How numbers are written, and the tables of order, sums, remainders and floors, made from the weights alone.
//!
//! `systems` lists the systems. This is the Ostrowski system of a purely periodic continued fraction `α = [a₀; a₁, a₂, …]` with
//! convergents `p_k/q_k`. The weights are `q₀ = 1, q₁ = a₁, q_{k+1} = a_{k+1} q_k + q_{k−1}`; the digit of `q_k` is at
//! most `a_{k+1}`, that of `q₀` less, and below a digit `a_{k+1}` stands 0. Then every natural number has
//! exactly one representation (A. Ostrowski, 1922; greedily: the digits below `q_k` are worth less than `q_k`). If
//! `a₁ = 1`, the digit of `q₀` is always 0 and is not written.
//!
//! **Floors.** Let `S(n)` be the value of the digits of `n` with the weights `p_k`, and `ε_k = q_k α − p_k`, so that
//! `nα = S(n) + E` with `E = Σ n_k ε_k`. The `ε_k` alternate in sign, `ε₋₁ = −1`, `ε₀ > 0`, and
//! `a_{k+1}|ε_k| = |ε_{k−1}| − |ε_{k+1}|`. Let `n_j` be the last digit of `n ≥ 1` that is not 0. The terms of the sign
//! opposite to `ε_j` lie at `j + 1, j + 3, …` and are less than `|ε_j|` together, since the sum telescopes: `E` has the
//! sign of `ε_j`. In the same way `|E| < |ε₋₁| = 1`. Hence `⌊nα⌋` is `S(n)` if `j` is even, and `S(n) − 1` if `j` is odd.
//! (A. S. Fraenkel, *How to beat your Wythoff games' opponent on three fronts*, Amer. Math. Monthly 89 (1982).)
//!
//! In the ternary system U let `S(n)` be the value with the weights `u_{k+1}`, and `α = φ²`. From `u_{k+1} − u_kφ² = φ^{−2k−2}` follows
//! `S(n) − nα = Σ n_kφ^{−2k−2}`. For `n ≥ 1` that is positive, and less than 1, since it is less than `sup = 1` for all words and less
//! than `φ^{−1}` for those in which no 2 stands before the first 0 from below: `φ^{−2}(1 + 1) < 1`, `φ^{−2}(2 + φ^{−1}) = 1`,
//! `φ^{−2}·1 < φ^{−1}` and `φ^{−2}(1 + φ^{−1}) = φ^{−1}`. Hence `⌊nα⌋ = S(n) − 1`. (A. S. Fraenkel, *Arrays, numeration systems and
//! Frankenstein games*, Lemma 3.)

use std::cmp::Ordering;

use super::Refusal;
use super::form::Form;
use super::systems::{LONGEST, Numeration, Place, Vector};
use super::table::{Step, Table};

/// A numeration system.
#[derive(Clone, Debug)]
pub(super) struct Digits {
    pub(super) numeration: Numeration,
    /// The places of a letter, the most significant first.
    pub(super) places: Vec<Place>,
    /// The number of digits of each place.
    pub(super) radices: Vec<u8>,
    /// How many entries of a vector count.
    pub(super) order: usize,
    /// The weights that a vector counts at the last place, in which the last place has the weight of a unit.
    pub(super) ends: Vector,
    pub(super) unit: i64,
    /// In an Ostrowski system, what the numerators of convergents are multiplied by.
    pub(super) scale: i64,
}

impl Digits {
    /// `(a, b, D)` with `α = (a + √D)/b`. Nothing in other systems.
    fn alpha(&self) -> Option<(i64, i64, i64)> {
        let quotients = match &self.numeration {
            Numeration::Ostrowski(quotients) => quotients,
            Numeration::TernaryU => return Some((3, 2, 5)),
            _ => return None,
        };
        let list = convergents(quotients, quotients.len())?;
        // α = (pα + p')/(qα + q'), so that qα² = (p − q')α + p'.
        let [.., (p1, q1), (p, q)] = list[..] else {
            return None;
        };
        let middle = p.checked_sub(q1)?;
        let discriminant = middle
            .checked_mul(middle)?
            .checked_add(q.checked_mul(p1)?.checked_mul(4)?)?;
        Some((middle, q.checked_mul(2)?, discriminant))
    }

    /// `√d` as `(u + vα)/s` with a positive `s`, if it lies in the field of α.
    pub(super) fn root(&self, d: i64) -> Option<(i64, i64, i64)> {
        // α = (a + √D)/b and √D = s√d.
        let (a, b, discriminant) = self.alpha()?;
        let square = discriminant / d;
        let s = square.isqrt();
        (s * s * d == discriminant).then_some((-a, b, s))
    }

    /// Is the digit of `q₀` not written?
    pub(super) fn drops_last(&self) -> bool {
        self.ends[1] == 1
    }

    /// The words that represent a number. A state counts the digits in a row that are as large as they can be.
    pub(super) fn admissible(&self) -> Result<Table, Refusal> {
        let step = |&full: &usize, place: usize, digit: u8| match &self.numeration {
            Numeration::Base(_) => Step::Settled(true),
            Numeration::Ostrowski(_) => match (full, digit) {
                (1, 1..) => Step::Settled(false),
                _ => Step::To(usize::from(digit + 1 == self.radices[place])),
            },
            Numeration::Recurrence(most) => match i64::from(digit).cmp(&most[full]) {
                Ordering::Less => Step::To(0),
                Ordering::Equal if full + 1 < most.len() => Step::To(full + 1),
                _ => Step::Settled(false),
            },
            Numeration::TernaryU => match (full, digit) {
                (_, 0) => Step::To(0),
                (full, 1) => Step::To(full),
                (0, _) => Step::To(1),
                _ => Step::Settled(false),
            },
        };
        let ostrowski = matches!(self.numeration, Numeration::Ostrowski(_));
        Table::explore(&self.radices, 1, 0, step, |full| {
            *full == 0 || !ostrowski || self.drops_last()
        })
    }

    /// `m = ⌊nα⌋` on the tracks of `n` and `m`, in an Ostrowski system and in the ternary system U.
    pub(super) fn floor(&self) -> Result<Option<Table>, Refusal> {
        let alternating = match self.numeration {
            Numeration::Ostrowski(_) => true,
            Numeration::TernaryU => false,
            _ => return Ok(None),
        };
        let first = |entry: i64| {
            let mut vector = [0; LONGEST];
            vector[0] = entry;
            vector
        };
        let unit = |place: usize, track: usize| match track {
            0 => times(-1, &self.places[place].shift),
            _ => first(self.scale),
        };
        // The digits to come are worth at most w_k in m, and at most p_k in S(n).
        let least = times(-1, &self.places[self.places.len() - 1].shift);
        let most = first(self.scale);
        let settle = |vector: Vector, odd: Option<bool>| {
            let (low, high) = (add(vector, &least), add(vector, &most));
            if self.stays_negative(high, self.scale) || self.stays_negative(times(-1, &low), 0) {
                Step::Settled(false)
            } else {
                Step::To((vector, odd))
            }
        };
        let step = |&(vector, odd): &(Vector, Option<bool>), level: usize, digit: u8| {
            let (place, track) = (level / 2, level % 2);
            let before = if track == 0 {
                self.advance(vector, place)
            } else {
                vector
            };
            let vector = add(before, &times(i64::from(digit), &unit(place, track)));
            // Is the last digit of n that is not 0 at an odd place, if the word ends with this one? All places of U are like those.
            let odd = match (track, digit) {
                (0, 0) => odd.map(|odd| odd != alternating),
                (0, _) => Some(!alternating || self.drops_last()),
                _ => odd,
            };
            if level + 1 == 2 * self.places.len() {
                settle(vector, odd)
            } else {
                Step::To((vector, odd))
            }
        };
        let accepts = |&(vector, odd): &(Vector, Option<bool>)| {
            let wanted = if odd == Some(true) { -self.scale } else { 0 };
            self.worth(&vector, 0) == i128::from(wanted)
        };
        let start = ([0; LONGEST], None);
        Table::explore(&self.radices, 2, start, step, accepts).map(Some)
    }

    /// The form is 0, or, if not `exactly`, at least 0. The tracks are those of the form, in its order.
    pub(super) fn compare(&self, form: &Form, exactly: bool) -> Result<Table, Refusal> {
        let (mut least, mut most, mut spare) = (0i64, 0i64, (form.constant, form.constant));
        for &(_, factor) in &form.parts {
            // The digits to come of a number are worth at most w − 1.
            if factor < 0 {
                least += factor;
                spare.0 -= factor;
            } else {
                most += factor;
                spare.1 -= factor;
            }
        }
        let settle = |vector: Vector| {
            let (mut high, mut low) = (vector, times(-1, &vector));
            high[0] += most;
            low[0] -= least;
            let positive = |margin: i64| self.stays_negative(low, -spare.0 - margin);
            match exactly {
                _ if self.stays_negative(high, spare.1) => Step::Settled(false),
                true if positive(0) => Step::Settled(false),
                false if positive(1) => Step::Settled(true),
                _ => Step::To(vector),
            }
        };
        let accepts = |vector: &Vector| {
            let value = self.worth(vector, form.constant);
            value == 0 || !exactly && value > 0
        };
        let depth = self.places.len() * form.parts.len();
        let step = |vector: &Vector, level: usize, digit: u8| {
            let vector = self.read(form, *vector, level, digit);
            if level + 1 == depth {
                settle(vector)
            } else {
                Step::To(vector)
            }
        };
        let start = [0; LONGEST];
        Table::explore(&self.radices, form.parts.len(), start, step, accepts)
    }

    /// The form is divisible by a number.
    pub(super) fn divisible(&self, form: &Form, by: i64) -> Result<Table, Refusal> {
        let modulus = by.checked_mul(self.unit).ok_or(Refusal::TooLarge)?;
        let step = |vector: &Vector, level: usize, digit: u8| {
            let vector = self.read(form, *vector, level, digit);
            Step::To(vector.map(|entry| entry.rem_euclid(modulus)))
        };
        let accepts = |vector: &Vector| {
            let value = self.worth(vector, form.constant);
            value.rem_euclid(i128::from(modulus)) == 0
        };
        let start = [0; LONGEST];
        Table::explore(&self.radices, form.parts.len(), start, step, accepts)
    }

    /// The nim-sum of some binary numbers is 0.
    pub(super) fn nim_sum(&self, tracks: usize) -> Result<Table, Refusal> {
        if self.numeration != Numeration::Base(2) {
            return Err(Refusal::not_understood(
                "a nim-sum of numbers that are not binary",
            ));
        }
        let step = |sum: &u8, level: usize, digit: u8| match (sum ^ digit, level + 1 == tracks) {
            (1, true) => Step::Settled(false),
            (sum, _) => Step::To(sum),
        };
        Table::explore(&self.radices, tracks, 0, step, |sum| *sum == 0)
    }

    fn read(&self, form: &Form, vector: Vector, level: usize, digit: u8) -> Vector {
        let (place, index) = (level / form.parts.len(), level % form.parts.len());
        let mut vector = if index == 0 {
            self.advance(vector, place)
        } else {
            vector
        };
        vector[0] += form.parts[index].1 * i64::from(digit);
        vector
    }

    /// The same value after one more place, before its digits.
    fn advance(&self, vector: Vector, place: usize) -> Vector {
        let mut next = [0; LONGEST];
        for (entry, row) in next
            .iter_mut()
            .zip(&self.places[place].matrix[..self.order])
        {
            let parts = row[..self.order].iter().zip(&vector);
            *entry = parts.map(|(factor, part)| factor * part).sum();
        }
        next
    }

    /// What a vector and a constant are worth if the word ends here, in units.
    fn worth(&self, vector: &Vector, constant: i64) -> i128 {
        let parts = self.ends[..self.order].iter().zip(vector);
        let parts = parts.map(|(end, entry)| i128::from(*end) * i128::from(*entry));
        parts.sum::<i128>() + i128::from(constant) * i128::from(self.unit)
    }

    /// Is the value of a vector, with a constant, negative for the weights of every last place of a letter?
    fn stays_negative(&self, mut vector: Vector, constant: i64) -> bool {
        // Once no entry is positive, the value falls as soon as all weights that count are those of places.
        let mut falling = 0;
        loop {
            if self.worth(&vector, constant) >= 0 {
                return false;
            }
            if vector.iter().all(|entry| *entry <= 0) {
                falling += 1;
                if falling == self.order {
                    return true;
                }
            } else if vector.iter().all(|entry| *entry >= 0) {
                return false;
            }
            // The same at the end of the letter before.
            for place in 0..self.places.len() {
                if vector.iter().any(|entry| entry.abs() > 1 << 50) {
                    return false;
                }
                vector = self.advance(vector, place);
            }
        }
    }
}

fn times(factor: i64, vector: &Vector) -> Vector {
    vector.map(|entry| factor * entry)
}

fn add(mut vector: Vector, other: &Vector) -> Vector {
    vector
        .iter_mut()
        .zip(other)
        .for_each(|(entry, other)| *entry += other);
    vector
}

/// `(A, B, C)` with `C·p_k = A·q_k + B·q_{k−1}` for this `k` and all that differ by a multiple of the period: both
/// sides satisfy the same recurrence from period to period, and they agree twice.
pub(super) fn shift(quotients: &[i64], k: usize) -> Option<(i64, i64, i64)> {
    let later = k + quotients.len();
    let list = convergents(quotients, later + 1)?;
    let ((p, q), below) = (list[k + 1], list[k].1);
    let ((p2, q2), below2) = (list[later + 1], list[later].1);
    let minus = |a: i64, b: i64, c: i64, d: i64| a.checked_mul(b)?.checked_sub(c.checked_mul(d)?);
    let (c, a, b) = (
        minus(q, below2, below, q2)?,
        minus(p, below2, below, p2)?,
        minus(q, p2, p, q2)?,
    );
    let common = gcd(gcd(a, b), c) * c.signum();
    (c != 0)
        .then(|| (a / common, b / common, c / common))
        .filter(|found| found.2 < 1 << 20)
}

/// `(p_k, q_k)` for `k = −1, 0, …, count − 1`.
fn convergents(quotients: &[i64], count: usize) -> Option<Vec<(i64, i64)>> {
    let mut list = vec![(0, 1), (1, 0)];
    for k in 0..count {
        let ((p1, q1), (p, q)) = (list[k], list[k + 1]);
        let a = *quotients.get(k % quotients.len().max(1))?;
        let next = |last: i64, before: i64| a.checked_mul(last)?.checked_add(before);
        list.push((next(p, p1)?, next(q, q1)?));
    }
    list.remove(0);
    Some(list)
}

pub(super) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    // -2^63 has a divisor that does not fit; 1 divides it, too.
    i64::try_from(a).unwrap_or(1).max(1)
}
