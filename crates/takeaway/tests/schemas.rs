//! What the commands answer with `--json` is what `docs/schemas/` says.
#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support;

use support::schema::valid;

/// The commands with the examples whose answers are compared with the schema of the command.
const EXAMPLES: &[&str] = &[
    "array --rows 3",
    "array --locate 41",
    "automaton wythoff",
    "automaton nim:m=2 --moves",
    "automaton tests/cmd/automaton.in/set.game --set B",
    "games",
    "games rat",
    "invariance mouse --max 8",
    "invariance mark --max 12 --growth",
    "legal rat 3,6,12 3,6,11",
    "legal raleigh 3,6,10 3,6,10",
    "matrix rat --d 3",
    "matrix shortcut --d 3 --codes",
    "matrix shortcut --d 3 --tree 1",
    "matrix rat --d 4 --locate 11,21,42,83",
    "matrix rat --d 4 --locate 1,1,1,1",
    "moves raleigh 1,2,3",
    "moves rat 4,7,10 --winning",
    "moves nim 10^20,5 --limit 3",
    "outcome raleigh 3,6,10",
    "outcome raleigh 1,2,3",
    "outcome raleigh 1,2,3 4,5,8",
    "outcome wythoff 5,8 --strategy all",
    "outcome tests/cmd/outcome.in/wrong-claim.game 10",
    "plot positions wythoff --max 20",
    "plot values wythoff --max 6",
    "plot vectors wythoff --max 6",
    "plot values mark --max 20",
    "plot values subtraction:set={1,2} --max 20",
    "sequence phi^2 --fraction quasi-regular --rows 4",
    "sequence 7/5 --fraction simple",
    "table wythoff --nim-values --rows 4",
    "prove tests/cmd/prove.in/values.game",
    "prove tests/cmd/prove.in/wrong-values.game",
    "prove tests/cmd/prove.in/open-values.game",
    "redundant mouse",
    "redundant nim:m=2 --format json",
    "redundant tests/cmd/guess.in/skip.game",
    "represent 41 --system ternary-u --shift left",
    "represent --digits 999 --system zeckendorf",
    "rules rat",
    "search subtraction --over set={1},{2},{1,2} --max 60",
    "search wythoff --over d=1..2 --target wythoff --max 30",
    "sequence floor(n*phi) --rows 4",
    "solve rat --max 6",
    "solve wythoff --max 3 --nim-values",
    "solve subtraction:set={1,3,4} --max 40 --nim-values",
    "split phi phi^2",
    "split 7/4,0 7/2,-1 7,-2",
    "split --search 3 --max-numerator 8",
    "star mouse --max 10",
    "table rat --rows 4",
    "value wythoff 3,4",
    "value nim 1,2,3 4,5,6",
];

fn run(arguments: &[&str], input: &str) -> (String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_takeaway"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads nothing may have closed its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

fn schema(name: &str) -> Value {
    let path = format!("../../docs/schemas/{name}.json");
    serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap()
}

/// Asserts that a text is what a schema says.
fn check(name: &str, text: &str) {
    let root = schema(name);
    let answer: Value = serde_json::from_str(text).unwrap();
    if let Err(why) = valid(&root, &root, &answer) {
        panic!("{name}: {why}: {text}");
    }
}

#[test]
fn answers_are_as_their_schemas_say() {
    for example in EXAMPLES {
        let mut arguments: Vec<&str> = example.split(' ').collect();
        arguments.push("--json");
        let (answer, _) = run(&arguments, "");
        check(arguments[0], &answer);
    }
}

#[test]
fn sums_and_certificates_too() {
    let sum = ["value", "nim 1,4,5", "succinct-rat:d=3 1,4,5", "--json"];
    check("value", &run(&sum, "").0);
    let refused = ["check", "tests/cmd/files.in/wrong.txt", "--json"];
    check("check", &run(&refused, "").0);
}

#[test]
fn lines_of_a_batch_too() {
    for (command, line) in [
        ("outcome", "3,6,10"),
        ("value", "1,2,3"),
        ("moves", "1,2,2"),
        ("legal", "1,2,3 1,2,2"),
        ("legal", "1,2,3 1,2,3"),
        ("outcome", "x"),
    ] {
        let (answer, _) = run(&["batch", "raleigh", command], &format!("{line}\n"));
        check("batch", &answer);
    }
}

#[test]
fn lines_of_a_match_too() {
    let typed = "hint\nwhy\nmoves\n3,6\nx\nhelp\n3,3\nundo\nundo\n3,5\nquit\n";
    let (answers, _) = run(&["play", "wythoff", "3,6", "--json"], typed);
    assert!(answers.lines().count() > 9, "{answers}");
    answers.lines().for_each(|answer| check("play", answer));
}

#[test]
fn errors_too() {
    check("error", &run(&["outcome", "rät", "1", "--json"], "").1);
    check("error", &run(&["outcome", "--json"], "").1);
    let file = ["rules", "tests/cmd/files.in/wrong.game", "--json"];
    check("error", &run(&file, "").1);
}

/// A fault makes itself felt: what is checked is checked.
#[test]
fn the_schemas_refuse_what_they_should() {
    let root = schema("outcome");
    let (answer, _) = run(&["outcome", "raleigh", "1,2,3", "--json"], "");
    for (key, wrong) in [("outcome", "\"Q\""), ("position", "[1]"), ("why", "null")] {
        let mut wronged: Value = serde_json::from_str(&answer).unwrap();
        wronged[key] = serde_json::from_str(wrong).unwrap();
        assert!(valid(&root, &root, &wronged).is_err(), "{key}");
        wronged.as_object_mut().unwrap().remove(key);
        assert!(valid(&root, &root, &wronged).is_err(), "{key}");
    }
}
