//! Do the sequences `floor(n·αᵢ + γᵢ)`, `n ≥ 1`, split the positive integers? Decided exactly.
//!
//! Let `C(k)` be the number of terms, over all sequences, that are at most `k`. The sequences split the
//! positive integers exactly if `C(k) = k` for all `k ≥ 0`. For rational moduli whose densities add up to 1,
//! `C(k) - k` is periodic and one period is checked. For quadratic ones the criterion is in
//! `exact`: the fractional parts must balance. By R. L. Graham, Covering the positive integers by disjoint
//! sets of the form {[nα+β]}, J. Combin. Theory A 15 (1973) 354–358, an irrational splitting by three or
//! more sequences is composed of integer splittings and a pair `α, β` with `1/α + 1/β = 1`, which the
//! answer shows.
//!
//! ```
//! use numeration::beatty::Beatty;
//! use numeration::real::Real;
//! use numeration::splitting::{Structure, SplittingVerdict, decide};
//!
//! // The Rat game: floor(7n/4), floor(7n/2) - 1, 7n - 3.
//! let rat = [(7, 4, 0), (7, 2, -1), (7, 1, -3)]
//!     .map(|(p, q, g)| Beatty::new(Real::ratio(p, q).unwrap(), Real::from(g)).unwrap());
//! assert_eq!(decide(&rat, 10_000)?, SplittingVerdict::Splits(Structure::Fraenkel { sequences: 3 }));
//! # Ok::<(), numeration::splitting::SplittingError>(())
//! ```

mod exact;
mod structure;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

use crate::beatty::Beatty;
use crate::natural::{Integer, Natural, One, Zero};
use crate::real::{Real, RealError, RealKind};

pub use structure::{Composition, Multiple, Structure};

/// The answer to "do they split the positive integers?".
#[derive(Clone, Debug, PartialEq)]
pub enum SplittingVerdict {
    /// Yes, and why.
    Splits(Structure),
    /// No: the first integer where it goes wrong.
    Fails(SplittingFault),
    /// No, but the first fault lies beyond the integers that were looked at.
    FailsLater(SplittingFailure),
    /// Moduli that cannot be decided here: no fault among the integers up to this one.
    NoFaultUpTo(Natural),
}

/// An integer that is not hit exactly once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SplittingFault {
    /// In no sequence.
    Missed {
        /// The integer.
        value: Natural,
    },
    /// Hit at least twice.
    HitTwice {
        /// The integer.
        value: Natural,
        /// A term that is equal to it.
        first: SequenceTerm,
        /// Another one.
        second: SequenceTerm,
    },
    /// A term that is not positive.
    NotPositive {
        /// The term.
        term: SequenceTerm,
        /// Its value.
        value: Integer,
    },
}

/// The `index`-th term of the `sequence`-th sequence, both counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequenceTerm {
    /// Which sequence.
    pub sequence: usize,
    /// Which term.
    pub index: Natural,
}

/// Why sequences fail although no fault is in sight.
#[derive(Clone, Debug, PartialEq)]
pub enum SplittingFailure {
    /// The densities `1/αᵢ` add up to something else than 1.
    Density(Box<Real>),
    /// The fractional parts do not balance: faults are dense among the multiples of an irrational.
    Unbalanced,
}

/// Why nothing could be decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SplittingError {
    /// No sequences.
    #[error("a splitting needs at least one sequence")]
    Empty,
    /// More sequences than are worked with.
    #[error("a splitting of more than {} sequences is refused", MAX_SEQUENCES)]
    TooMany,
    /// A constant could not be decided.
    #[error(transparent)]
    Real(#[from] RealError),
}

/// Most sequences in one question.
pub const MAX_SEQUENCES: usize = 1_000;

/// Decides whether the sequences split the positive integers.
///
/// Integers up to `limit` are tried one by one; a fault beyond them is still noticed, but not located.
pub fn decide(sequences: &[Beatty], limit: u64) -> Result<SplittingVerdict, SplittingError> {
    match sequences.len() {
        0 => return Err(SplittingError::Empty),
        n if n > MAX_SEQUENCES => return Err(SplittingError::TooMany),
        _ => {}
    }
    if let Some(fault) = first_fault(sequences, limit)? {
        return Ok(SplittingVerdict::Fails(fault));
    }
    let exact = |x: &Real| x.kind() != RealKind::Computable;
    if !sequences
        .iter()
        .all(|s| exact(s.alpha()) && exact(s.gamma()))
    {
        let pair = structure::homogeneous_pair(sequences)?;
        return Ok(pair.map_or(
            SplittingVerdict::NoFaultUpTo(Natural::from(limit)),
            SplittingVerdict::Splits,
        ));
    }
    let density = sequences
        .iter()
        .try_fold(Real::from(0), |sum, s| sum.add(s.density()))?;
    if density != Real::from(1) {
        return Ok(SplittingVerdict::FailsLater(SplittingFailure::Density(
            Box::new(density),
        )));
    }
    Ok(match exact::balance(sequences, limit)? {
        exact::Balance::Balanced => SplittingVerdict::Splits(structure::recognise(sequences)?),
        exact::Balance::FaultAt(k) => match fault_at(sequences, &k)? {
            Some(fault) => SplittingVerdict::Fails(fault),
            None => SplittingVerdict::FailsLater(SplittingFailure::Unbalanced),
        },
        exact::Balance::Unbalanced => SplittingVerdict::FailsLater(SplittingFailure::Unbalanced),
        exact::Balance::TooLarge => SplittingVerdict::NoFaultUpTo(Natural::from(limit)),
    })
}

/// The least positive integer up to `limit` that is not hit exactly once, if there is one.
pub fn first_fault(
    sequences: &[Beatty],
    limit: u64,
) -> Result<Option<SplittingFault>, SplittingError> {
    // The next term of each sequence, the least first.
    let mut next: BinaryHeap<Reverse<(Integer, usize, Integer)>> = BinaryHeap::new();
    for (i, sequence) in sequences.iter().enumerate() {
        let value = sequence.term(&Integer::ONE)?;
        if value < 1 {
            let term = SequenceTerm {
                sequence: i + 1,
                index: Natural::ONE,
            };
            return Ok(Some(SplittingFault::NotPositive { term, value }));
        }
        next.push(Reverse((value, i, Integer::ONE)));
    }
    for k in 1..=limit {
        let mut hit: Option<SequenceTerm> = None;
        while next.peek().is_some_and(|Reverse((value, ..))| *value == k) {
            let Some(Reverse((_, i, index))) = next.pop() else {
                break;
            };
            let term = SequenceTerm {
                sequence: i + 1,
                index: index.unsigned_abs_ref().clone(),
            };
            if let Some(first) = hit {
                return Ok(Some(SplittingFault::HitTwice {
                    value: Natural::from(k),
                    first,
                    second: term,
                }));
            }
            hit = Some(term);
            let index = index + Integer::ONE;
            next.push(Reverse((sequences[i].term(&index)?, i, index)));
        }
        if hit.is_none() {
            return Ok(Some(SplittingFault::Missed {
                value: Natural::from(k),
            }));
        }
    }
    Ok(None)
}

/// `C(k) - k`.
fn surplus(sequences: &[Beatty], k: &Integer) -> Result<Integer, RealError> {
    sequences
        .iter()
        .try_fold(-k, |sum, s| Ok(sum + s.count_up_to(k)?))
}

/// What happens at `k`, if `k` is not hit exactly once.
fn fault_at(sequences: &[Beatty], k: &Integer) -> Result<Option<SplittingFault>, RealError> {
    let value = k.unsigned_abs_ref().clone();
    let mut hit: Option<SequenceTerm> = None;
    for (i, sequence) in sequences.iter().enumerate() {
        if let Some(index) = sequence.index_of(k)? {
            let term = SequenceTerm {
                sequence: i + 1,
                index: index.unsigned_abs_ref().clone(),
            };
            if let Some(first) = hit {
                return Ok(Some(SplittingFault::HitTwice {
                    value,
                    first,
                    second: term,
                }));
            }
            hit = Some(term);
        }
    }
    Ok(if hit.is_none() && *k > Integer::ZERO {
        Some(SplittingFault::Missed { value })
    } else {
        None
    })
}

impl fmt::Display for SequenceTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "term {} of sequence {}", self.index, self.sequence)
    }
}

impl fmt::Display for SplittingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missed { value } => write!(f, "{value} is in no sequence"),
            Self::HitTwice {
                value,
                first,
                second,
            } => write!(f, "{value} is hit twice: {first} and {second}"),
            Self::NotPositive { term, value } => {
                write!(f, "{term} is {value}, which is not positive")
            }
        }
    }
}

impl fmt::Display for SplittingFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Density(sum) => write!(f, "the densities 1/alpha add up to {sum}, not to 1"),
            Self::Unbalanced => write!(f, "the fractional parts of the sequences do not balance"),
        }
    }
}
