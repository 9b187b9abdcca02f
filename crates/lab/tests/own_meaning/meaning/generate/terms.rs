//! Random terms.

use super::super::tree::*;
use super::{Maker, Scope};

impl Maker<'_> {
    pub(super) fn real(&mut self) -> Real {
        let root = self.root;
        let kind = self.source.below(5);
        match if root == 1 { 3 * (kind % 2) } else { kind } {
            0 => Real {
                a: 3,
                b: 0,
                root: 1,
                c: 2,
            },
            1 if root == 5 => Real {
                a: 1,
                b: 1,
                root,
                c: 2,
            },
            1 => Real {
                a: 0,
                b: 1,
                root,
                c: 1,
            },
            2 => Real {
                a: 1,
                b: 1,
                root,
                c: 1,
            },
            3 => Real {
                a: 7,
                b: 0,
                root: 1,
                c: 4,
            },
            _ => Real {
                a: 5,
                b: -1,
                root,
                c: 2,
            },
        }
    }

    pub(super) fn factor(&mut self) -> Factor {
        match self.game.consts.first() {
            Some((name, _)) if self.source.once_in(2) => Factor::Const(name.clone()),
            _ => Factor::Written(self.real()),
        }
    }

    pub(super) fn leaf(&mut self, scope: &Scope) -> Term {
        let mut leaves: Vec<Term> = scope.numbers.iter().cloned().map(Term::Name).collect();
        if scope.piles {
            for place in 0..self.game.piles.count {
                leaves.push(Term::Pile(Index::Place(place), false));
                if scope.primes {
                    leaves.push(Term::Pile(Index::Place(place), true));
                }
            }
            for index in &scope.indices {
                let index = Index::Variable(index.clone());
                leaves.push(Term::Pile(index, scope.primes && self.source.once_in(2)));
            }
        }
        let parameters = self.game.parameters.iter();
        leaves.extend(parameters.map(|(name, _)| Term::Name(name.clone())));
        let choice = self.source.below(leaves.len() + 2);
        match leaves.get(choice) {
            Some(leaf) => leaf.clone(),
            None => Term::Number(self.source.below(6) as i128),
        }
    }

    /// A small number for the ends of ranges and bounds.
    pub(super) fn small(&mut self, scope: &Scope) -> Term {
        let leaf = self.leaf(scope);
        match self.source.below(4) {
            0 | 1 => leaf,
            2 => Term::Sum(vec![
                (true, leaf),
                (true, Term::Number(1 + self.source.below(2) as i128)),
            ]),
            _ => Term::Number(self.source.below(5) as i128),
        }
    }

    pub(crate) fn term(&mut self, depth: usize, scope: &Scope) -> Term {
        if depth == 0 {
            return self.leaf(scope);
        }
        let inner = |maker: &mut Self| Box::new(maker.term(depth - 1, scope));
        if let Some(numerals) = self.numerals
            && self.source.once_in(8)
        {
            return self.shifted(numerals, depth, scope);
        }
        match self.source.below(14) {
            0 | 1 => self.leaf(scope),
            2 | 3 => {
                let count = 2 + self.source.below(2);
                let parts =
                    (0..count).map(|_| (!self.source.once_in(2), self.term(depth - 1, scope)));
                Term::Sum(parts.collect())
            }
            4 => Term::Times(*self.source.pick(&[2, 3, -1, -2]), inner(self)),
            5 => Term::Mod(inner(self), 2 + self.source.below(3) as i128),
            6 => Term::Div(inner(self), 2 + self.source.below(2) as i128),
            7 => Term::Absolute(inner(self)),
            8 => {
                let terms = vec![self.term(depth - 1, scope), self.term(depth - 1, scope)];
                if self.source.once_in(2) {
                    Term::Least(terms)
                } else {
                    Term::Greatest(terms)
                }
            }
            9 => {
                let condition = self.formula(depth - 1, scope);
                Term::Choice(Box::new(condition), inner(self), inner(self))
            }
            10 => Term::Round {
                up: self.source.once_in(3),
                factor: self.factor(),
                inner: inner(self),
                plus: *self
                    .source
                    .pick(&[(0, 1), (1, 2), (-2, 3), (2, 1), (-1, 1)]),
            },
            11 if self.game.piles.family.is_some() && scope.piles => {
                let Some(name) = self.fresh(scope, true) else {
                    return self.leaf(scope);
                };
                let mut inside = scope.with(std::slice::from_ref(&name));
                inside.indices.push(name.clone());
                let to = self.game.piles.family.clone().expect("a family");
                let body = self.term(depth - 1, &inside);
                Term::Total(name, 1, Box::new(to), Box::new(body))
            }
            _ => self
                .call(depth, scope, false)
                .map_or_else(|| self.leaf(scope), |(name, terms)| Term::Call(name, terms)),
        }
    }

    /// A call of some `let` that may be used here.
    pub(super) fn call(
        &mut self,
        depth: usize,
        scope: &Scope,
        formula: bool,
    ) -> Option<(String, Vec<Term>)> {
        let wanted = |body: &Body| matches!(body, Body::Formula(_)) == formula;
        let reach = u8::from(scope.piles) + u8::from(scope.primes);
        let global = self.game.lets.iter().zip(&self.reach);
        let mut callable: Vec<(String, usize)> = global
            .filter(|(definition, needed)| **needed <= reach && wanted(&definition.body))
            .map(|(definition, _)| (definition.name.clone(), definition.arguments.len()))
            .collect();
        let local = scope.locals.iter().filter(|local| wanted(&local.body));
        callable.extend(local.map(|local| (local.name.clone(), local.arguments.len())));
        if callable.is_empty() {
            return None;
        }
        let (name, count) = self.source.pick(&callable).clone();
        let arguments = (0..count).map(|_| self.term(depth.saturating_sub(1), scope));
        Some((name, arguments.collect()))
    }
}
