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
use crate::solve::largest_pile;
use knowledge::Game;

/// What does brute force show of a game?
#[derive(Clone)]
pub struct GuessRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// The largest pile, as typed; as far as a few seconds allow, if nothing is typed.
    pub max: Option<String>,
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
    pub guesses: Vec<Guessed>,
    /// The columns of the P-positions and their differences.
    pub sequences: Vec<GuessedSequence>,
    /// How we know.
    pub evidence: Evidence,
    /// Why there are no more guesses, or none from the board that was asked for.
    #[serde(skip)]
    pub stopped: Option<Stopped>,
}

/// Something that brute force shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Guessed {
    /// What it is about.
    pub kind: GuessKind,
    /// What it says.
    pub text: String,
    /// The same as a line of a `.game` file.
    pub line: Option<String>,
    /// Piles were looked at up to this.
    #[serde(with = "Text")]
    pub bound: u32,
}

/// What a guess is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum GuessKind {
    /// How steep a column is.
    Slope,
    /// A formula for the P-positions, or for a difference of columns.
    Formula,
    /// A numeration system in which an automaton sees the P-positions.
    System,
    /// Whether the columns split the positive integers.
    Splitting,
    /// How a row follows from those before.
    Recursion,
    /// A period, of P-positions or of nim-values.
    Period,
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
        let max = self.max.as_deref().map(largest_pile).transpose()?;
        let found = discovery::guess(&rules, max, self.play, watch).map_err(unsolved)?;
        let max = found.max;
        Ok(GuessAnswer {
            game: self.game.name().to_owned(),
            max,
            guesses: found.guesses.into_iter().map(Guessed::from).collect(),
            sequences: found.sequences.iter().map(GuessedSequence::from).collect(),
            evidence: Evidence::Conjecture(format!("seen with every pile at most {max}")),
            stopped: found.stopped,
        })
    }
}

/// The rules of a game without its claims.
pub(crate) fn bare_rules(game: &Game) -> Result<discovery::Rules, LabError> {
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
    Ok(discovery::Rules::of(opened)?)
}

/// Why there is no board.
pub(crate) fn unsolved(error: discovery::BoardError) -> LabError {
    match error {
        discovery::BoardError::Stopped(stopped) => stopped.into(),
        discovery::BoardError::Solve(error) => error.into(),
    }
}

impl From<discovery::Guess> for Guessed {
    fn from(guess: discovery::Guess) -> Self {
        Self {
            kind: guess.kind.into(),
            text: guess.text,
            line: guess.line,
            bound: guess.bound,
        }
    }
}

impl From<discovery::Kind> for GuessKind {
    fn from(kind: discovery::Kind) -> Self {
        match kind {
            discovery::Kind::Slope => Self::Slope,
            discovery::Kind::Formula => Self::Formula,
            discovery::Kind::System => Self::System,
            discovery::Kind::Splitting => Self::Splitting,
            discovery::Kind::Recursion => Self::Recursion,
            discovery::Kind::Period => Self::Period,
        }
    }
}

impl From<&discovery::Sequence> for GuessedSequence {
    fn from(sequence: &discovery::Sequence) -> Self {
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
