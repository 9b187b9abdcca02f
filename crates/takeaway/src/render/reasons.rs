//! Why, for a reader: the plain reason, the case with the rows it speaks of, the digits.

use lab::{Natural, ReasonTable, Reasons};

use super::number;

/// Marks a row of which the case speaks.
const NAMED: &str = "* ";
/// Stands before the other rows.
const NEIGHBOUR: &str = "  ";

/// A line for each part; the rows of the table are lines of their own.
pub(crate) fn lines(reasons: &Reasons, full: bool) -> Vec<String> {
    let mut lines = vec![format!("why: {}", reasons.plain)];
    lines.extend(reasons.case.iter().map(|case| format!("case: {case}")));
    if let Some(table) = &reasons.table {
        lines.extend(rows(table, full));
    }
    let digits = reasons.digits.iter();
    lines.extend(digits.map(|digits| format!("digits: {digits}")));
    lines
}

/// The rows in columns; where rows are left out, a line says so.
fn rows(table: &ReasonTable, full: bool) -> Vec<String> {
    let cells = |row: &[Natural]| -> Vec<String> {
        row.iter().map(|cell| number::shown(cell, full)).collect()
    };
    let shown: Vec<Vec<String>> = table.rows.iter().map(|row| cells(&row.cells)).collect();
    let mut widths: Vec<usize> = table.columns.iter().map(|name| width(name)).collect();
    for row in &shown {
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = (*widest).max(width(cell));
        }
    }
    let mut lines = vec![line(NEIGHBOUR, &table.columns, &widths)];
    let mut before: Option<&Natural> = None;
    for (row, cells) in table.rows.iter().zip(&shown) {
        let number = row.cells.first();
        let gap = before
            .zip(number)
            .is_some_and(|(before, number)| *number != before + Natural::from(1_u32));
        if gap {
            lines.push(format!("{NEIGHBOUR}{:>width$}", "…", width = widths[0]));
        }
        lines.push(line(
            if row.named { NAMED } else { NEIGHBOUR },
            cells,
            &widths,
        ));
        before = number;
    }
    lines
}

fn line(mark: &str, cells: &[String], widths: &[usize]) -> String {
    let padded = cells.iter().zip(widths).map(|(cell, widest)| {
        // Numbers can be wider than what a format takes as a width.
        format!("{}{cell}", " ".repeat(widest.saturating_sub(width(cell))))
    });
    format!("{mark}{}", padded.collect::<Vec<_>>().join("  "))
}

fn width(text: &str) -> usize {
    text.chars().count()
}
