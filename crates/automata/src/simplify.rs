//! Nodes that accept nothing or everything become DEAD and TRUE.

use watch::{Stopped, Unwatched, Watch};

use crate::automaton::{Automaton, Minimality, Node};
use crate::predecessors::Predecessors;

impl Automaton {
    /// The same language without unreachable nodes, with every node that accepts nothing merged into DEAD
    /// and every node that accepts everything merged into TRUE.
    #[must_use]
    pub fn simplified(&self) -> Self {
        self.simplified_within(&Unwatched)
            .expect("nothing stops a construction without limits")
    }

    /// The same within a watch.
    ///
    /// # Errors
    /// If the watch says so.
    pub fn simplified_within(&self, watch: &dyn Watch) -> Result<Self, Stopped> {
        if self.shape != Minimality::Any {
            return Ok(self.clone());
        }
        let fate = AcceptanceTable::of(self, 0, watch)?;
        watch.grow(self.size(), 2 * self.bytes() + fate.bytes())?;
        let settle = |node: Node| match fate.of_node(node) {
            Acceptance::Nothing => Node::DEAD,
            Acceptance::Everything => Node::TRUE,
            Acceptance::Open => node,
        };
        Ok(self.copied_from(settle(self.start), settle))
    }

    /// The same in the place of an automaton all of whose nodes are reached, and numbered in the order in which they are first reached.
    /// Its nodes stay in that order: what follows a node that accepts nothing or everything does so as well, so that no other node was
    /// first reached from there. So many bytes are held beside it.
    pub(crate) fn into_simplified(
        mut self,
        beside: usize,
        watch: &dyn Watch,
    ) -> Result<Self, Stopped> {
        let fate = AcceptanceTable::of(&self, beside, watch)?;
        let mut numbers = Vec::with_capacity(self.levels.len());
        numbers.extend([Node::DEAD, Node::TRUE]);
        let mut kept = 2;
        for node in self.nodes() {
            numbers.push(match fate.of_node(node) {
                Acceptance::Nothing => Node::DEAD,
                Acceptance::Everything => Node::TRUE,
                Acceptance::Open => {
                    kept += 1;
                    Node::numbered(kept - 1)
                }
            });
        }
        drop(fate);
        if kept < self.levels.len() {
            self.renumber(&numbers);
        }
        self.shape = Minimality::Simple;
        Ok(self)
    }

    /// Gives every node its number, which is at most the one that it has, and forgets those that become DEAD or TRUE.
    fn renumber(&mut self, numbers: &[Node]) {
        self.start = numbers[self.start.index()];
        let mut end = self.row(Node::numbered(2));
        let mut kept = 2;
        for node in self.nodes() {
            let number = numbers[node.index()];
            if number.is_absorbing() {
                continue;
            }
            self.levels[number.index()] = self.levels[node.index()];
            self.accepting[number.index()] = self.accepting[node.index()];
            let row = self.row(node);
            let steps = self.successors(node).len();
            for step in 0..steps {
                self.next[end + step] = numbers[self.next[row + step].index()];
            }
            end += steps;
            kept = number.index() + 1;
            if let Some(past) = self.rows.get_mut(kept) {
                *past = u32::try_from(end).expect("there are no more steps than before");
            }
        }
        self.levels.truncate(kept);
        self.accepting.truncate(kept);
        self.next.truncate(end);
        self.rows.truncate(kept + 1);
        self.levels.shrink_to_fit();
        self.accepting.shrink_to_fit();
        self.next.shrink_to_fit();
        self.rows.shrink_to_fit();
    }
}

/// What a node accepts.
enum Acceptance {
    Nothing,
    Everything,
    /// Some words and not others.
    Open,
}

/// What words from a node on can end in.
type Ends = u8;
const ACCEPTED: Ends = 1;
const REFUSED: Ends = 2;
const EITHER: Ends = ACCEPTED | REFUSED;

/// So often the nodes are gone through before it is found out which lead to which.
const ROUNDS: usize = 6;

/// What each node accepts.
struct AcceptanceTable {
    ends: Vec<Ends>,
}

impl AcceptanceTable {
    /// Those of an automaton, beside which so many bytes are held.
    ///
    /// What can follow is told from the last node to the first: most steps lead to later nodes, so that a few rounds are enough, and
    /// nodes after which a word can end in either way are not looked at again. Where they are not enough, what a node
    /// has learned is told to those that lead to it.
    fn of(automaton: &Automaton, beside: usize, watch: &dyn Watch) -> Result<Self, Stopped> {
        let held = beside + automaton.bytes() + 5 * automaton.levels.len();
        watch.grow(automaton.size(), held)?;
        let mut fates = Self::at_nodes(automaton);
        let mut open: Vec<Node> = automaton.nodes().collect();
        open.reverse();
        for _ in 0..ROUNDS {
            if !fates.learn(automaton, &mut open) {
                return Ok(fates);
            }
        }
        watch.grow(automaton.size(), held + Predecessors::most_bytes(automaton))?;
        fates.spread(automaton, open, &Predecessors::of(automaton)?);
        Ok(fates)
    }

    /// What can be told of each node without its successors.
    fn at_nodes(automaton: &Automaton) -> Self {
        let levels = automaton.levels.iter();
        let ends = levels.zip(&automaton.accepting);
        let ends = ends.map(|(&level, &accepting)| match (level, accepting) {
            (0, true) => ACCEPTED,
            (0, false) => REFUSED,
            _ => 0,
        });
        Self {
            ends: ends.collect(),
        }
    }

    /// Has these nodes, in this order, learn what can follow; those about which nothing is left to learn are dropped. Is there
    /// something new?
    fn learn(&mut self, automaton: &Automaton, open: &mut Vec<Node>) -> bool {
        let mut new = false;
        open.retain(|&node| {
            let known = self.ends[node.index()];
            let ends = self.after(automaton, node) | known;
            new |= ends != known;
            self.ends[node.index()] = ends;
            ends != EITHER
        });
        new
    }

    /// What is known to follow a node.
    fn after(&self, automaton: &Automaton, node: Node) -> Ends {
        let next = automaton.successors(node).iter();
        next.fold(0, |ends, next| ends | self.ends[next.index()])
    }

    /// Has these nodes learn what can follow until there is nothing new.
    fn spread(&mut self, automaton: &Automaton, open: Vec<Node>, before: &Predecessors) {
        let mut queue = open;
        while let Some(node) = queue.pop() {
            let known = self.ends[node.index()];
            let ends = self.after(automaton, node) | known;
            if ends != known {
                self.ends[node.index()] = ends;
                queue.extend(before.to(node));
            }
        }
    }

    fn of_node(&self, node: Node) -> Acceptance {
        match self.ends[node.index()] {
            _ if node.is_absorbing() => Acceptance::Open,
            REFUSED => Acceptance::Nothing,
            ACCEPTED => Acceptance::Everything,
            _ => Acceptance::Open,
        }
    }

    fn bytes(&self) -> usize {
        self.ends.len()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::alphabet::{Alphabet, Track};

    /// What each node can end in, by going through all steps until nothing changes.
    fn plainly(automaton: &Automaton) -> Vec<Ends> {
        let mut ends = AcceptanceTable::at_nodes(automaton).ends;
        loop {
            let before = ends.clone();
            for node in automaton.nodes() {
                for next in automaton.successors(node) {
                    ends[node.index()] |= ends[next.index()];
                }
            }
            if ends == before {
                return ends;
            }
        }
    }

    /// Nodes in one long row, each of which leads to its neighbour and, here and there, to another one.
    fn row(length: usize, backwards: bool, other: impl Fn(usize) -> usize) -> Automaton {
        let mut automaton = Automaton::empty(&Alphabet::binary(), &[Track(0)]);
        let node = |index: usize| match index {
            0 => Node::TRUE,
            _ => Node::numbered(index + 1),
        };
        for index in 1..=length {
            automaton.add(0, index % 7 == 3 && index > length / 2);
        }
        for index in 1..=length {
            let next = if backwards { index - 1 } else { index + 1 };
            automaton.set_next(node(index), 0, node(next.min(length)));
            automaton.set_next(node(index), 1, node(other(index)));
        }
        automaton.start = node(1);
        automaton
    }

    /// However long it takes until what a node can end in is told to those that lead to it.
    #[test]
    fn what_follows_is_found_in_any_order() {
        for length in [1, 2, 5, 40, 200] {
            let leaps: [fn(usize) -> usize; 3] = [|index| index, |_| 1, |index| index / 2 + 1];
            for (backwards, leap) in [false, true]
                .into_iter()
                .zip(leaps)
                .chain([(true, leaps[2])])
            {
                let automaton = row(length, backwards, leap);
                let fates = AcceptanceTable::of(&automaton, 0, &Unwatched).unwrap();
                assert_eq!(fates.ends, plainly(&automaton), "{length} {backwards}");
            }
        }
    }
}
