//! The Mouse game.
//!
//! [`RAT_AND_MOUSE`], Theorems 6 and 7: the P-positions are the rat vectors
//! `(⌊3n/2⌋, 3n − 1)` with `(0, 0)`. The proof, which the paper omits, is that of the Rat game made simple:
//! `d_n = B_n − A_n` takes exactly the values `1, 2, 4, 5, 7, 8, …`, all but the multiples of 3, and for a difference
//! that is a multiple of 3 the rules allow one more.
//!
//! ```
//! use strategies::mouse::Mouse;
//! use strategies::strategy::Strategy;
//! use logic::Unwatched;
//!
//! let decision = Mouse::algebraic().decide(&[7, 10].into_iter().collect(), &Unwatched)?;
//! let winning = decision.winning_move.expect("an N-position");
//! assert_eq!((winning.to, winning.case), ([3, 5].into_iter().collect(), "(ii)(b)"));
//! # Ok::<(), strategies::strategy::StrategyError>(())
//! ```

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::basic::traits::{One, Zero};

use super::rat_vectors::{self, RatVectorGame};
use super::rows::Rows;
use super::{nothing, sorted, words};
use crate::strategy::{Decision, PositionTable, Strategy, StrategyError, StrategyName};
use rules::citation::RAT_AND_MOUSE;
use rules::evidence::Evidence;
use rules::explanation::{Explanation, SentenceValue};
use rules::outcome::Outcome;
use rules::position::Position;

/// The Mouse game, its rows found in one of four ways.
pub type Mouse<R> = RatVectorGame<R, 2>;

/// Every strategy for the Mouse game.
pub fn all() -> Vec<Box<dyn Strategy>> {
    rat_vectors::strategies::<2>()
}

impl<R: Rows> Strategy for Mouse<R> {
    fn name(&self) -> StrategyName {
        self.rows.name()
    }

    fn table(&self) -> Option<&dyn PositionTable> {
        Some(&self.rows)
    }

    fn evidence(&self) -> Evidence {
        Evidence::theorem(RAT_AND_MOUSE.at(match self.rows.name() {
            StrategyName::Recursive => "Theorem 6",
            StrategyName::Window => "Theorem 6 and section 9",
            StrategyName::Algebraic => "Theorem 7",
            _ => "Theorem 4 carried over to 3/2 = [1, 1, 1]",
        }))
    }

    fn outcome(&self, position: &Position, watch: &dyn Watch) -> Result<Outcome, StrategyError> {
        let piles = sorted::<2>(position)?;
        if self.rows.name() == StrategyName::Algebraic
            && let Some([x, y]) = words(piles)
        {
            let n = y.div_ceil(3);
            return Ok(if (x, y) == (3 * n / 2, (3 * n).saturating_sub(1)) {
                Outcome::P
            } else {
                Outcome::N
            });
        }
        Ok(self.decide(position, watch)?.outcome())
    }

    fn decide(&self, position: &Position, watch: &dyn Watch) -> Result<Decision, StrategyError> {
        let [x, y] = sorted::<2>(position)?;
        let mut why = Explanation::default();
        if *x == Natural::ZERO {
            if *y == Natural::ZERO {
                why.say("there is nothing left to take", []);
                return Ok(Decision::p(why));
            }
            why.say("one pile is left: take all of it", []);
            return Ok(Decision::n(nothing(2), "x = 0", why));
        }
        let place = self.rows.locate(x, watch)?;
        let (column, row) = place.told(&mut why);
        let n = SentenceValue::Number(row.index.clone());
        if column == 1 {
            why.say(
                "y can be lowered to A_{} = {}",
                [n, (&row.entries[0]).into()],
            );
            return Ok(Decision::n(row.position(), "(i)", why));
        }
        let b = &row.entries[1];
        if y == b {
            why.say("y = B_{} as well: the position is a row of the table", [n]);
            return Ok(Decision::p(why));
        }
        if y > b {
            why.say("y can be lowered to B_{} = {}", [n, b.into()]);
            return Ok(Decision::n(row.position(), "(ii)(a)", why));
        }
        let d = y - x;
        let target = self.rows.last_within(0, 1, &d, watch)?;
        why.point_at(&target.index);
        let (i, d_i) = (
            SentenceValue::Number(target.index.clone()),
            target.difference(0, 1),
        );
        if d == d_i {
            why.say(
                "y - x = {} = B_{} - A_{}: taking the same from both leads to {}",
                [(&d).into(), i.clone(), i, (&target.position()).into()],
            );
        } else if d == d_i + Natural::ONE {
            let parts = [(&d).into(), i.clone(), i, (&target.position()).into()];
            why.say(
                "y - x = {} is a multiple of 3, and B_{} - A_{} is one less, which the rules allow: move to {}",
                parts,
            );
        } else {
            return Err(StrategyError::NoWinningMove(position.clone()));
        }
        Ok(Decision::n(target.position(), "(ii)(b)", why))
    }
}
