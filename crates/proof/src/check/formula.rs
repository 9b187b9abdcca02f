//! The formulas of a game as trees over tables, straight from their meaning.
//!
//! A comparison with hidden numbers (see `term`), like a quantified formula, becomes the table of the numbers for which
//! some hidden ones exist.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use logic::watch::Watch;
use logic::{Comparison, Formula, HowMany, Set, Term, Variable};

use super::Refusal;
use super::digits::Digits;
use super::form::Form;
use super::search::Search;
use super::table::Table;
use super::term::{Case, product};
use super::tree::Tree;

/// Hidden numbers stand on tracks from here on. A variable that is not quantified stands on the track of its own number.
const FIRST_HIDDEN: usize = 1 << 40;
/// Translates formulas over one numeration system.
pub(super) struct Formulas<'a> {
    pub(super) digits: &'a Digits,
    watch: &'a dyn Watch,
    pub(super) floor: Option<Table>,
    fresh: Cell<usize>,
    /// The variables that have a value, with their tracks, the innermost last.
    scope: RefCell<Vec<(Variable, usize)>>,
    /// How many states were visited.
    pub(super) states: Cell<usize>,
}

impl<'a> Formulas<'a> {
    pub(super) fn new(digits: &'a Digits, watch: &'a dyn Watch) -> Result<Self, Refusal> {
        Ok(Self {
            digits,
            watch,
            floor: digits.floor()?,
            fresh: Cell::new(FIRST_HIDDEN),
            scope: RefCell::default(),
            states: Cell::new(0),
        })
    }

    /// What a translation gives while some variables stand on these tracks.
    pub(super) fn with<T>(&self, values: &[(Variable, usize)], translate: impl FnOnce() -> T) -> T {
        let before = self.scope.borrow().len();
        self.scope.borrow_mut().extend_from_slice(values);
        let result = translate();
        self.scope.borrow_mut().truncate(before);
        result
    }

    /// The track of a variable.
    pub(super) fn track(&self, variable: &Variable) -> usize {
        let scope = self.scope.borrow();
        let known = scope.iter().rev().find(|(other, _)| other == variable);
        known.map_or(variable.id() as usize, |(_, track)| *track)
    }

    /// New tracks for variables.
    fn bind(&self, variables: &[Variable]) -> Vec<(Variable, usize)> {
        variables
            .iter()
            .map(|variable| (variable.clone(), self.hide()))
            .collect()
    }

    /// Do no numbers satisfy the tree?
    pub(super) fn is_impossible(&self, tree: &Tree) -> Result<bool, Refusal> {
        let mut search = Search::new(self.digits, self.watch, tree, &[])?;
        let answer = search.is_impossible();
        self.states.set(self.states.get() + search.states());
        answer
    }

    /// The table of the numbers on the visible tracks for which some numbers on the others satisfy the tree.
    pub(super) fn some(&self, tree: &Tree, visible: &[usize]) -> Result<Tree, Refusal> {
        let mut search = Search::new(self.digits, self.watch, tree, visible)?;
        let table = search.some();
        self.states.set(self.states.get() + search.states());
        Ok(Tree::leaf(table?, visible.to_vec()))
    }

    pub(super) fn formula(&self, formula: &Formula) -> Result<Tree, Refusal> {
        let all = |parts: &[Formula]| {
            parts
                .iter()
                .map(|part| self.formula(part))
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(match formula {
            Formula::Constant(value) => Tree::Constant(*value),
            Formula::Compare(left, comparison, right) => self.compare(left, *comparison, right)?,
            Formula::Changes(how_many, pairs) => self.changes(*how_many, pairs)?,
            Formula::Not(inner) => self.formula(inner)?.negated(),
            Formula::And(parts) => Tree::and(all(parts)?),
            Formula::Or(parts) => Tree::or(all(parts)?),
            Formula::Implies(left, right) => {
                Tree::or(vec![self.formula(left)?.negated(), self.formula(right)?])
            }
            Formula::Iff(left, right) => {
                let (left, right) = (self.formula(left)?, self.formula(right)?);
                let neither = Tree::and(vec![left.negated(), right.negated()]);
                Tree::or(vec![Tree::and(vec![left, right]), neither])
            }
            Formula::Exists(..) => self.exists(formula)?,
            Formula::Forall(variable, body) => {
                let body = Box::new(Formula::Not(body.clone()));
                self.exists(&Formula::Exists(variable.clone(), body))?
                    .negated()
            }
            Formula::Member(tuple, set) => self.member(tuple, set)?,
            Formula::Named(_, inner) => self.formula(inner)?,
        })
    }

    /// Neighbouring quantifiers together.
    fn exists(&self, formula: &Formula) -> Result<Tree, Refusal> {
        let (mut variables, mut body) = (Vec::new(), formula);
        while let Formula::Exists(variable, inner) = body.unnamed() {
            variables.push(variable.clone());
            body = inner;
        }
        let values = self.bind(&variables);
        let tree = self.with(&values, || self.formula(body))?;
        self.hiding(
            &tree,
            &values.iter().map(|value| value.1).collect::<Vec<_>>(),
        )
    }

    /// Some numbers on the hidden tracks satisfy the tree.
    fn hiding(&self, tree: &Tree, hidden: &[usize]) -> Result<Tree, Refusal> {
        let mut tracks = BTreeSet::new();
        tree.tracks(&mut tracks);
        let visible: Vec<usize> = tracks
            .iter()
            .copied()
            .filter(|track| !hidden.contains(track))
            .collect();
        if visible.len() == tracks.len() {
            Ok(tree.clone())
        } else {
            self.some(tree, &visible)
        }
    }

    fn member(&self, tuple: &[Term], set: &Set) -> Result<Tree, Refusal> {
        let given = tuple
            .iter()
            .map(|term| self.term(term))
            .collect::<Result<Vec<_>, _>>()?;
        let mut pieces = Vec::new();
        for piece in &set.pieces {
            let values = self.bind(&piece.variables);
            let tree = self.with(&values, || {
                let mut parts = vec![self.formula(&piece.condition)?];
                for (given, own) in given.iter().zip(&piece.tuple) {
                    parts.push(self.related(given, Comparison::Equal, &self.term(own)?)?);
                }
                Ok(Tree::and(parts))
            })?;
            pieces.push(self.hiding(
                &tree,
                &values.iter().map(|value| value.1).collect::<Vec<_>>(),
            )?);
        }
        Ok(Tree::or(pieces))
    }

    /// At most `k` of `m` pairs differ if some `m − k` are equal; at least `k` if some `k` differ.
    fn changes(&self, how_many: HowMany, pairs: &[(Variable, Variable)]) -> Result<Tree, Refusal> {
        let mut equal = Vec::new();
        for (before, after) in pairs {
            let difference =
                Form::track(self.track(before)).plus(-1, &Form::track(self.track(after)))?;
            equal.push(self.zero(&difference)?);
        }
        if equal.len() > 12 {
            return Err(Refusal::TooLarge);
        }
        let some = |count: usize, trees: &[Tree]| {
            let sets = (0u32..1 << trees.len()).filter(|set| set.count_ones() as usize == count);
            let chosen = |set: u32| (0..trees.len()).filter(move |index| set >> index & 1 == 1);
            Tree::or(
                sets.map(|set| Tree::and(chosen(set).map(|index| trees[index].clone()).collect()))
                    .collect(),
            )
        };
        let differ: Vec<Tree> = equal.iter().map(Tree::negated).collect();
        let at_most = |k: usize| {
            equal
                .len()
                .checked_sub(k)
                .map_or(Tree::Constant(true), |count| some(count, &equal))
        };
        let at_least = |k: usize| some(k, &differ);
        Ok(match how_many {
            HowMany::AtMost(k) => at_most(k),
            HowMany::AtLeast(k) => at_least(k),
            HowMany::Exactly(k) => Tree::and(vec![at_most(k), at_least(k)]),
        })
    }

    pub(super) fn compare(
        &self,
        left: &Term,
        comparison: Comparison,
        right: &Term,
    ) -> Result<Tree, Refusal> {
        self.related(&self.term(left)?, comparison, &self.term(right)?)
    }

    /// The number on a track is the value of a term.
    pub(super) fn is(&self, track: usize, term: &Term) -> Result<Tree, Refusal> {
        self.related(
            &[Case::plain(Form::track(track))],
            Comparison::Equal,
            &self.term(term)?,
        )
    }

    pub(super) fn related(
        &self,
        left: &[Case],
        comparison: Comparison,
        right: &[Case],
    ) -> Result<Tree, Refusal> {
        let (mut alternatives, mut hidden) = (Vec::new(), Vec::new());
        for case in product(left, right, |left, right| left.plus(-1, right))? {
            let relation = self.relate(&case.value, comparison)?;
            hidden.extend(case.hidden);
            alternatives.push(Tree::and([vec![relation], case.conditions].concat()));
        }
        self.hiding(&Tree::or(alternatives), &hidden)
    }

    /// A form compared with 0.
    pub(super) fn relate(&self, form: &Form, comparison: Comparison) -> Result<Tree, Refusal> {
        Ok(match comparison {
            Comparison::Equal => self.zero(form)?,
            Comparison::NotEqual => self.zero(form)?.negated(),
            Comparison::GreaterOrEqual => self.not_negative(form)?,
            Comparison::Less => self.not_negative(form)?.negated(),
            Comparison::LessOrEqual => self.not_negative(&Form::default().plus(-1, form)?)?,
            Comparison::Greater => self
                .not_negative(&Form::default().plus(-1, form)?)?
                .negated(),
        })
    }

    pub(super) fn zero(&self, form: &Form) -> Result<Tree, Refusal> {
        Ok(Tree::leaf(self.digits.compare(form, true)?, form.tracks()))
    }

    pub(super) fn not_negative(&self, form: &Form) -> Result<Tree, Refusal> {
        Ok(Tree::leaf(self.digits.compare(form, false)?, form.tracks()))
    }

    pub(super) fn hide(&self) -> usize {
        self.fresh.replace(self.fresh.get() + 1)
    }
}
