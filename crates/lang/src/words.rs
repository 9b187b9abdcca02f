//! What the words of a text are, for an editor that colours them.
//!
//! ```
//! use lang::words::{WordKind, words};
//!
//! let text = "piles x # two";
//! let found: Vec<_> = words(text).iter().map(|word| (word.span.of(text), word.kind)).collect();
//! assert_eq!(found, [("piles", WordKind::Keyword), ("x", WordKind::Name), ("# two", WordKind::Comment)]);
//! ```

use logos::Logos;

use crate::parse::ITEMS;
use crate::span::Span;
use crate::token::{RESERVED, Token};

/// A word of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceWord {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: WordKind,
}

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// A word of the language.
    Keyword,
    /// A name.
    Name,
    /// A number.
    Number,
    /// A text in quotes.
    String,
    /// A remark for readers.
    Comment,
    /// A sign.
    Sign,
    /// Nothing of the language.
    Strange,
}

/// Words that mean something only at their place.
const PLACED: [&str; 9] = [
    "game",
    "automaton",
    "when",
    "sorted",
    "with",
    "matches",
    "becomes",
    "every",
    "place",
];

/// The words, signs and comments of a text, in order.
pub fn words(text: &str) -> Vec<SourceWord> {
    let (mut words, mut seen) = (Vec::new(), 0);
    for (token, range) in Token::lexer(text).spanned() {
        comments(text, Span::new(seen, range.start), &mut words);
        seen = range.end;
        let span = Span::new(range.start, range.end);
        let kind = token.map_or(WordKind::Strange, |token| kind(token, span.of(text)));
        words.push(SourceWord { span, kind });
    }
    comments(text, Span::new(seen, text.len()), &mut words);
    words
}

fn kind(token: Token, word: &str) -> WordKind {
    match token {
        Token::Word
            if RESERVED.contains(&word) || ITEMS.contains(&word) || PLACED.contains(&word) =>
        {
            WordKind::Keyword
        }
        Token::NimValue => WordKind::Keyword,
        Token::Word => WordKind::Name,
        Token::Number | Token::Decimal | Token::Raised | Token::Lowered => WordKind::Number,
        Token::String | Token::OpenString => WordKind::String,
        Token::Strange => WordKind::Strange,
        _ => WordKind::Sign,
    }
}

/// The comments in what stands between two tokens: there is nothing else but blanks.
fn comments(text: &str, gap: Span, words: &mut Vec<SourceWord>) {
    let mut start = gap.start;
    for line in gap.of(text).split_inclusive('\n') {
        if let Some(sign) = line.find('#') {
            let comment = line.trim_end_matches(['\n', '\r']);
            words.push(SourceWord {
                span: Span::new(start + sign, start + comment.len()),
                kind: WordKind::Comment,
            });
        }
        start += line.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_of_a_file_has_one_word_or_is_blank() {
        let text =
            "# first\ngame g \"G\" # φ\r\npiles x\nmove I \"a # b\":\n    x' ∈ {1, 2.5} ☃ # last";
        let words = words(text);
        let mut end = 0;
        for word in &words {
            let gap = Span::new(end, word.span.start);
            assert!(gap.of(text).chars().all(char::is_whitespace), "{word:?}");
            end = word.span.end;
        }
        let kinds = |kind| {
            let of = words.iter().filter(|word| word.kind == kind);
            of.map(|word| word.span.of(text)).collect::<Vec<_>>()
        };
        assert_eq!(kinds(WordKind::Comment), ["# first", "# φ", "# last"]);
        assert_eq!(kinds(WordKind::String), ["\"G\"", "\"a # b\""]);
        assert_eq!(kinds(WordKind::Keyword), ["game", "piles", "move"]);
        assert_eq!(kinds(WordKind::Number), ["1", "2.5"]);
        assert!(kinds(WordKind::Strange).contains(&"☃"));
    }
}
