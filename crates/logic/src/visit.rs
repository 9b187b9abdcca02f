//! One walk over everything that a formula is made of.
//!
//! A [`Visitor`] is shown every term and formula from the outside in, and every variable that is bound, while it is. Its
//! methods go on by themselves; one that is overridden goes on with [`FormulaPart::visit_parts`], or does not. The walk ends early at
//! the first `Break`. A set is closed, so that it says nothing about what stands around it: it is
//! shown, but gone into only by whoever overrides [`Visitor::set`] and calls [`Set::visit_parts`].
//!
//! ```
//! use logic::visit::{FormulaPart, free_variables};
//! use logic::{Formula, Term, Variable};
//!
//! let (x, n) = (Variable::new(0, "x"), Variable::new(1, "n"));
//! let even = Formula::exists(&n, Term::from(&x).equals(Term::from(&n).times(2)));
//! assert_eq!(free_variables(&even), [&x]);
//! assert!(FormulaPart::from(&even).any(|part| matches!(part, FormulaPart::Term(Term::Scaled(..)))));
//! ```

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::formula::{Formula, Set};
use crate::term::{Term, Variable};

/// A term or a formula: whatever is a part of a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FormulaPart<'f> {
    /// A term.
    Term(&'f Term),
    /// A formula.
    Formula(&'f Formula),
}

impl<'f> From<&'f Term> for FormulaPart<'f> {
    fn from(term: &'f Term) -> Self {
        Self::Term(term)
    }
}

impl<'f> From<&'f Formula> for FormulaPart<'f> {
    fn from(formula: &'f Formula) -> Self {
        Self::Formula(formula)
    }
}

/// Who is shown the parts of a formula.
pub trait Visitor<'f> {
    /// What the walk ends with if it ends early.
    type Break;

    /// A term; goes on with its parts.
    fn term(&mut self, term: &'f Term) -> ControlFlow<Self::Break> {
        FormulaPart::Term(term).visit_parts(self)
    }

    /// A formula; goes on with its parts.
    fn formula(&mut self, formula: &'f Formula) -> ControlFlow<Self::Break> {
        FormulaPart::Formula(formula).visit_parts(self)
    }

    /// A set of which a tuple is said to be a member; does not go into it.
    fn set(&mut self, _set: &'f Arc<Set>) -> ControlFlow<Self::Break> {
        ControlFlow::Continue(())
    }

    /// A variable is bound from here on.
    fn bind(&mut self, _variable: &'f Variable) -> ControlFlow<Self::Break> {
        ControlFlow::Continue(())
    }

    /// The variable that was bound last is no longer.
    fn release(&mut self) {}
}

impl<'f> FormulaPart<'f> {
    /// Shows the part to a visitor.
    pub fn visit<V: Visitor<'f> + ?Sized>(self, visitor: &mut V) -> ControlFlow<V::Break> {
        match self {
            Self::Term(term) => visitor.term(term),
            Self::Formula(formula) => visitor.formula(formula),
        }
    }

    /// Shows what the part is made of to a visitor, in the order in which it is written.
    pub fn visit_parts<V: Visitor<'f> + ?Sized>(self, visitor: &mut V) -> ControlFlow<V::Break> {
        match self {
            Self::Term(term) => term_parts(term, visitor),
            Self::Formula(formula) => formula_parts(formula, visitor),
        }
    }

    /// Is there such a part? Sets are not gone into.
    pub fn any(self, is_such: impl FnMut(FormulaPart<'f>) -> bool) -> bool {
        self.visit(&mut AnyPart(is_such)).is_break()
    }
}

impl Set {
    /// Shows the tuples and the conditions of the pieces to a visitor, with their variables bound.
    pub fn visit_parts<'f, V: Visitor<'f> + ?Sized>(
        &'f self,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        self.pieces.iter().try_for_each(|piece| {
            let variables = &piece.variables;
            variables
                .iter()
                .try_for_each(|variable| visitor.bind(variable))?;
            terms(&piece.tuple, visitor)?;
            visitor.formula(&piece.condition)?;
            variables.iter().for_each(|_| visitor.release());
            ControlFlow::Continue(())
        })
    }
}

/// The variables that are mentioned where nothing in the part binds them, each once, as they come.
pub fn free_variables<'f>(part: impl Into<FormulaPart<'f>>) -> Vec<&'f Variable> {
    let mut free = Free::default();
    let ControlFlow::Continue(()) = part.into().visit(&mut free);
    free.found
}

fn terms<'f, V: Visitor<'f> + ?Sized>(terms: &'f [Term], visitor: &mut V) -> ControlFlow<V::Break> {
    terms.iter().try_for_each(|term| visitor.term(term))
}

fn term_parts<'f, V: Visitor<'f> + ?Sized>(
    term: &'f Term,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    match term {
        Term::Constant(_) | Term::Variable(_) => ControlFlow::Continue(()),
        Term::Sum(parts) | Term::Minimum(parts) | Term::Maximum(parts) | Term::NimSum(parts) => {
            terms(parts, visitor)
        }
        Term::Scaled(_, inner)
        | Term::Absolute(inner)
        | Term::Modulo(inner, _)
        | Term::Quotient(inner, _)
        | Term::Shift(_, inner, _) => visitor.term(inner),
        Term::Floor(form) => form
            .parts
            .iter()
            .try_for_each(|(_, term)| visitor.term(term)),
        Term::Choice(condition, yes, no) => {
            visitor.formula(condition)?;
            visitor.term(yes)?;
            visitor.term(no)
        }
        Term::Named(_, inner) => visitor.term(inner),
    }
}

fn formula_parts<'f, V: Visitor<'f> + ?Sized>(
    formula: &'f Formula,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    match formula {
        Formula::Constant(_) => ControlFlow::Continue(()),
        Formula::Compare(left, _, right) => {
            visitor.term(left)?;
            visitor.term(right)
        }
        Formula::Changes(_, pairs) => pairs.iter().try_for_each(|(before, after)| {
            visitor.term(before)?;
            visitor.term(after)
        }),
        Formula::Not(inner) => visitor.formula(inner),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().try_for_each(|part| visitor.formula(part))
        }
        Formula::Implies(left, right) | Formula::Iff(left, right) => {
            visitor.formula(left)?;
            visitor.formula(right)
        }
        Formula::Exists(variable, body) | Formula::Forall(variable, body) => {
            visitor.bind(variable)?;
            visitor.formula(body)?;
            visitor.release();
            ControlFlow::Continue(())
        }
        Formula::Member(tuple, set) => {
            terms(tuple, visitor)?;
            visitor.set(set)
        }
        Formula::Digits(numbers, _) => terms(numbers, visitor),
        Formula::Named(_, inner) => visitor.formula(inner),
    }
}

struct AnyPart<F>(F);

impl<'f, F: FnMut(FormulaPart<'f>) -> bool> AnyPart<F> {
    fn look(&mut self, part: FormulaPart<'f>) -> ControlFlow<()> {
        if (self.0)(part) {
            return ControlFlow::Break(());
        }
        part.visit_parts(self)
    }
}

impl<'f, F: FnMut(FormulaPart<'f>) -> bool> Visitor<'f> for AnyPart<F> {
    type Break = ();

    fn term(&mut self, term: &'f Term) -> ControlFlow<()> {
        self.look(FormulaPart::Term(term))
    }

    fn formula(&mut self, formula: &'f Formula) -> ControlFlow<()> {
        self.look(FormulaPart::Formula(formula))
    }
}

#[derive(Default)]
struct Free<'f> {
    bound: Vec<&'f Variable>,
    found: Vec<&'f Variable>,
}

impl<'f> Visitor<'f> for Free<'f> {
    type Break = std::convert::Infallible;

    fn term(&mut self, term: &'f Term) -> ControlFlow<Self::Break> {
        if let Term::Variable(variable) = term
            && !self.bound.contains(&variable)
            && !self.found.contains(&variable)
        {
            self.found.push(variable);
        }
        FormulaPart::Term(term).visit_parts(self)
    }

    fn bind(&mut self, variable: &'f Variable) -> ControlFlow<Self::Break> {
        self.bound.push(variable);
        ControlFlow::Continue(())
    }

    fn release(&mut self) {
        self.bound.pop();
    }
}
