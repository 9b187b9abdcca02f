//! A game written as formulas.
//!
//! A [`Spec`] is what a `.game` file means once its parameters are known. The same formulas are enumerated
//! by the solver, quoted by the legality check and proved by the prover.

use std::ops::{ControlFlow, Deref};
use std::sync::{Arc, OnceLock};

use logic::watch::Watch;
use logic::words::Prepared;
use logic::{Formula, Set, Term, Variable};
use numeration::abbreviated::abbreviated;
use numeration::natural::Natural;
use numeration::real::Real;

use crate::narrow;
use crate::position::Position;
use crate::ruleset::{Kind, Legality, Move, PositionError, RulesError, Ruleset};
use crate::{legality, moves};

/// A ruleset and the claims about it, as formulas over the piles before and after a move.
///
/// With `d` piles, variable `i` is pile `i` before the move and variable `d + i` the same pile after it,
/// before any sorting. Quantified variables have larger numbers, all distinct in one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The name with its parameters, as the command line takes it: `succinct-rat:d=4`.
    pub name: String,
    /// The title: `The Rat game`.
    pub title: String,
    /// Where the game comes from.
    pub source: Option<String>,
    /// The parameters with the values they have here.
    pub parameters: Vec<Setting>,
    /// The piles.
    pub piles: Piles,
    /// Which vectors are positions, besides that sorted piles are in order; all if nothing is said.
    pub domain: Option<Formula>,
    /// The kinds of move: alternatives.
    pub moves: Vec<MoveRule>,
    /// Positions from which no move is allowed, besides those that have none.
    pub ends: Option<Formula>,
    /// So many options the opponent may forbid before each move, counted as positions.
    pub blocking: u32,
    /// The claimed P-positions.
    pub p_positions: Option<Arc<Set>>,
    /// The claimed P-positions of misère play, in which whoever cannot move wins.
    pub misere_p_positions: Option<Arc<Set>>,
    /// The claimed nim-values.
    pub nim_values: Vec<NimValueClaim>,
    /// Claimed sentences.
    pub theorems: Vec<Theorem>,
    /// The columns of the paper's table, as terms in the piles of a P-position.
    pub columns: Vec<Column>,
}

/// The value of a parameter of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameter {
    /// An exact number: `d = 3`, `beta = 2+sqrt(2)`.
    Number(Real),
    /// A finite set of numbers: `set = {1,2,3}`.
    Set(Vec<u64>),
    /// Another set: infinite, of tuples, or of numbers beyond 64 bits.
    Members(Arc<Set>),
    /// A word: `reading = strict`.
    Word(String),
}

/// A parameter with the value that it has here. Two are equal if name and value are, however the value is written.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The name of the parameter.
    pub name: String,
    /// Its value.
    pub value: Parameter,
    /// The value as the command line takes it: `2+sqrt(2)`.
    pub written: String,
}

impl PartialEq for Setting {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.value) == (&other.name, &other.value)
    }
}

/// The piles of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piles {
    /// Their names; for sorted piles from the smallest to the largest.
    pub names: Vec<Arc<str>>,
    /// Which of them a position shows sorted.
    pub order: PileOrder,
}

/// Whether the order of the piles matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PileOrder {
    /// Unordered piles, always shown from the smallest to the largest.
    Sorted,
    /// Each pile has its place.
    Ordered,
    /// So many of the first piles are unordered and shown sorted; each of the others, at least one, has its place.
    Mixed(usize),
}

impl PileOrder {
    /// How many of the first piles are sorted, of so many piles.
    pub fn sorted(self, piles: usize) -> usize {
        match self {
            Self::Sorted => piles,
            Self::Ordered => 0,
            Self::Mixed(sorted) => sorted.min(piles),
        }
    }

    /// Puts the piles that are sorted in order.
    pub fn sort<T: Ord>(self, piles: &mut [T]) {
        let sorted = self.sorted(piles.len());
        piles[..sorted].sort_unstable();
    }

    /// Are the piles that are sorted in order?
    pub fn is_kept_by<T: PartialOrd>(self, piles: &[T]) -> bool {
        piles[..self.sorted(piles.len())].is_sorted()
    }
}

/// One kind of move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRule {
    /// Its name.
    pub kind: Kind,
    /// What it says in words.
    pub caption: Option<String>,
    /// What must hold, all of it. Implied besides: no pile grows and some pile shrinks.
    pub clauses: Clauses,
}

/// Formulas that must hold, all of them. They never change: what is worked out about them once stays true.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    formulas: Vec<Formula>,
    prepared: OnceLock<Box<[Prepared]>>,
}

impl Clauses {
    /// The same, ready to be asked about machine words.
    pub(crate) fn prepared(&self) -> &[Prepared] {
        self.prepared
            .get_or_init(|| self.formulas.iter().map(Prepared::new).collect())
    }
}

impl From<Vec<Formula>> for Clauses {
    fn from(formulas: Vec<Formula>) -> Self {
        Self {
            formulas,
            prepared: OnceLock::new(),
        }
    }
}

impl Deref for Clauses {
    type Target = [Formula];

    fn deref(&self) -> &[Formula] {
        &self.formulas
    }
}

impl<'c> IntoIterator for &'c Clauses {
    type Item = &'c Formula;
    type IntoIter = std::slice::Iter<'c, Formula>;

    fn into_iter(self) -> Self::IntoIter {
        self.formulas.iter()
    }
}

impl PartialEq for Clauses {
    fn eq(&self, other: &Self) -> bool {
        self.formulas == other.formulas
    }
}

/// `nim-value if COND = TERM`: where the condition holds, the nim-value is the term.
#[derive(Clone, Debug, PartialEq)]
pub struct NimValueClaim {
    /// The positions it speaks of.
    pub condition: Formula,
    /// Their nim-value.
    pub value: Term,
}

/// A closed sentence with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Theorem {
    /// Its name: `Lemma 3(ii)`.
    pub name: String,
    /// What it says.
    pub sentence: Formula,
}

/// A column of a table of P-positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its head.
    pub head: String,
    /// Its entries, in terms of the piles.
    pub term: Term,
}

impl Spec {
    /// How many piles there are.
    pub fn dimension(&self) -> usize {
        self.piles.names.len()
    }

    /// Pile `index` before the move.
    pub fn before(&self, index: usize) -> Variable {
        Variable::new(narrow::count(index), self.piles.names[index].clone())
    }

    /// The same pile after the move, before any sorting.
    pub fn after(&self, index: usize) -> Variable {
        let name = format!("{}'", self.piles.names[index]);
        Variable::new(narrow::count(self.dimension() + index), name)
    }

    /// The kinds that allow a move, none if it is illegal; nothing where numbers beyond machine words would have to be looked at.
    pub fn kinds_on_words(&self, from: &Position, to: &Position) -> Option<Vec<Kind>> {
        legality::kinds_of_words(self, from, to)
    }
}

impl Ruleset for Spec {
    fn name(&self) -> &str {
        &self.name
    }

    fn pile_names(&self) -> Option<&[Arc<str>]> {
        Some(&self.piles.names)
    }

    fn position(&self, mut piles: Vec<Natural>) -> Result<Position, PositionError> {
        if piles.len() != self.dimension() {
            return Err(PositionError::WrongNumberOfPiles {
                game: self.name.clone(),
                expected: self.dimension(),
                given: piles,
            });
        }
        self.piles.order.sort(&mut piles);
        if let Some(reason) = self.not_a_position(&piles) {
            let shown: Vec<String> = piles.iter().map(abbreviated).collect();
            let (shown, name) = (shown.join(", "), &self.name);
            return Err(PositionError::NotAPosition {
                reason: format!("({shown}) is not a position of {name}: {reason}"),
                given: piles,
            });
        }
        Ok(Position::unchecked(piles))
    }

    fn blocking(&self) -> u32 {
        self.blocking
    }

    fn has(&self, position: &Position) -> bool {
        let piles = position.piles();
        piles.len() == self.dimension()
            && self.piles.order.is_kept_by(piles)
            && self.not_a_position(piles).is_none()
    }

    fn legal(
        &self,
        from: &Position,
        to: &Position,
        watch: &dyn Watch,
    ) -> Result<Legality, RulesError> {
        legality::legal(self, from, to, watch)
    }

    fn for_each_move(
        &self,
        from: &Position,
        watch: &dyn Watch,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, RulesError> {
        moves::for_each_move(self, from, watch, visit)
    }
}
