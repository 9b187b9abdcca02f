//! The P-positions in order, from what the rules claim, with the columns of the paper.

use std::ops::ControlFlow;

use games::evidence::Evidence;
use games::json::{Complete, Rows};
use logic::watch::{Stopped, Watch};
use numeration::natural::Integer;
use schemars::JsonSchema;
use serde::Serialize;

use crate::LabError;
use crate::Request;
use crate::columns::Columns;
use crate::p_rows::{self, Row};
use knowledge::Game;
use knowledge::{Storage, size_of_integers};

/// What are the first P-positions?
#[derive(Clone)]
pub struct TableRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// How many rows are wanted.
    pub rows: usize,
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
    /// What a reader should know of them.
    pub notes: Vec<String>,
    /// How we know that these are the P-positions.
    pub evidence: Evidence,
    /// Why there are fewer than wanted.
    #[serde(rename = "complete", with = "Complete")]
    pub stopped: Option<Stopped>,
}

impl Request for TableRequest<'_> {
    type Answer = TableAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<TableAnswer, LabError> {
        let game = self.game;
        let claimed = game
            .spec()
            .and_then(|spec| Some((spec, spec.p_positions.as_ref()?)));
        let (spec, claim) = claimed.ok_or_else(|| {
            LabError::input(format!(
                "the rules of {} claim no P-positions; {}",
                game.name(),
                self.instead()
            ))
        })?;
        let evidence = match game.evidence_of_p_positions(watch) {
            Err(wrong) if wrong.is_beyond() => {
                return Err(LabError::Beyond(format!("{wrong}; {}", self.instead())));
            }
            other => other?,
        };
        let mut list = List {
            wanted: self.rows,
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
        if stopped.is_none() && list.rows.len() < self.rows {
            notes.push("these are all".to_owned());
        }
        let columns = Columns::of(spec);
        let number = std::iter::once("n".to_owned());
        Ok(TableAnswer {
            game: spec.name.clone(),
            heads: number.chain(columns.heads()).collect(),
            rows: entries(&columns, list.rows)?,
            notes,
            evidence,
            stopped,
        })
    }
}

impl TableRequest<'_> {
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

/// The entries of the table. Rows have the numbers of the claim if these tell them apart.
fn entries(columns: &Columns, rows: Vec<Row>) -> Result<Vec<Vec<Integer>>, LabError> {
    let distinct = rows.windows(2).all(|pair| pair[0].number < pair[1].number);
    let numbered = rows.into_iter().enumerate().map(|(place, row)| {
        let number = if distinct {
            row.number
        } else {
            Integer::from(place)
        };
        Ok(std::iter::once(number)
            .chain(columns.entries(row.piles)?)
            .collect())
    });
    numbered.collect()
}
