//! The project's own chores.
//!
//! `cargo xtask test` runs every test there is: those in Rust, those of the page in a real browser, and those of the package for
//! Python in a fresh environment. It finds Chrome, Chromium or Edge, and Python; where there is none and it may, it installs
//! Debian's; otherwise it says what to install, and fails.
//! Nothing is skipped in silence: where a part fails the others are run all the same, and in the end it is said what failed and how
//! to run that alone. What follows `test` is handed on to cargo; what follows `--`, to every program of tests.

mod browser;
mod licences;
mod programs;
mod python;
mod summary;

use std::process::ExitCode;

use browser::Found;
use python::Environment;
use summary::{Failure, summary};

const USAGE: &str = "\
cargo xtask test [ARGUMENTS]   run all tests, in Rust, in a real browser and in Python; the arguments are those of cargo build,
                               and behind -- those of the programs of tests
cargo xtask python [ARGUMENTS] install the package for Python into an environment below target/ and run its tests there;
                               the arguments are those of pytest; with --types, check its types instead
cargo xtask browser            say which browser the tests use
cargo xtask licences           check the licences and sources of all packages that this project is built from";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test", rest @ ..] => test(rest),
        ["python", "--types"] => {
            Environment::prepare(false).and_then(|python| python.check_types())
        }
        ["python", rest @ ..] => Environment::prepare(false).and_then(|python| python.test(rest)),
        ["licences"] => licences::check(),
        ["browser"] => browser::find().map(|found| println!("{}", found.program.display())),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// All tests: the programs, the examples of the documentation, and Python.
fn test(arguments: &[&str]) -> Result<(), String> {
    let mut failed = Vec::new();
    let browser = browser::find().or_else(|_| browser::install());
    let mut environment = Vec::new();
    match &browser {
        Ok(Found { program }) => {
            println!("the tests of the page use {}", program.display());
            environment.push((browser::VARIABLE, program.as_path()));
        }
        Err(why) => failed.push(Failure::new(why, "cargo xtask browser")),
    }
    let (building, running) = match arguments.iter().position(|word| *word == "--") {
        Some(place) => (&arguments[..place], &arguments[place + 1..]),
        None => (arguments, &arguments[..0]),
    };
    let (programs, broken) = programs::build(building);
    failed.extend(broken);
    failed.extend(programs::run(&programs, running, &environment));
    let examples = programs::cargo()
        .args(["test", "--workspace", "--doc", "--no-fail-fast"])
        .args(building)
        .args(running.first().map(|_| "--"))
        .args(running)
        .status();
    if !examples.is_ok_and(|status| status.success()) {
        let again = "cargo test --workspace --doc --no-fail-fast";
        failed.push(Failure::new("the examples of the documentation", again));
    }
    failed.extend(python());
    match failed.as_slice() {
        [] => Ok(()),
        failed => Err(summary(failed)),
    }
}

/// The tests of the package for Python, and its types, in a fresh environment. What failed?
fn python() -> Vec<Failure> {
    const TESTS: &str = "cargo xtask python";
    match Environment::prepare(true) {
        Err(why) => vec![Failure::new(&why, TESTS)],
        Ok(environment) => [
            (environment.test(&[]), TESTS),
            (environment.check_types(), "cargo xtask python --types"),
        ]
        .into_iter()
        .filter_map(|(done, again)| Some(Failure::new(&done.err()?, again)))
        .collect(),
    }
}
