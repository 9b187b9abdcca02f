//! `takeaway moves GAME POSITION`: what can be done, and what should be.

use std::io::Write;

use clap::Args;
use lab::{Incomplete, Kind, Move, MovesAnswer, MovesEnd, MovesRequest, Watch};

use super::{ending, only_one, tell_refuted, tell_stop};
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::render::{self, JsonList, number};

/// The moves from a position, kind by kind
///
/// With --winning only the moves into P: those after which the opponent loses against good play. More than 1000 moves are
/// written as they are found, in the order of the rules.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway moves raleigh 1,2,3
  takeaway moves rat 4,7,10 --winning
  takeaway moves nim 10^20,5,1 --limit 3")]
pub(crate) struct MovesArgs {
    /// The game
    game: String,
    /// The position
    position: String,
    /// More of them, as whoever puts blanks between the piles types
    #[arg(hide = true)]
    more: Vec<String>,
    /// Only the moves into P
    #[arg(long)]
    winning: bool,
    /// Show at most this many
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Whoever cannot move wins (only matters with --winning)
    #[arg(long)]
    misere: bool,
}

impl MovesArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let why = "the moves from one are listed at a time";
        only_one(&self.position, &self.more, why)?;
        let (game, position) = files::open_at(&self.game, &self.position)?;
        let request = MovesRequest {
            game: &game,
            position,
            winning: self.winning,
            limit: self.limit,
            play: ending(self.misere),
        };
        let (json, full) = (desk.json(), desk.is_full());
        let incomplete = desk.stream(|watch, out| match json {
            true => write_json(&request, watch, out),
            false => write_text(&request, full, watch, out),
        })?;
        Ok(match incomplete {
            Some(Incomplete::Stopped(stopped)) => {
                tell_stop(&format!("{stopped}; there may be more moves"))
            }
            Some(Incomplete::Enough) | None => Exit::Yes,
        })
    }
}

/// So many moves are sorted and counted before the first is written; where there are more, all are written as they are found.
const FEW: usize = 1000;

/// Visits the moves, of which the first are kept until there are more than a few; those that are left at the end were all.
fn visit(
    request: &MovesRequest<'_>,
    watch: &dyn Watch,
    mut write: impl FnMut(Move) -> Result<(), Failure>,
) -> Result<(Vec<Move>, MovesEnd), Failure> {
    let mut first = Some(Vec::new());
    let end = render::handed_on(
        |found| request.visit(watch, found),
        |option| {
            match &mut first {
                Some(held) if held.len() < FEW => held.push(option),
                held => {
                    let mut held = held.take().into_iter().flatten().chain([option]);
                    held.try_for_each(&mut write)?;
                }
            }
            Ok(())
        },
    )?;
    let mut first = first.unwrap_or_default();
    first.sort_by(|left: &Move, right| left.to.cmp(&right.to));
    Ok((first, end))
}

fn write_json(
    request: &MovesRequest<'_>,
    watch: &dyn Watch,
    out: &mut dyn Write,
) -> Result<Option<Incomplete>, Failure> {
    let before = request.answer_with(Vec::new(), MovesEnd::default());
    let mut list = JsonList::new(out, "moves", &before)?;
    let (few, end) = visit(request, watch, |option| list.push(&option))?;
    few.iter().try_for_each(|option| list.push(option))?;
    let incomplete = end.incomplete;
    list.end(&request.answer_with(Vec::new(), end))?;
    Ok(incomplete)
}

fn write_text(
    request: &MovesRequest<'_>,
    full: bool,
    watch: &dyn Watch,
    out: &mut dyn Write,
) -> Result<Option<Incomplete>, Failure> {
    let mut many = 0;
    let (few, end) = visit(request, watch, |option| {
        if many == 0 {
            let position = number::position(&request.position, full);
            let which = which(request, FEW);
            writeln!(out, "more than {FEW} {which} from {position}")?;
            for (kind, caption) in request.game.kinds() {
                write_kind(out, &kind, caption.as_deref())?;
            }
        }
        many += 1;
        let to = number::position(&option.to, full);
        Ok(writeln!(
            out,
            "  {to}  {}",
            lab::quoted(&option.kinds, ", ")
        )?)
    })?;
    let answer = request.answer_with(few, end);
    match many {
        0 => write_few(request, &answer, full, out)?,
        many => {
            let first = if answer.incomplete.is_some() {
                "the first "
            } else {
                "in all "
            };
            writeln!(out, "{first}{many} {}", which(request, many))?;
        }
    }
    if let Some(evidence) = &answer.evidence {
        writeln!(out, "evidence: {evidence}")?;
    }
    tell_refuted(out, &answer.refuted)?;
    Ok(answer.incomplete)
}

/// The moves kind by kind.
fn write_few(
    request: &MovesRequest<'_>,
    answer: &MovesAnswer,
    full: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let position = number::position(&answer.position, full);
    let count = answer.moves.len();
    let first = if answer.incomplete.is_some() && count > 0 {
        "the first "
    } else {
        ""
    };
    let number = if count == 0 {
        "no".to_owned()
    } else {
        count.to_string()
    };
    let which = which(request, count);
    writeln!(out, "{first}{number} {which} from {position}")?;
    for (kind, caption) in &answer.kinds {
        let moves: Vec<&Move> = answer
            .moves
            .iter()
            .filter(|option| option.kinds.first() == Some(kind))
            .collect();
        if moves.is_empty() {
            continue;
        }
        write_kind(out, kind, caption.as_deref())?;
        for option in moves {
            let to = number::position(&option.to, full);
            let others = match &option.kinds[1..] {
                [] => String::new(),
                others => format!("  also {}", lab::quoted(others, ", ")),
            };
            writeln!(out, "  {to}{others}")?;
        }
    }
    Ok(())
}

fn which(request: &MovesRequest<'_>, count: usize) -> &'static str {
    match (request.winning, count) {
        (true, 1) => "winning move",
        (true, _) => "winning moves",
        (false, 1) => "move",
        (false, _) => "moves",
    }
}

fn write_kind(out: &mut dyn Write, kind: &Kind, caption: Option<&str>) -> Result<(), Failure> {
    let caption = caption.map_or_else(String::new, |caption| format!(": {caption}"));
    Ok(writeln!(out, "\"{kind}\"{caption}")?)
}
