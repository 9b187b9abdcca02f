//! Where a formula has a truth value.
//!
//! A negative number has no digits, no shift and no nim-sum: a term that speaks of them has no value there, and a formula has a truth value
//! only if that does not depend on it, as in [`evaluate`](crate::evaluate): `n >= 1 implies F(n - 1)` is true at 0, whatever `F` says (S. C. Kleene, *Introduction to
//! metamathematics*, 1952, section 64). Automata know true and false alone. So what is put to them is
//! [`is_true`] or [`is_false`], which say explicitly that no such number is negative; a formula that is either of them everywhere may be put to them as it is, since
//! any truth values in place of the missing ones give the same.
//!
//! Mostly that is plain from what stands around a number: [`obligations`] are sentences about linear forms from which it follows, and cost next to nothing.
//!
//! ```
//! use logic::{Term, Variable, defined};
//! let n = Variable::new(0, "n");
//! let nim_sum = Term::NimSum(vec![Term::from(&n) - 1, Term::integer(1)]);
//! let formula = nim_sum.equals(0);
//! assert!(!defined::is_total(&formula));
//! assert_eq!(defined::is_true(&formula).to_string(), "n - 1 >= 0 and (n - 1) xor 1 = 0");
//! ```

use std::cmp::Ordering;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::formula::{Formula, Piece, Set};
use crate::term::{RealForm, Term, Variable};
use crate::visit::{FormulaPart, Visitor};

/// Is it plain that every part of it has a value, whatever the variables are?
pub fn is_total<'f>(part: impl Into<FormulaPart<'f>>) -> bool {
    part.into().visit(&mut PartialityCheck).is_continue()
}

/// It has a truth value, and that is true.
pub fn is_true(formula: &Formula) -> Formula {
    has_truth(formula, true)
}

/// It has a truth value, and that is false.
pub fn is_false(formula: &Formula) -> Formula {
    has_truth(formula, false)
}

/// It has a truth value.
pub fn is_defined(formula: &Formula) -> Formula {
    match is_total(formula) {
        true => Formula::Constant(true),
        false => Formula::any([is_true(formula), is_false(formula)]),
    }
}

/// The term has a value.
pub fn has_value(term: &Term) -> Formula {
    let mut guards = Guards::default();
    let ControlFlow::Continue(()) = guards.term(term);
    Formula::all(guards.0)
}

/// It is said whether the values of the variables name a tuple, and if so, which one.
pub fn has_members(piece: &Piece) -> Formula {
    if is_total(&piece.condition) && piece.tuple.iter().all(is_total) {
        return Formula::Constant(true);
    }
    let values = piece.tuple.iter().map(has_value);
    let named = Formula::all(values.chain([is_true(&piece.condition)]));
    Formula::any([is_false(&piece.condition), named])
}

/// Sentences from which it follows that a formula has a truth value wherever something is given: every number of which only natural numbers
/// are spoken of is one, by what is given and by the plain conditions beside it. If one of these is not met, the formula has its truth value without the rest.
/// The variables that the formula leaves free are free. Nothing if some number is no linear form.
pub fn obligations(formula: &Formula, given: &[Formula]) -> Option<Vec<Formula>> {
    let given = given.iter().filter(|formula| is_plain(*formula));
    let mut walk = DefinednessCheck {
        variables: Vec::new(),
        given: given.cloned().collect(),
        found: Some(Vec::new()),
    };
    let ControlFlow::Continue(()) = walk.formula(formula);
    walk.found
}

/// What is bound and given where a part of a formula stands.
struct DefinednessCheck {
    variables: Vec<Variable>,
    given: Vec<Formula>,
    found: Option<Vec<Formula>>,
}

impl DefinednessCheck {
    /// Looks at a part where more is given.
    fn within(&mut self, more: impl IntoIterator<Item = Formula>, part: FormulaPart<'_>) {
        let before = self.given.len();
        self.given.extend(more);
        let ControlFlow::Continue(()) = part.visit(self);
        self.given.truncate(before);
    }

    /// Looks at each of some formulas where the plain ones among the others have this truth value.
    fn beside(&mut self, parts: &[&Formula], truth: bool) {
        for (index, part) in parts.iter().enumerate() {
            let others = parts.iter().enumerate();
            let others = others.filter(|(other, part)| *other != index && is_plain(**part));
            let others: Vec<Formula> = others.map(|(_, part)| signed(part, truth)).collect();
            self.within(others, FormulaPart::Formula(part));
        }
    }

    fn naturals(&mut self, terms: &[Term]) {
        let ControlFlow::Continue(()) = terms.iter().try_for_each(|term| self.term(term));
        for term in terms.iter().filter(|term| !is_never_negative(term)) {
            let Some(found) = self.found.as_mut().filter(|_| is_plain(term)) else {
                self.found = None;
                return;
            };
            let given = Formula::all(self.given.iter().cloned());
            let body = Formula::Implies(Box::new(given), Box::new(term.clone().at_least(0)));
            let variables = self.variables.iter().rev();
            let all = variables.fold(body, |body, variable| Formula::forall(variable, body));
            found.push(all);
        }
    }
}

impl<'f> Visitor<'f> for DefinednessCheck {
    type Break = Infallible;

    fn formula(&mut self, formula: &'f Formula) -> ControlFlow<Infallible> {
        match formula {
            _ if is_total(formula) => {}
            Formula::And(parts) => self.beside(&Vec::from_iter(parts), true),
            Formula::Or(parts) => self.beside(&Vec::from_iter(parts), false),
            Formula::Implies(premise, conclusion) => {
                let premise = !(**premise).clone();
                self.beside(&[&premise, conclusion], false);
            }
            Formula::Member(terms, set) => {
                terms.iter().try_for_each(|term| self.term(term))?;
                if !pieces_are_total(set) {
                    for piece in &set.pieces {
                        let ControlFlow::Continue(()) =
                            FormulaPart::Formula(&piece.membership(terms)).visit(self);
                    }
                }
            }
            Formula::Digits(terms, _) => self.naturals(terms),
            other => return FormulaPart::Formula(other).visit_parts(self),
        }
        ControlFlow::Continue(())
    }

    fn term(&mut self, term: &'f Term) -> ControlFlow<Infallible> {
        match term {
            _ if is_total(term) => {}
            Term::NimSum(parts) => self.naturals(parts),
            Term::Shift(_, inner, _) => self.naturals(std::slice::from_ref(inner)),
            Term::Choice(condition, yes, no) => {
                self.formula(condition)?;
                let given = |truth| is_plain(&**condition).then(|| signed(condition, truth));
                self.within(given(true), FormulaPart::Term(yes));
                self.within(given(false), FormulaPart::Term(no));
            }
            other => return FormulaPart::Term(other).visit_parts(self),
        }
        ControlFlow::Continue(())
    }

    fn bind(&mut self, variable: &'f Variable) -> ControlFlow<Infallible> {
        self.variables.push(variable.clone());
        ControlFlow::Continue(())
    }

    fn release(&mut self) {
        self.variables.pop();
    }
}

/// Is it made of comparisons of linear forms alone, so that it costs little to have it beside something?
fn is_plain<'f>(part: impl Into<FormulaPart<'f>>) -> bool {
    !part.into().any(|part| match part {
        FormulaPart::Formula(formula) => matches!(
            formula,
            Formula::Exists(..) | Formula::Forall(..) | Formula::Member(..) | Formula::Digits(..)
        ),
        FormulaPart::Term(term) => matches!(
            term,
            Term::Floor(_) | Term::NimSum(_) | Term::Shift(..) | Term::Choice(..)
        ),
    })
}

fn has_truth(formula: &Formula, wanted: bool) -> Formula {
    if is_total(formula) {
        return signed(formula, wanted);
    }
    let all = |parts: &[Formula]| Formula::all(parts.iter().map(|part| has_truth(part, wanted)));
    let some = |parts: &[Formula]| Formula::any(parts.iter().map(|part| has_truth(part, wanted)));
    let both = |left: &Formula, right: &Formula, same: bool| {
        let pair = |own| Formula::all([has_truth(left, own), has_truth(right, own == same)]);
        Formula::any([pair(true), pair(false)])
    };
    match formula {
        Formula::Constant(_) => signed(formula, wanted),
        Formula::Compare(left, _, right) => guarded([left, right], formula, wanted),
        Formula::Changes(_, pairs) => {
            let terms = pairs.iter().flat_map(|(before, after)| [before, after]);
            guarded(terms, formula, wanted)
        }
        Formula::Not(inner) => has_truth(inner, !wanted),
        Formula::And(parts) if wanted => all(parts),
        Formula::Or(parts) if wanted => some(parts),
        Formula::And(parts) => some(parts),
        Formula::Or(parts) => all(parts),
        Formula::Implies(premise, conclusion) => {
            let parts = [has_truth(premise, !wanted), has_truth(conclusion, wanted)];
            match wanted {
                true => Formula::any(parts),
                false => Formula::all(parts),
            }
        }
        Formula::Iff(left, right) => both(left, right, wanted),
        Formula::Exists(variable, body) | Formula::Forall(variable, body) => {
            let body = has_truth(body, wanted);
            match matches!(formula, Formula::Exists(..)) == wanted {
                true => Formula::exists(variable, body),
                false => Formula::forall(variable, body),
            }
        }
        Formula::Member(terms, set) if pieces_are_total(set) => guarded(terms, formula, wanted),
        Formula::Member(terms, set) => {
            let pieces = set.pieces.iter().map(|piece| piece.membership(terms));
            has_truth(&Formula::any(pieces), wanted)
        }
        Formula::Digits(terms, _) => {
            let mut guards = Guards::default();
            guards.natural(terms);
            Formula::all(guards.0.into_iter().chain([signed(formula, wanted)]))
        }
        Formula::Named(_, inner) => has_truth(inner, wanted),
    }
}

fn signed(formula: &Formula, wanted: bool) -> Formula {
    match wanted {
        true => formula.clone(),
        false => !formula.clone(),
    }
}

/// The terms have values, and of these the formula is true or false.
fn guarded<'f>(
    terms: impl IntoIterator<Item = &'f Term>,
    formula: &Formula,
    wanted: bool,
) -> Formula {
    let values = terms.into_iter().map(has_value);
    let values: Vec<Formula> = values
        .filter(|value| *value != Formula::Constant(true))
        .collect();
    Formula::all(values.into_iter().chain([signed(formula, wanted)]))
}

/// Collects what must hold for terms to have values.
#[derive(Default)]
struct Guards(Vec<Formula>);

impl Guards {
    /// Of these terms, only natural numbers are spoken of.
    fn natural(&mut self, terms: &[Term]) {
        for term in terms {
            let ControlFlow::Continue(()) = self.term(term);
            if !is_never_negative(term) {
                self.0.push(term.clone().at_least(0));
            }
        }
    }
}

impl<'f> Visitor<'f> for Guards {
    type Break = Infallible;

    fn term(&mut self, term: &'f Term) -> ControlFlow<Infallible> {
        match term {
            _ if is_total(term) => {}
            Term::NimSum(parts) => self.natural(parts),
            Term::Shift(_, inner, _) => self.natural(std::slice::from_ref(inner)),
            Term::Choice(condition, yes, no) => self.0.push(Formula::any([
                Formula::all([is_true(condition), has_value(yes)]),
                Formula::all([is_false(condition), has_value(no)]),
            ])),
            other => return FormulaPart::Term(other).visit_parts(self),
        }
        ControlFlow::Continue(())
    }
}

/// Ends at a number that might be negative where only natural numbers are spoken of.
struct PartialityCheck;

impl PartialityCheck {
    fn natural(terms: &[Term]) -> ControlFlow<()> {
        match terms.iter().all(is_never_negative) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

impl<'f> Visitor<'f> for PartialityCheck {
    type Break = ();

    fn term(&mut self, term: &'f Term) -> ControlFlow<()> {
        match term {
            Term::NimSum(parts) => Self::natural(parts)?,
            Term::Shift(_, inner, _) => Self::natural(std::slice::from_ref(inner))?,
            _ => {}
        }
        FormulaPart::Term(term).visit_parts(self)
    }

    fn formula(&mut self, formula: &'f Formula) -> ControlFlow<()> {
        if let Formula::Digits(terms, _) = formula {
            Self::natural(terms)?;
        }
        FormulaPart::Formula(formula).visit_parts(self)
    }

    fn set(&mut self, set: &'f Arc<Set>) -> ControlFlow<()> {
        set.visit_parts(self)
    }
}

fn pieces_are_total(set: &Set) -> bool {
    set.visit_parts(&mut PartialityCheck).is_continue()
}

/// Is it plain that a term is never negative? Variables are natural numbers.
fn is_never_negative(term: &Term) -> bool {
    match term {
        Term::Constant(number) => *number >= 0,
        Term::Variable(_)
        | Term::Absolute(_)
        | Term::Modulo(..)
        | Term::NimSum(_)
        | Term::Shift(..) => true,
        Term::Sum(parts) | Term::Minimum(parts) => parts.iter().all(is_never_negative),
        Term::Maximum(parts) => parts.iter().any(is_never_negative),
        Term::Scaled(factor, inner) => *factor >= 0 && is_never_negative(inner),
        Term::Quotient(inner, _) => is_never_negative(inner),
        Term::Floor(form) => form_is_never_negative(form),
        Term::Choice(_, yes, no) => is_never_negative(yes) && is_never_negative(no),
        Term::Named(_, inner) => is_never_negative(inner),
    }
}

fn form_is_never_negative(form: &RealForm) -> bool {
    let factors = form.parts.iter().map(|(factor, _)| factor);
    let mut constants = factors.chain([&form.constant]);
    constants.all(|real| real.sign().is_ok_and(Ordering::is_ge))
        && form.parts.iter().all(|(_, part)| is_never_negative(part))
}
