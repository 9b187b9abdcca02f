//! Games of the papers, proved; broken ones refuted with the smallest counterexample, as brute force finds it.
#![allow(clippy::unwrap_used)]

use crate::support::*;
use logic::{Formula, Term, Unwatched};
use numeration::natural::Natural;
use proof::{Claim, ClaimOutcome, Counterexample, check, prove, prove_claim};
use rules::position::Position;
use rules::spec::{NimValueClaim, Spec};

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
    assert_eq!(report.outcome, ClaimOutcome::Proved, "{}", spec.name);
    assert_eq!(
        first_error(spec, [0, 0, 40, 18, 12, 9][spec.dimension()]),
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
        check_proved(&succinct(d));
    }
}

#[test]
fn golden_games() {
    check_proved(&wythoff(1));
    check_proved(&raleigh());
}

#[test]
fn quadratic_games() {
    check_proved(&wythoff(2));
    check_proved(&wythoff(3));
    for game in ["beta-nim", "beta-wynim", "beta-t-wynim"] {
        check_proved(&load(game, "beta=2+sqrt(2)"));
    }
}

/// Each broken game has its smallest counterexample, with the half that failed, as brute force finds it.
#[test]
fn broken_games_are_refuted() {
    let check = |spec: &Spec, what: &str, piles: &[u64], half: Half| {
        let found = check_against_brute_force(spec, what, piles.iter().sum::<u64>() + 1);
        assert_eq!(
            found,
            Some((piles.iter().copied().collect(), half)),
            "{what}"
        );
    };
    let (stuck, inside) = (Half::NoMoveInto, Half::MoveInside);
    check(&rat_with_a_one(), "with a = 1 always", &[8, 15, 32], stuck);
    check(
        &rat_without_permutation(),
        "without the extra permutation",
        &[3, 5, 11],
        stuck,
    );
    check(
        &raleigh_without_proviso(),
        "without the proviso",
        &[6, 7, 11],
        inside,
    );
    check(&succinct_as_printed(2), "as printed", &[2, 5], stuck);
    check(&succinct_as_printed(3), "as printed", &[2, 5, 11], stuck);
}

/// A claim about nim-values is refuted at the smallest position where it is wrong.
#[test]
fn wrong_nim_values_are_refuted() {
    let mut spec = wythoff(1);
    let sum = Term::from(spec.before(0)) + spec.before(1);
    spec.moves.truncate(1);
    spec.p_positions = None;
    spec.nim_values = vec![NimValueClaim {
        condition: Formula::Constant(true),
        value: sum,
    }];
    let report = prove_claim(&spec, Claim::NimValues, &Unwatched);
    // Nim on two piles: (1, 1) has the nim-value 0, and no option of nim-value 0.
    let position: Position = [1, 1].into_iter().collect();
    assert_eq!(
        report.outcome,
        ClaimOutcome::Refuted(Counterexample::MissingValue {
            position,
            claimed: Natural::from(2u32),
            value: Natural::default(),
        })
    );
    let xor = Term::NimSum(vec![spec.before(0).into(), spec.before(1).into()]);
    spec.nim_values[0].value = xor;
    assert_eq!(
        prove_claim(&spec, Claim::NimValues, &Unwatched).outcome,
        ClaimOutcome::Proved
    );
    spec.nim_values[0].value = Term::integer(0);
    let report = prove_claim(&spec, Claim::NimValues, &Unwatched);
    assert_eq!(
        report.outcome,
        ClaimOutcome::Refuted(Counterexample::SameValue {
            from: [0, 1].into_iter().collect(),
            to: Some([0, 0].into_iter().collect()),
            claimed: Natural::default(),
            value: Some(Natural::from(1u32)),
        })
    );
}

/// The rules of Nim on two sorted piles with a claim.
fn nim_with(claim: &str) -> Spec {
    let text = format!("game nim\npiles x <= y\nmove nim: exactly 1 of x, y changes\n{claim}\n");
    lang::load(&text, "nim.game", &[]).unwrap()
}

/// C. L. Bouton's misère Nim: an odd number of piles of one token, or an even number of larger equal piles, as far as two piles go.
#[test]
fn misere_nim() {
    let outcome = |claim: &str| {
        let spec = nim_with(claim);
        assert_eq!(proof::claims(&spec), [Claim::MiserePPositions]);
        prove_claim(&spec, Claim::MiserePPositions, &Unwatched).outcome
    };
    let right = "misere P = { (0, 1) } or { (n, n) | n >= 2 }";
    assert_eq!(outcome(right), ClaimOutcome::Proved);
    let position = |piles: [u64; 2]| piles.into_iter().collect::<Position>();
    let normal = outcome("misere P when x = y");
    let end = Counterexample::EndInside {
        position: position([0, 0]),
    };
    assert_eq!(normal, ClaimOutcome::Refuted(end));
    let short = outcome("misere P = { (0, 1) } or { (n, n) | n >= 3 }");
    let stuck = Counterexample::NoMoveInto {
        position: position([2, 2]),
    };
    assert_eq!(short, ClaimOutcome::Refuted(stuck));
    let wide = outcome("misere P = { (0, 1) } or { (n, n) | n >= 1 }");
    assert!(
        matches!(&wide, ClaimOutcome::Refuted(Counterexample::MoveInside { from, to, .. })
            if *from == position([1, 1]) && *to == position([0, 1])),
        "{wide:?}"
    );
}

/// Larsson's theorems, with his k one more than K; and both claims broken, refuted at the smallest position.
#[test]
fn blocking_wythoff() {
    for blocking in ["1", "2"] {
        check_proved(&load("blocking-wythoff", &format!("K={blocking}")));
    }
    let broken = [
        ("{ (0, 0) } or ", ""),
        ("2*A(n) + 2, 2*B(n) + 2)", "2*A(n) + 2, 2*B(n) + 3)"),
        ("blocking K", "blocking 0"),
        ("x' < x and x - x'", "x - x' <= 5 and x - x'"),
    ];
    for change in broken {
        let spec = load_with("blocking-wythoff", "", change);
        let found = check_against_brute_force(&spec, change.0, 30);
        assert!(found.is_some(), "{change:?} is proved");
    }
}

/// Games with a domain and piles of both orders.
#[test]
fn a_pass_and_another_end() {
    check_proved(&load("nim-pass", ""));
    check_proved(&load("ended-wythoff", ""));
    let broken = [
        (
            "nim-pass",
            ("positions when p <= 1", "positions when p <= 2"),
            12,
        ),
        ("nim-pass", ("if y > 0", "if y >= 0"), 12),
        ("nim-pass", (" or { (0, 0, 1) }", ""), 12),
        ("ended-wythoff", ("x + y <= 1", "x + y <= 2"), 12),
    ];
    for (name, change, most) in broken {
        let found = check_against_brute_force(&load_with(name, "", change), change.0, most);
        assert!(found.is_some(), "{change:?} is proved");
    }
}

/// A comparison asks about any number of positions: none of them takes steps from another.
#[test]
fn large_boards_are_compared() {
    let report = proof::compare(&mouse(), Claim::PPositions, 600, &Unwatched).unwrap();
    assert_eq!(report.outcome, ClaimOutcome::HoldsUpTo(600));
}

/// Welter's game with two coins (J. H. Conway, On Numbers and Games, chapter 13): no square holds both, and the nim-value is one less
/// than the nim-sum.
#[test]
fn two_coins_of_welter() {
    let rules = |value: &str| {
        let text = format!(
            "game welter\npiles x <= y\npositions when x != y\nmove shift: exactly 1 of x, y changes\n\
             P = {{ (2*n, 2*n + 1) | n >= 0 }}\nnim-value = {value}\n"
        );
        lang::load(&text, "welter.game", &[]).unwrap()
    };
    let spec = rules("(x xor y) - 1");
    check_proved(&spec);
    let report = prove_claim(&rules("x xor y"), Claim::NimValues, &Unwatched);
    assert!(matches!(report.outcome, ClaimOutcome::Refuted(_)));
    let mut certificate = proof::begin_certificate(&spec).unwrap();
    for report in prove(&spec, &Unwatched) {
        assert_eq!(report.outcome, ClaimOutcome::Proved);
        let proof = report.proof.unwrap();
        proof::certify(&mut certificate, &spec, &proof, &Unwatched).unwrap();
    }
    assert_eq!(check(&certificate, &Unwatched).unwrap().claims.len(), 2);
}
