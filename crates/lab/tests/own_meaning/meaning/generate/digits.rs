//! Random conditions on digits, and shifts. Only what is never negative has digits.

use super::super::tree::*;
use super::{Maker, Scope};

impl Maker<'_> {
    /// A number that is not negative.
    fn natural(&mut self, depth: usize, scope: &Scope) -> Term {
        match scope.naturals.last() {
            Some(name) if self.source.once_in(2) => Term::Name(name.clone()),
            _ if scope.piles && self.source.once_in(2) => self.pile(scope),
            _ => Term::Absolute(Box::new(self.term(depth, scope))),
        }
    }

    fn pile(&mut self, scope: &Scope) -> Term {
        let place = self.source.below(self.game.piles.count);
        Term::Pile(Index::Place(place), scope.primes && self.source.once_in(2))
    }

    pub(super) fn shifted(&mut self, numerals: Numerals, depth: usize, scope: &Scope) -> Term {
        Term::Shifted {
            left: self.source.once_in(2),
            inner: Box::new(self.natural(depth - 1, scope)),
            numerals,
        }
    }

    /// `digits(t, S) matches "…"`, or what holds in every place of two numbers.
    pub(super) fn digits(&mut self, numerals: Numerals, scope: &Scope) -> Formula {
        let names = self.two_names(scope);
        if let Some(names) = names.filter(|_| self.source.once_in(3)) {
            let rules = [
                PlaceRule::SumAtMost(1),
                PlaceRule::SumEven,
                PlaceRule::Rising,
            ];
            return Formula::EveryPlace(Box::new(names), numerals, *self.source.pick(&rules));
        }
        let shapes = [
            Shape::EvenEnding,
            Shape::OddEnding,
            Shape::Pair,
            Shape::Length(1, 2),
            Shape::Length(2, 4),
            Shape::Ones,
            Shape::EndsIn(0),
            Shape::EndsIn(1),
        ];
        let shape = *self.source.pick(&shapes);
        Formula::Digits(Box::new(self.natural(1, scope)), numerals, shape)
    }

    /// Two different numbers that have a name and are not negative.
    fn two_names(&mut self, scope: &Scope) -> Option<[Term; 2]> {
        let mut names: Vec<Term> = scope.naturals.iter().cloned().map(Term::Name).collect();
        // A member of a family is no name.
        if scope.piles && self.game.piles.family.is_none() {
            let piles = 0..self.game.piles.count;
            names.extend(piles.map(|place| {
                let primed = scope.primes && self.source.once_in(2);
                Term::Pile(Index::Place(place), primed)
            }));
        }
        if names.len() < 2 {
            return None;
        }
        let first = names.swap_remove(self.source.below(names.len()));
        let second = names.swap_remove(self.source.below(names.len()));
        Some([first, second])
    }
}
