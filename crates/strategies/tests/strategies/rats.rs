//! Mouse, Rat and Fat Rat.

use logic::Unwatched;
use numeration::natural::{Integer, Natural};
use rules::outcome::Outcome;
use strategies::rat_vectors::{RatRows, by_mex};
use strategies::rows::Rows;
use strategies::strategy::{Strategy, StrategyName};
use strategies::{fat_rat, mouse, rat};

use super::legality;
use super::suite::{Game, Random, position};

fn mouse_game() -> Game<'static> {
    Game {
        name: "mouse",
        strategies: mouse::all(),
        sorted: true,
        piles: 2,
        legal: Box::new(legality::mouse),
    }
}

fn rat_game() -> Game<'static> {
    Game {
        name: "rat",
        strategies: rat::all(),
        sorted: true,
        piles: 3,
        legal: Box::new(legality::rat),
    }
}

fn fat_rat_game(m: usize) -> Game<'static> {
    let strategies = fat_rat::all(m).unwrap();
    Game {
        name: "fat-rat",
        strategies,
        sorted: true,
        piles: m,
        legal: Box::new(legality::fat_rat),
    }
}

#[test]
fn mouse_on_a_board() {
    mouse_game().check_board(120);
}

#[test]
fn rat_on_a_board() {
    rat_game().check_board(40);
}

#[test]
fn fat_rat_on_boards() {
    fat_rat_game(2).check_board(60);
    fat_rat_game(3).check_board(30);
    fat_rat_game(4).check_board(13);
}

#[test]
fn near_p_positions_at_any_size() {
    let mut random = Random::new();
    for (digits, tries) in [(20, 20), (60, 3), (200, 12), (2000, 4)] {
        for game in [mouse_game(), rat_game(), fat_rat_game(4), fat_rat_game(7)] {
            let n = Integer::from(random.digits(digits));
            let row: Vec<Natural> = legality::rat_vector(game.piles as u32, &n)
                .into_iter()
                .map(|entry| Natural::try_from(entry).unwrap())
                .collect();
            game.check_near(&row, &mut random, tries);
            // A row whose larger piles were exchanged for others: the cases with larger differences.
            for _ in 0..tries {
                let mut piles: Vec<Integer> = row.iter().map(Integer::from).collect();
                for pile in piles.iter_mut().skip(1) {
                    *pile = Integer::from(
                        &row[0] + random.digits(digits) / Natural::from(1 + random.below(9)),
                    );
                }
                game.check_agreement(&game.position(piles), None);
            }
        }
    }
}

/// The recursion in windows takes a tenth of a second and more for each of these positions.
#[test]
fn windows_agree_near_p_positions_of_two_thousand_digits() {
    let mut random = Random::new();
    for (digits, changes) in [(200, 0..8u8), (2000, 0..2)] {
        for game in [mouse_game(), rat_game()] {
            let n = Integer::from(random.digits(digits));
            let row = legality::rat_vector(game.piles as u32, &n);
            for change in changes.clone() {
                let mut piles = row.clone();
                let last = piles.len() - 1;
                piles[last - usize::from(change % 2)] -= Integer::from(change);
                let is_p = (change == 0).then_some(true);
                game.check_agreement_of(&game.position(piles), is_p, |strategy| {
                    matches!(
                        strategy.name(),
                        StrategyName::Window | StrategyName::Algebraic
                    )
                });
            }
        }
    }
}

fn check_table(strategies: &[Box<dyn Strategy>], table: &[Vec<u64>]) {
    for row in table {
        for strategy in strategies {
            let outcome = strategy.outcome(&position(row), &Unwatched).unwrap();
            assert_eq!(outcome, Outcome::P, "{}: {row:?}", strategy.name());
        }
    }
}

#[test]
fn table_1_of_the_rat_paper() {
    let table = [
        [0, 0, 0],
        [1, 2, 4],
        [3, 6, 11],
        [5, 9, 18],
        [7, 13, 25],
        [8, 16, 32],
        [10, 20, 39],
        [12, 23, 46],
        [14, 27, 53],
        [15, 30, 60],
        [17, 34, 67],
        [19, 37, 74],
        [21, 41, 81],
        [22, 44, 88],
        [24, 48, 95],
        [26, 51, 102],
    ];
    check_table(&rat::all(), &table.map(|row| row.to_vec()));
    check_rows(3, &table.map(|row| row.to_vec()));
}

#[test]
fn table_4_of_the_rat_paper() {
    let table = [
        [0, 0],
        [1, 2],
        [3, 5],
        [4, 8],
        [6, 11],
        [7, 14],
        [9, 17],
        [10, 20],
        [12, 23],
        [13, 26],
        [15, 29],
        [16, 32],
        [18, 35],
        [19, 38],
        [21, 41],
        [22, 44],
    ];
    check_table(&mouse::all(), &table.map(|row| row.to_vec()));
    check_rows(2, &table.map(|row| row.to_vec()));
}

#[test]
fn table_5_of_the_rat_paper() {
    let table = [
        [1, 2, 4, 8],
        [3, 6, 12, 23],
        [5, 10, 19, 38],
        [7, 14, 27, 53],
        [9, 17, 34, 68],
        [11, 21, 42, 83],
        [13, 25, 49, 98],
        [15, 29, 57, 113],
        [16, 32, 64, 128],
        [18, 36, 72, 143],
        [20, 40, 79, 158],
        [22, 44, 87, 173],
        [24, 47, 94, 188],
        [26, 51, 102, 203],
        [28, 55, 109, 218],
        [30, 59, 117, 233],
    ];
    check_table(&fat_rat::all(4).unwrap(), &table.map(|row| row.to_vec()));
}

/// Row n, and after each entry but the last its difference to the next; then, with more than two piles, that of the ends.
fn check_differences(m: usize, printed: &[&[u64]]) {
    let ways: [Box<dyn Rows>; 4] = [
        Box::new(by_mex(m)),
        Box::new(RatRows::window(m)),
        Box::new(RatRows::algebraic(m)),
        Box::new(RatRows::arithmetic(m)),
    ];
    for way in &ways {
        for expected in printed {
            let row = way.row(&Natural::from(expected[0]), &Unwatched).unwrap();
            let mut line = vec![row.index.clone()];
            for column in 0..m {
                line.push(row.entries[column].clone());
                if column + 1 < m {
                    line.push(row.difference(column, column + 1));
                }
            }
            if m > 2 {
                line.push(row.difference(0, m - 1));
            }
            let expected: Vec<Natural> = expected.iter().copied().map(Natural::from).collect();
            assert_eq!(line, expected, "{}", way.name());
        }
    }
}

#[test]
fn tables_2_4_and_5_of_the_rat_paper_with_their_differences() {
    check_differences(
        3,
        &[
            &[0, 0, 0, 0, 0, 0, 0],
            &[1, 1, 1, 2, 2, 4, 3],
            &[2, 3, 3, 6, 5, 11, 8],
            &[3, 5, 4, 9, 9, 18, 13],
            &[4, 7, 6, 13, 12, 25, 18],
            &[5, 8, 8, 16, 16, 32, 24],
            &[6, 10, 10, 20, 19, 39, 29],
            &[7, 12, 11, 23, 23, 46, 34],
            &[8, 14, 13, 27, 26, 53, 39],
            &[9, 15, 15, 30, 30, 60, 45],
            &[10, 17, 17, 34, 33, 67, 50],
            &[11, 19, 18, 37, 37, 74, 55],
            &[12, 21, 20, 41, 40, 81, 60],
            &[13, 22, 22, 44, 44, 88, 66],
            &[14, 24, 24, 48, 47, 95, 71],
            &[15, 26, 25, 51, 51, 102, 76],
        ],
    );
    check_differences(
        2,
        &[
            &[0, 0, 0, 0],
            &[1, 1, 1, 2],
            &[2, 3, 2, 5],
            &[3, 4, 4, 8],
            &[4, 6, 5, 11],
            &[5, 7, 7, 14],
            &[6, 9, 8, 17],
            &[7, 10, 10, 20],
            &[8, 12, 11, 23],
            &[9, 13, 13, 26],
            &[10, 15, 14, 29],
            &[11, 16, 16, 32],
            &[12, 18, 17, 35],
            &[13, 19, 19, 38],
            &[14, 21, 20, 41],
            &[15, 22, 22, 44],
        ],
    );
    check_differences(
        4,
        &[
            &[1, 1, 1, 2, 2, 4, 4, 8, 7],
            &[2, 3, 3, 6, 6, 12, 11, 23, 20],
            &[3, 5, 5, 10, 9, 19, 19, 38, 33],
            &[4, 7, 7, 14, 13, 27, 26, 53, 46],
            &[5, 9, 8, 17, 17, 34, 34, 68, 59],
            &[6, 11, 10, 21, 21, 42, 41, 83, 72],
            &[7, 13, 12, 25, 24, 49, 49, 98, 85],
            &[8, 15, 14, 29, 28, 57, 56, 113, 98],
            &[9, 16, 16, 32, 32, 64, 64, 128, 112],
            &[10, 18, 18, 36, 36, 72, 71, 143, 125],
            &[11, 20, 20, 40, 39, 79, 79, 158, 138],
            &[12, 22, 22, 44, 43, 87, 86, 173, 151],
            &[13, 24, 23, 47, 47, 94, 94, 188, 164],
            &[14, 26, 25, 51, 51, 102, 101, 203, 177],
            &[15, 28, 27, 55, 54, 109, 109, 218, 190],
            &[16, 30, 29, 59, 58, 117, 116, 233, 203],
        ],
    );
}

/// Row `n` of the table from every way to find rows, and the place of each entry.
fn check_rows(m: usize, table: &[Vec<u64>]) {
    let ways: [Box<dyn Rows>; 4] = [
        Box::new(by_mex(m)),
        Box::new(RatRows::window(m)),
        Box::new(RatRows::algebraic(m)),
        Box::new(RatRows::arithmetic(m)),
    ];
    for way in &ways {
        for (n, expected) in table.iter().enumerate() {
            let n = Natural::from(n as u64);
            let row = way.row(&n, &Unwatched).unwrap();
            assert_eq!(row.position(), position(expected), "{}", way.name());
            for (column, entry) in expected.iter().enumerate().filter(|(_, entry)| **entry > 0) {
                let place = way.locate(&Natural::from(*entry), &Unwatched).unwrap();
                assert_eq!(
                    (place.column, place.row.index),
                    (column, n.clone()),
                    "{}",
                    way.name()
                );
            }
        }
    }
}

#[test]
fn every_way_finds_every_row() {
    for m in 2..=6 {
        let rows: Vec<Vec<u64>> = (0..200)
            .map(|n| {
                legality::rat_vector(m, &Integer::from(n))
                    .iter()
                    .map(|e| u64::try_from(e).unwrap())
                    .collect()
            })
            .collect();
        check_rows(m as usize, &rows);
    }
}

#[test]
fn examples_of_the_rat_paper() {
    let rat = rat::Rat::algebraic();
    let to = |piles: &[u64]| {
        rat.decide(&position(piles), &Unwatched)
            .unwrap()
            .winning_move
            .unwrap()
    };
    assert_eq!(to(&[3, 6, 10]).to, position(&[1, 2, 4]));
    for third in 1..=3 {
        assert_eq!(
            to(&[1, 2.min(third), 2.max(third)]).to,
            position(&[0, 0, 0])
        );
    }
    let remark = to(&[17, 28, 66]);
    assert!(
        !remark.case.contains("III"),
        "the paper's remark: type III is impossible here"
    );
}

#[test]
fn windows_at_two_thousand_digits() {
    let n = Random::new().digits(2000);
    let (window, formula) = (RatRows::window(3), RatRows::algebraic(3));
    let row = window.row(&n, &Unwatched).unwrap();
    assert_eq!(row, formula.row(&n, &Unwatched).unwrap());
    for (column, entry) in row.entries.iter().enumerate() {
        let place = window.locate(entry, &Unwatched).unwrap();
        assert_eq!((place.column, &place.row), (column, &row));
    }
}
