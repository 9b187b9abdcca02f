//! The P-positions in order, from what the rules claim, with the columns of the paper; or, where positions have different numbers of
//! coins, from a theorem that lists them.

use std::ops::ControlFlow;
use std::sync::Arc;

use logic::Set;
use logic::watch::Watch;
use numeration::natural::{Integer, Natural};
use rules::evidence::Evidence;
use rules::json::{Complete, TextRows};
use rules::position::Position;
use rules::spec::Spec;
use schemars::JsonSchema;
use serde::Serialize;
use strategies::strategy::{Strategy, StrategyError};

use crate::LabError;
use crate::Request;
use crate::column_choice::ColumnChoice;
use crate::columns::Columns;
use crate::p_rows::{self, ClaimedRow};
use crate::piles::piles_of;
use knowledge::{Game, ListableClaim, MemoryBudget, size_of_integers};

/// What are the first P-positions?
#[derive(Clone)]
pub struct TableRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// How many rows are wanted.
    pub rows: usize,
    /// Which columns, besides the number of the row: heads, `differences`, or numeration systems; all heads if there are none.
    pub columns: &'a [String],
}

/// The answer to a [`TableRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TableAnswer {
    /// The game with its parameters.
    pub game: String,
    /// The heads of the columns; the first is the number of the row.
    #[serde(rename = "columns")]
    pub heads: Vec<String>,
    /// The rows.
    #[serde(with = "TextRows")]
    pub rows: Vec<Vec<Integer>>,
    /// Columns of digits, after the others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub digits: Vec<DigitColumn>,
    /// What a reader should know of them.
    pub notes: Vec<String>,
    /// How we know that these are the P-positions.
    pub evidence: Evidence,
    /// Why there are fewer than wanted.
    #[serde(rename = "complete", with = "Complete")]
    pub stopped: Option<String>,
}

/// The digits of the numbers of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DigitColumn {
    /// Its head: the numeration system, with the column if that is not the number of the row.
    pub head: String,
    /// The digits, row by row.
    pub entries: Vec<String>,
}

/// A table that was opened, whose rows are handed over as they are found: there may be more than memory holds.
pub struct TableStream<'a> {
    request: TableRequest<'a>,
    evidence: Evidence,
    source: RowSource<'a>,
}

enum RowSource<'a> {
    /// What the rules claim.
    Claimed {
        spec: &'a Spec,
        claim: &'a Arc<Set>,
        columns: Columns,
        choice: ColumnChoice,
        /// Rows are listed below this position only.
        before: Option<Position>,
    },
    /// A theorem that lists the P-positions; the longest of them have as many piles as there are heads.
    Listed {
        strategy: Arc<dyn Strategy>,
        most_piles: usize,
    },
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Its number, and the columns of numbers.
    pub numbers: Vec<Integer>,
    /// The columns of digits.
    pub digits: Vec<String>,
}

/// The rows of a table, or what is kept of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableRows {
    /// Their numbers.
    pub numbers: Vec<Vec<Integer>>,
    /// Their digits.
    pub digits: Vec<Vec<String>>,
}

/// How a table ended.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct TableEnd {
    /// How many rows were handed over.
    pub rows: usize,
    /// What a reader should know of them.
    pub notes: Vec<String>,
    /// Why there are fewer than wanted.
    pub stopped: Option<String>,
}

impl Request for TableRequest<'_> {
    type Answer = TableAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<TableAnswer, LabError> {
        let table = self.open(watch)?;
        let mut rows = TableRows::default();
        let (mut storage, mut full) = (MemoryBudget::new(watch), None);
        let mut end = table.visit(watch, &mut |row| match storage
            .keep(size_of_integers(&row.numbers))
        {
            Ok(()) => {
                rows.numbers.push(row.numbers);
                rows.digits.push(row.digits);
                ControlFlow::Continue(())
            }
            Err(stopped) => {
                full = Some(stopped);
                ControlFlow::Break(())
            }
        })?;
        end.stopped = end.stopped.or(full.map(|stopped| stopped.to_string()));
        Ok(table.answer(rows, end))
    }
}

impl<'a> TableRequest<'a> {
    /// Finds out what is known before the first row.
    ///
    /// # Errors
    /// If there is no such table.
    pub fn open(&self, watch: &dyn Watch) -> Result<TableStream<'a>, LabError> {
        let game = self.game;
        piles_of(
            game,
            "a table lists the P-positions of games whose piles stay; `takeaway solve` finds the heaps that are P-positions, and \
             `takeaway table --nim-values` lists the nim-values of single heaps",
        )?;
        let claimed = game
            .spec()
            .and_then(|spec| Some((spec, spec.p_positions.as_ref()?)));
        let Some((spec, claim)) = claimed else {
            return self.listed(watch);
        };
        let ListableClaim { evidence, before } = match game.listed_p_positions(watch) {
            Err(wrong) if wrong.is_beyond() => {
                return Err(LabError::Beyond(format!("{wrong}; {}", self.instead())));
            }
            other => other?,
        };
        let columns = Columns::of(spec);
        let choice = ColumnChoice::of(self.columns, &columns, spec)?;
        Ok(TableStream {
            request: self.clone(),
            evidence,
            source: RowSource::Claimed {
                spec,
                claim,
                columns,
                choice,
                before,
            },
        })
    }

    /// The table of a theorem that lists the P-positions.
    fn listed(&self, watch: &dyn Watch) -> Result<TableStream<'a>, LabError> {
        let strategies = self.game.strategies(watch)?;
        let listing = strategies.iter().rev();
        let mut listing = listing.filter_map(|strategy| Some((strategy, strategy.list()?)));
        let Some((strategy, list)) = listing.next() else {
            return Err(LabError::input(format!(
                "the rules of {} claim no P-positions; {}",
                self.game.name(),
                self.instead()
            )));
        };
        if !self.columns.is_empty() {
            return Err(LabError::input(format!(
                "the positions of {} have different numbers of coins: their columns cannot be chosen",
                self.game.name()
            )));
        }
        Ok(TableStream {
            request: self.clone(),
            evidence: strategy.evidence(),
            source: RowSource::Listed {
                strategy: Arc::clone(strategy),
                most_piles: list.most_piles(self.rows, watch)?,
            },
        })
    }

    /// Why a list of claimed P-positions ends before this one.
    fn cut(&self, before: &Position, rows: usize) -> Result<String, LabError> {
        let refuted = self.game.refuted_claims().into_iter().next();
        let why = refuted.map_or_else(
            || format!("nobody knows whether {before} is a P-position, as the rules claim"),
            |refuted| refuted.to_string(),
        );
        let why = format!("{why}; {}", self.instead());
        match rows {
            0 => Err(LabError::Beyond(why)),
            _ => Ok(why),
        }
    }

    /// What to do where there is no claim to make a table of.
    fn instead(&self) -> String {
        format!(
            "`takeaway solve {} --max 50` finds them from the rules alone",
            self.game.reference()
        )
    }
}

impl TableStream<'_> {
    /// How we know that these are the P-positions.
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// The heads of the columns of numbers, and of those of digits.
    pub fn heads(&self) -> (Vec<String>, Vec<String>) {
        match &self.source {
            RowSource::Claimed { choice, .. } => (choice.heads(), choice.heads_of_digits()),
            RowSource::Listed { most_piles, .. } => {
                let coins = (0..*most_piles).map(|coin| format!("x_{coin}"));
                let heads = std::iter::once("n".to_owned()).chain(coins);
                (heads.collect(), Vec::new())
            }
        }
    }

    /// The answer with these rows.
    pub fn answer(&self, rows: TableRows, end: TableEnd) -> TableAnswer {
        let (heads, digits) = self.heads();
        let mut digits: Vec<DigitColumn> = digits.into_iter().map(DigitColumn::new).collect();
        for row in rows.digits {
            for (column, entry) in digits.iter_mut().zip(row) {
                column.entries.push(entry);
            }
        }
        TableAnswer {
            game: self.request.game.name().to_owned(),
            heads,
            rows: rows.numbers,
            digits,
            notes: end.notes,
            evidence: self.evidence.clone(),
            stopped: end.stopped,
        }
    }

    /// What may be the last row, if it is found at once.
    pub fn last(&self, watch: &dyn Watch) -> Option<TableRow> {
        let RowSource::Claimed {
            claim,
            columns,
            choice,
            ..
        } = &self.source
        else {
            return None;
        };
        let number = Integer::from(self.request.rows.checked_sub(1)?);
        let mut last = None;
        if p_rows::has_numbers(claim) {
            let mut first = |piles| {
                last = Some(piles);
                ControlFlow::Break(())
            };
            p_rows::at(claim, &number, watch, &mut first).ok()?;
        }
        row_of(columns, choice, number, last?).ok()
    }

    /// Hands over the rows until these are all, or the visitor breaks.
    ///
    /// # Errors
    /// If a row has no value in a column, or nobody knows the first row.
    pub fn visit(
        &self,
        watch: &dyn Watch,
        visit: &mut dyn FnMut(TableRow) -> ControlFlow<()>,
    ) -> Result<TableEnd, LabError> {
        let (spec, claim, columns, choice, before) = match &self.source {
            RowSource::Claimed {
                spec,
                claim,
                columns,
                choice,
                before,
            } => (spec, claim, columns, choice, before),
            RowSource::Listed { strategy, .. } => {
                return self.visit_listed(&**strategy, watch, visit);
            }
        };
        let mut list = RowLister {
            wanted: self.request.rows,
            most: (before.as_ref()).map(|before| before.piles().iter().map(Integer::from).sum()),
            is_cut: false,
            recent: Vec::new(),
            mirrored: false,
            rows: 0,
            told: 0,
            first: p_rows::has_numbers(claim).then(Vec::new),
            by_place: !p_rows::has_numbers(claim),
            broken: false,
            line: &mut |number, row| Ok(visit(row_of(columns, choice, number, row.piles)?)),
        };
        let mut fault = None;
        let visited = if self.request.rows == 0 {
            Ok(())
        } else {
            p_rows::visit(spec, claim, watch, &mut |row| {
                list.add(row).unwrap_or_else(|wrong| {
                    fault = Some(wrong);
                    ControlFlow::Break(())
                })
            })
        };
        let mut notes = Vec::new();
        let flow = list.hand_over_the_first();
        let whole = matches!(flow, Ok(ControlFlow::Continue(()))) && !list.broken;
        let rows = list.told;
        let stopped = match fault.map_or(visited, Err).and(flow) {
            // What is not decided ends the table, and the rows before stand.
            Err(LabError::Stopped(reason)) => Some(reason.to_string()),
            Err(limit) if limit.is_limit() && rows > 0 => Some(limit.to_string()),
            ended => ended.map(|_| None)?,
        };
        if list.mirrored {
            notes.push("and the same positions with their piles exchanged".to_owned());
        }
        let stopped = match before.as_ref().filter(|_| list.is_cut) {
            Some(before) => Some(self.request.cut(before, rows)?),
            None => stopped,
        };
        if stopped.is_none() && whole && rows < self.request.rows {
            notes.push("these are all".to_owned());
        }
        Ok(TableEnd {
            rows,
            notes,
            stopped,
        })
    }
}

impl TableStream<'_> {
    /// Hands over the rows that a theorem lists.
    fn visit_listed(
        &self,
        strategy: &dyn Strategy,
        watch: &dyn Watch,
        visit: &mut dyn FnMut(TableRow) -> ControlFlow<()>,
    ) -> Result<TableEnd, LabError> {
        let mut end = TableEnd::default();
        let Some(list) = strategy.list() else {
            return Ok(end);
        };
        end.notes.push(list.order().to_owned());
        while end.rows < self.request.rows {
            let position = match list.at(&Natural::from(end.rows), watch) {
                Ok(position) => position,
                Err(StrategyError::Stopped(reason)) => {
                    end.stopped = Some(reason.to_string());
                    break;
                }
                Err(other) => return Err(other.into()),
            };
            let coins = position.piles().iter().map(Integer::from);
            let numbers = std::iter::once(Integer::from(end.rows)).chain(coins);
            end.rows += 1;
            let row = TableRow {
                numbers: numbers.collect(),
                digits: Vec::new(),
            };
            if visit(row).is_break() {
                break;
            }
        }
        Ok(end)
    }
}

/// A row with this number.
fn row_of(
    columns: &Columns,
    choice: &ColumnChoice,
    number: Integer,
    piles: Vec<Integer>,
) -> Result<TableRow, LabError> {
    let entries = columns.entries(piles.iter().cloned())?;
    let line = RowNumbers {
        entries: std::iter::once(number).chain(entries).collect(),
        piles,
    };
    Ok(TableRow {
        numbers: choice.numbers(&line),
        digits: choice.digits(&line)?,
    })
}

impl DigitColumn {
    fn new(head: String) -> Self {
        let entries = Vec::new();
        Self { head, entries }
    }
}

/// So many rows are looked at before the first is handed over, to see whether the numbers of the claim tell rows apart.
const FIRST: usize = 1000;

/// The rows that are shown: of a row and its mirror images only the first.
struct RowLister<'l> {
    wanted: usize,
    /// Only rows with fewer tokens are shown.
    most: Option<Integer>,
    is_cut: bool,
    /// The rows that have the number of the last one.
    recent: Vec<ClaimedRow>,
    mirrored: bool,
    /// How many rows there are so far.
    rows: usize,
    /// How many of them were handed over.
    told: usize,
    /// The first rows, until there are enough to tell how rows are numbered.
    first: Option<Vec<ClaimedRow>>,
    /// Do rows have the numbers of their places, and not those of the claim?
    by_place: bool,
    /// Does the visitor want no more?
    broken: bool,
    /// What is done with a row and its number.
    line: &'l mut dyn FnMut(Integer, ClaimedRow) -> Result<ControlFlow<()>, LabError>,
}

impl RowLister<'_> {
    /// Adds a row unless it is there, and says whether more are wanted. The last row may still be mirrored, so
    /// that one row more than wanted is looked at.
    fn add(&mut self, row: ClaimedRow) -> Result<ControlFlow<()>, LabError> {
        if self
            .recent
            .first()
            .is_some_and(|other| other.number != row.number)
        {
            self.recent.clear();
        }
        for other in &self.recent {
            if other.piles == row.piles {
                return Ok(ControlFlow::Continue(()));
            }
            if sorted(&other.piles) == sorted(&row.piles) {
                self.mirrored = true;
                return Ok(ControlFlow::Continue(()));
            }
        }
        if self.rows == self.wanted {
            return Ok(ControlFlow::Break(()));
        }
        if let Some(most) = &self.most
            && row.piles.iter().sum::<Integer>() >= *most
        {
            self.is_cut = true;
            return Ok(ControlFlow::Break(()));
        }
        self.recent.push(row.clone());
        self.rows += 1;
        match &mut self.first {
            Some(first) => {
                first.push(row);
                match first.len() {
                    FIRST => self.hand_over_the_first(),
                    _ => Ok(ControlFlow::Continue(())),
                }
            }
            None => self.hand_over(self.rows - 1, row),
        }
    }

    /// Hands over the first rows. They have the numbers of the claim if these tell them apart, and so has the rest.
    fn hand_over_the_first(&mut self) -> Result<ControlFlow<()>, LabError> {
        let first = self.first.take().unwrap_or_default();
        let distinct = first.is_sorted_by(|row, next| row.number < next.number);
        self.by_place |= !distinct;
        for (place, row) in first.into_iter().enumerate() {
            if self.hand_over(place, row)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn hand_over(&mut self, place: usize, row: ClaimedRow) -> Result<ControlFlow<()>, LabError> {
        let number = match self.by_place {
            true => Integer::from(place),
            false => row.number.clone(),
        };
        let flow = (self.line)(number, row)?;
        self.told += 1;
        self.broken |= flow.is_break();
        Ok(flow)
    }
}

fn sorted(piles: &[Integer]) -> Vec<&Integer> {
    let mut piles: Vec<&Integer> = piles.iter().collect();
    piles.sort();
    piles
}

/// A row with all that can be shown of it.
pub(crate) struct RowNumbers {
    /// Its number, and the columns of the rules.
    pub(crate) entries: Vec<Integer>,
    /// Its piles.
    pub(crate) piles: Vec<Integer>,
}
