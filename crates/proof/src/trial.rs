//! Ways tried on single words, by arithmetic: which of them are worth an automaton.
//!
//! What is found here is a guess about all words and an answer about one. A way that leads from a word of the
//! remainder into the claimed set is worth taking away; one that leads from none of many words is not, yet.

use automata::{Automaton, Track};
use logic::arithmetic::{Coefficient, Linear, Relation, System};
use logic::decide::DecideError;
use logic::lower::{Expression, Ir};
use numeration::natural::Natural;

use crate::disjunct::Disjunct;
use crate::frame::Frame;

/// The numbers on the tracks of a remainder.
pub(crate) type Numbers = Vec<i64>;

/// A disjunct, ready to be tried on numbers.
pub(crate) struct Trial {
    /// Conditions on the visible numbers alone.
    visible: Vec<Test>,
    /// Conditions on the hidden number.
    hidden: Vec<Test>,
    /// How many numbers are hidden.
    count: usize,
}

/// A condition on numbers, by their places in a list: the visible ones, then the hidden ones.
enum Test {
    Compare(Value, Relation),
    Congruent(Value, i64, i64, bool),
    All(Vec<Test>),
    Any(Vec<Test>),
    /// Everything else: the automaton, with the place of each of its tracks.
    Automaton(Box<Automaton>, Vec<usize>),
}

/// A linear form plus multiples of rounded quotients.
struct Value {
    form: Form,
    quotients: Vec<(i64, Form, i64)>,
}

/// Places with their coefficients, and a constant.
struct Form {
    parts: Vec<(usize, Coefficient)>,
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
            list.push(Test::new(frame, part, &places)?);
        }
        Ok(Self {
            visible,
            hidden,
            count: way.hidden.len(),
        })
    }

    /// Does some hidden number, among those that can be seen to come into question, meet all conditions?
    pub(crate) fn holds(&self, numbers: &Numbers, system: &System) -> bool {
        let meets =
            |numbers: &[i64], tests: &[Test]| tests.iter().all(|test| test.holds(numbers, system));
        if self.count > 1 || !meets(numbers, &self.visible) {
            return false;
        }
        let mut numbers = numbers.clone();
        if self.count == 0 {
            return true;
        }
        let place = numbers.len();
        let greatest = numbers.iter().copied().max().unwrap_or(0);
        let greatest = greatest.saturating_mul(2).saturating_add(64);
        numbers.push(0);
        let (mut low, mut high) = (0, greatest);
        for test in &self.hidden {
            test.narrow(&mut numbers, place, &mut low, &mut high, system);
        }
        (low..=high).any(|hidden| {
            numbers[place] = hidden;
            meets(&numbers, &self.hidden)
        })
    }
}

impl Test {
    fn new(frame: &Frame<'_>, ir: &Ir, places: &[Track]) -> Result<Self, DecideError> {
        let all = |parts: &[Ir]| {
            parts
                .iter()
                .map(|part| Self::new(frame, part, places))
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(match ir {
            Ir::Compare(expression, relation) => {
                Self::Compare(Value::new(expression, places), *relation)
            }
            Ir::Congruent(expression, modulus, remainder, yes) => {
                Self::Congruent(Value::new(expression, places), *modulus, *remainder, *yes)
            }
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

    fn holds(&self, numbers: &[i64], system: &System) -> bool {
        match self {
            Self::Compare(value, Relation::Zero) => value.at(numbers, system) == 0,
            Self::Compare(value, Relation::NotNegative) => value.at(numbers, system) >= 0,
            Self::Congruent(value, modulus, remainder, yes) => {
                let difference = value
                    .at(numbers, system)
                    .saturating_sub(i128::from(*remainder));
                (difference.rem_euclid(i128::from(*modulus)) == 0) == *yes
            }
            Self::All(tests) => tests.iter().all(|test| test.holds(numbers, system)),
            Self::Any(tests) => tests.iter().any(|test| test.holds(numbers, system)),
            Self::Automaton(automaton, slots) => {
                let numbers: Vec<i64> = slots.iter().map(|&slot| numbers[slot]).collect();
                automaton.accepts(&digits(&numbers, system))
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
        system: &System,
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
                if passed(value.at(numbers, system)) {
                    to = middle;
                } else {
                    from = middle + 1;
                }
            }
            from
        };
        match (growing, relation) {
            (true, Relation::NotNegative) => *low = first(&|value| value >= 0),
            (false, Relation::NotNegative) => *high = first(&|value| value < 0) - 1,
            (true, Relation::Zero) => {
                let end = first(&|value| value > 0) - 1;
                *low = first(&|value| value >= 0);
                *high = end;
            }
            (false, Relation::Zero) => {
                let end = first(&|value| value < 0) - 1;
                *low = first(&|value| value <= 0);
                *high = end;
            }
        }
    }
}

impl Value {
    fn new(expression: &Expression, places: &[Track]) -> Self {
        let quotient = |(times, division): &(i64, logic::lower::Division)| {
            (*times, Form::new(&division.form, places), division.divisor)
        };
        Self {
            form: Form::new(&expression.linear, places),
            quotients: expression.quotients.iter().map(quotient).collect(),
        }
    }

    fn at(&self, numbers: &[i64], system: &System) -> i128 {
        let quotient = |(times, form, divisor): &(i64, Form, i64)| {
            let value = form.at(numbers, system).div_euclid(i128::from(*divisor));
            i128::from(*times).saturating_mul(value)
        };
        let quotients = self.quotients.iter().map(quotient);
        quotients.fold(self.form.at(numbers, system), i128::saturating_add)
    }

    /// Does it grow with the number at a place, or fall? Nothing if that cannot be seen.
    fn direction(&self, place: usize) -> Option<bool> {
        let forms = std::iter::once((1, &self.form))
            .chain(self.quotients.iter().map(|(times, form, _)| (*times, form)));
        let mut signs = Vec::new();
        for (times, form) in forms {
            for (_, c) in form.parts.iter().filter(|(other, _)| *other == place) {
                if c.is_moved() {
                    return None;
                }
                signs.extend(c.factors().map(|c| c.signum() * times.signum()));
            }
        }
        signs.retain(|&sign| sign != 0);
        let first = *signs.first()?;
        signs.iter().all(|&sign| sign == first).then_some(first > 0)
    }
}

impl Form {
    fn new(form: &Linear, places: &[Track]) -> Self {
        let part = |(&track, &c): (&Track, &Coefficient)| (place(places, track), c);
        Self {
            parts: form.parts.iter().map(part).collect(),
            constant: form.constant,
        }
    }

    fn at(&self, numbers: &[i64], system: &System) -> i128 {
        let part = |(place, c): &(usize, Coefficient)| {
            let number = numbers[*place];
            let times = |factor: i64, value: &dyn Fn() -> i64| match factor {
                0 => 0,
                factor => i128::from(factor) * i128::from(value()),
            };
            [
                times(c.plain, &|| number),
                times(c.shifted, &|| system.shift(number)),
                times(c.twice, &|| system.shift(system.shift(number))),
                times(c.left, &|| system.left(number)),
                times(c.right, &|| system.right(number)),
            ]
            .into_iter()
            .fold(0, i128::saturating_add)
        };
        let parts = self.parts.iter().map(part);
        parts.fold(i128::from(self.constant), i128::saturating_add)
    }
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
