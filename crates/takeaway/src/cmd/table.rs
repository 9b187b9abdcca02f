//! `takeaway table GAME --rows N`: the P-positions in order, as the paper prints them.

use clap::Args;
use lab::{TableAnswer, TableRequest, ValueTableRequest};

use super::tell_stop;
use crate::args::Layout;
use crate::desk::Desk;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::render::{self, Format, Grid};

/// The P-positions in order, with the paper's columns
///
/// The rows come from what the rules claim of their P-positions; the evidence says who proved that. `takeaway
/// solve` finds P-positions from the rules alone. With --nim-values the table has the nim-values of the smallest positions,
/// from the rules alone: the first of two piles across, the second down.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  takeaway table rat --rows 15
  takeaway table raleigh --rows 1000 --format csv > raleigh.csv
  takeaway table wythoff --rows 100 --format bfile --column A_n
  takeaway table frankenstein --rows 30
  takeaway table rat --columns p:7/4,q:7/4
  takeaway table fat-rat:m=4 --columns differences
  takeaway table raleigh --columns \"A_n,B_n,C_n,zeckendorf,zeckendorf(C_n)\"
  takeaway table succinct-rat:d=2 --nim-values --rows 9 --columns 7")]
pub(crate) struct Table {
    /// The game
    game: String,
    /// How many rows
    #[arg(long, value_name = "N", default_value_t = 20)]
    rows: usize,
    /// The columns after the number of the row: heads of the table, `differences` for the piles with their differences, or
    /// numeration systems for the digits of the number (`zeckendorf`) or of a column (`zeckendorf(A_n)`); with
    /// --nim-values, how many
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    columns: Vec<String>,
    /// The nim-values of a game with one or two piles
    #[arg(long)]
    nim_values: bool,
    #[command(flatten)]
    layout: Layout,
}

impl Table {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Result<Exit, Failure> {
        let game = &*files::open(&self.game)?;
        let answer = if self.nim_values {
            desk.ask(&ValueTableRequest {
                game,
                rows: self.rows,
                columns: self.number_of_columns()?,
            })?
        } else {
            desk.ask(&TableRequest {
                game,
                rows: self.rows,
                columns: &self.columns,
            })?
        };
        if desk.json() || self.layout.format == Format::Json {
            desk.write_json(&answer)?;
        } else {
            self.write(desk, &answer)?;
        }
        Ok(match &answer.stopped {
            Some(stopped) => tell_stop(&match answer.rows.len() {
                1 => format!("{stopped}; 1 row was reached"),
                rows => format!("{stopped}; {rows} rows were reached"),
            }),
            None => Exit::Yes,
        })
    }

    /// How many columns a table of nim-values has, if that was said.
    fn number_of_columns(&self) -> Result<Option<usize>, Failure> {
        match &self.columns[..] {
            [] => Ok(None),
            [number] => number.parse().map(Some).map_err(|_| {
                Failure::input(format!(
                    "`{number}` does not say how many columns a table of nim-values has: type a number, such as 7"
                ))
            }),
            _ => Err(Failure::input(
                "a table of nim-values has a number of columns: type one number, such as 7",
            )),
        }
    }

    fn write(&self, desk: &mut Desk<'_>, answer: &TableAnswer) -> Result<(), Failure> {
        let digits = answer.digits.iter().map(|column| column.head.clone());
        let heads: Vec<String> = answer.heads.iter().cloned().chain(digits).collect();
        // Positions may have different numbers of coins: a reader sees that at the ends of the lines, a program needs every cell.
        let cells = match self.layout.format {
            Format::Text => 0,
            _ => heads.len(),
        };
        let grid = Grid::numbered(heads, answer.rows.len(), |index| row(answer, index, cells));
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

fn row(answer: &TableAnswer, index: usize, cells: usize) -> Vec<String> {
    let numbers = answer.rows[index].iter().map(ToString::to_string);
    let digits = answer.digits.iter();
    let digits = digits.map(|column| column.entries[index].clone());
    let mut row: Vec<String> = numbers.chain(digits).collect();
    row.resize(cells.max(row.len()), String::new());
    row
}
