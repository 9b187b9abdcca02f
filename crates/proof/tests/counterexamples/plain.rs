//! A made-up game of one or two piles, and its nim-values by a plain loop.

use std::collections::HashMap;

use super::tree::{Condition, Dice, Term};

/// Piles of a position, as they are shown.
pub(crate) type Piles = Vec<i64>;

#[derive(Debug)]
pub(crate) struct Game {
    piles: usize,
    sorted: bool,
    /// Conditions on the piles before a move, then on those after it.
    moves: Vec<Condition>,
}

impl Game {
    pub(crate) fn random(dice: &mut Dice) -> Self {
        let piles = 1 + dice.below(2) as usize;
        let sorted = piles == 2 && dice.below(2) == 0;
        let mut moves = Vec::new();
        for _ in 0..1 + dice.below(2) {
            let condition = match dice.below(3) {
                // Some numbers of tokens may be taken.
                0 => {
                    let pile = dice.below(piles as u64) as usize;
                    let taken = Term::Minus(
                        Box::new(Term::Variable(pile)),
                        Box::new(Term::Variable(piles + pile)),
                    );
                    Condition::AtMost(taken, Term::Number(1 + dice.below(3) as i64))
                }
                _ => Condition::random(dice, 2 * piles, 3),
            };
            moves.push(condition);
        }
        Self {
            piles,
            sorted,
            moves,
        }
    }

    pub(crate) fn piles(&self) -> usize {
        self.piles
    }

    pub(crate) fn names(&self) -> Vec<String> {
        ["x", "y"][..self.piles]
            .iter()
            .map(|&name| name.into())
            .collect()
    }

    pub(crate) fn text(&self) -> String {
        let names = self.names();
        let after = names.iter().map(|name| format!("{name}'"));
        let all: Vec<String> = names.iter().cloned().chain(after).collect();
        let between = if self.sorted { " <= " } else { ", " };
        let mut text = format!("game made\npiles {}\n", names.join(between));
        for (index, condition) in self.moves.iter().enumerate() {
            text += &format!("move m{index}: {}\n", condition.text(&all));
        }
        text
    }

    /// The positions with so many tokens, in order.
    pub(crate) fn of_sum(&self, sum: i64) -> Vec<Piles> {
        match self.piles {
            1 => vec![vec![sum]],
            _ => (0..=sum)
                .map(|x| vec![x, sum - x])
                .filter(|piles| self.is_position(piles))
                .collect(),
        }
    }

    pub(crate) fn is_position(&self, piles: &[i64]) -> bool {
        piles.iter().all(|&pile| pile >= 0) && (!self.sorted || piles.is_sorted())
    }

    /// The options, with the numbers of the rules that allow each.
    pub(crate) fn options(&self, position: &[i64]) -> Vec<(Piles, Vec<usize>)> {
        let mut options: HashMap<Piles, Vec<usize>> = HashMap::new();
        let mut targets: Vec<Piles> = vec![vec![]];
        for &pile in position {
            targets = targets
                .iter()
                .flat_map(|begun| (0..=pile).map(move |p| [begun.as_slice(), &[p]].concat()))
                .collect();
        }
        for target in targets.into_iter().filter(|target| target != position) {
            let both = [position, &target].concat();
            for (index, rule) in self.moves.iter().enumerate() {
                if rule.holds(&both) {
                    let mut to = target.clone();
                    if self.sorted {
                        to.sort_unstable();
                    }
                    let kinds = options.entry(to).or_default();
                    if !kinds.contains(&index) {
                        kinds.push(index);
                    }
                }
            }
        }
        let mut options: Vec<_> = options.into_iter().collect();
        options.sort_by_key(|(piles, _)| (piles.iter().sum::<i64>(), piles.clone()));
        options
    }

    /// The nim-values of all positions with at most so many tokens.
    pub(crate) fn values(&self, most: i64) -> HashMap<Piles, i64> {
        let mut values: HashMap<Piles, i64> = HashMap::new();
        for position in (0..=most).flat_map(|sum| self.of_sum(sum)) {
            let reached: Vec<i64> = self
                .options(&position)
                .iter()
                .map(|(to, _)| values[to])
                .collect();
            let mex = (0..).find(|value| !reached.contains(value)).unwrap();
            values.insert(position, mex);
        }
        values
    }

    /// The nim-values of the smallest positions with one or two of them changed, and anything beyond.
    pub(crate) fn nearly_right_values(&self, dice: &mut Dice) -> Vec<(Condition, Term)> {
        let small: Vec<Piles> = (0..=3).flat_map(|sum| self.of_sum(sum)).collect();
        let values = self.values(3);
        let mut term = Term::random(dice, self.piles, 2);
        let wrong = [
            dice.below(small.len() as u64),
            dice.below(small.len() as u64),
        ];
        for (index, position) in small.iter().enumerate() {
            let mut value = values[position];
            if wrong.contains(&(index as u64)) {
                value += dice.below(4) as i64 - 1;
            }
            let is =
                |pile: usize| Condition::Equal(Term::Variable(pile), Term::Number(position[pile]));
            let here = match self.piles {
                1 => is(0),
                _ => Condition::And(Box::new(is(0)), Box::new(is(1))),
            };
            term = Term::Choice(
                Box::new(here),
                Box::new(Term::Number(value)),
                Box::new(term),
            );
        }
        vec![(Condition::Always, term)]
    }
}
