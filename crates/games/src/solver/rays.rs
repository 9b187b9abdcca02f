//! Rays: moves along a fixed direction, as far as one likes.
//!
//! "Any number from one pile" and "the same number from both" lead to all earlier points of a line through the
//! position. The nim-values on a line need not be collected again for each of its points: one set a line, which
//! grows as the points are visited, has them all. If only some numbers of steps are allowed, by their residues ("any
//! number that 3 does not divide"), a line has a set for each class of points, and a value goes into the sets of all classes from
//! which it is reached.

use super::compile::linear::{LinearForm, Literal};
use super::compile::node::{Test, ValueError};
use super::compile::{Branch, Loops};
use crate::narrow;

/// Steps are counted up to this modulus.
const LARGEST_MODULUS: usize = 64;
/// More lines than this are not kept: then the options are listed one by one.
const MOST_LINES: i64 = 1 << 21;

/// A branch of the rules that is a ray, with the sets of nim-values on its lines.
#[derive(Clone, Debug)]
pub(crate) struct Ray {
    /// What one step takes from each pile; one of them is 1.
    direction: Vec<i64>,
    /// The number of the line through a point is linear in the point.
    weights: Vec<i64>,
    offset: i64,
    /// Which sources may move along it, and to which targets.
    sources: Vec<Test>,
    targets: Vec<Test>,
    /// The pile that loses one token a step.
    pivot: usize,
    /// Which numbers of steps are allowed, by their residues.
    steps: Vec<bool>,
    /// For each line one set for each residue of the pivot.
    lines: Vec<ValueSet>,
}

/// A set of nim-values.
#[derive(Clone, Debug, Default)]
pub(crate) struct ValueSet {
    words: Vec<u64>,
    /// So many words from the start are full.
    full: usize,
}

impl ValueSet {
    /// Adds a value.
    #[inline]
    pub(crate) fn insert(&mut self, value: u32) {
        let word = value as usize / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
    }

    /// Removes everything.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.full = 0;
    }

    fn bytes(&self) -> u64 {
        8 * self.words.capacity() as u64
    }
}

/// The least value that is in none of the sets.
#[inline]
pub(crate) fn mex(sets: &[&ValueSet]) -> u32 {
    let mut word = sets.iter().map(|set| set.full).max().unwrap_or(0);
    loop {
        let seen = sets.iter().fold(0, |seen, set| {
            seen | set.words.get(word).copied().unwrap_or(0)
        });
        if seen != u64::MAX {
            return narrow::count(word) * 64 + seen.trailing_ones();
        }
        word += 1;
    }
}

impl Ray {
    /// The ray that a branch is, if it is one. The loops must have the source given.
    pub(crate) fn new(branch: &Branch, loops: &Loops, max: u32) -> Option<Self> {
        if !branch.parameters.is_empty() || !branch.holes.is_empty() {
            return None;
        }
        let piles = loops.unknown.len();
        let (mut sources, mut targets, mut bounds) = (Vec::new(), Vec::new(), Vec::new());
        let mut equations: Vec<Vec<i128>> = Vec::new();
        let mut residues = Vec::new();
        for literal in &branch.literals {
            let known = literal.mentions(&|slot| loops.known.contains(&slot));
            let unknown = literal.mentions(&|slot| loops.unknown.contains(&slot));
            match (known, unknown, literal) {
                (_, false, _) => sources.push(literal.test()),
                (false, true, _) => targets.push(literal.test()),
                (true, true, Literal::Zero(form)) if form.constant == 0 => {
                    equations.push(
                        differences(form, piles)?
                            .into_iter()
                            .map(i128::from)
                            .collect(),
                    );
                }
                (true, true, Literal::AtMostZero(form)) => {
                    bounds.push((differences(form, piles)?, form.constant))
                }
                (true, true, Literal::Residue(form, allowed)) => {
                    residues.push((differences(form, piles)?, form.constant, allowed));
                }
                _ => return None,
            }
        }
        for (taken, constant) in &bounds {
            let opposite = |(other, zero): &(Vec<i64>, i64)| {
                *zero == 0 && other.iter().zip(taken).all(|(a, b)| *a == -b)
            };
            if *constant == 0 && bounds.iter().any(opposite) {
                equations.push(taken.iter().copied().map(i128::from).collect());
            }
        }
        let direction = only_direction(equations, piles)?;
        let along = |taken: &[i64]| -> i128 {
            let products = taken.iter().zip(&direction);
            products
                .map(|(c, step)| i128::from(*c) * i128::from(*step))
                .sum()
        };
        let unbounded = bounds.iter().all(|(taken, constant)| {
            let slope = along(taken);
            slope <= 0 && slope + i128::from(*constant) <= 0
        });
        let mut steps = vec![true];
        for (taken, constant, allowed) in residues {
            let slope = along(&taken);
            let modulus = allowed.len() as i128;
            let passes = |step: usize| {
                let value = slope * step as i128 + i128::from(constant);
                allowed[value.rem_euclid(modulus) as usize]
            };
            steps = both(&steps, allowed.len(), passes)?;
        }
        let sides = (sources, targets);
        unbounded.then(|| Self::with_lines(direction, sides, steps, i64::from(max)))?
    }

    /// Are only some numbers of steps allowed?
    pub(crate) fn counts_steps(&self) -> bool {
        self.steps.len() > 1
    }

    fn with_lines(
        direction: Vec<i64>,
        (sources, targets): (Vec<Test>, Vec<Test>),
        steps: Vec<bool>,
        max: i64,
    ) -> Option<Self> {
        let pivot = direction.iter().position(|step| *step == 1)?;
        let mut weights = vec![0i64; direction.len()];
        let (mut offset, mut lines) = (0i64, 1i64);
        for index in (0..direction.len()).filter(|index| *index != pivot) {
            weights[index] += lines;
            weights[pivot] -= lines * direction[index];
            offset += lines.checked_mul(direction[index].checked_mul(max)?)?;
            lines = lines.checked_mul(max.checked_mul(direction[index] + 1)? + 1)?;
            if lines > MOST_LINES {
                return None;
            }
        }
        let sets = lines.checked_mul(i64::try_from(steps.len()).ok()?);
        let sets = sets.filter(|sets| *sets <= MOST_LINES)?;
        Some(Self {
            direction,
            weights,
            offset,
            sources,
            targets,
            pivot,
            steps,
            lines: vec![ValueSet::default(); narrow::index(sets)],
        })
    }

    /// Bytes of the sets.
    pub(crate) fn bytes(&self) -> u64 {
        self.lines.iter().map(ValueSet::bytes).sum::<u64>()
            + (self.lines.len() * size_of::<ValueSet>()) as u64
    }

    /// Bytes that the sets need at least.
    pub(crate) fn least_bytes(&self) -> u64 {
        (self.lines.len() * size_of::<ValueSet>()) as u64
    }

    /// The values on the line through the source, if the source may move along it.
    pub(crate) fn values(
        &self,
        piles: &[u32],
        slots: &mut [i64],
    ) -> Result<Option<&ValueSet>, ValueError> {
        for test in &self.sources {
            if !test.holds(slots)? {
                return Ok(None);
            }
        }
        Ok(Some(&self.lines[self.line(piles) + self.class(piles, 0)]))
    }

    /// Adds the value of a point to its line, if moves may lead there. The point stands in the slots, too.
    pub(crate) fn add(
        &mut self,
        piles: &[u32],
        value: u32,
        slots: &mut [i64],
    ) -> Result<(), ValueError> {
        for test in &self.targets {
            if !test.holds(slots)? {
                return Ok(());
            }
        }
        let line = self.line(piles);
        for step in (0..self.steps.len()).filter(|step| self.steps[*step]) {
            let class = self.class(piles, step);
            self.lines[line + class].insert(value);
        }
        Ok(())
    }

    /// Is there a point further up on the line of an arrangement at which its first piles, which are given, are sorted?
    pub(crate) fn reaches_sorted(&self, piles: &[u32]) -> bool {
        let (mut low, mut high) = (1i64, i64::MAX);
        for index in 1..piles.len() {
            let gap = i64::from(piles[index]) - i64::from(piles[index - 1]);
            let widening = self.direction[index] - self.direction[index - 1];
            match widening {
                0 if gap < 0 => return false,
                0 => {}
                1.. => low = low.max(-gap.div_euclid(widening)),
                _ => high = high.min(gap.div_euclid(-widening)),
            }
        }
        low <= high
    }

    /// The class of the point so many steps above this one.
    #[inline]
    fn class(&self, piles: &[u32], steps: usize) -> usize {
        match self.steps.len() {
            1 => 0,
            modulus => (piles[self.pivot] as usize + steps) % modulus,
        }
    }

    /// The number of the first set of the line through a point.
    #[inline]
    fn line(&self, piles: &[u32]) -> usize {
        let sum = self
            .weights
            .iter()
            .zip(piles)
            .fold(self.offset, |sum, (weight, pile)| {
                sum + weight * i64::from(*pile)
            });
        narrow::index(sum) * self.steps.len()
    }
}

/// The numbers of steps that both allow, by their residues.
fn both(steps: &[bool], modulus: usize, passes: impl Fn(usize) -> bool) -> Option<Vec<bool>> {
    let common = greatest_common(steps.len() as i128, modulus as i128);
    let common = usize::try_from(common).ok().filter(|common| *common > 0)?;
    let all = steps.len() / common * modulus;
    let allowed = |step: usize| steps[step % steps.len()] && passes(step);
    (all <= LARGEST_MODULUS).then(|| (0..all).map(allowed).collect())
}

/// The coefficients of `x - x'` for each pile, if the form has no other variables.
fn differences(form: &LinearForm, piles: usize) -> Option<Vec<i64>> {
    if !form.terms.is_empty() || form.slots.iter().any(|(slot, _)| *slot >= 2 * piles) {
        return None;
    }
    let taken: Vec<i64> = (0..piles).map(|pile| form.coefficient(pile)).collect();
    let balanced = taken
        .iter()
        .enumerate()
        .all(|(pile, c)| form.coefficient(piles + pile) == -c);
    balanced.then_some(taken)
}

/// The only direction that satisfies the equations, in lowest terms and without negative entries.
fn only_direction(mut equations: Vec<Vec<i128>>, piles: usize) -> Option<Vec<i64>> {
    let mut pivots: Vec<(usize, usize)> = Vec::new();
    for column in 0..piles {
        let row = pivots.len();
        let Some(found) = (row..equations.len()).find(|index| equations[*index][column] != 0)
        else {
            continue;
        };
        equations.swap(row, found);
        let pivot = equations[row].clone();
        for (index, other) in equations.iter_mut().enumerate() {
            let factor = other[column];
            if index != row && factor != 0 {
                for (entry, taken) in other.iter_mut().zip(&pivot) {
                    let scaled = entry.checked_mul(pivot[column])?;
                    *entry = scaled.checked_sub(taken.checked_mul(factor)?)?;
                }
            }
        }
        pivots.push((row, column));
    }
    let mut free = (0..piles).filter(|column| pivots.iter().all(|(_, pivot)| pivot != column));
    let (only, None) = (free.next()?, free.next()) else {
        return None;
    };
    let mut common = 1i128;
    for (row, column) in &pivots {
        common = common.checked_mul(equations[*row][*column])?;
    }
    let mut direction = vec![0i128; piles];
    direction[only] = common;
    for (row, column) in pivots {
        let scaled = equations[row][only].checked_mul(common)?;
        direction[column] = scaled.checked_div(equations[row][column])?.checked_neg()?;
    }
    if direction.iter().any(|step| *step < 0) {
        let opposite: Option<Vec<i128>> = direction.iter().map(|step| step.checked_neg()).collect();
        direction = opposite?;
    }
    let divisor = direction.iter().fold(0, |a, b| greatest_common(a, *b));
    let steps: Option<Vec<i64>> = direction
        .iter()
        .map(|step| i64::try_from(step / divisor).ok())
        .collect();
    steps.filter(|steps| steps.iter().all(|step| (0..1 << 20).contains(step)))
}

fn greatest_common(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(equations: &[&[i128]], piles: usize, expected: Option<&[i64]>) {
        let rows = equations.iter().map(|row| row.to_vec()).collect();
        assert_eq!(
            only_direction(rows, piles).as_deref(),
            expected,
            "{equations:?}"
        );
    }

    #[test]
    fn directions_of_equations() {
        check(&[&[1, -1]], 2, Some(&[1, 1]));
        check(&[&[0, 3]], 2, Some(&[1, 0]));
        check(&[&[2, -1]], 2, Some(&[1, 2]));
        check(&[&[1, 1]], 2, None);
        check(&[], 2, None);
        check(&[], 1, Some(&[1]));
        check(&[&[1, -1, 0], &[0, 1, -1]], 3, Some(&[1, 1, 1]));
        check(&[&[1, -1, 0], &[2, -2, 0]], 3, None);
        check(&[&[1, 0, 0], &[0, 0, 5]], 3, Some(&[0, 1, 0]));
    }

    #[test]
    fn mex_of_several_sets() {
        let mut sets = [ValueSet::default(), ValueSet::default()];
        assert_eq!(mex(&[]), 0);
        for value in 0..200u32 {
            assert_eq!(mex(&[&sets[0], &sets[1]]), value);
            sets[(value % 3 / 2) as usize].insert(value);
        }
        sets[1].clear();
        assert_eq!(mex(&[&sets[0], &sets[1]]), 2);
    }
}
