//! Why a command did not answer, and the exit code that says so.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::plain;
use lab::{ErrorAnswer, ErrorKind, ErrorReport, LabError, legible};

use crate::output::{tell, tell_faults};
use crate::render;

/// Are errors to be told as JSON? Set once, before the work begins; whoever stops the work late must know it too.
static IN_JSON: AtomicBool = AtomicBool::new(false);

/// Was it told that a limit was reached?
static TOLD: AtomicBool = AtomicBool::new(false);

/// Another question begins, with limits of its own.
pub(crate) fn begin() {
    TOLD.store(false, Ordering::Relaxed);
}

/// From now on errors are told as JSON.
pub(crate) fn speak_json() {
    IN_JSON.store(true, Ordering::Relaxed);
}

/// Are errors told as JSON?
pub(crate) fn speaks_json() -> bool {
    IN_JSON.load(Ordering::Relaxed)
}

/// Tells on standard error that the work was stopped.
pub(crate) fn tell_limit(message: &str) {
    Failure::Limit(message.to_owned()).tell();
}

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

    /// Has the reader left? That is no fault: nobody wants the rest.
    pub(crate) fn is_of_reader(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
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
            Self::Input(message) => format!("error: {}", legible(message)),
            Self::Faults(faults) => faults.render(false).trim_end().to_owned(),
            Self::Limit(message) => format!("stopped: {message}"),
            Self::Output(error) => {
                format!("error: the answer could not be written: {}", plain(error))
            }
        }
    }

    /// The same for a program.
    pub(crate) fn report(&self) -> ErrorReport {
        match self {
            Self::Input(message) => ErrorReport::new(ErrorKind::Input, legible(message)),
            Self::Faults(error) => error.into(),
            Self::Limit(message) => ErrorReport::new(ErrorKind::Limit, message),
            Self::Output(_) => {
                let message = self.message();
                let message = message.strip_prefix("error: ").unwrap_or(&message);
                ErrorReport::new(ErrorKind::Internal, message)
            }
        }
    }

    /// Says it on standard error. Of the threads that see that a limit was reached, the first one says so.
    pub(crate) fn tell(&self) {
        match self {
            Self::Limit(_) if TOLD.swap(true, Ordering::Relaxed) => {}
            _ if speaks_json() => tell_report(self.report()),
            Self::Faults(faults) => tell_faults(|colours| faults.render(colours)),
            _ => tell(&self.message()),
        }
    }
}

/// Tells an error as JSON.
pub(crate) fn tell_report(error: ErrorReport) {
    let mut text = Vec::new();
    // What is written to memory is written, and JSON is text.
    let _ = render::json(&mut text, &ErrorAnswer { error });
    tell(String::from_utf8_lossy(&text).trim_end());
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Self {
        match error {
            LabError::Faults(_) => Self::Faults(error),
            limit if limit.is_limit() => Self::Limit(limit.to_string()),
            input => Self::Input(input.to_string()),
        }
    }
}
