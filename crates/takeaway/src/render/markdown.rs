//! A Markdown table: numbers to the right, words to the left.

use std::io::{self, Write};

use super::Grid;

/// Writes the table. Whether a column holds words is seen in its first row.
pub(super) fn write(out: &mut dyn Write, grid: &Grid<'_>) -> io::Result<()> {
    let heads = || grid.heads.iter().map(|head| escaped(head));
    let mut begun = false;
    (grid.rows)(&mut |row| {
        if !begun {
            begun = true;
            write_line(out, heads())?;
            write_line(out, row.iter().map(|cell| alignment(cell).to_owned()))?;
        }
        write_line(out, row.iter().map(|cell| escaped(cell)))
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

fn escaped(cell: &str) -> String {
    cell.replace('|', "\\|")
}
