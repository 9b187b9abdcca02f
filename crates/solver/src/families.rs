//! Families of moves: what may be taken, as one vector and whole multiples of at most two others.
//!
//! "Any number from one pile", "the same number from both", "l from x, l + 1 from y and anything from z": the vectors that may be
//! taken are `c + s·d + t·e` for all naturals `s`, `t`. Along such directions nim-values need not be collected again for each
//! position; see [`sums`](super::sums).

use std::sync::Arc;

use logic::core::{Atom, LinearForm, Test};
use numeration::natural::{Gcd, gcd};

use super::compile::literal::Literal;
use super::compile::{Branch, Hole, Loops};

/// Steps are counted up to this modulus.
const LARGEST_MODULUS: usize = 64;
/// A form that has more values than this between its bounds is not taken apart.
const WIDEST: i128 = 64;
/// More families than this are not made of a branch.
const MOST_FAMILIES: usize = 128;
/// Entries of directions are below this.
const LARGEST_ENTRY: i128 = 1 << 20;

/// The moves of a branch that take `least + s·d + t·e` for all naturals `s` and `t`, for at most two directions `d`, `e`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MoveFamily {
    /// What is taken at least; not zero.
    pub(super) least: Vec<i64>,
    /// The directions. The first one begins with a 1 in the first pile that changes, the second one with a 0 there.
    pub(super) directions: Vec<Vec<i64>>,
    /// Which numbers of steps are allowed, by their residues; with one direction only.
    pub(super) steps: Vec<bool>,
    /// Which sources may move so, and to which targets.
    pub(super) sources: Arc<[Test]>,
    pub(super) targets: Arc<[Test]>,
}

impl MoveFamily {
    /// The first pile that changes.
    pub(super) fn level(&self) -> usize {
        let first = self.least.iter().position(|taken| *taken > 0);
        first.expect("something is taken")
    }

    /// Are only some numbers of steps allowed?
    pub(super) fn counts_steps(&self) -> bool {
        self.steps.len() > 1
    }
}

/// The families that the moves of a branch are, if they are. The loops must have the source given.
pub(super) fn families(branch: &Branch, loops: &Loops, max: u32) -> Option<Vec<MoveFamily>> {
    if !branch.parameters.is_empty() {
        return None;
    }
    let mut found = Vec::new();
    for alternative in alternatives(&branch.literals, loops)? {
        add_families(alternative, &branch.holes, loops, max, &mut found)?;
    }
    (found.len() <= MOST_FAMILIES).then_some(found)
}

/// Adds the families of one alternative of a branch.
fn add_families(
    alternative: Alternative,
    holes: &[Hole],
    loops: &Loops,
    max: u32,
    found: &mut Vec<MoveFamily>,
) -> Option<()> {
    let piles = loops.unknown.len();
    let (mut sources, mut targets) = (Vec::new(), Vec::new());
    let mut takings = TakingConstraints::default();
    for (test, truth) in alternative.decided {
        sources.push(if truth { test } else { test.negated() });
    }
    for literal in &alternative.literals {
        let known = literal.mentions(&|slot| loops.known.contains(&slot));
        let unknown = literal.mentions(&|slot| loops.unknown.contains(&slot));
        match (known, unknown) {
            (_, false) => sources.push(literal.test()),
            (false, true) => targets.push(literal.test()),
            (true, true) => takings.add(literal, piles, max)?,
        }
    }
    for hole in holes {
        if !hole.parameters.is_empty() {
            return None;
        }
        let inside = Test::And(hole.literals.iter().map(Literal::test).collect());
        let known = inside.mentions(&|slot| loops.known.contains(&slot));
        let unknown = inside.mentions(&|slot| loops.unknown.contains(&slot));
        match (known, unknown) {
            (_, false) => sources.push(inside.negated()),
            (false, true) => targets.push(inside.negated()),
            (true, true) => return None,
        }
    }
    let (sources, targets): (Arc<[Test]>, Arc<[Test]>) = (sources.into(), targets.into());
    for equations in takings.cases()? {
        for (least, directions, steps) in takings.solved(equations, piles)? {
            let family = MoveFamily {
                least,
                directions,
                steps,
                sources: Arc::clone(&sources),
                targets: Arc::clone(&targets),
            };
            if !found.contains(&family) {
                found.push(family);
            }
        }
    }
    Some(())
}

/// A branch in which conditions on the source that stand inside its terms are decided.
#[derive(Clone, Default)]
struct Alternative {
    decided: Vec<(Test, bool)>,
    literals: Vec<Literal>,
}

/// The alternatives of literals such as `x - x' < (if y mod 7 = 0 then 2 else 1)`: the condition holds, or it does not.
fn alternatives(literals: &[Literal], loops: &Loops) -> Option<Vec<Alternative>> {
    let mut all = vec![Alternative::default()];
    for literal in literals {
        let mut open: Vec<(Alternative, Literal)> = all
            .into_iter()
            .map(|alternative| (alternative, literal.clone()))
            .collect();
        all = Vec::new();
        while let Some((mut alternative, literal)) = open.pop() {
            let Some((test, yes, no)) = choice(&literal, loops)? else {
                alternative.literals.push(literal);
                all.push(alternative);
                continue;
            };
            let mut decided = alternative.decided.iter();
            match decided.find(|(other, _)| *other == test) {
                Some((_, true)) => open.push((alternative, yes)),
                Some((_, false)) => open.push((alternative, no)),
                None => {
                    let mut other = alternative.clone();
                    other.decided.push((test.clone(), false));
                    open.push((other, no));
                    alternative.decided.push((test, true));
                    open.push((alternative, yes));
                }
            }
            if open.len() + all.len() > MOST_FAMILIES {
                return None;
            }
        }
    }
    Some(all)
}

/// The first condition on the source inside a literal about source and target, with the literal if it holds and if it does not. `None`
/// if a number becomes too large.
#[allow(clippy::type_complexity)]
fn choice(literal: &Literal, loops: &Loops) -> Option<Option<(Test, Literal, Literal)>> {
    let (form, equal) = match literal {
        Literal::AtMostZero(form) => (form, false),
        Literal::Zero(form) => (form, true),
        _ => return Some(None),
    };
    let is_unknown = |slot| loops.unknown.contains(&slot);
    if !form.mentions(&is_unknown) {
        return Some(None);
    }
    for (index, (factor, term)) in form.terms.iter().enumerate() {
        let Atom::Choice(parts) = term else {
            continue;
        };
        let (test, yes, no) = parts.as_ref();
        if test.mentions(&is_unknown) {
            continue;
        }
        let with = |branch: &LinearForm| -> Option<Literal> {
            let mut rest = form.clone();
            rest.terms.remove(index);
            let form = rest.plus(*factor, branch).ok()?;
            Some(match equal {
                true => Literal::zero(form),
                false => Literal::at_most_zero(form),
            })
        };
        return Some(Some((test.clone(), with(yes)?, with(no)?)));
    }
    Some(None)
}

/// `Σ a·taken + constant`.
#[derive(Clone, Debug, PartialEq)]
struct TakingForm {
    factors: Vec<i128>,
    constant: i128,
}

impl TakingForm {
    /// The form in what is taken from each pile, if it has no other variables.
    fn of(form: &LinearForm, piles: usize) -> Option<Self> {
        if !form.terms.is_empty() || form.slots.iter().any(|(slot, _)| *slot >= 2 * piles) {
            return None;
        }
        let factors: Vec<i64> = (0..piles).map(|pile| form.coefficient(pile)).collect();
        let mut pairs = (piles..).zip(&factors);
        let balanced = pairs.all(|(slot, factor)| form.coefficient(slot) == -factor);
        let factors = factors.into_iter().map(i128::from).collect();
        let constant = i128::from(form.constant);
        balanced.then_some(Self { factors, constant })
    }

    fn is_opposite(&self, other: &Self) -> bool {
        let mut pairs = self.factors.iter().zip(&other.factors);
        pairs.all(|(one, other)| *one == -other)
    }

    /// `a` times the vector, without the constant.
    fn along(&self, vector: &[i128]) -> Option<i128> {
        let mut pairs = self.factors.iter().zip(vector);
        pairs.try_fold(0i128, |sum, (factor, entry)| {
            sum.checked_add(factor.checked_mul(*entry)?)
        })
    }

    fn at(&self, vector: &[i128]) -> Option<i128> {
        self.along(vector)?.checked_add(self.constant)
    }

    /// The form that is zero where this one, without its constant, has a value.
    fn equals(&self, value: i128) -> Self {
        Self {
            factors: self.factors.clone(),
            constant: -value,
        }
    }
}

/// What a branch says of the vectors that are taken.
#[derive(Default)]
struct TakingConstraints {
    /// These are zero.
    equations: Vec<TakingForm>,
    /// These are at most zero.
    bounds: Vec<TakingForm>,
    /// The residues of these are allowed.
    residues: Vec<(TakingForm, Arc<[bool]>)>,
    /// One of each of these is zero.
    choices: Vec<Vec<TakingForm>>,
}

type Solution = (Vec<i64>, Vec<Vec<i64>>, Vec<bool>);

impl TakingConstraints {
    fn add(&mut self, literal: &Literal, piles: usize, max: u32) -> Option<()> {
        match literal {
            Literal::Zero(form) => self.equations.push(TakingForm::of(form, piles)?),
            Literal::AtMostZero(form) => self.bounds.push(TakingForm::of(form, piles)?),
            Literal::Residue(form, allowed) => {
                let form = TakingForm::of(form, piles)?;
                self.residues.push((form, Arc::clone(allowed)));
            }
            Literal::Member(form, set, true) => {
                let form = TakingForm::of(form, piles)?;
                let mut choice = Vec::new();
                // A number of one pile is taken, or a short form of several: what it can be is listed.
                let (low, high) = form.range(max)?;
                if high - low > 1 << 20 {
                    return None;
                }
                for value in low..=high {
                    if set.contains(i64::try_from(value).ok()?).ok()? {
                        choice.push(form.equals(value.checked_sub(form.constant)?));
                    }
                    if choice.len() as i128 > WIDEST {
                        return None;
                    }
                }
                self.choices.push(choice);
            }
            _ => return None,
        }
        Some(())
    }

    /// The ways to choose, each as equations. Bounds that leave few values are choices, too.
    fn cases(&mut self) -> Option<Vec<Vec<TakingForm>>> {
        let mut choices = std::mem::take(&mut self.choices);
        let mut settled = vec![false; self.bounds.len()];
        for (index, upper) in self.bounds.iter().enumerate() {
            let lowest = upper.lowest();
            let mut lower = lowest;
            let mut by = None;
            for (other, bound) in self.bounds.iter().enumerate() {
                if bound.is_opposite(upper) && lower.is_none_or(|low| bound.constant > low) {
                    (lower, by) = (Some(bound.constant), Some(other));
                }
            }
            let (Some(low), high) = (lower, -upper.constant) else {
                continue;
            };
            if settled[index] || by.is_some_and(|other| settled[other]) {
                continue;
            }
            if high - low >= WIDEST {
                continue;
            }
            settled[index] = true;
            if let Some(other) = by {
                settled[other] = true;
            }
            choices.push((low..=high).map(|value| upper.equals(value)).collect());
        }
        let mut bounds = settled.iter();
        self.bounds.retain(|_| bounds.next() == Some(&false));
        let mut cases = vec![self.equations.clone()];
        for choice in choices {
            if cases.len().checked_mul(choice.len())? > MOST_FAMILIES {
                return None;
            }
            let with = |case: &Vec<TakingForm>, form: &TakingForm| {
                let mut case = case.clone();
                case.push(form.clone());
                case
            };
            cases = cases
                .iter()
                .flat_map(|case| choice.iter().map(|form| with(case, form)))
                .collect();
        }
        Some(cases)
    }

    /// The vectors that satisfy equations and all the rest, as families; none if they are not families.
    fn solved(&self, equations: Vec<TakingForm>, piles: usize) -> Option<Vec<Solution>> {
        let Some((base, directions)) = lattice(equations, piles)? else {
            return Some(Vec::new());
        };
        if directions.len() > 2 {
            return None;
        }
        let positive = |direction: &Vec<i128>| {
            let mut entries = direction.iter();
            entries.all(|entry| (0..LARGEST_ENTRY).contains(entry))
        };
        if !directions.iter().all(positive) {
            return None;
        }
        // Nothing is put back, and no bound is broken, from some number of steps on.
        let mut least = vec![0i128; directions.len()];
        let nonnegative = (0..piles).map(|pile| {
            let mut factors = vec![0; piles];
            factors[pile] = -1;
            TakingForm {
                factors,
                constant: 0,
            }
        });
        let bounds: Vec<TakingForm> = self.bounds.iter().cloned().chain(nonnegative).collect();
        for bound in &bounds {
            let excess = bound.at(&base)?;
            let slopes: Option<Vec<i128>> = directions.iter().map(|d| bound.along(d)).collect();
            let slopes = slopes?;
            if slopes.iter().any(|slope| *slope > 0) {
                return None;
            }
            let mut falling = (0..slopes.len()).filter(|index| slopes[*index] < 0);
            match (excess, falling.next(), falling.next()) {
                (..=0, ..) => {}
                (_, None, _) => return Some(Vec::new()),
                (_, Some(one), None) => {
                    let steps = (excess - slopes[one] - 1) / -slopes[one];
                    least[one] = least[one].max(steps);
                }
                (_, Some(_), Some(_)) => return None,
            }
        }
        let mut start = base;
        for (direction, steps) in directions.iter().zip(&least) {
            for (entry, step) in start.iter_mut().zip(direction) {
                *entry = entry.checked_add(step.checked_mul(*steps)?)?;
            }
        }
        let steps = self.steps(&start, &directions)?;
        let narrow = |vector: &Vec<i128>| -> Option<Vec<i64>> {
            let mut entries = vector.iter();
            entries.all(|entry| *entry < 1 << 40).then_some(())?;
            vector
                .iter()
                .map(|entry| i64::try_from(*entry).ok())
                .collect()
        };
        let directions = directions.iter().map(narrow).collect::<Option<Vec<_>>>()?;
        strict(narrow(&start)?, directions, steps)
    }

    /// Which numbers of steps from a vector on have the right residues.
    fn steps(&self, start: &[i128], directions: &[Vec<i128>]) -> Option<Vec<bool>> {
        let mut steps = vec![true];
        for (form, allowed) in &self.residues {
            let (first, modulus) = (form.at(start)?, allowed.len() as i128);
            let slope = match directions {
                [] => 0,
                [direction] => form.along(direction)?,
                _ => return None,
            };
            let passes = |step: usize| {
                let value = first + slope % modulus * step as i128;
                usize::try_from(value.rem_euclid(modulus)).is_ok_and(|residue| allowed[residue])
            };
            steps = both(&steps, allowed.len(), passes)?;
        }
        Some(steps)
    }
}

impl TakingForm {
    /// The least value without the constant, if there is one: nothing is put back.
    fn lowest(&self) -> Option<i128> {
        self.factors.iter().all(|factor| *factor >= 0).then_some(0)
    }

    /// The values of the form with the constant when at most so much is taken from each pile.
    fn range(&self, max: u32) -> Option<(i128, i128)> {
        let (mut low, mut high) = (self.constant, self.constant);
        for factor in &self.factors {
            let most = factor.checked_mul(i128::from(max))?;
            low = low.checked_add(most.min(0))?;
            high = high.checked_add(most.max(0))?;
        }
        Some((low, high))
    }
}

/// The same vectors as families in which the first pile that changes does so in every one of them.
fn strict(
    least: Vec<i64>,
    mut directions: Vec<Vec<i64>>,
    steps: Vec<bool>,
) -> Option<Vec<Solution>> {
    let changes = |pile: usize| least[pile] > 0 || directions.iter().any(|d| d[pile] > 0);
    let Some(level) = (0..least.len()).find(|pile| changes(*pile)) else {
        return Some(Vec::new());
    };
    if directions.is_empty() {
        return Some(if steps[0] {
            vec![(least, directions, vec![true])]
        } else {
            Vec::new()
        });
    }
    directions.sort_by_key(|direction| direction[level] == 0);
    let beginnings: Vec<i64> = directions
        .iter()
        .map(|direction| direction[level])
        .collect();
    if beginnings[0] != 1 || beginnings.get(1).is_some_and(|other| *other != 0) {
        return None;
    }
    if least[level] > 0 {
        return Some(vec![(least, directions, steps)]);
    }
    let (along, others) = directions.split_first()?;
    let further = least.iter().zip(along).map(|(one, step)| one + step);
    let further: Vec<i64> = further.collect();
    let mut later = steps.clone();
    later.rotate_left(1);
    let mut found = if others.is_empty() && least.iter().all(|taken| *taken == 0) {
        Vec::new()
    } else if others.is_empty() {
        strict(least, Vec::new(), vec![steps[0]])?
    } else {
        strict(least, others.to_vec(), vec![true])?
    };
    found.push((further, directions, later));
    Some(found)
}

/// The whole vectors at which all forms are zero: one of them and the directions from it, each with a 1 in a pile in which the
/// others have 0; nothing if there are none. `None` if they are not of this kind.
#[allow(clippy::type_complexity)]
fn lattice(forms: Vec<TakingForm>, piles: usize) -> Option<Option<(Vec<i128>, Vec<Vec<i128>>)>> {
    let mut rows: Vec<Vec<i128>> = forms
        .into_iter()
        .map(|form| form.factors.into_iter().chain([form.constant]).collect())
        .collect();
    let mut pivots: Vec<usize> = Vec::new();
    for column in 0..piles {
        let row = pivots.len();
        let Some(found) = (row..rows.len()).find(|index| rows[*index][column] != 0) else {
            continue;
        };
        rows.swap(row, found);
        reduce(&mut rows[row])?;
        let pivot = rows[row].clone();
        for (index, other) in rows.iter_mut().enumerate() {
            let factor = other[column];
            if index != row && factor != 0 {
                for (entry, taken) in other.iter_mut().zip(&pivot) {
                    let scaled = entry.checked_mul(pivot[column])?;
                    *entry = scaled.checked_sub(taken.checked_mul(factor)?)?;
                }
                reduce(other)?;
            }
        }
        pivots.push(column);
    }
    if rows[pivots.len()..].iter().any(|row| row[piles] != 0) {
        return Some(None);
    }
    let mut base = vec![0i128; piles];
    let free: Vec<usize> = (0..piles).filter(|pile| !pivots.contains(pile)).collect();
    let mut directions: Vec<Vec<i128>> = Vec::with_capacity(free.len());
    for column in &free {
        let mut direction = vec![0i128; piles];
        direction[*column] = 1;
        directions.push(direction);
    }
    for (row, column) in rows.iter().zip(&pivots) {
        let unit = row[*column];
        if row[piles] % unit != 0 && free.iter().all(|other| row[*other] == 0) {
            return Some(None);
        }
        if row.iter().any(|entry| entry % unit != 0) {
            return None;
        }
        base[*column] = -(row[piles] / unit);
        for (direction, other) in directions.iter_mut().zip(&free) {
            direction[*column] = -(row[*other] / unit);
        }
    }
    Some(Some((base, directions)))
}

/// Divides a row by what all its entries have in common.
fn reduce(row: &mut [i128]) -> Option<()> {
    let common = row.iter().fold(0, |a, b| gcd(a, *b));
    for entry in row.iter_mut().filter(|_| common > 1) {
        *entry = entry.checked_div(common)?;
    }
    Some(())
}

/// The numbers of steps that both allow, by their residues.
fn both(steps: &[bool], modulus: usize, passes: impl Fn(usize) -> bool) -> Option<Vec<bool>> {
    let all = steps.len().checked_div(steps.len().gcd(modulus))? * modulus;
    let allowed = |step: usize| steps[step % steps.len()] && passes(step);
    (all <= LARGEST_MODULUS).then(|| (0..all).map(allowed).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A vector, and the directions in which others lie.
    type Expected = (&'static [i128], &'static [&'static [i128]]);

    fn check(equations: &[&[i128]], piles: usize, expected: Option<Option<Expected>>) {
        let forms = equations.iter().map(|row| TakingForm {
            factors: row[..piles].to_vec(),
            constant: row[piles],
        });
        let found = lattice(forms.collect(), piles);
        let expected = expected.map(|some| {
            some.map(|(base, directions)| {
                let directions = directions.iter().map(|d| d.to_vec()).collect();
                (base.to_vec(), directions)
            })
        });
        assert_eq!(found, expected, "{equations:?}");
    }

    #[test]
    fn vectors_of_equations() {
        check(&[&[1, -1, 0]], 2, Some(Some((&[0, 0], &[&[1, 1]]))));
        check(&[&[0, 3, 0]], 2, Some(Some((&[0, 0], &[&[1, 0]]))));
        check(&[&[1, -2, 5]], 2, Some(Some((&[-5, 0], &[&[2, 1]]))));
        check(&[&[1, 1, -4]], 2, Some(Some((&[4, 0], &[&[-1, 1]]))));
        check(&[&[2, 0, -3]], 2, Some(None));
        check(&[&[1, 0, -3], &[1, 0, -4]], 2, Some(None));
        check(&[&[2, -3, 0]], 2, None);
        check(&[], 1, Some(Some((&[0], &[&[1]]))));
        check(&[&[1, 0, -3], &[0, 2, -8]], 2, Some(Some((&[3, 4], &[]))));
        check(
            &[&[1, -1, 0, 1]],
            3,
            Some(Some((&[-1, 0, 0], &[&[1, 1, 0], &[0, 0, 1]]))),
        );
    }

    #[test]
    fn the_first_pile_changes_always() {
        let found = strict(vec![0, 0], vec![vec![1, 0], vec![0, 1]], vec![true]);
        let expected = vec![
            (vec![0, 1], vec![vec![0, 1]], vec![true]),
            (vec![1, 0], vec![vec![1, 0], vec![0, 1]], vec![true]),
        ];
        assert_eq!(found, Some(expected));
        let found = strict(vec![0, 2], vec![vec![1, 1]], vec![true, false]);
        let expected = vec![
            (vec![0, 2], vec![], vec![true]),
            (vec![1, 3], vec![vec![1, 1]], vec![false, true]),
        ];
        assert_eq!(found, Some(expected));
        assert_eq!(strict(vec![1, 0], vec![vec![0, 1]], vec![true]), None);
    }
}
