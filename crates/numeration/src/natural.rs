//! The one big-number type of the project, re-exported.
//!
//! Every crate takes its naturals and integers from here, with the traits that go with them, so that
//! the library behind them is named in one file and can be changed in one file. The helpers below are
//! the operations that take-away games need again and again, with the rounding in their names.
//!
//! ```
//! use numeration::natural::{FloorSqrt, Integer, Natural, floor_div, parse_natural};
//!
//! let n = parse_natural("1000000000000000000000000000000").expect("a decimal number");
//! assert_eq!(n.floor_sqrt(), Natural::from(1_000_000_000_000_000u64));
//! assert_eq!(floor_div(&Integer::from(-7), &Integer::from(2)), Some(Integer::from(-4)));
//! assert!(parse_natural("-3").is_err());
//! ```

pub use malachite_base::num;
pub use malachite_base::num::arithmetic::traits::{
    Abs, AbsDiff, CheckedRoot, CheckedSqrt, CheckedSub, DivExact, DivMod, DivisibleBy, FloorRoot,
    FloorSqrt, Gcd, Lcm, Mod, Parity, Pow, SaturatingSub, Sign, Square, UnsignedAbs,
};
pub use malachite_base::num::basic::traits::{One, Two, Zero};
use malachite_base::num::conversion::traits::PowerOf2Digits;
pub use malachite_base::num::conversion::traits::{FromStringBase, ToStringBase};
pub use malachite_base::num::logic::traits::{BitAccess, SignificantBits};
pub use malachite_nz::integer::Integer;
pub use malachite_nz::natural::Natural;

/// Why a text is not a natural number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseNaturalError {
    /// There are no digits.
    #[error("a number is missing: type decimal digits, such as 42")]
    Empty,
    /// A negative number.
    #[error("the number {0} is negative; only 0, 1, 2, … are allowed")]
    Negative(String),
    /// Something that is not a decimal digit.
    #[error(
        "the character {character:?} at place {place} is not a decimal digit; type a number such as 42"
    )]
    NotADigit {
        /// The first bad character.
        character: char,
        /// Its place, counted from 1.
        place: usize,
    },
}

/// The natural number written in decimal, of any length, in sub-quadratic time.
///
/// Digits may be grouped with `_`. Signs, spaces and anything else are refused.
pub fn parse_natural(text: &str) -> Result<Natural, ParseNaturalError> {
    if let Some((index, character)) = text
        .chars()
        .enumerate()
        .find(|(_, c)| !is_digit_or_group(*c))
    {
        let number = text.strip_prefix('-');
        if number.is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit())) {
            return Err(ParseNaturalError::Negative(text.chars().take(40).collect()));
        }
        return Err(ParseNaturalError::NotADigit {
            character,
            place: index + 1,
        });
    }
    let digits: String = text.chars().filter(|c| *c != '_').collect();
    Natural::from_string_base(10, &digits)
        .filter(|_| !digits.is_empty())
        .ok_or(ParseNaturalError::Empty)
}

/// Quotient rounded down and the remainder, which has the sign of `d`; `None` if `d` is 0.
pub fn div_mod_floor(n: &Integer, d: &Integer) -> Option<(Integer, Integer)> {
    (*d != 0).then(|| n.div_mod(d))
}

/// `n / d` rounded down; `None` if `d` is 0.
pub fn floor_div(n: &Integer, d: &Integer) -> Option<Integer> {
    div_mod_floor(n, d).map(|(quotient, _)| quotient)
}

/// `n / d` rounded up; `None` if `d` is 0.
pub fn ceil_div(n: &Integer, d: &Integer) -> Option<Integer> {
    div_mod_floor(n, d).map(|(quotient, rest)| {
        if rest == 0 {
            quotient
        } else {
            quotient + Integer::ONE
        }
    })
}

/// The number of binary digits of `|n|`; 0 for 0.
pub fn bits(n: &Integer) -> u64 {
    n.unsigned_abs_ref().significant_bits()
}

/// An integer as a natural, if it is not negative.
pub fn to_natural(n: &Integer) -> Option<Natural> {
    Natural::try_from(n).ok()
}

/// A natural as an index into memory, if it fits.
pub fn to_usize(n: &Natural) -> Option<usize> {
    usize::try_from(n).ok()
}

/// The greatest common divisor of two machine integers; never negative, and 0 for 0 and 0.
///
/// ```
/// use numeration::natural::gcd;
/// assert_eq!(gcd(-12, 18), 6);
/// assert_eq!(gcd(0, -7), 7);
/// ```
pub fn gcd<T, U>(a: T, b: T) -> T
where
    T: UnsignedAbs<Output = U> + TryFrom<U> + One,
    U: Gcd<U, Output = U>,
{
    let common = a.unsigned_abs().gcd(b.unsigned_abs());
    // Only the magnitude of the least number does not fit; 1 is a common divisor too.
    T::try_from(common).unwrap_or(T::ONE)
}

/// The bytes of a natural, the lowest first, in time linear in their number; none for 0.
///
/// ```
/// use numeration::natural::{Natural, from_bytes, to_bytes};
/// assert_eq!(to_bytes(&Natural::from(0x1_02_u32)), [2, 1]);
/// assert_eq!(from_bytes(&[2, 1, 0]), Natural::from(0x1_02_u32));
/// ```
pub fn to_bytes(n: &Natural) -> Vec<u8> {
    n.to_power_of_2_digits_asc(8)
}

/// The natural with these bytes, the lowest first, in time linear in their number.
pub fn from_bytes(bytes: &[u8]) -> Natural {
    let read = Natural::from_power_of_2_digits_asc(8, bytes.iter().copied());
    read.expect("every byte is a digit to the base 2^8")
}

fn is_digit_or_group(c: char) -> bool {
    c.is_ascii_digit() || c == '_'
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bytes_come_back(bytes in proptest::collection::vec(0..=u8::MAX, 0..100)) {
            let number = from_bytes(&bytes);
            let horner = bytes.iter().rev().fold(Natural::ZERO, |n, b| n * Natural::from(256_u32) + Natural::from(*b));
            prop_assert_eq!(&number, &horner);
            let written = to_bytes(&number);
            prop_assert!(bytes.starts_with(&written) && bytes[written.len()..].iter().all(|byte| *byte == 0));
        }
    }

    fn check(text: &str, expected: Result<u64, &str>) {
        let got = parse_natural(text).map_err(|e| e.to_string());
        assert_eq!(
            got,
            expected.map(Natural::from).map_err(str::to_owned),
            "{text:?}"
        );
    }

    #[test]
    fn parses_and_refuses() {
        check("0", Ok(0));
        check("007", Ok(7));
        check("1_000_000", Ok(1_000_000));
        check(
            "",
            Err("a number is missing: type decimal digits, such as 42"),
        );
        check(
            "_",
            Err("a number is missing: type decimal digits, such as 42"),
        );
        check(
            "-3",
            Err("the number -3 is negative; only 0, 1, 2, … are allowed"),
        );
        check(
            "12x",
            Err("the character 'x' at place 3 is not a decimal digit; type a number such as 42"),
        );
        check(
            "+1",
            Err("the character '+' at place 1 is not a decimal digit; type a number such as 42"),
        );
        check(
            "é",
            Err("the character 'é' at place 1 is not a decimal digit; type a number such as 42"),
        );
        check(
            "-",
            Err("the character '-' at place 1 is not a decimal digit; type a number such as 42"),
        );
        check(
            "-é",
            Err("the character '-' at place 1 is not a decimal digit; type a number such as 42"),
        );
    }

    #[test]
    fn division_by_zero_is_refused() {
        assert_eq!(floor_div(&Integer::ONE, &Integer::ZERO), None);
    }

    proptest! {
        #[test]
        fn printing_and_parsing_agree(digits in "[1-9][0-9]{0,400}") {
            prop_assert_eq!(parse_natural(&digits).unwrap().to_string(), digits);
        }

        #[test]
        fn rounding_division(n in any::<i64>(), d in any::<i32>().prop_filter("not 0", |d| *d != 0)) {
            let (floor, ceil) = (i128::from(n).div_euclid(i128::from(d).abs()), -(-i128::from(n)).div_euclid(i128::from(d).abs()));
            let (floor, ceil) = if d > 0 { (floor, ceil) } else { (-ceil, -floor) };
            let (n, d) = (Integer::from(n), Integer::from(d));
            prop_assert_eq!(floor_div(&n, &d), Some(Integer::from(floor)));
            prop_assert_eq!(ceil_div(&n, &d), Some(Integer::from(ceil)));
        }
    }
}
