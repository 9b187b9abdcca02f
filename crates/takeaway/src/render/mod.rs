//! Answers on paper: one table, many formats.
//!
//! A command hands over a [`Grid`]; [`grid`] writes it as aligned text, CSV, LaTeX, Markdown or as a b-file of
//! the OEIS. JSON keys belong to the commands, since scripts rely on them; [`json()`] only writes them out.

pub(crate) mod automaton;
mod bfile;
mod csv;
mod latex;
mod markdown;
pub(crate) mod number;
pub(crate) mod picture;
pub(crate) mod reasons;
pub(crate) mod search;
mod text;

use std::borrow::Cow;
use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

use crate::failure::Failure;

/// How a table is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Aligned columns for a reader
    #[default]
    Text,
    /// Comma-separated values with a header line
    Csv,
    /// One JSON object; numbers are strings
    Json,
    /// A LaTeX tabular with the rules of the booktabs package
    Latex,
    /// A Markdown table
    Markdown,
    /// One column as an OEIS b-file: an index and a value on each line
    Bfile,
}

/// Takes one row of a table.
pub(crate) type Visit<'v> = &'v mut dyn FnMut(&[Cow<'_, str>]) -> io::Result<()>;

/// A table whose rows are made when they are written, so that a long one is never held as text.
pub(crate) struct Grid<'a> {
    /// The heads of the columns.
    pub(crate) heads: Vec<String>,
    /// Hands over the rows, one after the other; may be asked more than once.
    pub(crate) rows: Box<dyn Fn(Visit<'_>) -> io::Result<()> + 'a>,
}

impl<'a> Grid<'a> {
    /// The table whose rows are made from their numbers.
    pub(crate) fn numbered(
        heads: Vec<String>,
        length: usize,
        row: impl Fn(usize) -> Vec<String> + 'a,
    ) -> Self {
        let cells = move |index| {
            row(index)
                .into_iter()
                .map(Cow::<str>::from)
                .collect::<Vec<_>>()
        };
        let rows = move |visit: Visit<'_>| (0..length).try_for_each(|index| visit(&cells(index)));
        Self {
            heads,
            rows: Box::new(rows),
        }
    }
}

/// Writes a table in any format but JSON, which [`json()`] writes. A b-file shows the column of that name.
pub(crate) fn grid(
    out: &mut dyn Write,
    grid: &Grid<'_>,
    format: Format,
    column: Option<&str>,
) -> Result<(), Failure> {
    match format {
        Format::Text | Format::Json => text::write(out, grid)?,
        Format::Csv => csv::write(out, grid)?,
        Format::Latex => latex::write(out, grid)?,
        Format::Markdown => markdown::write(out, grid)?,
        Format::Bfile => bfile::write(out, grid, column)?,
    }
    Ok(())
}

/// Writes one JSON object on one line.
pub(crate) fn json<W: Write + ?Sized>(out: &mut W, value: &impl Serialize) -> Result<(), Failure> {
    let mut writer = serde_json::Serializer::with_formatter(&mut *out, Visible);
    value.serialize(&mut writer).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// Puts one JSON object on one line in place of a text. Nearly all are written by the quick formatter, and a look at the whole
/// line is quicker than one at each of its strings.
pub(crate) fn json_line(text: &mut Vec<u8>, value: &impl Serialize) -> Result<(), Failure> {
    text.clear();
    serde_json::to_writer(&mut *text, value).map_err(io::Error::from)?;
    let shown = str::from_utf8(text).is_ok_and(|text| !lab::hides_anything(text));
    if shown {
        text.push(b'\n');
        return Ok(());
    }
    text.clear();
    json(text, value)
}

/// JSON on one line whose strings escape every control character: the format itself asks for some of them only.
struct Visible;

impl serde_json::ser::Formatter for Visible {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if !lab::hides_anything(fragment) {
            return writer.write_all(fragment.as_bytes());
        }
        let mut rest = fragment;
        while let Some(at) = rest.find(lab::is_hidden) {
            let (plain, hidden) = rest.split_at(at);
            let mut characters = hidden.chars();
            writer.write_all(plain.as_bytes())?;
            for code in characters
                .next()
                .unwrap_or_default()
                .encode_utf16(&mut [0; 2])
            {
                write!(writer, "\\u{code:04x}")?;
            }
            rest = characters.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn numbers_of_any_size_are_strings() {
        use lab::Natural;
        let words = [0, 7, 10, 909, 1 << 32, u64::MAX - 1, u64::MAX].map(Natural::from);
        let long = Natural::from(u64::MAX) + Natural::from(1_u8);
        for number in words.into_iter().chain([&long * &long, long]) {
            let mut written = Vec::new();
            let position = lab::Position::unchecked(vec![number.clone()]);
            json(&mut written, &position).unwrap();
            assert_eq!(
                String::from_utf8(written).unwrap(),
                format!("[\"{number}\"]\n")
            );
        }
    }

    fn check(format: Format, column: Option<&str>, expected: &str) {
        let rows = [["0", "0", "0"], ["1", "1", "-2"], ["2", "3", "11"]];
        let heads = ["n", "A_n", "delta_n"].map(str::to_owned).to_vec();
        let table = Grid::numbered(heads, rows.len(), |index| {
            rows[index].map(str::to_owned).to_vec()
        });
        let mut written = Vec::new();
        grid(&mut written, &table, format, column).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), expected);
    }

    #[test]
    fn json_hides_nothing() {
        let text = "a\u{1b}[31m\u{7f}\u{9b}\u{202e}\u{2066}\u{e0041}\"φ\n";
        let mut written = Vec::new();
        json(&mut written, &text).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert_eq!(
            written,
            "\"a\\u001b[31m\\u007f\\u009b\\u202e\\u2066\\udb40\\udc41\\\"φ\\n\"\n"
        );
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
        for text in [text, "plain", "φ — ≤"] {
            let (mut written, mut line) = (Vec::new(), b"before".to_vec());
            json(&mut written, &text).unwrap();
            json_line(&mut line, &text).unwrap();
            assert_eq!(line, written);
        }
    }

    #[test]
    fn every_format() {
        check(
            Format::Text,
            None,
            "n  A_n  delta_n\n0    0        0\n1    1       -2\n2    3       11\n",
        );
        check(Format::Csv, None, "n,A_n,delta_n\n0,0,0\n1,1,-2\n2,3,11\n");
        check(Format::Bfile, Some("A_n"), "0 0\n1 1\n2 3\n");
        check(
            Format::Markdown,
            None,
            "| n | A_n | delta_n |\n| ---: | ---: | ---: |\n| 0 | 0 | 0 |\n| 1 | 1 | -2 |\n| 2 | 3 | 11 |\n",
        );
        check(
            Format::Latex,
            None,
            "\\begin{tabular}{rrr}\n\\toprule\n$n$ & $A_{n}$ & $\\delta_{n}$ \\\\\n\\midrule\n\
             $0$ & $0$ & $0$ \\\\\n$1$ & $1$ & $-2$ \\\\\n$2$ & $3$ & $11$ \\\\\n\\bottomrule\n\\end{tabular}\n",
        );
    }
}
