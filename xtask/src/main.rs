//! The project's own chores.
//!
//! `cargo xtask test` runs every test there is: those in Rust, and those of the page in a real browser. It finds Chrome, Chromium
//! or Edge; where there is none and it may, it installs Debian's Chromium; otherwise it says what to install, and fails.
//! Nothing is skipped in silence. What follows `test` is handed on to `cargo test`; what follows `--`, to every program of tests.

mod browser;
mod programs;

use std::process::ExitCode;

use browser::Found;

const USAGE: &str = "\
cargo xtask test [ARGUMENTS]   run all tests, in Rust and in a real browser; the arguments are those of cargo test,
                               and behind -- those of the programs of tests
cargo xtask browser            say which browser the tests use";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test", rest @ ..] => test(rest),
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
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("tests failed in {}", failed.join(", ")))
    }
}
