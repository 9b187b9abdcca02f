//! Systems whose weights follow a linear recurrence of any order, such as the Tribonacci numbers.
//!
//! What has been read of a linear form is worth `p·w_k + q·w_{k−1} + r·w_{k−2} + …`, where `w_k` is the weight of the last
//! place read: a vector, which one more place multiplies by a matrix without negative entries. For coefficients
//! `c₁ ≥ c₂ ≥ … ≥ c_d ≥ 1` all roots of the recurrence but one lie inside the unit circle (A. Brauer 1951), so that finitely
//! many vectors can still decide a constraint either way. The weights before the first, `w_{−1}, w_{−2}, …`, are those with
//! which the recurrence holds from the beginning; they need a common divisor, the scale.
//!
//! The ternary system U has every second Fibonacci number as a weight; beside `F_{2k+2}` the vector counts `F_{2k+1}`.

use automata::minimize::minimize_within;
use automata::{Automaton, Successor, Track};
use numeration::surd::SmallSurd;
use watch::{Stopped, Watch};

use super::constraint::{LinearRelation, LinearRemainder};
use super::linear::{Coefficient, Linear};
use super::system::System;

/// The weights of a system by a matrix, and its words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Recurrent {
    /// What one more place makes of a vector: the factor of each entry, for each new entry.
    matrix: Vec<Vec<i64>>,
    /// The weights that the entries count at the last place, times the scale.
    base: Vec<i64>,
    scale: i64,
    /// What a digit adds to the entries where its number is shifted.
    shift: Vec<i64>,
    grammar: RecurrentGrammar,
}

/// Which words are the digits of a number.
#[derive(Clone, Debug, PartialEq)]
enum RecurrentGrammar {
    /// No digits in a row reach these.
    Below(Vec<u8>),
    /// Digits up to 2, and a 0 between two 2s.
    ZeroBetweenTwos,
}

/// The largest coefficient and the longest recurrence that automata are built for.
const LARGEST_COEFFICIENT: i64 = 60;
const LONGEST: usize = 6;

impl Recurrent {
    /// The system of a recurrence of at least two terms, none above the one before it; nothing if it is too large.
    pub(crate) fn new(coefficients: &[i64]) -> Option<Self> {
        let order = coefficients.len();
        let allowed = |c: &i64| (1..=LARGEST_COEFFICIENT).contains(c);
        if !(2..=LONGEST).contains(&order) || !coefficients.iter().all(allowed) {
            return None;
        }
        let entry = |row: usize, column: usize| match column {
            0 => coefficients[row],
            _ => i64::from(column == row + 1),
        };
        let row = |row: usize| (0..order).map(|column| entry(row, column)).collect();
        // c_d·w_{−i} + c_{d−1}·w_{−i+1} + … + c_{d−i+1}·w_{−1} = 1, all times the scale.
        let last = coefficients[order - 1];
        let scale = last.checked_pow(u32::try_from(order).ok()?)?;
        let mut base = vec![scale];
        for i in 1..order {
            let earlier = (1..i).map(|j| coefficients[order - 1 - i + j].checked_mul(base[j]));
            let earlier = earlier.sum::<Option<i64>>()?;
            base.push(scale.checked_sub(earlier)? / last);
        }
        let word = coefficients.iter().map(|c| u8::try_from(*c).ok());
        Some(Self {
            matrix: (0..order).map(row).collect(),
            base,
            scale,
            shift: coefficients.to_vec(),
            grammar: RecurrentGrammar::Below(word.collect::<Option<_>>()?),
        })
    }

    /// The ternary system U.
    pub(crate) fn ternary_u() -> Self {
        Self {
            matrix: vec![vec![2, 1], vec![1, 1]],
            base: vec![1, 1],
            scale: 1,
            shift: vec![2, 1],
            grammar: RecurrentGrammar::ZeroBetweenTwos,
        }
    }

    /// The coefficients of the recurrence: a shift by as many places is a sum of shifts by fewer.
    pub(crate) fn coefficients(&self) -> Vec<i64> {
        match self.grammar {
            RecurrentGrammar::Below(_) => self.shift.clone(),
            RecurrentGrammar::ZeroBetweenTwos => vec![3, -1],
        }
    }

    /// The number whose floors are shifts: φ² in the ternary system U.
    pub(crate) fn alpha(&self) -> Option<SmallSurd> {
        match self.grammar {
            RecurrentGrammar::Below(_) => None,
            RecurrentGrammar::ZeroBetweenTwos => Some(SmallSurd::new(3, 1, 2, 5)),
        }
    }

    /// The quotients of the continued fraction of [`alpha`](Self::alpha) before the first period, and one period.
    pub(crate) fn expansion(&self) -> Option<(&[i64], &[i64])> {
        match self.grammar {
            RecurrentGrammar::Below(_) => None,
            RecurrentGrammar::ZeroBetweenTwos => Some((&[2], &[1])),
        }
    }

    /// How many digits there are.
    pub(crate) fn radix(&self) -> u8 {
        match &self.grammar {
            RecurrentGrammar::Below(bounds) => {
                bounds.first().copied().unwrap_or(1).saturating_add(1)
            }
            RecurrentGrammar::ZeroBetweenTwos => 3,
        }
    }

    /// The digit strings that represent a number.
    pub(crate) fn admissible(
        &self,
        system: &System,
        track: Track,
        watch: &dyn Watch,
    ) -> Result<Automaton, Stopped> {
        let automaton = Automaton::explore(
            system.alphabet(),
            &[track],
            Successor::To(0usize),
            |&state, _, digit| self.grammar.next(state, digit),
            |_| true,
            watch,
        )?;
        minimize_within(&automaton, watch)
    }

    /// See [`compare_less`](super::constraint::compare_less).
    pub(crate) fn compare_less(
        &self,
        system: &System,
        form: &Linear,
        remainders: &[LinearRemainder],
        relation: LinearRelation,
        watch: &dyn Watch,
    ) -> Result<Automaton, Stopped> {
        let walks = RecurrentReader::new(self, form, remainders);
        let settle = |state: RecurrentState| match walks.decide(&state.form, relation) {
            Some(true) => Successor::True,
            Some(false) => Successor::Dead,
            None => Successor::To(state),
        };
        let last = walks.tracks.len().max(1) - 1;
        let automaton = Automaton::explore(
            system.alphabet(),
            &walks.tracks,
            settle(walks.start()),
            |state, level, digit| {
                let state = walks.step(state, level.track, digit);
                if level.track == last {
                    settle(state)
                } else {
                    Successor::To(state)
                }
            },
            |state| match (walks.value(state), relation) {
                (value, LinearRelation::Zero) => value == 0,
                (value, LinearRelation::NotNegative) => value >= 0,
            },
            watch,
        )?;
        minimize_within(&automaton, watch)
    }

    /// See [`congruent_less`](super::constraint::congruent_less).
    pub(crate) fn congruent_less(
        &self,
        system: &System,
        form: &Linear,
        remainders: &[LinearRemainder],
        (modulus, remainder): (i64, i64),
        watch: &dyn Watch,
    ) -> Result<Automaton, Stopped> {
        let walks = RecurrentReader::new(self, form, remainders);
        let modulus = i128::from(modulus) * i128::from(self.scale);
        let wanted = i128::from(remainder) * i128::from(self.scale);
        let automaton = Automaton::explore(
            system.alphabet(),
            &walks.tracks,
            Successor::To(walks.start()),
            |state, level, digit| {
                let mut state = walks.step(state, level.track, digit);
                reduce(&mut state.form, modulus);
                Successor::To(state)
            },
            |state| (walks.value(state) - wanted).rem_euclid(modulus) == 0,
            watch,
        )?;
        minimize_within(&automaton, watch)
    }

    /// The vector after one more place, for one that is still undecided: its entries are not far above the coefficients.
    fn advanced(&self, vector: &[i128]) -> Vec<i128> {
        let row = |row: &Vec<i64>| {
            let parts = row.iter().zip(vector);
            parts
                .map(|(factor, entry)| i128::from(*factor) * entry)
                .sum()
        };
        self.matrix.iter().map(row).collect()
    }

    /// The vector after one more place; nothing beyond machine integers.
    fn next(&self, vector: &[i128]) -> Option<Vec<i128>> {
        let row = |row: &Vec<i64>| {
            let mut sum = 0i128;
            for (factor, entry) in row.iter().zip(vector) {
                sum = sum.checked_add(i128::from(*factor).checked_mul(*entry)?)?;
            }
            Some(sum)
        };
        self.matrix.iter().map(row).collect()
    }

    /// What a vector is worth if the word ends here, times the scale.
    fn worth(&self, vector: &[i128]) -> Option<i128> {
        let mut sum = 0i128;
        for (weight, entry) in self.base.iter().zip(vector) {
            sum = sum.checked_add(i128::from(*weight).checked_mul(*entry)?)?;
        }
        Some(sum)
    }

    /// Is the vector's worth plus a constant, times the scale, negative after any number of further places?
    ///
    /// Once no entry is positive, the worth falls as soon as all weights that it counts are those of places.
    fn always_negative(&self, vector: Vec<i128>, constant: i128) -> bool {
        let mut vector = vector;
        let mut left = None;
        for _ in 0..MOST_PLACES {
            let worth = self
                .worth(&vector)
                .and_then(|worth| worth.checked_add(constant));
            if worth.is_none_or(|worth| worth >= 0) {
                return false;
            }
            if left == Some(0) {
                return true;
            }
            if vector.iter().all(|entry| *entry <= 0) {
                left = Some(left.unwrap_or(self.base.len()) - 1);
            } else if vector.iter().all(|entry| *entry >= 0) {
                return false;
            }
            match self.next(&vector) {
                Some(next) => vector = next,
                None => return false,
            }
        }
        false
    }
}

/// After so many places without a decision a vector is taken for undecided.
const MOST_PLACES: usize = 300;

impl RecurrentGrammar {
    fn next(&self, state: usize, digit: u8) -> Successor<usize> {
        match self {
            Self::Below(bounds) => match digit.cmp(&bounds[state]) {
                std::cmp::Ordering::Less => Successor::To(0),
                std::cmp::Ordering::Equal if state + 1 < bounds.len() => Successor::To(state + 1),
                _ => Successor::Dead,
            },
            Self::ZeroBetweenTwos => match (state, digit) {
                (_, 0) => Successor::To(0),
                (state, 1) => Successor::To(state),
                (0, 2) => Successor::To(1),
                _ => Successor::Dead,
            },
        }
    }
}

/// What has been read of a form, and of the forms whose remainders count.
#[derive(Clone, PartialEq, Eq, Hash)]
struct RecurrentState {
    form: Vec<i128>,
    remainders: Vec<Vec<i128>>,
}

/// A linear form and the parts of remainders, read side by side.
struct RecurrentReader<'a> {
    recurrent: &'a Recurrent,
    tracks: Vec<Track>,
    form: RecurrentForm,
    remainders: Vec<(&'a LinearRemainder, RecurrentForm)>,
    /// What the digits to come can add at most and at least, as a vector and a constant.
    high: (Vec<i128>, i128),
    low: (Vec<i128>, i128),
}

/// A linear form prepared for reading: for each track, what one unit of its digit adds.
struct RecurrentForm {
    units: Vec<Vec<i128>>,
    constant: i128,
}

impl<'a> RecurrentReader<'a> {
    fn new(recurrent: &'a Recurrent, form: &Linear, remainders: &'a [LinearRemainder]) -> Self {
        let parts = remainders.iter().map(|remainder| &remainder.part);
        let all = std::iter::once(form).chain(parts);
        let mut tracks: Vec<Track> = all.flat_map(|form| form.parts.keys().copied()).collect();
        tracks.sort_unstable();
        tracks.dedup();
        let walk = |form: &Linear| RecurrentForm::new(recurrent, form, &tracks);
        let scale = i128::from(recurrent.scale);
        let most = |kept: fn(i64) -> i64| {
            let each = remainders
                .iter()
                .map(|r| i128::from(kept(r.factor)) * i128::from(r.modulus - 1) * scale);
            each.sum::<i128>()
        };
        let constant = i128::from(form.constant) * scale;
        let zero = vec![0; recurrent.base.len()];
        let mut high = (zero.clone(), constant - most(|factor| factor.min(0)));
        let mut low = (zero, constant - most(|factor| factor.max(0)));
        for c in form.parts.values() {
            // A number to come is below w_k, its shift below w_{k+1}, and so on.
            for (factor, unit) in recurrent.units(*c) {
                let side = if factor > 0 { &mut high } else { &mut low };
                for (entry, unit) in side.0.iter_mut().zip(&unit) {
                    *entry += factor * unit;
                }
                side.1 -= factor * scale;
            }
        }
        Self {
            recurrent,
            form: walk(form),
            remainders: remainders.iter().map(|r| (r, walk(&r.part))).collect(),
            tracks,
            high,
            low,
        }
    }

    fn start(&self) -> RecurrentState {
        let zero = vec![0; self.recurrent.base.len()];
        RecurrentState {
            remainders: vec![zero.clone(); self.remainders.len()],
            form: zero,
        }
    }

    fn step(&self, state: &RecurrentState, track: usize, digit: u8) -> RecurrentState {
        let read = |walk: &RecurrentForm, vector: &Vec<i128>| {
            let mut vector = match track {
                0 => self.recurrent.advanced(vector),
                _ => vector.clone(),
            };
            for (entry, unit) in vector.iter_mut().zip(&walk.units[track]) {
                *entry += unit * i128::from(digit);
            }
            vector
        };
        let scale = i128::from(self.recurrent.scale);
        let remainders = self.remainders.iter().zip(&state.remainders);
        let remainder =
            |((remainder, walk), vector): (&(&LinearRemainder, RecurrentForm), &Vec<i128>)| {
                let mut vector = read(walk, vector);
                reduce(&mut vector, i128::from(remainder.modulus) * scale);
                vector
            };
        RecurrentState {
            form: read(&self.form, &state.form),
            remainders: remainders.map(remainder).collect(),
        }
    }

    /// The value, times the scale, if the word ends here.
    fn value(&self, state: &RecurrentState) -> i128 {
        let scale = i128::from(self.recurrent.scale);
        let worth = |vector: &[i128]| self.recurrent.worth(vector).unwrap_or(0);
        let remainders = self.remainders.iter().zip(&state.remainders);
        let rest =
            |((remainder, walk), vector): (&(&LinearRemainder, RecurrentForm), &Vec<i128>)| {
                let value = worth(vector) + walk.constant * scale;
                let modulus = i128::from(remainder.modulus) * scale;
                i128::from(remainder.factor) * value.rem_euclid(modulus)
            };
        let form = worth(&state.form) + self.form.constant * scale;
        form - remainders.map(rest).sum::<i128>()
    }

    /// Is the constraint decided, whatever follows?
    fn decide(&self, vector: &[i128], relation: LinearRelation) -> Option<bool> {
        let plus = |other: &[i128], sign: i128| -> Vec<i128> {
            let sum = vector.iter().zip(other);
            sum.map(|(entry, other)| sign * (entry + other)).collect()
        };
        let recurrent = self.recurrent;
        if recurrent.always_negative(plus(&self.high.0, 1), self.high.1) {
            return Some(false);
        }
        let least = plus(&self.low.0, -1);
        match relation {
            // The value is an integer times the scale: above -1 it is not negative.
            LinearRelation::NotNegative => recurrent
                .always_negative(least, -self.low.1 - 1)
                .then_some(true),
            LinearRelation::Zero => recurrent
                .always_negative(least, -self.low.1)
                .then_some(false),
        }
    }
}

impl Recurrent {
    /// The factors of a number, of its shift and of the shift of that, each with what a digit adds.
    fn units(&self, c: Coefficient) -> [(i128, Vec<i128>); 3] {
        let plain = (0..self.base.len()).map(|index| i128::from(index == 0));
        let shift = self.shift.iter().map(|entry| i128::from(*entry));
        let shift: Vec<i128> = shift.collect();
        let twice = self.advanced(&shift);
        [
            (i128::from(c.plain), plain.collect()),
            (i128::from(c.shifted), shift),
            (i128::from(c.twice), twice),
        ]
    }
}

impl RecurrentForm {
    fn new(recurrent: &Recurrent, form: &Linear, tracks: &[Track]) -> Self {
        let unit = |track: &Track| {
            let mut unit = vec![0; recurrent.base.len()];
            for (factor, one) in recurrent.units(form.coefficient(*track)) {
                for (entry, one) in unit.iter_mut().zip(one) {
                    *entry += factor * one;
                }
            }
            unit
        };
        Self {
            units: tracks.iter().map(unit).collect(),
            constant: i128::from(form.constant),
        }
    }
}

fn reduce(vector: &mut [i128], modulus: i128) {
    for entry in vector {
        *entry = entry.rem_euclid(modulus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The weights that the vectors count are those of the numeration system, from the beginning.
    #[test]
    fn the_recurrence_holds_from_the_beginning() {
        for (coefficients, weights) in [
            (&[1, 1][..], &[1, 2, 3, 5, 8][..]),
            (&[1, 1, 1], &[1, 2, 4, 7, 13]),
            (&[2, 2], &[1, 3, 8, 22]),
            (&[3, 2, 2], &[1, 4, 15, 55]),
            (&[2, 1, 1, 1], &[1, 3, 8, 21, 54]),
        ] {
            let system = Recurrent::new(coefficients).expect("small");
            let mut vector: Vec<i128> = (0..coefficients.len())
                .map(|i| i128::from(i == 0))
                .collect();
            for weight in weights {
                let worth = system.worth(&vector).expect("small");
                assert_eq!(
                    worth,
                    i128::from(*weight) * i128::from(system.scale),
                    "{coefficients:?}"
                );
                vector = system.next(&vector).expect("small");
            }
        }
        let mut vector = vec![1, 0];
        for weight in [1, 3, 8, 21, 55] {
            assert_eq!(Recurrent::ternary_u().worth(&vector), Some(weight));
            vector = Recurrent::ternary_u().next(&vector).expect("small");
        }
    }
}
