//! Quasi-regular (semi-regular, *halbregelmässige*) continued fractions with minus signs: `b₀ - 1/(b₁ - 1/(b₂ - …))`.
//!
//! With `bᵢ ≥ 2` for `i ≥ 1` they always converge (O. Perron, Die Lehre von den Kettenbrüchen, chapter 5); the convergents are
//! `pₙ/qₙ` with `pₙ = bₙpₙ₋₁ - pₙ₋₂`, `p₋₁ = 1`, `q₋₁ = 0`. The recurrence `uₙ = 3uₙ₋₁ - uₙ₋₂` of the
//! [Frankenstein paper](crate::literature::FRANKENSTEIN) is that of `3 - 1/(3 - 1/(3 - …)) = φ²`. Of a real number they are found by rounding up.
//!
//! ```
//! use numeration::real::Real;
//! use numeration::semiregular::Semiregular;
//!
//! let root = Semiregular::of(&Real::from(2).sqrt()?, 4)?;
//! assert_eq!(root.to_string(), "2 - 1/(2 - 1/(4 - 1/(2 - …)))");
//! # Ok::<(), numeration::real::RealError>(())
//! ```

use std::fmt;

use crate::continued_fraction::ContinuedFraction;
use crate::natural::{Integer, Natural, One, Zero};
use crate::real::{Real, RealError};

/// A quasi-regular continued fraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Semiregular {
    /// The first quotients; the last one is repeated if the fraction is constant.
    quotients: Vec<Integer>,
    end: Continuation,
}

/// How it goes on after the quotients that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Continuation {
    /// Not at all: the number is rational.
    Here,
    /// In some way.
    Unknown,
    /// The last quotient is repeated.
    Repeated,
}

impl Semiregular {
    /// `b - 1/(b - 1/(b - …))`.
    pub fn constant(b: &Natural) -> Self {
        Self {
            quotients: vec![Integer::from(b)],
            end: Continuation::Repeated,
        }
    }

    /// The first quotients of a number.
    ///
    /// # Errors
    /// If the number cannot be rounded up.
    pub fn of(number: &Real, count: usize) -> Result<Self, RealError> {
        let mut rest = number.clone();
        let mut quotients = Vec::new();
        while quotients.len() < count {
            let quotient = rest.ceil()?;
            let above = Real::from(quotient.clone()).sub(&rest)?;
            quotients.push(quotient);
            if above == Real::from(0) {
                let end = Continuation::Here;
                return Ok(Self { quotients, end });
            }
            rest = Real::from(1).div(&above)?;
        }
        let end = Continuation::Unknown;
        Ok(Self { quotients, end })
    }

    /// The fraction with these quotients, of which more follow unless it ends.
    pub fn with_quotients(quotients: Vec<Integer>, ends: bool) -> Self {
        let end = if ends {
            Continuation::Here
        } else {
            Continuation::Unknown
        };
        Self { quotients, end }
    }

    /// The convergents `(pₙ, qₙ)`, without end if the fraction is constant.
    pub fn convergents(&self) -> impl Iterator<Item = (Integer, Integer)> {
        let repeated = match self.end {
            Continuation::Repeated => self.quotients.last(),
            Continuation::Here | Continuation::Unknown => None,
        };
        let quotients = self
            .quotients
            .iter()
            .chain(std::iter::repeat_with(move || repeated).map_while(|b| b));
        let mut last = (Integer::ONE, Integer::ZERO);
        let mut before = (Integer::ZERO, Integer::from(-1));
        quotients.map(move |b| {
            let next = (b * &last.0 - &before.0, b * &last.1 - &before.1);
            before = std::mem::replace(&mut last, next);
            last.clone()
        })
    }
}

/// The quotients of a number one after the other, read off from its simple continued fraction `[a₀; a₁, a₂, …]`: they are
/// `a₀ + 1`, then `a₁ - 1` twos, `a₂ + 2`, `a₃ - 1` twos, `a₄ + 2`, and so on (Perron, § 40). So a computable number costs no more than
/// its simple fraction, where rounding up would nest it deeper with every step.
#[derive(Debug)]
pub struct Quotients {
    source: QuotientSource,
    /// The index of the partial quotient that is read next.
    next: usize,
    /// How many twos come before it.
    twos: Integer,
}

#[derive(Debug)]
enum QuotientSource {
    /// A rational, by its expansion with an even last index.
    Finite(Vec<Integer>),
    /// Without end.
    Endless(ContinuedFraction),
}

impl Quotients {
    /// Those of a number.
    ///
    /// # Errors
    /// If the numbers in it are too long.
    pub fn of(number: &Real) -> Result<Self, RealError> {
        let fraction = ContinuedFraction::of(number)?;
        Ok(Self {
            source: match fraction.finite_even() {
                Some(all) => QuotientSource::Finite(all),
                None => QuotientSource::Endless(fraction),
            },
            next: 0,
            twos: Integer::ZERO,
        })
    }

    fn partial(&self, index: usize) -> Result<Option<Integer>, RealError> {
        match &self.source {
            QuotientSource::Finite(all) => Ok(all.get(index).cloned()),
            QuotientSource::Endless(fraction) => fraction.quotient(index),
        }
    }

    fn advance(&mut self) -> Result<Option<Integer>, RealError> {
        if self.twos > Integer::ZERO {
            self.twos -= Integer::ONE;
            return Ok(Some(Integer::from(2)));
        }
        let Some(even) = self.partial(self.next)? else {
            return Ok(None);
        };
        // The first quotient rounds up; the later ones begin with the 1 that is left of the twos before them.
        let before = Integer::from(i32::from(self.next > 0));
        let after = match self.partial(self.next + 1)? {
            Some(odd) => {
                self.twos = odd - Integer::ONE;
                Integer::ONE
            }
            None => Integer::ZERO,
        };
        self.next += 2;
        Ok(Some(even + before + after))
    }
}

impl Iterator for Quotients {
    type Item = Result<Integer, RealError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.advance().transpose()
    }
}

impl fmt::Display for Semiregular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = self.quotients.clone();
        if let (Continuation::Repeated, [b]) = (self.end, &self.quotients[..]) {
            shown = vec![b.clone(); 3];
        }
        let (mut open, last) = (0, shown.len().saturating_sub(1));
        for (place, b) in shown.iter().enumerate() {
            write!(f, "{b}")?;
            match (place == last, self.end) {
                (true, Continuation::Here) => {}
                (true, _) => f.write_str(" - …")?,
                (false, _) if place + 1 == last && self.end == Continuation::Here => {
                    f.write_str(" - 1/")?
                }
                (false, _) => {
                    f.write_str(" - 1/(")?;
                    open += 1;
                }
            }
        }
        f.write_str(&")".repeat(open))
    }
}
