//! Graphs with a row of bits for each vertex.

/// An undirected graph without loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Graph {
    rows: Vec<Vec<u64>>,
}

impl Graph {
    /// A graph without edges.
    pub(super) fn new(vertices: usize) -> Self {
        Self {
            rows: vec![vec![0; vertices.div_ceil(64)]; vertices],
        }
    }

    /// Joins two vertices.
    pub(super) fn join(&mut self, one: usize, other: usize) {
        self.rows[one][other / 64] |= 1 << (other % 64);
        self.rows[other][one / 64] |= 1 << (one % 64);
    }

    /// Are two vertices joined?
    pub(super) fn joined(&self, one: usize, other: usize) -> bool {
        self.rows[one][other / 64] >> (other % 64) & 1 == 1
    }

    /// The neighbours of a vertex among the first `count`.
    pub(super) fn neighbours(&self, vertex: usize, count: usize) -> impl Iterator<Item = usize> {
        let words = &self.rows[vertex][..count.div_ceil(64)];
        words.iter().enumerate().flat_map(move |(index, &word)| {
            bits(word)
                .map(move |bit| 64 * index + bit)
                .filter(move |&other| other < count)
        })
    }

    /// The graph of some of the vertices, numbered anew.
    pub(super) fn induced(&self, vertices: &[usize]) -> Self {
        let mut part = Self::new(vertices.len());
        for (index, &one) in vertices.iter().enumerate() {
            for (before, &other) in vertices[..index].iter().enumerate() {
                if self.joined(one, other) {
                    part.join(index, before);
                }
            }
        }
        part
    }

    /// The row of a vertex.
    pub(super) fn row(&self, vertex: usize) -> &[u64] {
        &self.rows[vertex]
    }
}

/// The places of the ones of a word.
pub(super) fn bits(word: u64) -> impl Iterator<Item = usize> {
    let mut rest = word;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let place = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            place
        })
    })
}
