//! The game of Frankenstein: its examples, its theorem, and the cases of the proof.

use lab::LabError;
use logic::watch::Watch;
use numeration::natural::Natural;
use rules::outcome::{Outcome, Play};
use solver::plain;

use crate::arrays::shift::frankenstein_by_mex;
use crate::claims::checks::board::{PaperGame, piles, shown};
use crate::claims::checks::{Case, Check};
use crate::claims::finding::Finding;

pub(in crate::claims::checks) const CHECKS: &[(&str, Check)] = &[
    ("frankenstein_only_end", only_end),
    ("frankenstein_sum_falls", sum_falls),
    ("frankenstein_vi", |_, watch| {
        legal_into_rows(&[55, 56, 200], &[1, 3, 8, 21, 55], watch)
    }),
    ("frankenstein_vi_printed", |_, _| {
        parts(&[&[55], &[8], &[1, 3]])
    }),
    ("frankenstein_vi_correct", |_, _| {
        parts(&[&[55], &[8], &[1, 3, 21]])
    }),
    ("frankenstein_literal", literal),
];

/// The rows 0 to `last` of the array, as squares.
pub(super) fn rows(last: u32, columns: usize) -> Vec<Vec<u32>> {
    let square = |entry: &Natural| u32::try_from(entry).unwrap_or(u32::MAX);
    let rows = frankenstein_by_mex(last as usize + 1, columns).into_iter();
    rows.map(|row| row.iter().map(square).collect()).collect()
}

/// The beginnings of rows, of two coins or more, on the squares up to the bound.
pub(super) fn beginnings(bound: u32) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    for row in rows(bound, 8).iter().skip(1) {
        let within = row.partition_point(|entry| *entry <= bound);
        all.extend((2..=within).map(|coins| row[..coins].to_vec()));
    }
    all.sort_by_key(|x| (x.iter().sum::<u32>(), x.clone()));
    all
}

/// Only the empty strip has no move.
fn only_end(bound: u32, watch: &dyn Watch) -> Case {
    let game = PaperGame::of("frankenstein")?;
    for position in plain::board(game.rules(), bound) {
        let has_move = !game.options(&piles(&position), watch)?.is_empty();
        if has_move == position.piles().is_empty() {
            return Ok(Some(position.to_string()));
        }
    }
    Ok(None)
}

fn sum_falls(bound: u32, watch: &dyn Watch) -> Case {
    let game = PaperGame::of("frankenstein")?;
    for position in plain::board(game.rules(), bound) {
        let from = piles(&position);
        for option in game.options(&from, watch)? {
            if option.iter().sum::<u32>() >= from.iter().sum::<u32>() {
                return Ok(Some(format!("{} → {}", shown(&from), shown(&option))));
            }
        }
    }
    Ok(None)
}

fn legal_into_rows(from: &[u32], to: &[u32], watch: &dyn Watch) -> Case {
    let legal = PaperGame::of("frankenstein")?.is_legal(from, to, watch)?;
    let failing = (!legal || !is_row(to)).then(|| format!("{} → {}", shown(from), shown(to)));
    Ok(failing)
}

/// The coins that the parts of example (vi) leave.
fn parts(parts: &[&[u32]]) -> Case {
    let mut found: Vec<u32> = parts.concat();
    found.sort_unstable();
    let failing = (found != [1, 3, 8, 21, 55]).then(|| format!("the coins are {}", shown(&found)));
    Ok(failing)
}

/// Is it the beginning of a row of the array, with two coins or more, or empty?
pub(super) fn is_row(position: &[u32]) -> bool {
    let Some(first) = position.first() else {
        return true;
    };
    let rows = frankenstein_by_mex(*first as usize + 1, position.len());
    let is = |row: &Vec<_>| {
        row.iter()
            .zip(position)
            .all(|(entry, square)| *entry == *square)
    };
    position.len() >= 2 && rows.iter().skip(1).any(is)
}

/// By brute force from the rules: all positions with squares up to the bound.
pub(in crate::claims::checks) fn theorem_3(
    bound: u32,
    watch: &dyn Watch,
) -> Result<Finding, LabError> {
    let game = PaperGame::of("frankenstein")?;
    let board = plain::board(game.rules(), bound);
    let found = plain::ruleset_outcomes(game.rules(), &board, Play::Normal, watch)?;
    if let Some(stopped) = found.stopped {
        return Err(stopped.into());
    }
    let odd = board
        .iter()
        .zip(&found.answers)
        .find(|(position, outcome)| is_row(&piles(position)) != (**outcome == Outcome::P));
    let how = format!(
        "all {} positions solved from the rules, read strictly",
        board.len()
    );
    Ok(Finding::up_to(format!("squares <= {bound}"), how)
        .unless(odd.map(|(position, _)| position.to_string())))
}

/// No move of the literal reading joins two positions of Theorem 3 with k <= 4 coins from the first rows.
fn literal(bound: u32, watch: &dyn Watch) -> Case {
    let game = PaperGame::of("frankenstein:reading=literal")?;
    let array = rows(bound, 4);
    for n in 1..=bound as usize {
        for coins in 2..=4 {
            let from = &array[n][..coins];
            for row in &array[1..n] {
                for left in 2..=coins {
                    let to = &row[..left];
                    if game.is_legal(from, to, watch)? {
                        return Ok(Some(format!("{} → {}", shown(from), shown(to))));
                    }
                }
            }
        }
    }
    Ok(None)
}
