//! `takeaway star GAME --max N`: the game whose moves are the P-positions of another.

use clap::Args;
use papers::{StarAnswer, StarRequest};

use super::tell_stop;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;

/// The game G⋆, whose moves are the non-zero P-positions of G, and its P-positions
///
/// In G⋆ every non-zero P-position of G may be taken from every position that is large enough: it is an invariant game.
/// Often G⋆⋆ has the P-positions of G, and then it is an invariant game for them; for the Mouse game it is
/// known as the mouse trap.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway star mouse --max 40
  takeaway star mouse --max 40 --times 2      the mouse trap
  takeaway star wythoff --max 100 --json")]
pub(crate) struct StarArgs {
    /// The game
    game: String,
    /// The largest pile
    #[arg(long, value_name = "N")]
    max: String,
    /// How often: 1 for G⋆, 2 for G⋆⋆
    #[arg(long, value_name = "K", default_value_t = 1)]
    times: usize,
}

impl StarArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let answer = desk.ask(&StarRequest {
            game: &*files::open(&self.game)?,
            max: lab::largest_pile(&self.max)?,
            times: self.times,
        })?;
        if desk.json() {
            desk.write_json(&answer)?;
        } else {
            write_text(desk, &answer)?;
        }
        Ok(match answer.stopped {
            Some(stopped) => tell_stop(&format!("{stopped}; reached: {}", answer.evidence)),
            None => Exit::Yes,
        })
    }
}

fn write_text(desk: &mut CommandContext<'_>, answer: &StarAnswer) -> Result<(), Failure> {
    let full = desk.detail() == lab::Detail::Full;
    for (times, game) in answer.games.iter().enumerate() {
        let papers::Stage { name, p_positions } = game;
        writeln!(
            desk.out(),
            "{name}: {} with piles up to {}",
            lab::counted(p_positions.len(), "P-position", "P-positions"),
            answer.max
        )?;
        writeln!(desk.out(), "  {}", list(p_positions, full))?;
        if times < answer.games.len() - 1 {
            writeln!(desk.out(), "  the others than 0 are the moves of {name}⋆")?;
        }
    }
    if let Some((first, later)) = answer.repeats {
        writeln!(
            desk.out(),
            "{} has the P-positions of {}",
            answer.games[later].name,
            answer.games[first].name
        )?;
    }
    writeln!(desk.out(), "evidence: {}", answer.evidence)?;
    Ok(())
}

/// Positions for a reader: the first ones, unless all are wanted.
fn list(positions: &[Vec<u32>], full: bool) -> String {
    const SHOWN: usize = 20;
    let shown = if full { positions.len() } else { SHOWN };
    let mut texts: Vec<String> = positions
        .iter()
        .take(shown)
        .map(|piles| format!("({})", numbers(piles).join(", ")))
        .collect();
    if positions.len() > shown {
        texts.push("…".to_owned());
    }
    texts.join(" ")
}

fn numbers(piles: &[u32]) -> Vec<String> {
    piles.iter().map(u32::to_string).collect()
}
