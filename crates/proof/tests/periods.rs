//! Games whose P-positions and nim-values repeat with a large period.
#![allow(clippy::unwrap_used)]

use logic::Unwatched;
use proof::{Claim, ClaimOutcome, Report, prove};
use rules::spec::Spec;

/// The largest automaton may have so many nodes for each unit of the period.
const NODES: usize = 12;

fn load(rules: &str, claims: &str) -> Spec {
    let text = format!("game g\npiles x\n{rules}\n{claims}\n");
    lang::load(&text, "g.game", &[]).unwrap()
}

fn reports(rules: &str, claims: &str) -> Vec<Report> {
    prove(&load(rules, claims), &Unwatched)
}

fn check_proved(k: usize, rules: &str, claims: &str) {
    for report in reports(rules, claims) {
        assert_eq!(report.outcome, ClaimOutcome::Proved, "{rules}; {claims}");
        let largest = report.largest_automaton;
        assert!(
            largest <= NODES * (k + 1) + 1000,
            "{rules}; {claims}: {largest}"
        );
    }
}

/// "Take at most k" in several spellings, with its P-positions and nim-values in several spellings.
#[test]
fn take_at_most_so_many() {
    for k in [3, 70, 150, 1000, 10_000] {
        let m = k + 1;
        for rules in [
            format!("move a: x - x' <= {k}"),
            format!("move a: x' < x and x' >= x - {k}"),
            format!("move a: 1 <= x - x' <= {k}"),
            format!("move a: x <= x' + {k} and x' + 1 <= x"),
            format!("move a: x - x' in {{ n | 1 <= n <= {k} }}"),
        ] {
            for claims in [
                format!("P = {{ {m}*n | n >= 0 }}"),
                format!("P when x mod {m} = 0"),
                format!("nim-value = x mod {m}"),
                format!("nim-value = x - {m}*(x div {m})"),
            ] {
                check_proved(k, &rules, &claims);
            }
        }
    }
}

/// What is almost right is refuted.
#[test]
fn wrong_periods_are_refuted() {
    for claims in [
        "P = { 72*n | n >= 0 }",
        "P when x mod 70 = 0",
        "nim-value = x mod 72",
        "nim-value = (x + 1) mod 71",
        "nim-value = if x mod 71 < 70 then x mod 71 else 69",
    ] {
        for report in reports("move a: x - x' <= 70", claims) {
            assert!(
                matches!(report.outcome, ClaimOutcome::Refuted(_)),
                "{claims}: {:?}",
                report.outcome
            );
        }
    }
}

/// Values that wrap within the period: take 1 or 100.
#[test]
fn values_that_wrap() {
    let rules = "move a: x - x' in {1, 100}";
    let spec = load(
        rules,
        "nim-value = if x mod 101 = 100 then 2 else (x mod 101) mod 2",
    );
    let report = proof::prove_claim(&spec, Claim::NimValues, &Unwatched);
    assert_eq!(report.outcome, ClaimOutcome::Proved);
}
