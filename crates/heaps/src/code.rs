//! Octal and hexadecimal codes.
//!
//! The digit `d_k` of a code `d_0.d_1 d_2 d_3 …` says what may be left when `k` are taken from a heap: it is the sum
//! of 1 if nothing, 2 if one heap, 4 if two heaps and 8 if three heaps may be left, none of them empty
//! ([`G_VALUES`](rules::citation::G_VALUES)). Before the point nothing is taken, so that a heap must be split.
//!
//! ```
//! use heaps::code::Code;
//!
//! let kayles = Code::octal("0.77").expect("a code");
//! assert_eq!((kayles.digit(2), kayles.digit(3), kayles.length()), (7, 0, 2));
//! assert!(Code::octal("0.8F").expect_err("not octal").to_string().contains("hexadecimal"));
//! ```

use std::fmt;

use thiserror::Error;

use super::take_and_break::{Leaving, TakeAndBreak};

/// A code: what may be left when so many are taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// The digit before the point.
    before: u8,
    /// The digits after it, the last of them not 0.
    after: Vec<u8>,
}

/// Why a text is no code.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CodeError {
    /// There is no point, or more than one digit before it.
    #[error("`{0}` is no code: write one digit, a point and further digits, such as 0.77 or 4.007")]
    Form(String),
    /// A character is no digit.
    #[error("`{digit}` in the code `{code}` is no digit; the digits are {digits}")]
    Digit {
        /// The code.
        code: String,
        /// The character.
        digit: char,
        /// Which digits there are.
        digits: &'static str,
    },
    /// A digit of an octal code is above 7.
    #[error(
        "the digit {digit} in the octal code `{code}` is above 7: with digits up to F it is a hexadecimal code"
    )]
    NotOctal {
        /// The code.
        code: String,
        /// The digit.
        digit: char,
    },
    /// The digit before the point allows moves that change nothing.
    #[error(
        "the digit before the point of `{code}` says what is left when nothing is taken: it is {allowed}, since a heap that stays whole is no move"
    )]
    Before {
        /// The code.
        code: String,
        /// Which digits are possible there.
        allowed: &'static str,
    },
}

impl Code {
    /// Reads an octal code.
    ///
    /// # Errors
    /// If it is none.
    pub fn octal(text: &str) -> Result<Self, CodeError> {
        if let Some(digit) = text
            .chars()
            .find(|c| c.is_ascii_hexdigit() && !c.is_digit(8))
        {
            return Err(CodeError::NotOctal {
                code: text.to_owned(),
                digit,
            });
        }
        Self::read(text, 8, "0 to 7", "0 or 4")
    }

    /// Reads a hexadecimal code; an octal one is one, too.
    ///
    /// # Errors
    /// If it is none.
    pub fn hexadecimal(text: &str) -> Result<Self, CodeError> {
        Self::read(text, 16, "0 to 9 and A to F", "0, 4, 8 or C")
    }

    fn read(
        text: &str,
        base: u32,
        digits: &'static str,
        allowed: &'static str,
    ) -> Result<Self, CodeError> {
        let form = || CodeError::Form(text.to_owned());
        let (before, after) = text.split_once('.').ok_or_else(form)?;
        let digit = |c: char| {
            let value = c.to_digit(base).and_then(|digit| u8::try_from(digit).ok());
            value.ok_or(CodeError::Digit {
                code: text.to_owned(),
                digit: c,
                digits,
            })
        };
        let before: Vec<u8> = before.chars().map(digit).collect::<Result<_, _>>()?;
        let after: Vec<u8> = after.chars().map(digit).collect::<Result<_, _>>()?;
        let [before] = before[..] else {
            return Err(form());
        };
        if before & 3 != 0 {
            return Err(CodeError::Before {
                code: text.to_owned(),
                allowed,
            });
        }
        Ok(Self::new(before, after))
    }

    fn new(before: u8, mut after: Vec<u8>) -> Self {
        while after.last() == Some(&0) {
            after.pop();
        }
        Self { before, after }
    }

    /// What may be left when `taken` are taken.
    pub fn digit(&self, taken: usize) -> u8 {
        match taken.checked_sub(1) {
            None => self.before,
            Some(place) => self.after.get(place).copied().unwrap_or(0),
        }
    }

    /// The place of the last digit that is not 0 after the point: no more than this are ever taken.
    pub fn length(&self) -> usize {
        self.after.len()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:X}.", self.before)?;
        if self.after.is_empty() {
            return f.write_str("0");
        }
        self.after
            .iter()
            .try_for_each(|digit| write!(f, "{digit:X}"))
    }
}

impl From<&Code> for TakeAndBreak {
    fn from(code: &Code) -> Self {
        let digits = (0..=code.length()).map(|taken| Leaving::of_digit(code.digit(taken)));
        Self::new(digits.collect(), Leaving::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_printed_as_they_are_read() {
        for text in ["0.77", "4.007", "0.137", "4.0", "0.0"] {
            assert_eq!(
                Code::octal(text).map(|code| code.to_string()),
                Ok(text.to_owned())
            );
        }
        for text in ["0.8F", "C.00A", "8.0"] {
            assert_eq!(
                Code::hexadecimal(text).map(|code| code.to_string()),
                Ok(text.to_owned())
            );
        }
        assert_eq!(Code::octal("0.7700"), Code::octal("0.77"));
        assert_eq!(Code::hexadecimal("0.8f"), Code::hexadecimal("0.8F"));
    }

    #[test]
    fn what_is_no_code_is_refused_with_a_reason() {
        let refused = |text: &str, reason: &str| {
            let error = Code::octal(text).expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        };
        refused("77", "one digit, a point");
        refused("", "one digit, a point");
        refused(".77", "one digit, a point");
        refused("44.7", "one digit, a point");
        refused("0.7x", "`x`");
        refused("0.78", "hexadecimal");
        refused("0.7F", "hexadecimal");
        refused("3.7", "0 or 4");
        refused("0.7.7", "`.`");
        assert!(Code::hexadecimal("9.0").is_err());
    }
}
