//! Digits of a number in a numeration system, and the number of digits.
//!
//! Digits that no number has are answered with the reason, with the number that they would add up to, and with the
//! digits that number really has.

use logic::watch::{Stopped, Watch};
use numeration::natural::{Natural, SignificantBits};
use numeration::registry::{BuildError, SystemName};
use numeration::system::{NumerationSystem, Representation, SystemError};
use rules::json::{FoundOr, Number, Text};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::LabError;
use crate::Request;

/// What are the digits of a number, or the number of digits?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepresentRequest {
    /// The numeration system: `zeckendorf`, `ternary-u`, `base:2`, `p:7/4`, `q:phi`, `recurrence:2,1`, or as the rules language
    /// writes it: `ternary_u`, `binary`, `base(2)`, `p(7/4)`, `ostrowski(phi)`, `recurrence(2, 1)`.
    pub system: String,
    /// What is given.
    pub given: NumberOrDigits,
    /// Is the shifted number wanted too?
    pub shift: Option<Shift>,
}

/// A number to be written, or digits to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberOrDigits {
    /// A number.
    Number(Natural),
    /// Digits.
    Digits(Representation),
}

impl NumberOrDigits {
    /// The digits that are written so: `1211`, or `(1,12,0)` if some are above 9.
    ///
    /// # Errors
    /// If these are no digits.
    pub fn digits(text: &str) -> Result<Self, LabError> {
        text.trim().parse().map(Self::Digits).map_err(wrong)
    }
}

/// A way to move the digits by one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// A 0 is appended.
    Left,
    /// The last digit is dropped, whatever it is.
    Right,
}

/// The answer to a [`RepresentRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RepresentAnswer {
    /// The name of the system.
    pub system: String,
    /// Digits that were given and that no number has, with the reason.
    #[serde(flatten, with = "Admissible")]
    pub refused: Option<(Representation, String)>,
    /// The number, with its digits; none if the digits given do not even fit into the system.
    #[serde(flatten)]
    pub written: Option<Written>,
    /// What each of the digits stands for, the lowest first.
    #[serde(skip)]
    pub basis: Vec<Natural>,
    /// The shifted digits with their number, or why there are none.
    #[serde(
        rename = "shift",
        with = "FoundOr::<Shifted>",
        skip_serializing_if = "Option::is_none"
    )]
    pub shifted: Option<Result<Shifted, String>>,
}

/// Digits that were shifted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Shifted {
    /// The shifted digits and what they add up to.
    #[serde(flatten)]
    pub written: Written,
    /// The digit that a shift to the right dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dropped: Option<String>,
    /// Are these the digits of that number? Not always: in p- and q-systems the bound of a digit depends on its place.
    pub admissible: bool,
}

/// A number with its digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Written {
    /// The number.
    #[serde(with = "Number")]
    pub number: Natural,
    /// Its digits.
    #[serde(with = "Text")]
    pub digits: Representation,
}

/// Are these the digits of a number? If not, why not.
#[derive(Serialize, JsonSchema)]
struct Admissible {
    admissible: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Admissible {
    fn serialize<S: Serializer>(
        refused: &Option<(Representation, String)>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let reason = refused.as_ref().map(|(_, reason)| reason.clone());
        let admissible = reason.is_none();
        Self { admissible, reason }.serialize(serializer)
    }
}

/// Up to so many digits, what each stands for is told.
const FEW: usize = 12;

impl Request for RepresentRequest {
    type Answer = RepresentAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<RepresentAnswer, LabError> {
        let system = numeration_system(&self.system)?;
        let (written, refused) = match &self.given {
            NumberOrDigits::Number(number) => (Some(write(&*system, number.clone(), watch)?), None),
            NumberOrDigits::Digits(digits) => read(&*system, digits.clone(), watch)?,
        };
        let basis = match &written {
            Some(written) if written.digits.len() <= FEW => {
                system.basis(written.digits.len()).map_err(unknown)?
            }
            _ => Vec::new(),
        };
        let shifted = match (&written, self.shift) {
            (Some(written), Some(shift)) if refused.is_none() => {
                Some(shifted(&*system, written, shift)?)
            }
            _ => None,
        };
        Ok(RepresentAnswer {
            system: system.name(),
            refused,
            written,
            basis,
            shifted,
        })
    }
}

/// The system of this name.
pub(crate) fn numeration_system(name: &str) -> Result<Box<dyn NumerationSystem>, LabError> {
    let name: SystemName = name.trim().parse().map_err(wrong)?;
    name.build(lang::constant).map_err(|error| match error {
        BuildError::Constant(faults) => faults.into(),
        other => wrong(other),
    })
}

/// A number with its digits. Sixteen bytes a binary digit are enough for every system, since none has a basis that grows
/// slower than the Fibonacci numbers.
fn write(
    system: &dyn NumerationSystem,
    number: Natural,
    watch: &dyn Watch,
) -> Result<Written, LabError> {
    within_memory(number.significant_bits().saturating_mul(16), watch)?;
    let digits = system.represent_watched(&number, watch).map_err(unknown)?;
    Ok(Written { number, digits })
}

type Reading = (Option<Written>, Option<(Representation, String)>);

/// The number of digits, and the digits if no number has them.
fn read(
    system: &dyn NumerationSystem,
    digits: Representation,
    watch: &dyn Watch,
) -> Result<Reading, LabError> {
    let growth = system.basis(2).map_err(unknown)?;
    let bits = growth.last().map_or(1, SignificantBits::significant_bits);
    within_memory((digits.len() as u64).saturating_mul(8 + bits / 8), watch)?;
    let refused = match system.admissible(&digits) {
        Ok(()) => None,
        Err(SystemError::Real(error)) => return Err(unknown(SystemError::Real(error))),
        Err(error @ SystemError::TooFewPlaces { .. }) => {
            return Ok((None, Some((digits, error.to_string()))));
        }
        Err(error) => Some(error.to_string()),
    };
    let number = system.evaluate(&digits).map_err(unknown)?;
    Ok(match refused {
        None => (Some(Written { number, digits }), None),
        Some(reason) => (Some(write(system, number, watch)?), Some((digits, reason))),
    })
}

fn shifted(
    system: &dyn NumerationSystem,
    written: &Written,
    shift: Shift,
) -> Result<Result<Shifted, String>, LabError> {
    let (digits, dropped) = match shift {
        Shift::Left => (written.digits.shifted_left(), None),
        Shift::Right => (
            written.digits.without_lowest(1),
            Some(written.digits.digit(0).to_string()),
        ),
    };
    match system.evaluate(&digits) {
        Ok(number) => Ok(Ok(Shifted {
            admissible: system.admissible(&digits).is_ok(),
            written: Written { number, digits },
            dropped,
        })),
        Err(SystemError::Real(error)) => Err(unknown(SystemError::Real(error))),
        Err(error) => Ok(Err(error.to_string())),
    }
}

fn within_memory(needed: u64, watch: &dyn Watch) -> Result<(), Stopped> {
    watch.check()?;
    match watch.memory_limit() {
        Some(allowed) if needed > allowed => Err(Stopped::Memory { needed, allowed }),
        _ => Ok(()),
    }
}

fn wrong(error: impl std::fmt::Display) -> LabError {
    LabError::input(error.to_string())
}

fn unknown(error: SystemError) -> LabError {
    match error {
        SystemError::Stopped(stopped) => stopped.into(),
        other => LabError::Beyond(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use logic::watch::Unwatched;
    use proptest::prelude::*;

    use super::*;

    fn ask(system: &str, given: NumberOrDigits, shift: Option<Shift>) -> RepresentAnswer {
        let system = system.to_owned();
        RepresentRequest {
            system,
            given,
            shift,
        }
        .answer(&Unwatched)
        .unwrap()
    }

    fn number(text: &str) -> NumberOrDigits {
        NumberOrDigits::Number(lang::number(text).unwrap())
    }

    fn digits(text: &str) -> NumberOrDigits {
        NumberOrDigits::digits(text).unwrap()
    }

    fn check(system: &str, n: &str, expected: &str) {
        let there = ask(system, number(n), None).written.unwrap();
        assert_eq!(there.digits.to_string(), expected, "{n} in {system}");
        let back = ask(system, digits(expected), None);
        assert_eq!(back.refused, None);
        assert_eq!(back.written.unwrap(), there);
    }

    #[test]
    fn there_and_back() {
        check("zeckendorf", "14", "100001");
        check("ternary-u", "41", "1211");
        check("ternary-u", "0", "0");
        check("base:2", "2^10+1", "10000000001");
        check("base:16", "255", "(15,15)");
        check("p:phi", "14", "100001");
        check("recurrence:2,1", "100", "100001");
        check("p:7/4", "100", "(14,1,0)");
    }

    #[test]
    fn a_shift_moves_every_digit() {
        let shift = |system, n, shift| ask(system, number(n), Some(shift)).shifted.unwrap();
        let check = |system, n, direction, expected: u32, admissible| {
            let shifted: Shifted = shift(system, n, direction).unwrap();
            assert_eq!(shifted.written.number, expected, "{n} in {system}");
            assert_eq!(shifted.admissible, admissible, "{n} in {system}");
        };
        check("base:10", "37", Shift::Left, 370, true);
        check("base:10", "370", Shift::Right, 37, true);
        check("ternary-u", "41", Shift::Left, 108, true);
        check("p:pi", "100", Shift::Left, 1420, false);
        check("ternary-u", "41", Shift::Right, 15, true);
        check("base(10)", "379", Shift::Right, 37, true);
        check("recurrence(1, 1, 1)", "0", Shift::Right, 0, true);
        let dropped = shift("ternary_u", "41", Shift::Right).unwrap().dropped;
        assert_eq!(dropped.as_deref(), Some("1"));
    }

    #[test]
    fn refused_digits_keep_their_sum() {
        let answer = ask("zeckendorf", digits("110"), Some(Shift::Left));
        let (given, reason) = answer.refused.unwrap();
        assert_eq!(given.to_string(), "110");
        assert_eq!(
            reason,
            "the digit 1 at place 1 is too large: below 1 it can be at most 0"
        );
        assert_eq!(answer.written.unwrap().digits.to_string(), "1000");
        assert_eq!(answer.shifted, None);
    }

    proptest! {
        /// The digits times what they stand for add up to the number.
        #[test]
        fn digits_add_up(n in 0_u64..5_000, system in prop::sample::select(vec![
            "zeckendorf", "ternary-u", "base:7", "p:7/4", "q:7/4", "p:pi", "q:sqrt(3)", "recurrence:3,2,1",
        ])) {
            let answer = ask(system, number(&n.to_string()), None);
            let digits = answer.written.unwrap().digits;
            prop_assert_eq!(answer.basis.len(), if digits.len() <= FEW { digits.len() } else { 0 });
            if digits.len() <= FEW {
                let sum: Natural = digits.digits().zip(&answer.basis).map(|(digit, unit)| digit * unit).sum();
                prop_assert_eq!(sum, n);
            }
        }
    }
}
