//! Every claim of every rule file that is expected to be proved.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use logic::Unwatched;
use proof::{Outcome, prove};

fn load(game: &str, arguments: &str) -> games::spec::Spec {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../rules/{game}.game"));
    let text = std::fs::read_to_string(path).unwrap();
    let arguments: Vec<(String, String)> = arguments
        .split(';')
        .filter_map(|argument| argument.split_once('='))
        .map(|(a, b)| (a.into(), b.into()))
        .collect();
    lang::load(&text, &format!("{game}.game"), &arguments).unwrap()
}

fn check(game: &str, arguments: &str) {
    for report in prove(&load(game, arguments), &Unwatched) {
        println!(
            "{game}:{arguments} {} {:?} {}",
            report.name, report.outcome, report.largest_automaton
        );
        assert_eq!(
            report.outcome,
            Outcome::Proved,
            "{game}:{arguments}: {}",
            report.name
        );
    }
}

#[test]
fn rat_games() {
    check("mouse", "");
    check("rat", "");
    for d in 2..=5 {
        check("succinct-rat", &format!("d={d}"));
    }
}

#[test]
fn fat_and_grandiose_rats() {
    for parameter in 2..=4 {
        check("fat-rat", &format!("m={parameter}"));
        check("grandiose-rat", &format!("d={parameter}"));
    }
}

#[test]
fn golden_games() {
    check("raleigh", "");
    check("wythoff", "d=1");
    for game in ["beta-nim", "beta-wynim", "beta-t-wynim"] {
        check(game, "beta=phi^2");
    }
}

#[test]
fn other_quadratic_games() {
    for d in 2..=3 {
        check("wythoff", &format!("d={d}"));
    }
    for game in ["beta-nim", "beta-wynim", "beta-t-wynim"] {
        check(game, "beta=2+sqrt(2)");
    }
    for game in ["beta-nim", "beta-wynim"] {
        check(game, "beta=(5+sqrt(13))/2");
    }
}

#[test]
fn nim_values() {
    check("nim", "m=2");
    check("nim", "m=3");
    check("cyclic-nimhoff", "h=3;m=2");
}
