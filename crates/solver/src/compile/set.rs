//! Sets of integers that the rules describe, such as `{ floor(n*phi) | n >= 1 }`, as tables of bits.

use logic::Unwatched;

use super::bounds::{self, Domain};
use super::node::{Node, Slot, Test, ValueError};
use rules::narrow;

/// A set of integers: what the terms of its pieces take as values.
#[derive(Debug)]
pub(crate) struct UnarySet {
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
pub(crate) struct UnaryPiece {
    pub(crate) variables: Vec<Slot>,
    pub(crate) value: Node,
    pub(crate) condition: Test,
}

impl PartialEq for UnarySet {
    fn eq(&self, other: &Self) -> bool {
        self.pieces == other.pieces
    }
}

impl UnarySet {
    /// Tables are made for numbers up to this; others are searched for.
    const LARGEST_TABLE: u32 = 1 << 20;

    /// The set, with a table for the numbers up to `max`, unless that is too large. The pieces use slots below `slots` only.
    pub(crate) fn new(pieces: Vec<UnaryPiece>, slots: usize, max: u32) -> Result<Self, ValueError> {
        let has_negative = pieces.iter().any(|piece| piece.may_be_negative(slots));
        let mut set = Self {
            pieces,
            slots,
            table: Vec::new(),
            has_negative,
        };
        // Forms such as 2x - y' leave the range of the piles, but not far.
        let max = max.saturating_mul(4).saturating_add(64);
        set.table = set.tabulated(max.min(Self::LARGEST_TABLE))?;
        Ok(set)
    }

    /// The values up to `max` with which a condition on one slot holds.
    pub(crate) fn tabulate(test: &Test, slot: Slot, max: u32) -> Result<Self, ValueError> {
        if max > Self::LARGEST_TABLE {
            return Err(ValueError::TooLarge);
        }
        let mut slots = vec![0; test.width().max(slot + 1)];
        let mut table = vec![0u64; max as usize / 64 + 1];
        for value in 0..=i64::from(max) {
            slots[slot] = value;
            if test.holds(&mut slots)? {
                table[narrow::index(value) / 64] |= 1 << (value % 64);
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
    #[inline]
    pub(crate) fn contains(&self, value: i64) -> Result<bool, ValueError> {
        match usize::try_from(value) {
            Ok(index) if index / 64 < self.table.len() => {
                Ok(self.table[index / 64] >> (index % 64) & 1 == 1)
            }
            Err(_) if !self.has_negative => Ok(false),
            _ => self.search(value),
        }
    }

    fn tabulated(&self, max: u32) -> Result<Vec<u64>, ValueError> {
        let words = max as usize / 64 + 1;
        let mut table = vec![0u64; words];
        let last = i64::from(max / 64) * 64 + 63;
        for piece in &self.pieces {
            match self.fill(piece, last, &mut table) {
                Err(ValueError::Unbounded) => {
                    for value in 0..=last {
                        if self.search(value)? {
                            table[narrow::index(value) / 64] |= 1 << (value % 64);
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
            Test::AtMostZero(piece.value.clone().negated()),
            Test::AtMostZero(piece.value.clone().plus(Node::Constant(-last))),
        ]);
        bounds::enumerate(
            &piece.variables,
            &inside,
            &mut domains,
            &mut slots,
            &Unwatched,
            &mut |slots| {
                if inside.holds(slots)? {
                    let value = narrow::index(piece.value.value(slots)?);
                    table[value / 64] |= 1 << (value % 64);
                }
                Ok(false)
            },
        )?;
        Ok(())
    }

    fn search(&self, value: i64) -> Result<bool, ValueError> {
        for piece in &self.pieces {
            let equal = Test::Zero(piece.value.clone().plus(Node::Constant(value).negated()));
            let test = piece.some_value(equal);
            if test.holds(&mut vec![0; self.slots])? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl UnaryPiece {
    fn may_be_negative(&self, slots: usize) -> bool {
        let negative = Test::AtMostZero(self.value.clone().plus(Node::Constant(1)));
        self.some_value(negative).holds(&mut vec![0; slots]) != Ok(false)
    }

    /// Is there a value that meets the condition?
    fn some_value(&self, test: Test) -> Test {
        let body = Test::And(vec![self.condition.clone(), test]);
        let variables = self.variables.iter();
        variables.fold(body, |body, slot| Test::Exists(*slot, Box::new(body)))
    }
}
