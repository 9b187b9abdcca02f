//! One suite for every game: brute force on a board, agreement, and legality of every suggested move.

use logic::Unwatched;
use numeration::natural::num::logic::traits::SignificantBits;
use numeration::natural::{Integer, Natural};
use rules::outcome::Outcome;
use rules::position::Position;
use strategies::strategy::Strategy;

/// The rules, written independently of the strategies.
pub(crate) type Legal = dyn Fn(&[Integer], &[Integer]) -> bool;

/// A game for the suite: its strategies, its rules, and the row `n` of its P-positions by an independent formula.
pub(crate) struct Game<'a> {
    pub(crate) name: &'a str,
    pub(crate) strategies: Vec<Box<dyn Strategy>>,
    pub(crate) sorted: bool,
    pub(crate) piles: usize,
    pub(crate) legal: Box<Legal>,
}

pub(crate) fn position(piles: &[u64]) -> Position {
    piles.iter().copied().collect()
}

pub(crate) fn integers(position: &Position) -> Vec<Integer> {
    position.piles().iter().map(Integer::from).collect()
}

/// All positions with every pile at most `max`, by increasing sum.
pub(crate) fn board(piles: usize, max: u64, sorted: bool) -> Vec<Position> {
    let mut all: Vec<Vec<u64>> = vec![vec![]];
    for _ in 0..piles {
        all = all
            .into_iter()
            .flat_map(|start| {
                let least = if sorted {
                    start.last().copied().unwrap_or(0)
                } else {
                    0
                };
                (least..=max).map(move |pile| start.iter().copied().chain([pile]).collect())
            })
            .collect();
    }
    all.sort_by_key(|piles| piles.iter().sum::<u64>());
    all.iter().map(|piles| position(piles)).collect()
}

/// The P-positions of a board from the rules alone.
pub(crate) fn brute_force(board: &[Position], legal: &Legal) -> Vec<Position> {
    let mut found: Vec<(Position, Vec<Integer>)> = Vec::new();
    for position in board {
        let from = integers(position);
        if !found.iter().any(|(_, to)| legal(&from, to)) {
            found.push((position.clone(), from));
        }
    }
    found.into_iter().map(|(position, _)| position).collect()
}

impl Game<'_> {
    /// Every strategy against brute force on a board, and every move it suggests.
    pub(crate) fn check_board(&self, max: u64) {
        let board = board(self.piles, max, self.sorted);
        let p_positions: std::collections::HashSet<Position> =
            brute_force(&board, &self.legal).into_iter().collect();
        for strategy in &self.strategies {
            for position in &board {
                let is_p = p_positions.contains(position);
                self.check(strategy.as_ref(), position, Some(is_p), |to| {
                    p_positions.contains(to)
                });
            }
        }
    }

    /// All strategies agree on a position, and every move they suggest is legal and leads to a P-position
    /// of all of them. Recursive strategies are asked only about small positions.
    pub(crate) fn check_agreement(&self, position: &Position, is_p: Option<bool>) {
        let bits = position
            .piles()
            .iter()
            .map(|pile| pile.significant_bits())
            .max()
            .unwrap_or(0);
        self.check_agreement_of(position, is_p, |strategy| is_fast(strategy, bits));
    }

    /// The same for some of the strategies.
    pub(crate) fn check_agreement_of(
        &self,
        position: &Position,
        is_p: Option<bool>,
        chosen: impl Fn(&dyn Strategy) -> bool,
    ) {
        let fast: Vec<_> = self
            .strategies
            .iter()
            .filter(|strategy| chosen(strategy.as_ref()))
            .collect();
        let expected =
            is_p.unwrap_or_else(|| fast[0].outcome(position, &Unwatched).unwrap() == Outcome::P);
        for strategy in &fast {
            self.check(strategy.as_ref(), position, Some(expected), |to| {
                fast.iter()
                    .all(|other| other.outcome(to, &Unwatched).unwrap() == Outcome::P)
            });
        }
    }

    fn check(
        &self,
        strategy: &dyn Strategy,
        position: &Position,
        is_p: Option<bool>,
        leads_to_p: impl Fn(&Position) -> bool,
    ) {
        let context = || format!("{} {}: {position}", self.name, strategy.name());
        let decision = strategy
            .decide(position, &Unwatched)
            .unwrap_or_else(|e| panic!("{}: {e}", context()));
        let outcome = strategy.outcome(position, &Unwatched).unwrap();
        assert_eq!(outcome, decision.outcome(), "{}", context());
        if let Some(is_p) = is_p {
            assert_eq!(outcome == Outcome::P, is_p, "{}", context());
        }
        assert!(!decision.why.sentences().is_empty(), "{}", context());
        if let Some(winning) = decision.winning_move {
            let (from, to) = (integers(position), integers(&winning.to));
            assert!(
                (self.legal)(&from, &to),
                "{} -> {} is illegal",
                context(),
                winning.to
            );
            assert!(
                leads_to_p(&winning.to),
                "{} -> {} is not P",
                context(),
                winning.to
            );
        }
    }

    /// Positions on, next to and one move away from a row, which is P: every pile off by -3 … 3, and random moves.
    pub(crate) fn check_near(&self, row: &[Natural], random: &mut Random, tries: usize) {
        self.check_agreement(
            &self.position(row.iter().map(Integer::from).collect()),
            Some(true),
        );
        self.check_near_unknown(row, random, tries);
        self.check_one_move_away(row, random, tries);
    }

    /// Whatever a P-position can be moved to, and whatever can be moved to it, is N.
    pub(crate) fn check_one_move_away(&self, row: &[Natural], random: &mut Random, tries: usize) {
        let row: Vec<Integer> = row.iter().map(Integer::from).collect();
        let mut met = 0;
        for attempt in 0..10 * tries {
            if met == tries {
                return;
            }
            let away = random.changes(&row);
            let moved = |sign: i64| -> Vec<Integer> {
                let sign = Integer::from(sign);
                row.iter()
                    .zip(&away)
                    .map(|(pile, by)| pile + &sign * by)
                    .collect()
            };
            let (from, to) = if attempt % 2 == 0 {
                (row.clone(), moved(-1))
            } else {
                (moved(1), row.clone())
            };
            let other = if attempt % 2 == 0 { &to } else { &from };
            if other.iter().any(|pile| *pile < 0) {
                continue;
            }
            let other = self.position(other.clone());
            let sorted = |piles: Vec<Integer>| integers(&self.position(piles));
            if (self.legal)(&sorted(from), &sorted(to)) {
                met += 1;
                self.check_agreement(&other, Some(false));
            }
        }
        assert!(met > 0, "{}: no random move is legal", self.name);
    }

    /// The same around a position that need not be a row.
    pub(crate) fn check_near_unknown(&self, row: &[Natural], random: &mut Random, tries: usize) {
        let row: Vec<Integer> = row.iter().map(Integer::from).collect();
        for _ in 0..tries {
            let piles: Vec<Integer> = row
                .iter()
                .map(|pile| pile + Integer::from(random.below(7) as i64 - 3))
                .collect();
            if piles.iter().all(|pile| *pile >= 0) {
                let near = self.position(piles);
                self.check_agreement(&near, None);
            }
        }
    }

    pub(crate) fn position(&self, mut piles: Vec<Integer>) -> Position {
        if self.sorted {
            piles.sort();
        }
        Position::unchecked(
            piles
                .into_iter()
                .map(|pile| Natural::try_from(pile).unwrap())
                .collect(),
        )
    }
}

/// Tables are exponential and windows at least quadratic in the number of digits.
fn is_fast(strategy: &dyn Strategy, bits: u64) -> bool {
    use strategies::strategy::StrategyName::{Array, Recursive, Window};
    match strategy.name() {
        Recursive | Array => bits < 10,
        Window => bits < 300,
        _ => true,
    }
}

/// Random numbers (SplitMix64), the same in every run.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new() -> Self {
        Self(0x5eed)
    }

    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.word() % bound
    }

    /// How much is taken from each pile: from some of them nothing, from the others the same or not.
    fn changes(&mut self, piles: &[Integer]) -> Vec<Integer> {
        let (who, same) = (self.below(1 << piles.len().min(8)) | 1, self.below(2) == 0);
        let turn = self.below(piles.len() as u64) as usize;
        let amounts: Vec<Integer> = piles.iter().map(|pile| self.part_of(pile)).collect();
        let amount = |index: usize| {
            let place = (index + turn) % piles.len();
            if who >> place.min(8) & 1 == 0 {
                Integer::from(0)
            } else {
                amounts[if same { 0 } else { index }].clone()
            }
        };
        (0..piles.len()).map(amount).collect()
    }

    /// A small or a large part of a pile, at least 1.
    fn part_of(&mut self, pile: &Integer) -> Integer {
        match self.below(3) {
            0 => Integer::from(1 + self.below(9)),
            _ => {
                pile * Integer::from(self.below(1 << 20)) / Integer::from(1 << 20)
                    + Integer::from(1)
            }
        }
    }

    /// A number of about this many decimal digits.
    pub(crate) fn digits(&mut self, digits: u64) -> Natural {
        let mut text = (1 + self.below(9)).to_string();
        while (text.len() as u64) < digits {
            text.push(char::from(b'0' + self.below(10) as u8));
        }
        text.parse().unwrap()
    }
}
