//! Numbers for a reader: in full while that is bearable, else their ends and their length.

use lab::{Natural, Position, abbreviated};

/// A number is shown in full up to this many digits.
const BEARABLE: u32 = 60;

/// A number: in full if asked for or if it is short.
pub(crate) fn shown(number: &Natural, full: bool) -> String {
    if full || is_bearable(number) {
        number.to_string()
    } else {
        abbreviated(number)
    }
}

/// A position: its piles in parentheses.
pub(crate) fn position(position: &Position, full: bool) -> String {
    let piles: Vec<String> = position
        .piles()
        .iter()
        .map(|pile| shown(pile, full))
        .collect();
    format!("({})", piles.join(", "))
}

/// Has it few digits? Found without writing it down: that of a million digits takes its time.
fn is_bearable(number: &Natural) -> bool {
    let limit = (0..BEARABLE).fold(Natural::from(1_u32), |power, _| {
        power * Natural::from(10_u32)
    });
    *number < limit
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn check(digits: &str, full: bool, expected: &str) {
        assert_eq!(shown(&digits.parse().unwrap(), full), expected);
    }

    #[test]
    fn long_numbers_show_their_ends() {
        let (sixty, hundred) = ("12".repeat(30), "12".repeat(50));
        check(&sixty, false, &sixty);
        check(&hundred, false, "121212…121212 (100 digits)");
        check(&hundred, true, &hundred);
    }
}
