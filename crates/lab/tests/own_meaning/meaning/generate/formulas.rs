//! Random formulas.

use super::super::tree::*;
use super::{Maker, Scope};

const COMPARISONS: [Comparison; 6] = [
    Comparison::Equal,
    Comparison::Less,
    Comparison::NotEqual,
    Comparison::LessOrEqual,
    Comparison::Greater,
    Comparison::GreaterOrEqual,
];

impl Maker<'_> {
    pub(super) fn comparison(&mut self, depth: usize, scope: &Scope) -> Formula {
        let first = self.term(depth, scope);
        let links = 1 + usize::from(self.source.once_in(5));
        let links = (0..links).map(|_| (*self.source.pick(&COMPARISONS), self.term(depth, scope)));
        Formula::Compare(first, links.collect())
    }

    pub(crate) fn formula(&mut self, depth: usize, scope: &Scope) -> Formula {
        if let Some(numerals) = self.numerals
            && self.source.once_in(4)
        {
            return self.digits(numerals, scope);
        }
        if depth == 0 {
            return self.comparison(1, scope);
        }
        let inner = |maker: &mut Self| Box::new(maker.formula(depth - 1, scope));
        match self.source.below(16) {
            0 | 1 => self.comparison(2, scope),
            2 | 3 => Formula::And(vec![*inner(self), *inner(self)]),
            4 | 5 => Formula::Or(vec![*inner(self), *inner(self)]),
            6 => Formula::Not(inner(self)),
            7 => Formula::Implies(inner(self), inner(self)),
            8 => Formula::Iff(inner(self), inner(self)),
            9 | 10 if scope.nesting > 0 => self.membership(depth - 1, scope),
            11 | 12 if scope.nesting > 0 => self.quantified(depth - 1, scope),
            13 if self.game.piles.family.is_some() && scope.piles => self.over(depth - 1, scope),
            14 if scope.primes => self.changes(),
            15 => self.call(depth, scope, true).map_or_else(
                || self.comparison(1, scope),
                |(name, terms)| Formula::Call(name, terms),
            ),
            14 => Formula::Truth(self.source.once_in(2)),
            _ => self.comparison(1, scope),
        }
    }

    pub(super) fn membership(&mut self, depth: usize, scope: &Scope) -> Formula {
        let arity = 1 + usize::from(self.source.once_in(4));
        let tuple = (0..arity).map(|_| self.term(1, scope)).collect();
        Formula::In {
            tuple,
            negated: self.source.once_in(2),
            set: self.set(arity, depth, scope),
        }
    }

    pub(super) fn quantified(&mut self, depth: usize, scope: &Scope) -> Formula {
        let Some(name) = self.fresh(scope, true) else {
            return self.comparison(1, scope);
        };
        let exists = self.source.once_in(2);
        let bound = self.small(scope);
        let mut names = vec![name.clone()];
        let below = self.source.once_in(2);
        if below && self.source.once_in(3) {
            names.extend(self.fresh(&scope.with(&names), true));
        }
        let body = Box::new(self.formula(depth, &scope.binding(&names)));
        if below {
            let strict = self.source.once_in(2);
            return Formula::Below {
                exists,
                names,
                strict,
                bound,
                body,
            };
        }
        let (a, b) = (
            1 + self.source.below(2) as i128,
            self.source.below(3) as i128,
        );
        Formula::Guarded {
            exists,
            name,
            a,
            b,
            bound,
            body,
        }
    }

    pub(super) fn over(&mut self, depth: usize, scope: &Scope) -> Formula {
        let Some(name) = self.fresh(scope, true) else {
            return self.comparison(1, scope);
        };
        let mut inside = scope.with(std::slice::from_ref(&name));
        inside.indices.push(name.clone());
        Formula::Over {
            exists: self.source.once_in(2),
            name,
            from: 1,
            to: Box::new(self.game.piles.family.clone().expect("a family")),
            body: Box::new(self.formula(depth, &inside)),
        }
    }

    pub(super) fn changes(&mut self) -> Formula {
        let count = self.game.piles.count;
        let whole = self.game.piles.family.is_some() && self.source.once_in(2);
        let some = 1 + self.source.below(count);
        let places = if whole {
            Vec::new()
        } else {
            (0..some).collect()
        };
        let amount = *self
            .source
            .pick(&[Amount::Exactly, Amount::AtMost, Amount::AtLeast]);
        Formula::Changes(amount, self.source.below(count + 1), places)
    }
}
