//! Projection: hiding tracks, and the subset construction that makes the result deterministic again.
//!
//! Hiding a track leaves the words for which *some* digit string on that track is accepted. That string
//! may be longer than the word: the start is therefore closed under letters that are zero on the tracks
//! that stay and anything on the hidden ones.

use watch::{Stopped, Watch};

use crate::alphabet::Track;
use crate::automaton::{Automaton, Node};
use crate::intern::{Interner, VariableLength};

/// The words over the other tracks for which some digit strings on the hidden tracks are accepted.
///
/// # Errors
/// If the watch says so.
pub fn project(
    automaton: &Automaton,
    hidden: &[Track],
    watch: &dyn Watch,
) -> Result<Automaton, Stopped> {
    let kept: Vec<Track> = automaton
        .tracks
        .iter()
        .copied()
        .filter(|track| !hidden.contains(track))
        .collect();
    let everything = Automaton::constant(&automaton.alphabet, &kept, true);
    Ok(subtract(&everything, automaton, hidden, watch)?.complement())
}

/// The words of `from` for which no digit strings on the hidden tracks are accepted by `automaton`.
///
/// `automaton` needs to be right on the words of `from` only. Its tracks that are not hidden must all
/// be tracks of `from`. The language of `from` must be closed under leading zeros, with its start
/// going to itself on a zero letter, as a [minimal](crate::minimize) automaton's does.
///
/// # Errors
/// If the watch says so.
///
/// # Panics
/// If the tracks do not match.
pub fn subtract(
    from: &Automaton,
    automaton: &Automaton,
    hidden: &[Track],
    watch: &dyn Watch,
) -> Result<Automaton, Stopped> {
    let visible = automaton
        .tracks
        .iter()
        .filter(|track| !hidden.contains(track));
    assert!(
        visible.into_iter().all(|track| from.tracks.contains(track)),
        "every kept track is known"
    );
    if automaton.is_empty() || from.is_empty() {
        return Ok(from.clone());
    }
    if from.depth() == 0 {
        let some = !automaton.clone().simplified().is_empty();
        return Ok(Automaton::constant(
            &from.alphabet,
            &from.tracks,
            from.start == Node::TRUE && !some,
        ));
    }
    Subsets::new(from, automaton, hidden, watch).build()
}

/// The subset construction: a node is a node of `from`, followed by a sorted set of nodes of `automaton`.
struct Subsets<'a> {
    from: &'a Automaton,
    automaton: &'a Automaton,
    watch: &'a dyn Watch,
    /// For each track of the automaton: is it hidden?
    hides: Vec<bool>,
    /// For each track of `from`: does the automaton read it?
    reads: Vec<bool>,
    result: Automaton,
    tuples: Interner<VariableLength>,
    tuple: Vec<u32>,
}

impl<'a> Subsets<'a> {
    fn new(
        from: &'a Automaton,
        automaton: &'a Automaton,
        hidden: &[Track],
        watch: &'a dyn Watch,
    ) -> Self {
        let hides = automaton
            .tracks
            .iter()
            .map(|track| hidden.contains(track))
            .collect();
        let reads = from
            .tracks
            .iter()
            .map(|track| automaton.tracks.contains(track))
            .collect();
        let result = Automaton::empty(&from.alphabet, &from.tracks);
        Self {
            from,
            automaton,
            watch,
            hides,
            reads,
            tuples: Interner::new(VariableLength::default(), result.depth().max(1)),
            result,
            tuple: Vec::new(),
        }
    }

    fn build(mut self) -> Result<Automaton, Stopped> {
        let (mut set, mut next, mut spare) = (self.closed_start(), Vec::new(), Vec::new());
        self.result.start = self.enter(self.from.start, &mut set, 0);
        let held = self.from.bytes() + self.automaton.bytes();
        let mut done = 0;
        while done < self.tuples.len() {
            let place = Node::numbered(done + 2);
            let number = self.result.levels[place.index()];
            let tuple = self.tuples.get(done);
            let node = Node(tuple[0]);
            set.clear();
            set.extend_from_slice(&tuple[1..]);
            let level = self.result.level_at(number);
            let after = self.result.level_after(number);
            let reads = self.reads[level.track];
            if reads {
                self.settle(&mut set, &mut spare, true);
            }
            for digit in 0..self.result.alphabet.radix(level.place) {
                let target = self.from.next(node, digit);
                if target == Node::DEAD {
                    continue;
                }
                next.clear();
                if reads {
                    self.step(&set, digit, &mut next, &mut spare);
                } else {
                    next.extend_from_slice(&set);
                }
                let successor = self.enter(target, &mut next, after);
                self.result.set_next(place, digit, successor);
            }
            done += 1;
            if done % 256 == 0 {
                let bytes = held + self.tuples.bytes() + self.result.bytes();
                self.watch.grow(self.tuples.len(), bytes)?;
                self.result.countable()?;
            }
        }
        let Self {
            result,
            watch,
            tuples,
            ..
        } = self;
        drop(tuples);
        result.into_simplified(held, watch)
    }

    /// The number of a node of the result. `set` may hold DEAD and TRUE, in any order, several times.
    fn enter(&mut self, node: Node, set: &mut Vec<u32>, level: u16) -> Node {
        if set.contains(&Node::TRUE.0) {
            return Node::DEAD;
        }
        set.retain(|&member| member != Node::DEAD.0);
        if set.is_empty() && node == Node::TRUE {
            return Node::TRUE;
        }
        set.sort_unstable();
        set.dedup();
        self.tuple.clear();
        self.tuple.push(node.0);
        self.tuple.extend_from_slice(set);
        let (number, new) = self.tuples.intern(level, &self.tuple);
        if new {
            let hit = set
                .iter()
                .any(|&member| self.automaton.accepting[member as usize]);
            self.result
                .add(level, level == 0 && self.from.accepts_at(node) && !hit);
        }
        Node(number + 2)
    }

    /// Reads one visible digit, and whatever hidden digits come after it.
    fn step(&self, set: &[u32], digit: u8, next: &mut Vec<u32>, spare: &mut Vec<u32>) {
        let read = |&member: &u32| self.automaton.next(Node(member), digit).0;
        next.extend(set.iter().map(read));
        self.settle(next, spare, false);
    }

    /// Lets every member read hidden digits until it waits for a visible one. A member at level 0 has just
    /// ended a letter and waits there, unless `begin` says that the next letter begins.
    fn settle(&self, set: &mut Vec<u32>, spare: &mut Vec<u32>, mut begin: bool) {
        let Some(&first) = set.iter().find(|&&member| member > Node::TRUE.0) else {
            return;
        };
        let mut number = self.automaton.levels[first as usize];
        while (begin || number != 0) && self.hides[self.automaton.level_at(number).track] {
            begin = false;
            if set.contains(&Node::TRUE.0) {
                break;
            }
            spare.clear();
            for &member in set.iter().filter(|&&member| member != Node::DEAD.0) {
                let next = self.automaton.successors(Node(member)).iter();
                spare.extend(next.map(|node| node.0).filter(|&node| node != Node::DEAD.0));
            }
            spare.sort_unstable();
            spare.dedup();
            std::mem::swap(set, spare);
            number = self.automaton.level_after(number);
        }
        if set.contains(&Node::TRUE.0) {
            set.clear();
            set.push(Node::TRUE.0);
        }
    }

    /// The start with everything that it reaches by letters that are zero on the visible tracks.
    fn closed_start(&self) -> Vec<u32> {
        let mut closed = vec![self.automaton.start.0];
        let mut fresh = closed.clone();
        while !fresh.is_empty() {
            let next = self.zero_letter(fresh);
            fresh = next
                .into_iter()
                .filter(|member| *member != 0 && !closed.contains(member))
                .collect();
            closed.extend(&fresh);
        }
        closed
    }

    fn zero_letter(&self, mut set: Vec<u32>) -> Vec<u32> {
        let mut spare = Vec::new();
        self.settle(&mut set, &mut spare, true);
        for number in 0..self.automaton.depth() {
            if !self.hides[number % self.automaton.tracks.len()] {
                let mut next = Vec::new();
                self.step(&set, 0, &mut next, &mut spare);
                set = next;
            }
        }
        set.sort_unstable();
        set.dedup();
        set
    }
}
