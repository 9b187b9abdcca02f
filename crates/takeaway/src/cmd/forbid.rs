//! `takeaway forbid GAME POSITION`: what the computer forbids in a blocking game, for a front end that shows a board.

use clap::Args;
use lab::{ForbidRequest, Level};

use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};

/// The options that the computer forbids before a move of a blocking game, as JSON
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(hide = true)]
pub(crate) struct ForbidArgs {
    /// The game
    game: String,
    /// Where the move begins
    position: String,
    /// An option that a person forbids; once for each. Then nothing is chosen
    #[arg(long, value_name = "POSITION")]
    named: Vec<String>,
    /// How well the computer plays: perfect, strong, casual or beginner
    #[arg(long, value_name = "LEVEL", default_value_t)]
    level: Level,
    /// The same choices for the same number
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

impl ForbidArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let answer = desk.ask(&ForbidRequest {
            component: crate::files::open_at(&self.game, &self.position)?,
            level: self.level,
            seed: self.seed,
            named: self.named.clone(),
        })?;
        desk.write_json(&answer)?;
        Ok(Exit::Yes)
    }
}
