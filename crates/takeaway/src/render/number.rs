//! Numbers for a reader: in full while that is bearable, else their ends and their length.

/// A number is shown in full up to this many digits.
const BEARABLE: usize = 60;

/// How many digits of each end are shown of a longer one.
const END: usize = 12;

/// A decimal number: in full if asked for or if it is short.
pub(crate) fn shown(digits: String, full: bool) -> String {
    if full || digits.len() <= BEARABLE {
        return digits;
    }
    let (head, tail) = (&digits[..END], &digits[digits.len() - END..]);
    format!("{head}…{tail} [{} digits]", digits.len())
}

/// A position: its piles in parentheses.
pub(crate) fn position(piles: &[String], full: bool) -> String {
    let piles: Vec<String> = piles.iter().map(|pile| shown(pile.clone(), full)).collect();
    format!("({})", piles.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_show_their_ends() {
        assert_eq!(shown("12".repeat(30), false).len(), 60);
        assert_eq!(
            shown("12".repeat(50), false),
            "121212121212…121212121212 [100 digits]"
        );
        assert_eq!(shown("12".repeat(50), true).len(), 100);
    }
}
