//! The Fat Rat game on any number of piles.
//!
//! The P-positions are the rat vectors ([`RAT_AND_MOUSE`](rules::citation::RAT_AND_MOUSE), section 8). The paper asks
//! for rules; those played here take from up to m − 1 piles (I), or from every pile keeping the order so that
//! `u_t − u_1 = Δ^t_n` for some n and `|(x_t − u_t) − (x_1 − u_1)| < Δ^t_(n+1) − Δ^t_n` (II_t), where
//! `Δ^t_n = A^t_n − A^1_n`.
//!
//! From any other position with `x_1 = A^s_n`, either the other piles can be lowered to the rest of row n,
//! or some `x_t < A^t_n`, and then the last row i with `Δ^t_i ≤ x_t − x_1` is reached by II_t unless some
//! `x_j ≤ A^j_i`; the same step with j gives a smaller row, and so on until the move is legal.
//!
//! ```
//! use strategies::fat_rat::FatRat;
//! use strategies::strategy::Strategy;
//! use logic::Unwatched;
//!
//! let decision = FatRat::algebraic(4)?.decide(&[5, 10, 19, 37].into_iter().collect(), &Unwatched)?;
//! assert_eq!(decision.winning_move.expect("an N-position").to, [3, 6, 12, 23].into_iter().collect());
//! # Ok::<(), strategies::strategy::StrategyError>(())
//! ```

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::basic::traits::Zero;

use super::mex_table::MexTable;
use super::rat_vectors::{RatRows, by_mex};
use super::rows::{Row, Rows};
use super::{nothing, require_sorted};
use crate::strategy::{Decision, PositionTable, Strategy, StrategyError, StrategyName};
use rules::citation::FAT_RAT;
use rules::evidence::Evidence;
use rules::explanation::{Explanation, SentenceValue};
use rules::position::Position;

/// The Fat Rat on `m` piles, its rows found in one of four ways.
#[derive(Clone, Debug)]
pub struct FatRat<R> {
    m: usize,
    rows: R,
}

/// The most piles that a Fat Rat may have here.
const MOST_PILES: usize = 1 << 16;

impl<R> FatRat<R> {
    fn new(m: usize, rows: impl FnOnce(usize) -> R) -> Result<Self, StrategyError> {
        if (2..=MOST_PILES).contains(&m) {
            Ok(Self { m, rows: rows(m) })
        } else {
            Err(StrategyError::NotApplicable(format!(
                "the Fat Rat is played on 2 to {MOST_PILES} piles, not on {m}"
            )))
        }
    }
}

impl FatRat<MexTable> {
    /// The mex rule from the start.
    pub fn recursive(m: usize) -> Result<Self, StrategyError> {
        Self::new(m, by_mex)
    }
}

impl FatRat<RatRows> {
    /// The mex rule in windows.
    pub fn window(m: usize) -> Result<Self, StrategyError> {
        Self::new(m, RatRows::window)
    }

    /// The formula of section 8.
    pub fn algebraic(m: usize) -> Result<Self, StrategyError> {
        Self::new(m, RatRows::algebraic)
    }

    /// The p-system of `(2^m − 1)/2^(m−1)`.
    pub fn arithmetic(m: usize) -> Result<Self, StrategyError> {
        Self::new(m, RatRows::arithmetic)
    }
}

/// Every strategy for the Fat Rat on `m` piles.
pub fn all(m: usize) -> Result<Vec<Box<dyn Strategy>>, StrategyError> {
    Ok(vec![
        Box::new(FatRat::recursive(m)?),
        Box::new(FatRat::window(m)?),
        Box::new(FatRat::algebraic(m)?),
        Box::new(FatRat::arithmetic(m)?),
    ])
}

impl<R: Rows> Strategy for FatRat<R> {
    fn name(&self) -> StrategyName {
        self.rows.name()
    }

    fn table(&self) -> Option<&dyn PositionTable> {
        Some(&self.rows)
    }

    fn evidence(&self) -> Evidence {
        Evidence::theorem(FAT_RAT)
    }

    fn decide(&self, position: &Position, watch: &dyn Watch) -> Result<Decision, StrategyError> {
        let piles = position.piles();
        if piles.len() != self.m {
            return Err(StrategyError::WrongNumberOfPiles {
                expected: self.m,
                given: piles.len(),
            });
        }
        require_sorted(position)?;
        let mut why = Explanation::default();
        if piles[self.m - 1] == Natural::ZERO {
            why.say("there is nothing left to take", []);
            return Ok(Decision::p(why));
        }
        if piles[0] == Natural::ZERO {
            why.say("a pile is empty: take everything from the others", []);
            return Ok(Decision::n(nothing(self.m), "x_1 = 0", why));
        }
        let place = self.rows.locate(&piles[0], watch)?;
        let (column, row) = place.told(&mut why);
        let n = || SentenceValue::Number(row.index.clone());
        if row.entries == piles {
            why.say("every other pile is in row {} as well", [n()]);
            return Ok(Decision::p(why));
        }
        match too_small(piles, column, &row) {
            None => {
                why.say(
                    "the other piles can be lowered to the rest of row {}",
                    [n()],
                );
                Ok(Decision::n(row.position(), "I", why))
            }
            Some(t) => self.descend(position, t, why, watch),
        }
    }
}

impl<R: Rows> FatRat<R> {
    /// Type II_t, with smaller and smaller rows until every pile is large enough.
    fn descend(
        &self,
        position: &Position,
        mut t: usize,
        mut why: Explanation,
        watch: &dyn Watch,
    ) -> Result<Decision, StrategyError> {
        let piles = position.piles();
        for _ in 0..self.m {
            watch.check()?;
            let difference = &piles[t] - &piles[0];
            let target = self.rows.last_within(0, t, &difference, watch)?;
            let (t_name, i) = (
                SentenceValue::number(t as u64 + 1),
                SentenceValue::Number(target.index.clone()),
            );
            let delta = SentenceValue::Number(target.difference(0, t));
            let parts = vec![t_name.clone(), (&difference).into(), i, delta];
            why.say(
                "x_{} - x_1 = {} is at least that of row {}, {}, but too small for the next row",
                parts,
            );
            match (1..self.m).find(|j| piles[*j] <= target.entries[*j]) {
                None => {
                    why.point_at(&target.index);
                    let to = (&target.position()).into();
                    why.say("so a move of type II_{} leads to {}", [t_name, to]);
                    return Ok(Decision::n(target.position(), "II", why));
                }
                Some(j) => {
                    why.say(
                        "but pile {} is not larger than that row's",
                        [SentenceValue::number(j as u64 + 1)],
                    );
                    t = j;
                }
            }
        }
        Err(StrategyError::NoWinningMove(position.clone()))
    }
}

/// A pile that is smaller than its entry of the row, when the entries other than that of the smallest
/// pile are handed out in order.
fn too_small(piles: &[Natural], column: usize, row: &Row) -> Option<usize> {
    let entries = &row.entries;
    let others = (0..piles.len()).filter(|other| *other != column);
    let worst = (1..piles.len())
        .zip(others)
        .find(|(pile, other)| piles[*pile] < entries[*other]);
    worst.map(|(pile, _)| pile)
}
