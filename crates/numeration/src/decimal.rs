//! The decimal digits of a machine word, without the general way to format numbers, which takes several times as long.
//!
//! ```
//! use numeration::decimal::Decimal;
//!
//! assert_eq!(Decimal::of(0).as_str(), "0");
//! assert_eq!(Decimal::of(u64::MAX).as_str(), u64::MAX.to_string());
//! ```

/// No word has more digits.
const MOST: usize = 20;

/// A number as it is written.
#[derive(Clone, Copy, Debug)]
pub struct Decimal {
    digits: [u8; MOST],
    first: usize,
}

impl Decimal {
    /// The digits of a number.
    pub fn of(number: u64) -> Self {
        let (mut digits, mut rest) = ([b'0'; MOST], number);
        let mut first = MOST - 1;
        for place in (0..MOST).rev() {
            digits[place] = b'0' + u8::try_from(rest % 10).unwrap_or_default();
            rest /= 10;
            if rest == 0 {
                first = place;
                break;
            }
        }
        Self { digits, first }
    }

    /// The digits, with no 0 before them.
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.digits[self.first..]).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_the_number() {
        let powers = std::iter::successors(Some(1_u64), |power| power.checked_mul(10));
        let near = powers.flat_map(|power| [power - 1, power, power + 1]);
        for number in near.chain([909, u64::MAX - 1, u64::MAX]) {
            assert_eq!(Decimal::of(number).as_str(), number.to_string());
        }
    }
}
