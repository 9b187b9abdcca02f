//! The upper half of a number for recurrences of any order: try a rank, and step to its neighbours.
//!
//! The digits of an estimated rank are found first, and with them its weights and its exact value; a
//! neighbouring string nearly always differs in the lowest block only.

use super::leaf::StoredDigit;
use super::{Ladder, RangeSplit, Weights, ask, dot, natural};
use watch::{Stopped, Watch};

use crate::natural::{Integer, Natural, One};

impl Ladder {
    /// The digits of the string of a given rank above `offset`, and their weights.
    fn descend<D: StoredDigit>(
        &self,
        offset: usize,
        level: usize,
        rank: Natural,
        digits: &mut [D],
        watch: &dyn Watch,
    ) -> Result<Weights, Stopped> {
        ask(watch, level)?;
        let class = self.class(offset);
        if level == 0 {
            return Ok(class.leaf.descend(rank, digits));
        }
        let (below, above) = digits.split_at_mut(self.places(level - 1));
        let split = self.split(offset, level);
        let upper = offset + below.len();
        let (rest, upper) = self.upper_half(&rank, upper, level - 1, split, above, watch)?;
        let lower = self.descend(offset, level - 1, rest, below, watch)?;
        let mut weights = self.joined(offset, level - 1, lower, &upper, 1);
        // The value over the canonical basis is the rank, which gives the first weight.
        weights[0] = Integer::from(rank) - dot(&weights[1..], &class.canonical[1..]);
        Ok(weights)
    }

    /// The largest admissible upper half, above `offset`, whose value is at most `n`: what it leaves of
    /// `n`, and its weights.
    pub(super) fn upper_half<D: StoredDigit>(
        &self,
        n: &Natural,
        offset: usize,
        level: usize,
        split: &RangeSplit,
        digits: &mut [D],
        watch: &dyn Watch,
    ) -> Result<(Natural, Weights), Stopped> {
        let count = &self.rung(offset, level).count;
        let mut rank = split.estimate(n).min(count - Natural::ONE);
        let mut weights = self.descend(offset, level, rank.clone(), digits, watch)?;
        let mut rest = Integer::from(n) - dot(&weights, &split.window);
        while rest < 0 {
            rank -= Natural::ONE;
            let below = self.neighbour(
                (offset, level),
                &rank,
                StepDirection::Down,
                digits,
                &weights,
                watch,
            )?;
            rest -= dot(&below.change, &split.window);
            below.apply(digits, &mut weights);
        }
        loop {
            rank += Natural::ONE;
            if rank >= *count {
                break;
            }
            let above = self.neighbour(
                (offset, level),
                &rank,
                StepDirection::Up,
                digits,
                &weights,
                watch,
            )?;
            let growth = dot(&above.change, &split.window);
            if growth > rest {
                break;
            }
            rest -= growth;
            above.apply(digits, &mut weights);
        }
        Ok((natural(rest), weights))
    }

    /// The string of `rank` in the range of this level above `offset`, which is one step from that of `digits`.
    ///
    /// Nearly always only the lowest block changes; otherwise the string is made anew.
    fn neighbour<D: StoredDigit>(
        &self,
        (offset, level): (usize, usize),
        rank: &Natural,
        step: StepDirection,
        digits: &[D],
        weights: &Weights,
        watch: &dyn Watch,
    ) -> Result<Neighbour<D>, Stopped> {
        let (block, above) = digits.split_at(self.leaf);
        let leaf = &self.class(offset).leaf;
        let limit = self.block_limit(offset, leaf, above);
        if let Some((low, change)) = leaf.neighbour(block, step, &limit) {
            return Ok(Neighbour { low, change });
        }
        let mut low = vec![D::default(); digits.len()];
        let fresh = self.descend(offset, level, rank.clone(), &mut low, watch)?;
        Ok(Neighbour {
            low,
            change: fresh.into_iter().zip(weights).map(|(a, b)| a - b).collect(),
        })
    }
}

/// To the next or the previous string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepDirection {
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
