//! Minimisation by partition refinement: the smallest automaton of a language.
//!
//! A. Valmari and P. Lehtinen, *Efficient minimization of DFAs with partial transition functions*
//! (STACS 2008): Hopcroft's algorithm on transitions, without those to DEAD. Nodes that accept
//! nothing or everything are merged into DEAD and TRUE beforehand, so that a start that accepts nothing
//! needs no care; nodes at different levels are never equivalent.

use std::borrow::Cow;

use watch::{Stopped, Unwatched, Watch};

use crate::asker::Asker;
use crate::automaton::{Automaton, Node};

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
    let simple = match automaton.simple {
        true => Cow::Borrowed(automaton),
        false => Cow::Owned(automaton.simplified_within(watch)?),
    };
    if simple.start.is_absorbing() {
        return Ok(simple.into_owned());
    }
    watch.grow(simple.size(), simple.burden_of_refinement())?;
    let classes = refine(&simple, watch)?;
    Ok(quotient(&simple, &classes))
}

/// A partition of `0..n` with the operations of the paper: mark some elements, then split every set into its
/// marked and unmarked elements; the smaller part gets a new number.
struct Partition {
    elements: Vec<u32>,
    location: Vec<u32>,
    set_of: Vec<u32>,
    first: Vec<u32>,
    past: Vec<u32>,
    marked: Vec<u32>,
    touched: Vec<u32>,
}

impl Partition {
    /// Elements with equal keys share a set.
    fn by_key(keys: &[u32]) -> Self {
        let elements = sorted_by_key(keys);
        let mut partition = Self {
            location: vec![0; keys.len()],
            set_of: vec![0; keys.len()],
            first: Vec::new(),
            past: Vec::new(),
            marked: Vec::new(),
            touched: Vec::new(),
            elements,
        };
        for index in 0..keys.len() {
            let element = partition.elements[index] as usize;
            if index == 0 || keys[element] != keys[partition.elements[index - 1] as usize] {
                partition.first.push(small(index));
                partition.past.push(small(index));
                partition.marked.push(0);
            }
            let set = partition.first.len() - 1;
            partition.location[element] = small(index);
            partition.set_of[element] = small(set);
            partition.past[set] += 1;
        }
        partition
    }

    fn sets(&self) -> usize {
        self.first.len()
    }

    fn members(&self, set: usize) -> &[u32] {
        &self.elements[self.first[set] as usize..self.past[set] as usize]
    }

    fn mark(&mut self, element: u32) {
        let set = self.set_of[element as usize] as usize;
        let from = self.location[element as usize];
        let to = self.first[set] + self.marked[set];
        if from < to {
            return;
        }
        let other = self.elements[to as usize];
        self.elements.swap(from as usize, to as usize);
        self.location[other as usize] = from;
        self.location[element as usize] = to;
        if self.marked[set] == 0 {
            self.touched.push(small(set));
        }
        self.marked[set] += 1;
    }

    fn split(&mut self) {
        while let Some(set) = self.touched.pop() {
            let set = set as usize;
            let middle = self.first[set] + self.marked[set];
            self.marked[set] = 0;
            if middle == self.past[set] {
                continue;
            }
            let new = small(self.sets());
            let (first, past) = if middle - self.first[set] <= self.past[set] - middle {
                let first = self.first[set];
                self.first[set] = middle;
                (first, middle)
            } else {
                let past = self.past[set];
                self.past[set] = middle;
                (middle, past)
            };
            self.first.push(first);
            self.past.push(past);
            self.marked.push(0);
            for index in first..past {
                self.set_of[self.elements[index as usize] as usize] = new;
            }
        }
    }
}

/// Nodes and transitions are counted in 32 bits: there are fewer of both, or the refinement is not begun.
fn small(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^32 nodes and transitions are refined")
}

/// `0..keys.len()` in the order of the keys, which are small numbers.
fn sorted_by_key(keys: &[u32]) -> Vec<u32> {
    let mut places = vec![0; keys.iter().max().map_or(0, |&most| most as usize + 2)];
    keys.iter().for_each(|&key| places[key as usize + 1] += 1);
    for index in 1..places.len() {
        places[index] += places[index - 1];
    }
    let mut sorted = vec![0; keys.len()];
    for (element, &key) in keys.iter().enumerate() {
        sorted[places[key as usize]] = small(element);
        places[key as usize] += 1;
    }
    sorted
}

/// The class of every node; node `i + 1` is element `i`, so that TRUE is element 0.
fn refine(automaton: &Automaton, watch: &dyn Watch) -> Result<Vec<u32>, Stopped> {
    let count = automaton.levels.len() - 1;
    let key = |index: usize| match index {
        0 => 0,
        _ => {
            1 + 2 * u32::from(automaton.levels[index + 1])
                + u32::from(automaton.accepting[index + 1])
        }
    };
    let mut blocks = Partition::by_key(&(0..count).map(key).collect::<Vec<_>>());
    let (mut tails, mut heads, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    for node in automaton.nodes() {
        for digit in 0..automaton.radix_of(node) {
            let head = automaton.next(node, digit);
            if head != Node::DEAD {
                tails.push(node.0 - 1);
                heads.push(head.0 - 1);
                labels.push(u32::from(digit));
            }
        }
    }
    if u32::try_from(labels.len()).is_err() {
        // Transitions are counted in 32 bits, and each takes twelve bytes.
        return Err(Stopped::Memory {
            needed: 12 * labels.len() as u64,
            allowed: 12 * u64::from(u32::MAX),
        });
    }
    let mut cords = Partition::by_key(&labels);
    let (offsets, incoming) = by_head(&heads, count);
    let mut asker = Asker::new(watch);
    let burden = automaton.burden_of_refinement();
    let size = || (automaton.size(), burden);
    let (mut block, mut cord) = (1, 0);
    while cord < cords.sets() {
        for &transition in cords.members(cord) {
            asker.round(size)?;
            blocks.mark(tails[transition as usize]);
        }
        blocks.split();
        cord += 1;
        while block < blocks.sets() {
            for &element in blocks.members(block) {
                asker.round(size)?;
                let element = element as usize;
                for &transition in
                    &incoming[offsets[element] as usize..offsets[element + 1] as usize]
                {
                    cords.mark(transition);
                }
            }
            cords.split();
            block += 1;
        }
    }
    Ok(blocks.set_of)
}

fn by_head(heads: &[u32], count: usize) -> (Vec<u32>, Vec<u32>) {
    let mut offsets = vec![0; count + 1];
    heads
        .iter()
        .for_each(|&head| offsets[head as usize + 1] += 1);
    for index in 1..offsets.len() {
        offsets[index] += offsets[index - 1];
    }
    let mut places = offsets.clone();
    let mut incoming = vec![0; heads.len()];
    for (transition, &head) in heads.iter().enumerate() {
        incoming[places[head as usize] as usize] = small(transition);
        places[head as usize] += 1;
    }
    (offsets, incoming)
}

fn quotient(automaton: &Automaton, classes: &[u32]) -> Automaton {
    let mut result = Automaton::empty(&automaton.alphabet, &automaton.tracks);
    let mut numbers = vec![Node::DEAD; classes.iter().max().map_or(0, |&class| class as usize + 1)];
    numbers[classes[0] as usize] = Node::TRUE;
    let mut representatives = Vec::new();
    for node in automaton.nodes() {
        let class = classes[node.index() - 1] as usize;
        if numbers[class] == Node::DEAD {
            numbers[class] = result.add(
                automaton.levels[node.index()],
                automaton.accepting[node.index()],
            );
            representatives.push(node);
        }
    }
    let class_of = |node: Node| {
        if node == Node::DEAD {
            node
        } else {
            numbers[classes[node.index() - 1] as usize]
        }
    };
    for node in representatives {
        for digit in 0..automaton.radix_of(node) {
            result.set_next(class_of(node), digit, class_of(automaton.next(node, digit)));
        }
    }
    result.start = class_of(automaton.start);
    result.simple = true;
    result
}
