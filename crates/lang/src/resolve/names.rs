//! The names that an expression mentions and does not bind itself.
//!
//! A set `{ t | conditions }` binds variables too, and does not say which: they are the names behind its `|` that mean
//! nothing else where it stands. So two questions are asked. Which definitions may something use? All names count
//! ([`FreeNames::default`]). Which names may be variables of a set around it? Those behind the `|` of a set inside do
//! not count: whatever they mean, the set around it does not give it to them ([`own_names`]).

use std::collections::HashSet;

use crate::ast::{Comparison, Expr, ExprKind, IndexRange, SetExpr, SetPart};
use crate::parse::WITH_SYSTEM;
use crate::span::Span;

/// The names mentioned in some expressions, each with its first place, in the order of the text.
///
/// Piles after a move count under their names without the prime.
#[derive(Default)]
pub(crate) struct FreeNames<'a> {
    bound: Vec<&'a str>,
    seen: HashSet<&'a str>,
    pub(crate) names: Vec<(&'a str, Span)>,
    /// Whether some pile after a move is mentioned.
    pub(crate) primes: bool,
    /// Whether the names behind the `|` of a set are its own affair.
    sets_bind: bool,
    /// The parameters whose values are words, such as `reading` in `reading = strict`.
    words: Vec<&'a str>,
}

/// The names that a set with these conditions takes as variables if they mean nothing else where it stands.
///
/// `words` are the parameters whose values are words: what is compared with them is no variable.
pub(crate) fn own_names<'a>(conditions: &'a [Expr], words: &[&'a str]) -> Vec<(&'a str, Span)> {
    let mut names = FreeNames {
        sets_bind: true,
        words: words.to_vec(),
        ..FreeNames::default()
    };
    conditions
        .iter()
        .for_each(|condition| names.expr(condition));
    names.names
}

impl<'a> FreeNames<'a> {
    /// Adds the names of an expression.
    pub(crate) fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.mention(name, expr.span),
            ExprKind::Primed(name) => {
                self.primes = true;
                self.mention(name, expr.span);
            }
            ExprKind::Indexed {
                name,
                index,
                primed,
            } => {
                self.primes |= primed;
                self.mention(name, expr.span);
                self.expr(index);
            }
            ExprKind::Call { name, arguments }
                if WITH_SYSTEM.contains(&name.value.as_str()) && arguments.len() == 2 =>
            {
                // The word is no variable of a set, even where the file gives it no meaning.
                if !self.sets_bind {
                    self.mention(&name.value, name.span);
                }
                self.expr(&arguments[0]);
                self.system(&arguments[1]);
            }
            ExprKind::Matches { number, system, .. } => {
                self.expr(number);
                self.system(system);
            }
            ExprKind::Becomes { heap, parts } => {
                let names = [heap].into_iter().chain(parts);
                names.for_each(|name| self.mention(&name.value, name.span));
            }
            ExprKind::EveryPlace {
                numbers,
                system,
                body,
            } => {
                numbers.iter().for_each(|number| self.expr(number));
                self.system(system);
                self.expr(body);
            }
            ExprKind::Call { name, arguments } => {
                self.mention(&name.value, name.span);
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            ExprKind::Total(_, binder, body) | ExprKind::ForIndex(_, binder, body) => {
                self.range(&binder.range);
                self.binding(&[&binder.name.value], body);
            }
            ExprKind::Quantified {
                variables,
                bound,
                body,
                ..
            } => {
                if let Some((_, bound)) = bound {
                    self.expr(bound);
                }
                let variables: Vec<&str> =
                    variables.iter().map(|name| name.value.as_str()).collect();
                self.binding(&variables, body);
            }
            ExprKind::Tuple(entries) => {
                for entry in entries {
                    match &entry.family {
                        Some(family) => {
                            self.range(&family.range);
                            self.binding(&[&family.name.value], &entry.term);
                        }
                        None => self.expr(&entry.term),
                    }
                }
            }
            ExprKind::Member { element, set, .. } => {
                self.expr(element);
                self.set(set);
            }
            ExprKind::Set(set) => self.set(set),
            ExprKind::Compare(first, links) if self.compares_word(first, links) => {}
            ExprKind::Changes { .. } => {
                self.primes = true;
                expr.kind.for_each_child(|child| self.expr(child));
            }
            other => other.for_each_child(|child| self.expr(child)),
        }
    }

    /// Adds the names of a set.
    pub(crate) fn set(&mut self, set: &'a SetExpr) {
        for part in &set.parts {
            match part {
                SetPart::Named(name) => self.mention(&name.value, name.span),
                SetPart::Elements(elements) => {
                    elements.iter().for_each(|element| self.expr(element))
                }
                SetPart::Comprehension {
                    element,
                    conditions,
                } if self.sets_bind => {
                    let own = own_names(conditions, &self.words).into_iter();
                    let own: Vec<&str> = own.map(|(name, _)| name).collect();
                    self.binding(&own, element);
                }
                SetPart::Comprehension {
                    element,
                    conditions,
                } => {
                    self.expr(element);
                    conditions.iter().for_each(|condition| self.expr(condition));
                }
            }
        }
    }

    /// Adds the names that a numeration system depends on; its own name is none of a number.
    pub(crate) fn system(&mut self, system: &'a Expr) {
        match &system.kind {
            ExprKind::Name(_) => {}
            ExprKind::Call { arguments, .. } => {
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            _ => self.expr(system),
        }
    }

    fn compares_word(&self, first: &Expr, links: &[(Comparison, Expr)]) -> bool {
        let word = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(name) if self.words.contains(&name.as_str()));
        matches!(links, [(_, second)] if word(first) || word(second))
    }

    fn range(&mut self, range: &'a IndexRange) {
        self.expr(&range.from);
        self.expr(&range.to);
    }

    fn binding(&mut self, names: &[&'a str], body: &'a Expr) {
        let before = self.bound.len();
        self.bound.extend(names);
        self.expr(body);
        self.bound.truncate(before);
    }

    fn mention(&mut self, name: &'a str, span: Span) {
        if !self.bound.contains(&name) && self.seen.insert(name) {
            self.names.push((name, span));
        }
    }
}
