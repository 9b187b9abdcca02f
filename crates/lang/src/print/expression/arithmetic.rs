//! Names, powers, calls, sums and products.

use super::signs::{BESIDE, CEILING, COLON, FLOOR, MINUS, NEGATIVE, OVER, PLUS, TIMES};
use super::{Place, Printer};
use crate::ast::{Expr, ExprKind, Factor, IndexBinder, Sign as PlusOrMinus, Total};
use crate::parse::Level;
use crate::print::notation::{LOWERED, Notation, RAISED, Sign, greek};

impl Printer<'_> {
    pub(super) fn replaced(&mut self, name: &str, place: Place) {
        match self.names.and_then(|names| names(name)) {
            Some(replaced) if replaced.atomic || place.level == Some(Level::Iff) => {
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
                self.within(open, index, Place::of(Level::Sum), close);
            }
        }
    }

    pub(super) fn power(&mut self, base: &Expr, exponent: &Expr) {
        self.expr(base, Place::ATOM);
        match (self.notation, self.small(exponent, RAISED)) {
            (Notation::Latex, _) => self.within("^{", exponent, Place::TOP, "}"),
            (Notation::Html, _) => self.within("<sup>", exponent, Place::TOP, "</sup>"),
            (_, Some(raised)) => self.text.push_str(&raised),
            (notation, None) => {
                let power = Place::of(Level::Power);
                self.text.push('^');
                self.expr(
                    exponent,
                    if notation.is_page() {
                        Place::ATOM
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
            ("floor", [inner]) => return self.between(FLOOR, inner, Place::TOP),
            ("ceil", [inner]) => return self.between(CEILING, inner, Place::TOP),
            _ => {}
        }
        match (root_sign(name, arguments), arguments) {
            (Some(sign), [inner]) if self.notation.is_page() => self.root(sign, inner),
            (_, [number, inner]) if name == "root" && self.notation == Notation::Latex => {
                self.within("\\sqrt[{", number, Place::TOP, "}]");
                self.within("{", inner, Place::TOP, "}");
            }
            _ => {
                if self.notation == Notation::Latex && matches!(name, "min" | "max" | "ln" | "exp")
                {
                    self.text.push_str(&format!("\\{name}"));
                } else {
                    self.name(name);
                }
                self.text.push('(');
                self.list(arguments, Place::TOP);
                self.text.push(')');
            }
        }
    }

    fn root(&mut self, sign: Sign, inner: &Expr) {
        self.sign(sign);
        let simple = matches!(inner.kind, ExprKind::Number(_) | ExprKind::Name(_));
        match self.notation {
            Notation::Latex => self.within("{", inner, Place::TOP, "}"),
            _ if simple => self.expr(inner, Place::ATOM),
            _ => self.within("(", inner, Place::TOP, ")"),
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
            self.expr(operand, Place::of(Level::Product));
        }
    }

    pub(super) fn product(&mut self, first: &Expr, rest: &[(Factor, Expr)]) {
        self.expr(first, Place::of(Level::Power));
        let (mut left, mut before) = (first, Factor::Times);
        for (factor, right) in rest {
            let beside = before == Factor::Times && self.beside(left, right);
            self.sign(match factor {
                Factor::Over => OVER,
                Factor::Times if beside => BESIDE,
                Factor::Times => TIMES,
            });
            self.expr(right, Place::of(Level::Power));
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
            self.kind(&no.kind, Place::of(Level::Xor));
        } else {
            self.expr(no, Place::of(Level::Xor));
        }
    }

    pub(super) fn total(&mut self, total: Total, binder: &IndexBinder, body: &Expr) {
        let (word, text, latex) = match total {
            Total::Sum => ("sum ", "∑ ", "\\sum_{"),
            Total::Xor => ("xor ", "⊕ ", "\\bigoplus_{"),
        };
        self.sign(Sign(word, text, latex));
        match self.notation {
            Notation::File | Notation::CommandLine => {
                self.binder(binder);
                self.sign(COLON);
                self.expr(body, Place::of(Level::Sum));
            }
            Notation::Latex => {
                self.name(&binder.name.value);
                self.within("=", &binder.range.from, Place::TOP, "}");
                self.within("^{", &binder.range.to, Place::TOP, "} ");
                self.expr(body, Place::of(Level::Product));
            }
            Notation::Text | Notation::Html => {
                self.expr(body, Place::of(Level::Product));
                self.text.push_str(" over ");
                self.binder(binder);
            }
        }
    }
}

/// The sign of a root, if the function is one with a sign.
pub(super) fn root_sign(name: &str, arguments: &[Expr]) -> Option<Sign> {
    match (name, arguments) {
        ("sqrt", [_]) => Some(Sign("", "√", "\\sqrt")),
        ("cbrt", [_]) => Some(Sign("", "∛", "\\sqrt[3]")),
        _ => None,
    }
}
