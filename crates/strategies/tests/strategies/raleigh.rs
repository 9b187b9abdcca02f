//! The Raleigh game.

use logic::Unwatched;
use numeration::natural::num::arithmetic::traits::{FloorSqrt, PowerOf2, Square};
use numeration::natural::{Integer, Natural};
use rules::outcome::Outcome;
use strategies::raleigh;

use super::legality;
use super::suite::{Game, Random, position};

fn game() -> Game<'static> {
    Game {
        name: "raleigh",
        strategies: raleigh::all(),
        sorted: true,
        piles: 3,
        legal: Box::new(legality::raleigh),
    }
}

/// `⌊nφ⌋`, by one square root.
fn floor_phi(n: &Natural) -> Natural {
    (n + (Natural::from(5u8) * n.square()).floor_sqrt()) >> 1
}

fn row(n: &Natural) -> Vec<Natural> {
    let floor = floor_phi(n);
    let b = &floor + n;
    vec![floor_phi(&floor), b.clone(), floor_phi(&b)]
}

#[test]
fn on_a_board() {
    game().check_board(50);
}

#[test]
fn table_1() {
    let table = [
        [0, 0, 0],
        [1, 2, 3],
        [4, 5, 8],
        [6, 7, 11],
        [9, 10, 16],
        [12, 13, 21],
        [14, 15, 24],
        [17, 18, 29],
        [19, 20, 32],
        [22, 23, 37],
        [25, 26, 42],
        [27, 28, 45],
        [30, 31, 50],
        [33, 34, 55],
        [35, 36, 58],
        [38, 39, 63],
    ];
    for strategy in raleigh::all() {
        for row in table {
            assert_eq!(
                strategy.outcome(&position(&row), &Unwatched).unwrap(),
                Outcome::P,
                "{row:?}"
            );
        }
    }
}

#[test]
fn near_p_positions_at_any_size() {
    let mut random = Random::new();
    let game = game();
    for (digits, tries) in [(18, 200), (20, 200), (200, 60), (2000, 12)] {
        for _ in 0..3 {
            let n = random.digits(digits);
            let row = row(&n);
            game.check_near(&row, &mut random, tries);
            for _ in 0..tries {
                // The smallest pile from any column, the others below or above the rest of its row.
                let smallest = Integer::from(&row[random.below(3) as usize]);
                let mut more =
                    || Integer::from(random.digits(digits)) / Integer::from(1 + random.below(9));
                let piles = vec![smallest.clone(), &smallest + more(), smallest + more()];
                game.check_agreement(&game.position(piles), None);
            }
        }
    }
}

#[test]
fn fibonacci_piles() {
    // Multiples of φ come closest to integers at Fibonacci numbers.
    let (mut f, mut g) = (Natural::from(1u8), Natural::from(2u8));
    let game = game();
    let mut random = Random::new();
    for _ in 0..400 {
        let row = row(&f);
        game.check_near(&row, &mut random, 3);
        let piles = [&f, &g, &(&f + &g)].map(Integer::from).to_vec();
        game.check_agreement(&game.position(piles), None);
        (f, g) = (g.clone(), f + g);
    }
}

#[test]
fn where_machine_words_end() {
    let game = game();
    let mut random = Random::new();
    for bits in 56..=70u64 {
        for _ in 0..20 {
            let n = Natural::power_of_2(bits) + Natural::from(random.word() >> (70 - bits));
            game.check_near(&row(&n), &mut random, 5);
        }
        let edge = Natural::power_of_2(bits);
        for piles in [[0u8, 1, 2], [1, 2, 3], [0, 2, 1]] {
            let piles = piles
                .map(|below| Integer::from(&edge) - Integer::from(below))
                .to_vec();
            game.check_agreement(&game.position(piles), None);
        }
    }
}
