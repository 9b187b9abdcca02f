//! Copies of terms and formulas, in which every quantifier binds a variable of its own.
//!
//! Whatever is written once and used twice — an argument of a `let`, the middle of a chain, the bound of two variables,
//! a set in a union — must not bind the same variable at two places (see [`games::binding`]). A closed set that is
//! mentioned twice is not copied: it is one place.

use std::sync::Arc;

use logic::{Formula, Piece, RealForm, Term, Variable};

use super::Lowering;

impl Lowering<'_, '_> {
    /// The term, with new variables for those that it binds.
    pub(super) fn copy_term(&mut self, term: Term) -> Term {
        if !binds(&term) {
            return term;
        }
        let mut copy = Copy {
            next: &mut self.next_variable,
            renamed: Vec::new(),
        };
        copy.term(&term)
    }

    /// The piece of a set, with new variables.
    pub(super) fn copy_piece(&mut self, piece: &Piece) -> Piece {
        let mut copy = Copy {
            next: &mut self.next_variable,
            renamed: Vec::new(),
        };
        let variables = piece.variables.iter().map(|variable| copy.bind(variable));
        Piece {
            variables: variables.collect(),
            tuple: copy.terms(&piece.tuple),
            condition: copy.formula(&piece.condition),
        }
    }
}

/// Does a term bind a variable? Only a condition in it can.
fn binds(term: &Term) -> bool {
    match term {
        Term::Constant(_) | Term::Variable(_) => false,
        Term::Sum(parts) | Term::Minimum(parts) | Term::Maximum(parts) | Term::NimSum(parts) => {
            parts.iter().any(binds)
        }
        Term::Scaled(_, inner)
        | Term::Absolute(inner)
        | Term::Modulo(inner, _)
        | Term::Quotient(inner, _) => binds(inner),
        Term::Floor(form) => form.parts.iter().any(|part| binds(&part.1)),
        Term::Choice(condition, yes, no) => formula_binds(condition) || binds(yes) || binds(no),
        Term::Named(_, inner) => binds(inner),
    }
}

fn formula_binds(formula: &Formula) -> bool {
    match formula {
        Formula::Constant(_) | Formula::Changes(..) => false,
        Formula::Compare(left, _, right) => binds(left) || binds(right),
        Formula::Not(inner) => formula_binds(inner),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(formula_binds),
        Formula::Implies(left, right) | Formula::Iff(left, right) => {
            formula_binds(left) || formula_binds(right)
        }
        Formula::Exists(..) | Formula::Forall(..) => true,
        Formula::Member(tuple, _) => tuple.iter().any(binds),
        Formula::Named(_, inner) => formula_binds(inner),
    }
}

struct Copy<'n> {
    next: &'n mut u32,
    /// The variables bound around this place, each with its new one.
    renamed: Vec<(u32, Variable)>,
}

impl Copy<'_> {
    fn bind(&mut self, variable: &Variable) -> Variable {
        let new = Variable::new(*self.next, variable.name());
        *self.next += 1;
        self.renamed.push((variable.id(), new.clone()));
        new
    }

    fn variable(&self, variable: &Variable) -> Variable {
        let renamed = self.renamed.iter().rev();
        let mut here = renamed.filter(|(id, _)| *id == variable.id());
        here.next().map_or(variable, |(_, new)| new).clone()
    }

    fn terms(&mut self, terms: &[Term]) -> Vec<Term> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    fn boxed(&mut self, term: &Term) -> Box<Term> {
        Box::new(self.term(term))
    }

    fn term(&mut self, term: &Term) -> Term {
        match term {
            Term::Constant(value) => Term::Constant(value.clone()),
            Term::Variable(variable) => Term::Variable(self.variable(variable)),
            Term::Sum(parts) => Term::Sum(self.terms(parts)),
            Term::Minimum(parts) => Term::Minimum(self.terms(parts)),
            Term::Maximum(parts) => Term::Maximum(self.terms(parts)),
            Term::NimSum(parts) => Term::NimSum(self.terms(parts)),
            Term::Scaled(factor, inner) => Term::Scaled(factor.clone(), self.boxed(inner)),
            Term::Absolute(inner) => Term::Absolute(self.boxed(inner)),
            Term::Modulo(inner, divisor) => Term::Modulo(self.boxed(inner), divisor.clone()),
            Term::Quotient(inner, divisor) => Term::Quotient(self.boxed(inner), divisor.clone()),
            Term::Floor(form) => {
                let parts = form.parts.iter();
                Term::Floor(Box::new(RealForm {
                    parts: parts
                        .map(|(factor, part)| (factor.clone(), self.term(part)))
                        .collect(),
                    constant: form.constant.clone(),
                }))
            }
            Term::Choice(condition, yes, no) => Term::Choice(
                Box::new(self.formula(condition)),
                self.boxed(yes),
                self.boxed(no),
            ),
            Term::Named(name, inner) => Term::Named(Arc::clone(name), Arc::new(self.term(inner))),
        }
    }

    fn formulas(&mut self, formulas: &[Formula]) -> Vec<Formula> {
        formulas
            .iter()
            .map(|formula| self.formula(formula))
            .collect()
    }

    fn formula(&mut self, formula: &Formula) -> Formula {
        let inside = |copy: &mut Self, inner: &Formula| Box::new(copy.formula(inner));
        match formula {
            Formula::Constant(value) => Formula::Constant(*value),
            Formula::Compare(left, comparison, right) => {
                Formula::Compare(self.term(left), *comparison, self.term(right))
            }
            Formula::Changes(how_many, pairs) => Formula::Changes(*how_many, pairs.clone()),
            Formula::Not(inner) => Formula::Not(inside(self, inner)),
            Formula::And(parts) => Formula::And(self.formulas(parts)),
            Formula::Or(parts) => Formula::Or(self.formulas(parts)),
            Formula::Implies(left, right) => {
                Formula::Implies(inside(self, left), inside(self, right))
            }
            Formula::Iff(left, right) => Formula::Iff(inside(self, left), inside(self, right)),
            Formula::Exists(variable, body) => {
                let (variable, body) = self.quantified(variable, body);
                Formula::Exists(variable, body)
            }
            Formula::Forall(variable, body) => {
                let (variable, body) = self.quantified(variable, body);
                Formula::Forall(variable, body)
            }
            Formula::Member(tuple, set) => Formula::Member(self.terms(tuple), Arc::clone(set)),
            Formula::Named(name, inner) => {
                Formula::Named(Arc::clone(name), Arc::new(self.formula(inner)))
            }
        }
    }

    fn quantified(&mut self, variable: &Variable, body: &Formula) -> (Variable, Box<Formula>) {
        let new = self.bind(variable);
        let body = Box::new(self.formula(body));
        self.renamed.pop();
        (new, body)
    }
}
