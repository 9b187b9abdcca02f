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
        "accepted: the catalogue's mouse, for all positions\n  P-positions: { (",
    );
    check(
        &["check", name, "--statement"],
        0,
        "\npiles x <= y\nmove I\n  (",
    );
    check(
        &["check", name, "--json"],
        0,
        "{\"accepted\":true,\"game\":{\"name\":\"mouse\",\"catalogue\":true},\"claims\":[{\"name\":\"P-positions\",\"statement\":\"{ (",
    );
    check(
        &["check", name, "--against", "mouse"],
        0,
        "against mouse: the same",
    );
    check(
        &["check", name, "--against", "rat"],
        1,
        "against rat: different",
    );
    check(
        &["check", name, "--against", "rat", "--json"],
        1,
        "\"against\":\"different\"",
    );
    check(
        &["check", name, "--against", "frankenstein"],
        1,
        "different",
    );
    check(
        &["check", name, "--against", "house"],
        2,
        "did you mean `mouse`?",
    );
    let text = fs::read_to_string(&path).unwrap();
    for (from, to) in [
        ("claim P-positions", "claim nim-values"),
        ("(n >= 1)", "(n >= 2)"),
        ("piles x <= y", "piles x, y"),
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
    check(&["check", name], 0, "positions\n  A grows: (");
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

/// A certificate of the rules in a text.
fn certificate(name: &str, rules: &str) -> String {
    let game = file(&format!("{name}.game"));
    fs::write(&game, rules).unwrap();
    let proof = file(&format!("{name}.proof")).to_str().unwrap().to_owned();
    check(
        &["prove", game.to_str().unwrap(), "--certificate", &proof],
        0,
        "a certificate of",
    );
    proof
}

/// The certificate with its checksum set right.
fn signed(body: &str) -> String {
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{body}checksum {sum:016x}\n")
}

#[test]
fn a_borrowed_name_is_said_to_be_one() {
    let forged = "game raleigh \"The Raleigh game\"\npiles a <= b <= c\nmove I: at most 1 of a, b, c change\ntheorem \"Theorem 1\": 0 = 0\n";
    let proof = certificate("forged", forged);
    check(
        &["check", &proof],
        0,
        "accepted: a game that calls itself raleigh, for all positions\n  Theorem 1: true\n",
    );
    check(
        &["check", &proof, "--json"],
        0,
        "{\"name\":\"raleigh\",\"catalogue\":false}",
    );
    check(&["check", &proof, "--against", "raleigh"], 1, "different");
    // The reader refuses the name of another claim, and so does the checker.
    let game = file("reserved.game");
    fs::write(&game, forged.replace("Theorem 1", "P-positions")).unwrap();
    check(
        &["prove", game.to_str().unwrap()],
        2,
        "no theorem may have the name `P-positions`",
    );
    let text = fs::read_to_string(&proof).unwrap();
    let body = &text[..text.rfind("checksum").unwrap()];
    for (from, to, said) in [
        (
            "Theorem 1",
            "P-positions",
            "the name of a theorem means another claim",
        ),
        ("Theorem 1", "", "a name is missing"),
        (
            "Theorem 1",
            "\u{1b}[2JTheorem 1",
            "it has a control character",
        ),
        (
            "certificate 6",
            "certificate 5",
            "it is of version 5, and only version 6 is read",
        ),
    ] {
        let path = file("changed.proof");
        fs::write(&path, signed(&body.replacen(from, to, 1))).unwrap();
        check(&["check", path.to_str().unwrap()], 1, said);
    }
}

#[test]
fn a_claim_about_no_position_is_said_to_be_empty() {
    let proof = certificate(
        "empty",
        "game none\npiles x\nmove take: x' < x\nnim-value if (false) = 77\n",
    );
    check(
        &["check", &proof],
        0,
        "  nim-values: 77 if false\n    (empty: it speaks of no position)\n",
    );
    check(
        &["check", &proof, "--json"],
        0,
        "\"statement\":\"77 if false\",\"empty\":true",
    );
}

/// Other names of variables and another order of the rules are the same game; another rule or claim is not.
#[test]
fn a_statement_is_compared_with_a_game() {
    let rules = "game pair\npiles x, y\nset Even = { 2*k | k >= 0 }\nmove I: x - x' in Even and y' = y\nmove II: y - y' in Even and x' = x\nP = { (2*h + a, 2*h + b) | h >= 0, a <= 1, b <= 1 }\ntheorem \"t\": forall n: exists m: m > n\n";
    let proof = certificate("pair", rules);
    let other = file("other.game");
    for (changed, code, said) in [
        (rules.to_owned(), 0, "the same"),
        (rules.replace("(2*h + a, 2*h + b) | h >= 0, a <= 1, b <= 1", "(2*g + i, 2*g + j) | g >= 0, i <= 1, j <= 1"), 0, "the same"),
        (rules.replace("forall n: exists m: m > n", "forall k: exists n: n > k"), 0, "the same"),
        (rules.replace("game pair", "game other").replace("2*k | k >= 0", "2*l | l >= 0"), 0, "the same"),
        (
            "game pair\npiles u, v\nset E = { 2*k | k >= 0 }\nmove II: v - v' in E and u' = u\nmove I: u - u' in E and v' = v\ntheorem \"t\": forall n: exists m: m > n\nP = { (2*h + a, 2*h + b) | h >= 0, a <= 1, b <= 1 }\n".to_owned(),
            0,
            "the same",
        ),
        (rules.replace("m > n", "n > m"), 1, "different"),
        (rules.replace("2*k", "3*k"), 1, "different"),
        (rules.replace("piles x, y", "piles x <= y"), 1, "different"),
        (rules.replace("b <= 1 }", "b <= 2 }"), 1, "different"),
        (rules.replace("\"t\"", "\"s\""), 1, "different"),
        (rules.replace("theorem", "ends when x = 1\ntheorem"), 1, "different"),
    ] {
        fs::write(&other, &changed).unwrap();
        check(
            &["check", &proof, "--against", other.to_str().unwrap()],
            code,
            said,
        );
    }
}
