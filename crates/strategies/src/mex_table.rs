//! The recursive strategy: the rows from the start, one after the other, by the mex rule.
//!
//! The first entry of a row is the least positive integer that no earlier row has (their *mex*); a rule gives the
//! others. All rows up to the one that is wanted are built, so that time and memory grow with the size of the piles:
//! exponential in the number of digits. ([`THREE_FRONTS`](rules::citation::THREE_FRONTS), section 2.)

use logic::{Progress, Stopped, Watch};
use numeration::natural::Natural;

use super::rows::{Row, RowPlace, Rows, column_name};
use crate::strategy::{StrategyError, StrategyName};
use rules::explanation::{Sentence, SentenceValue};
use rules::narrow;

/// A rule that completes row `n` from its first entry and the row before it; none if a number is too large.
type Rule = Box<dyn Fn(u64, u64, &[u64]) -> Option<Vec<u64>> + Send + Sync>;

/// Rows by the mex rule.
pub struct MexTable {
    columns: usize,
    rule: Rule,
}

/// The most bytes a table may use where nobody sets a limit.
const MEMORY: u64 = 1 << 30;

impl MexTable {
    /// Rows of this many columns; `rule(n, a, previous)` is the rest of row `n` after its first entry `a`.
    pub fn new(
        columns: usize,
        rule: impl Fn(u64, u64, &[u64]) -> Option<Vec<u64>> + Send + Sync + 'static,
    ) -> Self {
        Self {
            columns,
            rule: Box::new(rule),
        }
    }

    /// Builds rows until one satisfies `done`, and returns it.
    fn build(
        &self,
        watch: &dyn Watch,
        mut done: impl FnMut(u64, &[u64]) -> bool,
    ) -> Result<MexRows, StrategyError> {
        let mut table = MexRows::new(self.columns);
        let allowed = watch.memory_limit().unwrap_or(MEMORY);
        loop {
            if done(table.last_index, table.last_row()) {
                return Ok(table);
            }
            table.push(&self.rule, allowed)?;
            if table.last_index.is_multiple_of(4096) {
                watch.check()?;
                watch.progress(Progress {
                    step: "building rows",
                    done: table.last_index,
                    total: None,
                });
            }
        }
    }
}

impl Rows for MexTable {
    fn name(&self) -> StrategyName {
        StrategyName::Recursive
    }

    fn row(&self, index: &Natural, watch: &dyn Watch) -> Result<Row, StrategyError> {
        let index = small(index, watch)?;
        Ok(self.build(watch, |n, _| n == index)?.into_last_row())
    }

    fn locate(&self, value: &Natural, watch: &dyn Watch) -> Result<RowPlace, StrategyError> {
        let wanted = small(value, watch)?;
        let row = self
            .build(watch, |_, row| row.contains(&wanted))?
            .into_last_row();
        let column = row
            .entries
            .iter()
            .position(|entry| entry == value)
            .expect("the row has the number");
        let because = Sentence::new(
            "{} is the {} {}-number: row {} of the table built by the mex rule is {}",
            [
                value.into(),
                SentenceValue::Ordinal(row.index.clone()),
                SentenceValue::word(column_name(column, self.columns)),
                (&row.index).into(),
                SentenceValue::Piles(row.entries.clone()),
            ],
        );
        Ok(RowPlace {
            column,
            row,
            because,
            digits: None,
        })
    }

    fn last_within(
        &self,
        lower: usize,
        upper: usize,
        difference: &Natural,
        watch: &dyn Watch,
    ) -> Result<Row, StrategyError> {
        let most = small(difference, watch)?;
        let beyond = self.build(watch, |_, row| row[upper] - row[lower] > most)?;
        Ok(beyond.into_row_before_last())
    }
}

/// Rows 0 to `last_index`, one after the other in `entries`.
struct MexRows {
    columns: usize,
    entries: Vec<u64>,
    last_index: u64,
    /// For every column the first row whose entry is not below the next candidate of the mex.
    passed: Vec<usize>,
}

impl MexRows {
    fn new(columns: usize) -> Self {
        Self {
            columns,
            entries: vec![0; columns],
            last_index: 0,
            passed: vec![0; columns],
        }
    }

    fn last_row(&self) -> &[u64] {
        &self.entries[self.entries.len() - self.columns..]
    }

    fn push(&mut self, rule: &Rule, allowed: u64) -> Result<(), StrategyError> {
        let needed = 2 * size_of::<u64>() as u64 * (self.entries.len() + self.columns) as u64;
        if needed > allowed {
            return Err(Stopped::Memory { needed, allowed }.into());
        }
        let (n, first) = (self.last_index + 1, self.mex());
        let rest = rule(n, first, self.last_row()).ok_or(Stopped::Memory {
            needed: u64::MAX,
            allowed,
        })?;
        self.entries.push(first);
        self.entries.extend(rest);
        self.last_index = n;
        Ok(())
    }

    /// The least number above the last first entry that no other column has.
    fn mex(&mut self) -> u64 {
        let mut candidate = self.last_row()[0] + 1;
        while (1..self.columns).any(|column| self.column_has(column, candidate)) {
            candidate += 1;
        }
        candidate
    }

    fn column_has(&mut self, column: usize, value: u64) -> bool {
        let entry = |row: usize| self.entries.get(row * self.columns + column).copied();
        let mut row = self.passed[column];
        while entry(row).is_some_and(|entry| entry < value) {
            row += 1;
        }
        let has = entry(row) == Some(value);
        self.passed[column] = row;
        has
    }

    fn into_last_row(self) -> Row {
        self.row(self.last_index)
    }

    fn into_row_before_last(self) -> Row {
        self.row(self.last_index - 1)
    }

    fn row(&self, index: u64) -> Row {
        let start = narrow::cells(index) * self.columns;
        let entries = &self.entries[start..start + self.columns];
        Row {
            index: Natural::from(index),
            entries: entries.iter().copied().map(Natural::from).collect(),
        }
    }
}

/// The number, if a table of that many rows could be built at all.
fn small(value: &Natural, watch: &dyn Watch) -> Result<u64, StrategyError> {
    let allowed = watch.memory_limit().unwrap_or(MEMORY);
    match u64::try_from(value) {
        Ok(small) if small / 4 <= allowed => Ok(small),
        Ok(small) => Err(Stopped::Memory {
            needed: small.saturating_mul(8),
            allowed,
        }
        .into()),
        Err(_) => Err(Stopped::Memory {
            needed: u64::MAX,
            allowed,
        }
        .into()),
    }
}
