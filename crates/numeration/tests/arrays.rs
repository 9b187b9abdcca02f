//! Arrays: the printed table, the definition by mex, and the theorems about rows and columns.
#![allow(clippy::unwrap_used)]

use numeration::array::{ShiftArray, frankenstein_by_mex};
use numeration::natural::{Integer, Natural, Pow, parse_natural};
use numeration::real::Real;
use proptest::prelude::*;

fn natural(n: u64) -> Natural {
    Natural::from(n)
}

fn naturals(numbers: &[u64]) -> Vec<Natural> {
    numbers.iter().copied().map(Natural::from).collect()
}

/// Table 1 of the Frankenstein paper, entry by entry. The last entry of row 9 is printed as 4225, which
/// is not 3·1652 - 631 = 4325.
#[test]
fn printed_table() {
    let rows: [&[u64]; 11] = [
        &[0, 0, 0, 0, 0, 0, 0],
        &[1, 3, 8, 21, 55, 144, 377],
        &[2, 6, 16, 42, 110, 288, 754],
        &[4, 11, 29, 76, 199, 521, 1364],
        &[5, 14, 37, 97, 254, 665, 1741],
        &[7, 19, 50, 131, 343, 898, 2351],
        &[9, 24, 63, 165, 432, 1131, 2961],
        &[10, 27, 71, 186, 487, 1275, 3338],
        &[12, 32, 84, 220, 576, 1508, 3948],
        &[13, 35, 92, 241, 631, 1652, 4325],
        &[15, 40, 105, 275, 720, 1885, 4935],
    ];
    let expected: Vec<Vec<Natural>> = rows.iter().map(|row| naturals(row)).collect();
    assert_eq!(ShiftArray::frankenstein().corner(11, 7).unwrap(), expected);
    assert_eq!(frankenstein_by_mex(11, 7), expected);
}

#[test]
fn definition_and_shifts_agree() {
    let array = ShiftArray::frankenstein();
    assert_eq!(array.corner(400, 6).unwrap(), frankenstein_by_mex(400, 6));
}

/// Theorem 2(i) to (iii) and Lemma 1 of the Frankenstein paper.
#[test]
fn theorems_on_rows_and_columns() {
    let array = frankenstein_by_mex(300, 7);
    let square = Real::phi().pow(&Integer::from(2)).unwrap();
    let mut fibonacci = vec![natural(1), natural(2)];
    while fibonacci.len() < 20 {
        fibonacci.push(&fibonacci[fibonacci.len() - 1] + &fibonacci[fibonacci.len() - 2]);
    }
    for n in 1..300 {
        let step = &array[n][0] - &array[n - 1][0];
        let which = fibonacci.iter().position(|f| *f == step).unwrap();
        assert!(which < 2);
        for j in 0..7 {
            let entry = &array[n][j];
            assert_eq!(
                entry - &array[n - 1][j],
                fibonacci[2 * j + which],
                "(iii) at {n}, {j}"
            );
            if j == 0 {
                continue;
            }
            let left = square
                .floor_multiple(&Integer::from(&array[n][j - 1]))
                .unwrap()
                + Integer::from(1);
            assert_eq!(Integer::from(entry), left, "(i) at {n}, {j}");
            let earlier = array[n][..j]
                .iter()
                .fold(natural(n as u64), |sum, a| sum + a);
            assert_eq!(*entry, earlier + &array[n][j - 1], "Lemma 1 at {n}, {j}");
        }
    }
}

#[test]
fn wythoff_array() {
    let rows: [&[u64]; 5] = [
        &[0, 0, 0, 0, 0],
        &[1, 2, 3, 5, 8],
        &[4, 7, 11, 18, 29],
        &[6, 10, 16, 26, 42],
        &[9, 15, 24, 39, 63],
    ];
    let expected: Vec<Vec<Natural>> = rows.iter().map(|row| naturals(row)).collect();
    assert_eq!(ShiftArray::wythoff().corner(5, 5).unwrap(), expected);
}

fn arrays() -> Vec<(Vec<u64>, ShiftArray)> {
    let lists: [&[u64]; 6] = [&[1, 1], &[2, 1], &[1, 1, 1], &[3, 2, 2], &[4], &[5, 5]];
    let of = |b: &[u64]| (b.to_vec(), ShiftArray::of_recurrence(&naturals(b)).unwrap());
    lists.into_iter().map(of).collect()
}

/// The mex of everything in the rows before starts each row, and columns obey the recurrence.
#[test]
fn other_recurrences() {
    for (b, array) in arrays() {
        let corner = array.corner(60, 12).unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for (n, row) in corner.iter().enumerate() {
            let mex = (0u64..).map(natural).find(|k| !seen.contains(k)).unwrap();
            assert_eq!(row[0], mex, "{b:?} row {n}");
            seen.extend(row.iter().cloned());
            for j in b.len()..12 {
                let sum = b.iter().enumerate().fold(natural(0), |sum, (i, b)| {
                    sum + natural(*b) * &row[j - 1 - i]
                });
                assert_eq!(row[j], sum, "{b:?} at {n}, {j}");
            }
        }
    }
}

#[test]
fn every_number_has_one_place() {
    let mut all = arrays();
    all.push((vec![3], ShiftArray::frankenstein()));
    for (b, array) in all {
        for k in 1..400 {
            let place = array.locate(&natural(k)).unwrap();
            assert!(place.row >= 1);
            assert_eq!(
                array.entry(&place.row, place.column).unwrap(),
                natural(k),
                "{b:?}"
            );
        }
        assert_eq!(array.locate(&natural(0)).unwrap().row, natural(0));
    }
}

proptest! {
    #[test]
    fn huge_places(digits in "[1-9][0-9]{0,300}", which in 0usize..7, column in 0usize..50) {
        let mut all = arrays();
        all.push((vec![3], ShiftArray::frankenstein()));
        let array = &all[which].1;
        let number = parse_natural(&digits).unwrap();
        let place = array.locate(&number).unwrap();
        prop_assert_eq!(array.entry(&place.row, place.column).unwrap(), number.clone());
        let entry = array.entry(&number, column).unwrap();
        let back = array.locate(&entry).unwrap();
        prop_assert_eq!((back.row, back.column), (number, column));
    }
}

#[test]
fn a_row_beyond_words() {
    let n = Natural::from(10u32).pow(2000);
    let array = ShiftArray::frankenstein();
    let row = array.row(&n, 5).unwrap();
    assert_eq!(row[1], natural(2) * &row[0] + &n);
    for j in 2..5 {
        assert_eq!(&row[j] + &row[j - 2], natural(3) * &row[j - 1]);
    }
}
