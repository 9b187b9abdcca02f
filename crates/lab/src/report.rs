//! Errors as a program reads them.

use schemars::JsonSchema;
use serde::Serialize;

use crate::LabError;

/// An error in place of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErrorAnswer {
    /// What went wrong.
    pub error: ErrorReport,
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErrorReport {
    /// Whose fault it is.
    pub kind: ErrorKind,
    /// What went wrong in words, and what to type instead.
    pub message: String,
    /// Where in a file the first fault is.
    pub at: Option<TextPlace>,
}

/// Whose fault it is that there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum ErrorKind {
    /// What was asked is at fault.
    Input,
    /// A limit was reached, of time, of memory or of what is known here.
    Limit,
    /// The program, or the machine that it runs on.
    Internal,
}

/// A place in a text, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TextPlace {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl ErrorReport {
    /// A report without a place.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            at: None,
        }
    }
}

impl From<&LabError> for ErrorReport {
    fn from(error: &LabError) -> Self {
        let (kind, at) = match error {
            LabError::Faults(faults) => {
                let place = faults.iter().find_map(|faults| faults.first_place());
                let at = place.map(|(line, column)| TextPlace { line, column });
                (ErrorKind::Input, at)
            }
            limit if limit.is_limit() => (ErrorKind::Limit, None),
            _ => (ErrorKind::Input, None),
        };
        let message = error.to_string();
        let message = message.trim_end();
        Self {
            kind,
            message: message
                .strip_prefix("error: ")
                .unwrap_or(message)
                .to_owned(),
            at,
        }
    }
}
