//! P-positions by marking against reference data and closed forms.
#![allow(clippy::unwrap_used)]

use crate::support::*;
use logic::Unwatched;
use rules::outcome::Play;
use rules::spec::Spec;
use solver::outcomes;

fn check(spec: &Spec, max: u32, expected: &[Vec<u32>]) {
    let solved = outcomes(spec, max, Play::Normal, &Unwatched).unwrap();
    let found: Vec<Vec<u32>> = solved.iter().map(<[u32]>::to_vec).collect();
    assert!(solved.region.is_complete());
    assert_eq!(found, expected, "{} up to {max}", spec.name);
}

#[test]
fn reference_data() {
    check(&game("rat", &[]), 420, &reference("rat_P.csv"));
    check(&game("mouse", &[]), 1500, &reference("mouse_P.csv"));
    check(&game("raleigh", &[]), 400, &reference("raleigh_P.csv"));
}

#[test]
fn succinct_rat_vectors() {
    let rows = reference("rat_d3_P.csv");
    let max = *rows.last().unwrap().last().unwrap();
    check(&game("succinct-rat", &[("d", "3")]), max, &rows);
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
    check(&game("nim", &[]), 70, &expected);
    let ordered = outcomes(&ordered_nim(), 40, Play::Normal, &Unwatched).unwrap();
    assert!(ordered.iter().all(|p| p[0] ^ p[1] ^ p[2] == 0));
    let count = (0..=40u32)
        .flat_map(|x| (0..=40u32).map(move |y| x ^ y))
        .filter(|z| *z <= 40)
        .count();
    assert_eq!(ordered.len(), count);
}
