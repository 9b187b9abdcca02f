//! Reals printed as expressions that the rules language reads back.

use std::fmt;

use super::expression::{ExpressionForm, ExpressionNode, Sum};
use super::surd::Surd;
use super::{Real, RealValue};
use crate::natural::Integer;

impl fmt::Display for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.printed().text)
    }
}

/// A text with how tightly it binds.
struct Printed {
    text: String,
    binding: RealPrecedence,
}

/// From loose to tight: what needs parentheses where.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RealPrecedence {
    Sum,
    Product,
    Power,
    Atom,
}

impl Printed {
    fn new(text: String, binding: RealPrecedence) -> Self {
        Self { text, binding }
    }

    fn at_least(self, binding: RealPrecedence) -> String {
        if self.binding >= binding {
            self.text
        } else {
            format!("({})", self.text)
        }
    }
}

impl Real {
    fn printed(&self) -> Printed {
        match &self.value {
            RealValue::Exact(surd) => surd.printed(),
            RealValue::Computable(node) => node.printed(),
        }
    }
}

impl Surd {
    fn printed(&self) -> Printed {
        let Some(root) = &self.root else {
            return multiple(&self.a, &self.c, None);
        };
        let root = Printed::new(format!("sqrt({})", root.square()), RealPrecedence::Atom);
        if self.a == 0 {
            return multiple(&self.b, &self.c, Some(root));
        }
        let one = Integer::from(1);
        let root = multiple(&self.b, &one, Some(root)).text;
        let sign = if self.b > 0 { "+" } else { "" };
        let sum = Printed::new(format!("{}{sign}{root}", self.a), RealPrecedence::Sum);
        if self.c == 1 {
            return sum;
        }
        Printed::new(
            format!("{}/{}", sum.at_least(RealPrecedence::Product), self.c),
            RealPrecedence::Product,
        )
    }
}

impl ExpressionNode {
    fn printed(&self) -> Printed {
        let call =
            |name: &str, x: &Real| Printed::new(format!("{name}({x})"), RealPrecedence::Atom);
        match &self.kind {
            ExpressionForm::Pi => Printed::new("pi".to_owned(), RealPrecedence::Atom),
            ExpressionForm::Surd(surd) => surd.printed(),
            ExpressionForm::Exp(x) if *x == Real::from(1) => {
                Printed::new("e".to_owned(), RealPrecedence::Atom)
            }
            ExpressionForm::Exp(x) => call("exp", x),
            ExpressionForm::Ln(x) => call("ln", x),
            ExpressionForm::Root(2, x) => call("sqrt", x),
            ExpressionForm::Root(3, x) => call("cbrt", x),
            ExpressionForm::Root(k, x) => {
                Printed::new(format!("root({k}, {x})"), RealPrecedence::Atom)
            }
            ExpressionForm::Sum(sum) => sum.printed(),
            ExpressionForm::Product(_) => multiple(
                &Integer::from(1),
                &Integer::from(1),
                Some(product(self, true)),
            ),
        }
    }
}

impl Sum {
    fn printed(&self) -> Printed {
        let mut parts: Vec<String> = Vec::new();
        for (q, node) in &self.terms {
            parts.push(scaled(q, node).text);
        }
        if self.constant.a != 0 {
            parts.push(multiple(&self.constant.a, &self.constant.c, None).text);
        }
        if let ([(q, node)], [_]) = (self.terms.as_slice(), parts.as_slice()) {
            return scaled(q, node);
        }
        let mut text = String::new();
        for part in &parts {
            if !text.is_empty() && !part.starts_with('-') {
                text.push('+');
            }
            text.push_str(part);
        }
        Printed::new(text, RealPrecedence::Sum)
    }
}

fn scaled(q: &Surd, node: &ExpressionNode) -> Printed {
    let only_divisors =
        matches!(&node.kind, ExpressionForm::Product(f) if f.iter().all(|(_, e)| *e < 0));
    if only_divisors {
        let start = q.a.to_string();
        let divisors = product(node, false).text;
        let text = if q.c == 1 {
            format!("{start}{divisors}")
        } else {
            format!("{start}{divisors}/{}", q.c)
        };
        return signed(text, RealPrecedence::Product);
    }
    let unit = match &node.kind {
        ExpressionForm::Product(_) => product(node, true),
        _ => node.printed(),
    };
    if unit.text.starts_with('(') && matches!(&node.kind, ExpressionForm::Product(_)) {
        // A number in front of a sum would be multiplied into it when it is read again.
        return trailing(&q.a, &q.c, &unit.text);
    }
    multiple(&q.a, &q.c, Some(unit))
}

/// `unit·n/d`.
fn trailing(n: &Integer, d: &Integer, unit: &str) -> Printed {
    let mut text = match n {
        n if *n == 1 => unit.to_owned(),
        n if *n == -1 => format!("-{unit}"),
        n if *n < 0 => format!("-{unit}*{}", -n),
        n => format!("{unit}*{n}"),
    };
    if *d != 1 {
        text = format!("{text}/{d}");
    }
    signed(text, RealPrecedence::Product)
}

/// `n·unit/d`, without the parts that are 1.
fn multiple(n: &Integer, d: &Integer, unit: Option<Printed>) -> Printed {
    let Some(unit) = unit else {
        let text = if *d == 1 {
            n.to_string()
        } else {
            format!("{n}/{d}")
        };
        let binding = if *d == 1 {
            RealPrecedence::Atom
        } else {
            RealPrecedence::Product
        };
        return signed(text, binding);
    };
    if *n == 1 && *d == 1 {
        return unit;
    }
    let unit = unit.at_least(RealPrecedence::Product);
    let mut text = match n {
        n if *n == 1 => unit,
        n if *n == -1 => format!("-{unit}"),
        n => format!("{n}*{unit}"),
    };
    if *d != 1 {
        text = format!("{text}/{d}");
    }
    signed(text, RealPrecedence::Product)
}

/// A leading minus binds like a sum, wherever it is put.
fn signed(text: String, binding: RealPrecedence) -> Printed {
    let binding = if text.starts_with('-') {
        RealPrecedence::Sum
    } else {
        binding
    };
    Printed::new(text, binding)
}

/// The factors of a product, those with negative exponents last; with a leading 1 if there are only such.
fn product(node: &ExpressionNode, leading_one: bool) -> Printed {
    let ExpressionForm::Product(factors) = &node.kind else {
        return node.printed();
    };
    let power = |node: &ExpressionNode, e: u64| match e {
        1 => node.printed().at_least(RealPrecedence::Power),
        e => format!("{}^{e}", node.printed().at_least(RealPrecedence::Atom)),
    };
    let above: Vec<String> = factors
        .iter()
        .filter(|(_, e)| *e > 0)
        .map(|(n, e)| power(n, e.unsigned_abs()))
        .collect();
    let mut text = above.join("*");
    if above.is_empty() && leading_one {
        text.push('1');
    }
    for (n, e) in factors.iter().filter(|(_, e)| *e < 0) {
        text.push('/');
        text.push_str(&power(n, e.unsigned_abs()));
    }
    Printed::new(text, RealPrecedence::Product)
}
