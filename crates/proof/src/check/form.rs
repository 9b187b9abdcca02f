//! Linear forms over the numbers on tracks.

use super::Refusal;

/// A sum of numbers on tracks, with factors, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    /// Tracks in order, each with the factor of its number.
    pub(super) parts: Vec<(usize, i64)>,
    pub(super) constant: i64,
}

impl Form {
    /// The number on a track.
    pub(super) fn track(track: usize) -> Self {
        Self {
            parts: vec![(track, 1)],
            constant: 0,
        }
    }

    /// A constant.
    pub(super) fn constant(constant: i64) -> Self {
        Self {
            parts: Vec::new(),
            constant,
        }
    }

    /// `self + factor·other`. Factors stay so small that nothing above overflows.
    pub(super) fn plus(&self, factor: i64, other: &Self) -> Result<Self, Refusal> {
        let add = |a: i64, b: i64| {
            let sum = factor.checked_mul(b).and_then(|b| a.checked_add(b));
            sum.filter(|sum| sum.unsigned_abs() < 1 << 24)
                .ok_or(Refusal::TooLarge)
        };
        let mut sum = self.clone();
        sum.constant = add(self.constant, other.constant)?;
        for &(track, own) in &other.parts {
            match sum.parts.iter_mut().find(|part| part.0 == track) {
                Some(part) => part.1 = add(part.1, own)?,
                None => sum.parts.push((track, add(0, own)?)),
            }
        }
        sum.parts.retain(|part| part.1 != 0);
        sum.parts.sort_unstable();
        Ok(sum)
    }

    /// Its tracks.
    pub(super) fn tracks(&self) -> Vec<usize> {
        self.parts.iter().map(|part| part.0).collect()
    }

    /// Is it plain that it is never negative?
    pub(super) fn is_never_negative(&self) -> bool {
        self.constant >= 0 && self.parts.iter().all(|part| part.1 > 0)
    }
}
