//! Comma-separated values (RFC 4180): a header line, then one row a line.

use std::borrow::Cow;
use std::io::{self, Write};

use super::Grid;

/// Writes the table.
pub(super) fn write(out: &mut dyn Write, grid: &Grid<'_>) -> io::Result<()> {
    write_line(out, &grid.heads)?;
    (grid.rows)(&mut |row| write_line(out, &row))
}

fn write_line(out: &mut dyn Write, cells: &[String]) -> io::Result<()> {
    for (index, cell) in cells.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(out, "{comma}{}", quoted(cell))?;
    }
    writeln!(out)
}

/// A cell with a comma, a quote or a line break stands in quotes.
fn quoted(cell: &str) -> Cow<'_, str> {
    if cell.contains([',', '"', '\n', '\r']) {
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
