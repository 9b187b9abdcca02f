#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use logic::watch::Unwatched;
use numeration::natural::Pow;
use rayon::prelude::*;

use super::*;
use rules::outcome::Play;
use solver::search::PositionSearch;

fn strict() -> FrankensteinRules {
    FrankensteinRules::new(Reading::Strict)
}

fn literal() -> FrankensteinRules {
    FrankensteinRules::new(Reading::Literal)
}

fn at(squares: &[u64]) -> Position {
    strict()
        .position(squares.iter().copied().map(Natural::from).collect())
        .unwrap()
}

fn kinds(game: &FrankensteinRules, from: &[u64], to: &[u64]) -> Vec<String> {
    let legality = game.legal(&at(from), &at(to), &Unwatched).unwrap();
    legality
        .unwrap_or_default()
        .iter()
        .map(ToString::to_string)
        .collect()
}

fn check(from: &[u64], to: &[u64], expected: &[&str]) {
    assert_eq!(kinds(&strict(), from, to), expected, "{from:?} -> {to:?}");
}

fn check_reasons(from: &[u64], to: &[u64], expected: &[&str]) {
    let illegal = strict()
        .legal(&at(from), &at(to), &Unwatched)
        .unwrap()
        .unwrap_err();
    let reasons: Vec<String> = illegal.reasons.iter().map(ToString::to_string).collect();
    assert_eq!(reasons, expected, "{from:?} -> {to:?}");
}

/// The squares whose bits are set.
fn squares_of(bits: u64) -> Vec<u64> {
    (0..63)
        .filter(|bit| bits >> bit & 1 == 1)
        .map(|bit| bit + 1)
        .collect()
}

/// All positions on squares up to `max`, the empty strip first.
fn board(max: u32) -> impl Iterator<Item = Vec<u64>> {
    (0u64..1 << max)
        .filter(|bits| bits.count_ones() != 1)
        .map(squares_of)
}

/// Plays the rules word by word: coins from right to left, each stays, is shifted to a free square or into the hole, or is
/// split; and all vectors of shifts.
struct Naive {
    from: Vec<u64>,
    crossing: bool,
    targets: BTreeMap<Vec<u64>, BTreeSet<&'static str>>,
}

#[derive(Clone, Copy, Default)]
struct Touched {
    coins: usize,
    shifted: bool,
    shifted_to_positive: bool,
    split: bool,
}

impl Naive {
    fn moves(from: &[u64], crossing: bool) -> BTreeMap<Vec<u64>, BTreeSet<&'static str>> {
        let mut naive = Self {
            from: from.to_vec(),
            crossing,
            targets: BTreeMap::new(),
        };
        if from.len() >= 2 {
            naive.leave(
                from.len(),
                &from.iter().copied().collect(),
                Touched::default(),
            );
            naive.shift_all(&mut Vec::new());
            naive.accept(from, &BTreeSet::new());
        }
        naive.targets
    }

    fn leave(&mut self, above: usize, occupied: &BTreeSet<u64>, touched: Touched) {
        if touched.coins > self.from.len() - 1 {
            return;
        }
        let Some(index) = above.checked_sub(1) else {
            if (touched.shifted_to_positive || (touched.split && !touched.shifted))
                && occupied.len() != 1
            {
                self.targets
                    .entry(occupied.iter().copied().collect())
                    .or_default()
                    .insert("I");
            }
            return;
        };
        self.leave(index, occupied, touched);
        let coin = self.from[index];
        let mut others = occupied.clone();
        others.remove(&coin);
        let touched = Touched {
            coins: touched.coins + 1,
            ..touched
        };
        self.leave(
            index,
            &others,
            Touched {
                shifted: true,
                ..touched
            },
        );
        for square in (1..coin).filter(|square| !others.contains(square)) {
            let mut after = others.clone();
            after.insert(square);
            self.leave(
                index,
                &after,
                Touched {
                    shifted: true,
                    shifted_to_positive: true,
                    ..touched
                },
            );
        }
        if !touched.split {
            self.split(
                index,
                coin,
                1,
                0,
                &others,
                &others,
                Touched {
                    split: true,
                    ..touched
                },
            );
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn split(
        &mut self,
        index: usize,
        coin: u64,
        lowest: u64,
        sum: u64,
        before: &BTreeSet<u64>,
        after: &BTreeSet<u64>,
        touched: Touched,
    ) {
        if sum > 0 {
            self.leave(index, after, touched);
        }
        for square in (lowest..coin).filter(|square| !before.contains(square)) {
            if sum + square < coin {
                let mut more = after.clone();
                more.insert(square);
                self.split(
                    index,
                    coin,
                    square + 1,
                    sum + square,
                    before,
                    &more,
                    touched,
                );
            }
        }
    }

    fn shift_all(&mut self, shifts: &mut Vec<u64>) {
        let index = shifts.len();
        if index == self.from.len() {
            let squares: Vec<u64> = self
                .from
                .iter()
                .zip(&*shifts)
                .map(|(coin, shift)| coin - shift)
                .collect();
            let target: BTreeSet<u64> = squares.iter().copied().collect();
            if target.len() == squares.len() && (self.crossing || squares.is_sorted()) {
                self.accept(&shifts.clone(), &target);
            }
            return;
        }
        for shift in shifts.last().copied().unwrap_or(1)..self.from[index] {
            shifts.push(shift);
            self.shift_all(shifts);
            shifts.pop();
        }
    }

    fn accept(&mut self, shifts: &[u64], target: &BTreeSet<u64>) {
        let [below @ .., next, last] = shifts else {
            return;
        };
        if *last <= 2 * next + below.iter().sum::<u64>() {
            self.targets
                .entry(target.iter().copied().collect())
                .or_default()
                .insert("II");
        }
    }
}

fn listed(game: &FrankensteinRules, from: &[u64]) -> BTreeMap<Vec<u64>, BTreeSet<&'static str>> {
    let mut listed = BTreeMap::new();
    let flow = game.for_each_move(&at(from), &Unwatched, &mut |option| {
        let squares: Vec<u64> = option
            .to
            .piles()
            .iter()
            .map(|square| u64::try_from(square).unwrap())
            .collect();
        let kinds = option
            .kinds
            .iter()
            .map(|kind| if &**kind == "I" { "I" } else { "II" })
            .collect();
        assert!(
            listed.insert(squares, kinds).is_none(),
            "{from:?} -> {} is listed twice",
            option.to
        );
        ControlFlow::Continue(())
    });
    assert!(flow.unwrap().is_continue());
    listed
}

#[test]
fn moves_are_those_of_the_rules_played_word_by_word() {
    for from in board(10) {
        assert_eq!(
            listed(&strict(), &from),
            Naive::moves(&from, false),
            "{from:?}"
        );
    }
}

#[test]
fn moves_of_the_literal_reading_are_those_of_its_rules() {
    for from in board(8) {
        assert_eq!(
            listed(&literal(), &from),
            Naive::moves(&from, true),
            "{from:?}"
        );
    }
}

#[test]
fn legal_accepts_exactly_the_moves() {
    for game in [strict(), literal()] {
        for from in board(7) {
            let moves = listed(&game, &from);
            for to in board(7) {
                match game.legal(&at(&from), &at(&to), &Unwatched).unwrap() {
                    Ok(kinds) => assert_eq!(
                        moves.get(&to).map(BTreeSet::len),
                        Some(kinds.len()),
                        "{from:?} -> {to:?}"
                    ),
                    Err(illegal) => {
                        assert_eq!(moves.get(&to), None, "{from:?} -> {to:?}");
                        assert!(!illegal.reasons.is_empty());
                    }
                }
            }
        }
    }
}

#[test]
fn nim_values_are_those_of_the_reference() {
    let game = strict();
    let mut search = PositionSearch::new(&game, Play::Normal);
    let text = include_str!("../../../tests/data/frankenstein_sg_11.csv");
    for line in text.lines().skip(1) {
        let (coins, value) = line.split_once(',').unwrap();
        let squares: Vec<u64> = coins
            .split(' ')
            .map(|square| square.parse().unwrap())
            .collect();
        let found = search.nim_value(&at(&squares), &Unwatched).unwrap();
        assert_eq!(found.to_string(), value, "{coins}");
    }
}

/// The rows `(A_0^n, …, A_{k-1}^n)`, `k ≥ 2`, of the array on squares up to `max`; the empty strip is one of them.
fn claimed(max: u64) -> BTreeSet<Vec<u64>> {
    let mut used = BTreeSet::new();
    let mut rows = BTreeSet::from([Vec::new()]);
    for n in 1.. {
        let first = (1..).find(|square| !used.contains(square)).unwrap();
        if first > max {
            return rows;
        }
        let mut row = vec![first, 2 * first + n];
        while row[row.len() - 1] <= max {
            rows.insert(row.clone());
            row.push(3 * row[row.len() - 1] - row[row.len() - 2]);
        }
        used.extend(row);
    }
    rows
}

#[test]
fn the_reference_lists_the_rows_of_the_array() {
    let text = include_str!("../../../tests/data/frankenstein_P_110.csv");
    let mut listed: BTreeSet<Vec<u64>> = text
        .lines()
        .skip(1)
        .map(|line| {
            line.split(' ')
                .map(|square| square.parse().unwrap())
                .collect()
        })
        .collect();
    listed.insert(Vec::new());
    assert_eq!(listed, claimed(110));
    for from in &listed {
        for to in &listed {
            check(from, to, &[]);
        }
    }
}

/// By induction, these are the P-positions: from each position a move leads to one of them exactly if it is none.
#[test]
fn the_theorem_holds_on_all_positions_up_to_square_24() {
    let claimed = claimed(24);
    let targets: Vec<Vec<Natural>> = claimed
        .iter()
        .map(|row| row.iter().copied().map(Natural::from).collect())
        .collect();
    let game = strict();
    let bad = (0u64..1 << 24)
        .into_par_iter()
        .filter(|bits| bits.count_ones() != 1)
        .find_any(|bits| {
            let squares = squares_of(*bits);
            let from: Vec<Natural> = squares.iter().copied().map(Natural::from).collect();
            let reaches = targets
                .iter()
                .any(|to| !game.allowing(&from, to, &Unwatched).unwrap().is_empty());
            reaches == claimed.contains(&squares)
        });
    assert_eq!(bad.map(squares_of), None);
}

#[test]
fn the_literal_reading_differs_first_at_4_11_29() {
    let rows = claimed(110);
    let differing: Vec<(Vec<u64>, Vec<u64>)> = rows
        .iter()
        .flat_map(|from| rows.iter().map(move |to| (from.clone(), to.clone())))
        .filter(|(from, to)| !kinds(&literal(), from, to).is_empty())
        .collect();
    let first = differing
        .iter()
        .min_by_key(|(from, _)| from.iter().sum::<u64>())
        .unwrap();
    assert_eq!(*first, (vec![4, 11, 29], vec![1, 3, 8]));
    let lowest = differing
        .iter()
        .min_by_key(|(from, _)| from.last().copied())
        .unwrap();
    assert_eq!(lowest, first);
}

#[test]
fn the_examples_of_the_paper() {
    // (i)
    check(&[1, 3], &[], &[]);
    assert_eq!(
        listed(&strict(), &[1, 3]).into_keys().collect::<Vec<_>>(),
        [[1, 2]]
    );
    check(&[1, 2], &[], &["II"]);
    // (ii)
    check(&[1, 3, 7], &[], &["II"]);
    // (iii): after a move from (1, 3, 8) the other player wins. The paper says by the empty strip or (1, 3), but after
    // 3 -> 2, 1 -> 0 there is (2, 6) only.
    check(&[1, 3, 8], &[1, 3], &[]);
    let reaches = |from: &[u64], to: &[u64]| !kinds(&strict(), from, to).is_empty();
    let missed: Vec<Vec<u64>> = listed(&strict(), &[1, 3, 8])
        .into_keys()
        .filter(|to| !reaches(to, &[]) && !reaches(to, &[1, 3]))
        .collect();
    assert_eq!(missed, [[2, 8]]);
    check(&[2, 8], &[2, 6], &["I"]);
    // (iv), (v), (vi)
    check(&[6, 8, 100], &[1, 3, 8], &["I"]);
    check(&[8, 19], &[1, 3, 8], &["I"]);
    check(&[55, 56, 200], &[1, 3, 8, 21, 55], &["I"]);
    // (vii)
    let game = strict();
    let mut search = PositionSearch::new(&game, Play::Normal);
    assert_eq!(
        search.outcome(&at(&[2, 6]), &Unwatched),
        Ok(rules::outcome::Outcome::P)
    );
}

#[test]
fn refusals_say_why() {
    check_reasons(
        &[1, 3, 8],
        &[1, 3],
        &[
            "\"I\": no coin reaches a new square, at least one must be put on a positive square",
            "\"II\": 3 coins would become 2, but all of them stay on the strip or none",
        ],
    );
    check_reasons(
        &[1, 3],
        &[],
        &[
            "\"I\": all 2 coins would leave their squares, at most 1 may",
            "\"I\": no coin reaches a new square, at least one must be put on a positive square",
            "\"II\": n_1 = 3, must be at most 2*n_0 = 2",
        ],
    );
    check_reasons(
        &[4, 11, 29],
        &[1, 3, 8],
        &[
            "\"I\": all 3 coins would leave their squares, at most 2 may",
            "\"II\": n_2 = 21, must be at most 2*n_1 + n_0 = 19",
        ],
    );
    check_reasons(
        &[5, 9, 10],
        &[4, 6, 7, 8, 9],
        &[
            "\"I\": the coins that leave (5, 10) cannot fill the new squares (4, 6, 7, 8): if the coin on 10 is split, 6, 7, 8 is left to it, and the sum 21 must be below 10",
            "\"II\": 3 coins would become 5, but all of them stay on the strip or none",
        ],
    );
    check_reasons(
        &[5, 9],
        &[5, 12],
        &[
            "\"I\": square 12 can be reached from higher squares only, but the highest coin that leaves is on 9",
            "\"II\": the coin on 5 would go to 5, the coin on 9 would go to 12, every coin must move to the left",
        ],
    );
    check_reasons(&[], &[1, 2], &["the strip is empty: the game is over"]);
    check_reasons(&[5, 9], &[5, 9], &["no coin moves"]);
}

#[test]
fn what_is_not_a_position() {
    let refused = |squares: &[u64]| {
        let squares = squares.iter().copied().map(Natural::from).collect();
        strict().position(squares).unwrap_err().to_string()
    };
    assert!(refused(&[7]).contains("spinster"));
    assert!(refused(&[0, 3, 7]).contains("hole"));
    assert!(refused(&[3, 7, 3]).contains("square 3 is named twice"));
    assert_eq!(at(&[0]), at(&[]));
    assert_eq!(at(&[9, 2]).to_string(), "(2, 9)");
}

#[test]
fn a_thousand_coins_on_squares_of_a_thousand_digits() {
    let huge = Natural::from(10u32).pow(1000);
    let coin = |index: u32| &huge + Natural::from(3 * index * index);
    let from: Vec<Natural> = (0u32..1000).map(coin).collect();
    let position = Position::unchecked(from.clone());
    // All by one: type II.
    let shifted = Position::unchecked(from.iter().map(|coin| coin - Natural::from(1u32)).collect());
    assert_eq!(
        strict()
            .legal(&position, &shifted, &Unwatched)
            .unwrap()
            .unwrap(),
        ["II".into()]
    );
    // All but the first coin to squares that only a split can fill in part.
    let mut target: Vec<Natural> = (1u32..1500).map(Natural::from).collect();
    target.push(from[0].clone());
    let legal = strict()
        .legal(&position, &Position::unchecked(target.clone()), &Unwatched)
        .unwrap();
    assert_eq!(legal.unwrap(), ["I".into()]);
    let high = &huge + Natural::from(3_000_000u32);
    target.push(high);
    assert!(
        strict()
            .legal(&position, &Position::unchecked(target), &Unwatched)
            .unwrap()
            .is_err()
    );
    let mut first = Vec::new();
    let flow = strict().for_each_move(&position, &Unwatched, &mut |option| {
        first.push(option);
        if first.len() < 10 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    assert!(flow.unwrap().is_break());
}
