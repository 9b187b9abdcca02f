//! Random games, made as trees.
//!
//! Names come from a pool of very few, among them those of the piles, so that the same name is used by variables of
//! different sets, quantifiers and `let`s as often as the language allows.

use super::claims;
use super::evaluate::FAMILY;
use super::source::Source;
use super::table::Table;
use super::tree::*;

/// What a case is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    Rules,
    Claims,
    Theorems,
}

/// A random game.
pub(crate) fn game(source: &mut Source, about: About) -> Game {
    let most_piles = if about == About::Claims { 2 } else { 3 };
    let mut maker = Maker::new(source, most_piles);
    maker.definitions();
    match about {
        About::Theorems => {
            maker.plain_move();
            for _ in 0..3 {
                let theorem = maker.theorem();
                maker.game.theorems.push(theorem);
            }
        }
        About::Rules | About::Claims => {
            for kind in ["a", "b", "c"].iter().take(1 + maker.source.below(3)) {
                let rule = maker.rule(kind);
                maker.game.moves.push(rule);
            }
            if maker.source.once_in(3) {
                maker.game.ends = Some(maker.formula(1, &Scope::position()));
            }
            maker.positions();
            if maker.source.once_in(4) {
                maker.game.blocking = 1 + maker.source.below(2);
            }
        }
    }
    if about == About::Claims {
        claims::claim(&mut maker);
    }
    maker.game
}

/// What may be said at some place.
#[derive(Clone, Default)]
pub(crate) struct Scope {
    /// Variables, arguments and indices.
    numbers: Vec<String>,
    /// Indices that may stand behind a family of piles.
    indices: Vec<String>,
    /// The `let`s of the move so far.
    locals: Vec<Let>,
    /// Whether names of piles mean piles here.
    sight: bool,
    piles: bool,
    primes: bool,
    /// How many more sets and quantifiers may be nested.
    nesting: usize,
}

impl Scope {
    pub(crate) fn closed() -> Self {
        Self {
            nesting: 2,
            ..Self::default()
        }
    }

    pub(crate) fn position() -> Self {
        Self {
            sight: true,
            piles: true,
            ..Self::closed()
        }
    }

    fn a_move() -> Self {
        Self {
            primes: true,
            ..Self::position()
        }
    }

    fn with(&self, names: &[String]) -> Self {
        let mut inner = self.clone();
        inner.numbers.extend(names.iter().cloned());
        inner.nesting = inner.nesting.saturating_sub(1);
        inner
    }
}

/// How far the meaning of a `let` of the file reaches: anything, positions, moves.
type Reach = u8;

pub(crate) struct Maker<'s> {
    pub source: &'s mut Source,
    pub game: Game,
    reach: Vec<Reach>,
    /// The root of the quadratic field of this game.
    root: i128,
}

const POOL: [&str; 8] = ["n", "m", "x", "k", "t", "y", "z", "e"];

const COMPARISONS: [Comparison; 6] = [
    Comparison::Equal,
    Comparison::Less,
    Comparison::NotEqual,
    Comparison::LessOrEqual,
    Comparison::Greater,
    Comparison::GreaterOrEqual,
];

impl<'s> Maker<'s> {
    fn new(source: &'s mut Source, most_piles: usize) -> Self {
        let mut parameters = Vec::new();
        let mut arguments = Vec::new();
        let count = 1 + source.below(most_piles);
        let family = source.once_in(3).then(|| {
            if source.once_in(2) {
                return Term::Number(count as i128);
            }
            // The number of piles is the default, or it is given and the default is another one.
            if source.once_in(2) {
                parameters.push(("d".into(), 1 + source.below(3) as i128));
                arguments.push(("d".into(), count as i128));
            } else {
                parameters.push(("d".into(), count as i128));
            }
            Term::Name("d".into())
        });
        if source.once_in(3) {
            parameters.push(("c".into(), source.below(4) as i128));
        }
        let names = ["x", "y", "z"].map(String::from);
        let names = if family.is_some() {
            &names[..1]
        } else {
            &names[..count]
        };
        let piles = Piles {
            sorted: match source.below(4) {
                _ if count == 1 => 0,
                0 | 1 => 0,
                2 if count == 3 && family.is_none() => 2,
                _ => count,
            },
            names: names.to_vec(),
            family,
            count,
        };
        let root = *source.pick(&[5, 2, 3]);
        let game = Game {
            parameters,
            arguments,
            consts: Vec::new(),
            piles,
            lets: Vec::new(),
            sets: Vec::new(),
            moves: Vec::new(),
            positions: None,
            ends: None,
            blocking: 0,
            p: None,
            misere: None,
            nim_values: Vec::new(),
            theorems: Vec::new(),
        };
        Self {
            source,
            game,
            reach: Vec::new(),
            root,
        }
    }

    /// Now and then not every vector is a position.
    fn positions(&mut self) {
        if !self.source.once_in(3) {
            return;
        }
        let last = Term::Pile(Index::Place(self.game.piles.count - 1), false);
        let is_token = Formula::Compare(last, vec![(Comparison::LessOrEqual, Term::Number(1))]);
        self.game.positions = Some(match self.source.below(3) {
            0 => is_token,
            _ => self.formula(1, &Scope::position()),
        });
        // A board without positions has nothing to compare.
        if Table::new(&self.game, 2).positions.is_empty() {
            self.game.positions = None;
        }
    }

    /// Constants, `let`s and sets.
    fn definitions(&mut self) {
        if self.source.once_in(4) {
            let value = self.real();
            self.game.consts.push(("r".into(), value));
        }
        for name in ["A", "B"] {
            if self.source.once_in(3) {
                let reach = self.source.below(3) as Reach;
                let scope = Scope {
                    sight: true,
                    piles: reach >= 1,
                    primes: reach >= 2,
                    ..Scope::closed()
                };
                let definition = self.definition(name, &scope);
                self.game.lets.push(definition);
                self.reach.push(reach);
            }
        }
        for name in ["S", "T"] {
            if self.source.once_in(3) {
                let set = self.set(1, 2, &Scope::closed());
                self.game.sets.push((name.into(), set));
            }
        }
    }

    fn definition(&mut self, name: &str, scope: &Scope) -> Let {
        let mut arguments: Vec<String> = Vec::new();
        for _ in 0..self.source.below(3) {
            let mut taken = scope.clone();
            taken.numbers.extend(arguments.clone());
            taken.numbers.push(name.into());
            arguments.extend(self.fresh(&taken, true));
        }
        let mut inner = scope.clone();
        inner.numbers.extend(arguments.clone());
        let body = if self.source.once_in(2) {
            Body::Formula(self.formula(1, &inner))
        } else {
            Body::Term(self.term(2, &inner))
        };
        Let {
            name: name.into(),
            arguments,
            body,
        }
    }

    /// A name that means nothing else here.
    fn fresh(&mut self, scope: &Scope, constants_too: bool) -> Option<String> {
        let free: Vec<&str> = POOL
            .into_iter()
            .filter(|name| constants_too || *name != "e")
            .filter(|name| !scope.numbers.iter().any(|other| other == name))
            .filter(|name| !scope.locals.iter().any(|local| local.name == *name))
            .filter(|name| !scope.sight || !self.game.piles.names.iter().any(|pile| pile == name))
            .collect();
        (!free.is_empty()).then(|| (*self.source.pick(&free)).to_owned())
    }

    fn real(&mut self) -> Real {
        let root = self.root;
        match self.source.below(5) {
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

    fn factor(&mut self) -> Factor {
        match self.game.consts.first() {
            Some((name, _)) if self.source.once_in(2) => Factor::Const(name.clone()),
            _ => Factor::Written(self.real()),
        }
    }

    fn leaf(&mut self, scope: &Scope) -> Term {
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
    fn small(&mut self, scope: &Scope) -> Term {
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
    fn call(&mut self, depth: usize, scope: &Scope, formula: bool) -> Option<(String, Vec<Term>)> {
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

    fn comparison(&mut self, depth: usize, scope: &Scope) -> Formula {
        let first = self.term(depth, scope);
        let links = 1 + usize::from(self.source.once_in(5));
        let links = (0..links).map(|_| (*self.source.pick(&COMPARISONS), self.term(depth, scope)));
        Formula::Compare(first, links.collect())
    }

    pub(crate) fn formula(&mut self, depth: usize, scope: &Scope) -> Formula {
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

    fn membership(&mut self, depth: usize, scope: &Scope) -> Formula {
        let arity = 1 + usize::from(self.source.once_in(4));
        let tuple = (0..arity).map(|_| self.term(1, scope)).collect();
        Formula::In {
            tuple,
            negated: self.source.once_in(2),
            set: self.set(arity, depth, scope),
        }
    }

    fn quantified(&mut self, depth: usize, scope: &Scope) -> Formula {
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
        let body = Box::new(self.formula(depth, &scope.with(&names)));
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

    fn over(&mut self, depth: usize, scope: &Scope) -> Formula {
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

    fn changes(&mut self) -> Formula {
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
        let inner = scope.with(&names);
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

    /// One pile shrinks by one: a game for theorems, which do not speak of it.
    fn plain_move(&mut self) {
        let places = (0..self.game.piles.count).collect();
        self.game.moves.push(Move {
            kind: "a".into(),
            family: None,
            clauses: vec![Clause::Holds(Formula::Changes(Amount::Exactly, 1, places))],
        });
    }

    fn rule(&mut self, kind: &str) -> Move {
        let mut scope = Scope::a_move();
        let family = self.source.once_in(5).then(|| (FAMILY.to_string(), 1, 2));
        scope
            .numbers
            .extend(family.iter().map(|(name, ..)| name.clone()));
        let outer = scope.numbers.clone();
        let mut clauses = Vec::new();
        for _ in 0..1 + self.source.below(3) {
            scope.numbers = outer.clone();
            let clause = match self.source.below(8) {
                0 | 1 => Clause::Holds(self.taking(&scope)),
                2 | 3 => Clause::Holds(self.changes()),
                4 => Clause::Holds(self.formula(2, &scope)),
                5 => {
                    let guard = Scope {
                        primes: false,
                        ..scope.clone()
                    };
                    Clause::If(self.formula(1, &guard))
                }
                6 => {
                    let Some(name) = self.fresh(&scope, false) else {
                        continue;
                    };
                    let definition = self.definition(&name, &scope);
                    scope.locals.push(definition.clone());
                    Clause::Let(definition)
                }
                _ => {
                    let before = Scope {
                        primes: false,
                        ..scope.clone()
                    };
                    let count = self.game.piles.count;
                    Clause::To((0..count).map(|_| self.small(&before)).collect())
                }
            };
            clauses.push(clause);
        }
        if clauses
            .iter()
            .all(|clause| matches!(clause, Clause::Let(_)))
        {
            clauses.push(Clause::Holds(self.changes()));
        }
        Move {
            kind: kind.into(),
            family,
            clauses,
        }
    }

    /// `x - x' in S`
    fn taking(&mut self, scope: &Scope) -> Formula {
        let place = self.source.below(self.game.piles.count);
        let pile = |primed| Term::Pile(Index::Place(place), primed);
        let taken = Term::Sum(vec![(true, pile(false)), (false, pile(true))]);
        Formula::In {
            tuple: vec![taken],
            negated: self.source.once_in(4),
            set: self.set(1, 1, scope),
        }
    }

    fn theorem(&mut self) -> Formula {
        let scope = Scope::closed();
        let mut names = Vec::new();
        for _ in 0..1 + usize::from(self.source.once_in(4)) {
            names.extend(self.fresh(&scope.with(&names), true));
        }
        let mut inner = scope.clone();
        inner.numbers.extend(names.clone());
        let body = if self.source.once_in(2) {
            self.formula(2, &inner)
        } else {
            self.membership(2, &inner)
        };
        Formula::All {
            exists: self.source.once_in(5),
            names,
            body: Box::new(body),
        }
    }
}
