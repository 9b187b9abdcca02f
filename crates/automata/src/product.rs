//! Products: the words that several automata accept together.
//!
//! The parts may read different tracks; a part waits while digits of other tracks are read. All parts are
//! explored at once, so that the size of the result counts and not that of intermediate products.

use std::ops::Range;

use watch::{Stopped, Watch};

use crate::alphabet::Track;
use crate::automaton::{Automaton, DigitLevel, Node};
use crate::intern::{FixedLength, Interner};

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

/// The words of `from` that some part does not accept; nothing if all parts accept none of its words. `from` is simplified, and the
/// parts read none but its tracks.
///
/// # Errors
/// If the watch says so.
///
/// # Panics
/// If a part reads another track, or has another alphabet.
pub fn without(
    from: &Automaton,
    parts: &[&Automaton],
    watch: &dyn Watch,
) -> Result<Option<Automaton>, Stopped> {
    assert!(
        parts.iter().all(|part| part.alphabet == from.alphabet),
        "parts share an alphabet"
    );
    let known = |track: &Track| from.tracks.contains(track);
    assert!(
        parts.iter().all(|part| part.tracks.iter().all(known)),
        "every track is known"
    );
    if from.is_empty() || parts.iter().any(|part| part.is_empty()) {
        return Ok(None);
    }
    if parts.iter().all(|part| part.is_everything()) {
        let nothing = Automaton::constant(&from.alphabet, &from.tracks, false);
        return Ok(Some(nothing));
    }
    Without::new(from, parts).build(from, watch)
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
        let followed = ActiveParts::new(self);
        if followed.parts.is_empty() {
            return Ok(Automaton::constant(alphabet, &tracks, true));
        }
        let readers: Vec<Vec<TrackReader<'_>>> = tracks
            .iter()
            .map(|&track| followed.readers(track))
            .collect();
        let levels: Vec<DigitLevel> = (0..result.depth()).map(|n| result.level_of(n)).collect();
        let mut tuple = followed.start();
        let mut tuples = Interner::new(FixedLength(tuple.len()), result.depth().max(1));
        result.start = followed.enter(&mut result, &mut tuples, &tuple, 0);
        if result.depth() == 0 {
            return Ok(result);
        }
        let held: usize = followed.parts.iter().map(|part| part.bytes()).sum();
        let (mut before, mut done) = (tuple.clone(), 0);
        while done < tuples.len() {
            let node = Node::numbered(done + 2);
            let number = result.levels[node.index()];
            let DigitLevel { place, track } = levels[usize::from(number)];
            let after = result.level_after(number);
            before.copy_from_slice(tuples.get(done));
            for digit in 0..result.alphabet.radix(place) {
                tuple.copy_from_slice(&before);
                let alive = readers[track].iter().all(|TrackReader { part, slot, .. }| {
                    let next = part.next(slot.get(&before), digit);
                    slot.put(&mut tuple, next);
                    next != Node::DEAD
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
struct ActiveParts<'a> {
    /// The words that matter, what must accept, and what must accept too.
    parts: Vec<&'a Automaton>,
    /// Where in a tuple their nodes stand.
    slots: Vec<BitField>,
    /// The tuples in which what must accept does, whatever follows.
    decided: AcceptanceMask,
    /// Which of the parts are what must accept too.
    easy: Range<usize>,
}

impl<'a> ActiveParts<'a> {
    fn new(product: &Product<'a>) -> Self {
        let open = |part: &&Automaton| !part.is_everything();
        let mut parts: Vec<&Automaton> = product.care.into_iter().filter(open).collect();
        let first = parts.len();
        parts.extend(product.parts.iter().copied().filter(open));
        let needed = first..parts.len();
        parts.extend(product.easy.iter().copied().filter(open));
        let slots = BitField::all(&parts);
        Self {
            decided: AcceptanceMask::new(&slots, needed.clone()),
            easy: needed.end..parts.len(),
            parts,
            slots,
        }
    }

    /// The tuple in which reading begins.
    fn start(&self) -> Vec<u32> {
        let mut tuple = vec![0; self.decided.words.len()];
        for (slot, part) in self.slots.iter().zip(&self.parts) {
            slot.put(&mut tuple, part.start);
        }
        tuple
    }

    /// The parts that read a track.
    fn readers(&self, track: Track) -> Vec<TrackReader<'_>> {
        let all = self.parts.iter().zip(&self.slots);
        all.enumerate()
            .filter(|(_, (part, _))| part.tracks.contains(&track))
            .map(|(place, (part, slot))| TrackReader { part, slot, place })
            .collect()
    }

    /// The node of the product for a node of each part, none of which is DEAD.
    fn enter(
        &self,
        result: &mut Automaton,
        tuples: &mut Tuples,
        tuple: &[u32],
        level: u16,
    ) -> Node {
        if self.decided.has(tuple) && self.rests(tuple) {
            return Node::TRUE;
        }
        let (number, new) = tuples.intern(level, tuple);
        if new {
            result.add(level, level == 0 && self.accepts(tuple));
        }
        Node(number + 2)
    }

    /// May what must accept too rest here?
    fn rests(&self, tuple: &[u32]) -> bool {
        let (parts, slots) = (
            &self.parts[self.easy.clone()],
            &self.slots[self.easy.clone()],
        );
        let mut easy = parts.iter().zip(slots);
        easy.all(|(part, slot)| rests(part, slot.get(tuple)))
    }

    /// May a word end here?
    fn accepts(&self, tuple: &[u32]) -> bool {
        let mut all = self.parts.iter().zip(&self.slots);
        all.all(|(part, slot)| part.accepts_at(slot.get(tuple)))
    }
}

/// The construction of a [`without`]: a tuple is a node of `from`, if it must be followed, with one of each part, or with DEAD for all
/// parts once one of them has died.
struct Without<'a> {
    followed: ActiveParts<'a>,
    /// Where the parts begin.
    first: usize,
}

impl<'a> Without<'a> {
    fn new(from: &'a Automaton, parts: &'a [&'a Automaton]) -> Self {
        let product = Product {
            care: Some(from),
            parts,
            easy: &[],
        };
        Self {
            followed: ActiveParts::new(&product),
            first: usize::from(!from.is_everything()),
        }
    }

    fn build(&self, from: &Automaton, watch: &dyn Watch) -> Result<Option<Automaton>, Stopped> {
        let mut result = Automaton::empty(&from.alphabet, &from.tracks);
        let levels: Vec<DigitLevel> = (0..result.depth()).map(|n| result.level_of(n)).collect();
        let tracks = from.tracks.iter();
        let readers: Vec<Vec<TrackReader<'_>>> =
            tracks.map(|&track| self.followed.readers(track)).collect();
        let mut tuple = self.followed.start();
        let mut tuples = Interner::new(FixedLength(tuple.len().max(1)), result.depth().max(1));
        let mut hit = false;
        result.start = self.enter(&mut result, &mut tuples, &tuple, 0, &mut hit);
        let held: usize = self.followed.parts.iter().map(|part| part.bytes()).sum();
        let (mut before, mut done) = (tuple.clone(), 0);
        while done < tuples.len() {
            let node = Node::numbered(done + 2);
            let number = result.levels[node.index()];
            let DigitLevel { place, track } = levels[usize::from(number)];
            let after = result.level_after(number);
            before.copy_from_slice(tuples.get(done));
            for digit in 0..result.alphabet.radix(place) {
                tuple.copy_from_slice(&before);
                if self.step(&readers[track], digit, &mut tuple) {
                    let successor = self.enter(&mut result, &mut tuples, &tuple, after, &mut hit);
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
        match hit {
            true => result.into_simplified(held, watch).map(Some),
            false => Ok(None),
        }
    }

    /// Reads a digit. Is there a word of `from` that goes on so?
    fn step(&self, readers: &[TrackReader<'_>], digit: u8, tuple: &mut [u32]) -> bool {
        let mut died = false;
        for TrackReader { part, slot, place } in readers {
            let next = part.next(slot.get(tuple), digit);
            slot.put(tuple, next);
            if next == Node::DEAD && *place < self.first {
                return false;
            }
            died |= next == Node::DEAD;
        }
        if died {
            for slot in &self.followed.slots[self.first..] {
                slot.put(tuple, Node::DEAD);
            }
        }
        true
    }

    /// The node for a tuple. A hit is noted where all parts accept a word of `from`.
    fn enter(
        &self,
        result: &mut Automaton,
        tuples: &mut Tuples,
        tuple: &[u32],
        level: u16,
        hit: &mut bool,
    ) -> Node {
        let ActiveParts { slots, decided, .. } = &self.followed;
        if decided.has(tuple) {
            *hit = true;
            return Node::DEAD;
        }
        let is_free = slots[self.first].get(tuple) == Node::DEAD;
        if is_free && (self.first == 0 || slots[0].get(tuple) == Node::TRUE) {
            return Node::TRUE;
        }
        let (number, new) = tuples.intern(level, tuple);
        if new {
            let accepts = level == 0 && self.accepts(tuple, 0..self.first);
            let taken = accepts && self.accepts(tuple, self.first..slots.len());
            *hit |= taken;
            result.add(level, accepts && !taken);
        }
        Node(number + 2)
    }

    /// May a word end here, as far as some of the automata are concerned?
    fn accepts(&self, tuple: &[u32], some: Range<usize>) -> bool {
        let (parts, slots) = (
            &self.followed.parts[some.clone()],
            &self.followed.slots[some],
        );
        let mut all = parts.iter().zip(slots);
        all.all(|(part, slot)| part.accepts_at(slot.get(tuple)))
    }
}

/// A part that reads a track, where its node stands, and its place among the parts.
struct TrackReader<'a> {
    part: &'a Automaton,
    slot: &'a BitField,
    place: usize,
}

/// Tuples of nodes, one of each part. A node takes as many bits as the nodes of its part need.
type Tuples = Interner<FixedLength>;

/// Where in a packed tuple a node stands.
struct BitField {
    word: usize,
    shift: u32,
    mask: u32,
}

impl BitField {
    /// A slot for a node of each part.
    fn all(parts: &[&Automaton]) -> Vec<Self> {
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
            slots.push(Self {
                word,
                shift: u32::BITS - free[word],
                mask: u32::MAX >> greatest.leading_zeros(),
            });
            free[word] -= bits;
        }
        slots
    }

    /// The node in a tuple.
    #[inline]
    fn get(&self, tuple: &[u32]) -> Node {
        Node(tuple[self.word] >> self.shift & self.mask)
    }

    /// Puts a node into a tuple.
    #[inline]
    fn put(&self, tuple: &mut [u32], node: Node) {
        let word = &mut tuple[self.word];
        *word = *word & !(self.mask << self.shift) | node.0 << self.shift;
    }
}

/// Which tuples have TRUE in some slots: whole words are compared.
struct AcceptanceMask {
    /// For each word the bits of the slots, and what they are.
    words: Vec<(u32, u32)>,
}

impl AcceptanceMask {
    /// Those with TRUE in some of all slots.
    fn new(slots: &[BitField], some: Range<usize>) -> Self {
        let count = slots.iter().map(|slot| slot.word + 1).max();
        let mut words = vec![(0, 0); count.unwrap_or(0)];
        for slot in &slots[some] {
            let (bits, wanted) = &mut words[slot.word];
            *bits |= slot.mask << slot.shift;
            *wanted |= Node::TRUE.0 << slot.shift;
        }
        Self { words }
    }

    #[inline]
    fn has(&self, tuple: &[u32]) -> bool {
        let mut both = self.words.iter().zip(tuple);
        both.all(|((bits, wanted), word)| word & bits == *wanted)
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
