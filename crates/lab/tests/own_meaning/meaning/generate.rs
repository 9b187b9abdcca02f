//! Random games, made as trees.
//!
//! Names come from a pool of very few, among them those of the piles, so that the same name is used by variables of
//! different sets, quantifiers and `let`s as often as the language allows.

mod digits;
mod formulas;
mod sets;
mod terms;

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
    /// Those of the variables that are never negative.
    naturals: Vec<String>,
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

    /// The same for variables that run over the natural numbers.
    fn binding(&self, names: &[String]) -> Self {
        let mut inner = self.with(names);
        inner.naturals.extend(names.iter().cloned());
        inner
    }
}

/// How far the meaning of a `let` of the file reaches: anything, positions, moves.
type Reach = u8;

pub(crate) struct Maker<'s> {
    pub source: &'s mut Source,
    pub game: Game,
    reach: Vec<Reach>,
    /// The root of the quadratic field of this game; 1 if all numbers are rational.
    root: i128,
    /// The system whose digits this game speaks of.
    numerals: Option<Numerals>,
}

const POOL: [&str; 8] = ["n", "m", "x", "k", "t", "y", "z", "e"];

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
        let numerals = source.once_in(3).then(|| *source.pick(&Numerals::ALL));
        // A claim that speaks of digits and of floors is decided in one system.
        let root = match numerals {
            None => *source.pick(&[5, 2, 3]),
            Some(Numerals::Fibonacci) => 5,
            Some(_) => 1,
        };
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
            numerals,
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
        inner.naturals.extend(names.clone());
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
