//! Which moves are variant, on a board with every pile at most a bound; and games whose moves are P-positions.
//!
//! A vector m is variant in a set X of positions if it may be subtracted from one x in X and not from another y in X, although both
//! x - m and y - m are positions. The checks look for a variant vector in each class of a partition.

use std::collections::{BTreeMap, BTreeSet};

use lab::{LabError, Request};
use logic::watch::Watch;

use super::BeattyPair;
use crate::claims::checks::board::{PaperGame, shown};
use crate::claims::checks::{Case, Check};
use crate::claims::finding::Finding;
use crate::claims::sentence;
use crate::conflicts::VectorReading;
use crate::invariance::InvarianceRequest;
use crate::star::StarRequest;

pub(in crate::claims::checks) const CHECKS: &[(&str, Check)] = &[
    ("wythoff_is_invariant", wythoff_is_invariant),
    ("beta_games_are_2_invariant", beta_games_are_2_invariant),
    ("mouse_is_2_invariant", mouse_is_2_invariant),
    ("mouse_trap", mouse_trap),
    ("trivial_game_as_printed", |bound, _| {
        trivial_game(bound, false)
    }),
    ("trivial_game_of_all_moves", |bound, _| {
        trivial_game(bound, true)
    }),
    ("mark_by_two_classes", |bound, _| mark_by_two_classes(bound)),
];

/// Is this the k-invariance number of a game on a board?
pub(crate) fn number(
    game: &str,
    classes: usize,
    bound: u32,
    watch: &dyn Watch,
) -> Result<Finding, LabError> {
    let request = InvarianceRequest {
        game: &sentence::load(game)?,
        max: bound,
        growth: false,
        reading: VectorReading::default(),
    };
    let answer = request.answer(watch)?;
    if let Some(stopped) = answer.stopped {
        return Err(stopped.into());
    }
    let failing = (answer.number != classes).then(|| {
        format!(
            "{game} needs {} classes with piles ≤ {bound}",
            answer.number
        )
    });
    let classes = match classes {
        1 => "1 class".to_owned(),
        more => format!("{more} classes"),
    };
    let how = format!("the conflict graph of the positions of `{game}` needs {classes}");
    Ok(Finding::up_to(format!("{game}, piles <= {bound}"), how).unless(failing))
}

type Vector = [u32; 2];

/// All positions with both piles at most a bound.
fn board(bound: u32) -> impl Iterator<Item = Vector> + Clone {
    (0..=bound).flat_map(move |x| (0..=bound).map(move |y| [x, y]))
}

fn minus(x: Vector, m: Vector) -> Option<Vector> {
    Some([x[0].checked_sub(m[0])?, x[1].checked_sub(m[1])?])
}

/// The first vector that is variant in a class, with the two positions.
fn variant(
    bound: u32,
    class: impl Fn(Vector) -> u32,
    allowed: impl Fn(Vector, Vector) -> bool,
) -> Option<String> {
    for m in board(bound).skip(1) {
        let mut known: BTreeMap<u32, (Vector, bool)> = BTreeMap::new();
        for x in board(bound).filter(|x| minus(*x, m).is_some()) {
            let may = allowed(x, m);
            let (first, before) = *known.entry(class(x)).or_insert((x, may));
            if before != may {
                let (yes, no) = if may { (x, first) } else { (first, x) };
                let [m, yes, no] = [m, yes, no].map(|vector| shown(&vector));
                return Some(format!("{m} may be taken from {yes} and not from {no}"));
            }
        }
    }
    None
}

/// The moves of a game on a board.
struct BoardMoves {
    bound: u32,
    /// The options of each position.
    options: BTreeMap<Vector, BTreeSet<Vector>>,
}

impl BoardMoves {
    fn of(game: &str, bound: u32, watch: &dyn Watch) -> Result<Self, LabError> {
        let game = PaperGame::of(game)?;
        let mut options = BTreeMap::new();
        for x in board(bound) {
            let reached = game.options(&x, watch)?;
            options.insert(x, reached.iter().map(|to| [to[0], to[1]]).collect());
        }
        Ok(Self { bound, options })
    }

    fn variant(&self, class: impl Fn(Vector) -> u32) -> Option<String> {
        let allowed =
            |x: Vector, m: Vector| minus(x, m).is_some_and(|to| self.options[&x].contains(&to));
        variant(self.bound, class, allowed)
    }
}

/// d-Wythoff for d = 1, 2, 3.
fn wythoff_is_invariant(bound: u32, watch: &dyn Watch) -> Case {
    for d in 1..=3 {
        let found = BoardMoves::of(&format!("wythoff:d={d}"), bound, watch)?.variant(|_| 0);
        if let Some(found) = found {
            return Ok(Some(format!("d = {d}: {found}")));
        }
    }
    Ok(None)
}

/// No vector is variant in the two classes of the paper, and one is in their union.
fn beta_games_are_2_invariant(bound: u32, watch: &dyn Watch) -> Case {
    for beta in ["pi", "2+sqrt(2)", "e"] {
        let rows = BeattyPair::of(beta)?.rows(bound)?;
        let upper: BTreeSet<u32> = rows.iter().map(|row| row[1]).collect();
        let class = |x: Vector| u32::from(x.iter().any(|pile| upper.contains(pile)));
        for name in super::GAMES {
            let moves = BoardMoves::of(&format!("{name}:beta={beta}"), bound, watch)?;
            let over_all = moves.variant(|_| 0);
            let odd = moves.variant(class);
            let odd = odd.or(over_all
                .is_none()
                .then(|| "no vector is variant".to_owned()));
            if let Some(odd) = odd {
                return Ok(Some(format!("{name}, beta = {beta}: {odd}")));
            }
        }
    }
    Ok(None)
}

/// The mouse game on ordered piles, with the classes y - x ≡ 0 (mod 3) and the rest.
fn mouse_is_2_invariant(bound: u32, _: &dyn Watch) -> Case {
    let aligned = |x: Vector| x[0].abs_diff(x[1]).is_multiple_of(3);
    let may = |x: Vector, m: Vector| {
        let nim = m[0] == 0 || m[1] == 0;
        nim || m[0].abs_diff(m[1]) < if aligned(x) { 2 } else { 1 }
    };
    let within = variant(bound, |x| u32::from(aligned(x)), may);
    let over_all = variant(bound, |_| 0, may);
    let failing = within.or(over_all
        .is_none()
        .then(|| "no vector is variant".to_owned()));
    Ok(failing)
}

/// The star of the star of the mouse game has its P-positions.
fn mouse_trap(bound: u32, watch: &dyn Watch) -> Case {
    let request = StarRequest {
        game: &sentence::load("mouse")?,
        max: bound,
        times: 2,
    };
    let stages = request.answer(watch)?.games;
    let [mouse, trap] = [&stages[0].p_positions, &stages[2].p_positions];
    let odd = mouse
        .iter()
        .find(|position| !trap.contains(position))
        .or_else(|| trap.iter().find(|position| !mouse.contains(position)));
    Ok(odd.map(|position| shown(position)))
}

/// S = {0} on one pile. From every other position one may move to 0, or also everywhere.
fn trivial_game(bound: u32, everywhere: bool) -> Case {
    let may = |x: u32, m: u32| x > 0 && m <= x && (everywhere || m == x);
    // Positions of one class: x > 0 in one, 0 in the other.
    let conflict = (1..=bound)
        .flat_map(|x| (1..=bound).map(move |y| (x, y)))
        .find(|(x, y)| (1..=*x.min(y)).any(|m| may(*x, m) != may(*y, m)));
    let failing = conflict.map(|(x, y)| format!("S = {{0}} on one pile: {x} and {y} need two classes, and so do any two positive positions"));
    Ok(failing)
}

/// No move from a P-position of Mark, every move from the others: two classes suffice, and the P-positions are those of Mark.
fn mark_by_two_classes(bound: u32) -> Case {
    let mut mark: Vec<bool> = vec![true];
    for n in 1..=bound as usize {
        mark.push(!mark[n - 1] && !mark[n / 2]);
    }
    let mut new: Vec<bool> = Vec::new();
    for is_p in &mark {
        let wins = !is_p && new.contains(&true);
        new.push(!wins);
    }
    let odd = (0..=bound as usize).find(|n| mark[*n] != new[*n]);
    Ok(odd.map(|n| n.to_string()))
}
