//! The β-games for β in fields whose systems have longer periods: the verdict that a theorem gives, and brute force on small positions.
#![allow(clippy::unwrap_used)]

use crate::support::*;
use checker::systems::Numeration;
use logic::Unwatched;
use numeration::natural::gcd;
use proof::{Claim, ClaimOutcome, check, prove_claim};

/// Does the theorem on β^T-Wynim hold for β = (a + √b)/c? Exactly if β > 3, or its primitive polynomial g has g(1) < 0 and g(3) = 1
/// (docs/beta-triangles.md).
fn triangles_hold(a: i64, b: i64, c: i64) -> bool {
    let above = 3 * c - a < 0 || (3 * c - a).pow(2) < b;
    let polynomial = [c * c, -2 * a * c, a * a - b];
    let content = polynomial.into_iter().fold(0, gcd);
    let [p, q, r] = polynomial.map(|number| number / content);
    above || p + q + r < 0 && 9 * p + 3 * q + r == 1
}

fn check_beta(game: &str, (a, b, c): (i64, i64, i64)) {
    let spec = load(game, &format!("beta=({a}+sqrt({b}))/{c}"));
    let found = check_against_brute_force(&spec, &format!("({a} + √{b})/{c}"), 60);
    let truth = game != "beta-t-wynim" || triangles_hold(a, b, c);
    assert_eq!(found.is_none(), truth, "{game} ({a} + √{b})/{c}");
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn roots() {
    for b in [5, 6, 7, 8] {
        for game in ["beta-nim", "beta-wynim", "beta-t-wynim"] {
            check_beta(game, (0, b, 1));
        }
    }
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn other_quadratics() {
    for beta in [(1, 7, 1), (7, 17, 4), (1, 21, 2)] {
        for game in ["beta-nim", "beta-wynim", "beta-t-wynim"] {
            check_beta(game, beta);
        }
    }
}

/// Numbers of which a multiple was named without need, and one for which a generator was chosen in which it has to be: the largest
/// automaton tells that neither happens.
#[test]
fn no_multiple_is_named_without_need() {
    for (beta, most) in [
        ("beta=4+sqrt(2)", 120_000),
        ("beta=5+sqrt(2)", 140_000),
        ("beta=(3+sqrt(11))/3", 850_000),
    ] {
        let spec = load("beta-wynim", beta);
        let report = prove_claim(&spec, Claim::PPositions, &Unwatched);
        assert_eq!(report.outcome, ClaimOutcome::Proved, "{beta}");
        let largest = report.largest_automaton;
        assert!(largest < most, "{beta}: {largest} nodes");
    }
}

/// A move too many, or one too few, is found in these systems as in any other.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn broken_games_are_refuted() {
    for beta in ["beta=sqrt(7)", "beta=sqrt(6)"] {
        let more = load_with("beta-wynim", beta, ("|s - t| < d", "|s - t| <= d"));
        let fewer = load_with("beta-wynim", beta, ("|s - t| < d", "|s - t| < d - 1"));
        let in_b = (
            "if x not in B and y not in B",
            "if x not in B or y not in B",
        );
        let free = load_with("beta-wynim", beta, in_b);
        for (spec, what) in [(more, "more"), (fewer, "fewer"), (free, "free")] {
            check_against_brute_force(&spec, &format!("{beta} {what}"), 60);
        }
    }
}

#[test]
fn wythoff_with_larger_d() {
    for d in [4, 5, 8] {
        let spec = load("wythoff", &format!("d={d}"));
        let report = prove_claim(&spec, Claim::PPositions, &Unwatched);
        assert_eq!(report.outcome, ClaimOutcome::Proved, "d = {d}");
    }
}

/// The checker reads a system with a longer period from the certificate, whichever rotation was chosen.
#[test]
fn certificates_in_chosen_systems() {
    for (beta, mut quotients) in [
        ("beta=sqrt(7)", vec![4, 1, 1, 1]),
        ("beta=sqrt(6)", vec![4, 2]),
    ] {
        let spec = load("beta-nim", beta);
        let proof = prove_claim(&spec, Claim::PPositions, &Unwatched).proof;
        let mut certificate = proof::begin_certificate(&spec).unwrap();
        proof::certify(&mut certificate, &spec, &proof.unwrap(), &Unwatched).unwrap();
        let system = Numeration::Ostrowski(quotients.clone());
        assert_eq!(certificate.claims[0].system, system, "{beta}");
        assert!(check(&certificate, &Unwatched).is_ok(), "{beta}");
        // With the digits of another system the same tables show nothing.
        quotients.rotate_left(1);
        certificate.claims[0].system = Numeration::Ostrowski(quotients);
        assert!(check(&certificate, &Unwatched).is_err(), "{beta}");
    }
}
