//! The two questions about a formula over tables.
//!
//! All tables of a [`Tree`] read the same digits side by side. A state is the list of their nodes; where a part of the tree
//! is decided whatever follows, its nodes are replaced by absorbing ones, so that states that differ there alone
//! become one. Both questions are answered by visiting the states that can be reached:
//!
//! - [`Search::is_impossible`]: do no numbers satisfy the tree? No reachable state accepts.
//! - [`Search::some`]: for which numbers on the visible tracks do some numbers on the others satisfy it? The
//!   subset construction. Numbers on hidden tracks may be longer than those on visible ones, so it begins with all
//!   states that can be reached by zeros on the visible tracks.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use logic::watch::Watch;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Refusal;
use super::digits::Digits;
use super::table::{ALL, NONE, Row, Table};
use super::tree::Tree;

/// The search is given up beyond this.
const MOST_STATES: usize = 2_000_000;

/// One occurrence of a table.
struct Leaf {
    table: Rc<Table>,
    /// For each track of the table, its place in the order of the search.
    tracks: Vec<usize>,
    sign: bool,
}

/// A tree whose leaves are numbered from left to right.
enum Part {
    Leaf(usize),
    /// The parts, the value of one that decides, and the leaves from the first to the last.
    Join(Vec<Part>, bool, Range<usize>),
}

/// A tree ready to be searched. Its tables must be right on words that represent numbers; others are not visited.
pub(super) struct Search<'a> {
    digits: &'a Digits,
    watch: &'a dyn Watch,
    leaves: Vec<Leaf>,
    tree: Part,
    /// How many tracks there are; digits are chosen for the visible ones first.
    tracks: usize,
    visible: usize,
    /// After the digit of each track: which leaves can read which of their digits, and whether the tree needs them.
    plan: Vec<Vec<(usize, Range<usize>, bool)>>,
    states: usize,
}

/// The node of every leaf, between two places.
type State = Rc<[u32]>;

impl<'a> Search<'a> {
    /// Prepares a search for numbers on the visible tracks and on all others of a tree.
    pub(super) fn new(
        digits: &'a Digits,
        watch: &'a dyn Watch,
        tree: &Tree,
        visible: &[usize],
    ) -> Result<Self, Refusal> {
        let mut others = BTreeSet::new();
        tree.tracks(&mut others);
        let others = others.into_iter().filter(|track| !visible.contains(track));
        let order: Vec<usize> = visible.iter().copied().chain(others).collect();
        let words = digits.admissible()?;
        let words = order
            .iter()
            .map(|&track| Tree::leaf(words.clone(), vec![track]));
        let mut leaves = Vec::new();
        let all = Tree::and(words.chain([tree.clone()]).collect());
        let tree = numbered(&all, &order, &mut leaves);
        let needed = |index: usize| match &tree {
            Part::Join(parts, false, _) => parts
                .iter()
                .any(|part| matches!(part, Part::Leaf(own) if *own == index)),
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
            leaves,
            tree,
            tracks: order.len(),
            visible: visible.len(),
            states: 0,
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
        let mut letters = |search: &Self, place, state: &State, visit: &mut dyn FnMut(State)| {
            search.each_successor(place, state, &mut Vec::new(), visit);
        };
        let found = self.reached(&mut letters, true)?;
        Ok(!found.iter().any(|state| self.accepts(&self.tree, state)))
    }

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
        let start = self.reached(&mut zeros, false)?;
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

    /// All states between two letters that can be reached from the start, or those up to the first that accepts.
    fn reached(
        &mut self,
        step: &mut Letters<'_, Self>,
        until: bool,
    ) -> Result<Vec<State>, Refusal> {
        let start = (0, self.start());
        let mut seen = FxHashSet::from_iter([start.clone()]);
        let mut queue = vec![start];
        while let Some((place, state)) = queue.pop() {
            if until && place == 0 && self.accepts(&self.tree, &state) {
                return Ok(vec![state]);
            }
            let below = (place + 1) % self.digits.radices.len();
            step(self, place, &state, &mut |next| {
                if seen.insert((below, next.clone())) {
                    queue.push((below, next));
                }
            });
            self.count(seen.len())?;
        }
        let mut states: Vec<State> = seen
            .into_iter()
            .filter(|key| key.0 == 0)
            .map(|key| key.1)
            .collect();
        states.sort_unstable();
        Ok(states)
    }

    /// The node of a set of states between two places.
    fn node(&self, place: usize, set: Vec<State>, sets: &mut Sets) -> u32 {
        if set.is_empty() {
            return NONE;
        }
        if set
            .iter()
            .any(|state| self.value(&self.tree, state) == Some(true))
        {
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

    /// Every state after this place, when the first digits of the letter have been read.
    fn each_successor(
        &self,
        place: usize,
        nodes: &[u32],
        letter: &mut Vec<u8>,
        visit: &mut dyn FnMut(State),
    ) {
        let mut stack = vec![0; nodes.len() * (self.tracks - letter.len() + 1)];
        stack[..nodes.len()].copy_from_slice(nodes);
        self.descend(place, &mut stack, letter, visit);
    }

    /// The same, where the nodes are the first on the stack and the rest of it is free.
    fn descend(
        &self,
        place: usize,
        stack: &mut [u32],
        letter: &mut Vec<u8>,
        visit: &mut dyn FnMut(State),
    ) {
        let (nodes, rest) = stack.split_at_mut(self.leaves.len());
        if letter.len() == self.tracks {
            self.settle(&self.tree, nodes);
            if self.value(&self.tree, nodes) != Some(false) {
                visit((&*nodes).into());
            }
            return;
        }
        for digit in 0..self.digits.radices[place] {
            letter.push(digit);
            rest[..nodes.len()].copy_from_slice(nodes);
            if self.read(&mut rest[..nodes.len()], letter) {
                self.descend(place, rest, letter, visit);
            }
            letter.pop();
        }
    }

    /// Reads the last digit of a beginning of a letter. `false`: the tree can no longer be satisfied.
    fn read(&self, nodes: &mut [u32], letter: &[u8]) -> bool {
        self.plan[letter.len() - 1]
            .iter()
            .all(|(index, range, needed)| {
                let leaf = &self.leaves[*index];
                let digits = leaf.tracks[range.clone()]
                    .iter()
                    .map(|&track| letter[track]);
                nodes[*index] =
                    digits.fold(nodes[*index], |node, digit| leaf.table.next(node, digit));
                !needed || nodes[*index] != u32::from(!leaf.sign)
            })
    }

    fn start(&self) -> State {
        let mut nodes: Vec<u32> = self.leaves.iter().map(|leaf| leaf.table.start).collect();
        self.settle(&self.tree, &mut nodes);
        nodes.into()
    }

    /// The value of a part whatever follows, if that is decided.
    fn value(&self, part: &Part, nodes: &[u32]) -> Option<bool> {
        match part {
            Part::Leaf(index) => match nodes[*index] {
                NONE => Some(!self.leaves[*index].sign),
                ALL => Some(self.leaves[*index].sign),
                _ => None,
            },
            Part::Join(parts, deciding, _) => {
                let mut result = Some(!deciding);
                for part in parts {
                    match self.value(part, nodes) {
                        Some(value) if value == *deciding => return Some(value),
                        Some(_) => {}
                        None => result = None,
                    }
                }
                result
            }
        }
    }

    /// Replaces the nodes of decided parts by absorbing ones.
    fn settle(&self, part: &Part, nodes: &mut [u32]) {
        let Part::Join(parts, _, range) = part else {
            return;
        };
        match self.value(part, nodes) {
            None => parts.iter().for_each(|part| self.settle(part, nodes)),
            Some(value) => range.clone().for_each(|index| {
                nodes[index] = u32::from(value == self.leaves[index].sign);
            }),
        }
    }

    /// Is a part satisfied if the words end here?
    fn accepts(&self, part: &Part, nodes: &[u32]) -> bool {
        match part {
            Part::Leaf(index) => {
                self.leaves[*index].table.accepts(nodes[*index]) == self.leaves[*index].sign
            }
            Part::Join(parts, true, _) => parts.iter().any(|part| self.accepts(part, nodes)),
            Part::Join(parts, false, _) => parts.iter().all(|part| self.accepts(part, nodes)),
        }
    }

    fn count(&mut self, size: usize) -> Result<(), Refusal> {
        self.states += 1;
        if self.states.is_multiple_of(256) {
            self.watch.check().map_err(Refusal::Stopped)?;
        }
        if size > MOST_STATES {
            Err(Refusal::TooLarge)
        } else {
            Ok(())
        }
    }
}

/// Visits the states that letters lead to from a state at a place.
type Letters<'l, S> = dyn FnMut(&S, usize, &State, &mut dyn FnMut(State)) + 'l;

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

fn numbered(tree: &Tree, order: &[usize], leaves: &mut Vec<Leaf>) -> Part {
    let first = leaves.len();
    match tree {
        Tree::Constant(value) => Part::Join(Vec::new(), !value, first..first),
        Tree::Leaf(table, tracks, sign) => {
            let place = |track: &usize| order.iter().position(|other| other == track);
            leaves.push(Leaf {
                table: table.clone(),
                tracks: tracks.iter().filter_map(place).collect(),
                sign: *sign,
            });
            Part::Leaf(first)
        }
        Tree::And(parts) | Tree::Or(parts) => {
            let deciding = matches!(tree, Tree::Or(_));
            let parts = parts
                .iter()
                .map(|part| numbered(part, order, leaves))
                .collect();
            Part::Join(parts, deciding, first..leaves.len())
        }
    }
}
