//! The Raleigh game.
//!
//! [`RALEIGH`], Theorems 1–3. The P-positions are the rows
//! `A_n = ⌊⌊nφ⌋φ⌋, B_n = ⌊nφ²⌋, C_n = ⌊⌊nφ²⌋φ⌋`. Winning moves follow the proof of Theorem 1, part (B), and are named
//! by what it distinguishes: in which column the smallest pile is, and whether `c − b` is some `C_m − B_m` (i) or some
//! `C_m − A_m` (ii).
//!
//! ```
//! use rules::explanation::Detail;
//! use strategies::raleigh::Raleigh;
//! use strategies::strategy::Strategy;
//! use logic::Unwatched;
//!
//! let decision = Raleigh::algebraic().decide(&[14, 17, 20].into_iter().collect(), &Unwatched)?;
//! assert_eq!(
//!     decision.why.render(Detail::Brief),
//!     "a = 14 = ⌊⌊6φ⌋φ⌋ is the 6th A-number; c is less than C_6 = 24; c - b = 3 = C_2 - B_2, so move to (4, 5, 8)"
//! );
//! # Ok::<(), strategies::strategy::StrategyError>(())
//! ```

use logic::Watch;
use numeration::golden::{Golden, floor_word};
use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::CheckedSub;
use numeration::natural::num::basic::traits::{One, Zero};

use super::mex_table::MexTable;
use super::raleigh_digits::RaleighDigits;
use super::rows::{Row, RowPlace, Rows};
use super::{nothing, sorted, words};
use crate::strategy::{Decision, PositionTable, Strategy, StrategyError, StrategyName};
use rules::citation::RALEIGH;
use rules::evidence::Evidence;
use rules::explanation::{Explanation, Sentence, SentenceValue};
use rules::outcome::Outcome;
use rules::position::Position;

/// The Raleigh game, its rows found in one of three ways.
#[derive(Clone, Debug)]
pub struct Raleigh<R> {
    rows: R,
}

impl Raleigh<MexTable> {
    /// Theorem 1: the mex rule from the start.
    pub fn recursive() -> Self {
        Self {
            rows: MexTable::new(3, next_row),
        }
    }
}

impl Raleigh<RaleighFloors> {
    /// Theorem 2: floors of multiples of φ.
    pub fn algebraic() -> Self {
        Self {
            rows: RaleighFloors::default(),
        }
    }
}

impl Raleigh<RaleighDigits> {
    /// Theorem 3: Zeckendorf digits.
    pub fn arithmetic() -> Self {
        Self {
            rows: RaleighDigits,
        }
    }
}

/// Every strategy for the Raleigh game.
pub fn all() -> Vec<Box<dyn Strategy>> {
    vec![
        Box::new(Raleigh::recursive()),
        Box::new(Raleigh::algebraic()),
        Box::new(Raleigh::arithmetic()),
    ]
}

impl<R: Rows> Strategy for Raleigh<R> {
    fn name(&self) -> StrategyName {
        self.rows.name()
    }

    fn table(&self) -> Option<&dyn PositionTable> {
        Some(&self.rows)
    }

    fn evidence(&self) -> Evidence {
        Evidence::theorem(RALEIGH.at(match self.rows.name() {
            StrategyName::Recursive => "Theorem 1",
            StrategyName::Algebraic => "Theorem 2",
            _ => "Theorem 3",
        }))
    }

    fn outcome(&self, position: &Position, watch: &dyn Watch) -> Result<Outcome, StrategyError> {
        let piles = sorted::<3>(position)?;
        if self.rows.name() == StrategyName::Algebraic
            && let Some(piles) = words(piles)
        {
            return Ok(outcome_of_words(piles));
        }
        let [a, b, c] = piles;
        if *c == Natural::ZERO {
            return Ok(Outcome::P);
        }
        if *a == Natural::ZERO || *b != a + Natural::ONE {
            return Ok(Outcome::N);
        }
        Ok(if self.rows.has(position.piles(), watch)? {
            Outcome::P
        } else {
            Outcome::N
        })
    }

    fn decide(&self, position: &Position, watch: &dyn Watch) -> Result<Decision, StrategyError> {
        let [a, b, c] = sorted::<3>(position)?;
        let mut why = Explanation::default();
        if *c == Natural::ZERO {
            why.say("there is nothing left to take", []);
            return Ok(Decision::p(why));
        }
        if *a == Natural::ZERO {
            why.say("at most two piles are left: take everything", []);
            return Ok(Decision::n(nothing(3), "an empty pile", why));
        }
        if a == b || b == c {
            why.say("two piles are equal: take everything", []);
            return Ok(Decision::n(nothing(3), "equal piles", why));
        }
        let (column, row) = self.rows.locate(a, watch)?.told(&mut why);
        let n = || SentenceValue::Number(row.index.clone());
        let c_n = &row.entries[2];
        if column == 2 {
            why.say(
                "b and c can be lowered to A_{} = {} and B_{} = {}",
                [n(), (&row.entries[0]).into(), n(), (&row.entries[1]).into()],
            );
            return Ok(Decision::n(
                Position::unchecked(row.entries),
                "a = C_n",
                why,
            ));
        }
        let completes = if column == 0 {
            *b >= row.entries[1]
        } else {
            true
        };
        if c >= c_n && completes {
            if column == 0 && *b == row.entries[1] && c == c_n {
                why.say(
                    "b = B_{} and c = C_{}: the position is a row of the table",
                    [n(), n()],
                );
                return Ok(Decision::p(why));
            }
            why.say("b and c can be lowered to the rest of row {}", [n()]);
            return Ok(Decision::n(
                Position::unchecked(row.entries),
                ["a = A_n, c >= C_n", "a = B_n, c >= C_n"][column],
                why,
            ));
        }
        why.say("c is less than C_{} = {}", [n(), c_n.into()]);
        self.by_difference(column, position, why, watch)
    }
}

impl<R: Rows> Raleigh<R> {
    /// `c < C_n`: the difference `c − b` is some `C_m − B_m` or some `C_m − A_m` with `m < n`, and a move of
    /// type III leads to row m.
    fn by_difference(
        &self,
        column: usize,
        position: &Position,
        mut why: Explanation,
        watch: &dyn Watch,
    ) -> Result<Decision, StrategyError> {
        let [_, b, c] = sorted::<3>(position)?;
        let t = c - b;
        let row = self.rows.last_within(1, 2, &t, watch)?;
        let m = SentenceValue::Number(row.index.clone());
        let target = row.position();
        why.point_at(&row.index);
        let mut parts = vec![(&t).into(), m.clone(), m, (&target).into()];
        if row.difference(1, 2) == t {
            why.say("c - b = {} = C_{} - B_{}, so move to {}", parts);
            return Ok(Decision::n(
                target,
                ["a = A_n, (i)", "a = B_n, (i)"][column],
                why,
            ));
        }
        if row.difference(0, 2) == t {
            parts.swap(2, 1);
            why.say(
                "c - b = {} = C_{} - A_{}, so move to {}: b becomes the smallest pile",
                parts,
            );
            return Ok(Decision::n(
                target,
                ["a = A_n, (ii)", "a = B_n, (ii)"][column],
                why,
            ));
        }
        Err(StrategyError::NoWinningMove(position.clone()))
    }
}

/// The mex rule of Theorem 1: `B_n = A_n + 1`, and `C_n` grows by 3 or 5 as `A_n` does by 2 or more.
fn next_row(n: u64, a: u64, previous: &[u64]) -> Option<Vec<u64>> {
    let c = match n {
        1 => 3,
        _ if a - previous[0] == 2 => previous[2].checked_add(3)?,
        _ => previous[2].checked_add(5)?,
    };
    Some(vec![a + 1, c])
}

fn outcome_of_words([a, b, c]: [u64; 3]) -> Outcome {
    let is_row = b == a + 1 && c == floor_word(b) && {
        let n = 2 * b - c;
        n + floor_word(n) == b
    };
    if is_row || c == 0 {
        Outcome::P
    } else {
        Outcome::N
    }
}

/// The rows by Theorem 2. One multiplication by φ finds the place of a number `a`: with `f_i = ⌊(a+i)φ⌋`, it is in B if
/// `f_1 − f_0 = 1`, otherwise in A if `f_2 − f_1 = 1`, otherwise in C, since the fractional parts of `aφ` are then
/// below `φ^−2`, between it and `2φ^−2`, or above.
#[derive(Clone, Debug, Default)]
pub struct RaleighFloors {
    golden: Golden,
}

impl Rows for RaleighFloors {
    fn name(&self) -> StrategyName {
        StrategyName::Algebraic
    }

    fn row(&self, index: &Natural, _: &dyn Watch) -> Result<Row, StrategyError> {
        Ok(row_from(index.clone(), self.golden.floors(index).first))
    }

    fn locate(&self, a: &Natural, _: &dyn Watch) -> Result<RowPlace, StrategyError> {
        let floors = self.golden.floors(a);
        let (column, b, c) = match floors.steps {
            [1, _] => (1, a.clone(), floors.first),
            [_, 1] => (0, a + Natural::ONE, floors.first + Natural::from(2u8)),
            _ => (2, floors.first - a + Natural::ONE, a.clone()),
        };
        let index: Natural = (&b << 1) - &c;
        let text = [
            "a = {} = ⌊⌊{}φ⌋φ⌋ is the {} A-number",
            "a = {} = ⌊{}φ²⌋ is the {} B-number",
            "a = {} = ⌊⌊{}φ²⌋φ⌋ is the {} C-number",
        ][column];
        let because = Sentence::new(
            text,
            [
                a.into(),
                (&index).into(),
                SentenceValue::Ordinal(index.clone()),
            ],
        );
        let row = Row {
            index,
            entries: vec![&b - Natural::ONE, b, c],
        };
        Ok(RowPlace {
            column,
            row,
            because,
            digits: None,
        })
    }

    fn last_within(
        &self,
        lower: usize,
        upper: usize,
        difference: &Natural,
        watch: &dyn Watch,
    ) -> Result<Row, StrategyError> {
        let Some(t) = difference_from_b(lower, upper, difference)? else {
            return self.row(&Natural::ZERO, watch);
        };
        // C_m − B_m = ⌊mφ⌋ ≤ t exactly if m < (t + 1)/φ = (t + 1)φ − (t + 1), and then it is t or t − 1.
        let floors = self.golden.floors(&t);
        let m = floors.first + Natural::from(floors.steps[0]) - &t - Natural::ONE;
        let floor = if floors.steps[0] == 1 {
            t - Natural::ONE
        } else {
            t
        };
        Ok(row_from(m, floor))
    }
}

/// Row `n` from `⌊nφ⌋`.
pub(super) fn row_from(n: Natural, floor: Natural) -> Row {
    if n == Natural::ZERO {
        return Row {
            index: n,
            entries: vec![Natural::ZERO; 3],
        };
    }
    let b = &n + &floor;
    Row {
        index: n,
        entries: vec![&b - Natural::ONE, b.clone(), b + floor],
    }
}

/// A bound on `C_m − B_m` that says the same; none if only row 0 satisfies it.
pub(super) fn difference_from_b(
    lower: usize,
    upper: usize,
    difference: &Natural,
) -> Result<Option<Natural>, StrategyError> {
    match (lower, upper) {
        (1, 2) => Ok(Some(difference.clone()).filter(|t| *t != Natural::ZERO)),
        (0, 2) => Ok(difference
            .checked_sub(Natural::ONE)
            .filter(|t| *t != Natural::ZERO)),
        _ => Err(StrategyError::NotApplicable(
            "only the last column moves away from the others".to_owned(),
        )),
    }
}
