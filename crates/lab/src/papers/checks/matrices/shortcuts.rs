//! Statements about shortcuts, the shortcut matrix and its trees: sections 4, 5 and 7.

use std::collections::{BTreeMap, BTreeSet};

use super::statements::found;
use super::vectors::tuple;
use numeration::natural::{CheckedSub, Integer, Natural, One, Zero, to_usize};
use numeration::rat_matrix::{
    Codes, Dimension, Node, Order, RatMatrix, ShortcutMatrix, Sigma, Tree, sigma,
};

type Vector = Vec<Natural>;

pub(super) fn section_4_shortcuts(d: Dimension) -> Option<String> {
    let matrix = ShortcutMatrix::new(d);
    (1u32..=3).find_map(|n| {
        let copies = (0..=n).flat_map(|t| {
            let t = Natural::from(t);
            matrix
                .rows_from(&Natural::ZERO)
                .map(move |row| d.shifted(&row, &t))
        });
        let bound = d.saltus(d.get()) * Natural::from(n);
        let count = copies
            .filter(|row| row.iter().all(|entry| *entry <= bound))
            .filter(|row| matrix.is_proper_shortcut(row))
            .count();
        if d.shortcut_rows() * Natural::from(n) == count {
            return None;
        }
        found(d, format!("n = {n}: {count} shortcuts"))
    })
}

pub(super) fn section_4_inequality(d: Dimension) -> Option<String> {
    let rows = d.rat_rows();
    let pairs = &rows * (&rows - Natural::ONE);
    if d.shortcut_rows() < pairs {
        return None;
    }
    found(d, format!("{} is not below {pairs}", d.shortcut_rows()))
}

pub(super) fn theorem_4(d: Dimension) -> Option<String> {
    ternary_recurrences(d, true)
}

pub(super) fn theorem_4_without_zero(d: Dimension) -> Option<String> {
    ternary_recurrences(d, false)
}

/// Compares the differences of rat vectors with the vectors that have a ternary recurrence, and those near them.
fn ternary_recurrences(d: Dimension, zero: bool) -> Option<String> {
    let matrix = ShortcutMatrix::new(d);
    let differences = differences(d);
    let lasts = (0..=to_usize(&d.modulus())?).map(Natural::from);
    let near_halves = lasts.flat_map(|last| near_halves(vec![last], d.get()));
    let candidates = differences.iter().cloned().chain(near_halves);
    candidates
        .filter(|vector| zero || vector.iter().any(|entry| *entry != 0))
        .find_map(|vector| {
            let proper = differences.contains(&vector) && vector.iter().any(|entry| *entry != 0);
            if proper == matrix.has_ternary_recurrence(&vector) {
                return None;
            }
            let (is, has) = (
                word(proper, "is", "is not"),
                word(!proper, "has", "has not"),
            );
            found(
                d,
                format!(
                    "{} {has} a ternary recurrence, and {is} a proper shortcut",
                    tuple(&vector)
                ),
            )
        })
}

fn word(yes: bool, one: &'static str, other: &'static str) -> &'static str {
    if yes { one } else { other }
}

/// All `r(m) − r(n)` with `n ≤ m ≤ 2^d`, which are not rat vectors; they hold all shortcuts with `x_d < 2^(d−1)(2^d − 1)`.
fn differences(d: Dimension) -> BTreeSet<Vector> {
    let vectors = rat_vectors(d, 2);
    let mut differences = BTreeSet::new();
    for (place, upper) in vectors.iter().enumerate() {
        for lower in &vectors[..=place] {
            differences.extend(minus(upper, lower));
        }
    }
    differences
}

/// All vectors before `tail` whose entries are a half of the next one, at most one step off.
fn near_halves(tail: Vector, length: u32) -> Vec<Vector> {
    let mut vectors = vec![tail];
    for _ in 1..length {
        let longer = vectors.iter().flat_map(|vector| {
            let half = &vector[0] >> 1u64;
            (0..=3u32).filter_map(move |step| {
                let entry = (&half + Natural::from(step)).checked_sub(Natural::ONE)?;
                Some([vec![entry], vector.clone()].concat())
            })
        });
        vectors = longer.collect();
    }
    vectors
}

pub(super) fn lemma_5(d: Dimension) -> Option<String> {
    let vectors = rat_vectors(d, 1);
    let zero = vec![Natural::ZERO; d.get() as usize];
    let matrix = ShortcutMatrix::new(d);
    let first = std::iter::once(&zero).chain(&vectors);
    first
        .flat_map(|r| vectors.iter().map(move |other| (r, other)))
        .find_map(|(r, other)| {
            let sum: Vector = r.iter().zip(other).map(|(a, b)| a + b).collect();
            if matrix.has_ternary_recurrence(&sum) {
                return found(d, format!("{} + {}", tuple(r), tuple(other)));
            }
            None
        })
}

pub(super) fn corollary_6(d: Dimension) -> Option<String> {
    let (vectors, rats) = (rat_vectors(d, 1), RatMatrix::new(d));
    let shortcuts: Vec<Vector> = ShortcutMatrix::new(d).rows_from(&Natural::ONE).collect();
    let mut cases: Vec<(Vector, &Vector, &Vector)> = Vec::new();
    for r in &vectors {
        for shortcut in &shortcuts {
            let x: Vector = r.iter().zip(shortcut).map(|(a, b)| a + b).collect();
            if rats.number_of(&x).is_none() {
                cases.push((x, r, shortcut));
            }
        }
    }
    let (x, r, shortcut) = cases
        .into_iter()
        .min_by_key(|(x, ..)| x.iter().sum::<Natural>())?;
    found(
        d,
        format!(
            "{} − {} = {} is a proper shortcut",
            tuple(&x),
            tuple(r),
            tuple(shortcut)
        ),
    )
}

pub(super) fn example_1(d: Dimension) -> Option<String> {
    if d.get() != 4 {
        return None;
    }
    let x: Vector = [7u32, 13, 27, 53].map(Natural::from).to_vec();
    let (rats, matrix) = (RatMatrix::new(d), ShortcutMatrix::new(d));
    (1..=3u32).find_map(|n| {
        let taken = minus(&x, &rats.vector(&Natural::from(n)))?;
        if matrix.is_proper_shortcut(&taken) == (n < 3) {
            return None;
        }
        found(d, format!("n = {n}"))
    })
}

pub(super) fn equation_11(d: Dimension) -> Option<String> {
    pairs_of_rows(d, |rows, codes, i, k, j| {
        let (above, beside) = (rows.get(i + 1)?, rows.get(k + 1)?);
        // There is no digit of the last column if digits are counted with the columns.
        let digit = |row: usize| codes[row].get(j).copied();
        let left = difference(&above[j], &beside[j]);
        let right = (difference(&rows[i][j], &rows[k][j]) << 1u64)
            + Integer::from(u8::from(digit(i)?))
            - Integer::from(u8::from(digit(k)?));
        (left != right).then(|| format!("i = {i}, k = {k}, j = {}: {left} and {right}", j + 1))
    })
}

/// Holds for every d. Definition 2, twice.
pub(super) fn equation_11_repaired(d: Dimension) -> Option<String> {
    pairs_of_rows(d, |rows, codes, i, k, j| {
        let before = j.checked_sub(1)?;
        let bits =
            Integer::from(u8::from(codes[i][before])) - Integer::from(u8::from(codes[k][before]));
        let left = difference(&rows[i][j], &rows[k][j]);
        let right = (difference(&rows[i][before], &rows[k][before]) << 1u64) - bits;
        (left != right).then(|| format!("i = {i}, k = {k}, j = {}: {left} and {right}", j + 1))
    })
}

/// The first pair of rows and column (from 0) for which a test says what is wrong.
fn pairs_of_rows(
    d: Dimension,
    wrong: impl Fn(&[Vector], &[Vec<bool>], usize, usize, usize) -> Option<String>,
) -> Option<String> {
    let matrix = RatMatrix::new(d);
    let count = to_usize(&d.rat_rows())?;
    let numbers: Vec<Natural> = (0..count).map(Natural::from).collect();
    let rows: Vec<Vector> = numbers.iter().filter_map(|i| matrix.row(i)).collect();
    let codes: Vec<Vec<bool>> = numbers.iter().map(|i| matrix.code(i)).collect();
    let cases = (0..count).flat_map(|i| (0..count).map(move |k| (i, k)));
    cases
        .flat_map(|(i, k)| (0..d.get() as usize).map(move |j| (i, k, j)))
        .find_map(|(i, k, j)| wrong(&rows, &codes, i, k, j))
        .and_then(|case| found(d, case))
}

pub(super) fn theorem_14(d: Dimension) -> Option<String> {
    let mut seen = vec![false; to_usize(&d.shortcut_rows())?];
    let mut rows = 0usize;
    for code in Codes::new(d, Order::FromLast).ok()? {
        seen[usize::try_from(code).ok()?] = true;
        rows += 1;
    }
    if rows == seen.len() && seen.into_iter().all(|seen| seen) {
        return None;
    }
    found(d, format!("{rows} rows"))
}

pub(super) fn theorem_14_classes(d: Dimension) -> Option<String> {
    let count = 1u64 << d.digits();
    let mut pairs: BTreeMap<u64, u64> = BTreeMap::new();
    for i in 0..count {
        for k in 0..count {
            *pairs.entry(code_of_pair(d, i, k)).or_default() += 1;
        }
    }
    let (code, number) = pairs.into_iter().find(|&(code, number)| {
        let ones = (0..d.digits()).filter(|&place| code / 3u64.pow(place) % 3 == 1);
        number != 1 << ones.count()
    })?;
    found(d, format!("code {code}: {number} pairs"))
}

/// `t = b_i − b_k + 1`, digit by digit.
fn code_of_pair(d: Dimension, i: u64, k: u64) -> u64 {
    (0..d.digits()).rev().fold(0, |code, place| {
        3 * code + 1 + (i >> place & 1) - (k >> place & 1)
    })
}

pub(super) fn theorem_15(d: Dimension) -> Option<String> {
    let mut rows = ShortcutMatrix::new(d).rows_from(&Natural::ZERO);
    for i in 0..1u64 << d.digits() {
        let mut leaves = 0u64;
        let mut open = vec![vec![Tree::new(d, &Natural::from(i)).root().clone()]];
        while let Some(path) = open.pop() {
            let children = path.last().map(Node::children).unwrap_or_default();
            if children.is_empty() {
                leaves += 1;
                let row: Vector = path.iter().rev().map(|node| node.number.clone()).collect();
                if rows.next().as_ref() != Some(&row) {
                    return found(d, format!("the path {} of tree {i}", tuple(&row)));
                }
            }
            let longer = children.into_iter().rev();
            open.extend(longer.map(|child| [path.clone(), vec![child]].concat()));
        }
        if Tree::new(d, &Natural::from(i)).leaves() != leaves {
            return found(d, format!("tree {i} has {leaves} leaves"));
        }
    }
    rows.next()
        .and_then(|row| found(d, format!("the row {}", tuple(&row))))
}

/// Holds for every d. σ^d_k is Stern's diatomic number s(2^(d−1) + k).
pub(super) fn section_7_1(d: Dimension) -> Option<String> {
    let claimed = Sigma::by_recurrence(d);
    (1u64..).zip(claimed).find_map(|(k, claimed)| {
        let counted = sigma(d, &Natural::from(k));
        if counted == claimed {
            return None;
        }
        found(d, format!("k = {k}: {counted}, and {claimed} is claimed"))
    })
}

/// `r(1), …, r(copies·2^(d−1))`.
fn rat_vectors(d: Dimension, copies: u64) -> Vec<Vector> {
    let matrix = RatMatrix::new(d);
    let last = copies << d.digits();
    (1..=last)
        .map(|n| matrix.vector(&Natural::from(n)))
        .collect()
}

fn minus(x: &[Natural], y: &[Natural]) -> Option<Vector> {
    x.iter().zip(y).map(|(a, b)| a.checked_sub(b)).collect()
}

fn difference(x: &Natural, y: &Natural) -> Integer {
    Integer::from(x) - Integer::from(y)
}
