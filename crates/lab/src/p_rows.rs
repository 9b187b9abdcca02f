//! The P-positions that a game claims, one after the other.
//!
//! A claim `{ (A(n), B(n)) | n >= 0 }` is gone through by its n, so that rows are numbered as in the paper. A
//! claim of another shape, such as Nim's, is gone through by the largest pile.

use std::ops::ControlFlow;
use std::sync::Arc;

use games::spec::Spec;
use logic::evaluate::{Assignment, Evaluator};
use logic::interval::Interval;
use logic::watch::{Progress, Watch};
use logic::{Comparison, Formula, Piece, Set, Term, Variable};
use numeration::natural::Integer;
use numeration::natural::num::basic::traits::Zero;

use crate::LabError;

/// After so many numbers in a row without a P-position we ask whether there is any beyond.
const PATIENCE: u32 = 64;

/// A claimed P-position and its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
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
    visit: &mut dyn FnMut(Row) -> ControlFlow<()>,
) -> Result<(), LabError> {
    let evaluator = || Evaluator::new(watch);
    let mut number = Integer::ZERO;
    let mut fruitless = 0;
    loop {
        watch.check()?;
        let mut found = false;
        let mut report = |piles: Vec<Integer>| {
            found = true;
            visit(Row {
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

/// The members of the claim whose largest pile is given, in lexicographic order.
fn with_largest_pile(
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
