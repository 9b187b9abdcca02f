//! Which nodes of a table accept the same: refined by predecessors (J. Hopcroft, *An n log n algorithm for minimizing states
//! in a finite automaton*, 1971), so that a long table costs little more than a short one.

use watch::{Stopped, Watch};

use super::table::{ALL, NONE, TableNode, number};

/// The nodes that lead to each node, with the digit.
pub(super) struct Sources {
    first: Vec<usize>,
    all: Vec<(u8, u32)>,
}

impl Sources {
    /// Of so many nodes with these edges: a node, a digit and the next node.
    pub(super) fn new<E: Iterator<Item = (u32, u8, u32)>>(
        nodes: usize,
        edges: impl Fn() -> E,
    ) -> Self {
        let mut first = vec![0; nodes + 1];
        edges().for_each(|(.., next)| first[next as usize + 1] += 1);
        for node in 1..first.len() {
            first[node] += first[node - 1];
        }
        let (mut free, mut all) = (first.clone(), vec![(0, 0); first[first.len() - 1]]);
        for (node, digit, next) in edges() {
            all[free[next as usize]] = (digit, node);
            free[next as usize] += 1;
        }
        Self { first, all }
    }

    fn of(&self, node: u32) -> &[(u8, u32)] {
        &self.all[self.first[node as usize]..self.first[node as usize + 1]]
    }

    /// The nodes from which one of these can be reached.
    pub(super) fn reaching(&self, mut queue: Vec<u32>) -> Vec<bool> {
        let mut found = vec![false; self.first.len() - 1];
        queue.iter().for_each(|&node| found[node as usize] = true);
        while let Some(node) = queue.pop() {
            for &(_, source) in self.of(node) {
                if !std::mem::replace(&mut found[source as usize], true) {
                    queue.push(source);
                }
            }
        }
        found
    }
}

/// Numbers for the nodes, equal for two nodes if and only if they accept the same. Where nothing or everything is accepted
/// from a node on, its number is that of the absorbing node: 0 or 1.
pub(super) fn classes(rows: &[TableNode], watch: &dyn Watch) -> Result<Vec<u32>, Stopped> {
    let sources = Sources::new(rows.len() + 2, || {
        let edges = |(node, row): (u32, &'_ TableNode)| {
            let digits = (0..).zip(row.next.clone());
            digits.map(move |(digit, next)| (node, digit, next))
        };
        (2..).zip(rows).flat_map(edges)
    });
    let ends = |wanted: bool| {
        let at_level_0 = |(_, row): &(usize, &TableNode)| row.level == 0 && row.accepts == wanted;
        let ends = rows.iter().enumerate().filter(at_level_0);
        let ends = ends.map(|(index, _)| number(index + 2));
        ends.chain([u32::from(wanted)]).collect()
    };
    let (some, not_all) = (sources.reaching(ends(true)), sources.reaching(ends(false)));
    let kind = |node: usize| match (some[node], not_all[node]) {
        (false, _) => (0, false),
        (true, false) => (1, false),
        _ => (rows[node - 2].level + 2, rows[node - 2].accepts),
    };
    let mut nodes: Vec<u32> = (0..number(rows.len() + 2)).collect();
    nodes.sort_by_key(|&node| kind(node as usize));
    let mut parts = Parts::new(nodes, |a, b| kind(a as usize) == kind(b as usize));
    let mut queue: Vec<u32> = (0..number(parts.ranges.len())).collect();
    let mut marked = 0;
    while let Some(part) = queue.pop() {
        let (start, end) = parts.ranges[part as usize];
        let members = &parts.nodes[start..end];
        // What is settled is never separated again.
        let open = |edge: &&(u8, u32)| some[edge.1 as usize] && not_all[edge.1 as usize];
        let edges = members.iter().flat_map(|&node| sources.of(node));
        let mut into: Vec<(u8, u32)> = edges.filter(open).copied().collect();
        into.sort_unstable();
        for group in into.chunk_by(|a, b| a.0 == b.0) {
            marked += group.len();
            if marked >= 1 << 16 {
                watch.check()?;
                marked = 0;
            }
            parts.split(group, &mut queue);
        }
    }
    // Node 0 is the first of its part, and so is node 1.
    let (none, all) = (parts.part[NONE as usize], parts.part[ALL as usize]);
    let class = |&part: &u32| match part {
        part if part == none => NONE,
        part if part == all => ALL,
        part => part + 2,
    };
    Ok(parts.part.iter().map(class).collect())
}

/// A partition of the nodes.
struct Parts {
    /// The nodes, those of one part together.
    nodes: Vec<u32>,
    /// Where each node stands, and in which part.
    place: Vec<usize>,
    part: Vec<u32>,
    /// Where each part begins and ends, and how many of its first nodes are marked.
    ranges: Vec<(usize, usize)>,
    marks: Vec<usize>,
}

impl Parts {
    /// Neighbours that are alike are together.
    fn new(nodes: Vec<u32>, alike: impl Fn(u32, u32) -> bool) -> Self {
        let mut parts = Self {
            place: vec![0; nodes.len()],
            part: vec![0; nodes.len()],
            ranges: Vec::new(),
            marks: Vec::new(),
            nodes: Vec::new(),
        };
        for group in nodes.chunk_by(|&a, &b| alike(a, b)) {
            let start = parts.nodes.len();
            for &node in group {
                parts.place[node as usize] = parts.nodes.len();
                parts.part[node as usize] = number(parts.ranges.len());
                parts.nodes.push(node);
            }
            parts.ranges.push((start, parts.nodes.len()));
            parts.marks.push(0);
        }
        parts
    }

    /// Separates these nodes from the others of their parts. The smaller half of each becomes a new part.
    fn split(&mut self, chosen: &[(u8, u32)], queue: &mut Vec<u32>) {
        let mut touched = Vec::new();
        for &(_, node) in chosen {
            let part = self.part[node as usize] as usize;
            let first_free = self.ranges[part].0 + self.marks[part];
            let place = self.place[node as usize];
            if self.marks[part] == 0 {
                touched.push(part);
            }
            let other = self.nodes[first_free];
            self.nodes.swap(first_free, place);
            (self.place[node as usize], self.place[other as usize]) = (first_free, place);
            self.marks[part] += 1;
        }
        for part in touched {
            let (start, end) = self.ranges[part];
            let middle = start + std::mem::take(&mut self.marks[part]);
            if middle == end {
                continue;
            }
            let (new, old) = if middle - start <= end - middle {
                ((start, middle), (middle, end))
            } else {
                ((middle, end), (start, middle))
            };
            let new_part = number(self.ranges.len());
            for &node in &self.nodes[new.0..new.1] {
                self.part[node as usize] = new_part;
            }
            self.ranges[part] = old;
            self.ranges.push(new);
            self.marks.push(0);
            queue.push(new_part);
        }
    }
}
