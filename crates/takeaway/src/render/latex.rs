//! A LaTeX `tabular` with the rules of the `booktabs` package, heads and numbers in math.

use std::io::{self, Write};

use super::Grid;

/// Writes the table.
pub(super) fn write(out: &mut dyn Write, grid: &Grid<'_>) -> io::Result<()> {
    writeln!(
        out,
        "\\begin{{tabular}}{{{}}}",
        "r".repeat(grid.heads.len())
    )?;
    writeln!(out, "\\toprule")?;
    write_line(out, grid.heads.iter().map(|head| symbol(head)))?;
    writeln!(out, "\\midrule")?;
    (grid.rows)(&mut |row| write_line(out, row.into_iter()))?;
    writeln!(out, "\\bottomrule")?;
    writeln!(out, "\\end{{tabular}}")
}

fn write_line(out: &mut dyn Write, cells: impl Iterator<Item = String>) -> io::Result<()> {
    for (index, cell) in cells.enumerate() {
        let ampersand = if index == 0 { "" } else { " & " };
        match cell.as_str() {
            "" => write!(out, "{ampersand}")?,
            cell => write!(out, "{ampersand}${}$", formula(cell))?,
        }
    }
    writeln!(out, " \\\\")
}

/// A formula in math: `2*3^(d-2)` as 2·3 with an exponent. Numbers are left as they are.
fn formula(cell: &str) -> String {
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
    math
}

/// A name of the rules in math: `A_n`, `x[1]` as x with index 1, `delta_n` with the Greek letter.
fn symbol(head: &str) -> String {
    let (base, index) = match head.split_once('_') {
        Some((base, index)) => (base, Some(index)),
        None => match head.strip_suffix(']').and_then(|head| head.split_once('[')) {
            Some((base, index)) => (base, Some(index)),
            None => (head, None),
        },
    };
    let base = letters(base);
    match index.map(letters) {
        None => base,
        Some(index) if index.chars().count() == 1 => format!("{base}_{index}"),
        Some(index) => format!("{base}_{{{index}}}"),
    }
}

/// A Greek letter by its name, one Latin letter as it is, a longer word upright.
fn letters(word: &str) -> String {
    const GREEK: &[&str] = &[
        "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "kappa", "lambda",
        "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "phi", "chi", "psi", "omega", "Gamma",
        "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi", "Psi", "Omega",
    ];
    if GREEK.contains(&word) {
        return format!("\\{word}");
    }
    if word.chars().filter(|c| c.is_alphabetic()).count() > 1 {
        return format!("\\mathrm{{{}}}", word.replace('_', "\\_"));
    }
    word.replace('_', "\\_")
}

#[cfg(test)]
mod tests {
    use super::{formula, symbol};

    #[test]
    fn formulas_have_exponents() {
        for (cell, expected) in [
            ("-17", "-17"),
            ("7n+1", "7n+1"),
            ("-2*3^(d-2)", "-2\\cdot 3^{d-2}"),
            ("(3^(d-1) + 3^14)/2 + 3^0", "(3^{d-1} + 3^{14})/2 + 3^{0}"),
        ] {
            assert_eq!(formula(cell), expected);
        }
    }

    #[test]
    fn names_become_symbols() {
        for (head, expected) in [
            ("n", "n"),
            ("A_n", "A_n"),
            ("delta_n", "\\delta_n"),
            ("x[1]", "x_1"),
            ("x[12]", "x_{12}"),
            ("value", "\\mathrm{value}"),
        ] {
            assert_eq!(symbol(head), expected);
        }
    }
}
