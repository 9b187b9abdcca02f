//! Games whose P-positions are said in digits: proved for all positions; broken ones refuted as brute force finds it.
#![allow(clippy::unwrap_used)]

use crate::support::*;
use logic::Unwatched;
use logic::arithmetic::verify::Foundations;
use proof::{Claim, ClaimOutcome, prove, prove_claim};
use rules::spec::Spec;

fn game(text: &str) -> Spec {
    lang::load(text, "test.game", &[]).unwrap_or_else(|faults| panic!("{text}\n{faults}"))
}

/// Every claim is proved, in a system whose arithmetic is proved, and brute force agrees.
fn check(spec: &Spec) {
    for report in prove(spec, &Unwatched) {
        assert_eq!(
            (report.outcome, report.foundations),
            (ClaimOutcome::Proved, Some(Foundations::Proved)),
            "{}: {}",
            spec.name,
            report.name
        );
    }
    let most = [0, 200, 60, 30, 16][spec.dimension()];
    assert_eq!(first_error(spec, most), None, "{}", spec.name);
}

#[test]
fn mark() {
    check(&load("mark", ""));
    let broken = |said, instead, what: &str| {
        let spec = load_with("mark", "", (said, instead));
        let found = check_against_brute_force(&spec, what, 40);
        assert!(found.is_some(), "{what}");
    };
    broken("(00)*0|0", "(00)*", "vile");
    broken("|0", "", "without 0");
    broken("n - 1", "n - 2", "two");
}

/// A negative number has no digits: brute force stops where a rule or a claim depends on them, and so does the prover. Where it does not
/// depend on them, both go on.
#[test]
fn what_has_no_truth_value_is_not_proved() {
    let stops = |text: &str, expected: &str| {
        let spec = game(text);
        let report = prove_claim(&spec, Claim::PPositions, &Unwatched);
        match report.outcome {
            ClaimOutcome::Undecided(error) => assert_eq!(error.to_string(), expected),
            other => panic!("{text}: {other:?}"),
        }
    };
    let rules = |condition: &str| {
        format!("game g\npiles x\nmove a: x' = x - 1 and {condition}\nP when true")
    };
    stops(
        &rules("not (digits(x - 3, binary) matches \".*\")"),
        "for x = 1, x' = 0, the digits of -2 are not defined: x - 3 must not be negative",
    );
    stops(
        &rules("((x - 2) xor 1) = 1"),
        "for x = 1, x' = 0, the nim-sum of -1 is not defined: x - 2 must not be negative",
    );
    stops(
        "game g\npiles x\nmove a: x' < x\nP when shift(x - 1, zeckendorf) = 1",
        "for x = 0, the digits of -1 are not defined: x - 1 must not be negative",
    );
    stops(
        "game g\npiles x, y\nmove a: x' < x and y' = y\nP = { (shift(n - 1, binary), m) | n >= 0, m >= 0 }",
        "for n = 0, m = 0, the digits of -1 are not defined: n - 1 must not be negative",
    );
    check(&game(
        "game g\npiles x <= y\nmove a: exactly 1 of x, y changes and digits((x - x') + (y - y') - 1, binary) matches \".*\"\n\
         P when digits(y - x, binary) matches \"0\"",
    ));
    check(&game(
        "game g\npiles x\nmove a: x >= 3 and x' = x - 3 and digits(x - 3, binary) matches \".*\"\nP when x mod 6 < 3",
    ));
}

#[test]
fn moores_nim() {
    for (m, k) in [(3, 2), (4, 2), (4, 3), (3, 3)] {
        check(&load("moore", &format!("m={m};k={k}")));
    }
    let broken = |said, instead, what: &str| {
        let spec = load_with("moore", "", (said, instead));
        let found = check_against_brute_force(&spec, what, 9);
        assert!(found.is_some(), "{what}");
    };
    broken("mod (k + 1)", "mod 2", "modulo 2");
    broken(
        "of x change",
        "of x change and x[1] != 1",
        "not from a least pile of 1",
    );
}

const WYTHOFF: &str = "game wythoff-by-digits \"Wythoff\"
piles x <= y
move I: exactly 1 of x, y changes
move II: x' < x and y' < y and x - x' = y - y'
P when x = 0 and y = 0 or digits(x, zeckendorf) matches \".*1(00)*\" and y = shift(x, zeckendorf)
theorem \"even endings\": forall x >= 1: digits(x, zeckendorf) matches \".*1(00)*\" iff exists n >= 1: x = floor(n*phi)
theorem \"odd endings\": forall x >= 1: digits(x, zeckendorf) matches \".*1(00)*0\" iff exists n >= 1: x = floor(n*phi^2)
theorem \"shift\": forall n: floor(n*phi^2) = shift(floor(n*phi), zeckendorf)";

#[test]
fn wythoff_by_digits() {
    check(&game(WYTHOFF));
    let odd = WYTHOFF.replacen("1(00)*", "1(00)*0", 1);
    let found = check_against_brute_force(&game(&odd), "odd endings", 25);
    assert!(found.is_some());
    let one_more = WYTHOFF.replace("y = shift(x,", "y = 1 + shift(x,");
    let found = check_against_brute_force(&game(&one_more), "one more", 25);
    assert!(found.is_some());
}

/// The same P-positions by the ternary system U, in which a shift is a floor of a multiple of φ².
const TERNARY: &str = "game wythoff-by-u \"Wythoff\"
piles x <= y
move I: exactly 1 of x, y changes
move II: x' < x and y' < y and x - x' = y - y'
P when x = 0 and y = 0 or exists n >= 1: x = floor(n*phi) and y = shift(n, ternary_u) - 1
theorem \"reduced\": forall n >= 1: digits(floor((n - 1)*phi) + 1, ternary_u) matches \".*[12]\"";

#[test]
fn wythoff_by_the_ternary_system() {
    check(&game(TERNARY));
    for (said, instead) in [("ternary_u) - 1", "ternary_u)"), ("n*phi", "n*phi + 1/5")] {
        let broken = game(&TERNARY.replacen(said, instead, 1));
        let found = check_against_brute_force(&broken, instead, 25);
        assert!(found.is_some(), "{instead}");
    }
}

/// Sentences of the papers about digits, each with a false one beside it.
const PAPERS: &str = "game papers
piles x
move I: x' < x
let A(n) = floor(floor(n*phi)*phi)
let B(n) = floor(n*phi^2)
let C(n) = floor(floor(n*phi^2)*phi)
theorem \"Raleigh, Theorem 3, A\": forall t >= 1: (exists n >= 1: t = A(n)) iff digits(t, zeckendorf) matches \".*1\"
theorem \"Raleigh, Theorem 3, B\": forall t >= 1: (exists n >= 1: t = B(n)) iff digits(t, zeckendorf) matches \".*10(00)*\"
theorem \"Raleigh, Theorem 3, C\": forall t >= 1: (exists n >= 1: t = C(n)) iff digits(t, zeckendorf) matches \".*1(00)+\"
theorem \"Raleigh, Theorem 3, the shift\": forall n: C(n) = shift(B(n), zeckendorf)
theorem \"Rat, the bounds of the digits\": forall n: digits(n, p(7/4)) matches \"(.?[0123])?[01]\"
theorem \"Rat, the last digit over the denominators\": forall n >= 1: digits(n, q(7/4)) matches \".*0\"";

#[test]
fn sentences_of_the_papers() {
    let spec = game(PAPERS);
    for report in prove(&spec, &Unwatched) {
        assert_eq!(report.outcome, ClaimOutcome::Proved, "{}", report.name);
    }
    let broken = PAPERS
        .replace("1(00)+", "1(00)*")
        .replace("10(00)*", "1(00)*")
        .replace("= shift(B(n)", "= 1 + shift(B(n)")
        .replace("[0123]", "[012]")
        .replace("q(7/4)", "p(7/4)");
    let broken = game(&broken);
    for (index, report) in prove(&broken, &Unwatched).into_iter().enumerate() {
        let refuted = matches!(report.outcome, ClaimOutcome::Refuted(_));
        assert!(refuted || index == 0, "{}", report.name);
    }
}

/// P-positions of Fraenkel's heap games: even endings, and shifted by one place.
fn heap(s: u32, t: u32) -> String {
    let digits: String = (1..s + t).map(|digit| digit.to_string()).collect();
    format!(
        "game heap{s}{t} \"Heap game\" (s = {s}, t = {t})
piles x <= y
system U = recurrence(s + t - 1, s)
move I: exactly 1 of x, y changes
move II:
    let k = min(x - x', y - y')
    let l = max(x - x', y - y')
    x' < x and y' < y
    l - k < (s - 1)*k + t
P when x = 0 and y = 0 or digits(x, U) matches \".*[{digits}](00)*\" and y = shift(x, U)"
    )
}

#[test]
fn heap_games() {
    for (s, t) in [(1, 1), (2, 1), (1, 2), (2, 2)] {
        check(&game(&heap(s, t)));
    }
    let broken = game(&heap(2, 1).replace("*k + t\n", "*k + t + 1\n"));
    let found = check_against_brute_force(&broken, "t + 1", 25);
    assert!(found.is_some());
}

/// The theorems of the Tribonacci game; its P-positions take some ten seconds and are left to whoever asks for them.
#[test]
fn tribonacci() {
    let spec = load("tribonacci", "");
    for index in 0..spec.theorems.len() {
        let report = prove_claim(&spec, Claim::Theorem(index), &Unwatched);
        assert_eq!(report.outcome, ClaimOutcome::Proved, "{}", report.name);
    }
    assert_eq!(first_error(&spec, 36), None);
    let third = "shift(shift(shift(n, T), T), T)";
    let broken = load_with(
        "tribonacci",
        "",
        (&format!("{third} + 4"), &format!("{third} + 5")),
    );
    assert!(first_error(&broken, 36).is_some());
}

/// Proofs about digits are written down, also in systems with finitely many places.
#[test]
fn certificates() {
    let can_be = |spec: &Spec| {
        let claims = proof::claims(spec).into_iter();
        let each = claims.map(|claim| proof::can_be_certified(spec, claim));
        each.collect::<Vec<bool>>()
    };
    assert_eq!(can_be(&load("mark", "")), [true; 2]);
    assert_eq!(can_be(&load("tribonacci", "")), [true; 5]);
    let papers = can_be(&game(PAPERS));
    assert_eq!(papers, [true; 6]);
}
