//! What a request brings with it where the disk and the keyboard are out of reach.
//!
//! A worker of `takeaway serve` runs the commands as they are, but what is a file on the command line is text in the
//! request, what is typed are its lines, and what would be written is kept for the answer. It answers one request at a
//! time, so that there is one [`RequestInput`] in the process. On the command line there is none, and nothing changes.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use lab::{LabError, locked};
use serde::{Deserialize, Serialize};

/// The request that is being answered.
static REQUEST: Mutex<Option<ActiveRequest>> = Mutex::new(None);

/// What came with a request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RequestInput {
    /// Files by their names.
    pub(crate) files: BTreeMap<String, String>,
    /// The lines of standard input.
    pub(crate) lines: Vec<String>,
}

struct ActiveRequest {
    sent: RequestInput,
    written: Option<Vec<u8>>,
}

/// From now on this request is answered.
pub(crate) fn open(sent: RequestInput) {
    let written = None;
    *lock() = Some(ActiveRequest { sent, written });
}

/// The request was answered; the file that was written for it.
pub(crate) fn close() -> Option<Vec<u8>> {
    lock().take()?.written
}

/// Is a request answered here, so that no file is read or written?
pub(crate) fn is_open() -> bool {
    lock().is_some()
}

/// The text of a file of the request. None where files are on the disk.
pub(crate) fn file(path: &str) -> Option<Result<String, LabError>> {
    lock().as_ref().map(|open| {
        open.sent.files.get(path).cloned().ok_or_else(|| {
            LabError::input(format!(
                "no file is read here: send the text of `{path}` in place of its name"
            ))
        })
    })
}

/// The lines of the request. None where standard input is read.
pub(crate) fn lines() -> Option<Vec<String>> {
    lock().as_ref().map(|open| open.sent.lines.clone())
}

/// Keeps what was to be written.
pub(crate) fn keep(bytes: Vec<u8>) {
    if let Some(open) = lock().as_mut() {
        open.written = Some(bytes);
    }
}

/// A panic elsewhere ends the process.
fn lock() -> MutexGuard<'static, Option<ActiveRequest>> {
    locked(&REQUEST)
}
