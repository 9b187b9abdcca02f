//! Succinct and grandiose rat, Nim, Moore's Nim, Nimhoff, Mark, subtraction.

use logic::Unwatched;
use numeration::natural::num::arithmetic::traits::PowerOf2;
use numeration::natural::{Integer, Natural};
use rules::outcome::Outcome;
use strategies::mark::Mark;
use strategies::nim::Nim;
use strategies::nimhoff::CyclicNimhoff;
use strategies::strategy::{Strategy, StrategyError};
use strategies::subtraction::Subtraction;
use strategies::succinct_rat::RatGame;

use super::legality;
use super::suite::{Game, Legal, Random, position};

fn game<'a>(
    name: &'a str,
    strategy: impl Strategy + 'static,
    sorted: bool,
    piles: usize,
    legal: Box<Legal>,
) -> Game<'a> {
    Game {
        name,
        strategies: vec![Box::new(strategy)],
        sorted,
        piles,
        legal,
    }
}

fn succinct(d: usize) -> Game<'static> {
    game(
        "succinct-rat",
        RatGame::succinct(d).unwrap(),
        false,
        d,
        Box::new(legality::succinct_rat),
    )
}

fn moore(k: usize, piles: usize) -> Game<'static> {
    let strategy = if k == 1 {
        Nim::new()
    } else {
        Nim::moore(k).unwrap()
    };
    game(
        "moore",
        strategy,
        true,
        piles,
        Box::new(move |from, to| legality::moore(k, from, to)),
    )
}

fn nimhoff(h: i64, piles: usize) -> Game<'static> {
    let strategy = CyclicNimhoff::new(Natural::from(h as u64)).unwrap();
    game(
        "nimhoff",
        strategy,
        true,
        piles,
        Box::new(move |from, to| legality::cyclic_nimhoff(h, from, to)),
    )
}

#[test]
fn rat_games_on_boards() {
    succinct(2).check_board(30);
    succinct(3).check_board(16);
    succinct(4).check_board(9);
    game(
        "grandiose-rat",
        RatGame::grandiose(2).unwrap(),
        false,
        2,
        Box::new(legality::grandiose_rat),
    )
    .check_board(14);
    game(
        "grandiose-rat",
        RatGame::grandiose(3).unwrap(),
        false,
        3,
        Box::new(legality::grandiose_rat),
    )
    .check_board(8);
}

#[test]
fn rat_games_near_p_positions_and_shortcuts() {
    let mut random = Random::new();
    for (digits, tries) in [(20, 100), (200, 40), (2000, 8)] {
        for d in [2, 3, 4, 9] {
            let game = succinct(d);
            let row = |n: &Natural| legality::rat_vector(d as u32, &Integer::from(n));
            let (n, k) = (random.digits(digits), random.digits(digits));
            let natural = |entries: Vec<Integer>| -> Vec<Natural> {
                entries
                    .into_iter()
                    .map(|entry| Natural::try_from(entry).unwrap())
                    .collect()
            };
            game.check_near(&natural(row(&n)), &mut random, tries);
            let shortcut = row(&(&n + k))
                .iter()
                .zip(row(&n))
                .map(|(high, low)| high - low)
                .collect();
            game.check_near_unknown(&natural(shortcut), &mut random, tries);
        }
    }
}

#[test]
fn a_thousand_piles() {
    let d = 1000;
    let strategy = RatGame::succinct(d).unwrap();
    let n = Random::new().digits(50);
    let row = legality::rat_vector(d as u32, &Integer::from(n));
    let row: Vec<Natural> = row
        .into_iter()
        .map(|entry| Natural::try_from(entry).unwrap())
        .collect();
    let outcome = |piles| {
        strategy
            .outcome(&rules::position::Position::unchecked(piles), &Unwatched)
            .unwrap()
    };
    assert_eq!(outcome(row.clone()), Outcome::P);
    let mut near = row;
    near[500] += Natural::from(1u8);
    assert_eq!(outcome(near), Outcome::N);
}

#[test]
fn play_example_of_the_playability_paper() {
    // The paper looks for a move other than to 0, but 53 is not a multiple of 15, and 0 is reached at once.
    let decision = RatGame::succinct(4)
        .unwrap()
        .decide(&position(&[7, 13, 27, 53]), &Unwatched)
        .unwrap();
    assert_eq!(decision.winning_move.unwrap().to, position(&[0, 0, 0, 0]));
    let paper = ([7, 13, 27, 53], [5, 10, 19, 38]);
    let integers = |piles: [i64; 4]| piles.map(Integer::from).to_vec();
    assert!(legality::succinct_rat(
        &integers(paper.0),
        &integers(paper.1)
    ));
    // Against Corollary 6(ii): a vector outside the rat vectors minus one of them can be a proper shortcut.
    let rat_vector = integers([3, 6, 12, 23]);
    assert!(!legality::succinct_rat(&integers(paper.0), &rat_vector));
}

#[test]
fn nim_and_moore_on_boards() {
    moore(1, 3).check_board(13);
    moore(1, 4).check_board(6);
    moore(2, 3).check_board(10);
    moore(2, 4).check_board(7);
    moore(3, 4).check_board(6);
    moore(3, 5).check_board(4);
    moore(4, 2).check_board(9);
}

#[test]
fn nim_and_moore_at_any_size() {
    let mut random = Random::new();
    for digits in [20, 200, 2000] {
        for (k, piles) in [(1, 3), (2, 5), (3, 5)] {
            let game = moore(k, piles);
            let some: Vec<Integer> = (0..piles)
                .map(|_| Integer::from(random.digits(digits)))
                .collect();
            game.check_agreement(&game.position(some), None);
            // k + 1 equal piles and an empty rest are a P-position.
            let pile = random.digits(digits);
            let mut row = vec![pile; k + 1];
            row.resize(piles.max(k + 1), Natural::from(0u8));
            row.truncate(piles);
            game.check_near(&row, &mut random, 10);
        }
    }
}

#[test]
fn nimhoff_on_boards() {
    for h in 1..=5 {
        nimhoff(h, 2).check_board(16);
        nimhoff(h, 3).check_board(8);
    }
}

#[test]
fn mark_on_a_board_and_at_any_size() {
    let mark = game("mark", Mark, false, 1, Box::new(legality::mark));
    mark.check_board(300);
    let mut random = Random::new();
    for digits in [20, 200, 2000] {
        mark.check_near_unknown(&[random.digits(digits)], &mut random, 20);
        mark.check_near(&[Natural::power_of_2(2 * digits + 1)], &mut random, 20);
    }
}

#[test]
fn subtraction_on_boards_and_at_any_size() {
    let mut random = Random::new();
    for set in [
        vec![1],
        vec![1, 2, 3],
        vec![1, 2, 3, 4, 5, 6, 7],
        vec![2, 5, 7],
        vec![1, 4, 10],
        vec![3, 7, 19],
        vec![2],
    ] {
        let strategy =
            Subtraction::new(set.iter().map(|number| *number as u64), &Unwatched).unwrap();
        let game = game(
            "subtraction",
            strategy,
            false,
            1,
            Box::new(move |from, to| legality::subtraction(&set, from, to)),
        );
        game.check_board(300);
        for digits in [20, 200] {
            game.check_near_unknown(&[random.digits(digits)], &mut random, 20);
        }
    }
    assert_eq!(Subtraction::new(1..=10, &Unwatched).unwrap().period(), 11);
    assert!(matches!(
        Subtraction::new([1, 1000], &Unwatched),
        Err(StrategyError::NotApplicable(_))
    ));
}
