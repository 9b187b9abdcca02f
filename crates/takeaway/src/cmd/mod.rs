//! The commands: one file each, with its arguments, its help, and how its answer is written.

pub(crate) mod games;
pub(crate) mod legal;
pub(crate) mod moves;
pub(crate) mod rules;
pub(crate) mod sequence;
pub(crate) mod table;

use std::time::Duration;

use serde::Serialize;

use crate::args::Command;
use crate::desk::{Desk, digits};
use crate::failure::{Exit, Failure};

/// How long a question about one position may take unless told otherwise.
const PATIENCE: Duration = Duration::from_secs(60);

impl Command {
    /// Answers.
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Result<Exit, Failure> {
        match self {
            Self::Games(command) => command.run(desk),
            Self::Rules(command) => command.run(desk),
            Self::Legal(command) => command.run(desk),
            Self::Moves(command) => command.run(desk),
            Self::Table(command) => command.run(desk),
            Self::Sequence(command) => command.run(desk),
        }
    }

    /// The time limit when none is given: questions about one position should not run for ever.
    pub(crate) fn default_time(&self) -> Option<Duration> {
        match self {
            Self::Legal(_) | Self::Moves(_) => Some(PATIENCE),
            _ => None,
        }
    }
}

/// A move in JSON.
#[derive(Serialize)]
struct MoveJson {
    to: Vec<String>,
    kinds: Vec<String>,
}

impl From<&lab::Move> for MoveJson {
    fn from(option: &lab::Move) -> Self {
        Self {
            to: digits(&option.to),
            kinds: option.kinds.iter().map(ToString::to_string).collect(),
        }
    }
}

/// A stop before the end, told on standard error: the answer itself is on standard output.
fn tell_stop(why: &str) -> Exit {
    eprintln!("stopped: {why}");
    Exit::Limit
}
