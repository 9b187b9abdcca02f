//! Words and signs of the language.
//!
//! The signs of mathematics are read as what they mean, so that a printed formula can be pasted back: `≤` is `<=`, `∉` is
//! `not in`, `φ` is `phi`. Other text beyond ASCII is welcome in strings and comments. Control characters are welcome
//! nowhere: what is in a file is shown in terminals.

use logos::Logos;

use crate::diagnostic::{Fault, Faults};
use crate::print::{GREEK, LOWERED, RAISED};
use crate::span::Span;
use crate::visible::{hidden_in, is_hidden, legible, spelled, unclear};

/// A word or sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Logos)]
#[logos(skip r"[ \t\r\n\f\u{FEFF}]+")]
#[logos(skip(r"#[^\n]*", allow_greedy = true))]
pub(crate) enum Token {
    #[regex(r"[A-Za-z][A-Za-z0-9_]*")]
    Word,
    #[token("nim-value")]
    NimValue,
    #[regex(r"[0-9]+(_[0-9]+)*")]
    Number,
    /// A decimal number, or a code with the digits 0 to 9 and A to F.
    #[regex(r"([0-9]+|[A-F])\.[0-9A-F]+")]
    Decimal,
    #[regex(r#""([^"\\\n]|\\["\\])*""#)]
    String,
    /// A string that its line does not close.
    #[regex(r#""([^"\\\n]|\\["\\])*"#, priority = 1)]
    OpenString,
    #[token("'")]
    #[token("′")]
    Prime,
    #[token("(")]
    OpenParen,
    #[token(")")]
    CloseParen,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("|")]
    Bar,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token("..")]
    #[token("…")]
    DotDot,
    #[token("+")]
    Plus,
    #[token("-")]
    #[token("−")]
    Minus,
    #[regex(r"[*·×⋅∗]")]
    Star,
    #[token("/")]
    Slash,
    #[token("^")]
    Caret,
    #[token("=")]
    Equal,
    #[token("!=")]
    #[token("≠")]
    NotEqual,
    #[token("<")]
    Less,
    #[token("<=")]
    #[regex("[≤⩽]")]
    LessOrEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    #[regex("[≥⩾]")]
    GreaterOrEqual,
    #[token("⌊")]
    OpenFloor,
    #[token("⌋")]
    CloseFloor,
    #[token("⌈")]
    OpenCeiling,
    #[token("⌉")]
    CloseCeiling,
    #[regex("[√∛]")]
    Root,
    #[token("∪")]
    Union,
    /// A small number or letter above the line.
    #[regex("[⁰¹²³⁴⁵⁶⁷⁸⁹]+|ⁿ")]
    Raised,
    /// A small number or letter below the line.
    #[regex("[₀₁₂₃₄₅₆₇₈₉]+|[ᵢⱼₖₘₙₜ]")]
    Lowered,
    /// Something that is no word or sign of the language; already reported.
    Strange,
}

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexeme {
    pub(crate) token: Token,
    pub(crate) span: Span,
    /// How far it is from the beginning of its line, if nothing but blanks stands before it there.
    pub(crate) indent: Option<usize>,
    /// The word that a sign stands for.
    pub(crate) word: Option<&'static str>,
}

impl Lexeme {
    /// The word or sign, in the letters of the language.
    pub(crate) fn of<'a>(&self, text: &'a str) -> &'a str {
        self.word.unwrap_or_else(|| self.span.of(text))
    }
}

/// Words that cannot be names. Those that only begin an item, such as `set`, can.
pub(crate) const RESERVED: &[&str] = &[
    "let",
    "move",
    "for",
    "if",
    "then",
    "else",
    "to",
    "and",
    "or",
    "not",
    "implies",
    "iff",
    "exists",
    "forall",
    "in",
    "at",
    "most",
    "least",
    "exactly",
    "of",
    "change",
    "changes",
    "true",
    "false",
    "mod",
    "div",
    "xor",
    "sum",
    "floor",
    "ceil",
    "min",
    "max",
    "digit",
    "length",
    "irrational",
    "integer",
    "sqrt",
    "cbrt",
    "root",
    "ln",
    "exp",
];

/// Cuts a text into tokens; what is none is reported once for each run of strange characters.
pub(crate) fn tokens(text: &str, faults: &mut Faults) -> Vec<Lexeme> {
    let mut lexemes: Vec<Lexeme> = Vec::new();
    let mut line_start = 0;
    let mut seen = 0;
    for (token, range) in Token::lexer(text).spanned() {
        let gap = text.get(seen..range.start).unwrap_or_default();
        if let Some(newline) = gap.rfind('\n') {
            line_start = seen + newline + 1;
        }
        let first = lexemes.is_empty() || gap.contains('\n');
        seen = range.end;
        let span = Span::new(range.start, range.end);
        let mut lexeme = Lexeme {
            token: token.unwrap_or(Token::Strange),
            span,
            indent: first.then_some(span.start - line_start),
            word: None,
        };
        for &word in words(lexeme, text) {
            (lexeme.token, lexeme.word) = (Token::Word, Some(word));
            lexemes.push(lexeme);
            lexeme.indent = None;
        }
        if lexeme.word.is_none() {
            lexemes.push(lexeme);
        }
    }
    report_hidden(text, faults);
    report_strange(text, &lexemes, faults);
    lexemes
}

/// The words that a sign stands for.
fn words(lexeme: Lexeme, text: &str) -> &'static [&'static str] {
    let sign = lexeme.span.of(text);
    let Some(first) = sign.chars().next() else {
        return &[];
    };
    match first {
        _ if lexeme.token != Token::Strange => &[],
        '∧' => &["and"],
        '∨' => &["or"],
        '¬' => &["not"],
        '⇒' => &["implies"],
        '⇔' => &["iff"],
        '∃' => &["exists"],
        '∀' => &["forall"],
        '∈' => &["in"],
        '∉' => &["not", "in"],
        '⊕' => &["xor"],
        '∑' => &["sum"],
        'ϕ' => &["phi"],
        _ => GREEK
            .iter()
            .find(|(_, letter)| *letter == first)
            .map_or(&[], |(name, _)| std::slice::from_ref(name)),
    }
}

/// A small number or letter at its full size.
pub(crate) fn full_size(small: &str) -> String {
    let forms = || RAISED.iter().chain(LOWERED);
    let full = |small| forms().find(|form| form.1 == small).map(|form| form.0);
    small.chars().filter_map(full).collect()
}

/// The contents of a string token.
pub(crate) fn unquote(quoted: &str) -> String {
    let inner = quoted.strip_prefix('"').unwrap_or(quoted);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut contents = String::with_capacity(inner.len());
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => contents.extend(characters.next()),
            other => contents.push(other),
        }
    }
    contents
}

/// A string token with these contents.
pub(crate) fn quote(contents: &str) -> String {
    format!(
        "\"{}\"",
        contents.replace('\\', "\\\\").replace('"', "\\\"")
    )
}

/// Reports each run of characters that nobody sees, wherever they stand.
fn report_hidden(text: &str, faults: &mut Faults) {
    let mut hidden = hidden_in(text).peekable();
    while let Some((start, first)) = hidden.next() {
        let mut end = start + first.len_utf8();
        while let Some((_, next)) = hidden.next_if(|(at, _)| *at == end) {
            end += next.len_utf8();
        }
        faults.push(hidden_fault(first, Span::new(start, end)));
        if faults.is_full() {
            return;
        }
    }
}

fn hidden_fault(first: char, span: Span) -> Fault {
    let shown = spelled(first);
    Fault::new(
        span,
        format!("`{shown}` is a character that cannot be seen"),
        "a reader would not see this",
    )
    .help("take it out; files hold characters that can be seen, blanks, tabs and line breaks")
}

fn report_strange(text: &str, lexemes: &[Lexeme], faults: &mut Faults) {
    let mut strange = lexemes
        .iter()
        .filter(|lexeme| lexeme.token == Token::Strange)
        .filter(|lexeme| !lexeme.span.of(text).chars().all(is_hidden))
        .peekable();
    while let Some(first) = strange.next() {
        if faults.is_full() {
            return;
        }
        let mut span = first.span;
        while let Some(next) = strange.next_if(|next| next.span.start == span.end) {
            span = span.to(next.span);
        }
        faults.push(strange_fault(text, span));
    }
    for open in lexemes
        .iter()
        .filter(|lexeme| lexeme.token == Token::OpenString)
    {
        let fault = Fault::new(
            open.span,
            "this string does not end on its line",
            "no closing \"",
        );
        faults.push(fault.help("strings stand between \"…\"; inside one write \\\" for a quote and \\\\ for a backslash"));
    }
}

fn strange_fault(text: &str, span: Span) -> Fault {
    let found = span.of(text);
    let first = found.chars().next().unwrap_or_default();
    let shown: String = found.chars().take(10).collect();
    let alike = found.chars().all(|other| other == first);
    let told = match unclear(first) {
        Some(kind) if alike => format!("{kind} ({})", spelled(first)),
        _ => format!("`{}`", legible(&shown)),
    };
    let message = format!("{told} is not a sign of the language");
    let fault = Fault::new(span, message, "not understood");
    let sign = if alike { shown } else { first.to_string() };
    match replacement(first) {
        Some(ascii) => fault.help(format!("write `{ascii}` for `{sign}`")),
        None if first.is_whitespace() || first == '\u{2800}' => {
            fault.help("write an ordinary blank, or none")
        }
        None if !first.is_ascii() => fault
            .help("letters beyond ASCII, Greek ones apart, may stand in strings and comments only"),
        None => fault,
    }
}

/// What to write for a sign that could mean several things.
fn replacement(sign: char) -> Option<&'static str> {
    Some(match sign {
        '–' | '—' => "-",
        '÷' => "/",
        '’' | '‘' | '´' | '`' => "'",
        '“' | '”' | '„' => "\"",
        '&' => "and",
        '!' => "not",
        '→' => "implies",
        '↔' => "iff",
        '%' => "mod",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn check(text: &str, expected: &[Token]) {
        let mut faults = Faults::new(None, text);
        let found: Vec<Token> = tokens(text, &mut faults)
            .iter()
            .map(|lexeme| lexeme.token)
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn signs_are_cut_as_a_reader_would() {
        check("2..d", &[Token::Number, Token::DotDot, Token::Word]);
        check("3.5 x'", &[Token::Decimal, Token::Word, Token::Prime]);
        check(
            "nim-value nim-x",
            &[Token::NimValue, Token::Word, Token::Minus, Token::Word],
        );
        check(
            "a<=b # comment \" ≤\n!=",
            &[
                Token::Word,
                Token::LessOrEqual,
                Token::Word,
                Token::NotEqual,
            ],
        );
        check("\"a\\\"b\" \"open", &[Token::String, Token::OpenString]);
        check("\u{feff}a\r\nb", &[Token::Word, Token::Word]);
        check(
            "≤−⌊xᵢ²⌋∉√φ",
            &[
                Token::LessOrEqual,
                Token::Minus,
                Token::OpenFloor,
                Token::Word,
                Token::Lowered,
                Token::Raised,
                Token::CloseFloor,
                Token::Word,
                Token::Word,
                Token::Root,
                Token::Word,
            ],
        );
        check("№№x", &[Token::Strange, Token::Strange, Token::Word]);
    }

    #[test]
    fn only_the_first_token_of_a_line_has_an_indent() {
        let mut faults = Faults::new(None, "");
        let found: Vec<_> = tokens(" a b\n\n   c # d\n e", &mut faults)
            .iter()
            .map(|lexeme| lexeme.indent)
            .collect();
        assert_eq!(found, [Some(1), None, Some(3), Some(1)]);
    }

    #[test]
    fn strings_survive_quoting() {
        for text in ["", "plain", "a \"b\" \\ c", "\\\"", "⌊nφ⌋"] {
            assert_eq!(unquote(&quote(text)), text);
        }
    }
}
