//! Linear forms over the numbers on tracks.

use super::Refusal;

/// How many bits the factors and the constant of a form may have.
pub const FACTOR: u32 = 24;
pub const CONSTANT: u32 = 40;

/// A sum of numbers on tracks, with factors, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TrackSum {
    /// Tracks in order, each with the factor of its number.
    pub parts: Vec<(usize, i64)>,
    pub constant: i64,
}

impl TrackSum {
    /// The number on a track.
    pub fn track(track: usize) -> Self {
        Self {
            parts: vec![(track, 1)],
            constant: 0,
        }
    }

    /// A constant.
    pub fn constant(constant: i64) -> Self {
        Self {
            parts: Vec::new(),
            constant,
        }
    }

    /// `self + factor·other`. Factors and constants stay so small that nothing above overflows.
    pub fn plus(&self, factor: i64, other: &Self) -> Result<Self, Refusal> {
        let add = |a: i64, b: i64, bits: u32| {
            let sum = factor.checked_mul(b).and_then(|b| a.checked_add(b));
            small(sum.ok_or(Refusal::TooLarge)?, bits)
        };
        let mut sum = self.clone();
        sum.constant = add(self.constant, other.constant, CONSTANT)?;
        for &(track, own) in &other.parts {
            match sum.parts.iter_mut().find(|part| part.0 == track) {
                Some(part) => part.1 = add(part.1, own, FACTOR)?,
                None => sum.parts.push((track, add(0, own, FACTOR)?)),
            }
        }
        sum.parts.retain(|part| part.1 != 0);
        sum.parts.sort_unstable();
        Ok(sum)
    }

    /// `(q, r)` with the value `divisor·q + r`: in `r` is what cannot be divided, and a constant less than the divisor.
    pub fn divided(&self, divisor: i64) -> (Self, Self) {
        let (whole, left): (Vec<(usize, i64)>, _) =
            (self.parts.iter()).partition(|part| part.1 % divisor == 0);
        let quotient = Self {
            parts: whole
                .iter()
                .map(|part| (part.0, part.1 / divisor))
                .collect(),
            constant: self.constant.div_euclid(divisor),
        };
        let rest = Self {
            parts: left,
            constant: self.constant.rem_euclid(divisor),
        };
        (quotient, rest)
    }

    /// Its tracks.
    pub fn tracks(&self) -> Vec<usize> {
        self.parts.iter().map(|part| part.0).collect()
    }

    /// Is it plain that it is never negative?
    pub fn is_never_negative(&self) -> bool {
        self.constant >= 0 && self.parts.iter().all(|part| part.1 > 0)
    }
}

/// A number of so many bits.
pub fn small(number: i64, bits: u32) -> Result<i64, Refusal> {
    let small = Some(number).filter(|number| number.unsigned_abs() < 1 << bits);
    small.ok_or(Refusal::TooLarge)
}
