//! Arrays: the printed table, the definition by mex, and the theorems about rows and columns.
#![allow(clippy::unwrap_used)]

use logic::Unwatched;
use numeration::natural::{Integer, Natural, Pow, parse_natural};
use numeration::real::Real;
use numeration::semiregular::{Quotients, Semiregular};
use papers::arrays::floor::FloorArray;
use papers::arrays::mex::{LinearRule, MexArray, RowError, Stolarsky};
use papers::arrays::shift::{ShiftArray, frankenstein_by_mex};
use proptest::prelude::*;
use strategies::frankenstein::RowFinder;
use strategies::frankenstein_digits::Ternary;
use strategies::frankenstein_floors::FrankensteinFloors;

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

/// The array of b, -1 by the mex of its definition: `A₁ⁿ = (b-1)A₀ⁿ + n`, `Aⱼ = b·Aⱼ₋₁ - Aⱼ₋₂`.
fn difference_by_mex(b: u64, rows: usize, columns: usize) -> Vec<Vec<Natural>> {
    let mut seen = std::collections::BTreeSet::new();
    let mut array: Vec<Vec<u64>> = Vec::new();
    for n in 1..=rows as u64 {
        let head = (1..).find(|head| !seen.contains(head)).unwrap();
        let mut row = vec![head, (b - 1) * head + n];
        while row.len() < columns.max(6) {
            row.push(b * row[row.len() - 1] - row[row.len() - 2]);
        }
        for entry in &row {
            assert!(seen.insert(*entry), "{entry} stands twice for b = {b}");
        }
        array.push(row[..columns].to_vec());
    }
    array.iter().map(|row| naturals(row)).collect()
}

#[test]
fn arrays_by_floors() {
    for b in 3..=8u64 {
        let array = FloorArray::of_difference(&natural(b)).unwrap();
        for (n, row) in difference_by_mex(b, 150, 5).iter().enumerate() {
            assert_eq!(
                array.row(&natural(n as u64 + 1), 5).unwrap(),
                *row,
                "b = {b}"
            );
            for (column, entry) in row.iter().enumerate() {
                let (place, head) = array.locate(entry).unwrap();
                assert_eq!((place.row, place.column), (natural(n as u64 + 1), column));
                assert_eq!(head, row[0]);
            }
        }
        assert_eq!(array.row(&natural(0), 3).unwrap(), naturals(&[0, 0, 0]));
    }
    assert_eq!(
        FloorArray::of_difference(&natural(3))
            .unwrap()
            .row(&natural(77), 9)
            .unwrap(),
        ShiftArray::frankenstein().row(&natural(77), 9).unwrap()
    );
    assert!(FloorArray::of_difference(&natural(2)).is_err());
    assert!(FloorArray::new(Real::from(3)).is_err());
}

/// Any irrational number above 1 has an array in which every number stands once.
#[test]
fn arrays_of_other_numbers() {
    for alpha in [Real::pi(), Real::phi(), Real::from(3).sqrt().unwrap()] {
        let array = FloorArray::new(alpha).unwrap();
        let mut places = std::collections::BTreeSet::new();
        for number in 1..600 {
            let (place, head) = array.locate(&natural(number)).unwrap();
            let row = array.row(&place.row, place.column + 1).unwrap();
            assert_eq!((row.last(), &row[0]), (Some(&natural(number)), &head));
            assert!(places.insert((place.row, place.column)));
        }
    }
}

#[test]
fn arrays_row_by_row() {
    let constant =
        |b: &'static [i64]| move |_: usize| Ok(b.iter().map(|b| Integer::from(*b)).collect());
    for (b, initial, same) in [
        (&[1i64, 1][..], 1, ShiftArray::wythoff()),
        (
            &[2, 1],
            1,
            ShiftArray::of_recurrence(&naturals(&[2, 1])).unwrap(),
        ),
        (&[3, -1], 0, ShiftArray::frankenstein()),
    ] {
        let rule =
            LinearRule::new(constant(b), 2, &[Integer::from(initial)], &natural(10_000)).unwrap();
        let mut array = MexArray::new(rule);
        array.build(60).unwrap();
        for n in 1..=60 {
            assert_eq!(
                array.row(n, 7).unwrap(),
                same.row(&natural(n as u64), 7).unwrap(),
                "{b:?}"
            );
        }
        assert_eq!(array.twice(), None);
    }
}

/// Stolarsky's array as it is printed in OEIS A035506.
#[test]
fn stolarsky_array() {
    let rows: [&[u64]; 6] = [
        &[1, 2, 3, 5, 8],
        &[4, 6, 10, 16, 26],
        &[7, 11, 18, 29, 47],
        &[9, 15, 24, 39, 63],
        &[12, 19, 31, 50, 81],
        &[14, 23, 37, 60, 97],
    ];
    let mut array = MexArray::new(Stolarsky::default());
    array.build(300).unwrap();
    for (n, row) in rows.iter().enumerate() {
        assert_eq!(array.row(n + 1, 5).unwrap(), naturals(row));
    }
    assert_eq!(array.twice(), None);
}

#[test]
fn numbers_that_stand_twice() {
    let rule = LinearRule::new(|n| Ok(vec![Integer::from(n + 1)]), 1, &[], &natural(1000)).unwrap();
    let mut array = MexArray::new(rule);
    array.build(50).unwrap();
    let twice = array.twice().unwrap();
    assert_eq!(
        (&twice.number, twice.places),
        (&natural(6), [(1, 2), (2, 1)])
    );
    let both = |_: usize| Ok(vec![Integer::from(1), Integer::from(3)]);
    let mut array =
        MexArray::new(LinearRule::new(both, 2, &[Integer::from(1)], &natural(1000)).unwrap());
    array.build(60).unwrap();
    let twice = array.twice().unwrap();
    assert_eq!(
        (&twice.number, twice.places),
        (&natural(101), [(10, 2), (25, 1)])
    );
    let falling = |_: usize| Ok(vec![Integer::from(1), Integer::from(-1)]);
    let refused = LinearRule::new(falling, 2, &[Integer::from(0)], &natural(9));
    assert!(matches!(refused.err(), Some(RowError::Basis { .. })));
}

/// Quotients read off from the simple continued fraction are those found by rounding up.
#[test]
fn quasi_regular_quotients_in_two_ways() {
    let ratio = |p: i64, q: u64| Real::ratio(p, q).unwrap();
    let numbers = [
        Real::phi(),
        Real::from(7).sqrt().unwrap(),
        Real::pi(),
        Real::from(0).sub(&Real::pi()).unwrap(),
        ratio(7, 4),
        ratio(7, 5),
        ratio(100, 99),
        ratio(99, 100),
        ratio(-3, 7),
        ratio(0, 1),
        ratio(5, 1),
    ];
    for number in numbers {
        let rounded = Semiregular::of(&number, 12).unwrap();
        let read: Result<Vec<Integer>, _> = Quotients::of(&number).unwrap().take(12).collect();
        let read = read.unwrap();
        let ends = Quotients::of(&number).unwrap().nth(read.len()).is_none();
        assert_eq!(Semiregular::with_quotients(read, ends), rounded);
    }
}

/// Convergents by the recurrence lie on the way down to the number, and rounding up gives back the quotients.
#[test]
fn quasi_regular_fractions() {
    for number in [Real::phi(), Real::from(7).sqrt().unwrap(), Real::pi()] {
        let fraction = Semiregular::of(&number, 12).unwrap();
        let mut before: Option<Real> = None;
        for (p, q) in fraction.convergents() {
            let convergent = Real::from(p).div(&Real::from(q)).unwrap();
            assert_eq!(
                convergent.compare(&number).unwrap(),
                std::cmp::Ordering::Greater
            );
            if let Some(before) = before {
                assert_eq!(
                    convergent.compare(&before).unwrap(),
                    std::cmp::Ordering::Less
                );
            }
            before = Some(convergent);
        }
        assert_eq!(fraction.convergents().count(), 12);
    }
    let rational = Semiregular::of(&Real::ratio(7, 5).unwrap(), 12).unwrap();
    assert_eq!(rational.to_string(), "2 - 1/(2 - 1/3)");
    let last = rational.convergents().last().unwrap();
    assert_eq!(last, (Integer::from(7), Integer::from(5)));
    let three = Semiregular::constant(&natural(3));
    assert_eq!(three.to_string(), "3 - 1/(3 - 1/(3 - …))");
    assert_eq!(
        three.convergents().nth(3),
        Some((Integer::from(55), Integer::from(21)))
    );
}

#[test]
fn places_by_floors_by_digits_and_by_definition() {
    let (floors, digits) = (FrankensteinFloors::new(), Ternary::new());
    let array = frankenstein_by_mex(12_400, 12);
    let mut placed = 0;
    for (n, row) in array.iter().enumerate().skip(1) {
        for (column, entry) in row
            .iter()
            .enumerate()
            .filter(|(_, entry)| **entry <= 20_000)
        {
            let by_floors = floors.locate(entry, &Unwatched).unwrap();
            let by_digits = digits.locate(entry, &Unwatched).unwrap();
            for place in [&by_floors, &by_digits] {
                assert_eq!(
                    (place.column, &place.row),
                    (column, &Natural::from(n)),
                    "{entry}"
                );
                assert_eq!(place.first, row[0], "{entry}");
            }
            placed += 1;
        }
        assert_eq!(floors.first(&Natural::from(n), &Unwatched).unwrap(), row[0]);
    }
    assert_eq!(placed, 20_000);
}
