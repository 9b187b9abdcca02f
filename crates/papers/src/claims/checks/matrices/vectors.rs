//! Statements about the rat vectors and the rat-matrix: sections 2, 3, 4, 6 and 9.

use numeration::natural::num::arithmetic::traits::{DivisibleBy, EqMod};
use numeration::natural::{Integer, Natural, One, Zero, to_usize};

use super::statements::found;
use crate::rat_matrix::{Dimension, RatMatrix};

pub(super) fn play_example(d: Dimension) -> Option<String> {
    let s = [1, 3, 7];
    let wrong = (d.get() == 3)
        .then(|| (1..3).find(|&i| 2 * s[i - 1] != s[i] + 1))
        .flatten()?;
    let (twice, printed) = (2 * s[wrong - 1], s[wrong] + 1);
    found(
        d,
        format!("2s_{wrong} = {twice}, s_{} + 1 = {printed}", wrong + 1),
    )
}

pub(super) fn columns_are_arithmetic_periodic(d: Dimension) -> Option<String> {
    each_entry(d, |matrix, j, n| {
        let later = &matrix.vector(&(n + (Natural::ONE << u64::from(d.get() - j))))[index(j)];
        let here = &matrix.vector(n)[index(j)];
        (*later != here + d.modulus()).then(|| format!("column {j}, n = {n}: {here} and {later}"))
    })
}

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

pub(super) fn section_4_rat_vectors(d: Dimension) -> Option<String> {
    (1u32..=5).find_map(|n| {
        let n = Natural::from(n);
        let (bound, count) = (d.saltus(d.get()) * &n, d.rat_rows() * &n);
        let matrix = RatMatrix::new(d);
        let within = |m: &Natural| matrix.vector(m).iter().all(|entry| *entry <= bound);
        let right = within(&count) && !within(&(&count + Natural::ONE));
        if right {
            None
        } else {
            found(d, format!("n = {n}"))
        }
    })
}

pub(super) fn lemma_3(d: Dimension) -> Option<String> {
    let parts = i64::from(d.get());
    (-8 * parts..=8 * parts).find_map(|y| {
        let twice = y.div_euclid(parts) - 2 * y.div_euclid(2 * parts);
        if (0..=1).contains(&twice) {
            None
        } else {
            found(d, format!("y = {y}/{parts}"))
        }
    })
}

pub(super) fn lemma_9(d: Dimension) -> Option<String> {
    let y = d.get();
    (1..=100u32).find_map(|x| {
        let step = x / y - (x - 1) / y;
        if step == u32::from(x % y == 0) {
            None
        } else {
            found(d, format!("x = {x}, y = {y}"))
        }
    })
}

pub(super) fn lemma_10(d: Dimension) -> Option<String> {
    gaps(d, 0)
}

/// Holds for every d. r_j(n) = 2^j n − ⌈n/2^(d−j)⌉ − 2^(j−1) + 1.
pub(super) fn lemma_10_repaired(d: Dimension) -> Option<String> {
    gaps(d, 1)
}

/// Is the gap `2^j − 1` exactly if `n` has this residue modulo `2^(d−j)`?
fn gaps(d: Dimension, residue: u32) -> Option<String> {
    each_entry(d, |matrix, j, n| {
        if *n == 1 {
            return None;
        }
        let modulus = Natural::ONE << u64::from(d.get() - j);
        let short = n.eq_mod(&Natural::from(residue), &modulus);
        let expected = (Integer::ONE << u64::from(j)) - Integer::from(u8::from(short));
        let gap = matrix.gap(j, n);
        (gap != expected).then(|| format!("Δ_{j}({n}) = {gap}, and {expected} is claimed"))
    })
}

pub(super) fn example_2_modulus(d: Dimension) -> Option<String> {
    if d.get() != 4 {
        return None;
    }
    let wrong = d.columns().find(|&j| d.saltus(j) != 15 * j)?;
    found(
        d,
        format!(
            "column {wrong} grows by {}, not {}",
            d.saltus(wrong),
            15 * wrong
        ),
    )
}

pub(super) fn footnote_5(d: Dimension) -> Option<String> {
    if d.get() != 4 {
        return None;
    }
    let matrix = RatMatrix::new(d);
    (1..=32u32).find_map(|n| {
        let row = matrix.row(&Natural::from((n - 1) % 8))?;
        let claimed = d.shifted(&row, &Natural::from(n / 8));
        let vector = matrix.vector(&Natural::from(n));
        if vector == claimed {
            return None;
        }
        found(
            d,
            format!("r({n}) = {}, not {}", tuple(&vector), tuple(&claimed)),
        )
    })
}

pub(super) fn lemma_11(d: Dimension) -> Option<String> {
    each_entry(d, |matrix, j, n| {
        let entry = |n: &Natural| matrix.vector(n)[index(j)].clone();
        let period = entry(&(n + (Natural::ONE << u64::from(d.get() - j))));
        let whole = entry(&(n + d.rat_rows()));
        let right = entry(n).eq_mod(&period, &d.modulus()) && entry(n).eq_mod(&whole, &d.saltus(j));
        (!right).then(|| format!("column {j}, n = {n}"))
    })
}

pub(super) fn lemma_12(d: Dimension) -> Option<String> {
    gap_sums(d, |_| Integer::ONE)
}

/// Holds for every d. the sum telescopes to 2^(d−1)Δ_1(n) − Δ_d(n).
pub(super) fn lemma_12_repaired(d: Dimension) -> Option<String> {
    gap_sums(d, |n| {
        let first = (n - Natural::ONE).divisible_by(d.rat_rows());
        Integer::ONE - Integer::from(if first { d.rat_rows() } else { Natural::ZERO })
    })
}

/// Is the sum of Lemma 12 this number?
fn gap_sums(d: Dimension, claimed: impl Fn(&Natural) -> Integer) -> Option<String> {
    let matrix = RatMatrix::new(d);
    numbers(d, 4).skip(1).find_map(|n| {
        let term = |j: u32| {
            (matrix.gap(j - 1, &n) << u64::from(d.get() - j + 1))
                - (matrix.gap(j, &n) << u64::from(d.get() - j))
        };
        let sum: Integer = d.columns().skip(1).map(term).sum();
        if sum == claimed(&n) {
            return None;
        }
        found(d, format!("n = {n}: the sum is {sum}"))
    })
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
            return found(d, format!("{} is not recognised", tuple(&vector)));
        }
        let near = neighbours(&vector);
        let wrong = near.into_iter().find(|other| {
            matrix
                .number_of(other)
                .is_some_and(|n| matrix.vector(&n) != *other)
        })?;
        found(d, format!("{} is recognised", tuple(&wrong)))
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
        found(d, format!("r({n}) = {}, α = {alpha}", tuple(&vector)))
    })
}

pub(super) fn appendix_standard_form(d: Dimension) -> Option<String> {
    last_entry_is(d, |n| 15 * n - 5)
}

pub(super) fn appendix_standard_form_repaired(d: Dimension) -> Option<String> {
    last_entry_is(d, |n| 15 * n - 7)
}

/// The last entry of r(n) for d = 4.
fn last_entry_is(d: Dimension, claimed: fn(u32) -> u32) -> Option<String> {
    if d.get() != 4 {
        return None;
    }
    (1..=8u32).find_map(|n| {
        let vector = RatMatrix::new(d).vector(&Natural::from(n));
        let last = vector.last()?;
        if *last == claimed(n) {
            return None;
        }
        found(d, format!("n = {n}: {last}, not {}", claimed(n)))
    })
}

/// The numbers `1, …, copies·2^(d−1)`.
fn numbers(d: Dimension, copies: u32) -> impl Iterator<Item = Natural> {
    let last = to_usize(&(d.rat_rows() * Natural::from(copies))).unwrap_or(usize::MAX);
    (1..=last).map(Natural::from)
}

/// The first number and column for which a test says what is wrong.
fn each_entry(
    d: Dimension,
    wrong: impl Fn(&RatMatrix, u32, &Natural) -> Option<String>,
) -> Option<String> {
    let matrix = RatMatrix::new(d);
    numbers(d, 4).find_map(|n| {
        let case = d.columns().find_map(|j| wrong(&matrix, j, &n))?;
        found(d, case)
    })
}

fn index(column: u32) -> usize {
    column as usize - 1
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

/// `(1, 2, 4)`.
pub(super) fn tuple(vector: &[Natural]) -> String {
    let entries: Vec<String> = vector.iter().map(ToString::to_string).collect();
    format!("({})", entries.join(", "))
}
