//! Tables: deterministic automata, written out.
//!
//! A table reads a word of digits on some tracks: place after place, the most significant first, and at each
//! place one track after the other. Node 0 accepts nothing more, node 1 everything. The other nodes have a
//! level (how many digits of the letter have been read), one successor for each digit and, at level 0, where words
//! may end, a mark whether the word is accepted. A letter is one period of the numeration system.
//!
//! The canonical table of a language has as few nodes as possible, numbered from 2 in the order in which a
//! breadth-first walk meets them. Two tables accept the same words if and only if their canonical tables are equal.

use std::fmt::{self, Display, Formatter};
use std::hash::Hash;

use rustc_hash::FxHashMap;
use watch::{Stopped, Unwatched, Watch};

use super::Refusal;
use super::minimal::classes;

/// Accepts nothing.
pub(super) const NONE: u32 = 0;
/// Accepts everything.
pub(super) const ALL: u32 = 1;
/// Larger tables are not made: they take some twenty megabytes, and a moment.
const MOST_NODES: usize = 200_000;
const MOST_SUCCESSORS: usize = 1_000_000;

/// A deterministic automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// How many tracks it reads.
    pub tracks: usize,
    /// Where it begins: at level 0.
    pub start: u32,
    /// The nodes from 2 on.
    pub rows: Vec<TableNode>,
}

/// A node of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableNode {
    /// How many digits of the letter have been read.
    pub level: usize,
    /// Is the word accepted if it ends here? Only at level 0.
    pub accepts: bool,
    /// The node after each digit.
    pub next: Vec<u32>,
}

/// Its mark, if words may end there, and the node after each digit.
impl Display for TableNode {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.level, self.accepts) {
            (0, true) => "+",
            (0, false) => "-",
            _ => "",
        })?;
        for (index, node) in self.next.iter().enumerate() {
            let between = if index > 0 || self.level == 0 {
                " "
            } else {
                ""
            };
            write!(f, "{between}{node}")?;
        }
        Ok(())
    }
}

/// Where a table that is being explored goes: it may be settled already.
pub(super) enum Transition<S> {
    Settled(bool),
    To(S),
}

impl Table {
    /// Every word, or none.
    pub fn constant(tracks: usize, value: bool) -> Self {
        Self {
            tracks,
            start: u32::from(value),
            rows: Vec::new(),
        }
    }

    /// The node after a digit.
    pub fn next(&self, node: u32, digit: u8) -> u32 {
        match node {
            NONE | ALL => node,
            node => self.rows[node as usize - 2].next[usize::from(digit)],
        }
    }

    /// The node after each digit, of one node after the other: each has room for so many digits.
    pub(super) fn flat(&self, radix: usize) -> Vec<u32> {
        let mut flat = vec![NONE; (self.rows.len() + 2) * radix];
        flat[radix..2 * radix].fill(ALL);
        for (own, row) in flat[2 * radix..].chunks_mut(radix).zip(&self.rows) {
            own[..row.next.len()].copy_from_slice(&row.next);
        }
        flat
    }

    /// Is a word accepted that ends at this node?
    pub fn accepts(&self, node: u32) -> bool {
        node == ALL || (node != NONE && self.rows[node as usize - 2].accepts)
    }

    /// The canonical table of what a description accepts: `step` leads from a state at a level with a digit to the next.
    pub(super) fn explore<S: Clone + Eq + Hash>(
        radices: &[u8],
        tracks: usize,
        start: S,
        step: impl Fn(&S, usize, u8) -> Transition<S>,
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
                Transition::Settled(value) => u32::from(value),
                Transition::To(state) => {
                    let key = ((level + 1) % depth, state);
                    *known.entry(key).or_insert_with_key(|key| {
                        states.push(key.clone());
                        self::number(states.len() + 1)
                    })
                }
            });
            let next = next.collect();
            table.rows.push(TableNode {
                level,
                accepts: level == 0 && accepts(&state),
                next,
            });
            let successors = states.len() * usize::from(radices[level / tracks]);
            if states.len() > MOST_NODES || successors > MOST_SUCCESSORS {
                return Err(Refusal::TooLarge);
            }
        }
        Ok(table.canonical(&Unwatched)?)
    }

    /// The canonical table of the same language.
    pub fn canonical(&self, watch: &dyn Watch) -> Result<Self, Stopped> {
        let classes = classes(&self.rows, watch)?;
        let class = |node: u32| classes[node as usize];
        let mut table = Self::constant(self.tracks, false);
        let mut number: FxHashMap<u32, u32> = FxHashMap::from_iter([(NONE, NONE), (ALL, ALL)]);
        let mut queue: Vec<u32> = Vec::new();
        let mut visit = |node: u32, queue: &mut Vec<u32>| {
            *number.entry(class(node)).or_insert_with(|| {
                queue.push(node);
                self::number(queue.len() + 1)
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
            table.rows.push(TableNode { next, ..*row });
        }
        Ok(table)
    }

    /// Is this table canonical, with levels and digits that fit, and does a leading zero change nothing?
    pub(super) fn is_proper(&self, radices: &[u8], watch: &dyn Watch) -> Result<bool, Stopped> {
        let depth = radices.len() * self.tracks;
        let level = |node: u32| {
            self.rows
                .get((node as usize).wrapping_sub(2))
                .map(|row| row.level)
        };
        let leads_to = |node: u32, wanted: usize| node <= ALL || level(node) == Some(wanted);
        let fits = |row: &TableNode| {
            row.level < depth
                && (row.level == 0 || !row.accepts)
                && row.next.len() == usize::from(radices[row.level / self.tracks])
                && row
                    .next
                    .iter()
                    .all(|&next| leads_to(next, (row.level + 1) % depth))
        };
        let proper = leads_to(self.start, 0)
            && self.rows.iter().all(fits)
            && (0..depth).fold(self.start, |node, _| self.next(node, 0)) == self.start;
        Ok(proper && self.canonical(watch)? == *self)
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        let digits = self.rows.first().map_or(0, |row| row.next.len());
        self.rows.len() as u64 * (72 + 4 * digits as u64)
    }
}

/// Nodes, and what there is of each kind beside them, are counted in 32 bits.
pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^32 nodes fit in memory")
}
