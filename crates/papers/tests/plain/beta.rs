//! Take-away games on Beatty's theorem.

use super::shown;

type Loop = (&'static str, fn() -> String);

pub(crate) const LOOPS: &[Loop] = &[
    ("Section 1.1, Theorem 1, β^T-Wynim", || {
        // β = 1 + √2: A_n = ⌊n(2 + √2)/2⌋, B_n = n + ⌊n√2⌋.
        let root = |n: i64| (0..=2 * n).rev().find(|k| k * k <= n).unwrap();
        let rows: Vec<[i64; 2]> = (0..20)
            .map(|n| [n + root(n * n / 2), n + root(2 * n * n)])
            .collect();
        let (from, to) = free_move(&rows, 2).unwrap();
        let (from, to) = (shown(&from), shown(&to));
        format!(
            "{from} and {to} are both claimed to be P-positions, and \"diagonal\" leads from one to the other"
        )
    }),
    ("Section 1.1, Theorem 1, β^T-Wynim for β = e", || {
        let (from, to) = free_move(&rows_of_e(), 2).unwrap();
        format!("beta = e: {} → {}", shown(&from), shown(&to))
    }),
    ("Section 3, proof of Theorem 1, P → N, (i)", || {
        let (from, to) = free_move(&rows_of_e(), 2).unwrap();
        format!("beta = e: {} → {}", shown(&from), shown(&to))
    }),
    ("Section 3, proof of Theorem 1, P → N, (ii)", || {
        let rows = rows_of_e();
        let difference = |n: usize| rows[n][1] - rows[n][0];
        let cases = (1..20).flat_map(|n| (0..n).map(move |m| (n, m)));
        let (n, m) = cases
            .into_iter()
            .find(|&(n, m)| difference(n) + difference(m) <= 2 && (n, m) != (1, 0))
            .unwrap();
        format!(
            "beta = e: n = {n}, m = {m}, the sum is {}",
            difference(n) + difference(m)
        )
    }),
    (
        "Section 3, proof of Theorem 1, P → N, (i), the triangles",
        || {
            let rows = rows_of_e();
            let taken = |n: usize| [rows[n][0] - rows[n - 1][0], rows[n][1] - rows[n - 1][1]];
            let n = (1..40)
                .find(|&n| ![[1, 2], [2, 2], [2, 3]].contains(&taken(n)))
                .unwrap();
            let [s, t] = taken(n);
            assert!(t - s <= 2);
            format!(
                "beta = e: row {n} → row {} takes ({s}, {t}), in no triangle",
                n - 1
            )
        },
    ),
    (
        "Section 3, proof of Theorem 1, N → P, (i), the reason",
        || {
            let rows = rows_of_e();
            let difference = |n: usize| rows[n][1] - rows[n][0];
            let n = (1..40)
                .find(|&n| difference(n) == difference(n - 1))
                .unwrap();
            format!(
                "beta = e: Δ_{} = {}, Δ_{n} = {}",
                n - 1,
                difference(n - 1),
                difference(n)
            )
        },
    ),
    ("Section 4, the trivial game", || {
        // From x > 0 only x may be taken: 1 from 1, and not from 2.
        let may = |x: i64, m: i64| m == x;
        let cases = (1..9).flat_map(|x| (1..9).map(move |y| (x, y)));
        let (x, y) = cases
            .into_iter()
            .find(|&(x, y)| (1..=x.min(y)).any(|m| may(x, m) != may(y, m)))
            .unwrap();
        format!(
            "S = {{0}} on one pile: {x} and {y} need two classes, and so do any two positive positions"
        )
    }),
];

/// The first move of β^T-Wynim from a row to another, with d = ⌊β⌋.
fn free_move(rows: &[[i64; 2]], d: i64) -> Option<([i64; 2], [i64; 2])> {
    let triangle = [(1, d), (2, d), (2, d + 1)];
    for (n, from) in rows.iter().enumerate() {
        for to in &rows[..n] {
            let (s, t) = (from[0] - to[0], from[1] - to[1]);
            if (t - s).abs() < d && !triangle.contains(&(s, t)) && !triangle.contains(&(t, s)) {
                return Some((*from, *to));
            }
        }
    }
    None
}

/// ⌊ne/(e − 1)⌋ and ⌊ne⌋, with e between two fractions that agree here.
fn rows_of_e() -> Vec<[i64; 2]> {
    let row = |n: i64, p: i64, q: i64| [n * p / (p - q), n * p / q];
    (0..40)
        .map(|n| {
            let (low, high) = (
                row(n, 2_718_281_828, 1_000_000_000),
                row(n, 2_718_281_829, 1_000_000_000),
            );
            assert_eq!(low, high);
            low
        })
        .collect()
}
