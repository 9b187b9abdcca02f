//! The Raleigh game.

use super::{pairs, times_phi};

type Loop = (&'static str, fn() -> String);
type Sequence = fn(i64) -> i64;

pub(crate) const LOOPS: &[Loop] = &[
    ("Section 4, proof of Lemma 2, case (i)", || {
        let (n, m) = pairs()
            .find(|&(n, m)| m > n && n >= 2 && c(n) - c(n - 1) == 5 && a(m) - a(m - 1) != 3)
            .unwrap();
        format!("n = {n}, m = {m}")
    }),
    ("Section 4, proof of Theorem 1, (A), the cases", || {
        // Two numbers of one row of which the larger is not the last.
        let (m, p, q) = (1, a(1), b(1));
        assert!(p < q && q != c(1));
        format!("m = {m}, p = {p}, q = {q}")
    }),
    ("Section 4, proof of Theorem 1, (A)(i)", || {
        let (n, m) = pairs()
            .find(|&(n, m)| 1 <= m && m < n && a(n) - a(m) > 3)
            .unwrap();
        format!("n = {n}, m = {m}")
    }),
    (
        "Section 4, proof of Theorem 1, (B), case (ii), the proviso",
        proviso,
    ),
    ("Section 6, proof of Theorem 3, A and C", || {
        ending(&[a, c], |ones| ones % 2 == 0)
    }),
    ("Section 6, proof of Theorem 3, B", || {
        ending(&[b], |ones| ones % 2 == 1)
    }),
];

fn a(n: i64) -> i64 {
    times_phi(times_phi(n))
}

fn b(n: i64) -> i64 {
    times_phi(n) + n
}

fn c(n: i64) -> i64 {
    times_phi(b(n))
}

/// The position of least sum in case (ii) for which a_2 − A_m is not a_3 − a_2.
fn proviso() -> String {
    let mut found = Vec::new();
    for n in 1..6 {
        for x in [a(n), b(n)] {
            for z in x + 2..c(n) {
                for y in x + 1..z {
                    for m in 1..8 {
                        if z - y == c(m) - a(m) && y - a(m) != z - y {
                            found.push((n + m + x + y + z, n, m, x, y, z));
                        }
                    }
                }
            }
        }
    }
    let (_, n, m, x, y, z) = found.into_iter().min().unwrap();
    format!("n = {n}, m = {m}, x = {x}, y = {y}, z = {z}")
}

/// The first n with a member of the sequences whose Zeckendorf digits do not end in such a number of 1s.
fn ending(sequences: &[Sequence], is_so: fn(usize) -> bool) -> String {
    for n in 1.. {
        for sequence in sequences {
            let digits = zeckendorf(sequence(n));
            let ones = digits.len() - digits.trim_end_matches('1').len();
            if !is_so(ones) {
                return format!("n = {n}");
            }
        }
    }
    unreachable!("some digits end in another way")
}

fn zeckendorf(mut n: i64) -> String {
    let mut basis = vec![1, 2];
    while basis[basis.len() - 1] <= n {
        basis.push(basis[basis.len() - 1] + basis[basis.len() - 2]);
    }
    let mut digits = String::new();
    for weight in basis.into_iter().rev() {
        digits.push(if weight <= n { '1' } else { '0' });
        n -= if weight <= n { weight } else { 0 };
    }
    digits.trim_start_matches('0').to_owned()
}
