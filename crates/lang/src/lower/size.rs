//! How large terms and formulas are.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;

use logic::visit::{FormulaPart, Visitor};
use logic::{Formula, Set, Term};

/// The number of parts and how deeply they are nested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) size: usize,
    pub(super) height: usize,
    depth: usize,
}

/// The size of several terms side by side.
pub(super) fn of_terms<'a>(mut terms: impl Iterator<Item = &'a Term>) -> Size {
    let mut size = Size::default();
    let ControlFlow::Continue(()) = size.inside(|size| terms.try_for_each(|term| size.term(term)));
    size
}

type Walk = ControlFlow<Infallible>;

impl Size {
    fn inside(&mut self, walk: impl FnOnce(&mut Self) -> Walk) -> Walk {
        self.size += 1;
        self.depth += 1;
        self.height = self.height.max(self.depth);
        walk(self)?;
        self.depth -= 1;
        ControlFlow::Continue(())
    }
}

impl<'f> Visitor<'f> for Size {
    type Break = Infallible;

    fn term(&mut self, term: &'f Term) -> Walk {
        self.inside(|size| FormulaPart::Term(term).visit_parts(size))
    }

    fn formula(&mut self, formula: &'f Formula) -> Walk {
        self.inside(|size| FormulaPart::Formula(formula).visit_parts(size))
    }

    fn set(&mut self, set: &'f Arc<Set>) -> Walk {
        self.size += set.pieces.len();
        self.inside(|size| size.inside(|size| set.visit_parts(size)))
    }
}
