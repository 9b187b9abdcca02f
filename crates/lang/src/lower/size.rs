//! How large terms and formulas are.

use logic::{Formula, Set, Term};

/// The number of parts and how deeply they are nested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) size: usize,
    pub(super) height: usize,
}

impl Size {
    fn inside(parts: impl Iterator<Item = Self>) -> Self {
        let together = parts.fold(Self::default(), |sum, part| Self {
            size: sum.size + part.size,
            height: sum.height.max(part.height),
        });
        Self {
            size: together.size + 1,
            height: together.height + 1,
        }
    }
}

/// The size of several terms side by side.
pub(super) fn of_terms<'a>(terms: impl Iterator<Item = &'a Term>) -> Size {
    Size::inside(terms.map(of_term))
}

/// Does a term mention a variable with a number below this one?
pub(super) fn mentions_below(term: &Term, number: u32) -> bool {
    let inside = |inner: &Term| mentions_below(inner, number);
    match term {
        Term::Constant(_) => false,
        Term::Variable(variable) => variable.id() < number,
        Term::Sum(parts) | Term::Minimum(parts) | Term::Maximum(parts) | Term::NimSum(parts) => {
            parts.iter().any(inside)
        }
        Term::Scaled(_, inner)
        | Term::Absolute(inner)
        | Term::Modulo(inner, _)
        | Term::Quotient(inner, _) => inside(inner),
        Term::Floor(form) => form.parts.iter().any(|part| inside(&part.1)),
        Term::Choice(condition, yes, no) => {
            formula_mentions_below(condition, number) || inside(yes) || inside(no)
        }
        Term::Named(_, inner) => inside(inner),
    }
}

/// Does a formula mention a variable with a number below this one? Sets in it are closed.
pub(super) fn formula_mentions_below(formula: &Formula, number: u32) -> bool {
    let inside = |inner: &Formula| formula_mentions_below(inner, number);
    match formula {
        Formula::Constant(_) => false,
        Formula::Changes(_, piles) => piles
            .iter()
            .any(|(before, after)| before.id().min(after.id()) < number),
        Formula::Compare(left, _, right) => {
            mentions_below(left, number) || mentions_below(right, number)
        }
        Formula::Not(inner) | Formula::Exists(_, inner) | Formula::Forall(_, inner) => {
            inside(inner)
        }
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(inside),
        Formula::Implies(left, right) | Formula::Iff(left, right) => inside(left) || inside(right),
        Formula::Member(terms, _) => terms.iter().any(|term| mentions_below(term, number)),
        Formula::Named(_, inner) => inside(inner),
    }
}

fn of_term(term: &Term) -> Size {
    match term {
        Term::Constant(_) | Term::Variable(_) => Size { size: 1, height: 1 },
        Term::Sum(parts) | Term::Minimum(parts) | Term::Maximum(parts) | Term::NimSum(parts) => {
            of_terms(parts.iter())
        }
        Term::Scaled(_, inner)
        | Term::Absolute(inner)
        | Term::Modulo(inner, _)
        | Term::Quotient(inner, _) => of_terms(std::iter::once(&**inner)),
        Term::Floor(form) => of_terms(form.parts.iter().map(|part| &part.1)),
        Term::Choice(condition, yes, no) => {
            Size::inside([of_formula(condition), of_term(yes), of_term(no)].into_iter())
        }
        Term::Named(_, inner) => of_terms(std::iter::once(&**inner)),
    }
}

fn of_formula(formula: &Formula) -> Size {
    match formula {
        Formula::Constant(_) => Size { size: 1, height: 1 },
        Formula::Changes(_, piles) => Size {
            size: piles.len(),
            height: 1,
        },
        Formula::Compare(left, _, right) => of_terms([left, right].into_iter()),
        Formula::Not(inner) | Formula::Exists(_, inner) | Formula::Forall(_, inner) => {
            Size::inside(std::iter::once(of_formula(inner)))
        }
        Formula::And(parts) | Formula::Or(parts) => Size::inside(parts.iter().map(of_formula)),
        Formula::Implies(left, right) | Formula::Iff(left, right) => {
            Size::inside([of_formula(left), of_formula(right)].into_iter())
        }
        Formula::Member(terms, set) => Size::inside(terms.iter().map(of_term).chain([of_set(set)])),
        Formula::Named(_, inner) => Size::inside(std::iter::once(of_formula(inner))),
    }
}

fn of_set(set: &Set) -> Size {
    let piece = |piece: &logic::Piece| {
        Size::inside(
            piece
                .tuple
                .iter()
                .map(of_term)
                .chain([of_formula(&piece.condition)]),
        )
    };
    Size::inside(set.pieces.iter().map(piece))
}
