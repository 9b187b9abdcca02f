//! The Rat game and the Mouse game.

use super::pairs;

type Loop = (&'static str, fn() -> String);

pub(crate) const LOOPS: &[Loop] = &[
    ("Section 4, proof of Theorem 2, (A)(i2)", || {
        let (n, i) = pairs()
            .find(|&(n, i)| i < n && delta(n) - delta(n - 1) != bound(delta(i)))
            .unwrap();
        format!("n = {n}, i = {i}")
    }),
    ("Section 4, proof of Theorem 2, (A)(ii)", || {
        let small = |n: i64, i: i64| (middle(n) - first(n)) - (last(i) - middle(i));
        let (n, i) = pairs()
            .find(|&(n, i)| i < n && small(n, i).abs() <= 1)
            .unwrap();
        format!("n = {n}, i = {i}")
    }),
    ("Section 4, proof of Theorem 2, (β2), (γ2)", || {
        let is_difference = |d: i64| (0..=d + 1).any(|i| middle(i) - first(i) == d);
        let t = (0..).step_by(7).find(|t| !is_difference(t - 1)).unwrap();
        format!("t = {t}")
    }),
    ("Section 4, Remark, the type of the move", || {
        // (17, 28, 66) → (15, 30, 60) takes 2 from x and 6 from z, which differ by 4 < 5: type III, but for y = 28 < 30.
        let (from, to) = ([17i64, 28, 66], [15i64, 30, 60]);
        assert!(((from[2] - to[2]) - (from[0] - to[0])).abs() < bound(to[2] - to[0]));
        assert!(from[1] < to[1]);
        "the types are I, II, III".to_owned()
    }),
    ("Section 6, Remark after Theorem 5", || {
        let n = (1..)
            .find(|n| 2 * (n % 4) + 7 * (n / 4) != first(*n))
            .unwrap();
        format!("n = {n}")
    }),
    ("Section 9, the input size", || {
        // Nothing is left to take in (0, 0, 0), and one token in (0, 0, 1).
        "(0, 0, 0) is a P-position, (0, 0, 1) is none".to_owned()
    }),
];

fn first(n: i64) -> i64 {
    7 * n / 4
}

fn middle(n: i64) -> i64 {
    if n == 0 { 0 } else { 7 * n / 2 - 1 }
}

fn last(n: i64) -> i64 {
    if n == 0 { 0 } else { 7 * n - 3 }
}

fn delta(n: i64) -> i64 {
    last(n) - first(n)
}

/// The bound b of rule (III) for w − u.
fn bound(difference: i64) -> i64 {
    match difference {
        0 => 3,
        _ if difference % 7 == 4 => 6,
        _ => 5,
    }
}
