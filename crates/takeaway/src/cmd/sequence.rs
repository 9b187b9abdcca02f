//! `takeaway sequence EXPR --rows N`: the values of a term in n, or the quotients of a continued fraction.

use std::borrow::Cow;
use std::cell::Cell;
use std::io::Write;

use clap::{Args, ValueEnum};
use lab::{
    FractionKind, FractionRequest, FractionRow, FractionStream, Integer, LabError, SequenceRequest,
    Stopped, Watch, counted,
};

use super::tell_stop;
use crate::args::TableLayout;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::render::{self, Format, Grid, JsonList, Visit};

/// The values of a term in n, exactly
///
/// The term is written as in a .game file: floor(n*phi^2), floor(7*n/4), n mod 3, floor(n*pi) xor n. Constants
/// may be rational, quadratic (phi, sqrt(2)) or other computable reals (pi, e, cbrt(20)); no rounding takes place.
/// With --fraction EXPR is a constant, and the quotients of its continued fraction are shown with the convergents: simple,
/// b_0 + 1/(b_1 + …), or quasi-regular, b_0 - 1/(b_1 - …), which belongs to recurrences such as u_n = 3u_(n-1) - u_(n-2) of
/// the Frankenstein paper.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway sequence \"floor(n*phi)\" --rows 10
  takeaway sequence \"floor(n*pi)\" --from 10^50 --rows 3
  takeaway sequence \"floor(n*r)\" --where \"r = sqrt(2)\" --rows 10
  takeaway sequence \"floor(n*(2+sqrt(2)))\" --rows 100 --format bfile
  takeaway sequence \"phi^2\" --fraction quasi-regular --rows 8")]
pub(crate) struct SequenceArgs {
    /// The term, or the constant
    #[arg(value_name = "EXPR")]
    term: String,
    /// A name for a constant in it, such as "r = sqrt(2)"; may be repeated
    #[arg(
        long = "where",
        value_name = "NAME = CONSTANT",
        conflicts_with = "fraction"
    )]
    definitions: Vec<String>,
    /// How many values
    #[arg(long, value_name = "N", default_value_t = 20)]
    rows: usize,
    /// The first n
    #[arg(long, value_name = "N", default_value = "0")]
    from: String,
    /// Show the continued fraction of a constant
    #[arg(long, value_enum, value_name = "KIND", conflicts_with = "from")]
    fraction: Option<FractionArg>,
    #[command(flatten)]
    layout: TableLayout,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize, serde::Serialize)]
enum FractionArg {
    /// With plus signs
    Simple,
    /// With minus signs, also called semiregular
    #[value(alias = "semiregular")]
    QuasiRegular,
}

impl SequenceArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        if let Some(kind) = self.fraction {
            return self.run_fraction(desk, kind.into());
        }
        let request = SequenceRequest {
            term: self.term.clone(),
            definitions: self.definitions.clone(),
            from: lab::number(&self.from).map_err(LabError::from)?,
            rows: self.rows,
        };
        let sequence = desk.work(|_| request.open())?;
        let in_json = desk.json() || self.layout.format == Format::Json;
        let (stopped, reached) = desk.stream(|watch, out| match in_json {
            true => write_json(&sequence, watch, out),
            false => self.write(&sequence, watch, out),
        })?;
        Ok(match stopped {
            Some(stopped) => {
                let reached = counted(reached, "value was", "values were");
                tell_stop(&format!("{stopped}; {reached} reached"))
            }
            None => Exit::Yes,
        })
    }

    fn write(
        &self,
        sequence: &lab::SequenceStream,
        watch: &dyn Watch,
        out: &mut dyn Write,
    ) -> Result<Ended, Failure> {
        let (stopped, reached) = (Cell::new(None), Cell::new(0));
        let cells = |(index, value): (Integer, Integer)| [index.to_string(), value.to_string()];
        let rows = |visit: Visit<'_>| {
            let end = render::handed_on(
                |found| sequence.visit(watch, found),
                |row| {
                    reached.set(reached.get() + 1);
                    visit(&cells(row).map(Cow::from))
                },
            )?;
            stopped.set(end);
            Ok(())
        };
        let grid = Grid {
            heads: ["n", "value"].map(str::to_owned).to_vec(),
            rows: Box::new(rows),
            found: Some(
                sequence
                    .last(watch)
                    .map_or(Vec::new(), |row| cells(row).to_vec()),
            ),
        };
        render::grid(out, &grid, self.layout.format, Some("value"))?;
        Ok((stopped.get(), reached.get()))
    }

    fn run_fraction(
        &self,
        desk: &mut CommandContext<'_>,
        kind: FractionKind,
    ) -> Result<Exit, Failure> {
        let request = FractionRequest {
            constant: self.term.clone(),
            kind,
            rows: self.rows,
        };
        let (stopped, reached) = if desk.json() || self.layout.format == Format::Json {
            let answer = desk.ask(&request)?;
            desk.write_json(&answer)?;
            (answer.stopped, answer.quotients.len())
        } else {
            let fraction = desk.work(|_| request.open())?;
            desk.stream(|watch, out| self.write_fraction(&fraction, watch, out))?
        };
        Ok(match stopped {
            Some(stopped) => {
                let reached = counted(reached, "quotient was", "quotients were");
                tell_stop(&format!("{stopped}; {reached} reached"))
            }
            None => Exit::Yes,
        })
    }

    fn write_fraction(
        &self,
        fraction: &FractionStream,
        watch: &dyn Watch,
        out: &mut dyn Write,
    ) -> Result<Ended, Failure> {
        let beginning = fraction.beginning(watch)?;
        if self.layout.format == Format::Text && !beginning.quotients.is_empty() {
            writeln!(out, "{} = {}", beginning.constant, beginning.fraction)?;
        }
        let (stopped, reached) = (Cell::new(None), Cell::new(0));
        let rows = |visit: Visit<'_>| {
            let found = render::handed_on(
                |found| match fraction.visit(watch, found) {
                    Err(LabError::Stopped(stopped)) => Ok(Some(stopped)),
                    visited => visited.map(|_| None),
                },
                |FractionRow {
                     quotient,
                     convergent,
                 }| {
                    let numbers = std::iter::once(quotient).chain(convergent);
                    let numbers = numbers.map(|number| number.to_string());
                    let row: Vec<_> = std::iter::once(reached.get().to_string())
                        .chain(numbers)
                        .map(Cow::from)
                        .collect();
                    reached.set(reached.get() + 1);
                    visit(&row)
                },
            )?;
            stopped.set(found);
            Ok(())
        };
        let grid = Grid {
            heads: ["n", "b_n", "p_n", "q_n"].map(str::to_owned).to_vec(),
            rows: Box::new(rows),
            found: Some(Vec::new()),
        };
        let column = self.layout.column.as_deref().or(Some("b_n"));
        render::grid(out, &grid, self.layout.format, column)?;
        Ok((stopped.get(), reached.get()))
    }
}

/// Why there are fewer values than wanted, and how many there are.
type Ended = (Option<Stopped>, usize);

fn write_json(
    sequence: &lab::SequenceStream,
    watch: &dyn Watch,
    out: &mut dyn Write,
) -> Result<Ended, Failure> {
    let mut list = JsonList::new(out, "values", &sequence.answer(Vec::new(), None))?;
    let mut reached = 0;
    let stopped = render::handed_on(
        |found| sequence.visit(watch, found),
        |(_, value)| {
            reached += 1;
            list.push(&value.to_string())
        },
    )?;
    list.end(&sequence.answer(Vec::new(), stopped))?;
    Ok((stopped, reached))
}

impl From<FractionArg> for FractionKind {
    fn from(kind: FractionArg) -> Self {
        match kind {
            FractionArg::Simple => Self::Simple,
            FractionArg::QuasiRegular => Self::QuasiRegular,
        }
    }
}
