//! Wythoff's game and d-Wythoff: from one pile any number, or from both numbers that differ by less than d.
//!
//! [`THREE_FRONTS`]. The P-positions are the rows `A_n = mex`, `B_n = A_n + dn`
//! (recursive, section 2), `A_n = ⌊nα⌋, B_n = ⌊nβ⌋` with `α = (2 − d + √(d² + 4))/2, β = α + d` (algebraic, section
//! 3), or by digits (arithmetic, section 4).
//!
//! ```
//! use strategies::wythoff::Wythoff;
//! use strategies::strategy::Strategy;
//! use logic::Unwatched;
//!
//! let decision = Wythoff::algebraic(1)?.decide(&[11, 8].into_iter().collect(), &Unwatched)?;
//! assert_eq!(decision.winning_move.expect("an N-position").to, [7, 4].into_iter().collect());
//! # Ok::<(), strategies::strategy::StrategyError>(())
//! ```

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::basic::traits::Zero;
use numeration::real::Real;

use super::beatty::BeattyRows;
use super::mex_table::MexTable;
use super::pair::PilePair;
use super::rows::Rows;
use super::wythoff_digits::WythoffDigits;
use crate::strategy::{Decision, PositionTable, Strategy, StrategyError, StrategyName};
use rules::citation::THREE_FRONTS;
use rules::evidence::Evidence;
use rules::explanation::{Explanation, SentenceValue};
use rules::outcome::Outcome;
use rules::position::Position;

/// d-Wythoff, its rows found in one of three ways.
#[derive(Clone, Debug)]
pub struct Wythoff<R> {
    d: u64,
    rows: R,
}

impl Wythoff<MexTable> {
    /// The mex rule from the start.
    pub fn recursive(d: u64) -> Result<Self, StrategyError> {
        let rows = MexTable::new(2, move |n, a, _| {
            Some(vec![d.checked_mul(n)?.checked_add(a)?])
        });
        Self::new(d, rows)
    }
}

impl Wythoff<BeattyRows> {
    /// The two Beatty sequences.
    pub fn algebraic(d: u64) -> Result<Self, StrategyError> {
        Self::new(d, BeattyRows::new(slope(d, 2)?)?)
    }
}

impl Wythoff<WythoffDigits> {
    /// The digits of the p-system.
    pub fn arithmetic(d: u64) -> Result<Self, StrategyError> {
        Self::new(d, WythoffDigits::new(d, &slope(d, 1)?)?)
    }
}

/// `α` (n = 1) or `β` (n = 2).
fn slope(d: u64, n: u64) -> Result<Real, StrategyError> {
    require(d)?;
    let d = Real::from(Natural::from(d));
    let root = d.mul(&d)?.add(&Real::from(4))?.sqrt()?;
    let twice_alpha = Real::from(2).sub(&d)?.add(&root)?;
    let alpha = twice_alpha.div(&Real::from(2))?;
    Ok(if n == 1 { alpha } else { alpha.add(&d)? })
}

impl<R> Wythoff<R> {
    fn new(d: u64, rows: R) -> Result<Self, StrategyError> {
        require(d)?;
        Ok(Self { d, rows })
    }
}

fn require(d: u64) -> Result<(), StrategyError> {
    if d == 0 {
        return Err(StrategyError::NotApplicable(
            "d must be at least 1".to_owned(),
        ));
    }
    Ok(())
}

/// Every strategy for d-Wythoff.
pub fn all(d: u64) -> Result<Vec<Box<dyn Strategy>>, StrategyError> {
    Ok(vec![
        Box::new(Wythoff::recursive(d)?),
        Box::new(Wythoff::algebraic(d)?),
        Box::new(Wythoff::arithmetic(d)?),
    ])
}

impl<R: Rows> Strategy for Wythoff<R> {
    fn name(&self) -> StrategyName {
        self.rows.name()
    }

    fn table(&self) -> Option<&dyn PositionTable> {
        Some(&self.rows)
    }

    fn evidence(&self) -> Evidence {
        Evidence::theorem(THREE_FRONTS.at(match self.rows.name() {
            StrategyName::Recursive => "section 2",
            StrategyName::Algebraic => "section 3",
            _ => "section 4",
        }))
    }

    fn outcome(&self, position: &Position, watch: &dyn Watch) -> Result<Outcome, StrategyError> {
        let pair = PilePair::new(position)?;
        let difference = pair.high - pair.low;
        let d = Natural::from(self.d);
        if &difference % &d != Natural::ZERO {
            return Ok(Outcome::N);
        }
        let row = self.rows.row(&(difference / d), watch)?;
        Ok(if row.entries[0] == *pair.low {
            Outcome::P
        } else {
            Outcome::N
        })
    }

    fn decide(&self, position: &Position, watch: &dyn Watch) -> Result<Decision, StrategyError> {
        let pair = PilePair::new(position)?;
        let mut why = Explanation::default();
        if let Some(decision) = pair.decide_by_nim_move(&self.rows, &mut why, watch)? {
            return Ok(decision);
        }
        let difference = pair.high - pair.low;
        let i = &difference / Natural::from(self.d);
        let row = self.rows.row(&i, watch)?;
        let target = pair.to(&row.entries[0], &row.entries[1]);
        why.point_at(&i);
        let mut parts: Vec<SentenceValue> = vec![(&difference).into(), (&i).into(), (&i).into()];
        if row.difference(0, 1) == difference {
            parts.push((&target).into());
            why.say(
                "the difference {} is B_{} - A_{}, so taking the same from both leads to {}",
                parts,
            );
        } else {
            parts.extend([SentenceValue::number(self.d), (&target).into()]);
            why.say(
                "the difference {} exceeds B_{} - A_{} by less than {}, so taking from both leads to {}",
                parts,
            );
        }
        Ok(Decision::n(target, "both piles", why))
    }
}
