//! `takeaway reply "GAME POSITION" …`: what the computer plays, for a front end that shows a board.

use clap::Args;
use lab::{Component, Level, ReplyRequest};

use super::{ending, value};
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};

/// The computer's move from a position, or from a sum of positions, as JSON
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(hide = true)]
pub(crate) struct ReplyArgs {
    /// "GAME POSITION", or for a sum "GAME POSITION" "GAME POSITION" …
    #[arg(required = true, value_name = "GAME POSITION")]
    arguments: Vec<String>,
    /// How well the computer plays: perfect, strong, casual or beginner
    #[arg(long, value_name = "LEVEL", default_value_t)]
    level: Level,
    /// The same choices for the same number
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// In a blocking game, an option that was forbidden to the computer; once for each
    #[arg(long, value_name = "POSITION")]
    forbidden: Vec<String>,
    /// Whoever cannot move wins
    #[arg(long)]
    misere: bool,
}

impl ReplyArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let components = match self.arguments.as_slice() {
            // A game and its position, as a request has them.
            [game, position] if !game.trim().contains(char::is_whitespace) => {
                vec![crate::files::open_at(game, position)?]
            }
            parts => self.components(parts)?,
        };
        let answer = desk.ask(&ReplyRequest {
            components,
            play: ending(self.misere),
            level: self.level,
            seed: self.seed,
            forbidden: self.forbidden.clone(),
        })?;
        desk.write_json(&answer)?;
        Ok(Exit::Yes)
    }

    fn components(&self, parts: &[String]) -> Result<Vec<Component>, Failure> {
        parts.iter().map(|text| value::component(text)).collect()
    }
}
