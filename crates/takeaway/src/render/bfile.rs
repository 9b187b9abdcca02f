//! A b-file of the OEIS: one index and one value a line, separated by a blank.
//!
//! The index is the column `n` where there is one, else the number of the row, from 0.

use std::io::Write;

use super::Grid;
use crate::failure::Failure;

/// Writes one column.
pub(super) fn write(
    out: &mut dyn Write,
    grid: &Grid<'_>,
    column: Option<&str>,
) -> Result<(), Failure> {
    let indexed = grid.heads.first().is_some_and(|head| head == "n") && grid.heads.len() > 1;
    let chosen = choose(&grid.heads[usize::from(indexed)..], column)? + usize::from(indexed);
    let mut number = 0_u64;
    (grid.rows)(&mut |row| {
        if row[chosen].is_empty() {
            // A position with too few coins for this column has no term.
            return Ok(());
        }
        if indexed {
            writeln!(out, "{} {}", row[0], row[chosen])?;
        } else {
            writeln!(out, "{number} {}", row[chosen])?;
        }
        number += 1;
        Ok(())
    })?;
    Ok(())
}

/// The place of the column asked for; with one column there is nothing to ask.
fn choose(heads: &[String], column: Option<&str>) -> Result<usize, Failure> {
    let known = || heads.join(", ");
    match column {
        None if heads.len() == 1 => Ok(0),
        None => Err(Failure::input(format!(
            "a b-file shows one column: add --column with one of {}",
            known()
        ))),
        Some(name) => heads.iter().position(|head| head == name).ok_or_else(|| {
            Failure::input(format!(
                "there is no column `{name}`; the columns are {}",
                known()
            ))
        }),
    }
}
