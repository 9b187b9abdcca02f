//! How rule I of Frankenstein must be read: what looser readings would allow, and how loose a reading may be.
//!
//! The moves are written down here once more, by going through all ways to fill squares, so that nothing is taken from the ruleset.

use lab::LabError;
use logic::watch::Watch;

use super::game::beginnings;
use crate::claims::checks::Told;
use crate::claims::checks::board::shown;
use crate::claims::finding::Finding;

pub(in crate::claims::checks) const CHECKS: &[(&str, Told)] = &[
    ("frankenstein_some_coin_stays", |bound, watch| {
        joins_rows(
            bound,
            watch,
            "if (a) and (b) together may move all coins",
            |x, y| !shares(x, y) && fills(x, y, &mut vec![Vec::new(); x.len()]),
        )
    }),
    ("frankenstein_right_to_left", |bound, watch| {
        joins_rows(
            bound,
            watch,
            "if a coin may land where another has just left",
            |x, y| {
                // The coins that move leave their squares first; one of them lands on the square of another.
                lands_on_left_squares(x, y)
            },
        )
    }),
    ("frankenstein_one_to_a_positive_square", |bound, watch| {
        joins_rows(
            bound,
            watch,
            "if all shifted coins may go into the hole",
            |x, y| !y.is_empty() && y.len() < x.len() && y.iter().all(|coin| x.contains(coin)),
        )
    }),
    ("frankenstein_widest_type_i", widest),
];

/// A looser reading is refuted by a move between two positions of Theorem 3; that there is one is what is to be shown.
fn joins_rows(
    bound: u32,
    watch: &dyn Watch,
    reading: &str,
    allows: fn(&[u32], &[u32]) -> bool,
) -> Result<Finding, LabError> {
    let all = beginnings(bound);
    for x in &all {
        watch.check()?;
        if let Some(y) = all.iter().find(|y| x != *y && allows(x, y)) {
            let how = format!(
                "{reading}, {} → {} joins two positions of Theorem 3",
                shown(x),
                shown(y)
            );
            return Ok(Finding::proved(how));
        }
    }
    let none = format!("no move between positions of Theorem 3 on the squares up to {bound}");
    Ok(Finding::proved(reading).unless(Some(none)))
}

fn shares(x: &[u32], y: &[u32]) -> bool {
    x.iter().any(|coin| y.contains(coin))
}

/// Can the coins of x, each shifted to one square or into the hole, and one of them split into squares of a smaller sum, fill the
/// squares of y? At least one other coin is shifted to a positive square.
fn fills(x: &[u32], y: &[u32], parts: &mut Vec<Vec<u32>>) -> bool {
    let Some((square, rest)) = y.split_last() else {
        let split = parts.iter().filter(|part| part.len() > 1).count();
        let used = parts.iter().filter(|part| !part.is_empty()).count();
        let sums = x
            .iter()
            .zip(&*parts)
            .all(|(coin, part)| part.iter().sum::<u32>() < *coin);
        return sums && split <= 1 && used >= 2;
    };
    (0..x.len()).any(|coin| {
        parts[coin].push(*square);
        let found = fills(x, rest, parts);
        parts[coin].pop();
        found
    })
}

/// Some coins, not all, move to lower squares, which may be those that others of them have left, or into the hole.
fn lands_on_left_squares(x: &[u32], y: &[u32]) -> bool {
    (1..(1_u32 << x.len()) - 1).any(|moving| {
        let chosen = |index: usize| moving >> index & 1 == 1;
        let coins: Vec<u32> = (0..x.len()).filter(|i| chosen(*i)).map(|i| x[i]).collect();
        let staying: Vec<u32> = (0..x.len()).filter(|i| !chosen(*i)).map(|i| x[i]).collect();
        let to_fill: Vec<u32> = y
            .iter()
            .copied()
            .filter(|square| !staying.contains(square))
            .collect();
        staying.iter().all(|coin| y.contains(coin))
            && !to_fill.is_empty()
            && each_below(&coins, &to_fill)
    })
}

/// Can each square be filled by a coin of its own from a higher square?
fn each_below(coins: &[u32], squares: &[u32]) -> bool {
    let (mut coins, mut squares) = (coins.to_vec(), squares.to_vec());
    coins.sort_unstable_by(|one, other| other.cmp(one));
    squares.sort_unstable_by(|one, other| other.cmp(one));
    squares.len() <= coins.len()
        && squares
            .iter()
            .zip(&coins)
            .all(|(square, coin)| square < coin)
}

/// The widest reading: a type I move leaves a coin where it is, puts one on a square that was free, and lowers the sum. The P-positions
/// are the same.
fn widest(bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let mut all: Vec<Vec<u32>> = (0..1_u32 << bound)
        .map(|set| {
            (1..=bound)
                .filter(|square| set >> (square - 1) & 1 == 1)
                .collect()
        })
        .filter(|x: &Vec<u32>| x.len() != 1)
        .collect();
    all.sort_by_key(|x| (x.iter().sum::<u32>(), x.clone()));
    let mut found: Vec<Vec<u32>> = Vec::new();
    for x in &all {
        watch.check()?;
        let leads = |y: &Vec<u32>| {
            let falls = y.iter().sum::<u32>() < x.iter().sum::<u32>();
            let widest = shares(x, y) && y.iter().any(|square| !x.contains(square)) && falls;
            widest || type_two(x, y)
        };
        if !found.iter().any(leads) {
            found.push(x.clone());
        }
    }
    let mut expected = vec![Vec::new()];
    expected.extend(beginnings(bound));
    let failing = expected
        .iter()
        .chain(&found)
        .find(|x| expected.contains(x) != found.contains(x))
        .map(|x| shown(x));
    let how = format!(
        "all {} positions solved with that rule in place of rule I",
        all.len()
    );
    Ok(Finding::up_to(format!("squares <= {bound}"), how).unless(failing))
}

/// A type II move that keeps the order of the coins.
fn type_two(x: &[u32], y: &[u32]) -> bool {
    if y.len() != x.len() && !y.is_empty() || x.len() < 2 {
        return false;
    }
    let target = |index: usize| y.get(index).copied().unwrap_or(0);
    if x.iter()
        .enumerate()
        .any(|(index, coin)| target(index) >= *coin)
    {
        return false;
    }
    let shifts: Vec<u32> = x
        .iter()
        .enumerate()
        .map(|(index, coin)| coin - target(index))
        .collect();
    let [rest @ .., before, last] = shifts.as_slice() else {
        return false;
    };
    shifts.is_sorted() && *last <= 2 * before + rest.iter().sum::<u32>()
}
