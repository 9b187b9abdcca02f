//! Games written by hand as formulas, and reference data.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use std::sync::Arc;

use games::spec::{MoveRule, PileOrder, Piles, Spec};
use logic::{Comparison, Formula, HowMany, Piece, RealForm, Set, Term, Variable};
use numeration::natural::{Integer, Natural};
use numeration::real::Real;

pub fn variable(id: u32) -> Variable {
    Variable::new(id, format!("v{id}"))
}

pub fn v(id: u32) -> Term {
    Term::Variable(variable(id))
}

pub fn int(value: i64) -> Term {
    Term::integer(value)
}

pub fn times(factor: i64, term: Term) -> Term {
    Term::Scaled(Integer::from(factor), Box::new(term))
}

pub fn absolute(term: Term) -> Term {
    Term::Absolute(Box::new(term))
}

pub fn modulo(term: Term, k: u64) -> Term {
    Term::Modulo(Box::new(term), Natural::from(k))
}

pub fn quotient(term: Term, k: u64) -> Term {
    Term::Quotient(Box::new(term), Natural::from(k))
}

pub fn choice(test: Formula, yes: Term, no: Term) -> Term {
    Term::Choice(Box::new(test), Box::new(yes), Box::new(no))
}

pub fn floor(real: Real, term: Term) -> Term {
    Term::Floor(Box::new(RealForm {
        parts: vec![(real, term)],
        constant: Real::from(Integer::from(0)),
    }))
}

pub fn lt(left: Term, right: Term) -> Formula {
    Formula::Compare(left, Comparison::Less, right)
}

pub fn le(left: Term, right: Term) -> Formula {
    Formula::Compare(left, Comparison::LessOrEqual, right)
}

pub fn eq(left: Term, right: Term) -> Formula {
    Formula::Compare(left, Comparison::Equal, right)
}

pub fn all(parts: Vec<Formula>) -> Formula {
    Formula::And(parts)
}

pub fn either(parts: Vec<Formula>) -> Formula {
    Formula::Or(parts)
}

pub fn not(inner: Formula) -> Formula {
    Formula::Not(Box::new(inner))
}

pub fn exists(id: u32, body: Formula) -> Formula {
    Formula::Exists(variable(id), Box::new(body))
}

pub fn changes(many: HowMany, piles: u32) -> Formula {
    Formula::Changes(
        many,
        (0..piles)
            .map(|pile| (variable(pile), variable(piles + pile)))
            .collect(),
    )
}

pub fn unary_set(id: u32, value: Term, condition: Formula) -> Arc<Set> {
    let piece = Piece {
        tuple: vec![value],
        variables: vec![variable(id)],
        condition,
    };
    Arc::new(Set {
        name: "S".into(),
        arity: 1,
        pieces: vec![piece],
    })
}

pub fn member(term: Term, set: &Arc<Set>) -> Formula {
    Formula::Member(vec![term], Arc::clone(set))
}

pub fn spec(name: &str, piles: usize, order: PileOrder, moves: Vec<Vec<Formula>>) -> Spec {
    let names = (0..piles).map(|pile| format!("x{pile}").into()).collect();
    let rule = |(index, clauses): (usize, Vec<Formula>)| MoveRule {
        kind: format!("{index}").into(),
        caption: None,
        clauses,
    };
    Spec {
        name: name.into(),
        title: name.into(),
        source: None,
        parameters: Vec::new(),
        piles: Piles { names, order },
        moves: moves.into_iter().enumerate().map(rule).collect(),
        ends: None,
        p_positions: None,
        nim_values: Vec::new(),
        theorems: Vec::new(),
        columns: Vec::new(),
    }
}

pub fn rat() -> Spec {
    let (x, y, z, u, w) = (v(0), v(1), v(2), v(3), v(5));
    let all_shrink = || all((0..3).map(|pile| lt(v(3 + pile), v(pile))).collect());
    let ordered = |a: u32, b: u32, c: u32| all(vec![le(v(a), v(b)), le(v(b), v(c))]);
    let l = x.clone().minus(v(3));
    let k = y.clone().minus(v(4));
    let a = choice(eq(modulo(y.minus(x.clone()), 7), int(0)), int(2), int(1));
    let two = vec![
        all_shrink(),
        lt(absolute(k.minus(l.clone())), a),
        either(vec![ordered(3, 4, 5), ordered(5, 3, 4)]),
    ];
    let k = z.minus(v(5));
    let inner = choice(
        eq(modulo(w.clone().minus(u.clone()), 7), int(4)),
        int(6),
        int(5),
    );
    let b = choice(eq(w, u), int(3), inner);
    let three = vec![all_shrink(), lt(absolute(k.minus(l)), b), ordered(3, 4, 5)];
    spec(
        "rat",
        3,
        PileOrder::Sorted,
        vec![vec![changes(HowMany::AtMost(2), 3)], two, three],
    )
}

pub fn mouse() -> Spec {
    let a = choice(eq(modulo(v(1).minus(v(0)), 3), int(0)), int(2), int(1));
    let (l, k) = (v(0).minus(v(2)), v(1).minus(v(3)));
    let two = vec![lt(v(2), v(0)), lt(v(3), v(1)), lt(absolute(k.minus(l)), a)];
    spec(
        "mouse",
        2,
        PileOrder::Sorted,
        vec![vec![changes(HowMany::Exactly(1), 2)], two],
    )
}

pub fn raleigh() -> Spec {
    let to_zero = all((3..6).map(|after| eq(v(after), int(0))).collect());
    let two = vec![either(vec![eq(v(0), v(1)), eq(v(1), v(2))]), to_zero];
    let t = v(6);
    let three = vec![
        all(vec![lt(int(0), v(0)), lt(v(0), v(1)), lt(v(1), v(2))]),
        exists(
            6,
            all(vec![
                lt(int(0), t.clone()),
                lt(v(3), v(0)),
                eq(v(4), v(1).minus(t.clone())),
                eq(v(5), v(2).minus(t.clone())),
                not(all(vec![lt(v(4), v(3)), eq(t, int(3))])),
            ]),
        ),
    ];
    spec(
        "raleigh",
        3,
        PileOrder::Sorted,
        vec![vec![changes(HowMany::AtMost(2), 3)], two, three],
    )
}

pub fn wythoff(d: i64) -> Spec {
    let (s, t) = (v(0).minus(v(2)), v(1).minus(v(3)));
    let two = vec![
        lt(v(2), v(0)),
        lt(v(3), v(1)),
        lt(absolute(s.minus(t)), int(d)),
    ];
    spec(
        "wythoff",
        2,
        PileOrder::Ordered,
        vec![vec![changes(HowMany::Exactly(1), 2)], two],
    )
}

pub fn nim(piles: u32, order: PileOrder) -> Spec {
    spec(
        "nim",
        piles as usize,
        order,
        vec![vec![changes(HowMany::Exactly(1), piles)]],
    )
}

pub fn succinct_rat(d: u32) -> Spec {
    let s = |i: u32| v(i).minus(v(d + i));
    let k = (1u64 << d) - 1;
    let chain = |low: i64| {
        let link = |i: u32| {
            all(vec![
                le(s(i).plus(int(low)), times(2, s(i - 1))),
                le(times(2, s(i - 1)), s(i).plus(int(1))),
            ])
        };
        all((1..d).map(link).collect())
    };
    let a = all(vec![
        eq(modulo(s(d - 1).minus(int(1 << (d - 1))), k), int(0)),
        chain(0),
    ]);
    let b = all(vec![eq(modulo(s(d - 1), k), int(0)), chain(-1)]);
    spec(
        "succinct-rat",
        d as usize,
        PileOrder::Ordered,
        vec![vec![not(a), not(b)]],
    )
}

pub fn beta_wynim(beta: Real) -> Spec {
    let d = beta.floor().unwrap();
    let set = unary_set(4, floor(beta, v(4)), le(int(1), v(4)));
    let (s, t) = (v(0).minus(v(2)), v(1).minus(v(3)));
    let two = vec![
        not(member(v(0), &set)),
        not(member(v(1), &set)),
        lt(v(2), v(0)),
        lt(v(3), v(1)),
        lt(absolute(s.minus(t)), Term::Constant(d)),
    ];
    spec(
        "beta-wynim",
        2,
        PileOrder::Ordered,
        vec![vec![changes(HowMany::Exactly(1), 2)], two],
    )
}

/// `{ (0, 0, 0) }` and the rows of numbers of a reference file, without its head.
pub fn reference(name: &str) -> Vec<Vec<u32>> {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let row = |line: &str| {
        line.split([',', ' '])
            .map(|number| number.parse().unwrap())
            .collect()
    };
    text.lines().skip(1).map(row).collect()
}
