//! With `--json`, errors are JSON too, on standard error.
#![allow(clippy::unwrap_used)]

use crate::support::patience;

use std::process::{Command, Stdio};

use patience::{ENDLESS, ENDLESS_BOARD};
use serde_json::{Value, json};

/// The error of a command, its exit code checked; standard error holds nothing else.
fn error(arguments: &[&str], code: i32) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_takeaway"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    let told: Value = serde_json::from_slice(&output.stderr).unwrap();
    let keys: Vec<&String> = told.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["error"]);
    told["error"].clone()
}

fn check(arguments: &[&str], code: i32, kind: &str, message: &str) {
    let error = error(arguments, code);
    assert_eq!(error["kind"], kind, "{arguments:?}");
    assert_eq!(error["at"], Value::Null, "{arguments:?}");
    let told = error["message"].as_str().unwrap();
    assert!(told.contains(message), "{told}");
    assert!(!told.starts_with("error"), "{told}");
}

#[test]
fn faults_of_what_was_typed() {
    check(
        &["outcome", "rät", "1,2", "--json"],
        2,
        "input",
        "there is no game `rät`",
    );
    check(&["outcome", "nim", "1,x", "--json"], 2, "input", "x");
    check(
        &["legal", "rat", "1,2", "1,1", "--json"],
        2,
        "input",
        "3 piles",
    );
    check(
        &["rules", "no/such.game", "--json"],
        2,
        "input",
        "cannot be read",
    );
}

#[test]
fn wrong_command_lines() {
    check(&["--json", "outcom", "nim", "1"], 2, "input", "outcom");
    check(&["outcome", "--json"], 2, "input", "required");
    check(
        &["table", "rat", "--rows", "many", "--json"],
        2,
        "input",
        "many",
    );
}

#[test]
fn limits() {
    let stopped = "the time limit was reached";
    check(
        &[
            &["solve"],
            &ENDLESS_BOARD[..],
            &["--time-limit", "1ms", "--json"],
        ]
        .concat(),
        3,
        "limit",
        stopped,
    );
    check(
        &[
            "moves",
            "nim",
            "10^9,10^9",
            "--time-limit",
            "50ms",
            "--json",
        ],
        3,
        "limit",
        stopped,
    );
    check(
        &[&ENDLESS[..], &["--time-limit", "100ms", "--json"]].concat(),
        3,
        "limit",
        stopped,
    );
}

#[test]
fn faults_of_a_file_have_a_place() {
    let error = error(&["rules", "tests/cmd/files.in/wrong.game", "--json"], 2);
    assert_eq!(error["kind"], "input");
    let (line, column) = (&error["at"]["line"], &error["at"]["column"]);
    let text = std::fs::read_to_string("tests/cmd/files.in/wrong.game").unwrap();
    let line = usize::try_from(line.as_u64().unwrap()).unwrap();
    let column = usize::try_from(column.as_u64().unwrap()).unwrap();
    let shown = text.lines().nth(line - 1).unwrap();
    assert!(column <= shown.chars().count() + 1, "{error}");
    let message = error["message"].as_str().unwrap();
    assert!(
        message.contains(&format!("wrong.game:{line}:{column}")),
        "{message}"
    );
    assert_eq!(error["at"].as_object().unwrap().len(), 2);
    assert_ne!(error, json!(null));
}
