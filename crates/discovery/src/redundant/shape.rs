//! What the vectors that an automaton accepts are: the smallest ones, and a formula where one fits.
//!
//! A formula is a union of rays `p, p + s, p + 2s, …` and of single vectors, for the set or for its complement. It is read off small
//! vectors, and proved for all.

use std::sync::Arc;

use logic::arithmetic::verify::KnownSystems;
use logic::decide::{DecideError, Truth, decide};
use logic::watch::{Limited, Stopped, Watch};
use logic::{Formula, Term, Variable};
use proof::Language;

use super::added::{holds, unless_dear};
use crate::pieces::{RowPiece, set_of};
use crate::rays::rays;
use crate::rules::BareRules;

/// Which vectors are in a set, as text. It is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorFormula {
    /// Is it the complement that is described, without the vector 0?
    pub complement: bool,
    /// The set, as a file writes it.
    pub set: String,
}

/// So many single vectors a formula may list.
const MOST_EXCEPTIONS: usize = 12;
/// No more memory is taken for the proof of a formula.
const MOST_MEMORY: u64 = 128 << 20;
/// The first variable of a sentence, and of the set that it speaks of.
const VARIABLES: u32 = 1 << 28;
const OF_SET: u32 = 1 << 27;

impl VectorFormula {
    /// A formula for the vectors that an automaton accepts; nothing if none fits.
    ///
    /// # Errors
    /// If the watch stops the work.
    pub fn of(
        rules: &BareRules,
        vectors: &Language,
        watch: &dyn Watch,
    ) -> Result<Option<Self>, DecideError> {
        for complement in [true, false] {
            let Some(set) = fitted(rules, vectors, complement, watch)? else {
                continue;
            };
            let formula = Self { complement, set };
            let budget = Limited::new(watch).memory(MOST_MEMORY);
            if unless_dear(formula.is_right(rules, vectors, &budget))? == Some(true) {
                return Ok(Some(formula));
            }
        }
        Ok(None)
    }

    /// Is it true of all vectors but 0?
    fn is_right(
        &self,
        rules: &BareRules,
        vectors: &Language,
        watch: &dyn Watch,
    ) -> Result<bool, DecideError> {
        let read = rules.claiming(&format!("P = {}", self.set)).ok();
        let Some(described) = read.and_then(|spec| spec.p_positions) else {
            return Ok(false);
        };
        let numbers: Vec<Variable> = { vectors.numbers.iter().zip(VARIABLES..) }
            .map(|(name, id)| Variable::new(id, name.as_str()))
            .collect();
        let set = Arc::new(vectors.set.named("V", "V", &vectors.system, OF_SET));
        let described = Formula::member(numbers.iter(), &described);
        let described = match self.complement {
            true => described.negated(),
            false => described,
        };
        let taken = { numbers.iter() }.fold(Term::from(0), |sum, number| sum + number);
        let same = Formula::member(numbers.iter(), &set).iff(described);
        let body = Formula::Or(vec![taken.equals(0), same]);
        let sentence =
            { numbers.iter().rev() }.fold(body, |body, number| Formula::forall(number, body));
        let decision = decide(&sentence, &KnownSystems::default(), watch)?;
        Ok(decision.verdict == Truth::True)
    }
}

/// Rays and single vectors that are the set, or its complement, as far as small vectors show.
fn fitted(
    rules: &BareRules,
    vectors: &Language,
    complement: bool,
    watch: &dyn Watch,
) -> Result<Option<String>, Stopped> {
    let Some(side) = side(vectors.numbers.len()) else {
        return Ok(None);
    };
    let all = Tuples::up_to(vectors.numbers.len(), side);
    let wanted = all.filter(|tuple| holds(vectors, tuple) != complement);
    // The vector 0 is no move, and nothing is said of it.
    let wanted = wanted.filter(|tuple| tuple.iter().any(|entry| *entry > 0));
    let rows: Vec<Vec<i64>> = wanted
        .map(|tuple| tuple.into_iter().map(i64::from).collect())
        .collect();
    let (found, left) = rays(&rows, i64::from(side), watch)?;
    if left.len() > MOST_EXCEPTIONS {
        return Ok(None);
    }
    let n = rules.fresh(&["n", "k", "m", "i", "j"]);
    let single = |row: &Vec<i64>| row.iter().map(ToString::to_string).collect();
    let piece = |piece: &RowPiece| {
        let texts = piece.columns.iter().map(|column| column.text(&n));
        (texts.collect(), format!("{n} >= {}", piece.first))
    };
    let singles: Vec<Vec<String>> = left.iter().map(single).collect();
    let pieces: Vec<(Vec<String>, String)> = found.iter().map(piece).collect();
    Ok(Some(set_of(&singles, &pieces, false)))
}

/// Vectors are looked at up to this in each place; those with too many places are not.
fn side(dimension: usize) -> Option<u32> {
    [400, 240, 30, 12, 6]
        .get(dimension.checked_sub(1)?)
        .copied()
}

/// The smallest tuples but 0 for which something holds, by their sums, then place by place: so many at most.
pub fn smallest(
    dimension: usize,
    most: usize,
    mut holds: impl FnMut(&[u32]) -> bool,
) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    for sum in 1..=most_tokens(dimension) {
        for tuple in of_sum(dimension, sum) {
            if found.len() == most {
                return found;
            }
            if holds(&tuple) {
                found.push(tuple);
            }
        }
    }
    found
}

/// The largest sum of a tuple that is looked at for the smallest ones.
pub fn most_tokens(dimension: usize) -> u32 {
    match dimension {
        1 => 1_000,
        2 => 150,
        3 => 60,
        4 => 30,
        5..=6 => 15,
        7..=8 => 9,
        9..=16 => 4,
        _ => 2,
    }
}

/// The tuples with this sum, in lexicographic order.
fn of_sum(dimension: usize, sum: u32) -> Vec<Vec<u32>> {
    if dimension == 0 {
        return Vec::new();
    }
    if dimension == 1 {
        return vec![vec![sum]];
    }
    let firsts = 0..=sum;
    firsts
        .flat_map(|first| {
            of_sum(dimension - 1, sum - first)
                .into_iter()
                .map(move |rest| [vec![first], rest].concat())
        })
        .collect()
}

/// All tuples with every entry up to a number, in lexicographic order.
pub(super) struct Tuples {
    next: Option<Vec<u32>>,
    side: u32,
}

impl Tuples {
    pub(super) fn up_to(dimension: usize, side: u32) -> Self {
        Self {
            next: Some(vec![0; dimension]),
            side,
        }
    }
}

impl Iterator for Tuples {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        let tuple = self.next.take()?;
        if let Some(place) = tuple.iter().rposition(|entry| *entry < self.side) {
            let mut after = tuple.clone();
            after[place] += 1;
            after[place + 1..].fill(0);
            self.next = Some(after);
        }
        Some(tuple)
    }
}
