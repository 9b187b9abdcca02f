//! `takeaway table GAME --rows N`: the P-positions in order, as the paper prints them.

use clap::Args;
use lab::{TableAnswer, TableRequest};

use super::tell_stop;
use crate::args::Layout;
use crate::desk::Desk;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::render::{self, Format, Grid};

/// The P-positions in order, with the paper's columns
///
/// The rows come from what the rules claim of their P-positions; the evidence says who proved that. `takeaway
/// solve` finds P-positions from the rules alone.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  takeaway table rat --rows 15
  takeaway table raleigh --rows 1000 --format csv > raleigh.csv
  takeaway table wythoff --rows 100 --format bfile --column A_n")]
pub(crate) struct Table {
    /// The game
    game: String,
    /// How many rows
    #[arg(long, value_name = "N", default_value_t = 20)]
    rows: usize,
    #[command(flatten)]
    layout: Layout,
}

impl Table {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Result<Exit, Failure> {
        let answer = desk.ask(&TableRequest {
            game: &files::open(&self.game)?,
            rows: self.rows,
        })?;
        if desk.json() || self.layout.format == Format::Json {
            desk.write_json(&answer)?;
        } else {
            self.write(desk, &answer)?;
        }
        Ok(match &answer.stopped {
            Some(stopped) => tell_stop(&format!(
                "{stopped}; {} rows were reached",
                answer.rows.len()
            )),
            None => Exit::Yes,
        })
    }

    fn write(&self, desk: &mut Desk<'_>, answer: &TableAnswer) -> Result<(), Failure> {
        let grid = Grid::numbered(answer.heads.clone(), answer.rows.len(), |index| {
            row(answer, index)
        });
        render::grid(
            desk.out(),
            &grid,
            self.layout.format,
            self.layout.column.as_deref(),
        )?;
        if self.layout.format == Format::Text {
            for note in &answer.notes {
                writeln!(desk.out(), "{note}")?;
            }
            writeln!(desk.out(), "evidence: {}", answer.evidence)?;
        }
        Ok(())
    }
}

fn row(answer: &TableAnswer, index: usize) -> Vec<String> {
    answer.rows[index].iter().map(ToString::to_string).collect()
}
