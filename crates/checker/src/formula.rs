//! The formulas of a game as trees over tables, straight from their meaning.
//!
//! A relation with hidden numbers (see `term`), like a quantified formula, becomes the table of the numbers for which
//! some hidden ones exist.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::{Rc, Weak};

use rustc_hash::FxHashMap;
use watch::Watch;

use super::digits::DigitSystem;
use super::form::TrackSum;
use super::search::TreeSearch;
use super::statement::{Formula, Variable};
use super::table::Table;
use super::tree::TableFormula;
use super::{Refusal, fits};

/// Hidden numbers stand on tracks from here on.
pub const FIRST_HIDDEN: usize = 1 << 40;
/// Bound variables stand on tracks from here on, before the piles.
pub const FIRST_BOUND: usize = 1 << 24;
/// Beyond so many hidden tracks, and so many tracks, numbers are hidden one by one: the letters of all together are too
/// many. Below, one by one takes larger tables and more time (measured on the claims of the catalogue).
const MOST_TOGETHER: (usize, usize) = (3, 6);

/// Translates formulas over one numeration system.
pub struct Formulas<'a> {
    pub digits: &'a DigitSystem,
    pub watch: &'a dyn Watch,
    pub floor: Option<Table>,
    fresh: Cell<usize>,
    /// What variables stand for, by their numbers.
    known: RefCell<Vec<(usize, TrackSum)>>,
    /// The periods of bound variables, by their numbers, of which each remainder is looked at.
    pub periods: &'a [i64],
    /// Tracks whose numbers are smaller than a bound, wherever they are used.
    pub below: RefCell<FxHashMap<usize, i64>>,
    /// How many states were visited.
    pub states: Cell<usize>,
    /// The tables that may still be in use, and about how many bytes they take.
    tables: RefCell<Vec<Weak<Table>>>,
    bytes: Cell<u64>,
}

impl<'a> Formulas<'a> {
    pub fn new(digits: &'a DigitSystem, watch: &'a dyn Watch) -> Result<Self, Refusal> {
        Ok(Self {
            digits,
            watch,
            floor: digits.floor()?,
            fresh: Cell::new(FIRST_HIDDEN),
            known: RefCell::default(),
            periods: &[],
            below: RefCell::default(),
            states: Cell::new(0),
            tables: RefCell::default(),
            bytes: Cell::new(0),
        })
    }

    /// Translates where the first variables stand for these forms.
    pub fn with<T>(&self, known: &[TrackSum], translate: impl FnOnce() -> T) -> T {
        let known = known.iter().cloned().enumerate().collect();
        let before = self.known.replace(known);
        let result = translate();
        self.known.replace(before);
        result
    }

    /// Translates where these variables stand for these forms, too.
    pub fn with_values<T>(
        &self,
        variables: &[Variable],
        forms: &[TrackSum],
        translate: impl FnOnce() -> T,
    ) -> T {
        let values = variables.iter().map(|variable| variable.number);
        let before = self.known.borrow().len();
        self.known
            .borrow_mut()
            .extend(values.zip(forms.iter().cloned()));
        let result = translate();
        self.known.borrow_mut().truncate(before);
        result
    }

    /// A variable: what it stands for, or the number on its own track.
    pub fn value(&self, variable: &Variable) -> TrackSum {
        let known = self.known.borrow();
        let known = known.iter().rev().find(|known| known.0 == variable.number);
        known.map_or_else(|| TrackSum::track(own(variable)), |known| known.1.clone())
    }

    /// Is it plain that a form is less than a bound, and not negative?
    pub fn is_below(&self, form: &TrackSum, bound: i64) -> bool {
        match form.parts[..] {
            [] => (0..bound).contains(&form.constant),
            [(track, 1)] if form.constant == 0 => {
                let below = self.below.borrow().get(&track).copied();
                below.is_some_and(|below| below <= bound)
            }
            _ => false,
        }
    }

    /// A sentence that is true at least if the variables of its first quantifiers have these values.
    pub fn with_witness(&self, formula: &Formula, values: &[i64]) -> Result<TableFormula, Refusal> {
        self.with(&[], || self.witnessed(formula, values, true))
    }

    /// Under a negation, for all numbers means that some number is enough to refute it.
    fn witnessed(
        &self,
        formula: &Formula,
        values: &[i64],
        wanted: bool,
    ) -> Result<TableFormula, Refusal> {
        let Some((&value, rest)) = values.split_first() else {
            return self.formula(formula);
        };
        match (formula, wanted) {
            (Formula::Not(inner), _) => Ok(self.witnessed(inner, values, !wanted)?.negated()),
            (Formula::Exists(variable, body), true) | (Formula::Forall(variable, body), false)
                if value >= 0 =>
            {
                let value = (variable.number, TrackSum::constant(value));
                self.known.borrow_mut().push(value);
                self.witnessed(body, rest, wanted)
            }
            _ => Err(Refusal::Wrong("it needs no such witness".to_owned())),
        }
    }

    /// A table that reads some tracks, counted as long as it is in use.
    pub fn leaf(&self, table: Table, tracks: Vec<usize>) -> Result<TableFormula, Refusal> {
        let leaf = TableFormula::leaf(table, tracks);
        let TableFormula::Leaf(table, ..) = &leaf else {
            return Ok(leaf);
        };
        let mut tables = self.tables.borrow_mut();
        tables.push(Rc::downgrade(table));
        self.bytes.set(self.bytes.get() + table.bytes());
        let allowed = self.watch.memory_limit().unwrap_or(u64::MAX);
        if self.bytes.get() > allowed / 4 {
            tables.retain(|table| table.strong_count() > 0);
            let used = tables.iter().filter_map(Weak::upgrade);
            self.bytes.set(used.map(|table| table.bytes()).sum());
        }
        fits(self.watch, self.bytes.get())?;
        Ok(leaf)
    }

    /// Do no numbers satisfy the tree?
    pub fn is_impossible(&self, tree: &TableFormula) -> Result<bool, Refusal> {
        let mut search = TreeSearch::new(self.digits, self.watch, tree, &[], self.bytes.get())?;
        let answer = search.is_impossible();
        self.states.set(self.states.get() + search.states());
        answer
    }

    /// The table of the numbers on the visible tracks for which some numbers on the others satisfy the tree.
    pub fn some(&self, tree: &TableFormula, visible: &[usize]) -> Result<TableFormula, Refusal> {
        let mut search = TreeSearch::new(self.digits, self.watch, tree, visible, self.bytes.get())?;
        let table = search.some();
        self.states.set(self.states.get() + search.states());
        drop(search);
        self.leaf(table?, visible.to_vec())
    }

    pub fn formula(&self, formula: &Formula) -> Result<TableFormula, Refusal> {
        self.watch.check()?;
        let all = |parts: &[Formula]| {
            parts
                .iter()
                .map(|part| self.formula(part))
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(match formula {
            Formula::Constant(value) => TableFormula::Constant(*value),
            Formula::Compare(left, relation, right) => self.compare(left, *relation, right)?,
            Formula::Not(inner) => self.formula(inner)?.negated(),
            Formula::And(parts) => TableFormula::and(all(parts)?),
            Formula::Or(parts) => TableFormula::or(all(parts)?),
            Formula::Implies(parts) => TableFormula::or(vec![
                self.formula(&parts.0)?.negated(),
                self.formula(&parts.1)?,
            ]),
            Formula::Iff(parts) => {
                // Each side stands there twice, and may hold the same again.
                let left = self.one_table(self.formula(&parts.0)?)?;
                let right = self.one_table(self.formula(&parts.1)?)?;
                let neither = TableFormula::and(vec![left.negated(), right.negated()]);
                TableFormula::or(vec![TableFormula::and(vec![left, right]), neither])
            }
            Formula::Exists(..) => self.quantified(formula, true)?,
            Formula::Forall(..) => self.quantified(formula, false)?.negated(),
            Formula::Matches(term, system, pattern) => self.matches(term, system, pattern)?,
            Formula::EveryPlace(terms, system, digits, body) => {
                self.every_place(terms, system, digits, body)?
            }
            Formula::Automaton(terms, system, table) => self.automaton(terms, system, table)?,
        })
    }

    /// Neighbouring quantifiers of one kind together: for some numbers the body is true, or, for `forall`, false.
    fn quantified(&self, formula: &Formula, existential: bool) -> Result<TableFormula, Refusal> {
        let (mut hidden, mut body) = (Vec::new(), formula);
        while let (true, Formula::Exists(variable, inner))
        | (false, Formula::Forall(variable, inner)) = (existential, body)
        {
            hidden.push(variable);
            body = inner;
        }
        self.some_values(body, existential, &hidden, &[])
    }

    /// For some numbers on the tracks of variables the body has a truth value. A variable `n` with a period `p` is `p·q + r`,
    /// for each `r < p` in turn.
    fn some_values(
        &self,
        body: &Formula,
        wanted: bool,
        variables: &[&Variable],
        hidden: &[usize],
    ) -> Result<TableFormula, Refusal> {
        let Some((variable, others)) = variables.split_first() else {
            let tree = self.formula(body)?;
            return self.hiding(&if wanted { tree } else { tree.negated() }, hidden);
        };
        let hidden = [hidden, &[own(variable)]].concat();
        let period = self.periods.get(variable.number).copied();
        let (period, mut alternatives) = (period.unwrap_or(1), Vec::new());
        for rest in 0..period {
            let form = TrackSum::constant(rest).plus(period, &TrackSum::track(own(variable)))?;
            self.known.borrow_mut().push((variable.number, form));
            let some = self.some_values(body, wanted, others, &hidden);
            self.known.borrow_mut().pop();
            alternatives.push(some?);
        }
        match period {
            1 => Ok(alternatives.remove(0)),
            _ => self.one_table(TableFormula::or(alternatives)),
        }
    }

    /// Some numbers on the hidden tracks satisfy the tree.
    pub fn hiding(&self, tree: &TableFormula, hidden: &[usize]) -> Result<TableFormula, Refusal> {
        let mut visible = tree.tracks();
        let all = visible.len();
        visible.retain(|track| !hidden.contains(track));
        let many = (all - visible.len() > MOST_TOGETHER.0) && all > MOST_TOGETHER.1;
        match tree {
            _ if visible.len() == all => Ok(tree.clone()),
            TableFormula::And(parts) if many => self.one_by_one(parts, hidden),
            TableFormula::And(parts) => {
                // What does not speak of them stays as it is.
                let parts = parts.iter().cloned();
                let (with, mut all): (Vec<TableFormula>, Vec<TableFormula>) =
                    parts.partition(|part| part.tracks().iter().any(|own| hidden.contains(own)));
                let with = TableFormula::and(with);
                let mut visible = with.tracks();
                visible.retain(|track| !hidden.contains(track));
                all.push(self.some(&with, &Vec::from_iter(visible))?);
                Ok(TableFormula::and(all))
            }
            _ => self.some(tree, &Vec::from_iter(visible)),
        }
    }

    /// The same, one hidden number after the other: first the one that stands beside the fewest others.
    fn one_by_one(
        &self,
        parts: &[TableFormula],
        hidden: &[usize],
    ) -> Result<TableFormula, Refusal> {
        let mut left: BTreeSet<usize> = hidden.iter().copied().collect();
        let mut parts: Vec<(TableFormula, BTreeSet<usize>)> = parts
            .iter()
            .map(|part| (part.clone(), part.tracks()))
            .collect();
        loop {
            let beside = |track: usize| {
                let own = parts.iter().filter(|part| part.1.contains(&track));
                own.flat_map(|part| part.1.iter().copied())
                    .collect::<BTreeSet<_>>()
            };
            let Some(&next) = left.iter().min_by_key(|&&track| beside(track).len()) else {
                return Ok(TableFormula::and(
                    parts.into_iter().map(|part| part.0).collect(),
                ));
            };
            left.remove(&next);
            let mut visible = beside(next);
            visible.remove(&next);
            let (with, without) = parts.into_iter().partition(|part| part.1.contains(&next));
            parts = without;
            let with: Vec<(TableFormula, BTreeSet<usize>)> = with;
            let with = TableFormula::and(with.into_iter().map(|part| part.0).collect());
            let some = self.some(&with, &Vec::from_iter(visible))?;
            let tracks = some.tracks();
            parts.push((some, tracks));
        }
    }

    pub fn hide(&self) -> usize {
        self.fresh.replace(self.fresh.get() + 1)
    }
}

/// The track of a bound variable.
fn own(variable: &Variable) -> usize {
    FIRST_BOUND + variable.number
}
