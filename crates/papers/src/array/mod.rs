//! The array A of the Frankenstein paper and its kin from other recurrences, with what is known of rows and columns.
//!
//! A statement about the whole array comes with its theorem. Where it can be tested, it was tested on the entries shown,
//! so that a reader sees what the entries say for themselves.

mod kin;

use std::collections::BTreeSet;

use knowledge::{MemoryBudget, size_of_naturals, split_at_commas};
use lab::{LabError, Request};
use logic::watch::{Progress, Stopped, Watch};
use numeration::natural::{Integer, Natural, One, Two};
use numeration::real::Real;
use numeration::recurrence::Recurrence;
use numeration::system::{Representation, SystemError};
use rules::citation::{FRANKENSTEIN, SYSTEMS_OF_NUMERATION};
use rules::evidence::Evidence;
use rules::json::{Complete, MaybeText, Text, TextRows};
use schemars::JsonSchema;
use serde::Serialize;

use crate::arrays::shift::ShiftArray;
use kin::Kin;

/// What are the entries of an array?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayRequest {
    /// The recurrence of the columns, `3,-1` for the array A of the paper, coefficients such as `2,1` or `n+1,1`, or the name of an
    /// array: `frankenstein`, `wythoff`, `stolarsky`.
    pub recurrence: String,
    /// The initial values u_(-1), u_(-2), … of the recurrence, as typed.
    pub initial: Option<String>,
    /// The number of the first row.
    pub from: Natural,
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// A number whose place is wanted.
    pub locate: Option<Natural>,
}

/// The answer to an [`ArrayRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ArrayAnswer {
    /// What the array is.
    #[serde(rename = "array")]
    pub title: String,
    /// The numeration system behind it.
    pub system: String,
    /// The number of the first row.
    #[serde(with = "Text")]
    pub from: Natural,
    /// The rows.
    #[serde(with = "TextRows")]
    pub rows: Vec<Vec<Natural>>,
    /// What is known of rows and columns; nothing is stated of an array that was stopped.
    pub properties: Vec<Property>,
    /// The place of the number that was to be located.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub located: Option<Located>,
    /// Why there are fewer rows than wanted.
    #[serde(rename = "complete", with = "Complete")]
    pub stopped: Option<Stopped>,
}

/// A statement about an array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Property {
    /// What it says.
    pub statement: String,
    /// How we know.
    pub evidence: Evidence,
    /// Is it true of the entries shown? None if no entries can tell.
    pub holds_here: Option<bool>,
}

/// Where a number stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Located {
    /// The number.
    #[serde(with = "Text")]
    pub number: Natural,
    /// Its digits, where a numeration system is behind the array.
    #[serde(with = "MaybeText", skip_serializing_if = "Option::is_none")]
    pub digits: Option<Representation>,
    /// Its row.
    #[serde(with = "Text")]
    pub row: Natural,
    /// Its column, which is the number of zeros its digits end in.
    #[serde(with = "Text")]
    pub column: usize,
}

impl ArrayAnswer {
    /// No rows yet.
    fn new(title: String, system: String, from: Natural) -> Self {
        Self {
            title,
            system,
            from,
            rows: Vec::new(),
            properties: Vec::new(),
            located: None,
            stopped: None,
        }
    }

    /// The number of the row in this place.
    pub fn index(&self, place: usize) -> Natural {
        &self.from + Natural::from(place)
    }
}

impl Request for ArrayRequest {
    type Answer = ArrayAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<ArrayAnswer, LabError> {
        let kind = match ChosenArray::read(&self.recurrence, self.initial.is_some())? {
            ChosenArray::Kin(kin) => return kin.answer(self, watch),
            ChosenArray::OfSystem(kind) => kind,
        };
        let array = kind.array()?;
        let (title, system) = (kind.title(), array.system().name());
        let mut answer = ArrayAnswer::new(title, system, self.from.clone());
        if let Some(number) = self.located()? {
            answer.located = Some(locate(&array, number)?);
        }
        let filled = self.fill(&array, &mut answer, watch);
        let stated = filled.and_then(|()| {
            ShownEntries {
                array: &array,
                from: &answer.from,
                rows: &answer.rows,
                watch,
            }
            .properties(&kind)
        });
        match stated {
            Ok(properties) => answer.properties = properties,
            Err(LabError::Stopped(stopped)) => answer.stopped = Some(stopped),
            Err(other) => return Err(other),
        }
        Ok(answer)
    }
}

impl ArrayRequest {
    /// The number whose place is wanted.
    fn located(&self) -> Result<Option<Natural>, LabError> {
        match &self.locate {
            Some(number) if *number == 0 => Err(LabError::input(
                "0 stands in row 0 only, in every column; locate a positive number",
            )),
            number => Ok(number.clone()),
        }
    }

    fn fill(
        &self,
        array: &ShiftArray,
        answer: &mut ArrayAnswer,
        watch: &dyn Watch,
    ) -> Result<(), LabError> {
        let mut storage = MemoryBudget::new(watch);
        for place in 0..self.rows {
            let number = answer.index(place);
            let mut row = Vec::new();
            for column in 0..self.columns {
                let entry = array.entry(&number, column).map_err(unknown)?;
                storage.keep(size_of_naturals([&entry]))?;
                row.push(entry);
            }
            answer.rows.push(row);
            watch.progress(Progress {
                step: "rows",
                done: place as u64,
                total: Some(self.rows as u64),
            });
        }
        Ok(())
    }
}

/// The arrays that are known.
enum ArrayKind {
    /// The array A of the paper: 3, -1.
    Frankenstein,
    /// The array of Fraenkel's system with these coefficients.
    Recurrence(Vec<Natural>),
}

/// The array that is asked for.
enum ChosenArray {
    /// One with a numeration system behind it.
    OfSystem(ArrayKind),
    /// Another one.
    Kin(Kin),
}

impl ChosenArray {
    fn read(text: &str, initial: bool) -> Result<Self, LabError> {
        let parts: Vec<String> = split_at_commas(text)
            .into_iter()
            .map(|part| part.trim().to_owned())
            .collect();
        let words: Vec<&str> = parts.iter().map(String::as_str).collect();
        match words[..] {
            _ if initial => return Ok(Self::Kin(Kin::Linear(parts))),
            ["frankenstein"] | ["3", "-1"] => return Ok(Self::OfSystem(ArrayKind::Frankenstein)),
            ["wythoff"] => return Ok(Self::OfSystem(ArrayKind::Recurrence(vec![Natural::ONE; 2]))),
            ["stolarsky"] => return Ok(Self::Kin(Kin::Stolarsky)),
            [b, "-1"] => {
                if let Ok(b) = lang::number(b) {
                    return Ok(Self::Kin(Kin::Difference(b)));
                }
            }
            _ => {}
        }
        let numbers: Option<Vec<Natural>> =
            words.iter().map(|part| lang::number(part).ok()).collect();
        Ok(match numbers {
            Some(numbers) if Recurrence::new(&numbers).is_ok() => {
                Self::OfSystem(ArrayKind::Recurrence(numbers))
            }
            _ => Self::Kin(Kin::Linear(parts)),
        })
    }
}

impl ArrayKind {
    fn array(&self) -> Result<ShiftArray, LabError> {
        match self {
            Self::Frankenstein => Ok(ShiftArray::frankenstein()),
            Self::Recurrence(coefficients) => ShiftArray::of_recurrence(coefficients)
                .map_err(|error| LabError::input(error.to_string())),
        }
    }

    fn title(&self) -> String {
        match self {
            Self::Frankenstein => "the array A of the Frankenstein paper".to_owned(),
            Self::Recurrence(coefficients) if coefficients.iter().eq(&[1_u32, 1]) => {
                "the Wythoff array".to_owned()
            }
            Self::Recurrence(_) => format!("the array of {}", self.recurrence()),
        }
    }

    /// `A_j = 2*A_(j-1) + A_(j-2)`.
    fn recurrence(&self) -> String {
        let Self::Recurrence(coefficients) = self else {
            return "A_j = 3*A_(j-1) - A_(j-2)".to_owned();
        };
        let term = |(index, coefficient): (usize, &Natural)| {
            let factor = match coefficient {
                one if *one == 1 => String::new(),
                other => format!("{other}*"),
            };
            format!("{factor}A_(j-{})", index + 1)
        };
        let terms: Vec<String> = coefficients.iter().enumerate().map(term).collect();
        format!("A_j = {}", terms.join(" + "))
    }

    /// The coefficients with their signs.
    fn coefficients(&self) -> Vec<Integer> {
        match self {
            Self::Frankenstein => vec![Integer::from(3), Integer::from(-1)],
            Self::Recurrence(coefficients) => coefficients.iter().map(Integer::from).collect(),
        }
    }
}

/// The entries that are shown.
struct ShownEntries<'a> {
    array: &'a ShiftArray,
    from: &'a Natural,
    rows: &'a [Vec<Natural>],
    watch: &'a dyn Watch,
}

impl ShownEntries<'_> {
    fn properties(&self, kind: &ArrayKind) -> Result<Vec<Property>, LabError> {
        let system = self.array.system().name();
        let one_place = format!(
            "every positive integer stands at one place: in column j those whose digits in {system} end in j zeros"
        );
        let columns = format!(
            "from j = {} on, {}",
            kind.coefficients().len(),
            kind.recurrence()
        );
        let work = match kind {
            ArrayKind::Frankenstein => &FRANKENSTEIN,
            ArrayKind::Recurrence(_) => &SYSTEMS_OF_NUMERATION,
        };
        let mut properties = Vec::new();
        let mut state = |statement: &str, place, holds_here| {
            properties.push(Property {
                statement: statement.to_owned(),
                evidence: Evidence::theorem(work.at(place)),
                holds_here,
            });
        };
        let (in_place, recurs) = (Some(self.ends_in_zeros()?), Some(self.recurs(kind)));
        match kind {
            ArrayKind::Frankenstein => {
                state(&one_place, "Theorem 1", in_place);
                state(&columns, "equation (2)", recurs);
                let shift = "A_j^n = floor(A_(j-1)^n*phi^2) + 1, the left shift of A_(j-1)^n";
                state(shift, "Theorem 2(i)", Some(self.multiplies()?));
                let heads = "A_0^n = floor((n-1)*phi) + 1 for n >= 1";
                state(heads, "Theorem 2(ii)", Some(self.golden_heads()?));
                let steps = "A_j^(n+1) - A_j^n is f_2j or f_(2j+1), both infinitely often, with \
                             f = 1, 2, 3, 5, 8, …";
                state(steps, "Theorem 2(iii)", Some(self.fibonacci_differences()));
                let floors =
                    "for j >= 1, column j is not floor(n*alpha + gamma) for any alpha, gamma";
                state(floors, "Theorem 2(iv)", None);
            }
            ArrayKind::Recurrence(_) => {
                state(&one_place, "Theorem 2", in_place);
                state(&columns, "Theorem 2", recurs);
                properties.extend(differences(self.rows));
            }
        }
        Ok(properties)
    }

    /// The entries with their numbers of row and column.
    fn entries(&self) -> impl Iterator<Item = (Natural, usize, &Natural)> {
        entries(self.from, self.rows)
    }

    fn ends_in_zeros(&self) -> Result<bool, LabError> {
        for (_, column, entry) in self.entries() {
            self.watch.check()?;
            let digits = self.array.system().represent(entry).map_err(unknown)?;
            if digits.trailing_zeros() != column {
                return Ok(false);
            }
        }
        let different: BTreeSet<&Natural> = self.entries().map(|(_, _, entry)| entry).collect();
        Ok(different.len() == self.entries().count())
    }

    fn recurs(&self, kind: &ArrayKind) -> bool {
        recurs(self.rows, &kind.coefficients())
    }

    fn multiplies(&self) -> Result<bool, LabError> {
        let square = Real::phi().add(&Real::from(1)).map_err(unreal)?;
        for row in self.rows {
            self.watch.check()?;
            for pair in row.windows(2).filter(|pair| pair[0] != 0) {
                let floor = square
                    .floor_multiple(&Integer::from(&pair[0]))
                    .map_err(unreal)?;
                if floor + Integer::ONE != pair[1] {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn golden_heads(&self) -> Result<bool, LabError> {
        for (number, _, entry) in self.entries().filter(|(_, column, _)| *column == 0) {
            let before = Integer::from(number) - Integer::ONE;
            let floor = Real::phi().floor_multiple(&before).map_err(unreal)?;
            if floor + Integer::ONE != *entry {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn fibonacci_differences(&self) -> bool {
        let columns = self.rows.first().map_or(0, Vec::len);
        let (mut even, mut odd) = (Integer::ONE, Integer::TWO);
        for column in 0..columns {
            let allowed = [&even, &odd];
            if !differences_in(self.rows, column)
                .iter()
                .all(|difference| allowed.contains(&difference))
            {
                return false;
            }
            even += &odd;
            odd += &even;
        }
        true
    }
}

/// The entries of some rows, the first of them of this number, with their numbers of row and column; without row 0.
fn entries<'a>(
    from: &'a Natural,
    rows: &'a [Vec<Natural>],
) -> impl Iterator<Item = (Natural, usize, &'a Natural)> {
    rows.iter()
        .enumerate()
        .flat_map(move |(place, row)| {
            let number = from + Natural::from(place);
            let columns = row.iter().enumerate();
            columns.map(move |(column, entry)| (number.clone(), column, entry))
        })
        .filter(|(number, ..)| *number != 0)
}

/// Do the rows obey the recurrence with these coefficients?
fn recurs(rows: &[Vec<Natural>], coefficients: &[Integer]) -> bool {
    rows.iter().all(|row| {
        row.windows(coefficients.len() + 1).all(|window| {
            let earlier = window.iter().rev().skip(1).map(Integer::from);
            let sum: Integer = earlier.zip(coefficients).map(|(entry, b)| entry * b).sum();
            window.last().is_some_and(|last| sum == *last)
        })
    })
}

/// The differences that occur in each column.
fn differences(rows: &[Vec<Natural>]) -> Vec<Property> {
    let columns = rows.first().map_or(0, Vec::len);
    let shown = Evidence::Exhaustive(format!("the {} rows shown", rows.len()));
    (0..columns)
        .filter_map(|column| {
            let differences = differences_in(rows, column);
            let list: Vec<String> = differences.iter().map(ToString::to_string).collect();
            (!list.is_empty()).then(|| Property {
                statement: format!("differences in column {column}: {}", list.join(", ")),
                evidence: shown.clone(),
                holds_here: None,
            })
        })
        .collect()
}

fn differences_in(rows: &[Vec<Natural>], column: usize) -> BTreeSet<Integer> {
    rows.windows(2)
        .filter_map(|rows| Some((rows[0].get(column)?, rows[1].get(column)?)))
        .map(|(entry, next)| Integer::from(next) - Integer::from(entry))
        .collect()
}

fn locate(array: &ShiftArray, number: Natural) -> Result<Located, LabError> {
    let place = array.locate(&number).map_err(unknown)?;
    Ok(Located {
        digits: Some(array.system().represent(&number).map_err(unknown)?),
        number,
        row: place.row,
        column: place.column,
    })
}

fn unknown(error: SystemError) -> LabError {
    LabError::Beyond(error.to_string())
}

fn unreal(error: numeration::real::RealError) -> LabError {
    LabError::Beyond(error.to_string())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::arrays::shift::frankenstein_by_mex;
    use logic::watch::Unwatched;
    use numeration::natural::Zero;
    use proptest::prelude::*;

    use super::*;

    fn ask(recurrence: &str, from: &str, rows: usize, columns: usize) -> ArrayAnswer {
        ArrayRequest {
            recurrence: recurrence.to_owned(),
            initial: None,
            from: lang::number(from).unwrap(),
            rows,
            columns,
            locate: None,
        }
        .answer(&Unwatched)
        .unwrap()
    }

    /// What is proved of the arrays by floors is true of their entries, also far out.
    #[test]
    fn theorems_on_the_kin_hold_here() {
        for recurrence in ["4,-1", "5,-1", "6,-1", "1000,-1"] {
            for from in ["0", "1", "10^40"] {
                let answer = ask(recurrence, from, 12, 6);
                assert_eq!(answer.properties.len(), 4);
                for property in answer.properties {
                    assert_eq!(
                        property.holds_here,
                        Some(true),
                        "{recurrence}: {}",
                        property.statement
                    );
                }
            }
        }
    }

    #[test]
    fn the_array_of_the_paper_by_its_definition() {
        assert_eq!(ask("3,-1", "0", 60, 7).rows, frankenstein_by_mex(60, 7));
    }

    #[test]
    fn what_is_stated_is_true_of_the_entries() {
        for recurrence in ["3,-1", "1,1", "2,1", "1,1,1", "3,2,2", "2"] {
            for from in ["0", "1", "10^30"] {
                let answer = ask(recurrence, from, 40, 6);
                assert!(answer.properties.len() >= 2);
                for property in answer.properties {
                    assert_ne!(
                        property.holds_here,
                        Some(false),
                        "{recurrence}, from {from}: {}",
                        property.statement
                    );
                }
            }
        }
    }

    /// The tests of the entries would notice a wrong entry.
    #[test]
    fn a_wrong_entry_is_noticed() {
        let array = ShiftArray::frankenstein();
        let mut rows = array.corner(12, 4).unwrap();
        rows[7][2] += Natural::ONE;
        let entries = ShownEntries {
            array: &array,
            from: &Natural::ZERO,
            rows: &rows,
            watch: &Unwatched,
        };
        let properties = entries.properties(&ArrayKind::Frankenstein).unwrap();
        let wrong: Vec<usize> = (0..properties.len())
            .filter(|&index| properties[index].holds_here == Some(false))
            .collect();
        assert_eq!(wrong, [0, 1, 2, 4]);
        rows[7][0] += Natural::ONE;
        let entries = ShownEntries {
            array: &array,
            from: &Natural::ZERO,
            rows: &rows,
            watch: &Unwatched,
        };
        assert!(!entries.golden_heads().unwrap());
    }

    #[test]
    fn titles() {
        for (recurrence, title) in [
            ("3,-1", "the array A of the Frankenstein paper"),
            ("1,1", "the Wythoff array"),
            ("2,1", "the array of A_j = 2*A_(j-1) + A_(j-2)"),
        ] {
            assert_eq!(ask(recurrence, "0", 0, 0).title, title);
        }
    }

    proptest! {
        #[test]
        fn a_located_number_stands_there(
            n in 1_u64..1_000_000_000_000,
            recurrence in prop::sample::select(vec!["3,-1", "1,1", "2,1", "2,2,1"]),
        ) {
            let ChosenArray::OfSystem(kind) = ChosenArray::read(recurrence, false).unwrap() else {
                panic!("{recurrence}")
            };
            let array = kind.array().unwrap();
            let place = locate(&array, Natural::from(n)).unwrap();
            prop_assert_eq!(array.entry(&place.row, place.column).unwrap(), n);
        }
    }
}
