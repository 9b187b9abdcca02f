//! The subset construction: for which numbers on the visible tracks do some numbers on the others satisfy a tree?
//!
//! A node stands for the set of states that the digits on the visible tracks allow. Numbers on hidden tracks may be longer
//! than those on visible ones, so that it begins with all states that zeros on the visible tracks lead to. States are
//! numbered, and where each leads to is found out once, because one state is in many sets. Those from which nothing accepts
//! are left out: sets that differ in them alone are one.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Refusal;
use super::minimal::Sources;
use super::search::{State, TreeSearch};
use super::table::{ALL, NONE, Table, TableNode, number};

/// The digits on the visible tracks, as one number, and a state that they lead to.
type Step = (u64, u32);

impl TreeSearch<'_> {
    /// The canonical table of the numbers on the visible tracks for which some numbers on the others satisfy the tree.
    pub(super) fn some(&mut self) -> Result<Table, Refusal> {
        if self.visible.is_empty() {
            return Ok(Table::constant(0, !self.is_impossible()?));
        }
        let letters = u64::try_from(self.radix).ok();
        if letters
            .and_then(|radix| radix.checked_pow(number(self.visible.len())))
            .is_none()
        {
            return Err(Refusal::TooLarge);
        }
        let mut zeros = |search: &Self, place, state: &State, visit: &mut dyn FnMut(&[u32])| {
            search.each_successor(place, state, true, &mut |_, next| visit(next));
        };
        let reached = self.reached(&mut zeros, false)?.unwrap_or_default();
        let between_letters = reached.into_iter().next().unwrap_or_default();
        let mut sets = SubsetConstruction {
            numbers: vec![FxHashMap::default(); self.digits.radices.len()],
            ..SubsetConstruction::default()
        };
        for state in &between_letters {
            sets.number(self, 0, state);
        }
        sets.explore(self)?;
        let (mut start, alive) = (
            Vec::from_iter(0..number(between_letters.len())),
            sets.alive(),
        );
        start.retain(|&state| alive[state as usize]);
        let start = sets.node(self, 0, &start);
        while let Some((place, set, node)) = sets.queue.pop() {
            let members = set.iter().map(|&state| &sets.states[state as usize]);
            let accepts = place == 0 && members.clone().any(|state| state.accepts);
            let mut steps: Vec<Step> = members.flat_map(|state| &state.steps).copied().collect();
            self.took(steps.len());
            steps.sort_unstable();
            steps.dedup();
            let next = sets.successors(self, place, &steps, 0);
            let row = &mut sets.rows[node as usize - 2];
            (row.accepts, row.next) = (accepts, next);
            self.count(sets.states.len(), sets.bytes(self))?;
        }
        let table = Table {
            tracks: self.visible.len(),
            start,
            rows: sets.rows,
        };
        Ok(table.canonical(self.watch)?)
    }
}

/// A table under construction.
#[derive(Default)]
struct SubsetConstruction {
    /// The states at each place, numbered.
    numbers: Vec<FxHashMap<State, u32>>,
    states: Vec<KnownState>,
    /// Sets of states between two places, with their nodes.
    nodes: FxHashMap<(usize, Rc<[u32]>), u32>,
    /// Those whose successors are not known yet.
    queue: Vec<(usize, Rc<[u32]>, u32)>,
    rows: Vec<TableNode>,
    /// The rows inside of a letter, by their levels and successors.
    inner: FxHashMap<(usize, Vec<u32>), u32>,
    /// How many members all sets have, and how many steps are remembered.
    members: usize,
    remembered: usize,
}

/// What is known of a state.
struct KnownState {
    state: State,
    /// Is the tree satisfied if the words end here, and is it satisfied whatever follows?
    accepts: bool,
    decided: bool,
    place: usize,
    steps: Vec<Step>,
}

impl SubsetConstruction {
    fn number(&mut self, search: &TreeSearch<'_>, place: usize, state: &[u32]) -> u32 {
        if let Some(&number) = self.numbers[place].get(state) {
            return number;
        }
        let number = number(self.states.len());
        let state: State = state.into();
        self.states.push(KnownState {
            accepts: search.accepts(&search.tree, &state),
            decided: search.is_decided(&state),
            state: state.clone(),
            place,
            steps: Vec::new(),
        });
        self.numbers[place].insert(state, number);
        number
    }

    /// Finds all states, with their steps.
    fn explore(&mut self, search: &mut TreeSearch<'_>) -> Result<(), Refusal> {
        let mut number = 0;
        while let Some(KnownState { state, place, .. }) = self.states.get(number) {
            let (state, place) = (state.clone(), *place);
            let below = (place + 1) % search.digits.radices.len();
            let radix = u64::from(search.digits.radices[place]);
            let mut steps = Vec::new();
            search.each_successor(place, &state, false, &mut |letter, next| {
                let digits = search.visible.iter().map(|&track| letter[track]);
                let code = digits.fold(0, |code, digit| code * radix + u64::from(digit));
                steps.push((code, self.number(search, below, next)));
            });
            steps.sort_unstable();
            steps.dedup();
            self.remembered += steps.len();
            self.states[number].steps = steps;
            number += 1;
            search.count(self.states.len(), self.bytes(search))?;
        }
        Ok(())
    }

    /// From which states can one be reached that accepts? Steps to others are forgotten.
    fn alive(&mut self) -> Vec<bool> {
        let states = || (0..).zip(&self.states);
        let sources = Sources::new(self.states.len(), || {
            states().flat_map(|(node, state)| state.steps.iter().map(move |step| (node, 0, step.1)))
        });
        let ends = states().filter(|(_, state)| state.place == 0 && state.accepts);
        let alive = sources.reaching(ends.map(|(node, _)| node).collect());
        for state in &mut self.states {
            state.steps.retain(|step| alive[step.1 as usize]);
        }
        alive
    }

    /// The node of a set of states between two places.
    fn node(&mut self, search: &TreeSearch<'_>, place: usize, set: &[u32]) -> u32 {
        if set.is_empty() {
            return NONE;
        }
        if set.iter().any(|&state| self.states[state as usize].decided) {
            return ALL;
        }
        let set: Rc<[u32]> = set.into();
        if let Some(&known) = self.nodes.get(&(place, set.clone())) {
            return known;
        }
        let node = self.add(place * search.visible.len(), Vec::new());
        self.members += set.len();
        self.nodes.insert((place, set.clone()), node);
        self.queue.push((place, set, node));
        node
    }

    /// The nodes after each digit of a visible track, where these steps are left.
    fn successors(
        &mut self,
        search: &TreeSearch<'_>,
        place: usize,
        mut steps: &[Step],
        track: usize,
    ) -> Vec<u32> {
        let radix = u64::from(search.digits.radices[place]);
        // The digits of the later tracks.
        let later = radix.pow(number(search.visible.len() - track - 1));
        let mut nodes = Vec::new();
        for digit in 0..radix {
            let count = steps.partition_point(|step| step.0 / later % radix <= digit);
            let (own, rest) = steps.split_at(count);
            steps = rest;
            nodes.push(if own.is_empty() {
                NONE
            } else if track + 1 < search.visible.len() {
                let next = self.successors(search, place, own, track + 1);
                self.inner(place * search.visible.len() + track + 1, next)
            } else {
                let set: Vec<u32> = own.iter().map(|step| step.1).collect();
                self.node(search, (place + 1) % search.digits.radices.len(), &set)
            });
        }
        nodes
    }

    /// The node inside of a letter with these successors. Many are alike, and none should be told apart from itself later.
    fn inner(&mut self, level: usize, next: Vec<u32>) -> u32 {
        if next[0] <= ALL && next.iter().all(|&node| node == next[0]) {
            return next[0];
        }
        if let Some(&known) = self.inner.get(&(level, next.clone())) {
            return known;
        }
        let node = self.add(level, next.clone());
        self.inner.insert((level, next), node);
        node
    }

    fn add(&mut self, level: usize, next: Vec<u32>) -> u32 {
        self.rows.push(TableNode {
            level,
            accepts: false,
            next,
        });
        number(self.rows.len() + 1)
    }

    /// About how many bytes it takes beside the states, with what it takes to make it canonical.
    fn bytes(&self, search: &TreeSearch<'_>) -> u64 {
        let radix = search.radix as u64;
        let rows = self.rows.len() as u64 * (160 + 20 * radix);
        let inner = self.inner.len() as u64 * (64 + 4 * radix);
        rows + inner
            + 96 * self.nodes.len() as u64
            + 4 * self.members as u64
            + 16 * self.remembered as u64
    }
}
