//! Statements about shortcuts, the shortcut matrix and its trees: sections 4, 5 and 7.

use std::collections::{BTreeMap, BTreeSet};

use numeration::natural::{CheckedSub, Integer, Natural, One, Zero, to_usize};

use super::defined::{DefinedRatVectors, last_entries, small};
use super::statements::found;
use crate::claims::checks::shown;
use crate::rat_matrix::{Dimension, RatMatrix, ShortcutMatrix, Sigma, Tree, TreeNode};

type Vector = Vec<Natural>;

/// The differences of rat vectors, counted.
pub(super) fn section_4_shortcuts(d: Dimension) -> Option<String> {
    let defined = DefinedRatVectors::new(d);
    let shortcuts = defined.proper_shortcuts(3);
    (1u64..=3).find_map(|n| {
        let bound = n * defined.period();
        let within = shortcuts
            .iter()
            .filter(|vector| vector.iter().all(|entry| *entry <= bound));
        let count = within.count();
        if d.shortcut_rows() * Natural::from(n) == count {
            return None;
        }
        found(d, format!("n = {n}: {count} shortcuts"))
    })
}

/// Every vector of R − R is one of 3^(d−1) + 2^(d−1) rows in some copy, all different, and no other vector near is.
pub(super) fn section_4_search(d: Dimension) -> Option<String> {
    let defined = DefinedRatVectors::new(d);
    let (mut rows, mut differences) = (BTreeSet::new(), BTreeSet::new());
    rows.extend(defined.shortcut_matrix());
    rows.extend((1..=defined.rows()).map(|n| defined.vector(n)));
    differences.extend(defined.proper_shortcuts(3));
    differences.extend((0..=3 * defined.rows()).map(|n| defined.vector(n)));
    let claimed = d.shortcut_rows() + d.rat_rows();
    if claimed != rows.len() {
        return found(d, format!("{} rows, and {claimed} are claimed", rows.len()));
    }
    let lasts = (0..=2 * defined.period()).map(Natural::from);
    let near = lasts.flat_map(|last| near_halves(vec![last], d.get()));
    let near = near.filter_map(|vector| small(&vector));
    let mut candidates = differences.iter().cloned().chain(near);
    let wrong = candidates
        .find(|vector| defined.is_in_a_copy(&rows, vector) != differences.contains(vector))?;
    found(d, shown(&wrong))
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
                    shown(&vector)
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

/// Sums of rat vectors looked for among the differences of rat vectors.
pub(super) fn lemma_5(d: Dimension) -> Option<String> {
    let defined = DefinedRatVectors::new(d);
    let differences: BTreeSet<_> = defined.proper_shortcuts(3).into_iter().collect();
    let numbers = (0..=defined.rows()).flat_map(|n| (1..=defined.rows()).map(move |m| (n, m)));
    let (r, other) = numbers
        .map(|(n, m)| (defined.vector(n), defined.vector(m)))
        .find(|(r, other)| {
            let sum: Vec<u64> = r.iter().zip(other).map(|(a, b)| a + b).collect();
            differences.contains(&sum)
        })?;
    found(d, format!("{} + {}", shown(&r), shown(&other)))
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
            shown(&x),
            shown(r),
            shown(shortcut)
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

/// The differences of rat vectors within a period, counted, and compared with the rows by halving.
pub(super) fn theorem_14(d: Dimension) -> Option<String> {
    let by_definition = DefinedRatVectors::new(d).shortcut_matrix();
    if d.shortcut_rows() != by_definition.len() {
        return found(d, format!("{} rows", by_definition.len()));
    }
    let halved = ShortcutMatrix::new(d).rows_from(&Natural::ZERO);
    let halved: Option<Vec<_>> = halved.map(|row| small(&row)).collect();
    let differing = by_definition
        .iter()
        .zip(halved?)
        .find(|(one, other)| *one != other);
    let (defined, halved) = differing?;
    found(
        d,
        format!("{}, and {} by halving", shown(defined), shown(&halved)),
    )
}

/// Definition 3 to the letter: the vectors r − r' that are not in R, up to a period, without what is added for row 0.
pub(super) fn definition_3(d: Dimension) -> Option<String> {
    let defined = DefinedRatVectors::new(d);
    let below = defined.proper_shortcuts(1).into_iter();
    let below = below.filter(|vector| vector.last() < Some(&defined.period()));
    let count = below.count();
    if d.shortcut_rows() == count {
        return None;
    }
    let rows = d.shortcut_rows();
    found(
        d,
        format!("0 is in R, so that {count} vectors are left, and F has {rows} rows"),
    )
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

/// The paths of the trees, read from left to right, against the differences of rat vectors in the order of Definition 3.
pub(super) fn theorem_15(d: Dimension) -> Option<String> {
    let mut rows = DefinedRatVectors::new(d).shortcut_matrix().into_iter();
    for i in 0..1u64 << d.digits() {
        let mut leaves = 0u64;
        let mut open = vec![vec![Tree::new(d, &Natural::from(i)).root().clone()]];
        while let Some(path) = open.pop() {
            let children = path.last().map(TreeNode::children).unwrap_or_default();
            if children.is_empty() {
                leaves += 1;
                let row: Vector = path.iter().rev().map(|node| node.number.clone()).collect();
                if rows.next() != small(&row) {
                    return found(d, format!("the path {} of tree {i}", shown(&row)));
                }
            }
            let longer = children.into_iter().rev();
            open.extend(longer.map(|child| [path.clone(), vec![child]].concat()));
        }
        if Tree::new(d, &Natural::from(i)).leaves() != leaves {
            return found(d, format!("tree {i} has {leaves} leaves"));
        }
    }
    let row = rows.next()?;
    found(d, format!("the row {}", shown(&row)))
}

/// The recurrence against the entries of the last column, counted. Holds for every d: σ^d_k is Stern's diatomic number
/// s(2^(d−1) + k).
pub(super) fn section_7_1(d: Dimension) -> Option<String> {
    let claimed = Sigma::by_recurrence(d);
    let counted = count_of_entries(d);
    let pairs = (1u64..).zip(claimed.iter().zip(&counted));
    let differing = pairs
        .into_iter()
        .find(|(_, (claimed, counted))| **claimed != **counted as u64);
    if let Some((k, (claimed, counted))) = differing {
        return found(d, format!("k = {k}: {counted}, and {claimed} is claimed"));
    }
    if claimed.len() == counted.len() {
        return None;
    }
    found(d, format!("{} entries", counted.len()))
}

/// Differences of rat vectors are counted as long as they are not too many, and then the rows of the matrix.
const COUNTED_BY_DEFINITION: u32 = 9;

/// How often k(2^d − 1) stands in the last column, k = 1, …, 2^(d−2).
pub(super) fn count_of_entries(d: Dimension) -> Vec<usize> {
    if d.get() <= COUNTED_BY_DEFINITION {
        return DefinedRatVectors::new(d).sigma();
    }
    let rows = ShortcutMatrix::new(d).rows_from(&Natural::ONE);
    let half = d.saltus(d.get()) >> 1u64;
    let last_is_wanted = |row: &Vector| row.last().is_some_and(|last| *last <= half);
    last_entries(rows.take_while(last_is_wanted))
        .into_values()
        .collect()
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
