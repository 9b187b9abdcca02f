//! Comma-separated values (RFC 4180): a header line, then one row a line.

use std::borrow::Cow;
use std::io::{self, Write};

use super::Grid;
use crate::failure::Failure;

/// Writes the table.
pub(super) fn write(out: &mut dyn Write, grid: &Grid<'_>) -> Result<(), Failure> {
    let heads = || grid.heads.iter().map(String::as_str);
    let mut line = Vec::new();
    grid.write(
        out,
        |out| write_line(out, &mut Vec::new(), heads()),
        |out, row| write_line(out, &mut line, row.iter().map(|cell| &**cell)),
    )
}

/// Writes a line at once: rows may be millions.
fn write_line<'c>(
    out: &mut dyn Write,
    line: &mut Vec<u8>,
    cells: impl Iterator<Item = &'c str>,
) -> io::Result<()> {
    line.clear();
    for (index, cell) in cells.enumerate() {
        if index > 0 {
            line.push(b',');
        }
        if is_run(cell) {
            line.extend_from_slice(quoted(&format!("'{cell}")).as_bytes());
        } else {
            line.extend_from_slice(quoted(cell).as_bytes());
        }
    }
    line.push(b'\n');
    out.write_all(line)
}

/// Would a spreadsheet run this cell as a formula? A leading quote makes it a text. Numbers stay numbers.
fn is_run(cell: &str) -> bool {
    let is_number = |digits: &str| {
        digits.starts_with(|first: char| first.is_ascii_digit())
            && digits
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    let signed = cell.strip_prefix(['+', '-']);
    cell.starts_with(['=', '@', '\t', '\r']) || signed.is_some_and(|rest| !is_number(rest))
}

/// A cell with a comma, a quote or a line break stands in quotes.
fn quoted(cell: &str) -> Cow<'_, str> {
    let special = |byte| matches!(byte, b',' | b'"' | b'\n' | b'\r');
    if cell.bytes().any(special) {
        format!("\"{}\"", cell.replace('"', "\"\"")).into()
    } else {
        cell.into()
    }
}

#[cfg(test)]
mod tests {
    use super::{is_run, quoted};

    #[test]
    fn no_spreadsheet_runs_a_cell() {
        for cell in [
            "=1+1", "@sum", "+a", "-a", "-", "+", "-1+cmd", "\tx", "\rx", "--1", "-1.5+2", "-.x",
        ] {
            assert!(is_run(cell), "{cell:?}");
        }
        for cell in ["", "0", "-17", "+3", "-1.5", "x=1", "a@b", "17", "B - A"] {
            assert!(!is_run(cell), "{cell:?}");
        }
    }

    #[test]
    fn quotes_only_where_needed() {
        for (cell, expected) in [
            ("17", "17"),
            ("a,b", "\"a,b\""),
            ("say \"P\"", "\"say \"\"P\"\"\""),
        ] {
            assert_eq!(quoted(cell), expected);
        }
    }
}
