//! d-Wythoff and the β-games.

use std::sync::Arc;

use logic::Unwatched;
use numeration::natural::{Integer, Natural};
use numeration::real::Real;
use rules::evidence::Evidence;
use rules::outcome::Outcome;
use strategies::beatty::BeattyRows;
use strategies::beta::Beta;
use strategies::beta_triangles::{Validity, validity};
use strategies::strategy::{Strategy, StrategyError};
use strategies::wythoff;

use super::legality::{self, BetaRules};
use super::suite::{Game, Random, board, brute_force, position};

fn wythoff_game(d: u64) -> Game<'static> {
    let legal = move |from: &[Integer], to: &[Integer]| legality::wythoff(d as i64, from, to);
    let strategies = wythoff::all(d).unwrap();
    Game {
        name: "wythoff",
        strategies,
        sorted: false,
        piles: 2,
        legal: Box::new(legal),
    }
}

/// The three β-games; the third only where the theorem on it is true.
fn beta_games(beta: &Real) -> Vec<Game<'static>> {
    let rules = Arc::new(BetaRules { beta: beta.clone() });
    let game = |name, strategy: Beta, legal: fn(&BetaRules, &[Integer], &[Integer]) -> bool| {
        let rules = rules.clone();
        Game {
            name,
            strategies: vec![Box::new(strategy) as Box<dyn Strategy>],
            sorted: false,
            piles: 2,
            legal: Box::new(move |from, to| legal(&rules, from, to)),
        }
    };
    let mut games = vec![
        game("β-nim", Beta::nim(beta.clone()).unwrap(), BetaRules::nim),
        game(
            "β-Wynim",
            Beta::wynim(beta.clone()).unwrap(),
            BetaRules::wynim,
        ),
    ];
    if validity(&BeattyRows::new(beta.clone()).unwrap()).unwrap() == Validity::True {
        let triangle = Beta::triangle_wynim(beta.clone()).unwrap();
        games.push(game("β^T-Wynim", triangle, BetaRules::triangle_wynim));
    }
    games
}

fn surd(a: i64, b: i64, d: u64, c: i64) -> Real {
    Real::quadratic(a, b, Natural::from(d), c).unwrap()
}

#[test]
fn wythoff_on_boards() {
    for d in 1..=4 {
        wythoff_game(d).check_board(40);
    }
}

#[test]
fn wythoff_near_p_positions_at_any_size() {
    let mut random = Random::new();
    for (digits, tries) in [(18, 60), (20, 60), (200, 20), (2000, 4)] {
        for d in [1, 2, 3, 1_000_003] {
            let game = wythoff_game(d);
            let n = Integer::from(random.digits(digits));
            let alpha = surd(2 - d as i64, 1, d * d + 4, 2);
            let a = Natural::try_from(alpha.floor_multiple(&n).unwrap()).unwrap();
            let b = &a + Natural::from(d) * Natural::try_from(&n).unwrap();
            game.check_near(&[a.clone(), b.clone()], &mut random, tries);
            game.check_near(&[b, a], &mut random, tries);
        }
    }
}

#[test]
fn beta_games_on_boards() {
    for beta in [
        Real::pi(),
        surd(2, 1, 2, 1),
        surd(3, 1, 5, 2),
        Real::e(),
        surd(1, 1, 3, 1),
        surd(0, 3, 3, 1),
    ] {
        for game in beta_games(&beta) {
            game.check_board(40);
        }
    }
}

#[test]
fn beta_games_near_p_positions_at_any_size() {
    let mut random = Random::new();
    for (digits, tries) in [(18, 40), (20, 40), (200, 10), (2000, 2)] {
        for beta in [
            Real::pi(),
            surd(2, 1, 2, 1),
            surd(1, 1, 3, 1),
            surd(17, 1, 3, 2),
        ] {
            let n = Integer::from(random.digits(digits));
            let alpha = beta.div(&beta.sub(&Real::from(1)).unwrap()).unwrap();
            let entry =
                |slope: &Real| Natural::try_from(slope.floor_multiple(&n).unwrap()).unwrap();
            let row = [entry(&alpha), entry(&beta)];
            for game in beta_games(&beta) {
                game.check_near(&row, &mut random, tries);
                let between = &row[0] + (&row[1] - &row[0]) / Natural::from(1 + random.below(5));
                game.check_near_unknown(&[row[0].clone(), between], &mut random, tries);
            }
        }
    }
}

fn check_table(beta: Real, a: &[u64], b: &[u64]) {
    let strategies = [
        Beta::nim(beta.clone()),
        Beta::wynim(beta.clone()),
        Beta::triangle_wynim(beta),
    ];
    for strategy in strategies {
        let strategy = strategy.unwrap();
        for (a, b) in a.iter().zip(b) {
            assert_eq!(
                strategy.outcome(&position(&[*a, *b]), &Unwatched).unwrap(),
                Outcome::P
            );
            assert_eq!(
                strategy.outcome(&position(&[*b, *a]), &Unwatched).unwrap(),
                Outcome::P
            );
        }
    }
}

#[test]
fn tables_of_the_beta_paper() {
    check_table(
        Real::pi(),
        &[
            0, 1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 24, 26, 27, 29, 30, 32,
            33, 35, 36, 38, 39, 41, 42,
        ],
        &[
            0, 3, 6, 9, 12, 15, 18, 21, 25, 28, 31, 34, 37, 40, 43, 47, 50, 53, 56, 59, 62, 65, 69,
            72, 75, 78, 81, 84, 87, 91,
        ],
    );
    check_table(surd(2, 1, 2, 1), &TABLE_2[0], &TABLE_2[1]);
    for strategy in wythoff::all(2).unwrap() {
        for (a, b) in TABLE_2[0].into_iter().zip(TABLE_2[1]) {
            let outcome = strategy.outcome(&position(&[a, b]), &Unwatched).unwrap();
            assert_eq!(outcome, Outcome::P, "({a}, {b})");
        }
    }
}

/// The P-positions of 2-Wythoff and of the games for β = 2 + √2.
const TABLE_2: [[u64; 28]; 2] = [
    [
        0, 1, 2, 4, 5, 7, 8, 9, 11, 12, 14, 15, 16, 18, 19, 21, 22, 24, 25, 26, 28, 29, 31, 32, 33,
        35, 36, 38,
    ],
    [
        0, 3, 6, 10, 13, 17, 20, 23, 27, 30, 34, 37, 40, 44, 47, 51, 54, 58, 61, 64, 68, 71, 75,
        78, 81, 85, 88, 92,
    ],
];

/// The first row from which the rules of β^T-Wynim lead to another row, by looking at all pairs of rows.
fn first_violation(beta: &Real, rows: i64) -> Option<i64> {
    let rules = BetaRules { beta: beta.clone() };
    let alpha = beta.div(&beta.sub(&Real::from(1)).unwrap()).unwrap();
    let row = |n: i64| [&alpha, beta].map(|slope| slope.floor_multiple(&Integer::from(n)).unwrap());
    let rows: Vec<[Integer; 2]> = (0..rows).map(row).collect();
    (1..rows.len()).find_map(|n| {
        let hit = rows[..n].iter().any(|[a, b]| {
            rules.triangle_wynim(&rows[n], &[a.clone(), b.clone()])
                || rules.triangle_wynim(&rows[n], &[b.clone(), a.clone()])
        });
        hit.then_some(n as i64)
    })
}

#[test]
fn the_claim_on_triangles_is_decided_exactly() {
    let mut holds = Vec::new();
    let mut seen = 0;
    for d in [2u64, 3, 5, 6, 7, 13, 17, 21] {
        for c in 1..=3 {
            for b in 1..=2 {
                for a in -6..=9 {
                    let beta = surd(a, b, d, c);
                    let floor = beta.floor().unwrap();
                    if !(2..=4).contains(&floor) {
                        continue;
                    }
                    seen += 1;
                    match validity(&BeattyRows::new(beta.clone()).unwrap()).unwrap() {
                        Validity::True => {
                            assert_eq!(first_violation(&beta, 60), None, "{beta}");
                            if floor == 2 {
                                holds.push(beta.to_string());
                            }
                        }
                        Validity::False { from, .. } => {
                            assert!(floor == 2, "{beta}");
                            let n = i64::try_from(&from.index).unwrap();
                            if n < 40 {
                                assert_eq!(first_violation(&beta, n + 1), Some(n), "{beta}");
                            }
                        }
                        Validity::Open { .. } => panic!("{beta} is quadratic and must be decided"),
                    }
                }
            }
        }
    }
    assert!(seen > 200, "{seen}");
    holds.sort();
    holds.dedup();
    assert!(holds.contains(&"1+sqrt(3)".to_owned()), "{holds:?}");
    assert!(holds.contains(&"2*sqrt(2)".to_owned()), "{holds:?}");
    assert!(holds.contains(&"(3+sqrt(5))/2".to_owned()), "{holds:?}");
}

#[test]
fn where_the_claim_is_false_the_board_says_so_too() {
    for beta in [
        Real::e(),
        surd(0, 1, 7, 1),
        surd(0, 1, 5, 1),
        surd(1, 1, 2, 1),
    ] {
        let Validity::False { from, .. } =
            validity(&BeattyRows::new(beta.clone()).unwrap()).unwrap()
        else {
            panic!("{beta}");
        };
        let max = u64::try_from(&from.entries[1]).unwrap();
        let rules = BetaRules { beta: beta.clone() };
        let legal = move |from: &[Integer], to: &[Integer]| rules.triangle_wynim(from, to);
        let board = board(2, max, false);
        let p_positions = brute_force(&board, &legal);
        let strategy = Beta::triangle_wynim(beta.clone()).unwrap();
        assert!(
            matches!(strategy.evidence(), Evidence::Theorem(reference) if reference.to_string().contains("it is false there"))
        );
        let mut refused = 0;
        for position in &board {
            match strategy.decide(position, &Unwatched) {
                Ok(decision) => {
                    let is_p = p_positions.contains(position);
                    assert_eq!(decision.outcome() == Outcome::P, is_p, "{beta}: {position}");
                }
                Err(StrategyError::NotApplicable(_)) => refused += 1,
                Err(other) => panic!("{other}"),
            }
        }
        assert!(!p_positions.contains(&from.position()), "{beta}");
        assert!(refused > 0);
    }
}

#[test]
fn beta_must_be_irrational_and_above_two() {
    for beta in [
        Real::from(2),
        Real::ratio(22, 7).unwrap(),
        Real::from(4).sqrt().unwrap(),
        Real::phi(),
    ] {
        for strategy in [
            Beta::nim(beta.clone()),
            Beta::wynim(beta.clone()),
            Beta::triangle_wynim(beta),
        ] {
            assert!(matches!(strategy, Err(StrategyError::NotApplicable(_))));
        }
    }
}

#[test]
fn where_machine_words_end() {
    let mut random = Random::new();
    for bits in [40u64, 58, 59, 60, 61, 62, 63, 64, 65] {
        let n = Integer::from((1u128 << bits) + u128::from(random.word() >> 20));
        for d in [1, 3] {
            let alpha = surd(2 - d as i64, 1, d * d + 4, 2);
            let a = Natural::try_from(alpha.floor_multiple(&n).unwrap()).unwrap();
            let b = &a + Natural::from(d) * Natural::try_from(&n).unwrap();
            wythoff_game(d).check_near(&[a, b], &mut random, 20);
        }
        let beta = Real::pi();
        let alpha = beta.div(&beta.sub(&Real::from(1)).unwrap()).unwrap();
        let row = [&alpha, &beta]
            .map(|slope| Natural::try_from(slope.floor_multiple(&n).unwrap()).unwrap());
        for game in beta_games(&beta) {
            game.check_near(&row, &mut random, 10);
        }
    }
}
