//! From the tree of a pattern to a table of states: sets of positions that the last digit may stand at.

use std::collections::{BTreeSet, HashMap};

use numeration::natural::Natural;

use super::parse::{Allowed, PatternTree};

/// The most states of a table.
pub(super) const MOST_STATES: usize = 2000;

/// A table: for each state and kind of digit the next state.
pub(super) struct PatternTable {
    pub(super) digits: Vec<Natural>,
    pub(super) next: Vec<u32>,
    pub(super) accepting: Vec<bool>,
}

/// The table of a tree; nothing if it is too large. State 0 is the first.
pub(super) fn build(tree: &PatternTree) -> Option<PatternTable> {
    let mut positions = PatternPositions::default();
    let whole = positions.place(tree);
    let digits: BTreeSet<Natural> = positions
        .allowed
        .iter()
        .flat_map(Allowed::named)
        .cloned()
        .collect();
    let digits: Vec<Natural> = digits.into_iter().collect();
    let mut states = States::default();
    states.number(Vec::new(), true)?;
    let (mut next, mut at) = (Vec::new(), 0);
    while let Some((set, first)) = states.list.get(at).cloned() {
        at += 1;
        let mut follow: Vec<usize> = if first {
            whole.first.clone()
        } else {
            Vec::new()
        };
        follow.extend(set.iter().flat_map(|place| &positions.follow[*place]));
        follow.sort_unstable();
        follow.dedup();
        for kind in 0..=digits.len() {
            let fits = |place: &usize| positions.allowed[*place].has(digits.get(kind));
            let reached = follow.iter().copied().filter(fits).collect();
            next.push(states.number(reached, false)?);
        }
    }
    let accepting = |(set, first): &(Vec<usize>, bool)| {
        *first && whole.empty || set.iter().any(|place| whole.last.contains(place))
    };
    Some(PatternTable {
        accepting: states.list.iter().map(accepting).collect(),
        digits,
        next,
    })
}

/// The states met so far: sets of positions, and whether nothing was read yet.
#[derive(Default)]
struct States {
    list: Vec<(Vec<usize>, bool)>,
    known: HashMap<(Vec<usize>, bool), u32>,
}

impl States {
    fn number(&mut self, set: Vec<usize>, first: bool) -> Option<u32> {
        let state = (set, first);
        if let Some(known) = self.known.get(&state) {
            return Some(*known);
        }
        let number = u32::try_from(self.list.len()).ok()?;
        self.list.push(state.clone());
        self.known.insert(state, number);
        (self.list.len() <= MOST_STATES).then_some(number)
    }
}

/// Every place for a digit: which digits may stand there, and which places may come next.
#[derive(Default)]
struct PatternPositions {
    allowed: Vec<Allowed>,
    follow: Vec<BTreeSet<usize>>,
}

/// Where the words of a part begin and end, and whether the empty word is one.
#[derive(Clone, Default)]
struct Ends {
    first: Vec<usize>,
    last: Vec<usize>,
    empty: bool,
}

impl PatternPositions {
    fn place(&mut self, tree: &PatternTree) -> Ends {
        match tree {
            PatternTree::Digit(allowed) => {
                let place = self.allowed.len();
                self.allowed.push(allowed.clone());
                self.follow.push(BTreeSet::new());
                Ends {
                    first: vec![place],
                    last: vec![place],
                    empty: false,
                }
            }
            PatternTree::Sequence(parts) => {
                let empty = Ends {
                    empty: true,
                    ..Ends::default()
                };
                parts.iter().fold(empty, |before, part| {
                    let after = self.place(part);
                    self.joined(before, after)
                })
            }
            PatternTree::Alternatives(parts) => {
                parts.iter().fold(Ends::default(), |mut all, part| {
                    let ends = self.place(part);
                    all.first.extend(ends.first);
                    all.last.extend(ends.last);
                    all.empty |= ends.empty;
                    all
                })
            }
            PatternTree::Repeated(inner, least, most) => self.repeated(inner, *least, *most),
        }
    }

    /// One copy for each time; without an end, the last one may come again.
    fn repeated(&mut self, inner: &PatternTree, least: usize, most: Option<usize>) -> Ends {
        let copies = most.unwrap_or(least).max(1);
        let mut all = Ends {
            empty: true,
            ..Ends::default()
        };
        for copy in 0..copies {
            let mut ends = self.place(inner);
            if most.is_none() && copy + 1 == copies {
                self.linked(&ends.last, &ends.first);
            }
            ends.empty |= copy >= least;
            all = self.joined(all, ends);
        }
        all
    }

    fn joined(&mut self, before: Ends, after: Ends) -> Ends {
        self.linked(&before.last, &after.first);
        let mut ends = Ends {
            first: before.first,
            last: after.last,
            empty: before.empty && after.empty,
        };
        if before.empty {
            ends.first.extend(after.first);
        }
        if after.empty {
            ends.last.extend(before.last);
        }
        ends
    }

    fn linked(&mut self, from: &[usize], to: &[usize]) {
        for place in from {
            self.follow[*place].extend(to);
        }
    }
}
