//! Playability and arbitrarily large rat games: rat-matrices, shortcut matrices and their differences.
//!
//! The [`statements`] that are general in d have a file of their own; here are the printed tables.

mod defined;
mod fractals;
mod shortcuts;
mod statements;
mod vectors;

pub(crate) use statements::statement;

use lab::LabError;
use logic::watch::Watch;
use numeration::natural::{Integer, Natural};

use super::rat::beyond;
use super::{Case, Check, Rows, Table, row};
use crate::rat_matrix::{
    DifferenceLine, Dimension, RatMatrix, RowOrder, ShortcutMatrix, Sigma, baseline, lines,
};

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("rats_sums_increase", sums_increase),
    ("rats_sigma_range", sigma_range),
    ("rats_first_tree_printed", |bound, _| first_tree(bound, 1)),
    ("rats_first_tree_correct", |bound, _| first_tree(bound, 0)),
    ("rats_f4_scanned", |_, _| f4_scanned()),
    ("rats_r4_is_f4", |_, _| r4_is(&shortcut_rows(4)?, "F_4")),
    ("rats_r4_is_r4", |_, _| r4_is(&rat_rows(4)?, "R_4")),
    ("rats_rows_of_digits_printed", |_, _| rows_of_digits(1)),
    ("rats_rows_of_digits_correct", |_, _| rows_of_digits(0)),
    ("rats_pb_printed", |_, _| label(8, PB)),
    ("rats_pb_correct", |_, _| label(9, PB)),
    ("rats_pt_printed", |_, _| label(9, PT)),
    ("rats_pt_correct", |_, _| label(10, PT)),
    ("rats_last_sequence", last_sequence),
    ("rats_baseline_scanned", |_, _| baseline_scanned()),
    ("rats_baseline_length", baseline_length),
];

pub(super) const TABLES: &[(&str, Table)] = &[
    ("rats_example_2", |_| example_2()),
    ("rats_r2", |_| rat_rows(2)),
    ("rats_r3", |_| rat_rows(3)),
    ("rats_r4", |_| rat_rows(4)),
    ("rats_f2", |_| shortcut_rows(2)),
    ("rats_f3", |_| shortcut_rows(3)),
    ("rats_digits_3", |_| digit_rows(3)),
    ("rats_digits_4", |_| digit_rows(4)),
    ("rats_sigma", |_| sigma_rows()),
    ("rats_values", |_| {
        line_rows(12, |line| line.value.to_string())
    }),
    ("rats_occurrences", |_| {
        line_rows(10, |line| line.occurrences.to_string())
    }),
    ("rats_numbers_of_lines", |_| numbers_of_lines()),
    ("rats_baseline", |_| baseline_rows()),
];

fn dimension(d: u32) -> Result<Dimension, LabError> {
    Dimension::new(d).map_err(beyond)
}

/// All rows of the shortcut matrix: differences of rat vectors.
fn shortcuts(d: u32) -> Result<Vec<Vec<Natural>>, LabError> {
    let rows = defined::DefinedRatVectors::new(dimension(d)?).shortcut_matrix();
    let naturals = |row: Vec<u64>| row.into_iter().map(Natural::from).collect();
    Ok(rows.into_iter().map(naturals).collect())
}

/// The rows of Example 2 without the multiples of t.
fn example_2() -> Result<Rows, LabError> {
    let matrix = RatMatrix::new(dimension(4)?);
    let entries = |n: u32| {
        let t = (n - 1) / 8;
        let vector = matrix.vector(&Natural::from(n));
        let rest = (0..4).map(|j| &vector[j] - Natural::from((15 * t) << j));
        [n.to_string()].into_iter().chain(row(rest)).collect()
    };
    Ok((1..=11).map(entries).collect())
}

fn rat_rows(d: u32) -> Result<Rows, LabError> {
    let matrix = RatMatrix::new(dimension(d)?);
    let rows = (0u32..).map_while(|i| matrix.row(&Natural::from(i)));
    Ok(rows.map(row).collect())
}

fn shortcut_rows(d: u32) -> Result<Rows, LabError> {
    Ok(shortcuts(d)?.into_iter().map(row).collect())
}

/// The ternary codes of all rows but the first, which is 0.
fn digit_rows(d: u32) -> Result<Rows, LabError> {
    let matrix = ShortcutMatrix::new(dimension(d)?);
    let codes = shortcuts(d)?
        .into_iter()
        .skip(1)
        .filter_map(move |row| matrix.code_of(&row));
    Ok(codes.map(row).collect())
}

fn sigma_rows() -> Result<Rows, LabError> {
    let entries = |d: u32| {
        let counts = shortcuts::count_of_entries(dimension(d)?);
        Ok([d as usize].into_iter().chain(counts))
    };
    (2..=6).map(|d| entries(d).map(row)).collect()
}

fn line_rows(largest: u32, entry: impl Fn(&DifferenceLine) -> String) -> Result<Rows, LabError> {
    (2..=largest)
        .map(|d| {
            let lines = lines(dimension(d)?, RowOrder::FromLast).map_err(beyond)?;
            Ok([d.to_string()]
                .into_iter()
                .chain(lines.iter().map(&entry))
                .collect())
        })
        .collect()
}

fn numbers_of_lines() -> Result<Rows, LabError> {
    let count = |d| {
        Ok(lines(dimension(d)?, RowOrder::FromLast)
            .map_err(beyond)?
            .len())
    };
    let counts: Result<Vec<usize>, LabError> = (2..=12).map(count).collect();
    Ok(vec![row(counts?)])
}

/// The steps between the points of the base line.
fn baseline_steps(d: u32) -> Result<Vec<u64>, LabError> {
    let points: Vec<u64> = baseline(dimension(d)?).map_err(beyond)?.collect();
    Ok(points.windows(2).map(|pair| pair[1] - pair[0]).collect())
}

fn baseline_rows() -> Result<Rows, LabError> {
    let entries = |d: u32| Ok([u64::from(d)].into_iter().chain(baseline_steps(d)?));
    (2..=4).map(|d| entries(d).map(row)).collect()
}

/// The sums of the rows increase, in the order of Definition 3.
fn sums_increase(bound: u32, watch: &dyn Watch) -> Case {
    for d in 2..=bound {
        watch.check()?;
        let rows = shortcuts(d)?;
        let sum = |row: &Vec<Natural>| row.iter().sum::<Natural>();
        let first = rows.windows(2).find(|pair| sum(&pair[0]) >= sum(&pair[1]));
        if let Some(pair) = first {
            let [before, after] = [&pair[0], &pair[1]].map(|entries| row(entries).join(", "));
            return Ok(Some(format!("d = {d}: ({before}) and ({after})")));
        }
    }
    Ok(None)
}

/// Is there an entry j of σ^d for every j ≤ 2^d?
fn sigma_range(_: u32, _: &dyn Watch) -> Case {
    let entries = Sigma::by_recurrence(dimension(2)?).len();
    let failing =
        (entries < 4).then(|| format!("d = 2: σ^2 has {entries} entry, and j goes up to 4"));
    Ok(failing)
}

/// Does the matrix begin with the leaves of the tree with this number?
fn first_tree(bound: u32, tree: u32) -> Case {
    for d in 2..=bound {
        let first = shortcuts(d)?.into_iter().next().unwrap_or_default();
        let root = Natural::from(tree * ((1 << d) - 1));
        if first.last() != Some(&root) {
            return Ok(Some(format!(
                "d = {d}: row 0 is ({}), the root {root}",
                row(first).join(", ")
            )));
        }
    }
    Ok(None)
}

/// The rows of F_4 as they were read, without the multiples of n.
const F4_SCANNED: [[u32; 4]; 25] = [
    [0, 0, 0, 0],
    [1, 3, 7, 15],
    [2, 4, 7, 15],
    [2, 4, 7, 15],
    [2, 4, 8, 15],
    [2, 4, 8, 15],
    [3, 7, 15, 30],
    [4, 7, 15, 30],
    [4, 7, 15, 30],
    [5, 11, 22, 45],
    [6, 11, 23, 45],
    [6, 11, 23, 45],
    [6, 12, 33, 45],
    [6, 15, 30, 60],
    [8, 15, 30, 60],
    [9, 18, 37, 75],
    [10, 19, 37, 75],
    [10, 19, 37, 75],
    [10, 19, 38, 75],
    [11, 22, 45, 90],
    [11, 23, 45, 90],
    [11, 23, 45, 90],
    [13, 26, 53, 105],
    [13, 27, 53, 105],
    [14, 27, 53, 105],
];

/// Are the rows that were read those of the matrix?
fn f4_scanned() -> Case {
    let rows = shortcuts(4)?;
    let scanned: Vec<Vec<Natural>> = F4_SCANNED
        .iter()
        .map(|row| row.iter().map(|entry| Natural::from(*entry)).collect())
        .collect();
    let shown = |rows: Vec<&Vec<Natural>>| {
        let rows: Vec<String> = rows
            .into_iter()
            .map(|entries| format!("({})", row(entries).join(", ")))
            .collect();
        rows.join(", ")
    };
    let strange = shown(scanned.iter().filter(|row| !rows.contains(row)).collect());
    let missing = shown(rows.iter().filter(|row| !scanned.contains(row)).collect());
    let failing = (scanned != rows).then(|| {
        format!("25 whole rows were read instead of 27; not in the matrix, for n = 0: {strange}; missing: {missing}")
    });
    Ok(failing)
}

/// The matrix below the standard form for d = 4 as it is printed, without the multiples of n.
const BELOW_STANDARD_FORM: [[u32; 4]; 8] = [
    [1, 2, 4, 8],
    [3, 6, 12, 23],
    [5, 10, 19, 38],
    [7, 14, 27, 53],
    [9, 17, 34, 68],
    [11, 21, 42, 83],
    [13, 25, 49, 98],
    [15, 29, 57, 113],
];

/// Is the matrix below the standard form this one?
fn r4_is(matrix: &Rows, name: &str) -> Case {
    let printed: Rows = BELOW_STANDARD_FORM.iter().map(row).collect();
    let failing = (printed != *matrix).then(|| {
        format!(
            "it has {} rows and begins with ({}); {name} has {}",
            printed.len(),
            printed[0].join(", "),
            matrix.len()
        )
    });
    Ok(failing)
}

/// Do the printed digits, with so many rows left out, have a row for each row of F_3?
fn rows_of_digits(left_out: usize) -> Case {
    let (rows, digits) = (shortcuts(3)?.len(), digit_rows(3)?.len() + 1 - left_out);
    let failing = (rows != digits).then(|| format!("{digits} rows of digits, and F_3 has {rows}"));
    Ok(failing)
}

/// Twice the points of the base line for d = 11.
const PB: u32 = 2 * 19683;
/// Twice the points of the penultimate top line for d = 11.
const PT: u32 = 2 * 1024;

/// The line of this place (after the base line, from 0) for d = 12 has so many points.
fn label(place: usize, points: u32) -> Case {
    let lines = lines(dimension(12)?, RowOrder::FromLast).map_err(beyond)?;
    let line = &lines[place + 1];
    let failing = (line.occurrences != points).then(|| {
        format!(
            "the line at {} has {} points, not {points}",
            line.value, line.occurrences
        )
    });
    Ok(failing)
}

/// The last d - 3 values are a(d) + 3^i, and the first of them has the index ξ - d + 3, counted from 0.
fn last_sequence(bound: u32, _: &dyn Watch) -> Case {
    for d in 4..=bound {
        let lines = lines(dimension(d)?, RowOrder::FromLast).map_err(beyond)?;
        let first = lines.len() - d as usize + 3;
        for i in 0..d - 3 {
            let expected = Integer::from(2 * 3i64.pow(d - 2) + 3i64.pow(i));
            if lines.get(first + i as usize).map(|line| &line.value) != Some(&expected) {
                return Ok(Some(format!("d = {d}, i = {i}")));
            }
        }
    }
    Ok(None)
}

/// The list for d = 5 as it was read.
const BASELINE_SCANNED: [u64; 29] = [
    5, 4, 3, 4, 3, 2, 3, 3, 2, 3, 2, 2, 3, 3, 2, 2, 3, 2, 3, 3, 2, 3, 3, 2, 3, 4, 3, 4, 5,
];

fn baseline_scanned() -> Case {
    let steps = baseline_steps(5)?;
    let failing = (steps != BASELINE_SCANNED).then(|| {
        format!(
            "d = 5: {} numbers were read, and {} are computed: {}",
            BASELINE_SCANNED.len(),
            steps.len(),
            row(&steps).join(", ")
        )
    });
    Ok(failing)
}

/// The list for d has 3^(d-2) - 1 numbers.
fn baseline_length(bound: u32, watch: &dyn Watch) -> Case {
    for d in 2..=bound {
        watch.check()?;
        let (length, claimed) = (baseline_steps(d)?.len(), 3usize.pow(d - 2) - 1);
        let wrong = length != claimed;
        if wrong {
            return Ok(Some(format!("d = {d}: {length}, not {claimed}")));
        }
    }
    Ok(None)
}
