//! The largest invariant game with given P-positions, and what stands in its way.
#![allow(clippy::unwrap_used)]

use logic::Unwatched;
use rules::outcome::Play;
use rules::spec::{PileOrder, Spec};
use solver::invariance::{maximal, obstruction, with_places};
use strategies::catalog::{self, RulesSource};

fn game(name: &str, parameters: &[(&str, &str)]) -> Spec {
    let RulesSource::Text(text) = catalog::find(name).unwrap().rules else {
        panic!("{name} is written in Rust")
    };
    let arguments: Vec<(String, String)> = parameters
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    lang::load(text, name, &arguments).unwrap()
}

/// An obstruction is one: every vector into the set is the difference that it is said to be.
fn check_obstruction(members: &[Vec<u32>], max: u32, expected: Option<&[u32]>) {
    let dimension = members[0].len();
    let found = obstruction(dimension, max, members, &Unwatched).unwrap();
    assert_eq!(
        found.as_ref().map(|found| found.position.as_slice()),
        expected
    );
    let Some(found) = found else { return };
    let minus = |x: &[u32], y: &[u32]| -> Vec<i64> {
        let pairs = x.iter().zip(y);
        pairs.map(|(x, y)| i64::from(*x) - i64::from(*y)).collect()
    };
    assert!(!members.contains(&found.position));
    let below = members.iter().filter(|member| {
        let taken = minus(&found.position, member);
        taken.iter().all(|entry| *entry >= 0)
    });
    let blocked: Vec<&Vec<u32>> = found.blocked.iter().map(|[member, ..]| member).collect();
    assert_eq!(below.collect::<Vec<_>>(), blocked);
    for [member, upper, lower] in &found.blocked {
        assert!(members.contains(upper) && members.contains(lower));
        assert_eq!(minus(&found.position, member), minus(upper, lower));
    }
}

#[test]
fn sets_that_no_invariant_game_has() {
    let mark: Vec<Vec<u32>> = (0..=20u32)
        .filter(|n| *n == 0 || n.trailing_zeros() % 2 == 1)
        .map(|n| vec![n])
        .collect();
    check_obstruction(&mark, 20, Some(&[4]));
    check_obstruction(&[vec![0], vec![1], vec![3]], 20, Some(&[2]));
    check_obstruction(&[vec![0], vec![2], vec![4]], 5, None);
    let lost = solver::outcomes(&game("mouse", &[]), 60, Play::Normal, &Unwatched).unwrap();
    let mouse = with_places(PileOrder::Sorted, lost.iter().map(<[u32]>::to_vec));
    check_obstruction(&mouse, 60, None);
}

/// The largest invariant game has the moves that are no differences, as far as its rules are tried.
#[test]
fn the_largest_invariant_game() {
    let spec = game("trivial", &[("beta", "phi^2")]);
    let largest = maximal(&spec).unwrap();
    assert_eq!(largest.check_binding(), Ok(()));
    assert_eq!(maximal(&game("welter", &[])), None);
    let sorted = maximal(&game("mouse", &[])).unwrap();
    assert_eq!(sorted.check_binding(), Ok(()));
    assert_eq!(sorted.piles.order, PileOrder::Ordered);
    assert_eq!(sorted.p_positions.unwrap().pieces.len(), 4);
}
