//! The verdicts on the papers: each is the one on record, and each refutation is found again by plain loops on machine
//! integers that use nothing of the project.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use crate::plain::{beta, frankenstein, large_rats, raleigh, rat};
use lab::{Request, Unwatched};
use papers::{ClaimReport, PapersAnswer, PapersRequest};

fn ask(paper: &str) -> PapersAnswer {
    let request = PapersRequest {
        name: Some(paper.to_owned()),
        claim: None,
    };
    request.answer(&Unwatched).unwrap()
}

/// A plain loop for a claim: it returns the counterexample as the report should show it.
type Loop = (&'static str, fn() -> String);

/// All verdicts of a paper are those on record, and each that something is wrong is confirmed by its loop; so are the
/// scanning accidents that have one.
fn check(paper: &str, loops: &[Loop]) {
    let answer = ask(paper);
    assert_eq!(answer.stopped, None);
    let mut unused: BTreeSet<&str> = loops.iter().map(|(place, _)| *place).collect();
    assert_eq!(unused.len(), loops.len(), "a loop is listed twice");
    for (_, claim) in answer.claims() {
        assert_eq!(claim.verdict, claim.recorded, "{}", claim.place);
        let plain = loops.iter().find(|(place, _)| *place == claim.place);
        assert!(
            plain.is_some() || !claim.verdict.is_error(),
            "{} has no loop",
            claim.place
        );
        if let Some((place, plain)) = plain {
            assert_eq!(shown(claim), plain(), "{place}");
            unused.remove(place);
        }
    }
    assert!(unused.is_empty(), "no claim for the loops {unused:?}");
}

/// The counterexample, or the entries of a table that differ.
fn shown(claim: &ClaimReport) -> String {
    let entries = claim.entries.iter();
    let entries: Vec<String> = entries
        .map(|entry| format!("{}: {} not {}", entry.place, entry.correct, entry.printed))
        .collect();
    match entries.as_slice() {
        [] => claim.counterexample.clone().unwrap(),
        entries => entries.join("; "),
    }
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn rat_and_mouse() {
    check("rat", rat::LOOPS);
}

#[test]
fn raleigh_game() {
    check("raleigh", raleigh::LOOPS);
}

#[test]
fn frankenstein_games() {
    check("frankenstein", frankenstein::LOOPS);
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn arbitrarily_large_rats() {
    check("large-rats", large_rats::LOOPS);
}

#[test]
fn beatty_games() {
    check("beta", beta::LOOPS);
}

#[test]
fn an_unknown_paper_is_named() {
    let request = PapersRequest {
        name: Some("rats".to_owned()),
        claim: None,
    };
    let message = request.answer(&Unwatched).unwrap_err().to_string();
    assert!(message.starts_with("there is no paper `rats`; the papers are rat, raleigh,"));
}
