//! What some patterns say, in words.

use std::collections::BTreeSet;

use numeration::natural::Natural;

use super::{Pattern, PatternState};

/// Patterns and what the digits do that match them.
const SAID: [(&str, &str); 6] = [
    (".*[^0](00)*", "end in an even number of zeros"),
    (".*[^0]0(00)*", "end in an odd number of zeros"),
    (
        ".*[^0](00)+",
        "end in two, four or another even number of zeros",
    ),
    (".*0", "end in a zero"),
    (".*1", "end in a 1"),
    ("10*", "have the form 10…0"),
];

/// Systems with more digits than this are not looked at.
const MOST_DIGITS: u64 = 50;

impl Pattern {
    /// What the digits of a positive number do if they match: "end in an even number of zeros"; nothing if there is no
    /// word for it. `largest` is the largest digit that there is.
    pub(crate) fn said(&self, largest: Option<&Natural>) -> Option<&'static str> {
        let named = self.digits.last();
        let largest = match largest {
            Some(largest) => u64::try_from(largest).ok()?,
            // Beyond the digits with a name all are alike.
            None => named.map_or(Some(1), |digit| u64::try_from(digit).ok()?.checked_add(1))?,
        };
        if largest > MOST_DIGITS {
            return None;
        }
        let mut known = SAID.iter();
        let same = known.find(|(source, _)| {
            let other = Self::new(source, None);
            other.is_ok_and(|other| self.allows_the_same(&other, largest))
        });
        same.map(|(_, words)| *words)
    }

    /// Do the same words match that do not begin with 0?
    fn allows_the_same(&self, other: &Self, largest: u64) -> bool {
        let step = |(one, two): (PatternState, PatternState), digit| {
            (self.step_word(one, digit), other.step_word(two, digit))
        };
        let start = (self.start(), other.start());
        let mut open: Vec<_> = (1..=largest).map(|digit| step(start, digit)).collect();
        let mut seen: BTreeSet<_> = open.iter().copied().collect();
        while let Some(pair) = open.pop() {
            if self.accepts(pair.0) != other.accepts(pair.1) {
                return false;
            }
            for next in (0..=largest).map(|digit| step(pair, digit)) {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn said(pattern: &str, largest: u32) -> Option<&'static str> {
        let largest = Natural::from(largest);
        Pattern::new(pattern, Some(&largest))
            .unwrap()
            .said(Some(&largest))
    }

    #[test]
    fn patterns_are_known_by_what_they_allow() {
        let even = Some("end in an even number of zeros");
        assert_eq!(said(".*1(00)*", 1), even);
        assert_eq!(said("0|(.*[12])(0{2})*", 2), even);
        assert_eq!(said(".*1(00)*", 2), None, "a 2 may stand before the zeros");
        assert_eq!(
            said(".*1(00)*0|0", 1),
            Some("end in an odd number of zeros")
        );
        assert_eq!(said("(0|1)*0", 1), Some("end in a zero"));
        assert_eq!(said(".*1", 1), Some("end in a 1"));
        assert_eq!(said(".*10", 1), None);
    }
}
