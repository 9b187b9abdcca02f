//! What brute force shows of a game: guesses, each a line that can be put into its file.

use logic::watch::{Stopped, Watch};
use rules::evidence::Evidence;
use rules::json::Text;
use rules::outcome::Play;
use schemars::JsonSchema;
use serde::Serialize;

use crate::LabError;
use crate::Request;
use crate::piles::piles_of;
use knowledge::Game;

/// What does brute force show of a game?
#[derive(Clone)]
pub struct GuessRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// The largest pile; as far as a few seconds allow, if there is none.
    pub max: Option<u32>,
    /// Who wins at the end.
    pub play: Play,
}

/// The answer to a [`GuessRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GuessAnswer {
    /// The game with its parameters.
    pub game: String,
    /// The largest pile.
    #[serde(with = "Text")]
    pub max: u32,
    /// The guesses: formulas, slopes, splittings, recursions, systems, periods.
    pub guesses: Vec<discovery::Guess>,
    /// The columns of the P-positions and their differences.
    pub sequences: Vec<GuessedSequence>,
    /// How we know.
    pub evidence: Evidence,
    /// Why there are no more guesses, or none from the board that was asked for.
    #[serde(skip)]
    pub stopped: Option<Stopped>,
}

/// A column of the P-positions, or a difference of two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GuessedSequence {
    /// What it is: `y - x`.
    pub name: String,
    /// Its terms, row by row, separated by commas.
    pub terms: String,
    /// Its values, separated by commas, if they are few.
    pub values: Option<String>,
}

impl Request for GuessRequest<'_> {
    type Answer = GuessAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<GuessAnswer, LabError> {
        let rules = bare_rules(self.game)?;
        let found = discovery::guess(&rules, self.max, self.play, watch).map_err(unsolved)?;
        let max = found.max;
        Ok(GuessAnswer {
            game: self.game.name().to_owned(),
            max,
            guesses: found.guesses,
            sequences: found.sequences.iter().map(GuessedSequence::from).collect(),
            evidence: Evidence::Conjecture(format!("seen with every pile at most {max}")),
            stopped: found.stopped,
        })
    }
}

/// The rules of a game without its claims.
pub(crate) fn bare_rules(game: &Game) -> Result<discovery::BareRules, LabError> {
    piles_of(
        game,
        "P-positions are guessed and discovered for games whose piles stay; `takeaway solve` with `--nim-values` shows the period \
         of single heaps",
    )?;
    let opened = game.opened().ok_or_else(|| {
        LabError::input(format!(
            "the rules of {} are written in Rust and not as formulas, so that nothing can be found out from them here",
            game.name()
        ))
    })?;
    Ok(discovery::BareRules::of(opened)?)
}

/// Why there is no board.
pub(crate) fn unsolved(error: discovery::BoardError) -> LabError {
    match error {
        discovery::BoardError::Stopped(stopped) => stopped.into(),
        discovery::BoardError::Solve(error) => error.into(),
    }
}

impl From<&discovery::ColumnSequence> for GuessedSequence {
    fn from(sequence: &discovery::ColumnSequence) -> Self {
        let list = |numbers: &[i64]| {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            numbers.join(", ")
        };
        Self {
            name: sequence.name.clone(),
            terms: list(&sequence.terms),
            values: sequence.values.as_deref().map(list),
        }
    }
}
