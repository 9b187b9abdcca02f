//! Games made of formulas, games of the catalogue, and reference data.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use logic::{Formula, HowMany, Term, Variable};
use rules::spec::{MoveRule, PileOrder, Piles, Spec};

pub fn variable(id: u32) -> Variable {
    Variable::new(id, format!("v{id}"))
}

pub fn v(id: u32) -> Term {
    variable(id).into()
}

pub fn changes(many: HowMany, piles: u32) -> Formula {
    Formula::changes(many, (0..piles).map(|pile| (v(pile), v(piles + pile))))
}

pub fn spec(name: &str, piles: usize, order: PileOrder, moves: Vec<Vec<Formula>>) -> Spec {
    let names = (0..piles).map(|pile| format!("x{pile}").into()).collect();
    let rule = |(index, clauses): (usize, Vec<Formula>)| MoveRule {
        kind: format!("{index}").into(),
        caption: None,
        clauses: clauses.into(),
    };
    Spec {
        name: name.into(),
        title: name.into(),
        source: None,
        parameters: Vec::new(),
        piles: Piles { names, order },
        domain: None,
        moves: moves.into_iter().enumerate().map(rule).collect(),
        ends: None,
        blocking: 0,
        p_positions: None,
        misere_p_positions: None,
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
    let path = format!(
        "{}/../strategies/tests/data/{name}",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).unwrap();
    let row = |line: &str| {
        line.split([',', ' '])
            .map(|number| number.parse().unwrap())
            .collect()
    };
    text.lines().skip(1).map(row).collect()
}
