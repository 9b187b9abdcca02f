//! Nim-values against reference data, the nim-sum and each other.
#![allow(clippy::unwrap_used)]

mod support;

use games::nim_value::NimValue;
use games::solver::{nim_values, plain};
use games::spec::Spec;
use logic::Unwatched;
use support::*;

/// Values with rays are those of the plain solver.
fn check(spec: &Spec, max: u32) {
    let quick = nim_values(spec, max, &Unwatched).unwrap();
    let plain = plain::nim_values(spec, max, &Unwatched).unwrap();
    let mut positions = 0;
    plain.for_each(|piles, value| {
        assert_eq!(quick.value(piles), Some(value), "{}: {piles:?}", spec.name);
        positions += 1;
    });
    assert_eq!(Some(positions), quick.region.positions());
}

#[test]
fn rays_change_nothing() {
    check(&game("wythoff", &[]), 60);
    check(&game("wythoff", &[("d", "3")]), 40);
    check(&game("nim", &[]), 20);
    check(&ordered_nim(), 15);
    check(&game("mouse", &[]), 60);
    check(&game("raleigh", &[]), 16);
}

#[test]
fn the_rat_of_the_reference() {
    let values = nim_values(&game("rat", &[]), 22, &Unwatched).unwrap();
    for row in reference("rat_sg_z22.csv") {
        assert_eq!(
            values.value(&row[..3]),
            Some(NimValue::from(u64::from(row[3]))),
            "{row:?}"
        );
    }
}

#[test]
fn nim_is_the_nim_sum() {
    nim_values(&game("nim", &[]), 40, &Unwatched)
        .unwrap()
        .for_each(|piles, value| {
            assert_eq!(
                value,
                NimValue::from(u64::from(piles[0] ^ piles[1] ^ piles[2]))
            )
        });
}
