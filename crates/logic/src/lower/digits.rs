//! Conditions on digits, and shifts, over tracks.

use std::sync::Arc;

use automata::Track;
use numeration::named::NamedSystem;

use super::expression::Expression;
use super::finite;
use super::formula::TrackLowering;
use super::ir::Ir;
use super::term::{Cases, GuardedCase};
use crate::arithmetic::digits::{has_last_place, is_finite, unshift_by_shift, unwritten};
use crate::arithmetic::{DigitWords, Linear};
use crate::decide::DecideError;
use crate::digits::{ConditionKind, DigitCondition, Direction, PlaceCondition};
use crate::term::{Term, Variable};

/// Tables of what holds in a place have at most so many entries.
const LARGEST_TABLE: u64 = 1 << 14;

impl TrackLowering<'_> {
    /// A condition on digits, or its negation.
    pub(super) fn digits(
        &self,
        terms: &[Term],
        condition: &DigitCondition,
        positive: bool,
    ) -> Result<Ir, DecideError> {
        if is_finite(&condition.system) {
            return self.digits_in_finite(terms, condition, positive);
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

    /// The same in a system of finitely many places.
    fn digits_in_finite(
        &self,
        terms: &[Term],
        condition: &DigitCondition,
        positive: bool,
    ) -> Result<Ir, DecideError> {
        match (&condition.kind, terms) {
            (ConditionKind::Matches(pattern), [term]) => {
                self.formula(&finite::matches(term, condition, pattern)?, positive)
            }
            (ConditionKind::EveryPlace(places), terms) => {
                let mut alternatives = Vec::new();
                for (case, tracks) in self.named(terms)? {
                    let (numbers, here) = self.with_numbers(&tracks);
                    let mut all = case.guards;
                    for digits in finite::places(&numbers, &condition.system)? {
                        all.push(here.holds_in_place(&digits, places)?);
                    }
                    alternatives.push(Ir::exists(case.hidden, Ir::and(all))?);
                }
                match positive {
                    true => Ok(Ir::or(alternatives)),
                    false => Ir::or(alternatives).negated(),
                }
            }
            _ => {
                let why = "its highest digit has no bound, and automata read letters";
                Err(DecideError::System(condition.system.to_string(), why))
            }
        }
    }

    /// Names for the numbers on some tracks, and nothing else that has a name.
    fn with_numbers(&self, tracks: &[Track]) -> (Vec<Variable>, Self) {
        let numbers: Vec<Variable> = (0..)
            .zip(tracks)
            .map(|(id, _)| Variable::new(id, "n"))
            .collect();
        let named = numbers.iter().zip(tracks);
        let here = named.fold(self.clone(), |here, (number, track)| {
            here.with(number, Expression::track(*track))
        });
        (numbers, here)
    }

    /// What must hold in every place holds of these digits.
    fn holds_in_place(&self, digits: &[Term], places: &PlaceCondition) -> Result<Ir, DecideError> {
        let mut alternatives = Vec::new();
        for (case, tracks) in self.named(digits)? {
            let numbers = tracks.into_iter().map(Expression::track);
            let here = places.digits().iter().zip(numbers);
            let here = here.fold(self.clone(), |here, (digit, value)| here.with(digit, value));
            let body = here.formula(places.body(), true)?;
            let body = Ir::and([case.guards, vec![body]].concat());
            alternatives.push(Ir::exists(case.hidden, body)?);
        }
        Ok(Ir::or(alternatives))
    }

    /// `shift(t, S)`, `unshift(t, S)`
    pub(super) fn shifted(&self, direction: Direction, inner: &Term, named: &NamedSystem) -> Cases {
        if is_finite(named) {
            return self.shifted_in_finite(direction, inner, named);
        }
        if self.system().has_unequal_places() {
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
                    Direction::Left => GuardedCase {
                        value: combined(track, factors)?.into(),
                        ..case.clone()
                    },
                    Direction::Right => match unshift_by_shift(named, self.system()) {
                        Some(factors) => GuardedCase {
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
                if self.system().reads_without_last() {
                    let cases = self.named(std::slice::from_ref(inner))?.into_iter();
                    let each = cases.flat_map(|(case, tracks)| {
                        tracks.into_iter().map(move |track| (case.clone(), track))
                    });
                    return Ok(each
                        .map(|(case, track)| self.unshifted(&case, track))
                        .collect());
                }
                let why = "its last digit, which `unshift` drops, counts in the place below";
                return Err(DecideError::System(named.to_string(), why));
            }
            Direction::Right => Linear::right,
        };
        let mut cases = Vec::new();
        for (case, tracks) in self.named(std::slice::from_ref(inner))? {
            cases.extend(tracks.into_iter().map(|track| GuardedCase {
                value: form(track).into(),
                ..case.clone()
            }));
        }
        Ok(cases)
    }

    fn unshifted(&self, case: &GuardedCase, track: Track) -> GuardedCase {
        let rest = self.fresh();
        let mut case = GuardedCase {
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

    fn shifted_in_finite(&self, direction: Direction, inner: &Term, named: &NamedSystem) -> Cases {
        let mut cases = Vec::new();
        for (case, tracks) in self.named(std::slice::from_ref(inner))? {
            let (numbers, here) = self.with_numbers(&tracks);
            for number in &numbers {
                let shifted = here.term(&finite::shifted(direction, inner, number, named)?)?;
                let both = shifted.iter().map(|own| own.with(&case, own.value.clone()));
                cases.extend(both);
            }
        }
        Ok(cases)
    }

    /// The cases of some terms, in each a track for every one of them, none twice.
    fn named(&self, terms: &[Term]) -> Result<Vec<(GuardedCase, Vec<Track>)>, DecideError> {
        let mut results = vec![(GuardedCase::of(Expression::default()), Vec::new())];
        for term in terms {
            let mut next: Vec<(GuardedCase, Vec<Track>)> = Vec::new();
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
