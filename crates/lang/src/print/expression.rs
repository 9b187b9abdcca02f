//! Terms, formulas and sets as text, with the fewest brackets that keep their meaning.

use logic::Comparison;

use crate::ast::{
    Amount, Division, Entry, Expr, ExprKind, Factor, IndexBinder, IndexRange, Quantifier, SetExpr,
    SetPart, Sign, Total,
};
use crate::parse::Level;

/// How to write an expression.
#[derive(Clone, Copy, Default)]
pub(crate) struct Style<'a> {
    /// Without blanks where they are not needed, as on a command line.
    pub(crate) compact: bool,
    /// What to write for some of the names.
    pub(crate) names: Option<&'a Replacements<'a>>,
}

/// What to write for some of the names.
pub(crate) type Replacements<'a> = dyn Fn(&str) -> Option<Replaced> + 'a;

/// What stands for a name.
#[derive(Clone, Debug)]
pub(crate) struct Replaced {
    /// The text.
    pub(crate) text: String,
    /// Whether it needs no brackets anywhere.
    pub(crate) atomic: bool,
}

/// An expression as text.
pub(crate) fn expression(expr: &Expr, style: Style<'_>) -> String {
    let mut printer = Printer {
        text: String::new(),
        style,
    };
    printer.expr(expr, Place::TOP);
    printer.text
}

/// An expression as text that can stand to the right of `=` in a chain.
pub(crate) fn term(expr: &Expr, style: Style<'_>) -> String {
    let mut printer = Printer {
        text: String::new(),
        style,
    };
    printer.expr(expr, Place::of(Level::Xor));
    printer.text
}

/// A set as text.
pub(crate) fn set(set: &SetExpr, style: Style<'_>) -> String {
    let mut printer = Printer {
        text: String::new(),
        style,
    };
    printer.set(set);
    printer.text
}

/// A range of indices as text.
pub(crate) fn range(range: &IndexRange, style: Style<'_>) -> String {
    let mut printer = Printer {
        text: String::new(),
        style,
    };
    printer.range(range);
    printer.text
}

/// Where an expression stands: how tightly its operators must bind, and whether it reaches up to a closing
/// bracket or the end, so that a quantifier needs no brackets.
#[derive(Clone, Copy)]
struct Place {
    level: Option<Level>,
    last: bool,
}

impl Place {
    const TOP: Self = Self {
        level: Some(Level::Iff),
        last: true,
    };
    const ATOM: Self = Self {
        level: None,
        last: false,
    };

    fn of(level: Level) -> Self {
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
    style: Style<'a>,
}

impl Printer<'_> {
    fn expr(&mut self, expr: &Expr, place: Place) {
        let open_ended = matches!(
            expr.kind,
            ExprKind::Quantified { .. } | ExprKind::ForIndex(..)
        );
        let loose = match (level(&expr.kind), place.level) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(own), Some(least)) => own < least,
        };
        if !loose || open_ended && place.last {
            self.kind(&expr.kind, place);
        } else {
            self.text.push('(');
            self.kind(&expr.kind, Place::TOP);
            self.text.push(')');
        }
    }

    fn kind(&mut self, kind: &ExprKind, place: Place) {
        match kind {
            ExprKind::Number(value) => self.text.push_str(&value.to_string()),
            ExprKind::Decimal(digits) => self.text.push_str(digits),
            ExprKind::Truth(value) => self.text.push_str(if *value { "true" } else { "false" }),
            ExprKind::Name(name) => self.name(name, place),
            ExprKind::Primed(name) => self.words(&[name, "'"]),
            ExprKind::Indexed {
                name,
                index,
                primed,
            } => {
                self.words(&[name, "["]);
                self.expr(index, Place::of(Level::Sum));
                self.text.push_str(if *primed { "]'" } else { "]" });
            }
            ExprKind::Call { name, arguments } => {
                self.words(&[&name.value, "("]);
                self.list(arguments, Place::TOP);
                self.text.push(')');
            }
            ExprKind::Sum(parts) => self.sum(parts),
            ExprKind::Product(first, rest) => {
                self.expr(first, Place::of(Level::Power));
                for (factor, operand) in rest {
                    self.text
                        .push_str(if *factor == Factor::Times { "*" } else { "/" });
                    self.expr(operand, Place::of(Level::Power));
                }
            }
            ExprKind::Division(division, left, right) => {
                let inner = matches!(left.kind, ExprKind::Division(..));
                self.expr(
                    left,
                    if inner {
                        Place::ATOM
                    } else {
                        Place::of(Level::Product)
                    },
                );
                self.text.push_str(if *division == Division::Mod {
                    " mod "
                } else {
                    " div "
                });
                self.expr(right, Place::of(Level::Power));
            }
            ExprKind::Power(base, exponent) => {
                self.expr(base, Place::ATOM);
                self.text.push('^');
                self.expr(exponent, Place::of(Level::Power));
            }
            ExprKind::Xor(parts) => self.chain(parts, " xor ", Level::Sum, false),
            ExprKind::Absolute(inner) => {
                self.text.push('|');
                self.expr(inner, Place::of(Level::Xor));
                self.text.push('|');
            }
            ExprKind::Choice(condition, yes, no) => {
                self.text.push_str("if ");
                self.expr(condition, Place::TOP);
                self.text.push_str(" then ");
                self.expr(yes, Place::of(Level::Xor));
                self.text.push_str(" else ");
                self.expr(no, Place::of(Level::Xor));
            }
            ExprKind::Total(total, binder, body) => {
                self.text
                    .push_str(if *total == Total::Sum { "sum " } else { "xor " });
                self.binder(binder);
                self.text.push_str(": ");
                self.expr(body, Place::of(Level::Sum));
            }
            ExprKind::Tuple(entries) => self.tuple(entries),
            ExprKind::Set(set) => self.set(set),
            _ => self.formula(kind, place.last),
        }
    }

    fn formula(&mut self, kind: &ExprKind, last: bool) {
        match kind {
            ExprKind::Compare(first, links) => {
                self.expr(first, Place::of(Level::Xor));
                for (comparison, operand) in links {
                    self.comparison(*comparison);
                    self.expr(operand, Place::of(Level::Xor));
                }
            }
            ExprKind::Member {
                element,
                negated,
                set,
            } => {
                self.expr(element, Place::of(Level::Xor));
                self.text
                    .push_str(if *negated { " not in " } else { " in " });
                self.set(set);
            }
            ExprKind::Not(inner) => {
                self.text.push_str("not ");
                self.expr(inner, Place::of(Level::Not).last(last));
            }
            ExprKind::And(parts) => self.chain(parts, " and ", Level::Not, last),
            ExprKind::Or(parts) => self.chain(parts, " or ", Level::And, last),
            ExprKind::Implies(left, right) => {
                self.expr(left, Place::of(Level::Or));
                self.text.push_str(" implies ");
                self.expr(right, Place::of(Level::Implies).last(last));
            }
            ExprKind::Iff(left, right) => {
                self.expr(left, Place::of(Level::Implies));
                self.text.push_str(" iff ");
                self.expr(right, Place::of(Level::Implies).last(last));
            }
            ExprKind::Quantified {
                quantifier,
                variables,
                bound,
                body,
            } => {
                self.quantifier(*quantifier);
                let names: Vec<&str> = variables.iter().map(|name| name.value.as_str()).collect();
                self.text.push_str(&names.join(", "));
                if let Some((comparison, term)) = bound {
                    self.comparison(*comparison);
                    self.expr(term, Place::of(Level::Xor));
                }
                self.text.push_str(": ");
                self.expr(body, Place::TOP);
            }
            ExprKind::ForIndex(quantifier, binder, body) => {
                self.quantifier(*quantifier);
                self.binder(binder);
                self.text.push_str(": ");
                self.expr(body, Place::TOP);
            }
            ExprKind::Changes {
                amount,
                count,
                piles,
            } => {
                self.text.push_str(match amount {
                    Amount::AtMost => "at most ",
                    Amount::Exactly => "exactly ",
                    Amount::AtLeast => "at least ",
                });
                self.expr(count, Place::of(Level::Sum));
                self.text.push_str(" of ");
                self.list(piles, Place::ATOM);
                let one = matches!(&count.kind, ExprKind::Number(count) if *count == 1u32);
                self.text.push_str(if one { " changes" } else { " change" });
            }
            _ => {}
        }
    }

    fn name(&mut self, name: &str, place: Place) {
        match self.style.names.and_then(|names| names(name)) {
            Some(replaced) if replaced.atomic || place.level == Some(Level::Iff) => {
                self.text.push_str(&replaced.text)
            }
            Some(replaced) => self.words(&["(", &replaced.text, ")"]),
            None => self.text.push_str(name),
        }
    }

    fn sum(&mut self, parts: &[(Sign, Expr)]) {
        for (index, (sign, operand)) in parts.iter().enumerate() {
            self.text.push_str(match (index, sign, self.style.compact) {
                (0, Sign::Plus, _) => "",
                (0, Sign::Minus, _) | (_, Sign::Minus, true) => "-",
                (_, Sign::Plus, true) => "+",
                (_, Sign::Plus, false) => " + ",
                (_, Sign::Minus, false) => " - ",
            });
            self.expr(operand, Place::of(Level::Product));
        }
    }

    fn chain(&mut self, parts: &[Expr], operator: &str, level: Level, last: bool) {
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                self.text.push_str(operator);
            }
            self.expr(
                part,
                Place::of(level).last(last && index + 1 == parts.len()),
            );
        }
    }

    fn tuple(&mut self, entries: &[Entry]) {
        self.text.push('(');
        for (index, entry) in entries.iter().enumerate() {
            if index > 0 {
                self.comma();
            }
            self.expr(&entry.term, Place::TOP);
            if let Some(family) = &entry.family {
                self.text.push_str(" for ");
                self.binder(family);
            }
        }
        self.text.push(')');
    }

    fn set(&mut self, set: &SetExpr) {
        for (index, part) in set.parts.iter().enumerate() {
            if index > 0 {
                self.text.push_str(" or ");
            }
            match part {
                SetPart::Named(name) => self.text.push_str(&name.value),
                SetPart::Elements(elements) => {
                    self.text.push('{');
                    self.list(elements, Place::of(Level::Xor));
                    self.text.push('}');
                }
                SetPart::Comprehension {
                    element,
                    conditions,
                } => {
                    self.text.push_str("{ ");
                    self.expr(element, Place::of(Level::Xor));
                    self.text.push_str(" | ");
                    self.list(conditions, Place::TOP);
                    self.text.push_str(" }");
                }
            }
        }
    }

    fn list(&mut self, parts: &[Expr], place: Place) {
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                self.comma();
            }
            self.expr(part, place);
        }
    }

    fn binder(&mut self, binder: &IndexBinder) {
        self.words(&[&binder.name.value, " in "]);
        self.range(&binder.range);
    }

    fn range(&mut self, range: &IndexRange) {
        self.expr(&range.from, Place::of(Level::Sum));
        self.text.push_str("..");
        self.expr(&range.to, Place::of(Level::Sum));
    }

    fn comparison(&mut self, comparison: Comparison) {
        if self.style.compact {
            self.text.push_str(&comparison.to_string());
        } else {
            self.text.push_str(&format!(" {comparison} "));
        }
    }

    fn quantifier(&mut self, quantifier: Quantifier) {
        self.text.push_str(if quantifier == Quantifier::Exists {
            "exists "
        } else {
            "forall "
        });
    }

    fn comma(&mut self) {
        self.text
            .push_str(if self.style.compact { "," } else { ", " });
    }

    fn words(&mut self, words: &[&str]) {
        words.iter().for_each(|word| self.text.push_str(word));
    }
}

/// How tightly the outermost operator binds; none if there is none.
fn level(kind: &ExprKind) -> Option<Level> {
    Some(match kind {
        ExprKind::Iff(..) | ExprKind::Quantified { .. } | ExprKind::ForIndex(..) => Level::Iff,
        ExprKind::Implies(..) => Level::Implies,
        ExprKind::Or(_) => Level::Or,
        ExprKind::And(_) => Level::And,
        ExprKind::Not(_) => Level::Not,
        ExprKind::Compare(..) | ExprKind::Member { .. } => Level::Compare,
        ExprKind::Xor(_) | ExprKind::Choice(..) | ExprKind::Total(..) => Level::Xor,
        ExprKind::Sum(_) => Level::Sum,
        ExprKind::Product(..) | ExprKind::Division(..) => Level::Product,
        ExprKind::Power(..) => Level::Power,
        _ => return None,
    })
}
