//! All rational splittings with distinct moduli and a common numerator: evidence on Fraenkel's conjecture.
//!
//! Over the common numerator `p`, the modulus `p/q` takes `q` residues of every `p`: a rotation of
//! `{floor(jp/q) : 0 ≤ j < q}`. A splitting into `m` sequences is a partition of the residues mod `p` into `m`
//! such sets with `q₁ + … + q_m = p`. Fraenkel's conjecture says that for `m ≥ 3` and distinct
//! `qᵢ` the only ones have `p = 2^m - 1` and `qᵢ = 2^(m-1), …, 2, 1`; it is proved for `m ≤ 7`.
//!
//! The sets are placed one after the other, the largest first and at rotation 0, which loses nothing, since a splitting may be rotated
//! as a whole. For every smaller `q` the rotations are known that keep it apart from each set placed so far
//! (`balanced`); with every set placed they become fewer, and a `q` without any drops out. Sets that are pairwise apart
//! and have `p` members together are a partition, so that nothing else is to be tested. A branch is left in three cases only:
//! the denominators that are left cannot be distinct, smaller than the last one, and have the right sum; fewer are left than are wanted;
//! or none is wanted. docs/fraenkels-conjecture.md counts what that saves.

mod balanced;
mod residues;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use logic::watch::{Progress, Stopped, Watch};
use numeration::beatty::Beatty;
use numeration::natural::Gcd;
use numeration::real::{Real, RealError};

use balanced::{apart, balanced, rotations};
use residues::ResidueSet;

/// A partition of the residues mod `numerator` into balanced sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RationalSplitting {
    /// The common numerator `p` of the moduli.
    pub numerator: u64,
    /// The denominators `q₁ > … > q_m`.
    pub denominators: Vec<u64>,
    /// The rotation of each set: sequence `i` takes `floor(jp/qᵢ) + shiftᵢ` mod `p`.
    pub shifts: Vec<u64>,
}

/// What a search found and how much it saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOutcome {
    /// One splitting for each list of moduli that has one.
    pub found: Vec<RationalSplitting>,
    /// In how many ways sequences were placed, from the largest density down, before a splitting was complete or impossible.
    pub examined: u64,
    /// The largest common numerator that was searched completely.
    pub complete_up_to: u64,
    /// Why it ended before the bound.
    pub stopped: Option<Stopped>,
}

impl RationalSplitting {
    /// Is it the splitting of Fraenkel's conjecture?
    pub fn is_fraenkel(&self) -> bool {
        let powers = (0..self.denominators.len())
            .rev()
            .map(|k| 1u64.checked_shl(u32::try_from(k).unwrap_or(64)));
        powers.eq(self.denominators.iter().copied().map(Some))
    }

    /// The sequences `floor(n·p/qᵢ + γᵢ)`, `n ≥ 1`, that take these residues, from their first positive ones.
    pub fn sequences(&self) -> Result<Vec<Beatty>, RealError> {
        let p = self.numerator;
        let mut all = Vec::new();
        for (q, shift) in self.denominators.iter().zip(&self.shifts) {
            // The least positive member is floor(jp/q) + shift - wp for some j, w: count back from j.
            let members = (0..*q).map(|j| (j, (j * p / q + shift) % p));
            let positive = members.map(|(j, r)| (if r == 0 { p } else { r }, j));
            let (least, j) = positive.min().unwrap_or((0, 0));
            let gamma = i128::from(least) - i128::from(j * p / q);
            // floor((n - 1 + j)·p/q) + gamma for n ≥ 1.
            let offset = Real::ratio(i128::from(p) * (i128::from(j) - 1), i128::from(*q))?;
            let alpha = Real::ratio(p, *q)?;
            let gamma = offset.add(&Real::ratio(gamma, 1)?)?;
            all.push(Beatty::new(alpha, gamma).expect("a positive modulus"));
        }
        Ok(all)
    }
}

/// All splittings into `sequences` sequences with distinct moduli and a common numerator up to `bound`,
/// in lowest terms, up to rotation.
///
/// The watch is asked at every step; what was found until it stops the search is returned.
pub fn search(sequences: usize, bound: u64, watch: &dyn Watch) -> SearchOutcome {
    let mut outcome = SearchOutcome {
        found: Vec::new(),
        examined: 0,
        complete_up_to: 0,
        stopped: None,
    };
    for numerator in 1..=bound {
        watch.progress(Progress {
            step: "numerators",
            done: numerator,
            total: Some(bound),
        });
        let Ok(p) = usize::try_from(numerator) else {
            break;
        };
        let mut placing = SetPlacement::new(p, watch);
        let complete = placing.all(sequences);
        outcome.examined += placing.examined;
        let found = placing
            .found
            .into_iter()
            .map(|(list, shifts)| RationalSplitting {
                numerator,
                denominators: list.0,
                shifts,
            });
        outcome.found.extend(found);
        if let Err(stopped) = complete {
            outcome.stopped = Some(stopped);
            break;
        }
        outcome.complete_up_to = numerator;
    }
    outcome
}

/// Placing balanced sets modulo one numerator.
struct SetPlacement<'w> {
    p: usize,
    watch: &'w dyn Watch,
    /// For each larger denominator, once it is asked for: the smaller ones that can be kept apart from it, and how.
    rows: Vec<Option<Vec<PlacementChoice>>>,
    /// Denominators and rotations, the largest denominator first.
    placed: Vec<(usize, usize)>,
    found: BTreeMap<Reverse<Vec<u64>>, Vec<u64>>,
    examined: u64,
}

/// A denominator with rotations of its set.
#[derive(Clone, Debug)]
struct PlacementChoice {
    q: usize,
    rotations: ResidueSet,
}

impl<'w> SetPlacement<'w> {
    fn new(p: usize, watch: &'w dyn Watch) -> Self {
        Self {
            p,
            watch,
            rows: vec![None; p],
            placed: Vec::new(),
            found: BTreeMap::new(),
            examined: 0,
        }
    }

    /// Every splitting into `wanted` sets, the first of them at rotation 0.
    fn all(&mut self, wanted: usize) -> Result<(), Stopped> {
        self.watch.check()?;
        for q in (1..self.p).rev() {
            if has_sum(wanted, self.p, q) {
                let choices = self.row(q)?.to_vec();
                self.place(q, 0, &choices, self.p, wanted)?;
            }
        }
        Ok(())
    }

    /// Places a set, and then all that complete it with sets of `choices`; `left` residues were free, for `wanted` sets.
    fn place(
        &mut self,
        q: usize,
        rotation: usize,
        choices: &[PlacementChoice],
        left: usize,
        wanted: usize,
    ) -> Result<(), Stopped> {
        self.watch.check()?;
        self.examined += 1;
        self.placed.push((q, rotation));
        if wanted == 1 {
            self.keep();
        } else if choices.len() + 1 >= wanted {
            self.complete(choices, left - q, wanted - 1)?;
        }
        self.placed.pop();
        Ok(())
    }

    /// Every way to fill `left` residues with `wanted` sets of `choices`, which are apart from all that is placed.
    fn complete(
        &mut self,
        choices: &[PlacementChoice],
        left: usize,
        wanted: usize,
    ) -> Result<(), Stopped> {
        for (index, choice) in choices.iter().enumerate() {
            let q = choice.q;
            if !has_sum(wanted, left, q) {
                continue;
            }
            for rotation in (0..rotations(self.p, q)).filter(|s| choice.rotations.contains(*s)) {
                let rest = match wanted {
                    1 => Vec::new(),
                    _ => self.narrowed(&choices[index + 1..], q, rotation)?,
                };
                self.place(q, rotation, &rest, left, wanted)?;
            }
        }
        Ok(())
    }

    /// Those of the choices, all of them smaller, that can be kept apart from one more set, and how.
    fn narrowed(
        &mut self,
        choices: &[PlacementChoice],
        q: usize,
        rotation: usize,
    ) -> Result<Vec<PlacementChoice>, Stopped> {
        let row = self.row(q)?;
        let mut narrowed = Vec::new();
        let mut others = row.iter().peekable();
        for choice in choices {
            // Both go down.
            while others.next_if(|other| other.q > choice.q).is_some() {}
            let Some(other) = others.next_if(|other| other.q == choice.q) else {
                continue;
            };
            let rotations = choice.rotations.meet_moved(&other.rotations, rotation);
            if !rotations.is_empty() {
                let q = choice.q;
                narrowed.push(PlacementChoice { q, rotations });
            }
        }
        Ok(narrowed)
    }

    /// The smaller denominators, from the largest down, that can be kept apart from `B(q)` at rotation 0.
    fn row(&mut self, q: usize) -> Result<&[PlacementChoice], Stopped> {
        if self.rows[q].is_none() {
            let set = balanced(self.p, q);
            let mut row = Vec::new();
            for smaller in (1..q.min(self.p - q + 1)).rev() {
                self.watch.check()?;
                let rotations = apart(self.p, set.clone(), smaller);
                if !rotations.is_empty() {
                    let q = smaller;
                    row.push(PlacementChoice { q, rotations });
                }
            }
            self.rows[q] = Some(row);
        }
        Ok(self.rows[q].as_deref().unwrap_or_default())
    }

    /// What is placed is a splitting; its moduli belong to a smaller numerator if there is a common divisor.
    fn keep(&mut self) {
        if self.placed.iter().fold(self.p, |g, (q, _)| g.gcd(*q)) > 1 {
            return;
        }
        let list = |part: fn(&(usize, usize)) -> usize| -> Vec<u64> {
            self.placed.iter().map(|pair| part(pair) as u64).collect()
        };
        let shifts = list(|(_, shift)| *shift);
        self.found
            .entry(Reverse(list(|(q, _)| *q)))
            .or_insert(shifts);
    }
}

/// Can `left` be the sum of `wanted` distinct positive numbers, the largest of which is `q`?
fn has_sum(wanted: usize, left: usize, q: usize) -> bool {
    // The others are at least 1, 2, …, and at most q - 1, q - 2, …
    let Some(others) = wanted.checked_sub(1).filter(|others| *others < q) else {
        return false;
    };
    let [q, left, others] = [q, left, others].map(|n| n as u128);
    let least = others * (others + 1) / 2;
    (q + least..=q + others * q - least).contains(&left)
}
