//! Comma-separated values (RFC 4180): a header line, then one row a line.

use std::borrow::Cow;
use std::io::{self, Write};

use super::Grid;

/// Writes the table.
pub(super) fn write(out: &mut dyn Write, grid: &Grid<'_>) -> io::Result<()> {
    let mut line = Vec::new();
    write_line(out, &mut line, grid.heads.iter().map(String::as_str))?;
    (grid.rows)(&mut |row| write_line(out, &mut line, row.iter().map(|cell| &**cell)))
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
        line.extend_from_slice(quoted(cell).as_bytes());
    }
    line.push(b'\n');
    out.write_all(line)
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
    use super::quoted;

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
