//! Sets `{ t | conditions }`: which names are their variables.
//!
//! The variables are the names that stand behind the `|`, outside any other set `{ … | … }` there, and that mean nothing
//! else where the set stands: no pile that may be mentioned, nothing that the file defines, no variable, index or
//! argument of what stands around it. They hold in the whole set, also in the sets inside, which therefore do not take
//! them as variables of their own.
//!
//! Two shapes have an obvious reading that is not this one, and are refused: a name before the `|` that stands behind it
//! only inside another set, and a set like `{ 2*n | n >= 0 }` where `n` is known, which has no variable of its own.

use std::collections::HashMap;

use super::Symbols;
use super::check::{CONSTANTS, Checker, Local, LocalMeaning};
use super::names::{FreeNames, own_names};
use super::{Meaning, Sort};
use crate::ast::Expr;
use crate::diagnostic::Fault;
use crate::parse::FUNCTIONS;
use crate::span::Span;

/// The variables of every set `{ t | conditions }`, by the place of `t` in the tree.
#[derive(Debug, Default)]
pub(crate) struct Comprehensions {
    variables: HashMap<usize, Vec<String>>,
}

impl Comprehensions {
    /// The variables of the set with this element and these conditions, in the order of the text.
    pub(crate) fn variables<'a>(&self, element: &Expr, conditions: &'a [Expr]) -> Vec<&'a str> {
        let Some(variables) = self.variables.get(&place(element)) else {
            return Vec::new();
        };
        let mentioned = names_in(conditions);
        let written = |variable: &String| {
            let mut names = mentioned.iter().map(|(name, _)| *name);
            names.find(|name| name == variable)
        };
        variables.iter().filter_map(written).collect()
    }

    /// Adds those of another tree.
    pub(crate) fn extend(&mut self, others: Self) {
        self.variables.extend(others.variables);
    }
}

/// Where an expression lies. What stands in a set never moves while the tree around it lives.
fn place(expr: &Expr) -> usize {
    std::ptr::from_ref(expr).addr()
}

/// All names in some expressions, whoever binds them.
fn names_in<'a>(exprs: impl IntoIterator<Item = &'a Expr>) -> Vec<(&'a str, Span)> {
    let mut names = FreeNames::default();
    exprs.into_iter().for_each(|expr| names.expr(expr));
    names.names
}

impl<'a> Checker<'a, '_> {
    /// Checks a set `{ element | conditions }` and notes its variables.
    pub(super) fn comprehension(&mut self, element: &'a Expr, conditions: &'a [Expr]) {
        let own = own_names(conditions, &self.symbols.words());
        let (known, variables): (Vec<_>, Vec<_>) = own
            .into_iter()
            .partition(|(name, _)| self.means_something(name));
        let names = variables.iter().map(|(name, _)| (*name).to_owned());
        self.comprehensions
            .variables
            .insert(place(element), names.collect());
        if variables.is_empty() {
            self.no_variable(element, &known);
        } else {
            self.borrowed(element, conditions, &known);
        }
        self.within(self.piles, self.primes, |checker| {
            for (name, span) in variables {
                checker.locals.push(Local::number(name, span));
            }
            checker.only_inside(element, conditions);
            checker.element(element);
            conditions
                .iter()
                .for_each(|condition| checker.expr(condition, Sort::Formula));
        });
    }

    /// Reports a set whose variable is already known, so that it would have none.
    fn no_variable(&mut self, element: &'a Expr, known: &[(&'a str, Span)]) {
        let in_element = names_in([element]);
        let shared = known.iter().find(|(name, _)| {
            self.varies(name) && in_element.iter().any(|(other, _)| other == name)
        });
        let Some((name, span)) = shared else {
            return;
        };
        let message = format!("this set has no variable of its own: `{name}` is known here");
        let fault = Fault::new(*span, message, "not a variable of the set");
        self.faults.push(fault.help(format!(
            "choose another name in the set, or, if the `{name}` around it is meant, compare: `… = …`"
        )));
    }

    /// Warns of a name before the `|` that a quantifier or set around it binds, while a condition on that name alone reads as
    /// if the set bound it.
    fn borrowed(&mut self, element: &'a Expr, conditions: &'a [Expr], known: &[(&'a str, Span)]) {
        let in_element = names_in([element]);
        for (name, span) in known {
            let mut locals = self.locals.iter().rev();
            let Some(local) = locals.find(|local| local.name == *name) else {
                continue;
            };
            let alone = |condition: &Expr| {
                let names = names_in([condition]);
                !names.is_empty() && names.iter().all(|(other, _)| other == name)
            };
            let (Some(word), true, true) = (
                local.bound_by,
                in_element.iter().any(|(other, _)| other == name),
                conditions.iter().any(alone),
            ) else {
                continue;
            };
            let around = match word {
                "set" => "the set around it".to_owned(),
                word => format!("`{word} {name}`"),
            };
            let message =
                format!("`{name}` is the `{name}` of {around}, not a variable of this set");
            let fault = Fault::new(*span, message, "not a new one").also(local.span, "bound here");
            self.faults
                .warn(fault.help("write another letter if you mean a new one"));
        }
    }

    /// Reports a name before the `|` that stands behind it only inside another set.
    fn only_inside(&mut self, element: &'a Expr, conditions: &'a [Expr]) {
        let deep = names_in(conditions);
        for (name, span) in names_in([element]) {
            let inside = deep.iter().find(|(other, _)| *other == name);
            let Some((_, inside)) = inside.filter(|_| !self.means_something(name)) else {
                continue;
            };
            let message = format!("`{name}` stands behind the `|` only inside another set");
            let fault = Fault::new(span, message, "not a variable of this set")
                .also(*inside, "a variable of the set inside");
            self.faults.push(fault.help(format!(
                "write `{name} >= 0` behind the `|` of this set too, or choose another name in the set inside"
            )));
            self.locals.push(Local::number(name, span));
        }
    }

    /// Does a name mean something here? Piles do only where they may be mentioned.
    fn means_something(&self, name: &str) -> bool {
        self.local(name).is_some() || is_known(self.symbols, name, self.piles)
    }

    /// Is it a pile, a variable, an index or an argument?
    fn varies(&self, name: &str) -> bool {
        match self.local(name) {
            Some(LocalMeaning::Number) => true,
            Some(LocalMeaning::Let(..)) => false,
            None => matches!(
                self.symbols.get(name).map(|symbol| symbol.meaning),
                Some(Meaning::Pile(_))
            ),
        }
    }
}

fn is_known(symbols: &Symbols<'_>, name: &str, piles: bool) -> bool {
    match symbols.get(name).map(|symbol| symbol.meaning) {
        Some(Meaning::Pile(_)) => piles,
        Some(_) => true,
        None => CONSTANTS.contains(&name) || FUNCTIONS.contains(&name),
    }
}
