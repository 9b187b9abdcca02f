//! Certificates: accepted for the game they were made for, refused for any other and when damaged.
#![allow(clippy::unwrap_used)]

mod support;

use games::spec::Spec;
use logic::Unwatched;
use numeration::real::Real;
use proof::{Certificate, Claim, Outcome, Refusal, check, prove_claim};
use support::*;

fn certified(spec: &Spec) -> Certificate {
    let mut certificate = Certificate::new("the rules", spec);
    certificate
        .certify(spec, Claim::PPositions, &Unwatched)
        .unwrap();
    let text = certificate.to_text();
    assert_eq!(Certificate::from_text(&text).unwrap(), certificate);
    let checked = check(spec, &certificate, &Unwatched).unwrap();
    assert_eq!(
        checked.claims,
        [(Claim::PPositions, "P-positions".to_owned())]
    );
    certificate
}

#[test]
fn rational_games() {
    certified(&mouse());
    certified(&succinct(2, false));
    certified(&succinct(3, false));
}

#[test]
fn quadratic_games() {
    certified(&wythoff(1));
    certified(&wythoff(2));
    certified(&raleigh(true));
    let beta = Real::quadratic(2, 1, 2u32, 1).unwrap();
    certified(&beta_game(Beta::Wynim, beta));
}

/// A certificate proves nothing about a game with other rules, unless the claim is true of that game too.
fn check_refused_for_mutants(spec: &Spec) {
    let certificate = certified(spec);
    for (what, mutant) in mutants(spec) {
        let proved = prove_claim(&mutant, Claim::PPositions, &Unwatched).outcome == Outcome::Proved;
        let accepted = check(&mutant, &certificate, &Unwatched).is_ok();
        assert!(
            proved || !accepted,
            "{} {what}: accepted, but false",
            spec.name
        );
    }
}

#[test]
fn certificates_are_refused_for_other_rules() {
    check_refused_for_mutants(&mouse());
    check_refused_for_mutants(&wythoff(1));
    check_refused_for_mutants(&wythoff(2));
    let certificate = certified(&succinct(2, false));
    let refused = |spec: &Spec| {
        matches!(
            check(spec, &certificate, &Unwatched),
            Err(Refusal::Wrong(_))
        )
    };
    assert!(refused(&succinct(2, true)));
    assert!(refused(&mouse()));
}
