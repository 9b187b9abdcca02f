//! The engine behind the numeration systems: digits and values by splitting the basis in the middle.
//!
//! The basis obeys a recurrence `uₙ = b₁(n)·uₙ₋₁ + b₂·uₙ₋₂ + … + b_m·uₙ₋ₘ`, so any digit string above
//! place `s` has a value that is a fixed linear form in `u_s, …, u_{s+m-1}`: its *weights*. Admissible
//! strings above `s` are ranked by their order; the rank is the value over the *canonical* basis, which
//! counts them. To represent `N`, estimate the rank of its upper half by one multiplication, compare the
//! exact value of the upper half with `N`, step to a neighbouring rank if the estimate was off
//! ([`stepping`]), and go on with the rank in the upper and with the remainder in the lower half. The
//! cost is `O(M(n) log n)` for `n`-bit numbers, where `M` is the cost of a multiplication.

mod grammar;
mod leaf;
mod stepping;

use std::sync::OnceLock;

use watch::{Stopped, Watch};

use crate::natural::{Integer, Natural, One, SignificantBits, Zero};
use crate::system::Representation;

pub(crate) use grammar::Grammar;
use leaf::{Leaf, Lowest, StoredDigit};

/// A numeration system whose basis obeys a recurrence.
#[derive(Debug)]
pub(crate) struct Ladder {
    /// `b₁(1), b₁(2), …`.
    first: PeriodicSequence,
    /// `b₂, …, b_m`.
    rest: Vec<Integer>,
    /// `u₀, …, u_{m-1}`.
    start: Vec<Integer>,
    grammar: Grammar,
    /// Places of the lowest block, where digits are found one by one.
    leaf: usize,
    /// What is known about the ranges that start at an offset of each class.
    classes: Vec<OnceLock<Box<RangeClass>>>,
    /// The lowest ranges, over the basis itself.
    spine: Box<Spine>,
}

/// The ranges that start at place 0.
#[derive(Debug)]
struct Spine {
    lowest: OnceLock<Lowest>,
    /// The element of the basis after each range, and how to split that range.
    ranges: [OnceLock<(Natural, Option<RangeSplit>)>; LEVELS],
}

/// A system that is a ladder with a name.
pub(crate) trait LadderSystem: std::fmt::Debug + Send + Sync {
    /// The name by which the system is asked for.
    fn label(&self) -> String;

    /// The engine.
    fn ladder(&self) -> &Ladder;
}

/// An infinite sequence of positive integers that is periodic from some place on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PeriodicSequence {
    start: Vec<Integer>,
    period: Vec<Integer>,
}

/// Ranges of `leaf·2^level` places that start at one place.
#[derive(Debug)]
struct RangeClass {
    /// The canonical basis in the window at the start.
    canonical: Vec<Integer>,
    leaf: Leaf,
    rungs: [OnceLock<Rung>; LEVELS],
}

/// More levels than any number in memory needs.
const LEVELS: usize = 48;

/// A range of places.
#[derive(Debug)]
struct Rung {
    /// From the window `u_s, …` at its start to the window at its end.
    matrix: Vec<Vec<Integer>>,
    /// How many admissible strings there are.
    count: Natural,
    /// What splitting it in the middle takes; unset until it is split.
    split: OnceLock<RangeSplit>,
}

/// How to find the upper half of a number in a range.
#[derive(Debug)]
struct RangeSplit {
    /// The basis in the window at the middle.
    window: Vec<Integer>,
    /// `count of the upper half / end of the range`, times `2^scale`, rounded down.
    ratio: Natural,
    scale: u64,
    /// Bits of a number that the estimate does not need.
    surplus: u64,
}

/// Coefficients of a value over `u_s, …, u_{s+m-1}`.
type Weights = Vec<Integer>;

impl PeriodicSequence {
    /// A sequence with its period; `None` if the period is empty or a member is below 1.
    pub(crate) fn new(start: Vec<Integer>, period: Vec<Integer>) -> Option<Self> {
        let sound = !period.is_empty() && start.iter().chain(&period).all(|a| *a >= 1);
        sound.then_some(Self { start, period })
    }

    /// The same number for ever.
    pub(crate) fn constant(a: Integer) -> Self {
        Self {
            start: Vec::new(),
            period: vec![a],
        }
    }

    /// The `n`-th member, `n ≥ 1`.
    pub(crate) fn at(&self, n: usize) -> &Integer {
        let index = self.class(n - 1);
        self.start
            .get(index)
            .unwrap_or_else(|| &self.period[index - self.start.len()])
    }

    /// Offsets of one class are followed by the same members.
    fn class(&self, offset: usize) -> usize {
        match offset.checked_sub(self.start.len()) {
            None => offset,
            Some(inside) => self.start.len() + inside % self.period.len(),
        }
    }

    fn classes(&self) -> usize {
        self.start.len() + self.period.len()
    }
}

impl Ladder {
    /// The system with `start = u₀, …, u_{m-1}`; the callers know that it is sound.
    pub(crate) fn new(
        first: PeriodicSequence,
        rest: Vec<Integer>,
        start: Vec<Integer>,
        grammar: Grammar,
    ) -> Self {
        let classes = (0..first.classes()).map(|_| OnceLock::new()).collect();
        let leaf = leaf::length(&first, &rest, &start);
        let ranges = std::array::from_fn(|_| OnceLock::new());
        let spine = Box::new(Spine {
            lowest: OnceLock::new(),
            ranges,
        });
        Self {
            first,
            rest,
            start,
            grammar,
            leaf,
            classes,
            spine,
        }
    }

    /// The first elements of the basis.
    pub(crate) fn basis(&self, count: usize) -> Vec<Natural> {
        let basis = self.extended(self.start.clone(), 0, count.max(self.start.len()));
        basis.into_iter().take(count).map(natural).collect()
    }

    /// The digits of `n`.
    pub(crate) fn represent(
        &self,
        n: &Natural,
        watch: &dyn Watch,
    ) -> Result<Representation, Stopped> {
        Ok(if self.digits_are_words() {
            Representation::from_words_lowest_first(self.digits_of(n, watch)?)
        } else {
            Representation::from_lowest_first(self.digits_of(n, watch)?)
        })
    }

    /// `Σ dᵢ·uᵢ` for any digits.
    pub(crate) fn evaluate(&self, digits: &Representation) -> Natural {
        match digits.words() {
            Some(words) => self.value_of(words),
            None => self.value_of(&digits.digits().collect::<Vec<Natural>>()),
        }
    }

    fn order(&self) -> usize {
        self.start.len()
    }

    fn digits_are_words(&self) -> bool {
        let short = |n: &Integer| n.unsigned_abs_ref().significant_bits() < 64;
        let quotients = self.first.start.iter().chain(&self.first.period);
        quotients.chain(&self.rest).chain(&self.start).all(short)
    }

    /// `basis`, which starts at place `offset`, continued to `length` elements.
    fn extended(&self, mut basis: Vec<Integer>, offset: usize, length: usize) -> Vec<Integer> {
        while basis.len() < length {
            let n = basis.len();
            let first = self.first.at(offset + n) * &basis[n - 1];
            let next = self
                .rest
                .iter()
                .enumerate()
                .fold(first, |sum, (j, b)| sum + b * &basis[n - 2 - j]);
            basis.push(next);
        }
        basis
    }

    fn class(&self, offset: usize) -> &RangeClass {
        let offset = self.first.class(offset);
        self.classes[offset].get_or_init(|| {
            let canonical = self.canonical_start(offset);
            let leaf = Leaf::new(self, &canonical, offset);
            Box::new(RangeClass {
                canonical,
                leaf,
                rungs: std::array::from_fn(|_| OnceLock::new()),
            })
        })
    }

    fn rung(&self, offset: usize, level: usize) -> &Rung {
        let offset = self.first.class(offset);
        let class = self.class(offset);
        class.rungs[level].get_or_init(|| {
            let matrix = if level == 0 {
                class.leaf.matrix().to_vec()
            } else {
                let lower = self.rung(offset, level - 1);
                let upper = self.rung(offset + self.places(level - 1), level - 1);
                product(&upper.matrix, &lower.matrix)
            };
            let count = natural(dot(&matrix[0], &class.canonical));
            Rung {
                matrix,
                count,
                split: OnceLock::new(),
            }
        })
    }

    /// The number of places of a range.
    fn places(&self, level: usize) -> usize {
        self.leaf << level
    }

    /// How to split the range above `offset` over the canonical basis.
    fn split(&self, offset: usize, level: usize) -> &RangeSplit {
        let rung = self.rung(offset, level);
        rung.split.get_or_init(|| {
            self.split_of(offset, level, &self.class(offset).canonical, &rung.count)
        })
    }

    fn split_of(
        &self,
        offset: usize,
        level: usize,
        start: &[Integer],
        end: &Natural,
    ) -> RangeSplit {
        let window = apply(&self.rung(offset, level - 1).matrix, start);
        let count = &self.rung(offset + self.places(level - 1), level - 1).count;
        let surplus = end
            .significant_bits()
            .saturating_sub(count.significant_bits() + GUARD);
        let scale = count.significant_bits() + 2 * GUARD;
        let ratio = (count << scale) / ((end >> surplus) + Natural::ONE);
        RangeSplit {
            window,
            ratio,
            scale,
            surplus,
        }
    }

    /// The element of the basis after the lowest range, and how to split that range over the basis
    /// itself instead of the canonical one.
    fn spine(&self, level: usize) -> &(Natural, Option<RangeSplit>) {
        self.spine.ranges[level].get_or_init(|| {
            let end = natural(dot(&self.rung(0, level).matrix[0], &self.start));
            let split = (level > 0).then(|| self.split_of(0, level, &self.start, &end));
            (end, split)
        })
    }

    fn digits_of<D: StoredDigit>(&self, n: &Natural, watch: &dyn Watch) -> Result<Vec<D>, Stopped> {
        let mut top = 0;
        while self.spine(top).0 <= *n {
            ask(watch, top)?;
            top += 1;
        }
        let mut digits = vec![D::default(); self.places(top)];
        let mut rest = n.clone();
        for level in (1..=top).rev() {
            let Some(split) = &self.spine(level).1 else {
                continue;
            };
            let middle = self.places(level - 1);
            let above = &mut digits[middle..self.places(level)];
            (rest, _) = self.upper_half(&rest, middle, level - 1, split, above, watch)?;
        }
        let lowest = self
            .spine
            .lowest
            .get_or_init(|| Lowest::new(self.basis(self.leaf)));
        lowest.descend(rest, &mut digits);
        Ok(digits)
    }

    /// The weights of digits above `offset` from those of both halves, from the weight `from` on; the
    /// others are left as they are in the lower half.
    fn joined(
        &self,
        offset: usize,
        level: usize,
        lower: Weights,
        upper: &Weights,
        from: usize,
    ) -> Weights {
        let matrix = &self.rung(offset, level).matrix;
        let column = |j: usize| {
            upper
                .iter()
                .zip(matrix)
                .fold(Integer::ZERO, |sum, (w, row)| sum + w * &row[j])
        };
        let add = |(j, w): (usize, Integer)| if j < from { w } else { w + column(j) };
        lower.into_iter().enumerate().map(add).collect()
    }

    fn value_of<D: StoredDigit>(&self, digits: &[D]) -> Natural {
        let mut level = 0;
        while self.places(level) < digits.len() {
            level += 1;
        }
        natural(dot(&self.weights_of(0, level, digits), &self.start))
    }

    fn weights_of<D: StoredDigit>(&self, offset: usize, level: usize, digits: &[D]) -> Weights {
        if level == 0 || digits.is_empty() {
            return self.class(offset).leaf.weights(digits);
        }
        let half = self.places(level - 1);
        let (below, above) = digits.split_at(half.min(digits.len()));
        let lower = self.weights_of(offset, level - 1, below);
        if above.is_empty() {
            return lower;
        }
        let upper = self.weights_of(offset + half, level - 1, above);
        self.joined(offset, level - 1, lower, &upper, 0)
    }
}

/// Ranges below this level are worked through without a question.
const UNASKED: usize = 6;

/// Asks if the work on a range of this level is worth a question.
fn ask(watch: &dyn Watch, level: usize) -> Result<(), Stopped> {
    if level < UNASKED {
        return Ok(());
    }
    watch.check()
}

/// Guard bits of an estimate: it is off by more than the systems themselves make it with probability
/// about `2^-GUARD`.
const GUARD: u64 = 64;

impl RangeSplit {
    /// About the rank of the upper half of `n`.
    fn estimate(&self, n: &Natural) -> Natural {
        ((n >> self.surplus) * &self.ratio) >> self.scale
    }
}

fn natural(n: Integer) -> Natural {
    Natural::try_from(n).expect("elements of a basis and remainders are not negative")
}

fn dot(x: &[Integer], y: &[Integer]) -> Integer {
    x.iter()
        .zip(y)
        .fold(Integer::ZERO, |sum, (a, b)| sum + a * b)
}

fn apply(matrix: &[Vec<Integer>], vector: &[Integer]) -> Vec<Integer> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

fn product(x: &[Vec<Integer>], y: &[Vec<Integer>]) -> Vec<Vec<Integer>> {
    let entry = |row: &[Integer], j: usize| {
        row.iter()
            .zip(y)
            .fold(Integer::ZERO, |sum, (a, r)| sum + a * &r[j])
    };
    x.iter()
        .map(|row| (0..y.len()).map(|j| entry(row, j)).collect())
        .collect()
}
