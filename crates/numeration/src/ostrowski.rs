//! The p- and q-systems of a continued fraction (A. Ostrowski 1922; [`THREE_FRONTS`](crate::literature::THREE_FRONTS) and
//! [`SYSTEMS_OF_NUMERATION`](crate::literature::SYSTEMS_OF_NUMERATION)).
//!
//! For `α = [a₀; a₁, a₂, …]` with convergents `pᵢ/qᵢ`, every natural is uniquely
//! `Σ sᵢ·pᵢ` with `0 ≤ sᵢ ≤ aᵢ₊₁` and `sᵢ₊₁ = aᵢ₊₂ ⇒ sᵢ = 0`, and uniquely
//! `Σ tᵢ·qᵢ` with `0 ≤ t₀ < a₁`, `0 ≤ tᵢ ≤ aᵢ₊₁` and `tᵢ = aᵢ₊₁ ⇒ tᵢ₋₁ = 0`. This is how the Rat-game paper
//! states it for `1 < α < 2`. The q-system is the same for every `α`; for `a₀ ≥ 2` the p-system has
//! one place more at the right, for `p₋₁ = 1`, with digits below `a₀`. A rational `α = [a₀, …, a₂ₙ]`
//! gives finitely many places; its highest digit is unbounded.
//!
//! ```
//! use numeration::natural::Natural;
//! use numeration::ostrowski::{Ostrowski, Side};
//! use numeration::real::Real;
//! use numeration::system::NumerationSystem;
//!
//! let p = Ostrowski::new(&Real::ratio(7, 4)?, Side::P)?;
//! assert_eq!(p.basis(9)?, [1u32, 2, 7].map(Natural::from));
//! assert_eq!(p.represent(&Natural::from(12u32))?.to_string(), "121");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cmp::Ordering;
use std::sync::{Arc, Mutex};

use watch::{Watch, locked};

use crate::continued_fraction::ContinuedFraction;
use crate::ladder::{Grammar, Ladder, PeriodicSequence};
use crate::natural::{DivMod, Integer, Natural, One, SaturatingSub, SignificantBits, Zero};
use crate::real::{Real, RealError};
use crate::system::{Inadmissible, NumerationSystem, Representation, SystemError};

/// Numerators or denominators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The system over the numerators `pᵢ`.
    P,
    /// The system over the denominators `qᵢ`.
    Q,
}

/// The p- or q-system of a number.
#[derive(Debug)]
pub struct Ostrowski {
    alpha: Real,
    side: Side,
    engine: OstrowskiEngine,
}

#[derive(Debug)]
enum OstrowskiEngine {
    /// A quadratic irrational with a known period.
    Periodic(Ladder),
    /// A rational: all quotients after those that the basis starts with; the last place is unbounded.
    Finite {
        quotients: Vec<Natural>,
        basis: Vec<Natural>,
    },
    /// Any other irrational: quotients as they are needed. `skip` of them belong to the start.
    Open {
        fraction: ContinuedFraction,
        skip: usize,
        before: Natural,
        known: Mutex<Option<Arc<PrefixSystem>>>,
    },
}

/// The system whose quotients are the certified ones and then 1 for ever: below its last places the same system.
#[derive(Debug)]
struct PrefixSystem {
    places: usize,
    ladder: Ladder,
}

/// Why a number has no such system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OstrowskiError {
    /// The p-system needs `α ≥ 1`.
    #[error("the p-system needs a number that is at least 1, but {0} is smaller")]
    TooSmall(String),
    /// The constant could not be decided.
    #[error(transparent)]
    Real(#[from] RealError),
}

impl Ostrowski {
    /// The system of `alpha`.
    pub fn new(alpha: &Real, side: Side) -> Result<Self, OstrowskiError> {
        if side == Side::P && alpha.compare(&Real::from(1))? == Ordering::Less {
            return Err(OstrowskiError::TooSmall(alpha.to_string()));
        }
        let fraction = ContinuedFraction::of(alpha)?;
        // The basis starts with 1 and goes on with bᵢ·u + u', where b₁, b₂, … are the quotients after
        // `skip` ones, and u₋₁ is `before`.
        let whole_is_one = side == Side::P && alpha.floor()? == 1;
        let (skip, before) = match side {
            Side::P if !whole_is_one => (0, Natural::ZERO),
            Side::P => (1, Natural::ONE),
            Side::Q => (1, Natural::ZERO),
        };
        let engine = if let Some(all) = fraction.finite_even() {
            let quotients = all[skip..]
                .iter()
                .map(|a| a.unsigned_abs_ref().clone())
                .collect();
            OstrowskiEngine::finite(quotients, before)
        } else if let Some((start, period)) = fraction.periodic() {
            OstrowskiEngine::Periodic(ladder(start, period, skip, before))
        } else {
            OstrowskiEngine::Open {
                fraction,
                skip,
                before,
                known: Mutex::default(),
            }
        };
        Ok(Self {
            alpha: alpha.clone(),
            side,
            engine,
        })
    }

    /// The number whose system this is.
    pub fn alpha(&self) -> &Real {
        &self.alpha
    }
}

impl NumerationSystem for Ostrowski {
    fn name(&self) -> String {
        let side = if self.side == Side::P { 'p' } else { 'q' };
        format!("{side}:{}", self.alpha)
    }

    fn represent_watched(
        &self,
        n: &Natural,
        watch: &dyn Watch,
    ) -> Result<Representation, SystemError> {
        match &self.engine {
            OstrowskiEngine::Periodic(ladder) => Ok(ladder.represent(n, watch)?),
            OstrowskiEngine::Finite { basis, .. } => Ok(greedy(n, basis)),
            OstrowskiEngine::Open { .. } => self.represent_openly(n, watch),
        }
    }

    fn evaluate(&self, digits: &Representation) -> Result<Natural, SystemError> {
        if let OstrowskiEngine::Periodic(ladder) = &self.engine {
            return Ok(ladder.evaluate(digits));
        }
        if let Some(start) = self.start_of(digits.len())? {
            return Ok(start.ladder.evaluate(digits));
        }
        let basis = self.basis(digits.len())?;
        self.check_places(digits, basis.len())?;
        Ok(digits
            .digits()
            .zip(&basis)
            .fold(Natural::ZERO, |sum, (d, u)| sum + d * u))
    }

    fn admissible(&self, digits: &Representation) -> Result<(), SystemError> {
        if let OstrowskiEngine::Periodic(ladder) = &self.engine {
            return Ok(ladder.admissible(digits)?);
        }
        if let Some(start) = self.start_of(digits.len())? {
            return Ok(start.ladder.admissible(digits)?);
        }
        self.check_places(digits, self.basis(digits.len())?.len())?;
        (0..digits.len())
            .rev()
            .try_for_each(|place| self.check_digit(digits, place))
    }

    fn basis(&self, count: usize) -> Result<Vec<Natural>, SystemError> {
        match &self.engine {
            OstrowskiEngine::Periodic(ladder) => Ok(ladder.basis(count)),
            OstrowskiEngine::Finite { basis, .. } => Ok(basis[..count.min(basis.len())].to_vec()),
            OstrowskiEngine::Open { .. } => Ok(self
                .start_of(count)?
                .map_or_else(Vec::new, |start| start.ladder.basis(count))),
        }
    }
}

impl OstrowskiEngine {
    fn finite(quotients: Vec<Natural>, before: Natural) -> Self {
        let (mut basis, mut last) = (vec![Natural::ONE], before);
        for b in &quotients {
            let top = basis[basis.len() - 1].clone();
            let next = b * &top + last;
            last = top;
            basis.push(next);
        }
        Self::Finite { quotients, basis }
    }
}

impl Ostrowski {
    /// The quotient of a finite system that bounds the digit at a place; `None` where it is unbounded.
    fn quotient(&self, place: usize) -> Option<&Natural> {
        match &self.engine {
            OstrowskiEngine::Finite { quotients, .. } => quotients.get(place),
            _ => None,
        }
    }

    /// Is the lowest digit of a finite system below its quotient, not only at most it?
    fn starts_strictly(&self) -> bool {
        match &self.engine {
            OstrowskiEngine::Finite { quotients, basis } => quotients.first() == basis.get(1),
            _ => false,
        }
    }

    fn check_places(&self, digits: &Representation, places: usize) -> Result<(), SystemError> {
        if digits.len() > places {
            Err(SystemError::TooFewPlaces { places })
        } else {
            Ok(())
        }
    }

    fn check_digit(&self, digits: &Representation, place: usize) -> Result<(), SystemError> {
        let digit = digits.digit(place);
        let above = digits.digit(place + 1);
        let (largest, full) = if above > 0 && self.quotient(place + 1) == Some(&above) {
            (Natural::ZERO, vec![above])
        } else {
            let Some(largest) = self.quotient(place).cloned() else {
                return Ok(());
            };
            let strict = place == 0 && self.starts_strictly();
            (
                if strict {
                    largest.saturating_sub(Natural::ONE)
                } else {
                    largest
                },
                Vec::new(),
            )
        };
        if digit > largest {
            return Err(Inadmissible::TooLarge {
                place,
                digit,
                largest,
                full,
            }
            .into());
        }
        Ok(())
    }

    /// The digits over a start of the system that is long enough.
    fn represent_openly(
        &self,
        n: &Natural,
        watch: &dyn Watch,
    ) -> Result<Representation, SystemError> {
        let mut bits = n.significant_bits() + 64;
        let mut known = self.known();
        loop {
            if let Some(start) = &known {
                let digits = start.ladder.represent(n, watch)?;
                if digits.len() < start.places {
                    return Ok(digits);
                }
            }
            watch.check()?;
            known = self.certify(bits)?;
            bits *= 2;
        }
    }

    /// What is known of an open system.
    fn known(&self) -> Option<Arc<PrefixSystem>> {
        let OstrowskiEngine::Open { known, .. } = &self.engine else {
            return None;
        };
        let known = locked(known);
        known.clone()
    }

    /// A start of an open system with more than so many places.
    fn start_of(&self, places: usize) -> Result<Option<Arc<PrefixSystem>>, SystemError> {
        let OstrowskiEngine::Open { fraction, skip, .. } = &self.engine else {
            return Ok(None);
        };
        let known = self.known().filter(|start| start.places > places);
        if known.is_some() {
            return Ok(known);
        }
        let quotients: Vec<Integer> = (0..places + skip + 2)
            .map_while(|k| fraction.quotient(k).transpose())
            .collect::<Result<_, RealError>>()?;
        Ok(self.keep(quotients))
    }

    /// A start of an open system with basis elements of this many bits.
    fn certify(&self, bits: u64) -> Result<Option<Arc<PrefixSystem>>, SystemError> {
        match &self.engine {
            OstrowskiEngine::Open { fraction, .. } => Ok(self.keep(fraction.certified(bits)?)),
            _ => Ok(None),
        }
    }

    fn keep(&self, quotients: Vec<Integer>) -> Option<Arc<PrefixSystem>> {
        let OstrowskiEngine::Open {
            skip,
            before,
            known,
            ..
        } = &self.engine
        else {
            return None;
        };
        let places = quotients
            .len()
            .checked_sub(*skip)
            .filter(|places| *places > 0)?;
        let ladder = ladder(&quotients, &[Integer::ONE], *skip, before.clone());
        let start = Arc::new(PrefixSystem { places, ladder });
        *locked(known) = Some(start.clone());
        Some(start)
    }
}

fn ladder(start: &[Integer], period: &[Integer], skip: usize, before: Natural) -> Ladder {
    let mut start = start.to_vec();
    while start.len() < skip {
        start.extend_from_slice(period);
    }
    let first = PeriodicSequence::new(start.split_off(skip.min(start.len())), period.to_vec())
        .expect("partial quotients of a number are positive from the first one used on");
    let second = first.at(1) + Integer::from(before);
    Ladder::new(
        first,
        vec![Integer::ONE],
        vec![Integer::ONE, second],
        Grammar::Lexicographic,
    )
}

fn greedy(n: &Natural, basis: &[Natural]) -> Representation {
    let mut rest = n.clone();
    let mut digits = vec![Natural::ZERO; basis.len()];
    for (digit, element) in digits.iter_mut().zip(basis).rev() {
        (*digit, rest) = rest.div_mod(element);
    }
    Representation::from_lowest_first(digits)
}
