//! Digits in systems of finitely many places, as linear arithmetic.
//!
//! The digits of a number are its quotients by the weights, the highest first, each of what the one before it left. So each of them is
//! a term with remainders and one quotient, and the highest has no bound.

use numeration::named::NamedSystem;
use numeration::natural::Natural;

use crate::bounds::VariableBounds;
use crate::decide::DecideError;
use crate::digits::{DigitCondition, Direction, Pattern};
use crate::evaluate::{Assignment, Evaluator};
use crate::formula::Formula;
use crate::term::{Term, Variable};

/// Systems are written out up to this weight.
const LARGEST_PERIOD: u64 = 1 << 10;

/// More places than a system has that is written out.
const MOST_PLACES: usize = 64;

/// What the digits of the value of a term are worth a place further to the left or to the right, where the value has a name. There is no
/// place to the left of the highest one: the term must be seen to have no digit there.
pub(super) fn shifted(
    direction: Direction,
    term: &Term,
    number: &Variable,
    named: &NamedSystem,
) -> Result<Term, DecideError> {
    let weights = weights(named)?;
    let highest = weights.len() - 1;
    let (places, moved) = match direction {
        Direction::Right => (1..highest + 1, &weights[..highest]),
        Direction::Left => {
            let known = Assignment::new();
            let most = VariableBounds::new(&known, []).hull(term).high;
            if most.is_none_or(|most| most >= weights[highest]) {
                let why = "it has finitely many places, and shifted digits need one more";
                return Err(DecideError::System(named.to_string(), why));
            }
            (0..highest, &weights[1..])
        }
    };
    let parts = places.zip(moved);
    let parts = parts.map(|(place, weight)| digit(number, place, &weights).times(*weight));
    Ok(Term::Sum(parts.collect()))
}

/// The digits of some numbers, those of each place together. The last place is one beyond the highest: there all digits are 0.
pub(super) fn places(
    numbers: &[Variable],
    named: &NamedSystem,
) -> Result<Vec<Vec<Term>>, DecideError> {
    let weights = weights(named)?;
    let each = (0..weights.len()).map(|place| {
        let digits = numbers.iter().map(|number| digit(number, place, &weights));
        digits.collect()
    });
    Ok(each
        .chain([vec![Term::integer(0); numbers.len()]])
        .collect())
}

/// The weights, the smallest first.
fn weights(named: &NamedSystem) -> Result<Vec<u64>, DecideError> {
    let basis = named.system().basis(MOST_PLACES);
    let basis = basis.map_err(|_| DecideError::TooLarge)?;
    let small = |weight: &Natural| u64::try_from(weight).ok().filter(|w| *w <= LARGEST_PERIOD);
    let weights = basis.iter().map(small).collect::<Option<Vec<u64>>>();
    let weights = weights.filter(|weights| (1..MOST_PLACES).contains(&weights.len()));
    let why = "its highest weight is above 1024";
    weights.ok_or_else(|| DecideError::System(named.to_string(), why))
}

/// One digit of a number.
fn digit(number: &Variable, place: usize, weights: &[u64]) -> Term {
    let above = weights[place + 1..].iter().rev();
    let rest = above.fold(Term::from(number), |rest, weight| rest.modulo(*weight));
    rest.quotient(weights[place])
}

/// `digits(t, S) matches "…"` as a condition on the remainder by the highest weight and on the highest digit.
pub(super) fn matches(
    term: &Term,
    condition: &DigitCondition,
    pattern: &Pattern,
) -> Result<Formula, DecideError> {
    let weights = weights(&condition.system)?;
    let (places, period) = (weights.len() - 1, weights[weights.len() - 1]);
    let rest = term.clone().modulo(period);
    let highest = term.clone().quotient(period);
    let mut cases = Vec::new();
    for remainder in 0..period {
        let digits = condition
            .digits(&Natural::from(remainder), &Evaluator::default())
            .map_err(|_| DecideError::TooLarge)?;
        let low: Vec<u64> = (0..places)
            .rev()
            .map(|place| u64::try_from(&digits.digit(place)).unwrap_or(u64::MAX))
            .collect();
        let here = rest.clone().equals(Term::from(&Natural::from(remainder)));
        let short = highest.clone().equals(0);
        let matches = Formula::Constant(pattern.matches(&digits));
        let beginning = matching_digits(pattern, &low, &highest);
        cases.push(here.and(Formula::any([short.and(matches), beginning])));
    }
    let natural = term.clone().at_least(0);
    Ok(natural.and(Formula::any(cases)))
}

/// The highest digits, from 1 on, with which a word matches that goes on with these.
fn matching_digits(pattern: &Pattern, low: &[u64], highest: &Term) -> Formula {
    let matches = |first: &Natural| {
        let state = pattern.step(pattern.start(), first);
        let read = |state, digit: &u64| pattern.step_word(state, *digit);
        pattern.accepts(low.iter().fold(state, read))
    };
    let named: Vec<&Natural> = pattern
        .named_digits()
        .iter()
        .filter(|d| **d > 0u32)
        .collect();
    let others = named
        .iter()
        .fold(highest.clone().at_least(1), |others, digit| {
            others.and(highest.clone().differs(Term::from(*digit)))
        });
    let unnamed = pattern.named_digits().iter().max().map_or_else(
        || Natural::from(1u32),
        |largest| largest + Natural::from(1u32),
    );
    let mut cases = vec![others.and(Formula::Constant(matches(&unnamed)))];
    for digit in named {
        if matches(digit) {
            cases.push(highest.clone().equals(Term::from(digit)));
        }
    }
    Formula::any(cases)
}
