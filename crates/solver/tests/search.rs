//! Outcomes, winning moves and nim-values by search, against theory and reference data.
#![allow(clippy::unwrap_used)]

use crate::common::*;
use logic::watch::{Limited, Stopped, Unwatched};
use numeration::natural::{Natural, Pow};
use rules::nim_value::NimValue;
use rules::outcome::{Outcome, Play};
use rules::ruleset::{RulesError, Ruleset};
use solver::search::PositionSearch;

fn nim(names: &[&str]) -> rules::spec::Spec {
    moore(1, names)
}

#[test]
fn the_nim_value_of_nim_is_the_nim_sum() {
    let spec = nim(&["x", "y", "z"]);
    let mut search = PositionSearch::new(&spec, Play::Normal);
    for piles in vectors(3, 7, true) {
        let sum: NimValue = piles.iter().map(|pile| NimValue::from(*pile as u64)).sum();
        let from = position(&spec, &piles);
        assert_eq!(search.nim_value(&from, &Unwatched).unwrap(), sum);
        assert_eq!(search.outcome(&from, &Unwatched).unwrap(), sum.outcome());
    }
}

/// Bouton: in misère Nim the outcomes are those of normal play, unless no pile is above 1.
#[test]
fn misere_nim_follows_bouton() {
    let spec = nim(&["x", "y", "z"]);
    let mut search = PositionSearch::new(&spec, Play::Misere);
    for piles in vectors(3, 6, true) {
        let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
        let is_p = if piles.iter().all(|pile| *pile <= 1) {
            sum == 1
        } else {
            sum == 0
        };
        let expected = if is_p { Outcome::P } else { Outcome::N };
        let from = position(&spec, &piles);
        let solution = search.solve(&from, &Unwatched).unwrap();
        assert_eq!(solution.outcome, expected, "{from}");
        let at_the_end = piles == [0, 0, 0];
        assert_eq!(
            solution.winning_move.is_some(),
            expected == Outcome::N && !at_the_end,
            "{from}"
        );
    }
}

#[test]
fn rat_has_the_nim_values_of_the_reference() {
    let spec = rat();
    let mut search = PositionSearch::new(&spec, Play::Normal);
    let mut checked = 0;
    for line in include_str!("../../strategies/tests/data/rat_sg_z22.csv")
        .lines()
        .skip(1)
    {
        let numbers: Vec<i64> = line
            .split(',')
            .map(|number| number.parse().unwrap())
            .collect();
        let [x, y, z, expected] = numbers[..] else {
            panic!("{line}")
        };
        if z <= 11 {
            let value = search
                .nim_value(&position(&spec, &[x, y, z]), &Unwatched)
                .unwrap();
            assert_eq!(value, NimValue::from(expected as u64), "{line}");
            checked += 1;
        }
    }
    assert_eq!(checked, 12 * 13 * 14 / 6);
}

#[test]
fn every_winning_move_leads_to_a_p_position_and_none_is_missed() {
    for spec in [raleigh(), rat()] {
        let mut search = PositionSearch::new(&spec, Play::Normal);
        for piles in vectors(3, 6, true) {
            let from = position(&spec, &piles);
            let winning = search.winning_moves(&from, &Unwatched).unwrap();
            let expected: Vec<_> = moves(&spec, &from, usize::MAX)
                .into_iter()
                .filter(|option| search.outcome(&option.to, &Unwatched).unwrap() == Outcome::P)
                .collect();
            assert_eq!(winning, expected);
            let solution = search.solve(&from, &Unwatched).unwrap();
            assert_eq!(solution.winning_move.as_ref(), winning.first());
            assert_eq!(solution.outcome == Outcome::N, !winning.is_empty());
        }
    }
}

#[test]
fn limits_are_answers() {
    let spec = rat();
    let huge = Natural::from(10u32).pow(50);
    let from = spec
        .position(vec![huge.clone(), huge.clone(), huge])
        .unwrap();
    let short = Limited::new(&Unwatched).questions(200);
    let answer = PositionSearch::new(&spec, Play::Normal).outcome(&from, &short);
    assert_eq!(answer, Err(RulesError::Stopped(Stopped::Time)));
    let narrow = Limited::new(&Unwatched).memory(100_000);
    let answer = PositionSearch::new(&spec, Play::Normal).nim_value(&from, &narrow);
    assert!(
        matches!(
            answer,
            Err(RulesError::Stopped(Stopped::Memory {
                allowed: 100_000,
                ..
            }))
        ),
        "{answer:?}"
    );
}

#[test]
fn a_long_play_does_not_overflow_the_stack() {
    let spec = written("game one-by-one \"One by one\"\npiles x\nmove take: x' = x - 1\n");
    let mut search = PositionSearch::new(&spec, Play::Normal);
    assert_eq!(
        search.outcome(&position(&spec, &[20_001]), &Unwatched),
        Ok(Outcome::N)
    );
}
