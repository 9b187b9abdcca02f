//! The rows of the rat games: the rat vectors, with words for how they were found.
//!
//! The rat vectors ([`vectors`]) are the P-positions of the Mouse game (m = 2), the Rat game (m = 3), the
//! Fat Rat (any m) and the succinct and grandiose rat games. Here they are found by the formula, from digits (Theorems 4
//! and 5 of the paper on the Rat game; for the Mouse game the p-system of `3/2 = [1, 1, 1]`), by the mex rule in windows
//! (its section 9) and by the mex rule from the start ([`by_mex`]).

pub mod mex_window;
pub mod vectors;

use logic::Watch;
use numeration::abbreviated::abbreviated;
use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::{PowerOf2, SaturatingSub};
use numeration::natural::num::basic::traits::{One, Zero};

use mex_window::MexWindow;
use vectors::{RatVectors, step_of_words};

use super::mex_table::MexTable;
use super::rows::{Row, RowPlace, Rows, column_name, last_within_from, place_of};
use crate::strategy::{Strategy, StrategyError, StrategyName};
use rules::explanation::{Sentence, SentenceValue};

/// The rat vectors of `m` columns, found without a table.
#[derive(Clone, Debug)]
pub struct RatRows {
    name: StrategyName,
    mex: MexWindow,
}

/// The rat vectors of `m` columns by the mex rule: `r_1(n)` is the mex, and a formula in n gives the differences of the
/// others (the Rat game paper, Theorems 1 and 6).
pub fn by_mex(m: usize) -> MexTable {
    MexTable::new(m, move |n, first, _| {
        let mut entry = u128::from(first);
        let m = u32::try_from(m).ok()?;
        let rest = (1..m).map(|i| {
            entry = entry.checked_add(step_of_words(m, i, u128::from(n))?)?;
            u64::try_from(entry).ok()
        });
        rest.collect()
    })
}

/// A game on `N` piles whose P-positions are the rat vectors, its rows found in one of four ways.
#[derive(Clone, Debug)]
pub struct RatVectorGame<R, const N: usize> {
    pub(super) rows: R,
}

impl<const N: usize> RatVectorGame<MexTable, N> {
    /// By the mex rule from the start.
    pub fn recursive() -> Self {
        Self { rows: by_mex(N) }
    }
}

impl<const N: usize> RatVectorGame<RatRows, N> {
    /// By the mex rule in windows, in polynomial time.
    pub fn window() -> Self {
        Self {
            rows: RatRows::window(N),
        }
    }

    /// By the formula.
    pub fn algebraic() -> Self {
        Self {
            rows: RatRows::algebraic(N),
        }
    }

    /// From the digits of the p-system.
    pub fn arithmetic() -> Self {
        Self {
            rows: RatRows::arithmetic(N),
        }
    }
}

/// Every strategy for the game on `N` piles.
pub(super) fn strategies<const N: usize>() -> Vec<Box<dyn Strategy>>
where
    RatVectorGame<MexTable, N>: Strategy + 'static,
    RatVectorGame<RatRows, N>: Strategy + 'static,
{
    vec![
        Box::new(RatVectorGame::<_, N>::recursive()),
        Box::new(RatVectorGame::<_, N>::window()),
        Box::new(RatVectorGame::<_, N>::algebraic()),
        Box::new(RatVectorGame::<_, N>::arithmetic()),
    ]
}

impl RatRows {
    /// By the mex rule in windows, for `m ≥ 2` columns.
    pub fn window(m: usize) -> Self {
        Self::new(StrategyName::Window, m)
    }

    /// By the formula, for `m ≥ 2` columns.
    pub fn algebraic(m: usize) -> Self {
        Self::new(StrategyName::Algebraic, m)
    }

    /// From the digits of the p-system, for `m ≥ 2` columns.
    pub fn arithmetic(m: usize) -> Self {
        Self::new(StrategyName::Arithmetic, m)
    }

    fn new(name: StrategyName, m: usize) -> Self {
        Self {
            name,
            mex: MexWindow::new(m),
        }
    }

    fn vectors(&self) -> &RatVectors {
        self.mex.lines()
    }

    fn entries(&self, index: &Natural, watch: &dyn Watch) -> Result<Vec<Natural>, StrategyError> {
        let vectors = self.vectors();
        Ok(match self.name {
            StrategyName::Window if *index != Natural::ZERO => {
                let window = self.mex.around(index, index, watch)?;
                window
                    .vector(index)
                    .expect("a window has the indices that it was made for")
            }
            StrategyName::Arithmetic => (1..=vectors.columns())
                .map(|k| vectors.entry_by_digits(k, index))
                .collect(),
            _ => vectors.vector(index),
        })
    }

    /// Where a value is, and how that was found.
    fn place(
        &self,
        value: &Natural,
        watch: &dyn Watch,
    ) -> Result<(vectors::VectorPlace, Sentence, Option<Sentence>), StrategyError> {
        let vectors = self.vectors();
        Ok(match self.name {
            StrategyName::Window => {
                let place = self.mex.locate(value, watch)?;
                let because = self.by_windows(value, &place);
                (place, because, None)
            }
            StrategyName::Arithmetic => {
                let digits = vectors.digits(value);
                let place = vectors.place_of_digits(&digits);
                let because = Sentence::new(
                    "{} is the {} {}-number",
                    [
                        value.into(),
                        SentenceValue::Ordinal(place.index.clone()),
                        self.column(place.column),
                    ],
                );
                let digits = self.by_digits(value, &place, &digits);
                (place, because, Some(digits))
            }
            _ => {
                let place = vectors.locate(value);
                let because = self.by_formula(value, &place);
                (place, because, None)
            }
        })
    }

    /// The formula that puts a value in its column, with its numbers.
    fn by_formula(&self, value: &Natural, place: &vectors::VectorPlace) -> Sentence {
        let (vectors, k) = (self.vectors(), place.column);
        let mut parts = vec![
            value.into(),
            vectors.modulus().into(),
            (&place.index).into(),
        ];
        let divisor = || SentenceValue::Number(Natural::power_of_2(vectors.columns() - k));
        let text = if k == vectors.columns() {
            parts.push(vectors.offset(k).into());
            "{} = {}·{} - {} is the {} {}-number"
        } else if k == 1 {
            parts.push(divisor());
            "{} = ⌊{}·{}/{}⌋ is the {} {}-number"
        } else {
            parts.extend([divisor(), vectors.offset(k).into()]);
            "{} = ⌊{}·{}/{}⌋ - {} is the {} {}-number"
        };
        parts.extend([SentenceValue::Ordinal(place.index.clone()), self.column(k)]);
        Sentence::new(text, parts)
    }

    fn by_digits(
        &self,
        value: &Natural,
        place: &vectors::VectorPlace,
        [s2, s1, s0]: &[Natural; 3],
    ) -> Sentence {
        Sentence::new(
            "{} = {}·{} + {}·2 + {} has the p-digits {} {} {}, which end in {}: it is in {}",
            [
                value.into(),
                s2.into(),
                self.vectors().modulus().into(),
                s1.into(),
                s0.into(),
                s2.into(),
                s1.into(),
                s0.into(),
                ending(place.column, s1, s0),
                self.column(place.column),
            ],
        )
    }

    fn by_windows(&self, value: &Natural, place: &vectors::VectorPlace) -> Sentence {
        let vectors = self.vectors();
        Sentence::new(
            "{} is the {} {}-number: the mex rule in windows around {}·n/{} gives row {} as {}",
            [
                value.into(),
                SentenceValue::Ordinal(place.index.clone()),
                self.column(place.column),
                vectors.modulus().into(),
                SentenceValue::Number(Natural::power_of_2(vectors.columns() - 1)),
                (&place.index).into(),
                SentenceValue::Piles(self.mex.vector_with(value, place)),
            ],
        )
    }

    fn column(&self, k: u64) -> SentenceValue {
        SentenceValue::word(column_name(
            place_of(k),
            place_of(self.vectors().columns()) + 1,
        ))
    }
}

impl Rows for RatRows {
    fn name(&self) -> StrategyName {
        self.name
    }

    fn row(&self, index: &Natural, watch: &dyn Watch) -> Result<Row, StrategyError> {
        Ok(Row {
            index: index.clone(),
            entries: self.entries(index, watch)?,
        })
    }

    fn locate(&self, value: &Natural, watch: &dyn Watch) -> Result<RowPlace, StrategyError> {
        let (place, because, digits) = self.place(value, watch)?;
        let entries = match self.name {
            // The value and the recursion tell the others, without another window.
            StrategyName::Window => self.mex.vector_with(value, &place),
            _ => self.entries(&place.index, watch)?,
        };
        Ok(RowPlace {
            column: place_of(place.column),
            row: Row {
                index: place.index,
                entries,
            },
            because,
            digits,
        })
    }

    fn last_within(
        &self,
        lower: usize,
        upper: usize,
        difference: &Natural,
        watch: &dyn Watch,
    ) -> Result<Row, StrategyError> {
        let columns = (lower as u64 + 1, upper as u64 + 1);
        let estimate = self
            .vectors()
            .estimate_within(columns.0, columns.1, difference);
        // One window has all the rows that are looked at.
        let window = match self.name {
            StrategyName::Window => {
                let from = (&estimate).saturating_sub(&Natural::from(2u8));
                let to = &estimate + Natural::ONE;
                Some(self.mex.around(&from, &to, watch)?)
            }
            _ => None,
        };
        let known = |index: &Natural| window.as_ref()?.vector(index);
        last_within_from(estimate, difference, (lower, upper), |index| {
            match known(index) {
                Some(entries) => Ok(Row {
                    index: index.clone(),
                    entries,
                }),
                None => self.row(index, watch),
            }
        })
    }
}

/// How the digits of a number of column `k` end.
fn ending(k: u64, s1: &Natural, s0: &Natural) -> SentenceValue {
    match k {
        1 if *s0 == Natural::ONE => SentenceValue::word("no 0, an even number of them"),
        1 => SentenceValue::word("00, an even number of 0s"),
        2 => SentenceValue::word(format!(
            "{} 0 with {} odd",
            abbreviated(s1),
            abbreviated(s1)
        )),
        _ => SentenceValue::word(format!(
            "{} 0 with {0} an odd multiple of 2^{}",
            abbreviated(s1),
            k - 2
        )),
    }
}
