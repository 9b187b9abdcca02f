//! Two piles in either order, and the moves of Nim that lead to a row.

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::basic::traits::Zero;

use super::exactly;
use super::rows::Rows;
use crate::strategy::{Decision, StrategyError};
use rules::explanation::{Explanation, SentenceValue};
use rules::position::Position;

/// Two piles, the smaller one first, and whether that is how they stand.
pub(super) struct PilePair<'a> {
    pub(super) low: &'a Natural,
    pub(super) high: &'a Natural,
    swapped: bool,
}

impl<'a> PilePair<'a> {
    pub(super) fn new(position: &'a Position) -> Result<Self, StrategyError> {
        let [x, y] = exactly::<2>(position)?;
        Ok(if x <= y {
            Self {
                low: x,
                high: y,
                swapped: false,
            }
        } else {
            Self {
                low: y,
                high: x,
                swapped: true,
            }
        })
    }

    /// The position in which the smaller and the larger pile have become these.
    pub(super) fn to(&self, low: &Natural, high: &Natural) -> Position {
        let (low, high) = (low.clone(), high.clone());
        Position::unchecked(if self.swapped {
            vec![high, low]
        } else {
            vec![low, high]
        })
    }

    /// Decides every position from which the larger pile can be lowered to complete the row of the smaller,
    /// and the rows themselves. What is left has `low = A_n` and `high < B_n`.
    pub(super) fn decide_by_nim_move(
        &self,
        rows: &dyn Rows,
        why: &mut Explanation,
        watch: &dyn Watch,
    ) -> Result<Option<Decision>, StrategyError> {
        let (low, high) = (self.low, self.high);
        if *high == Natural::ZERO {
            why.say("there is nothing left to take", []);
            return Ok(Some(Decision::p(std::mem::take(why))));
        }
        if *low == Natural::ZERO {
            why.say("one pile is left: take all of it", []);
            return Ok(Some(Decision::n(
                self.to(low, low),
                "an empty pile",
                std::mem::take(why),
            )));
        }
        let place = rows.locate(low, watch)?;
        let (column, row) = place.told(why);
        let partner = &row.entries[1 - column];
        let name = SentenceValue::word(["B", "A"][column]);
        let parts = vec![
            name,
            SentenceValue::Number(row.index.clone()),
            partner.into(),
        ];
        if high == partner {
            why.say(
                "the other pile is {}_{} = {}: the position is a row of the table",
                parts,
            );
            return Ok(Some(Decision::p(std::mem::take(why))));
        }
        if high > partner {
            why.say("the other pile can be lowered to {}_{} = {}", parts);
            let case = ["low = A_n, high > B_n", "low = B_n"][column];
            return Ok(Some(Decision::n(
                self.to(low, partner),
                case,
                std::mem::take(why),
            )));
        }
        why.say("the other pile is less than {}_{} = {}", parts);
        Ok(None)
    }
}
