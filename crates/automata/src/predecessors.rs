//! Which nodes lead to a node.

use watch::Stopped;

use crate::automaton::{Automaton, Node};

/// For every node the nodes that lead to it, as often as they do: `sources[offsets[i]..offsets[i + 1]]`. None are listed for DEAD
/// and TRUE.
pub(crate) struct Predecessors {
    offsets: Vec<u32>,
    sources: Vec<Node>,
}

impl Predecessors {
    /// Those of all nodes.
    ///
    /// # Errors
    /// If there are too many: they are counted in 32 bits.
    pub(crate) fn of(automaton: &Automaton) -> Result<Self, Stopped> {
        if u32::try_from(automaton.next.len()).is_err() {
            return Err(Stopped::Memory {
                needed: 4 * automaton.next.len() as u64,
                allowed: 4 * u64::from(u32::MAX),
            });
        }
        // First how many there are, then where they end: each that is written down moves that place towards where they begin.
        let mut offsets = vec![0u32; automaton.levels.len() + 1];
        for_each_step(automaton, |_, to| offsets[to.index()] += 1);
        let mut total = 0;
        for offset in &mut offsets {
            total += *offset;
            *offset = total;
        }
        let mut sources = vec![Node::DEAD; total as usize];
        for_each_step(automaton, |from, to| {
            let place = &mut offsets[to.index()];
            *place -= 1;
            sources[*place as usize] = from;
        });
        Ok(Self { offsets, sources })
    }

    /// How many bytes those of an automaton take at most.
    pub(crate) fn most_bytes(automaton: &Automaton) -> usize {
        size_of::<u32>() * (automaton.levels.len() + 1) + size_of_val(automaton.next.as_slice())
    }

    /// How many bytes they take.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.offsets.as_slice()) + size_of_val(self.sources.as_slice())
    }

    /// Those of one node.
    #[inline]
    pub(crate) fn to(&self, node: Node) -> &[Node] {
        let (begin, end) = (self.offsets[node.index()], self.offsets[node.index() + 1]);
        &self.sources[begin as usize..end as usize]
    }
}

/// All steps that do not end in DEAD or TRUE.
fn for_each_step(automaton: &Automaton, mut step: impl FnMut(Node, Node)) {
    for node in automaton.nodes() {
        for &next in automaton.successors(node) {
            if !next.is_absorbing() {
                step(node, next);
            }
        }
    }
}
