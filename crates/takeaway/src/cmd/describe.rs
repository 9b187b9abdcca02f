//! `takeaway describe GAME`: a game for a front end that shows a board.

use clap::Args;
use lab::DescribeRequest;

use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;

/// The piles, the kinds of move, the parameters and the claims of a game, one by one, as JSON
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(hide = true)]
pub(crate) struct DescribeArgs {
    /// The game
    game: String,
}

impl DescribeArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let answer = desk.ask(&DescribeRequest {
            game: &*files::open(&self.game)?,
        })?;
        desk.write_json(&answer)?;
        Ok(Exit::Yes)
    }
}
