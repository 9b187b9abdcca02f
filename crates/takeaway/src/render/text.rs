//! A table for a reader: right-aligned columns, two blanks apart.

use std::io::{self, Write};

use super::Grid;

/// Writes the table. Every row is made twice: once for the widths, once to be written.
pub(super) fn write(out: &mut dyn Write, grid: &Grid<'_>) -> io::Result<()> {
    let mut widths: Vec<usize> = grid.heads.iter().map(|head| head.chars().count()).collect();
    (grid.rows)(&mut |row| {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
        Ok(())
    })?;
    write_line(out, &grid.heads, &widths)?;
    (grid.rows)(&mut |row| write_line(out, row, &widths))
}

fn write_line(out: &mut dyn Write, cells: &[impl AsRef<str>], widths: &[usize]) -> io::Result<()> {
    let cells = cells.iter().map(|cell| -> &str { cell.as_ref() });
    for (index, (cell, &width)) in cells.zip(widths).enumerate() {
        let gap = if index == 0 { "" } else { "  " };
        // Numbers can be wider than what a format takes as a width.
        let blanks = " ".repeat(width.saturating_sub(cell.chars().count()));
        write!(out, "{gap}{blanks}{cell}")?;
    }
    writeln!(out)
}
