//! Numeration systems as values: built once, known by what they are, quick on machine words.
//!
//! The rules language and the command line name the same systems ([`SystemKind`]): `binary` is `base(2)` is `base:2`.
//!
//! ```
//! use numeration::named::{NamedSystem, SystemForm};
//!
//! let tribonacci = NamedSystem::new(SystemForm::Recurrence(vec![1u32.into(); 3], Vec::new()))?;
//! assert_eq!(tribonacci.to_string(), "recurrence(1, 1, 1)");
//! assert_eq!(tribonacci.digits_of_word(12), Some(vec![1, 1, 0, 1]));
//! assert_eq!(tribonacci.shift_word(12), Some(22));
//! # Ok::<(), numeration::named::FormError>(())
//! ```

use std::fmt;
use std::sync::OnceLock;

use crate::base::{Base, BaseTooSmall};
use crate::continued_fraction::ContinuedFraction;
use crate::natural::{Integer, Natural, SignificantBits};
use crate::ostrowski::{Ostrowski, OstrowskiError, Side};
use crate::real::Real;
use crate::recurrence::{Recurrence, RecurrenceError, TernaryU};
use crate::system::NumerationSystem;
use crate::zeckendorf::Zeckendorf;

/// The kinds of system that have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemKind {
    /// Base 2.
    Binary,
    /// Base k.
    Base,
    /// Sums of Fibonacci numbers.
    Zeckendorf,
    /// The ternary system U.
    TernaryU,
    /// Over the numerators of the convergents of a number.
    P,
    /// Over the denominators: Ostrowski's system.
    Q,
    /// From a linear recurrence.
    Recurrence,
}

/// Every word for a kind of system.
pub const WORDS: &[(&str, SystemKind)] = &[
    ("binary", SystemKind::Binary),
    ("base", SystemKind::Base),
    ("zeckendorf", SystemKind::Zeckendorf),
    ("fibonacci", SystemKind::Zeckendorf),
    ("ternary_u", SystemKind::TernaryU),
    ("ternary-u", SystemKind::TernaryU),
    ("p", SystemKind::P),
    ("q", SystemKind::Q),
    ("ostrowski", SystemKind::Q),
    ("recurrence", SystemKind::Recurrence),
];

impl SystemKind {
    /// The kind that a word stands for.
    pub fn of(word: &str) -> Option<Self> {
        let mut words = WORDS.iter();
        words.find(|(known, _)| *known == word).map(|found| found.1)
    }

    /// Does it need nothing but its name?
    pub fn stands_alone(self) -> bool {
        matches!(self, Self::Binary | Self::Zeckendorf | Self::TernaryU)
    }
}

/// What a system is.
#[derive(Clone, Debug, PartialEq)]
pub enum SystemForm {
    /// Base k.
    Base(Natural),
    /// Sums of Fibonacci numbers.
    Zeckendorf,
    /// The ternary system U.
    TernaryU,
    /// The p- or q-system of a number.
    Ostrowski(Real, Side),
    /// The coefficients of a recurrence, and its initial values, if they are not the usual ones.
    Recurrence(Vec<Natural>, Vec<Natural>),
}

/// Why there is no such system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormError {
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

impl SystemForm {
    /// Base 2.
    pub fn binary() -> Self {
        Self::Base(Natural::from(2u32))
    }

    /// The system itself.
    pub fn build(&self) -> Result<Box<dyn NumerationSystem>, FormError> {
        Ok(match self {
            Self::Base(k) => Box::new(Base::new(k.clone())?),
            Self::Zeckendorf => Box::new(Zeckendorf::new()),
            Self::TernaryU => Box::new(TernaryU::new()),
            Self::Ostrowski(alpha, side) => Box::new(Ostrowski::new(alpha, *side)?),
            Self::Recurrence(coefficients, initial) if initial.is_empty() => {
                Box::new(Recurrence::new(coefficients)?)
            }
            Self::Recurrence(coefficients, initial) => {
                Box::new(Recurrence::with_initial(coefficients, initial)?)
            }
        })
    }

    /// No digit is larger; nothing if that is not known, or if the highest digit is not bounded.
    fn largest_digit(&self) -> Option<Natural> {
        let one = Natural::from(1u32);
        match self {
            Self::Base(k) => Some(k - one),
            Self::Zeckendorf => Some(one),
            Self::TernaryU => Some(Natural::from(2u32)),
            Self::Ostrowski(alpha, side) => largest_quotient(alpha, *side),
            Self::Recurrence(coefficients, _) => match coefficients.as_slice() {
                [only] => Some(only - one),
                several => several.first().cloned(),
            },
        }
    }
}

/// The largest partial quotient that bounds a digit, for a quadratic irrational.
fn largest_quotient(alpha: &Real, side: Side) -> Option<Natural> {
    let fraction = ContinuedFraction::of(alpha).ok()?;
    let (start, period) = fraction.periodic()?;
    let skip = usize::from(side == Side::Q);
    let quotients = start.iter().chain(period).chain(period).skip(skip);
    let quotients = quotients.map(|quotient: &Integer| quotient.unsigned_abs_ref());
    quotients.max().cloned()
}

impl fmt::Display for SystemForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base(k) if *k == 2u32 => f.write_str("binary"),
            Self::Base(k) => write!(f, "base({k})"),
            Self::Zeckendorf => f.write_str("zeckendorf"),
            Self::TernaryU => f.write_str("ternary_u"),
            Self::Ostrowski(alpha, Side::P) => write!(f, "p({alpha})"),
            Self::Ostrowski(alpha, Side::Q) => write!(f, "q({alpha})"),
            Self::Recurrence(coefficients, initial) => {
                write!(f, "recurrence({}", listed(coefficients))?;
                if !initial.is_empty() {
                    write!(f, "; {}", listed(initial))?;
                }
                f.write_str(")")
            }
        }
    }
}

fn listed(numbers: &[Natural]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(", ")
}

/// A numeration system, known by what it is. Two are equal if they are the same system under one name.
#[derive(Debug)]
pub struct NamedSystem {
    form: SystemForm,
    system: Box<dyn NumerationSystem>,
    largest: Option<Natural>,
    /// The basis as far as machine words hold it.
    words: OnceLock<Vec<u64>>,
}

impl PartialEq for NamedSystem {
    fn eq(&self, other: &Self) -> bool {
        self.form == other.form
    }
}

impl fmt::Display for NamedSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.form.fmt(f)
    }
}

/// More places than the numbers below 2^63 have in the longest system.
const PLACES_OF_WORDS: usize = 93;

/// A base with more binary digits than this has no weight but 1 among the machine words.
const LONGEST_BASE: u64 = 64;

impl NamedSystem {
    /// The system of this form.
    pub fn new(form: SystemForm) -> Result<Self, FormError> {
        Ok(Self {
            system: form.build()?,
            largest: form.largest_digit(),
            form,
            words: OnceLock::new(),
        })
    }

    /// What it is.
    pub fn form(&self) -> &SystemForm {
        &self.form
    }

    /// The system itself.
    pub fn system(&self) -> &dyn NumerationSystem {
        &*self.system
    }

    /// No digit is larger; nothing if that is not known, or if the highest digit is not bounded.
    pub fn largest_digit(&self) -> Option<&Natural> {
        self.largest.as_ref()
    }

    /// Do the same digits one place further to the left represent a number, always? Then shifting keeps the order.
    pub fn is_uniform(&self) -> bool {
        !matches!(self.form, SystemForm::Ostrowski(..))
    }

    /// The digits of a machine word, the highest first; nothing if the basis is not known so far.
    pub fn digits_of_word(&self, number: u64) -> Option<Vec<u64>> {
        let weights = self.weights();
        let top = weights.iter().rposition(|weight| *weight <= number);
        let Some(top) = top else {
            return (number == 0).then(|| vec![0]);
        };
        let beyond = weights.len() == top + 1 && weights.len() < PLACES_OF_WORDS;
        if beyond && !self.ends_at(top) {
            return None;
        }
        let mut rest = number;
        let digit = |weight: &u64| {
            let digit = rest / weight;
            rest %= weight;
            digit
        };
        Some(weights[..=top].iter().rev().map(digit).collect())
    }

    /// The number whose digits are those of a machine word with a 0 appended, if it fits.
    pub fn shift_word(&self, number: u64) -> Option<u64> {
        let digits = self.digits_of_word(number)?;
        let mut sum = 0u64;
        for (place, digit) in digits.iter().rev().enumerate().filter(|(_, d)| **d > 0) {
            let weight = self.weights().get(place + 1)?;
            sum = sum.checked_add(digit.checked_mul(*weight)?)?;
        }
        Some(sum)
    }

    /// The number whose digits are those of a machine word without the last one.
    pub fn unshift_word(&self, number: u64) -> Option<u64> {
        let digits = self.digits_of_word(number)?;
        let shifted = digits.iter().rev().skip(1).zip(self.weights());
        shifted
            .map(|(digit, weight)| digit.checked_mul(*weight))
            .sum()
    }

    fn weights(&self) -> &[u64] {
        self.words.get_or_init(|| {
            let places = match &self.form {
                SystemForm::Base(k) if k.significant_bits() > LONGEST_BASE => 1,
                _ => PLACES_OF_WORDS,
            };
            let basis = self.system.basis(places).unwrap_or_default();
            let words = basis.iter().map_while(|weight| u64::try_from(weight).ok());
            words.take_while(|weight| *weight < 1 << 63).collect()
        })
    }

    /// Does the system have no weight above this place, or none that a machine word reaches?
    fn ends_at(&self, top: usize) -> bool {
        match self.system.basis(top + 2) {
            Ok(basis) => basis.get(top + 1).is_none_or(|next| *next >= 1u64 << 63),
            Err(_) => false,
        }
    }
}
