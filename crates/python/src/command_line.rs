//! The command line inside the wheel.

use std::ffi::OsString;
use std::path::PathBuf;

use pyo3::prelude::*;
use takeaway::{Program, run_command_line};

/// Answers a command line and returns its exit code. `file` and `leading` start the program again, as a worker of a server.
#[pyfunction]
pub(crate) fn command_line(
    py: Python<'_>,
    file: PathBuf,
    leading: Vec<OsString>,
    arguments: Vec<OsString>,
) -> u8 {
    let program = Program {
        file: Some(file),
        leading,
    };
    py.detach(|| run_command_line(program, arguments))
}
