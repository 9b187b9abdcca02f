//! Playability and arbitrarily large rat games: the games and their nim-values. The matrices are in `matrices`.

mod examples;

pub(super) use examples::{CHECKS as EXAMPLES, rule_printed, witness};

use lab::LabError;
use logic::watch::Watch;
use numeration::natural::Natural;
use rules::outcome::Outcome;
use solver::NimValues;

use super::board::{PaperGame, shown};
use super::rat::beyond;
use super::{Case, Check, Rows, Table, row};
use crate::rat_matrix::{Dimension, RatMatrix, ShortcutMatrix};

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("rats_play_example", play_example),
    ("rats_smallest_forbidden", smallest_forbidden),
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

fn rats(d: u32) -> Result<PaperGame, LabError> {
    PaperGame::of(&format!("succinct-rat:d={d}"))
}

/// Are the P-positions of each game the rat vectors for its d, with 0?
fn vectors_of(games: &[(&str, u32)], bound: u32, watch: &dyn Watch) -> Case {
    for (game, d) in games {
        let matrix = RatMatrix::new(Dimension::new(*d).map_err(beyond)?);
        let found = PaperGame::of(game)?.p_positions(bound, watch)?;
        let pairs = (1u32..).zip(found.iter().skip(1));
        let is_vector = |(n, position): &(u32, &Vec<u32>)| {
            let piles: Vec<Natural> = position.iter().map(|pile| (*pile).into()).collect();
            matrix.vector(&Natural::from(*n)) == piles
        };
        let other = pairs.into_iter().find(|pair| !is_vector(pair));
        if let Some((n, position)) = other {
            return Ok(Some({
                let vector = row(matrix.vector(&Natural::from(n))).join(", ");
                format!(
                    "{game}: {}, and r({n}) = ({vector}) for d = {d}",
                    shown(position)
                )
            }));
        }
    }
    Ok(None)
}

/// From (1, 3, 7) there is no move to 0, and one to (1, 2, 4), which is a P-position.
fn play_example(_: u32, watch: &dyn Watch) -> Case {
    let game = rats(3)?;
    if game.is_legal(&[1, 3, 7], &[0, 0, 0], watch)? {
        return Ok(Some("the move to 0 is legal".to_owned()));
    }
    if !game.is_legal(&[1, 3, 7], &[1, 2, 4], watch)? {
        return Ok(Some("the move to (1, 2, 4) is illegal".to_owned()));
    }
    if !game.p_positions(7, watch)?.contains(&vec![1, 2, 4]) {
        return Ok(Some("(1, 2, 4) is no P-position".to_owned()));
    }
    Ok(None)
}

/// The first vector after 0 that must not be subtracted.
fn smallest_forbidden(_: u32, watch: &dyn Watch) -> Case {
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
    Ok(failing)
}

/// Corollary 6(i): if x is not in R and r is, then x - r is no shortcut.
fn corollary_6_i(bound: u32, _: &dyn Watch) -> Case {
    let d = Dimension::new(2).map_err(beyond)?;
    let (rat, shortcuts) = (RatMatrix::new(d), ShortcutMatrix::new(d));
    let in_r = |vector: &[Natural]| {
        vector.iter().all(|entry| *entry == 0) || rat.number_of(vector).is_some()
    };
    let vector = |x: u32, y: u32| vec![Natural::from(x), Natural::from(y)];
    for (x, y) in (0..=bound).flat_map(|x| (0..=bound).map(move |y| (x, y))) {
        for (u, v) in (0..=x).flat_map(|u| (0..=y).map(move |v| (u, v))) {
            let difference = vector(x - u, y - v);
            let is_shortcut = in_r(&difference) || shortcuts.is_proper_shortcut(&difference);
            let is_case = !in_r(&vector(x, y)) && in_r(&vector(u, v));
            if is_case && is_shortcut {
                return Ok(Some(format!("d = 2: x = ({x}, {y}), r = ({u}, {v})")));
            }
        }
    }
    Ok(None)
}

/// The succinct and the grandiose game allow the same vectors.
fn same_game(bound: u32, watch: &dyn Watch) -> Case {
    for (d, bound) in [(2u32, bound), (3, bound / 2)] {
        let (succinct, grandiose) = (rats(d)?, PaperGame::of(&format!("grandiose-rat:d={d}"))?);
        let end = vec![0; d as usize];
        for vector in vectors(d as usize, bound) {
            watch.check()?;
            let allowed = |board: &PaperGame| board.is_legal(&vector, &end, watch);
            if vector != end && allowed(&succinct)? != allowed(&grandiose)? {
                return Ok(Some(shown(&vector)));
            }
        }
    }
    Ok(None)
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
fn nim_values(d: u32, bound: u32, watch: &dyn Watch, is_less: impl Fn(&[u32]) -> bool) -> Case {
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
    Ok(failing)
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
fn few_exceptions(bound: u32, watch: &dyn Watch) -> Case {
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
        if let Some(total) = odd {
            return Ok(Some(format!("d = {d}, n = {total}")));
        }
    }
    Ok(None)
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
fn third_sum(watch: &dyn Watch) -> Case {
    let nim = PaperGame::of("nim:m=4")?;
    let legal = nim.is_legal(&[1, 2, 5, 8], &[1, 2, 5, 6], watch)?;
    let balanced = nim.outcome(&[1, 2, 5, 6], watch)? == Outcome::P;
    let rat = RatMatrix::new(Dimension::new(4).map_err(beyond)?);
    let vector = [11u32, 21, 42, 83].map(Natural::from);
    let row = rat.number_of(&vector);
    let code = rat.code(&Natural::from(5u32));
    let is_row = row == Some(Natural::from(6u32)) && code == [true, false, true];
    let failing = (!legal || !balanced || !is_row).then(|| format!("row {row:?}"));
    Ok(failing)
}
