//! Zeckendorf's system: the Fibonacci numbers `1, 2, 3, 5, 8, …`, digits 0 and 1, no two 1s in a row.
//!
//! E. Zeckendorf, Représentation des nombres naturels par une somme de nombres de Fibonacci ou de nombres
//! de Lucas, Bull. Soc. Roy. Sci. Liège 41 (1972) 179–182. The system of Wythoff's game and of the
//! Raleigh game. It has an engine of its own, `split`, which finds the left shift together with the digits and is faster
//! than the one for any recurrence.
//!
//! ```
//! use numeration::natural::Natural;
//! use numeration::system::NumerationSystem;
//! use numeration::zeckendorf::Zeckendorf;
//!
//! let system = Zeckendorf::new();
//! assert_eq!(system.represent(&Natural::from(30u32))?.to_string(), "1010001");
//! assert_eq!(system.shift(&Natural::from(30u32)).left, Natural::from(49u32));
//! # Ok::<(), numeration::system::SystemError>(())
//! ```

mod split;

use std::sync::LazyLock;

use watch::{Unwatched, Watch};

use crate::natural::{Natural, One, Two, Zero};
use crate::system::{Inadmissible, NumerationSystem, Representation, SystemError};
use split::{Places, Splits};

/// The Fibonacci numeration system. Keeps the Fibonacci numbers that it has needed.
#[derive(Debug, Default)]
pub struct Zeckendorf {
    splits: Splits,
}

/// The digits of a number and the number with a 0 appended to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shifted {
    digits: Places,
    /// The left shift.
    pub left: Natural,
}

impl Zeckendorf {
    /// The system.
    pub fn new() -> Self {
        Self::default()
    }

    /// The system, shared by all who ask, so that what it learns about its basis is kept.
    pub fn shared() -> &'static Self {
        static SHARED: LazyLock<Zeckendorf> = LazyLock::new(Zeckendorf::new);
        &SHARED
    }

    /// The digits of a number and its left shift, at the cost of the digits alone.
    pub fn shift(&self, n: &Natural) -> Shifted {
        let found = self.splits.digits(n, &Unwatched);
        let (digits, left) = found.expect("nobody stops the work");
        Shifted { digits, left }
    }
}

impl Shifted {
    /// How many 0s the digits end in; none for 0.
    pub fn trailing_zeros(&self) -> usize {
        self.digits.trailing_zeros()
    }

    /// The last digit.
    pub fn last(&self) -> Natural {
        Natural::from(self.digits.lowest_first().next().unwrap_or(0))
    }

    /// The digits as they are written, the highest first.
    pub fn text(&self) -> String {
        let digits = self.digits.lowest_first().rev();
        let text: String = digits.map(|digit| char::from(b'0' + digit)).collect();
        if text.is_empty() {
            "0".to_owned()
        } else {
            text
        }
    }

    /// The digits to be shown.
    pub fn representation(&self) -> Representation {
        representation(&self.digits)
    }
}

fn representation(digits: &Places) -> Representation {
    Representation::from_words_lowest_first(digits.lowest_first().map(u64::from).collect())
}

impl NumerationSystem for Zeckendorf {
    fn name(&self) -> String {
        "zeckendorf".to_owned()
    }

    fn represent_watched(
        &self,
        n: &Natural,
        watch: &dyn Watch,
    ) -> Result<Representation, SystemError> {
        let (digits, _) = self.splits.digits(n, watch)?;
        Ok(representation(&digits))
    }

    fn evaluate(&self, digits: &Representation) -> Result<Natural, SystemError> {
        Ok(match digits.words() {
            Some(words) => self.splits.value(words),
            None => {
                let digits: Vec<Natural> = digits.digits().collect();
                self.splits.value(&digits)
            }
        })
    }

    fn admissible(&self, digits: &Representation) -> Result<(), SystemError> {
        let mut above = Natural::ZERO;
        for place in (0..digits.len()).rev() {
            let digit = digits.digit(place);
            let full: Vec<Natural> = [above].into_iter().filter(|above| *above == 1).collect();
            let largest = Natural::from(full.is_empty());
            if digit > largest {
                return Err(Inadmissible::TooLarge {
                    place,
                    digit,
                    largest,
                    full,
                }
                .into());
            }
            above = digit;
        }
        Ok(())
    }

    fn basis(&self, count: usize) -> Result<Vec<Natural>, SystemError> {
        let pairs = std::iter::successors(Some((Natural::ONE, Natural::TWO)), |(at, above)| {
            Some((above.clone(), at + above))
        });
        Ok(pairs.map(|(at, _)| at).take(count).collect())
    }

    fn left_shift(&self, n: &Natural) -> Result<Natural, SystemError> {
        Ok(self.shift(n).left)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::natural::Pow;
    use crate::recurrence::Recurrence;
    use watch::{Limited, Stopped};

    /// Two engines: this one, and that for any recurrence.
    fn check(n: &Natural, system: &Zeckendorf, recurrence: &Recurrence) {
        let shifted = system.shift(n);
        let digits = recurrence.represent(n).unwrap();
        assert_eq!(shifted.representation(), digits, "{n}");
        assert_eq!(system.represent(n).unwrap(), digits, "{n}");
        let left = recurrence.evaluate(&digits.shifted_left()).unwrap();
        assert_eq!(shifted.left, left, "{n}");
        assert_eq!(system.evaluate(&digits.shifted_left()).unwrap(), left);
        assert_eq!(system.evaluate(&digits).unwrap(), *n);
        assert!(system.admissible(&digits).is_ok());
    }

    fn recurrence() -> Recurrence {
        Recurrence::new(&[Natural::ONE, Natural::ONE]).unwrap()
    }

    #[test]
    fn small_numbers() {
        let (system, recurrence) = (Zeckendorf::new(), recurrence());
        for n in 0..2000u32 {
            check(&Natural::from(n), &system, &recurrence);
        }
    }

    #[test]
    fn around_fibonacci_numbers_and_powers() {
        let (system, recurrence) = (Zeckendorf::new(), recurrence());
        for f in system.basis(700).unwrap() {
            for near in [
                &f - Natural::ONE,
                f.clone(),
                &f + Natural::ONE,
                &f + (&f >> 1u64),
                &f * Natural::from(5u8) / Natural::from(3u8),
            ] {
                check(&near, &system, &recurrence);
            }
        }
        for power in [30u64, 100, 1000, 5000] {
            let n = Natural::from(10u8).pow(power) / Natural::from(7u8);
            check(&n, &system, &recurrence);
            check(&(&n * &n), &system, &recurrence);
        }
    }

    #[test]
    fn any_digits_have_a_value_and_the_same_faults() {
        let (system, recurrence) = (Zeckendorf::new(), recurrence());
        let long = "9".repeat(300);
        for text in [
            "11",
            "110",
            "2",
            "12",
            "121",
            "1001100",
            "(1,2,300000000000000000000,7)",
            &long,
        ] {
            let digits: Representation = text.parse().unwrap();
            assert_eq!(
                system.evaluate(&digits),
                recurrence.evaluate(&digits),
                "{text}"
            );
            assert_eq!(
                system.admissible(&digits),
                recurrence.admissible(&digits),
                "{text}"
            );
        }
        assert_eq!(system.basis(40), recurrence.basis(40));
    }

    #[test]
    fn the_work_can_be_interrupted() {
        let stop = Limited::new(&Unwatched)
            .questions(0)
            .stopping(Stopped::Cancelled);
        let long = Natural::from(10u8).pow(20_000);
        let system = Zeckendorf::new();
        assert_eq!(
            system.represent_watched(&long, &stop),
            Err(SystemError::Stopped(Stopped::Cancelled))
        );
    }
}
