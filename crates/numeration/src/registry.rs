//! Numeration systems by name, as a user types them.
//!
//! `zeckendorf`, `ternary-u`, `base:2`, `p:7/4`, `q:phi`, `recurrence:1,1,1`, and the same in the words of the rules
//! language: `ternary_u`, `base(2)`, `binary`, `p(7/4)`, `ostrowski(phi)`, `recurrence(1, 1, 1)`. The constant of a p- or q-system
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

use crate::named::{FormError, SystemForm, SystemKind};
use crate::natural::{Natural, parse_natural};
use crate::ostrowski::Side;
use crate::real::Real;
use crate::system::NumerationSystem;

/// The name of a system, with the text of its constant still to be read.
///
/// Constants are expressions of the rules language, which is parsed elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SystemName {
    /// `base:K`, `base(K)`; `binary` is base 2.
    Base(Natural),
    /// `zeckendorf` (or `fibonacci`).
    Zeckendorf,
    /// `ternary-u`, `ternary_u`.
    TernaryU,
    /// `p:CONSTANT`, `p(CONSTANT)`.
    P(String),
    /// `q:CONSTANT`, `q(CONSTANT)`; `ostrowski` is another word for `q`.
    Q(String),
    /// `recurrence:B1,B2,…` or `recurrence:B1,B2,…;U₋₁,U₋₂,…`, or with brackets.
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
        let (word, argument) = split(text);
        let kind = SystemKind::of(word).ok_or_else(unknown)?;
        match (kind, argument) {
            (SystemKind::Binary, None) => Ok(Self::Base(Natural::from(2u32))),
            (SystemKind::Zeckendorf, None) => Ok(Self::Zeckendorf),
            (SystemKind::TernaryU, None) => Ok(Self::TernaryU),
            (SystemKind::Base, Some(k)) => {
                Ok(Self::Base(parse_natural(k.trim()).map_err(|_| unknown())?))
            }
            (SystemKind::P, Some(constant)) if !constant.is_empty() => {
                Ok(Self::P(constant.to_owned()))
            }
            (SystemKind::Q, Some(constant)) if !constant.is_empty() => {
                Ok(Self::Q(constant.to_owned()))
            }
            (SystemKind::Recurrence, Some(numbers)) => {
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

/// `word:argument` or `word(argument)` in two.
fn split(text: &str) -> (&str, Option<&str>) {
    let colon = text.split_once(':');
    if let Some((word, argument)) = colon.filter(|(word, _)| !word.contains('(')) {
        return (word, Some(argument));
    }
    let bracket = text.strip_suffix(')').and_then(|text| text.split_once('('));
    match bracket {
        Some((word, argument)) => (word.trim_end(), Some(argument)),
        None => (text, None),
    }
}

/// Why a named system could not be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError<E> {
    /// The text of the constant could not be read.
    #[error("{0}")]
    Constant(E),
    /// There is no such system.
    #[error(transparent)]
    Form(#[from] FormError),
}

impl SystemName {
    /// What the system is, with `constant` reading the text of a constant.
    pub fn form<E>(&self, constant: impl FnOnce(&str) -> Result<Real, E>) -> Result<SystemForm, E> {
        Ok(match self {
            Self::Base(k) => SystemForm::Base(k.clone()),
            Self::Zeckendorf => SystemForm::Zeckendorf,
            Self::TernaryU => SystemForm::TernaryU,
            Self::P(text) => SystemForm::Ostrowski(constant(text)?, Side::P),
            Self::Q(text) => SystemForm::Ostrowski(constant(text)?, Side::Q),
            Self::Recurrence {
                coefficients,
                initial,
            } => SystemForm::Recurrence(coefficients.clone(), initial.clone()),
        })
    }

    /// The system, with `constant` reading the text of a constant.
    pub fn build<E>(
        &self,
        constant: impl FnOnce(&str) -> Result<Real, E>,
    ) -> Result<Box<dyn NumerationSystem>, BuildError<E>> {
        let form = self.form(constant).map_err(BuildError::Constant)?;
        Ok(form.build()?)
    }
}
