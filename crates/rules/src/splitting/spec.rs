//! The rules of a game in which heaps split, as formulas.
//!
//! A [`SplittingSpec`] is what a `.game` file with `becomes` means once its parameters are known.

use logic::Variable;

use crate::ruleset::Kind;
use crate::spec::{Clauses, Spec};

/// With more parts a move would have too many arrangements of them.
pub const MOST_PARTS: usize = 5;

/// A ruleset in which one heap is replaced by several, and the claims about single heaps.
#[derive(Clone, Debug, PartialEq)]
pub struct SplittingSpec {
    /// What the file says besides its moves, as a game on one pile, which is variable 0: names, parameters and claims, which are
    /// about a single heap. It has no moves of its own.
    pub heap: Spec,
    /// The kinds of move: alternatives.
    pub moves: Vec<SplitRule>,
}

/// One kind of move: what a heap may become.
#[derive(Clone, Debug, PartialEq)]
pub struct SplitRule {
    /// Its name.
    pub kind: Kind,
    /// What it says in words.
    pub caption: Option<String>,
    /// The parts; at least one, and at most [`MOST_PARTS`]. Parts that are 0 vanish.
    pub parts: Vec<Variable>,
    /// What must hold of the heap and its parts, all of it. Implied besides: every part is smaller than the heap.
    pub clauses: Clauses,
}

impl SplittingSpec {
    /// The heap before the move.
    pub fn heap_variable(&self) -> Variable {
        self.heap.before(0)
    }
}
