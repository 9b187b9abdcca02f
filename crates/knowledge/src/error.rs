//! Why a request got no answer.
//!
//! An error is data: a program can tell a name that nobody knows from a position that is none, and both from a limit.
//! Each is also a sentence that says what to do instead.
//!
//! ```
//! use knowledge::{Error, Game, GameReference};
//!
//! let reference: GameReference = "releigh".parse()?;
//! let source = reference.source(|_| Err(Error::input("no files here")))?;
//! match Game::open(&source) {
//!     Err(Error::UnknownGame { nearest, .. }) => assert_eq!(nearest, ["raleigh"]),
//!     _ => panic!("there is no such game"),
//! }
//! # Ok::<(), Error>(())
//! ```

use lang::Diagnostics;
use logic::evaluate::EvaluationError;
use logic::watch::Stopped;
use rules::position::Position;
use rules::ruleset::{PositionError, RulesError};
use solver::SolveError;
use strategies::strategy::StrategyError;
use thiserror::Error;

use crate::trust::Refuted;
use crate::wording::brief;

/// A request that got no answer.
#[derive(Clone, Debug, Error)]
pub enum Error {
    /// What was asked is at fault; the message says what to write instead.
    #[error("{0}")]
    Input(String),
    /// There is no game of this name in the catalogue.
    #[error("there is no game `{name}`; {}", advice(.nearest))]
    UnknownGame {
        /// What was asked for.
        name: String,
        /// The games that may be meant.
        nearest: Vec<&'static str>,
    },
    /// A file could not be read.
    #[error("the file `{path}` cannot be read: {why}")]
    File {
        /// Its path.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// A file could not be written.
    #[error("the file `{path}` cannot be written: {why}")]
    NotWritten {
        /// Its path.
        path: String,
        /// Why not.
        why: String,
        /// Is it that there is no room left? Otherwise the fault lies in the name that was given.
        full: bool,
    },
    /// Texts with faults: of a game, of a term or of piles.
    #[error("{}", render(.0, false))]
    Faults(Vec<Diagnostics>),
    /// These piles are no position of the game.
    #[error("{}", told(.0))]
    Position(PositionError),
    /// The work was stopped before there was anything to show.
    #[error("{0}")]
    Stopped(#[from] Stopped),
    /// The work was stopped, and what was reached by then is told.
    #[error("{stopped}: {reached}")]
    StoppedAfter {
        /// Why.
        stopped: Stopped,
        /// What was reached, in words.
        reached: String,
    },
    /// Nobody here knows about this position.
    #[error("nobody here knows about {}", brief(.0))]
    NobodyKnows(Position),
    /// What was to be used is a claim of the rules that is false.
    #[error("{0}")]
    Refuted(Refuted),
    /// A theorem does not speak of this, or its proof has a gap here.
    #[error("{0}")]
    Theorem(StrategyError),
    /// The question is beyond what can be found out here.
    #[error("{0}")]
    Beyond(String),
}

impl Error {
    /// A fault in what was asked.
    pub fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into())
    }

    /// Is the question beyond what can be found out here, was the work stopped, or is the disk full? Otherwise what was asked is at fault.
    pub fn is_limit(&self) -> bool {
        let stopped = matches!(self, Self::Stopped(_) | Self::StoppedAfter { .. });
        stopped || self.is_beyond() || matches!(self, Self::NotWritten { full: true, .. })
    }

    /// Can nobody here find it out, however long the work goes on?
    pub fn is_beyond(&self) -> bool {
        matches!(
            self,
            Self::NobodyKnows(_) | Self::Refuted(_) | Self::Theorem(_) | Self::Beyond(_)
        )
    }

    /// The message, with ANSI colours where there are places to point at and colours are wanted.
    pub fn render(&self, colour: bool) -> String {
        match self {
            Self::Faults(faults) => render(faults, colour),
            other => other.to_string(),
        }
    }
}

fn render(faults: &[Diagnostics], colour: bool) -> String {
    let faults: Vec<String> = faults.iter().map(|faults| faults.render(colour)).collect();
    faults.join("\n\n")
}

/// What to try where there is no game of a name.
fn advice(nearest: &[&str]) -> String {
    let quoted = |names: &[&str]| format!("`{}`", names.join("`, `"));
    match nearest {
        [] => "`takeaway games` lists them all, and a file of your own ends in .game".to_owned(),
        [near] => format!("did you mean `{near}`?"),
        [others @ .., last] => format!("did you mean {} or `{last}`?", quoted(others)),
    }
}

/// Why it is no position, and what to type.
fn told(error: &PositionError) -> String {
    match error {
        PositionError::WrongNumberOfPiles { expected: 1, .. } => format!("{error}: type 1 number"),
        PositionError::WrongNumberOfPiles { expected, .. } => {
            format!("{error}: type {expected} numbers separated by commas")
        }
        PositionError::NotAPosition { .. } => error.to_string(),
    }
}

impl From<Diagnostics> for Error {
    fn from(faults: Diagnostics) -> Self {
        Self::Faults(vec![faults])
    }
}

impl From<PositionError> for Error {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}

impl From<EvaluationError> for Error {
    fn from(error: EvaluationError) -> Self {
        match error {
            EvaluationError::Stopped(stopped) => Self::Stopped(stopped),
            EvaluationError::Unbound { .. }
            | EvaluationError::NegativeNimSum { .. }
            | EvaluationError::NegativeDigits { .. }
            | EvaluationError::DivisionByZero { .. }
            | EvaluationError::NoTerms => Self::Input(error.to_string()),
            other => Self::Beyond(other.to_string()),
        }
    }
}

impl From<RulesError> for Error {
    fn from(error: RulesError) -> Self {
        match error {
            RulesError::Stopped(stopped) => Self::Stopped(stopped),
            RulesError::Evaluation(error) => error.into(),
        }
    }
}

impl From<StrategyError> for Error {
    fn from(error: StrategyError) -> Self {
        match error {
            StrategyError::Stopped(stopped) => Self::Stopped(stopped),
            StrategyError::Rules(error) => error.into(),
            StrategyError::WrongNumberOfPiles { .. } | StrategyError::NotAPosition { .. } => {
                Self::Input(error.to_string())
            }
            other => Self::Theorem(other),
        }
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Value { .. } => Self::Beyond(error.to_string()),
            SolveError::Piles { .. }
            | SolveError::Max { .. }
            | SolveError::Checkpoint(_)
            | SolveError::Blocking { .. } => Self::Input(error.to_string()),
        }
    }
}
