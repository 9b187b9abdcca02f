//! Certificates: accepted for the game they were made for, refused for any other and when damaged.
#![allow(clippy::unwrap_used)]

mod support;

use games::spec::Spec;
use logic::Unwatched;
use numeration::real::Real;
use proof::{Certificate, CertifyError, Claim, Outcome, Refusal, check, prove_claim};
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
fn every_kind_of_game() {
    certified(&mouse());
    certified(&succinct(2, false));
    certified(&succinct(3, false));
    certified(&wythoff(1));
    certified(&wythoff(2));
    let root = |a, b, d: u32| Real::quadratic(a, b, d, 1).unwrap();
    certified(&beta_game(Beta::Wynim, root(2, 1, 2)));
    // A numeration system with two places to a letter.
    certified(&beta_game(Beta::Nim, root(2, 1, 3)));
}

/// The certificate of a true game, handed in for a false one that looks like it.
#[test]
fn broken_games_are_refused_with_the_certificate_of_the_true_one() {
    let check_refused = |game: &Spec, broken: &[Spec]| {
        let certificate = certified(game);
        for broken in broken {
            let outcome = prove_claim(broken, Claim::PPositions, &Unwatched).outcome;
            assert!(matches!(outcome, Outcome::Refuted(_)));
            let answer = check(broken, &certificate, &Unwatched);
            assert!(matches!(answer, Err(Refusal::Wrong(_))), "{answer:?}");
        }
    };
    check_refused(&rat(), &[rat_with(false, true), rat_with(true, false)]);
    check_refused(&raleigh(true), &[raleigh(false)]);
    check_refused(&succinct(2, false), &[succinct(2, true)]);
    check_refused(&succinct(3, false), &[succinct(3, true)]);
}

/// Every claim of a rule file, certified, written, read and checked; but for those that are too large for the checker.
fn check_file(game: &str, arguments: &[(&str, &str)], too_large: &[&str]) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = path.join(format!("../../rules/{game}.game"));
    let text = std::fs::read_to_string(path).unwrap();
    let text = lang::print(&lang::parse(&text).unwrap());
    let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    let arguments: Vec<(String, String)> = arguments.iter().map(own).collect();
    let spec = lang::load(&text, game, &arguments).unwrap();
    let mut certificate = Certificate::new(&text, &spec);
    for claim in proof::prove::claims(&spec) {
        if too_large.contains(&claim.name(&spec)) {
            let mut alone = Certificate::new(&text, &spec);
            alone.certify(&spec, claim, &Unwatched).unwrap();
            assert_eq!(check(&spec, &alone, &Unwatched), Err(Refusal::TooLarge));
        } else {
            certificate.certify(&spec, claim, &Unwatched).unwrap();
        }
    }
    let read = Certificate::from_text(&certificate.to_text()).unwrap();
    assert_eq!(read, certificate);
    let meant = lang::load(&read.game, game, &read.arguments).unwrap();
    let checked = check(&meant, &read, &Unwatched).unwrap();
    assert_eq!(checked.claims.len(), certificate.claims.len());
}

#[test]
fn rule_files_with_all_their_claims() {
    check_file("mouse", &[], &[]);
    check_file("rat", &[], &[]);
    check_file("raleigh", &[], &[]);
    check_file("succinct-rat", &[("d", "3")], &["Lemma 12"]);
    check_file("fat-rat", &[("m", "2")], &[]);
    check_file("grandiose-rat", &[("d", "2")], &[]);
    check_file("wythoff", &[("d", "3")], &[]);
    check_file("beta-nim", &[("beta", "2+sqrt(2)")], &[]);
    check_file("beta-t-wynim", &[("beta", "phi^2")], &[]);
    check_file("nim", &[("m", "3")], &[]);
    check_file("cyclic-nimhoff", &[("h", "3"), ("m", "2")], &[]);
}

#[test]
fn false_claims_are_not_certified() {
    let mut certificate = Certificate::new("the rules", &raleigh(false));
    let answer = certificate.certify(&raleigh(false), Claim::PPositions, &Unwatched);
    assert_eq!(answer, Err(CertifyError::Refuted));
    assert!(certificate.claims.is_empty());
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
}
