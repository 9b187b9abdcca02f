//! The claimed P-positions of the papers' games against brute force from their rules.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use crate::support::game;
use logic::evaluate::{Assignment, holds, value};
use logic::{Piece, Unwatched};
use numeration::natural::{Integer, Natural};
use rules::outcome::Play;
use rules::position::Position;
use rules::ruleset::Ruleset;
use rules::spec::Spec;
use solver::{outcomes, plain};

/// The claimed P-positions up to `max`. In all claims some pile of row n is at least n.
fn claimed(spec: &Spec, max: u32) -> BTreeSet<Vec<u32>> {
    let claim = spec.p_positions.as_ref().unwrap();
    claim
        .pieces
        .iter()
        .flat_map(|piece| rows(piece, max))
        .collect()
}

fn rows(piece: &Piece, max: u32) -> Vec<Vec<u32>> {
    let last = if piece.variables.is_empty() { 0 } else { max };
    let mut rows = Vec::new();
    for n in 0..=last {
        let mut known = Assignment::new();
        for variable in &piece.variables {
            known.set(variable, Integer::from(n));
        }
        if holds(&piece.condition, &known).unwrap() {
            let tuple = piece.tuple.iter().map(|term| value(term, &known).unwrap());
            let row: Vec<Integer> = tuple.collect();
            if row.iter().all(|pile| *pile <= max) {
                rows.push(
                    row.iter()
                        .map(|pile| u32::try_from(pile).unwrap())
                        .collect(),
                );
            }
        }
    }
    rows
}

fn check(name: &str, parameters: &[(&str, &str)], max: u32) {
    let spec = game(name, parameters);
    let solved = outcomes(&spec, max, Play::Normal, &Unwatched).unwrap();
    assert!(solved.region.is_complete());
    let found: BTreeSet<Vec<u32>> = solved.iter().map(<[u32]>::to_vec).collect();
    assert_eq!(found, claimed(&spec, max), "{} up to {max}", spec.name);
}

#[test]
fn rat_and_mouse() {
    check("rat", &[], 420);
    check("mouse", &[], 1500);
}

#[test]
fn raleigh() {
    check("raleigh", &[], 400);
}

#[test]
fn fat_rat() {
    check("fat-rat", &[("m", "2")], 120);
    check("fat-rat", &[("m", "3")], 60);
    check("fat-rat", &[("m", "4")], 40);
}

#[test]
fn succinct_rat() {
    check("succinct-rat", &[("d", "2")], 600);
    check("succinct-rat", &[("d", "3")], 150);
    check("succinct-rat", &[("d", "4")], 45);
}

#[test]
fn grandiose_rat() {
    check("grandiose-rat", &[("d", "2")], 200);
    check("grandiose-rat", &[("d", "3")], 60);
}

/// Both are vector subtraction games: they are the same if they allow the same vectors. The forbidden vectors
/// nearly double from pile to pile, so for d = 4 those and all near them are compared.
#[test]
fn succinct_and_grandiose_rat_are_the_same_game() {
    let near_doubling = |s: &[u64]| {
        s.windows(2)
            .all(|pair| (2 * pair[0]).abs_diff(pair[1]) <= 3)
    };
    for (d, max) in [("2", 70), ("3", 29), ("4", 31)] {
        let succinct = game("succinct-rat", &[("d", d)]);
        let grandiose = game("grandiose-rat", &[("d", d)]);
        let zero = Position::unchecked(vec![Natural::from(0u32); succinct.dimension()]);
        let mut forbidden = 0;
        for s in vectors(succinct.dimension(), max) {
            if d == "4" && !near_doubling(&s) || s.iter().all(|part| *part == 0) {
                continue;
            }
            let from: Position = s.iter().copied().collect();
            let allows = |rules: &Spec| rules.legal(&from, &zero, &Unwatched).unwrap().is_ok();
            assert_eq!(allows(&succinct), allows(&grandiose), "d = {d}, {from}");
            forbidden += u32::from(!allows(&succinct));
        }
        assert!(
            forbidden >= 9,
            "d = {d}: only {forbidden} forbidden vectors"
        );
    }
}

/// All vectors with this many parts, each at most `max`.
fn vectors(parts: usize, max: u64) -> Vec<Vec<u64>> {
    (0..parts).fold(vec![Vec::new()], |shorter, _| {
        shorter
            .iter()
            .flat_map(|vector| (0..=max).map(|part| [vector.clone(), vec![part]].concat()))
            .collect()
    })
}

#[test]
fn beta_games() {
    for beta in [
        "2+sqrt(2)",
        "1+phi",
        "pi",
        "e",
        "(5+sqrt(13))/2",
        "cbrt(20)",
        "e^2",
    ] {
        check("beta-nim", &[("beta", beta)], 250);
        check("beta-wynim", &[("beta", beta)], 250);
    }
    for beta in [
        "2+sqrt(2)",
        "1+phi",
        "pi",
        "(5+sqrt(13))/2",
        "2*sqrt(5)",
        "e^2",
    ] {
        check("beta-t-wynim", &[("beta", beta)], 250);
    }
}

/// For beta = e two claimed P-positions of beta^T-Wynim are joined by a move: 4 and 5 are taken, which
/// differ by less than 2, and (4, 5) is not in the triangles. The claim fails first at (30, 51).
#[test]
fn the_claim_for_beta_t_wynim_fails_for_e() {
    let spec = game("beta-t-wynim", &[("beta", "e")]);
    let at = |x: u64, y: u64| Position::from_iter([x, y]);
    assert!(
        spec.legal(&at(30, 51), &at(26, 46), &Unwatched)
            .unwrap()
            .is_ok()
    );
    let claimed = claimed(&spec, 60);
    assert!(claimed.contains(&vec![30, 51]) && claimed.contains(&vec![26, 46]));
    let solved = outcomes(&spec, 60, Play::Normal, &Unwatched).unwrap();
    let plain = plain::outcomes(&spec, 60, Play::Normal, &Unwatched).unwrap();
    assert_eq!(solved, plain);
    let found: BTreeSet<Vec<u32>> = solved.iter().map(<[u32]>::to_vec).collect();
    assert_eq!(
        found.symmetric_difference(&claimed).next(),
        Some(&vec![30, 51])
    );
}

#[test]
fn wythoff() {
    for d in ["1", "2", "3", "10"] {
        check("wythoff", &[("d", d)], 500);
    }
}
