//! `takeaway rules GAME`: the rules for a reader.

use clap::{Args, ValueEnum};
use lab::{Notation, RulesRequest};

use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;

/// The rules of a game, for a reader
///
/// Words and formulas come from the game's own file, so that what is printed is what is played.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway rules raleigh
  takeaway rules succinct-rat:d=4 --format latex
  takeaway rules nim --format game > my-nim.game")]
pub(crate) struct RulesArgs {
    /// The game
    game: String,
    /// How to write the rules
    #[arg(long, value_enum, default_value_t = RulesFormat::Text)]
    format: RulesFormat,
}

/// How rules are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize, serde::Serialize)]
enum RulesFormat {
    /// Words and formulas for a terminal
    Text,
    /// LaTeX, to be included in a document that uses amsmath
    Latex,
    /// A piece of HTML
    Html,
    /// The language of .game files: a file to start from
    Game,
}

impl From<RulesFormat> for Notation {
    fn from(format: RulesFormat) -> Self {
        match format {
            RulesFormat::Text => Self::Text,
            RulesFormat::Latex => Self::Latex,
            RulesFormat::Html => Self::Html,
            RulesFormat::Game => Self::File,
        }
    }
}

impl RulesArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let game = files::open(&self.game)?;
        let notation = self.format.into();
        let answer = desk.ask(&RulesRequest {
            game: &game,
            notation,
        })?;
        if desk.json() {
            desk.write_json(&answer)?;
        } else {
            write!(desk.out(), "{}", answer.rules)?;
        }
        Ok(Exit::Yes)
    }
}
