//! The lowest block of a range: digits one by one, in machine words where they fit.

use super::stepping::StepDirection;
use super::{Ladder, PeriodicSequence, Weights};
use crate::natural::{CheckedSub, DivMod, Integer, Natural, One, SignificantBits, Zero};

/// A digit as it is stored while a number is represented.
pub(super) trait StoredDigit: Clone + Default {
    /// From a natural that is known to fit.
    fn from_natural(n: Natural) -> Self;

    /// From a machine word.
    fn from_word(n: u64) -> Self;

    /// As a natural.
    fn natural(&self) -> Natural;

    /// As a machine word, if it fits.
    fn word(&self) -> Option<u64>;

    /// Is it this small number?
    fn is(&self, n: u64) -> bool {
        self.word() == Some(n)
    }

    /// Is it this number?
    fn equals(&self, n: &Natural) -> bool {
        self.natural() == *n
    }
}

impl StoredDigit for u64 {
    fn from_natural(n: Natural) -> Self {
        Self::try_from(&n).expect("the digits of this system are machine words")
    }

    fn from_word(n: u64) -> Self {
        n
    }

    fn natural(&self) -> Natural {
        Natural::from(*self)
    }

    fn word(&self) -> Option<u64> {
        Some(*self)
    }
}

impl StoredDigit for Natural {
    fn from_natural(n: Natural) -> Self {
        n
    }

    fn from_word(n: u64) -> Self {
        Self::from(n)
    }

    fn natural(&self) -> Natural {
        self.clone()
    }

    fn word(&self) -> Option<u64> {
        u64::try_from(self).ok()
    }
}

/// The block of places from some offset on.
#[derive(Debug)]
pub(super) struct Leaf {
    /// Canonical basis, with one element more than there are places.
    canonical: Vec<Natural>,
    /// Row `i` writes `u_{s+i}` over `u_s, …, u_{s+m-1}`; `m` rows more than there are places.
    rows: Vec<Vec<Integer>>,
    words: Option<LeafWords>,
}

/// The same in machine words.
#[derive(Debug)]
struct LeafWords {
    canonical: Vec<u64>,
    rows: Vec<Vec<i64>>,
}

/// Blocks hold at most this many places.
const LONGEST: usize = 128;

/// Blocks in machine words count at most `2^WORD_BITS` strings; the weights then fit into 128 bits.
const WORD_BITS: u64 = 60;

/// The longest block, a power of two, that machine words can count whatever the quotients.
pub(super) fn length(first: &PeriodicSequence, rest: &[Integer], start: &[Integer]) -> usize {
    let m = start.len();
    let one = Integer::ONE;
    let largest = first
        .start
        .iter()
        .chain(&first.period)
        .max()
        .unwrap_or(&one);
    let growth = rest
        .iter()
        .fold(largest.clone(), |sum, b| sum + b.max(&Integer::ZERO))
        + one.clone();
    let bits = growth.unsigned_abs_ref().significant_bits();
    let places = usize::try_from(WORD_BITS / bits).unwrap_or(1).max(1);
    // `growth` overestimates: Fibonacci numbers double only every three places or so.
    let places = if growth <= 3 { places * 3 } else { places };
    let longest = if places.is_power_of_two() {
        places
    } else {
        places.next_power_of_two() / 2
    };
    longest.clamp((2 * m).next_power_of_two().max(8), LONGEST)
}

impl Leaf {
    /// The block at `offset`, over the canonical basis that starts as given.
    pub(super) fn new(ladder: &Ladder, canonical: &[Integer], offset: usize) -> Self {
        let m = canonical.len();
        let unit = |j: usize| {
            (0..m)
                .map(|i| Integer::from(i == j))
                .collect::<Vec<Integer>>()
        };
        let columns: Vec<Vec<Integer>> = (0..m)
            .map(|j| ladder.extended(unit(j), offset, ladder.leaf + m))
            .collect();
        let row = |i: usize| {
            columns
                .iter()
                .map(|c| c[i].clone())
                .collect::<Vec<Integer>>()
        };
        let rows: Vec<Vec<Integer>> = (0..ladder.leaf + m).map(row).collect();
        let canonical = ladder.extended(canonical.to_vec(), offset, ladder.leaf + 1);
        let canonical: Vec<Natural> = canonical.into_iter().map(super::natural).collect();
        let words = LeafWords::new(&canonical, &rows[..ladder.leaf]);
        Self {
            canonical,
            rows,
            words,
        }
    }

    /// From the window at the start to the window at the end.
    pub(super) fn matrix(&self) -> &[Vec<Integer>] {
        &self.rows[self.places()..]
    }

    /// The canonical basis, with the element after the last place.
    pub(super) fn canonical(&self) -> &[Natural] {
        &self.canonical
    }

    /// The digits of a rank and their weights.
    pub(super) fn descend<D: StoredDigit>(&self, rank: Natural, digits: &mut [D]) -> Weights {
        if let (Some(words), Ok(rank)) = (&self.words, u64::try_from(&rank)) {
            return words.descend(rank, digits);
        }
        greedy(rank, &self.canonical[..self.places()], digits);
        self.weights(digits)
    }

    /// The weights of any digits.
    pub(super) fn weights<D: StoredDigit>(&self, digits: &[D]) -> Weights {
        if let Some(weights) = self.words.as_ref().and_then(|words| words.weights(digits)) {
            return weights;
        }
        let mut weights = vec![Integer::ZERO; self.rows[0].len()];
        for (digit, row) in digits.iter().zip(&self.rows).filter(|(d, _)| !d.is(0)) {
            let digit = Integer::from(digit.natural());
            for (weight, entry) in weights.iter_mut().zip(row) {
                *weight += &digit * entry;
            }
        }
        weights
    }

    /// The block one step from the admissible `block`, and what that adds to the weights; `None` if it
    /// leaves the range below `limit`.
    pub(super) fn neighbour<D: StoredDigit>(
        &self,
        block: &[D],
        step: StepDirection,
        limit: &Natural,
    ) -> Option<(Vec<D>, Weights)> {
        let value = self.value(block);
        let value = match step {
            StepDirection::Down => value.checked_sub(Natural::ONE)?,
            StepDirection::Up => value + Natural::ONE,
        };
        if value >= *limit {
            return None;
        }
        let mut digits = vec![D::default(); block.len()];
        let weights = self.descend(value, &mut digits);
        let change = weights
            .into_iter()
            .zip(self.weights(block))
            .map(|(a, b)| a - b)
            .collect();
        Some((digits, change))
    }

    fn places(&self) -> usize {
        self.canonical.len() - 1
    }

    fn value<D: StoredDigit>(&self, block: &[D]) -> Natural {
        if let Some(value) = self.words.as_ref().and_then(|words| words.value(block)) {
            return Natural::from(value);
        }
        block
            .iter()
            .zip(&self.canonical)
            .fold(Natural::ZERO, |sum, (d, c)| sum + d.natural() * c)
    }
}

impl LeafWords {
    fn new(canonical: &[Natural], rows: &[Vec<Integer>]) -> Option<Self> {
        let counted = canonical
            .last()
            .is_some_and(|c| c.significant_bits() <= WORD_BITS);
        let row = |row: &Vec<Integer>| {
            row.iter()
                .map(|w| i64::try_from(w).ok())
                .collect::<Option<Vec<i64>>>()
        };
        let rows = rows
            .iter()
            .map(row)
            .collect::<Option<Vec<Vec<i64>>>>()
            .filter(|_| counted)?;
        let canonical = canonical
            .iter()
            .map(|c| u64::try_from(c).ok())
            .collect::<Option<Vec<u64>>>()?;
        Some(Self { canonical, rows })
    }

    fn descend<D: StoredDigit>(&self, mut rank: u64, digits: &mut [D]) -> Weights {
        let mut weights = vec![0i128; self.rows[0].len()];
        for ((digit, element), row) in digits.iter_mut().zip(&self.canonical).zip(&self.rows).rev()
        {
            if rank < *element {
                *digit = D::default();
                continue;
            }
            let quotient = if rank - element < *element {
                1
            } else {
                rank / element
            };
            rank -= quotient * element;
            *digit = D::from_word(quotient);
            add_row(&mut weights, quotient, row);
        }
        weights.into_iter().map(Integer::from).collect()
    }

    /// `None` if the digits, which need not be admissible, are too large.
    fn weights<D: StoredDigit>(&self, digits: &[D]) -> Option<Weights> {
        let mut weights = vec![0i128; self.rows[0].len()];
        for (digit, row) in digits.iter().zip(&self.rows) {
            // 128 places, entries and digits of 60 bits: no overflow.
            match digit.word().filter(|d| d.leading_zeros() >= 64 - 56)? {
                0 => {}
                word => add_row(&mut weights, word, row),
            }
        }
        Some(weights.into_iter().map(Integer::from).collect())
    }

    fn value<D: StoredDigit>(&self, block: &[D]) -> Option<u64> {
        block
            .iter()
            .zip(&self.canonical)
            .try_fold(0u64, |sum, (d, c)| {
                sum.checked_add(d.word()?.checked_mul(*c)?)
            })
    }
}

fn add_row(weights: &mut [i128], digit: u64, row: &[i64]) {
    for (weight, entry) in weights.iter_mut().zip(row) {
        *weight += i128::from(digit) * i128::from(*entry);
    }
}

/// The lowest block of all, over the basis itself.
#[derive(Debug)]
pub(super) struct Lowest {
    basis: Vec<Natural>,
    words: Option<Vec<u64>>,
}

impl Lowest {
    /// The block over the first elements of the basis.
    pub(super) fn new(basis: Vec<Natural>) -> Self {
        let words = basis.iter().map(|u| u64::try_from(u).ok()).collect();
        Self { basis, words }
    }

    /// The digits of a number below the element after the block.
    pub(super) fn descend<D: StoredDigit>(&self, n: Natural, digits: &mut [D]) {
        let (Some(words), Ok(word)) = (&self.words, u64::try_from(&n)) else {
            return greedy(n, &self.basis, digits);
        };
        greedy_words(word, words, digits);
    }
}

/// Digits over a small basis in machine words, from the top.
fn greedy_words<D: StoredDigit>(mut n: u64, basis: &[u64], digits: &mut [D]) {
    for (digit, element) in digits.iter_mut().zip(basis).rev() {
        if n < *element {
            *digit = D::default();
            continue;
        }
        let quotient = if n - element < *element {
            1
        } else {
            n / element
        };
        n -= quotient * element;
        *digit = D::from_word(quotient);
    }
}

/// Digits over a small basis, from the top; `n` is below the element after it.
fn greedy<D: StoredDigit>(mut n: Natural, basis: &[Natural], digits: &mut [D]) {
    for (digit, element) in digits.iter_mut().zip(basis).rev() {
        if n < *element {
            *digit = D::default();
        } else {
            let (quotient, rest) = n.div_mod(element);
            *digit = D::from_natural(quotient);
            n = rest;
        }
    }
}
