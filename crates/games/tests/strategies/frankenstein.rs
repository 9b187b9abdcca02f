//! The Frankenstein game.

use std::collections::HashSet;

use games::outcome::Outcome;
use games::position::Position;
use games::strategies::frankenstein;
use games::strategy::StrategyError;
use logic::Unwatched;
use numeration::natural::num::arithmetic::traits::{FloorSqrt, Square};
use numeration::natural::{Integer, Natural};

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
            game.check_agreement(&Position::new(row.clone()), Some(true));
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
