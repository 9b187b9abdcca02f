//! Digits by splitting them in the middle.
//!
//! Write f for the Fibonacci numbers 0, 1, 1, 2, 3, …, and `L(n)` for the number whose Zeckendorf digits are those of n with a 0
//! appended. For the digits of n above place s, as a number H, and those below, as a number R,
//! `n = L^s(H) + R` with `L^s(H) = f_s L(H) + f_(s−1) H`, and H is the largest number with `L^s(H) ≤ n`. It is
//! `⌊n/φ^s + 0.18⌋` or one less, since `n/φ^s − H` is between −0.171 and 1.277 up to a tiny error. So the digits of H and of R,
//! each found in the same way, are those of n, and `L(n) = L^(s+1)(H) + L(R)`: four multiplications of half the length for
//! each split, and no division, once the reciprocals of the `φ^s` are known. The way back, from digits to `n` and `L(n)`, is the
//! same without the estimate, and holds for any digits, since both are linear in them.

use std::sync::{Arc, Mutex, OnceLock};

use watch::{Stopped, Watch, locked};

use crate::natural::num::arithmetic::traits::PowerOf2;
use crate::natural::{Natural, One, SignificantBits, Two, Zero};

/// The splits at 64, 128, 256, … places that were needed so far.
#[derive(Debug, Default)]
pub(super) struct Splits(Mutex<Vec<Arc<Split>>>);

/// What is needed to split at place s.
#[derive(Debug)]
struct Split {
    places: usize,
    /// `f_(s−1), f_s, f_(s+1)`.
    fibonacci: [Natural; 3],
    /// The first number with more than s digits, `f_(s+2)`.
    beyond: Natural,
    /// `2^scale / φ^s`, rounded up by at most 3. Found when it is first needed: the last split is often asked for
    /// `beyond` alone.
    reciprocal: OnceLock<Natural>,
    scale: u64,
    /// How many bits of n are left out of the estimate.
    skipped: u64,
}

/// The places that are done one by one: their numbers fit a machine word.
const LEAF: usize = 64;
/// Below so many places nobody is asked whether to go on.
const UNASKED: usize = 1 << 13;

impl Splits {
    /// The digits of n, and `L(n)`.
    pub(super) fn digits(
        &self,
        n: &Natural,
        watch: &dyn Watch,
    ) -> Result<(Places, Natural), Stopped> {
        if let Ok(word) = u64::try_from(n) {
            let (digits, left) = digits_of_word(word);
            return Ok((Places::Word(digits), Natural::from(left)));
        }
        let splits = self.until(|split| *n < split.beyond);
        let places = splits.last().map_or(LEAF, |split| 2 * split.places);
        let mut digits = vec![0; places];
        let left = solve(n, &splits, &mut digits, watch)?;
        let length = digits.iter().rposition(|digit| *digit == 1);
        digits.truncate(length.map_or(0, |place| place + 1));
        Ok((Places::Many(digits), left))
    }

    /// `Σ dᵢ·f_(i+2)` for any digits, lowest first.
    pub(super) fn value<D: Digit>(&self, digits: &[D]) -> Natural {
        let splits = self.until(|split| digits.len() <= split.places);
        values(digits, &splits).0
    }

    /// The splits before the first one that is enough.
    fn until(&self, enough: impl Fn(&Split) -> bool) -> Vec<Arc<Split>> {
        let mut known = locked(&self.0);
        let mut wanted = 0;
        loop {
            if known.len() == wanted {
                let next = known
                    .last()
                    .map_or_else(Split::first, |last| last.doubled());
                known.push(Arc::new(next));
            }
            if enough(&known[wanted]) {
                return known[..wanted].to_vec();
            }
            wanted += 1;
        }
    }
}

/// The digits of a number, each 0 or 1: those of a machine word need no memory of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Places {
    /// The digit of a place is the bit of that place.
    Word(u128),
    /// The lowest first.
    Many(Vec<u8>),
}

impl Places {
    /// The lowest first.
    pub(super) fn lowest_first(&self) -> impl DoubleEndedIterator<Item = u8> {
        let (word, many) = match self {
            Self::Word(word) => (*word, [].as_slice()),
            Self::Many(digits) => (0, digits.as_slice()),
        };
        let bits = (0..u128::BITS - word.leading_zeros())
            .map(move |place| u8::from(word >> place & 1 == 1));
        bits.chain(many.iter().copied())
    }

    /// How many 0s stand at the end; none for 0.
    pub(super) fn trailing_zeros(&self) -> usize {
        match self {
            Self::Word(0) => 0,
            Self::Word(word) => word.trailing_zeros() as usize,
            Self::Many(digits) => digits.iter().take_while(|digit| **digit == 0).count(),
        }
    }
}

/// A digit of a string that need not be admissible.
pub(super) trait Digit: Sized {
    /// The number of at most 64 digits, and the number with a 0 appended to them.
    fn leaf(digits: &[Self]) -> (Natural, Natural);
}

impl Digit for u64 {
    fn leaf(digits: &[Self]) -> (Natural, Natural) {
        // 64 digits below 2^64, times Fibonacci numbers below 2^46: no overflow.
        let (mut value, mut left) = (0u128, 0u128);
        for (digit, (at, above)) in digits.iter().zip(fibonacci_numbers()) {
            value += u128::from(*digit) * u128::from(at);
            left += u128::from(*digit) * u128::from(above);
        }
        (Natural::from(value), Natural::from(left))
    }
}

impl Digit for Natural {
    fn leaf(digits: &[Self]) -> (Natural, Natural) {
        let (mut value, mut left) = (Natural::ZERO, Natural::ZERO);
        for (digit, (at, above)) in digits.iter().zip(fibonacci_numbers()) {
            value += digit * Natural::from(at);
            left += digit * Natural::from(above);
        }
        (value, left)
    }
}

/// The elements of the basis at the lowest places, each with the next one.
fn fibonacci_numbers() -> impl Iterator<Item = (u64, u64)> {
    std::iter::successors(Some((1, 2)), |(at, above)| Some((*above, at + above))).take(LEAF)
}

/// The number of any digits, and the number with a 0 appended to them.
fn values<D: Digit>(digits: &[D], splits: &[Arc<Split>]) -> (Natural, Natural) {
    let Some((split, below)) = splits.split_last() else {
        return D::leaf(digits);
    };
    if digits.len() <= split.places {
        return values(digits, below);
    }
    let (lower, upper) = digits.split_at(split.places);
    let (value, left) = values(lower, below);
    let (h, shifted) = values(upper, below);
    let (upper_value, upper_left) = split.shift(&h, &shifted);
    (value + upper_value, left + upper_left)
}

impl Split {
    fn first() -> Self {
        let (mut before, mut at) = (Natural::ZERO, Natural::ONE);
        for _ in 1..LEAF {
            (before, at) = (at.clone(), before + at);
        }
        Self::new(LEAF, before, at)
    }

    /// From `f_(s−1), f_s` to `f_(2s−1), f_(2s)`.
    fn doubled(&self) -> Self {
        let [before, at, _] = &self.fibonacci;
        let next = at * ((before << 1) + at);
        let before = before * before + at * at;
        Self::new(2 * self.places, before, next)
    }

    fn new(places: usize, before: Natural, at: Natural) -> Self {
        let after = &before + &at;
        let bits = (&before + &after).significant_bits();
        let beyond = &after + &at;
        Self {
            places,
            fibonacci: [before, at, after],
            beyond,
            reciprocal: OnceLock::new(),
            scale: 2 * bits + 16,
            skipped: bits - 16,
        }
    }

    fn reciprocal(&self) -> &Natural {
        self.reciprocal.get_or_init(|| {
            // The Lucas number f_(s−1) + f_(s+1) exceeds φ^s by φ^(−s), since s is even.
            let lucas = &self.fibonacci[0] + &self.fibonacci[2];
            Natural::power_of_2(self.scale) / lucas + Natural::TWO
        })
    }

    /// The number of the digits above place s, or one more.
    fn estimate(&self, n: &Natural) -> Natural {
        let fraction = self.scale - self.skipped;
        // 0.18 is a little less than 184/1024; what is left out of n may add 2^-14.
        let upper = ((n >> self.skipped) + Natural::ONE) * self.reciprocal();
        let estimate = (upper + (Natural::from(184u8) << (fraction - 10))) >> fraction;
        estimate.min(&self.beyond - Natural::ONE)
    }

    /// `L^s(H)` and `L^(s+1)(H)` from H and `L(H)`, with three multiplications.
    fn shift(&self, h: &Natural, left: &Natural) -> (Natural, Natural) {
        let [before, at, after] = &self.fibonacci;
        let low = before * h;
        let both = after * (left + h);
        (at * left + &low, both - low)
    }
}

/// Writes the digits of n and returns `L(n)`. The last split halves the digits.
fn solve(
    n: &Natural,
    splits: &[Arc<Split>],
    digits: &mut [u8],
    watch: &dyn Watch,
) -> Result<Natural, Stopped> {
    let Some((split, below)) = splits.split_last() else {
        let word = u64::try_from(n).expect("64 places fit a machine word");
        return Ok(solve_word(word, digits));
    };
    if *n < split.beyond {
        return solve(n, below, &mut digits[..split.places], watch);
    }
    if split.places >= UNASKED {
        watch.check()?;
    }
    let (lower, upper) = digits.split_at_mut(split.places);
    let mut h = split.estimate(n);
    let mut left = solve(&h, below, upper, watch)?;
    let (mut value, mut shifted) = split.shift(&h, &left);
    while value > *n {
        let step = Natural::from(predecessor(upper));
        left -= &step;
        h -= Natural::ONE;
        let [before, at, after] = &split.fibonacci;
        value -= before + at * &step;
        shifted -= at + after * step;
    }
    Ok(shifted + solve(&(n - value), below, lower, watch)?)
}

/// The numbers of the basis that fit a machine word: 1, 2, 3, 5, …
const BASIS: [u64; 92] = {
    let mut basis = [1_u64, 2];
    let mut all = [0; 92];
    let mut place = 0;
    while place < all.len() {
        all[place] = basis[0];
        basis = [basis[1], basis[0].saturating_add(basis[1])];
        place += 1;
    }
    all
};

/// The place of the largest number of the basis with so many binary digits.
const HIGHEST: [usize; 65] = {
    let mut highest = [0; 65];
    let mut place = 0;
    while place < BASIS.len() {
        highest[(u64::BITS - BASIS[place].leading_zeros()) as usize] = place;
        place += 1;
    }
    highest
};

/// The digits of a machine word, as bits, and its left shift. At most two numbers of the basis have as many binary digits as what is
/// left: the larger one that fits is found without a search.
fn digits_of_word(n: u64) -> (u128, u128) {
    let (mut rest, mut digits, mut left) = (n, 0_u128, 0_u128);
    while rest > 0 {
        let mut place = HIGHEST[(u64::BITS - rest.leading_zeros()) as usize];
        while BASIS[place] > rest {
            place -= 1;
        }
        digits |= 1 << place;
        rest -= BASIS[place];
        // What is appended to: the next number is this one and the one before, which of 1 is 1.
        let before = if place == 0 { 1 } else { BASIS[place - 1] };
        left += u128::from(BASIS[place]) + u128::from(before);
    }
    (digits, left)
}

/// Writes the digits of a number with at most 64 of them.
fn solve_word(mut n: u64, digits: &mut [u8]) -> Natural {
    let (mut at, mut above) = (1u64, 2u64);
    for _ in 1..LEAF {
        (at, above) = (above, at + above);
    }
    let mut left = 0;
    for digit in digits[..LEAF].iter_mut().rev() {
        *digit = u8::from(n >= at);
        if n >= at {
            n -= at;
            left += above;
        }
        (at, above) = (above - at, at);
    }
    Natural::from(left)
}

/// Changes the digits of a positive number to those of the number before it; returns by how much the left
/// shift decreases: by 1 if the digits ended in an odd number of 0s, otherwise by 2.
fn predecessor(digits: &mut [u8]) -> u8 {
    let zeros = digits.iter().take_while(|digit| **digit == 0).count();
    digits[zeros] = 0;
    for (place, digit) in digits[..zeros].iter_mut().enumerate() {
        *digit = u8::from((zeros - place) % 2 == 1);
    }
    if zeros % 2 == 1 { 1 } else { 2 }
}
