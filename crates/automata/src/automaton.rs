//! Deterministic digit-serial automata.

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashMap;
use watch::{Stopped, Watch};

use crate::alphabet::{Alphabet, Track};
use crate::asker::WatchPoller;

/// A node of an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(pub(crate) u32);

impl Node {
    /// Accepts nothing. It has no level and no successors.
    pub const DEAD: Self = Self(0);
    /// Accepts whatever follows. It has no level and no successors.
    pub const TRUE: Self = Self(1);

    /// Is it one of the two absorbing nodes?
    #[inline]
    pub fn is_absorbing(self) -> bool {
        self.0 < 2
    }

    /// The node with this index.
    #[inline]
    pub(crate) fn numbered(index: usize) -> Self {
        Self(u32::try_from(index).expect("fewer than 2^32 nodes fit in memory"))
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// An automaton with more steps is not gone on with.
const MOST_STEPS: usize = 1 << 31;

/// One digit string for each track, all of the same length, the most significant digit first.
pub type Word = Vec<Vec<u8>>;

/// What a node reads next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DigitLevel {
    /// The place within the letter; 0 is the most significant.
    pub place: usize,
    /// The index of the track.
    pub track: usize,
}

/// Where an explored automaton goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Successor<S> {
    /// Nothing that follows is accepted.
    Dead,
    /// Everything that follows is accepted.
    True,
    /// On to this state.
    To(S),
}

/// A complete deterministic automaton over some tracks.
#[derive(Clone, Debug)]
pub struct Automaton {
    pub(crate) alphabet: Alphabet,
    pub(crate) tracks: Vec<Track>,
    pub(crate) start: Node,
    /// Level, acceptance and successors of every node; the entries of DEAD and TRUE are unused.
    pub(crate) levels: Vec<u16>,
    pub(crate) accepting: Vec<bool>,
    pub(crate) next: Vec<Node>,
    /// Where the successors of each node begin and those of the one before end, unless all places have equally many digits.
    pub(crate) rows: Vec<u32>,
    pub(crate) shape: Minimality,
}

/// What is known of the nodes of an automaton, so that nothing is made smaller that is as small as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Minimality {
    /// Nothing.
    Any,
    /// It is simplified.
    Simple,
    /// It is the smallest one of its language.
    Minimal,
}

impl Automaton {
    /// Every word over these tracks, or none.
    pub fn constant(alphabet: &Alphabet, tracks: &[Track], value: bool) -> Self {
        let mut automaton = Self::empty(alphabet, tracks);
        automaton.start = if value { Node::TRUE } else { Node::DEAD };
        automaton.shape = Minimality::Minimal;
        automaton
    }

    /// Builds an automaton from a description of its states, visiting those that can be reached.
    ///
    /// `next` gets a state, the level at which it reads and the digit; `accepts` is asked at level 0 only.
    /// The result is [simplified](Self::simplified).
    ///
    /// # Errors
    /// If the watch says so.
    pub fn explore<S: Clone + Eq + Hash>(
        alphabet: &Alphabet,
        tracks: &[Track],
        start: Successor<S>,
        mut next: impl FnMut(&S, DigitLevel, u8) -> Successor<S>,
        accepts: impl Fn(&S) -> bool,
        watch: &dyn Watch,
    ) -> Result<Self, Stopped> {
        let mut automaton = Self::empty(alphabet, tracks);
        automaton.countable()?;
        if automaton.depth() == 0 {
            let value = match start {
                Successor::Dead => false,
                Successor::True => true,
                Successor::To(state) => accepts(&state),
            };
            return Ok(Self::constant(alphabet, tracks, value));
        }
        let mut numbers: FxHashMap<(u16, S), Node> = FxHashMap::default();
        let mut states: VecDeque<S> = VecDeque::new();
        let enter = |automaton: &mut Self,
                     numbers: &mut FxHashMap<(u16, S), Node>,
                     states: &mut VecDeque<S>,
                     level: u16,
                     step: Successor<S>| match step {
            Successor::Dead => Node::DEAD,
            Successor::True => Node::TRUE,
            Successor::To(state) => {
                *numbers
                    .entry((level, state))
                    .or_insert_with_key(|(_, state)| {
                        states.push_back(state.clone());
                        automaton.add(level, level == 0 && accepts(state))
                    })
            }
        };
        automaton.start = enter(&mut automaton, &mut numbers, &mut states, 0, start);
        let mut asker = WatchPoller::new(watch);
        let mut done = 0;
        while let Some(state) = states.pop_front() {
            let node = Node::numbered(done + 2);
            done += 1;
            let number = automaton.levels[node.index()];
            let level = automaton.level_at(number);
            let after = automaton.level_after(number);
            let radix = alphabet.radix(level.place);
            // A table that is full is about to be doubled, with the old one kept for a while.
            let full = numbers.len() + usize::from(radix) > numbers.capacity();
            let held =
                numbers.capacity() * if full { 3 } else { 1 } * size_of::<((u16, S), Node)>()
                    + states.capacity() * size_of::<S>();
            if full {
                watch.grow(automaton.size(), held + automaton.bytes())?;
                automaton.countable()?;
            }
            asker.round(|| (automaton.size(), held + automaton.bytes()))?;
            for digit in 0..radix {
                let step = next(&state, level, digit);
                let successor = enter(&mut automaton, &mut numbers, &mut states, after, step);
                automaton.set_next(node, digit, successor);
            }
        }
        drop(numbers);
        automaton.into_simplified(0, watch)
    }

    /// The digits of each place.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The tracks, in the order in which they are read.
    pub fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// Where reading begins.
    pub fn start(&self) -> Node {
        self.start
    }

    /// How many nodes there are, without DEAD and TRUE.
    pub fn size(&self) -> usize {
        self.levels.len() - 2
    }

    /// How many nodes lie between two letters: the states, if letters were spelled out.
    pub fn states(&self) -> usize {
        self.levels[2..].iter().filter(|&&level| level == 0).count()
    }

    /// Is no word accepted? Exact for a [simplified](Self::simplified) automaton, as every operation returns.
    pub fn is_empty(&self) -> bool {
        self.start == Node::DEAD
    }

    /// Is every word accepted? Exact for a [simplified](Self::simplified) automaton.
    pub fn is_everything(&self) -> bool {
        self.start == Node::TRUE
    }

    /// The successor of a node.
    #[inline]
    pub fn next(&self, node: Node, digit: u8) -> Node {
        if node.is_absorbing() {
            node
        } else {
            self.next[self.row(node) + usize::from(digit)]
        }
    }

    /// The successors of a node that is not absorbing, by digits.
    #[inline]
    pub(crate) fn successors(&self, node: Node) -> &[Node] {
        let end = match self.alphabet.even() {
            Some(radix) => (node.index() + 1) * radix,
            None => self.rows[node.index() + 1] as usize,
        };
        &self.next[self.row(node)..end]
    }

    #[inline]
    pub(crate) fn row(&self, node: Node) -> usize {
        match self.alphabet.even() {
            Some(radix) => node.index() * radix,
            None => self.rows[node.index()] as usize,
        }
    }

    /// Is the word that ends here accepted? Only asked between two letters.
    #[inline]
    pub fn accepts_at(&self, node: Node) -> bool {
        node == Node::TRUE || (node != Node::DEAD && self.accepting[node.index()])
    }

    /// What a node reads next; nothing for the absorbing nodes.
    pub fn level(&self, node: Node) -> Option<DigitLevel> {
        (!node.is_absorbing()).then(|| self.level_at(self.levels[node.index()]))
    }

    /// All nodes but DEAD and TRUE.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + use<> {
        (2..self.levels.len()).map(Node::numbered)
    }

    /// Is the word accepted? It needs one digit string for each track, all of one length.
    ///
    /// # Panics
    /// If a track is missing, or the length is not a whole number of letters.
    pub fn accepts(&self, word: &[Vec<u8>]) -> bool {
        assert_eq!(
            word.len(),
            self.tracks.len(),
            "one digit string for each track"
        );
        let length = word.first().map_or(0, Vec::len);
        assert!(
            length.is_multiple_of(self.alphabet.places()),
            "a whole number of letters"
        );
        let mut node = self.start;
        for place in 0..length {
            for digits in word {
                node = self.next(node, digits[place]);
            }
        }
        self.accepts_at(node)
    }

    /// The words that are not accepted.
    #[must_use]
    pub fn complement(&self) -> Self {
        let flip = |node: Node| {
            if node.is_absorbing() {
                Node(1 - node.0)
            } else {
                node
            }
        };
        let mut result = self.clone();
        result.start = flip(result.start);
        result.next.iter_mut().for_each(|node| *node = flip(*node));
        for index in 2..result.levels.len() {
            result.accepting[index] = result.levels[index] == 0 && !result.accepting[index];
        }
        result
    }

    /// The same language with other names for the tracks, in the same order.
    ///
    /// # Panics
    /// If the new names are not increasing.
    #[must_use]
    pub fn renamed(&self, rename: impl Fn(Track) -> Track) -> Self {
        let tracks: Vec<Track> = self.tracks.iter().map(|&track| rename(track)).collect();
        assert!(
            tracks.is_sorted_by(|a, b| a < b),
            "renaming keeps the order of the tracks"
        );
        Self {
            tracks,
            ..self.clone()
        }
    }

    pub(crate) fn empty(alphabet: &Alphabet, tracks: &[Track]) -> Self {
        assert!(
            tracks.is_sorted_by(|a, b| a < b),
            "tracks are named in increasing order"
        );
        Self {
            alphabet: alphabet.clone(),
            tracks: tracks.to_vec(),
            start: Node::DEAD,
            levels: vec![0; 2],
            accepting: vec![false, true],
            next: vec![Node::DEAD; 2 * alphabet.even().unwrap_or(0)],
            rows: vec![0; if alphabet.even().is_some() { 0 } else { 3 }],
            shape: Minimality::Any,
        }
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.next.as_slice())
            + size_of_val(self.rows.as_slice())
            + size_of_val(self.levels.as_slice())
            + size_of_val(self.accepting.as_slice())
    }

    /// Levels are counted in 16 bits. An automaton with more of them would fill any memory: it has a node for each. Steps are counted in
    /// 32 bits, with room for those that are made until this is asked again.
    pub(crate) fn countable(&self) -> Result<(), Stopped> {
        let levels = u16::try_from(self.depth());
        if levels.is_err() || self.next.len() > MOST_STEPS {
            return Err(Stopped::Memory {
                needed: u64::MAX,
                allowed: u64::from(u32::MAX),
            });
        }
        Ok(())
    }

    /// How many levels there are.
    pub(crate) fn depth(&self) -> usize {
        self.alphabet.places() * self.tracks.len()
    }

    #[inline]
    pub(crate) fn level_at(&self, number: u16) -> DigitLevel {
        self.level_of(usize::from(number))
    }

    #[inline]
    pub(crate) fn level_of(&self, number: usize) -> DigitLevel {
        DigitLevel {
            place: number / self.tracks.len(),
            track: number % self.tracks.len(),
        }
    }

    #[inline]
    pub(crate) fn level_after(&self, number: u16) -> u16 {
        if usize::from(number) + 1 == self.depth() {
            0
        } else {
            number + 1
        }
    }

    pub(crate) fn radix_of(&self, node: Node) -> u8 {
        self.alphabet
            .radix(self.level_at(self.levels[node.index()]).place)
    }

    pub(crate) fn add(&mut self, level: u16, accepting: bool) -> Node {
        let node = Node::numbered(self.levels.len());
        self.levels.push(level);
        self.accepting.push(accepting);
        let radix = match self.alphabet.even() {
            Some(radix) => radix,
            None => usize::from(self.alphabet.radix(self.level_at(level).place)),
        };
        let size = self.next.len() + radix;
        self.next.resize(size, Node::DEAD);
        if !self.rows.is_empty() {
            let end = u32::try_from(size).expect("steps are counted while they are made");
            self.rows.push(end);
        }
        node
    }

    #[inline]
    pub(crate) fn set_next(&mut self, node: Node, digit: u8, successor: Node) {
        let row = self.row(node);
        self.next[row + usize::from(digit)] = successor;
    }

    /// The part that can be reached from `start`, where `settle` says what becomes of each node.
    pub(crate) fn copied_from(&self, start: Node, settle: impl Fn(Node) -> Node) -> Self {
        let mut result = Self::empty(&self.alphabet, &self.tracks);
        let mut numbers = vec![Node::DEAD; self.levels.len()];
        numbers[1] = Node::TRUE;
        let mut queue = Vec::new();
        let mut enter = |result: &mut Self, queue: &mut Vec<Node>, node: Node| {
            if !node.is_absorbing() && numbers[node.index()] == Node::DEAD {
                numbers[node.index()] =
                    result.add(self.levels[node.index()], self.accepting[node.index()]);
                queue.push(node);
            }
            numbers[node.index()]
        };
        result.start = enter(&mut result, &mut queue, start);
        let mut done = 0;
        while done < queue.len() {
            let node = queue[done];
            let copy = Node::numbered(done + 2);
            for digit in 0..self.radix_of(node) {
                let successor = enter(&mut result, &mut queue, settle(self.next(node, digit)));
                result.set_next(copy, digit, successor);
            }
            done += 1;
        }
        result.shape = Minimality::Simple;
        result
    }
}
