//! Formulas over tables, and the two questions about them.
//!
//! A [`Tree`] joins tables by `and` and `or`; each occurrence of a table, perhaps negated, reads some of the tracks.
//! All tables read the same digits side by side. A state is the list of their nodes; where a part of the tree
//! is decided whatever follows, its nodes are replaced by absorbing ones, so that states that differ there alone
//! become one. Both questions are answered by visiting the states that can be reached:
//!
//! - [`Search::is_impossible`]: do no numbers satisfy the tree? No reachable state accepts.
//! - [`Search::some`]: for which numbers on the visible tracks do some numbers on the others satisfy it? The
//!   subset construction. Numbers on hidden tracks may be longer than those on visible ones, so it begins with all
//!   states that can be reached by zeros on the visible tracks.

use std::collections::BTreeSet;
use std::rc::Rc;

use logic::watch::Watch;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Refusal;
use super::digits::Digits;
use super::table::{ALL, NONE, Row, Table};

/// The search is given up beyond this.
const MOST_STATES: usize = 4_000_000;

/// A formula over tables.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Constant(bool),
    /// A table with the tracks that it reads, in its order; negated if the sign is `false`.
    Leaf(Rc<Table>, Vec<usize>, bool),
    And(Vec<Tree>),
    Or(Vec<Tree>),
}

impl Tree {
    pub(super) fn leaf(table: Table, tracks: Vec<usize>) -> Self {
        match table.start {
            NONE => Self::Constant(false),
            ALL => Self::Constant(true),
            _ => Self::Leaf(Rc::new(table), tracks, true),
        }
    }

    pub(super) fn and(parts: Vec<Self>) -> Self {
        Self::joined(parts, false)
    }

    pub(super) fn or(parts: Vec<Self>) -> Self {
        Self::joined(parts, true)
    }

    fn joined(parts: Vec<Self>, deciding: bool) -> Self {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Self::Constant(value) if value == deciding => return part,
                Self::Constant(_) => {}
                Self::And(inner) if !deciding => kept.extend(inner),
                Self::Or(inner) if deciding => kept.extend(inner),
                other => kept.push(other),
            }
        }
        match kept.len() {
            0 => Self::Constant(!deciding),
            1 => kept.remove(0),
            _ if deciding => Self::Or(kept),
            _ => Self::And(kept),
        }
    }

    pub(super) fn negated(&self) -> Self {
        let all = |parts: &[Self]| parts.iter().map(Self::negated).collect();
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Leaf(table, tracks, sign) => Self::Leaf(table.clone(), tracks.clone(), !sign),
            Self::And(parts) => Self::Or(all(parts)),
            Self::Or(parts) => Self::And(all(parts)),
        }
    }

    /// The same formula about the numbers on other tracks.
    pub(super) fn renamed(&self, name: &impl Fn(usize) -> usize) -> Self {
        let all = |parts: &[Self]| parts.iter().map(|part| part.renamed(name)).collect();
        match self {
            Self::Constant(value) => Self::Constant(*value),
            Self::Leaf(table, tracks, sign) => Self::Leaf(
                table.clone(),
                tracks.iter().map(|&track| name(track)).collect(),
                *sign,
            ),
            Self::And(parts) => Self::And(all(parts)),
            Self::Or(parts) => Self::Or(all(parts)),
        }
    }

    /// Adds the tracks that it reads.
    pub(super) fn tracks(&self, found: &mut BTreeSet<usize>) {
        match self {
            Self::Constant(_) => {}
            Self::Leaf(_, tracks, _) => found.extend(tracks),
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.tracks(found)),
        }
    }
}

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
    /// The parts, the value that decides, and the leaves from the first to the last.
    Join(Vec<Part>, bool, std::ops::Range<usize>),
}

/// A tree ready to be searched. All tables in it must be right on admissible words; others are not visited.
pub(super) struct Search<'a> {
    digits: &'a Digits,
    watch: &'a dyn Watch,
    leaves: Vec<Leaf>,
    tree: Part,
    /// The tracks in the order in which digits are chosen, the visible ones first.
    order: Vec<usize>,
    visible: usize,
    /// After the digit of each track: which leaves can read how many of their digits.
    plan: Vec<Vec<(usize, std::ops::Range<usize>)>>,
    states: usize,
}

/// The node of every leaf, between two places.
type State = Vec<u32>;

impl<'a> Search<'a> {
    /// Prepares a search for numbers on the tracks of a tree and on the visible tracks, each a number that is represented.
    pub(super) fn new(
        digits: &'a Digits,
        watch: &'a dyn Watch,
        tree: &Tree,
        visible: &[usize],
    ) -> Result<Self, Refusal> {
        let mut others: BTreeSet<usize> = BTreeSet::new();
        tree.tracks(&mut others);
        visible.iter().for_each(|track| {
            others.remove(track);
        });
        let order: Vec<usize> = visible.iter().copied().chain(others).collect();
        let words = digits.admissible()?;
        let words = order
            .iter()
            .map(|&track| Tree::leaf(words.clone(), vec![track]));
        let all = Tree::and(words.chain([tree.clone()]).collect());
        let mut leaves = Vec::new();
        let tree = numbered(&all, &order, &mut leaves);
        let plan = (0..order.len()).map(|last| {
            let reads = leaves.iter().enumerate().filter_map(|(index, leaf)| {
                // How many digits can be read once the first tracks of the order are known.
                let ready = |known: usize| {
                    leaf.tracks
                        .iter()
                        .take_while(|&&track| track < known)
                        .count()
                };
                let range = ready(last)..ready(last + 1);
                (!range.is_empty()).then_some((index, range))
            });
            reads.collect()
        });
        let plan = plan.collect();
        Ok(Self {
            digits,
            watch,
            leaves,
            tree,
            order,
            visible: visible.len(),
            plan,
            states: 0,
        })
    }

    /// How many states were visited.
    pub(super) fn states(&self) -> usize {
        self.states
    }

    /// Do no numbers satisfy the tree?
    pub(super) fn is_impossible(&mut self) -> Result<bool, Refusal> {
        let start = self.start();
        let mut seen: FxHashSet<(usize, State)> = FxHashSet::from_iter([(0, start.clone())]);
        let mut queue = vec![(0, start)];
        while let Some((place, state)) = queue.pop() {
            if place == 0 && self.accepts(&state) {
                return Ok(false);
            }
            if self.order.is_empty() {
                continue;
            }
            let below = (place + 1) % self.digits.radices.len();
            self.each_successor(place, &state, &mut Vec::new(), &mut |next| {
                if seen.insert((below, next.clone())) {
                    queue.push((below, next));
                }
            });
            self.count()?;
        }
        Ok(true)
    }

    /// The canonical table of the numbers on the visible tracks for which some numbers on the others satisfy the tree.
    pub(super) fn some(&mut self) -> Result<Table, Refusal> {
        if self.visible == 0 {
            return Ok(Table::constant(0, !self.is_impossible()?));
        }
        let mut sets = Sets::default();
        let start = self.reached_by_zeros()?;
        let start = self.node(0, start, &mut sets);
        while let Some((place, set, node)) = sets.queue.pop() {
            let next = self.successors(place, &set, &mut Vec::new(), &mut sets);
            let row = &mut sets.rows[node as usize - 2];
            row.accepts = place == 0 && set.iter().any(|state| self.accepts(state));
            row.next = next;
            self.count()?;
            if sets.rows.len() > MOST_STATES {
                return Err(Refusal::TooLarge);
            }
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
        let digits = 0..self.digits.radices[place];
        digits
            .map(|digit| self.successor(place, set, letter, digit, sets))
            .collect()
    }

    fn successor(
        &self,
        place: usize,
        set: &[State],
        letter: &mut Vec<u8>,
        digit: u8,
        sets: &mut Sets,
    ) -> u32 {
        letter.push(digit);
        let read = set.iter().filter_map(|state| self.read(state, letter));
        let read: Vec<State> = read.collect();
        let node = if read.is_empty() {
            NONE
        } else if letter.len() < self.visible {
            let level = place * self.visible + letter.len();
            let next = self.successors(place, &read, letter, sets);
            sets.add(level, next)
        } else {
            let mut after: Vec<State> = Vec::new();
            for state in &read {
                self.each_successor(place, state, letter, &mut |next| after.push(next));
            }
            after.sort_unstable();
            after.dedup();
            self.node((place + 1) % self.digits.radices.len(), after, sets)
        };
        letter.pop();
        node
    }

    /// All states that letters with zeros on the visible tracks lead to.
    fn reached_by_zeros(&mut self) -> Result<Vec<State>, Refusal> {
        let start = (0, self.start());
        let mut seen: FxHashSet<(usize, State)> = FxHashSet::from_iter([start.clone()]);
        let mut queue = vec![start];
        while let Some((place, state)) = queue.pop() {
            let below = (place + 1) % self.digits.radices.len();
            let mut letter = vec![0; self.visible];
            let read = (1..=self.visible)
                .try_fold(state, |state, known| self.read(&state, &letter[..known]));
            if let Some(state) = read {
                self.each_successor(place, &state, &mut letter, &mut |next| {
                    if seen.insert((below, next.clone())) {
                        queue.push((below, next));
                    }
                });
            }
            self.count()?;
        }
        let mut states: Vec<State> = seen
            .into_iter()
            .filter(|key| key.0 == 0)
            .map(|key| key.1)
            .collect();
        states.sort_unstable();
        Ok(states)
    }

    /// Every state after this place, when the first digits of the letter are known.
    fn each_successor(
        &self,
        place: usize,
        state: &State,
        letter: &mut Vec<u8>,
        visit: &mut dyn FnMut(State),
    ) {
        if letter.len() == self.order.len() {
            let mut state = state.clone();
            self.settle(&self.tree, &mut state);
            return visit(state);
        }
        for digit in 0..self.digits.radices[place] {
            letter.push(digit);
            if let Some(next) = self.read(state, letter) {
                self.each_successor(place, &next, letter, visit);
            }
            letter.pop();
        }
    }

    /// The nodes after the last digit of a beginning of a letter; nothing if the tree is decided against.
    fn read(&self, state: &State, letter: &[u8]) -> Option<State> {
        let mut next = state.clone();
        for (index, range) in &self.plan[letter.len() - 1] {
            let leaf = &self.leaves[*index];
            let digits = leaf.tracks[range.clone()]
                .iter()
                .map(|&track| letter[track]);
            next[*index] = digits.fold(next[*index], |node, digit| leaf.table.next(node, digit));
        }
        (self.value(&self.tree, &next) != Some(false)).then_some(next)
    }

    fn start(&self) -> State {
        let mut state = self.leaves.iter().map(|leaf| leaf.table.start).collect();
        self.settle(&self.tree, &mut state);
        state
    }

    /// The value of a part whatever follows, if that is decided.
    fn value(&self, part: &Part, state: &State) -> Option<bool> {
        match part {
            Part::Leaf(index) => match state[*index] {
                NONE => Some(!self.leaves[*index].sign),
                ALL => Some(self.leaves[*index].sign),
                _ => None,
            },
            Part::Join(parts, deciding, _) => {
                let mut result = Some(!deciding);
                for part in parts {
                    match self.value(part, state) {
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
    fn settle(&self, part: &Part, state: &mut State) {
        let Part::Join(parts, _, range) = part else {
            return;
        };
        match self.value(part, state) {
            None => parts.iter().for_each(|part| self.settle(part, state)),
            Some(value) => {
                for index in range.clone() {
                    state[index] = if value == self.leaves[index].sign {
                        ALL
                    } else {
                        NONE
                    };
                }
            }
        }
    }

    /// Is the tree satisfied if the words end here?
    fn accepts(&self, state: &State) -> bool {
        self.satisfied(&self.tree, state)
    }

    fn satisfied(&self, part: &Part, state: &State) -> bool {
        match part {
            Part::Leaf(index) => {
                self.leaves[*index].table.accepts(state[*index]) == self.leaves[*index].sign
            }
            Part::Join(parts, true, _) => parts.iter().any(|part| self.satisfied(part, state)),
            Part::Join(parts, false, _) => parts.iter().all(|part| self.satisfied(part, state)),
        }
    }

    fn count(&mut self) -> Result<(), Refusal> {
        self.states += 1;
        if self.states.is_multiple_of(256) {
            self.watch.check().map_err(Refusal::Stopped)?;
        }
        if self.states > MOST_STATES {
            Err(Refusal::TooLarge)
        } else {
            Ok(())
        }
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
