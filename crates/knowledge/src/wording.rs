//! The voice of a message.

use std::fmt::Display;

use games::explanation::abbreviate;
use games::position::Position;

/// A message as part of a sentence: `The text is empty.` becomes `the text is empty`.
pub fn clause(message: impl Display) -> String {
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

/// A position whose long piles are shown by their ends.
pub fn brief(position: &Position) -> String {
    let piles: Vec<String> = position.piles().iter().map(abbreviate).collect();
    format!("({})", piles.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{Position, brief, clause};

    #[test]
    fn long_piles_are_abbreviated() {
        let long = "12".repeat(50).parse().expect("a number");
        let position = Position::new(vec![3_u32.into(), long]);
        assert_eq!(brief(&position), "(3, 121212…121212 (100 digits))");
    }

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
