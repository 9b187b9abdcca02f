//! Arrays, numeration systems and Frankenstein games: the array, the ternary system, the game.

mod game;
mod kin;
mod proof;
mod readings;
mod rows;
mod unbounded;

use lab::LabError;
use logic::watch::Watch;
use numeration::continued_fraction::ContinuedFraction;
use numeration::natural::{Integer, Natural, Two, Zero};
use numeration::real::{Real, RealError};
use numeration::recurrence::{Recurrence, TernaryU};
use numeration::system::NumerationSystem;

use super::rat::{beyond, places};
use super::{Case, Check, Rows, Table, row};
use crate::arrays::shift::{ShiftArray, frankenstein_by_mex};

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("array_by_mex", array_by_mex),
    ("array_by_digits", array_by_digits),
    ("array_sums", array_sums),
    ("array_differences", array_differences),
    ("ternary_unique", ternary_unique),
    ("ternary_greedy", ternary_greedy),
    ("ternary_left_shift", ternary_left_shift),
    ("basis_by_powers", basis_by_powers),
    ("column_bound", column_bound),
    ("semiregular_fraction", semiregular_fraction),
    ("last_step_of_lemma_3", last_step_of_lemma_3),
    ("recurrence_as_printed", recurrence_as_printed),
    ("recurrence_as_meant", recurrence_as_meant),
    ("square_root_of_two", square_root_of_two),
];

pub(super) use game::{CHECKS as GAME_CHECKS, theorem_3};
pub(super) use kin::{CHECKS as KIN_CHECKS, coefficients_1_3, increasing_coefficient};
pub(super) use proof::CHECKS as PROOF_CHECKS;
pub(super) use readings::CHECKS as READING_CHECKS;
pub(super) use rows::{CHECKS as ROW_CHECKS, lemma_2_cases};
pub(super) use unbounded::CHECKS as UNBOUNDED_CHECKS;

pub(super) const TABLES: &[(&str, Table)] = &[
    ("frankenstein_1", |_| Ok(array_table())),
    ("frankenstein_2", |_| digits_table()),
    ("frankenstein_words", |_| words_table()),
];

fn array_table() -> Rows {
    let rows = frankenstein_by_mex(11, 7).into_iter().enumerate();
    rows.map(|(n, entries)| [n.to_string()].into_iter().chain(row(entries)).collect())
        .collect()
}

fn digits_table() -> Result<Rows, LabError> {
    let system = TernaryU::new();
    (1..=60u32)
        .map(|n| {
            let mut entries = row([n]);
            entries.extend(places(&system, n, 5)?);
            Ok(entries)
        })
        .collect()
}

fn words_table() -> Result<Rows, LabError> {
    let system = TernaryU::new();
    [41u32, 42, 55]
        .into_iter()
        .map(|n| {
            let digits = system.represent(&Natural::from(n)).map_err(beyond)?;
            Ok(vec![n.to_string(), digits.to_string()])
        })
        .collect()
}

/// The rows 1 to `last` of the array, by its definition.
fn numbered_rows(last: u32, columns: usize) -> impl Iterator<Item = (usize, Vec<Natural>)> {
    let rows = frankenstein_by_mex(last as usize + 1, columns);
    rows.into_iter().enumerate().skip(1)
}

/// The array by formula (1) and (2) and by the golden section.
fn array_by_mex(bound: u32, _: &dyn Watch) -> Case {
    let defined = frankenstein_by_mex(bound as usize + 1, 12);
    let array = ShiftArray::frankenstein();
    for (n, row) in (0u32..).zip(&defined) {
        if array.row(&Natural::from(n), 12).map_err(beyond)? != *row {
            return Ok(Some(format!("row {n}")));
        }
    }
    Ok(None)
}

/// Every number up to the bound stands once, in the column of its final 0s.
fn array_by_digits(bound: u32, watch: &dyn Watch) -> Case {
    let system = TernaryU::new();
    let mut column_of = vec![None; bound as usize + 1];
    for (n, row) in numbered_rows(bound, 12) {
        watch.check()?;
        for (column, entry) in row.iter().enumerate() {
            let Some(slot) = usize::try_from(entry)
                .ok()
                .and_then(|entry| column_of.get_mut(entry))
            else {
                break;
            };
            if slot.replace(column).is_some() {
                return Ok(Some(format!("{entry} stands twice, last in row {n}")));
            }
        }
    }
    for (number, column) in column_of.iter().enumerate().skip(1) {
        let digits = system.represent(&Natural::from(number)).map_err(beyond)?;
        if *column != Some(digits.trailing_zeros()) {
            return Ok(Some(format!("{number} = {digits}")));
        }
    }
    Ok(None)
}

/// Lemma 1.
fn array_sums(bound: u32, _: &dyn Watch) -> Case {
    for (n, row) in numbered_rows(bound, 30) {
        let mut before = Natural::from(n);
        for j in 1..row.len() {
            if row[j] != Natural::TWO * &row[j - 1] + &before {
                return Ok(Some(format!("n = {n}, j = {j}")));
            }
            before += &row[j - 1];
        }
    }
    Ok(None)
}

/// Theorem 2(iii).
fn array_differences(bound: u32, _: &dyn Watch) -> Case {
    let rows = frankenstein_by_mex(bound as usize + 2, 20);
    let mut fibonacci = vec![Natural::from(1u32), Natural::from(2u32)];
    while fibonacci.len() < 40 {
        fibonacci.push(&fibonacci[fibonacci.len() - 1] + &fibonacci[fibonacci.len() - 2]);
    }
    for (n, pair) in rows.windows(2).enumerate() {
        let odd = usize::from(&pair[0][0] + Natural::TWO == pair[1][0]);
        for j in 0..20 {
            if &pair[0][j] + &fibonacci[2 * j + odd] != pair[1][j] {
                return Ok(Some(format!("n = {n}, j = {j}")));
            }
        }
    }
    Ok(None)
}

/// The basis of U.
fn basis(count: usize) -> Vec<Natural> {
    let mut basis = vec![Natural::from(1u32), Natural::from(3u32)];
    while basis.len() < count {
        let next = Natural::from(3u32) * &basis[basis.len() - 1] - &basis[basis.len() - 2];
        basis.push(next);
    }
    basis
}

/// Counts, for each number, the digit strings that obey the special condition.
fn ternary_unique(bound: u32, watch: &dyn Watch) -> Case {
    Ok(kin::written_otherwise(3, bound, watch)?.map(|n| n.to_string()))
}

/// Division by the largest basis element gives the admissible digits.
fn ternary_greedy(bound: u32, watch: &dyn Watch) -> Case {
    let system = TernaryU::new();
    let basis: Vec<u64> = basis(24)
        .iter()
        .filter_map(|u| u64::try_from(u).ok())
        .collect();
    for n in 1..=bound {
        watch.check()?;
        let digits = system.represent(&Natural::from(n)).map_err(beyond)?;
        let mut rest = u64::from(n);
        for place in (0..basis.len()).rev() {
            if digits.digit(place) != rest / basis[place] {
                return Ok(Some(format!("{n} = {digits}")));
            }
            rest %= basis[place];
        }
    }
    Ok(None)
}

/// floor(m*phi^2) + 1 is the left shift of m.
fn ternary_left_shift(bound: u32, watch: &dyn Watch) -> Case {
    let system = TernaryU::new();
    let phi = Real::phi();
    for m in 1..=bound {
        watch.check()?;
        let floor = phi.floor_multiple(&Integer::from(m)).map_err(beyond)?;
        let shifted = system.left_shift(&Natural::from(m)).map_err(beyond)?;
        if floor + Integer::from(m + 1) != shifted {
            return Ok(Some(format!("m = {m}")));
        }
    }
    Ok(None)
}

/// Equation (5), and the difference u_{i+1} - u_i phi^2 of the proof of Lemma 3, exactly.
fn basis_by_powers(bound: u32, _: &dyn Watch) -> Case {
    let phi = Real::phi();
    let power = |exponent: i64| phi.pow(&Integer::from(exponent)).map_err(beyond);
    let root = lang::constant("sqrt(5)")?;
    let basis = basis(bound as usize + 2);
    for (n, pair) in (0..=i64::from(bound)).zip(basis.windows(2)) {
        let (u, next) = (Real::from(pair[0].clone()), Real::from(pair[1].clone()));
        let closed = exact(
            power(2 * n + 2)?
                .sub(&power(-2 * n - 2)?)
                .and_then(|x| x.div(&root)),
        )?;
        let step = exact(u.mul(&power(2)?).and_then(|x| next.sub(&x)))?;
        let claimed = exact(
            power(-2 * n)?
                .sub(&power(-2 * n - 4)?)
                .and_then(|x| x.div(&root)),
        )?;
        if closed != u || step != claimed {
            return Ok(Some(format!("n = {n}")));
        }
    }
    Ok(None)
}

/// ((1 - phi^-4)/sqrt(5)) phi^2 = 1.
fn last_step_of_lemma_3(_: u32, _: &dyn Watch) -> Case {
    let value = lang::constant("(1 - phi^(-4))/sqrt(5)*phi^2")?;
    let failing = (value != Real::from(1)).then(|| format!("it is {value}"));
    Ok(failing)
}

/// phi^(2j+2) < sqrt(5)(u_j + 1): the columns that can hold x_0 >= u_j.
fn column_bound(bound: u32, _: &dyn Watch) -> Case {
    let root = lang::constant("sqrt(5)")?;
    for (j, u) in basis(bound as usize + 1).into_iter().enumerate() {
        let power = exact(Real::phi().pow(&Integer::from(2 * j + 2)))?;
        let right = exact(root.mul(&Real::from(u + Natural::from(1u32))))?;
        if exact(power.compare(&right))? != std::cmp::Ordering::Less {
            return Ok(Some(format!("j = {j}")));
        }
    }
    Ok(None)
}

/// The value x = 3 - 1/x > 1 is phi^2, and the convergents are the quotients of the basis.
fn semiregular_fraction(bound: u32, _: &dyn Watch) -> Case {
    let value = lang::constant("3 - 1/phi^2")?;
    let limit = lang::constant("phi^2")?;
    let mut failing = (value != limit).then(|| "the limit".to_owned());
    let basis = basis(bound as usize + 1);
    let (mut p, mut q) = (Natural::from(3u32), Natural::from(1u32));
    for n in 1..=bound as usize {
        if p != basis[n] || q != basis[n - 1] {
            failing = failing.or(Some(format!("convergent {n}")));
        }
        (p, q) = (Natural::from(3u32) * &p - &q, p);
    }
    Ok(failing)
}

/// u_n = b_1 u_{n-1} + b_2 u_2 read literally, against Fraenkel's system with the coefficients 1, 1.
fn recurrence_as_printed(_: u32, _: &dyn Watch) -> Case {
    let basis = fibonacci_basis()?;
    let printed = &basis[2] + &basis[2];
    let failing = (printed != basis[3]).then(|| {
        format!(
            "b = (1, 1): u_3 = u_2 + u_2 = {printed}, but u_3 = u_2 + u_1 = {}",
            basis[3]
        )
    });
    Ok(failing)
}

fn recurrence_as_meant(_: u32, _: &dyn Watch) -> Case {
    let basis = fibonacci_basis()?;
    let failing = (2..basis.len())
        .find(|n| basis[*n] != &basis[n - 1] + &basis[n - 2])
        .map(|n| format!("n = {n}"));
    Ok(failing)
}

fn fibonacci_basis() -> Result<Vec<Natural>, LabError> {
    let one = Natural::from(1u32);
    let system = Recurrence::new(&[one.clone(), one]).map_err(beyond)?;
    system.basis(12).map_err(beyond)
}

/// The even convergents of the root of 2 have the numerators 1, 7, 41, 239, ..., with f_{n+1} = 6f_n - f_{n-1}.
fn square_root_of_two(bound: u32, _: &dyn Watch) -> Case {
    let fraction = ContinuedFraction::of(&lang::constant("sqrt(2)")?).map_err(beyond)?;
    let numerators: Result<Vec<Integer>, RealError> = fraction
        .convergents()
        .step_by(2)
        .take(bound as usize)
        .map(|convergent| convergent.map(|convergent| convergent.p))
        .collect();
    let numerators = exact(numerators)?;
    let first = [1, 7, 41, 239].map(Integer::from);
    let mut failing = (numerators[..4] != first).then(|| row(&numerators[..4]).join(", "));
    for n in 1..numerators.len() - 1 {
        let next = Integer::from(6) * &numerators[n] - &numerators[n - 1];
        if next != numerators[n + 1] || next <= Integer::ZERO {
            failing = failing.or(Some(format!("n = {n}")));
        }
    }
    Ok(failing)
}

fn exact<T>(result: Result<T, RealError>) -> Result<T, LabError> {
    result.map_err(beyond)
}
