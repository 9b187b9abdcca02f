//! The upper half of a number for recurrences of any order: try a rank, and step to its neighbours.
//!
//! The digits of an estimated rank are found first, and with them its weights and its exact value; a
//! neighbouring string nearly always differs in the lowest block only.

use super::leaf::Digit;
use super::{GoOn, Ladder, Split, Weights, dot, may_go_on, natural};
use crate::natural::{Integer, Natural, One};

impl Ladder {
    /// The digits of the string of a given rank above `offset`, and their weights.
    fn descend<D: Digit>(
        &self,
        offset: usize,
        level: usize,
        rank: Natural,
        digits: &mut [D],
        go_on: GoOn<'_>,
    ) -> Option<Weights> {
        may_go_on(go_on, level)?;
        let class = self.class(offset);
        if level == 0 {
            return Some(class.leaf.descend(rank, digits));
        }
        let (below, above) = digits.split_at_mut(self.places(level - 1));
        let split = self.split(offset, level);
        let upper = offset + below.len();
        let (rest, upper) = self.upper_half(&rank, upper, level - 1, split, above, go_on)?;
        let lower = self.descend(offset, level - 1, rest, below, go_on)?;
        let mut weights = self.joined(offset, level - 1, lower, &upper, 1);
        // The value over the canonical basis is the rank, which gives the first weight.
        weights[0] = Integer::from(rank) - dot(&weights[1..], &class.canonical[1..]);
        Some(weights)
    }

    /// The largest admissible upper half, above `offset`, whose value is at most `n`: what it leaves of
    /// `n`, and its weights.
    pub(super) fn upper_half<D: Digit>(
        &self,
        n: &Natural,
        offset: usize,
        level: usize,
        split: &Split,
        digits: &mut [D],
        go_on: GoOn<'_>,
    ) -> Option<(Natural, Weights)> {
        let count = &self.rung(offset, level).count;
        let mut rank = split.estimate(n).min(count - Natural::ONE);
        let mut weights = self.descend(offset, level, rank.clone(), digits, go_on)?;
        let mut rest = Integer::from(n) - dot(&weights, &split.window);
        while rest < 0 {
            rank -= Natural::ONE;
            let below =
                self.neighbour((offset, level), &rank, Step::Down, digits, &weights, go_on)?;
            rest -= dot(&below.change, &split.window);
            below.apply(digits, &mut weights);
        }
        loop {
            rank += Natural::ONE;
            if rank >= *count {
                break;
            }
            let above =
                self.neighbour((offset, level), &rank, Step::Up, digits, &weights, go_on)?;
            let growth = dot(&above.change, &split.window);
            if growth > rest {
                break;
            }
            rest -= growth;
            above.apply(digits, &mut weights);
        }
        Some((natural(rest), weights))
    }

    /// The string of `rank` in the range of this level above `offset`, which is one step from that of `digits`.
    ///
    /// Nearly always only the lowest block changes; otherwise the string is made anew.
    fn neighbour<D: Digit>(
        &self,
        (offset, level): (usize, usize),
        rank: &Natural,
        step: Step,
        digits: &[D],
        weights: &Weights,
        go_on: GoOn<'_>,
    ) -> Option<Neighbour<D>> {
        let (block, above) = digits.split_at(self.leaf);
        let leaf = &self.class(offset).leaf;
        let limit = self.block_limit(offset, leaf, above);
        if let Some((low, change)) = leaf.neighbour(block, step, &limit) {
            return Some(Neighbour { low, change });
        }
        let mut low = vec![D::default(); digits.len()];
        let fresh = self.descend(offset, level, rank.clone(), &mut low, go_on)?;
        Some(Neighbour {
            low,
            change: fresh.into_iter().zip(weights).map(|(a, b)| a - b).collect(),
        })
    }
}

/// To the next or the previous string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Up,
    Down,
}

/// New digits for the lowest places, and what they add to the weights.
struct Neighbour<D> {
    low: Vec<D>,
    change: Weights,
}

impl<D> Neighbour<D> {
    fn apply(self, digits: &mut [D], weights: &mut Weights) {
        for (place, digit) in digits.iter_mut().zip(self.low) {
            *place = digit;
        }
        for (weight, change) in weights.iter_mut().zip(self.change) {
            *weight += change;
        }
    }
}
