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
    if !hides_anything(text) {
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

/// Is something hidden in it? Bytes tell that of most texts, faster than characters.
pub fn hides_anything(text: &str) -> bool {
    let mut pieces = text.as_bytes().chunks(PIECE);
    pieces.any(|bytes| !are_plain(bytes) && bytes.iter().any(suspicious))
        && text.contains(is_hidden)
}

/// So many bytes are looked at together.
const PIECE: usize = 512;

/// Are these all line breaks, tabs or from the space to the tilde, where nothing hides? No byte ends the loop, so that many are
/// compared at a time.
fn are_plain(bytes: &[u8]) -> bool {
    let outside = |byte: u8| {
        u8::from(byte.wrapping_sub(b' ') > b'~' - b' ')
            & u8::from(byte != b'\n')
            & u8::from(byte != b'\t')
    };
    bytes.iter().fold(0, |any, byte| any | outside(*byte)) == 0
}

/// May it be a part of something hidden? 0xc2 and 0xe2 begin the characters from U+0080 to U+00BF, and from U+2000 to U+2FFF.
fn suspicious(byte: &u8) -> bool {
    match byte {
        b'\n' | b'\t' => false,
        0..b' ' | 0x7f | 0xc2 | 0xe2 => true,
        _ => false,
    }
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
        for character in '\0'..=char::MAX {
            let text = character.to_string();
            assert_eq!(hides_anything(&text), is_hidden(character), "{character:?}");
        }
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
