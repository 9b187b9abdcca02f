//! A match as it is written down, so that it can go on another day.
//!
//! Nothing in a record is believed: every position is read as if it had been typed, and every move is checked by the rules.

use knowledge::{Game, Partner};
use numeration::natural::Natural;
use play::{Level, Player};
use rules::outcome::Play;
use rules::position::Position;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::PlayRequest;
use crate::LabError;

/// A match that was written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MatchRecord {
    /// The game, as it was named: a name of the catalogue or the path of a file, with its parameters.
    pub game: String,
    /// The first position, pile by pile.
    pub start: Vec<String>,
    /// Who moved first.
    pub first: Player,
    /// Does whoever cannot move win?
    #[serde(default)]
    pub misere: bool,
    /// How well the computer plays.
    #[serde(default)]
    pub level: Level,
    /// What the computer's choices depend on.
    #[serde(default)]
    pub seed: u64,
    /// The position after each move, both sides in turn.
    #[serde(default)]
    pub moves: Vec<Vec<String>>,
}

impl MatchRecord {
    /// The first position as it is typed, by which the game is to be opened: it says how many piles there are.
    pub fn start_text(&self) -> String {
        text(&self.start)
    }

    /// The match that goes on, in a game that was opened as the record names it.
    ///
    /// # Errors
    /// If the start is no position of the game.
    pub fn request<'g>(&self, game: &'g Game) -> Result<PlayRequest<'g>, LabError> {
        let play = if self.misere {
            Play::Misere
        } else {
            Play::Normal
        };
        Ok(PlayRequest {
            partner: Partner::new(game, play),
            start: Some(game.position(&self.start_text())?),
            first: self.first,
            level: self.level,
            seed: self.seed,
        })
    }

    /// The piles after each move, as they are written.
    pub(super) fn targets(&self) -> impl Iterator<Item = Result<Vec<Natural>, LabError>> + '_ {
        self.moves
            .iter()
            .map(|piles| knowledge::parse_piles(&text(piles)))
    }
}

/// A position as it is written down.
pub(super) fn written(position: &Position) -> Vec<String> {
    position.piles().iter().map(ToString::to_string).collect()
}

fn text(piles: &[String]) -> String {
    format!("({})", piles.join(","))
}
