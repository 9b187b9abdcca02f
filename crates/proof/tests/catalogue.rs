//! Every claim of every rule file: proved, or refuted with the smallest counterexample.
#![allow(clippy::unwrap_used)]

use crate::support::{load, load_with};
use logic::Unwatched;
use logic::arithmetic::verify::Foundations;
use numeration::natural::Natural;
use proof::{ClaimOutcome, Counterexample, prove};
use rules::position::Position;

fn check(game: &str, arguments: &str) {
    for report in prove(&load(game, arguments), &Unwatched) {
        println!(
            "{game}:{arguments} {} {:?} {}",
            report.name, report.outcome, report.largest_automaton
        );
        assert_eq!(
            (report.outcome, report.foundations),
            (ClaimOutcome::Proved, Some(Foundations::Proved)),
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
        let ClaimOutcome::Refuted(Counterexample::MoveInside {
            from: found,
            to,
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

/// What a theorem says instead is false, first for this n.
fn check_printed(game: &str, arguments: &str, theorem: &str, printed: (&str, &str), n: u32) {
    let spec = load_with(game, arguments, printed);
    let reports = prove(&spec, &Unwatched);
    let report = reports.iter().find(|report| report.name == theorem);
    let values = vec![("n".to_owned(), Natural::from(n))];
    assert_eq!(
        report.unwrap().outcome,
        ClaimOutcome::Refuted(Counterexample::Values(values)),
        "{game}:{arguments}: {theorem}"
    );
}

#[test]
fn lemmas_as_printed_are_refuted() {
    for (d, n) in [(2, 3), (3, 5), (4, 9)] {
        let arguments = format!("d={d}");
        let gap = ("if (n - 1) mod 2^(d-j) = 0", "if n mod 2^(d-j) = 0");
        check_printed("succinct-rat", &arguments, "Lemma 10, corrected", gap, 2);
        let sum = ("(if n mod 2^(d-1) = 1 then 1 - 2^(d-1) else 1)", "1");
        check_printed("succinct-rat", &arguments, "Lemma 12, corrected", sum, n);
    }
}
