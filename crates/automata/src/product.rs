//! Products: the words that several automata accept together.
//!
//! The parts may read different tracks; a part waits while digits of other tracks are read. All parts are
//! explored at once, so that the size of the result counts and not that of intermediate products.

use watch::{Stopped, Watch};

use crate::alphabet::Track;
use crate::automaton::{Automaton, Level, Node};
use crate::intern::Interner;

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
        let parts: Vec<&Automaton> = self
            .care
            .iter()
            .chain(self.parts)
            .chain(self.easy)
            .copied()
            .collect();
        let first = parts.first().expect("a product has a part");
        assert!(
            parts.iter().all(|part| part.alphabet == first.alphabet),
            "parts share an alphabet"
        );
        let tracks = union(&parts);
        let readers = |track: &Track| -> Vec<usize> {
            let all = 0..parts.len();
            all.filter(|&index| parts[index].tracks.contains(track))
                .collect()
        };
        let readers: Vec<Vec<usize>> = tracks.iter().map(readers).collect();
        let mut result = Automaton::empty(&first.alphabet, &tracks);
        result.countable()?;
        let mut tuples = Interner::new();
        let mut tuple: Vec<u32> = parts.iter().map(|part| part.start.0).chain([0]).collect();
        result.start = self.enter(&parts, &mut result, &mut tuples, &tuple);
        if result.depth() == 0 {
            return Ok(result);
        }
        let (mut before, mut done) = (tuple.clone(), 0);
        while done < tuples.len() {
            let number = level_number(tuples.get(done)[parts.len()]);
            let Level { place, track } = result.level_at(number);
            let after = result.level_after(number);
            before.copy_from_slice(tuples.get(done));
            tuple.copy_from_slice(&before);
            tuple[parts.len()] = u32::from(after);
            for digit in 0..result.alphabet.radix(place) {
                let alive = readers[track].iter().all(|&index| {
                    tuple[index] = parts[index].next(Node(before[index]), digit).0;
                    tuple[index] != Node::DEAD.0
                });
                if alive {
                    let successor = self.enter(&parts, &mut result, &mut tuples, &tuple);
                    result.set_next(Node::numbered(done + 2), digit, successor);
                }
            }
            done += 1;
            if done % 1024 == 0 {
                watch.grow(tuples.len(), tuples.words() + result.burden())?;
                result.countable()?;
            }
        }
        drop(tuples);
        result.simplified_within(watch)
    }

    fn enter(
        &self,
        parts: &[&Automaton],
        result: &mut Automaton,
        tuples: &mut Interner,
        tuple: &[u32],
    ) -> Node {
        let nodes = &tuple[..parts.len()];
        if nodes.contains(&Node::DEAD.0) {
            return Node::DEAD;
        }
        let first = usize::from(self.care.is_some());
        let easy = first + self.parts.len();
        if nodes[first..easy].iter().all(|&node| node == Node::TRUE.0)
            && (easy..nodes.len()).all(|index| rests(parts[index], Node(nodes[index])))
        {
            return Node::TRUE;
        }
        let (number, new) = tuples.intern(tuple);
        if new {
            let level = level_number(tuple[parts.len()]);
            let accepting = level == 0
                && parts
                    .iter()
                    .zip(nodes)
                    .all(|(part, &node)| part.accepts_at(Node(node)));
            result.add(level, accepting);
        }
        Node(number + 2)
    }
}

/// The number of a level that was kept among nodes.
pub(crate) fn level_number(word: u32) -> u16 {
    u16::try_from(word).expect("the word was made from the number of a level")
}

/// Is this between two letters of the part, where it accepts?
fn rests(part: &Automaton, node: Node) -> bool {
    node == Node::TRUE || (part.levels[node.index()] == 0 && part.accepts_at(node))
}

fn union(parts: &[&Automaton]) -> Vec<Track> {
    let mut tracks: Vec<Track> = parts
        .iter()
        .flat_map(|part| part.tracks.iter().copied())
        .collect();
    tracks.sort_unstable();
    tracks.dedup();
    tracks
}
