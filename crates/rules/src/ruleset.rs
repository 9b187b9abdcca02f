//! What every game can answer: is this a position, is this move legal and why not, what are the moves.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use logic::watch::{Stopped, Watch};
use numeration::counted::counted;
use numeration::natural::Natural;
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use crate::json::Texts;
use crate::position::Position;

/// The name of a kind of move, as legality answers and winning moves quote it: `I`, `II`, `diagonal`.
pub type Kind = Arc<str>;

/// Kinds of move in a sentence, each in quotation marks.
///
/// ```
/// let kinds = ["I".into(), "the other".into()];
/// assert_eq!(rules::ruleset::quoted(&kinds, " or "), "\"I\" or \"the other\"");
/// ```
pub fn quoted(kinds: &[Kind], between: &str) -> String {
    let quoted: Vec<String> = kinds.iter().map(|kind| format!("\"{kind}\"")).collect();
    quoted.join(between)
}

/// A move from a known position: where it leads and every kind of move that allows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Move {
    /// The position after the move.
    pub to: Position,
    /// The kinds of move that allow it, in the order of the rules; at least one.
    #[serde(with = "Texts")]
    pub kinds: Vec<Kind>,
}

/// Why a vector of naturals is not a position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The wrong number of piles.
    #[error(
        "{game} is played on {}, and {} given",
        counted(expected, "pile", "piles"), counted(given.len(), "was", "were")
    )]
    WrongNumberOfPiles {
        /// The game.
        game: String,
        /// How many piles it has.
        expected: usize,
        /// What was given.
        given: Vec<Natural>,
    },
    /// The game has its own reason.
    #[error("{reason}")]
    NotAPosition {
        /// The reason, as a sentence.
        reason: String,
        /// What was given.
        given: Vec<Natural>,
    },
}

/// One reason why a move is not of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The kind of move, or none if the reason concerns every kind.
    pub kind: Option<Kind>,
    /// What failed, with the numbers put in.
    pub text: String,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Some(kind) => write!(f, "\"{kind}\": {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

crate::written_as_text!(Reason);

/// A move that the rules do not allow, with every reason.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, JsonSchema)]
#[error("{from} -> {to} is not a legal move")]
pub struct IllegalMove {
    /// The position moved from, unchanged.
    pub from: Position,
    /// The position that was asked for.
    pub to: Position,
    /// For every kind of move, every clause that failed.
    pub reasons: Vec<Reason>,
}

/// Why a question about a move got no answer.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RulesError {
    /// The work was stopped.
    #[error("{0}")]
    Stopped(#[from] Stopped),
    /// A formula of the rules could not be evaluated here.
    #[error("{0}")]
    Evaluation(logic::evaluate::EvaluationError),
}

impl From<logic::evaluate::EvaluationError> for RulesError {
    fn from(error: logic::evaluate::EvaluationError) -> Self {
        match error {
            logic::evaluate::EvaluationError::Stopped(stopped) => Self::Stopped(stopped),
            other => Self::Evaluation(other),
        }
    }
}

/// The answer to "is this move legal?".
pub type Legality = Result<Vec<Kind>, IllegalMove>;

/// The rules of a game. Every move makes some pile smaller and none larger, or, for games with coins, makes
/// the sum of the squares' numbers smaller: every game ends.
pub trait Ruleset: Send + Sync {
    /// The game's name with its parameters, as the command line takes it.
    fn name(&self) -> &str;

    /// The names of the piles, or none if their number varies.
    fn pile_names(&self) -> Option<&[Arc<str>]>;

    /// Makes a position: puts sorted piles in order, refuses what is not a position of this game.
    fn position(&self, piles: Vec<Natural>) -> Result<Position, PositionError>;

    /// So many options, counted as positions, the opponent may forbid before each move.
    fn blocking(&self) -> u32 {
        0
    }

    /// Is it a position of this game, as [`position`](Self::position) makes it?
    fn has(&self, position: &Position) -> bool {
        let made = self.position(position.piles().to_vec());
        made.is_ok_and(|made| made == *position)
    }

    /// Is the move legal? All kinds that allow it, or every reason why none does.
    fn legal(
        &self,
        from: &Position,
        to: &Position,
        watch: &dyn Watch,
    ) -> Result<Legality, RulesError>;

    /// Visits every move from a position once, in a fixed order, until the visitor breaks.
    fn for_each_move(
        &self,
        from: &Position,
        watch: &dyn Watch,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, RulesError>;
}
