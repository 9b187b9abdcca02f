//! Linear forms with rounded quotients.

use automata::Track;
use numeration::natural::gcd;

use crate::arithmetic::linear::in_range;
use crate::arithmetic::{Coefficient, Linear};
use crate::decide::DecideError;

/// `⌊form/divisor⌋` with a divisor of at least 2.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FloorDivision {
    /// What is divided.
    pub form: Linear,
    /// By what.
    pub divisor: i64,
}

/// A linear form plus multiples of rounded quotients.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expression {
    /// The linear part.
    pub linear: Linear,
    /// The quotients with their factors, in order, none twice.
    pub quotients: Vec<(i64, FloorDivision)>,
}

impl From<Linear> for Expression {
    fn from(linear: Linear) -> Self {
        Self {
            linear,
            quotients: Vec::new(),
        }
    }
}

impl Expression {
    /// A constant.
    pub fn constant(number: i64) -> Self {
        Linear::constant(number).into()
    }

    /// The number on a track.
    pub fn track(track: Track) -> Self {
        Linear::track(track).into()
    }

    /// `⌊form/divisor⌋`, with everything taken out of the quotient that is a multiple of the divisor.
    pub(crate) fn quotient(form: &Linear, divisor: i64) -> Result<Self, DecideError> {
        let split = |number: i64| (number.div_euclid(divisor), number.rem_euclid(divisor));
        let (mut whole, mut rest) = (
            Linear::constant(split(form.constant).0),
            Linear::constant(split(form.constant).1),
        );
        for (&track, c) in &form.parts {
            // Only exact multiples leave: a remainder would make the other sign of a small coefficient large.
            let is_multiple = |number: i64| number % divisor == 0;
            let leaving = |number| {
                if is_multiple(number) {
                    number / divisor
                } else {
                    0
                }
            };
            let staying = |number| if is_multiple(number) { 0 } else { number };
            whole.parts.insert(track, c.map(leaving));
            rest.parts.insert(track, c.map(staying));
        }
        let (whole, rest) = (whole.times(1)?, rest.times(1)?);
        if rest.is_constant() {
            return Ok(whole.into());
        }
        let common = gcd(rest.content(), divisor);
        let reduced = Linear {
            parts: rest
                .parts
                .iter()
                .map(|(&track, c)| (track, c.map(|factor| factor / common)))
                .collect(),
            constant: rest.constant.div_euclid(common),
        };
        if divisor == common {
            return Ok(whole.plus(1, &reduced)?.into());
        }
        let division = FloorDivision {
            form: reduced,
            divisor: divisor / common,
        };
        Ok(Self {
            linear: whole,
            quotients: vec![(1, division)],
        })
    }

    /// `self + factor·other`.
    ///
    /// # Errors
    /// If a number grows too large.
    pub fn plus(&self, factor: i64, other: &Self) -> Result<Self, DecideError> {
        let linear = self.linear.plus(factor, &other.linear)?;
        let mut quotients = self.quotients.clone();
        for (times, division) in &other.quotients {
            let times = in_range(factor.checked_mul(*times))?;
            match quotients.iter_mut().find(|(_, known)| known == division) {
                Some((known, _)) => *known = in_range(known.checked_add(times))?,
                None => quotients.push((times, division.clone())),
            }
        }
        quotients.retain(|(times, _)| *times != 0);
        quotients.sort_by(|a, b| a.1.cmp(&b.1));
        Ok(Self { linear, quotients })
    }

    /// `factor·self`.
    ///
    /// # Errors
    /// If a number grows too large.
    pub fn times(&self, factor: i64) -> Result<Self, DecideError> {
        Self::constant(0).plus(factor, self)
    }

    /// `self + number`.
    ///
    /// # Errors
    /// If a number grows too large.
    pub fn offset(&self, number: i64) -> Result<Self, DecideError> {
        self.plus(1, &Self::constant(number))
    }

    /// The greatest common divisor of all factors, without the constant; 0 for a constant.
    pub(crate) fn content(&self) -> i64 {
        self.quotients
            .iter()
            .fold(self.linear.content(), |divisor, (times, _)| {
                gcd(divisor, *times)
            })
    }

    /// Every factor divided by a common divisor, with another constant.
    pub(crate) fn divided(&self, by: i64, constant: i64) -> Self {
        let part = |(&track, c): (&Track, &Coefficient)| (track, c.map(|factor| factor / by));
        let quotients = self.quotients.iter();
        Self {
            linear: Linear {
                parts: self.linear.parts.iter().map(part).collect(),
                constant,
            },
            quotients: quotients
                .map(|(times, division)| (times / by, division.clone()))
                .collect(),
        }
    }

    /// The value, if it depends on no track.
    pub(crate) fn as_constant(&self) -> Option<i64> {
        (self.quotients.is_empty() && self.linear.is_constant()).then_some(self.linear.constant)
    }

    /// The track, if it is the number on one.
    pub(crate) fn as_track(&self) -> Option<Track> {
        let track = *self.linear.parts.keys().next()?;
        (*self == Self::track(track)).then_some(track)
    }

    /// The linear form, if there is no quotient.
    pub(crate) fn as_linear(&self) -> Option<&Linear> {
        self.quotients.is_empty().then_some(&self.linear)
    }

    pub(crate) fn mentions(&self, track: Track) -> bool {
        self.linear.parts.contains_key(&track) || self.divides(track)
    }

    /// Does the track occur inside a quotient?
    pub(crate) fn divides(&self, track: Track) -> bool {
        self.quotients
            .iter()
            .any(|(_, division)| division.form.parts.contains_key(&track))
    }

    /// Adds its tracks to a list.
    pub fn tracks(&self, found: &mut Vec<Track>) {
        found.extend(self.linear.parts.keys());
        self.quotients
            .iter()
            .for_each(|(_, division)| found.extend(division.form.parts.keys()));
    }

    pub(crate) fn is_never_negative(&self) -> bool {
        let quotient = |(times, division): &(i64, FloorDivision)| {
            *times >= 0 && division.form.is_never_negative()
        };
        self.linear.is_never_negative() && self.quotients.iter().all(quotient)
    }

    pub(crate) fn is_always_negative(&self) -> bool {
        let quotient = |(times, division): &(i64, FloorDivision)| {
            *times <= 0 && division.form.is_never_negative()
        };
        self.linear.is_always_negative() && self.quotients.iter().all(quotient)
    }

    /// `divisor·self` after `track := value/divisor`, where the value divided by the divisor is whole.
    /// Nothing if the track occurs in a way that this does not reach.
    ///
    /// # Errors
    /// If a number grows too large.
    pub fn substitute(
        &self,
        track: Track,
        value: &Self,
        divisor: i64,
    ) -> Result<Option<Self>, DecideError> {
        let c = self.linear.coefficient(track);
        if !c.is_plain()
            || self
                .quotients
                .iter()
                .any(|(_, d)| !d.form.coefficient(track).is_plain())
        {
            return Ok(None);
        }
        if self.divides(track) && value.as_linear().is_none() {
            return Ok(None);
        }
        let strip = |form: &Linear| {
            let mut form = form.clone();
            form.parts.remove(&track);
            form
        };
        let mut result = Self::from(strip(&self.linear))
            .times(divisor)?
            .plus(c.plain, value)?;
        for (times, division) in &self.quotients {
            let factor = division.form.coefficient(track).plain;
            let (form, by) = match factor {
                0 => (division.form.clone(), division.divisor),
                _ => {
                    let by = division
                        .divisor
                        .checked_mul(divisor)
                        .ok_or(DecideError::TooLarge)?;
                    (
                        strip(&division.form)
                            .times(divisor)?
                            .plus(factor, &value.linear)?,
                        by,
                    )
                }
            };
            let times = times.checked_mul(divisor).ok_or(DecideError::TooLarge)?;
            result = result.plus(times, &Self::quotient(&form, by)?)?;
        }
        Ok(Some(result))
    }
}
