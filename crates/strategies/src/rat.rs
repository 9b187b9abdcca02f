//! The Rat game.
//!
//! [`RAT_AND_MOUSE`], Theorems 1, 2 and 4: the P-positions are the rat vectors
//! `(⌊7n/4⌋, ⌊7n/2⌋ − 1, 7n − 3)` with `(0, 0, 0)`. Winning moves follow the proof of Theorem 2, part (B), and are
//! named by its cases.
//!
//! ```
//! use strategies::rat::Rat;
//! use strategies::strategy::Strategy;
//! use logic::Unwatched;
//!
//! let decision = Rat::algebraic().decide(&[3, 6, 10].into_iter().collect(), &Unwatched)?;
//! assert_eq!(decision.winning_move.expect("an N-position").to, [1, 2, 4].into_iter().collect());
//! # Ok::<(), strategies::strategy::StrategyError>(())
//! ```

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::basic::traits::{One, Zero};

use super::rat_vectors::{self, RatVectorGame};
use super::rows::{Row, Rows};
use super::{nothing, sorted, words};
use crate::strategy::{Decision, PositionTable, Strategy, StrategyError, StrategyName};
use rules::citation::RAT_AND_MOUSE;
use rules::evidence::Evidence;
use rules::explanation::{Explanation, SentenceValue};
use rules::outcome::Outcome;
use rules::position::Position;

/// The Rat game, its rows found in one of four ways.
pub type Rat<R> = RatVectorGame<R, 3>;

/// Every strategy for the Rat game.
pub fn all() -> Vec<Box<dyn Strategy>> {
    rat_vectors::strategies::<3>()
}

impl<R: Rows> Strategy for Rat<R> {
    fn name(&self) -> StrategyName {
        self.rows.name()
    }

    fn table(&self) -> Option<&dyn PositionTable> {
        Some(&self.rows)
    }

    fn evidence(&self) -> Evidence {
        Evidence::theorem(RAT_AND_MOUSE.at(match self.rows.name() {
            StrategyName::Recursive => "Theorem 1",
            StrategyName::Window => "Theorem 1 and section 9",
            StrategyName::Algebraic => "Theorem 2",
            _ => "Theorem 4",
        }))
    }

    fn outcome(&self, position: &Position, watch: &dyn Watch) -> Result<Outcome, StrategyError> {
        let piles = sorted::<3>(position)?;
        if self.rows.name() == StrategyName::Algebraic
            && let Some([x, y, z]) = words(piles)
        {
            let n = z.div_ceil(7);
            let row = (
                7 * n / 4,
                (7 * n / 2).saturating_sub(1),
                (7 * n).saturating_sub(3),
            );
            return Ok(if (x, y, z) == row {
                Outcome::P
            } else {
                Outcome::N
            });
        }
        Ok(self.decide(position, watch)?.outcome())
    }

    fn decide(&self, position: &Position, watch: &dyn Watch) -> Result<Decision, StrategyError> {
        let [x, y, z] = sorted::<3>(position)?;
        let mut why = Explanation::default();
        if *z == Natural::ZERO {
            why.say("there is nothing left to take", []);
            return Ok(Decision::p(why));
        }
        if *x == Natural::ZERO {
            why.say("at most two piles are left: take everything", []);
            return Ok(Decision::n(nothing(3), "(B), x = 0", why));
        }
        let place = self.rows.locate(x, watch)?;
        let (column, row) = &place.told(&mut why);
        let (b, c) = (&row.entries[1], &row.entries[2]);
        match *column {
            2 => Ok(complete_row(row, "(i)", why)),
            1 if z >= c => Ok(complete_row(row, "(ii)", why)),
            1 => self.type_three(position, "(ii)", why, watch),
            _ if (y, z) == (b, c) => {
                why.say(
                    "y = B_{} and z = C_{}: the position is a row of the table",
                    [index(row), index(row)],
                );
                Ok(Decision::p(why))
            }
            _ if y >= b && z >= c => Ok(complete_row(row, "(iii)", why)),
            _ if y >= b => self.type_three(position, "(iii)(α)", why, watch),
            _ => self.type_two(position, z >= c, why, watch),
        }
    }
}

impl<R: Rows> Rat<R> {
    /// Cases (β) and (γ): `y < B_n`. The difference `d = y − x` is some `B_i − A_i` or some `C_i − B_i`, or a
    /// multiple of 7 and one more than some `B_i − A_i`.
    fn type_two(
        &self,
        position: &Position,
        large: bool,
        mut why: Explanation,
        watch: &dyn Watch,
    ) -> Result<Decision, StrategyError> {
        let [x, y, z] = sorted::<3>(position)?;
        let d = y - x;
        let low = self.rows.last_within(0, 1, &d, watch)?;
        let d_i = low.difference(0, 1);
        let seven = Natural::from(7u8);
        let is_multiple = &d % seven == Natural::ZERO;
        if d == d_i || is_multiple && d == d_i + Natural::ONE {
            if *z < low.entries[2] {
                let case = if is_multiple {
                    "(iii)(γ2), type III"
                } else {
                    "(iii)(γ11), type III"
                };
                return self.type_three(position, case, why, watch);
            }
            let target = low.position();
            why.point_at(&low.index);
            let parts = [(&d).into(), index(&low), index(&low), (&target).into()];
            let case = match (large, is_multiple) {
                (true, false) => "(iii)(β11)",
                (true, true) => "(iii)(β2)",
                (false, false) => "(iii)(γ11)",
                (false, true) => "(iii)(γ2)",
            };
            if is_multiple && d != Natural::ZERO {
                why.say("y - x = {} is a multiple of 7, and B_{} - A_{} is one less, which type II allows: move to {}", parts);
            } else {
                why.say(
                    "y - x = {} = B_{} - A_{}, so a move of type II leads to {}",
                    parts,
                );
            }
            return Ok(Decision::n(target, case, why));
        }
        let high = self.rows.last_within(1, 2, &d, watch)?;
        if d != high.difference(1, 2) {
            return Err(StrategyError::NoWinningMove(position.clone()));
        }
        why.point_at(&high.index);
        let parts = [
            (&d).into(),
            index(&high),
            index(&high),
            (&high.position()).into(),
        ];
        why.say(
            "y - x = {} = C_{} - B_{}, so a move of type II leads to {}: z becomes the smallest pile",
            parts,
        );
        Ok(Decision::n(
            high.position(),
            if large { "(iii)(β12)" } else { "(iii)(γ12)" },
            why,
        ))
    }

    /// A move of type III to the last row whose `C_i − A_i` is at most `z − x`.
    fn type_three(
        &self,
        position: &Position,
        case: &'static str,
        mut why: Explanation,
        watch: &dyn Watch,
    ) -> Result<Decision, StrategyError> {
        let [x, _, z] = sorted::<3>(position)?;
        let difference = z - x;
        let target = self.rows.last_within(0, 2, &difference, watch)?;
        why.point_at(&target.index);
        let reached = SentenceValue::Number(target.difference(0, 2));
        let parts = [
            (&difference).into(),
            index(&target),
            index(&target),
            reached,
            (&target.position()).into(),
        ];
        why.say(
            "z - x = {} is at least C_{} - A_{} = {}, but too small for the next row, so a move of type III leads to {}",
            parts,
        );
        Ok(Decision::n(target.position(), case, why))
    }
}

/// Type I: lower the other piles to the rest of the row.
fn complete_row(row: &Row, case: &'static str, mut why: Explanation) -> Decision {
    why.say(
        "the other piles can be lowered to the rest of row {}",
        [index(row)],
    );
    Decision::n(row.position(), case, why)
}

fn index(row: &Row) -> SentenceValue {
    SentenceValue::Number(row.index.clone())
}
