//! What the server and its workers say to each other.
//!
//! An [`WorkerRequest`] is a line of JSON on the worker's standard input. The reply on its standard output is a [`ReplyHeader`] as a line
//! of JSON, and as many bytes as it says. On standard error come [`ProgressNote`]s, a line each, while the work goes on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::args::Cli;
use crate::sent::RequestInput;

/// A question for a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct WorkerRequest {
    /// The command with its arguments.
    pub(crate) question: Cli,
    /// What came with the request in place of files and standard input.
    pub(crate) sent: RequestInput,
    /// What the answer is to be.
    pub(crate) form: AnswerFormat,
    /// How long the work may take, in milliseconds.
    pub(crate) time: u64,
    /// A digest of the game that it is about: a worker may know it.
    #[serde(skip)]
    pub(crate) about: u64,
}

/// What an answer is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum AnswerFormat {
    /// One JSON value.
    Json,
    /// The lines of JSON that the command writes, as an array.
    Lines,
    /// What the command writes for a reader.
    Text,
    /// The file that it writes.
    File,
}

/// What comes before the bytes of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ReplyHeader {
    /// The status of HTTP.
    pub(crate) status: u16,
    /// How many bytes follow.
    pub(crate) length: usize,
    /// Does the worker hold so much memory that another should take its place?
    pub(crate) tired: bool,
}

/// How far the work has got.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ProgressNote {
    pub(crate) progress: Step,
}

/// A step of long work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Step {
    /// What is being done.
    pub(crate) step: String,
    /// How much of it is done.
    pub(crate) done: u64,
    /// How much there is to do, if that is known.
    pub(crate) total: Option<u64>,
    /// How much memory that takes, in bytes, if that is counted.
    pub(crate) memory: Option<u64>,
}
