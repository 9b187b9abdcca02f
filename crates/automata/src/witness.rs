//! Witnesses: accepted words that are as short or as cheap as can be.

use std::ops::Add;

use rustc_hash::FxHashMap;
use watch::{Stopped, Watch};

use crate::asker::Asker;
use crate::automaton::{Automaton, Node, Word};

/// A shortest accepted word, or nothing if none is accepted.
///
/// # Errors
/// If the watch says so.
pub fn shortest(automaton: &Automaton, watch: &dyn Watch) -> Result<Option<Word>, Stopped> {
    let free = |_: usize, _: usize, _: u8| 0u8;
    Ok(cheapest(automaton, &0u8, free, |_, _| true, watch)?.map(|(_, word)| word))
}

/// A cheapest accepted word with its cost.
///
/// `cost` says what a digit costs, given the index of its track and its place counted from the least
/// significant one; the cost of a word is the sum. Words of more and more letters are tried until
/// `enough`, given a number of letters and the best cost with at most so many, says that no longer
/// word can be cheaper. Costs must be totally ordered in a way that addition respects.
///
/// # Errors
/// If the watch says so.
pub fn cheapest<C: Clone + Ord + Add<Output = C>>(
    automaton: &Automaton,
    nothing: &C,
    cost: impl Fn(usize, usize, u8) -> C,
    enough: impl Fn(usize, &C) -> bool,
    watch: &dyn Watch,
) -> Result<Option<(C, Word)>, Stopped> {
    let automaton = &automaton.simplified_within(watch)?;
    if automaton.is_empty() {
        return Ok(None);
    }
    // Costs are kept twice, and most of them hold numbers of any size.
    let costs = 2 * automaton.size() * (size_of::<Option<C>>() / 4 + 24);
    let places = automaton.alphabet.places();
    let mut best: Vec<Option<C>> = (0..automaton.levels.len())
        .map(|index| {
            automaton
                .accepts_at(Node::numbered(index))
                .then(|| nothing.clone())
        })
        .collect();
    let mut choices: Vec<Vec<u8>> = Vec::new();
    loop {
        if let Some(cost) = &best[automaton.start.index()]
            && (enough(choices.len(), cost) || automaton.depth() == 0)
        {
            return Ok(Some((cost.clone(), word_of(automaton, &choices))));
        }
        watch.grow(
            automaton.size(),
            costs + automaton.size() * (choices.len() / 4),
        )?;
        let low = choices.len() * places;
        let cost = |track, place, digit| cost(track, low + place, digit);
        choices.push(extend(automaton, &mut best, cost, watch)?);
    }
}

/// Accepted words of some number of letters, at most so many: chosen by chance from all of them, the same ones every
/// time.
///
/// # Errors
/// If the watch says so.
pub fn sample(
    automaton: &Automaton,
    letters: usize,
    count: usize,
    watch: &dyn Watch,
) -> Result<Vec<Word>, Stopped> {
    let levels = letters * automaton.depth();
    let mut counts = FxHashMap::default();
    if accepted(automaton, automaton.start, levels, &mut counts, watch)? == 0 {
        return Ok(Vec::new());
    }
    let mut chance = 0x2545_f491_4f6c_dd1d_u64;
    let mut words: Vec<Word> = (0..count)
        .map(|_| chosen(automaton, letters, &counts, &mut chance))
        .collect();
    words.sort();
    words.dedup();
    Ok(words)
}

/// How many words of so many levels are accepted from a node, by node and levels.
type Counts = FxHashMap<(Node, usize), u64>;

fn accepted(
    automaton: &Automaton,
    node: Node,
    levels: usize,
    counts: &mut Counts,
    watch: &dyn Watch,
) -> Result<u64, Stopped> {
    if node == Node::DEAD || levels == 0 {
        return Ok(u64::from(automaton.accepts_at(node)));
    }
    if let Some(&known) = counts.get(&(node, levels)) {
        return Ok(known);
    }
    let mut count = 0u64;
    for digit in 0..radix(automaton, node, levels) {
        let next = automaton.next(node, digit);
        count = count.saturating_add(accepted(automaton, next, levels - 1, counts, watch)?);
    }
    if counts.len() == counts.capacity() || counts.len().is_multiple_of(1 << 14) {
        // A table that is full is about to be doubled, with the old one kept for a while.
        watch.grow(
            0,
            3 * counts.capacity() * size_of::<((Node, usize), u64)>() / 4,
        )?;
    }
    counts.insert((node, levels), count);
    Ok(count)
}

/// The digits of the place that is read when so many levels are left.
fn radix(automaton: &Automaton, node: Node, levels: usize) -> u8 {
    if node == Node::TRUE {
        let depth = automaton.depth();
        let number = (depth - levels % depth) % depth;
        return automaton.alphabet.radix(automaton.level_of(number).place);
    }
    automaton.radix_of(node)
}

fn chosen(automaton: &Automaton, letters: usize, counts: &Counts, chance: &mut u64) -> Word {
    let tracks = automaton.tracks.len();
    let places = letters * automaton.alphabet.places();
    let mut word = vec![Vec::new(); tracks];
    let mut node = automaton.start;
    for read in 0..places * tracks {
        let levels = places * tracks - read;
        let count = |node: Node| match counts.get(&(node, levels - 1)) {
            Some(&count) => count,
            None => u64::from(levels == 1 && automaton.accepts_at(node)),
        };
        let digits = 0..radix(automaton, node, levels);
        let weights = digits.map(|digit| count(automaton.next(node, digit)));
        let weights: Vec<u64> = weights.collect();
        // Marsaglia's xorshift.
        *chance ^= *chance << 13;
        *chance ^= *chance >> 7;
        *chance ^= *chance << 17;
        let total = weights.iter().copied().fold(0, u64::saturating_add);
        let mut point = *chance % total.max(1);
        let pick = weights.iter().position(|&weight| {
            let here = point < weight;
            point = point.saturating_sub(weight);
            here
        });
        let digit = u8::try_from(pick.unwrap_or(0)).expect("below a radix");
        word[read % tracks].push(digit);
        node = automaton.next(node, digit);
    }
    word
}

/// Makes the best costs of all completions by some number of letters those by one letter more.
fn extend<C: Clone + Ord + Add<Output = C>>(
    automaton: &Automaton,
    best: &mut [Option<C>],
    cost: impl Fn(usize, usize, u8) -> C,
    watch: &dyn Watch,
) -> Result<Vec<u8>, Stopped> {
    let mut asker = Asker::new(watch);
    let mut choices = vec![0; best.len()];
    let mut by_level: Vec<Vec<Node>> = vec![Vec::new(); automaton.depth()];
    automaton
        .nodes()
        .for_each(|node| by_level[usize::from(automaton.levels[node.index()])].push(node));
    let ends = best.to_vec();
    for (number, nodes) in by_level.iter().enumerate().rev() {
        let level = automaton.level_of(number);
        let place = automaton.alphabet.places() - 1 - level.place;
        for &node in nodes {
            asker.round(|| (automaton.size(), 0))?;
            let mut found: Option<(C, u8)> = None;
            for digit in 0..automaton.radix_of(node) {
                let next = automaton.next(node, digit).index();
                let rest = if number + 1 == by_level.len() {
                    &ends[next]
                } else {
                    &best[next]
                };
                let total = rest
                    .clone()
                    .map(|rest| cost(level.track, place, digit) + rest);
                if let Some(total) = total
                    && found.as_ref().is_none_or(|(least, _)| total < *least)
                {
                    found = Some((total, digit));
                }
            }
            choices[node.index()] = found.as_ref().map_or(0, |(_, digit)| *digit);
            best[node.index()] = found.map(|(cost, _)| cost);
        }
    }
    Ok(choices)
}

fn word_of(automaton: &Automaton, choices: &[Vec<u8>]) -> Word {
    let mut word = vec![Vec::new(); automaton.tracks.len()];
    let mut node = automaton.start;
    for choice in choices.iter().rev() {
        for _ in 0..automaton.alphabet.places() {
            for digits in &mut word {
                let digit = if node.is_absorbing() {
                    0
                } else {
                    choice[node.index()]
                };
                digits.push(digit);
                node = automaton.next(node, digit);
            }
        }
    }
    word
}
