//! Games of the papers, proved; broken ones refuted with the smallest counterexample, as brute force finds it.
#![allow(clippy::unwrap_used)]

mod support;

use games::position::Position;
use games::ruleset::Ruleset;
use games::spec::{NimValueClaim, Spec};
use logic::{Formula, Term, Unwatched};
use numeration::natural::Natural;
use numeration::real::Real;
use proof::{Claim, Counterexample, Outcome, prove_claim};
use support::*;

fn check_proved(spec: &Spec) {
    let start = std::time::Instant::now();
    let report = prove_claim(spec, Claim::PPositions, &Unwatched);
    println!(
        "{} {:?} {:?} largest {}",
        spec.name,
        report.outcome,
        start.elapsed(),
        report.largest_automaton
    );
    assert_eq!(report.outcome, Outcome::Proved, "{}", spec.name);
    assert_eq!(
        first_error(spec, if spec.dimension() == 2 { 40 } else { 18 }),
        None
    );
}

#[test]
fn mouse_and_rat() {
    check_proved(&mouse());
    check_proved(&rat());
}

#[test]
fn succinct_rats() {
    for d in 2..=5 {
        check_proved(&succinct(d, false));
    }
}

#[test]
fn golden_games() {
    check_proved(&wythoff(1));
    check_proved(&raleigh(true));
}

#[test]
fn quadratic_games() {
    check_proved(&wythoff(2));
    check_proved(&wythoff(3));
    let beta = Real::quadratic(2, 1, 2u32, 1).unwrap();
    check_proved(&beta_game(Beta::Nim, beta.clone()));
    check_proved(&beta_game(Beta::Wynim, beta.clone()));
    check_proved(&beta_game(Beta::Triangle, beta));
}

/// The verdict and the smallest counterexample agree with brute force up to a sum.
fn check_against_brute_force(spec: &Spec, what: &str, most: u64) {
    let report = prove_claim(spec, Claim::PPositions, &Unwatched);
    let expected = first_error(spec, most);
    let found = match &report.outcome {
        Outcome::Proved => None,
        Outcome::Refuted(Counterexample::MoveInside { from, to, kind }) => {
            check_move(spec, from, to.as_ref().unwrap(), kind);
            Some((from.clone(), true))
        }
        Outcome::Refuted(Counterexample::NoMoveInto { position }) => {
            Some((position.clone(), false))
        }
        other => panic!("{} {what}: {other:?}", spec.name),
    };
    let sum = |position: &Position| {
        position
            .piles()
            .iter()
            .fold(Natural::default(), |sum, pile| sum + pile)
    };
    match (&found, &expected) {
        (Some((position, _)), None) => {
            assert!(
                sum(position) > most,
                "{} {what}: {position} is right",
                spec.name
            );
        }
        (found, expected) => {
            let expected = expected
                .as_ref()
                .map(|(piles, claimed)| (piles.iter().copied().collect(), *claimed));
            assert_eq!(*found, expected, "{} {what}", spec.name);
        }
    }
}

/// The move is legal, of this kind, and leads to a claimed position.
fn check_move(spec: &Spec, from: &Position, to: &Position, kind: &str) {
    let kinds = spec.legal(from, to, &Unwatched).unwrap().unwrap();
    assert!(
        kinds.iter().any(|other| &**other == kind),
        "{from} -> {to} is {kinds:?}, not {kind}"
    );
    assert!(is_claimed(spec, to));
}

fn check_mutants(spec: &Spec, most: u64) {
    for (what, mutant) in mutants(spec) {
        check_against_brute_force(&mutant, &what, most);
    }
}

#[test]
fn mutants_of_mouse_and_rat() {
    check_mutants(&mouse(), 24);
    check_mutants(&rat(), 17);
}

#[test]
fn mutants_of_succinct_rats() {
    check_mutants(&succinct(2, false), 20);
    check_mutants(&succinct(3, false), 14);
}

#[test]
fn mutants_of_quadratic_games() {
    check_mutants(&wythoff(1), 22);
    check_mutants(&wythoff(2), 22);
    check_mutants(&raleigh(true), 19);
    let beta = Real::quadratic(2, 1, 2u32, 1).unwrap();
    for which in [Beta::Nim, Beta::Wynim, Beta::Triangle] {
        check_mutants(&beta_game(which, beta.clone()), 18);
    }
}

#[test]
fn broken_games_are_refuted() {
    check_against_brute_force(&rat_with(false, true), "with a = 1 always", 40);
    check_against_brute_force(&rat_with(true, false), "without the extra permutation", 40);
    check_against_brute_force(&raleigh(false), "without the proviso", 40);
    check_against_brute_force(&succinct(2, true), "as printed", 40);
    check_against_brute_force(&succinct(3, true), "as printed", 40);
}

/// A claim about nim-values is refuted at the smallest position where it is wrong.
#[test]
fn wrong_nim_values_are_refuted() {
    let mut spec = wythoff(1);
    let sum = var(&spec.before(0)).plus(var(&spec.before(1)));
    spec.moves.truncate(1);
    spec.p_positions = None;
    spec.nim_values = vec![NimValueClaim {
        condition: Formula::Constant(true),
        value: sum,
    }];
    let report = prove_claim(&spec, Claim::NimValues, &Unwatched);
    // Nim on two piles: (1, 1) has the nim-value 0, and no option of nim-value 0.
    let position: Position = [1, 1].into_iter().collect();
    let value = Natural::default();
    assert_eq!(
        report.outcome,
        Outcome::Refuted(Counterexample::MissingValue { position, value })
    );
    let xor = Term::NimSum(vec![var(&spec.before(0)), var(&spec.before(1))]);
    spec.nim_values[0].value = xor;
    assert_eq!(
        prove_claim(&spec, Claim::NimValues, &Unwatched).outcome,
        Outcome::Proved
    );
    spec.nim_values[0].value = int(0);
    let report = prove_claim(&spec, Claim::NimValues, &Unwatched);
    let from: Position = [0, 1].into_iter().collect();
    assert_eq!(
        report.outcome,
        Outcome::Refuted(Counterexample::SameValue { from })
    );
}
