//! Why a request got no answer.

use games::ruleset::{PositionError, RulesError};
use games::solver::SolveError;
use games::strategy::StrategyError;
use lang::Diagnostics;
use logic::evaluate::EvaluationError;
use logic::watch::Stopped;
use thiserror::Error;

/// A request that got no answer.
#[derive(Clone, Debug, Error)]
pub enum Error {
    /// What was asked is at fault; the message says what to write instead.
    #[error("{0}")]
    Input(String),
    /// Texts with faults: of a game, of a term or of piles.
    #[error("{}", render(.0, false))]
    Faults(Vec<Diagnostics>),
    /// The work was stopped before there was anything to show.
    #[error("{0}")]
    Stopped(#[from] Stopped),
    /// The question is beyond what can be found out here.
    #[error("{0}")]
    Beyond(String),
}

impl Error {
    /// A fault in what was asked.
    pub fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into())
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

impl From<Diagnostics> for Error {
    fn from(faults: Diagnostics) -> Self {
        Self::Faults(vec![faults])
    }
}

impl From<PositionError> for Error {
    fn from(error: PositionError) -> Self {
        match &error {
            PositionError::WrongNumberOfPiles { expected, .. } => Self::Input(format!(
                "{error}: type {expected} {}",
                if *expected == 1 {
                    "number"
                } else {
                    "numbers separated by commas"
                }
            )),
            PositionError::NotAPosition { .. } => Self::Input(error.to_string()),
        }
    }
}

impl From<EvaluationError> for Error {
    fn from(error: EvaluationError) -> Self {
        match error {
            EvaluationError::Stopped(stopped) => Self::Stopped(stopped),
            EvaluationError::Unbound { .. }
            | EvaluationError::NegativeNimSum { .. }
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
            other => Self::Beyond(other.to_string()),
        }
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Value { .. } => Self::Beyond(error.to_string()),
            SolveError::Piles { .. } | SolveError::Max { .. } => Self::Input(error.to_string()),
        }
    }
}
