//! How numbers are written, and the tables of order, sums, remainders and floors, made from the weights alone.
//!
//! Base 2, or the Ostrowski system of a purely periodic continued fraction `α = [a₀; a₁, a₂, …]` with
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

use super::Refusal;
use super::form::Form;
use super::table::{Step, Table};

/// A numeration system.
#[derive(Clone, Debug)]
pub(super) struct Digits {
    /// The places of a letter, the most significant first.
    places: Vec<Place>,
    /// The number of digits of each place.
    pub(super) radices: Vec<u8>,
    /// The weight below the last one: 1 if the digit of `q₀` is not written, and 0 if not.
    below: i64,
    /// One period of the continued fraction; none in base 2.
    quotients: Vec<i64>,
    scale: i64,
}

/// A place with weight `w`, below the place with weight `a·w + b·(the weight below)`.
#[derive(Clone, Copy, Debug)]
struct Place {
    a: i64,
    b: i64,
    /// `scale·p_k = shift.0·q_k + shift.1·q_{k−1}`.
    shift: (i64, i64),
}

/// No weight of a place is larger, so that sums with digits stay far below 2^63.
const LARGEST_WEIGHT: u64 = 1 << 40;

/// What has been read is worth `p·w + q·(the weight below w)`, where `w` is the weight of the last place read.
type Pair = (i64, i64);

impl Digits {
    /// Base 2 if there are no quotients.
    pub(super) fn new(quotients: &[i64]) -> Result<Self, Refusal> {
        let count = quotients.len();
        if count > 16 || quotients.iter().any(|a| !(1..=200).contains(a)) {
            return Err(Refusal::not_understood("a numeration system"));
        }
        let Some(&first) = quotients.get(1).or(quotients.first()) else {
            let binary = Place {
                a: 2,
                b: 0,
                shift: (0, 0),
            };
            return Ok(Self {
                places: vec![binary],
                radices: vec![2],
                below: 0,
                quotients: Vec::new(),
                scale: 1,
            });
        };
        let drop = usize::from(first == 1);
        let shifts = (0..count).map(|k| shift(quotients, k + drop));
        let shifts = shifts
            .collect::<Option<Vec<_>>>()
            .ok_or(Refusal::TooLarge)?;
        let scale = shifts.iter().try_fold(1i64, |scale, shift| {
            scale.checked_mul(shift.2 / gcd(scale, shift.2))
        });
        let small = |number: &i64| number.unsigned_abs() <= LARGEST_WEIGHT;
        let scale = scale.filter(small).ok_or(Refusal::TooLarge)?;
        let place = |k: usize| {
            let (upper, lower, divisor) = shifts[k];
            let part = scale / divisor;
            Some(Place {
                a: quotients[(k + drop + 1) % count],
                b: 1,
                shift: (
                    upper.checked_mul(part).filter(small)?,
                    lower.checked_mul(part).filter(small)?,
                ),
            })
        };
        let places = (0..count).rev().map(place).collect::<Option<Vec<_>>>();
        let places = places.ok_or(Refusal::TooLarge)?;
        let radix = |place: &Place| u8::try_from(place.a.checked_add(1)?).ok();
        let radices = places.iter().map(radix).collect::<Option<_>>();
        Ok(Self {
            radices: radices.ok_or(Refusal::TooLarge)?,
            places,
            below: i64::from(first == 1),
            quotients: quotients.to_vec(),
            scale,
        })
    }

    /// `(a, b, D)` with `α = (a + √D)/b`. Nothing in base 2.
    fn alpha(&self) -> Option<(i64, i64, i64)> {
        let list = convergents(&self.quotients, self.quotients.len())?;
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

    /// The words that represent a number.
    pub(super) fn admissible(&self) -> Result<Table, Refusal> {
        if self.quotients.is_empty() {
            return Ok(Table::constant(1, true));
        }
        let step = |full: &bool, place: usize, digit: u8| match (full, digit) {
            (true, 1..) => Step::Settled(false),
            _ => Step::To(i64::from(digit) == self.places[place].a),
        };
        Table::explore(&self.radices, 1, false, step, |full| {
            !full || self.below == 1
        })
    }

    /// `m = ⌊nα⌋` on the tracks of `n` and `m`. Nothing in base 2.
    pub(super) fn floor(&self) -> Result<Option<Table>, Refusal> {
        if self.quotients.is_empty() {
            return Ok(None);
        }
        let unit = |place: usize, track: usize| match track {
            0 => (-self.places[place].shift.0, -self.places[place].shift.1),
            _ => (self.scale, 0),
        };
        // The digits to come are worth at most w_k in m, and at most p_k in S(n).
        let last = self.places[self.places.len() - 1].shift;
        let (least, most) = ((-last.0, -last.1), (self.scale, 0));
        let add = |x: Pair, y: Pair| (x.0 + y.0, x.1 + y.1);
        let settle = |pair: Pair, odd: Option<bool>| {
            let (low, high) = (add(pair, least), add(pair, most));
            if self.stays_negative(high, self.scale) || self.stays_negative((-low.0, -low.1), 0) {
                Step::Settled(false)
            } else {
                Step::To((pair, odd))
            }
        };
        let step = |&(pair, odd): &(Pair, Option<bool>), level: usize, digit: u8| {
            let (place, track) = (level / 2, level % 2);
            let before = if track == 0 {
                self.advance(pair, place)
            } else {
                pair
            };
            let (up, down) = unit(place, track);
            let pair = add(before, (up * i64::from(digit), down * i64::from(digit)));
            // Is the last digit of n that is not 0 at an odd place, if the word ends with this one?
            let odd = match (track, digit) {
                (0, 0) => odd.map(|odd| !odd),
                (0, _) => Some(self.below == 1),
                _ => odd,
            };
            if level + 1 == 2 * self.places.len() {
                settle(pair, odd)
            } else {
                Step::To((pair, odd))
            }
        };
        let accepts = |&((p, q), odd): &(Pair, Option<bool>)| {
            p + q * self.below == if odd == Some(true) { -self.scale } else { 0 }
        };
        Table::explore(&self.radices, 2, ((0, 0), None), step, accepts).map(Some)
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
        let settle = |(p, q): Pair| {
            let never = self.stays_negative((p + most, q), spare.1);
            let positive = |margin: i64| self.stays_negative((-p - least, -q), -spare.0 - margin);
            match exactly {
                _ if never => Step::Settled(false),
                true if positive(0) => Step::Settled(false),
                false if positive(1) => Step::Settled(true),
                _ => Step::To((p, q)),
            }
        };
        let accepts = |&(p, q): &Pair| {
            let value = p + q * self.below + form.constant;
            value == 0 || !exactly && value > 0
        };
        let depth = self.places.len() * form.parts.len();
        let step = |pair: &Pair, level: usize, digit: u8| {
            let pair = self.read(form, *pair, level, digit);
            if level + 1 == depth {
                settle(pair)
            } else {
                Step::To(pair)
            }
        };
        Table::explore(&self.radices, form.parts.len(), (0, 0), step, accepts)
    }

    /// The form is divisible by a number.
    pub(super) fn divisible(&self, form: &Form, by: i64) -> Result<Table, Refusal> {
        let step = |pair: &Pair, level: usize, digit: u8| {
            let (p, q) = self.read(form, *pair, level, digit);
            Step::To((p.rem_euclid(by), q.rem_euclid(by)))
        };
        let accepts = |&(p, q): &Pair| (p + q * self.below + form.constant).rem_euclid(by) == 0;
        Table::explore(&self.radices, form.parts.len(), (0, 0), step, accepts)
    }

    /// The nim-sum of some binary numbers is 0.
    pub(super) fn nim_sum(&self, tracks: usize) -> Result<Table, Refusal> {
        if !self.quotients.is_empty() {
            return Err(Refusal::not_understood(
                "a nim-sum beside an irrational number",
            ));
        }
        let step = |sum: &u8, level: usize, digit: u8| match (sum ^ digit, level + 1 == tracks) {
            (1, true) => Step::Settled(false),
            (sum, _) => Step::To(sum),
        };
        Table::explore(&self.radices, tracks, 0, step, |sum| *sum == 0)
    }

    fn read(&self, form: &Form, pair: Pair, level: usize, digit: u8) -> Pair {
        let (place, index) = (level / form.parts.len(), level % form.parts.len());
        let (p, q) = if index == 0 {
            self.advance(pair, place)
        } else {
            pair
        };
        (p + form.parts[index].1 * i64::from(digit), q)
    }

    /// The same value after one more place, before its digits.
    fn advance(&self, (p, q): Pair, place: usize) -> Pair {
        (self.places[place].a * p + q, self.places[place].b * p)
    }

    /// Is `p·w + q·(the weight below w) + constant` negative for the weight `w` of every last place of a letter?
    fn stays_negative(&self, (mut p, mut q): Pair, constant: i64) -> bool {
        loop {
            if p + q * self.below + constant >= 0 {
                return false;
            }
            // Weights grow: from here on the value falls, or it rises until it is positive.
            if p <= 0 && q <= 0 {
                return true;
            }
            if p >= 0 && q >= 0 {
                return false;
            }
            // The same at the end of the letter before.
            for place in 0..self.places.len() {
                if p.abs().max(q.abs()) > 1 << 50 {
                    return false;
                }
                (p, q) = self.advance((p, q), place);
            }
        }
    }
}

/// `(A, B, C)` with `C·p_k = A·q_k + B·q_{k−1}` for this `k` and all that differ by a multiple of the period: both
/// sides satisfy the same recurrence from period to period, and they agree twice.
fn shift(quotients: &[i64], k: usize) -> Option<(i64, i64, i64)> {
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
