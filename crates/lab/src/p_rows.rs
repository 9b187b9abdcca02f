//! The P-positions that a game claims, one after the other.
//!
//! A claim `{ (A(n), B(n)) | n >= 0 }` is gone through by its n, so that rows are numbered as in the paper. A
//! claim of another shape, such as Nim's, is gone through by the largest pile.

use std::ops::ControlFlow;
use std::sync::Arc;

use logic::evaluate::{Assignment, Evaluator};
use logic::interval::Interval;
use logic::watch::{Progress, Watch};
use logic::words::{Prepared, WordValues};
use logic::{Comparison, Formula, Piece, Set, Term, Variable};
use numeration::natural::Integer;
use numeration::natural::num::basic::traits::Zero;
use rules::spec::Spec;

use crate::LabError;

/// After so many numbers in a row without a P-position we ask whether there is any beyond.
const PATIENCE: u32 = 64;

/// A claimed P-position and its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClaimedRow {
    /// The n of the claim, or the largest pile.
    pub(crate) number: Integer,
    /// The piles.
    pub(crate) piles: Vec<Integer>,
}

/// Are the rows numbered by the n of the claim?
pub(crate) fn has_numbers(claim: &Set) -> bool {
    claim.pieces.iter().all(|piece| piece.variables.len() <= 1)
}

/// Visits the claimed P-positions in order until the visitor breaks or there are no more. A position that two
/// pieces of the claim contain is visited twice.
pub(crate) fn visit(
    spec: &Spec,
    claim: &Arc<Set>,
    watch: &dyn Watch,
    visit: &mut dyn FnMut(ClaimedRow) -> ControlFlow<()>,
) -> Result<(), LabError> {
    let evaluator = || Evaluator::new(watch);
    let mut number = Integer::ZERO;
    let mut fruitless = 0;
    loop {
        watch.check()?;
        let mut found = false;
        let mut report = |piles: Vec<Integer>| {
            found = true;
            visit(ClaimedRow {
                number: number.clone(),
                piles,
            })
        };
        let flow = if has_numbers(claim) {
            numbered(claim, &number, &evaluator, &mut report)?
        } else {
            with_largest_pile(spec, claim, &number, &evaluator, &mut report)?
        };
        if flow.is_break() {
            return Ok(());
        }
        fruitless = if found { 0 } else { fruitless + 1 };
        if fruitless >= PATIENCE {
            if !goes_on(spec, claim, &number, &evaluator) {
                return Ok(());
            }
            fruitless = 0;
        }
        number += Integer::from(1);
        watch.progress(Progress {
            step: "listing P-positions",
            done: u64::try_from(&number).unwrap_or(0),
            total: None,
        });
    }
}

/// The claimed P-positions with one number, for a claim whose rows are numbered.
pub(crate) fn at(
    claim: &Arc<Set>,
    number: &Integer,
    watch: &dyn Watch,
    visit: Visit<'_>,
) -> Result<(), LabError> {
    numbered(claim, number, &|| Evaluator::new(watch), visit).map(|_| ())
}

type Visit<'a> = &'a mut dyn FnMut(Vec<Integer>) -> ControlFlow<()>;
type MakeEvaluator<'a, 'w> = &'a dyn Fn() -> Evaluator<'w>;

/// The tuples of all pieces for one n. A piece without a variable belongs to n = 0.
fn numbered(
    claim: &Arc<Set>,
    number: &Integer,
    evaluator: MakeEvaluator<'_, '_>,
    report: Visit<'_>,
) -> Result<ControlFlow<()>, LabError> {
    for piece in &claim.pieces {
        let mut known = Assignment::new();
        match piece.variables.first() {
            Some(variable) => known.set(variable, number.clone()),
            None if *number == 0 => None,
            None => continue,
        };
        if !evaluator().holds(&piece.condition, &known)? {
            continue;
        }
        let tuple: Result<Vec<Integer>, _> = piece
            .tuple
            .iter()
            .map(|term| evaluator().value(term, &known))
            .collect();
        if report(tuple?).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Up to so many positions with the same largest pile are looked at one by one, on machine words.
const FEW: u64 = 200_000;

/// The members of the claim whose largest pile is given, in lexicographic order.
fn with_largest_pile(
    spec: &Spec,
    claim: &Arc<Set>,
    largest: &Integer,
    evaluator: MakeEvaluator<'_, '_>,
    report: Visit<'_>,
) -> Result<ControlFlow<()>, LabError> {
    let others = u32::try_from(spec.dimension().saturating_sub(1)).unwrap_or(u32::MAX);
    let few = |largest: &u64| {
        (largest + 1)
            .checked_pow(others)
            .is_some_and(|all| all <= FEW)
    };
    match u64::try_from(largest).ok().filter(few) {
        Some(largest) => one_by_one(spec, claim, largest, evaluator, report),
        None => by_solving(spec, claim, largest, evaluator, report),
    }
}

/// The same, by looking at every position.
fn one_by_one(
    spec: &Spec,
    claim: &Arc<Set>,
    largest: u64,
    evaluator: MakeEvaluator<'_, '_>,
    report: Visit<'_>,
) -> Result<ControlFlow<()>, LabError> {
    let member = member(spec, claim);
    let prepared = Prepared::new(&member);
    let mut words = WordValues::new();
    let sorted = spec.piles.order.sorted(spec.dimension());
    let mut piles = vec![0; spec.dimension()];
    if let Some(last) = piles.last_mut() {
        *last = largest;
    }
    loop {
        for (index, pile) in piles.iter().enumerate() {
            words.set(&spec.before(index), *pile);
        }
        let holds = match words.holds(&prepared) {
            Some(holds) => holds,
            None => evaluator().holds(&member, &assigned(spec, &piles))?,
        };
        if holds && report(piles.iter().map(|pile| Integer::from(*pile)).collect()).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        if !step(&mut piles, largest, sorted) {
            return Ok(ControlFlow::Continue(()));
        }
    }
}

fn assigned(spec: &Spec, piles: &[u64]) -> Assignment {
    let mut known = Assignment::new();
    for (index, pile) in piles.iter().enumerate() {
        known.set(&spec.before(index), Integer::from(*pile));
    }
    known
}

/// The next vector with this largest pile, of which the first so many are sorted; false if it was the last.
fn step(piles: &mut [u64], largest: u64, sorted: usize) -> bool {
    let Some(place) = piles.iter().rposition(|pile| *pile < largest) else {
        return false;
    };
    piles[place] += 1;
    for later in place + 1..piles.len() {
        piles[later] = if later < sorted { piles[later - 1] } else { 0 };
    }
    if !piles.contains(&largest)
        && let Some(last) = piles.last_mut()
    {
        *last = largest;
    }
    true
}

/// The same, by solving for the piles.
fn by_solving(
    spec: &Spec,
    claim: &Arc<Set>,
    largest: &Integer,
    evaluator: MakeEvaluator<'_, '_>,
    report: Visit<'_>,
) -> Result<ControlFlow<()>, LabError> {
    let piles: Vec<Variable> = (0..spec.dimension())
        .map(|index| spec.before(index))
        .collect();
    let range = Interval::between(0, largest.clone());
    let unknowns: Vec<(Variable, Interval)> = piles
        .iter()
        .map(|pile| (pile.clone(), range.clone()))
        .collect();
    let formula = member(spec, claim).and(Formula::Or(reach(&piles, Comparison::Equal, largest)));
    let flow = evaluator().solutions(&formula, &unknowns, &Assignment::new(), &mut |solution| {
        let values = piles
            .iter()
            .map(|pile| solution.get(pile).cloned().expect("every pile has a value"));
        report(values.collect())
    })?;
    Ok(flow)
}

/// Is there a member beyond this number? If that cannot be decided, yes.
fn goes_on(
    spec: &Spec,
    claim: &Arc<Set>,
    number: &Integer,
    evaluator: MakeEvaluator<'_, '_>,
) -> bool {
    let beyond = if has_numbers(claim) {
        Formula::Or(
            claim
                .pieces
                .iter()
                .filter_map(|piece| later(piece, number))
                .collect(),
        )
    } else {
        let piles: Vec<Variable> = (0..spec.dimension())
            .map(|index| spec.before(index))
            .collect();
        let body = member(spec, claim).and(Formula::Or(reach(&piles, Comparison::Greater, number)));
        piles
            .iter()
            .fold(body, |body, pile| Formula::exists(pile, body))
    };
    evaluator()
        .holds(&beyond, &Assignment::new())
        .unwrap_or(true)
}

/// "The piece has a tuple for a larger n."
fn later(piece: &Piece, number: &Integer) -> Option<Formula> {
    let variable = piece.variables.first()?;
    let larger = reach(std::slice::from_ref(variable), Comparison::Greater, number);
    let body = Formula::And(
        larger
            .into_iter()
            .chain([piece.condition.clone()])
            .collect(),
    );
    Some(Formula::exists(variable, body))
}

/// "The piles are a position, and a member of the claim."
fn member(spec: &Spec, claim: &Arc<Set>) -> Formula {
    let piles: Vec<Term> = (0..spec.dimension())
        .map(|index| Term::from(spec.before(index)))
        .collect();
    let links = piles[..spec.piles.order.sorted(piles.len())].windows(2);
    let links = links.map(|pair| pair[0].clone().at_most(pair[1].clone()));
    let mut parts: Vec<Formula> = links.collect();
    parts.extend(spec.domain.clone());
    parts.push(Formula::Member(piles, Arc::clone(claim)));
    Formula::And(parts)
}

/// For each of the piles: it compares so with a number.
fn reach(piles: &[Variable], comparison: Comparison, number: &Integer) -> Vec<Formula> {
    let compare = |pile: &Variable| Term::from(pile).compare(comparison, number.clone());
    piles.iter().map(compare).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every vector with this largest entry once, in order.
    #[test]
    fn vectors_with_a_largest_pile() {
        for (dimension, sorted) in [(1, 0), (2, 0), (2, 2), (3, 0), (3, 2), (3, 3)] {
            for largest in 0..5u64 {
                let mut piles = vec![0; dimension];
                piles[dimension - 1] = largest;
                let mut found = vec![piles.clone()];
                while step(&mut piles, largest, sorted) {
                    found.push(piles.clone());
                }
                let places = u32::try_from(dimension).unwrap_or(0);
                let digit = |number: u64, place: usize| {
                    number / (largest + 1).pow(u32::try_from(place).unwrap_or(0)) % (largest + 1)
                };
                let all = (0..(largest + 1).pow(places)).map(|number| {
                    let digits = (0..dimension).rev().map(|place| digit(number, place));
                    digits.collect::<Vec<u64>>()
                });
                let expected: Vec<Vec<u64>> = all
                    .filter(|piles| piles.contains(&largest) && piles[..sorted].is_sorted())
                    .collect();
                assert_eq!(found, expected, "{dimension} {sorted} {largest}");
            }
        }
    }
}
