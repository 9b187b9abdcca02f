//! The voice of a message.

use std::fmt::Display;

/// A message as part of a sentence: `The text is empty.` becomes `the text is empty`.
pub(crate) fn clause(message: impl Display) -> String {
    let text = message.to_string();
    let text = text.strip_suffix('.').unwrap_or(&text);
    let mut characters = text.chars();
    let first = characters.next();
    first
        .into_iter()
        .flat_map(char::to_lowercase)
        .chain(characters)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::clause;

    #[test]
    fn only_the_ends_change() {
        for (message, expected) in [
            ("The text.", "the text"),
            ("The Rat.", "the Rat"),
            ("a…", "a…"),
            ("", ""),
        ] {
            assert_eq!(clause(message), expected);
        }
    }
}
