//! Mark: take one, or leave half, rounded down.
//!
//! A. S. Fraenkel, Aperiodic subtraction games, Electron. J. Combin. 18(2) (2011), P19, and
//! [`VILE_AND_DOPEY`]: the P-positions are 0 and the *dopey* numbers, whose binary
//! digits end in an odd number of 0s. The others are *vile*.
//!
//! ```
//! use strategies::mark::Mark;
//! use strategies::strategy::Strategy;
//! use logic::Unwatched;
//!
//! let decision = Mark.decide(&[12].into_iter().collect(), &Unwatched)?;
//! assert_eq!(decision.winning_move.expect("an N-position").to, [6].into_iter().collect());
//! # Ok::<(), strategies::strategy::StrategyError>(())
//! ```

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::basic::traits::{One, Zero};

use super::exactly;
use crate::strategy::{Decision, Strategy, StrategyError, StrategyName};
use rules::citation::VILE_AND_DOPEY;
use rules::evidence::Evidence;
use rules::explanation::{Explanation, SentenceValue};
use rules::position::Position;

/// The game Mark.
#[derive(Clone, Copy, Debug)]
pub struct Mark;

impl Strategy for Mark {
    fn name(&self) -> StrategyName {
        StrategyName::Arithmetic
    }

    fn evidence(&self) -> Evidence {
        Evidence::theorem(VILE_AND_DOPEY.whole())
    }

    fn decide(&self, position: &Position, _: &dyn Watch) -> Result<Decision, StrategyError> {
        let [n] = exactly::<1>(position)?;
        let mut why = Explanation::default();
        let Some(zeros) = n.trailing_zeros() else {
            why.say("there is nothing left to take", []);
            return Ok(Decision::p(why));
        };
        let parts = vec![n.into(), SentenceValue::Count(zeros, "0")];
        if zeros % 2 == 1 {
            why.say("{} is dopey: in binary it ends in {}, an odd number", parts);
            return Ok(Decision::p(why));
        }
        why.say("{} is vile: in binary it ends in {}, an even number", parts);
        let less = n - Natural::ONE;
        let less_is_p =
            less == Natural::ZERO || less.trailing_zeros().is_some_and(|zeros| zeros % 2 == 1);
        let (to, case) = if zeros == 0 && less_is_p {
            (less, "take one")
        } else {
            (n >> 1, "halve")
        };
        why.say(
            match case {
                "halve" => "half of it, {}, is dopey",
                _ => "one less, {}, is 0 or dopey",
            },
            [(&to).into()],
        );
        Ok(Decision::n(Position::unchecked(vec![to]), case, why))
    }
}
