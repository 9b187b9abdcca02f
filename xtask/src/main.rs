//! The project's own chores.
//!
//! `cargo xtask test` runs every test there is: those in Rust, those of the page in a real browser, and those of the package for
//! Python in a fresh environment. It finds Chrome, Chromium or Edge, and Python; where there is none and it may, it installs
//! Debian's; otherwise it says what to install, and fails.
//! Nothing is skipped in silence. What follows `test` is handed on to `cargo test`; what follows `--`, to every program of tests.

mod browser;
mod programs;
mod python;

use std::process::ExitCode;

use browser::Found;
use python::Environment;

const USAGE: &str = "\
cargo xtask test [ARGUMENTS]   run all tests, in Rust, in a real browser and in Python; the arguments are those of cargo test,
                               and behind -- those of the programs of tests
cargo xtask python [ARGUMENTS] install the package for Python into an environment below target/ and run its tests there;
                               the arguments are those of pytest; with --types, check its types instead
cargo xtask browser            say which browser the tests use";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test", rest @ ..] => test(rest),
        ["python", "--types"] => {
            Environment::prepare(false).and_then(|python| python.check_types())
        }
        ["python", rest @ ..] => Environment::prepare(false).and_then(|python| python.test(rest)),
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

/// All tests: the programs, and the examples of the documentation.
fn test(arguments: &[&str]) -> Result<(), String> {
    let Found { program } = browser::find().or_else(|_| browser::install())?;
    println!("the tests of the page use {}", program.display());
    let (building, running) = match arguments.iter().position(|word| *word == "--") {
        Some(place) => (&arguments[..place], &arguments[place + 1..]),
        None => (arguments, &arguments[..0]),
    };
    let programs = programs::build(building)?;
    let mut failed = programs::run(&programs, running, &[(browser::VARIABLE, &program)]);
    let examples = programs::cargo()
        .args(["test", "--workspace", "--doc"])
        .args(building)
        .args(running.first().map(|_| "--"))
        .args(running)
        .status();
    if !examples.is_ok_and(|status| status.success()) {
        failed.push("the examples of the documentation".to_owned());
    }
    if let Err(why) = python() {
        failed.push(format!("Python ({why})"));
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("tests failed in {}", failed.join(", ")))
    }
}

/// The tests of the package for Python, and its types, in a fresh environment.
fn python() -> Result<(), String> {
    let environment = Environment::prepare(true)?;
    environment.test(&[])?;
    environment.check_types()
}
