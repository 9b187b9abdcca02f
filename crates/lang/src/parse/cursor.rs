//! A place in a list of tokens, with the ways to go on from it and to say what is missing.

use crate::ast::Name;
use crate::diagnostic::Fault;
use crate::span::{Span, Spanned};
use crate::suggest;
use crate::token::{Lexeme, RESERVED, Token, unquote};

/// What a part of the parser gives: something, or the first fault.
pub(crate) type Parsed<T> = Result<T, Fault>;

/// A part of the tokens of a text, read from left to right.
pub(crate) struct Cursor<'a> {
    pub(crate) text: &'a str,
    tokens: &'a [Lexeme],
    at: usize,
    /// How many calls of the expression parser are open.
    pub(crate) depth: u32,
}

impl<'a> Cursor<'a> {
    /// At the first of these tokens.
    pub(crate) fn new(text: &'a str, tokens: &'a [Lexeme]) -> Self {
        Self {
            text,
            tokens,
            at: 0,
            depth: 0,
        }
    }

    /// The tokens not yet read.
    pub(crate) fn rest(&self) -> &'a [Lexeme] {
        self.tokens.get(self.at..).unwrap_or_default()
    }

    /// The next token.
    pub(crate) fn peek(&self) -> Option<Token> {
        self.peek_lexeme().map(|lexeme| lexeme.token)
    }

    pub(crate) fn peek_lexeme(&self) -> Option<Lexeme> {
        self.tokens.get(self.at).copied()
    }

    /// The token after the next one.
    pub(crate) fn peek_second(&self) -> Option<Lexeme> {
        self.tokens.get(self.at + 1).copied()
    }

    /// The next token if it is a word.
    pub(crate) fn peek_word(&self) -> Option<&'a str> {
        self.peek_lexeme()
            .filter(|lexeme| lexeme.token == Token::Word)
            .map(|lexeme| lexeme.of(self.text))
    }

    /// Where the next token stands, or the end.
    pub(crate) fn span(&self) -> Span {
        match self.peek_lexeme() {
            Some(lexeme) => lexeme.span,
            None => self.previous_span().after(),
        }
    }

    /// Where the last token read stands.
    pub(crate) fn previous_span(&self) -> Span {
        let index = self.at.saturating_sub(1);
        self.tokens
            .get(index)
            .map_or(Span::default(), |lexeme| lexeme.span)
    }

    /// Does the next token follow the last one without a blank?
    pub(crate) fn adjacent(&self) -> bool {
        self.at > 0
            && self
                .peek_lexeme()
                .is_some_and(|lexeme| lexeme.span.start == self.previous_span().end)
    }

    /// Reads one token.
    pub(crate) fn bump(&mut self) -> Span {
        let span = self.span();
        self.at += 1;
        span
    }

    /// Reads this token if it is the next one.
    pub(crate) fn eat(&mut self, token: Token) -> Option<Span> {
        (self.peek() == Some(token)).then(|| self.bump())
    }

    /// Reads this word if it is the next one.
    pub(crate) fn eat_word(&mut self, word: &str) -> Option<Span> {
        (self.peek_word() == Some(word)).then(|| self.bump())
    }

    /// Reads this token or says that it is missing.
    pub(crate) fn expect(&mut self, token: Token, what: &str) -> Parsed<Span> {
        self.eat(token).ok_or_else(|| self.expected(what))
    }

    /// Reads this word or says that it is missing.
    pub(crate) fn expect_word(&mut self, word: &str) -> Parsed<Span> {
        self.eat_word(word)
            .ok_or_else(|| self.expected(&format!("`{word}`")))
    }

    /// Reads a closing bracket, or says that the one at `open` has none.
    pub(crate) fn close(&mut self, token: Token, sign: &str, open: Span) -> Parsed<Span> {
        if let Some(span) = self.eat(token) {
            return Ok(span);
        }
        match self.peek() {
            None => {
                let opened = open.of(self.text);
                Err(Fault::new(
                    open,
                    format!("this `{opened}` is never closed"),
                    format!("no `{sign}` follows"),
                ))
            }
            Some(_) => Err(self
                .unexpected(&format!("`{sign}`"))
                .also(open, "opened here")),
        }
    }

    /// Reads a name that is not a reserved word.
    pub(crate) fn name(&mut self, what: &str) -> Parsed<Name> {
        let Some(word) = self.peek_word() else {
            return Err(self.expected(&format!("the name of {what}")));
        };
        if RESERVED.contains(&word) {
            let label = "a word of the language";
            let fault = Fault::new(
                self.span(),
                format!("`{word}` cannot be the name of {what}"),
                label,
            );
            return Err(fault.help(format!("choose another name, such as `{word}_1`")));
        }
        Ok(Spanned::new(word.to_owned(), self.bump()))
    }

    /// Reads a name in which hyphens may stand: `succinct-rat`.
    pub(crate) fn hyphenated(&mut self, what: &str) -> Parsed<Name> {
        let mut name = match self.peek() {
            Some(Token::NimValue) => Spanned::new("nim-value".to_owned(), self.bump()),
            _ => self.name(what)?,
        };
        while self.peek() == Some(Token::Minus) && self.adjacent() {
            let Some(next) = self.peek_second() else {
                break;
            };
            let joined = next.span.start == self.span().end;
            if !joined || !matches!(next.token, Token::Word | Token::Number | Token::NimValue) {
                break;
            }
            self.bump();
            self.bump();
            name.span = name.span.to(next.span);
            // `2-pile` is a number followed by a word.
            while self.adjacent() && matches!(self.peek(), Some(Token::Word | Token::Number)) {
                name.span = name.span.to(self.bump());
            }
        }
        if name.span.of(self.text).contains('-') {
            name.value = name.span.of(self.text).to_owned();
        }
        Ok(name)
    }

    /// Reads a string.
    pub(crate) fn string(&mut self, what: &str) -> Parsed<Spanned<String>> {
        let span = self.expect(Token::String, what)?;
        Ok(Spanned::new(unquote(span.of(self.text)), span))
    }

    /// Says that everything should have been read, unless it has.
    pub(crate) fn finish(&mut self, what: &str) -> Parsed<()> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected(what)),
        }
    }

    /// The fault of finding something else than what is expected.
    pub(crate) fn expected(&self, what: &str) -> Fault {
        let Some(lexeme) = self.peek_lexeme() else {
            let message = format!("expected {what}, and nothing follows");
            return Fault::new(self.span(), message, format!("expected {what} here"));
        };
        let found = lexeme.span.of(self.text);
        let found: String = if found.len() > 30 {
            found.chars().take(27).chain("...".chars()).collect()
        } else {
            found.into()
        };
        Fault::new(
            lexeme.span,
            format!("expected {what}, found `{found}`"),
            format!("expected {what}"),
        )
    }

    /// The fault of finding something where an expression has ended, with advice on what may be meant.
    pub(crate) fn unexpected(&self, what: &str) -> Fault {
        let fault = self.expected(what);
        let previous = self
            .at
            .checked_sub(1)
            .and_then(|index| self.tokens.get(index));
        let (Some(next), Some(previous)) = (self.peek_lexeme(), previous) else {
            return fault;
        };
        let (left, right) = (previous.span.of(self.text), next.span.of(self.text));
        if next.token == Token::Word
            && let Some(help) = suggest::did_you_mean(right, OPERATORS.iter().copied())
        {
            return fault.help(help);
        }
        if previous.token == Token::Word
            && let Some(help) = suggest::did_you_mean(left, STARTERS.iter().copied())
        {
            return fault.also(previous.span, "after this").help(help);
        }
        match missing_operator(self.text, *previous, next) {
            Some(help) => {
                let message = format!("an operator is missing between `{left}` and `{right}`");
                let between = previous.span.to(next.span);
                Fault::new(between, message, format!("expected an operator or {what}")).help(help)
            }
            None => fault.help_if(self.advice(*previous, next)),
        }
    }

    /// How a change is written that was begun as in `x -= 1`; the next token is the `=`.
    pub(crate) fn assignment(&self, sign: char) -> Option<String> {
        let of = |lexeme: &Lexeme| lexeme.span.of(self.text);
        let name = self.tokens.get(self.at.checked_sub(2)?).map(of)?;
        let amount = self.peek_second();
        let amount = amount.filter(|lexeme| matches!(lexeme.token, Token::Number | Token::Word));
        let amount = amount.as_ref().map_or("…", of);
        Some(format!(
            "write `{name}' = {name} {sign} {amount}`: `{name}'` is the pile after the move"
        ))
    }

    /// How a change by 1 is written that was begun as in `x--`. What follows the second sign is
    /// missing; a second `+` is the next token, since no term begins with it.
    pub(crate) fn step(&self) -> Option<String> {
        let end = self.at + usize::from(self.peek() == Some(Token::Plus));
        let tokens = self.tokens.get(end.checked_sub(3)?..end)?;
        let [Token::Word, first, second] = [0, 1, 2].map(|place| tokens[place].token) else {
            return None;
        };
        let whole = tokens[0].span.to(tokens[2].span).of(self.text);
        let (name, sign) = (tokens[0].span.of(self.text), tokens[2].span.of(self.text));
        let joined = whole.len() == name.len() + 2 * sign.len();
        let is_step = joined && first == second && matches!(first, Token::Plus | Token::Minus);
        is_step.then(|| {
            format!("write `{name}' = {name} {sign} 1`: `{name}'` is the pile after the move")
        })
    }

    /// Do words and numbers follow one another from the first token on, as in
    /// `take any number from x`?
    pub(crate) fn is_prose(&self) -> bool {
        let is_word = |lexeme: &Lexeme| matches!(lexeme.token, Token::Word | Token::Number);
        let first = self.tokens.get(..3).unwrap_or_default();
        let begins = first
            .first()
            .is_some_and(|first| first.token == Token::Word);
        self.at == 1 && begins && first.iter().all(is_word)
    }

    /// Advice for signs that are not where they belong.
    fn advice(&self, previous: Lexeme, next: Lexeme) -> Option<String> {
        if (previous.token, next.token) == (Token::Word, Token::Prime) {
            let pile = previous.span.of(self.text);
            return Some(format!("write `{pile}'`, without a blank"));
        }
        let after = self.peek_second()?;
        let joined = next.span.end == after.span.start;
        match (previous.token, next.token, after.token) {
            (Token::Number, Token::Comma, Token::Number) if joined => {
                let (first, second) = (previous.span.of(self.text), after.span.of(self.text));
                Some(format!("write a number without commas: `{first}{second}`"))
            }
            (_, Token::Bar, Token::Bar) if joined => Some("write `or`".to_owned()),
            (_, Token::Colon, Token::Equal) if joined => Some("write `=`".to_owned()),
            (Token::Prime, Token::OpenBracket, _) => {
                Some("the prime comes last: `x[1]'`".to_owned())
            }
            (Token::CloseBrace, Token::Word, _) => match next.span.of(self.text) {
                "union" | "cup" => {
                    Some("write `or` between two sets: `{ 0 } or { 2*n + 1 | n >= 0 }`".to_owned())
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// What to write where a reader sees a product and the language sees two things side by side.
fn missing_operator(text: &str, left: Lexeme, right: Lexeme) -> Option<String> {
    let is_name =
        |lexeme: Lexeme| lexeme.token == Token::Word && !RESERVED.contains(&lexeme.span.of(text));
    let ends = matches!(
        left.token,
        Token::Number | Token::Decimal | Token::CloseParen | Token::CloseBracket | Token::Prime
    ) || is_name(left);
    let begins = matches!(
        right.token,
        Token::Number | Token::Decimal | Token::OpenParen
    ) || is_name(right);
    if !ends || !begins || right.indent.is_some() {
        return None;
    }
    let (first, second) = (left.span.of(text), right.span.of(text));
    let exponent = second.strip_prefix('e').or(second.strip_prefix('E'));
    Some(match (left.token, right.token) {
        (Token::Number, Token::Word) if exponent.is_some_and(is_number) => {
            format!("write `{first}*10^{}`", exponent.unwrap_or_default())
        }
        (Token::Number, Token::Number) => {
            format!("write a number without blanks: `{first}{second}`")
        }
        (Token::Word, Token::OpenParen) => {
            format!(
                "write `{first}(` without a blank to call `{first}`, or `{first}*(` for a product"
            )
        }
        (Token::Number | Token::Decimal, _) => format!("write `{first}*{second}` for a product"),
        _ => "write `*` for a product, or `and` between two formulas".to_owned(),
    })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

const OPERATORS: &[&str] = &[
    "and", "or", "implies", "iff", "in", "not", "mod", "div", "xor", "then", "else", "of", "change",
];

/// Words that begin a term or formula.
pub(super) const STARTERS: &[&str] = &["not", "exists", "forall", "if", "exactly", "sum"];
