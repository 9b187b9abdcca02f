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

use crate::summary::Failure;

/// Tests that are slow or need a browser are left out by `cargo test`, and by nobody else.
const EVERY_TEST: &str = "--include-ignored";

/// A program of tests.
pub(crate) struct Program {
    target: Target,
    /// The folder of its package, where it is run.
    folder: PathBuf,
    file: PathBuf,
}

/// Something that cargo compiles.
struct Target {
    /// The file that it begins with.
    name: String,
    /// The command that compiles and runs its tests alone.
    again: String,
}

impl Target {
    /// What a message of cargo is about.
    fn of(message: &Value) -> Option<Self> {
        let target = &message["target"];
        let manifest = Path::new(message["manifest_path"].as_str()?);
        let folder = manifest.parent()?;
        let source = Path::new(target["src_path"].as_str()?);
        let source = source.strip_prefix(folder).unwrap_or(source);
        let name = target["name"].as_str()?;
        let chosen = match target["kind"][0].as_str()? {
            kind @ ("bin" | "test" | "bench" | "example") => format!("--{kind} {name}"),
            _ => "--lib".to_owned(),
        };
        // `path+file:///place/of/package#name@1.0`, or without the name where the folder has it.
        let id = message["package_id"].as_str()?.rsplit('#').next()?;
        let folder = folder.file_name()?.to_string_lossy();
        let package = id.split_once('@').map_or(&*folder, |(package, _)| package);
        Some(Self {
            name: format!("{folder}/{}", source.display()),
            again: format!("cargo test -p {package} {chosen} -- {EVERY_TEST}"),
        })
    }
}

/// By these, `cargo` is told what to compile.
const CHOICES: [&str; 9] = [
    "--lib",
    "--bin",
    "--bins",
    "--test",
    "--tests",
    "--example",
    "--examples",
    "--bench",
    "--benches",
];

/// Builds all of them, or all that compile, and says what does not. The arguments are those of `cargo build`.
pub(crate) fn build(arguments: &[&str]) -> (Vec<Program>, Vec<Failure>) {
    let chosen = arguments.iter().any(|word| CHOICES.contains(word));
    let mut command = cargo();
    // As `cargo test --no-run`, which gives up at the first that does not compile.
    command
        .args(["build", "--workspace", "--keep-going"])
        .args((!chosen).then_some("--tests"))
        .arg("--message-format=json-render-diagnostics")
        .args(arguments)
        .stderr(Stdio::inherit());
    let output = match command.output() {
        Ok(output) => output,
        Err(why) => {
            let why = format!("cargo cannot be run: {why}");
            return (Vec::new(), vec![Failure::new(&why, "cargo --version")]);
        }
    };
    let messages = String::from_utf8_lossy(&output.stdout);
    let messages = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let messages: Vec<Value> = messages.collect();
    let mut broken: Vec<Failure> = messages.iter().filter_map(broken).collect();
    broken.sort();
    broken.dedup();
    if broken.is_empty() && !output.status.success() {
        let again = "cargo build --workspace --tests --keep-going";
        broken.push(Failure::new("not everything could be built", again));
    }
    (messages.iter().filter_map(program).collect(), broken)
}

/// What cargo says of a program with tests.
fn program(message: &Value) -> Option<Program> {
    let file = message["executable"].as_str()?;
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
    let target = Target::of(message)?;
    message["profile"]["test"].as_bool()?.then(|| Program {
        target,
        folder: folder.to_owned(),
        file: file.into(),
    })
}

/// What cargo says of something that does not compile.
fn broken(message: &Value) -> Option<Failure> {
    let Target { name, again } = Target::of(message)?;
    (message["message"]["level"] == "error")
        .then(|| Failure::new(&format!("{name} does not compile"), &again))
}

/// Runs them; the arguments are those of a program of tests. Which of them failed?
pub(crate) fn run(
    programs: &[Program],
    arguments: &[&str],
    environment: &[(&str, &Path)],
) -> Vec<Failure> {
    let next = Mutex::new(programs.iter());
    let failed = Mutex::new(Vec::new());
    let work = || {
        loop {
            let program = next.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(program) = program else { break };
            if !program.run(arguments, environment) {
                let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                let Target { name, again } = &program.target;
                failed.push(Failure::new(name, again));
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
            .arg(EVERY_TEST)
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
                println!("{} cannot be run: {error}", self.target.name);
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
        println!("     Running {} ({time:.1?})\n{text}", self.target.name);
    }
}

/// The cargo that runs this.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_cargo_says_names_the_command_that_runs_it_alone() {
        let said = |id: &str, kind: &str, name: &str, source: &str| {
            json!({
                "package_id": id, "manifest_path": "/w/crates/python/Cargo.toml",
                "target": {"kind": [kind], "name": name, "src_path": format!("/w/crates/python/{source}")},
                "message": {"level": "error"},
            })
        };
        let named = "path+file:///w/crates/python#takeaway-python@0.1.0";
        assert_eq!(
            broken(&said(named, "test", "hostile", "tests/hostile.rs")),
            Some(Failure::new(
                "python/tests/hostile.rs does not compile",
                "cargo test -p takeaway-python --test hostile -- --include-ignored"
            ))
        );
        let unnamed = "path+file:///w/crates/python#0.1.0";
        assert_eq!(
            broken(&said(unnamed, "lib", "python", "src/lib.rs")),
            Some(Failure::new(
                "python/src/lib.rs does not compile",
                "cargo test -p python --lib -- --include-ignored"
            ))
        );
    }
}
