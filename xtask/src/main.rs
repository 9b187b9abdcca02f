//! The project's own chores.
//!
//! `cargo xtask test` runs every test there is: those in Rust, those of the page in a real browser, and those of the package for
//! Python in a fresh environment. It finds Chrome, Chromium or Edge, and Python; where there is none and it may, it installs
//! Debian's; otherwise it says what to install, and fails.
//! Nothing is skipped in silence: where a part fails the others are run all the same, and in the end it is said what failed and how
//! to run that alone. What follows `test` is handed on to cargo; what follows `--`, to every program of tests.

mod browser;
mod compare;
mod figures;
mod licences;
mod programs;
mod python;
mod summary;

use std::io;
use std::process::{ExitCode, Output};
use std::thread;

use browser::Found;
use python::Environment;
use summary::{Failure, summary};

const USAGE: &str = "\
cargo xtask test [ARGUMENTS]   run all tests, in Rust, in a real browser and in Python; the arguments are those of cargo build,
                               and behind -- those of the programs of tests
cargo xtask python [ARGUMENTS] install the package for Python into an environment below target/ and run its tests there;
                               the arguments are those of pytest; with --types, check its types instead
cargo xtask browser            say which browser the tests use
cargo xtask compare OLD NEW    ask two programs `takeaway` the same questions, more than two thousand: is anything answered differently?
cargo xtask figures            say which types share their name with another
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
        ["compare", old, new] => compare::compare(old, new),
        ["figures"] => figures::print(),
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
    // What cargo still has to compile is compiled while the programs of tests run.
    let others = thread::scope(|scope| {
        let others = scope.spawn(|| {
            let mut failed = examples(building, running);
            failed.extend(python());
            failed
        });
        failed.extend(programs::run(&programs, running, &environment));
        others.join()
    });
    failed.extend(others.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
    match failed.as_slice() {
        [] => Ok(()),
        failed => Err(summary(failed)),
    }
}

/// The examples of the documentation.
fn examples(building: &[&str], running: &[&str]) -> Vec<Failure> {
    const EXAMPLES: [&str; 4] = ["test", "--workspace", "--doc", "--no-fail-fast"];
    let output = programs::cargo()
        .args(EXAMPLES)
        .args(building)
        .args(running.first().map(|_| "--"))
        .args(running)
        .output();
    match told(output, "the examples of the documentation") {
        Ok(()) => Vec::new(),
        Err(what) => vec![Failure::new(
            &what,
            &format!("cargo {}", EXAMPLES.join(" ")),
        )],
    }
}

/// Shows what a program said, as a whole, and whether it succeeded.
pub(crate) fn told(output: io::Result<Output>, what: &str) -> Result<(), String> {
    match output {
        Ok(output) => {
            let said = [output.stdout, output.stderr].concat();
            println!("{}", String::from_utf8_lossy(&said));
            output.status.success().then_some(()).ok_or(what.to_owned())
        }
        Err(why) => Err(format!("{what}: {why}")),
    }
}

/// The tests of the package for Python, and its types, in a fresh environment. What failed?
fn python() -> Vec<Failure> {
    const TESTS: &str = "cargo xtask python";
    match Environment::prepare(true) {
        Err(why) => vec![Failure::new(&why, TESTS)],
        Ok(environment) => [
            (environment.test_in_one_piece(), TESTS),
            (environment.check_types(), "cargo xtask python --types"),
        ]
        .into_iter()
        .filter_map(|(done, again)| Some(Failure::new(&done.err()?, again)))
        .collect(),
    }
}
