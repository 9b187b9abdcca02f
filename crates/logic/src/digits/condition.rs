//! A condition on the digits of numbers, and its truth on given numbers of any size.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use numeration::named::NamedSystem;
use numeration::natural::{Integer, Natural, SignificantBits};
use numeration::system::{Representation, SystemError};

use super::{AutomatonSet, Pattern};
use crate::evaluate::{Assignment, EvaluationError, Evaluator};
use crate::formula::Formula;
use crate::term::Variable;
use crate::watch::Stopped;

/// A condition on the digits of one number or of several.
#[derive(Clone, Debug, PartialEq)]
pub struct DigitCondition {
    /// How the numbers are written.
    pub system: Arc<NamedSystem>,
    /// What their digits must satisfy.
    pub kind: ConditionKind,
}

/// The kinds of condition.
#[derive(Clone, Debug, PartialEq)]
pub enum ConditionKind {
    /// `digits(t, S) matches "…"`: the digits of one number.
    Matches(Pattern),
    /// `in every place of (x, y, z) in S: F`.
    EveryPlace(PlaceCondition),
    /// The tuple of numbers belongs to a set that an automaton gives, with the name of its file.
    Automaton(Arc<str>, AutomatonSet),
}

/// What the digits of one place must satisfy. The places beyond the first digits count too: there, all digits are 0.
#[derive(Clone, Debug)]
pub struct PlaceCondition {
    digits: Vec<Variable>,
    body: Formula,
    /// The truth for digits below the largest one, where these are few tuples.
    table: Arc<OnceLock<Option<Vec<bool>>>>,
}

impl PartialEq for PlaceCondition {
    fn eq(&self, other: &Self) -> bool {
        self.digits == other.digits && self.body == other.body
    }
}

/// Tables are made for so many tuples of digits.
const LARGEST_TABLE: u64 = 1 << 12;

impl PlaceCondition {
    /// A formula about the digits of one place, of which each number has a variable. It mentions nothing else.
    pub fn new(digits: Vec<Variable>, body: Formula) -> Self {
        Self {
            digits,
            body,
            table: Arc::default(),
        }
    }

    /// The variables for the digits.
    pub fn digits(&self) -> &[Variable] {
        &self.digits
    }

    /// What they must satisfy.
    pub fn body(&self) -> &Formula {
        &self.body
    }

    /// The values of the digits of one place.
    pub fn at(&self, digits: &[Natural]) -> Assignment {
        let values = digits.iter().map(Integer::from);
        self.digits.iter().cloned().zip(values).collect()
    }

    /// Is it true of the digits of one place?
    ///
    /// # Errors
    /// As an evaluation.
    pub fn holds(
        &self,
        digits: &[Natural],
        evaluator: &Evaluator<'_>,
    ) -> Result<bool, EvaluationError> {
        evaluator.holds(&self.body, &self.at(digits))
    }

    /// The truth for all tuples of digits up to the largest one, the digit of the last number changing fastest; nothing if
    /// there are more than `most` or one of them has no truth.
    pub fn table(&self, largest: u64, most: u64) -> Option<Vec<bool>> {
        let radix = largest.checked_add(1)?;
        let count = u32::try_from(self.digits.len()).ok()?;
        let cells = radix.checked_pow(count).filter(|cells| *cells <= most)?;
        let evaluator = Evaluator::default().with_limit(STEPS_A_TABLE);
        let truth = |cell: u64| {
            let place = |place: u32| Some(Natural::from(cell / radix.checked_pow(place)? % radix));
            let digits: Option<Vec<Natural>> = (0..count).rev().map(place).collect();
            self.holds(&digits?, &evaluator).ok()
        };
        (0..cells).map(truth).collect()
    }

    /// The same for few tuples, made once.
    fn small_table(&self, largest: Option<&Natural>) -> Option<&[bool]> {
        let made = self.table.get_or_init(|| {
            let largest = u64::try_from(largest?).ok()?;
            self.table(largest, LARGEST_TABLE)
        });
        made.as_deref()
    }
}

/// Steps that a table of tuples may take.
const STEPS_A_TABLE: u64 = 10_000_000;

impl DigitCondition {
    /// Is it true of these numbers?
    ///
    /// # Errors
    /// As an evaluation; also if the digits of a number cannot be had.
    pub fn holds(
        &self,
        numbers: &[Natural],
        evaluator: &Evaluator<'_>,
    ) -> Result<bool, EvaluationError> {
        match (&self.kind, numbers) {
            (ConditionKind::Matches(pattern), [number]) => {
                Ok(pattern.matches(&self.digits(number, evaluator)?))
            }
            (ConditionKind::Matches(_), _) => Ok(false),
            (ConditionKind::EveryPlace(_), numbers) => {
                Ok(self.failing_place(numbers, evaluator)?.is_none())
            }
            (ConditionKind::Automaton(_, set), numbers) => {
                let digits = numbers.iter().map(|number| self.digits(number, evaluator));
                Ok(set.holds(&digits.collect::<Result<Vec<_>, _>>()?))
            }
        }
    }

    /// The digits of a number.
    ///
    /// # Errors
    /// If they cannot be had.
    pub fn digits(
        &self,
        number: &Natural,
        evaluator: &Evaluator<'_>,
    ) -> Result<Representation, EvaluationError> {
        digits(&self.system, number, evaluator)
    }

    /// The highest place whose digits do not satisfy the condition, with these digits. A place beyond all digits is the one
    /// above the highest.
    ///
    /// # Errors
    /// As an evaluation; also if the digits of a number cannot be had.
    pub fn failing_place(
        &self,
        numbers: &[Natural],
        evaluator: &Evaluator<'_>,
    ) -> Result<Option<(usize, Vec<Natural>)>, EvaluationError> {
        let ConditionKind::EveryPlace(condition) = &self.kind else {
            return Ok(None);
        };
        let mut written = Vec::with_capacity(numbers.len());
        for number in numbers {
            written.push(self.digits(number, evaluator)?);
        }
        let places = written.iter().map(Representation::len).max().unwrap_or(0);
        let mut known: HashMap<Vec<Natural>, bool> = HashMap::new();
        for place in (0..=places).rev() {
            evaluator.step()?;
            let digits: Vec<Natural> = written.iter().map(|number| number.digit(place)).collect();
            let truth = match known.get(&digits) {
                Some(truth) => *truth,
                None => {
                    let truth = condition.holds(&digits, evaluator)?;
                    known.insert(digits.clone(), truth);
                    truth
                }
            };
            if !truth {
                return Ok(Some((place, digits)));
            }
        }
        Ok(None)
    }

    /// Is it true of these machine words? Nothing if that is not seen at this size.
    pub fn holds_words(&self, numbers: &[u64]) -> Option<bool> {
        match (&self.kind, numbers) {
            (ConditionKind::Matches(pattern), [number]) => {
                Some(pattern.matches_words(self.system.digits_of_word(*number)?))
            }
            (ConditionKind::Matches(_), _) => None,
            (ConditionKind::EveryPlace(condition), numbers) => {
                let largest = self.system.largest_digit();
                let table = condition.small_table(largest)?;
                self.every_place_of_words(numbers, table, u64::try_from(largest?).ok()?)
            }
            (ConditionKind::Automaton(_, set), numbers) => {
                let digits = numbers
                    .iter()
                    .map(|number| self.system.digits_of_word(*number));
                Some(set.holds_words(&digits.collect::<Option<Vec<_>>>()?))
            }
        }
    }

    fn every_place_of_words(&self, numbers: &[u64], table: &[bool], largest: u64) -> Option<bool> {
        let mut cells: Vec<u64> = vec![0];
        for number in numbers {
            let digits = self.system.digits_of_word(*number)?;
            cells.resize(cells.len().max(digits.len() + 1), 0);
            // Horner's scheme over the numbers, for all places at once.
            let lowest_first = digits.into_iter().rev().chain(std::iter::repeat(0));
            for (cell, digit) in cells.iter_mut().zip(lowest_first) {
                *cell = cell.checked_mul(largest + 1)?.checked_add(digit)?;
            }
        }
        let holds = |cell: &u64| table.get(usize::try_from(*cell).ok()?).copied();
        let truths: Option<Vec<bool>> = cells.iter().map(holds).collect();
        Some(truths?.into_iter().all(|truth| truth))
    }
}

/// Bytes that a binary digit of a number takes while its digits are found, in every system.
const BYTES_A_BIT: u64 = 16;

/// The digits of a number in a system.
pub(super) fn digits(
    system: &NamedSystem,
    number: &Natural,
    evaluator: &Evaluator<'_>,
) -> Result<Representation, EvaluationError> {
    let needed = number.significant_bits().saturating_mul(BYTES_A_BIT);
    match evaluator.watch().memory_limit() {
        Some(allowed) if needed > allowed => return Err(Stopped::Memory { needed, allowed }.into()),
        _ => {}
    }
    let written = system.system().represent_watched(number, evaluator.watch());
    written.map_err(|error| no_digits(system, error))
}

/// The error of digits that cannot be had.
pub(super) fn no_digits(system: &NamedSystem, error: SystemError) -> EvaluationError {
    match error {
        SystemError::Stopped(stopped) => stopped.into(),
        error => EvaluationError::Digits {
            system: system.to_string(),
            error,
        },
    }
}
