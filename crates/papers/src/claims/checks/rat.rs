//! The Rat game and the Mouse game.

use std::collections::HashSet;

use lab::LabError;
use logic::watch::Watch;
use numeration::continued_fraction::ContinuedFraction;
use numeration::natural::{Integer, Natural};
use numeration::ostrowski::{Ostrowski, Side};
use numeration::real::Real;
use numeration::system::NumerationSystem;
use rules::outcome::Outcome;

use super::board::{PaperGame, shown};
use super::{Case, Check, Rows, Table, row, strings};
use crate::claims::finding::Finding;

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("rat_two_piles", two_piles),
    ("rat_strategies_agree", strategies_agree),
    ("rat_empty_pile", empty_pile),
    ("rat_type_printed", type_printed),
    ("rat_convergents", convergents),
    ("p_representation_unique", |bound, watch| {
        representation_unique(bound, watch, Side::P)
    }),
    ("q_representation_unique", |bound, watch| {
        representation_unique(bound, watch, Side::Q)
    }),
    ("fat_rat_solved", fat_rat_solved),
];

pub(super) const TABLES: &[(&str, Table)] = &[
    ("rat_1", |watch| {
        p_table("rat", 102, watch, |n, p| row([n, p[0], p[1], p[2]]))
    }),
    ("rat_2", |watch| {
        p_table("rat", 102, watch, |n, p| {
            row([n, p[0], p[1] - p[0], p[1], p[2] - p[1], p[2], p[2] - p[0]])
        })
    }),
    ("rat_3", numeration_table),
    ("rat_4", |watch| {
        p_table("mouse", 44, watch, |n, p| row([n, p[0], p[1] - p[0], p[1]]))
    }),
    ("rat_5", |_| Ok(fat_rat_table())),
];

/// The P-positions of a game in their order, from the rules alone, as rows of a table.
fn p_table(
    game: &str,
    max: u32,
    watch: &dyn Watch,
    entries: impl Fn(u32, &[u32]) -> Vec<String>,
) -> Result<Rows, LabError> {
    let positions = PaperGame::of(game)?.p_positions(max, watch)?;
    Ok((0..)
        .zip(&positions)
        .map(|(n, position)| entries(n, position))
        .collect())
}

/// Digits over p_2, p_1, p_0 and over q_2, q_1, q_0; leading zeros are left empty.
fn numeration_table(_: &dyn Watch) -> Result<Rows, LabError> {
    let (p, q) = (system("7/4", Side::P)?, system("7/4", Side::Q)?);
    (1..=16u32)
        .map(|n| {
            let mut entries = row([n]);
            entries.extend(places(&p, n, 3)?);
            entries.extend(places(&q, n, 3)?);
            Ok(entries)
        })
        .collect()
}

/// The digits of a number in so many places, with dots for the empty ones.
pub(super) fn places(
    system: &dyn NumerationSystem,
    n: u32,
    count: usize,
) -> Result<Vec<String>, LabError> {
    let digits = system.represent(&Natural::from(n)).map_err(beyond)?;
    let place = |place: usize| {
        if place < digits.len() {
            digits.digit(place).to_string()
        } else {
            ".".to_owned()
        }
    };
    Ok((0..count).rev().map(place).collect())
}

fn fat_rat_table() -> Rows {
    let entry = |k: u32, n: u32| 15 * n / (1 << (4 - k)) + 1 - (1 << (k - 1));
    (1..=16)
        .map(|n| {
            let [a, b, c, d] = [1, 2, 3, 4].map(|k| entry(k, n));
            row([n, a, b - a, b, c - b, c, d - c, d, d - a])
        })
        .collect()
}

/// From (17, 28, 66) the row with the largest difference up to 49 is (15, 30, 60), and no move of type III leads to a row.
pub(super) fn no_move_of_type_three(_: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let rat = PaperGame::of("rat")?;
    let from = [17, 28, 66];
    let rows = rat.p_positions(from[2], watch)?;
    let nearest = rows
        .iter()
        .rfind(|row| row[2] - row[0] <= from[2] - from[0]);
    let mut failing = (nearest.map(Vec::as_slice) != Some(&[15, 30, 60])).then(|| {
        format!(
            "the row is {}",
            nearest.map_or_else(String::new, |row| shown(row))
        )
    });
    for row in &rows {
        if rat.allows("III", &from, row, watch)? {
            failing = failing.or(Some(format!("the move to {}", shown(row))));
        }
    }
    let how = format!(
        "the moves to all {} P-positions with piles up to 66 tried",
        rows.len()
    );
    Ok(Finding::proved(how).unless(failing))
}

/// Do the two smaller piles say who wins?
fn two_piles(bound: u32, watch: &dyn Watch) -> Case {
    let rows = PaperGame::of("rat")?.p_positions(bound, watch)?;
    let failing = rows.iter().find_map(|row| {
        let other = vec![row[0], row[1], row[2] + 1];
        let differs = row[2] < bound && !rows.contains(&other);
        differs.then(|| format!("{} is a P-position, {} is none", shown(row), shown(&other)))
    });
    Ok(failing)
}

/// Do all strategies of the game say of every position on the board what brute force says?
fn strategies_agree(bound: u32, watch: &dyn Watch) -> Case {
    let rat = PaperGame::of("rat")?;
    let rows: HashSet<Vec<u32>> = rat.p_positions(bound, watch)?.into_iter().collect();
    for (x, y, z) in sorted_triples(bound) {
        let is_p = rows.contains(&vec![x, y, z]);
        for (strategy, outcome) in rat.outcomes(&[x, y, z], watch)? {
            if (outcome == Outcome::P) != is_p {
                return Ok(Some(format!("{}: {strategy}", shown(&[x, y, z]))));
            }
        }
    }
    Ok(None)
}

fn sorted_triples(bound: u32) -> impl Iterator<Item = (u32, u32, u32)> {
    (0..=bound)
        .flat_map(move |x| (x..=bound).flat_map(move |y| (y..=bound).map(move |z| (x, y, z))))
}

/// From (0, y, z) a move of type I leads to the end.
fn empty_pile(bound: u32, watch: &dyn Watch) -> Case {
    let rat = PaperGame::of("rat")?;
    for (y, z) in (0..=bound).flat_map(|y| (y.max(1)..=bound).map(move |z| (y, z))) {
        if !rat.allows("I", &[0, y, z], &[0, 0, 0], watch)? {
            return Ok(Some(shown(&[0, y, z])));
        }
    }
    Ok(None)
}

/// Is there a type of moves of the printed name?
fn type_printed(_: u32, _: &dyn Watch) -> Case {
    let rat = PaperGame::of("rat")?;
    let kinds: Vec<String> = rat
        .spec()?
        .moves
        .iter()
        .map(|rule| rule.kind.to_string())
        .collect();
    let failing = (!kinds.iter().any(|kind| kind == "II(b)"))
        .then(|| format!("the types are {}", kinds.join(", ")));
    Ok(failing)
}

/// 7/4 = [1, 1, 3] with the convergents 1/1, 2/1, 7/4.
fn convergents(_: u32, _: &dyn Watch) -> Case {
    let alpha = Real::ratio(7, 4).map_err(beyond)?;
    let fraction = ContinuedFraction::of(&alpha).map_err(beyond)?;
    let quotients = fraction.finite_even().unwrap_or_default();
    let mut failing =
        (quotients != [1, 1, 3].map(Integer::from)).then_some("the partial quotients");
    let basis =
        |side| -> Result<Vec<Natural>, LabError> { system("7/4", side)?.basis(3).map_err(beyond) };
    if basis(Side::P)? != [1u32, 2, 7].map(Natural::from) {
        failing = Some("the numbers p_i");
    }
    if basis(Side::Q)? != [1u32, 1, 4].map(Natural::from) {
        failing = Some("the numbers q_i");
    }
    Ok(failing.map(str::to_owned))
}

/// Some numbers between 1 and 2 for which general statements are tried.
const SAMPLE: [&str; 6] = ["7/4", "15/8", "3/2", "phi", "sqrt(2)", "sqrt(3)"];

/// Counts, for each number, the digit strings that obey the printed conditions.
fn representation_unique(bound: u32, watch: &dyn Watch, side: Side) -> Case {
    for text in SAMPLE {
        watch.check()?;
        let alpha = lang::constant(text)?;
        let fraction = ContinuedFraction::of(&alpha).map_err(beyond)?;
        let quotients: Vec<u64> = match fraction.finite_even() {
            Some(finite) => finite
                .iter()
                .filter_map(|a| u64::try_from(a).ok())
                .collect(),
            None => fraction
                .quotients()
                .take(20)
                .filter_map(|a| u64::try_from(&a.ok()?).ok())
                .collect(),
        };
        let odd = not_unique(&quotients, side, bound, watch)?;
        if let Some((n, count)) = odd {
            return Ok(Some(format!("{n} has {count} representations for {text}")));
        }
    }
    Ok(None)
}

/// The first number that has not exactly one string, as the paper states their conditions: a digit is at most the quotient
/// of its place, and 0 after one that is.
fn not_unique(
    quotients: &[u64],
    side: Side,
    bound: u32,
    watch: &dyn Watch,
) -> Result<Option<(usize, u32)>, LabError> {
    let (mut before, mut weights) = match side {
        Side::P => (1, vec![1]),
        Side::Q => (0, vec![1u64]),
    };
    for quotient in &quotients[1..] {
        let last = weights[weights.len() - 1];
        weights.push(quotient * last + before);
        before = last;
    }
    let mut largest = [&quotients[1..], &[u64::MAX]].concat();
    if side == Side::Q {
        largest[0] -= 1;
    }
    strings::not_unique(&weights, bound, watch, |full, place, digit| {
        let most = if full { 0 } else { largest[place] };
        (digit <= most).then_some(digit == largest[place] && place > 0)
    })
}

/// The rules of docs/fat-rat.md for four piles have the printed P-positions.
fn fat_rat_solved(bound: u32, watch: &dyn Watch) -> Case {
    let found = PaperGame::of("fat-rat:m=4")?.p_positions(bound, watch)?;
    let entry = |k: u32, n: u32| {
        if n == 0 {
            0
        } else {
            15 * n / (1 << (4 - k)) + 1 - (1 << (k - 1))
        }
    };
    let rows = (0..).map(|n| [1, 2, 3, 4].map(|k| entry(k, n)).to_vec());
    let expected: Vec<Vec<u32>> = rows.take_while(|row| row[3] <= bound).collect();
    let odd = found
        .iter()
        .zip(&expected)
        .find(|(found, expected)| found != expected);
    let failing = odd
        .map(|(found, _)| shown(found))
        .or((found.len() != expected.len()).then(|| "their number".to_owned()));
    Ok(failing)
}

pub(super) fn system(constant: &str, side: Side) -> Result<Ostrowski, LabError> {
    Ostrowski::new(&lang::constant(constant)?, side).map_err(beyond)
}

pub(super) fn beyond(error: impl std::fmt::Display) -> LabError {
    LabError::Beyond(error.to_string())
}
