//! Rows, columns and shifts: the cases of Lemma 2, and what the rows have in common with the Fibonacci numbers.

use lab::LabError;
use logic::watch::Watch;
use numeration::natural::{Integer, Natural};
use numeration::recurrence::TernaryU;
use numeration::system::NumerationSystem;

use super::numbered_rows;
use crate::arrays::shift::frankenstein_by_mex;
use crate::claims::checks::rat::beyond;
use crate::claims::checks::{Case, Check};
use crate::claims::finding::Finding;

pub(in crate::claims::checks) const CHECKS: &[(&str, Check)] = &[
    ("rows_are_even_fibonacci", rows_are_even_fibonacci),
    ("row_identities", row_identities),
];

/// The digits of A_0^{n−1} begin, from the lowest, with 1s and then a 0 or a 2; that tells A_0^n and A_1^n.
pub(in crate::claims::checks) fn lemma_2_cases(
    bound: u32,
    watch: &dyn Watch,
) -> Result<Finding, LabError> {
    let system = TernaryU::new();
    let array = frankenstein_by_mex(bound as usize + 1, 2);
    let mut counts = [0_u32; 2];
    let mut failing = None;
    for (n, pair) in array.windows(2).enumerate().skip(1) {
        watch.check()?;
        let digits = system.represent(&pair[0][0]).map_err(beyond)?;
        let after_ones = (0..).find(|place| digits.digit(*place) != 1).unwrap_or(0);
        // (i) needs a 1 at the end; (ii) may begin with its 2.
        let (case, steps) = match digits.digit(after_ones) {
            digit if digit == 0 && after_ones > 0 => (0, [1_u32, 3]),
            digit if digit == 2 => (1, [2, 5]),
            _ => {
                failing = failing.or(Some(format!("n = {}: neither case", n + 1)));
                continue;
            }
        };
        counts[case] += 1;
        let moved = pair[0]
            .iter()
            .zip(steps)
            .map(|(entry, step)| entry + Natural::from(step));
        if !moved.eq(pair[1].iter().cloned()) {
            failing = failing.or(Some(format!("n = {}", n + 1)));
        }
        if system.left_shift(&pair[1][0]).map_err(beyond)? != pair[1][1] {
            failing = failing.or(Some(format!("n = {}: A_1 is not L(A_0)", n + 1)));
        }
    }
    let [one, two] = counts;
    let how =
        format!("the digits of A_0^(n−1) looked at: {one} times case (i), {two} times case (ii)");
    Ok(Finding::up_to(format!("n <= {bound}"), how).unless(failing))
}

/// With g_0 = A_0^n, g_1 = A_0^n + n, g_i = g_{i−1} + g_{i−2}, the entries of row n are g_0, g_2, g_4, ….
fn rows_are_even_fibonacci(bound: u32, _: &dyn Watch) -> Case {
    for (n, row) in numbered_rows(bound, 30) {
        let (mut even, mut odd) = (row[0].clone(), &row[0] + Natural::from(n));
        for (j, entry) in row.iter().enumerate() {
            if even != *entry {
                return Ok(Some(format!("n = {n}, j = {j}")));
            }
            even += &odd;
            odd += &even;
        }
    }
    Ok(None)
}

/// (A_j^n)² − A_{j−1}^n A_{j+1}^n = n² + n A_0^n − (A_0^n)².
fn row_identities(bound: u32, _: &dyn Watch) -> Case {
    for (n, row) in numbered_rows(bound, 30) {
        let row: Vec<Integer> = row.iter().map(Integer::from).collect();
        let n = Integer::from(n);
        let value = &n * &n + &n * &row[0] - &row[0] * &row[0];
        for j in 1..row.len() - 1 {
            if &row[j] * &row[j] - &row[j - 1] * &row[j + 1] != value {
                return Ok(Some(format!("n = {n}, j = {j}")));
            }
        }
    }
    Ok(None)
}
