//! Witnesses: accepted words that are as short or as cheap as can be.

use std::ops::Add;

use watch::{Stopped, Watch};

use crate::asker::WatchPoller;
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
    let costs = 2 * automaton.size() * (size_of::<Option<C>>() + 96) + automaton.bytes();
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
        watch.grow(automaton.size(), costs + automaton.size() * choices.len())?;
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
    let waves = waves(automaton, letters * automaton.depth(), watch)?;
    if waves[0].count(automaton.start) == 0 {
        return Ok(Vec::new());
    }
    let mut chance = 0x2545_f491_4f6c_dd1d_u64;
    let mut words: Vec<Word> = (0..count)
        .map(|_| chosen(automaton, &waves, &mut chance))
        .collect();
    words.sort();
    words.dedup();
    Ok(words)
}

/// The nodes that can be reached by so many digits, in order, and how many words are accepted from each if no more digits are read than
/// are left.
#[derive(Default)]
struct Frontier {
    nodes: Vec<Node>,
    counts: Vec<u64>,
}

impl Frontier {
    /// How many words are accepted from a node.
    fn count(&self, node: Node) -> u64 {
        match self.nodes.binary_search(&node) {
            Ok(place) => self.counts[place],
            Err(_) => 0,
        }
    }
}

/// What can be reached by 0, 1, … digits, without DEAD.
fn waves(
    automaton: &Automaton,
    digits: usize,
    watch: &dyn Watch,
) -> Result<Vec<Frontier>, Stopped> {
    let mut waves = vec![Frontier::default()];
    if automaton.start != Node::DEAD {
        waves[0].nodes.push(automaton.start);
    }
    // First the wave in which a node was seen last, then its place in the wave behind.
    let mut marks = vec![0u32; automaton.levels.len()];
    let mut held = automaton.bytes() + size_of_val(marks.as_slice());
    for read in 0..digits {
        let mark = u32::try_from(read + 1).unwrap_or(u32::MAX);
        let mut nodes = Vec::new();
        for &node in &waves[read].nodes {
            for digit in 0..radix(automaton, read) {
                let next = automaton.next(node, digit);
                if next != Node::DEAD && marks[next.index()] != mark {
                    marks[next.index()] = mark;
                    nodes.push(next);
                }
            }
        }
        nodes.sort_unstable();
        held += nodes.len() * (size_of::<Node>() + size_of::<u64>());
        watch.grow(0, held)?;
        waves.push(Frontier {
            nodes,
            counts: Vec::new(),
        });
    }
    let ends = waves[digits].nodes.iter();
    waves[digits].counts = ends
        .map(|&node| u64::from(automaton.accepts_at(node)))
        .collect();
    for read in (0..digits).rev() {
        watch.grow(0, held)?;
        for (place, node) in waves[read + 1].nodes.iter().enumerate() {
            marks[node.index()] =
                u32::try_from(place).expect("a wave has no more nodes than there are");
        }
        let count = |node: &Node| {
            let next = (0..radix(automaton, read)).map(|digit| automaton.next(*node, digit));
            let next = next.filter(|&next| next != Node::DEAD);
            let counts = next.map(|next| waves[read + 1].counts[marks[next.index()] as usize]);
            counts.fold(0, u64::saturating_add)
        };
        let counts = waves[read].nodes.iter().map(count).collect();
        waves[read].counts = counts;
    }
    Ok(waves)
}

/// How many digits there are to choose from after so many were read.
fn radix(automaton: &Automaton, read: usize) -> u8 {
    let level = automaton.level_of(read % automaton.depth());
    automaton.alphabet.radix(level.place)
}

fn chosen(automaton: &Automaton, waves: &[Frontier], chance: &mut u64) -> Word {
    let tracks = automaton.tracks.len();
    let mut word = vec![Vec::new(); tracks];
    let mut node = automaton.start;
    for (read, after) in waves[1..].iter().enumerate() {
        let digits = 0..radix(automaton, read);
        let weights = digits.map(|digit| after.count(automaton.next(node, digit)));
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
    let mut asker = WatchPoller::new(watch);
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
            asker.round(|| (automaton.size(), automaton.bytes()))?;
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
