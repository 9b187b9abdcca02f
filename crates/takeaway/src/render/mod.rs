//! Answers on paper: one table, many formats.
//!
//! A command hands over a [`Grid`]; [`grid`] writes it as aligned text, CSV, LaTeX, Markdown or as a b-file of
//! the OEIS. JSON keys belong to the commands, since scripts rely on them; [`json()`] only writes them out.

pub(crate) mod automaton;
mod bfile;
mod csv;
mod latex;
pub(crate) mod markdown;
pub(crate) mod number;
pub(crate) mod picture;
pub(crate) mod reasons;
pub(crate) mod search;
mod text;

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::ValueEnum;
use lab::LabError;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// How a table is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize, Serialize)]
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
pub(crate) type Visit<'v> = &'v mut dyn FnMut(&[Cow<'_, str>]) -> Result<(), Failure>;

/// Hands over the rows of a table.
type Rows<'a> = dyn Fn(Visit<'_>) -> Result<(), Failure> + 'a;

/// A table whose rows are made when they are written, so that a long one is never held as text.
pub(crate) struct Grid<'a> {
    /// The heads of the columns.
    pub(crate) heads: Vec<String>,
    /// Hands over the rows, one after the other; may be asked more than once if they are at hand.
    pub(crate) rows: Box<Rows<'a>>,
    /// Where the rows are found while they are written: what may be the widest row, if it is known, so that columns are
    /// wide enough.
    pub(crate) found: Option<Vec<String>>,
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
            found: None,
        }
    }

    /// Writes what stands before the rows, and the rows. Where there is a fault before the first row, nothing is written.
    fn write(
        &self,
        out: &mut dyn Write,
        begin: impl Fn(&mut dyn Write) -> io::Result<()>,
        mut write: impl FnMut(&mut dyn Write, &[Cow<'_, str>]) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let mut begun = false;
        (self.rows)(&mut |row| {
            if !std::mem::replace(&mut begun, true) {
                begin(out)?;
            }
            Ok(write(out, row)?)
        })?;
        if !begun {
            begin(out)?;
        }
        Ok(())
    }
}

/// Hands what is found on to a writer, until it fails.
pub(crate) fn handed_on<R, T>(
    visit: impl FnOnce(&mut dyn FnMut(R) -> ControlFlow<()>) -> Result<T, LabError>,
    mut write: impl FnMut(R) -> Result<(), Failure>,
) -> Result<T, Failure> {
    let mut written = Ok(());
    let end = visit(&mut |row| {
        written = write(row);
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    written?;
    Ok(end?)
}

/// A JSON object that has a long list, whose elements are written as they are found.
pub(crate) struct JsonList<'o> {
    out: &'o mut dyn Write,
    /// The list, empty.
    list: String,
    /// What stands before the next element.
    before: String,
    text: Vec<u8>,
}

impl<'o> JsonList<'o> {
    /// The list of this name in an object that has it empty, and the fields before it as they will be.
    pub(crate) fn new(
        out: &'o mut dyn Write,
        name: &str,
        object: &impl Serialize,
    ) -> Result<Self, Failure> {
        let list = format!("\"{name}\":[]");
        let (before, _) = around(&list, object)?;
        let before = format!("{before}\"{name}\":[");
        let text = Vec::new();
        Ok(Self {
            out,
            list,
            before,
            text,
        })
    }

    /// Writes an element.
    pub(crate) fn push(&mut self, element: &impl Serialize) -> Result<(), Failure> {
        json_line(&mut self.text, element)?;
        self.text.pop();
        self.out.write_all(self.before.as_bytes())?;
        self.before.replace_range(.., ",");
        Ok(self.out.write_all(&self.text)?)
    }

    /// Ends the object; here it has the fields after the list as they are.
    pub(crate) fn end(self, object: &impl Serialize) -> Result<(), Failure> {
        let (_, after) = around(&self.list, object)?;
        let before = self.before.strip_suffix(',').unwrap_or(&self.before);
        Ok(write!(self.out, "{before}]{after}")?)
    }
}

/// What stands before and after an empty list. No text of JSON has such quotes in it.
fn around(list: &str, object: &impl Serialize) -> Result<(String, String), Failure> {
    let mut text = Vec::new();
    json_line(&mut text, object)?;
    let text = String::from_utf8_lossy(&text);
    let (before, after) = text.split_once(list).unwrap_or((&text, ""));
    Ok((before.to_owned(), after.to_owned()))
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
