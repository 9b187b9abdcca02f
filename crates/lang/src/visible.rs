//! Text that can be shown: characters that no reader sees are spelled out.
//!
//! A control character in a file, a name or an argument can colour a terminal, move its cursor or overwrite what it
//! shows, a character that turns the direction of writing makes a line read as another one, and two names that differ by an
//! invisible character look the same.
//!
//! ```
//! use lang::visible::visible;
//!
//! assert_eq!(visible("⌊nφ⌋\n"), "⌊nφ⌋\n");
//! assert_eq!(visible("\u{1b}[2Jproved"), "U+001B[2Jproved");
//! ```

use std::borrow::Cow;

/// The text with every character that [`is_hidden`] spelled out, as in `U+200F`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !hides_anything(text) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_hidden(character) {
            shown.push_str(&spelled(character));
        } else {
            shown.push(character);
        }
    }
    shown.into()
}

/// The text with every character spelled out that one cannot tell by sight: what [`is_hidden`],
/// blanks beyond ASCII, unassigned characters, and combining marks that follow no letter. It is for
/// messages that quote what was typed; where a text is shown for itself, such blanks are what its
/// author wants.
///
/// ```
/// use lang::visible::legible;
///
/// assert_eq!(legible("`\u{a0}` is no game"), "`U+00A0` is no game");
/// assert_eq!(legible("`cafe\u{301}` is no game"), "`cafe\u{301}` is no game");
/// ```
pub fn legible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut on_letter = false;
    for character in text.chars() {
        match unclear(character) {
            Some(MARK) if on_letter => shown.push(character),
            Some(_) => shown.push_str(&spelled(character)),
            None => {
                shown.push(character);
                on_letter = character.is_alphanumeric();
            }
        }
    }
    shown
}

const MARK: &str = "a combining mark";

/// What kind of character it is, if one cannot tell it from others, or from nothing, by sight.
pub(crate) fn unclear(character: char) -> Option<&'static str> {
    // The standard library escapes what cannot be printed, and combining marks that come first.
    let is_escaped = |text: &str| text.escape_debug().any(|sign| sign == '\\');
    match character {
        _ if character.is_ascii() && !is_hidden(character) => None,
        '\u{a0}' | '\u{202f}' => Some("a no-break space"),
        '\u{2800}' => Some("a blank"),
        _ if is_hidden(character) => Some("a character that cannot be seen"),
        _ if character.is_whitespace() => Some("a blank"),
        _ if is_escaped(&format!("a{character}")) => Some("an unassigned character"),
        _ if is_escaped(&character.to_string()) => Some(MARK),
        _ => None,
    }
}

/// A character by its number: `U+200F`.
pub fn spelled(character: char) -> String {
    format!("U+{:04X}", u32::from(character))
}

/// The characters of a file that no reader of it sees, with their places. A byte-order mark may stand first, and a line may end in
/// `\r\n`.
pub fn hidden_in(text: &str) -> impl Iterator<Item = (usize, char)> {
    let ends_line = |at: usize| matches!(text.as_bytes().get(at + 1), None | Some(b'\n'));
    text.char_indices()
        .filter(move |&(at, character)| match character {
            '\u{feff}' => at > 0,
            '\r' => !ends_line(at),
            other => is_hidden(other),
        })
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
        .filter_map(|place| text.get(place..)?.chars().next())
        .any(is_hidden)
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

/// Is it a character that cannot be seen: a control character other than a line break or a tab, one that turns the direction of
/// writing or is shown as nothing, one without a meaning that everybody shares?
pub fn is_hidden(character: char) -> bool {
    let code = u32::from(character);
    match character {
        '\n' | '\t' | ' '..='~' => false,
        _ if code & 0xfffe == 0xfffe => true,
        _ => {
            let after = HIDDEN.partition_point(|(first, _)| *first <= character);
            HIDDEN[..after]
                .last()
                .is_some_and(|(_, last)| character <= *last)
        }
    }
}

/// Unicode 16: the controls, formats and separators of lines (Cc, Cf, Zl, Zp), what is ignored by default where it cannot be shown
/// (Default_Ignorable_Code_Point), private use and noncharacters, but for the last two of each plane.
const HIDDEN: [(char, char); 30] = [
    ('\0', '\u{1f}'),
    ('\u{7f}', '\u{9f}'),
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{600}', '\u{605}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{6dd}', '\u{6dd}'),
    ('\u{70f}', '\u{70f}'),
    ('\u{890}', '\u{891}'),
    ('\u{8e2}', '\u{8e2}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{e000}', '\u{f8ff}'),
    ('\u{fdd0}', '\u{fdef}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{110bd}', '\u{110bd}'),
    ('\u{110cd}', '\u{110cd}'),
    ('\u{13430}', '\u{1343f}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
    ('\u{f0000}', '\u{10ffff}'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_cannot_tell_by_sight_is_spelled_out() {
        for (character, kind) in [
            ('\u{a0}', "a no-break space"),
            ('\u{2003}', "a blank"),
            ('\u{3000}', "a blank"),
            ('\u{2800}', "a blank"),
            ('\u{301}', MARK),
            ('\u{20dd}', MARK),
            ('\u{378}', "an unassigned character"),
            ('\u{200b}', "a character that cannot be seen"),
        ] {
            assert_eq!(unclear(character), Some(kind), "{character:?}");
            assert_eq!(
                legible(&format!("`{character}`")),
                format!("`{}`", spelled(character))
            );
        }
        let plain = "a\tb\n`'\\\" φ — é ⌊n⌋ 石 e\u{301}\u{323}";
        assert_eq!(legible(plain), plain);
    }

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
            '\u{9f}', '\u{202e}', '\u{2066}', '\u{200e}', '\u{200f}', '\u{61c}', '\u{2028}',
            '\u{2029}', '\u{200b}', '\u{feff}', '\u{ad}', '\u{fffe}', '\u{fff9}',
        ] {
            assert!(is_hidden(hidden), "{hidden:?}");
            assert!(shown.contains(&spelled(hidden)));
        }
        assert_eq!(visible("a\tb\nφ — \u{a0}"), "a\tb\nφ — \u{a0}");
        assert_eq!(visible("a\u{e0041}b\u{1fffe}"), "aU+E0041bU+1FFFE");
        assert!(HIDDEN.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }
}
