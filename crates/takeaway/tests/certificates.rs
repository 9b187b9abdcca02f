//! Certificates on disk: written, re-checked, damaged.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_takeaway"))
        .args(arguments)
        .output()
        .unwrap()
}

/// A file that no other test uses.
fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn check(arguments: &[&str], code: i32, said: &str) {
    let output = run(arguments);
    let all = [output.stdout, output.stderr].concat();
    let all = String::from_utf8_lossy(&all);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {all}");
    assert!(all.contains(said), "{arguments:?}: {all}");
}

#[test]
fn a_certificate_is_accepted_and_a_damaged_one_refused() {
    let path = file("mouse.proof");
    let name = path.to_str().unwrap();
    check(
        &["prove", "mouse", "--certificate", name],
        0,
        "a certificate of 4 claims",
    );
    check(
        &["check", name],
        0,
        "accepted: mouse, for all positions\n  P-positions\n  Theorem 6, A is",
    );
    check(&["check", name, "--rules"], 0, "piles x <= y");
    check(
        &["check", name, "--json"],
        0,
        "{\"accepted\":true,\"game\":\"mouse\"",
    );
    let text = fs::read_to_string(&path).unwrap();
    for (from, to) in [
        ("claim P-positions", "claim nim-values"),
        ("3*n - 1", "3*n - 2"),
        ("|k - l| < a", "|k - l| < 2"),
    ] {
        let damaged = text.replacen(from, to, 1);
        assert_ne!(damaged, text);
        fs::write(&path, damaged).unwrap();
        check(&["check", name], 1, "refused: the certificate is damaged");
        check(&["check", name, "--json"], 1, "{\"accepted\":false");
    }
    fs::write(&path, "").unwrap();
    check(&["check", name], 1, "refused: the certificate is damaged");
}

#[test]
fn what_cannot_be_certified_says_why() {
    let path = file("refuted.proof");
    let name = path.to_str().unwrap();
    let careless = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/cmd/prove.in/careless.game"
    );
    // One of its claims is proved, and only that one is written down.
    check(
        &["prove", careless, "--certificate", name],
        1,
        "a certificate of 1 claim;",
    );
    check(&["check", name], 0, "positions\n  A grows\n");
    check(
        &["prove", "beta-nim:beta=pi", "--certificate", name],
        3,
        "nothing was proved, so that there is no certificate",
    );
    check(
        &["prove", "mouse", "rat", "--certificate", name],
        2,
        "error: a certificate is about one game",
    );
    check(
        &["prove", "mouse", "--certificate", "/nowhere/mouse.proof"],
        2,
        "error: the file `/nowhere/mouse.proof` cannot be written: No such file or directory",
    );
    check(&["check", "/nowhere/mouse.proof"], 2, "cannot be read");
    check(&["check", careless], 1, "refused: ");
}
