//! Conditions on digits, and shifts, over tracks.

use std::sync::Arc;

use automata::Track;
use numeration::named::NamedSystem;
use numeration::natural::Natural;

use super::expression::Expression;
use super::formula::TrackLowering;
use super::ir::Ir;
use super::term::{Case, Cases};
use crate::arithmetic::digits::{has_last_place, is_finite, unshift_by_shift, unwritten};
use crate::arithmetic::{DigitWords, Linear};
use crate::decide::DecideError;
use crate::digits::{ConditionKind, DigitCondition, Direction, Pattern};
use crate::evaluate::Evaluator;
use crate::formula::Formula;
use crate::term::Term;

/// Tables of what holds in a place have at most so many entries.
const LARGEST_TABLE: u64 = 1 << 14;

/// Systems of finitely many places are written out up to this weight.
const LARGEST_PERIOD: u64 = 1 << 10;

impl TrackLowering<'_> {
    /// A condition on digits, or its negation.
    pub(super) fn digits(
        &self,
        terms: &[Term],
        condition: &DigitCondition,
        positive: bool,
    ) -> Result<Ir, DecideError> {
        if is_finite(&condition.system) {
            let plain = written_out(terms, condition)?;
            return self.formula(&plain, positive);
        }
        let words = Arc::new(self.words(condition)?);
        let mut alternatives = Vec::new();
        for (case, tracks) in self.named(terms)? {
            let says = Ir::Digits(tracks, Arc::clone(&words), positive);
            let body = Ir::and([case.guards, vec![says]].concat());
            alternatives.push(Ir::exists(case.hidden, body)?);
        }
        Ok(Ir::or(alternatives))
    }

    /// `shift(t, S)`, `unshift(t, S)`
    pub(super) fn shifted(&self, direction: Direction, inner: &Term, named: &NamedSystem) -> Cases {
        if is_finite(named) {
            let why = "it has finitely many places, and shifted digits need one more";
            return Err(DecideError::System(named.to_string(), why));
        }
        if self.system().quotients().len() > 1 {
            return self.moved(direction, inner, named);
        }
        if let Some(base) = self.system().as_base() {
            return self.shifted_in_base(direction, inner, base);
        }
        let (times, deepest) = match direction {
            Direction::Left => shifts(inner, named),
            Direction::Right => (1, inner),
        };
        // What the first shifts do not give is the shift of a number that gets a name.
        let (factors, inner) = match self.system().shifts(times) {
            Some(factors) => (factors, deepest),
            None => ([0, 1, 0], inner),
        };
        let inner = self.named(std::slice::from_ref(inner))?;
        let mut cases = Vec::new();
        for (case, tracks) in inner {
            for track in tracks {
                cases.push(match direction {
                    Direction::Left => Case {
                        value: combined(track, factors)?.into(),
                        ..case.clone()
                    },
                    Direction::Right => match unshift_by_shift(named, self.system()) {
                        Some(factors) => Case {
                            value: combined(track, factors)?.into(),
                            ..case.clone()
                        },
                        None => self.unshifted(&case, track),
                    },
                });
            }
        }
        Ok(cases)
    }

    /// The same where every place has its own bound on digits, so that shifted ones may be no number's: they are added up with the
    /// weights of the next places.
    fn moved(&self, direction: Direction, inner: &Term, named: &NamedSystem) -> Cases {
        let form = match direction {
            Direction::Left => Linear::left,
            Direction::Right if has_last_place(named, self.system()) => {
                let why = "its last digit, which `unshift` drops, counts in the place below";
                return Err(DecideError::System(named.to_string(), why));
            }
            Direction::Right => Linear::right,
        };
        let mut cases = Vec::new();
        for (case, tracks) in self.named(std::slice::from_ref(inner))? {
            cases.extend(tracks.into_iter().map(|track| Case {
                value: form(track).into(),
                ..case.clone()
            }));
        }
        Ok(cases)
    }

    fn unshifted(&self, case: &Case, track: Track) -> Case {
        let rest = self.fresh();
        let mut case = Case {
            value: Expression::track(rest),
            ..case.clone()
        };
        case.hidden.push(rest);
        case.guarded(Ir::Digits(
            vec![track, rest],
            Arc::new(DigitWords::Unshift),
            true,
        ))
    }

    fn shifted_in_base(&self, direction: Direction, inner: &Term, base: i64) -> Cases {
        let mut cases = self.term(inner)?;
        for case in &mut cases {
            case.guards.push(Ir::not_negative(case.value.clone()));
        }
        match direction {
            Direction::Left => self.map(cases, |value| value.times(base)),
            Direction::Right => {
                let divided = self.divided(cases, base)?;
                Ok(divided.into_iter().map(|(case, _)| case).collect())
            }
        }
    }

    /// The cases of some terms, in each a track for every one of them, none twice.
    fn named(&self, terms: &[Term]) -> Result<Vec<(Case, Vec<Track>)>, DecideError> {
        let mut results = vec![(Case::of(Expression::default()), Vec::new())];
        for term in terms {
            let mut next: Vec<(Case, Vec<Track>)> = Vec::new();
            for operand in self.term(term)? {
                for (case, tracks) in &results {
                    let mut both = case.with(&operand, Expression::default());
                    let own = operand.value.as_track();
                    let track = match own.filter(|track| !tracks.contains(track)) {
                        Some(track) => track,
                        None => {
                            let name = self.fresh();
                            let equal = operand.value.plus(-1, &Expression::track(name))?;
                            both.hidden.push(name);
                            both.guards.push(Ir::zero(equal)?);
                            name
                        }
                    };
                    next.push((both, [tracks.as_slice(), &[track]].concat()));
                }
            }
            results = next;
        }
        Ok(results)
    }

    fn words(&self, condition: &DigitCondition) -> Result<DigitWords, DecideError> {
        let named = &condition.system;
        Ok(match &condition.kind {
            ConditionKind::Matches(pattern) => {
                DigitWords::Matches(pattern.clone(), unwritten(named, self.system()))
            }
            ConditionKind::EveryPlace(places) => {
                let largest = self.system().alphabet().widest().saturating_sub(1) as u64;
                let table = places.table(largest, LARGEST_TABLE);
                DigitWords::EveryPlace(largest + 1, table.ok_or(DecideError::TooLarge)?)
            }
            ConditionKind::Automaton(_, set) => {
                let zeros = unwritten(named, self.system());
                let places = self.system().alphabet().places();
                if !places.is_multiple_of(set.places()) || zeros > 0 && set.places() > 1 {
                    let why = "the letters of the automaton have another number of places";
                    return Err(DecideError::System(named.to_string(), why));
                }
                DigitWords::Automaton(set.clone(), zeros)
            }
        })
    }
}

/// How often a shift to the left is taken of what: `shift(shift(n))` is twice of `n`.
fn shifts<'t>(mut inner: &'t Term, named: &NamedSystem) -> (u32, &'t Term) {
    let mut times = 1;
    while let Term::Shift(Direction::Left, deeper, system) = inner.unnamed()
        && **system == *named
    {
        (times, inner) = (times + 1, deeper);
    }
    (times, inner)
}

/// A sum of multiples of the number on a track, of its shift and of the shift of that.
fn combined(track: Track, [plain, shifted, twice]: [i64; 3]) -> Result<Linear, DecideError> {
    Linear::track(track)
        .times(plain)?
        .plus(shifted, &Linear::shift(track))?
        .plus(twice, &Linear::twice_shifted(track))
}

/// A condition on the digits of a system with finitely many places as one on remainders and on the highest digit, which
/// has no bound.
fn written_out(terms: &[Term], condition: &DigitCondition) -> Result<Formula, DecideError> {
    let refused = |why| DecideError::System(condition.system.to_string(), why);
    let (ConditionKind::Matches(pattern), [term]) = (&condition.kind, terms) else {
        return Err(refused(
            "its highest digit has no bound, and places are compared one by one",
        ));
    };
    let system = condition.system.system();
    let basis = system
        .basis(MOST_PLACES)
        .map_err(|_| DecideError::TooLarge)?;
    let period = basis.last().and_then(|weight| u64::try_from(weight).ok());
    let period = period.filter(|period| *period <= LARGEST_PERIOD && basis.len() < MOST_PLACES);
    let period = period.ok_or_else(|| refused("its highest weight is above 1024"))?;
    let places = basis.len() - 1;
    let rest = term.clone().modulo(Natural::from(period));
    let highest = term.clone().quotient(Natural::from(period));
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

/// More places than a system of finitely many has that is written out.
const MOST_PLACES: usize = 64;

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
