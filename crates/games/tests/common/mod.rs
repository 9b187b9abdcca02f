//! Games for the tests, built by hand, each with its rules a second time as a plain Rust predicate.
#![allow(dead_code, clippy::unwrap_used)]

use std::ops::ControlFlow;
use std::sync::Arc;

use games::position::Position;
use games::ruleset::{Move, Ruleset};
use games::spec::{MoveRule, PileOrder, Piles, Spec};
use logic::watch::Unwatched;
use logic::{Comparison, Formula, HowMany, Piece, RealForm, Set, Term, Variable};
use numeration::natural::{Integer, Natural};
use numeration::real::Real;

pub(crate) use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual};

/// Builds a spec.
pub(crate) struct Builder {
    spec: Spec,
}

impl Builder {
    pub(crate) fn new(name: &str, piles: &[&str], order: PileOrder) -> Self {
        let names = piles.iter().map(|name| Arc::from(*name)).collect();
        let spec = Spec {
            name: name.to_owned(),
            title: name.to_owned(),
            source: None,
            parameters: Vec::new(),
            piles: Piles { names, order },
            moves: Vec::new(),
            ends: None,
            p_positions: None,
            nim_values: Vec::new(),
            theorems: Vec::new(),
            columns: Vec::new(),
        };
        Self { spec }
    }

    pub(crate) fn rule(mut self, kind: &str, clauses: impl FnOnce(&Spec) -> Vec<Formula>) -> Self {
        let clauses = clauses(&self.spec);
        self.spec.moves.push(MoveRule {
            kind: kind.into(),
            caption: None,
            clauses,
        });
        self
    }

    pub(crate) fn ends(mut self, ends: impl FnOnce(&Spec) -> Formula) -> Self {
        self.spec.ends = Some(ends(&self.spec));
        self
    }

    pub(crate) fn build(self) -> Spec {
        self.spec
    }
}

pub(crate) fn old(spec: &Spec, index: usize) -> Term {
    Term::from(spec.before(index))
}

pub(crate) fn new(spec: &Spec, index: usize) -> Term {
    Term::from(spec.after(index))
}

pub(crate) fn taken(spec: &Spec, index: usize) -> Term {
    old(spec, index).minus(new(spec, index))
}

pub(crate) fn number(value: i64) -> Term {
    Term::integer(value)
}

pub(crate) fn is(left: Term, comparison: Comparison, right: Term) -> Formula {
    Formula::Compare(left, comparison, right)
}

pub(crate) fn all(parts: Vec<Formula>) -> Formula {
    Formula::And(parts)
}

pub(crate) fn any(parts: Vec<Formula>) -> Formula {
    Formula::Or(parts)
}

pub(crate) fn not(formula: Formula) -> Formula {
    Formula::Not(Box::new(formula))
}

pub(crate) fn chain(comparison: Comparison, terms: Vec<Term>) -> Formula {
    all(terms
        .windows(2)
        .map(|pair| is(pair[0].clone(), comparison, pair[1].clone()))
        .collect())
}

pub(crate) fn change(spec: &Spec, how_many: HowMany) -> Formula {
    Formula::Changes(
        how_many,
        (0..spec.dimension())
            .map(|i| (spec.before(i), spec.after(i)))
            .collect(),
    )
}

pub(crate) fn modulo(term: Term, modulus: u32) -> Term {
    Term::Modulo(Box::new(term), Natural::from(modulus))
}

pub(crate) fn absolute(term: Term) -> Term {
    Term::Absolute(Box::new(term))
}

pub(crate) fn choice(condition: Formula, yes: Term, no: Term) -> Term {
    Term::Choice(Box::new(condition), Box::new(yes), Box::new(no))
}

pub(crate) fn named(name: &str, term: Term) -> Term {
    Term::Named(name.into(), Arc::new(term))
}

fn each_shrinks(spec: &Spec) -> Formula {
    all((0..spec.dimension())
        .map(|i| is(new(spec, i), Less, old(spec, i)))
        .collect())
}

pub(crate) fn rat() -> Spec {
    Builder::new("rat", &["x", "y", "z"], PileOrder::Sorted)
        .rule("I", |s| vec![change(s, HowMany::AtMost(2))])
        .rule("II", |s| {
            let (l, k) = (named("l", taken(s, 0)), named("k", taken(s, 1)));
            let residue = modulo(old(s, 1).minus(old(s, 0)), 7);
            let a = named(
                "a",
                choice(is(residue, Equal, number(0)), number(2), number(1)),
            );
            let order =
                |indices: [usize; 3]| chain(LessOrEqual, indices.map(|i| new(s, i)).to_vec());
            vec![
                each_shrinks(s),
                is(absolute(k.minus(l)), Less, a),
                any(vec![order([0, 1, 2]), order([2, 0, 1])]),
            ]
        })
        .rule("III", |s| {
            let (u, w) = (named("u", new(s, 0)), named("w", new(s, 2)));
            let (l, k) = (named("l", taken(s, 0)), named("k", taken(s, 2)));
            let residue = modulo(w.clone().minus(u.clone()), 7);
            let otherwise = choice(is(residue, Equal, number(4)), number(6), number(5));
            let b = named("b", choice(is(w, Equal, u), number(3), otherwise));
            vec![
                each_shrinks(s),
                is(absolute(k.minus(l)), Less, b),
                chain(LessOrEqual, vec![new(s, 0), new(s, 1), new(s, 2)]),
            ]
        })
        .build()
}

pub(crate) fn rat_allows(x: &[i64], u: &[i64]) -> Vec<&'static str> {
    let s: Vec<i64> = x.iter().zip(u).map(|(x, u)| x - u).collect();
    let mut kinds = Vec::new();
    if s.iter().filter(|s| **s > 0).count() <= 2 {
        kinds.push("I");
    }
    let a = if (x[1] - x[0]) % 7 == 0 { 2 } else { 1 };
    let two = u[0] <= u[1] && (u[1] <= u[2] || u[2] <= u[0]);
    if s.iter().all(|s| *s > 0) && (s[1] - s[0]).abs() < a && two {
        kinds.push("II");
    }
    let b = match u[2] - u[0] {
        0 => 3,
        d if d.rem_euclid(7) == 4 => 6,
        _ => 5,
    };
    if s.iter().all(|s| *s > 0) && (s[2] - s[0]).abs() < b && u[0] <= u[1] && u[1] <= u[2] {
        kinds.push("III");
    }
    kinds
}

pub(crate) fn mouse() -> Spec {
    Builder::new("mouse", &["x", "y"], PileOrder::Sorted)
        .rule("I", |s| vec![change(s, HowMany::Exactly(1))])
        .rule("II", |s| {
            let residue = modulo(old(s, 1).minus(old(s, 0)), 3);
            let a = named(
                "a",
                choice(is(residue, Equal, number(0)), number(2), number(1)),
            );
            vec![
                each_shrinks(s),
                is(absolute(taken(s, 1).minus(taken(s, 0))), Less, a),
            ]
        })
        .build()
}

pub(crate) fn mouse_allows(x: &[i64], u: &[i64]) -> Vec<&'static str> {
    let s = [x[0] - u[0], x[1] - u[1]];
    let mut kinds = Vec::new();
    if (s[0] == 0) != (s[1] == 0) {
        kinds.push("I");
    }
    let a = if (x[1] - x[0]) % 3 == 0 { 2 } else { 1 };
    if s[0] > 0 && s[1] > 0 && (s[1] - s[0]).abs() < a {
        kinds.push("II");
    }
    kinds
}

pub(crate) fn raleigh() -> Spec {
    Builder::new("raleigh", &["a", "b", "c"], PileOrder::Sorted)
        .rule("I", |s| vec![change(s, HowMany::AtMost(2))])
        .rule("II", |s| {
            let equal = any(vec![
                is(old(s, 0), Equal, old(s, 1)),
                is(old(s, 1), Equal, old(s, 2)),
            ]);
            let cleared = (0..3).map(|i| is(new(s, i), Equal, number(0))).collect();
            vec![equal, all(cleared)]
        })
        .rule("III", |s| {
            let t = Variable::new(6, "t");
            let same = |i: usize| is(new(s, i), Equal, old(s, i).minus(Term::from(t.clone())));
            let barred = all(vec![
                is(new(s, 1), Less, new(s, 0)),
                is(Term::from(t.clone()), Equal, number(3)),
            ]);
            let body = vec![
                is(Term::from(t.clone()), Greater, number(0)),
                is(new(s, 0), Less, old(s, 0)),
                same(1),
                same(2),
                not(barred),
            ];
            vec![
                chain(Less, vec![number(0), old(s, 0), old(s, 1), old(s, 2)]),
                Formula::Exists(t.clone(), Box::new(all(body))),
            ]
        })
        .build()
}

pub(crate) fn raleigh_allows(x: &[i64], u: &[i64]) -> Vec<&'static str> {
    let s: Vec<i64> = x.iter().zip(u).map(|(x, u)| x - u).collect();
    let mut kinds = Vec::new();
    if s.iter().filter(|s| **s > 0).count() <= 2 {
        kinds.push("I");
    }
    if (x[0] == x[1] || x[1] == x[2]) && u.iter().all(|u| *u == 0) {
        kinds.push("II");
    }
    let strict = 0 < x[0] && x[0] < x[1] && x[1] < x[2];
    if strict && s[0] > 0 && s[1] > 0 && s[1] == s[2] && !(u[1] < u[0] && s[1] == 3) {
        kinds.push("III");
    }
    kinds
}

pub(crate) fn beta() -> Real {
    Real::from(2).sqrt().unwrap().add(&Real::from(2)).unwrap()
}

/// beta-Wynim with beta = 2 + sqrt(2).
pub(crate) fn wynim() -> Spec {
    Builder::new("beta-wynim", &["x", "y"], PileOrder::Ordered)
        .rule("nim", |s| vec![change(s, HowMany::Exactly(1))])
        .rule("diagonal", |s| {
            let n = Variable::new(4, "n");
            let form = RealForm {
                parts: vec![(beta(), Term::from(n.clone()))],
                constant: Real::from(0),
            };
            let condition = is(Term::from(n.clone()), GreaterOrEqual, number(1));
            let piece = Piece {
                tuple: vec![Term::Floor(Box::new(form))],
                variables: vec![n],
                condition,
            };
            let set = Arc::new(Set {
                name: "B".into(),
                arity: 1,
                pieces: vec![piece],
            });
            let outside = |i: usize| not(Formula::Member(vec![old(s, i)], set.clone()));
            let distance = absolute(taken(s, 0).minus(taken(s, 1)));
            vec![
                outside(0),
                outside(1),
                each_shrinks(s),
                is(distance, Less, number(3)),
            ]
        })
        .build()
}

pub(crate) fn wynim_allows(x: &[i64], u: &[i64]) -> Vec<&'static str> {
    let s = [x[0] - u[0], x[1] - u[1]];
    let mut kinds = Vec::new();
    if (s[0] == 0) != (s[1] == 0) {
        kinds.push("nim");
    }
    // floor(n*(2 + sqrt(2))) for n >= 1
    let in_b = |x: i64| (1..=x).any(|n| 2 * n + (2 * n * n).isqrt() == x);
    if !in_b(x[0]) && !in_b(x[1]) && s[0] > 0 && s[1] > 0 && (s[0] - s[1]).abs() < 3 {
        kinds.push("diagonal");
    }
    kinds
}

/// The succinct rat game with d = 3: any subtraction that has neither of two properties.
pub(crate) fn succinct_rat() -> Spec {
    Builder::new(
        "succinct-rat:d=3",
        &["x[1]", "x[2]", "x[3]"],
        PileOrder::Ordered,
    )
    .rule("subtract", |s| {
        let twice = |i: usize| Term::Scaled(Integer::from(2), Box::new(taken(s, i)));
        let a = (1..3).map(|i| {
            all(vec![
                is(taken(s, i), LessOrEqual, twice(i - 1)),
                is(twice(i - 1), LessOrEqual, taken(s, i).plus(number(1))),
            ])
        });
        let b = (1..3).map(|i| {
            all(vec![
                is(taken(s, i).minus(number(1)), LessOrEqual, twice(i - 1)),
                is(twice(i - 1), LessOrEqual, taken(s, i).plus(number(1))),
            ])
        });
        let first = is(modulo(taken(s, 2).minus(number(4)), 7), Equal, number(0));
        let second = is(modulo(taken(s, 2), 7), Equal, number(0));
        vec![
            not(all(std::iter::once(first).chain(a).collect())),
            not(all(std::iter::once(second).chain(b).collect())),
        ]
    })
    .build()
}

pub(crate) fn succinct_rat_allows(x: &[i64], u: &[i64]) -> Vec<&'static str> {
    let s: Vec<i64> = x.iter().zip(u).map(|(x, u)| x - u).collect();
    let within = |low: i64| {
        s.windows(2)
            .all(|p| p[1] - low <= 2 * p[0] && 2 * p[0] <= p[1] + 1)
    };
    let a = (s[2] - 4).rem_euclid(7) == 0 && within(0);
    let b = s[2] % 7 == 0 && within(1);
    if a || b { Vec::new() } else { vec!["subtract"] }
}

/// `at most k of m piles change`, on sorted piles.
pub(crate) fn moore(k: usize, names: &[&str]) -> Spec {
    Builder::new("moore", names, PileOrder::Sorted)
        .rule("take", |s| vec![change(s, HowMany::AtMost(k))])
        .build()
}

pub(crate) fn position(ruleset: &dyn Ruleset, piles: &[i64]) -> Position {
    let piles = piles
        .iter()
        .map(|pile| Natural::try_from(*pile).unwrap())
        .collect();
    ruleset.position(piles).unwrap()
}

pub(crate) fn moves(ruleset: &dyn Ruleset, from: &Position, limit: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    let flow = ruleset.for_each_move(from, &Unwatched, &mut |option| {
        moves.push(option);
        if moves.len() == limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(flow.unwrap().is_break(), moves.len() == limit);
    moves
}

/// All vectors with entries up to `max`; only the sorted ones if asked.
pub(crate) fn vectors(dimension: usize, max: i64, sorted: bool) -> Vec<Vec<i64>> {
    let mut vectors = vec![Vec::new()];
    for _ in 0..dimension {
        let longer = |vector: &Vec<i64>| {
            let low = if sorted {
                vector.last().copied().unwrap_or(0)
            } else {
                0
            };
            let vector = vector.clone();
            (low..=max).map(move |entry| [vector.clone(), vec![entry]].concat())
        };
        vectors = vectors.iter().flat_map(longer).collect();
    }
    vectors
}
