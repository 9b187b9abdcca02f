//! Automata with their letters spelled out, as people and other programs write them.

use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Node};

/// An automaton whose steps are whole letters. What no edge says is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters {
    /// The states; reading begins in the first one.
    pub states: Vec<LetterState>,
    /// How many edges there are.
    pub edges: usize,
}

/// A state between two letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterState {
    /// May a word end here?
    pub accepting: bool,
    /// The letters that lead on, in order, each with the number of the state it leads to. A letter is one digit for each track,
    /// place by place.
    pub edges: Vec<(Vec<u8>, usize)>,
}

impl Automaton {
    /// The same with its letters spelled out, the states in the order in which they are first reached; nothing if there
    /// are more than so many edges.
    pub fn letters(&self, most_edges: usize) -> Option<Letters> {
        let mut numbers: FxHashMap<Node, usize> = FxHashMap::default();
        let mut queue = vec![self.start()];
        numbers.insert(self.start(), 0);
        let mut letters = Letters {
            states: Vec::new(),
            edges: 0,
        };
        while let Some(&node) = queue.get(letters.states.len()) {
            let mut found = Vec::new();
            self.spell(
                node,
                &mut Vec::new(),
                &mut found,
                most_edges - letters.edges,
            )?;
            letters.edges += found.len();
            let edges = found.into_iter().map(|(letter, next)| {
                let number = *numbers.entry(next).or_insert_with(|| {
                    queue.push(next);
                    queue.len() - 1
                });
                (letter, number)
            });
            letters.states.push(LetterState {
                edges: edges.collect(),
                accepting: self.accepts_at(node),
            });
        }
        Some(letters)
    }

    /// The letters that begin so and do not lead to DEAD.
    fn spell(
        &self,
        node: Node,
        letter: &mut Vec<u8>,
        found: &mut Vec<(Vec<u8>, Node)>,
        most: usize,
    ) -> Option<()> {
        if node == Node::DEAD {
            return Some(());
        }
        if letter.len() == self.depth() {
            found.push((letter.clone(), node));
            return (found.len() <= most).then_some(());
        }
        let place = self.level_of(letter.len()).place;
        for digit in 0..self.alphabet().radix(place) {
            letter.push(digit);
            self.spell(self.next(node, digit), letter, found, most)?;
            letter.pop();
        }
        Some(())
    }

    /// The same automaton with its nodes numbered in the order in which they are first reached. Minimal automata of one
    /// language over the same tracks are then alike, number by number.
    #[must_use]
    pub fn in_order(&self) -> Self {
        self.copied_from(self.start(), |node| node)
    }

    /// All that it is, as numbers. Two minimal automata [in order](Self::in_order) have the same if and only if they accept the same words
    /// over equally many tracks.
    pub fn description(&self) -> Vec<u32> {
        let radices =
            (0..self.alphabet.places()).map(|place| u32::from(self.alphabet.radix(place)));
        let nodes = self.nodes().flat_map(|node| {
            let next = (0..self.radix_of(node)).map(move |digit| self.next(node, digit).0);
            [u32::from(self.accepts_at(node))].into_iter().chain(next)
        });
        let tracks = u32::try_from(self.tracks.len()).unwrap_or(u32::MAX);
        [tracks, self.start.0]
            .into_iter()
            .chain(radices)
            .chain(nodes)
            .collect()
    }
}
