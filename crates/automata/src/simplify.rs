//! Nodes that accept nothing or everything become DEAD and TRUE.

use watch::{Stopped, Unwatched, Watch};

use crate::automaton::{Automaton, Node};
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
        if self.simple {
            return Ok(self.clone());
        }
        let fate = Fates::of(self, 0, watch)?;
        watch.grow(self.size(), 2 * self.bytes() + fate.bytes())?;
        let settle = |node: Node| match fate.of_node(node) {
            Fate::Nothing => Node::DEAD,
            Fate::Everything => Node::TRUE,
            Fate::Open => node,
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
        let fate = Fates::of(&self, beside, watch)?;
        let mut numbers = Vec::with_capacity(self.levels.len());
        numbers.extend([Node::DEAD, Node::TRUE]);
        let mut kept = 2;
        for node in self.nodes() {
            numbers.push(match fate.of_node(node) {
                Fate::Nothing => Node::DEAD,
                Fate::Everything => Node::TRUE,
                Fate::Open => {
                    kept += 1;
                    Node::numbered(kept - 1)
                }
            });
        }
        drop(fate);
        if kept < self.levels.len() {
            self.renumber(&numbers);
        }
        self.simple = true;
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
enum Fate {
    Nothing,
    Everything,
    /// Some words and not others.
    Open,
}

/// What each node accepts.
struct Fates {
    /// Can a word be accepted from here on?
    alive: Vec<bool>,
    /// Can it be refused?
    doubtful: Vec<bool>,
}

impl Fates {
    /// Those of an automaton, beside which so many bytes are held.
    fn of(automaton: &Automaton, beside: usize, watch: &dyn Watch) -> Result<Self, Stopped> {
        let held = beside + automaton.bytes() + 2 * automaton.levels.len();
        watch.grow(automaton.size(), held + Predecessors::most_bytes(automaton))?;
        let before = Predecessors::of(automaton)?;
        let held = held + before.bytes();
        let alive = can_reach(automaton, true, &before);
        watch.grow(automaton.size(), held)?;
        let doubtful = can_reach(automaton, false, &before);
        watch.grow(automaton.size(), held)?;
        Ok(Self { alive, doubtful })
    }

    fn of_node(&self, node: Node) -> Fate {
        match (self.alive[node.index()], self.doubtful[node.index()]) {
            _ if node.is_absorbing() => Fate::Open,
            (false, _) => Fate::Nothing,
            (true, false) => Fate::Everything,
            (true, true) => Fate::Open,
        }
    }

    fn bytes(&self) -> usize {
        self.alive.len() + self.doubtful.len()
    }
}

/// Which nodes can reach a place between letters where a word may end with this answer.
fn can_reach(automaton: &Automaton, answer: bool, before: &Predecessors) -> Vec<bool> {
    let wanted = if answer { Node::TRUE } else { Node::DEAD };
    let mut reached = vec![false; automaton.levels.len()];
    let ends = |node: &Node| {
        automaton.levels[node.index()] == 0 && automaton.accepting[node.index()] == answer
            || automaton.successors(*node).contains(&wanted)
    };
    let mut queue: Vec<Node> = automaton.nodes().filter(ends).collect();
    queue.iter().for_each(|node| reached[node.index()] = true);
    while let Some(node) = queue.pop() {
        for &source in before.to(node) {
            if !reached[source.index()] {
                reached[source.index()] = true;
                queue.push(source);
            }
        }
    }
    reached
}
