//! How signs and names are written: in a file, on a command line, for a terminal, in LaTeX, in HTML.

/// For whom something is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// A `.game` file: ASCII signs.
    File,
    /// The value of a parameter as the command line takes it: as in a file, without blanks.
    CommandLine,
    /// Unicode text for a terminal. The language reads it as well.
    Text,
    /// LaTeX with `amsmath` and T1 fonts, in math mode.
    Latex,
    /// HTML, in ASCII.
    Html,
}

/// A sign or word, with its blanks: in a file, for a reader, in LaTeX.
#[derive(Clone, Copy, Debug)]
pub(super) struct SignForms(
    pub(super) &'static str,
    pub(super) &'static str,
    pub(super) &'static str,
);

impl SignForms {
    /// A word that is the same everywhere.
    pub(super) const fn word(word: &'static str, latex: &'static str) -> Self {
        Self(word, word, latex)
    }
}

/// Greek letters by their names.
pub(crate) const GREEK: &[(&str, char)] = &[
    ("alpha", 'α'),
    ("beta", 'β'),
    ("gamma", 'γ'),
    ("delta", 'δ'),
    ("epsilon", 'ε'),
    ("zeta", 'ζ'),
    ("eta", 'η'),
    ("theta", 'θ'),
    ("kappa", 'κ'),
    ("lambda", 'λ'),
    ("mu", 'μ'),
    ("nu", 'ν'),
    ("xi", 'ξ'),
    ("pi", 'π'),
    ("rho", 'ρ'),
    ("sigma", 'σ'),
    ("tau", 'τ'),
    ("phi", 'φ'),
    ("chi", 'χ'),
    ("psi", 'ψ'),
    ("omega", 'ω'),
    ("Gamma", 'Γ'),
    ("Delta", 'Δ'),
    ("Theta", 'Θ'),
    ("Lambda", 'Λ'),
    ("Xi", 'Ξ'),
    ("Pi", 'Π'),
    ("Sigma", 'Σ'),
    ("Phi", 'Φ'),
    ("Psi", 'Ψ'),
    ("Omega", 'Ω'),
];

/// Letters and digits with their raised and lowered forms.
pub(crate) const RAISED: &[(char, char)] = &[
    ('0', '⁰'),
    ('1', '¹'),
    ('2', '²'),
    ('3', '³'),
    ('4', '⁴'),
    ('5', '⁵'),
    ('6', '⁶'),
    ('7', '⁷'),
    ('8', '⁸'),
    ('9', '⁹'),
    ('n', 'ⁿ'),
];
pub(crate) const LOWERED: &[(char, char)] = &[
    ('0', '₀'),
    ('1', '₁'),
    ('2', '₂'),
    ('3', '₃'),
    ('4', '₄'),
    ('5', '₅'),
    ('6', '₆'),
    ('7', '₇'),
    ('8', '₈'),
    ('9', '₉'),
    ('i', 'ᵢ'),
    ('j', 'ⱼ'),
    ('k', 'ₖ'),
    ('m', 'ₘ'),
    ('n', 'ₙ'),
    ('t', 'ₜ'),
];

/// The Greek letter of this name.
pub(super) fn greek(name: &str) -> Option<char> {
    let mut letters = GREEK.iter();
    letters.find(|(word, _)| *word == name).map(|found| found.1)
}

/// A name as the language reads it, which has Greek letters spelled out.
///
/// ```
/// assert_eq!(lang::spelled_out("β"), "beta");
/// ```
pub fn spelled_out(name: &str) -> &str {
    let mut letters = GREEK.iter();
    letters
        .find(|(_, letter)| name.chars().eq([*letter]))
        .map_or(name, |found| found.0)
}

impl Notation {
    /// Is it for readers, not for the language alone?
    pub(super) fn is_page(self) -> bool {
        matches!(self, Self::Text | Self::Latex | Self::Html)
    }

    /// A sign.
    pub(super) fn sign(self, sign: SignForms) -> String {
        match self {
            Self::CommandLine if !sign.0.contains(char::is_alphabetic) => sign.0.trim().to_owned(),
            Self::File | Self::CommandLine => sign.0.to_owned(),
            Self::Text => sign.1.to_owned(),
            Self::Latex => sign.2.to_owned(),
            Self::Html => self.prose(sign.1),
        }
    }

    /// Words outside formulas.
    pub fn prose(self, words: &str) -> String {
        match self {
            Self::Latex => words.chars().map(latex).collect(),
            Self::Html => words.chars().map(html).collect(),
            Self::File | Self::CommandLine | Self::Text => words.to_owned(),
        }
    }

    /// A name: Greek letters by their names; on paper, what follows `_` is an index.
    pub fn name(self, name: &str) -> String {
        match name.split_once('_') {
            Some((base, index))
                if !base.is_empty()
                    && !index.is_empty()
                    && matches!(self, Self::Latex | Self::Html) =>
            {
                let (open, close) = self.index_brackets();
                format!("{}{open}{}{close}", self.letters(base), self.letters(index))
            }
            _ => self.letters(name),
        }
    }

    /// What stands around an index.
    pub(super) fn index_brackets(self) -> (&'static str, &'static str) {
        match self {
            Self::File | Self::CommandLine | Self::Text => ("[", "]"),
            Self::Latex => ("_{", "}"),
            Self::Html => ("<sub>", "</sub>"),
        }
    }

    /// A formula within prose.
    pub(super) fn math(self, formula: &str) -> String {
        if self == Self::Latex {
            format!("${formula}$")
        } else {
            formula.to_owned()
        }
    }

    fn letters(self, word: &str) -> String {
        let letter = greek(word);
        match self {
            Self::File | Self::CommandLine => word.to_owned(),
            Self::Text => letter.map_or_else(|| word.to_owned(), String::from),
            Self::Latex if letter.is_some() => format!("\\{word}"),
            Self::Latex
                if word.chars().count() == 1 || word.chars().all(|c| c.is_ascii_digit()) =>
            {
                self.prose(word)
            }
            Self::Latex => format!("\\mathit{{{}}}", self.prose(word)),
            Self::Html => {
                let shown = letter.map_or_else(|| word.to_owned(), String::from);
                format!("<i>{}</i>", self.prose(&shown))
            }
        }
    }
}

/// A character in LaTeX, outside math mode. Letters of Europe stand for themselves, and what LaTeX has no sign for is shown
/// by its number: whatever a title holds, the page compiles.
fn latex(character: char) -> String {
    let written = match character {
        '\\' => "\\textbackslash{}",
        '{' => "\\{",
        '}' => "\\}",
        '$' => "\\$",
        '&' => "\\&",
        '#' => "\\#",
        '%' => "\\%",
        '_' => "\\_",
        '^' => "\\textasciicircum{}",
        '~' => "\\textasciitilde{}",
        '<' => "\\textless{}",
        '>' => "\\textgreater{}",
        '|' => "\\textbar{}",
        '"' => "{\\char34}",
        '≤' => "$\\le$",
        '≥' => "$\\ge$",
        '≠' => "$\\ne$",
        '−' => "$-$",
        '·' => "$\\cdot$",
        '×' => "$\\times$",
        '→' => "$\\to$",
        '≈' => "$\\approx$",
        '∈' => "$\\in$",
        '∉' => "$\\notin$",
        '∪' => "$\\cup$",
        '⊕' => "$\\oplus$",
        '⌊' => "$\\lfloor$",
        '⌋' => "$\\rfloor$",
        '⌈' => "$\\lceil$",
        '⌉' => "$\\rceil$",
        '√' => "$\\surd$",
        '′' => "$'$",
        '…' => "\\dots{}",
        '–' => "--",
        '—' => "---",
        '‘' => "`",
        '’' => "'",
        '“' => "``",
        '”' => "''",
        '\u{a0}' => "~",
        'Ħ' | 'ħ' | 'ĸ' | 'Ŀ' | 'ŀ' | 'ŉ' | 'Ŧ' | 'ŧ' => return latex_letter(character),
        ' '..='~' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ž' => return character.to_string(),
        other => return latex_letter(other),
    };
    written.to_owned()
}

fn latex_letter(character: char) -> String {
    let found = |forms: &[(char, char)]| {
        let mut forms = forms.iter();
        forms
            .find(|(_, form)| *form == character)
            .map(|form| form.0)
    };
    if let Some((name, _)) = GREEK.iter().find(|(_, letter)| *letter == character) {
        format!("$\\{name}$")
    } else if let Some(raised) = found(RAISED) {
        format!("$^{{{raised}}}$")
    } else if let Some(lowered) = found(LOWERED) {
        format!("$_{{{lowered}}}$")
    } else if character.is_whitespace() {
        " ".to_owned()
    } else {
        format!("\\texttt{{U+{:04X}}}", u32::from(character))
    }
}

/// A character in HTML; beyond ASCII by its number, so that no encoding need be declared.
fn html(character: char) -> String {
    match character {
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '&' => "&amp;".to_owned(),
        '"' => "&quot;".to_owned(),
        other if other.is_ascii() => other.to_string(),
        other => format!("&#{};", u32::from(other)),
    }
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
        check("A_n", "A_n", "A_{n}", "<i>A</i><sub><i>n</i></sub>");
        check(
            "Delta_n",
            "Delta_n",
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
        assert_eq!(
            Notation::Latex.prose("é ≤ β² → ≈ 中"),
            "é $\\le$ $\\beta$$^{2}$ $\\to$ $\\approx$ \\texttt{U+4E2D}"
        );
        assert_eq!(Notation::Html.prose("a < b & é"), "a &lt; b &amp; &#233;");
    }
}
