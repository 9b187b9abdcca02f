//! Every claim of every rule file: proved, or refuted with the smallest counterexample.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use games::position::Position;
use logic::Unwatched;
use logic::arithmetic::verify::Foundations;
use proof::{Counterexample, Outcome, prove};

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
            (report.outcome, report.foundations),
            (Outcome::Proved, Some(Foundations::Proved)),
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
    for game in ["beta-nim", "beta-wynim", "beta-t-wynim"] {
        check(game, "beta=(5+sqrt(13))/2");
        check(game, "beta=1+sqrt(3)");
        check(game, "beta=3+sqrt(2)");
        check(game, "beta=(7+sqrt(5))/2");
    }
    check("beta-nim", "beta=1+sqrt(2)");
    check("beta-nim", "beta=sqrt(5)");
    check("beta-wynim", "beta=2+sqrt(3)");
    check("beta-t-wynim", "beta=sqrt(8)");
}

/// Below 3 the theorem on β^T-Wynim is false for most β: docs/beta-triangles.md says for which.
#[test]
fn triangles_that_do_not_suffice() {
    for (beta, from) in [("1+sqrt(2)", [3, 4]), ("sqrt(5)", [3, 4])] {
        let reports = prove(&load("beta-t-wynim", &format!("beta={beta}")), &Unwatched);
        let Outcome::Refuted(Counterexample::MoveInside {
            from: found,
            to: Some(to),
            kind,
        }) = &reports[0].outcome
        else {
            panic!("{beta}: {:?}", reports[0]);
        };
        let origin: Position = [0, 0].into_iter().collect();
        assert_eq!(
            (found, to),
            (&from.into_iter().collect(), &origin),
            "{beta}"
        );
        assert_eq!(&**kind, "diagonal");
    }
}

#[test]
fn nim_values() {
    check("nim", "m=2");
    check("nim", "m=3");
    check("cyclic-nimhoff", "h=3;m=2");
}
