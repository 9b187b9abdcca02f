//! How tests run the program.
#![allow(dead_code, reason = "each test uses what it needs")]
#![allow(clippy::unwrap_used)]

pub(crate) mod browser;
pub(crate) mod patience;
pub(crate) mod pty;
pub(crate) mod schema;
pub(crate) mod server;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Where there is no home nothing is kept: no test finds what another one, or whoever runs it, has left.
pub(crate) const HOMELESS: [(&str, &str); 3] =
    [("HOME", ""), ("XDG_CACHE_HOME", ""), ("XDG_STATE_HOME", "")];

/// The program with these arguments, nothing to read, pipes to write to, and no home.
pub(crate) fn takeaway(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_takeaway"));
    command
        .args(arguments)
        .envs(HOMELESS)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// What the program says to these arguments.
pub(crate) fn run(arguments: &[&str]) -> Output {
    takeaway(arguments).output().unwrap()
}

/// The exit code, and a part of what stands on standard error.
pub(crate) fn check(output: &Output, code: i32, said: &str) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{error}");
    assert!(error.contains(said), "{error}");
}

/// An empty folder of its own for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The names of the files in a folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
