//! Patterns of digits, and what holds in every place.

use super::signs::{AUTOMATON, COLON, COMMA, DIGITS, EVERY_PLACE, MATCHES, WRITTEN_IN};
use super::{PrintContext, Printer};
use crate::ast::{AutomatonDecl, Expr, ExprKind};
use crate::parse::Precedence;
use crate::print::notation::Notation;
use crate::token::quote;

/// May it stand without brackets around it?
fn is_name(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Name(_) | ExprKind::Primed(_) | ExprKind::Indexed { .. }
    )
}

impl Printer<'_> {
    /// `digits(t, S) matches "…"`
    pub(super) fn matches(&mut self, number: &Expr, system: &Expr, pattern: &str) {
        self.sign(DIGITS);
        self.text.push('(');
        self.expr(number, PrintContext::of(Precedence::Xor));
        self.sign(COMMA);
        self.expr(system, PrintContext::of(Precedence::Xor));
        self.text.push(')');
        self.sign(MATCHES);
        self.quoted(pattern);
    }

    /// `automaton "w.aut" in S`
    pub(super) fn automaton(&mut self, set: &AutomatonDecl) {
        self.sign(AUTOMATON);
        self.quoted(&set.file.value);
        self.sign(WRITTEN_IN);
        self.expr(&set.system, PrintContext::of(Precedence::Xor));
    }

    fn quoted(&mut self, text: &str) {
        let quoted = quote(text);
        let shown = match self.notation {
            Notation::Latex => format!("\\text{{{}}}", self.notation.prose(&quoted)),
            notation => notation.prose(&quoted),
        };
        self.text.push_str(&shown);
    }

    /// `in every place of (x, y) in S: F`
    pub(super) fn every_place(&mut self, numbers: &[Expr], system: &Expr, body: &Expr) {
        self.sign(EVERY_PLACE);
        match numbers {
            [one] if is_name(one) => self.expr(one, PrintContext::of(Precedence::Xor)),
            several => {
                self.text.push('(');
                self.list(several, PrintContext::of(Precedence::Xor));
                self.text.push(')');
            }
        }
        self.sign(WRITTEN_IN);
        self.expr(system, PrintContext::of(Precedence::Xor));
        self.sign(COLON);
        self.expr(body, PrintContext::TOP);
    }
}
