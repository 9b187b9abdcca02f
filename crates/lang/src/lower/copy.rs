//! Copies of terms and formulas, in which every quantifier binds a variable of its own.
//!
//! Whatever is written once and used twice — an argument of a `let`, the middle of a chain, the bound of two variables,
//! a set in a union — must not bind the same variable at two places (see [`rules::binding`]). A closed set that is
//! mentioned twice is not copied: it is one place.

use std::convert::Infallible;

use logic::fold::{self, Fold};
use logic::visit::FormulaPart;
use logic::{Formula, Piece, Term, Variable};

use super::GameLowering;

impl GameLowering<'_, '_> {
    /// The term, with new variables for those that it binds.
    pub(super) fn copy_term(&mut self, term: Term) -> Term {
        let binds = |part: FormulaPart<'_>| {
            matches!(
                part,
                FormulaPart::Formula(Formula::Exists(..) | Formula::Forall(..))
            )
        };
        if !FormulaPart::from(&term).any(binds) {
            return term;
        }
        let Ok(term) = self.copy().term(&term);
        term
    }

    /// The piece of a set, with new variables.
    pub(super) fn copy_piece(&mut self, piece: &Piece) -> Piece {
        let mut copy = self.copy();
        let variables = piece.variables.iter().map(|variable| copy.bind(variable));
        let variables = variables.collect::<Vec<_>>();
        let Ok(tuple) = fold::terms(&piece.tuple, &mut copy);
        let Ok(condition) = copy.formula(&piece.condition);
        Piece::new(tuple, variables, condition)
    }

    fn copy(&mut self) -> VariableRenamer<'_> {
        VariableRenamer {
            next: &mut self.next_variable,
            renamed: Vec::new(),
        }
    }
}

struct VariableRenamer<'n> {
    next: &'n mut u32,
    /// The variables bound around this place, each with its new one.
    renamed: Vec<(u32, Variable)>,
}

impl Fold for VariableRenamer<'_> {
    type Error = Infallible;

    fn term(&mut self, term: &Term) -> Result<Term, Infallible> {
        let Term::Variable(variable) = term else {
            return term.fold_parts(self);
        };
        let mut renamed = self.renamed.iter().rev();
        let here = renamed.find(|(id, _)| *id == variable.id());
        Ok(here.map_or_else(|| term.clone(), |(_, new)| Term::from(new)))
    }

    fn bind(&mut self, variable: &Variable) -> Variable {
        let new = Variable::new(*self.next, variable.name());
        *self.next += 1;
        self.renamed.push((variable.id(), new.clone()));
        new
    }

    fn release(&mut self) {
        self.renamed.pop();
    }
}
