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
        write!(out, "{ampersand}${cell}$")?;
    }
    writeln!(out, " \\\\")
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
    use super::symbol;

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
