//! `takeaway papers`: its JSON, its exit codes, and the commands that it prints beside each verdict.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::process::{Command, Output};

use serde_json::Value;

fn papers(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_takeaway"));
    command.arg("papers").args(arguments).output().unwrap()
}

#[test]
fn every_claim_has_the_promised_keys() {
    let output = papers(&["frankenstein", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let claims = answer["claims"].as_array().unwrap();
    let verdicts = [
        "proved",
        "holds-up-to",
        "refuted",
        "misprint",
        "not-checkable",
        "scanning-accident",
        "settled",
        "attacked",
        "out-of-reach",
    ];
    for claim in claims {
        let keys: BTreeSet<&str> = claim
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        for key in [
            "paper",
            "claim",
            "verdict",
            "bound",
            "printed",
            "correct",
            "counterexample",
        ] {
            assert!(keys.contains(key), "{claim}");
        }
        let verdict = claim["verdict"].as_str().unwrap();
        assert!(verdicts.contains(&verdict), "{claim}");
        if verdict == "holds-up-to" {
            assert!(claim["bound"].is_string(), "{claim}");
        }
        if verdict == "misprint" || verdict == "refuted" {
            assert!(
                claim["correct"].is_string() || claim["counterexample"].is_string(),
                "{claim}"
            );
        }
    }
    let table = claims
        .iter()
        .find(|claim| claim["claim"] == "Section 1, Table 1")
        .unwrap();
    let entry = &table["entries"][0];
    assert_eq!(entry["place"], "row 9, column A_6");
    assert_eq!(entry["printed"], "4225");
    assert_eq!(entry["correct"], "4325");
    assert_eq!(table["verdict"], "scanning-accident");
}

/// The words of a command line, as a shell splits it.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for sign in command.chars() {
        match (sign, quote) {
            ('"' | '\'', None) => (quote, word) = (Some(sign), Some(word.unwrap_or_default())),
            (_, Some(open)) if sign == open => quote = None,
            (' ', None) => words.extend(word.take()),
            _ => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    words
}

/// Every command that stands beside a verdict is run, and shows what it should.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn the_commands_show_the_verdicts() {
    let answer: Value = serde_json::from_slice(&papers(&["--json"]).stdout).unwrap();
    let mut commands = BTreeSet::new();
    for claim in answer["claims"].as_array().unwrap() {
        for shown in claim["commands"].as_array().unwrap() {
            let text = |key: &str| shown[key].as_str().unwrap().to_owned();
            commands.insert((text("command"), text("shows")));
        }
    }
    let commands: Vec<_> = commands.into_iter().collect();
    let half = commands.len() / 2;
    std::thread::scope(|scope| {
        for part in [&commands[..half], &commands[half..]] {
            scope.spawn(move || part.iter().for_each(|(command, shows)| run(command, shows)));
        }
    });
}

fn run(command: &str, shows: &str) {
    let words = words(command);
    assert_eq!(words[0], "takeaway", "{command}");
    let output = Command::new(env!("CARGO_BIN_EXE_takeaway"))
        .args(&words[1..])
        .output()
        .unwrap();
    let written = String::from_utf8(output.stdout).unwrap();
    assert!(written.contains(shows), "{command}: {shows}: {written}");
}

#[test]
fn names_are_read_in_any_case() {
    let small = papers(&["raleigh", "etymological connection"]);
    assert_eq!(small.status.code(), Some(0), "{small:?}");
    let large = papers(&["RaLEIgH", "ETYMOLOGICAL  Connection"]);
    assert_eq!(small.stdout, large.stdout);
}

#[test]
fn a_limit_is_told() {
    let output = papers(&["frankenstein", "--time-limit", "0s"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("the time limit was reached")
    );
}

#[test]
fn what_was_not_computed_is_no_verdict() {
    let output = papers(&["large-rats", "--memory-limit", "300B"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let written = String::from_utf8(output.stdout).unwrap();
    assert!(!written.contains("row , column"), "{written}");
    let whole = papers(&["large-rats"]);
    let whole = String::from_utf8(whole.stdout).unwrap();
    let verdict = |text: &str| {
        let mut lines = text
            .lines()
            .filter(|line| line.contains("Section 8, Table 1"));
        lines.next().map(str::to_owned)
    };
    assert!(verdict(&whole).is_some(), "{whole}");
    let limited = verdict(&written);
    assert!(
        limited.is_none_or(|line| !line.contains("refuted")),
        "{written}"
    );
}
