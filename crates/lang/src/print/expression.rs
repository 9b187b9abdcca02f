//! Terms, formulas and sets, with the fewest brackets that keep their meaning: one walk over the tree, which asks the
//! [`Notation`] for every sign.

use logic::Comparison;

use super::notation::{LOWERED, Notation, RAISED, Sign, greek};
use crate::ast::{
    Amount, Division, Entry, Expr, ExprKind, Factor, IndexBinder, IndexRange, Quantifier, SetExpr,
    SetPart, Sign as PlusOrMinus, Total,
};
use crate::parse::Level;

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
pub(crate) fn expression(notation: Notation, expr: &Expr) -> String {
    written(notation, |printer| printer.expr(expr, Place::TOP))
}

/// An expression as a file writes it, with something else for some of the names.
pub(crate) fn with_names(expr: &Expr, names: &Replacements<'_>) -> String {
    let mut printer = Printer {
        text: String::new(),
        notation: Notation::File,
        names: Some(names),
    };
    printer.expr(expr, Place::TOP);
    printer.text
}

/// An expression as text that can stand to the right of `=` in a chain.
pub(super) fn term(notation: Notation, expr: &Expr) -> String {
    written(notation, |printer| {
        printer.expr(expr, Place::of(Level::Xor))
    })
}

/// A set as text.
pub(crate) fn set(notation: Notation, set: &SetExpr) -> String {
    written(notation, |printer| printer.set(set))
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

const AND: Sign = Sign::word(" and ", " \\text{ and } ");
const OR: Sign = Sign::word(" or ", " \\text{ or } ");
const NOT: Sign = Sign::word("not ", "\\text{not } ");
const IMPLIES: Sign = Sign::word(" implies ", " \\Rightarrow ");
const IFF: Sign = Sign::word(" iff ", " \\Leftrightarrow ");
const EXISTS: Sign = Sign("exists ", "for some ", "\\exists\\, ");
const FORALL: Sign = Sign("forall ", "for all ", "\\forall\\, ");
const IN: Sign = Sign(" in ", " ∈ ", " \\in ");
const NOT_IN: Sign = Sign(" not in ", " ∉ ", " \\notin ");
const UNION: Sign = Sign(" or ", " ∪ ", " \\cup ");
const XOR: Sign = Sign(" xor ", " ⊕ ", " \\oplus ");
const PLUS: Sign = Sign::word(" + ", " + ");
const MINUS: Sign = Sign(" - ", " − ", " - ");
const NEGATIVE: Sign = Sign("-", "−", "-");
const TIMES: Sign = Sign("*", "·", " \\cdot ");
const BESIDE: Sign = Sign("*", "", " ");
const OVER: Sign = Sign::word("/", "/");
const MOD: Sign = Sign::word(" mod ", " \\bmod ");
const DIV: Sign = Sign::word(" div ", " \\mathbin{\\mathrm{div}} ");
const COLON: Sign = Sign::word(": ", "\\colon ");
const COMMA: Sign = Sign::word(", ", ", ");
const SUCH_THAT: Sign = Sign::word(" | ", " \\mid ");
const SET: [Sign; 2] = [Sign("{", "{ ", "\\{ "), Sign("}", " }", " \\}")];
const COMPREHENSION: [Sign; 2] = [Sign::word("{ ", "\\{ "), Sign::word(" }", " \\}")];
const ABSOLUTE: [Sign; 2] = [Sign::word("|", "\\lvert "), Sign::word("|", " \\rvert")];
const FLOOR: [Sign; 2] = [
    Sign("floor(", "⌊", "\\lfloor "),
    Sign(")", "⌋", " \\rfloor"),
];
const CEILING: [Sign; 2] = [Sign("ceil(", "⌈", "\\lceil "), Sign(")", "⌉", " \\rceil")];
const IF: Sign = Sign::word("if ", "\\text{if } ");
const THEN: Sign = Sign::word(" then ", "\\text{ then } ");
const ELSE: Sign = Sign::word(" else ", "\\text{ else } ");
const FOR: Sign = Sign::word(" for ", "\\text{ for } ");
const EACH: Sign = Sign(" in ", " = ", " = ");
const UP_TO: Sign = Sign("..", ", …, ", ", \\dots, ");
const TRUE: Sign = Sign::word("true", "\\text{true}");
const FALSE: Sign = Sign::word("false", "\\text{false}");
const AT_MOST: Sign = Sign::word("at most ", "\\text{at most }");
const EXACTLY: Sign = Sign::word("exactly ", "\\text{exactly }");
const AT_LEAST: Sign = Sign::word("at least ", "\\text{at least }");
const OF: Sign = Sign::word(" of ", "\\text{ of }");
const CHANGES: Sign = Sign::word(" changes", "\\text{ changes}");
const CHANGE: Sign = Sign::word(" change", "\\text{ change}");

fn relation(comparison: Comparison) -> Sign {
    match comparison {
        Comparison::Equal => Sign::word(" = ", " = "),
        Comparison::NotEqual => Sign(" != ", " ≠ ", " \\ne "),
        Comparison::Less => Sign::word(" < ", " < "),
        Comparison::LessOrEqual => Sign(" <= ", " ≤ ", " \\le "),
        Comparison::Greater => Sign::word(" > ", " > "),
        Comparison::GreaterOrEqual => Sign(" >= ", " ≥ ", " \\ge "),
    }
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
    notation: Notation,
    names: Option<&'a Replacements<'a>>,
}

impl Printer<'_> {
    fn expr(&mut self, expr: &Expr, place: Place) {
        let open_ended = matches!(
            expr.kind,
            ExprKind::Quantified { .. } | ExprKind::ForIndex(..)
        );
        let loose = match (self.level(&expr.kind), place.level) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(own), Some(least)) => own < least,
        };
        if !loose || open_ended && place.last {
            self.kind(&expr.kind, place);
        } else {
            self.within("(", expr, Place::TOP, ")");
        }
    }

    fn within(&mut self, open: &str, expr: &Expr, place: Place, close: &str) {
        self.text.push_str(open);
        self.expr(expr, place);
        self.text.push_str(close);
    }

    fn kind(&mut self, kind: &ExprKind, place: Place) {
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
                let product = Place::of(Level::Product);
                self.expr(left, if again { Place::ATOM } else { product });
                self.sign(if *division == Division::Mod { MOD } else { DIV });
                self.expr(right, Place::of(Level::Power));
            }
            ExprKind::Power(base, exponent) => self.power(base, exponent),
            ExprKind::Xor(parts) => self.chain(parts, XOR, Level::Sum, false),
            ExprKind::Absolute(inner) => self.between(ABSOLUTE, inner, Place::of(Level::Xor)),
            ExprKind::Choice(condition, yes, no) => {
                self.sign(IF);
                self.expr(condition, Place::TOP);
                self.sign(THEN);
                self.expr(yes, Place::of(Level::Xor));
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
                self.expr(first, Place::of(Level::Xor));
                for (comparison, operand) in links {
                    self.sign(relation(*comparison));
                    self.expr(operand, Place::of(Level::Xor));
                }
            }
            ExprKind::Member {
                element,
                negated,
                set,
            } => {
                self.expr(element, Place::of(Level::Xor));
                self.sign(if *negated { NOT_IN } else { IN });
                self.set(set);
            }
            ExprKind::Not(inner) => {
                self.sign(NOT);
                self.expr(inner, Place::of(Level::Not).last(last));
            }
            ExprKind::And(parts) => self.chain(parts, AND, Level::Not, last),
            ExprKind::Or(parts) => self.chain(parts, OR, Level::And, last),
            ExprKind::Implies(left, right) => {
                self.joined(left, IMPLIES, right, [Level::Or, Level::Implies], last)
            }
            ExprKind::Iff(left, right) => {
                self.joined(left, IFF, right, [Level::Implies, Level::Implies], last)
            }
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
                    self.expr(term, Place::of(Level::Xor));
                }
                self.sign(COLON);
                self.expr(body, Place::TOP);
            }
            ExprKind::ForIndex(quantifier, binder, body) => {
                self.quantifier(*quantifier);
                self.binder(binder);
                self.sign(COLON);
                self.expr(body, Place::TOP);
            }
            ExprKind::Changes {
                amount,
                count,
                piles,
            } => {
                self.sign(match amount {
                    Amount::AtMost => AT_MOST,
                    Amount::Exactly => EXACTLY,
                    Amount::AtLeast => AT_LEAST,
                });
                self.expr(count, Place::of(Level::Sum));
                self.sign(OF);
                self.list(piles, Place::ATOM);
                let one = matches!(&count.kind, ExprKind::Number(count) if *count == 1u32);
                self.sign(if one { CHANGES } else { CHANGE });
            }
            _ => {}
        }
    }

    /// How tightly the outermost operator binds; none if there is none. On a page, what goes as far as it can stands in
    /// brackets wherever something could follow, and a root does not reach its exponent.
    fn level(&self, kind: &ExprKind) -> Option<Level> {
        let page = self.notation.is_page();
        Some(match kind {
            ExprKind::Iff(..) | ExprKind::Quantified { .. } | ExprKind::ForIndex(..) => Level::Iff,
            ExprKind::Choice(..) | ExprKind::Total(..) if page => Level::Iff,
            ExprKind::Implies(..) => Level::Implies,
            ExprKind::Or(_) => Level::Or,
            ExprKind::And(_) => Level::And,
            ExprKind::Not(_) => Level::Not,
            ExprKind::Compare(..) | ExprKind::Member { .. } => Level::Compare,
            ExprKind::Xor(_) | ExprKind::Choice(..) | ExprKind::Total(..) => Level::Xor,
            ExprKind::Sum(_) => Level::Sum,
            ExprKind::Product(..) | ExprKind::Division(..) => Level::Product,
            ExprKind::Power(..) => Level::Power,
            ExprKind::Call { name, arguments }
                if page && root_sign(&name.value, arguments).is_some() =>
            {
                Level::Power
            }
            _ => return None,
        })
    }

    fn replaced(&mut self, name: &str, place: Place) {
        match self.names.and_then(|names| names(name)) {
            Some(replaced) if replaced.atomic || place.level == Some(Level::Iff) => {
                self.text.push_str(&replaced.text)
            }
            Some(replaced) => self.text.push_str(&format!("({})", replaced.text)),
            None => self.name(name),
        }
    }

    fn name(&mut self, name: &str) {
        self.text.push_str(&self.notation.name(name));
    }

    fn indexed(&mut self, name: &str, index: &Expr) {
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

    fn power(&mut self, base: &Expr, exponent: &Expr) {
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

    fn call(&mut self, name: &str, arguments: &[Expr]) {
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

    fn sum(&mut self, parts: &[(PlusOrMinus, Expr)]) {
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

    fn product(&mut self, first: &Expr, rest: &[(Factor, Expr)]) {
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
    fn alternative(&mut self, no: &Expr) {
        if matches!(no.kind, ExprKind::Choice(..)) {
            self.kind(&no.kind, Place::of(Level::Xor));
        } else {
            self.expr(no, Place::of(Level::Xor));
        }
    }

    fn total(&mut self, total: Total, binder: &IndexBinder, body: &Expr) {
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

    fn chain(&mut self, parts: &[Expr], operator: Sign, level: Level, last: bool) {
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                self.sign(operator);
            }
            let last = last && index + 1 == parts.len();
            self.expr(part, Place::of(level).last(last));
        }
    }

    /// Two formulas; on a page, brackets tell which `and` and `or` belong to which.
    fn joined(&mut self, left: &Expr, sign: Sign, right: &Expr, levels: [Level; 2], last: bool) {
        let [first, second] = if self.notation.is_page() {
            [Level::Not; 2]
        } else {
            levels
        };
        self.expr(left, Place::of(first));
        self.sign(sign);
        self.expr(right, Place::of(second).last(last));
    }

    fn tuple(&mut self, entries: &[Entry]) {
        self.text.push('(');
        for (index, entry) in entries.iter().enumerate() {
            self.comma(index);
            self.expr(&entry.term, Place::TOP);
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
                    self.list(elements, Place::of(Level::Xor));
                    self.sign(SET[1]);
                }
                SetPart::Comprehension {
                    element,
                    conditions,
                } => {
                    self.sign(COMPREHENSION[0]);
                    self.expr(element, Place::of(Level::Xor));
                    self.sign(SUCH_THAT);
                    self.list(conditions, Place::TOP);
                    self.sign(COMPREHENSION[1]);
                }
            }
        }
    }

    fn list(&mut self, parts: &[Expr], place: Place) {
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
        self.expr(&range.from, Place::of(Level::Sum));
        self.sign(UP_TO);
        self.expr(&range.to, Place::of(Level::Sum));
    }

    fn between(&mut self, [open, close]: [Sign; 2], inner: &Expr, place: Place) {
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

    fn sign(&mut self, sign: Sign) {
        self.text.push_str(&self.notation.sign(sign));
    }
}

/// The sign of a root, if the function is one with a sign.
fn root_sign(name: &str, arguments: &[Expr]) -> Option<Sign> {
    match (name, arguments) {
        ("sqrt", [_]) => Some(Sign("", "√", "\\sqrt")),
        ("cbrt", [_]) => Some(Sign("", "∛", "\\sqrt[3]")),
        _ => None,
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
