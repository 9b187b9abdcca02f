//! Minimisation by partition refinement: the smallest automaton of a language.
//!
//! J. Jacobs and T. Wißmann, *Fast coalgebraic bisimilarity minimization* (POPL 2023), for automata: a class is split by the classes
//! of its nodes' successors. The largest part keeps its number, and only the nodes that lead into another part are looked
//! at again, so that this happens to each at most as often as a class can be halved. Levels are gone through backwards, one letter
//! after the other. Nodes that accept nothing or everything are merged into DEAD and TRUE beforehand, so that a start that
//! accepts nothing needs no care; nodes at different levels are never equivalent.

use std::borrow::Cow;

use watch::{Stopped, Unwatched, Watch};

use crate::asker::WatchPoller;
use crate::automaton::{Automaton, Minimality, Node};
use crate::predecessors::Predecessors;

/// The smallest automaton with the same language. Equal languages over the same tracks give automata that
/// differ in the numbers of their nodes only.
#[must_use]
pub fn minimize(automaton: &Automaton) -> Automaton {
    minimize_within(automaton, &Unwatched).expect("nothing stops a construction without limits")
}

/// The same within a watch.
///
/// # Errors
/// If the watch says so.
pub fn minimize_within(automaton: &Automaton, watch: &dyn Watch) -> Result<Automaton, Stopped> {
    let simple = match automaton.shape {
        Minimality::Any => Cow::Owned(automaton.simplified_within(watch)?),
        Minimality::Simple => Cow::Borrowed(automaton),
        Minimality::Minimal => return Ok(automaton.clone()),
    };
    if simple.start.is_absorbing() {
        let (tracks, value) = (&simple.tracks, simple.is_everything());
        return Ok(Automaton::constant(&simple.alphabet, tracks, value));
    }
    let held = simple.bytes() + Partition::first_bytes(&simple);
    watch.grow(simple.size(), held)?;
    let classes = Partition::new(&simple)?.refined(watch)?;
    Ok(quotient(&simple, &classes))
}

/// A partition of the nodes.
struct Partition<'a> {
    automaton: &'a Automaton,
    before: Predecessors,
    /// The nodes, those of a class side by side: at its end those that are to be looked at.
    nodes: Vec<Node>,
    /// Where each node stands in the list, and its class; DEAD and TRUE have classes of their own without a place in the list.
    place: Vec<u32>,
    class: Vec<u32>,
    /// Where each class begins, where its nodes to be looked at begin, and where it ends.
    first: Vec<u32>,
    open: Vec<u32>,
    past: Vec<u32>,
    /// The classes with nodes to be looked at, by level.
    waiting: Vec<Vec<u32>>,
    groups: Groups,
    /// The nodes that are looked at, and those whose class has changed.
    seen: Vec<Node>,
    changed: Vec<Node>,
}

impl<'a> Partition<'a> {
    /// Nodes of one level that agree on whether a word may end there.
    fn new(automaton: &'a Automaton) -> Result<Self, Stopped> {
        let key = |node: Node| {
            2 * usize::from(automaton.levels[node.index()])
                + usize::from(automaton.accepting[node.index()])
        };
        let mut ends = vec![0u32; 2 * automaton.depth() + 1];
        automaton.nodes().for_each(|node| ends[key(node)] += 1);
        let mut total = 0;
        for end in &mut ends {
            total += *end;
            *end = total;
        }
        let size = automaton.levels.len();
        let mut classes = Self {
            automaton,
            before: Predecessors::of(automaton)?,
            nodes: vec![Node::DEAD; automaton.size()],
            place: vec![0; size],
            class: vec![0; size],
            first: vec![0; 2],
            open: vec![0; 2],
            past: vec![0; 2],
            waiting: vec![Vec::new(); automaton.depth()],
            groups: Groups::default(),
            seen: Vec::new(),
            changed: Vec::new(),
        };
        classes.class[Node::TRUE.index()] = 1;
        for node in automaton.nodes() {
            let place = &mut ends[key(node)];
            *place -= 1;
            classes.place[node.index()] = *place;
            classes.nodes[*place as usize] = node;
        }
        // What were the ends are the beginnings by now.
        for (key, range) in ends.windows(2).enumerate() {
            if let [first, past] = *range
                && first < past
            {
                let class = classes.add(first, past);
                classes.open[class as usize] = first;
                classes.waiting[key / 2].push(class);
            }
        }
        Ok(classes)
    }

    /// How many bytes the first partition takes, about.
    fn first_bytes(automaton: &Automaton) -> usize {
        3 * size_of::<u32>() * automaton.levels.len() + Predecessors::most_bytes(automaton)
    }

    /// How many bytes all of this takes.
    fn bytes(&self) -> usize {
        let nodes = self.nodes.len() + self.place.len() + self.class.len();
        let classes = self.first.len() + self.open.len() + self.past.len();
        let lists = self.seen.capacity() + self.changed.capacity();
        size_of::<u32>() * (nodes + classes + lists) + self.before.bytes() + self.groups.bytes()
    }

    /// A class of the nodes in this part of the list, all of them settled.
    fn add(&mut self, first: u32, past: u32) -> u32 {
        let class = small(self.first.len());
        self.first.push(first);
        self.open.push(past);
        self.past.push(past);
        for &node in &self.nodes[first as usize..past as usize] {
            self.class[node.index()] = class;
        }
        class
    }

    /// The class of every node when nothing is left to split.
    fn refined(mut self, watch: &dyn Watch) -> Result<Vec<u32>, Stopped> {
        let mut asker = WatchPoller::new(watch);
        while self.waiting.iter().any(|classes| !classes.is_empty()) {
            for level in (0..self.waiting.len()).rev() {
                for class in std::mem::take(&mut self.waiting[level]) {
                    self.split(class as usize, &mut asker)?;
                }
            }
        }
        Ok(self.class)
    }

    /// Makes a class of the nodes whose successors have the same classes; all of them are settled then.
    fn split(&mut self, class: usize, asker: &mut WatchPoller<'_>) -> Result<(), Stopped> {
        let (first, open, past) = (self.first[class], self.open[class], self.past[class]);
        self.open[class] = past;
        if past - first == 1 {
            return Ok(());
        }
        let held = self.automaton.bytes() + self.bytes();
        self.groups.clear();
        if first < open {
            // The settled ones agree with each other.
            let settled = self.nodes[first as usize];
            self.groups.enter(self.automaton, &self.class, settled);
        }
        self.seen.clear();
        let nodes = &self.nodes[open as usize..past as usize];
        self.seen.extend_from_slice(nodes);
        for &node in nodes {
            asker.round(|| (self.automaton.size(), held))?;
            self.groups.enter(self.automaton, &self.class, node);
        }
        if self.groups.all.len() > 1 {
            self.arrange(class);
        }
        Ok(())
    }

    /// Puts the nodes that were looked at in the order of their groups, gives every group but the largest a new class, and has the nodes
    /// that lead there looked at.
    fn arrange(&mut self, class: usize) {
        let (first, past) = (self.first[class], self.past[class]);
        let settled = past - first - small(self.seen.len());
        self.groups.all[0].size += settled.saturating_sub(1);
        let mut begin = first;
        for group in &mut self.groups.all {
            group.first = begin;
            begin += group.size;
            group.past = begin;
        }
        // The settled ones stay where they are, at the beginning of the first group.
        let mut ends: Vec<u32> = self.groups.all.iter().map(|group| group.past).collect();
        let members = &self.groups.members[self.groups.members.len() - self.seen.len()..];
        for (&node, &group) in self.seen.iter().zip(members) {
            let end = &mut ends[group as usize];
            *end -= 1;
            self.nodes[*end as usize] = node;
            self.place[node.index()] = *end;
        }
        let groups = std::mem::take(&mut self.groups.all);
        let sizes = groups.iter().enumerate();
        let largest = sizes
            .max_by_key(|(_, group)| group.size)
            .map_or(0, |(index, _)| index);
        self.changed.clear();
        for (index, group) in groups.iter().enumerate() {
            if index == largest {
                self.first[class] = group.first;
                self.open[class] = group.past;
                self.past[class] = group.past;
            } else {
                self.add(group.first, group.past);
                let range = group.first as usize..group.past as usize;
                self.changed.extend_from_slice(&self.nodes[range]);
            }
        }
        self.groups.all = groups;
        let changed = std::mem::take(&mut self.changed);
        for &node in &changed {
            self.look_before(node);
        }
        self.changed = changed;
    }

    /// Has the nodes that lead to this one looked at.
    fn look_before(&mut self, node: Node) {
        for &node in self.before.to(node) {
            let class = self.class[node.index()];
            let (open, past) = (self.open[class as usize], self.past[class as usize]);
            let place = self.place[node.index()];
            if place >= open || past - self.first[class as usize] == 1 {
                continue;
            }
            if open == past {
                let level = self.automaton.levels[node.index()];
                self.waiting[usize::from(level)].push(class);
            }
            let other = self.nodes[open as usize - 1];
            self.nodes.swap(place as usize, open as usize - 1);
            self.place[other.index()] = place;
            self.place[node.index()] = open - 1;
            self.open[class as usize] = open - 1;
        }
    }
}

/// Nodes by the classes of their successors.
#[derive(Default)]
struct Groups {
    all: Vec<NodeGroup>,
    /// The group of every node that was entered.
    members: Vec<u32>,
    table: Vec<GroupEntry>,
    /// Entries of the table with another stamp are of earlier groups.
    stamp: u32,
}

struct NodeGroup {
    /// One of the nodes, and the hash of the classes of its successors.
    node: Node,
    hash: u32,
    size: u32,
    first: u32,
    past: u32,
}

#[derive(Clone, Copy, Default)]
struct GroupEntry {
    stamp: u32,
    group: u32,
}

impl Groups {
    fn clear(&mut self) {
        self.all.clear();
        self.members.clear();
        match self.stamp.checked_add(1) {
            Some(stamp) => self.stamp = stamp,
            None => {
                self.table.fill(GroupEntry::default());
                self.stamp = 1;
            }
        }
    }

    /// Puts a node into its group.
    fn enter(&mut self, automaton: &Automaton, class: &[u32], node: Node) {
        if 2 * (self.all.len() + 1) > self.table.len() {
            self.enlarge();
        }
        let next = automaton.successors(node);
        let hash = hash(next, class);
        let mask = self.table.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let GroupEntry { stamp, group } = self.table[place];
            if stamp != self.stamp {
                let group = small(self.all.len());
                self.table[place] = GroupEntry {
                    stamp: self.stamp,
                    group,
                };
                self.all.push(NodeGroup {
                    node,
                    hash,
                    size: 1,
                    first: 0,
                    past: 0,
                });
                self.members.push(group);
                return;
            }
            let found = &mut self.all[group as usize];
            let same = || {
                let others = automaton.successors(found.node).iter();
                let mut both = next.iter().zip(others);
                both.all(|(a, b)| a == b || class[a.index()] == class[b.index()])
            };
            if found.hash == hash && same() {
                found.size += 1;
                self.members.push(group);
                return;
            }
            place = (place + 1) & mask;
        }
    }

    /// How many bytes all of this takes.
    fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<NodeGroup>()
            + self.members.capacity() * size_of::<u32>()
            + size_of_val(self.table.as_slice())
    }

    fn enlarge(&mut self) {
        let size = (2 * self.table.len()).max(64);
        self.table = vec![GroupEntry::default(); size];
        for (group, NodeGroup { hash, .. }) in self.all.iter().enumerate() {
            let mut place = *hash as usize & (size - 1);
            while self.table[place].stamp == self.stamp {
                place = (place + 1) & (size - 1);
            }
            self.table[place] = GroupEntry {
                stamp: self.stamp,
                group: small(group),
            };
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "any bits of a hash are a hash"
)]
fn hash(next: &[Node], class: &[u32]) -> u32 {
    let mut state = 0u64;
    for node in next {
        let word = u64::from(class[node.index()]);
        state = (state.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    (state ^ (state >> 32)) as u32
}

/// Nodes are counted in 32 bits, and there are no more classes.
fn small(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^32 nodes fit in memory")
}

fn quotient(automaton: &Automaton, classes: &[u32]) -> Automaton {
    let mut result = Automaton::empty(&automaton.alphabet, &automaton.tracks);
    let mut numbers = vec![Node::DEAD; classes.iter().max().map_or(0, |&class| class as usize + 1)];
    numbers[classes[Node::TRUE.index()] as usize] = Node::TRUE;
    let mut representatives = Vec::new();
    for node in automaton.nodes() {
        let class = classes[node.index()] as usize;
        if numbers[class] == Node::DEAD {
            numbers[class] = result.add(
                automaton.levels[node.index()],
                automaton.accepting[node.index()],
            );
            representatives.push(node);
        }
    }
    let class_of = |node: Node| numbers[classes[node.index()] as usize];
    for node in representatives {
        for digit in 0..automaton.radix_of(node) {
            result.set_next(class_of(node), digit, class_of(automaton.next(node, digit)));
        }
    }
    result.start = class_of(automaton.start);
    result.shape = Minimality::Minimal;
    result
}
