//! Words that fit a width.
//!
//! A line is broken between words. What follows stands below what it continues: below the indent of the line, or, where a line
//! has two columns (`hint   show a winning move`), below the second one. Only a word that is longer than a whole line is cut,
//! and a short position, `(3, 5, 8)`, is one word.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The text in lines of at most this many columns.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        wrap_line(line.trim_end(), width.max(1), &mut lines);
    }
    lines
}

/// How many columns a text takes.
pub(crate) fn columns(text: &str) -> usize {
    text.width()
}

/// A text of at most this many columns: its end gives way to a sign.
pub(crate) fn clipped(text: &str, width: usize, sign: char) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let mut clipped = String::new();
    for letter in text.chars() {
        if columns(&clipped) + letter.width().unwrap_or(0) + 1 > width {
            break;
        }
        clipped.push(letter);
    }
    if width > 0 {
        clipped.push(sign);
    }
    clipped
}

fn wrap_line(line: &str, width: usize, lines: &mut Vec<String>) {
    if columns(line) <= width {
        lines.push(line.to_owned());
        return;
    }
    let hang = hang(line, width);
    let words = line.trim_start();
    let indent = columns(line) - columns(words);
    let mut current = " ".repeat(indent.min(width / 2));
    let mut empty = true;
    for (blanks, word) in pieces(words) {
        let blanks = if empty { "" } else { blanks };
        if columns(&current) + columns(blanks) + columns(word) <= width {
            current.push_str(blanks);
            current.push_str(word);
            empty = false;
            continue;
        }
        if !empty {
            lines.push(std::mem::replace(&mut current, " ".repeat(hang)));
        }
        current = cut(word, current, width, hang, lines);
        empty = false;
    }
    if !empty {
        lines.push(current);
    }
}

/// Puts a word behind what stands in a line; of a word that is too long, the pieces that fill lines.
fn cut(
    word: &str,
    mut current: String,
    width: usize,
    hang: usize,
    lines: &mut Vec<String>,
) -> String {
    let mut filled = columns(&current);
    for letter in word.chars() {
        let wide = letter.width().unwrap_or(0);
        if filled + wide > width && filled > hang {
            lines.push(std::mem::replace(&mut current, " ".repeat(hang)));
            filled = hang;
        }
        current.push(letter);
        filled += wide;
    }
    current
}

/// Words, each with the blanks before it.
fn pieces(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let word = rest.trim_start_matches(' ');
        let (blanks, word) = rest.split_at(rest.len() - word.len());
        let (word, after) = word.split_at(end_of_word(word));
        rest = after;
        (!word.is_empty()).then_some((blanks, word))
    })
}

/// A longer position may be broken.
const SHORT: usize = 24;

/// Where a word ends: at a blank that is not in a short position.
fn end_of_word(text: &str) -> usize {
    let end = text.find(' ').unwrap_or(text.len());
    let position = text.get(..end).and_then(|word| word.rfind('('));
    position.map_or(end, |open| {
        let inside = text.get(open + 1..).unwrap_or_default();
        let other = |letter: char| !letter.is_ascii_digit() && !matches!(letter, ',' | ' ');
        let length = inside.find(other).filter(|length| *length < SHORT);
        let rest = length.and_then(|length| inside.get(length..));
        match rest.filter(|rest| rest.starts_with(')')) {
            Some(rest) => text.len() - rest.len() + rest.find(' ').unwrap_or(rest.len()),
            None => end,
        }
    })
}

/// Where the lines after the first begin: at the second column if there is one, else at the indent.
fn hang(line: &str, width: usize) -> usize {
    let words = line.trim_start();
    let indent = columns(line) - columns(words);
    let gap = words.find("  ").map(|at| {
        let (first, rest) = words.split_at(at);
        indent + columns(first) + columns(rest) - columns(rest.trim_start())
    });
    gap.filter(|column| *column <= width / 2)
        .unwrap_or(indent)
        .min(width / 2)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, width: usize, expected: &str) {
        assert_eq!(wrapped(text, width).join("\n"), expected);
    }

    #[test]
    fn lines_break_between_words() {
        check("a word after each move", 40, "a word after each move");
        check("a word after each move", 12, "a word after\neach move");
        check(
            "  \"I\": 3 piles change",
            12,
            "  \"I\": 3\n  piles\n  change",
        );
        check(
            "hint   show a winning move",
            20,
            "hint   show a\n       winning move",
        );
        check("one\n\ntwo", 10, "one\n\ntwo");
        check("move to (3, 5, 8), or", 14, "move to\n(3, 5, 8), or");
        check("to (f (1, 2), 3)", 11, "to (f\n(1, 2), 3)");
        let long = format!("({})", ["77"; 12].join(", "));
        assert_eq!(wrapped(&long, 30).len(), 2);
    }

    #[test]
    fn only_long_words_are_cut() {
        check("a 1234567890 b", 6, "a\n123456\n7890 b");
        check("1234567890", 4, "1234\n5678\n90");
        check("", 4, "");
    }

    #[test]
    fn ends_give_way_to_a_sign() {
        assert_eq!(clipped("Raleigh", 7, '…'), "Raleigh");
        assert_eq!(clipped("Raleigh", 5, '…'), "Rale…");
        assert_eq!(clipped("Raleigh", 1, '~'), "~");
        assert_eq!(clipped("Raleigh", 0, '~'), "");
    }

    proptest! {
        /// Nothing is lost and nothing is too wide.
        #[test]
        fn all_words_fit(text in "[a-z0-9 φ(),\n]{0,200}", width in 1_usize..60) {
            let lines = wrapped(&text, width);
            for line in &lines {
                prop_assert!(columns(line) <= width, "{line:?} in {width}");
            }
            let plain = |text: &str| text.split_whitespace().collect::<String>();
            prop_assert_eq!(plain(&lines.join("\n")), plain(&text));
        }
    }
}
