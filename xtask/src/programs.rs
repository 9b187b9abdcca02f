//! The test programs, as many at a time as there are processors.
//!
//! `cargo test` runs one after the other, and many end with a single long test: half of two processors had nothing to do. What a
//! program says is shown when it has ended, as a whole.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A program of tests.
pub(crate) struct Program {
    /// The file that holds its tests, or its name.
    name: String,
    /// The folder of its package, where it is run.
    folder: PathBuf,
    file: PathBuf,
}

/// Builds all of them; the arguments are those of `cargo test`.
pub(crate) fn build(arguments: &[&str]) -> Result<Vec<Program>, String> {
    let output = cargo()
        .args(["test", "--workspace", "--no-run"])
        .arg("--message-format=json-render-diagnostics")
        .args(arguments)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    if !output.status.success() {
        return Err("the tests do not compile".to_owned());
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let messages = messages
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    Ok(messages.filter_map(|message| program(&message)).collect())
}

/// What cargo says of a program with tests.
fn program(message: &Value) -> Option<Program> {
    let file = message["executable"].as_str()?;
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
    let source = Path::new(message["target"]["src_path"].as_str()?);
    let source = source.strip_prefix(folder).unwrap_or(source);
    let package = folder.file_name()?.to_string_lossy();
    message["profile"]["test"].as_bool()?.then(|| Program {
        name: format!("{package}/{}", source.display()),
        folder: folder.to_owned(),
        file: file.into(),
    })
}

/// Runs them; the arguments are those of a program of tests. Which of them failed?
pub(crate) fn run(
    programs: &[Program],
    arguments: &[&str],
    environment: &[(&str, &Path)],
) -> Vec<String> {
    let next = Mutex::new(programs.iter());
    let failed = Mutex::new(Vec::new());
    let work = || {
        loop {
            let program = next.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(program) = program else { break };
            if !program.run(arguments, environment) {
                let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                failed.push(program.name.clone());
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(work);
        }
    });
    failed.into_inner().unwrap_or_else(PoisonError::into_inner)
}

impl Program {
    /// Did its tests pass?
    fn run(&self, arguments: &[&str], environment: &[(&str, &Path)]) -> bool {
        let start = Instant::now();
        let output = Command::new(&self.file)
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_MANIFEST_DIR", &self.folder)
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .output();
        match output {
            Ok(output) => {
                let said = [output.stdout, output.stderr].concat();
                self.show(
                    &String::from_utf8_lossy(&said),
                    output.status,
                    start.elapsed(),
                );
                output.status.success()
            }
            Err(error) => {
                println!("{} cannot be run: {error}", self.name);
                false
            }
        }
    }

    /// What it said: everything if a test failed, else how many passed.
    fn show(&self, said: &str, status: ExitStatus, time: Duration) {
        let closing = said.lines().rfind(|line| line.starts_with("test result:"));
        let text = match closing {
            Some(closing) if status.success() => closing,
            _ => said,
        };
        println!("     Running {} ({time:.1?})\n{text}", self.name);
    }
}

/// The cargo that runs this.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
