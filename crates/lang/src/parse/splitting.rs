//! What a heap becomes: `n becomes (a, b)`.

use rules::splitting::MOST_PARTS;

use super::cursor::{Cursor, Parsed};
use crate::ast::{Expr, ExprKind, Name};
use crate::diagnostic::Fault;
use crate::span::Spanned;
use crate::token::Token;

impl Cursor<'_> {
    /// `becomes (a, b)`, behind the heap.
    pub(super) fn parts_of(&mut self, left: Expr) -> Parsed<ExprKind> {
        self.bump();
        let ExprKind::Name(heap) = left.kind else {
            let fault = Fault::new(left.span, "only a pile becomes something", "not a pile");
            return Err(fault.help("write `n becomes (a, b)`, where `piles n` declares the pile"));
        };
        let Some(open) = self.eat(Token::OpenParen) else {
            let fault = self.expected("the parts in brackets");
            return Err(fault.help(format!(
                "write `{heap} becomes (a)` or `{heap} becomes (a, b)`"
            )));
        };
        let mut parts = vec![self.part(&heap)?];
        while self.eat(Token::Comma).is_some() {
            parts.push(self.part(&heap)?);
        }
        let close = self.close(Token::CloseParen, ")", open)?;
        if parts.len() > MOST_PARTS {
            let message = format!("a heap becomes at most {MOST_PARTS} parts");
            let label = format!("{} parts", parts.len());
            return Err(Fault::new(open.to(close), message, label));
        }
        Ok(ExprKind::Becomes {
            heap: Spanned::new(heap, left.span),
            parts,
        })
    }

    /// A part, which is a new name.
    fn part(&mut self, heap: &str) -> Parsed<Name> {
        let start = self.span();
        let part = self.term()?;
        match part.kind {
            ExprKind::Name(name) => Ok(Spanned::new(name, part.span)),
            _ => {
                let fault = Fault::new(
                    start.to(part.span),
                    "a part is a new name, and this is a term",
                    "not a name",
                );
                let written = part.span.of(self.text);
                Err(fault.help(format!(
                    "give it a name that is not taken, such as `p` in `{heap} becomes (p)`, and say `p = {written}`"
                )))
            }
        }
    }
}
