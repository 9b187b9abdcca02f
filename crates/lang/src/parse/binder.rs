//! What binds a variable or an index, counts changing piles, or collects a set.

use logic::Comparison;

use super::cursor::{Cursor, Parsed};
use super::expression::{Infix, MOST_VARIABLES, Precedence, bounded};
use crate::ast::{
    CountBound, Expr, ExprKind, IndexBinder, IndexRange, IndexedOp, Name, Quantifier, SetExpr,
    SetPart,
};
use crate::diagnostic::Fault;
use crate::span::Span;
use crate::suggest;
use crate::token::Token;

impl Cursor<'_> {
    /// `sum i in 1..d: t`, or with a sign `∑ t over i = 1, …, d`.
    pub(super) fn total(&mut self, total: IndexedOp) -> Parsed<ExprKind> {
        let sign = self.peek_lexeme().is_some_and(|word| word.word.is_some());
        self.bump();
        let index_first = self.peek() == Some(Token::Word) && self.next_is("in");
        if sign && !index_first {
            let body = Box::new(self.operand(Precedence::Product)?);
            self.expect_word("over")?;
            return Ok(ExprKind::Total(total, self.index_binder()?, body));
        }
        let binder = self.index_binder()?;
        self.expect(Token::Colon, "`:` and a term")?;
        let body = Box::new(self.operand(Precedence::Sum)?);
        Ok(ExprKind::Total(total, binder, body))
    }

    /// `i in a..b` or `i = a, …, b`
    pub(super) fn index_binder(&mut self) -> Parsed<IndexBinder> {
        let name = self.name("an index")?;
        if self.eat(Token::Equal).is_none() {
            self.expect_word("in")?;
        }
        let range = self.range()?;
        Ok(IndexBinder { name, range })
    }

    pub(super) fn quantified(&mut self, quantifier: Quantifier) -> Parsed<ExprKind> {
        let word = self.bump();
        let variables = self.variables(word)?;
        if self.eat_word("in").is_some() {
            return self.over_indices(quantifier, variables);
        }
        let bound = match self.infix() {
            Some(Infix::Compare(comparison)) => {
                self.bump();
                let bound = Box::new(self.term()?);
                if comparison == Comparison::Equal && self.dots().is_some() {
                    return self.up_to(quantifier, variables, bound);
                }
                Some((comparison, bound))
            }
            _ => None,
        };
        self.eat(Token::Colon).ok_or_else(|| match bound {
            Some(_) => self.unexpected("`:` and a formula"),
            None => self.expected("`:` and a formula"),
        })?;
        let body = Box::new(self.expression()?);
        Ok(ExprKind::Quantified {
            quantifier,
            variables,
            bound,
            body,
        })
    }

    fn variables(&mut self, word: Span) -> Parsed<Vec<Name>> {
        if matches!(self.peek(), Some(Token::Number | Token::OpenParen)) {
            let fault = self.expected("a variable");
            let word = word.of(self.text);
            return Err(fault.help(format!(
                "the variable comes first: `{word} t > 0: t <= x and …`"
            )));
        }
        let mut variables = vec![self.name("a variable")?];
        while self.eat(Token::Comma).is_some() {
            variables.push(self.name("a variable")?);
        }
        if variables.len() > MOST_VARIABLES {
            let message = format!("{} variables are too many", variables.len());
            return Err(Fault::new(
                word.to(self.previous_span()),
                message,
                format!("at most {MOST_VARIABLES} are allowed"),
            ));
        }
        Ok(variables)
    }

    fn over_indices(&mut self, quantifier: Quantifier, variables: Vec<Name>) -> Parsed<ExprKind> {
        let from = Box::new(self.operand(Precedence::Sum)?);
        if self.dots().is_none() {
            let fault = self.expected("`..` and the last index, as in `1..d`");
            let (n, set) = (&variables[0].value, from.span.of(self.text));
            return Err(fault.help(format!(
                "for a set, write `{n}: {n} in {set} and …` or `{n}: {n} in {set} implies …`"
            )));
        }
        self.up_to(quantifier, variables, from)
    }

    /// The rest of a quantifier over indices, behind the dots of its range.
    fn up_to(
        &mut self,
        quantifier: Quantifier,
        mut variables: Vec<Name>,
        from: Box<Expr>,
    ) -> Parsed<ExprKind> {
        let second = variables.get(1).map(|name| name.span);
        let name = variables.swap_remove(0);
        if let Some(span) = second {
            let fault = Fault::new(
                span,
                "only one index may run over a range",
                "a second index",
            );
            return Err(fault.help("nest them: `forall i in 1..d: forall j in 1..d: …`"));
        }
        let to = Box::new(self.operand(Precedence::Sum)?);
        self.eat(Token::Colon)
            .ok_or_else(|| self.unexpected("`:` and a formula"))?;
        let body = Box::new(self.expression()?);
        Ok(ExprKind::ForIndex(
            quantifier,
            IndexBinder {
                name,
                range: IndexRange { from, to },
            },
            body,
        ))
    }

    /// `at most 2 of a, b, c change`
    pub(super) fn changes(&mut self) -> Parsed<ExprKind> {
        let at = self.peek_word() == Some("at");
        self.bump();
        let amount = match self.peek_word() {
            Some("most") if at => CountBound::AtMost,
            Some("least") if at => CountBound::AtLeast,
            _ if at => {
                let help =
                    suggest::did_you_mean(self.peek_word().unwrap_or_default(), ["most", "least"]);
                return Err(self.expected("`most` or `least`").help_if(help));
            }
            _ => CountBound::Exactly,
        };
        if at {
            self.bump();
        }
        let count = Box::new(self.operand(Precedence::Sum)?);
        self.expect_word("of")?;
        let mut piles = vec![self.changing()?];
        while self.eat(Token::Comma).is_some() {
            piles.push(self.changing()?);
        }
        if self.eat_word("change").is_none() && self.eat_word("changes").is_none() {
            let fault = self.expected("`change`");
            return Err(
                fault.help("write `at most 2 of a, b, c change` or `exactly 1 of x, y changes`")
            );
        }
        Ok(ExprKind::Changes {
            amount,
            count,
            piles,
        })
    }

    /// A pile in a list of those that may change.
    fn changing(&mut self) -> Parsed<Expr> {
        let name = self.name("a pile")?;
        let kind = match self.peek() {
            Some(Token::OpenBracket | Token::Lowered) => self.indexed(name.value)?,
            _ => ExprKind::Name(name.value),
        };
        bounded(kind, name.span.to(self.previous_span()))
    }

    /// A union of sets.
    pub(crate) fn sets(&mut self) -> Parsed<SetExpr> {
        let mut set = self.one_set()?;
        while self.eat_word("or").is_some() || self.eat(Token::Union).is_some() {
            let next = self.one_set()?;
            set.span = set.span.to(next.span);
            set.parts.extend(next.parts);
        }
        Ok(set)
    }

    /// A named set or one in braces.
    pub(super) fn one_set(&mut self) -> Parsed<SetExpr> {
        let Some(open) = self.eat(Token::OpenBrace) else {
            if matches!(self.peek(), Some(Token::Number | Token::OpenParen)) {
                let fault = self.expected("a set");
                return Err(fault.help(
                    "write `{1, 3, 4}` or the name of a set; for a range, write `1 <= t <= 3`",
                ));
            }
            let name = self.name("a set")?;
            return Ok(SetExpr {
                span: name.span,
                parts: vec![SetPart::Named(name)],
            });
        };
        let part = self.braced()?;
        let close = self.close(Token::CloseBrace, "}", open)?;
        Ok(SetExpr {
            parts: vec![part],
            span: open.to(close),
        })
    }

    fn braced(&mut self) -> Parsed<SetPart> {
        if self.peek() == Some(Token::CloseBrace) {
            return Ok(SetPart::Elements(Vec::new()));
        }
        let mut elements = vec![self.term()?];
        while self.eat(Token::Comma).is_some() {
            elements.push(self.term()?);
        }
        let Some(bar) = self.eat(Token::Bar) else {
            return Ok(SetPart::Elements(elements));
        };
        let element = elements.swap_remove(0);
        if let Some(second) = elements.first() {
            let fault = Fault::new(
                second.span,
                "only one tuple may stand before `|`",
                "a second one",
            )
            .also(bar, "the `|`");
            return Err(fault
                .help("put a tuple in brackets, `{ (s, t) | n >= 1 }`, and join sets with `or`"));
        }
        let mut conditions = vec![self.expression()?];
        while self.eat(Token::Comma).is_some() {
            conditions.push(self.expression()?);
        }
        Ok(SetPart::Comprehension {
            element,
            conditions,
        })
    }
}
