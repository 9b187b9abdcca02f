//! The author's slip, or an accident of the extraction?
//!
//! The papers were read as text that a machine extracted from their pages, and it lost, changed and repeated signs. So a
//! fault of the text need not be one of the paper. [`RULE`] decides, for all papers alike, by the signs alone.

use super::data::TextChange;
use super::{PaperVerdict, WrongEntry};

/// The rule, for a reader.
pub const RULE: &str = "\
One rule tells the slip of an author from an accident of the extraction. A fault may be the extraction's if one sign mends it: one character is \
changed, put in or struck out, at one place; or if the text is visibly damaged there, by what the extraction does all through it (max for mex, > for ≥, an index \
j read as i, minus signs that are missing) or by rows that are repeated or cut off. Then it is called a scanning accident and is not held against the paper, even where \
it may well stand in print. All else is called a misprint: two signs or more, a word, or the same sign at two places.";

/// What a slip with this change is.
pub(crate) fn verdict(change: &TextChange) -> PaperVerdict {
    let one_sign = change.places == 1 && is_one_sign(&change.from, &change.to);
    if one_sign || change.damaged {
        PaperVerdict::ScanningAccident
    } else {
        PaperVerdict::Misprint
    }
}

/// What a table is in which these entries differ.
pub(crate) fn verdict_on_table(entries: &[WrongEntry]) -> PaperVerdict {
    match entries {
        [one] if is_one_sign(&one.printed, &one.correct) => PaperVerdict::ScanningAccident,
        _ => PaperVerdict::Misprint,
    }
}

/// Is one character changed, put in or struck out, and nothing else? Blanks and the marks of an index are no characters.
fn is_one_sign(from: &str, to: &str) -> bool {
    let (from, to) = (signs(from), signs(to));
    let same = |pair: &(&char, &char)| pair.0 == pair.1;
    let head = from.iter().zip(&to).take_while(same).count();
    let tail = from.iter().rev().zip(to.iter().rev());
    let tail = tail.take_while(same).count();
    let longer = from.len().max(to.len());
    from != to && from.len().abs_diff(to.len()) <= 1 && head + tail + 1 >= longer
}

fn signs(text: &str) -> Vec<char> {
    let is_sign = |sign: &char| !sign.is_whitespace() && !matches!(sign, '{' | '}' | '_' | '^');
    text.chars().filter(is_sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(from: &str, to: &str, places: u32, damaged: bool, expected: PaperVerdict) {
        let change = TextChange {
            from: from.to_owned(),
            to: to.to_owned(),
            places,
            damaged,
        };
        assert_eq!(verdict(&change), expected, "{change:?}");
    }

    #[test]
    fn one_sign_at_one_place_may_be_the_extraction() {
        use PaperVerdict::{Misprint, ScanningAccident};
        check("> 1", "≥ 1", 1, false, ScanningAccident);
        check("> 1", "≥ 1", 2, false, Misprint);
        check("> 1", "≥ 1", 2, true, ScanningAccident);
        check("t ∈ ℕ", "t ∈ ℕ_0", 1, false, ScanningAccident);
        check("k l", "k − l", 1, false, ScanningAccident);
        check("u_m", "u_{n−m}", 1, false, Misprint);
        check("4225", "4325", 1, false, ScanningAccident);
        check("1221", "2112", 1, false, Misprint);
        check("11", "111", 1, false, ScanningAccident);
        check("aba", "ab", 1, false, ScanningAccident);
        check("the same", "the same", 1, false, Misprint);
    }
}
