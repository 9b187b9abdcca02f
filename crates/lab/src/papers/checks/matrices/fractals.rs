//! Statements about the differences of consecutive codes: the appendix.

use super::statements::found;
use numeration::natural::{Integer, One, Pow, Zero};
use numeration::rat_matrix::{Dimension, Line, Order, lines, lines_by_formula};

/// Holds for every d. The digits that change from a row to the next are known: docs/shortcut-matrices.md.
pub(super) fn number_of_lines(d: Dimension) -> Option<String> {
    count(d, Order::FromLast, number(i64::from(d.get())))
}

pub(super) fn number_as_quotient(d: Dimension) -> Option<String> {
    let n = i64::from(d.get());
    let twice = n * n - 3 * n + 3;
    if 2 * number(n) == twice {
        return None;
    }
    found(d, format!("2 + C(d−1, 2) = {}, and {twice}/2", number(n)))
}

/// Holds for every d. The digits that change from a row to the next are known: docs/shortcut-matrices.md.
pub(super) fn smallest_and_largest(d: Dimension) -> Option<String> {
    let values = values(d)?;
    let a = three(d, 2) << 1u64;
    let smallest = values.first().is_some_and(|value| *value == -&a);
    let largest = values.last().is_some_and(|value| *value == a + three(d, 4));
    if smallest && (d.get() < 4 || largest) {
        return None;
    }
    found(
        d,
        format!("from {:?} to {:?}", values.first(), values.last()),
    )
}

/// Holds for every d. The digits that change from a row to the next are known: docs/shortcut-matrices.md.
pub(super) fn first_lines(d: Dimension) -> Option<String> {
    let values = values(d)?;
    let middle = (three(d, 1) - Integer::ONE) >> 1u64;
    let powers = (0..d.get() - 2).map(|i| Integer::from(3).pow(u64::from(i)));
    let steps = [0, 6, 15, 17]
        .into_iter()
        .map(|step| &middle + Integer::from(step));
    let expected: Vec<Integer> = powers.chain(steps).collect();
    match values[1..]
        .iter()
        .zip(&expected)
        .find(|(value, claimed)| value != claimed)
    {
        Some((value, claimed)) => found(d, format!("{value}, and {claimed} is claimed")),
        None => None,
    }
}

/// Holds for every d. The digits that change from a row to the next are known: docs/shortcut-matrices.md.
pub(super) fn tau(d: Dimension) -> Option<String> {
    let values = values(d)?;
    let mut start = ((three(d, 1) - Integer::ONE) >> 1u64) + Integer::from(6);
    let mut expected = Vec::new();
    for i in 0..d.get().saturating_sub(3) {
        if i > 0 {
            start += Integer::from(3).pow(u64::from(i + 1));
        }
        let member = |k: u32| &start - Integer::ONE + Integer::from(3).pow(u64::from(k));
        expected.extend((0..=i).map(member));
    }
    let place = values.len().checked_sub(expected.len())?;
    if values[place..] == expected[..] {
        return None;
    }
    found(d, format!("the last values are {:?}", &values[place..]))
}

pub(super) fn length_of_tau(d: Dimension) -> Option<String> {
    if d.get() < 5 {
        return None;
    }
    let values = values(d)?;
    let last: Vec<&Integer> = values
        .iter()
        .filter(|value| **value > three(d, 2) << 1u64)
        .collect();
    let i = d.get() - 4;
    if last.len() == i as usize {
        return None;
    }
    let list: Vec<String> = last.iter().map(ToString::to_string).collect();
    found(d, format!("sequence {i} is {}", list.join(", ")))
}

/// Holds for every d. The digits that change from a row to the next are known: docs/shortcut-matrices.md.
pub(super) fn occurrences(d: Dimension) -> Option<String> {
    let counted = lines(d, Order::FromLast).ok()?;
    let claimed: Vec<Line> = lines_by_formula(d)
        .into_iter()
        .map(|(_, line)| line)
        .collect();
    if counted == claimed {
        return None;
    }
    let pairs = counted.iter().zip(&claimed);
    let (here, there) = pairs.into_iter().find(|(here, there)| here != there)?;
    found(d, format!("{here:?}, and {there:?} is claimed"))
}

/// Holds for every d. The digits that change from a row to the next are known: docs/shortcut-matrices.md.
pub(super) fn remark_1(d: Dimension) -> Option<String> {
    let n = i64::from(d.digits());
    count(d, Order::FromFirst, (n * n * n - 3 * n * n + 8 * n + 6) / 6)
}

fn count(d: Dimension, order: Order, claimed: i64) -> Option<String> {
    let counted = lines(d, order).ok()?.len();
    if i64::try_from(counted) == Ok(claimed) {
        return None;
    }
    found(d, format!("{counted}, and {claimed} is claimed"))
}

/// `2 + C(d − 1, 2)`.
fn number(d: i64) -> i64 {
    2 + (d - 1) * (d - 2) / 2
}

fn values(d: Dimension) -> Option<Vec<Integer>> {
    let lines = lines(d, Order::FromLast).ok()?;
    Some(lines.into_iter().map(|line| line.value).collect())
}

/// `3^(d − less)`.
fn three(d: Dimension, less: u32) -> Integer {
    match d.get().checked_sub(less) {
        Some(power) => Integer::from(3).pow(u64::from(power)),
        None => Integer::ZERO,
    }
}
