//! Statements about the rat vectors and the rat-matrix: sections 2, 3, 4, 6 and 9.

use numeration::natural::num::arithmetic::traits::EqMod;
use numeration::natural::{Natural, One, to_usize};

use super::statements::found;
use crate::claims::checks::shown;
use crate::rat_matrix::{Dimension, RatMatrix};

pub(super) fn theorem_2(d: Dimension) -> Option<String> {
    let last = to_usize(&(d.modulus() << 2u64))?;
    let mut times = vec![0; last + 1];
    for n in numbers(d, 4) {
        for entry in RatMatrix::new(d).vector(&n) {
            if let Some(count) = to_usize(&entry).and_then(|entry| times.get_mut(entry)) {
                *count += 1;
            }
        }
    }
    let wrong = (1..=last).find(|&number| times[number] != 1)?;
    found(d, format!("{wrong} occurs {} times", times[wrong]))
}

pub(super) fn theorem_13(d: Dimension) -> Option<String> {
    let matrix = RatMatrix::new(d);
    numbers(d, 4).find_map(|n| {
        let before = &n - Natural::ONE;
        let (t, i) = (&before / d.rat_rows(), &before % d.rat_rows());
        let row = matrix.row(&i).map(|row| d.shifted(&row, &t));
        if row.as_ref() == Some(&matrix.vector(&n)) {
            return None;
        }
        found(d, format!("n = {n}"))
    })
}

pub(super) fn proposition_17(d: Dimension) -> Option<String> {
    let matrix = RatMatrix::new(d);
    numbers(d, 2).find_map(|n| {
        let vector = matrix.vector(&n);
        if matrix.number_of(&vector) != Some(n) {
            return found(d, format!("{} is not recognised", shown(&vector)));
        }
        let near = neighbours(&vector);
        let wrong = near.into_iter().find(|other| {
            matrix
                .number_of(other)
                .is_some_and(|n| matrix.vector(&n) != *other)
        })?;
        found(d, format!("{} is recognised", shown(&wrong)))
    })
}

/// With `2^(i−2)` before the i-th digit, i = 2, …, d.
pub(super) fn proposition_17_sum(d: Dimension) -> Option<String> {
    proposition_17_with(d, |digits| digits)
}

/// With `2^(d−i)` before the i-th digit.
pub(super) fn proposition_17_sum_repaired(d: Dimension) -> Option<String> {
    proposition_17_with(d, |digits| digits.into_iter().rev().collect())
}

/// The congruence of Proposition 17, with α the sum of the digits in this order times 1, 2, 4, …
fn proposition_17_with(d: Dimension, order: fn(Vec<bool>) -> Vec<bool>) -> Option<String> {
    let matrix = RatMatrix::new(d);
    numbers(d, 2).find_map(|n| {
        let vector = matrix.vector(&n);
        let digits = order(matrix.right_shifts(&vector)?.into_iter().collect());
        let places = (0u64..).zip(digits);
        let alpha: Natural = places
            .map(|(place, digit)| Natural::from(u8::from(digit)) << place)
            .sum();
        let last = vector.last()? - d.rat_rows();
        if (&alpha * d.modulus()).eq_mod(&last, &d.saltus(d.get())) {
            return None;
        }
        found(d, format!("r({n}) = {}, α = {alpha}", shown(&vector)))
    })
}

/// The numbers `1, …, copies·2^(d−1)`.
fn numbers(d: Dimension, copies: u32) -> impl Iterator<Item = Natural> {
    let last = to_usize(&(d.rat_rows() * Natural::from(copies))).unwrap_or(usize::MAX);
    (1..=last).map(Natural::from)
}

/// The vectors that differ by 1 in one place.
fn neighbours(vector: &[Natural]) -> Vec<Vec<Natural>> {
    let changed = |place: usize, entry: Natural| {
        let mut other = vector.to_vec();
        other[place] = entry;
        other
    };
    let above = (0..vector.len()).map(|place| changed(place, &vector[place] + Natural::ONE));
    let below = (0..vector.len()).map(|place| changed(place, &vector[place] - Natural::ONE));
    above.chain(below).collect()
}
