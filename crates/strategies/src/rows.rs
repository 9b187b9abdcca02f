//! Rows that split the positive integers.
//!
//! The P-positions of most games of the papers are the rows of a table whose entries, row 0 of zeros apart,
//! are the positive integers, each exactly once. What differs between the strategies of one game is only
//! how they find the row of a number: from a table, by a formula, or from digits. So the proof of each game
//! is written once, on top of [`Rows`].

use logic::Watch;
use numeration::natural::Natural;

use crate::strategy::{PositionTable, StrategyError, StrategyName};
use rules::explanation::{Explanation, Sentence};
use rules::position::Position;

/// A row of the table: a P-position with its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its number, from 0.
    pub index: Natural,
    /// Its entries, from the smallest column.
    pub entries: Vec<Natural>,
}

/// Where in the table a number is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowPlace {
    /// The column, from 0.
    pub column: usize,
    /// The row.
    pub row: Row,
    /// What it is there.
    pub because: Sentence,
    /// How that was found, where it is by digits.
    pub digits: Option<Sentence>,
}

/// A table with rows 0, 1, 2, … in which every column increases, and every positive integer is in one place.
pub trait Rows: Send + Sync {
    /// How the rows are found.
    fn name(&self) -> StrategyName;

    /// The row with this number.
    fn row(&self, index: &Natural, watch: &dyn Watch) -> Result<Row, StrategyError>;

    /// The place of a positive number.
    fn locate(&self, value: &Natural, watch: &dyn Watch) -> Result<RowPlace, StrategyError>;

    /// Are these numbers, the first of them positive, a row?
    fn has(&self, entries: &[Natural], watch: &dyn Watch) -> Result<bool, StrategyError> {
        match entries.first() {
            Some(first) => Ok(self.locate(first, watch)?.row.entries == entries),
            None => Ok(false),
        }
    }

    /// The last row in which the entry of column `upper` exceeds that of column `lower` by at most
    /// `difference`. These differences must not decrease from row to row.
    fn last_within(
        &self,
        lower: usize,
        upper: usize,
        difference: &Natural,
        watch: &dyn Watch,
    ) -> Result<Row, StrategyError>;
}

impl RowPlace {
    /// Says where the number is, and by which digits.
    pub(super) fn told(self, why: &mut Explanation) -> (usize, Row) {
        why.push(self.because);
        if let Some(digits) = self.digits {
            why.spell(digits);
        }
        why.point_at(&self.row.index);
        (self.column, self.row)
    }
}

impl<R: Rows> PositionTable for R {
    fn columns(&self, row: &[Natural]) -> Vec<String> {
        let columns = row.len();
        let name = |column| format!("{}_n", column_name(column, columns));
        (0..columns).map(name).collect()
    }

    fn numbered(&self, number: &Natural, watch: &dyn Watch) -> Result<Vec<Natural>, StrategyError> {
        Ok(self.row(number, watch)?.entries)
    }
}

impl Row {
    /// The entry of `upper` minus that of `lower`.
    pub fn difference(&self, lower: usize, upper: usize) -> Natural {
        &self.entries[upper] - &self.entries[lower]
    }

    /// The row as a position.
    pub fn position(&self) -> Position {
        Position::unchecked(self.entries.clone())
    }
}

/// Corrects an estimate of [`Rows::last_within`] that is off by a few rows.
pub(super) fn last_within_from(
    estimate: Natural,
    difference: &Natural,
    gap: (usize, usize),
    row: impl Fn(&Natural) -> Result<Row, StrategyError>,
) -> Result<Row, StrategyError> {
    let one = Natural::from(1u8);
    let within = |row: &Row| row.difference(gap.0, gap.1) <= *difference;
    let mut best = row(&estimate)?;
    while !within(&best) {
        best = row(&(best.index - &one))?;
    }
    loop {
        let next = row(&(&best.index + &one))?;
        if !within(&next) {
            return Ok(best);
        }
        best = next;
    }
}

/// The place of column `k ≥ 1` among the columns.
pub(super) fn place_of(k: u64) -> usize {
    usize::try_from(k - 1).expect("a column of the table")
}

/// The name of a column: `A`, `B`, `C` for up to three columns, `A^k` beyond.
pub(super) fn column_name(column: usize, columns: usize) -> std::borrow::Cow<'static, str> {
    match (columns, column) {
        (..=3, 0) => "A".into(),
        (..=3, 1) => "B".into(),
        (..=3, 2) => "C".into(),
        _ => format!("A^{}", column + 1).into(),
    }
}
