//! The program that runs, and how it is started again.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// How the program is started again, as a worker of a server: by default, as the file that runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The file, if it is not the one that runs.
    pub file: Option<PathBuf>,
    /// What stands before the arguments of a command: `-m takeaway` where the file is an interpreter of Python.
    pub leading: Vec<OsString>,
}

/// The program that runs.
static RUNNING: OnceLock<Program> = OnceLock::new();

impl Program {
    /// This is the program that runs; the first one stays.
    pub(crate) fn remember(self) {
        let _ = RUNNING.set(self);
    }
}

/// This program once more, without a command.
pub(crate) fn again() -> io::Result<Command> {
    let Program { file, leading } = RUNNING.get().cloned().unwrap_or_default();
    let file = match file {
        Some(file) => file,
        None => std::env::current_exe()?,
    };
    let mut command = Command::new(file);
    command.args(leading);
    Ok(command)
}
