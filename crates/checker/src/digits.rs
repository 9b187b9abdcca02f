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
use super::form::TrackSum;
use super::systems::{LONGEST, Numeration, PlaceMatrix, Vector};
use super::table::{Table, Transition};

/// A numeration system.
#[derive(Clone, Debug)]
pub struct DigitSystem {
    pub numeration: Numeration,
    /// The places of a letter, the most significant first.
    pub places: Vec<PlaceMatrix>,
    /// The number of digits of each place.
    pub radices: Vec<u8>,
    /// How many entries of a vector count.
    pub order: usize,
    /// The weights that a vector counts at the last place, in which the last place has the weight of a unit.
    pub ends: Vector,
    pub unit: i64,
    /// In an Ostrowski system, what the numerators of convergents are multiplied by.
    pub scale: i64,
}

/// What the digits on a track count at each place, as vectors. Together those below a place of weight `w` are worth no less than
/// `least·(w − 1)` and no more than `most·(w − 1)`: their number is less than `w`, and each counts at most the sum of what is positive in its
/// vector times its weight, since weights grow, and `u_{k+1} ≤ (c₁ + 1)u_k` in a recurrence.
struct TrackUnits {
    units: Vec<Vector>,
    least: i64,
    most: i64,
}

impl TrackUnits {
    fn new(factor: i64, units: impl Iterator<Item = Vector>) -> Self {
        let units: Vec<Vector> = units.collect();
        let positive = |unit: &Vector| unit.iter().filter(|entry| **entry > 0).sum();
        let most: i64 = factor * units.iter().map(positive).max().unwrap_or(0);
        let times = |unit: &Vector| unit.map(|entry| factor * entry);
        Self {
            units: units.iter().map(times).collect(),
            least: most.min(0),
            most: most.max(0),
        }
    }
}

impl DigitSystem {
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
    pub fn root(&self, d: i64) -> Option<(i64, i64, i64)> {
        // α = (a + √D)/b and √D = s√d.
        let (a, b, discriminant) = self.alpha()?;
        let square = discriminant / d;
        let s = square.isqrt();
        (s * s * d == discriminant).then_some((-a, b, s))
    }

    /// Is the digit of `q₀` not written?
    pub fn drops_last(&self) -> bool {
        self.ends[1] == 1
    }

    /// The words that represent a number. A state counts the digits in a row that are as large as they can be.
    pub fn admissible(&self) -> Result<Table, Refusal> {
        let step = |&full: &usize, place: usize, digit: u8| match &self.numeration {
            Numeration::Base(_) => Transition::Settled(true),
            Numeration::Ostrowski(_) => match (full, digit) {
                (1, 1..) => Transition::Settled(false),
                _ => Transition::To(usize::from(digit + 1 == self.radices[place])),
            },
            Numeration::Recurrence(most) => match i64::from(digit).cmp(&most[full]) {
                Ordering::Less => Transition::To(0),
                Ordering::Equal if full + 1 < most.len() => Transition::To(full + 1),
                _ => Transition::Settled(false),
            },
            Numeration::TernaryU => match (full, digit) {
                (_, 0) => Transition::To(0),
                (full, 1) => Transition::To(full),
                (0, _) => Transition::To(1),
                _ => Transition::Settled(false),
            },
        };
        let ostrowski = matches!(self.numeration, Numeration::Ostrowski(_));
        Table::explore(&self.radices, 1, 0, step, |full| {
            *full == 0 || !ostrowski || self.drops_last()
        })
    }

    /// `m = ⌊nα⌋` on the tracks of `n` and `m`, in an Ostrowski system and in the ternary system U.
    pub fn floor(&self) -> Result<Option<Table>, Refusal> {
        let alternating = match self.numeration {
            Numeration::Ostrowski(_) => true,
            Numeration::TernaryU => false,
            _ => return Ok(None),
        };
        // The mark is 2 where the last digit of n that is not 0 stands at an odd place, if the word ends here, and 1 at an even
        // one. All places of U are like odd ones.
        let last = if !alternating || self.drops_last() {
            2
        } else {
            1
        };
        let mark = |mark: u8, digit: u8| match (mark, digit) {
            (_, 1..) => last,
            (1 | 2, _) if alternating => 3 - mark,
            _ => mark,
        };
        let numerators = TrackUnits::new(-1, self.places.iter().map(|place| place.numerator));
        let columns = [numerators, self.numbers(self.scale)];
        self.sum(&columns, 0, true, mark, &[0, 0, self.scale])
            .map(Some)
    }

    /// On the tracks of `n` and `m`: `m` is what the digits of `n` are worth one place further to the left, or to the right, where the last
    /// one counts the weight before the first unless it is dropped.
    pub fn shifted(&self, left: bool, dropping: bool) -> Result<Table, Refusal> {
        let mut before = [0; LONGEST];
        match self.numeration {
            // u_{k−1} = u_k − v_k.
            Numeration::TernaryU => before[..2].copy_from_slice(&[1, -1]),
            _ => before[1] = 1,
        }
        let unit = |place: &PlaceMatrix| match left {
            true => place.matrix.map(|row| row[0]),
            false => before,
        };
        let columns = [
            TrackUnits::new(-1, self.places.iter().map(unit)),
            self.numbers(1),
        ];
        let weight = self.ends.iter().zip(before).map(|(end, entry)| end * entry);
        let weight = if dropping && !left { weight.sum() } else { 0 };
        let dropped: Vec<i64> = (0..=i64::from(u8::MAX))
            .map(|digit| digit * weight)
            .collect();
        let mark = |_, digit: u8| if weight == 0 { 0 } else { digit };
        self.sum(&columns, 0, true, mark, &dropped)
    }

    /// The form is 0, or, if not `exactly`, at least 0. The tracks are those of the form, in its order.
    pub fn compare(&self, form: &TrackSum, exactly: bool) -> Result<Table, Refusal> {
        let columns: Vec<TrackUnits> = (form.parts.iter())
            .map(|part| self.numbers(part.1))
            .collect();
        self.sum(&columns, form.constant, exactly, |_, _| 0, &[0])
    }

    /// A multiple of the number on a track.
    fn numbers(&self, factor: i64) -> TrackUnits {
        let unit = std::array::from_fn(|entry| i64::from(entry == 0));
        TrackUnits::new(factor, self.places.iter().map(|_| unit))
    }

    /// What the digits on all tracks count, with a constant and what a mark adds, which is not negative, is 0 together, or, if not
    /// `exactly`, at least 0. A mark is 0 at first, and what the last mark and a digit on the first track make of it.
    fn sum(
        &self,
        columns: &[TrackUnits],
        constant: i64,
        exactly: bool,
        mark: impl Fn(u8, u8) -> u8,
        adds: &[i64],
    ) -> Result<Table, Refusal> {
        let (least, most): (i64, i64) = columns.iter().fold((0, 0), |sum, column| {
            (sum.0 + column.least, sum.1 + column.most)
        });
        let added = adds.iter().max().map_or(0, |most| most / self.unit + 1);
        let settle = |vector: Vector, mark: u8| {
            let (mut high, mut low) = (vector, vector.map(|entry| -entry));
            high[0] += most;
            low[0] -= least;
            let positive = |margin| self.stays_negative(low, least - constant - margin);
            match exactly {
                _ if self.stays_negative(high, constant - most + added) => {
                    Transition::Settled(false)
                }
                true if positive(0) => Transition::Settled(false),
                false if positive(1) => Transition::Settled(true),
                _ => Transition::To((vector, mark)),
            }
        };
        let depth = self.places.len() * columns.len();
        let step = |&(vector, last): &(Vector, u8), level: usize, digit: u8| {
            let vector = self.read(columns, vector, level, digit);
            let mark = match level % columns.len() {
                0 => mark(last, digit),
                _ => last,
            };
            match level + 1 == depth {
                true => settle(vector, mark),
                false => Transition::To((vector, mark)),
            }
        };
        let accepts = |&(vector, mark): &(Vector, u8)| {
            let value = self.worth(&vector, constant) + i128::from(adds[usize::from(mark)]);
            value == 0 || !exactly && value > 0
        };
        let start = ([0; LONGEST], 0);
        Table::explore(&self.radices, columns.len(), start, step, accepts)
    }

    /// The form is divisible by a number.
    pub fn divisible(&self, form: &TrackSum, by: i64) -> Result<Table, Refusal> {
        let modulus = by.checked_mul(self.unit).ok_or(Refusal::TooLarge)?;
        let columns: Vec<TrackUnits> = (form.parts.iter())
            .map(|part| self.numbers(part.1))
            .collect();
        let step = |vector: &Vector, level: usize, digit: u8| {
            let vector = self.read(&columns, *vector, level, digit);
            Transition::To(vector.map(|entry| entry.rem_euclid(modulus)))
        };
        let accepts = |vector: &Vector| {
            let value = self.worth(vector, form.constant);
            value.rem_euclid(i128::from(modulus)) == 0
        };
        let start = [0; LONGEST];
        Table::explore(&self.radices, form.parts.len(), start, step, accepts)
    }

    /// One more digit.
    fn read(&self, columns: &[TrackUnits], vector: Vector, level: usize, digit: u8) -> Vector {
        let (place, index) = (level / columns.len(), level % columns.len());
        let mut vector = match index {
            0 => self.advance(vector, place),
            _ => vector,
        };
        let counts = columns[index].units[place].iter();
        for (entry, count) in vector.iter_mut().zip(counts) {
            *entry += i64::from(digit) * count;
        }
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

/// `(A, B, C)` with `C·p_k = A·q_k + B·q_{k−1}` for this `k` and all that differ by a multiple of the period: both
/// sides satisfy the same recurrence from period to period, and they agree twice.
pub fn numerator(quotients: &[i64], k: usize) -> Option<(i64, i64, i64)> {
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

pub fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    // -2^63 has a divisor that does not fit; 1 divides it, too.
    i64::try_from(a).unwrap_or(1).max(1)
}
