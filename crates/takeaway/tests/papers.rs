//! `takeaway papers`: the document that it writes, its JSON, and its exit codes.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn papers(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_takeaway"));
    command.arg("papers").args(arguments).output().unwrap()
}

#[test]
fn the_document_is_up_to_date() {
    let output = papers(&["--format", "markdown"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let written = String::from_utf8(output.stdout).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/papers.md");
    let kept = std::fs::read_to_string(path).unwrap();
    let difference = written
        .lines()
        .zip(kept.lines())
        .find(|(new, old)| new != old);
    assert!(
        written == kept,
        "docs/papers.md is not up to date; write it again by `takeaway papers --format markdown > docs/papers.md`. \
         The first line that differs: {difference:?}"
    );
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
    let entry = claims
        .iter()
        .find(|claim| claim["claim"] == "Section 1, Table 1, row 9, column A_6")
        .unwrap();
    assert_eq!(entry["printed"], "4225");
    assert_eq!(entry["correct"], "4325");
    assert_eq!(entry["verdict"], "misprint");
}

#[test]
fn a_limit_is_told() {
    let output = papers(&["frankenstein", "--time-limit", "20ms"]);
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
