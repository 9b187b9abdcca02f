//! Games for the tests as their files say them, each with its rules a second time as a plain Rust predicate.
#![allow(dead_code, clippy::unwrap_used)]

use std::ops::ControlFlow;

use logic::watch::Unwatched;
use numeration::natural::Natural;
use rules::position::Position;
use rules::ruleset::{Move, Ruleset};
use rules::spec::Spec;

/// A game of the catalogue.
fn game(name: &str) -> Spec {
    let path = format!("{}/../../rules/{name}.game", env!("CARGO_MANIFEST_DIR"));
    written(&std::fs::read_to_string(path).unwrap())
}

/// A game from its rules.
pub(crate) fn written(rules: &str) -> Spec {
    lang::load(rules, "written", &[]).unwrap()
}

/// Any move, until the first pile is empty.
pub(crate) fn ending() -> Spec {
    written("game ends \"Ends\"\npiles x, y\nends when x = 0\nmove any: at most 2 of x, y change\n")
}

pub(crate) fn rat() -> Spec {
    game("rat")
}

pub(crate) fn rat_allows(x: &[i64], u: &[i64]) -> Vec<&'static str> {
    let s: Vec<i64> = x.iter().zip(u).map(|(x, u)| x - u).collect();
    let mut kinds = Vec::new();
    if s.iter().filter(|s| **s > 0).count() <= 2 {
        kinds.push("I");
    }
    let a = if (x[1] - x[0]) % 7 == 0 { 2 } else { 1 };
    let two = u[0] <= u[1] && (u[1] <= u[2] || u[2] <= u[0]);
    if s.iter().all(|s| *s > 0) && (s[1] - s[0]).abs() < a && two {
        kinds.push("II");
    }
    let b = match u[2] - u[0] {
        0 => 3,
        d if d.rem_euclid(7) == 4 => 6,
        _ => 5,
    };
    if s.iter().all(|s| *s > 0) && (s[2] - s[0]).abs() < b && u[0] <= u[1] && u[1] <= u[2] {
        kinds.push("III");
    }
    kinds
}

pub(crate) fn mouse() -> Spec {
    game("mouse")
}

pub(crate) fn mouse_allows(x: &[i64], u: &[i64]) -> Vec<&'static str> {
    let s = [x[0] - u[0], x[1] - u[1]];
    let mut kinds = Vec::new();
    if (s[0] == 0) != (s[1] == 0) {
        kinds.push("I");
    }
    let a = if (x[1] - x[0]) % 3 == 0 { 2 } else { 1 };
    if s[0] > 0 && s[1] > 0 && (s[1] - s[0]).abs() < a {
        kinds.push("II");
    }
    kinds
}

pub(crate) fn raleigh() -> Spec {
    game("raleigh")
}

pub(crate) fn raleigh_allows(x: &[i64], u: &[i64]) -> Vec<&'static str> {
    let s: Vec<i64> = x.iter().zip(u).map(|(x, u)| x - u).collect();
    let mut kinds = Vec::new();
    if s.iter().filter(|s| **s > 0).count() <= 2 {
        kinds.push("I");
    }
    if (x[0] == x[1] || x[1] == x[2]) && u.iter().all(|u| *u == 0) {
        kinds.push("II");
    }
    let strict = 0 < x[0] && x[0] < x[1] && x[1] < x[2];
    if strict && s[0] > 0 && s[1] > 0 && s[1] == s[2] && !(u[1] < u[0] && s[1] == 3) {
        kinds.push("III");
    }
    kinds
}

/// beta-Wynim with beta = 2 + sqrt(2).
pub(crate) fn wynim() -> Spec {
    game("beta-wynim")
}

pub(crate) fn wynim_allows(x: &[i64], u: &[i64]) -> Vec<&'static str> {
    let s = [x[0] - u[0], x[1] - u[1]];
    let mut kinds = Vec::new();
    if (s[0] == 0) != (s[1] == 0) {
        kinds.push("nim");
    }
    // floor(n*(2 + sqrt(2))) for n >= 1
    let in_b = |x: i64| (1..=x).any(|n| 2 * n + (2 * n * n).isqrt() == x);
    if !in_b(x[0]) && !in_b(x[1]) && s[0] > 0 && s[1] > 0 && (s[0] - s[1]).abs() < 3 {
        kinds.push("diagonal");
    }
    kinds
}

/// The succinct rat game with d = 3: any subtraction that has neither of two properties.
pub(crate) fn succinct_rat() -> Spec {
    game("succinct-rat")
}

pub(crate) fn succinct_rat_allows(x: &[i64], u: &[i64]) -> Vec<&'static str> {
    let s: Vec<i64> = x.iter().zip(u).map(|(x, u)| x - u).collect();
    let within = |low: i64| {
        s.windows(2)
            .all(|p| p[1] - low <= 2 * p[0] && 2 * p[0] <= p[1] + 1)
    };
    let a = (s[2] - 4).rem_euclid(7) == 0 && within(0);
    let b = s[2] % 7 == 0 && within(1);
    if a || b {
        Vec::new()
    } else {
        vec!["subtraction"]
    }
}

/// `at most k of m piles change`, on sorted piles.
pub(crate) fn moore(k: usize, names: &[&str]) -> Spec {
    let (piles, list) = (names.join(" <= "), names.join(", "));
    let rules =
        format!("game moore \"M\"\npiles {piles}\nmove take: at most {k} of {list} change\n");
    written(&rules)
}

pub(crate) fn position(ruleset: &dyn Ruleset, piles: &[i64]) -> Position {
    let piles = piles
        .iter()
        .map(|pile| Natural::try_from(*pile).unwrap())
        .collect();
    ruleset.position(piles).unwrap()
}

pub(crate) fn moves(ruleset: &dyn Ruleset, from: &Position, limit: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    let flow = ruleset.for_each_move(from, &Unwatched, &mut |option| {
        moves.push(option);
        if moves.len() == limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(flow.unwrap().is_break(), moves.len() == limit);
    moves
}

/// All vectors with entries up to `max`; only the sorted ones if asked.
pub(crate) fn vectors(dimension: usize, max: i64, sorted: bool) -> Vec<Vec<i64>> {
    let mut vectors = vec![Vec::new()];
    for _ in 0..dimension {
        let longer = |vector: &Vec<i64>| {
            let low = if sorted {
                vector.last().copied().unwrap_or(0)
            } else {
                0
            };
            let vector = vector.clone();
            (low..=max).map(move |entry| [vector.clone(), vec![entry]].concat())
        };
        vectors = vectors.iter().flat_map(longer).collect();
    }
    vectors
}
