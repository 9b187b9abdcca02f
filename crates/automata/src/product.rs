//! Products: the words that several automata accept together.
//!
//! The parts may read different tracks; a part waits while digits of other tracks are read. All parts are
//! explored at once, so that the size of the result counts and not that of intermediate products.

use std::ops::Range;

use watch::{Stopped, Watch};

use crate::alphabet::Track;
use crate::automaton::{Automaton, Level, Node};
use crate::intern::{Even, Interner};

/// The words that all parts accept, over all their tracks.
///
/// # Errors
/// If the watch says so.
///
/// # Panics
/// If there is no part, or they have different alphabets.
pub fn conjunction(parts: &[&Automaton], watch: &dyn Watch) -> Result<Automaton, Stopped> {
    Product {
        care: None,
        parts,
        easy: &[],
    }
    .build(watch)
}

/// The words that some part accepts, over all their tracks.
///
/// # Errors
/// If the watch says so.
pub fn disjunction(parts: &[&Automaton], watch: &dyn Watch) -> Result<Automaton, Stopped> {
    let complements: Vec<Automaton> = parts.iter().map(|part| part.complement()).collect();
    Ok(conjunction(&complements.iter().collect::<Vec<_>>(), watch)?.complement())
}

/// Conjunctions that need to be right on some words only.
#[derive(Clone, Copy)]
pub struct Product<'a> {
    /// The only words that matter: outside them the result may say anything.
    pub care: Option<&'a Automaton>,
    /// What must accept.
    pub parts: &'a [&'a Automaton],
    /// What must accept too, on tracks that are about to be projected away, and always can from an
    /// accepting node, by reading zeros: where all other parts are TRUE, it need not be followed further.
    pub easy: &'a [&'a Automaton],
}

impl Product<'_> {
    /// The product, [simplified](Automaton::simplified).
    ///
    /// # Errors
    /// If the watch says so.
    ///
    /// # Panics
    /// If there is nothing to multiply, or the alphabets differ.
    pub fn build(&self, watch: &dyn Watch) -> Result<Automaton, Stopped> {
        let all = || self.care.iter().chain(self.parts).chain(self.easy).copied();
        let alphabet = &all().next().expect("a product has a part").alphabet;
        assert!(
            all().all(|part| part.alphabet == *alphabet),
            "parts share an alphabet"
        );
        let tracks = union(all());
        let mut result = Automaton::empty(alphabet, &tracks);
        result.countable()?;
        if all().any(Automaton::is_empty) {
            return Ok(Automaton::constant(alphabet, &tracks, false));
        }
        let followed = Followed::new(self);
        if followed.parts.is_empty() {
            return Ok(Automaton::constant(alphabet, &tracks, true));
        }
        let readers: Vec<Vec<usize>> = tracks
            .iter()
            .map(|&track| followed.readers(track))
            .collect();
        let mut tuples = Tuples::new(&followed.parts, result.depth().max(1));
        let mut tuple: Vec<u32> = followed.parts.iter().map(|part| part.start.0).collect();
        result.start = followed.enter(&mut result, &mut tuples, &tuple, 0);
        if result.depth() == 0 {
            return Ok(result);
        }
        let held: usize = followed.parts.iter().map(|part| part.bytes()).sum();
        let (mut before, mut done) = (tuple.clone(), 0);
        while done < tuples.len() {
            let node = Node::numbered(done + 2);
            let number = result.levels[node.index()];
            let Level { place, track } = result.level_at(number);
            let after = result.level_after(number);
            tuples.get(done, &mut before);
            tuple.copy_from_slice(&before);
            for digit in 0..result.alphabet.radix(place) {
                let alive = readers[track].iter().all(|&index| {
                    tuple[index] = followed.parts[index].next(Node(before[index]), digit).0;
                    tuple[index] != Node::DEAD.0
                });
                if alive {
                    let successor = followed.enter(&mut result, &mut tuples, &tuple, after);
                    result.set_next(node, digit, successor);
                }
            }
            done += 1;
            if done % 1024 == 0 {
                watch.grow(tuples.len(), held + tuples.bytes() + result.bytes())?;
                result.countable()?;
            }
        }
        drop(tuples);
        result.into_simplified(held, watch)
    }
}

/// The parts of a product that do not accept everything: the others need not be followed.
struct Followed<'a> {
    /// The words that matter, what must accept, and what must accept too.
    parts: Vec<&'a Automaton>,
    /// Which of them are what must accept.
    needed: Range<usize>,
}

impl<'a> Followed<'a> {
    fn new(product: &Product<'a>) -> Self {
        let open = |part: &&Automaton| !part.is_everything();
        let mut parts: Vec<&Automaton> = product.care.into_iter().filter(open).collect();
        let first = parts.len();
        parts.extend(product.parts.iter().copied().filter(open));
        let needed = first..parts.len();
        parts.extend(product.easy.iter().copied().filter(open));
        Self { parts, needed }
    }

    /// The parts that read a track.
    fn readers(&self, track: Track) -> Vec<usize> {
        let all = 0..self.parts.len();
        all.filter(|&index| self.parts[index].tracks.contains(&track))
            .collect()
    }

    /// The node of the product for a node of each part, none of which is DEAD.
    fn enter(
        &self,
        result: &mut Automaton,
        tuples: &mut Tuples,
        nodes: &[u32],
        level: u16,
    ) -> Node {
        let needed = &nodes[self.needed.clone()];
        if needed.iter().all(|&node| node == Node::TRUE.0)
            && (self.needed.end..nodes.len())
                .all(|index| rests(self.parts[index], Node(nodes[index])))
        {
            return Node::TRUE;
        }
        let (number, new) = tuples.intern(level, nodes);
        if new {
            let mut both = self.parts.iter().zip(nodes);
            let accepting = level == 0 && both.all(|(part, &node)| part.accepts_at(Node(node)));
            result.add(level, accepting);
        }
        Node(number + 2)
    }
}

/// Tuples of nodes, one of each part. A node takes as many bits as the nodes of its part need.
struct Tuples {
    numbers: Interner<Even>,
    slots: Vec<Slot>,
    packed: Vec<u32>,
}

/// Where in a packed tuple a node stands.
struct Slot {
    word: usize,
    shift: u32,
    mask: u32,
}

impl Tuples {
    fn new(parts: &[&Automaton], levels: usize) -> Self {
        let mut free: Vec<u32> = Vec::new();
        let mut slots = Vec::new();
        for part in parts {
            let greatest = Node::numbered(part.levels.len() - 1).0;
            let bits = u32::BITS - greatest.leading_zeros();
            let word = free.iter().position(|&free| free >= bits);
            let word = word.unwrap_or_else(|| {
                free.push(u32::BITS);
                free.len() - 1
            });
            slots.push(Slot {
                word,
                shift: u32::BITS - free[word],
                mask: u32::MAX >> greatest.leading_zeros(),
            });
            free[word] -= bits;
        }
        Self {
            numbers: Interner::new(Even(free.len()), levels),
            slots,
            packed: vec![0; free.len()],
        }
    }

    /// How many there are.
    fn len(&self) -> usize {
        self.numbers.len()
    }

    /// How many bytes they take.
    fn bytes(&self) -> usize {
        self.numbers.bytes()
    }

    /// The tuple of a number.
    fn get(&self, number: usize, nodes: &mut [u32]) {
        let packed = self.numbers.get(number);
        for (slot, node) in self.slots.iter().zip(nodes) {
            *node = packed[slot.word] >> slot.shift & slot.mask;
        }
    }

    /// The number of a tuple at a level, and whether it is new.
    fn intern(&mut self, level: u16, nodes: &[u32]) -> (u32, bool) {
        self.packed.fill(0);
        for (slot, node) in self.slots.iter().zip(nodes) {
            self.packed[slot.word] |= node << slot.shift;
        }
        self.numbers.intern(level, &self.packed)
    }
}

/// Is this between two letters of the part, where it accepts?
fn rests(part: &Automaton, node: Node) -> bool {
    node == Node::TRUE || (part.levels[node.index()] == 0 && part.accepts_at(node))
}

fn union<'a>(parts: impl Iterator<Item = &'a Automaton>) -> Vec<Track> {
    let mut tracks: Vec<Track> = parts.flat_map(|part| part.tracks.iter().copied()).collect();
    tracks.sort_unstable();
    tracks.dedup();
    tracks
}
