//! Numbers for a reader: in full while they are short, else their ends and how many digits they have.
//!
//! ```
//! use numeration::abbreviated::{abbreviated, abbreviated_integer};
//! use numeration::natural::{Integer, Natural, Pow};
//!
//! assert_eq!(abbreviated(&Natural::from(12u8)), "12");
//! assert_eq!(abbreviated_integer(&-Integer::from(10).pow(100)), "-100000…000000 (101 digits)");
//! ```

use crate::natural::{DivMod, Integer, Natural, Pow, SignificantBits};

/// Numbers with more digits than this are abbreviated.
const SHORT: u64 = 24;
/// How many digits of each end of an abbreviated number are shown.
const END: usize = 6;
/// `10^END`.
const END_POWER: u64 = 1_000_000;

/// A natural number: `123456…987654 (1000 digits)` if it is long.
pub fn abbreviated(number: &Natural) -> String {
    let bits = number.significant_bits();
    if bits <= 64 {
        return number.to_string();
    }
    let (head, below) = leading_digits(number, bits);
    let length = head.len() as u64 + below;
    if length <= SHORT {
        return number.to_string();
    }
    let tail = (number % Natural::from(END_POWER)).to_string();
    format!("{head:.END$}…{tail:0>END$} ({length} digits)")
}

/// A whole number: as a natural one, with its sign.
pub fn abbreviated_integer(number: &Integer) -> String {
    let sign = if *number < 0 { "-" } else { "" };
    format!("{sign}{}", abbreviated(number.unsigned_abs_ref()))
}

/// The first decimal digits of a number, at least [`END`] of them, and how many follow them. Costs about as
/// much as one division, not a conversion to decimal.
fn leading_digits(number: &Natural, bits: u64) -> (String, u64) {
    // 0.3 < log10(2), so that 10^below has fewer digits than the number by enough.
    let below = (bits / 10 * 3).saturating_sub(END as u64);
    let (head, _) = number.div_mod(Natural::from(10u8).pow(below));
    (head.to_string(), below)
}
