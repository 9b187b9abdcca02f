//! Nim-values against reference data, the nim-sum and each other.
#![allow(clippy::unwrap_used)]

mod support;

use games::nim_value::NimValue;
use games::solver::{nim_values, plain};
use games::spec::{PileOrder, Spec};
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
    check(&wythoff(1), 60);
    check(&wythoff(3), 40);
    check(&nim(3, PileOrder::Sorted), 20);
    check(&nim(3, PileOrder::Ordered), 15);
    check(&mouse(), 60);
    check(&raleigh(), 16);
}

#[test]
fn the_rat_of_the_reference() {
    let values = nim_values(&rat(), 22, &Unwatched).unwrap();
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
    nim_values(&nim(3, PileOrder::Sorted), 40, &Unwatched)
        .unwrap()
        .for_each(|piles, value| {
            assert_eq!(
                value,
                NimValue::from(u64::from(piles[0] ^ piles[1] ^ piles[2]))
            )
        });
}
