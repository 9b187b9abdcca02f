//! Tables: deterministic automata, written out.
//!
//! A table reads a word of digits on some tracks: place after place, the most significant first, and at each
//! place one track after the other. Node 0 accepts nothing more, node 1 everything. The other nodes have a
//! level (how many digits of the letter have been read), one successor for each digit and, at level 0, where words
//! may end, a mark whether the word is accepted. A letter is one period of the numeration system.
//!
//! The canonical table of a language has as few nodes as possible, numbered from 2 in the order in which a
//! breadth-first walk meets them. Two tables accept the same words if and only if their canonical tables are equal.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::Refusal;

/// Accepts nothing.
pub(super) const NONE: u32 = 0;
/// Accepts everything.
pub(super) const ALL: u32 = 1;
/// Larger tables are not made.
const MOST_NODES: usize = 200_000;

/// A deterministic automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// How many tracks it reads.
    pub tracks: usize,
    /// Where it begins: at level 0.
    pub start: u32,
    /// The nodes from 2 on.
    pub rows: Vec<Row>,
}

/// A node of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// How many digits of the letter have been read.
    pub level: usize,
    /// Is the word accepted if it ends here? Only at level 0.
    pub accepts: bool,
    /// The node after each digit.
    pub next: Vec<u32>,
}

/// Where a table that is being explored goes: it may be settled already.
pub(super) enum Step<S> {
    Settled(bool),
    To(S),
}

impl Table {
    /// Every word, or none.
    pub(super) fn constant(tracks: usize, value: bool) -> Self {
        Self {
            tracks,
            start: u32::from(value),
            rows: Vec::new(),
        }
    }

    /// The node after a digit.
    pub(super) fn next(&self, node: u32, digit: u8) -> u32 {
        match node {
            NONE | ALL => node,
            node => self.rows[node as usize - 2].next[usize::from(digit)],
        }
    }

    /// Is a word accepted that ends at this node?
    pub(super) fn accepts(&self, node: u32) -> bool {
        node == ALL || (node != NONE && self.rows[node as usize - 2].accepts)
    }

    /// The canonical table of what a description accepts: `step` leads from a state at a level with a digit to the next.
    pub(super) fn explore<S: Clone + Eq + Hash>(
        radices: &[u8],
        tracks: usize,
        start: S,
        step: impl Fn(&S, usize, u8) -> Step<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Self, Refusal> {
        let depth = radices.len() * tracks;
        if depth == 0 {
            return Ok(Self::constant(0, accepts(&start)));
        }
        let mut table = Self::constant(tracks, false);
        let mut states = vec![(0, start.clone())];
        let mut known = FxHashMap::from_iter([((0, start), 2)]);
        table.start = 2;
        while table.rows.len() < states.len() {
            let (level, state) = states[table.rows.len()].clone();
            let next = (0..radices[level / tracks]).map(|digit| match step(&state, level, digit) {
                Step::Settled(value) => u32::from(value),
                Step::To(state) => {
                    let key = ((level + 1) % depth, state);
                    *known.entry(key).or_insert_with_key(|key| {
                        states.push(key.clone());
                        states.len() as u32 + 1
                    })
                }
            });
            let next = next.collect();
            table.rows.push(Row {
                level,
                accepts: level == 0 && accepts(&state),
                next,
            });
            if states.len() > MOST_NODES {
                return Err(Refusal::TooLarge);
            }
        }
        Ok(table.canonical())
    }

    /// The canonical table of the same language.
    #[must_use]
    pub(super) fn canonical(&self) -> Self {
        let settled = self.settled();
        let classes = self.classes(&settled);
        let class = |node: u32| classes[node as usize];
        let mut table = Self::constant(self.tracks, false);
        let mut number: FxHashMap<u32, u32> = FxHashMap::from_iter([(NONE, NONE), (ALL, ALL)]);
        let mut queue: Vec<u32> = Vec::new();
        let mut visit = |node: u32, queue: &mut Vec<u32>| {
            *number.entry(class(node)).or_insert_with(|| {
                queue.push(node);
                queue.len() as u32 + 1
            })
        };
        table.start = visit(self.start, &mut queue);
        while let Some(&node) = queue.get(table.rows.len()) {
            let row = &self.rows[node as usize - 2];
            let next = row
                .next
                .iter()
                .map(|&next| visit(next, &mut queue))
                .collect();
            table.rows.push(Row { next, ..*row });
        }
        table
    }

    /// Is this table canonical, with levels and digits that fit, and does a leading zero change nothing?
    pub(super) fn is_proper(&self, radices: &[u8]) -> bool {
        let depth = radices.len() * self.tracks;
        let level = |node: u32| {
            self.rows
                .get((node as usize).wrapping_sub(2))
                .map(|row| row.level)
        };
        let leads_to = |node: u32, wanted: usize| node <= ALL || level(node) == Some(wanted);
        let fits = |row: &Row| {
            row.level < depth
                && (row.level == 0 || !row.accepts)
                && row.next.len() == usize::from(radices[row.level / self.tracks])
                && row
                    .next
                    .iter()
                    .all(|&next| leads_to(next, (row.level + 1) % depth))
        };
        leads_to(self.start, 0)
            && self.rows.iter().all(fits)
            && (0..depth).fold(self.start, |node, _| self.next(node, 0)) == self.start
            && self.canonical() == *self
    }

    /// Every node, or the absorbing node that does the same: nothing, or everything, is accepted from there on.
    fn settled(&self) -> Vec<u32> {
        let mut some = vec![false; self.rows.len() + 2];
        let mut not_all = some.clone();
        (some[ALL as usize], not_all[NONE as usize]) = (true, true);
        for (flags, wanted) in [(&mut some, true), (&mut not_all, false)] {
            let mut changed = true;
            while changed {
                changed = false;
                for (index, row) in self.rows.iter().enumerate().rev() {
                    let own = row.level == 0 && row.accepts == wanted;
                    let reached = own || row.next.iter().any(|&next| flags[next as usize]);
                    changed |= reached && !flags[index + 2];
                    flags[index + 2] |= reached;
                }
            }
        }
        let settled = |node: usize| match (some[node], not_all[node]) {
            (false, _) => NONE,
            (true, false) => ALL,
            (true, true) => node as u32,
        };
        (0..some.len()).map(settled).collect()
    }

    /// Numbers for the nodes, equal for two nodes if and only if they accept the same: refined until nothing changes.
    fn classes(&self, settled: &[u32]) -> Vec<u32> {
        let kind = |node: u32| match node {
            NONE | ALL => (node as usize, false),
            node => {
                let row = &self.rows[node as usize - 2];
                (row.level + 2, row.accepts)
            }
        };
        let mut kinds = FxHashMap::from_iter([((0, false), NONE), ((1, false), ALL)]);
        let number = |map: &mut FxHashMap<(usize, bool), u32>, key| {
            let fresh = map.len() as u32;
            *map.entry(key).or_insert(fresh)
        };
        let mut classes: Vec<u32> = settled
            .iter()
            .map(|&node| number(&mut kinds, kind(node)))
            .collect();
        let mut count = kinds.len();
        loop {
            let mut seen: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            seen.insert(vec![NONE], NONE);
            seen.insert(vec![ALL], ALL);
            let refined = settled.iter().map(|&node| {
                let mut signature = vec![classes[node as usize]];
                if node > ALL {
                    let next = self.rows[node as usize - 2].next.iter();
                    signature.extend(next.map(|&next| classes[next as usize]));
                }
                let fresh = seen.len() as u32;
                *seen.entry(signature).or_insert(fresh)
            });
            classes = refined.collect();
            if seen.len() == count {
                return classes;
            }
            count = seen.len();
        }
    }
}
