//! The recursive strategy in polynomial time: the mex rule in windows.
//!
//! The Rat game paper, section 9, claims that even the recursive strategy of the Rat games is polynomial, since its
//! sequences are approximately linear (A. S. Fraenkel and U. Peled, Harnessing the unwieldy MEX function, Games of
//! No Chance 4, MSRI Publ. 63 (2015), 77–94). This is that algorithm. It knows the recursion
//! `r_1(n) = mex`, `r_k(n) = r_1(n) + D_k(n)` with its explicit `D_k`, and that `r_k(n)` is within a few units of
//! a line; it never evaluates the formula of the first column.
//!
//! Among `1 … v` there are `v` numbers, and those of column `k ≥ 2` are counted by the last `j` with
//! `r_k(j) ≤ v`. So the first-column numbers around `v` are known, with their indices, once `r_1(j)` is known in
//! a window of constant width around each of these `j`, which lie near `v/2, v/4, …`. Following the windows down
//! takes as many steps as `v` has binary digits; below a small bound the literal mex table takes over.

use std::collections::VecDeque;

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::{PowerOf2, SaturatingSub};
use numeration::natural::num::basic::traits::{One, Zero};

use super::rat_vectors::RatVectors;
use super::rows::{Place, Row, Rows, column_name, last_within_from};
use crate::explanation::{Sentence, Value};
use crate::strategy::{StrategyError, StrategyName};

/// The rat vectors of `m` columns by the mex rule in windows.
#[derive(Clone, Debug)]
pub struct Window {
    m: u64,
    lines: RatVectors,
}

/// The first-column numbers in a range of values.
struct Level {
    /// The index of the first of `members`.
    first_index: Natural,
    members: Vec<Natural>,
}

/// Who has a value.
struct Owner {
    k: u64,
    index: Natural,
}

impl Window {
    /// For `m ≥ 2` columns.
    pub fn new(m: usize) -> Self {
        Self {
            m: m as u64,
            lines: RatVectors::new(m),
        }
    }

    /// How far a sequence may be from its line: each is within 1 of it.
    fn slack(&self) -> Natural {
        Natural::from(2u8)
    }

    /// `r_k(n) − r_1(n)`, for `n ≥ 1`, by the recursion.
    fn gap(&self, k: u64, n: &Natural) -> Natural {
        let scaled = n * self.lines.modulus();
        let half = Natural::power_of_2(self.m - 1);
        (1..k)
            .map(|i| (&scaled - (&half - Natural::power_of_2(self.m - 1 - i))) >> (self.m - i))
            .sum()
    }

    /// The indices whose column-`k` numbers may lie in a range of values.
    fn indices(&self, k: u64, low: &Natural, high: &Natural) -> (Natural, Natural) {
        let from = self
            .lines
            .first_index_from(k, low)
            .saturating_sub(self.slack());
        (from, self.lines.first_index_from(k, high) + self.slack())
    }

    /// A range of values that has the first-column numbers of these indices.
    fn values(&self, indices: &(Natural, Natural)) -> (Natural, Natural) {
        let line = |n: &Natural| (n * self.lines.modulus()) >> (self.m - 1);
        (
            line(&indices.0).saturating_sub(self.slack()),
            line(&indices.1) + self.slack(),
        )
    }

    /// The range of values at the top and all that it depends on, downwards, each the hull of what the
    /// levels above it need.
    fn ranges(
        &self,
        low: Natural,
        high: Natural,
        watch: &dyn Watch,
    ) -> Result<Vec<(Natural, Natural)>, StrategyError> {
        let depth = self.m as usize - 1;
        let mut needs: VecDeque<Option<(Natural, Natural)>> = vec![None; depth].into();
        let mut ranges = vec![(low, high)];
        loop {
            watch.check()?;
            let (low, high) = ranges.last().expect("never empty");
            if *low == Natural::ZERO {
                return Ok(ranges);
            }
            for k in 2..=self.m {
                let need = self.values(&self.indices(k, low, high));
                let slot = &mut needs[k as usize - 2];
                *slot = Some(match slot.take() {
                    Some((a, b)) => (a.min(need.0), b.max(need.1)),
                    None => need,
                });
            }
            needs.push_back(None);
            ranges.push(needs.pop_front().flatten().expect("column 2 always asks"));
        }
    }

    /// The first-column numbers in all the ranges, from the bottom up; the last level is the top.
    fn solve(
        &self,
        low: Natural,
        high: Natural,
        watch: &dyn Watch,
    ) -> Result<Levels, StrategyError> {
        let mut ranges = self.ranges(low, high, watch)?;
        // The lowest range starts at 0; it also serves what would lie below it.
        let base = ranges.pop().expect("never empty");
        let mut levels = Levels {
            levels: Vec::with_capacity(ranges.len() + 1),
        };
        levels
            .levels
            .push(self.base(&base.1.max(self.values(&(Natural::ZERO, self.slack())).1)));
        for (low, high) in ranges.into_iter().rev() {
            watch.check()?;
            let level = self.level(&low, &high, &levels);
            levels.levels.push(level);
        }
        Ok(levels)
    }

    /// The literal mex rule from 0 to a small bound.
    fn base(&self, high: &Natural) -> Level {
        let mut members: Vec<Natural> = Vec::new();
        let mut others: Vec<Natural> = Vec::new();
        let mut value = Natural::ONE;
        while value <= *high {
            match others.iter().position(|other| *other == value) {
                Some(place) => {
                    others.swap_remove(place);
                }
                None => {
                    let index = Natural::from(members.len() as u64 + 1);
                    others.extend((2..=self.m).map(|k| &value + self.gap(k, &index)));
                    members.push(value.clone());
                }
            }
            value += Natural::ONE;
        }
        Level {
            first_index: Natural::ONE,
            members,
        }
    }

    /// The first-column numbers above `low`, up to `high`.
    fn level(&self, low: &Natural, high: &Natural, below: &Levels) -> Level {
        let mut next: Vec<Natural> = (2..=self.m)
            .map(|k| self.count(k, low, below) + Natural::ONE)
            .collect();
        let taken = next.iter().map(|next| next - Natural::ONE).sum::<Natural>();
        let first_index = low - taken + Natural::ONE;
        let mut members = Vec::new();
        let mut value = low + Natural::ONE;
        let mut entries: Vec<Natural> = next
            .iter()
            .zip(2..)
            .map(|(index, k)| self.entry(k, index, below))
            .collect();
        while value <= *high {
            match entries.iter().position(|entry| *entry == value) {
                Some(column) => {
                    next[column] += Natural::ONE;
                    entries[column] = self.entry(column as u64 + 2, &next[column], below);
                }
                None => members.push(value.clone()),
            }
            value += Natural::ONE;
        }
        Level {
            first_index,
            members,
        }
    }

    /// How many numbers of column `k ≥ 2` there are from 1 to `value`.
    fn count(&self, k: u64, value: &Natural, below: &Levels) -> Natural {
        let (mut index, _) = self.indices(k, value, value);
        while self.entry(k, &(&index + Natural::ONE), below) <= *value {
            index += Natural::ONE;
        }
        index
    }

    fn entry(&self, k: u64, index: &Natural, below: &Levels) -> Natural {
        below.first_column(k, index) + self.gap(k, index)
    }

    /// Row `index ≥ 1` from its first entry.
    fn row_from(&self, index: Natural, first: Natural) -> Row {
        let others = (2..=self.m).map(|k| &first + self.gap(k, &index));
        Row {
            entries: std::iter::once(first.clone()).chain(others).collect(),
            index,
        }
    }

    /// Whose number a value is.
    fn owner(&self, value: &Natural, watch: &dyn Watch) -> Result<Owner, StrategyError> {
        let low = value - Natural::ONE;
        let mut levels = self.solve(low, value.clone(), watch)?;
        if let Some(index) = levels.top().index_of(value) {
            return Ok(Owner { k: 1, index });
        }
        if levels.levels.len() > 1 {
            levels.levels.pop();
        }
        let k = (2..=self.m)
            .find(|k| self.entry(*k, &self.count(*k, value, &levels), &levels) == *value)
            .expect("the columns split the positive integers");
        Ok(Owner {
            k,
            index: self.count(k, value, &levels),
        })
    }
}

/// Levels from the bottom up.
struct Levels {
    levels: Vec<Level>,
}

impl Levels {
    fn top(&self) -> &Level {
        self.levels.last().expect("never empty")
    }

    /// `r_1(index)`, as needed for column `k` of the level that is being built on top of these.
    fn first_column(&self, k: u64, index: &Natural) -> Natural {
        let level = self.levels.len().saturating_sub(k as usize - 1);
        self.levels[level].member(index).clone()
    }
}

impl Level {
    fn member(&self, index: &Natural) -> &Natural {
        let place = index - &self.first_index;
        let place = usize::try_from(&place).expect("a window is small");
        &self.members[place]
    }

    fn has(&self, index: &Natural) -> bool {
        let beyond = &self.first_index + Natural::from(self.members.len() as u64);
        (&self.first_index..&beyond).contains(&index)
    }

    fn index_of(&self, value: &Natural) -> Option<Natural> {
        let place = self.members.binary_search(value).ok()?;
        Some(&self.first_index + Natural::from(place as u64))
    }
}

impl Rows for Window {
    fn name(&self) -> StrategyName {
        StrategyName::Window
    }

    fn row(&self, index: &Natural, watch: &dyn Watch) -> Result<Row, StrategyError> {
        if *index == Natural::ZERO {
            return Ok(Row {
                index: Natural::ZERO,
                entries: vec![Natural::ZERO; self.m as usize],
            });
        }
        let (low, high) = self.values(&(index.clone(), index.clone()));
        let levels = self.solve(low, high, watch)?;
        Ok(self.row_from(index.clone(), levels.top().member(index).clone()))
    }

    fn locate(&self, value: &Natural, watch: &dyn Watch) -> Result<Place, StrategyError> {
        let Owner { k, index } = self.owner(value, watch)?;
        let row = self.row_from(index.clone(), value - self.gap(k, &index));
        let because = Sentence::new(
            "{} is the {} {}-number: the mex rule in windows around {}·n/{} gives row {} as {}",
            [
                value.into(),
                Value::Ordinal(index.clone()),
                Value::word(column_name(k as usize - 1, self.m as usize)),
                self.lines.modulus().into(),
                Value::Number(Natural::power_of_2(self.m - 1)),
                Value::Number(index),
                Value::Piles(row.entries.clone()),
            ],
        );
        Ok(Place {
            column: k as usize - 1,
            row,
            because,
        })
    }

    fn last_within(
        &self,
        lower: usize,
        upper: usize,
        difference: &Natural,
        watch: &dyn Watch,
    ) -> Result<Row, StrategyError> {
        // One window has all the rows that are looked at.
        let estimate = self.lines.estimate_within(lower, upper, difference);
        let indices = (
            estimate.clone().saturating_sub(self.slack()),
            &estimate + Natural::ONE,
        );
        let (low, high) = self.values(&indices);
        let levels = self.solve(low, high, watch)?;
        last_within_from(estimate, difference, (lower, upper), |index| {
            match levels.top().has(index) {
                true => Ok(self.row_from(index.clone(), levels.top().member(index).clone())),
                false => self.row(index, watch),
            }
        })
    }
}
