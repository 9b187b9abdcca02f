//! The P-positions in order, from what the rules claim, with the columns of the paper; or, where positions have different numbers of
//! coins, from a theorem that lists them.

use std::ops::ControlFlow;

use games::evidence::Evidence;
use games::json::{Complete, Rows};
use games::position::Position;
use games::strategy::StrategyError;
use logic::watch::{Stopped, Watch};
use numeration::natural::{Integer, Natural};
use schemars::JsonSchema;
use serde::Serialize;

use crate::LabError;
use crate::Request;
use crate::column_choice::Choice;
use crate::columns::Columns;
use crate::p_rows::{self, Row};
use crate::piles::piles_of;
use knowledge::{Game, Listed, Storage, size_of_integers};

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
    #[serde(with = "Rows")]
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

impl Request for TableRequest<'_> {
    type Answer = TableAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<TableAnswer, LabError> {
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
        let Listed { evidence, before } = match game.listed_p_positions(watch) {
            Err(wrong) if wrong.is_beyond() => {
                return Err(LabError::Beyond(format!("{wrong}; {}", self.instead())));
            }
            other => other?,
        };
        let mut list = List {
            wanted: self.rows,
            most: (before.as_ref()).map(|before| before.piles().iter().map(Integer::from).sum()),
            is_cut: false,
            rows: Vec::new(),
            mirrored: false,
            storage: Storage::new(watch),
        };
        let mut stopped = None;
        let visited = if self.rows == 0 {
            Ok(())
        } else {
            p_rows::visit(spec, claim, watch, &mut |row| {
                list.add(row).unwrap_or_else(|reason| {
                    stopped = Some(reason);
                    ControlFlow::Break(())
                })
            })
        };
        match visited {
            Err(LabError::Stopped(reason)) => stopped = Some(reason),
            other => other?,
        }
        let mut notes = Vec::new();
        if list.mirrored {
            notes.push("and the same positions with their piles exchanged".to_owned());
        }
        let stopped = match before.filter(|_| list.is_cut) {
            Some(before) => Some(self.cut(&before, list.rows.len())?),
            None => stopped.map(|stopped| stopped.to_string()),
        };
        if stopped.is_none() && list.rows.len() < self.rows {
            notes.push("these are all".to_owned());
        }
        let columns = Columns::of(spec);
        let choice = Choice::of(self.columns, &columns, spec)?;
        let lines = lines(&columns, list.rows)?;
        Ok(TableAnswer {
            game: spec.name.clone(),
            heads: choice.heads(),
            rows: lines.iter().map(|line| choice.numbers(line)).collect(),
            digits: choice.digits(&lines)?,
            notes,
            evidence,
            stopped,
        })
    }
}

impl TableRequest<'_> {
    /// The table of a theorem that lists the P-positions: rows are as long as positions are.
    fn listed(&self, watch: &dyn Watch) -> Result<TableAnswer, LabError> {
        let strategies = self.game.strategies(watch)?;
        let Some((strategy, list)) = strategies
            .iter()
            .rev()
            .find_map(|strategy| Some((strategy, strategy.list()?)))
        else {
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
        let mut storage = Storage::new(watch);
        let mut rows: Vec<Vec<Integer>> = Vec::new();
        let stopped = loop {
            if rows.len() == self.rows {
                break None;
            }
            let position = match list.at(&Natural::from(rows.len()), watch) {
                Ok(position) => position,
                Err(StrategyError::Stopped(reason)) => break Some(reason),
                Err(other) => return Err(other.into()),
            };
            let coins = position.piles().iter().map(Integer::from);
            let row: Vec<Integer> = std::iter::once(Integer::from(rows.len()))
                .chain(coins)
                .collect();
            if let Err(reason) = storage.keep(size_of_integers(&row)) {
                break Some(reason);
            }
            rows.push(row);
        };
        let longest = rows.iter().map(Vec::len).max().unwrap_or(1);
        let coins = (0..longest - 1).map(|coin| format!("x_{coin}"));
        Ok(TableAnswer {
            game: self.game.name().to_owned(),
            heads: std::iter::once("n".to_owned()).chain(coins).collect(),
            notes: vec![list.order().to_owned()],
            evidence: strategy.evidence(),
            digits: Vec::new(),
            rows,
            stopped: stopped.map(|stopped| stopped.to_string()),
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

/// The rows that are shown: of a row and its mirror images only the first.
struct List<'w> {
    wanted: usize,
    rows: Vec<Row>,
    /// Only rows with fewer tokens are shown.
    most: Option<Integer>,
    is_cut: bool,
    mirrored: bool,
    storage: Storage<'w>,
}

impl List<'_> {
    /// Adds a row unless it is there, and says whether more are wanted. The last row may still be mirrored, so
    /// that one row more than wanted is looked at.
    fn add(&mut self, row: Row) -> Result<ControlFlow<()>, Stopped> {
        let same_number = self
            .rows
            .iter()
            .rev()
            .take_while(|other| other.number == row.number);
        for other in same_number {
            if other.piles == row.piles {
                return Ok(ControlFlow::Continue(()));
            }
            if sorted(&other.piles) == sorted(&row.piles) {
                self.mirrored = true;
                return Ok(ControlFlow::Continue(()));
            }
        }
        if self.rows.len() == self.wanted {
            return Ok(ControlFlow::Break(()));
        }
        if let Some(most) = &self.most
            && row.piles.iter().sum::<Integer>() >= *most
        {
            self.is_cut = true;
            return Ok(ControlFlow::Break(()));
        }
        self.storage.keep(size_of_integers(&row.piles))?;
        self.rows.push(row);
        Ok(ControlFlow::Continue(()))
    }
}

fn sorted(piles: &[Integer]) -> Vec<&Integer> {
    let mut piles: Vec<&Integer> = piles.iter().collect();
    piles.sort();
    piles
}

/// A row with all that can be shown of it.
pub(crate) struct Line {
    /// Its number, and the columns of the rules.
    pub(crate) entries: Vec<Integer>,
    /// Its piles.
    pub(crate) piles: Vec<Integer>,
}

/// The lines of the table. Rows have the numbers of the claim if these tell them apart.
fn lines(columns: &Columns, rows: Vec<Row>) -> Result<Vec<Line>, LabError> {
    let distinct = rows.windows(2).all(|pair| pair[0].number < pair[1].number);
    let numbered = rows.into_iter().enumerate().map(|(place, row)| {
        let number = if distinct {
            row.number
        } else {
            Integer::from(place)
        };
        let entries = columns.entries(row.piles.iter().cloned())?;
        Ok(Line {
            entries: std::iter::once(number).chain(entries).collect(),
            piles: row.piles,
        })
    });
    numbered.collect()
}
