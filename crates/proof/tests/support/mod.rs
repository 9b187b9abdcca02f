//! Games built by hand, and brute force: the smallest position on which a claim and the truth differ.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use games::position::Position;
use games::ruleset::Ruleset;
use games::spec::{MoveRule, PileOrder, Piles, Spec};
use logic::evaluate::{Assignment, holds};
use logic::{Comparison, Formula, HowMany, Piece, RealForm, Set, Term, Unwatched, Variable};
use numeration::natural::{Integer, Natural};
use numeration::real::Real;
use proof::{Claim, Counterexample, Outcome, prove_claim};

pub fn int(n: i64) -> Term {
    Term::integer(n)
}

pub fn var(v: &Variable) -> Term {
    v.clone().into()
}

pub fn compare(a: Term, op: &str, b: Term) -> Formula {
    let op = match op {
        "=" => Comparison::Equal,
        "!=" => Comparison::NotEqual,
        "<" => Comparison::Less,
        "<=" => Comparison::LessOrEqual,
        ">" => Comparison::Greater,
        _ => Comparison::GreaterOrEqual,
    };
    Formula::Compare(a, op, b)
}

pub fn floor(real: Real, t: Term) -> Term {
    Term::Floor(Box::new(RealForm {
        parts: vec![(real, t)],
        constant: Real::from(Integer::from(0)),
    }))
}

pub fn ratio(n: i64, d: i64) -> Real {
    Real::ratio(n, d).unwrap()
}

pub fn modulo(t: Term, k: u64) -> Term {
    Term::Modulo(Box::new(t), Natural::from(k))
}

pub fn absolute(t: Term) -> Term {
    Term::Absolute(Box::new(t))
}

pub fn choice(f: Formula, a: Term, b: Term) -> Term {
    Term::Choice(Box::new(f), Box::new(a), Box::new(b))
}

pub fn times(k: i64, t: Term) -> Term {
    Term::Scaled(Integer::from(k), Box::new(t))
}

pub fn not(f: Formula) -> Formula {
    Formula::Not(Box::new(f))
}

pub fn rule(kind: &str, clauses: Vec<Formula>) -> MoveRule {
    MoveRule {
        kind: kind.into(),
        caption: None,
        clauses,
    }
}

pub fn piece(tuple: Vec<Term>, n: Option<(&Variable, i64)>) -> Piece {
    let (variables, condition) = match n {
        None => (vec![], Formula::Constant(true)),
        Some((n, least)) => (vec![n.clone()], compare(var(n), ">=", int(least))),
    };
    Piece {
        tuple,
        variables,
        condition,
    }
}

pub struct Builder {
    pub x: Vec<Variable>,
    pub y: Vec<Variable>,
    pub n: Variable,
    spec: Spec,
}

impl Builder {
    pub fn new(name: &str, d: usize, order: PileOrder) -> Self {
        let names = (1..=d)
            .map(|i| Arc::from(format!("x{i}").as_str()))
            .collect();
        let spec = Spec {
            name: name.into(),
            title: name.into(),
            source: None,
            parameters: vec![],
            piles: Piles { names, order },
            moves: vec![],
            ends: None,
            p_positions: None,
            nim_values: vec![],
            theorems: vec![],
            columns: vec![],
        };
        let x = (0..d).map(|i| spec.before(i)).collect();
        let y = (0..d).map(|i| spec.after(i)).collect();
        Self {
            x,
            y,
            n: Variable::new(1000, "n"),
            spec,
        }
    }

    pub fn taken(&self, i: usize) -> Term {
        var(&self.x[i]).minus(var(&self.y[i]))
    }

    pub fn shrink(&self, i: usize) -> Formula {
        compare(var(&self.y[i]), "<", var(&self.x[i]))
    }

    pub fn changes(&self, how: HowMany) -> Formula {
        Formula::Changes(
            how,
            self.x.iter().cloned().zip(self.y.iter().cloned()).collect(),
        )
    }

    pub fn le(&self, i: usize, j: usize) -> Formula {
        compare(var(&self.y[i]), "<=", var(&self.y[j]))
    }

    pub fn done(mut self, moves: Vec<MoveRule>, pieces: Vec<Piece>) -> Spec {
        let arity = self.x.len();
        self.spec.moves = moves;
        self.spec.p_positions = Some(Arc::new(Set {
            name: "P".into(),
            arity,
            pieces,
        }));
        self.spec
    }
}

pub fn mouse() -> Spec {
    let b = Builder::new("mouse", 2, PileOrder::Sorted);
    let n = b.n.clone();
    let d = var(&b.x[1]).minus(var(&b.x[0]));
    let a = choice(compare(modulo(d, 3), "=", int(0)), int(2), int(1));
    let one = rule("I", vec![b.changes(HowMany::AtMost(1))]);
    let two = rule(
        "II",
        vec![
            b.shrink(0),
            b.shrink(1),
            compare(absolute(b.taken(1).minus(b.taken(0))), "<", a),
        ],
    );
    let pieces = vec![
        piece(vec![int(0), int(0)], None),
        piece(
            vec![floor(ratio(3, 2), var(&n)), times(3, var(&n)).minus(int(1))],
            Some((&n, 1)),
        ),
    ];
    b.done(vec![one, two], pieces)
}

pub fn rat() -> Spec {
    rat_with(true, true)
}

/// The Rat game, perhaps with a = 1 always, perhaps without the extra permutation of type II.
pub fn rat_with(a_depends: bool, extra_permutation: bool) -> Spec {
    let b = Builder::new("rat", 3, PileOrder::Sorted);
    let n = b.n.clone();
    let d = var(&b.x[1]).minus(var(&b.x[0]));
    let a = if a_depends {
        choice(compare(modulo(d, 7), "=", int(0)), int(2), int(1))
    } else {
        int(1)
    };
    let one = rule("I", vec![b.changes(HowMany::AtMost(2))]);
    let all = |b: &Builder| Formula::And(vec![b.shrink(0), b.shrink(1), b.shrink(2)]);
    let order = Formula::Or(vec![
        Formula::And(vec![b.le(0, 1), b.le(1, 2)]),
        Formula::And(vec![b.le(2, 0), b.le(0, 1)]),
    ]);
    let order = if extra_permutation {
        order
    } else {
        Formula::And(vec![b.le(0, 1), b.le(1, 2)])
    };
    let two = rule(
        "II",
        vec![
            all(&b),
            compare(absolute(b.taken(1).minus(b.taken(0))), "<", a),
            order,
        ],
    );
    let w = var(&b.y[2]).minus(var(&b.y[0]));
    let bound = choice(
        compare(var(&b.y[2]), "=", var(&b.y[0])),
        int(3),
        choice(compare(modulo(w, 7), "=", int(4)), int(6), int(5)),
    );
    let three = rule(
        "III",
        vec![
            all(&b),
            compare(absolute(b.taken(2).minus(b.taken(0))), "<", bound),
            Formula::And(vec![b.le(0, 1), b.le(1, 2)]),
        ],
    );
    let row = vec![
        floor(ratio(7, 4), var(&n)),
        floor(ratio(7, 2), var(&n)).minus(int(1)),
        times(7, var(&n)).minus(int(3)),
    ];
    let pieces = vec![
        piece(vec![int(0), int(0), int(0)], None),
        piece(row, Some((&n, 1))),
    ];
    b.done(vec![one, two, three], pieces)
}

pub fn rat_row(d: usize, i: usize, n: &Variable) -> Term {
    let all = (1i64 << d) - 1;
    let row = floor(ratio(all, 1 << (d - i)), var(n)).minus(int((1 << (i - 1)) - 1));
    choice(compare(var(n), "=", int(0)), int(0), row)
}

pub fn succinct(d: usize, as_printed: bool) -> Spec {
    let b = Builder::new("succinct-rat", d, PileOrder::Ordered);
    let n = b.n.clone();
    let all = (1u64 << d) - 1;
    let s = |i: usize| b.taken(i);
    let mut a = vec![compare(
        modulo(s(d - 1).minus(int(1 << (d - 1))), all),
        "=",
        int(0),
    )];
    let mut bb = vec![compare(modulo(s(d - 1), all), "=", int(0))];
    for i in 1..d {
        let low = if as_printed { s(i).minus(int(1)) } else { s(i) };
        let high = if as_printed { s(i) } else { s(i).plus(int(1)) };
        a.push(compare(low, "<=", times(2, s(i - 1))));
        a.push(compare(times(2, s(i - 1)), "<=", high));
        bb.push(compare(s(i).minus(int(1)), "<=", times(2, s(i - 1))));
        bb.push(compare(times(2, s(i - 1)), "<=", s(i).plus(int(1))));
    }
    let only = rule(
        "subtraction",
        vec![not(Formula::And(a)), not(Formula::And(bb))],
    );
    let row = (1..=d).map(|i| rat_row(d, i, &n)).collect();
    let pieces = vec![piece(row, Some((&n, 0)))];
    b.done(vec![only], pieces)
}

pub fn phi() -> Real {
    Real::phi()
}

pub fn raleigh(proviso: bool) -> Spec {
    let b = Builder::new("raleigh", 3, PileOrder::Sorted);
    let n = b.n.clone();
    let t = Variable::new(1001, "t");
    let x = |i: usize| var(&b.x[i]);
    let y = |i: usize| var(&b.y[i]);
    let one = rule("I", vec![b.changes(HowMany::AtMost(2))]);
    let two = rule(
        "II",
        vec![
            Formula::Or(vec![compare(x(0), "=", x(1)), compare(x(1), "=", x(2))]),
            compare(y(0), "=", int(0)),
            compare(y(1), "=", int(0)),
            compare(y(2), "=", int(0)),
        ],
    );
    let mut body = vec![
        compare(var(&t), ">", int(0)),
        compare(y(0), "<", x(0)),
        compare(y(1), "=", x(1).minus(var(&t))),
        compare(y(2), "=", x(2).minus(var(&t))),
    ];
    if proviso {
        body.push(not(Formula::And(vec![
            compare(y(1), "<", y(0)),
            compare(var(&t), "=", int(3)),
        ])));
    }
    let three = rule(
        "III",
        vec![
            compare(int(0), "<", x(0)),
            compare(x(0), "<", x(1)),
            compare(x(1), "<", x(2)),
            Formula::Exists(t, Box::new(Formula::And(body))),
        ],
    );
    let phi2 = phi().add(&Real::from(Integer::from(1))).unwrap();
    let row = vec![
        floor(phi(), floor(phi(), var(&n))),
        floor(phi2.clone(), var(&n)),
        floor(phi(), floor(phi2, var(&n))),
    ];
    let pieces = vec![piece(row, Some((&n, 0)))];
    b.done(vec![one, two, three], pieces)
}

/// d-Wythoff.
pub fn wythoff(d: i64) -> Spec {
    let b = Builder::new("wythoff", 2, PileOrder::Sorted);
    let n = b.n.clone();
    let nim = rule("nim", vec![b.changes(HowMany::Exactly(1))]);
    let diagonal = rule(
        "diagonal",
        vec![
            b.shrink(0),
            b.shrink(1),
            compare(absolute(b.taken(1).minus(b.taken(0))), "<", int(d)),
        ],
    );
    let root = Real::from(Integer::from(d * d + 4)).sqrt().unwrap();
    let alpha = Real::from(Integer::from(2 - d))
        .add(&root)
        .unwrap()
        .div(&Real::from(Integer::from(2)))
        .unwrap();
    let beta = alpha.add(&Real::from(Integer::from(d))).unwrap();
    let pieces = vec![piece(
        vec![floor(alpha, var(&n)), floor(beta, var(&n))],
        Some((&n, 0)),
    )];
    b.done(vec![nim, diagonal], pieces)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beta {
    Nim,
    Wynim,
    Triangle,
}

pub fn beta_game(which: Beta, beta: Real) -> Spec {
    let b = Builder::new("beta", 2, PileOrder::Ordered);
    let n = b.n.clone();
    let one = Real::from(Integer::from(1));
    let alpha = beta.div(&beta.sub(&one).unwrap()).unwrap();
    let d = i64::try_from(&beta.floor().unwrap()).unwrap();
    let m = Variable::new(1002, "m");
    let in_b = |i: usize| {
        let set = Set {
            name: "B".into(),
            arity: 1,
            pieces: vec![piece(vec![floor(beta.clone(), var(&m))], Some((&m, 1)))],
        };
        Formula::Member(vec![var(&b.x[i])], Arc::new(set))
    };
    let nim = rule("nim", vec![b.changes(HowMany::Exactly(1))]);
    let (s, t) = (b.taken(0), b.taken(1));
    let diagonal = compare(absolute(s.clone().minus(t.clone())), "<", int(d));
    let second = match which {
        Beta::Nim => rule(
            "extended",
            vec![
                not(in_b(0)),
                not(in_b(1)),
                Formula::Or(vec![
                    Formula::And(vec![b.shrink(0), compare(t, "<=", int(d))]),
                    Formula::And(vec![b.shrink(1), compare(s, "<=", int(d))]),
                ]),
            ],
        ),
        Beta::Wynim => rule(
            "diagonal",
            vec![
                not(in_b(0)),
                not(in_b(1)),
                b.shrink(0),
                b.shrink(1),
                diagonal,
            ],
        ),
        Beta::Triangle => {
            let is = |p: i64, q: i64| {
                Formula::And(vec![
                    compare(s.clone(), "=", int(p)),
                    compare(t.clone(), "=", int(q)),
                ])
            };
            let triangle = Formula::Or(vec![
                is(1, d),
                is(2, d),
                is(2, d + 1),
                is(d, 1),
                is(d, 2),
                is(d + 1, 2),
            ]);
            let free = Formula::Implies(
                Box::new(Formula::Or(vec![in_b(0), in_b(1)])),
                Box::new(not(triangle)),
            );
            rule("diagonal", vec![b.shrink(0), b.shrink(1), diagonal, free])
        }
    };
    let (a, c) = (floor(alpha, var(&n)), floor(beta.clone(), var(&n)));
    let pieces = vec![
        piece(vec![a.clone(), c.clone()], Some((&n, 0))),
        piece(vec![c, a], Some((&n, 0))),
    ];
    b.done(vec![nim, second], pieces)
}

/// The smallest position (least sum, then lexicographic) of sum at most `most` that the claim has wrong.
pub fn first_error(spec: &Spec, most: u64) -> Option<(Vec<u64>, bool)> {
    let mut truth: HashMap<Position, bool> = HashMap::new();
    for sum in 0..=most {
        for piles in of_sum(spec, sum) {
            let position: Position = piles.iter().copied().collect();
            let mut wins = false;
            let _ = spec
                .for_each_move(&position, &Unwatched, &mut |found| {
                    if truth[&found.to] {
                        wins = true;
                        return ControlFlow::Break(());
                    }
                    ControlFlow::Continue(())
                })
                .unwrap();
            truth.insert(position.clone(), !wins);
            let claimed = is_claimed(spec, &position);
            if claimed == wins {
                return Some((piles, claimed));
            }
        }
    }
    None
}

pub fn is_claimed(spec: &Spec, position: &Position) -> bool {
    let tuple = position
        .piles()
        .iter()
        .map(|pile| Term::Constant(Integer::from(pile.clone())))
        .collect();
    let member = Formula::Member(tuple, spec.p_positions.clone().unwrap());
    holds(&member, &Assignment::new()).unwrap()
}

pub fn of_sum(spec: &Spec, sum: u64) -> Vec<Vec<u64>> {
    fn extend(
        prefix: &mut Vec<u64>,
        left: u64,
        piles: usize,
        sorted: bool,
        all: &mut Vec<Vec<u64>>,
    ) {
        if piles == 1 {
            if !sorted || prefix.last().is_none_or(|&last| last <= left) {
                all.push([prefix.as_slice(), &[left]].concat());
            }
            return;
        }
        let least = if sorted {
            prefix.last().copied().unwrap_or(0)
        } else {
            0
        };
        for pile in least..=left {
            prefix.push(pile);
            extend(prefix, left - pile, piles - 1, sorted, all);
            prefix.pop();
        }
    }
    let mut all = Vec::new();
    extend(
        &mut Vec::new(),
        sum,
        spec.dimension(),
        spec.piles.order == PileOrder::Sorted,
        &mut all,
    );
    all
}

/// Drops each rule and each clause in turn, and each part of a clause that is a conjunction.
pub fn mutants(spec: &Spec) -> Vec<(String, Spec)> {
    let mut mutants = Vec::new();
    for (index, rule) in spec.moves.iter().enumerate() {
        let mut without = spec.clone();
        without.moves.remove(index);
        mutants.push((format!("without {}", rule.kind), without));
        for clause in 0..rule.clauses.len() {
            let mut without = spec.clone();
            without.moves[index].clauses.remove(clause);
            mutants.push((format!("without clause {clause} of {}", rule.kind), without));
            if let Formula::And(parts) = &rule.clauses[clause] {
                for part in 0..parts.len() {
                    let mut rest = parts.clone();
                    rest.remove(part);
                    let mut without = spec.clone();
                    without.moves[index].clauses[clause] = Formula::And(rest);
                    mutants.push((
                        format!("without part {part} of clause {clause} of {}", rule.kind),
                        without,
                    ));
                }
            }
        }
    }
    mutants
}

/// Which half of a claim `P = S` fails at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// A claimed position has a move to a claimed one.
    MoveInside,
    /// A position that is not claimed has no move to one that is.
    NoMoveInto,
}

/// The verdict and the smallest counterexample agree with brute force up to a sum.
pub fn check_against_brute_force(spec: &Spec, what: &str, most: u64) -> Option<(Position, Half)> {
    let report = prove_claim(spec, Claim::PPositions, &Unwatched);
    let expected = first_error_by_pairs(spec, most);
    let found = match &report.outcome {
        Outcome::Proved => None,
        Outcome::Refuted(Counterexample::MoveInside { from, to, kind }) => {
            check_move(spec, from, to, kind);
            Some((from.clone(), Half::MoveInside))
        }
        Outcome::Refuted(Counterexample::NoMoveInto { position }) => {
            Some((position.clone(), Half::NoMoveInto))
        }
        other => panic!("{} {what}: {other:?}", spec.name),
    };
    match (&found, &expected) {
        (Some((position, _)), None) => assert!(
            tokens(position) > most,
            "{} {what}: {position} is right",
            spec.name
        ),
        _ => assert_eq!(found, expected, "{} {what}", spec.name),
    }
    found
}

fn tokens(position: &Position) -> Natural {
    position
        .piles()
        .iter()
        .fold(Natural::default(), |sum, pile| sum + pile)
}

/// The move is legal, of this kind, and leads to a claimed position.
fn check_move(spec: &Spec, from: &Position, to: &Position, kind: &str) {
    let kinds = spec.legal(from, to, &Unwatched).unwrap().unwrap();
    assert!(
        kinds.iter().any(|other| &**other == kind),
        "{from} -> {to} is {kinds:?}, not {kind}"
    );
    assert!(is_claimed(spec, to));
}

/// The smallest position at which a half of the claim fails, found from the claimed positions below it.
pub fn first_error_by_pairs(spec: &Spec, most: u64) -> Option<(Position, Half)> {
    let mut claimed: Vec<Position> = Vec::new();
    for piles in (0..=most).flat_map(|sum| of_sum(spec, sum)) {
        let position: Position = piles.iter().copied().collect();
        let wins = claimed
            .iter()
            .any(|to| spec.legal(&position, to, &Unwatched).unwrap().is_ok());
        match (is_claimed(spec, &position), wins) {
            (true, true) => return Some((position, Half::MoveInside)),
            (false, false) => return Some((position, Half::NoMoveInto)),
            (true, false) => claimed.push(position),
            (false, true) => {}
        }
    }
    None
}

/// A game of the catalogue.
pub fn load(game: &str, arguments: &str) -> Spec {
    load_with(game, arguments, ("", ""))
}

/// A game of the catalogue in which something is replaced.
pub fn load_with(game: &str, arguments: &str, (said, instead): (&str, &str)) -> Spec {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../rules/{game}.game"));
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains(said), "{game} does not say {said}");
    let text = text.replacen(said, instead, 1);
    let arguments: Vec<(String, String)> = arguments
        .split(';')
        .filter_map(|argument| argument.split_once('='))
        .map(|(a, b)| (a.into(), b.into()))
        .collect();
    lang::load(&text, &format!("{game}.game"), &arguments).unwrap()
}
