//! Rat-matrices and shortcut matrices: the printed ones, the definitions by plain loops, and the statements of the paper.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use numeration::natural::{Integer, Natural, One, Zero};
use papers::rat_matrix::{
    Codes, DifferenceLine, Differences, Dimension, RatMatrix, RowOrder, ShortcutMatrix, Sigma,
    baseline, lines, lines_by_formula, lines_from_first_by_formula, paths, sigma, stern,
};
use proptest::prelude::*;

fn dimension(d: u32) -> Dimension {
    Dimension::new(d).unwrap()
}

fn naturals<const N: usize>(numbers: [u32; N]) -> Vec<Natural> {
    numbers.map(Natural::from).to_vec()
}

fn small(row: &[Natural]) -> Vec<i64> {
    row.iter()
        .map(|entry| i64::try_from(entry).unwrap())
        .collect()
}

/// Equation (1) in machine words.
fn rat_vector(d: u32, n: i64) -> Vec<i64> {
    let entry = |i: u32| ((1 << d) - 1) * n / (1 << (d - i)) - (1 << (i - 1)) + 1;
    (1..=d).map(entry).collect()
}

/// The shortcut matrix from its definition alone: all differences of rat vectors, modulo the copies of the matrix.
fn shortcuts_by_definition(d: u32) -> Vec<Vec<i64>> {
    let rows = 1i64 << (d - 1);
    let mut found = BTreeSet::new();
    for lower in 1..=rows {
        for upper in lower..lower + rows {
            let pairs = rat_vector(d, upper).into_iter().zip(rat_vector(d, lower));
            let reduced = (0..d).zip(pairs);
            let row: Vec<i64> = reduced
                .map(|(j, (x, y))| (x - y) % (((1 << d) - 1) << j))
                .collect();
            found.insert(row.into_iter().rev().collect::<Vec<i64>>());
        }
    }
    let unreversed = found.into_iter();
    unreversed
        .map(|row| row.into_iter().rev().collect())
        .collect()
}

/// The digits of a code, the first column first.
fn code(row: &[i64]) -> Vec<u8> {
    let pairs = row.windows(2);
    pairs
        .map(|pair| u8::try_from(1 + pair[1] - 2 * pair[0]).unwrap())
        .collect()
}

fn value(code: &[u8]) -> u64 {
    code.iter()
        .fold(0, |value, &digit| 3 * value + u64::from(digit))
}

fn check_rat_matrix(d: u32, printed: &[&[i64]]) {
    let matrix = RatMatrix::new(dimension(d));
    for (i, expected) in printed.iter().enumerate() {
        assert_eq!(
            small(&matrix.row(&Natural::from(i)).unwrap()),
            *expected,
            "row {i}"
        );
    }
    assert_eq!(matrix.row(&Natural::from(printed.len())), None);
}

fn check_shortcut_matrix(d: u32, printed: &[&[i64]]) {
    let rows = ShortcutMatrix::new(dimension(d)).rows_from(&Natural::ZERO);
    assert!(rows.map(|row| small(&row)).eq(printed.iter().copied()));
}

fn check_digits(d: u32, printed: &[&[u8]]) {
    let matrix = ShortcutMatrix::new(dimension(d));
    // The printed matrices of digits leave out those of row 0, which are all 1.
    let rows = matrix.rows_from(&Natural::ONE);
    let codes = rows.map(|row| matrix.code_of(&row).unwrap());
    assert!(codes.eq(printed.iter().copied()));
}

#[test]
fn printed_rat_matrices() {
    check_rat_matrix(2, &[&[1, 2], &[3, 5]]);
    check_rat_matrix(3, &[&[1, 2, 4], &[3, 6, 11], &[5, 9, 18], &[7, 13, 25]]);
    // Printed twice: in Example 2 and, under the name F_4, in the appendix.
    check_rat_matrix(
        4,
        &[
            &[1, 2, 4, 8],
            &[3, 6, 12, 23],
            &[5, 10, 19, 38],
            &[7, 14, 27, 53],
            &[9, 17, 34, 68],
            &[11, 21, 42, 83],
            &[13, 25, 49, 98],
            &[15, 29, 57, 113],
        ],
    );
}

#[test]
fn printed_shortcut_matrices() {
    check_shortcut_matrix(2, &[&[0, 0], &[1, 3], &[2, 3]]);
    check_shortcut_matrix(
        3,
        &[
            &[0, 0, 0],
            &[1, 3, 7],
            &[2, 3, 7],
            &[2, 4, 7],
            &[3, 7, 14],
            &[4, 7, 14],
            &[5, 10, 21],
            &[5, 11, 21],
            &[6, 11, 21],
        ],
    );
}

#[test]
fn printed_ternary_digits() {
    check_digits(
        3,
        &[
            &[2, 2],
            &[0, 2],
            &[1, 0],
            &[2, 1],
            &[0, 1],
            &[1, 2],
            &[2, 0],
            &[0, 0],
        ],
    );
    check_digits(
        4,
        &[
            &[2, 2, 2],
            &[0, 2, 2],
            &[1, 0, 2],
            &[1, 1, 0],
            &[2, 2, 1],
            &[0, 2, 1],
            &[1, 0, 1],
            &[2, 1, 2],
            &[0, 1, 2],
            &[2, 2, 0],
            &[0, 2, 0],
            &[1, 0, 0],
            &[2, 1, 1],
            &[0, 1, 1],
            &[1, 2, 2],
            &[2, 0, 2],
            &[0, 0, 2],
            &[2, 1, 0],
            &[0, 1, 0],
            &[1, 2, 1],
            &[2, 0, 1],
            &[0, 0, 1],
            &[1, 1, 2],
            &[1, 2, 0],
            &[2, 0, 0],
            &[0, 0, 0],
        ],
    );
}

#[test]
fn rows_by_definition_by_number_and_by_code() {
    for d in 2..=7 {
        let matrix = ShortcutMatrix::new(dimension(d));
        let expected = shortcuts_by_definition(d);
        assert_eq!(expected.len(), 3usize.pow(d - 1));
        let codes: Vec<u64> = expected.iter().map(|row| value(&code(row))).collect();
        assert!(
            Codes::new(dimension(d), RowOrder::FromLast)
                .unwrap()
                .eq(codes.iter().copied())
        );
        for (number, row) in expected.iter().enumerate() {
            let number = Natural::from(number);
            let found = matrix.row(&number).unwrap();
            assert_eq!(small(&found), *row);
            assert_eq!(matrix.number_of(&found), Some(number));
            assert_eq!(matrix.row_of_code(&code(row)), Some(found));
        }
        assert_eq!(matrix.row(&Natural::from(expected.len())), None);
        assert!(
            matrix
                .rows_from(&Natural::ZERO)
                .map(|row| small(&row))
                .eq(expected)
        );
    }
}

#[test]
fn the_other_order() {
    for d in 2..=8 {
        let mut rows: Vec<Vec<i64>> = ShortcutMatrix::new(dimension(d))
            .rows_from(&Natural::ZERO)
            .map(|row| small(&row))
            .collect();
        rows.sort();
        let expected = rows.iter().map(|row| value(&code(row)));
        assert!(
            Codes::new(dimension(d), RowOrder::FromFirst)
                .unwrap()
                .eq(expected),
            "{d}"
        );
    }
}

/// All vectors of a box, recognised by right shifts exactly if they are in the list.
#[test]
fn right_shifts_on_a_box() {
    for d in [2u32, 3] {
        let matrix = RatMatrix::new(dimension(d));
        let vectors: Vec<Vec<i64>> = (1..=40).map(|n| rat_vector(d, n)).collect();
        let side = if d == 2 { 100 } else { 40i64 };
        for code in 0..side.pow(d) {
            let x: Vec<i64> = (0..d).map(|j| code / side.pow(j) % side).collect();
            let vector: Vec<Natural> = x
                .iter()
                .map(|entry| Natural::try_from(*entry).unwrap())
                .collect();
            let place = vectors.iter().position(|vector| *vector == x);
            let expected = place.map(|place| Natural::from(place + 1));
            assert_eq!(matrix.number_of(&vector), expected, "{x:?}");
        }
    }
    let d = RatMatrix::new(dimension(3));
    assert_eq!(d.number_of(&naturals([1, 2])), None);
    assert_eq!(d.number_of(&naturals([1, 2, 4, 8])), None);
}

/// Section 7.1 as printed, and Stern's numbers from their definition.
#[test]
fn printed_sigma() {
    let printed: [&[u64]; 5] = [
        &[2],
        &[3, 2],
        &[4, 3, 5, 2],
        &[5, 4, 7, 3, 8, 5, 7, 2],
        &[6, 5, 9, 4, 11, 7, 10, 3, 11, 8, 13, 5, 12, 7, 9, 2],
    ];
    for (d, expected) in (2..).zip(printed) {
        assert_eq!(Sigma::by_recurrence(dimension(d)), expected);
    }
    let mut numbers = vec![0u64, 1];
    for n in 2..2000 {
        let half = n / 2;
        numbers.push(numbers[half] + if n % 2 == 1 { numbers[half + 1] } else { 0 });
    }
    for (n, number) in numbers.into_iter().enumerate() {
        assert_eq!(stern(&Natural::from(n)), number);
    }
}

/// The conjecture of section 7.1, counted in the last column of the whole matrix.
#[test]
fn sigma_counts_the_last_column() {
    for d in 2..=12u32 {
        let mut counted = vec![0u64; 1 << (d - 1)];
        for code in Codes::new(dimension(d), RowOrder::FromLast).unwrap() {
            // k is the signed binary number of the digits, modulo 2^(d−1).
            let k = (0..d - 1)
                .map(|place| (1 - (code / 3u64.pow(place) % 3) as i64) << place)
                .sum::<i64>();
            counted[k.rem_euclid(1 << (d - 1)) as usize] += 1;
        }
        let claimed = Sigma::by_recurrence(dimension(d));
        assert_eq!(counted[1..=claimed.len()], claimed);
        for k in 1..counted.len() {
            assert_eq!(counted[k], counted[counted.len() - k]);
            assert_eq!(sigma(dimension(d), &Natural::from(k)), counted[k]);
        }
    }
}

/// The same for larger d, counted tree by tree.
#[test]
fn sigma_of_large_matrices() {
    for d in 13..=19 {
        let claimed = Sigma::by_recurrence(dimension(d));
        assert_eq!(claimed.len(), 1 << (d - 2));
        for (k, claimed) in (1u32..).zip(claimed) {
            let root = Natural::from(k) * dimension(d).modulus();
            assert_eq!(paths(d - 1, &root), claimed, "d = {d}, k = {k}");
        }
    }
}

fn check_lines(d: u32, values: &[i64], occurrences: Option<&[u64]>) {
    let counted = lines(dimension(d), RowOrder::FromLast).unwrap();
    assert!(counted.iter().map(|line| &line.value).eq(values), "d = {d}");
    if let Some(printed) = occurrences {
        assert!(
            counted.iter().map(|line| &line.occurrences).eq(printed),
            "d = {d}"
        );
    }
    let by_formula: Vec<_> = lines_by_formula(dimension(d))
        .into_iter()
        .map(|(_, line)| line)
        .collect();
    assert_eq!(counted, by_formula);
}

/// The appendix, number by number.
#[test]
fn printed_differences() {
    check_lines(2, &[-2, 1], Some(&[1, 2]));
    check_lines(3, &[-6, 1, 4], Some(&[3, 2, 4]));
    check_lines(4, &[-18, 1, 3, 13, 19], Some(&[9, 2, 6, 8, 2]));
    check_lines(
        5,
        &[-54, 1, 3, 9, 40, 46, 55, 57],
        Some(&[27, 2, 6, 18, 16, 4, 2, 6]),
    );
    check_lines(
        6,
        &[-162, 1, 3, 9, 27, 121, 127, 136, 138, 163, 165, 171],
        Some(&[81, 2, 6, 18, 54, 32, 8, 4, 12, 2, 6, 18]),
    );
    check_lines(
        7,
        &[
            -486, 1, 3, 9, 27, 81, 364, 370, 379, 381, 406, 408, 414, 487, 489, 495, 513,
        ],
        Some(&[
            243, 2, 6, 18, 54, 162, 64, 16, 8, 24, 4, 12, 36, 2, 6, 18, 54,
        ]),
    );
    check_lines(
        8,
        &[
            -1458, 1, 3, 9, 27, 81, 243, 1093, 1099, 1108, 1110, 1135, 1137, 1143, 1216, 1218,
            1224, 1242, 1459, 1461, 1467, 1485, 1539,
        ],
        Some(&[
            729, 2, 6, 18, 54, 162, 486, 128, 32, 16, 48, 8, 24, 72, 4, 12, 36, 108, 2, 6, 18, 54,
            162,
        ]),
    );
    check_lines(
        9,
        &[
            -4374, 1, 3, 9, 27, 81, 243, 729, 3280, 3286, 3295, 3297, 3322, 3324, 3330, 3403, 3405,
            3411, 3429, 3646, 3648, 3654, 3672, 3726, 4375, 4377, 4383, 4401, 4455, 4617,
        ],
        Some(&[
            2187, 2, 6, 18, 54, 162, 486, 1458, 256, 64, 32, 96, 16, 48, 144, 8, 24, 72, 216, 4,
            12, 36, 108, 324, 2, 6, 18, 54, 162, 486,
        ]),
    );
    check_lines(
        10,
        &[
            -13122, 1, 3, 9, 27, 81, 243, 729, 2187, 9841, 9847, 9856, 9858, 9883, 9885, 9891,
            9964, 9966, 9972, 9990, 10207, 10209, 10215, 10233, 10287, 10936, 10938, 10944, 10962,
            11016, 11178, 13123, 13125, 13131, 13149, 13203, 13365, 13851,
        ],
        Some(&[
            6561, 2, 6, 18, 54, 162, 486, 1458, 4374, 512, 128, 64, 192, 32, 96, 288, 16, 48, 144,
            432, 8, 24, 72, 216, 648, 4, 12, 36, 108, 324, 972, 2, 6, 18, 54, 162, 486, 1458,
        ]),
    );
    check_lines(
        11,
        &[
            -39366, 1, 3, 9, 27, 81, 243, 729, 2187, 6561, 29524, 29530, 29539, 29541, 29566,
            29568, 29574, 29647, 29649, 29655, 29673, 29890, 29892, 29898, 29916, 29970, 30619,
            30621, 30627, 30645, 30699, 30861, 32806, 32808, 32814, 32832, 32886, 33048, 33534,
            39367, 39369, 39375, 39393, 39447, 39609, 40095, 41553,
        ],
        None,
    );
    check_lines(
        12,
        &[
            -118_098, 1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 88573, 88579, 88588, 88590,
            88615, 88617, 88623, 88696, 88698, 88704, 88722, 88939, 88941, 88947, 88965, 89019,
            89668, 89670, 89676, 89694, 89748, 89910, 91855, 91857, 91863, 91881, 91935, 92097,
            92583, 98416, 98418, 98424, 98442, 98496, 98658, 99144, 100_602, 118_099, 118_101,
            118_107, 118_125, 118_179, 118_341, 118_827, 120_285, 124_659,
        ],
        None,
    );
}

/// Remark 1, with all values and occurrences.
#[test]
fn differences_from_the_first_column() {
    for d in 2..=12 {
        let counted = lines(dimension(d), RowOrder::FromFirst).unwrap();
        let by_formula = lines_from_first_by_formula(dimension(d));
        assert!(
            counted.iter().eq(by_formula.iter().map(|(_, line)| line)),
            "d = {d}"
        );
    }
}

/// The data on the base line at the end of the appendix. The lists for `d ≥ 5` have lost or gained numbers.
#[test]
fn printed_baselines() {
    let gaps = |d: u32| -> Vec<u64> {
        let rows: Vec<u64> = baseline(dimension(d)).unwrap().collect();
        rows.windows(2).map(|pair| pair[1] - pair[0]).collect()
    };
    assert!(gaps(2).is_empty());
    assert_eq!(gaps(3), [3, 3]);
    assert_eq!(gaps(4), [4, 3, 2, 3, 3, 2, 3, 4]);
    assert_eq!(
        gaps(5),
        [
            5, 4, 3, 4, 3, 2, 3, 3, 2, 3, 2, 2, 3, 3, 2, 2, 3, 2, 3, 3, 2, 3, 4, 3, 4, 5
        ]
    );
    for d in 2..=9 {
        let list = gaps(d);
        assert_eq!(list.len() as u64, 3u64.pow(d - 2) - 1);
        assert!(list.iter().eq(list.iter().rev()), "it is a palindrome");
    }
}

#[test]
fn differences_close_the_circle() {
    for order in [RowOrder::FromLast, RowOrder::FromFirst] {
        for d in 2..=9 {
            let codes: Vec<i64> = Codes::new(dimension(d), order)
                .unwrap()
                .map(|code| code as i64)
                .collect();
            let next = codes.iter().cycle().skip(1);
            let expected = codes.iter().zip(next).map(|(here, next)| next - here);
            assert!(Differences::new(dimension(d), order).unwrap().eq(expected));
        }
    }
}

/// The counterexamples of the papers' checks, by hand.
#[test]
fn statements_by_plain_loops() {
    let gap = |d, j: usize, n| rat_vector(d, n)[j - 1] - rat_vector(d, n - 1)[j - 1];
    // Lemma 10: r_1 = 1, 3, 4 for d = 2.
    assert_eq!((gap(2, 1, 2), gap(2, 1, 3)), (2, 1));
    // Lemma 12.
    assert_eq!(2 * gap(2, 1, 3) - gap(2, 2, 3), -1);
    for d in 2..=8u32 {
        for n in 2..=1 << (d + 1) {
            let sum: i64 = (2..=d as usize)
                .map(|j| {
                    let place = d as usize - j;
                    (gap(d, j - 1, n) << (place + 1)) - (gap(d, j, n) << place)
                })
                .sum();
            let rows = 1 << (d - 1);
            let expected = if n % rows == 1 % rows { 1 - rows } else { 1 };
            assert_eq!(sum, expected);
        }
    }
    // Proposition 17: the digits of (3, 6, 11) are 0 and 1, and 11 − 4 = 7·1, not 7·2.
    assert_eq!(rat_vector(3, 2), [3, 6, 11]);
    // Corollary 6(ii): (2, 5) is no rat vector, and (1, 3) is r(2) − r(1) + … = r(3) − r(2).
    let (third, second) = (rat_vector(2, 3), rat_vector(2, 2));
    assert_eq!([third[0] - second[0], third[1] - second[1]], [1, 3]);
    assert!((1..5).all(|n| rat_vector(2, n) != [2, 5]));
}

#[test]
fn dimensions() {
    for d in [0, 1, 4097] {
        assert_eq!(
            Dimension::new(d).unwrap_err().to_string(),
            format!("there are rat-matrices for d = 2, …, 4096 piles, not for {d}")
        );
    }
    assert!(Codes::new(dimension(41), RowOrder::FromLast).is_err());
    assert!(Codes::new(dimension(40), RowOrder::FromFirst).is_ok());
}

proptest! {
    /// In a matrix with more rows than atoms, rows are found by number, by code and one after the other.
    #[test]
    fn rows_of_large_matrices(d in 30u32..200, seed in any::<[u64; 6]>(), digits in prop::collection::vec(0u8..3, 200)) {
        let matrix = ShortcutMatrix::new(dimension(d));
        let large = seed.iter().fold(Natural::ZERO, |large, word| (large << 64u64) + Natural::from(*word));
        let number = large % (dimension(d).shortcut_rows() - Natural::ONE);
        let mut rows = matrix.rows_from(&number);
        let row = rows.next().unwrap();
        prop_assert_eq!(matrix.number_of(&row), Some(number.clone()));
        prop_assert_eq!(matrix.row_of_code(&matrix.code_of(&row).unwrap()), Some(row));
        prop_assert_eq!(matrix.number_of(&rows.next().unwrap()), Some(number + Natural::ONE));
        let code = &digits[..d as usize - 1];
        let row = matrix.row_of_code(code).unwrap();
        prop_assert!(matrix.has_ternary_recurrence(&row));
        prop_assert_eq!(matrix.code_of(&row).unwrap(), code);
    }

    /// Right shifts find the number of a rat vector, and no neighbour is one.
    #[test]
    fn right_shifts_of_large_vectors(d in 2u32..100, n in 1u64.., place in 0usize..100, up in any::<bool>()) {
        let matrix = RatMatrix::new(dimension(d));
        let mut vector = matrix.vector(&Natural::from(n));
        prop_assert_eq!(matrix.number_of(&vector), Some(Natural::from(n)));
        let place = place % vector.len();
        if up { vector[place] += Natural::ONE } else { vector[place] -= Natural::ONE }
        prop_assert_eq!(matrix.number_of(&vector), None);
    }

    /// Halving both ways, counted by walking.
    #[test]
    fn paths_by_walking(m in 0u32..12, x in 0u32..100_000) {
        let mut walkers: BTreeMap<u32, u64> = [(x, 1)].into();
        for _ in 0..m {
            let mut next: BTreeMap<u32, u64> = BTreeMap::new();
            for (x, count) in walkers {
                *next.entry(x / 2).or_default() += count;
                if x % 2 == 1 {
                    *next.entry(x / 2 + 1).or_default() += count;
                }
            }
            walkers = next;
        }
        prop_assert_eq!(paths(m, &Natural::from(x)), walkers.into_values().sum::<u64>());
    }

    /// The formulas for the lines add up to all rows, and the differences add up to 0.
    #[test]
    fn lines_of_large_matrices(d in 2u32..150) {
        let one: Vec<DifferenceLine> = lines_by_formula(dimension(d)).into_iter().map(|(_, line)| line).collect();
        prop_assert_eq!(one.len() as u32, (d * d + 6 - 3 * d) / 2);
        let n = d.min(40) - 1;
        let other = lines_from_first_by_formula(dimension(n + 1));
        let other: Vec<DifferenceLine> = other.into_iter().map(|(_, line)| line).collect();
        prop_assert_eq!(other.len() as u32, (n * n * n + 8 * n + 6 - 3 * n * n) / 6);
        for (d, lines) in [(d, one), (n + 1, other)] {
            prop_assert!(lines.windows(2).all(|pair| pair[0].value < pair[1].value));
            let all: Natural = lines.iter().map(|line| &line.occurrences).sum();
            prop_assert_eq!(all, dimension(d).shortcut_rows());
            let circle: Integer = lines.iter().map(|line| &line.value * Integer::from(&line.occurrences)).sum();
            prop_assert_eq!(circle, Integer::ZERO);
        }
    }
}
