//! Every rule, every clause and every part of a clause of the catalogued games, dropped in turn: prover and brute
//! force agree on every verdict and every smallest counterexample.
//!
//! All mutants are tried. Brute force goes up to a number of tokens that keeps each game below some ten
//! seconds; a counterexample of the prover beyond it must be larger than that.
#![allow(clippy::unwrap_used)]

use crate::support::*;

fn check(game: &str, arguments: &str, most: u64) {
    let spec = load(game, arguments);
    let mutants = mutants(&spec);
    assert!(!mutants.is_empty());
    for (what, mutant) in mutants {
        check_against_brute_force(&mutant, &what, most);
    }
}

#[test]
fn mouse_and_rat() {
    check("mouse", "", 24);
    check("rat", "", 16);
}

#[test]
fn fat_rats() {
    check("fat-rat", "m=2", 20);
    check("fat-rat", "m=3", 14);
}

#[test]
fn succinct_rats() {
    check("succinct-rat", "d=2", 20);
    check("succinct-rat", "d=3", 13);
    check("succinct-rat", "d=4", 8);
}

#[test]
fn grandiose_rats() {
    check("grandiose-rat", "d=2", 16);
    check("grandiose-rat", "d=3", 10);
}

#[test]
fn raleigh() {
    check("raleigh", "", 17);
}

#[test]
fn wythoff() {
    check("wythoff", "d=1", 20);
    check("wythoff", "d=2", 20);
    check("wythoff", "d=3", 20);
}

#[test]
fn beta_games() {
    for game in ["beta-nim", "beta-wynim", "beta-t-wynim"] {
        check(game, "beta=2+sqrt(2)", 18);
        check(game, "beta=phi^2", 18);
    }
}

#[test]
fn nim() {
    check("nim", "m=2", 20);
    check("nim", "m=3", 12);
}
