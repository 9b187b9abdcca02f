//! Numeration systems, patterns of digits, and what holds in every place.

use numeration::named::SystemKind;

use super::cursor::{Cursor, Parsed};
use super::expression::{Precedence, bounded};
use crate::ast::{AddOp, AutomatonDecl, Expr, ExprKind, Name};
use crate::diagnostic::Fault;
use crate::span::Spanned;
use crate::token::Token;

impl Cursor<'_> {
    /// `binary`, `base(3)`; also as the command line writes it: `base:3`, `recurrence:1,1,1`, `ternary-u`.
    pub(super) fn system(&mut self) -> Parsed<Expr> {
        let written = self.expression()?;
        if let Some(span) = is_ternary_u(&written, self.text) {
            return bounded(ExprKind::Name("ternary_u".to_owned()), span);
        }
        let ExprKind::Name(word) = &written.kind else {
            return Ok(written);
        };
        let takes_more = SystemKind::of(word).is_some_and(|kind| !kind.stands_alone());
        let joined = self.peek() == Some(Token::Colon)
            && self.adjacent()
            && self
                .peek_second()
                .is_some_and(|next| next.span.start == self.span().end);
        if !takes_more || !joined {
            return Ok(written);
        }
        let name = Spanned::new(word.clone(), written.span);
        self.bump();
        let mut arguments = vec![self.term()?];
        while self.eat(Token::Comma).is_some() {
            arguments.push(self.term()?);
        }
        let span = written.span.to(self.previous_span());
        bounded(ExprKind::Call { name, arguments }, span)
    }

    /// `matches "…"`, behind `digits(t, S)`.
    pub(super) fn pattern_of(&mut self, left: Expr) -> Parsed<ExprKind> {
        let word = self.bump();
        let two = match left.kind {
            ExprKind::Call { name, arguments } if name.value == "digits" => {
                <[Expr; 2]>::try_from(arguments).ok()
            }
            _ => None,
        };
        let Some([number, system]) = two else {
            let fault = Fault::new(word, "`matches` speaks of digits", "no digits before it");
            return Err(fault.help("write `digits(n, binary) matches \"1(0|1)*\"`"));
        };
        Ok(ExprKind::Matches {
            number: Box::new(number),
            system: Box::new(system),
            pattern: self.string("a pattern in quotes")?,
        })
    }

    /// Is the second token a text in quotes?
    pub(super) fn peeks_string_next(&self) -> bool {
        self.peek_second()
            .is_some_and(|next| next.token == Token::String)
    }

    /// `automaton "w.aut" in zeckendorf`
    pub(super) fn automaton(&mut self, name: Name) -> Parsed<AutomatonDecl> {
        self.bump();
        let file = self.string("the name of a file in quotes")?;
        if self.peek().is_none() {
            let fault = self.expected("`in` and a numeration system");
            let help = format!(
                "write `automaton \"{}\" in zeckendorf`, for example",
                file.value
            );
            return Err(fault.help(help));
        }
        self.expect_word("in")?;
        let system = self.system()?;
        Ok(AutomatonDecl { name, file, system })
    }

    /// `in every place of (x, y, z) in S: F`
    pub(super) fn every_place(&mut self) -> Parsed<ExprKind> {
        self.bump();
        self.bump();
        self.expect_word("place")?;
        self.expect_word("of")?;
        let numbers = self.written_numbers()?;
        self.expect_word("in")?;
        let system = Box::new(self.system()?);
        self.expect(Token::Colon, "`:` and what holds of the digits")?;
        Ok(ExprKind::EveryPlace {
            numbers,
            system,
            body: Box::new(self.expression()?),
        })
    }

    /// `x` or `(x, y, z)`
    fn written_numbers(&mut self) -> Parsed<Vec<Expr>> {
        let Some(open) = self.eat(Token::OpenParen) else {
            return Ok(vec![self.operand(Precedence::Xor)?]);
        };
        let mut numbers = vec![self.operand(Precedence::Xor)?];
        while self.eat(Token::Comma).is_some() {
            numbers.push(self.operand(Precedence::Xor)?);
        }
        self.close(Token::CloseParen, ")", open)?;
        Ok(numbers)
    }
}

/// Where `ternary-u` stands, which reads as a difference.
fn is_ternary_u(expr: &Expr, text: &str) -> Option<crate::span::Span> {
    let ExprKind::Sum(parts) = &expr.kind else {
        return None;
    };
    let [(AddOp::Plus, _), (AddOp::Minus, _)] = parts.as_slice() else {
        return None;
    };
    (expr.span.of(text) == "ternary-u").then_some(expr.span)
}
