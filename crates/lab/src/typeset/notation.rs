//! How symbols are written: for a terminal, in LaTeX, in HTML.

/// For whom formulas are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    /// Unicode text for a terminal.
    Text,
    /// LaTeX, in math mode.
    Latex,
    /// HTML.
    Html,
}

/// The names of Greek letters, with the letters.
const GREEK: &[(&str, &str)] = &[
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("epsilon", "ε"),
    ("zeta", "ζ"),
    ("eta", "η"),
    ("theta", "θ"),
    ("kappa", "κ"),
    ("lambda", "λ"),
    ("mu", "μ"),
    ("nu", "ν"),
    ("xi", "ξ"),
    ("pi", "π"),
    ("rho", "ρ"),
    ("sigma", "σ"),
    ("tau", "τ"),
    ("phi", "φ"),
    ("chi", "χ"),
    ("psi", "ψ"),
    ("omega", "ω"),
    ("Gamma", "Γ"),
    ("Delta", "Δ"),
    ("Theta", "Θ"),
    ("Lambda", "Λ"),
    ("Xi", "Ξ"),
    ("Pi", "Π"),
    ("Sigma", "Σ"),
    ("Phi", "Φ"),
    ("Psi", "Ψ"),
    ("Omega", "Ω"),
];

/// A symbol or word between two things, in the three notations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symbol {
    pub(super) text: &'static str,
    pub(super) latex: &'static str,
}

impl Symbol {
    /// Written this way for a reader and that way in LaTeX.
    pub(super) const fn new(text: &'static str, latex: &'static str) -> Self {
        Self { text, latex }
    }
}

impl Notation {
    /// A symbol, with its blanks.
    pub(super) fn symbol(self, symbol: Symbol) -> String {
        match self {
            Self::Text => symbol.text.to_owned(),
            Self::Latex => symbol.latex.to_owned(),
            Self::Html => self.prose(symbol.text),
        }
    }

    /// Words outside formulas.
    pub(super) fn prose(self, words: &str) -> String {
        match self {
            Self::Text => words.to_owned(),
            Self::Latex => escape(words, |character| match character {
                '\\' => Some("\\textbackslash{}"),
                '{' => Some("\\{"),
                '}' => Some("\\}"),
                '$' => Some("\\$"),
                '&' => Some("\\&"),
                '#' => Some("\\#"),
                '%' => Some("\\%"),
                '_' => Some("\\_"),
                '^' => Some("\\textasciicircum{}"),
                '~' => Some("\\textasciitilde{}"),
                '<' => Some("\\textless{}"),
                '>' => Some("\\textgreater{}"),
                '|' => Some("\\textbar{}"),
                _ => None,
            }),
            Self::Html => html_characters(&escape(words, |character| match character {
                '<' => Some("&lt;"),
                '>' => Some("&gt;"),
                '&' => Some("&amp;"),
                '"' => Some("&quot;"),
                _ => None,
            })),
        }
    }

    /// Words inside a formula.
    pub(super) fn words(self, words: &str) -> String {
        match self {
            Self::Latex => format!("\\text{{{}}}", self.prose(words)),
            Self::Text | Self::Html => self.prose(words),
        }
    }

    /// A name: Greek letters by their names, what follows `_` as an index.
    pub(super) fn name(self, name: &str) -> String {
        match name.split_once('_') {
            Some((base, index)) if !base.is_empty() && !index.is_empty() => {
                self.index(&self.letters(base), &self.letters(index))
            }
            _ => self.letters(name),
        }
    }

    /// Something with an index.
    pub(super) fn index(self, base: &str, index: &str) -> String {
        match self {
            Self::Text => match subscript(index) {
                Some(index) => format!("{base}{index}"),
                None if index.chars().all(char::is_alphanumeric) => format!("{base}_{index}"),
                None => format!("{base}_({index})"),
            },
            Self::Latex => format!("{base}_{{{index}}}"),
            Self::Html => format!("{base}<sub>{index}</sub>"),
        }
    }

    /// A power.
    pub(super) fn power(self, base: &str, exponent: &str) -> String {
        match self {
            Self::Text => match superscript(exponent) {
                Some(exponent) => format!("{base}{exponent}"),
                None if exponent.chars().count() == 1 => format!("{base}^{exponent}"),
                None => format!("{base}^({exponent})"),
            },
            Self::Latex => format!("{base}^{{{exponent}}}"),
            Self::Html => format!("{base}<sup>{exponent}</sup>"),
        }
    }

    /// A root; the square root has no number.
    pub(super) fn root(self, number: Option<&str>, inner: &str) -> String {
        let simple = inner.chars().all(char::is_alphanumeric);
        match (self, number) {
            (Self::Latex, None) => format!("\\sqrt{{{inner}}}"),
            (Self::Latex, Some(number)) => format!("\\sqrt[{number}]{{{inner}}}"),
            (_, Some(number)) => format!("{}{inner})", self.prose(&format!("root({number}, "))),
            (_, None) if simple => format!("{}{inner}", self.prose("√")),
            (_, None) => format!("{}({inner})", self.prose("√")),
        }
    }

    /// Something between brackets that grow with it.
    pub(super) fn between(self, left: Symbol, inner: &str, right: Symbol) -> String {
        format!("{}{inner}{}", self.symbol(left), self.symbol(right))
    }

    fn letters(self, word: &str) -> String {
        let greek = GREEK.iter().find(|(name, _)| *name == word);
        let single = word.chars().count() == 1;
        match self {
            Self::Text => greek.map_or(word, |(_, letter)| letter).to_owned(),
            Self::Latex if greek.is_some() => format!("\\{word}"),
            Self::Latex if single || word.chars().all(|c| c.is_ascii_digit()) => word.to_owned(),
            Self::Latex => format!("\\mathit{{{}}}", self.prose(word)),
            Self::Html => format!(
                "<i>{}</i>",
                self.prose(greek.map_or(word, |(_, letter)| letter))
            ),
        }
    }
}

fn escape(words: &str, replacement: impl Fn(char) -> Option<&'static str>) -> String {
    let mut escaped = String::with_capacity(words.len());
    for character in words.chars() {
        match replacement(character) {
            Some(text) => escaped.push_str(text),
            None => escaped.push(character),
        }
    }
    escaped
}

/// Characters beyond ASCII by their numbers, so that no encoding need be declared.
fn html_characters(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for character in words.chars() {
        if character.is_ascii() {
            escaped.push(character);
        } else {
            escaped.push_str(&format!("&#{};", u32::from(character)));
        }
    }
    escaped
}

/// One character as a superscript, if Unicode has it.
fn superscript(text: &str) -> Option<char> {
    only(text, "0123456789n", "⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ")
}

/// One character as a subscript, if Unicode has it.
fn subscript(text: &str) -> Option<char> {
    only(text, "0123456789ijkmnt", "₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₘₙₜ")
}

fn only(text: &str, from: &str, to: &str) -> Option<char> {
    let mut characters = text.chars();
    let (first, None) = (characters.next()?, characters.next()) else {
        return None;
    };
    let place = from.chars().position(|character| character == first)?;
    to.chars().nth(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, text: &str, latex: &str, html: &str) {
        let written =
            [Notation::Text, Notation::Latex, Notation::Html].map(|notation| notation.name(name));
        assert_eq!(written, [text, latex, html]);
    }

    #[test]
    fn names() {
        check("x", "x", "x", "<i>x</i>");
        check("beta", "β", "\\beta", "<i>&#946;</i>");
        check("A_n", "Aₙ", "A_{n}", "<i>A</i><sub><i>n</i></sub>");
        check(
            "Delta_n",
            "Δₙ",
            "\\Delta_{n}",
            "<i>&#916;</i><sub><i>n</i></sub>",
        );
        check(
            "triangles",
            "triangles",
            "\\mathit{triangles}",
            "<i>triangles</i>",
        );
    }

    #[test]
    fn prose_is_escaped() {
        assert_eq!(Notation::Latex.prose("5% of {a_b}"), "5\\% of \\{a\\_b\\}");
        assert_eq!(Notation::Html.prose("a < b & é"), "a &lt; b &amp; &#233;");
    }
}
