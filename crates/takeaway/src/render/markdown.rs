//! A Markdown table: numbers to the right, words to the left.

use std::io::{self, Write};

use super::Grid;
use crate::failure::Failure;

/// Writes the table. Whether a column holds words is seen in its first row.
pub(super) fn write(out: &mut dyn Write, grid: &Grid<'_>) -> Result<(), Failure> {
    let heads = || grid.heads.iter().map(|head| escaped(head));
    let mut begun = false;
    (grid.rows)(&mut |row| {
        if !begun {
            begun = true;
            write_line(out, heads())?;
            write_line(out, row.iter().map(|cell| alignment(cell).to_owned()))?;
        }
        Ok(write_line(out, row.iter().map(|cell| escaped(cell)))?)
    })?;
    if !begun {
        write_line(out, heads())?;
        write_line(out, heads().map(|_| alignment("").to_owned()))?;
    }
    Ok(())
}

fn alignment(cell: &str) -> &'static str {
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        "---:"
    } else {
        "---"
    }
}

fn write_line(out: &mut dyn Write, cells: impl Iterator<Item = String>) -> io::Result<()> {
    for cell in cells {
        write!(out, "| {cell} ")?;
    }
    writeln!(out, "|")
}

/// The signs that mean something in the midst of a line of Markdown, as text.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let mut before = None;
    while let Some(sign) = characters.next() {
        let in_word = |other: Option<char>| other.is_some_and(char::is_alphanumeric);
        let special = match sign {
            // Names such as A_n are full of them, and within a word they mean nothing.
            '_' => !(in_word(before) && in_word(characters.peek().copied())),
            sign => "\\`*[]<>|&~".contains(sign),
        };
        if special {
            escaped.push('\\');
        }
        escaped.push(sign);
        before = Some(sign);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn no_text_is_markup() {
        for (text, expected) in [
            ("A_n", "A_n"),
            ("-17", "-17"),
            ("B - A", "B - A"),
            ("a|b", "a\\|b"),
            ("a\\|b", "a\\\\\\|b"),
            (
                "<img src=x onerror=alert(1)>",
                "\\<img src=x onerror=alert(1)\\>",
            ),
            ("[a](javascript:alert(1))", "\\[a\\](javascript:alert(1))"),
            ("&lt;b&gt;", "\\&lt;b\\&gt;"),
            ("*a* _b_ `c` ~d~", "\\*a\\* \\_b\\_ \\`c\\` \\~d\\~"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }
}
