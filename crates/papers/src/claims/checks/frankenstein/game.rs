//! The game of Frankenstein: its examples, its theorem, and the cases of the proof.

use std::ops::ControlFlow;

use lab::LabError;
use logic::watch::Watch;
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::Ruleset;
use solver::plain;
use strategies::rulesets::frankenstein::{Frankenstein, Reading};

use crate::arrays::shift::frankenstein_by_mex;
use crate::claims::checks::Check;
use crate::claims::checks::board::shown;
use crate::claims::finding::Finding;

pub(in crate::claims::checks) const CHECKS: &[(&str, Check)] = &[
    ("frankenstein_only_end", only_end),
    ("frankenstein_sum_falls", sum_falls),
    ("frankenstein_vi", |_, watch| {
        legal_into_rows(&[55, 56, 200], &[1, 3, 8, 21, 55], watch)
    }),
    ("frankenstein_vi_printed", |_, _| {
        Ok(parts(&[&[55], &[8], &[1, 3]]))
    }),
    ("frankenstein_vi_correct", |_, _| {
        Ok(parts(&[&[55], &[8], &[1, 3, 21]]))
    }),
    ("frankenstein_theorem_3", theorem_3),
    ("frankenstein_literal", literal),
];

fn strict() -> Frankenstein {
    Frankenstein::new(Reading::Strict)
}

pub(super) fn at(squares: &[u32]) -> Position {
    squares.iter().map(|square| u64::from(*square)).collect()
}

pub(super) fn squares(position: &Position) -> Vec<u32> {
    let square = |square| u32::try_from(square).unwrap_or(u32::MAX);
    position.piles().iter().map(square).collect()
}

fn options(
    rules: &Frankenstein,
    from: &[u32],
    watch: &dyn Watch,
) -> Result<Vec<Vec<u32>>, LabError> {
    let mut options = options_of(rules, from, "I", watch)?;
    options.extend(options_of(rules, from, "II", watch)?);
    options.sort_unstable();
    options.dedup();
    Ok(options)
}

/// What moves of this type lead to.
pub(super) fn options_of(
    rules: &Frankenstein,
    from: &[u32],
    kind: &str,
    watch: &dyn Watch,
) -> Result<Vec<Vec<u32>>, LabError> {
    let mut options = Vec::new();
    let _ = rules.for_each_move(&at(from), watch, &mut |option| {
        if option.kinds.iter().any(|known| known.to_string() == kind) {
            options.push(squares(&option.to));
        }
        ControlFlow::Continue(())
    })?;
    Ok(options)
}

pub(super) fn kinds(
    rules: &Frankenstein,
    from: &[u32],
    to: &[u32],
    watch: &dyn Watch,
) -> Result<Vec<String>, LabError> {
    let legality = rules.legal(&at(from), &at(to), watch)?;
    Ok(legality
        .unwrap_or_default()
        .iter()
        .map(ToString::to_string)
        .collect())
}

/// Only the empty strip has no move.
fn only_end(bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let rules = strict();
    let mut failing = None;
    for position in plain::board(&rules, bound) {
        let has_move = !options(&rules, &squares(&position), watch)?.is_empty();
        if has_move == position.piles().is_empty() {
            failing = failing.or(Some(position.to_string()));
        }
    }
    let how = "the moves of every position listed";
    Ok(Finding::up_to(format!("squares <= {bound}"), how).unless(failing))
}

fn sum_falls(bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let rules = strict();
    let mut failing = None;
    for position in plain::board(&rules, bound) {
        let from = squares(&position);
        for option in options(&rules, &from, watch)? {
            if option.iter().sum::<u32>() >= from.iter().sum::<u32>() {
                failing = failing.or(Some(format!("{} → {}", shown(&from), shown(&option))));
            }
        }
    }
    let how = "the moves of every position listed";
    Ok(Finding::up_to(format!("squares <= {bound}"), how).unless(failing))
}

fn legal_into_rows(from: &[u32], to: &[u32], watch: &dyn Watch) -> Result<Finding, LabError> {
    let legal = !kinds(&strict(), from, to, watch)?.is_empty();
    let failing = (!legal || !is_row(to)).then(|| format!("{} → {}", shown(from), shown(to)));
    let how = "the move tried against the rules; it leads to a P-position of Theorem 3";
    Ok(Finding::proved(how).unless(failing))
}

/// The coins that the parts of example (vi) leave.
fn parts(parts: &[&[u32]]) -> Finding {
    let mut found: Vec<u32> = parts.concat();
    found.sort_unstable();
    let failing = (found != [1, 3, 8, 21, 55]).then(|| format!("the coins are {}", shown(&found)));
    Finding::proved("the coins of the parts put together").unless(failing)
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
fn theorem_3(bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let rules = strict();
    let board = plain::board(&rules, bound);
    let found = plain::ruleset_outcomes(&rules, &board, Play::Normal, watch)?;
    if let Some(stopped) = found.stopped {
        return Err(stopped.into());
    }
    let odd = board
        .iter()
        .zip(&found.answers)
        .find(|(position, outcome)| is_row(&squares(position)) != (**outcome == Outcome::P));
    let how = format!(
        "all {} positions solved from the rules, read strictly",
        board.len()
    );
    Ok(Finding::up_to(format!("squares <= {bound}"), how)
        .unless(odd.map(|(position, _)| position.to_string())))
}

/// No move of the literal reading joins two positions of Theorem 3 with k <= 4 coins from the first rows.
fn literal(bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let rules = Frankenstein::new(Reading::Literal);
    let array = frankenstein_by_mex(bound as usize + 1, 4);
    let row = |n: usize, coins: usize| -> Vec<u32> {
        let entries = array[n].iter().take(coins);
        entries
            .map(|entry| u32::try_from(entry).unwrap_or(u32::MAX))
            .collect()
    };
    let mut failing = None;
    for n in 1..=bound as usize {
        for coins in 2..=4 {
            let from = row(n, coins);
            for m in 1..n {
                for left in 2..=coins {
                    let to = row(m, left);
                    if failing.is_none() && !kinds(&rules, &from, &to, watch)?.is_empty() {
                        failing = Some(format!("{} → {}", shown(&from), shown(&to)));
                    }
                }
            }
        }
    }
    let how = "moves between claimed P-positions tried against the rules as printed";
    Ok(Finding::up_to(format!("rows <= {bound}, at most 4 coins"), how).unless(failing))
}
