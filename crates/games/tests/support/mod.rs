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

/// A game of the catalogue with parameters: `game("fat-rat", &[("m", "4")])`.
pub fn game(name: &str, parameters: &[(&str, &str)]) -> Spec {
    let path = format!("{}/../../rules/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let arguments: Vec<(String, String)> = parameters
        .iter()
        .map(|(name, value)| ((*name).into(), (*value).into()))
        .collect();
    lang::load(&text, name, &arguments).unwrap()
}

/// Nim on three piles, each in its place.
pub fn ordered_nim() -> Spec {
    let text = "game nim \"Nim\"\npiles x, y, z\nmove nim: exactly 1 of x, y, z changes\n";
    lang::load(text, "nim", &[]).unwrap()
}

/// The rows of numbers of a reference file, without its head.
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
