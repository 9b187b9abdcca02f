//! `takeaway table GAME --rows N`: the P-positions in order, as the paper prints them.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::Write;

use clap::Args;
use lab::{
    Evidence, TableEnd, TableRequest, TableRow, TableRows, ValueTable, ValueTableRequest, Watch,
    counted,
};

use super::tell_stop;
use crate::args::TableLayout;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::render::{self, Format, Grid, JsonList, Visit};

/// The P-positions in order, with the paper's columns
///
/// The rows come from what the rules claim of their P-positions; the evidence says who proved that. `takeaway
/// solve` finds P-positions from the rules alone. With --nim-values the table has the nim-values of the smallest positions,
/// from the rules alone: the first of two piles across, the second down.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
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
pub(crate) struct TableArgs {
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
    layout: TableLayout,
}

impl TableArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let game = &*files::open(&self.game)?;
        let in_json = desk.json() || self.layout.format == Format::Json;
        let (stopped, rows) = if self.nim_values {
            let request = ValueTableRequest {
                game,
                rows: self.rows,
                columns: self.number_of_columns()?,
            };
            let table = desk.work(|watch| request.solve(watch))?;
            let stopped = table.stopped();
            if in_json {
                // The limit that has ended the search does not end the answer.
                let answer = table.answer(desk.watch());
                desk.write_json(&answer)?;
                (answer.stopped, answer.rows.len())
            } else {
                self.write_values(desk.out(), &table)?;
                (stopped.map(|stopped| stopped.to_string()), table.rows())
            }
        } else {
            let request = TableRequest {
                game,
                rows: self.rows,
                columns: &self.columns,
            };
            let table = desk.work(|watch| request.open(watch))?;
            let end = desk.stream(|watch, out| match in_json {
                true => write_json(&table, watch, out),
                false => self.write(&table, watch, out),
            })?;
            (end.stopped, end.rows)
        };
        Ok(match stopped {
            Some(stopped) => {
                let rows = counted(rows, "row was", "rows were");
                tell_stop(&format!("{stopped}; {rows} reached"))
            }
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

    fn write(
        &self,
        table: &lab::TableStream<'_>,
        watch: &dyn Watch,
        out: &mut dyn Write,
    ) -> Result<TableEnd, Failure> {
        let (heads, digits) = table.heads();
        let heads: Vec<String> = heads.into_iter().chain(digits).collect();
        // Positions may have different numbers of coins: a reader sees that at the ends of the lines, a program needs every cell.
        let cells = match self.layout.format {
            Format::Text => 0,
            _ => heads.len(),
        };
        let end = RefCell::default();
        let rows = |visit: Visit<'_>| {
            let found = render::handed_on(
                |found| table.visit(watch, found),
                |row| visit(&row_of(row, cells)),
            )?;
            *end.borrow_mut() = found;
            Ok(())
        };
        let grid = Grid {
            heads,
            rows: Box::new(rows),
            found: Some(table.last(watch).map_or(Vec::new(), cells_of)),
        };
        self.write_grid(out, &grid)?;
        drop(grid);
        let end: TableEnd = end.into_inner();
        self.write_notes(out, &end.notes, table.evidence())?;
        Ok(end)
    }

    fn write_values(&self, out: &mut dyn Write, table: &ValueTable) -> Result<(), Failure> {
        let row = |index: usize| {
            let row = table.row(index).unwrap_or_default();
            row.iter().map(ToString::to_string).collect()
        };
        let grid = Grid::numbered(table.heads().to_vec(), table.rows(), row);
        self.write_grid(out, &grid)?;
        self.write_notes(out, table.notes(), table.evidence())
    }

    fn write_grid(&self, out: &mut dyn Write, grid: &Grid<'_>) -> Result<(), Failure> {
        let column = self.layout.column.as_deref();
        render::grid(out, grid, self.layout.format, column)
    }

    fn write_notes(
        &self,
        out: &mut dyn Write,
        notes: &[String],
        evidence: &Evidence,
    ) -> Result<(), Failure> {
        if self.layout.format == Format::Text {
            for note in notes {
                writeln!(out, "{note}")?;
            }
            writeln!(out, "evidence: {evidence}")?;
        }
        Ok(())
    }
}

fn write_json(
    table: &lab::TableStream<'_>,
    watch: &dyn Watch,
    out: &mut dyn Write,
) -> Result<TableEnd, Failure> {
    let mut kept = TableRows::default();
    let before = table.answer(TableRows::default(), TableEnd::default());
    let mut list = JsonList::new(out, "rows", &before)?;
    let end = render::handed_on(
        |found| table.visit(watch, found),
        |row| {
            // The columns of digits stand after the rows.
            if !row.digits.is_empty() {
                kept.digits.push(row.digits);
            }
            let numbers: Vec<String> = row.numbers.iter().map(ToString::to_string).collect();
            list.push(&numbers)
        },
    )?;
    list.end(&table.answer(kept, end.clone()))?;
    Ok(end)
}

fn row_of(row: TableRow, cells: usize) -> Vec<Cow<'static, str>> {
    let mut row: Vec<Cow<'_, str>> = cells_of(row).into_iter().map(Cow::from).collect();
    row.resize(cells.max(row.len()), Cow::default());
    row
}

fn cells_of(row: TableRow) -> Vec<String> {
    let numbers = row.numbers.iter().map(ToString::to_string);
    numbers.chain(row.digits).collect()
}
