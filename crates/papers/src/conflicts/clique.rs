//! Large cliques: grown greedily, then by branch and bound.

use logic::watch::Watch;

use super::colouring::STEPS;
use super::graph::{Graph, bits};

/// From so many vertices cliques are grown.
const STARTS: usize = 64;

/// A search for a larger clique is given up after so many steps.
const PATIENCE: u64 = 2_000_000;

/// A large clique, grown from the vertices of the highest degrees.
pub(super) fn grown(graph: &Graph, count: usize) -> Vec<usize> {
    let mut starts: Vec<usize> = (0..count).collect();
    starts.sort_by_cached_key(|&vertex| std::cmp::Reverse(graph.neighbours(vertex, count).count()));
    let mut best: Vec<usize> = Vec::new();
    for &start in starts.iter().take(STARTS) {
        let clique = grown_from(graph, count, start);
        if clique.len() > best.len() {
            best = clique;
        }
    }
    best.sort_unstable();
    best
}

/// A clique that cannot be made larger: of the candidates, the one with the most candidates among its neighbours is next.
fn grown_from(graph: &Graph, count: usize, start: usize) -> Vec<usize> {
    let mut members = vec![start];
    let mut candidates = set(graph.neighbours(start, count), graph.row(start).len());
    loop {
        let shared = |vertex: usize| -> u32 {
            let words = graph.row(vertex).iter().zip(&candidates);
            words.map(|(row, left)| (row & left).count_ones()).sum()
        };
        let next = members_of(&candidates)
            .max_by_key(|&vertex| (shared(vertex), std::cmp::Reverse(vertex)));
        let Some(next) = next else {
            return members;
        };
        members.push(next);
        for (word, row) in candidates.iter_mut().zip(graph.row(next)) {
            *word &= row;
        }
    }
}

/// The largest clique with at most `wanted` vertices, if the search ends in time; else the largest that was found.
pub(super) fn larger(
    graph: &Graph,
    count: usize,
    known: Vec<usize>,
    wanted: usize,
    watch: &dyn Watch,
) -> Vec<usize> {
    let mut search = CliqueSearch {
        graph,
        wanted,
        watch,
        best: known,
        chosen: Vec::new(),
        steps: 0,
    };
    let words = count.div_ceil(64).max(1);
    search.expand(&set(0..count, words));
    search.best.sort_unstable();
    search.best
}

/// Branch and bound: a set of vertices that can be coloured with few colours has no large clique.
struct CliqueSearch<'g> {
    graph: &'g Graph,
    wanted: usize,
    watch: &'g dyn Watch,
    best: Vec<usize>,
    chosen: Vec<usize>,
    steps: u64,
}

impl CliqueSearch<'_> {
    /// Tries all cliques of the chosen vertices and some candidates; `false` if the search is over.
    fn expand(&mut self, candidates: &[u64]) -> bool {
        self.steps += 1;
        let tired = self.steps > PATIENCE
            || self.steps.is_multiple_of(STEPS) && self.watch.check().is_err();
        if tired {
            return false;
        }
        if self.chosen.len() > self.best.len() {
            self.best.clone_from(&self.chosen);
        }
        if self.best.len() >= self.wanted {
            return false;
        }
        let mut left = candidates.to_vec();
        for (vertex, colours) in self.coloured(candidates).into_iter().rev() {
            if self.chosen.len() + colours <= self.best.len() {
                return true;
            }
            self.chosen.push(vertex);
            let row = self.graph.row(vertex);
            let fewer: Vec<u64> = left.iter().zip(row).map(|(left, row)| left & row).collect();
            let goes_on = self.expand(&fewer);
            self.chosen.pop();
            if !goes_on {
                return false;
            }
            left[vertex / 64] &= !(1 << (vertex % 64));
        }
        true
    }

    /// The candidates in the order of their colours, with the number of colours up to each.
    fn coloured(&self, candidates: &[u64]) -> Vec<(usize, usize)> {
        let mut open = candidates.to_vec();
        let mut order = Vec::new();
        let mut colours = 0;
        while open.iter().any(|&word| word != 0) {
            colours += 1;
            let mut free = open.clone();
            loop {
                let first = members_of(&free).next();
                let Some(vertex) = first else { break };
                order.push((vertex, colours));
                open[vertex / 64] &= !(1 << (vertex % 64));
                free[vertex / 64] &= !(1 << (vertex % 64));
                for (word, row) in free.iter_mut().zip(self.graph.row(vertex)) {
                    *word &= !row;
                }
            }
        }
        order
    }
}

fn set(members: impl Iterator<Item = usize>, words: usize) -> Vec<u64> {
    let mut set = vec![0u64; words];
    members.for_each(|member| set[member / 64] |= 1 << (member % 64));
    set
}

fn members_of(set: &[u64]) -> impl Iterator<Item = usize> {
    let words = set.iter().enumerate();
    words.flat_map(|(index, &word)| bits(word).map(move |bit| 64 * index + bit))
}
