//! Conditions on digits as automata, and the system in which a claim about digits is read.
//!
//! A pattern is a condition on one track, a shift relates two, and what holds in every place reads all tracks of a place
//! together. The automata know nothing of numbers: that the digits are those of numbers is asked elsewhere
//! ([`admissible`](super::constraint::admissible)).

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;

use automata::minimize::minimize_within;
use automata::{Automaton, Node, Successor, Track};
use numeration::continued_fraction::ContinuedFraction;
use numeration::named::{NamedSystem, SystemForm};
use numeration::natural::{Integer, Natural};
use numeration::ostrowski::Side;
use numeration::real::Real;
use numeration::surd::SmallSurd;
use watch::{Stopped, Watch};

use super::recurrent::Recurrent;
use super::system::System;
use crate::choice::surd;
use crate::decide::DecideError;
use crate::digits::pattern::PatternState;
use crate::digits::{AutomatonSet, Pattern};
use crate::formula::{Formula, Set};
use crate::term::Term;
use crate::visit::{FormulaPart, Visitor};

/// What the digits on some tracks must satisfy.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DigitWords {
    /// The word on one track, followed by so many zeros that are not written, matches a pattern.
    Matches(Pattern, usize),
    /// The truth for the digits of a place, below a radix, the digit of the last track changing fastest.
    EveryPlace(u64, Vec<bool>),
    /// The words on the tracks, each followed by so many zeros that are not written, belong to a set. If there are such
    /// zeros, the set is read place by place.
    Automaton(AutomatonSet, usize),
    /// The word on the second track is that on the first without its last digit.
    Unshift,
}

impl DigitWords {
    /// The automaton of the condition on these tracks, each of which is named once.
    ///
    /// # Errors
    /// If the watch says so.
    pub(crate) fn automaton(
        &self,
        system: &System,
        tracks: &[Track],
        watch: &dyn Watch,
    ) -> Result<Automaton, Stopped> {
        let automaton = match (self, tracks) {
            (Self::Matches(pattern, zeros), [track]) => {
                matching(system, *track, pattern, *zeros, watch)?
            }
            (Self::EveryPlace(radix, table), tracks) => {
                every_place(system, tracks, *radix, table, watch)?
            }
            (Self::Automaton(set, zeros), tracks) if tracks.len() == set.arity() => {
                in_set(system, tracks, set, *zeros, watch)?
            }
            (Self::Unshift, [whole, rest]) => unshifted(system, *whole, *rest, watch)?,
            _ => Automaton::constant(system.alphabet(), &[], false),
        };
        minimize_within(&automaton, watch)
    }
}

/// Leading zeros are no part of the word, and the word of 0 is `0`.
fn matching(
    system: &System,
    track: Track,
    pattern: &Pattern,
    zeros: usize,
    watch: &dyn Watch,
) -> Result<Automaton, Stopped> {
    Automaton::explore(
        system.alphabet(),
        &[track],
        Successor::To(None),
        |&state: &Option<PatternState>, _, digit| match (state, digit) {
            (None, 0) => Successor::To(None),
            (state, digit) => {
                let before = state.unwrap_or_else(|| pattern.start());
                Successor::To(Some(pattern.step_word(before, u64::from(digit))))
            }
        },
        |&state| {
            let zeros = if state.is_some() { zeros } else { 1 };
            let state = state.unwrap_or_else(|| pattern.start());
            let end = (0..zeros).fold(state, |state, _| pattern.step_word(state, 0));
            pattern.accepts(end)
        },
        watch,
    )
}

fn every_place(
    system: &System,
    tracks: &[Track],
    radix: u64,
    table: &[bool],
    watch: &dyn Watch,
) -> Result<Automaton, Stopped> {
    let mut sorted: Vec<Track> = tracks.to_vec();
    sorted.sort_unstable();
    // What a digit on a track counts in the number of its place's cell.
    let factor = |track: &Track| {
        let at = tracks.iter().position(|other| other == track).unwrap_or(0);
        (at + 1..tracks.len()).fold(1u64, |factor, _| factor.saturating_mul(radix))
    };
    let factors: Vec<u64> = sorted.iter().map(factor).collect();
    let holds = |cell: u64| {
        let index = usize::try_from(cell).unwrap_or(usize::MAX);
        table.get(index).copied().unwrap_or(false)
    };
    // The places beyond the highest digits count too.
    if !holds(0) {
        return Ok(Automaton::constant(system.alphabet(), &sorted, false));
    }
    Automaton::explore(
        system.alphabet(),
        &sorted,
        Successor::To(0u64),
        |&cell, level, digit| {
            let cell = cell.saturating_add(factors[level.track].saturating_mul(u64::from(digit)));
            match (level.track + 1 == factors.len(), holds(cell)) {
                (false, _) => Successor::To(cell),
                (true, true) => Successor::To(0),
                (true, false) => Successor::Dead,
            }
        },
        |_| true,
        watch,
    )
}

/// What an automaton read: a node between two places, and the digits of a place that is not read to its end.
type Read = (Node, Vec<u8>);

fn in_set(
    system: &System,
    tracks: &[Track],
    set: &AutomatonSet,
    zeros: usize,
    watch: &dyn Watch,
) -> Result<Automaton, Stopped> {
    let mut sorted: Vec<Track> = tracks.to_vec();
    sorted.sort_unstable();
    let in_order = sorted == tracks;
    // Where the digit for each number of a tuple stands among those of the place.
    let place = |track: &Track| sorted.binary_search(track).unwrap_or(0);
    let order: Vec<usize> = tracks.iter().map(place).collect();
    let settled = |node: Node, digits: Vec<u8>| match node {
        Node::DEAD => Successor::Dead,
        Node::TRUE if digits.is_empty() => Successor::True,
        _ => Successor::To((node, digits)),
    };
    Automaton::explore(
        system.alphabet(),
        &sorted,
        settled(set.start(), Vec::new()),
        |(node, read): &Read, level, digit| {
            let step = |node: Node, digit: u8| {
                set.step(node, level.place % set.places(), u64::from(digit))
            };
            if in_order {
                return settled(step(*node, digit), Vec::new());
            }
            let read = [read.as_slice(), &[digit]].concat();
            if level.track + 1 < sorted.len() {
                return settled(*node, read);
            }
            let node = order.iter().fold(*node, |node, at| step(node, read[*at]));
            settled(node, Vec::new())
        },
        |(node, _)| {
            let steps = zeros * set.arity();
            let end = (0..steps).fold(*node, |node, _| set.step(node, 0, 0));
            set.automaton().accepts_at(end)
        },
        watch,
    )
}

/// What was read of two words of which one is the other without its last digit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct ShiftState {
    /// The digit of the whole word one place before, which the rest must have here.
    due: u8,
    /// The digit of the first track of this place.
    first: Option<u8>,
}

fn unshifted(
    system: &System,
    whole: Track,
    rest: Track,
    watch: &dyn Watch,
) -> Result<Automaton, Stopped> {
    let whole_first = whole < rest;
    let tracks = if whole_first {
        [whole, rest]
    } else {
        [rest, whole]
    };
    Automaton::explore(
        system.alphabet(),
        &tracks,
        Successor::To(ShiftState {
            due: 0,
            first: None,
        }),
        |&ShiftState { due, first }, _, digit| match first {
            None if !whole_first && digit != due => Successor::Dead,
            None => Successor::To(ShiftState {
                due,
                first: Some(digit),
            }),
            Some(_) if whole_first && digit != due => Successor::Dead,
            Some(first) => Successor::To(ShiftState {
                due: if whole_first { first } else { digit },
                first: None,
            }),
        },
        |_| true,
        watch,
    )
}

/// The numeration systems of which some formulas speak, each once.
pub(crate) fn systems<'f>(
    formulas: impl IntoIterator<Item = &'f Formula>,
) -> Vec<&'f Arc<NamedSystem>> {
    let mut systems = Systems(Vec::new());
    for formula in formulas {
        let ControlFlow::Continue(()) = systems.formula(formula);
    }
    systems.0
}

struct Systems<'f>(Vec<&'f Arc<NamedSystem>>);

impl<'f> Systems<'f> {
    fn add(&mut self, system: &'f Arc<NamedSystem>) {
        if !self.0.contains(&system) {
            self.0.push(system);
        }
    }
}

impl<'f> Visitor<'f> for Systems<'f> {
    type Break = Infallible;

    fn term(&mut self, term: &'f Term) -> ControlFlow<Infallible> {
        if let Term::Shift(_, _, system) = term {
            self.add(system);
        }
        FormulaPart::Term(term).visit_parts(self)
    }

    fn formula(&mut self, formula: &'f Formula) -> ControlFlow<Infallible> {
        if let Formula::Digits(_, condition) = formula {
            self.add(&condition.system);
        }
        FormulaPart::Formula(formula).visit_parts(self)
    }

    fn set(&mut self, set: &'f Arc<Set>) -> ControlFlow<Infallible> {
        set.visit_parts(self)
    }
}

/// Has the system finitely many places, so that its digits are linear arithmetic?
pub(crate) fn is_finite(system: &NamedSystem) -> bool {
    matches!(system.form(), SystemForm::Ostrowski(alpha, _) if alpha.as_rational().is_some())
}

/// How many of the last places, whose digits are always 0, the system of the automata does not write.
pub(crate) fn unwritten(named: &NamedSystem, system: &System) -> usize {
    let over_denominators = matches!(named.form(), SystemForm::Ostrowski(_, Side::Q));
    usize::from(over_denominators && system.drops_last())
}

/// Is there a weight below that of the last place, while the last digit is written and may not be 0?
pub(crate) fn has_last_place(named: &NamedSystem, system: &System) -> bool {
    let ostrowski = matches!(named.form(), SystemForm::Ostrowski(..));
    ostrowski && system.below != 0 && unwritten(named, system) == 0
}

/// The factors of a number, of its shift and of the shift of that which give the number without its last digit, in an Ostrowski
/// system `[a; a, …]`, where what is left may be no number's digits. It is `S(n) − a·n`, since
/// `q_{k−1} = q_{k+1} − a·q_k`; proved by [`shifts`](super::verify::shifts). Nothing where the place of `q₀` is no place of the system.
pub(crate) fn unshift_by_shift(named: &NamedSystem, system: &System) -> Option<[i64; 3]> {
    match (named.form(), system.quotients()) {
        (SystemForm::Ostrowski(..), [a]) if !has_last_place(named, system) => Some([-a, 1, 0]),
        _ => None,
    }
}

/// The one system in which the digits of these systems are read, if they are read at all, with its name.
pub(crate) fn common(
    systems: &[&Arc<NamedSystem>],
) -> Result<Option<(System, String)>, DecideError> {
    let mut found: Option<(System, String)> = None;
    for named in systems.iter().filter(|named| !is_finite(named)) {
        let system = System::of_digits(named)?;
        match &found {
            None => found = Some((system, named.to_string())),
            Some((known, _)) if *known == system => {}
            Some((_, name)) => {
                return Err(DecideError::TwoSystems(name.clone(), named.to_string()));
            }
        }
    }
    Ok(found)
}

/// The largest base that automata are built for.
const LARGEST_BASE: i64 = 64;

impl System {
    /// The system in which the digits of a named system are read.
    ///
    /// # Errors
    /// If automata cannot read it.
    pub fn of_digits(named: &NamedSystem) -> Result<Self, DecideError> {
        let refused = |why| DecideError::System(named.to_string(), why);
        let system = match named.form() {
            SystemForm::Base(k) => Self::base_of(k),
            SystemForm::Zeckendorf => Self::ostrowski(&[1], 5),
            SystemForm::TernaryU => Some(Self::recurrent(named.form(), Recurrent::ternary_u())),
            SystemForm::Recurrence(coefficients, initial) if initial.is_empty() => {
                match coefficients.as_slice() {
                    [k] => Self::base_of(k),
                    several => {
                        let small = several.iter().map(|c| i64::try_from(c).ok());
                        let small: Option<Vec<i64>> = small.collect();
                        small
                            .and_then(|small| Recurrent::new(&small))
                            .map(|recurrent| Self::recurrent(named.form(), recurrent))
                    }
                }
            }
            SystemForm::Recurrence(..) => None,
            SystemForm::Ostrowski(alpha, side) => {
                let (first, period) = periodic(alpha, *side).ok_or_else(|| refused(LATE))?;
                let d = || i64::try_from(&alpha.as_quadratic()?.d).ok();
                match first {
                    None => d().and_then(|d| Self::ostrowski(&period, d)),
                    Some(first) => from_one(alpha, *side)
                        .and_then(|alpha| Self::after_one(first, &period, alpha)),
                }
            }
        };
        let system = system.ok_or_else(|| refused("its automata would be too large"))?;
        Ok(system.reading_digits())
    }

    fn base_of(k: &Natural) -> Option<Self> {
        let k = i64::try_from(k)
            .ok()
            .filter(|k| (2..=LARGEST_BASE).contains(k))?;
        Some(Self::base(k))
    }
}

const LATE: &str =
    "the continued fraction of its number must be periodic from the second place of the system on";

/// The quotients of a number whose q-system is the system asked for, one period: from the whole part on, or after the whole part and
/// a first quotient that is none of the period. Nothing if the period begins later.
fn periodic(alpha: &Real, side: Side) -> Option<(Option<i64>, Vec<i64>)> {
    let fraction = ContinuedFraction::of(alpha).ok()?;
    let (start, period) = fraction.periodic()?;
    let number = |quotient: &Integer| {
        let number = i64::try_from(quotient).ok();
        number.filter(|a| (1..=200).contains(a))
    };
    let mut period: Vec<i64> = period.iter().map(number).collect::<Option<_>>()?;
    let places = period.len();
    // Over the denominators the whole part does not matter; over the numerators it is the first quotient, unless it is 1: then
    // it is added to the one after it.
    let first = match (side, start) {
        (Side::Q, []) => None,
        (Side::Q, [_]) | (Side::P, []) => {
            period.rotate_right(1);
            None
        }
        (Side::Q, [_, first]) if *first != 1 => Some(number(first)?),
        (Side::P, [one, first]) if *one == 1 => Some(number(first)? + 1),
        (Side::P, [one]) if *one == 1 => {
            period.rotate_left(1);
            Some(period[places - 1] + 1)
        }
        (Side::P, [first]) => Some(number(first)?),
        _ => return None,
    };
    // The first quotient may be one of the period after all, or a 1 and the one after it.
    let first = match first.map(|first| first - period[places - 1]) {
        Some(0) => {
            period.rotate_right(2 % places);
            None
        }
        Some(1) if period[(2 * places - 2) % places] == 1 => {
            period.rotate_right(3 % places);
            None
        }
        _ => first,
    };
    (places <= 16).then_some((first, period))
}

/// The number between 1 and 2 whose q-system is the system asked for.
fn from_one(alpha: &Real, side: Side) -> Option<SmallSurd> {
    let one = Real::from(1);
    let inverse = || one.div(alpha).ok();
    let whole = alpha.floor().ok()?;
    let number = match side {
        Side::Q => alpha.sub(&Real::from(whole)).ok()?.add(&one),
        Side::P if whole == 1 => Real::from(2).sub(&inverse()?),
        Side::P => inverse()?.add(&one),
    };
    surd(&number.ok()?)
}
