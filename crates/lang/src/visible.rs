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

/// Is something hidden in it? Bytes tell that faster than characters, and many of them at a time that there is nothing.
pub fn hides_anything(text: &str) -> bool {
    let bytes = text.as_bytes();
    let pieces = |from: usize, to: usize, size: usize| {
        let starts = (from..to).step_by(size);
        starts
            .map(move |start| (start, to.min(start + size)))
            .filter(|&(start, end)| !are_plain(&bytes[start..end]))
    };
    pieces(0, bytes.len(), PIECE)
        .flat_map(|(start, end)| pieces(start, end, PART))
        .flat_map(|(start, end)| start..end)
        .any(|place| begins_hidden(&bytes[place..]))
}

/// So many bytes are looked at together.
const PIECE: usize = 512;
/// And where something else than plain text is among them, so many.
const PART: usize = 32;

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

/// Do these bytes begin with a character that [`is_hidden`]?
fn begins_hidden(bytes: &[u8]) -> bool {
    match bytes {
        [b'\n' | b'\t', ..] => false,
        [0..b' ' | 0x7f, ..] | [0xc2, 0x80..=0x9f, ..] => true,
        [0xe2, 0x80, 0xaa..=0xae, ..] | [0xe2, 0x81, 0xa6..=0xa9, ..] => true,
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
        for hidden in all.chars().filter(|character| is_hidden(*character)) {
            for before in (0..PART + 2).chain(PIECE - 2..PIECE + 2) {
                let text = format!("{}…{hidden}é", "a".repeat(before));
                assert!(hides_anything(&text), "{hidden:?} after {before}");
            }
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
