//! `takeaway moves GAME POSITION`: what can be done, and what should be.

use clap::Args;
use lab::{Incomplete, Move, MovesAnswer, MovesRequest};

use super::{ending, tell_refuted, tell_stop};
use crate::desk::Desk;
use crate::failure::{Exit, Failure};
use crate::files;

/// The moves from a position, kind by kind
///
/// With --winning only the moves into P: those after which the opponent loses against good play.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  takeaway moves raleigh 1,2,3
  takeaway moves rat 4,7,10 --winning
  takeaway moves nim 10^20,5,1 --limit 3")]
pub(crate) struct Moves {
    /// The game
    game: String,
    /// The position
    position: String,
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

impl Moves {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Result<Exit, Failure> {
        let (game, position) = files::open_at(&self.game, &self.position)?;
        let answer = desk.ask(&MovesRequest {
            game: &game,
            position,
            winning: self.winning,
            limit: self.limit,
            play: ending(self.misere),
        })?;
        if desk.json() {
            desk.write_json(&answer)?;
        } else {
            self.write_text(desk, &answer)?;
        }
        Ok(match answer.incomplete {
            Some(Incomplete::Stopped(stopped)) => {
                tell_stop(&format!("{stopped}; there may be more moves"))
            }
            Some(Incomplete::Enough) | None => Exit::Yes,
        })
    }

    fn write_text(&self, desk: &mut Desk<'_>, answer: &MovesAnswer) -> Result<(), Failure> {
        let position = desk.position(&answer.position);
        let count = answer.moves.len();
        let which = if self.winning { "winning move" } else { "move" };
        let plural = if count == 1 { "" } else { "s" };
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
        writeln!(
            desk.out(),
            "{first}{number} {which}{plural} from {position}"
        )?;
        for (kind, caption) in &answer.kinds {
            let moves: Vec<&Move> = answer
                .moves
                .iter()
                .filter(|option| option.kinds.first() == Some(kind))
                .collect();
            if moves.is_empty() {
                continue;
            }
            let caption = caption
                .as_ref()
                .map(|caption| format!(": {caption}"))
                .unwrap_or_default();
            writeln!(desk.out(), "\"{kind}\"{caption}")?;
            for option in moves {
                let to = desk.position(&option.to);
                let others = match &option.kinds[1..] {
                    [] => String::new(),
                    others => format!("  also {}", lab::quoted(others, ", ")),
                };
                writeln!(desk.out(), "  {to}{others}")?;
            }
        }
        if let Some(evidence) = &answer.evidence {
            writeln!(desk.out(), "evidence: {evidence}")?;
        }
        tell_refuted(desk, &answer.refuted)
    }
}
