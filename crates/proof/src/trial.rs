//! Ways tried on single words, by arithmetic: which of them are worth an automaton.
//!
//! What is found here is a guess about all words and an answer about one. A way that leads from a word of the
//! remainder into the claimed set is worth taking away; one that leads from none of many words is not, yet.

use std::cell::OnceCell;

use automata::{Automaton, Track};
use logic::arithmetic::{Coefficient, Linear, LinearRelation, System};
use logic::decide::DecideError;
use logic::lower::{Expression, Ir};
use numeration::natural::Natural;

use crate::disjunct::Disjunct;
use crate::frame::Frame;

/// The numbers on the tracks of a remainder.
pub(crate) type Numbers = Vec<i64>;

/// What becomes of numbers when their digits move. A trial asks for the same small numbers again and again.
pub(crate) struct DigitImages<'a> {
    system: &'a System,
    shifts: OnceCell<Vec<i64>>,
}

/// The shifts of smaller numbers are kept.
const KEPT: i64 = 512;

impl<'a> DigitImages<'a> {
    pub(crate) fn new(system: &'a System) -> Self {
        Self {
            system,
            shifts: OnceCell::new(),
        }
    }

    fn of(&self, image: DigitImage, number: i64) -> i64 {
        match image {
            DigitImage::Itself => number,
            DigitImage::Shift => self.shift(number),
            DigitImage::SecondShift => self.shift(self.shift(number)),
            DigitImage::Left => self.system.left(number),
            DigitImage::Right => self.system.right(number),
        }
    }

    fn shift(&self, number: i64) -> i64 {
        let all = || (0..KEPT).map(|number| self.system.shift(number)).collect();
        let shifts = self.shifts.get_or_init(all);
        let known = usize::try_from(number).ok();
        let known = known.and_then(|index| shifts.get(index));
        known.map_or_else(|| self.system.shift(number), |&shift| shift)
    }
}

/// What of a number counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DigitImage {
    Itself,
    Shift,
    SecondShift,
    Left,
    Right,
}

/// A disjunct, ready to be tried on numbers.
pub(crate) struct Trial {
    /// Conditions on the visible numbers alone.
    visible: Vec<TrialCondition>,
    /// Conditions on the hidden number.
    hidden: Vec<TrialCondition>,
    /// How many numbers are hidden.
    count: usize,
}

/// A condition on numbers, by their places in a list: the visible ones, then the hidden ones.
enum TrialCondition {
    Compare(TrialTerm, LinearRelation),
    Congruent(TrialTerm, i64, i64, bool),
    All(Vec<TrialCondition>),
    Any(Vec<TrialCondition>),
    /// Everything else: the automaton, with the place of each of its tracks.
    Automaton(Box<Automaton>, Vec<usize>),
}

/// A linear form plus multiples of rounded quotients.
struct TrialTerm {
    form: TrialSum,
    quotients: Vec<(i64, TrialSum, i64)>,
}

/// Multiples of the numbers at some places, or of their images, and a constant.
struct TrialSum {
    terms: Vec<(usize, DigitImage, i64)>,
    constant: i64,
}

impl Trial {
    /// The disjunct over the numbers on these tracks.
    pub(crate) fn new(
        frame: &Frame<'_>,
        way: &Disjunct,
        tracks: &[Track],
    ) -> Result<Self, DecideError> {
        let places: Vec<Track> = tracks.iter().chain(&way.hidden).copied().collect();
        let (mut visible, mut hidden) = (Vec::new(), Vec::new());
        for part in &way.parts {
            let list = if way.hidden.iter().any(|&track| part.mentions(track)) {
                &mut hidden
            } else {
                &mut visible
            };
            list.push(TrialCondition::new(frame, part, &places)?);
        }
        Ok(Self {
            visible,
            hidden,
            count: way.hidden.len(),
        })
    }

    /// Does some hidden number, among those that can be seen to come into question, meet all conditions?
    pub(crate) fn holds(&self, numbers: &Numbers, images: &DigitImages<'_>) -> bool {
        let meets = |numbers: &[i64], tests: &[TrialCondition]| {
            tests.iter().all(|test| test.holds(numbers, images))
        };
        if self.count > 1 || !meets(numbers, &self.visible) {
            return false;
        }
        if self.count == 0 {
            return true;
        }
        let place = numbers.len();
        let greatest = numbers.iter().copied().max().unwrap_or(0);
        let greatest = greatest.saturating_mul(2).saturating_add(64);
        let mut numbers = [numbers.as_slice(), &[0]].concat();
        let (mut low, mut high) = (0, greatest);
        for test in &self.hidden {
            test.narrow(&mut numbers, place, &mut low, &mut high, images);
        }
        (low..=high).any(|hidden| {
            numbers[place] = hidden;
            meets(&numbers, &self.hidden)
        })
    }
}

impl TrialCondition {
    fn new(frame: &Frame<'_>, ir: &Ir, places: &[Track]) -> Result<Self, DecideError> {
        let all = |parts: &[Ir]| {
            parts
                .iter()
                .map(|part| Self::new(frame, part, places))
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(match ir {
            Ir::Compare(expression, relation) => {
                Self::Compare(TrialTerm::new(expression, places), *relation)
            }
            Ir::Congruent(expression, modulus, remainder, yes) => Self::Congruent(
                TrialTerm::new(expression, places),
                *modulus,
                *remainder,
                *yes,
            ),
            Ir::And(parts) => Self::All(all(parts)?),
            Ir::Or(parts) => Self::Any(all(parts)?),
            other => {
                let automaton = frame.compiler.compile(other)?;
                let own = automaton.tracks().iter();
                let slots = own.map(|track| place(places, *track)).collect();
                Self::Automaton(Box::new(automaton), slots)
            }
        })
    }

    fn holds(&self, numbers: &[i64], images: &DigitImages<'_>) -> bool {
        match self {
            Self::Compare(value, LinearRelation::Zero) => value.at(numbers, images) == 0,
            Self::Compare(value, LinearRelation::NotNegative) => value.at(numbers, images) >= 0,
            Self::Congruent(value, modulus, remainder, yes) => {
                let difference = value
                    .at(numbers, images)
                    .saturating_sub(i128::from(*remainder));
                (remainder_of(difference, *modulus) == 0) == *yes
            }
            Self::All(tests) => tests.iter().all(|test| test.holds(numbers, images)),
            Self::Any(tests) => tests.iter().any(|test| test.holds(numbers, images)),
            Self::Automaton(automaton, slots) => {
                let numbers: Vec<i64> = slots.iter().map(|&slot| numbers[slot]).collect();
                automaton.accepts(&digits(&numbers, images.system))
            }
        }
    }

    /// Narrows the interval of the number at a place, if this condition bounds it.
    fn narrow(
        &self,
        numbers: &mut [i64],
        place: usize,
        low: &mut i64,
        high: &mut i64,
        images: &DigitImages<'_>,
    ) {
        let Self::Compare(value, relation) = self else {
            return;
        };
        let Some(growing) = value.direction(place) else {
            return;
        };
        // The first number in the interval at which the value has passed a bound on its way.
        let mut first = |passed: &dyn Fn(i128) -> bool| {
            let (mut from, mut to) = (*low, (*high).saturating_add(1).max(*low));
            while from < to {
                let middle = from + (to - from) / 2;
                numbers[place] = middle;
                if passed(value.at(numbers, images)) {
                    to = middle;
                } else {
                    from = middle + 1;
                }
            }
            from
        };
        match (growing, relation) {
            (true, LinearRelation::NotNegative) => *low = first(&|value| value >= 0),
            (false, LinearRelation::NotNegative) => *high = first(&|value| value < 0) - 1,
            (true, LinearRelation::Zero) => {
                let end = first(&|value| value > 0) - 1;
                *low = first(&|value| value >= 0);
                *high = end;
            }
            (false, LinearRelation::Zero) => {
                let end = first(&|value| value < 0) - 1;
                *low = first(&|value| value <= 0);
                *high = end;
            }
        }
    }
}

impl TrialTerm {
    fn new(expression: &Expression, places: &[Track]) -> Self {
        let quotient = |(times, division): &(i64, logic::lower::FloorDivision)| {
            (
                *times,
                TrialSum::new(&division.form, places),
                division.divisor,
            )
        };
        Self {
            form: TrialSum::new(&expression.linear, places),
            quotients: expression.quotients.iter().map(quotient).collect(),
        }
    }

    fn at(&self, numbers: &[i64], images: &DigitImages<'_>) -> i128 {
        let quotient = |(times, form, divisor): &(i64, TrialSum, i64)| {
            let value = quotient_of(form.at(numbers, images), *divisor);
            i128::from(*times).saturating_mul(value)
        };
        let quotients = self.quotients.iter().map(quotient);
        quotients.fold(self.form.at(numbers, images), i128::saturating_add)
    }

    /// Does it grow with the number at a place, or fall? Nothing if that cannot be seen.
    fn direction(&self, place: usize) -> Option<bool> {
        let forms = std::iter::once((1, &self.form))
            .chain(self.quotients.iter().map(|(times, form, _)| (*times, form)));
        let mut direction = None;
        for (times, form) in forms {
            for (_, image, factor) in form.terms.iter().filter(|(other, ..)| *other == place) {
                let moved = matches!(image, DigitImage::Left | DigitImage::Right);
                let growing = (*factor > 0) == (times > 0);
                if moved || direction.is_some_and(|other| other != growing) {
                    return None;
                }
                direction = Some(growing);
            }
        }
        direction
    }
}

impl TrialSum {
    fn new(form: &Linear, places: &[Track]) -> Self {
        let terms = |(&track, c): (&Track, &Coefficient)| {
            let place = place(places, track);
            [
                (place, DigitImage::Itself, c.plain),
                (place, DigitImage::Shift, c.shifted),
                (place, DigitImage::SecondShift, c.twice),
                (place, DigitImage::Left, c.left),
                (place, DigitImage::Right, c.right),
            ]
        };
        let terms = form.parts.iter().flat_map(terms);
        Self {
            terms: terms.filter(|(.., factor)| *factor != 0).collect(),
            constant: form.constant,
        }
    }

    fn at(&self, numbers: &[i64], images: &DigitImages<'_>) -> i128 {
        let mut sum = i128::from(self.constant);
        for &(place, image, factor) in &self.terms {
            let value = i128::from(images.of(image, numbers[place]));
            sum = sum.saturating_add(i128::from(factor) * value);
        }
        sum
    }
}

/// A quotient rounded down. Machine words divide much faster, and almost all numbers are words.
fn quotient_of(value: i128, divisor: i64) -> i128 {
    let word = i64::try_from(value).ok();
    let word = word.and_then(|value| value.checked_div_euclid(divisor));
    word.map_or_else(|| value.div_euclid(i128::from(divisor)), i128::from)
}

/// What a division leaves.
fn remainder_of(value: i128, divisor: i64) -> i128 {
    let word = i64::try_from(value).ok();
    let word = word.and_then(|value| value.checked_rem_euclid(divisor));
    word.map_or_else(|| value.rem_euclid(i128::from(divisor)), i128::from)
}

fn place(places: &[Track], track: Track) -> usize {
    places
        .iter()
        .position(|&other| other == track)
        .expect("a condition speaks of visible and hidden numbers only")
}

/// The digits of some numbers, all of one length.
fn digits(numbers: &[i64], system: &System) -> Vec<Vec<u8>> {
    let natural = |&number: &i64| Natural::from(number.unsigned_abs());
    let digits: Vec<Vec<u8>> = numbers
        .iter()
        .map(|number| system.writer().digits(&natural(number)))
        .collect();
    let length = digits.iter().map(Vec::len).max().unwrap_or(0);
    digits
        .into_iter()
        .map(|digits| [vec![0; length - digits.len()], digits].concat())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_those_of_the_system() {
        for d in [5, 2, 7] {
            let system = System::quadratic(d).expect("a small field");
            let images = DigitImages::new(&system);
            for number in (0..2 * KEPT).chain([1 << 40, i64::MAX]) {
                let shift = system.shift(number);
                assert_eq!(images.of(DigitImage::Shift, number), shift);
                assert_eq!(
                    images.of(DigitImage::SecondShift, number),
                    system.shift(shift)
                );
                assert_eq!(images.of(DigitImage::Left, number), system.left(number));
                assert_eq!(images.of(DigitImage::Right, number), system.right(number));
            }
        }
    }

    #[test]
    fn words_divide_as_long_numbers_do() {
        let edges = [
            i128::MIN,
            i64::MIN.into(),
            -8,
            -7,
            -1,
            0,
            1,
            6,
            7,
            i64::MAX.into(),
            i128::MAX,
        ];
        for value in edges {
            for divisor in [1, 2, 7, i64::MAX] {
                let long = i128::from(divisor);
                assert_eq!(quotient_of(value, divisor), value.div_euclid(long));
                assert_eq!(remainder_of(value, divisor), value.rem_euclid(long));
            }
        }
    }
}
