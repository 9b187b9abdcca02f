//! How long a command takes that has nothing to work out: starting, reading the command line, one small answer.
//!
//! Each command must end within 20 ms; the best of many runs counts, since the machine may be busy.

#![allow(clippy::pedantic, clippy::restriction)]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ALLOWED: Duration = Duration::from_millis(20);
const RUNS: usize = 40;

fn main() {
    check(&["--version"], "takeaway ");
    check(&["games"], "rat    The Rat game\n");
    check(&["legal", "rat", "3,6,12", "3,6,11"], "legal: ");
    check(&["outcome", "raleigh", "10^50,2*10^50,3*10^50"], "(1000000");
}

/// Runs a command many times, checks what it answers, and shows and bounds its best time.
fn check(arguments: &[&str], answer: &str) {
    let best = (0..RUNS).map(|_| time(arguments, answer)).min().unwrap();
    println!("takeaway {:40} {best:>10.1?}", arguments.join(" "));
    assert!(
        best < ALLOWED,
        "takeaway {} took {best:?}",
        arguments.join(" ")
    );
}

fn time(arguments: &[&str], answer: &str) -> Duration {
    let mut command = Command::new(env!("CARGO_BIN_EXE_takeaway"));
    command.args(arguments).stdin(Stdio::null());
    let start = Instant::now();
    let output = command.output().unwrap();
    let elapsed = start.elapsed();
    assert!(
        output.stdout.starts_with(answer.as_bytes()),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
    elapsed
}
