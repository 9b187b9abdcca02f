//! A Markdown table with right-aligned columns.

use std::io::{self, Write};

use super::Grid;

/// Writes the table.
pub(super) fn write(out: &mut dyn Write, grid: &Grid<'_>) -> io::Result<()> {
    write_line(out, grid.heads.iter().map(|head| escaped(head)))?;
    write_line(out, grid.heads.iter().map(|_| "---:".to_owned()))?;
    (grid.rows)(&mut |row| write_line(out, row.iter().map(|cell| escaped(cell))))
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
