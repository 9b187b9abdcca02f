//! The number whose digits are those of another one, a place further to the left or to the right.

use numeration::named::NamedSystem;
use numeration::natural::{Integer, Natural, One, Zero, to_natural};

use super::condition::{digits, no_digits};
use crate::evaluate::{EvaluationError, Evaluator};
use crate::interval::Interval;

/// Which way the digits go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// `shift(t, S)`: a 0 is appended.
    Left,
    /// `unshift(t, S)`: the last digit is dropped, whatever it is.
    Right,
}

impl Direction {
    /// The word of the language for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Left => "shift",
            Self::Right => "unshift",
        }
    }

    /// The number with its digits shifted; 0 stays 0.
    ///
    /// # Errors
    /// If its digits cannot be had, or the system has no place for them.
    pub fn of(
        self,
        number: &Natural,
        system: &NamedSystem,
        evaluator: &Evaluator<'_>,
    ) -> Result<Natural, EvaluationError> {
        let written = digits(system, number, evaluator)?;
        let shifted = match self {
            Self::Left => written.shifted_left(),
            Self::Right => written.without_lowest(1),
        };
        let value = system.system().evaluate(&shifted);
        value.map_err(|error| no_digits(system, error))
    }

    /// The same for machine words, if it is seen at this size.
    pub fn of_word(self, number: u64, system: &NamedSystem) -> Option<u64> {
        match self {
            Self::Left => system.shift_word(number),
            Self::Right => system.unshift_word(number),
        }
    }
}

/// Numbers with more binary digits are not written while something is only narrowed.
const LONGEST_NARROWED: u64 = 1 << 16;

fn shifted(direction: Direction, number: &Integer, system: &NamedSystem) -> Option<Integer> {
    use numeration::natural::SignificantBits;
    let number = to_natural(number)?;
    if !system.is_uniform() || number.significant_bits() > LONGEST_NARROWED {
        return None;
    }
    let evaluator = Evaluator::default();
    direction
        .of(&number, system, &evaluator)
        .ok()
        .map(Integer::from)
}

/// What the shift of a number in an interval can be.
pub(crate) fn shift_hull(direction: Direction, inner: &Interval, system: &NamedSystem) -> Interval {
    let low = inner.low.as_ref().filter(|low| **low >= 0);
    let low = low.and_then(|low| shifted(direction, low, system));
    let high = match direction {
        Direction::Left => inner.high.as_ref(),
        Direction::Right => {
            return Interval {
                low: low.or(Some(Integer::ZERO)),
                high: inner.high.clone(),
            };
        }
    };
    Interval {
        low: low.or(Some(Integer::ZERO)),
        high: high.and_then(|high| shifted(direction, high, system)),
    }
}

/// Where a number must lie so that its shift lies in an interval.
pub(crate) fn shift_preimage(
    direction: Direction,
    target: &Interval,
    system: &NamedSystem,
) -> Interval {
    let naturals = |low: Option<Integer>, high: Option<Integer>| Interval {
        low: low.or(Some(Integer::ZERO)),
        high,
    };
    match direction {
        // No number is above its shift, and the shift of what is left of y without its last digit is the last one up to y.
        Direction::Left => {
            let high = target.high.as_ref();
            let most = high.and_then(|high| shifted(Direction::Right, high, system));
            let low = target.low.as_ref();
            let least = low.and_then(|low| shifted(Direction::Right, low, system));
            naturals(least, most.or_else(|| high.cloned()))
        }
        // What is shifted to y at most comes before the shift of y + 1.
        Direction::Right => {
            let next = target.high.as_ref().map(|high| high + Integer::ONE);
            let most = next.and_then(|next| shifted(Direction::Left, &next, system));
            let low = target.low.as_ref().filter(|low| **low > 0);
            let least =
                low.map(|low| shifted(Direction::Left, low, system).unwrap_or_else(|| low.clone()));
            naturals(least, most.map(|most| most - Integer::ONE))
        }
    }
}
