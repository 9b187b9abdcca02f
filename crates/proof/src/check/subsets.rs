//! The subset construction: for which numbers on the visible tracks do some numbers on the others satisfy a tree?
//!
//! A node stands for the set of states that the digits on the visible tracks allow. Numbers on hidden tracks may be longer
//! than those on visible ones, so that it begins with all states that zeros on the visible tracks lead to.

use rustc_hash::FxHashMap;

use super::Refusal;
use super::search::{Search, State};
use super::table::{ALL, NONE, Row, Table};

impl Search<'_> {
    /// The canonical table of the numbers on the visible tracks for which some numbers on the others satisfy the tree.
    pub(super) fn some(&mut self) -> Result<Table, Refusal> {
        if self.visible == 0 {
            return Ok(Table::constant(0, !self.is_impossible()?));
        }
        let mut zeros = |search: &Self, place, state: &State, visit: &mut dyn FnMut(State)| {
            let (mut letter, mut nodes) = (Vec::new(), state.to_vec());
            let possible = (0..search.visible).all(|_| {
                letter.push(0);
                search.read(&mut nodes, &letter)
            });
            if possible {
                search.each_successor(place, &nodes, &mut letter, visit);
            }
        };
        let mut sets = Sets::default();
        let reached = self.reached(&mut zeros, false)?.unwrap_or_default();
        let between_letters = reached.into_iter().filter(|key| key.0 == 0);
        let mut start: Vec<State> = between_letters.map(|key| key.1).collect();
        start.sort_unstable();
        let start = self.node(0, start, &mut sets);
        while let Some((place, set, node)) = sets.queue.pop() {
            let next = self.successors(place, &set, &mut Vec::new(), &mut sets);
            let row = &mut sets.rows[node as usize - 2];
            row.accepts = place == 0 && set.iter().any(|state| self.accepts(&self.tree, state));
            row.next = next;
            self.count(sets.rows.len())?;
        }
        let table = Table {
            tracks: self.visible,
            start,
            rows: sets.rows,
        };
        Ok(table.canonical())
    }

    /// The node of a set of states between two places.
    fn node(&self, place: usize, set: Vec<State>, sets: &mut Sets) -> u32 {
        if set.is_empty() {
            return NONE;
        }
        if set.iter().any(|state| self.is_decided(state)) {
            return ALL;
        }
        if let Some(&known) = sets.known.get(&(place, set.clone())) {
            return known;
        }
        let node = sets.add(place * self.visible, Vec::new());
        sets.known.insert((place, set.clone()), node);
        sets.queue.push((place, set, node));
        node
    }

    /// The nodes after each digit of the next visible track.
    fn successors(
        &self,
        place: usize,
        set: &[State],
        letter: &mut Vec<u8>,
        sets: &mut Sets,
    ) -> Vec<u32> {
        let mut nodes = Vec::new();
        for digit in 0..self.digits.radices[place] {
            letter.push(digit);
            let read = set.iter().filter_map(|state| {
                let mut nodes = state.to_vec();
                self.read(&mut nodes, letter).then(|| nodes.into())
            });
            let read: Vec<State> = read.collect();
            nodes.push(if read.is_empty() {
                NONE
            } else if letter.len() < self.visible {
                let next = self.successors(place, &read, letter, sets);
                sets.add(place * self.visible + letter.len(), next)
            } else {
                let mut after = Vec::new();
                for state in &read {
                    self.each_successor(place, state, letter, &mut |next| after.push(next));
                }
                after.sort_unstable();
                after.dedup();
                self.node((place + 1) % self.digits.radices.len(), after, sets)
            });
            letter.pop();
        }
        nodes
    }
}

/// A table under construction.
#[derive(Default)]
struct Sets {
    /// Sets of states between two places, with their nodes.
    known: FxHashMap<(usize, Vec<State>), u32>,
    /// Those whose successors are not known yet.
    queue: Vec<(usize, Vec<State>, u32)>,
    rows: Vec<Row>,
}

impl Sets {
    fn add(&mut self, level: usize, next: Vec<u32>) -> u32 {
        self.rows.push(Row {
            level,
            accepts: false,
            next,
        });
        self.rows.len() as u32 + 1
    }
}
