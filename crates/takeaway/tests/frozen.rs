//! Files and requests that version 0.1.0 wrote: each works, or is refused with a sentence that says what to do.
//!
//! `tests/frozen` is never written again; its links are opened by `browser::old_links_open`. A form that changes keeps these, or says how to make them anew.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::server::Server;
use crate::support::{check, folder, names, run, takeaway};

/// A copy of the frozen files in a folder of the test's own.
fn thawed(name: &str) -> PathBuf {
    let to = folder(&format!("frozen/{name}"));
    copy(Path::new("tests/frozen"), &to);
    to
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::write(target, fs::read(entry.path()).unwrap()).unwrap();
        }
    }
}

#[test]
fn a_certificate_is_accepted() {
    let output = run(&["check", "tests/frozen/wythoff.certificate", "--json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["accepted"], true, "{answer}");
    assert_eq!(answer["claims"].as_array().unwrap().len(), 3);
}

#[test]
fn rules_mean_what_they_meant() {
    let output = run(&["outcome", "tests/frozen/raleigh.game", "3,6,10", "--json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["outcome"], "N", "{answer}");
    let now = run(&["rules", "raleigh", "--format", "game"]).stdout;
    let frozen = fs::read("tests/frozen/raleigh.game").unwrap();
    assert_eq!(String::from_utf8(now), String::from_utf8(frozen));
}

/// Results of another program are left where they are, and the report says how many there are.
#[test]
fn results_of_a_search_are_told_apart() {
    let folder = thawed("search");
    let (family, out) = (folder.join("family.game"), folder.join("search"));
    let (family, out) = (family.to_str().unwrap(), out.to_str().unwrap());
    let before = names(Path::new(out));
    let found = run(&[
        "search", family, "--over", "d=1..2", "--max", "60", "--out", out,
    ]);
    assert_eq!(found.status.code(), Some(0), "{found:?}");
    assert_eq!(names(Path::new(out)).len(), before.len() + 1);
    let report = String::from_utf8(run(&["search", "--report", out]).stdout).unwrap();
    assert!(
        report.contains("1 unit of another build left out"),
        "{report}"
    );
}

#[test]
fn a_checkpoint_of_another_program_is_refused() {
    let file = thawed("checkpoint").join("checkpoint");
    let kept = fs::read(&file).unwrap();
    let file_name = file.to_str().unwrap();
    let output = run(&["solve", "rat", "--max", "3000", "--checkpoint", file_name]);
    check(&output, 2, "another build");
    assert_eq!(fs::read(&file).unwrap(), kept);
}

#[test]
fn a_match_goes_on() {
    let state = thawed("match");
    let matches = state.join("takeaway/matches");
    fs::create_dir_all(&matches).unwrap();
    fs::copy(state.join("raleigh.match"), matches.join("1.match")).unwrap();
    let output = takeaway(&["play", "--resume", "--json"])
        .env("XDG_STATE_HOME", &state)
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains(r#"["1","2","3"]"#), "{shown}");
}

#[test]
fn requests_are_answered() {
    let server = Server::start(&[]);
    let requests = fs::read_to_string("tests/frozen/requests.json").unwrap();
    let requests: Vec<Value> = serde_json::from_str(&requests).unwrap();
    for request in requests {
        let response = server.post(
            request["path"].as_str().unwrap(),
            &request["body"].to_string(),
        );
        assert_eq!(response.status, 200, "{request}: {}", response.text());
        assert!(response.json()["error"].is_null(), "{}", json!(request));
    }
}
