//! The two questions about a formula over tables.
//!
//! All tables of a [`TableFormula`] read the same digits side by side. A state is the list of their nodes; where a part of the tree
//! is decided whatever follows, its nodes are replaced by absorbing ones, so that states that differ there alone
//! become one. Both questions are answered by visiting the states that can be reached:
//!
//! - [`TreeSearch::is_impossible`]: do no numbers satisfy the tree? No reachable state accepts.
//! - [`TreeSearch::some`]: for which numbers on the visible tracks do some numbers on the others satisfy it? See `subsets`.

use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashSet;
use watch::{Stopped, Watch};

use super::digits::DigitSystem;
use super::table::{ALL, Table};
use super::tree::TableFormula;
use super::{Refusal, fits};

/// The search is given up beyond this.
const MOST_STATES: usize = 2_000_000;

/// One occurrence of a table.
struct TableOccurrence {
    table: Rc<Table>,
    /// The node after each digit, of one node after the other, with room for the most digits that there are.
    next: Vec<u32>,
    /// For each track of the table, its place in the order of the search.
    tracks: Vec<usize>,
    sign: bool,
}

/// A tree whose leaves are numbered from left to right.
pub(super) enum SearchTree {
    Leaf(usize),
    /// The parts, the value of one that decides, and the leaves from the first to the last.
    Join(Vec<SearchTree>, bool, Range<usize>),
}

/// A tree ready to be searched. Its tables must be right on words that represent numbers; others are not visited.
pub(super) struct TreeSearch<'a> {
    pub(super) digits: &'a DigitSystem,
    pub(super) watch: &'a dyn Watch,
    leaves: Vec<TableOccurrence>,
    pub(super) tree: SearchTree,
    /// How many tracks there are. Digits are chosen in the order of their numbers: what the rest depends on comes first.
    tracks: usize,
    /// How many digits a place has at most.
    pub(super) radix: usize,
    /// The places of the visible tracks in that order.
    pub(super) visible: Vec<usize>,
    /// After the digit of each track: which leaves can read which of their digits, and whether the tree needs them.
    plan: Vec<Vec<(usize, Range<usize>, bool)>>,
    states: usize,
    /// The bytes of all tables that are kept.
    tables: u64,
    /// How many digits were read and steps of sets taken, and why that had to stop.
    steps: Cell<usize>,
    stopped: Cell<Option<Stopped>>,
}

/// The node of every leaf, between two places.
pub(super) type State = Rc<[u32]>;

impl<'a> TreeSearch<'a> {
    /// Prepares a search for numbers on the visible tracks and on all others of a tree. All tables take so many bytes.
    pub(super) fn new(
        digits: &'a DigitSystem,
        watch: &'a dyn Watch,
        tree: &TableFormula,
        visible: &[usize],
        tables: u64,
    ) -> Result<Self, Refusal> {
        watch.check()?;
        let mut order = tree.tracks();
        order.extend(visible);
        let order = Vec::from_iter(order);
        let place = |track: &usize| order.iter().position(|other| other == track);
        let visible = visible.iter().filter_map(place).collect();
        let words = digits.admissible()?;
        let words = order
            .iter()
            .map(|&track| TableFormula::leaf(words.clone(), vec![track]));
        let radix = digits.radices.iter().copied().max().map_or(1, usize::from);
        let mut leaves = Vec::new();
        let all = TableFormula::and(words.chain([tree.clone()]).collect());
        let tree = numbered(&all, &order, radix, &mut leaves);
        let needed = |index: usize| match &tree {
            SearchTree::Join(parts, false, _) => parts
                .iter()
                .any(|part| matches!(part, SearchTree::Leaf(own) if *own == index)),
            _ => false,
        };
        let plan = (0..order.len()).map(|last| {
            let reads = leaves.iter().enumerate().map(|(index, leaf)| {
                // How many digits can be read once the first tracks of the order are known.
                let ready = |known| {
                    leaf.tracks
                        .iter()
                        .take_while(|&&track| track < known)
                        .count()
                };
                (index, ready(last)..ready(last + 1), needed(index))
            });
            reads.filter(|read| !read.1.is_empty()).collect()
        });
        Ok(Self {
            digits,
            watch,
            plan: plan.collect(),
            tables,
            leaves,
            tree,
            tracks: order.len(),
            radix,
            visible,
            states: 0,
            steps: Cell::new(0),
            stopped: Cell::new(None),
        })
    }

    /// How many states were visited.
    pub(super) fn states(&self) -> usize {
        self.states
    }

    /// Do no numbers satisfy the tree?
    pub(super) fn is_impossible(&mut self) -> Result<bool, Refusal> {
        if self.tracks == 0 {
            return Ok(!self.accepts(&self.tree, &self.start()));
        }
        let mut letters = |search: &Self, place, state: &State, visit: &mut dyn FnMut(&[u32])| {
            search.each_successor(place, state, false, &mut |_, next| visit(next));
        };
        Ok(self.reached(&mut letters, true)?.is_some())
    }

    /// All states that can be reached from the start, by their places; nothing if one accepts and none may.
    pub(super) fn reached(
        &mut self,
        step: &mut Letters<'_, Self>,
        none_may: bool,
    ) -> Result<Option<Vec<FxHashSet<State>>>, Refusal> {
        let start = self.start();
        let mut seen = vec![FxHashSet::default(); self.digits.radices.len()];
        seen[0].insert(start.clone());
        let (mut queue, mut count) = (vec![(0, start)], 1);
        while let Some((place, state)) = queue.pop() {
            if none_may && place == 0 && self.accepts(&self.tree, &state) {
                return Ok(None);
            }
            let below = (place + 1) % seen.len();
            step(self, place, &state, &mut |next| {
                if !seen[below].contains(next) {
                    let next: State = next.into();
                    seen[below].insert(next.clone());
                    queue.push((below, next));
                    count += 1;
                }
            });
            self.count(count, 0)?;
        }
        Ok(Some(seen))
    }

    /// Every state after this place; with zeros alone on the visible tracks, if they are wanted.
    pub(super) fn each_successor(
        &self,
        place: usize,
        nodes: &[u32],
        zeros: bool,
        visit: &mut dyn FnMut(&[u8], &[u32]),
    ) {
        let mut most = vec![self.digits.radices[place]; self.tracks];
        if zeros {
            self.visible.iter().for_each(|&track| most[track] = 1);
        }
        let mut stack = vec![0; nodes.len() * (self.tracks + 1)];
        stack[..nodes.len()].copy_from_slice(nodes);
        self.descend(
            &most,
            &mut stack,
            &mut Vec::with_capacity(self.tracks),
            visit,
        );
    }

    /// The same with fewer than so many digits on each track, where the nodes are the first on the stack and the rest of it
    /// is free.
    fn descend(
        &self,
        digits: &[u8],
        stack: &mut [u32],
        letter: &mut Vec<u8>,
        visit: &mut dyn FnMut(&[u8], &[u32]),
    ) {
        let (nodes, rest) = stack.split_at_mut(self.leaves.len());
        if letter.len() == self.tracks {
            if self.settle(&self.tree, nodes) != Some(false) {
                visit(letter, nodes);
            }
            return;
        }
        for digit in 0..digits[letter.len()] {
            letter.push(digit);
            rest[..nodes.len()].copy_from_slice(nodes);
            if self.read(&mut rest[..nodes.len()], letter) {
                self.descend(digits, rest, letter, visit);
            }
            letter.pop();
        }
    }

    /// Reads the last digit of a beginning of a letter. `false`: the tree can no longer be satisfied.
    fn read(&self, nodes: &mut [u32], letter: &[u8]) -> bool {
        self.took(1);
        if self.stopped.get().is_some() {
            return false;
        }
        self.plan[letter.len() - 1]
            .iter()
            .all(|(index, range, needed)| {
                let leaf = &self.leaves[*index];
                let digits = leaf.tracks[range.clone()]
                    .iter()
                    .map(|&track| letter[track]);
                nodes[*index] = digits.fold(nodes[*index], |node, digit| {
                    leaf.next[node as usize * self.radix + usize::from(digit)]
                });
                !needed || nodes[*index] != u32::from(!leaf.sign)
            })
    }

    /// So many steps more were taken: now and then it is asked whether there is time for others.
    pub(super) fn took(&self, steps: usize) {
        let before = self.steps.replace(self.steps.get() + steps);
        if before / 4096 != self.steps.get() / 4096 {
            self.stopped
                .set(self.stopped.get().or(self.watch.check().err()));
        }
    }

    fn start(&self) -> State {
        let mut nodes: Vec<u32> = self.leaves.iter().map(|leaf| leaf.table.start).collect();
        self.settle(&self.tree, &mut nodes);
        nodes.into()
    }

    /// The value of a part whatever follows, if that is decided: then its nodes are replaced by absorbing ones.
    fn settle(&self, part: &SearchTree, nodes: &mut [u32]) -> Option<bool> {
        let (parts, deciding, range) = match part {
            SearchTree::Leaf(index) if nodes[*index] > ALL => return None,
            SearchTree::Leaf(index) => return Some(self.is_satisfied(*index, nodes)),
            SearchTree::Join(parts, deciding, range) => (parts, *deciding, range),
        };
        let mut result = Some(!deciding);
        for part in parts {
            match self.settle(part, nodes) {
                Some(value) if value != deciding => {}
                Some(value) => {
                    result = Some(value);
                    break;
                }
                None => result = None,
            }
        }
        if let Some(value) = result {
            for index in range.clone() {
                nodes[index] = u32::from(value == self.leaves[index].sign);
            }
        }
        result
    }

    /// Is the leaf satisfied if the words end here?
    fn is_satisfied(&self, index: usize, nodes: &[u32]) -> bool {
        self.leaves[index].table.accepts(nodes[index]) == self.leaves[index].sign
    }

    /// Is the tree of this state satisfied whatever follows?
    pub(super) fn is_decided(&self, state: &State) -> bool {
        let mut leaves = self.leaves.iter().zip(state.iter());
        self.accepts(&self.tree, state) && leaves.all(|(leaf, &node)| node == u32::from(leaf.sign))
    }

    /// Is a part satisfied if the words end here?
    pub(super) fn accepts(&self, part: &SearchTree, nodes: &[u32]) -> bool {
        match part {
            SearchTree::Leaf(index) => self.is_satisfied(*index, nodes),
            SearchTree::Join(parts, true, _) => parts.iter().any(|part| self.accepts(part, nodes)),
            SearchTree::Join(parts, false, _) => parts.iter().all(|part| self.accepts(part, nodes)),
        }
    }

    /// Counts one more state of all those that are kept beside so many bytes, and says when it is enough.
    pub(super) fn count(&mut self, kept: usize, others: u64) -> Result<(), Refusal> {
        self.states += 1;
        let needed = self.tables + others + kept as u64 * (128 + 4 * self.leaves.len() as u64);
        self.stopped.get().map_or(Ok(()), Err)?;
        fits(self.watch, needed)?;
        match kept > MOST_STATES {
            true => Err(Refusal::TooLarge),
            false => Ok(()),
        }
    }
}

/// Visits the states that letters lead to from a state at a place.
pub(super) type Letters<'l, S> = dyn FnMut(&S, usize, &State, &mut dyn FnMut(&[u32])) + 'l;

fn numbered(
    tree: &TableFormula,
    order: &[usize],
    radix: usize,
    leaves: &mut Vec<TableOccurrence>,
) -> SearchTree {
    let first = leaves.len();
    match tree {
        TableFormula::Constant(value) => SearchTree::Join(Vec::new(), !value, first..first),
        TableFormula::Leaf(table, tracks, sign) => {
            let place = |track: &usize| order.iter().position(|other| other == track);
            leaves.push(TableOccurrence {
                next: table.flat(radix),
                table: table.clone(),
                tracks: tracks.iter().filter_map(place).collect(),
                sign: *sign,
            });
            SearchTree::Leaf(first)
        }
        TableFormula::And(parts) | TableFormula::Or(parts) => {
            let deciding = matches!(tree, TableFormula::Or(_));
            let parts = parts
                .iter()
                .map(|part| numbered(part, order, radix, leaves))
                .collect();
            SearchTree::Join(parts, deciding, first..leaves.len())
        }
    }
}
