//! `takeaway solve GAME --max N`: everything up to a bound, by brute force from the rules alone.

use std::borrow::Cow;
use std::collections::HashSet;
use std::convert::Infallible;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use lab::{Columns, Integer, SolveAnswer, SolveGoal, SolveRequest, SolveResult};

use super::{ending, tell_stop};
use crate::args::TableLayout;
use crate::checkpoint::{self, CheckpointFile};
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure, speaks_json};
use crate::files;
use crate::output::tell;
use crate::quantity;
use crate::render::{self, Format, Grid, Visit};

/// Brute force from the rules alone: all P-positions, or nim-values, up to a bound
///
/// No theorem and no claim is used. P-positions are listed in the columns that the rules name (`columns …`), in CSV and
/// JSON by their piles. With --nim-values the nim-value of every position is shown; for a game with two piles
/// as a square table in text, LaTeX and Markdown, the first pile down and the second across.
///
/// With --checkpoint what is found is kept in FILE and FILE.log while the search goes on. If it is stopped, or killed, the same
/// command goes on from there and answers as if nothing had happened. When the answer is written, the files are removed.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway solve rat --max 50
  takeaway solve wythoff --max 15 --nim-values
  takeaway solve new.game --max 200 --format csv --time-limit 1m
  takeaway solve nim --max 10 --misere
  takeaway solve rat --max 10000 --checkpoint rat.state")]
pub(crate) struct SolveArgs {
    /// The game
    game: String,
    /// The largest pile
    #[arg(long, value_name = "N")]
    max: String,
    /// Show the nim-values of all positions
    #[arg(long, conflicts_with = "misere")]
    nim_values: bool,
    /// Whoever cannot move wins
    #[arg(long)]
    misere: bool,
    /// Keep what is found in this file, and go on from there
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<String>,
    /// How often it is kept [default: 20s]
    #[arg(long, value_name = "TIME", value_parser = quantity::time, requires = "checkpoint")]
    checkpoint_every: Option<Duration>,
    #[command(flatten)]
    layout: TableLayout,
}

impl SolveArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let mut request = SolveRequest {
            game: &*files::open(&self.game)?,
            max: lab::largest_pile(&self.max)?,
            wanted: if self.nim_values {
                SolveGoal::NimValues
            } else {
                SolveGoal::PPositions(ending(self.misere))
            },
            checkpoint: None,
        };
        let checkpoint = self.opened(&request)?;
        let kept = checkpoint.clone();
        request.checkpoint = kept.map(|kept| kept as Arc<dyn lab::Checkpoint>);
        let answer = desk.ask(&request)?;
        let stopped = answer.stopped.map(|stopped| match &self.checkpoint {
            Some(file) => {
                format!("{stopped} (`{file}` has what was found: the same command goes on)")
            }
            None => stopped.to_string(),
        });
        if let (Some(stopped), true) = (&stopped, answer.found.is_empty()) {
            return Err(Failure::Limit(format!("{stopped}; nothing was reached")));
        }
        if desk.json() || self.layout.format == Format::Json {
            desk.write_json(&answer)?;
        } else {
            self.write(desk, &answer)?;
        }
        if let Some(fault) = answer.found.fault() {
            return Err(Failure::Limit(format!("not all was written: {fault}")));
        }
        if let Some(stopped) = stopped {
            return Ok(tell_stop(&format!(
                "{stopped}; reached: {}",
                answer.evidence
            )));
        }
        if let Some(checkpoint) = checkpoint {
            match desk.out().flush() {
                Ok(()) => checkpoint.remove(),
                // Whoever has seen enough may want the rest later.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(Exit::Yes)
    }

    /// The checkpoint that is asked for.
    fn opened(&self, request: &SolveRequest<'_>) -> Result<Option<Arc<CheckpointFile>>, Failure> {
        let Some(name) = &self.checkpoint else {
            return Ok(None);
        };
        let often = self.checkpoint_every.unwrap_or(checkpoint::OFTEN);
        let checkpoint = CheckpointFile::open(name, request.subject()?, often)?;
        if checkpoint.continues() && !speaks_json() {
            tell(&format!("continuing `{name}`"));
        }
        Ok(Some(Arc::new(checkpoint)))
    }

    fn write(&self, desk: &mut CommandContext<'_>, answer: &SolveAnswer) -> Result<(), Failure> {
        let text = self.layout.format == Format::Text;
        match &answer.found {
            SolveResult::NimValues(values)
                if self.for_a_reader() && values.region.dimension == 2 =>
            {
                let square = square(answer, values);
                render::grid(desk.out(), &square, self.layout.format, None)?;
            }
            _ => render::grid(
                desk.out(),
                &self.list(answer),
                self.layout.format,
                self.layout.column.as_deref(),
            )?,
        }
        if text {
            if let Some(period) = &answer.period {
                writeln!(desk.out(), "periodic: {period}")?;
            }
            writeln!(desk.out(), "evidence: {}", answer.evidence)?;
        }
        Ok(())
    }

    /// Is the answer written for a reader, and not for a program?
    fn for_a_reader(&self) -> bool {
        matches!(
            self.layout.format,
            Format::Text | Format::Latex | Format::Markdown
        )
    }

    /// One position a line: for a reader in the columns of the paper, for a program its piles, unless
    /// it asks for one of those columns.
    fn list<'a>(&self, answer: &'a SolveAnswer) -> Grid<'a> {
        let asked = |columns: &Columns| {
            let name = self.layout.column.as_ref();
            self.for_a_reader() || name.is_some_and(|name| columns.heads().contains(name))
        };
        match &answer.columns {
            Some(columns) if asked(columns) && !self.nim_values => {
                in_columns(answer, columns, self.for_a_reader())
            }
            _ => self.in_piles(answer),
        }
    }

    fn in_piles<'a>(&self, answer: &'a SolveAnswer) -> Grid<'a> {
        let mut heads = answer
            .piles
            .clone()
            .unwrap_or_else(|| vec!["coins".to_owned()]);
        let coins = answer.piles.is_none();
        if self.nim_values {
            heads.push("value".to_owned());
        }
        let rows = move |visit: Visit<'_>| {
            if let SolveResult::NimValues(values) = &answer.found {
                return in_small_numbers(values, visit);
            }
            answer.found.try_for_each(|piles, value| {
                let piles = piles.iter().map(ToString::to_string);
                // A varying number of coins is one entry: the squares with blanks between them, 0 for none.
                let mut row: Vec<Cow<'_, str>> = if coins {
                    vec![joined(piles).into()]
                } else {
                    piles.map(Cow::from).collect()
                };
                row.extend(value.map(|value| value.to_string().into()));
                visit(&row)
            })
        };
        Grid {
            heads,
            rows: Box::new(rows),
            found: match &answer.found {
                SolveResult::NimValues(values) => Some(widest(values)),
                _ => None,
            },
        }
    }
}

/// A row as wide as the widest: it is not found by writing millions of rows twice.
fn widest(values: &lab::NimValues) -> Vec<String> {
    let mut widest = vec![0; values.region.dimension + 1];
    let _found = values.try_for_each(|piles, value| {
        for (widest, number) in widest.iter_mut().zip(piles.iter().chain([&value])) {
            *widest = (*widest).max(*number);
        }
        Ok::<_, Infallible>(())
    });
    widest.iter().map(u32::to_string).collect()
}

/// Positions with their nim-values. They may be millions: each number is written once.
fn in_small_numbers(values: &lab::NimValues, visit: Visit<'_>) -> Result<(), Failure> {
    const MOST: u32 = 1 << 16;
    let largest = values.region.max.saturating_mul(4).min(MOST);
    let written: Vec<String> = (0..=largest).map(|number| number.to_string()).collect();
    let text = |number: u32| match written.get(number as usize) {
        Some(text) => Cow::from(text.as_str()),
        None => Cow::from(number.to_string()),
    };
    let mut row = Vec::new();
    values.try_for_each(|piles, value| {
        row.clear();
        row.extend(piles.iter().chain([&value]).map(|number| text(*number)));
        visit(&row)
    })
}

/// The P-positions in the columns of the paper. A program that asks for one of them wants its terms, each
/// once: of positions that differ in the order of their piles alone, the first.
fn in_columns<'a>(answer: &'a SolveAnswer, columns: &'a Columns, all: bool) -> Grid<'a> {
    let rows = move |visit: Visit<'_>| {
        let mut seen = HashSet::new();
        answer.found.try_for_each(|piles, _| {
            let mut sorted = piles.to_vec();
            sorted.sort_unstable();
            if !all && !seen.insert(sorted) {
                return Ok(());
            }
            let entries = columns.entries(piles.iter().map(Integer::from));
            let entries = entries?;
            let row: Vec<_> = entries
                .iter()
                .map(|entry| entry.to_string().into())
                .collect();
            visit(&row)
        })
    };
    Grid {
        heads: columns.heads(),
        rows: Box::new(rows),
        found: None,
    }
}

fn joined(piles: impl Iterator<Item = String>) -> String {
    let piles: Vec<String> = piles.collect();
    if piles.is_empty() {
        "0".to_owned()
    } else {
        piles.join(" ")
    }
}

/// The nim-values of a game with two piles as a square, as [`lab::ValueTableRequest`] has them: the first pile across, the second
/// down.
fn square<'a>(answer: &'a SolveAnswer, values: &'a lab::NimValues) -> Grid<'a> {
    let max = values.region.max;
    let mut names = answer.piles.clone().unwrap_or_default();
    names.reverse();
    let heads = std::iter::once(names.join("\\"))
        .chain((0..=max).map(|pile| pile.to_string()))
        .collect();
    let rows = move |visit: Visit<'_>| {
        (0..=max).try_for_each(|second| {
            let entry = |first: u32| {
                // Sorted piles are the same in both orders.
                let mut piles = [first, second];
                values.region.order.sort(&mut piles);
                let value = values.value(&piles);
                value.map_or(String::new(), |value| value.to_string())
            };
            let row = std::iter::once(second.to_string()).chain((0..=max).map(entry));
            visit(&row.map(Cow::from).collect::<Vec<_>>())
        })
    };
    Grid {
        heads,
        rows: Box::new(rows),
        found: None,
    }
}
