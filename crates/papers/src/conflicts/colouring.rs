//! The chromatic number of a graph, with a reason why fewer colours do not suffice.
//!
//! A clique from below and a greedy colouring (D. Brélaz, *New methods to color the vertices of a graph*, Comm. ACM 22
//! (1979), 251–256: the vertex whose neighbours have the most colours comes next) from above. Where they do not meet, the same
//! order guides an exhaustive search for a colouring with one colour fewer, until there is none.

use logic::watch::{Limited, Progress, Stopped, Watch};

use super::graph::Graph;
use super::{Invariance, Refutation, clique};

/// Steps between two looks at the watch.
pub(super) const STEPS: u64 = 1 << 8;

/// Colours the first `count` vertices with as few colours as can be.
pub(super) fn colour(graph: &Graph, count: usize, watch: &dyn Watch) -> Invariance {
    let mut clique = clique::grown(graph, count);
    let mut best = greedy(graph, count);
    let mut number = best.iter().max().map_or(0, |most| most + 1);
    if clique.len() < number {
        clique = clique::larger(graph, count, clique, number, watch);
    }
    let mut steps = 0;
    loop {
        let refutation = if clique.len() == number {
            Refutation::Clique(clique.clone())
        } else {
            match search(graph, count, &clique, number - 1, &mut steps, watch) {
                Ok(Some(better)) => {
                    best = better;
                    number -= 1;
                    continue;
                }
                Ok(None) => Refutation::Exhausted {
                    positions: core(graph, count, &clique, number - 1, watch),
                    steps,
                },
                Err(stopped) => Refutation::Unknown {
                    clique: clique.clone(),
                    stopped,
                },
            }
        };
        return Invariance {
            classes: best,
            number,
            refutation,
        };
    }
}

/// A colouring, vertex by vertex in Brélaz's order.
fn greedy(graph: &Graph, count: usize) -> Vec<usize> {
    let mut partial = PartialColouring::new(graph, count);
    while let Some(vertex) = partial.next() {
        let colour = partial.free(vertex).next().unwrap_or(0);
        partial.paint(vertex, colour);
    }
    partial.colours()
}

/// Searches all colourings with so many colours; the vertices of a clique get different ones to begin with.
fn search(
    graph: &Graph,
    count: usize,
    clique: &[usize],
    colours: usize,
    steps: &mut u64,
    watch: &dyn Watch,
) -> Result<Option<Vec<usize>>, Stopped> {
    if clique.len() > colours {
        return Ok(None);
    }
    let mut partial = PartialColouring::new(graph, count);
    for (colour, &vertex) in clique.iter().enumerate() {
        partial.paint(vertex, colour);
    }
    // For each vertex that was chosen: the colours that are still to be tried.
    let mut trail: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut used = vec![clique.len()];
    let candidates = |partial: &PartialColouring<'_>, vertex: usize, used: usize| -> Vec<usize> {
        let most = colours.min(used + 1);
        let mut free: Vec<usize> = partial
            .free(vertex)
            .take_while(|&colour| colour < most)
            .collect();
        free.reverse();
        free
    };
    let Some(first) = partial.next() else {
        return Ok(Some(partial.colours()));
    };
    trail.push((first, candidates(&partial, first, clique.len())));
    while let Some((vertex, left)) = trail.last_mut() {
        *steps += 1;
        if steps.is_multiple_of(STEPS) {
            watch.check()?;
            watch.progress(Progress {
                step: "trying fewer classes",
                done: *steps,
                total: None,
            });
        }
        partial.clear(*vertex);
        let Some(colour) = left.pop() else {
            trail.pop();
            used.pop();
            continue;
        };
        partial.paint(*vertex, colour);
        let before = used[trail.len() - 1];
        let now = before.max(colour + 1);
        used.truncate(trail.len());
        match partial.next() {
            None => return Ok(Some(partial.colours())),
            Some(next) => {
                let open = candidates(&partial, next, now);
                used.push(now);
                trail.push((next, open));
            }
        }
    }
    Ok(None)
}

/// Fewer vertices that have no colouring with so many colours either: whatever can be left out is left out.
fn core(
    graph: &Graph,
    count: usize,
    clique: &[usize],
    colours: usize,
    watch: &dyn Watch,
) -> Vec<usize> {
    /// A search longer than this is not worth a smaller answer.
    const WORTH: u64 = 100_000;
    let mut kept: Vec<usize> = (0..count).collect();
    let mut chunk = count.div_ceil(2);
    while chunk > 0 {
        let mut start = 0;
        while start < kept.len() {
            let end = (start + chunk).min(kept.len());
            let fewer: Vec<usize> = kept[..start].iter().chain(&kept[end..]).copied().collect();
            let holds_clique = clique.iter().all(|vertex| fewer.contains(vertex));
            let part = graph.induced(&fewer);
            let inner: Vec<usize> = clique
                .iter()
                .filter_map(|vertex| fewer.iter().position(|other| other == vertex))
                .collect();
            let mut steps = 0;
            let limited = Limited::new(watch).questions(WORTH / STEPS + 1);
            let refuted = holds_clique
                && search(&part, fewer.len(), &inner, colours, &mut steps, &limited) == Ok(None);
            if refuted {
                kept = fewer;
            } else {
                start = end;
            }
        }
        chunk /= 2;
    }
    kept
}

/// A colouring of some of the vertices.
struct PartialColouring<'g> {
    graph: &'g Graph,
    count: usize,
    colour: Vec<Option<usize>>,
    /// For each vertex, how many neighbours have each colour.
    seen: Vec<Vec<u32>>,
    /// For each vertex, how many colours its neighbours have.
    saturation: Vec<usize>,
    degree: Vec<usize>,
}

impl<'g> PartialColouring<'g> {
    fn new(graph: &'g Graph, count: usize) -> Self {
        Self {
            graph,
            count,
            colour: vec![None; count],
            seen: vec![Vec::new(); count],
            saturation: vec![0; count],
            degree: (0..count)
                .map(|vertex| graph.neighbours(vertex, count).count())
                .collect(),
        }
    }

    /// The vertex to be painted next: the one with the fewest colours left.
    fn next(&self) -> Option<usize> {
        (0..self.count)
            .filter(|&vertex| self.colour[vertex].is_none())
            .max_by_key(|&vertex| {
                (
                    self.saturation[vertex],
                    self.degree[vertex],
                    std::cmp::Reverse(vertex),
                )
            })
    }

    /// The colours that no neighbour has, from 0 on.
    fn free(&self, vertex: usize) -> impl Iterator<Item = usize> {
        let seen = &self.seen[vertex];
        (0..).filter(|&colour| seen.get(colour).is_none_or(|&count| count == 0))
    }

    fn paint(&mut self, vertex: usize, colour: usize) {
        self.colour[vertex] = Some(colour);
        for neighbour in self.graph.neighbours(vertex, self.count) {
            let seen = &mut self.seen[neighbour];
            if seen.len() <= colour {
                seen.resize(colour + 1, 0);
            }
            seen[colour] += 1;
            self.saturation[neighbour] += usize::from(seen[colour] == 1);
        }
    }

    fn clear(&mut self, vertex: usize) {
        let Some(colour) = self.colour[vertex].take() else {
            return;
        };
        for neighbour in self.graph.neighbours(vertex, self.count) {
            let seen = &mut self.seen[neighbour][colour];
            *seen -= 1;
            self.saturation[neighbour] -= usize::from(*seen == 0);
        }
    }

    fn colours(&self) -> Vec<usize> {
        self.colour
            .iter()
            .map(|colour| colour.unwrap_or(0))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use logic::Unwatched;
    use proptest::prelude::*;

    use super::*;

    fn graph(vertices: usize, edges: &[(usize, usize)]) -> Graph {
        let mut graph = Graph::new(vertices);
        for &(one, other) in edges {
            if one != other {
                graph.join(one, other);
            }
        }
        graph
    }

    fn check(vertices: usize, edges: &[(usize, usize)], expected: usize) {
        let graph = graph(vertices, edges);
        let found = colour(&graph, vertices, &Unwatched);
        assert_eq!(found.number, expected);
        for &(one, other) in edges {
            assert!(one == other || found.classes[one] != found.classes[other]);
        }
        match found.refutation {
            Refutation::Clique(clique) => {
                assert_eq!(clique.len(), expected);
                for (index, &one) in clique.iter().enumerate() {
                    assert!(
                        clique[..index]
                            .iter()
                            .all(|&other| graph.joined(one, other))
                    );
                }
            }
            Refutation::Exhausted { positions, .. } => {
                assert!(!can(
                    &graph.induced(&positions),
                    positions.len(),
                    expected - 1
                ));
            }
            Refutation::Unknown { .. } => panic!("nobody stopped it"),
        }
    }

    /// Is there a colouring with so many colours? All of them are tried.
    fn can(graph: &Graph, vertices: usize, colours: usize) -> bool {
        fn extend(graph: &Graph, vertices: usize, colours: usize, chosen: &mut Vec<usize>) -> bool {
            let vertex = chosen.len();
            vertex == vertices
                || (0..colours).any(|colour| {
                    let fits = (0..vertex)
                        .all(|other| chosen[other] != colour || !graph.joined(vertex, other));
                    chosen.push(colour);
                    let found = fits && extend(graph, vertices, colours, chosen);
                    chosen.pop();
                    found
                })
        }
        extend(graph, vertices, colours, &mut Vec::new())
    }

    #[test]
    fn cycles_wheels_and_petersen() {
        check(0, &[], 0);
        check(3, &[], 1);
        check(5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)], 3);
        check(6, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)], 2);
        let wheel: Vec<(usize, usize)> = (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, 5)]).collect();
        check(6, &wheel, 4);
        let petersen: Vec<(usize, usize)> = (0..5)
            .flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)])
            .collect();
        check(10, &petersen, 3);
    }

    proptest! {
        #[test]
        fn random_graphs(edges in prop::collection::vec((0usize..9, 0usize..9), 0..30)) {
            let graph = graph(9, &edges);
            let expected = (1..).find(|&colours| can(&graph, 9, colours)).unwrap();
            check(9, &edges, expected);
        }
    }
}
