//! Which digit strings a ladder admits, and how many may stand below given digits.

use std::cmp::Ordering;

use super::leaf::{Leaf, StoredDigit};
use super::{Ladder, natural};
use crate::natural::{Integer, Natural, One, SaturatingSub, Zero};
use crate::system::{Inadmissible, Representation};

/// Which digit strings are admissible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grammar {
    /// Every `m` digits in a row are lexicographically below `b₁(k+1), b₂, …, b_m` ([`SYSTEMS_OF_NUMERATION`](crate::literature::SYSTEMS_OF_NUMERATION)).
    Lexicographic,
    /// Digits 0, 1, 2, with a 0 between any two 2s.
    ZeroBetweenTwos,
}

impl Ladder {
    /// Are the digits admissible? If not, why.
    pub(crate) fn admissible(&self, digits: &Representation) -> Result<(), Inadmissible> {
        let places = (0..digits.len()).rev();
        match self.grammar {
            Grammar::Lexicographic => places
                .into_iter()
                .try_for_each(|k| self.check_window(digits, k)),
            Grammar::ZeroBetweenTwos => check_twos(digits),
        }
    }

    /// How many admissible strings have 0, 1, …, m-1 digits from place `offset` on.
    pub(super) fn canonical_start(&self, offset: usize) -> Vec<Integer> {
        if self.grammar == Grammar::ZeroBetweenTwos {
            return self.start.clone();
        }
        let mut counts = vec![Integer::ONE];
        while counts.len() < self.order() {
            let k = counts.len();
            let mut next = self.first.at(offset + k) * &counts[k - 1] + Integer::ONE;
            for j in 2..=k {
                next += &self.rest[j - 2] * &counts[k - j];
            }
            counts.push(next);
        }
        counts
    }

    /// How many strings the lowest block, from `offset` on, may hold below the digits `above` it.
    pub(super) fn block_limit<D: StoredDigit>(
        &self,
        offset: usize,
        leaf: &Leaf,
        above: &[D],
    ) -> Natural {
        let canonical = leaf.canonical();
        match self.grammar {
            Grammar::ZeroBetweenTwos => {
                let pending = above.iter().find(|d| !d.is(1)).is_some_and(|d| d.is(2));
                if !pending {
                    return canonical[self.leaf].clone();
                }
                // All digits 1 is the largest string: a 2 would want a 0 above it.
                canonical[..self.leaf]
                    .iter()
                    .fold(Natural::ONE, |sum, c| sum + c)
            }
            Grammar::Lexicographic => {
                let matched = self.matched_above(offset + self.leaf, above);
                if matched == 0 {
                    return canonical[self.leaf].clone();
                }
                let bounds = self.rest[matched - 1..]
                    .iter()
                    .zip(canonical[..self.leaf].iter().rev());
                bounds.fold(Natural::ZERO, |sum, (b, c)| sum + b.unsigned_abs_ref() * c)
            }
        }
    }

    /// The largest `j < m` for which the `j` digits from place `place` upward are `b_j, …, b₁`.
    fn matched_above<D: StoredDigit>(&self, place: usize, above: &[D]) -> usize {
        let matches = |j: usize| {
            let upper = above[j - 1].equals(self.first.at(place + j).unsigned_abs_ref());
            upper
                && above[..j - 1]
                    .iter()
                    .rev()
                    .zip(&self.rest)
                    .all(|(d, b)| d.equals(b.unsigned_abs_ref()))
        };
        (1..self.order().min(above.len() + 1))
            .rev()
            .find(|j| matches(*j))
            .unwrap_or(0)
    }

    /// The `m` digits from place `k` downward are below `b₁(k+1), b₂, …`; near the end the last digit
    /// takes what the initial values leave for it.
    fn check_window(&self, digits: &Representation, k: usize) -> Result<(), Inadmissible> {
        let length = self.order().min(k + 1);
        for j in 0..length {
            let place = k - j;
            let bound = if place == 0 {
                self.last_limit(k)
            } else {
                self.bound(k, j)
            };
            // The last digit of the window stays below its bound; the others may reach theirs.
            let largest = if j + 1 == length {
                bound.saturating_sub(Natural::ONE)
            } else {
                bound
            };
            let digit = digits.digit(place);
            match digit.cmp(&largest) {
                Ordering::Less => return Ok(()),
                Ordering::Equal => {}
                Ordering::Greater => {
                    let full = (place + 1..=k).rev().map(|p| digits.digit(p)).collect();
                    return Err(Inadmissible::TooLarge {
                        place,
                        digit,
                        largest,
                        full,
                    });
                }
            }
        }
        Ok(())
    }

    /// The bound of the digit `j` places below `k`: `b₁(k+1)` or `b_{j+1}`.
    fn bound(&self, k: usize, j: usize) -> Natural {
        let b = if j == 0 {
            self.first.at(k + 1)
        } else {
            &self.rest[j - 1]
        };
        b.unsigned_abs_ref().clone()
    }

    /// What is left for the lowest digit under `k` full digits above it: `b_{k+1}u₀ + … + b_m·u_{k+1-m}`,
    /// which is `u_{k+1}` less the full digits.
    fn last_limit(&self, k: usize) -> Natural {
        let basis = self.extended(self.start.clone(), 0, k + 2);
        let full = (0..k).map(|j| Integer::from(self.bound(k, j)) * &basis[k - j]);
        natural(full.fold(basis[k + 1].clone(), |left, part| left - part))
    }
}

/// Digits at most 2, and a 0 between any two 2s.
fn check_twos(digits: &Representation) -> Result<(), Inadmissible> {
    let mut upper = None;
    for place in (0..digits.len()).rev() {
        let digit = digits.digit(place);
        if digit > 2 {
            let largest = Natural::from(2u32);
            return Err(Inadmissible::TooLarge {
                place,
                digit,
                largest,
                full: Vec::new(),
            });
        }
        match upper {
            Some(upper) if digit == 2 => {
                return Err(Inadmissible::NoZeroBetween {
                    upper,
                    lower: place,
                });
            }
            _ if digit == 2 => upper = Some(place),
            _ if digit == 0 => upper = None,
            _ => {}
        }
    }
    Ok(())
}
