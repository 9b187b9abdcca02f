//! Which columns of a table are shown: those of the rules, the differences of the piles, digits in numeration systems.

use numeration::natural::{Integer, Natural};
use numeration::system::NumerationSystem;
use rules::spec::Spec;

use crate::LabError;
use crate::columns::Columns;
use crate::represent::numeration_system;
use crate::table::RowNumbers;

/// The columns that are shown, after the number of the row.
pub(crate) struct ColumnChoice {
    numbers: Vec<(String, NumberColumn)>,
    digits: Vec<(String, Box<dyn NumerationSystem>, usize)>,
}

/// A number that a line has.
#[derive(Clone, Copy)]
enum NumberColumn {
    /// The number of the row, or a column of the rules.
    Entry(usize),
    /// A pile.
    Pile(usize),
    /// By how much the first of two piles exceeds the second.
    Difference(usize, usize),
}

/// The word for the piles with the differences between them.
const DIFFERENCES: &str = "differences";

impl ColumnChoice {
    /// The columns of these names; those of the rules if there are none.
    pub(crate) fn of(wanted: &[String], columns: &Columns, spec: &Spec) -> Result<Self, LabError> {
        let heads: Vec<String> = std::iter::once("n".to_owned())
            .chain(columns.heads())
            .collect();
        let entry = |place: usize| (heads[place].clone(), NumberColumn::Entry(place));
        let mut choice = Self {
            numbers: vec![entry(0)],
            digits: Vec::new(),
        };
        if wanted.is_empty() {
            choice.numbers = (0..heads.len()).map(entry).collect();
        }
        for name in wanted.iter().map(|name| name.trim()) {
            match heads.iter().position(|head| head == name) {
                Some(0) => {}
                Some(place) => choice.numbers.push(entry(place)),
                None if name == DIFFERENCES => choice.numbers.extend(differences(spec)),
                None => choice.digits.push(digits_of(name, &heads)?),
            }
        }
        Ok(choice)
    }

    /// The heads of the columns of numbers.
    pub(crate) fn heads(&self) -> Vec<String> {
        self.numbers.iter().map(|(head, _)| head.clone()).collect()
    }

    /// The numbers of a line.
    pub(crate) fn numbers(&self, line: &RowNumbers) -> Vec<Integer> {
        let value = |(_, number): &(String, NumberColumn)| match *number {
            NumberColumn::Entry(place) => line.entries[place].clone(),
            NumberColumn::Pile(pile) => line.piles[pile].clone(),
            NumberColumn::Difference(more, less) => &line.piles[more] - &line.piles[less],
        };
        self.numbers.iter().map(value).collect()
    }

    /// The heads of the columns of digits.
    pub(crate) fn heads_of_digits(&self) -> Vec<String> {
        self.digits.iter().map(|(head, ..)| head.clone()).collect()
    }

    /// The digits of a line.
    pub(crate) fn digits(&self, line: &RowNumbers) -> Result<Vec<String>, LabError> {
        let entry = |(_, system, place): &(String, Box<dyn NumerationSystem>, usize)| {
            let number = &line.entries[*place];
            let number = Natural::try_from(number.clone())
                .map_err(|_| LabError::input(format!("{number} has no digits")))?;
            let digits = system.represent(&number);
            let digits = digits.map_err(|error| LabError::Beyond(error.to_string()))?;
            Ok(digits.to_string())
        };
        self.digits.iter().map(entry).collect()
    }
}

/// The piles, between each two their difference, and at the end that of the last and the first.
fn differences(spec: &Spec) -> Vec<(String, NumberColumn)> {
    let names: Vec<String> = spec.piles.names.iter().map(ToString::to_string).collect();
    let difference = |more: usize, less: usize| {
        let head = format!("{} - {}", names[more], names[less]);
        (head, NumberColumn::Difference(more, less))
    };
    let mut columns = Vec::new();
    for (pile, name) in names.iter().enumerate() {
        if pile > 0 {
            columns.push(difference(pile, pile - 1));
        }
        columns.push((name.clone(), NumberColumn::Pile(pile)));
    }
    if names.len() > 2 {
        columns.push(difference(names.len() - 1, 0));
    }
    columns
}

/// `zeckendorf` for the digits of the number of the row, `zeckendorf(A_n)` for those of a column.
fn digits_of(
    name: &str,
    heads: &[String],
) -> Result<(String, Box<dyn NumerationSystem>, usize), LabError> {
    let inner = name
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once('('));
    let (system, place) = inner
        .and_then(|(system, head)| Some((system, heads.iter().position(|known| known == head)?)))
        .unwrap_or((name, 0));
    let system = numeration_system(system).map_err(|fault| {
        LabError::input(format!(
            "there is no column `{name}`; the columns are {}, `{DIFFERENCES}`, and numeration systems such as `zeckendorf` \
             or `zeckendorf({})` for digits ({fault})",
            heads.join(", "),
            heads.last().map_or("n", String::as_str)
        ))
    })?;
    Ok((name.to_owned(), system, place))
}
