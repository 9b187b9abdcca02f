//! One-pile games in which finitely many numbers may be taken, or all but finitely many.

use logic::core::LinearForm;

use super::compile::literal::Literal;
use super::compile::{Branch, KnownSide, Loops};
use rules::spec::Spec;

/// Which numbers may be taken from a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Takings {
    /// At most so many; which of them depends at most on whether something is left.
    Finite(u32),
    /// All but these.
    AllBut(Vec<u32>),
}

/// The takings of a one-pile game, if its rules say nothing else.
pub(crate) fn takings(spec: &Spec, max: u32) -> Option<Takings> {
    if spec.dimension() != 1 || spec.ends.is_some() || spec.domain.is_some() || spec.blocking > 0 {
        return None;
    }
    let loops = Loops::of_moves(spec, max, KnownSide::Source).ok()?;
    let finite: Option<Vec<u32>> = loops.branches.iter().map(largest_taking).collect();
    match (finite, loops.branches.as_slice()) {
        (Some(largest), _) => Some(Takings::Finite(largest.into_iter().max().unwrap_or(0))),
        (None, [branch]) => all_but(branch).map(Takings::AllBut),
        _ => None,
    }
}

const BEFORE: usize = 0;
const AFTER: usize = 1;

/// The most that may be taken, if the rule speaks of nothing but how much is taken, with a bound, and of whether
/// something is left.
fn largest_taking(branch: &Branch) -> Option<u32> {
    let understood = |literals: &[Literal]| literals.iter().all(speaks_of_takings);
    let holes = &branch.holes;
    if !branch.parameters.is_empty()
        || !understood(&branch.literals)
        || !holes
            .iter()
            .all(|hole| hole.parameters.is_empty() && understood(&hole.literals))
    {
        return None;
    }
    let bounds = branch.literals.iter().filter_map(|literal| match literal {
        Literal::Zero(form) => difference(form),
        // n - n' + c <= 0
        Literal::AtMostZero(form) if form.coefficient(BEFORE) == 1 => difference(form),
        _ => None,
    });
    // A number that is not positive is never taken, and does not matter.
    Some(u32::try_from(bounds.min()?.max(0)).unwrap_or(u32::MAX))
}

/// Does it say how much is taken, or whether something is left?
fn speaks_of_takings(literal: &Literal) -> bool {
    match literal {
        Literal::Zero(form) | Literal::AtMostZero(form) => {
            difference(form).is_some() || is_about_what_is_left(form, literal)
        }
        _ => false,
    }
}

/// `n' = 0` or `n' >= 1`.
fn is_about_what_is_left(form: &LinearForm, literal: &Literal) -> bool {
    let only_after = form.terms.is_empty() && form.slots.iter().all(|(slot, _)| *slot == AFTER);
    only_after
        && match literal {
            Literal::Zero(_) => form.constant == 0,
            _ => form.coefficient(AFTER) == -1 && form.constant == 1,
        }
}

/// The `k` of a form that is zero exactly if `n - n' = k`.
fn difference(form: &LinearForm) -> Option<i64> {
    let sign = form.coefficient(BEFORE);
    let balanced =
        form.terms.is_empty() && form.slots.len() == 2 && form.coefficient(AFTER) == -sign;
    (balanced && sign.abs() == 1).then(|| -sign * form.constant)
}

/// Every number but some: the holes are `n - n' = k`.
fn all_but(branch: &Branch) -> Option<Vec<u32>> {
    let positive = |literal: &Literal| match literal {
        Literal::AtMostZero(form) => {
            difference(form).is_some()
                && form.coefficient(AFTER) == 1
                && (0..=1).contains(&form.constant)
        }
        _ => false,
    };
    if !branch.parameters.is_empty() || !branch.literals.iter().all(positive) {
        return None;
    }
    let mut kept = Vec::with_capacity(branch.holes.len());
    for hole in &branch.holes {
        let ([Literal::Zero(form)], []) = (hole.literals.as_slice(), hole.parameters.as_slice())
        else {
            return None;
        };
        kept.extend(u32::try_from(difference(form)?).ok());
    }
    Some(kept)
}
