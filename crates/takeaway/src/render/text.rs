//! A table for a reader: right-aligned columns, two blanks apart.

use std::io::{self, Write};

use super::Grid;
use crate::failure::Failure;

/// Where rows are found while they are written, so many of them tell how wide the columns are; a wider entry widens its
/// column from there on.
const FIRST: usize = 100;

/// Writes the table.
pub(super) fn write(out: &mut dyn Write, grid: &Grid<'_>) -> Result<(), Failure> {
    let mut widths: Vec<usize> = grid.heads.iter().map(|head| width(head)).collect();
    let Some(last) = &grid.found else {
        (grid.rows)(&mut |row| {
            widen(&mut widths, row);
            Ok(())
        })?;
        return grid.write(
            out,
            |out| write_line(out, &grid.heads, &widths),
            |out, row| write_line(out, row, &widths),
        );
    };
    widen(&mut widths, last);
    let mut first: Option<Vec<Vec<String>>> = Some(Vec::new());
    (grid.rows)(&mut |row| {
        widen(&mut widths, row);
        let Some(held) = &mut first else {
            return Ok(write_line(out, row, &widths)?);
        };
        held.push(row.iter().map(ToString::to_string).collect());
        if held.len() == FIRST {
            write_lines(out, &grid.heads, first.take(), &widths)?;
        }
        Ok(())
    })?;
    Ok(write_lines(out, &grid.heads, first, &widths)?)
}

/// Writes the heads and the first rows, unless that was done.
fn write_lines(
    out: &mut dyn Write,
    heads: &[String],
    first: Option<Vec<Vec<String>>>,
    widths: &[usize],
) -> io::Result<()> {
    let Some(rows) = first else {
        return Ok(());
    };
    write_line(out, heads, widths)?;
    rows.iter().try_for_each(|row| write_line(out, row, widths))
}

fn widen(widths: &mut [usize], row: &[impl AsRef<str>]) {
    for (widest, cell) in widths.iter_mut().zip(row) {
        *widest = (*widest).max(width(cell.as_ref()));
    }
}

fn width(cell: &str) -> usize {
    cell.chars().count()
}

fn write_line(out: &mut dyn Write, cells: &[impl AsRef<str>], widths: &[usize]) -> io::Result<()> {
    let cells = cells.iter().map(|cell| -> &str { cell.as_ref() });
    for (index, (cell, &column)) in cells.zip(widths).enumerate() {
        let gap = if index == 0 { "" } else { "  " };
        // Numbers can be wider than what a format takes as a width.
        let blanks = " ".repeat(column.saturating_sub(width(cell)));
        write!(out, "{gap}{blanks}{cell}")?;
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn written(last: Option<&[&str]>, rows: usize) -> String {
        let heads = vec!["n".to_owned()];
        let mut grid = Grid::numbered(heads, rows, |index| vec![(9 * index).to_string()]);
        grid.found = last.map(|last| last.iter().map(ToString::to_string).collect());
        let mut text = Vec::new();
        write(&mut text, &grid).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn rows_that_are_found_later_are_written_at_once() {
        for rows in [0, 1, FIRST - 1, FIRST, FIRST + 1, 2000] {
            let largest = (9 * rows.saturating_sub(1)).to_string();
            let told = written(Some(&[&largest]), rows);
            assert_eq!(told, written(None, rows), "{rows}");
            let surprised = written(Some(&[]), rows);
            let trimmed = |text: &str| -> Vec<String> {
                text.lines().map(|line| line.trim().to_owned()).collect()
            };
            assert_eq!(trimmed(&surprised), trimmed(&told), "{rows}");
        }
        let surprised = written(Some(&[]), 1200);
        assert!(surprised.starts_with("  n\n  0\n  9\n"), "{surprised}");
        assert!(surprised.ends_with("\n10782\n10791\n"), "{surprised}");
    }
}
