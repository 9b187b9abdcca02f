//! Terms and formulas as a mathematician writes them.

use lang::ast::{
    Amount, Comparison, Division, Entry, Expr, ExprKind, Factor, IndexBinder, Name, Quantifier,
    SetExpr, SetPart, Sign, Total,
};

use super::notation::{Notation, Symbol};

/// How tightly an operator binds, the loosest first; as in the grammar of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Iff,
    Implies,
    Or,
    And,
    Not,
    Compare,
    Xor,
    Sum,
    Product,
    Power,
    Atom,
}

/// A formula or term, in full.
pub(super) fn expression(notation: Notation, expr: &Expr) -> String {
    Writer { notation }.at(expr, Level::Iff)
}

/// Does the expression state something, rather than name a number?
pub(super) fn is_formula(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Truth(_)
            | ExprKind::Compare(..)
            | ExprKind::Member { .. }
            | ExprKind::Changes { .. }
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Implies(..)
            | ExprKind::Iff(..)
            | ExprKind::Quantified { .. }
            | ExprKind::ForIndex(..)
    )
}

/// A set, as a union of its parts.
pub(super) fn set(notation: Notation, set: &SetExpr) -> String {
    Writer { notation }.set(set)
}

/// `i in a..b` in words.
pub(super) fn binder(notation: Notation, binder: &IndexBinder) -> String {
    Writer { notation }.binder(binder)
}

/// The words and signs between formulas.
const AND: Symbol = Symbol::new(" and ", " \\text{ and } ");
const OR: Symbol = Symbol::new(" or ", " \\text{ or } ");
const NOT: Symbol = Symbol::new("not ", "\\text{not } ");
const IMPLIES: Symbol = Symbol::new(" implies ", " \\Rightarrow ");
const IFF: Symbol = Symbol::new(" if and only if ", " \\Leftrightarrow ");
const IN: Symbol = Symbol::new(" ∈ ", " \\in ");
const NOT_IN: Symbol = Symbol::new(" ∉ ", " \\notin ");
const XOR: Symbol = Symbol::new(" ⊕ ", " \\oplus ");
const UNION: Symbol = Symbol::new(" ∪ ", " \\cup ");
const PLUS: Symbol = Symbol::new(" + ", " + ");
const MINUS: Symbol = Symbol::new(" − ", " - ");
const DOT: Symbol = Symbol::new("·", " \\cdot ");
const MOD: Symbol = Symbol::new(" mod ", " \\bmod ");
const DIV: Symbol = Symbol::new(" div ", " \\mathbin{\\mathrm{div}} ");
const COLON: Symbol = Symbol::new(": ", "\\colon ");
const BAR: Symbol = Symbol::new(" | ", " \\mid ");
const LEFT_FLOOR: Symbol = Symbol::new("⌊", "\\lfloor ");
const RIGHT_FLOOR: Symbol = Symbol::new("⌋", " \\rfloor");
const LEFT_CEILING: Symbol = Symbol::new("⌈", "\\lceil ");
const RIGHT_CEILING: Symbol = Symbol::new("⌉", " \\rceil");
const LEFT_BAR: Symbol = Symbol::new("|", "\\lvert ");
const RIGHT_BAR: Symbol = Symbol::new("|", " \\rvert");
const LEFT_BRACE: Symbol = Symbol::new("{ ", "\\{ ");
const RIGHT_BRACE: Symbol = Symbol::new(" }", " \\}");

#[derive(Clone, Copy)]
struct Writer {
    notation: Notation,
}

impl Writer {
    /// An expression as an operand of something that binds as tightly as `level`.
    fn at(self, expr: &Expr, level: Level) -> String {
        let (text, own) = self.written(expr);
        if own < level {
            format!("({text})")
        } else {
            text
        }
    }

    /// An expression, and how tightly its outermost operator binds. What extends as far as possible binds
    /// loosest: it needs brackets wherever something could follow.
    fn written(self, expr: &Expr) -> (String, Level) {
        let notation = self.notation;
        let atom = |text: String| (text, Level::Atom);
        match &expr.kind {
            ExprKind::Number(number) => atom(number.to_string()),
            ExprKind::Decimal(digits) => atom(digits.clone()),
            ExprKind::Truth(truth) => atom(notation.words(if *truth { "true" } else { "false" })),
            ExprKind::Name(name) => atom(notation.name(name)),
            ExprKind::Primed(name) => atom(format!("{}'", notation.name(name))),
            ExprKind::Indexed {
                name,
                index,
                primed,
            } => atom(self.indexed(name, index, *primed)),
            ExprKind::Call { name, arguments } => atom(self.call(&name.value, arguments)),
            ExprKind::Absolute(inner) => {
                atom(notation.between(LEFT_BAR, &self.at(inner, Level::Iff), RIGHT_BAR))
            }
            ExprKind::Tuple(entries) => atom(self.tuple(entries)),
            ExprKind::Set(set) => atom(self.set(set)),
            ExprKind::Power(base, exponent) => (self.power(base, exponent), Level::Power),
            ExprKind::Product(first, rest) => (self.product(first, rest), Level::Product),
            ExprKind::Division(division, left, right) => {
                (self.division(*division, left, right), Level::Product)
            }
            ExprKind::Sum(parts) => (self.sum(parts), Level::Sum),
            ExprKind::Xor(parts) => (self.chain(XOR, parts, Level::Sum), Level::Xor),
            ExprKind::Compare(first, links) => (self.comparisons(first, links), Level::Compare),
            ExprKind::Member {
                element,
                negated,
                set,
            } => (self.member(element, *negated, set), Level::Compare),
            ExprKind::Changes {
                amount,
                count,
                piles,
            } => (self.changes(*amount, count, piles), Level::Compare),
            ExprKind::Not(inner) => (
                notation.symbol(NOT) + &self.at(inner, Level::Compare),
                Level::Not,
            ),
            ExprKind::And(parts) => (self.chain(AND, parts, Level::Not), Level::And),
            ExprKind::Or(parts) => (self.chain(OR, parts, Level::And), Level::Or),
            ExprKind::Implies(left, right) => (
                self.infix(IMPLIES, [(left, Level::Not), (right, Level::Not)]),
                Level::Implies,
            ),
            ExprKind::Iff(left, right) => (
                self.infix(IFF, [(left, Level::Not), (right, Level::Not)]),
                Level::Iff,
            ),
            ExprKind::Choice(condition, yes, no) => (self.choice(condition, yes, no), Level::Iff),
            ExprKind::Total(total, binder, body) => (self.total(*total, binder, body), Level::Iff),
            ExprKind::Quantified {
                quantifier,
                variables,
                bound,
                body,
            } => {
                let range = self.variables(variables, bound.as_ref());
                (self.quantified(*quantifier, &range, body), Level::Iff)
            }
            ExprKind::ForIndex(quantifier, binder, body) => (
                self.quantified(*quantifier, &self.binder(binder), body),
                Level::Iff,
            ),
        }
    }

    fn indexed(self, name: &str, index: &Expr, primed: bool) -> String {
        let indexed = self
            .notation
            .index(&self.notation.name(name), &self.at(index, Level::Iff));
        if primed {
            format!("{indexed}'")
        } else {
            indexed
        }
    }

    fn tuple(self, entries: &[Entry]) -> String {
        let entries: Vec<String> = entries.iter().map(|entry| self.entry(entry)).collect();
        format!("({})", entries.join(", "))
    }

    fn power(self, base: &Expr, exponent: &Expr) -> String {
        self.notation
            .power(&self.at(base, Level::Atom), &self.at(exponent, Level::Iff))
    }

    fn division(self, division: Division, left: &Expr, right: &Expr) -> String {
        let symbol = if division == Division::Mod { MOD } else { DIV };
        self.infix(symbol, [(left, Level::Product), (right, Level::Power)])
    }

    fn member(self, element: &Expr, negated: bool, set: &SetExpr) -> String {
        let symbol = self.notation.symbol(if negated { NOT_IN } else { IN });
        format!("{}{symbol}{}", self.at(element, Level::Xor), self.set(set))
    }

    fn variables(self, variables: &[Name], bound: Option<&(Comparison, Box<Expr>)>) -> String {
        let names: Vec<String> = variables
            .iter()
            .map(|name| self.notation.name(&name.value))
            .collect();
        let names = names.join(", ");
        match bound {
            None => names,
            Some((comparison, limit)) => {
                format!(
                    "{names}{}{}",
                    self.notation.symbol(relation(*comparison)),
                    self.at(limit, Level::Xor)
                )
            }
        }
    }

    fn call(self, name: &str, arguments: &[Expr]) -> String {
        let notation = self.notation;
        let shown: Vec<String> = arguments
            .iter()
            .map(|argument| self.at(argument, Level::Iff))
            .collect();
        match (name, shown.as_slice()) {
            ("floor", [inner]) => notation.between(LEFT_FLOOR, inner, RIGHT_FLOOR),
            ("ceil", [inner]) => notation.between(LEFT_CEILING, inner, RIGHT_CEILING),
            ("sqrt", [inner]) => notation.root(None, inner),
            ("cbrt", [inner]) => notation.root(Some("3"), inner),
            ("root", [number, inner]) => notation.root(Some(number), inner),
            ("min" | "max" | "ln" | "exp", _) if notation == Notation::Latex => {
                format!("\\{name}({})", shown.join(", "))
            }
            _ => format!("{}({})", notation.name(name), shown.join(", ")),
        }
    }

    fn sum(self, parts: &[(Sign, Expr)]) -> String {
        let mut text = String::new();
        for (index, (sign, part)) in parts.iter().enumerate() {
            let sign = match (index, sign) {
                (0, Sign::Plus) => String::new(),
                (0, Sign::Minus) => self.notation.symbol(MINUS).trim().to_owned(),
                (_, Sign::Plus) => self.notation.symbol(PLUS),
                (_, Sign::Minus) => self.notation.symbol(MINUS),
            };
            text.push_str(&sign);
            text.push_str(&self.at(part, Level::Product));
        }
        text
    }

    fn product(self, first: &Expr, rest: &[(Factor, Expr)]) -> String {
        let mut text = self.at(first, Level::Power);
        let mut left = first;
        for (factor, right) in rest {
            text.push_str(&match factor {
                Factor::Over => "/".to_owned(),
                Factor::Times if side_by_side(left, right) => {
                    if self.notation == Notation::Latex {
                        " ".to_owned()
                    } else {
                        String::new()
                    }
                }
                Factor::Times => self.notation.symbol(DOT),
            });
            text.push_str(&self.at(right, Level::Power));
            left = right;
        }
        text
    }

    fn comparisons(self, first: &Expr, links: &[(Comparison, Expr)]) -> String {
        let mut text = self.at(first, Level::Xor);
        for (comparison, right) in links {
            text.push_str(&self.notation.symbol(relation(*comparison)));
            text.push_str(&self.at(right, Level::Xor));
        }
        text
    }

    fn chain(self, symbol: Symbol, parts: &[Expr], level: Level) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.at(part, level)).collect();
        parts.join(&self.notation.symbol(symbol))
    }

    fn infix(
        self,
        symbol: Symbol,
        [(left, left_level), (right, right_level)]: [(&Expr, Level); 2],
    ) -> String {
        let symbol = self.notation.symbol(symbol);
        format!(
            "{}{symbol}{}",
            self.at(left, left_level),
            self.at(right, right_level)
        )
    }

    fn choice(self, condition: &Expr, yes: &Expr, no: &Expr) -> String {
        let condition = self.at(condition, Level::Iff);
        let (yes, no) = (self.at(yes, Level::Xor), self.otherwise(no));
        let (when, otherwise) = (
            self.notation.words(" if "),
            self.notation.words(", otherwise "),
        );
        format!("{yes}{when}{condition}{otherwise}{no}")
    }

    /// What follows "otherwise": another choice needs no brackets there.
    fn otherwise(self, no: &Expr) -> String {
        match &no.kind {
            ExprKind::Choice(condition, yes, no) => self.choice(condition, yes, no),
            _ => self.at(no, Level::Xor),
        }
    }

    fn total(self, total: Total, binder: &IndexBinder, body: &Expr) -> String {
        let body = self.at(body, Level::Product);
        let (text, latex) = match total {
            Total::Sum => ("Σ", "\\sum"),
            Total::Xor => ("⊕", "\\bigoplus"),
        };
        if self.notation == Notation::Latex {
            let from = self.at(&binder.range.from, Level::Iff);
            let to = self.at(&binder.range.to, Level::Iff);
            return format!(
                "{latex}_{{{}={from}}}^{{{to}}} {body}",
                self.notation.name(&binder.name.value)
            );
        }
        format!(
            "{} {body}{}{}",
            self.notation.prose(text),
            self.notation.words(" over "),
            self.binder(binder)
        )
    }

    fn quantified(self, quantifier: Quantifier, range: &str, body: &Expr) -> String {
        let symbol = match quantifier {
            Quantifier::Exists => Symbol::new("for some ", "\\exists\\, "),
            Quantifier::Forall => Symbol::new("for all ", "\\forall\\, "),
        };
        let body = self.at(body, Level::Iff);
        format!(
            "{}{range}{}{body}",
            self.notation.symbol(symbol),
            self.notation.symbol(COLON)
        )
    }

    fn binder(self, binder: &IndexBinder) -> String {
        let notation = self.notation;
        let from = self.at(&binder.range.from, Level::Xor);
        let to = self.at(&binder.range.to, Level::Xor);
        let dots = notation.symbol(Symbol::new(", …, ", ", \\dots, "));
        format!("{} = {from}{dots}{to}", notation.name(&binder.name.value))
    }

    fn changes(self, amount: Amount, count: &Expr, piles: &[Expr]) -> String {
        let amount = match amount {
            Amount::AtMost => "at most ",
            Amount::Exactly => "exactly ",
            Amount::AtLeast => "at least ",
        };
        let one = matches!(&count.kind, ExprKind::Number(number) if *number == 1_u32);
        let piles: Vec<String> = piles.iter().map(|pile| self.at(pile, Level::Iff)).collect();
        let words = |words: &str| self.notation.words(words);
        let count = self.at(count, Level::Sum);
        let verb = if one && amount == "exactly " {
            " changes"
        } else {
            " change"
        };
        format!(
            "{}{count}{}{}{}",
            words(amount),
            words(" of "),
            piles.join(", "),
            words(verb)
        )
    }

    fn entry(self, entry: &Entry) -> String {
        let term = self.at(&entry.term, Level::Xor);
        match &entry.family {
            None => term,
            Some(binder) => format!(
                "{term}{}{}",
                self.notation.words(" for "),
                self.binder(binder)
            ),
        }
    }

    fn set(self, set: &SetExpr) -> String {
        let parts: Vec<String> = set.parts.iter().map(|part| self.set_part(part)).collect();
        parts.join(&self.notation.symbol(UNION))
    }

    fn set_part(self, part: &SetPart) -> String {
        let notation = self.notation;
        match part {
            SetPart::Named(name) => notation.name(&name.value),
            SetPart::Elements(elements) => {
                let elements: Vec<String> = elements
                    .iter()
                    .map(|element| self.at(element, Level::Iff))
                    .collect();
                notation.between(LEFT_BRACE, &elements.join(", "), RIGHT_BRACE)
            }
            SetPart::Comprehension {
                element,
                conditions,
            } => {
                let conditions: Vec<String> = conditions
                    .iter()
                    .map(|part| self.at(part, Level::Iff))
                    .collect();
                let element = self.at(element, Level::Xor);
                let inner = format!("{element}{}{}", notation.symbol(BAR), conditions.join(", "));
                notation.between(LEFT_BRACE, &inner, RIGHT_BRACE)
            }
        }
    }
}

fn relation(comparison: Comparison) -> Symbol {
    match comparison {
        Comparison::Equal => Symbol::new(" = ", " = "),
        Comparison::NotEqual => Symbol::new(" ≠ ", " \\ne "),
        Comparison::Less => Symbol::new(" < ", " < "),
        Comparison::LessOrEqual => Symbol::new(" ≤ ", " \\le "),
        Comparison::Greater => Symbol::new(" > ", " > "),
        Comparison::GreaterOrEqual => Symbol::new(" ≥ ", " \\ge "),
    }
}

/// May two factors stand side by side, as in `2n` or `nφ`, without being misread?
fn side_by_side(left: &Expr, right: &Expr) -> bool {
    let short = |name: &str| name.chars().count() == 1 || name == "phi" || name == "pi";
    let left_fits = match &left.kind {
        ExprKind::Number(_) => true,
        ExprKind::Name(name) => short(name),
        ExprKind::Sum(_) => true,
        _ => false,
    };
    let right_fits = match &right.kind {
        ExprKind::Name(name) => short(name) || matches!(name.as_str(), "alpha" | "beta"),
        ExprKind::Power(base, _) => matches!(&base.kind, ExprKind::Name(name) if short(name)),
        ExprKind::Sum(_) => !matches!(left.kind, ExprKind::Name(_)),
        ExprKind::Call { name, .. } => name.value == "floor" || name.value == "sqrt",
        _ => false,
    };
    left_fits && right_fits
}
