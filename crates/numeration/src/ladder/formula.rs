//! The upper half of a number for recurrences of order 1 and 2: its value follows from its rank.
//!
//! A string of rank `X` over `h` places has the second weight `W = Σ dᵢ·wᵢ`, where `w₀ = 0`, `w₁ = 1` obeys the
//! recurrence, as does the canonical basis `c`. If `h` is even, `W` is determined by `X`:
//!
//! - For `cₙ = b₁(n)·cₙ₋₁ + cₙ₋₂`, `c₀ = 1`, `c₁ = b₁ + 1`: the determinants `Δᵢ = wᵢ·c_h - cᵢ·w_h` alternate in
//!   sign, starting with `Δ₀ = -w_h`, and `b₁(i+1)·Δᵢ = Δᵢ₊₁ - Δᵢ₋₁` with `Δ₋₁ = c_h - w_h`, `Δ_h = 0`. Over admissible
//!   strings `Σ dᵢΔᵢ` is therefore at most `Σ (Δᵢ₊₁ - Δᵢ₋₁)` over odd `i`, which is `w_h`, and at least the same sum
//!   over even `i < h`, which is above `-(c_h - w_h)`. So `-(c_h - w_h) < W·c_h - X·w_h ≤ w_h`: `W` is the only
//!   integer in a half-open interval of length 1, `W = floor((X + 1)·w_h/c_h)`.
//! - For the ternary system, `wᵢ·u_h - uᵢ·w_h = -u_{h-1-i}`, and `0 ≤ Σ dᵢ·u_{h-1-i} < u_h` because reversed strings are
//!   admissible too; so `W = floor(X·w_h/u_h)`.
//!
//! The quotient `w_h/c_h` is computed once, to as many bits as ranks can have and some guard bits.

use super::leaf::Digit;
use super::{GUARD, Grammar, Ladder, Rung, Split, ask, natural};
use watch::{Stopped, Watch};

use crate::natural::{Integer, Natural, One, SignificantBits, Zero};

/// `w_h/c_h`, times `2^scale`, rounded down, with the exact numbers for the rare doubtful cases.
#[derive(Debug)]
pub(super) struct Slope {
    ratio: Natural,
    scale: u64,
    weight: Natural,
}

/// A rank with its second weight.
struct Ranked<'a> {
    rank: Natural,
    /// `(rank + lift)·ratio`.
    product: Natural,
    lift: Natural,
    slope: &'a Slope,
    count: &'a Natural,
}

impl Ladder {
    /// Does the value of a string follow from its rank?
    pub(super) fn has_formula(&self) -> bool {
        match self.grammar {
            Grammar::ZeroBetweenTwos => true,
            Grammar::Lexicographic => self.rest.iter().all(|b| *b == 1) && self.rest.len() <= 1,
        }
    }

    /// The digits of the largest admissible upper half, above `offset`, whose value is at most `n`;
    /// what it leaves of `n`.
    pub(super) fn fill_upper<D: Digit>(
        &self,
        n: &Natural,
        offset: usize,
        level: usize,
        split: &Split,
        digits: &mut [D],
        watch: &dyn Watch,
    ) -> Result<Natural, Stopped> {
        ask(watch, level)?;
        let (rank, rest) = self.upper_rank(n, self.rung(offset, level), split);
        self.fill(offset, level, rank, digits, watch)?;
        Ok(rest)
    }

    /// The digits of the string of a given rank above `offset`.
    fn fill<D: Digit>(
        &self,
        offset: usize,
        level: usize,
        rank: Natural,
        digits: &mut [D],
        watch: &dyn Watch,
    ) -> Result<(), Stopped> {
        if level == 0 {
            self.class(offset).leaf.fill(rank, digits);
            return Ok(());
        }
        let (below, above) = digits.split_at_mut(self.places(level - 1));
        let split = self.split(offset, level);
        let upper = offset + below.len();
        let rest = self.fill_upper(&rank, upper, level - 1, split, above, watch)?;
        self.fill(offset, level - 1, rest, below, watch)
    }

    /// The largest rank in `rung` whose value is at most `n`, and what it leaves of `n`.
    fn upper_rank(&self, n: &Natural, rung: &Rung, split: &Split) -> (Natural, Natural) {
        let start = split.estimate(n).min(&rung.count - Natural::ONE);
        let mut ranked = self.ranked(rung, start);
        let mut weight = ranked.weight();
        let value =
            Integer::from(&ranked.rank) * &split.window[0] + Integer::from(&weight) * &split.tilt;
        let mut rest = Integer::from(n) - value;
        while rest < 0 {
            ranked.step_down();
            let below = ranked.weight();
            rest += split.growth(&below, &weight);
            weight = below;
        }
        loop {
            ranked.step_up();
            if ranked.rank >= rung.count {
                break;
            }
            let above = ranked.weight();
            let growth = split.growth(&weight, &above);
            if growth > rest {
                break;
            }
            rest -= growth;
            weight = above;
        }
        ranked.step_down();
        (ranked.rank, natural(rest))
    }

    fn ranked<'a>(&self, rung: &'a Rung, rank: Natural) -> Ranked<'a> {
        let slope = rung.slope.get_or_init(|| Slope::new(rung));
        let lift = if self.grammar == Grammar::Lexicographic {
            Natural::ONE
        } else {
            Natural::ZERO
        };
        let product = (&rank + &lift) * &slope.ratio;
        Ranked {
            rank,
            product,
            lift,
            slope,
            count: &rung.count,
        }
    }
}

impl Split {
    /// What one rank more adds to the value, if the second weight goes from `from` to `to`.
    fn growth(&self, from: &Natural, to: &Natural) -> Integer {
        if from == to {
            self.window[0].clone()
        } else {
            &self.window[0] + Integer::from(to - from) * &self.tilt
        }
    }
}

impl Slope {
    fn new(rung: &Rung) -> Self {
        let weight = rung.matrix[0]
            .get(1)
            .map_or(Natural::ZERO, |w| w.unsigned_abs_ref().clone());
        let scale = rung.count.significant_bits() + GUARD;
        Self {
            ratio: (&weight << scale) / &rung.count,
            scale,
            weight,
        }
    }
}

impl Ranked<'_> {
    fn step_up(&mut self) {
        self.rank += Natural::ONE;
        self.product += &self.slope.ratio;
    }

    fn step_down(&mut self) {
        self.rank -= Natural::ONE;
        self.product -= &self.slope.ratio;
    }

    /// `floor((rank + lift)·w_h/c_h)`: the ratio is too small by less than `2^-scale`, so the product by
    /// less than `rank + lift`.
    fn weight(&self) -> Natural {
        let raised = &self.rank + &self.lift;
        let low = &self.product >> self.slope.scale;
        let high = (&self.product + &raised) >> self.slope.scale;
        if low == high {
            low
        } else {
            raised * &self.slope.weight / self.count
        }
    }
}
