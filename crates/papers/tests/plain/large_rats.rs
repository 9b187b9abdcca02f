//! Playability and arbitrarily large rat games.

use std::collections::{BTreeMap, BTreeSet};

use super::shown;

type Loop = (&'static str, fn() -> String);

pub(crate) const LOOPS: &[Loop] = &[
    ("Section 2, rule a(ii)", rule_a),
    ("Section 2, play example, condition b", || {
        let s = [1, 3, 7];
        assert_ne!(2 * s[0], s[1] + 1);
        format!("d = 3: 2s_1 = {}, s_2 + 1 = {}", 2 * s[0], s[1] + 1)
    }),
    ("Section 3.1, rat and mouse", || {
        format!(
            "rat: {}, and r(1) = {} for d = 2",
            shown(&row(3, 1)),
            shown(&row(2, 1))
        )
    }),
    (
        "Section 4, the number of proper shortcuts, the inequality",
        || {
            let (shortcuts, pairs) = (3i64, 2);
            assert!(shortcuts >= pairs);
            format!("d = 2: {shortcuts} is not below {pairs}")
        },
    ),
    ("Section 5, proof of Lemma 3", || {
        let y = (0i64..)
            .find(|y| y - 2 * (y / 2) != -(y + 2 * (y / 2)))
            .unwrap();
        format!("y = {y}")
    }),
    ("Section 5, Theorem 4", || {
        assert!(rows(2, 9).contains(&vec![0, 0]));
        "d = 2: (0, 0) has a ternary recurrence, and is not a proper shortcut".to_owned()
    }),
    ("Section 5.1, Corollary 6(i)", || {
        let shortcuts = differences(2, 40);
        let (x, r) = outside_and_inside()
            .find(|(x, r)| shortcuts.contains(&minus(x, r)))
            .unwrap();
        format!("d = 2: x = {}, r = {}", shown(&x), shown(&r))
    }),
    ("Section 5.1, Corollary 6(ii)", || {
        let (rats, shortcuts) = (rows(2, 40), differences(2, 40));
        let proper = |s: &Vec<i64>| shortcuts.contains(s) && !rats.contains(s);
        let cases = outside_and_inside().filter(|(_, r)| r[1] > 0);
        let (x, r) = cases
            .into_iter()
            .find(|(x, r)| proper(&minus(x, r)))
            .unwrap();
        let s = minus(&x, &r);
        format!(
            "d = 2: {} − {} = {} is a proper shortcut",
            shown(&x),
            shown(&r),
            shown(&s)
        )
    }),
    ("Section 5.1, Example 1, the form of the move", || {
        let (x, shortcuts) = (vec![7, 13, 27, 53], differences(4, 40));
        assert!(!shortcuts.contains(&x));
        format!("{} → {} is legal", shown(&x), shown(&[0; 4]))
    }),
    ("Section 6, Lemma 10", || {
        let gap = |n: i64| row(2, n)[0] - row(2, n - 1)[0];
        let claimed = |n: i64| if n % 2 == 0 { 1 } else { 2 };
        let n = (2..).find(|n| gap(*n) != claimed(*n)).unwrap();
        format!(
            "d = 2: Δ_1({n}) = {}, and {} is claimed",
            gap(n),
            claimed(n)
        )
    }),
    ("Section 6, Example 2, the moduli", || {
        let growth = |j: i64| row(4, 9)[j as usize - 1] - row(4, 1)[j as usize - 1];
        let j = (1..=4).find(|j| growth(*j) != 15 * j).unwrap();
        format!("d = 4: column {j} grows by {}, not {}", growth(j), 15 * j)
    }),
    ("Section 6, footnote 5", || {
        let claimed = |n: i64| -> Vec<i64> {
            let (first, t) = (row(4, (n - 1) % 8 + 1), n / 8);
            (0..4).map(|j| first[j] + ((15 * t) << j)).collect()
        };
        let n = (1..).find(|n| row(4, *n) != claimed(*n)).unwrap();
        format!(
            "d = 4: r({n}) = {}, not {}",
            shown(&row(4, n)),
            shown(&claimed(n))
        )
    }),
    ("Section 6.1, Definition 2", || {
        let n = (1i64..).find(|n| (n - 1) / 4 < 1).unwrap();
        format!("n = {n}")
    }),
    ("Section 6.1, Lemma 12", || {
        let gap = |n: i64, j: usize| row(2, n)[j - 1] - row(2, n - 1)[j - 1];
        let sum = |n: i64| 2 * gap(n, 1) - gap(n, 2);
        let n = (2..).find(|n| sum(*n) != 1).unwrap();
        format!("d = 2: n = {n}: the sum is {}", sum(n))
    }),
    ("Section 6.1, proof of Theorem 13", || {
        let t = |n: i64| (n - 1) / 4;
        let n = (1i64..)
            .find(|n| (t(*n) - 1).div_euclid(4) != t(*n))
            .unwrap();
        format!("n = {n}")
    }),
    ("Section 7, the natural order", || {
        for d in 2.. {
            let matrix = matrix(d);
            let sum = |row: &Vec<i64>| row.iter().sum::<i64>();
            if let Some(pair) = matrix
                .windows(2)
                .find(|pair| sum(&pair[0]) >= sum(&pair[1]))
            {
                return format!("d = {d}: {} and {}", shown(&pair[0]), shown(&pair[1]));
            }
        }
        unreachable!("two rows have the same sum")
    }),
    ("Section 7, Definition 3, row 0", || {
        let rats = rows(2, 40);
        let left = differences(2, 40)
            .into_iter()
            .filter(|x| x[1] < 6 && !rats.contains(x));
        format!(
            "d = 2: 0 is in R, so that {} vectors are left, and F has {} rows",
            left.count(),
            matrix(2).len()
        )
    }),
    ("Section 7, proof of Theorem 14, equation (11)", || {
        // d = 3, rows from 0: R_(i+1,j) − R_(k+1,j) against 2(R_(i,j) − R_(k,j)) + b_(i,j) − b_(k,j), b_(i,1) the first digit.
        let entry = |i: i64| row(3, i + 1)[0];
        let digit = |i: i64| i / 2;
        let (i, k) = (0, 1);
        let left = entry(i + 1) - entry(k + 1);
        let right = 2 * (entry(i) - entry(k)) + digit(i) - digit(k);
        assert_ne!(left, right);
        format!("d = 3: i = {i}, k = {k}, j = 1: {left} and {right}")
    }),
    ("Section 7, proof of Theorem 14, equation (12)", || {
        let cases = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let (x, y) = cases
            .into_iter()
            .find(|(x, y)| !(0..=2).contains(&(x - y)))
            .unwrap();
        format!("x = {x}, y = {y}")
    }),
    ("Section 7, after Theorem 15", || {
        let first = &matrix(2)[0];
        assert_ne!(first[1], 3);
        format!("d = 2: row 0 is {}, the root 3", shown(first))
    }),
    ("Section 7.1, the range of j", || {
        let last: BTreeSet<i64> = matrix(2)
            .iter()
            .map(|row| row[1])
            .filter(|x| *x > 0)
            .collect();
        format!("d = 2: σ^2 has {} entry, and j goes up to 4", last.len())
    }),
    ("Section 8, Table 1", || {
        let values = nim_values(8);
        let mut found = Vec::new();
        for y in 0..=8 {
            for x in 0..=6 {
                let printed = if rows(2, 9).contains(&vec![x, y]) {
                    0
                } else {
                    x + y
                };
                if values[&(x, y)] != printed {
                    found.push(format!(
                        "row {y}, column {x}: {} not {printed}",
                        values[&(x, y)]
                    ));
                }
            }
        }
        found.join("; ")
    }),
    ("Section 8, Table 1, the corner", || {
        "the corner is the position (6, 0)".to_owned()
    }),
    ("Section 8, Theorem 16, approximate-nim-heaps", || {
        let (values, rats) = (nim_values(12), rows(2, 20));
        let mut entries = values.into_iter();
        let ((x, y), value) = entries
            .find(|((x, y), value)| !rats.contains(&vec![*x, *y]) && *value != x + y)
            .unwrap();
        format!("({x}, {y}) has nim-value {value}")
    }),
    ("Section 9, Proposition 17, the vector 0", || {
        let last = |n: i64| if n == 0 { 0 } else { row(2, n)[1] };
        let n = (0..).find(|n| (3 * (last(*n) % 2) + 2 - last(*n)) % 6 != 0);
        format!("n = {}", n.unwrap())
    }),
    ("Section 8, Example 3, first sum, the reason", || {
        let (rats, blocked) = (rows(3, 40), differences(3, 40));
        let all = (0..9).flat_map(|x| (0..9).flat_map(move |y| (0..9).map(move |z| vec![x, y, z])));
        let first = all
            .into_iter()
            .find(|x| !rats.contains(x) && blocked.contains(x))
            .unwrap();
        format!("{} must not be taken", shown(&first))
    }),
    ("Section 9, Proposition 17, the sum", || {
        for d in 2usize.. {
            for n in 1..=1i64 << d {
                let x = row(d, n);
                // ξ(x_i + 1) is the digit that the right shift of x_i + 1 drops, changed: x_i mod 2.
                let alpha: i64 = (2..=d).map(|i| (x[i - 1] % 2) << (i - 2)).sum();
                let (unit, modulus) = ((1i64 << d) - 1, ((1i64 << d) - 1) << (d - 1));
                let rest = x[d - 1] - (1i64 << (d - 1));
                if (alpha * unit - rest).rem_euclid(modulus) != 0 {
                    return format!("d = {d}: r({n}) = {}, α = {alpha}", shown(&x));
                }
            }
        }
        unreachable!("the sum is wrong for d = 3")
    }),
    (
        "Appendix, the difference matrix for d = 3, the number of rows",
        || format!("8 rows of digits, and F_3 has {}", matrix(3).len()),
    ),
    ("Appendix, the standard form for the fat rat", || {
        let n = (1..).find(|n| row(4, *n)[3] != 15 * n - 5).unwrap();
        format!("d = 4: n = {n}: {}, not {}", row(4, n)[3], 15 * n - 5)
    }),
    (
        "Appendix, the matrix below the standard form for the fat rat, its name",
        || {
            let first = shown(&row(4, 1));
            format!(
                "it has 8 rows and begins with {first}; F_4 has {}",
                matrix(4).len()
            )
        },
    ),
    (
        "Appendix, the labels (pb) and (pt) for d = 12, (pb)",
        || {
            // Two copies of the base line for d = 11, where a difference of −2·3^9 occurs 3^9 times.
            format!(
                "the line at 6561 has {} points, not {}",
                occurrences(12, 6561),
                2 * occurrences(11, -39366)
            )
        },
    ),
    (
        "Appendix, the labels (pb) and (pt) for d = 12, (pt)",
        || {
            format!(
                "the line at 19683 has {} points, not {}",
                occurrences(12, 19683),
                2 * occurrences(11, 29524)
            )
        },
    ),
    (
        "Appendix, Observations, the number ξ_d as a quotient",
        || {
            let lines = |d: i64| 2 + (d - 1) * (d - 2) / 2;
            let d = (2..).find(|d| 2 * lines(*d) != d * d - 3 * d + 3).unwrap();
            format!(
                "d = {d}: 2 + C(d−1, 2) = {}, and {}/2",
                lines(d),
                d * d - 3 * d + 3
            )
        },
    ),
    ("Appendix, the sequences τ, their lengths", || {
        // For d = 5 the values after τ(d) = 46 are 55, 57.
        let values: BTreeSet<i64> = code_differences(5).into_iter().collect();
        let after: Vec<String> = values.range(47..).map(ToString::to_string).collect();
        assert_eq!(after.len(), 2);
        format!("d = 5: sequence 1 is {}", after.join(", "))
    }),
];

/// The n-th rat vector.
fn row(d: usize, n: i64) -> Vec<i64> {
    let entry = |i: usize| (((1 << d) - 1) * n) / (1 << (d - i)) - (1 << (i - 1)) + 1;
    (1..=d).map(entry).collect()
}

/// 0 and the first rat vectors.
fn rows(d: usize, count: i64) -> Vec<Vec<i64>> {
    let rats = (1..=count).map(|n| row(d, n));
    [vec![0; d]].into_iter().chain(rats).collect()
}

fn minus(x: &[i64], y: &[i64]) -> Vec<i64> {
    x.iter().zip(y).map(|(x, y)| x - y).collect()
}

/// The differences of the first rat vectors.
fn differences(d: usize, count: i64) -> BTreeSet<Vec<i64>> {
    let rows = rows(d, count);
    let pairs = rows
        .iter()
        .enumerate()
        .flat_map(|(n, x)| rows[..=n].iter().map(move |y| (x, y)));
    pairs.map(|(x, y)| minus(x, y)).collect()
}

/// Pairs of an x outside R and an r in R below it, for d = 2.
fn outside_and_inside() -> impl Iterator<Item = (Vec<i64>, Vec<i64>)> {
    let rats = rows(2, 40);
    let all = (0..20).flat_map(|x| (0..40).map(move |y| vec![x, y]));
    all.filter({
        let rats = rats.clone();
        move |x| !rats.contains(x)
    })
    .flat_map(move |x| {
        let below = rats.clone().into_iter();
        below
            .filter({
                let x = x.clone();
                move |r| r[0] <= x[0] && r[1] <= x[1]
            })
            .map(move |r| (x.clone(), r))
    })
}

/// With rule a(ii) as printed and d = 2: the first P-position that is no rat vector, or the other way round.
fn rule_a() -> String {
    let blocked = |s: i64, t: i64| {
        let a = (t - 2).rem_euclid(3) == 0 && t - 1 <= 2 * s && 2 * s <= t;
        let b = t % 3 == 0 && t - 1 <= 2 * s && 2 * s <= t + 1;
        a || b
    };
    let mut found: Vec<(i64, i64)> = Vec::new();
    let mut positions: Vec<(i64, i64)> = (0..9).flat_map(|x| (0..9).map(move |y| (x, y))).collect();
    positions.sort_by_key(|(x, y)| (x + y, *x));
    for (x, y) in positions {
        let wins = found
            .iter()
            .any(|(u, v)| *u <= x && *v <= y && !blocked(x - u, y - v));
        if !wins {
            found.push((x, y));
        }
        if wins == rows(2, 9).contains(&vec![x, y]) {
            return format!(
                "({x}, {y}) is not claimed to be a P-position, and no move leads from it to one that is"
            );
        }
    }
    unreachable!("the printed rule has other P-positions")
}

/// The shortcut matrix: differences of rat vectors modulo the period, without the rat vectors, in order.
fn matrix(d: usize) -> Vec<Vec<i64>> {
    let rats = rows(d, 4 << d);
    let period = ((1i64 << d) - 1) << (d - 1);
    let mut found: Vec<Vec<i64>> = differences(d, 2 << d)
        .into_iter()
        .filter(|x| x[d - 1] < period && (x[d - 1] == 0 || !rats.contains(x)))
        .collect();
    found.sort_by_key(|x| x.iter().rev().copied().collect::<Vec<_>>());
    found
}

/// The nim-values of the rat game on two heaps, from the definition of the grandiose game.
fn nim_values(bound: i64) -> BTreeMap<(i64, i64), i64> {
    let blocked = differences(2, 4 * bound);
    let mut values: BTreeMap<(i64, i64), i64> = BTreeMap::new();
    for x in 0..=bound {
        for y in 0..=bound {
            let options: BTreeSet<i64> = (0..=x)
                .flat_map(|u| (0..=y).map(move |v| (u, v)))
                .filter(|(u, v)| !blocked.contains(&vec![x - u, y - v]))
                .map(|option| values[&option])
                .collect();
            let mex = (0..).find(|value| !options.contains(value)).unwrap();
            values.insert((x, y), mex);
        }
    }
    values
}

/// The codes of the shortcut matrix by halving: for k = 0, 1, … all ways down from k(2^d − 1), in lexicographic order.
fn codes(d: usize) -> Vec<i64> {
    let mut codes = Vec::new();
    for k in 0..1i64 << (d - 1) {
        let mut paths = vec![(k * ((1 << d) - 1), 0i64)];
        for place in 0..d - 1 {
            let weight = 3i64.pow(place as u32);
            let mut longer = Vec::new();
            for (x, code) in paths {
                if x % 2 == 0 {
                    longer.push((x / 2, code + weight));
                } else {
                    longer.push((x / 2, code + 2 * weight));
                    longer.push((x / 2 + 1, code));
                }
            }
            paths = longer;
        }
        codes.extend(paths.into_iter().map(|(_, code)| code));
    }
    codes
}

fn code_differences(d: usize) -> Vec<i64> {
    let codes = codes(d);
    let next = codes.iter().cycle().skip(1);
    codes
        .iter()
        .zip(next)
        .map(|(code, next)| next - code)
        .collect()
}

fn occurrences(d: usize, value: i64) -> usize {
    code_differences(d)
        .into_iter()
        .filter(|difference| *difference == value)
        .count()
}
