//! Zeckendorf's system: the Fibonacci numbers `1, 2, 3, 5, 8, …`, digits 0 and 1, no two 1s in a row.
//!
//! E. Zeckendorf, Représentation des nombres naturels par une somme de nombres de Fibonacci ou de nombres
//! de Lucas, Bull. Soc. Roy. Sci. Liège 41 (1972) 179–182. The system of Wythoff's game and of the
//! Raleigh game.
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

use std::sync::LazyLock;

use watch::Unwatched;

use crate::ladder::{Grammar, Ladder, LadderSystem, PeriodicSequence};
use crate::natural::{Integer, Natural, One, Two};
use crate::system::Representation;

/// The Fibonacci numeration system. Keeps the Fibonacci numbers that it has needed.
#[derive(Debug)]
pub struct Zeckendorf {
    ladder: Ladder,
}

/// The digits of a number and the number with a 0 appended to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShiftedDigits {
    /// The digits.
    pub digits: Representation,
    /// The left shift.
    pub left: Natural,
}

impl Zeckendorf {
    /// The system.
    pub fn new() -> Self {
        let first = PeriodicSequence::constant(Integer::ONE);
        let start = vec![Integer::ONE, Integer::TWO];
        let rest = vec![Integer::ONE];
        Self {
            ladder: Ladder::new(first, rest, start, Grammar::Lexicographic),
        }
    }

    /// The system, shared by all who ask, so that what it learns about its basis is kept.
    pub fn shared() -> &'static Self {
        static SHARED: LazyLock<Zeckendorf> = LazyLock::new(Zeckendorf::new);
        &SHARED
    }

    /// The digits of a number.
    pub fn digits(&self, n: &Natural) -> Representation {
        let digits = self.ladder.represent(n, &Unwatched);
        digits.expect("nobody stops the work")
    }

    /// The digits of a number and its left shift.
    pub fn shift(&self, n: &Natural) -> ShiftedDigits {
        let digits = self.digits(n);
        let left = self.ladder.evaluate(&digits.shifted_left());
        ShiftedDigits { digits, left }
    }
}

impl Default for Zeckendorf {
    fn default() -> Self {
        Self::new()
    }
}

impl LadderSystem for Zeckendorf {
    fn label(&self) -> String {
        "zeckendorf".to_owned()
    }

    fn ladder(&self) -> &Ladder {
        &self.ladder
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::natural::{Pow, Zero};
    use crate::recurrence::Recurrence;
    use crate::system::{NumerationSystem, SystemError};
    use watch::{Limited, Stopped};

    /// The greatest Fibonacci number is taken away as long as something is left.
    fn greedily(n: &Natural) -> ShiftedDigits {
        let mut basis = vec![Natural::ONE, Natural::TWO];
        while basis[basis.len() - 1] <= *n {
            basis.push(&basis[basis.len() - 1] + &basis[basis.len() - 2]);
        }
        let (mut rest, mut left) = (n.clone(), Natural::ZERO);
        let mut digits = vec![0; basis.len() - 1];
        for place in (0..digits.len()).rev() {
            if basis[place] <= rest {
                rest -= &basis[place];
                left += &basis[place + 1];
                digits[place] = 1;
            }
        }
        let digits = Representation::from_words_lowest_first(digits);
        ShiftedDigits { digits, left }
    }

    fn check(n: &Natural, system: &Zeckendorf) {
        let expected = greedily(n);
        assert_eq!(system.shift(n), expected, "{n}");
        assert_eq!(system.represent(n).unwrap(), expected.digits, "{n}");
        assert_eq!(system.left_shift(n).unwrap(), expected.left, "{n}");
        assert_eq!(system.evaluate(&expected.digits).unwrap(), *n);
        assert!(system.admissible(&expected.digits).is_ok());
    }

    #[test]
    fn small_numbers() {
        let system = Zeckendorf::new();
        for n in 0..2000u32 {
            check(&Natural::from(n), &system);
        }
    }

    #[test]
    fn around_fibonacci_numbers_and_powers() {
        let system = Zeckendorf::new();
        for f in system.basis(700).unwrap() {
            for near in [
                &f - Natural::ONE,
                f.clone(),
                &f + Natural::ONE,
                &f + (&f >> 1u64),
                &f * Natural::from(5u8) / Natural::from(3u8),
            ] {
                check(&near, &system);
            }
        }
        for power in [30u64, 100, 1000, 5000] {
            let n = Natural::from(10u8).pow(power) / Natural::from(7u8);
            check(&n, &system);
            check(&(&n * &n), &system);
        }
    }

    #[test]
    fn it_is_the_system_of_its_recurrence() {
        let system = Zeckendorf::new();
        let recurrence = Recurrence::new(&[Natural::ONE, Natural::ONE]).unwrap();
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
    fn two_ones_side_by_side_are_refused() {
        let faults = |text: &str| {
            let digits: Representation = text.parse().unwrap();
            Zeckendorf::new()
                .admissible(&digits)
                .map_err(|why| why.to_string())
        };
        assert!(faults("1001010").is_ok());
        for text in ["11", "110", "2", "12", "121", "1001100"] {
            assert!(faults(text).is_err(), "{text}");
        }
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
