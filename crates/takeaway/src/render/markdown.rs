//! A Markdown table: numbers to the right, words to the left.

use std::io::{self, Write};

use super::Grid;
use crate::failure::Failure;

/// Writes the table. Whether a column holds words is seen in its first row.
pub(super) fn write(out: &mut dyn Write, grid: &Grid<'_>) -> Result<(), Failure> {
    let heads = || grid.heads.iter().map(|head| cell(head));
    let mut begun = false;
    (grid.rows)(&mut |row| {
        if !begun {
            begun = true;
            write_line(out, heads())?;
            write_line(out, row.iter().map(|cell| alignment(cell).to_owned()))?;
        }
        Ok(write_line(out, row.iter().map(|text| cell(text)))?)
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

/// A text as code, if it can be told so: there is nothing that ends the code, and no sign is taken from it.
pub(crate) fn code(text: &str) -> String {
    match text.contains(['`', '\\']) {
        true => escaped(text),
        false => format!("`{}`", text.replace('|', "\\|")),
    }
}

/// A cell of a table: what is code as a whole stays code.
fn cell(text: &str) -> String {
    let inner = text
        .strip_prefix('`')
        .and_then(|text| text.strip_suffix('`'));
    match inner {
        Some(inner) if !inner.is_empty() && !inner.contains('`') => code(inner),
        _ => escaped(text),
    }
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
    use super::{cell, escaped};

    #[test]
    fn code_stays_code() {
        for (text, expected) in [
            ("`rat:d=2`", "`rat:d=2`"),
            ("`<img>|x`", "`<img>\\|x`"),
            ("`a`<img>`b`", "\\`a\\`\\<img\\>\\`b\\`"),
            ("`a\\`", "a\\\\"),
            ("``", "\\`\\`"),
        ] {
            assert_eq!(cell(text), expected);
        }
    }

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
