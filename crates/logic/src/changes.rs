//! "At most 2 of x, y, z change": all there is to know about counting the piles that change.
//!
//! [`Formula::Changes`] stays in a formula as it was written, since an explanation wants its words. Whoever works on given
//! numbers or on intervals counts: with so many changed and so many open, `Range::rest` says what the open ones have to do.
//! Whoever needs comparisons has it [spelled out](HowMany::spelled_out).

use crate::formula::{Comparison, Formula, HowMany};
use crate::term::Term;

/// From so many to so many change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CountRange {
    least: usize,
    most: usize,
}

/// What the pairs have to do of which it is not known yet whether they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RemainingPairs {
    /// Whatever they do, it is true, or false.
    Decided(bool),
    /// All must compare like this.
    All(Comparison),
    /// So many of them must differ.
    Open(HowMany),
}

impl CountRange {
    /// What is left to `open` pairs if so many others are known to differ.
    pub(crate) fn rest(self, changed: usize, open: usize) -> RemainingPairs {
        let Self { least, most } = self;
        if changed > most || changed + open < least {
            return RemainingPairs::Decided(false);
        }
        let (least, most) = (least.saturating_sub(changed), most - changed);
        match (least, most) {
            (0, most) if most >= open => RemainingPairs::Decided(true),
            (_, 0) => RemainingPairs::All(Comparison::Equal),
            (least, _) if least == open => RemainingPairs::All(Comparison::NotEqual),
            (0, most) => RemainingPairs::Open(HowMany::AtMost(most)),
            (least, most) if most >= open => RemainingPairs::Open(HowMany::AtLeast(least)),
            (least, _) => RemainingPairs::Open(HowMany::Exactly(least)),
        }
    }
}

impl HowMany {
    /// Does this number of changed piles agree with it?
    pub fn allows(self, changed: usize) -> bool {
        match self {
            Self::AtMost(k) => changed <= k,
            Self::Exactly(k) => changed == k,
            Self::AtLeast(k) => changed >= k,
        }
    }

    /// May it agree where at least this number of piles has changed?
    pub fn allows_from(self, changed: usize) -> bool {
        match self {
            Self::AtMost(k) | Self::Exactly(k) => changed <= k,
            Self::AtLeast(_) => true,
        }
    }

    /// The numbers of changes among `count` pairs with which it is true, or false: none, one or two ranges.
    pub(crate) fn ranges(self, count: usize, truth: bool) -> impl Iterator<Item = CountRange> {
        let from = |least: usize, most: usize| CountRange { least, most };
        let below = |k: usize| k.checked_sub(1).map(|most| from(0, most));
        let (lower, upper) = match (self, truth) {
            (Self::AtMost(k), true) => (Some(from(0, k)), None),
            (Self::AtMost(k), false) => (None, Some(from(k.saturating_add(1), count))),
            (Self::AtLeast(k), true) => (None, Some(from(k, count))),
            (Self::AtLeast(k), false) => (below(k), None),
            (Self::Exactly(k), true) => (Some(from(k, k)), None),
            (Self::Exactly(k), false) => (below(k), Some(from(k.saturating_add(1), count))),
        };
        let possible = move |range: &CountRange| range.least <= count;
        lower.into_iter().chain(upper).filter(possible)
    }

    /// The same, or its negation, by comparisons alone: some piles stay and some others change. A pile that changes compares
    /// in the given way with what it was: `!=`, or `<` where it is known from elsewhere that none grows. Nothing
    /// if that takes more than so many alternatives.
    pub fn spelled_out(
        self,
        pairs: &[(Term, Term)],
        truth: bool,
        changed: Comparison,
        alternatives: usize,
    ) -> Option<Formula> {
        let ranges: Vec<CountRange> = self.ranges(pairs.len(), truth).collect();
        let mut parts = Vec::new();
        for range in ranges {
            let stay = pairs.len() - range.most.min(pairs.len());
            let mut choice = ChangeEnumerator {
                pairs,
                changed,
                alternatives,
                compared: Vec::new(),
                found: &mut parts,
            };
            choice.go_on(pairs.len(), stay, range.least)?;
        }
        Some(Formula::any(parts))
    }

    /// The same by adding up a one for each pair that differs: as long as the list, however many may change.
    pub fn counted(self, pairs: &[(Term, Term)]) -> Formula {
        let one = |(before, after): &(Term, Term)| {
            Term::choice(after.clone().equals(before.clone()), 0, 1)
        };
        let (comparison, k) = match self {
            Self::AtMost(k) => (Comparison::LessOrEqual, k),
            Self::Exactly(k) => (Comparison::Equal, k),
            Self::AtLeast(k) => (Comparison::GreaterOrEqual, k),
        };
        let k = i64::try_from(k).unwrap_or(i64::MAX);
        Term::Sum(pairs.iter().map(one).collect()).compare(comparison, k)
    }
}

/// Chooses which pairs stay and which change.
struct ChangeEnumerator<'a> {
    pairs: &'a [(Term, Term)],
    changed: Comparison,
    alternatives: usize,
    /// The choice so far, the last pair first.
    compared: Vec<(usize, Comparison)>,
    found: &'a mut Vec<Formula>,
}

impl ChangeEnumerator<'_> {
    /// Chooses among the pairs before an index so many that stay and so many that change. Nothing if there are too many
    /// alternatives.
    fn go_on(&mut self, end: usize, stay: usize, change: usize) -> Option<()> {
        if stay + change == 0 {
            let compare = |&(index, comparison): &(usize, Comparison)| {
                let (before, after): (Term, Term) = self.pairs[index].clone();
                after.compare(comparison, before)
            };
            let parts: Vec<Formula> = self.compared.iter().rev().map(compare).collect();
            self.found.push(Formula::all(parts));
            return (self.found.len() <= self.alternatives).then_some(());
        }
        if end < stay + change {
            return Some(());
        }
        let last = end - 1;
        self.go_on(last, stay, change)?;
        if let Some(change) = change.checked_sub(1) {
            self.compared.push((last, self.changed));
            self.go_on(last, stay, change)?;
            self.compared.pop();
        }
        if let Some(stay) = stay.checked_sub(1) {
            self.compared.push((last, Comparison::Equal));
            self.go_on(last, stay, change)?;
            self.compared.pop();
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::{Assignment, holds};
    use crate::term::Variable;
    use numeration::natural::Integer;

    /// However it is said, and whatever is put in first, it is true for the same changes.
    #[test]
    fn every_way_to_say_it_agrees() {
        let names = ["x", "y", "z"];
        let variables: Vec<Variable> = (0..6)
            .map(|id| Variable::new(id, names[id as usize % 3]))
            .collect();
        let pairs: Vec<(Term, Term)> = (0..3)
            .map(|pile| {
                (
                    Term::from(&variables[pile]),
                    Term::from(&variables[pile + 3]),
                )
            })
            .collect();
        for how_many in
            (0..5).flat_map(|k| [HowMany::AtMost(k), HowMany::Exactly(k), HowMany::AtLeast(k)])
        {
            for changed in 0..8usize {
                let value = |id: usize| match id {
                    0..3 => Integer::from(5),
                    _ => Integer::from(5 - (changed >> (id - 3) & 1)),
                };
                let known: Assignment = (0..6)
                    .map(|id| (variables[id].clone(), value(id)))
                    .collect();
                let count = changed.count_ones() as usize;
                let expected = how_many.allows(count);
                let is = |formula: &Formula, truth: bool| {
                    assert_eq!(holds(formula, &known), Ok(truth), "{formula} {changed:b}");
                };
                is(&Formula::Changes(how_many, pairs.clone()), expected);
                is(&how_many.counted(&pairs), expected);
                for truth in [true, false] {
                    for comparison in [Comparison::NotEqual, Comparison::Less] {
                        let plain = how_many.spelled_out(&pairs, truth, comparison, 100);
                        is(&plain.expect("three piles"), expected == truth);
                    }
                    let mut ranges = how_many.ranges(3, truth);
                    let decided =
                        ranges.any(|range| range.rest(count, 0) == RemainingPairs::Decided(true));
                    assert_eq!(decided, expected == truth, "{how_many} {count}");
                }
            }
        }
        let most = HowMany::AtMost(1);
        assert_eq!(
            most.spelled_out(&pairs, true, Comparison::NotEqual, 2),
            None
        );
    }
}
