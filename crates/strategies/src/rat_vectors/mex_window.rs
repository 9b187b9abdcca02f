//! The rat vectors by the mex rule, in polynomial time: the mex rule in windows.
//!
//! [`RAT_AND_MOUSE`](numeration::literature::RAT_AND_MOUSE), section 9, claims that even the recursive strategy of the Rat games is polynomial, since its
//! sequences are approximately linear (A. S. Fraenkel and U. Peled, Harnessing the unwieldy MEX function, Games of
//! No Chance 4, MSRI Publ. 63 (2015), 77–94). This is that algorithm. It knows the recursion
//! `r_1(n) = mex`, `r_k(n) = r_1(n) + D_k(n)` with its explicit `D_k`, and that `r_k(n)` is within a few units of
//! a line; it never evaluates the formula of the first column.
//!
//! Among `1 … v` there are `v` numbers, and those of column `k ≥ 2` are counted by the last `j` with
//! `r_k(j) ≤ v`. So the first-column numbers around `v` are known, with their indices, once `r_1(j)` is known in
//! a window of constant width around each of these `j`, which lie near `v/2, v/4, …`. Following the windows down
//! takes as many steps as `v` has binary digits; below a small bound the literal mex table takes over.
//!
//! ```
//! use strategies::rat_vectors::mex_window::MexWindow;
//! use numeration::natural::Natural;
//! use logic::watch::Unwatched;
//!
//! let (mex, n) = (MexWindow::new(3), Natural::from(1_000_000u32));
//! let window = mex.around(&n, &n, &Unwatched)?;
//! assert_eq!(window.vector(&n), Some(mex.lines().vector(&n)));
//! # Ok::<(), logic::Stopped>(())
//! ```

use std::collections::VecDeque;

use logic::watch::{Stopped, Watch};

use super::vectors::{RatVectors, VectorPlace};
use numeration::natural::{CheckedSub, Natural, One, SaturatingSub, Zero};

/// The rat vectors of `m` columns by the mex rule in windows.
///
/// The watch is asked at each level.
#[derive(Clone, Debug)]
pub struct MexWindow {
    m: u64,
    vectors: RatVectors,
}

/// The vectors of some indices in a row.
#[derive(Debug)]
pub struct Window<'a> {
    mex: &'a MexWindow,
    levels: Levels,
}

/// The first-column numbers in a range of values.
#[derive(Debug)]
struct WindowLevel {
    /// The index of the first of `members`.
    first_index: Natural,
    members: Vec<Natural>,
}

impl MexWindow {
    /// For `m ≥ 2` columns.
    pub fn new(m: usize) -> Self {
        Self {
            m: m as u64,
            vectors: RatVectors::new(m),
        }
    }

    /// What is known of the columns without the mex rule: the lines that they follow.
    pub fn lines(&self) -> &RatVectors {
        &self.vectors
    }

    /// The vectors with these indices, `from ≥ 1`, and a few more.
    pub fn around(
        &self,
        from: &Natural,
        to: &Natural,
        watch: &dyn Watch,
    ) -> Result<Window<'_>, Stopped> {
        let (low, high) = self.values(from, to);
        let levels = self.solve(low, high, watch)?;
        Ok(Window { mex: self, levels })
    }

    /// Where a positive number stands.
    pub fn locate(&self, value: &Natural, watch: &dyn Watch) -> Result<VectorPlace, Stopped> {
        let mut levels = self.solve(value - Natural::ONE, value.clone(), watch)?;
        if let Some(index) = levels.top().index_of(value) {
            return Ok(VectorPlace { column: 1, index });
        }
        if levels.levels.len() > 1 {
            levels.levels.pop();
        }
        let place = (2..=self.m).find_map(|column| {
            let index = self.count(column, value, &levels);
            (self.entry(column, &index, &levels) == *value).then_some(VectorPlace { column, index })
        });
        Ok(place.expect("the columns split the positive integers"))
    }

    /// The vector that has a value at this place.
    pub fn vector_with(&self, value: &Natural, place: &VectorPlace) -> Vec<Natural> {
        let first = value - self.vectors.gap_to_first(place.column, &place.index);
        self.complete(&first, &place.index)
    }

    /// The vector of an index from its first entry.
    fn complete(&self, first: &Natural, index: &Natural) -> Vec<Natural> {
        let others = (2..=self.m).map(|k| first + self.vectors.gap_to_first(k, index));
        std::iter::once(first.clone()).chain(others).collect()
    }

    /// How far a sequence may be from its line: each is within 1 of it.
    fn slack(&self) -> Natural {
        Natural::from(2u8)
    }

    /// The indices whose column-`k` numbers may lie in a range of values.
    fn indices(&self, k: u64, low: &Natural, high: &Natural) -> (Natural, Natural) {
        let from = self
            .vectors
            .first_index_from(k, low)
            .saturating_sub(self.slack());
        (from, self.vectors.first_index_from(k, high) + self.slack())
    }

    /// A range of values that has the first-column numbers of these indices.
    fn values(&self, from: &Natural, to: &Natural) -> (Natural, Natural) {
        let line = |n: &Natural| (n * self.vectors.modulus()) >> (self.m - 1);
        (
            line(from).saturating_sub(self.slack()),
            line(to) + self.slack(),
        )
    }

    /// The range of values at the top and all that it depends on, downwards, each the hull of what the
    /// levels above it need.
    fn ranges(
        &self,
        low: Natural,
        high: Natural,
        watch: &dyn Watch,
    ) -> Result<Vec<(Natural, Natural)>, Stopped> {
        let depth = above_first(self.m);
        let mut needs: VecDeque<Option<(Natural, Natural)>> = vec![None; depth].into();
        let mut ranges = vec![(low, high)];
        loop {
            watch.check()?;
            let (low, high) = ranges.last().expect("never empty");
            if *low == Natural::ZERO {
                return Ok(ranges);
            }
            for k in 2..=self.m {
                let (from, to) = self.indices(k, low, high);
                let need = self.values(&from, &to);
                let slot = &mut needs[above_first(k) - 1];
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
    fn solve(&self, low: Natural, high: Natural, watch: &dyn Watch) -> Result<Levels, Stopped> {
        let mut ranges = self.ranges(low, high, watch)?;
        // The lowest range starts at 0; it also serves what would lie below it.
        let base = ranges.pop().expect("never empty");
        let mut levels = Levels {
            levels: Vec::with_capacity(ranges.len() + 1),
        };
        levels
            .levels
            .push(self.base(&base.1.max(self.values(&Natural::ZERO, &self.slack()).1)));
        for (low, high) in ranges.into_iter().rev() {
            watch.check()?;
            let level = self.level(&low, &high, &levels);
            levels.levels.push(level);
        }
        Ok(levels)
    }

    /// The literal mex rule from 0 to a small bound.
    fn base(&self, high: &Natural) -> WindowLevel {
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
                    others.extend(
                        (2..=self.m).map(|k| &value + self.vectors.gap_to_first(k, &index)),
                    );
                    members.push(value.clone());
                }
            }
            value += Natural::ONE;
        }
        WindowLevel {
            first_index: Natural::ONE,
            members,
        }
    }

    /// The first-column numbers above `low`, up to `high`.
    fn level(&self, low: &Natural, high: &Natural, below: &Levels) -> WindowLevel {
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
        WindowLevel {
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
        below.first_column(k, index) + self.vectors.gap_to_first(k, index)
    }
}

impl Window<'_> {
    /// How many numbers were worked out for it, at all levels: each costs a few additions and comparisons of numbers that are no
    /// longer than the largest, so that this counts the steps.
    pub fn numbers(&self) -> usize {
        let levels = self.levels.levels.iter();
        levels.map(|level| level.members.len()).sum()
    }

    /// The vector of an index, if the window has it.
    pub fn vector(&self, index: &Natural) -> Option<Vec<Natural>> {
        let first = self.levels.top().at(index)?;
        Some(self.mex.complete(first, index))
    }
}

/// Levels from the bottom up.
#[derive(Debug)]
struct Levels {
    levels: Vec<WindowLevel>,
}

impl Levels {
    fn top(&self) -> &WindowLevel {
        self.levels.last().expect("never empty")
    }

    /// `r_1(index)`, as needed for column `k` of the level that is being built on top of these.
    fn first_column(&self, k: u64, index: &Natural) -> Natural {
        let level = self.levels.len().saturating_sub(above_first(k));
        let first = self.levels[level].at(index);
        first
            .expect("a level has all indices that those above it ask for")
            .clone()
    }
}

impl WindowLevel {
    /// The first-column number of an index, if it is here.
    fn at(&self, index: &Natural) -> Option<&Natural> {
        let place = index.checked_sub(&self.first_index)?;
        self.members.get(usize::try_from(&place).ok()?)
    }

    fn index_of(&self, value: &Natural) -> Option<Natural> {
        let place = self.members.binary_search(value).ok()?;
        Some(&self.first_index + Natural::from(place as u64))
    }
}

/// How many columns come before column `k ≥ 1`.
fn above_first(k: u64) -> usize {
    usize::try_from(k - 1).expect("a game has at most 64 columns")
}
