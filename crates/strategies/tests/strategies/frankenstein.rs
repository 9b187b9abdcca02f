//! The Frankenstein game.

use std::collections::HashSet;

use logic::Unwatched;
use numeration::natural::num::arithmetic::traits::{FloorSqrt, Square};
use numeration::natural::{Integer, Natural};
use rules::outcome::Outcome;
use rules::position::Position;
use rules::ruleset::Ruleset;
use strategies::frankenstein::{self, RowFinder};
use strategies::frankenstein_digits::Ternary;
use strategies::frankenstein_floors::FrankensteinFloors;
use strategies::frankenstein_table::FrankensteinTable;
use strategies::rulesets::frankenstein::{FrankensteinRules, Reading};
use strategies::strategy::{CheckedStrategy, Strategy, StrategyError};

use super::legality;
use super::suite::{Game, Random, brute_force, position};

fn game() -> Game<'static> {
    Game {
        name: "frankenstein",
        strategies: frankenstein::all(),
        sorted: true,
        piles: 0,
        legal: Box::new(legality::frankenstein),
    }
}

/// Every position on the squares 1 … max, by increasing sum.
fn board(max: u64) -> Vec<Position> {
    let mut all: Vec<Vec<u64>> = (0..1u64 << max)
        .map(|set| {
            (1..=max)
                .filter(|square| set >> (square - 1) & 1 == 1)
                .collect()
        })
        .filter(|coins: &Vec<u64>| coins.len() != 1)
        .collect();
    all.sort_by_key(|coins| coins.iter().sum::<u64>());
    all.iter().map(|coins| position(coins)).collect()
}

/// The beginning of row n of the array, with `A_0^n = ⌊(n−1)φ⌋ + 1`.
fn row(n: &Natural, length: usize) -> Vec<Natural> {
    let m = n - Natural::from(1u8);
    let first: Natural =
        ((&m + (Natural::from(5u8) * (&m).square()).floor_sqrt()) >> 1) + Natural::from(1u8);
    let mut row = vec![first.clone(), first * Natural::from(2u8) + n];
    while row.len() < length {
        row.push(&row[row.len() - 1] * Natural::from(3u8) - &row[row.len() - 2]);
    }
    row
}

#[test]
fn on_a_board() {
    let game = game();
    let board = board(14);
    let p_positions: HashSet<Position> = brute_force(&board, &game.legal).into_iter().collect();
    for position in &board {
        game.check_agreement(position, Some(p_positions.contains(position)));
    }
}

#[test]
fn two_and_three_coins_farther_out() {
    let game = game();
    for x in 1..=40u64 {
        for y in x + 1..=60 {
            game.check_agreement(&position(&[x, y]), None);
            for z in (y + 1..=90).step_by(7) {
                game.check_agreement(&position(&[x, y, z]), None);
            }
        }
    }
}

#[test]
fn rows_of_table_1_and_of_the_reference() {
    let table = [
        vec![1, 3, 8, 21, 55, 144, 377],
        vec![2, 6, 16, 42, 110, 288, 754],
        vec![4, 11, 29, 76, 199, 521, 1364],
        vec![5, 14, 37, 97, 254, 665, 1741],
        vec![7, 19, 50, 131, 343, 898, 2351],
        vec![9, 24, 63, 165, 432, 1131, 2961],
        vec![10, 27, 71, 186, 487, 1275, 3338],
        vec![12, 32, 84, 220, 576, 1508, 3948],
        // The paper prints 4225 for 4325.
        vec![13, 35, 92, 241, 631, 1652, 4325],
        vec![15, 40, 105, 275, 720, 1885, 4935],
    ];
    for strategy in frankenstein::all() {
        for row in &table {
            for length in 2..=row.len() {
                let outcome = strategy
                    .outcome(&position(&row[..length]), &Unwatched)
                    .unwrap();
                assert_eq!(outcome, Outcome::P, "{row:?}");
            }
        }
    }
}

fn check_move(from: &[u64], to: &[u64]) {
    for strategy in frankenstein::all() {
        let winning = strategy
            .decide(&position(from), &Unwatched)
            .unwrap()
            .winning_move
            .unwrap();
        assert_eq!(winning.to, position(to), "{from:?} by {}", strategy.name());
    }
}

#[test]
fn examples_of_the_paper() {
    check_move(&[1, 2], &[]);
    check_move(&[1, 3, 7], &[]);
    check_move(&[8, 19], &[1, 3, 8]);
    check_move(&[55, 56, 200], &[1, 3, 8, 21, 55]);
    // The paper moves to (1, 3, 8); the row of the smallest coin is nearer.
    check_move(&[6, 8, 100], &[2, 6]);
}

#[test]
fn near_rows_at_any_size() {
    let game = game();
    let mut random = Random::new();
    for (digits, tries) in [(20, 60), (200, 30), (2000, 4)] {
        for length in [2, 3, 4, 7] {
            let row = row(&random.digits(digits), length);
            game.check_agreement(&Position::unchecked(row.clone()), Some(true));
            game.check_one_move_away(&row, &mut random, tries / 2);
            for _ in 0..tries {
                let mut coins: Vec<Integer> = row
                    .iter()
                    .map(|square| Integer::from(square) + Integer::from(random.below(3) as i64 - 1))
                    .collect();
                if random.below(2) == 0 {
                    coins.push(Integer::from(random.digits(digits)));
                }
                if random.below(3) == 0 {
                    coins.remove(random.below(coins.len() as u64) as usize);
                }
                coins.sort();
                coins.dedup();
                if coins.len() > 1 {
                    game.check_agreement(&game.position(coins), None);
                }
            }
        }
    }
}

#[test]
fn what_is_no_position_is_refused() {
    for strategy in frankenstein::all() {
        for coins in [vec![5], vec![0, 3], vec![3, 3], vec![4, 2]] {
            let answer = strategy.decide(&position(&coins), &Unwatched);
            assert!(
                matches!(answer, Err(StrategyError::NotAPosition { .. })),
                "{coins:?}"
            );
        }
    }
}

/// Row and column of every number by floors, by digits, and in the array that is built by its definition.
#[test]
fn places_of_large_numbers() {
    let (floors, digits) = (FrankensteinFloors::new(), Ternary::new());
    let mut random = Random::new();
    for _ in 0..40 {
        let number = random.digits(300);
        let (one, other) = (
            floors.locate(&number, &Unwatched).unwrap(),
            digits.locate(&number, &Unwatched).unwrap(),
        );
        assert_eq!(
            (one.column, one.row, one.first),
            (other.column, other.row, other.first)
        );
    }
    // The basis of the ternary system is row 1.
    let far = row(&Natural::from(1u8), 700).pop().unwrap();
    let place = floors.locate(&far, &Unwatched).unwrap();
    assert_eq!((place.column, place.row), (699, Natural::from(1u8)));
}

/// The P-positions on the squares up to 110, as an independent program found them from the rules.
fn reference() -> Vec<Position> {
    let lines = include_str!("../data/frankenstein_P_110.csv")
        .lines()
        .skip(1);
    let coins = |line: &str| -> Vec<u64> {
        line.split_whitespace()
            .map(|coin| coin.parse().unwrap())
            .collect()
    };
    lines.map(|line| position(&coins(line))).collect()
}

#[test]
fn the_list_is_that_of_the_reference() {
    let mut strategies = frankenstein::all();
    strategies.push(Box::new(FrankensteinTable::new(Reading::Strict)));
    for strategy in strategies {
        let list = strategy.list().unwrap();
        let at = |number: u64| list.at(&Natural::from(number), &Unwatched).unwrap();
        assert_eq!(at(0), position(&[]));
        let reference = reference();
        let listed: Vec<Position> = (1..=reference.len() as u64).map(at).collect();
        assert_eq!(listed, reference, "{}", strategy.name());
    }
}

/// All P-positions up to a square: every set of coins without a move to the empty strip is tried, none is left out.
fn by_trying_every_set(reading: Reading, squares: u64) -> Vec<Position> {
    fn sets(coins: &[u64], squares: u64, all: &mut Vec<Vec<u64>>) {
        let sum: u64 = coins.iter().sum();
        let largest = coins.last().copied().unwrap_or(0);
        if !coins.is_empty() {
            all.extend((sum + largest + 1..=squares).map(|last| [coins, &[last]].concat()));
        }
        for more in (largest + 1..).take_while(|more| sum + 2 * more < squares) {
            sets(&[coins, &[more]].concat(), squares, all);
        }
    }
    let rules = FrankensteinRules::new(reading);
    let mut all = Vec::new();
    sets(&[], squares, &mut all);
    all.sort_by_key(|coins| (coins.last().copied(), coins.iter().sum::<u64>()));
    let mut found = vec![position(&[])];
    for coins in all {
        let from = position(&coins);
        let leads = |to: &Position| {
            let (from, to) = (from.piles(), to.piles());
            rules.moves_some(from, to, &Unwatched).unwrap()
                || rules.moves_all(from, to, &Unwatched).unwrap()
        };
        if !found.iter().any(leads) {
            found.push(from);
        }
    }
    found
}

/// The table leaves out sets of coins for three reasons; without them the same is found.
#[test]
fn the_table_against_every_set() {
    for reading in [Reading::Strict, Reading::Literal] {
        let table = FrankensteinTable::new(reading);
        let list = table.list().unwrap();
        let expected = by_trying_every_set(reading, 53);
        let listed = (0..expected.len() as u64)
            .map(|number| list.at(&Natural::from(number), &Unwatched).unwrap());
        assert_eq!(listed.collect::<Vec<_>>(), expected);
        let differs = expected.contains(&position(&[4, 11, 30]));
        assert_eq!(differs, reading == Reading::Literal);
    }
}

/// In the literal reading every position on few squares has a checked answer, and 147 is the last coin of two P-positions.
#[test]
fn the_literal_reading_by_its_table() {
    let table = FrankensteinTable::new(Reading::Literal);
    let rules = FrankensteinRules::new(Reading::Literal);
    let checked = CheckedStrategy::new(&table, &rules);
    for coins in board(10) {
        checked.decide(&coins, &Unwatched).unwrap();
    }
    for (coins, expected) in [
        (&[4, 11, 29][..], Outcome::N),
        (&[4, 11, 30], Outcome::P),
        (&[7, 19, 50], Outcome::N),
        (&[7, 19, 52], Outcome::P),
        (&[29, 77], Outcome::P),
    ] {
        let decision = checked.decide(&position(coins), &Unwatched).unwrap();
        assert_eq!(decision.decision.outcome(), expected, "{coins:?}");
    }
    let far = rules
        .position(vec![Natural::from(3u8), Natural::from(1_000u32)])
        .unwrap();
    let answer = table.decide(&far, &Unwatched);
    assert!(matches!(answer, Err(StrategyError::NotApplicable(_))));
}
