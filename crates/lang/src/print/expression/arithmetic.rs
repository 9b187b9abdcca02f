//! Names, powers, calls, sums and products.

use super::signs::{BESIDE, CEILING, COLON, FLOOR, MINUS, NEGATIVE, OVER, PLUS, TIMES};
use super::{PrintContext, Printer};
use crate::ast::{AddOp as PlusOrMinus, Expr, ExprKind, IndexBinder, IndexedOp, MulOp};
use crate::parse::Precedence;
use crate::print::notation::{LOWERED, Notation, RAISED, SignForms, greek};

impl Printer<'_> {
    pub(super) fn replaced(&mut self, name: &str, place: PrintContext) {
        match self.names.and_then(|names| names(name)) {
            Some(replaced) if replaced.atomic || place.level == Some(Precedence::Iff) => {
                self.text.push_str(&replaced.text)
            }
            Some(replaced) => self.text.push_str(&format!("({})", replaced.text)),
            None => self.name(name),
        }
    }

    pub(super) fn name(&mut self, name: &str) {
        self.text.push_str(&self.notation.name(name));
    }

    pub(super) fn indexed(&mut self, name: &str, index: &Expr) {
        let base = self.notation.name(name);
        // LaTeX refuses a second index beside the first.
        if self.notation == Notation::Latex && base.contains("_{") {
            self.text.push_str(&format!("{{{base}}}"));
        } else {
            self.text.push_str(&base);
        }
        match self.small(index, LOWERED) {
            Some(lowered) => self.text.push_str(&lowered),
            None => {
                let (open, close) = self.notation.index_brackets();
                self.within(open, index, PrintContext::of(Precedence::Sum), close);
            }
        }
    }

    pub(super) fn power(&mut self, base: &Expr, exponent: &Expr) {
        self.expr(base, PrintContext::ATOM);
        match (self.notation, self.small(exponent, RAISED)) {
            (Notation::Latex, _) => self.within("^{", exponent, PrintContext::TOP, "}"),
            (Notation::Html, _) => self.within("<sup>", exponent, PrintContext::TOP, "</sup>"),
            (_, Some(raised)) => self.text.push_str(&raised),
            (notation, None) => {
                let power = PrintContext::of(Precedence::Power);
                self.text.push('^');
                self.expr(
                    exponent,
                    if notation.is_page() {
                        PrintContext::ATOM
                    } else {
                        power
                    },
                );
            }
        }
    }

    /// A number or letter in small characters, in text for readers, if there are such characters.
    fn small(&self, expr: &Expr, forms: &[(char, char)]) -> Option<String> {
        let plain = match &expr.kind {
            _ if self.notation != Notation::Text => return None,
            ExprKind::Number(value) => value.to_string(),
            ExprKind::Name(name) if name.len() == 1 => name.clone(),
            _ => return None,
        };
        let form = |character| forms.iter().find(|form| form.0 == character);
        plain.chars().map(|plain| Some(form(plain)?.1)).collect()
    }

    pub(super) fn call(&mut self, name: &str, arguments: &[Expr]) {
        match (name, arguments) {
            ("floor", [inner]) => return self.between(FLOOR, inner, PrintContext::TOP),
            ("ceil", [inner]) => return self.between(CEILING, inner, PrintContext::TOP),
            _ => {}
        }
        match (root_sign(name, arguments), arguments) {
            (Some(sign), [inner]) if self.notation.is_page() => self.root(sign, inner),
            (_, [number, inner]) if name == "root" && self.notation == Notation::Latex => {
                self.within("\\sqrt[{", number, PrintContext::TOP, "}]");
                self.within("{", inner, PrintContext::TOP, "}");
            }
            _ => {
                if self.notation == Notation::Latex && matches!(name, "min" | "max" | "ln" | "exp")
                {
                    self.text.push_str(&format!("\\{name}"));
                } else {
                    self.name(name);
                }
                self.text.push('(');
                self.list(arguments, PrintContext::TOP);
                self.text.push(')');
            }
        }
    }

    fn root(&mut self, sign: SignForms, inner: &Expr) {
        self.sign(sign);
        let simple = matches!(inner.kind, ExprKind::Number(_) | ExprKind::Name(_));
        match self.notation {
            Notation::Latex => self.within("{", inner, PrintContext::TOP, "}"),
            _ if simple => self.expr(inner, PrintContext::ATOM),
            _ => self.within("(", inner, PrintContext::TOP, ")"),
        }
    }

    pub(super) fn sum(&mut self, parts: &[(PlusOrMinus, Expr)]) {
        for (index, (sign, operand)) in parts.iter().enumerate() {
            match (index, sign) {
                (0, PlusOrMinus::Plus) => {}
                (0, PlusOrMinus::Minus) => self.sign(NEGATIVE),
                (_, PlusOrMinus::Plus) => self.sign(PLUS),
                (_, PlusOrMinus::Minus) => self.sign(MINUS),
            }
            self.expr(operand, PrintContext::of(Precedence::Product));
        }
    }

    pub(super) fn product(&mut self, first: &Expr, rest: &[(MulOp, Expr)]) {
        self.expr(first, PrintContext::of(Precedence::Power));
        let (mut left, mut before) = (first, MulOp::Times);
        for (factor, right) in rest {
            let beside = before == MulOp::Times && self.beside(left, right);
            self.sign(match factor {
                MulOp::Over => OVER,
                MulOp::Times if beside => BESIDE,
                MulOp::Times => TIMES,
            });
            self.expr(right, PrintContext::of(Precedence::Power));
            (left, before) = (right, *factor);
        }
    }

    /// May two factors stand side by side, as in `nφ`, without being misread? In text, which the language reads, a sign
    /// must begin the second one.
    fn beside(&self, left: &Expr, right: &Expr) -> bool {
        let short = |name: &str| name.len() == 1 || name == "phi" || name == "pi";
        let left_fits = match &left.kind {
            ExprKind::Number(_) | ExprKind::Sum(_) => true,
            ExprKind::Name(name) => short(name),
            _ => false,
        };
        let letter = |name: &str| self.notation != Notation::Text || greek(name).is_some();
        let right_fits = match &right.kind {
            ExprKind::Name(name) => {
                letter(name) && (short(name) || matches!(name.as_str(), "alpha" | "beta"))
            }
            ExprKind::Power(base, _) => {
                matches!(&base.kind, ExprKind::Name(name) if letter(name) && short(name))
            }
            ExprKind::Sum(_) => {
                self.notation != Notation::Text && !matches!(left.kind, ExprKind::Name(_))
            }
            ExprKind::Call { name, arguments } => {
                arguments.len() == 1 && matches!(name.value.as_str(), "floor" | "sqrt")
            }
            _ => false,
        };
        left_fits && right_fits
    }

    /// What follows `else`: another choice needs no brackets there.
    pub(super) fn alternative(&mut self, no: &Expr) {
        if matches!(no.kind, ExprKind::Choice(..)) {
            self.kind(&no.kind, PrintContext::of(Precedence::Xor));
        } else {
            self.expr(no, PrintContext::of(Precedence::Xor));
        }
    }

    pub(super) fn total(&mut self, total: IndexedOp, binder: &IndexBinder, body: &Expr) {
        let (word, text, latex) = match total {
            IndexedOp::Sum => ("sum ", "∑ ", "\\sum_{"),
            IndexedOp::Xor => ("xor ", "⊕ ", "\\bigoplus_{"),
        };
        self.sign(SignForms(word, text, latex));
        match self.notation {
            Notation::File | Notation::CommandLine => {
                self.binder(binder);
                self.sign(COLON);
                self.expr(body, PrintContext::of(Precedence::Sum));
            }
            Notation::Latex => {
                self.name(&binder.name.value);
                self.within("=", &binder.range.from, PrintContext::TOP, "}");
                self.within("^{", &binder.range.to, PrintContext::TOP, "} ");
                self.expr(body, PrintContext::of(Precedence::Product));
            }
            Notation::Text | Notation::Html => {
                self.expr(body, PrintContext::of(Precedence::Product));
                self.text.push_str(" over ");
                self.binder(binder);
            }
        }
    }
}

/// The sign of a root, if the function is one with a sign.
pub(super) fn root_sign(name: &str, arguments: &[Expr]) -> Option<SignForms> {
    match (name, arguments) {
        ("sqrt", [_]) => Some(SignForms("", "√", "\\sqrt")),
        ("cbrt", [_]) => Some(SignForms("", "∛", "\\sqrt[3]")),
        _ => None,
    }
}
