//! Statements about the differences of consecutive codes: the appendix.

use std::collections::BTreeSet;

use numeration::natural::{Integer, One, Pow, Zero};

use super::statements::found;
use crate::rat_matrix::{
    Codes, DifferenceLine, Differences, Dimension, RowOrder, lines, lines_by_formula,
};

/// Holds for every d. The digits that change from a row to the next are known: docs/shortcut-matrices.md.
pub(super) fn number_of_lines(d: Dimension) -> Option<String> {
    count(d, RowOrder::FromLast, number(i64::from(d.get())))
}

/// Holds for every d, as `2 + C(d − 1, 2)` does; here the lines are counted too.
pub(super) fn number_as_quotient_repaired(d: Dimension) -> Option<String> {
    twice_the_number(d, 6).or_else(|| number_of_lines(d))
}

fn twice_the_number(d: Dimension, last: i64) -> Option<String> {
    let n = i64::from(d.get());
    let twice = n * n - 3 * n + last;
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
    last_tau_has(d, |i| i)
}

pub(super) fn length_of_tau_repaired(d: Dimension) -> Option<String> {
    last_tau_has(d, |i| i + 1)
}

/// The last sequence, i = d − 4, has so many elements.
fn last_tau_has(d: Dimension, length: fn(usize) -> usize) -> Option<String> {
    if d.get() < 5 {
        return None;
    }
    let values = values(d)?;
    let last: Vec<&Integer> = values
        .iter()
        .filter(|value| **value > three(d, 2) << 1u64)
        .collect();
    let i = d.get() - 4;
    if last.len() == length(i as usize) {
        return None;
    }
    let list: Vec<String> = last.iter().map(ToString::to_string).collect();
    found(d, format!("sequence {i} is {}", list.join(", ")))
}

/// Holds for every d. The digits that change from a row to the next are known: docs/shortcut-matrices.md.
pub(super) fn occurrences(d: Dimension) -> Option<String> {
    let counted = lines(d, RowOrder::FromLast).ok()?;
    let claimed: Vec<DifferenceLine> = lines_by_formula(d)
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
    count(
        d,
        RowOrder::FromFirst,
        (n * n * n - 3 * n * n + 8 * n + 6) / 6,
    )
}

/// Two lines of the picture for d, from which the base line is left out, are two copies of lines of the previous picture: the
/// line at 3^(d−3) of the base line, the line at (3^(d−1) − 1)/2 of the one at (3^(d−2) − 1)/2. Holds for every d:
/// docs/shortcut-matrices.md.
pub(super) fn penultimate_lines(d: Dimension) -> Option<String> {
    let pair = Pictures::of(d)?;
    let power = |exponent: u32| 3i64.pow(exponent);
    let n = d.get();
    let lines = [
        (power(n - 3), -2 * power(n - 3)),
        ((power(n - 1) - 1) / 2, (power(n - 2) - 1) / 2),
    ];
    let (now, before) = lines.into_iter().find(|(now, before)| {
        let once = places(&pair.previous, *before);
        let twice: Vec<usize> = once
            .iter()
            .copied()
            .chain(once.iter().map(|place| place + pair.previous.len()))
            .collect();
        places(&pair.without_base, *now) != twice
    })?;
    found(d, format!("the lines at {now} and, before, at {before}"))
}

/// The rows of the top line, without their first digit, are those of the penultimate base line of the previous picture.
pub(super) fn top_line(d: Dimension) -> Option<String> {
    if d.get() < 4 {
        return None;
    }
    let before = Dimension::new(d.get() - 1).ok()?;
    let power = |exponent: u32| 3i64.pow(exponent);
    let top = rows_on(d, 2 * power(d.get() - 2) + power(d.get() - 4))?;
    let shorter = top
        .into_iter()
        .map(|code| code % 3u64.pow(d.get() - 2))
        .collect::<BTreeSet<u64>>();
    if shorter == rows_on(before, power(d.get() - 4))? {
        return None;
    }
    found(d, format!("{shorter:?}"))
}

/// Without its base line, a picture is the previous one twice, each point moved up by 3^(d−2): except those of the lines 3^k,
/// which stay in one copy and are moved up by 2·3^(d−2) in the other. Holds for every d: docs/shortcut-matrices.md.
pub(super) fn from_previous(d: Dimension) -> Option<String> {
    let pair = Pictures::of(d)?;
    let step = 3i64.pow(d.get() - 2);
    let half = pair.previous.len();
    if pair.without_base.len() != 2 * half {
        return found(d, format!("{} points", pair.without_base.len()));
    }
    let powers: Vec<i64> = (0..d.get() - 3).map(|k| 3i64.pow(k)).collect();
    let wrong = (0..half).find(|&place| {
        let value = pair.previous[place];
        let mut rises =
            [place, place + half].map(|place| (pair.without_base[place] - value) / step);
        let whole = [place, place + half]
            .iter()
            .all(|&place| (pair.without_base[place] - value) % step == 0);
        rises.sort_unstable();
        let expected = if powers.contains(&value) {
            [0, 2]
        } else {
            [1, 1]
        };
        !whole || rises != expected
    })?;
    found(d, format!("point {wrong} of the previous picture"))
}

/// A picture without its base line, and the previous picture.
struct Pictures {
    without_base: Vec<i64>,
    previous: Vec<i64>,
}

impl Pictures {
    /// For d ≥ 3.
    fn of(d: Dimension) -> Option<Self> {
        let previous = Dimension::new(d.get() - 1).ok()?;
        let base = -2 * 3i64.pow(d.get() - 2);
        let differences = Differences::new(d, RowOrder::FromLast).ok()?;
        Some(Self {
            without_base: differences.filter(|value| *value != base).collect(),
            previous: Differences::new(previous, RowOrder::FromLast)
                .ok()?
                .collect(),
        })
    }
}

fn places(picture: &[i64], value: i64) -> Vec<usize> {
    let places = picture.iter().enumerate();
    places
        .filter(|(_, difference)| **difference == value)
        .map(|(place, _)| place)
        .collect()
}

/// The codes of the rows whose point is on a line.
fn rows_on(d: Dimension, value: i64) -> Option<BTreeSet<u64>> {
    let codes = Codes::new(d, RowOrder::FromLast).ok()?;
    let differences = Differences::new(d, RowOrder::FromLast).ok()?;
    let on_line = codes
        .zip(differences)
        .filter(|(_, difference)| *difference == value);
    Some(on_line.map(|(code, _)| code).collect())
}

fn count(d: Dimension, order: RowOrder, claimed: i64) -> Option<String> {
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
    let lines = lines(d, RowOrder::FromLast).ok()?;
    Some(lines.into_iter().map(|line| line.value).collect())
}

/// `3^(d − less)`.
fn three(d: Dimension, less: u32) -> Integer {
    match d.get().checked_sub(less) {
        Some(power) => Integer::from(3).pow(u64::from(power)),
        None => Integer::ZERO,
    }
}
