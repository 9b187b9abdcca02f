//! P-positions by marking against reference data and closed forms.
#![allow(clippy::unwrap_used)]

mod support;

use games::outcome::Play;
use games::solver::outcomes;
use games::spec::{PileOrder, Spec};
use logic::Unwatched;
use numeration::real::Real;
use support::*;

fn check(spec: &Spec, max: u32, expected: &[Vec<u32>]) {
    let solved = outcomes(spec, max, Play::Normal, &Unwatched).unwrap();
    let found: Vec<Vec<u32>> = solved.iter().map(<[u32]>::to_vec).collect();
    assert!(solved.region.is_complete());
    assert_eq!(found, expected, "{} up to {max}", spec.name);
}

#[test]
fn reference_data() {
    check(&rat(), 420, &reference("rat_P.csv"));
    check(&mouse(), 1500, &reference("mouse_P.csv"));
    check(&raleigh(), 400, &reference("raleigh_P.csv"));
}

#[test]
fn succinct_rat_vectors() {
    let rows = reference("rat_d3_P.csv");
    let max = *rows.last().unwrap().last().unwrap();
    check(&succinct_rat(3), max, &rows);
}

#[test]
fn nim_sums() {
    let mut expected = Vec::new();
    for x in 0..=70u32 {
        for y in x..=70 {
            if (y..=70).contains(&(x ^ y)) {
                expected.push(vec![x, y, x ^ y]);
            }
        }
    }
    check(&nim(3, PileOrder::Sorted), 70, &expected);
    let ordered = outcomes(&nim(3, PileOrder::Ordered), 40, Play::Normal, &Unwatched).unwrap();
    assert!(ordered.iter().all(|p| p[0] ^ p[1] ^ p[2] == 0));
    let count = (0..=40u32)
        .flat_map(|x| (0..=40u32).map(move |y| x ^ y))
        .filter(|z| *z <= 40)
        .count();
    assert_eq!(ordered.len(), count);
}

#[test]
fn beatty_pairs() {
    for beta in [Real::pi(), Real::e()] {
        let mut expected = vec![vec![0, 0]];
        let multiples: Vec<u32> = (1..300i64)
            .map(|n| u32::try_from(&beta.floor_multiple(&n.into()).unwrap()).unwrap())
            .collect();
        let others = (1u32..).filter(|k| !multiples.contains(k));
        for (a, b) in others.zip(multiples.clone()).take_while(|(_, b)| *b <= 250) {
            expected.push(vec![a, b]);
            expected.push(vec![b, a]);
        }
        expected.sort();
        check(&beta_wynim(beta), 250, &expected);
    }
}
