//! Numeration systems by name, as a user types them.
//!
//! `zeckendorf`, `ternary-u`, `base:2`, `p:7/4`, `q:phi`, `recurrence:1,1,1`. The constant of a p- or q-system
//! is an expression of the rules language, which is read elsewhere: [`SystemName`] splits its text off,
//! and [`SystemName::build`] takes the reader.
//!
//! ```
//! use numeration::natural::Natural;
//! use numeration::real::{Real, RealError};
//! use numeration::registry::SystemName;
//!
//! let name: SystemName = "p:phi".parse()?;
//! let system = name.build(|text| if text == "phi" { Ok(Real::phi()) } else { Err("unknown constant") })?;
//! assert_eq!(system.represent(&Natural::from(14u32))?.to_string(), "100001");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::str::FromStr;

use crate::base::{Base, BaseTooSmall};
use crate::natural::{Natural, parse_natural};
use crate::ostrowski::{Ostrowski, OstrowskiError, Side};
use crate::real::Real;
use crate::recurrence::{Recurrence, RecurrenceError, TernaryU};
use crate::system::NumerationSystem;
use crate::zeckendorf::Zeckendorf;

/// The name of a system, with the text of its constant still to be read.
///
/// Constants are expressions of the rules language, which is parsed elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SystemName {
    /// `base:K`.
    Base(Natural),
    /// `zeckendorf` (or `fibonacci`).
    Zeckendorf,
    /// `ternary-u`.
    TernaryU,
    /// `p:CONSTANT`.
    P(String),
    /// `q:CONSTANT`.
    Q(String),
    /// `recurrence:B1,B2,…` or `recurrence:B1,B2,…;U₋₁,U₋₂,…`.
    Recurrence {
        /// `b₁, …, b_m`.
        coefficients: Vec<Natural>,
        /// `u₋₁, …, u_{-m+1}`; empty for the natural choice.
        initial: Vec<Natural>,
    },
}

/// Why a text names no system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the text {0:?} names no numeration system; type zeckendorf, ternary-u, base:10, p:7/4, q:phi or recurrence:2,1"
)]
pub struct UnknownSystem(String);

impl FromStr for SystemName {
    type Err = UnknownSystem;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown = || UnknownSystem(text.chars().take(60).collect());
        let list = |text: &str| -> Result<Vec<Natural>, UnknownSystem> {
            text.split(',')
                .map(|part| parse_natural(part.trim()).map_err(|_| unknown()))
                .collect()
        };
        match text.split_once(':') {
            None if matches!(text, "zeckendorf" | "fibonacci") => Ok(Self::Zeckendorf),
            None if text == "ternary-u" => Ok(Self::TernaryU),
            Some(("base", k)) => Ok(Self::Base(parse_natural(k).map_err(|_| unknown())?)),
            Some(("p", constant)) if !constant.is_empty() => Ok(Self::P(constant.to_owned())),
            Some(("q", constant)) if !constant.is_empty() => Ok(Self::Q(constant.to_owned())),
            Some(("recurrence", numbers)) => {
                let (coefficients, initial) = match numbers.split_once(';') {
                    None => (list(numbers)?, Vec::new()),
                    Some((coefficients, initial)) => (list(coefficients)?, list(initial)?),
                };
                Ok(Self::Recurrence {
                    coefficients,
                    initial,
                })
            }
            _ => Err(unknown()),
        }
    }
}

/// Why a named system could not be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError<E> {
    /// The text of the constant could not be read.
    #[error("{0}")]
    Constant(E),
    /// A base below 2.
    #[error(transparent)]
    Base(#[from] BaseTooSmall),
    /// A constant without such a system.
    #[error(transparent)]
    Ostrowski(#[from] OstrowskiError),
    /// A recurrence without a system.
    #[error(transparent)]
    Recurrence(#[from] RecurrenceError),
}

impl SystemName {
    /// The system, with `constant` reading the text of a constant.
    pub fn build<E>(
        &self,
        constant: impl FnOnce(&str) -> Result<Real, E>,
    ) -> Result<Box<dyn NumerationSystem>, BuildError<E>> {
        Ok(match self {
            Self::Base(k) => Box::new(Base::new(k.clone())?),
            Self::Zeckendorf => Box::new(Zeckendorf::new()),
            Self::TernaryU => Box::new(TernaryU::new()),
            Self::P(text) => Box::new(Ostrowski::new(
                &constant(text).map_err(BuildError::Constant)?,
                Side::P,
            )?),
            Self::Q(text) => Box::new(Ostrowski::new(
                &constant(text).map_err(BuildError::Constant)?,
                Side::Q,
            )?),
            Self::Recurrence {
                coefficients,
                initial,
            } if initial.is_empty() => Box::new(Recurrence::new(coefficients)?),
            Self::Recurrence {
                coefficients,
                initial,
            } => Box::new(Recurrence::with_initial(coefficients, initial)?),
        })
    }
}
