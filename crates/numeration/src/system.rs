//! Numeration systems: writing naturals over a basis `1 = u₀ ≤ u₁ < u₂ < …`.
//!
//! Each system represents every natural by exactly one admissible digit string. The representation of
//! 0 is the empty string, and strings have no leading zeros. Places are counted from 0 at the right.
//!
//! ```
//! use numeration::natural::Natural;
//! use numeration::system::{NumerationSystem, Representation};
//! use numeration::zeckendorf::Zeckendorf;
//!
//! let system = Zeckendorf::new();
//! let digits = system.represent(&Natural::from(14u32))?;
//! assert_eq!(digits.to_string(), "100001");
//! assert_eq!(system.left_shift(&Natural::from(14u32))?, Natural::from(23u32));
//! let error = system.admissible(&"1101".parse()?).unwrap_err();
//! assert_eq!(error.to_string(), "the digit 1 at place 2 is too large: below 1 it can be at most 0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::str::FromStr;

use watch::{Stopped, Unwatched, Watch};

use crate::ladder::LadderSystem;
use crate::natural::{Natural, parse_natural};
use crate::real::RealError;

/// A way of writing the naturals.
pub trait NumerationSystem: fmt::Debug + Send + Sync {
    /// Its name, as [`SystemName`](crate::registry::SystemName) reads it.
    fn name(&self) -> String;

    /// The admissible digits of `n`.
    fn represent(&self, n: &Natural) -> Result<Representation, SystemError> {
        self.represent_watched(n, &Unwatched)
    }

    /// The same, while somebody watches.
    fn represent_watched(
        &self,
        n: &Natural,
        watch: &dyn Watch,
    ) -> Result<Representation, SystemError>;

    /// The number that digits stand for, admissible or not.
    fn evaluate(&self, digits: &Representation) -> Result<Natural, SystemError>;

    /// Are the digits the representation of a number? If not, why.
    fn admissible(&self, digits: &Representation) -> Result<(), SystemError>;

    /// The first elements of the basis, fewer if there are fewer.
    fn basis(&self, count: usize) -> Result<Vec<Natural>, SystemError>;

    /// The number whose digits are those of `n` with a 0 appended.
    fn left_shift(&self, n: &Natural) -> Result<Natural, SystemError> {
        self.evaluate(&self.represent(n)?.shifted_left())
    }

    /// The number whose digits are those of `n` without the last one; refused if that is not 0.
    fn right_shift(&self, n: &Natural) -> Result<Natural, SystemError> {
        let digits = self.represent(n)?;
        let shifted = digits
            .shifted_right()
            .ok_or_else(|| SystemError::NoRightShift(digits.clone()))?;
        self.evaluate(&shifted)
    }
}

impl<T: LadderSystem> NumerationSystem for T {
    fn name(&self) -> String {
        self.label()
    }

    fn represent_watched(
        &self,
        n: &Natural,
        watch: &dyn Watch,
    ) -> Result<Representation, SystemError> {
        Ok(self.ladder().represent(n, watch)?)
    }

    fn evaluate(&self, digits: &Representation) -> Result<Natural, SystemError> {
        Ok(self.ladder().evaluate(digits))
    }

    fn admissible(&self, digits: &Representation) -> Result<(), SystemError> {
        Ok(self.ladder().admissible(digits)?)
    }

    fn basis(&self, count: usize) -> Result<Vec<Natural>, SystemError> {
        Ok(self.ladder().basis(count))
    }
}

/// Digits. No leading zeros; places are counted from 0 at the right.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Representation {
    digits: DigitStorage,
}

/// Lowest first; machine words whenever all digits fit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum DigitStorage {
    Words(Vec<u64>),
    Long(Vec<Natural>),
}

/// Longest digit string that is made on demand.
pub const MAX_PLACES: usize = 1 << 28;

/// Why digits or numbers are refused by a system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SystemError {
    /// The digits represent nothing.
    #[error(transparent)]
    Inadmissible(#[from] Inadmissible),
    /// The last digit is not 0.
    #[error("the digits {} have no right shift: the last one is not 0", .0.brief())]
    NoRightShift(Representation),
    /// A system with finitely many places.
    #[error("the digits do not fit: this system has only {places} places")]
    TooFewPlaces {
        /// How many there are.
        places: usize,
    },
    /// More places than are worked with.
    #[error(
        "a digit string of {places} places is refused; at most {} are worked with",
        MAX_PLACES
    )]
    TooManyPlaces {
        /// How many were asked for.
        places: usize,
    },
    /// A partial quotient of the constant could not be had.
    #[error(transparent)]
    Real(#[from] RealError),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Why a digit string is not the representation of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inadmissible {
    /// A digit above its bound.
    TooLarge {
        /// Where it stands, counted from 0 at the right.
        place: usize,
        /// The digit.
        digit: Natural,
        /// The largest one allowed there.
        largest: Natural,
        /// The digits directly above it, highest first, that reach their bounds and so lower this one.
        full: Vec<Natural>,
    },
    /// Two digits 2 without a 0 between them.
    NoZeroBetween {
        /// The place of the upper 2.
        upper: usize,
        /// The place of the lower 2.
        lower: usize,
    },
}

impl std::error::Error for Inadmissible {}

impl fmt::Display for Inadmissible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge {
                place,
                digit,
                largest,
                full,
            } => {
                write!(f, "the digit {digit} at place {place} is too large: ")?;
                if full.is_empty() {
                    return write!(f, "it can be at most {largest}");
                }
                let full: Vec<String> = full.iter().map(ToString::to_string).collect();
                write!(f, "below {} it can be at most {largest}", full.join(" "))
            }
            Self::NoZeroBetween { upper, lower } => {
                write!(
                    f,
                    "the digits 2 at places {upper} and {lower} need a 0 between them"
                )
            }
        }
    }
}

impl Representation {
    /// Digits, lowest first; leading zeros (at the end) are dropped.
    pub fn from_lowest_first(mut digits: Vec<Natural>) -> Self {
        while digits.last().is_some_and(|d| *d == 0) {
            digits.pop();
        }
        match digits.iter().map(|d| u64::try_from(d).ok()).collect() {
            Some(words) => Self {
                digits: DigitStorage::Words(words),
            },
            None => Self {
                digits: DigitStorage::Long(digits),
            },
        }
    }

    /// Digits that are machine words, lowest first; leading zeros (at the end) are dropped.
    pub fn from_words_lowest_first(mut digits: Vec<u64>) -> Self {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Self {
            digits: DigitStorage::Words(digits),
        }
    }

    /// The digits, lowest first.
    pub fn digits(&self) -> impl DoubleEndedIterator<Item = Natural> + '_ {
        (0..self.len()).map(|place| self.digit(place))
    }

    /// The digits, lowest first, if all of them are machine words.
    pub fn words(&self) -> Option<&[u64]> {
        match &self.digits {
            DigitStorage::Words(words) => Some(words),
            DigitStorage::Long(_) => None,
        }
    }

    /// The digit at a place; 0 beyond the highest one.
    pub fn digit(&self, place: usize) -> Natural {
        match &self.digits {
            DigitStorage::Words(words) => Natural::from(words.get(place).copied().unwrap_or(0)),
            DigitStorage::Long(digits) => digits.get(place).cloned().unwrap_or_default(),
        }
    }

    /// How many digits there are; none for 0.
    pub fn len(&self) -> usize {
        match &self.digits {
            DigitStorage::Words(words) => words.len(),
            DigitStorage::Long(digits) => digits.len(),
        }
    }

    /// Is it the representation of 0?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many zeros it ends in; none for the empty string.
    pub fn trailing_zeros(&self) -> usize {
        match &self.digits {
            DigitStorage::Words(words) => words.iter().take_while(|d| **d == 0).count(),
            DigitStorage::Long(digits) => digits.iter().take_while(|d| **d == 0).count(),
        }
    }

    /// With a 0 appended.
    #[must_use]
    pub fn shifted_left(&self) -> Self {
        self.with_zeros(1)
    }

    /// Without the last digit, if that is 0.
    pub fn shifted_right(&self) -> Option<Self> {
        (self.digit(0) == 0).then(|| self.without_lowest(1))
    }

    /// With this many zeros appended.
    #[must_use]
    pub fn with_zeros(&self, count: usize) -> Self {
        match &self.digits {
            DigitStorage::Words(words) => {
                let zeros = std::iter::repeat_n(0, count);
                Self::from_words_lowest_first(zeros.chain(words.iter().copied()).collect())
            }
            DigitStorage::Long(digits) => {
                let zeros = std::iter::repeat_n(Natural::default(), count);
                Self::from_lowest_first(zeros.chain(digits.iter().cloned()).collect())
            }
        }
    }

    /// Without this many of the last digits, whatever they are.
    #[must_use]
    pub fn without_lowest(&self, count: usize) -> Self {
        match &self.digits {
            DigitStorage::Words(words) => {
                Self::from_words_lowest_first(words.iter().skip(count).copied().collect())
            }
            DigitStorage::Long(digits) => {
                Self::from_lowest_first(digits.iter().skip(count).cloned().collect())
            }
        }
    }

    /// The digits for a message: the first and last ones if there are many.
    pub fn brief(&self) -> String {
        let text = self.to_string();
        let count = text.chars().count();
        if count <= 40 {
            return text;
        }
        let (head, tail): (String, String) = (
            text.chars().take(18).collect(),
            text.chars().skip(count - 18).collect(),
        );
        format!("{head}…{tail}")
    }
}

impl fmt::Display for Representation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("0");
        }
        if self
            .words()
            .is_some_and(|words| words.iter().all(|d| *d <= 9))
        {
            let text: String = self.digits().rev().map(|d| d.to_string()).collect();
            return f.write_str(&text);
        }
        let separated: Vec<String> = self.digits().rev().map(|d| d.to_string()).collect();
        write!(f, "({})", separated.join(","))
    }
}

/// Why a text is not a digit string.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the text {0:?} is no digit string; type digits such as 1211, or (1,12,0) if some are above 9"
)]
pub struct ParseDigitsError(String);

impl FromStr for Representation {
    type Err = ParseDigitsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refused = || ParseDigitsError(text.chars().take(40).collect());
        let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
        let digits: Result<Vec<Natural>, _> = if inner.is_some() || text.contains(',') {
            inner
                .unwrap_or(text)
                .split(',')
                .map(|part| parse_natural(part.trim()))
                .collect()
        } else if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
            Ok(text.bytes().map(|b| Natural::from(b - b'0')).collect())
        } else {
            return Err(refused());
        };
        let mut digits = digits.map_err(|_| refused())?;
        digits.reverse();
        Ok(Self::from_lowest_first(digits))
    }
}
