//! Text that can be shown: characters that speak to a terminal, not to a reader, are spelled out.
//!
//! A control character in a file, a name or an argument can colour a terminal, move its cursor or overwrite what it
//! shows, and a character that turns the direction of writing makes a line read as another one.
//!
//! ```
//! use lang::visible::visible;
//!
//! assert_eq!(visible("⌊nφ⌋\n"), "⌊nφ⌋\n");
//! assert_eq!(visible("\u{1b}[2Jproved"), "\\u{1b}[2Jproved");
//! ```

use std::borrow::Cow;

/// The text with every character that [`is_hidden`] spelled out, as in `\u{1b}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_hidden(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    shown.into()
}

/// Is it a control character other than a line break or a tab, or one that turns the direction of writing?
pub fn is_hidden(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        other => other.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_hidden_is_shown() {
        let all: String = ('\0'..='\u{ffff}').collect();
        let shown = visible(&all);
        assert!(!shown.contains(is_hidden));
        for hidden in [
            '\0', '\u{7}', '\u{8}', '\r', '\u{c}', '\u{1b}', '\u{7f}', '\u{80}', '\u{9b}',
            '\u{9f}', '\u{202e}', '\u{2066}',
        ] {
            assert!(is_hidden(hidden), "{hidden:?}");
            assert!(shown.contains(&hidden.escape_unicode().to_string()));
        }
        assert_eq!(visible("a\tb\nφ — \u{a0}"), "a\tb\nφ — \u{a0}");
    }
}
