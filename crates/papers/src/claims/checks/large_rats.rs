//! Playability and arbitrarily large rat games: the games and their nim-values. The matrices are in `matrices`.

mod examples;

pub(super) use examples::CHECKS as EXAMPLES;

use lab::LabError;
use logic::watch::Watch;
use numeration::natural::Natural;
use rules::outcome::Outcome;
use solver::NimValues;

use super::board::{Board, shown};
use super::rat::beyond;
use super::{Check, Rows, Table, row};
use crate::claims::finding::Finding;
use crate::rat_matrix::{Dimension, RatMatrix, ShortcutMatrix};

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("rats_play_example", play_example),
    ("rats_smallest_forbidden", smallest_forbidden),
    ("rats_rational_pairs", rational_pairs),
    ("rats_rat_and_mouse_printed", |bound, watch| {
        vectors_of(&[("rat", 2), ("mouse", 3)], bound, watch)
    }),
    ("rats_rat_and_mouse_correct", |bound, watch| {
        vectors_of(&[("rat", 3), ("mouse", 2)], bound, watch)
    }),
    ("rats_corollary_6_i", corollary_6_i),
    ("rats_same_game", same_game),
    ("rats_nim_values_2", |bound, watch| {
        nim_values(2, bound, watch, |_| false)
    }),
    ("rats_nim_values_2_correct", |bound, watch| {
        nim_values(2, bound, watch, |x| x[0] == 1 && x[1] % 3 == 2 && x[1] >= 5)
    }),
    ("rats_nim_values_3", |bound, watch| {
        nim_values(3, bound, watch, |_| false)
    }),
    ("rats_nim_values_4", |bound, watch| {
        nim_values(4, bound, watch, |_| false)
    }),
    ("rats_few_exceptions", few_exceptions),
    ("rats_example_3_third", |_, watch| third_sum(watch)),
];

pub(super) const TABLES: &[(&str, Table)] = &[("rats_1", nim_value_table)];

fn rats(d: u32) -> Result<Board, LabError> {
    Board::of(&format!("succinct-rat:d={d}"))
}

/// From (1, 3, 7) there is no move to 0, and one to (1, 2, 4), which is a P-position.
/// Are the P-positions of each game the rat vectors for its d, with 0?
fn vectors_of(games: &[(&str, u32)], bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let mut failing = None;
    for (game, d) in games {
        let matrix = RatMatrix::new(Dimension::new(*d).map_err(beyond)?);
        let found = Board::of(game)?.p_positions(bound, watch)?;
        let pairs = (1u32..).zip(found.iter().skip(1));
        let is_vector = |(n, position): &(u32, &Vec<u32>)| {
            let piles: Vec<Natural> = position.iter().map(|pile| (*pile).into()).collect();
            matrix.vector(&Natural::from(*n)) == piles
        };
        let other = pairs.into_iter().find(|pair| !is_vector(pair));
        failing = failing.or(other.map(|(n, position)| {
            let vector = row(matrix.vector(&Natural::from(n))).join(", ");
            format!(
                "{game}: {}, and r({n}) = ({vector}) for d = {d}",
                shown(position)
            )
        }));
    }
    let how = "the P-positions found by brute force compared with the vectors";
    Ok(Finding::up_to(format!("every pile at most {bound}"), how).unless(failing))
}

fn play_example(_: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let game = rats(3)?;
    let mut failing = None;
    if game.is_legal(&[1, 3, 7], &[0, 0, 0], watch)? {
        failing = Some("the move to 0 is legal");
    }
    if !game.is_legal(&[1, 3, 7], &[1, 2, 4], watch)? {
        failing = Some("the move to (1, 2, 4) is illegal");
    }
    if !game.p_positions(7, watch)?.contains(&vec![1, 2, 4]) {
        failing = Some("(1, 2, 4) is no P-position");
    }
    let how = "both moves tried against the rules, and all positions with piles up to 7 solved";
    Ok(Finding::proved(how).unless(failing))
}

/// The first vector after 0 that must not be subtracted.
fn smallest_forbidden(_: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let game = rats(3)?;
    let vectors =
        (0..=1u32).flat_map(|x| (0..=7).flat_map(move |y| (0..=14).map(move |z| [x, y, z])));
    let mut smallest = None;
    for vector in vectors.skip(1) {
        if smallest.is_none() && !game.is_legal(&vector, &[0, 0, 0], watch)? {
            smallest = Some(vector);
        }
    }
    let failing = (smallest != Some([1, 2, 4])).then(|| format!("it is {smallest:?}"));
    let how =
        "all vectors before it tried against the rules; 0 itself, of the form b, is not counted";
    Ok(Finding::proved(how).unless(failing))
}

/// Two rational moduli a/b ≠ g/h above 1: the sequences meet at kag, and both miss kag - 1.
fn rational_pairs(bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let bound = u64::from(bound);
    let has = |a: u64, b: u64, value: u64| {
        let n = (value * b).div_ceil(a);
        n * a / b == value
    };
    let mut failing = None;
    for a in 2..=bound {
        watch.check()?;
        for b in 1..a {
            for g in 2..=bound {
                for h in 1..g {
                    let sound = (1..=3).map(|k| k * a * g).all(|value| {
                        has(a, b, value)
                            && has(g, h, value)
                            && !has(a, b, value - 1)
                            && !has(g, h, value - 1)
                    });
                    if a * h != b * g && !sound && failing.is_none() {
                        failing = Some(format!("{a}/{b} and {g}/{h}"));
                    }
                }
            }
        }
    }
    let scope = format!("a, g <= {bound}, a/b, g/h > 1, k <= 3");
    Ok(Finding::up_to(scope, "both sequences computed").unless(failing))
}

/// Corollary 6(i): if x is not in R and r is, then x - r is no shortcut.
fn corollary_6_i(bound: u32, _: &dyn Watch) -> Result<Finding, LabError> {
    let d = Dimension::new(2).map_err(beyond)?;
    let (rat, shortcuts) = (RatMatrix::new(d), ShortcutMatrix::new(d));
    let in_r = |vector: &[Natural]| {
        vector.iter().all(|entry| *entry == 0) || rat.number_of(vector).is_some()
    };
    let vector = |x: u32, y: u32| vec![Natural::from(x), Natural::from(y)];
    let mut failing = None;
    for (x, y) in (0..=bound).flat_map(|x| (0..=bound).map(move |y| (x, y))) {
        for (u, v) in (0..=x).flat_map(|u| (0..=y).map(move |v| (u, v))) {
            let difference = vector(x - u, y - v);
            let is_shortcut = in_r(&difference) || shortcuts.is_proper_shortcut(&difference);
            let is_case = !in_r(&vector(x, y)) && in_r(&vector(u, v));
            if is_case && is_shortcut && failing.is_none() {
                failing = Some(format!("d = 2: x = ({x}, {y}), r = ({u}, {v})"));
            }
        }
    }
    let how = "all vectors tried for d = 2";
    Ok(Finding::up_to(format!("d = 2, piles <= {bound}"), how).unless(failing))
}

/// The succinct and the grandiose game allow the same vectors.
fn same_game(bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let mut failing = None;
    for (d, bound) in [(2u32, bound), (3, bound / 2)] {
        let (succinct, grandiose) = (rats(d)?, Board::of(&format!("grandiose-rat:d={d}"))?);
        let end = vec![0; d as usize];
        for vector in vectors(d as usize, bound) {
            watch.check()?;
            let allowed = |board: &Board| board.is_legal(&vector, &end, watch);
            if vector != end && allowed(&succinct)? != allowed(&grandiose)? && failing.is_none() {
                failing = Some(shown(&vector));
            }
        }
    }
    let scope = format!("d = 2, s_i <= {bound}; d = 3, s_i <= {}", bound / 2);
    Ok(Finding::up_to(scope, "every vector tried against the rules of both games").unless(failing))
}

/// All vectors with entries up to a bound, in lexicographic order.
fn vectors(length: usize, bound: u32) -> Vec<Vec<u32>> {
    let mut vectors = vec![Vec::new()];
    for _ in 0..length {
        let longer = |vector: &Vec<u32>| {
            let vector = vector.clone();
            (0..=bound).map(move |entry| [vector.as_slice(), &[entry]].concat())
        };
        vectors = vectors.iter().flat_map(longer).collect();
    }
    vectors
}

/// Theorem 16: the nim-value is the total number of tokens, except for the rat vectors, where it is 0, and for positions
/// where it is less by 3.
fn nim_values(
    d: u32,
    bound: u32,
    watch: &dyn Watch,
    is_less: impl Fn(&[u32]) -> bool,
) -> Result<Finding, LabError> {
    let values = all_nim_values(d, bound, watch)?;
    let rat = RatMatrix::new(Dimension::new(d).map_err(beyond)?);
    let mut failing = None;
    values.for_each(|piles, value| {
        let vector: Vec<Natural> = piles.iter().map(|pile| Natural::from(*pile)).collect();
        let total: u32 = piles.iter().sum();
        let expected = match rat.number_of(&vector) {
            Some(_) => 0,
            None if is_less(piles) => total - 3,
            None => total,
        };
        if value.to_string() != expected.to_string() && failing.is_none() {
            failing = Some(format!("{} has nim-value {value}", shown(piles)));
        }
    });
    let how = format!("all nim-values for d = {d} computed from the rules");
    Ok(Finding::up_to(format!("d = {d}, piles <= {bound}"), how).unless(failing))
}

/// The nim-values of the game with d piles up to a bound, all of them.
fn all_nim_values(d: u32, bound: u32, watch: &dyn Watch) -> Result<NimValues, LabError> {
    let values = solver::nim_values(rats(d)?.spec()?, bound, watch).map_err(beyond)?;
    match values.stopped {
        Some(stopped) => Err(stopped.into()),
        None => Ok(values),
    }
}

/// For d = 2 and 3 at most two positions with the same total have another nim-value than that.
fn few_exceptions(bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let mut failing = None;
    for (d, bound) in [(2, bound), (3, bound / 4)] {
        let values = all_nim_values(d, bound, watch)?;
        let mut exceptions = vec![0u32; d as usize * bound as usize + 1];
        values.for_each(|piles, value| {
            let total = piles.iter().sum::<u32>();
            exceptions[total as usize] += u32::from(value.to_string() != total.to_string());
        });
        let odd = exceptions
            .iter()
            .take(bound as usize + 1)
            .position(|count| *count > 2);
        failing = failing.or(odd.map(|total| format!("d = {d}, n = {total}")));
    }
    let how = "the positions with each total counted: at most two have another nim-value";
    let scope = format!("d = 2, n <= {bound}; d = 3, n <= {}", bound / 4);
    Ok(Finding::up_to(scope, how).unless(failing))
}

fn nim_value_table(watch: &dyn Watch) -> Result<Rows, LabError> {
    let values = all_nim_values(2, 8, watch)?;
    let entry = |x: u32, y: u32| {
        values
            .value(&[x, y])
            .map_or_else(String::new, |value| value.to_string())
    };
    Ok((0..=8).map(|y| row((0..=6).map(|x| entry(x, y)))).collect())
}

/// (1, 2, 5, 8) -> (1, 2, 5, 6) in Nim leaves nim-value 0, as (11, 21, 42, 83) has.
fn third_sum(watch: &dyn Watch) -> Result<Finding, LabError> {
    let nim = Board::of("nim:m=4")?;
    let legal = nim.is_legal(&[1, 2, 5, 8], &[1, 2, 5, 6], watch)?;
    let balanced = nim.outcome(&[1, 2, 5, 6], watch)? == Outcome::P;
    let rat = RatMatrix::new(Dimension::new(4).map_err(beyond)?);
    let vector = [11u32, 21, 42, 83].map(Natural::from);
    let row = rat.number_of(&vector);
    let code = rat.code(&Natural::from(5u32));
    let is_row = row == Some(Natural::from(6u32)) && code == [true, false, true];
    let failing = (!legal || !balanced || !is_row).then(|| format!("row {row:?}"));
    let how = "the move in Nim is legal and leaves a P-position; the vector is r(6), with the word 101, a P-position by Theorem 7";
    Ok(Finding::proved(how).unless(failing))
}
