//! Random sets.

use super::super::tree::*;
use super::{Maker, Scope};

impl Maker<'_> {
    /// A set of tuples.
    pub(crate) fn set(&mut self, arity: usize, depth: usize, scope: &Scope) -> Set {
        let parts = 1 + usize::from(self.source.once_in(4));
        (0..parts).map(|_| self.part(arity, depth, scope)).collect()
    }

    fn part(&mut self, arity: usize, depth: usize, scope: &Scope) -> Part {
        let named = arity == 1 && !self.game.sets.is_empty();
        match self.source.below(6) {
            0 => {
                let elements = 1 + self.source.below(3);
                let element = |maker: &mut Self| (0..arity).map(|_| maker.small(scope)).collect();
                Part::Elements((0..elements).map(|_| element(self)).collect())
            }
            1 if named => {
                let at = self.source.below(self.game.sets.len());
                Part::Named(self.game.sets[at].0.clone())
            }
            _ => self.comprehension(arity, depth, scope),
        }
    }

    fn comprehension(&mut self, arity: usize, depth: usize, scope: &Scope) -> Part {
        let mut names: Vec<String> = Vec::new();
        for _ in 0..1 + usize::from(self.source.once_in(3)) {
            names.extend(self.fresh(&scope.with(&names), false));
        }
        if names.is_empty() {
            return Part::Elements(vec![vec![Term::Number(1); arity]]);
        }
        let mut element: Vec<Entry> = (0..arity)
            .map(|_| Entry {
                growing: Vec::new(),
                base: Term::Number(0),
            })
            .collect();
        for entry in &mut element {
            if self.source.once_in(2) {
                entry.base = self.small(scope);
            }
        }
        let mut variables = Vec::new();
        for name in &names {
            let at = self.source.below(arity);
            let taken = |growth: &Growth| matches!(growth, Growth::Minus);
            let falling = element[at].growing.iter().any(|(growth, _)| taken(growth));
            let rising = element[at].growing.iter().any(|(growth, _)| !taken(growth));
            // Two variables without bounds are dear to search.
            let bounded = falling
                || self.source.once_in(3)
                || !variables.is_empty() && !self.source.once_in(8);
            let growth = match self.source.below(4) {
                _ if bounded && (falling || !rising && self.source.once_in(2)) => Growth::Minus,
                0 => Growth::Times(1),
                1 | 2 => Growth::Times(2 + self.source.below(2) as i128),
                _ => Growth::Floor(self.factor()),
            };
            element[at].growing.push((growth, name.clone()));
            variables.push(Bound {
                name: name.clone(),
                least: self.source.below(2) as i128,
                most: bounded.then(|| self.small(scope)),
            });
        }
        let inner = scope.binding(&names);
        let conditions = usize::from(!self.source.once_in(2));
        let conditions = (0..conditions).map(|_| {
            if inner.nesting > 0 && self.source.once_in(2) {
                let first = Term::Name(names[0].clone());
                let set = self.set(1, depth.saturating_sub(1), &inner);
                return Formula::In {
                    tuple: vec![first],
                    negated: self.source.once_in(2),
                    set,
                };
            }
            self.formula(depth.saturating_sub(1).min(1), &inner)
        });
        let conditions = conditions.collect();
        Part::Of(Comprehension {
            variables,
            element,
            conditions,
            bounds_last: self.source.once_in(2),
        })
    }
}
