//! Do two automata accept the same words?

use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Node, Word};

/// A shortest word that exactly one of the two accepts, or nothing if they accept the same words.
///
/// # Panics
/// If they read different tracks or alphabets.
pub fn difference(left: &Automaton, right: &Automaton) -> Option<Word> {
    assert!(
        left.tracks == right.tracks && left.alphabet == right.alphabet,
        "the same tracks and digits"
    );
    let start = (left.start, right.start, 0);
    let mut parents: Parents = FxHashMap::default();
    parents.insert(start, None);
    let mut queue = vec![start];
    let mut done = 0;
    while done < queue.len() {
        let pair = queue[done];
        done += 1;
        let (a, b, number) = pair;
        if number == 0 && left.accepts_at(a) != right.accepts_at(b) {
            return Some(word_to(&parents, pair, left.tracks.len()));
        }
        if a == b && a.is_absorbing() || left.depth() == 0 {
            continue;
        }
        for digit in 0..left.alphabet.radix(left.level_at(number).place) {
            let next = (
                left.next(a, digit),
                right.next(b, digit),
                left.level_after(number),
            );
            parents.entry(next).or_insert_with(|| {
                queue.push(next);
                Some((pair, digit))
            });
        }
    }
    None
}

/// Do they accept the same words?
pub fn equivalent(left: &Automaton, right: &Automaton) -> bool {
    difference(left, right).is_none()
}

/// A pair of nodes with their level.
type Pair = (Node, Node, u16);

/// How each pair was reached first.
type Parents = FxHashMap<Pair, Option<(Pair, u8)>>;

fn word_to(parents: &Parents, mut pair: Pair, tracks: usize) -> Word {
    let mut digits = Vec::new();
    while let Some((parent, digit)) = parents[&pair] {
        digits.push(digit);
        pair = parent;
    }
    digits.reverse();
    (0..tracks)
        .map(|track| digits.iter().copied().skip(track).step_by(tracks).collect())
        .collect()
}
