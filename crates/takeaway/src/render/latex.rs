//! A LaTeX `tabular` with the rules of the `booktabs` package, names and numbers in math.

use std::io::{self, Write};

use lab::Notation;

use super::Grid;
use crate::failure::Failure;

/// Writes the table.
pub(super) fn write(out: &mut dyn Write, grid: &Grid<'_>) -> Result<(), Failure> {
    let begin = |out: &mut dyn Write| {
        let columns = "r".repeat(grid.heads.len());
        writeln!(out, "\\begin{{tabular}}{{{columns}}}\n\\toprule")?;
        write_line(out, grid.heads.iter().map(|head| symbol(head)))?;
        writeln!(out, "\\midrule")
    };
    grid.write(out, begin, |out, row| {
        write_line(out, row.iter().map(|cell| formula(cell)))
    })?;
    Ok(writeln!(out, "\\bottomrule\n\\end{{tabular}}")?)
}

fn write_line(out: &mut dyn Write, cells: impl Iterator<Item = String>) -> io::Result<()> {
    for (index, cell) in cells.enumerate() {
        let ampersand = if index == 0 { "" } else { " & " };
        write!(out, "{ampersand}{cell}")?;
    }
    writeln!(out, " \\\\")
}

/// A formula in math: `2*3^(d-2)` as 2·3 with an exponent. Numbers are left as they are.
fn formula(cell: &str) -> String {
    if cell.is_empty() {
        return String::new();
    }
    let mut pieces = cell.split('^');
    let mut math = pieces.next().unwrap_or_default().replace('*', "\\cdot ");
    for piece in pieces {
        let (exponent, rest) = match piece.strip_prefix('(').and_then(|p| p.split_once(')')) {
            Some(split) => split,
            None => piece.split_at(
                piece
                    .find(|c: char| !c.is_ascii_digit())
                    .unwrap_or(piece.len()),
            ),
        };
        math.push_str(&format!("^{{{exponent}}}{}", rest.replace('*', "\\cdot ")));
    }
    format!("${math}$")
}

/// A head: a name of the rules in math, `x[1]` as x with index 1, or two of them in the corner of a square, `x\y`; anything
/// else in words. Numbers are numbers.
fn symbol(head: &str) -> String {
    if head.bytes().all(|byte| byte.is_ascii_digit()) {
        return formula(head);
    }
    match head
        .split_once('\\')
        .map(|(down, across)| [down, across].map(name))
    {
        Some([Some(down), Some(across)]) => format!("${down}\\backslash {across}$"),
        _ => name(head).map_or_else(|| Notation::Latex.prose(head), |name| format!("${name}$")),
    }
}

/// A name of the rules as LaTeX writes it.
fn name(head: &str) -> Option<String> {
    let name = match head.strip_suffix(']').and_then(|head| head.split_once('[')) {
        Some((base, index)) => format!("{base}_{index}"),
        None => head.to_owned(),
    };
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then(|| Notation::Latex.name(&name))
}

#[cfg(test)]
mod tests {
    use super::{formula, symbol};

    #[test]
    fn formulas_have_exponents() {
        for (cell, expected) in [
            ("", ""),
            ("-17", "$-17$"),
            ("7n+1", "$7n+1$"),
            ("-2*3^(d-2)", "$-2\\cdot 3^{d-2}$"),
            ("(3^(d-1) + 3^14)/2 + 3^0", "$(3^{d-1} + 3^{14})/2 + 3^{0}$"),
        ] {
            assert_eq!(formula(cell), expected);
        }
    }

    #[test]
    fn names_become_symbols() {
        for (head, expected) in [
            ("n", "$n$"),
            ("A_n", "$A_{n}$"),
            ("delta_n", "$\\delta_{n}$"),
            ("x[1]", "$x_{1}$"),
            ("x[12]", "$x_{12}$"),
            ("value", "$\\mathit{value}$"),
            ("7", "$7$"),
            ("x\\y", "$x\\backslash y$"),
            ("x[2]\\x[1]", "$x_{2}\\backslash x_{1}$"),
            ("B - A & 5%", "B - A \\& 5\\%"),
            (
                "\\input{a} ^_^",
                "\\textbackslash{}input\\{a\\} \\textasciicircum{}\\_\\textasciicircum{}",
            ),
        ] {
            assert_eq!(symbol(head), expected);
        }
    }
}
