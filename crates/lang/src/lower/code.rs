//! Octal codes of one-heap games: digit k of `0.37` says what may be left when k tokens are taken
//! (Guy and Smith, cited in [`games::periodicity`]).

use numeration::natural::{Integer, to_natural, to_usize};

/// The digits of an octal code behind the point.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Code {
    digits: Vec<u8>,
}

impl Code {
    /// The code as written, unless it has a digit that is not octal.
    pub(super) fn new(written: &str) -> Option<Self> {
        let (_, digits) = written.split_once('.')?;
        let digit = |byte: u8| (b'0'..=b'7').contains(&byte).then(|| byte - b'0');
        Some(Self {
            digits: digits.bytes().map(digit).collect::<Option<Vec<u8>>>()?,
        })
    }

    /// The digit at a place, counted from 1; 0 elsewhere.
    pub(super) fn digit(&self, place: &Integer) -> Integer {
        let place = to_natural(place)
            .and_then(|place| to_usize(&place))
            .and_then(|place| place.checked_sub(1));
        Integer::from(
            place
                .and_then(|place| self.digits.get(place).copied())
                .unwrap_or(0),
        )
    }

    /// How many digits there are.
    pub(super) fn length(&self) -> Integer {
        Integer::from(self.digits.len())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn digits_are_counted_from_the_point() {
        let code = Code::new("0.307").unwrap();
        let digits: Vec<Integer> = (-1..=5)
            .map(|place| code.digit(&Integer::from(place)))
            .collect();
        assert_eq!(digits, [0, 0, 3, 0, 7, 0, 0]);
        assert_eq!(code.length(), 3);
        assert_eq!(Code::new("0.38"), None);
        assert_eq!(Code::new("37"), None);
    }
}
