//! Fraenkel's heap game: any positive number from one pile, or k > 0 from one and l ≥ k from the
//! other with `l < sk + t`.
//!
//! [`HEAP_GAMES`]. The P-positions are the rows `A_n = mex` of the rows before, `B_n = sA_n + tn`
//! (recursive). In the system of the recurrence `u_n = (s + t − 1)u_(n−1) + su_(n−2)` the numbers
//! of A are those whose digits end in an even number of 0s, and `B_n` is `A_n` with a 0 appended
//! (arithmetic).
//!
//! From `(A_n, y)` with `y < B_n` both piles are lowered to row `m = ⌊(y − sA_n)/t⌋`, or to row 0
//! if that is negative: with `k = A_n − A_m`, `l = y − B_m = sk + r` for some r < t.

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::SaturatingSub;
use numeration::natural::num::basic::traits::{One, Zero};
use numeration::recurrence::Recurrence;
use numeration::system::NumerationSystem;

use super::mex_table::MexTable;
use super::pair::PilePair;
use super::rows::{Row, RowPlace, Rows, column_name};
use crate::strategy::{Decision, PositionTable, Strategy, StrategyError, StrategyName};
use rules::citation::HEAP_GAMES;
use rules::evidence::Evidence;
use rules::explanation::{Explanation, Sentence, SentenceValue};
use rules::position::Position;

/// The heap game, its rows found in one of two ways.
#[derive(Debug)]
pub struct Heap<R> {
    s: Natural,
    t: Natural,
    rows: R,
}

/// Every strategy for the heap game with these s, t ≥ 1.
pub fn all(s: u64, t: u64) -> Result<Vec<Box<dyn Strategy>>, StrategyError> {
    if s == 0 || t == 0 {
        return Err(StrategyError::NotApplicable(
            "s and t must be at least 1".to_owned(),
        ));
    }
    let table = MexTable::new(2, move |n, a, _| {
        let multiple = s.checked_mul(a)?;
        Some(vec![multiple.checked_add(t.checked_mul(n)?)?])
    });
    let (s, t) = (Natural::from(s), Natural::from(t));
    let digits = HeapDigits::new(s.clone(), t.clone())?;
    Ok(vec![
        Box::new(Heap {
            s: s.clone(),
            t: t.clone(),
            rows: table,
        }),
        Box::new(Heap { s, t, rows: digits }),
    ])
}

impl<R: Rows> Strategy for Heap<R> {
    fn name(&self) -> StrategyName {
        self.rows.name()
    }

    fn table(&self) -> Option<&dyn PositionTable> {
        Some(&self.rows)
    }

    fn evidence(&self) -> Evidence {
        Evidence::theorem(HEAP_GAMES.whole())
    }

    fn decide(&self, position: &Position, watch: &dyn Watch) -> Result<Decision, StrategyError> {
        let pair = PilePair::new(position)?;
        let mut why = Explanation::default();
        if let Some(mut decision) = pair.decide_by_nim_move(&self.rows, &mut why, watch)? {
            // The lowered pile may be the smaller one now.
            if let Some(winning) = &mut decision.winning_move {
                let mut piles = winning.to.piles().to_vec();
                piles.sort();
                winning.to = Position::unchecked(piles);
            }
            return Ok(decision);
        }
        let m = pair.high.saturating_sub(&self.s * pair.low) / &self.t;
        let row = self.rows.row(&m, watch)?;
        let target = pair.to(&row.entries[0], &row.entries[1]);
        why.point_at(&m);
        let [k, l] = [pair.low - &row.entries[0], pair.high - &row.entries[1]];
        why.say(
            "taking {} and {} leads to row {}, {}",
            [
                SentenceValue::from(&k),
                SentenceValue::from(&l),
                SentenceValue::from(&m),
                SentenceValue::from(&target),
            ],
        );
        Ok(Decision::n(target, "both piles", why))
    }
}

/// The rows from the digits in the system of the recurrence.
#[derive(Debug)]
struct HeapDigits {
    s: Natural,
    t: Natural,
    system: Recurrence,
}

impl HeapDigits {
    fn new(s: Natural, t: Natural) -> Result<Self, StrategyError> {
        let first = &s + &t - Natural::ONE;
        let system = Recurrence::new(&[first, s.clone()])
            .map_err(|error| StrategyError::NotApplicable(error.to_string()))?;
        Ok(Self { s, t, system })
    }

    /// So many numbers of A there are from 1 to `x`.
    fn count(&self, x: &Natural, watch: &dyn Watch) -> Result<Natural, StrategyError> {
        let place = self.locate(x, watch)?;
        Ok(match place.column {
            0 => place.row.index,
            _ => x - place.row.index,
        })
    }
}

impl Rows for HeapDigits {
    fn name(&self) -> StrategyName {
        StrategyName::Arithmetic
    }

    /// Two numbers of B are never neighbours, so that A_n is at most 2n.
    fn row(&self, index: &Natural, watch: &dyn Watch) -> Result<Row, StrategyError> {
        let (mut low, mut high) = (index.clone(), index << 1);
        while low < high {
            watch.check()?;
            let middle = (&low + &high) >> 1;
            if self.count(&middle, watch)? < *index {
                low = middle + Natural::ONE;
            } else {
                high = middle;
            }
        }
        let b = &self.s * &low + &self.t * index;
        Ok(Row {
            index: index.clone(),
            entries: vec![low, b],
        })
    }

    fn locate(&self, x: &Natural, _: &dyn Watch) -> Result<RowPlace, StrategyError> {
        let digits = self.system.represent(x)?;
        let zeros = digits.trailing_zeros();
        let column = zeros % 2;
        let entries = match digits.shifted_right().filter(|_| column == 1) {
            Some(shifted) => vec![self.system.evaluate(&shifted)?, x.clone()],
            None => vec![x.clone(), self.system.evaluate(&digits.shifted_left())?],
        };
        let index = (&entries[1] - &self.s * &entries[0]) / &self.t;
        let parity = SentenceValue::word(["even", "odd"][column]);
        let name = || SentenceValue::word(column_name(column, 2));
        Ok(RowPlace {
            column,
            because: Sentence::new(
                "{} is the {} {}-number",
                [x.into(), SentenceValue::Ordinal(index.clone()), name()],
            ),
            digits: Some(Sentence::new(
                "the digits of {}, {}, end in {}, an {} number: it is in {}",
                [
                    x.into(),
                    SentenceValue::Digits(digits),
                    SentenceValue::Count(zeros as u64, "0"),
                    parity,
                    name(),
                ],
            )),
            row: Row { index, entries },
        })
    }

    fn last_within(
        &self,
        lower: usize,
        upper: usize,
        difference: &Natural,
        watch: &dyn Watch,
    ) -> Result<Row, StrategyError> {
        // B_n - A_n is at least tn.
        let (mut low, mut high) = (Natural::ZERO, difference / &self.t + Natural::ONE);
        while &low + Natural::ONE < high {
            watch.check()?;
            let middle = (&low + &high) >> 1;
            if self.row(&middle, watch)?.difference(lower, upper) <= *difference {
                low = middle;
            } else {
                high = middle;
            }
        }
        self.row(&low, watch)
    }
}
