//! Terms, formulas and sets, with the fewest brackets that keep their meaning: one walk over the tree, which asks the
//! [`Notation`] for every sign.

mod arithmetic;
mod digits;
mod signs;

use arithmetic::root_sign;
use signs::*;

use super::notation::{Notation, SignForms};
use crate::ast::{
    AutomatonDecl, CountBound, DivisionOp, Expr, ExprKind, IndexBinder, IndexRange, Quantifier,
    SetExpr, SetPart, TupleEntry,
};
use crate::parse::Precedence;

/// What to write for some of the names.
pub(crate) type Replacements<'a> = dyn Fn(&str) -> Option<Replacement> + 'a;

/// What stands for a name.
#[derive(Clone, Debug)]
pub(crate) struct Replacement {
    /// The text.
    pub(crate) text: String,
    /// Whether it needs no brackets anywhere.
    pub(crate) atomic: bool,
}

/// An expression as text.
pub(crate) fn expression(notation: Notation, expr: &Expr) -> String {
    written(notation, |printer| printer.expr(expr, PrintContext::TOP))
}

/// An expression as a file writes it, with something else for some of the names.
pub(crate) fn with_names(expr: &Expr, names: &Replacements<'_>) -> String {
    let mut printer = Printer {
        text: String::new(),
        notation: Notation::File,
        names: Some(names),
    };
    printer.expr(expr, PrintContext::TOP);
    printer.text
}

/// An expression as text that can stand to the right of `=` in a chain.
pub(super) fn term(notation: Notation, expr: &Expr) -> String {
    written(notation, |printer| {
        printer.expr(expr, PrintContext::of(Precedence::Xor))
    })
}

/// A set as text.
pub(crate) fn set(notation: Notation, set: &SetExpr) -> String {
    written(notation, |printer| printer.set(set))
}

/// The automaton of a set as text.
pub(super) fn automaton(notation: Notation, set: &AutomatonDecl) -> String {
    written(notation, |printer| printer.automaton(set))
}

/// An index and its range as text.
pub(super) fn binder(notation: Notation, binder: &IndexBinder) -> String {
    written(notation, |printer| printer.binder(binder))
}

/// A range of indices as text.
pub(super) fn range(notation: Notation, range: &IndexRange) -> String {
    written(notation, |printer| printer.range(range))
}

/// A name and its index as text.
pub(super) fn indexed(notation: Notation, name: &str, index: &Expr) -> String {
    written(notation, |printer| printer.indexed(name, index))
}

fn written(notation: Notation, write: impl FnOnce(&mut Printer<'_>)) -> String {
    let mut printer = Printer {
        text: String::new(),
        notation,
        names: None,
    };
    write(&mut printer);
    printer.text
}

/// Where an expression stands: how tightly its operators must bind, and whether it reaches up to a closing
/// bracket or the end, so that a quantifier needs no brackets.
#[derive(Clone, Copy)]
struct PrintContext {
    level: Option<Precedence>,
    last: bool,
}

impl PrintContext {
    const TOP: Self = Self {
        level: Some(Precedence::Iff),
        last: true,
    };
    const ATOM: Self = Self {
        level: None,
        last: false,
    };

    fn of(level: Precedence) -> Self {
        Self {
            level: Some(level),
            last: false,
        }
    }

    fn last(self, last: bool) -> Self {
        Self { last, ..self }
    }
}

struct Printer<'a> {
    text: String,
    notation: Notation,
    names: Option<&'a Replacements<'a>>,
}

impl Printer<'_> {
    fn expr(&mut self, expr: &Expr, place: PrintContext) {
        let open_ended = matches!(
            expr.kind,
            ExprKind::Quantified { .. } | ExprKind::ForIndex(..) | ExprKind::EveryPlace { .. }
        );
        let loose = match (self.level(&expr.kind), place.level) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(own), Some(least)) => own < least,
        };
        if !loose || open_ended && place.last {
            self.kind(&expr.kind, place);
        } else {
            self.within("(", expr, PrintContext::TOP, ")");
        }
    }

    fn within(&mut self, open: &str, expr: &Expr, place: PrintContext, close: &str) {
        self.text.push_str(open);
        self.expr(expr, place);
        self.text.push_str(close);
    }

    fn kind(&mut self, kind: &ExprKind, place: PrintContext) {
        match kind {
            ExprKind::Number(value) => self.text.push_str(&value.to_string()),
            ExprKind::Decimal(digits) => self.text.push_str(digits),
            ExprKind::Truth(value) => self.sign(if *value { TRUE } else { FALSE }),
            ExprKind::Name(name) => self.replaced(name, place),
            ExprKind::Primed(name) => {
                self.name(name);
                self.text.push('\'');
            }
            ExprKind::Indexed {
                name,
                index,
                primed,
            } => {
                self.indexed(name, index);
                self.text.push_str(if *primed { "'" } else { "" });
            }
            ExprKind::Call { name, arguments } => self.call(&name.value, arguments),
            ExprKind::Sum(parts) => self.sum(parts),
            ExprKind::Product(first, rest) => self.product(first, rest),
            ExprKind::Division(division, left, right) => {
                let again = matches!(left.kind, ExprKind::Division(..));
                let product = PrintContext::of(Precedence::Product);
                self.expr(left, if again { PrintContext::ATOM } else { product });
                self.sign(if *division == DivisionOp::Mod {
                    MOD
                } else {
                    DIV
                });
                self.expr(right, PrintContext::of(Precedence::Power));
            }
            ExprKind::Power(base, exponent) => self.power(base, exponent),
            ExprKind::Xor(parts) => self.chain(parts, XOR, Precedence::Sum, false),
            ExprKind::Absolute(inner) => {
                self.between(ABSOLUTE, inner, PrintContext::of(Precedence::Xor))
            }
            ExprKind::Choice(condition, yes, no) => {
                self.sign(IF);
                self.expr(condition, PrintContext::TOP);
                self.sign(THEN);
                self.expr(yes, PrintContext::of(Precedence::Xor));
                self.sign(ELSE);
                self.alternative(no);
            }
            ExprKind::Total(total, binder, body) => self.total(*total, binder, body),
            ExprKind::Tuple(entries) => self.tuple(entries),
            ExprKind::Set(set) => self.set(set),
            _ => self.formula(kind, place.last && !self.notation.is_page()),
        }
    }

    fn formula(&mut self, kind: &ExprKind, last: bool) {
        match kind {
            ExprKind::Compare(first, links) => {
                self.expr(first, PrintContext::of(Precedence::Xor));
                for (comparison, operand) in links {
                    self.sign(relation(*comparison));
                    self.expr(operand, PrintContext::of(Precedence::Xor));
                }
            }
            ExprKind::Member {
                element,
                negated,
                set,
            } => {
                self.expr(element, PrintContext::of(Precedence::Xor));
                self.sign(if *negated { NOT_IN } else { IN });
                self.set(set);
            }
            ExprKind::Not(inner) => {
                self.sign(NOT);
                self.expr(inner, PrintContext::of(Precedence::Not).last(last));
            }
            ExprKind::And(parts) => self.chain(parts, AND, Precedence::Not, last),
            ExprKind::Or(parts) => self.chain(parts, OR, Precedence::And, last),
            ExprKind::Implies(left, right) => self.joined(
                left,
                IMPLIES,
                right,
                [Precedence::Or, Precedence::Implies],
                last,
            ),
            ExprKind::Iff(left, right) => self.joined(
                left,
                IFF,
                right,
                [Precedence::Implies, Precedence::Implies],
                last,
            ),
            ExprKind::Quantified {
                quantifier,
                variables,
                bound,
                body,
            } => {
                self.quantifier(*quantifier);
                for (index, name) in variables.iter().enumerate() {
                    self.comma(index);
                    self.name(&name.value);
                }
                if let Some((comparison, term)) = bound {
                    self.sign(relation(*comparison));
                    self.expr(term, PrintContext::of(Precedence::Xor));
                }
                self.sign(COLON);
                self.expr(body, PrintContext::TOP);
            }
            ExprKind::ForIndex(quantifier, binder, body) => {
                self.quantifier(*quantifier);
                self.binder(binder);
                self.sign(COLON);
                self.expr(body, PrintContext::TOP);
            }
            ExprKind::Changes {
                amount,
                count,
                piles,
            } => {
                self.sign(match amount {
                    CountBound::AtMost => AT_MOST,
                    CountBound::Exactly => EXACTLY,
                    CountBound::AtLeast => AT_LEAST,
                });
                self.expr(count, PrintContext::of(Precedence::Sum));
                self.sign(OF);
                self.list(piles, PrintContext::ATOM);
                let one = matches!(&count.kind, ExprKind::Number(count) if *count == 1u32);
                self.sign(if one { CHANGES } else { CHANGE });
            }
            ExprKind::Matches {
                number,
                system,
                pattern,
            } => self.matches(number, system, &pattern.value),
            ExprKind::Becomes { heap, parts } => {
                self.name(&heap.value);
                self.sign(BECOMES);
                self.text.push('(');
                for (index, part) in parts.iter().enumerate() {
                    self.comma(index);
                    self.name(&part.value);
                }
                self.text.push(')');
            }
            ExprKind::EveryPlace {
                numbers,
                system,
                body,
            } => self.every_place(numbers, system, body),
            _ => {}
        }
    }

    /// How tightly the outermost operator binds; none if there is none. On a page, what goes as far as it can stands in
    /// brackets wherever something could follow, and a root does not reach its exponent.
    fn level(&self, kind: &ExprKind) -> Option<Precedence> {
        let page = self.notation.is_page();
        Some(match kind {
            ExprKind::Iff(..)
            | ExprKind::Quantified { .. }
            | ExprKind::ForIndex(..)
            | ExprKind::EveryPlace { .. } => Precedence::Iff,
            ExprKind::Choice(..) | ExprKind::Total(..) if page => Precedence::Iff,
            ExprKind::Implies(..) => Precedence::Implies,
            ExprKind::Or(_) => Precedence::Or,
            ExprKind::And(_) => Precedence::And,
            ExprKind::Not(_) => Precedence::Not,
            ExprKind::Compare(..)
            | ExprKind::Member { .. }
            | ExprKind::Matches { .. }
            | ExprKind::Becomes { .. } => Precedence::Compare,
            ExprKind::Xor(_) | ExprKind::Choice(..) | ExprKind::Total(..) => Precedence::Xor,
            ExprKind::Sum(_) => Precedence::Sum,
            ExprKind::Product(..) | ExprKind::Division(..) => Precedence::Product,
            ExprKind::Power(..) => Precedence::Power,
            ExprKind::Call { name, arguments }
                if page && root_sign(&name.value, arguments).is_some() =>
            {
                Precedence::Power
            }
            _ => return None,
        })
    }

    fn chain(&mut self, parts: &[Expr], operator: SignForms, level: Precedence, last: bool) {
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                self.sign(operator);
            }
            let last = last && index + 1 == parts.len();
            self.expr(part, PrintContext::of(level).last(last));
        }
    }

    /// Two formulas; on a page, brackets tell which `and` and `or` belong to which.
    fn joined(
        &mut self,
        left: &Expr,
        sign: SignForms,
        right: &Expr,
        levels: [Precedence; 2],
        last: bool,
    ) {
        let [first, second] = if self.notation.is_page() {
            [Precedence::Not; 2]
        } else {
            levels
        };
        self.expr(left, PrintContext::of(first));
        self.sign(sign);
        self.expr(right, PrintContext::of(second).last(last));
    }

    fn tuple(&mut self, entries: &[TupleEntry]) {
        self.text.push('(');
        for (index, entry) in entries.iter().enumerate() {
            self.comma(index);
            self.expr(&entry.term, PrintContext::TOP);
            if let Some(family) = &entry.family {
                self.sign(FOR);
                self.binder(family);
            }
        }
        self.text.push(')');
    }

    fn set(&mut self, set: &SetExpr) {
        for (index, part) in set.parts.iter().enumerate() {
            if index > 0 {
                self.sign(UNION);
            }
            match part {
                SetPart::Named(name) => self.name(&name.value),
                SetPart::Elements(elements) => {
                    self.sign(SET[0]);
                    self.list(elements, PrintContext::of(Precedence::Xor));
                    self.sign(SET[1]);
                }
                SetPart::Comprehension {
                    element,
                    conditions,
                } => {
                    self.sign(COMPREHENSION[0]);
                    self.expr(element, PrintContext::of(Precedence::Xor));
                    self.sign(SUCH_THAT);
                    self.list(conditions, PrintContext::TOP);
                    self.sign(COMPREHENSION[1]);
                }
            }
        }
    }

    fn list(&mut self, parts: &[Expr], place: PrintContext) {
        for (index, part) in parts.iter().enumerate() {
            self.comma(index);
            self.expr(part, place);
        }
    }

    fn binder(&mut self, binder: &IndexBinder) {
        self.name(&binder.name.value);
        self.sign(EACH);
        self.range(&binder.range);
    }

    fn range(&mut self, range: &IndexRange) {
        self.expr(&range.from, PrintContext::of(Precedence::Sum));
        self.sign(UP_TO);
        self.expr(&range.to, PrintContext::of(Precedence::Sum));
    }

    fn between(&mut self, [open, close]: [SignForms; 2], inner: &Expr, place: PrintContext) {
        self.sign(open);
        self.expr(inner, place);
        self.sign(close);
    }

    fn quantifier(&mut self, quantifier: Quantifier) {
        self.sign(if quantifier == Quantifier::Exists {
            EXISTS
        } else {
            FORALL
        });
    }

    fn comma(&mut self, index: usize) {
        if index > 0 {
            self.sign(COMMA);
        }
    }

    fn sign(&mut self, sign: SignForms) {
        self.text.push_str(&self.notation.sign(sign));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::ast::ItemKind;

    /// A term or formula in x, y and z, in the three notations.
    fn check(written: &str, text: &str, latex: &str, html: &str) {
        let game = format!("game test\npiles x[1..3], y, z\nlet f = {written}\n");
        let game = crate::parse(&game).unwrap();
        let ItemKind::Let(definition) = &game.items[1].kind else {
            panic!("the definition comes second")
        };
        let notations = [Notation::Text, Notation::Latex, Notation::Html];
        let shown = notations.map(|notation| expression(notation, &definition.body));
        assert_eq!(shown, [text, latex, html]);
    }

    #[test]
    fn expressions_as_on_paper() {
        check(
            "x - (y - z)",
            "x − (y − z)",
            "x - (y - z)",
            "<i>x</i> &#8722; (<i>y</i> &#8722; <i>z</i>)",
        );
        check(
            "floor(x*phi^2) <= 2*y",
            "⌊xφ²⌋ ≤ 2·y",
            "\\lfloor x \\phi^{2} \\rfloor \\le 2 y",
            "&#8970;<i>x</i><i>&#966;</i><sup>2</sup>&#8971; &#8804; 2<i>y</i>",
        );
        check(
            "not (x = y or y = z) and |x - y| < 3",
            "not (x = y or y = z) and |x − y| < 3",
            "\\text{not } (x = y \\text{ or } y = z) \\text{ and } \\lvert x - y \\rvert < 3",
            "not (<i>x</i> = <i>y</i> or <i>y</i> = <i>z</i>) and |<i>x</i> &#8722; <i>y</i>| &lt; 3",
        );
        check(
            "(x + y)*3 mod 7 = (x xor y)",
            "(x + y)·3 mod 7 = x ⊕ y",
            "(x + y) \\cdot 3 \\bmod 7 = x \\oplus y",
            "(<i>x</i> + <i>y</i>)&#183;3 mod 7 = <i>x</i> &#8853; <i>y</i>",
        );
        check(
            "exists n >= 1: x[12]' = floor(n*sqrt(2)) and a_n[y] = 7/4*n",
            "for some n ≥ 1: x₁₂' = ⌊n√2⌋ and a_n[y] = 7/4·n",
            "\\exists\\, n \\ge 1\\colon x_{12}' = \\lfloor n \\sqrt{2} \\rfloor \\text{ and } {a_{n}}_{y} = 7/4 \\cdot n",
            "for some <i>n</i> &#8805; 1: <i>x</i><sub>12</sub>' = &#8970;<i>n</i>&#8730;2&#8971; and <i>a</i><sub><i>n</i></sub><sub><i>y</i></sub> = 7/4&#183;<i>n</i>",
        );
    }
}
