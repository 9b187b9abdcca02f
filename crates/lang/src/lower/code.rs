//! Codes of games on heaps: digit k of `0.37` says what may be left when k tokens are taken, and the digit before the point what
//! may be left when none is (R. K. Guy and C. A. B. Smith, The G-values of various games, 1956).

use numeration::natural::{Integer, to_natural, to_usize};

/// The digits of a code, the one before the point first.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CodeDigits {
    digits: Vec<u8>,
}

impl CodeDigits {
    /// The code as written: one digit, a point, and digits behind it, from 0 to 9 and A to F.
    pub(super) fn new(written: &str) -> Option<Self> {
        let (first, rest) = written.split_once('.')?;
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Some(byte - b'0'),
            b'A'..=b'F' => Some(byte - b'A' + 10),
            _ => None,
        };
        let digits = first.bytes().chain(rest.bytes()).map(digit);
        let digits = digits.collect::<Option<Vec<u8>>>()?;
        (first.len() == 1 && !rest.is_empty()).then_some(Self { digits })
    }

    /// The digit at a place, counted from the point; 0 where none is written.
    pub(super) fn digit(&self, place: &Integer) -> Integer {
        let place = to_natural(place).and_then(|place| to_usize(&place));
        let digit = place.and_then(|place| self.digits.get(place).copied());
        Integer::from(digit.unwrap_or(0))
    }

    /// How many digits there are behind the point.
    pub(super) fn length(&self) -> Integer {
        Integer::from(self.digits.len()) - Integer::from(1)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn digits_are_counted_from_the_point() {
        let digits = |written: &str| -> Vec<Integer> {
            let code = CodeDigits::new(written).unwrap();
            (-1..=4)
                .map(|place| code.digit(&Integer::from(place)))
                .collect()
        };
        assert_eq!(digits("0.307"), [0, 0, 3, 0, 7, 0]);
        assert_eq!(digits("4.8F"), [0, 4, 8, 15, 0, 0]);
        assert_eq!(CodeDigits::new("0.307").unwrap().length(), 3);
        for wrong in ["37", "0.", "10.3", "0.3G", "0.f", ".3"] {
            assert_eq!(CodeDigits::new(wrong), None, "{wrong}");
        }
    }
}
