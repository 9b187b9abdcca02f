//! Take-and-break games: what may be left of a heap depends on how many are taken, and on nothing else.
//!
//! These are the octal and hexadecimal games, Grundy's game, in which the two parts must differ, and those in which
//! any number may be taken from some number on, such as Lasker's Nim.
//!
//! ```
//! use heaps::take_and_break::{Leaving, TakeAndBreak};
//!
//! let lasker = TakeAndBreak::new(vec![Leaving::TWO], Leaving::NONE | Leaving::ONE);
//! assert!(lasker.leaving(0).allows(Leaving::TWO));
//! assert!(lasker.leaving(1000).allows(Leaving::ONE));
//! ```

use std::ops::BitOr;

/// What may be left of a heap: a set of numbers of parts, none of them empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Leaving(u8);

impl Leaving {
    /// Nothing: the whole heap is taken.
    pub const NONE: Self = Self(1);
    /// One part.
    pub const ONE: Self = Self(2);
    /// Any two parts.
    pub const TWO: Self = Self(4);
    /// Any three parts.
    pub const THREE: Self = Self(8);
    /// Two parts that differ.
    pub const UNEQUAL: Self = Self(16);

    /// What the digit of a code allows.
    pub(super) fn of_digit(digit: u8) -> Self {
        Self(digit & 15)
    }

    /// Are all of these allowed?
    pub fn allows(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Is nothing allowed?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Two parts are wanted: may they be any, or must they differ?
    pub(super) fn pairs(self) -> Option<PairRule> {
        if self.allows(Self::TWO) {
            Some(PairRule::Any)
        } else if self.allows(Self::UNEQUAL) {
            Some(PairRule::Unequal)
        } else {
            None
        }
    }

    /// The most parts that may be left.
    pub(super) fn most_parts(self) -> u32 {
        match self.0 {
            8.. if self.allows(Self::THREE) => 3,
            4.. => 2,
            2.. => 1,
            _ => 0,
        }
    }

    /// The set as a number, to be written down.
    pub(super) fn number(self) -> u8 {
        self.0
    }

    /// What splits a heap, so that it changes even if nothing is taken.
    fn splitting(self) -> Self {
        Self(self.0 & !3)
    }
}

impl BitOr for Leaving {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Which two parts may be left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PairRule {
    Any,
    Unequal,
}

/// The rules of a take-and-break game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TakeAndBreak {
    /// What may be left when 0, 1, 2, … are taken.
    digits: Vec<Leaving>,
    /// What may be left when more are taken.
    then: Leaving,
}

impl TakeAndBreak {
    /// What may be left when 0, 1, 2, … are taken, and when more are. If nothing is taken, the heap must be split.
    pub fn new(mut digits: Vec<Leaving>, then: Leaving) -> Self {
        if digits.is_empty() {
            digits.push(then);
        }
        if let Some(first) = digits.first_mut() {
            *first = first.splitting();
        }
        while digits.len() > 1 && digits.last() == Some(&then) {
            digits.pop();
        }
        Self { digits, then }
    }

    /// What may be left when so many are taken.
    pub fn leaving(&self, taken: usize) -> Leaving {
        self.digits.get(taken).copied().unwrap_or(self.then)
    }

    /// The sets for 0, 1, 2, …, up to where all are the same.
    pub(super) fn digits(&self) -> &[Leaving] {
        &self.digits
    }

    /// What may be left when more are taken than there are digits.
    pub(super) fn then(&self) -> Leaving {
        self.then
    }

    /// The largest number that may be taken if something is to be left, and the most parts that may be left; none if there is
    /// no such number.
    pub(super) fn reach(&self) -> Option<(usize, u32)> {
        if self.then.most_parts() > 0 {
            return None;
        }
        let most = self.digits.iter().map(|leaving| leaving.most_parts());
        // From the last digit on, and from where every heap may be taken whole, all heaps are alike.
        Some((self.digits.len() - 1, most.max().unwrap_or(0)))
    }

    /// Can the values grow without end, as far as is known? Those of finite octal games grow less than their heaps.
    pub fn grows(&self) -> bool {
        self.reach().is_none_or(|(_, parts)| parts > 2)
    }

    /// May the two parts into which a heap is split be asked to differ?
    pub(super) fn asks_for_difference(&self) -> bool {
        let pairs = |leaving: &Leaving| leaving.pairs() == Some(PairRule::Unequal);
        pairs(&self.then) || self.digits.iter().any(pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digits_end_where_all_are_the_same() {
        let rules = TakeAndBreak::new(
            vec![Leaving::of_digit(7), Leaving::ONE, Leaving::ONE],
            Leaving::ONE,
        );
        assert_eq!(rules.digits(), [Leaving::TWO]);
        let none = TakeAndBreak::new(Vec::new(), Leaving::default());
        assert_eq!(none.reach(), Some((0, 0)));
    }

    #[test]
    fn what_may_be_left_is_counted() {
        assert_eq!(Leaving::of_digit(7).most_parts(), 2);
        assert_eq!(Leaving::of_digit(9).most_parts(), 3);
        assert_eq!(Leaving::UNEQUAL.most_parts(), 2);
        assert_eq!(Leaving::NONE.most_parts(), 0);
        assert_eq!(
            (Leaving::UNEQUAL | Leaving::TWO).pairs(),
            Some(PairRule::Any)
        );
    }
}
