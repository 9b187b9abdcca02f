//! Why a command did not answer, and the exit code that says so.

use std::io::{self, IsTerminal};

use lab::LabError;

use crate::files::plain;
use crate::output::{tell, tell_as_it_is};

/// How a command ended. Scripts rely on the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// 0: yes, or done.
    Yes,
    /// 1: the answer is no: illegal, refuted, rejected, mismatch.
    No,
    /// 2: the command line is at fault, and that has been said.
    Misread,
    /// 3: stopped at a limit; what was reached is shown.
    Limit,
}

impl Exit {
    /// The number for the shell.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::Misread => 2,
            Self::Limit => 3,
        }
    }
}

/// A command that could not answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// 2: what was typed is at fault; the message says what to type instead.
    Input(String),
    /// 2: texts with faults, which are shown with their places, and with colours in a terminal.
    Faults(LabError),
    /// 3: a limit of time, memory or patience.
    Limit(String),
    /// 3: the answer could not be written.
    Output(io::Error),
}

impl Failure {
    /// A fault in the input.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into())
    }

    /// The number for the shell.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Input(_) | Self::Faults(_) => 2,
            Self::Limit(_) | Self::Output(_) => 3,
        }
    }

    /// The message, without colours.
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Input(message) => format!("error: {message}"),
            Self::Faults(faults) => faults.render(false).trim_end().to_owned(),
            Self::Limit(message) => format!("stopped: {message}"),
            Self::Output(error) => {
                format!("error: the answer could not be written: {}", plain(error))
            }
        }
    }

    /// Says it on standard error.
    pub(crate) fn tell(&self) {
        match self {
            Self::Faults(faults) if io::stderr().is_terminal() => {
                tell_as_it_is(faults.render(true).trim_end());
            }
            _ => tell(&self.message()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Self {
        match error {
            LabError::Input(message) => Self::Input(message),
            LabError::Faults(_) => Self::Faults(error),
            LabError::Stopped(_) | LabError::Beyond(_) => Self::Limit(error.to_string()),
        }
    }
}
