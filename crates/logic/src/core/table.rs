//! Sets of integers that the rules describe, such as `{ floor(n*phi) | n >= 1 }`, as tables of
//! bits.

use watch::Unwatched;

use super::making::existing;
use super::search::{self, Domain};
use super::{LinearForm, Slot, Test, ValueError};

/// A set of integers: what the terms of its pieces take as values.
#[derive(Debug)]
pub struct UnarySet {
    pieces: Vec<UnaryPiece>,
    /// How many slots the variables of the pieces need.
    slots: usize,
    /// Bit `v` tells whether `v` belongs to the set.
    table: Vec<u64>,
    /// Whether a negative number may belong to it.
    has_negative: bool,
}

/// `{ value | variables, condition }`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct UnaryPiece {
    pub(super) variables: Vec<Slot>,
    pub(super) value: LinearForm,
    pub(super) condition: Test,
}

impl PartialEq for UnarySet {
    fn eq(&self, other: &Self) -> bool {
        self.pieces == other.pieces
    }
}

impl UnarySet {
    /// Tables are made for numbers up to this; others are searched for.
    const LARGEST_TABLE: u32 = 1 << 20;

    /// The set, with a table for the numbers up to `max`, unless that is too large. The pieces use
    /// slots below `slots` only.
    pub(super) fn new(pieces: Vec<UnaryPiece>, slots: usize, max: u32) -> Result<Self, ValueError> {
        let mut set = Self {
            pieces,
            slots,
            table: Vec::new(),
            has_negative: false,
        };
        for piece in &set.pieces {
            set.has_negative |= piece.may_be_negative(slots)?;
        }
        // Forms such as 2x - y' leave the range of the piles, but not far.
        let max = max.saturating_mul(4).saturating_add(64);
        set.table = set.tabulated(max.min(Self::LARGEST_TABLE))?;
        Ok(set)
    }

    /// The values up to `max` with which a condition on one slot holds.
    ///
    /// # Errors
    /// If the condition has no truth value for one of them, or they are too many.
    pub fn tabulate(test: &Test, slot: Slot, max: u32) -> Result<Self, ValueError> {
        if max > Self::LARGEST_TABLE {
            return Err(ValueError::TooLarge);
        }
        let mut slots = vec![0; test.width().max(slot + 1)];
        let mut table = empty(max);
        for value in 0..=i64::from(max) {
            slots[slot] = value;
            if test.holds(&mut slots)? {
                put(&mut table, value);
            }
        }
        Ok(Self {
            pieces: Vec::new(),
            slots: 0,
            table,
            has_negative: false,
        })
    }

    /// Does the number belong to the set?
    ///
    /// # Errors
    /// If it is beyond the table, and cannot be found out.
    #[inline]
    pub fn contains(&self, value: i64) -> Result<bool, ValueError> {
        match usize::try_from(value) {
            Ok(index) if index / 64 < self.table.len() => {
                Ok(self.table[index / 64] >> (index % 64) & 1 == 1)
            }
            Err(_) if !self.has_negative => Ok(false),
            _ => self.search(value),
        }
    }

    fn tabulated(&self, max: u32) -> Result<Vec<u64>, ValueError> {
        let mut table = empty(max);
        let last = i64::from(max / 64) * 64 + 63;
        for piece in &self.pieces {
            match self.fill(piece, last, &mut table) {
                Err(ValueError::Unbounded) => {
                    for value in 0..=last {
                        if self.search(value)? {
                            put(&mut table, value);
                        }
                    }
                }
                other => other?,
            }
        }
        Ok(table)
    }

    fn fill(&self, piece: &UnaryPiece, last: i64, table: &mut [u64]) -> Result<(), ValueError> {
        let mut slots = vec![0; self.slots];
        let mut domains = vec![Domain::NATURALS; self.slots];
        let inside = Test::And(vec![
            piece.condition.clone(),
            Test::at_most_zero(piece.value.scaled(-1)?),
            Test::at_most_zero(piece.value.clone().shifted(-last)?),
        ]);
        search::enumerate(
            &piece.variables,
            &inside,
            &mut domains,
            &mut slots,
            &Unwatched,
            &mut |slots| {
                if inside.holds(slots)? {
                    put(table, piece.value.value(slots)?);
                }
                Ok(false)
            },
        )?;
        Ok(())
    }

    fn search(&self, value: i64) -> Result<bool, ValueError> {
        for piece in &self.pieces {
            let equal = Test::zero(piece.value.clone().shifted(-value)?);
            if piece.some_value(equal).holds(&mut vec![0; self.slots])? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl UnaryPiece {
    fn may_be_negative(&self, slots: usize) -> Result<bool, ValueError> {
        let negative = Test::at_most_zero(self.value.clone().shifted(1)?);
        Ok(self.some_value(negative).holds(&mut vec![0; slots]) != Ok(false))
    }

    /// Is there a value that meets the condition?
    fn some_value(&self, test: Test) -> Test {
        let body = Test::And(vec![self.condition.clone(), test]);
        existing(self.variables.clone(), body)
    }
}

/// A table for the numbers up to a bound.
fn empty(max: u32) -> Vec<u64> {
    let words = usize::try_from(max / 64).expect("tables fit in memory");
    vec![0; words + 1]
}

fn put(table: &mut [u64], value: i64) {
    let place = usize::try_from(value).expect("members of a table are naturals");
    table[place / 64] |= 1 << (place % 64);
}
