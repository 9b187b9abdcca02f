//! Plain loops on machine integers, one for each claim of a paper that fails.

pub(crate) mod beta;
pub(crate) mod frankenstein;
pub(crate) mod large_rats;
pub(crate) mod raleigh;
pub(crate) mod rat;

/// `(1, 2, 4)`.
pub(crate) fn shown(vector: &[i64]) -> String {
    let entries: Vec<String> = vector.iter().map(ToString::to_string).collect();
    format!("({})", entries.join(", "))
}

/// The pairs of naturals in the order of their sums.
pub(crate) fn pairs() -> impl Iterator<Item = (i64, i64)> {
    (0i64..).flat_map(|sum| (0..=sum).map(move |second| (sum - second, second)))
}

/// `⌊nφ⌋`, as the largest k with (2k − n)² < 5n² or 2k < n.
pub(crate) fn times_phi(n: i64) -> i64 {
    let below = |k: i64| 2 * k <= n || (2 * k - n) * (2 * k - n) <= 5 * n * n;
    (0..=2 * n).rev().find(|k| below(*k)).unwrap()
}
