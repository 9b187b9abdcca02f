//! A position as a user types it: `3,5,8`, `(3, 5, 8)`, `10^100+7, 2*10^100`.

use numeration::natural::Natural;

use crate::error::Error;
use crate::reference::split_at_commas;

/// The piles of a position, each as it is typed; `()` has none.
///
/// ```
/// assert_eq!(knowledge::pile_texts("(3, 2*(1+1), 8)"), ["3", "2*(1+1)", "8"]);
/// assert!(knowledge::pile_texts("()").is_empty());
/// ```
pub fn pile_texts(text: &str) -> Vec<&str> {
    let text = text.trim();
    match without_parentheses(text) {
        Some(inner) if inner.trim().is_empty() => Vec::new(),
        Some(inner) => split_at_commas(inner).into_iter().map(str::trim).collect(),
        None => split_at_commas(text).into_iter().map(str::trim).collect(),
    }
}

/// The piles that were typed, all faults at once.
pub fn parse_piles(text: &str) -> Result<Vec<Natural>, Error> {
    if let Some(piles) = words(text) {
        return Ok(piles);
    }
    if text.trim().is_empty() {
        return Err(Error::input(
            "the position is empty: type its piles separated by commas, such as 3,5,8",
        ));
    }
    if let Some(separated) = with_commas(text) {
        return Err(Error::input(format!(
            "piles are separated by commas: `{separated}`"
        )));
    }
    let (mut piles, mut faults) = (Vec::new(), Vec::new());
    for pile in pile_texts(text) {
        match lang::number(pile) {
            Ok(pile) => piles.push(pile),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() {
        Ok(piles)
    } else {
        Err(Error::Faults(faults))
    }
}

/// The piles of the plainest text, `3,5,8` with numbers that fit a machine word: many positions are read one after the
/// other, and the reader of formulas would take most of the time.
fn words(text: &str) -> Option<Vec<Natural>> {
    let word = |pile: &str| {
        let digits = pile.bytes().all(|byte| byte.is_ascii_digit());
        let plain = digits && (pile == "0" || !pile.starts_with('0'));
        plain.then(|| pile.parse::<u64>().ok()).flatten()
    };
    let piles = text.split(',');
    piles.map(|pile| word(pile).map(Natural::from)).collect()
}

/// Numbers with nothing but blanks between them, as they should have been typed.
fn with_commas(text: &str) -> Option<String> {
    let numbers: Vec<&str> = text.split_whitespace().collect();
    let all_digits = numbers
        .iter()
        .all(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    (numbers.len() > 1 && all_digits).then(|| numbers.join(","))
}

/// What stands between the first `(` and the last `)`, if these two belong together.
fn without_parentheses(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0_usize;
    for character in inner.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    (depth == 0).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(pile_texts(text), expected, "{text}");
    }

    #[test]
    fn outer_parentheses_are_optional() {
        check("1,2,3", &["1", "2", "3"]);
        check(" ( 1 , 2 ) ", &["1", "2"]);
        check("(1+2),(3+4)", &["(1+2)", "(3+4)"]);
        check("(1+2)*3", &["(1+2)*3"]);
        check("((1+2),3)", &["(1+2)", "3"]);
        check("()", &[]);
        check("( )", &[]);
        check("1,,2", &["1", "", "2"]);
        check("(1", &["(1"]);
        check(")1(", &[")1("]);
    }
}
