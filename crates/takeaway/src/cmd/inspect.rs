//! `takeaway inspect FILE`: a text of the rules language for an editor.

use clap::Args;
use lab::InspectRequest;

use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;

/// What the words of a .game file are and what is wrong with it, as JSON
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(hide = true)]
pub(crate) struct InspectArgs {
    /// The file, with parameters after a colon
    game: String,
}

impl InspectArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let source = files::game(&self.game)?;
        let Some(text) = source.text else {
            return Err(Failure::input(format!(
                "`{}` is a game of the catalogue: a text is inspected, such as that of new.game",
                self.game
            )));
        };
        let answer = desk.ask(&InspectRequest {
            text,
            beside: source.beside,
            arguments: source.reference.arguments,
        })?;
        desk.write_json(&answer)?;
        Ok(if answer.faults.is_empty() {
            Exit::Yes
        } else {
            Exit::No
        })
    }
}
