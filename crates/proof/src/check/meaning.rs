//! The checker's tables against exact arithmetic: what they say about small numbers, and about all of them.
#![allow(clippy::unwrap_used)]

use std::sync::atomic::{AtomicUsize, Ordering};

use games::spec::Spec;
use logic::arithmetic::verify::KnownSystems;
use logic::decide::{Truth, decide};
use logic::evaluate::{Assignment, holds};
use logic::watch::{Stopped, Watch};
use logic::{Comparison, Formula, RealForm, Term, Variable};
use numeration::natural::{Integer, Natural};
use numeration::real::Real;
use proptest::prelude::*;

use super::digits::Digits;
use super::form::Form;
use super::formula::Formulas;
use super::statement as core;
use super::tree::Tree;
use super::{Refusal, Table};
use crate::spell::Speller;

/// A game on which formulas about three numbers can be hung.
fn game() -> Spec {
    lang::load("game g\npiles x, y, z\nmove a: x' < x", "a game", &[]).unwrap()
}

/// The formula about three piles in the core notation.
fn spelled(formula: &Formula) -> core::Formula {
    let mut spec = game();
    spec.ends = Some(formula.clone());
    Speller::new(&spec).rules().unwrap().ends.unwrap()
}

/// Random formulas may be large: those are left out.
struct Patience(AtomicUsize);

impl Patience {
    fn new() -> Self {
        Self(AtomicUsize::new(0))
    }
}

impl Watch for Patience {
    fn check(&self) -> Result<(), Stopped> {
        match self.0.fetch_add(1, Ordering::Relaxed) {
            0..400 => Ok(()),
            _ => Err(Stopped::Time),
        }
    }
}

const SYSTEMS: [&[i64]; 9] = [
    &[],
    &[1],
    &[2],
    &[3],
    &[1, 2],
    &[2, 1],
    &[3, 1, 2],
    &[1, 1, 1, 4],
    &[5, 1],
];

/// The weights of places, the last one first, from the recurrence.
fn weights(quotients: &[i64], count: usize) -> Vec<u64> {
    if quotients.is_empty() {
        return (0..count).map(|place| 1 << place).collect();
    }
    let mut weights = vec![0, 1];
    let mut place = 1;
    while weights.len() < count + 3 {
        let a = quotients[place % quotients.len()] as u64;
        weights.push(a * weights[place] + weights[place - 1]);
        place += 1;
    }
    let written = if quotients[1 % quotients.len()] == 1 {
        2
    } else {
        1
    };
    weights[written..written + count].to_vec()
}

/// Runs a table on numbers that are written greedily.
fn accepts(table: &Table, quotients: &[i64], numbers: &[u64]) -> bool {
    let mut rests = numbers.to_vec();
    let mut node = table.start;
    let count = 12usize.next_multiple_of(quotients.len().max(1));
    for weight in weights(quotients, count).into_iter().rev() {
        for rest in &mut rests {
            node = table.next(node, u8::try_from(*rest / weight).unwrap());
            *rest %= weight;
        }
    }
    table.accepts(node)
}

#[test]
fn every_number_has_one_representation() {
    for quotients in SYSTEMS {
        let digits = Digits::new(quotients).unwrap();
        let table = digits.admissible().unwrap();
        let places = 2 * digits.radices.len().max(3);
        let mut words = vec![(table.start, 0)];
        for (place, weight) in weights(quotients, places).into_iter().enumerate().rev() {
            let radix = digits.radices[(places - 1 - place) % digits.radices.len()];
            let longer = words.iter().flat_map(|&(node, sum)| {
                let table = &table;
                (0..radix)
                    .map(move |digit| (table.next(node, digit), sum + u64::from(digit) * weight))
            });
            words = longer.collect();
        }
        let accepted = words.into_iter().filter(|&(node, _)| table.accepts(node));
        let mut values: Vec<u64> = accepted.map(|(_, value)| value).collect();
        values.sort_unstable();
        assert!(
            values.iter().copied().eq(0..values.len() as u64),
            "{quotients:?}"
        );
        assert!(values.len() >= 8);
    }
}

#[test]
fn floors_are_exact() {
    for quotients in SYSTEMS
        .into_iter()
        .filter(|quotients| !quotients.is_empty())
    {
        let digits = Digits::new(quotients).unwrap();
        let table = digits.floor().unwrap().unwrap();
        // √D = (u + vα)/s for the discriminant D itself.
        let discriminant = (2..100_000).find(|&d| digits.root(d).is_some_and(|root| root.2 == 1));
        let discriminant = discriminant.unwrap();
        let (u, v, _) = digits.root(discriminant).unwrap();
        let alpha = Real::quadratic(-u, 1, u32::try_from(discriminant).unwrap(), v).unwrap();
        assert_eq!(
            alpha.floor().unwrap(),
            Integer::from(quotients[0]),
            "{quotients:?}"
        );
        for n in 0..60u64 {
            let floor = alpha.floor_multiple(&Integer::from(n)).unwrap();
            let floor = u64::try_from(&Natural::try_from(floor).unwrap()).unwrap();
            for m in floor.saturating_sub(2)..=floor + 2 {
                assert_eq!(
                    accepts(&table, quotients, &[n, m]),
                    m == floor,
                    "{quotients:?} {n} {m}"
                );
            }
        }
    }
}

#[test]
fn linear_constraints_are_exact() {
    for quotients in SYSTEMS {
        let digits = Digits::new(quotients).unwrap();
        for (a, b, c) in [
            (1, -1, 0),
            (2, -3, 1),
            (-1, -1, 9),
            (1, 2, -7),
            (3, -1, -2),
            (-5, 4, 0),
        ] {
            let form = Form {
                parts: vec![(0, a), (1, b)],
                constant: c,
            };
            let zero = digits.compare(&form, true).unwrap();
            let least = digits.compare(&form, false).unwrap();
            let fours = digits.divisible(&form, 4).unwrap();
            for (x, y) in (0..20).flat_map(|x| (0..20).map(move |y| (x, y))) {
                let value = a * x + b * y + c;
                let says = |table| accepts(table, quotients, &[x as u64, y as u64]);
                assert_eq!(says(&zero), value == 0, "{quotients:?} {a} {b} {c} {x} {y}");
                assert_eq!(
                    says(&least),
                    value >= 0,
                    "{quotients:?} {a} {b} {c} {x} {y}"
                );
                assert_eq!(
                    says(&fours),
                    value % 4 == 0,
                    "{quotients:?} {a} {b} {c} {x} {y}"
                );
            }
        }
    }
}

#[test]
fn constants_stay_what_they_are() {
    for quotients in SYSTEMS {
        let digits = Digits::new(quotients).unwrap();
        let patience = Patience::new();
        let formulas = Formulas::new(&digits, &patience).unwrap();
        for truth in [false, true] {
            let tree = Tree::Constant(truth);
            assert_eq!(formulas.is_impossible(&tree).unwrap(), !truth);
            for visible in [&[][..], &[3], &[4, 5]] {
                let said = match formulas.some(&tree, visible).unwrap() {
                    Tree::Constant(value) => value,
                    Tree::Leaf(table, ..) => accepts(&table, quotients, &[1, 0][..visible.len()]),
                    _ => panic!("a table"),
                };
                assert_eq!(said, truth, "{quotients:?} {visible:?}");
            }
        }
    }
}

fn variable(index: u32) -> Variable {
    Variable::new(index, ["x", "y", "z"][index as usize])
}

/// Constants of a field, and a numeration system for it.
fn field(which: usize) -> (Vec<Real>, &'static [i64]) {
    let one = |a: i64, b: i64, d: u32, c: i64| Real::quadratic(a, b, d, c).unwrap();
    let ratio = |n: i64, d: i64| Real::ratio(n, d).unwrap();
    match which {
        0 => (vec![ratio(7, 4), ratio(5, 3), ratio(1, 2)], &[]),
        1 => (
            vec![one(1, 1, 5, 2), one(3, 1, 5, 2), one(0, 1, 5, 1)],
            &[1],
        ),
        2 => (
            vec![one(0, 1, 2, 1), one(1, 1, 2, 1), one(1, -1, 2, 2)],
            &[2],
        ),
        _ => (
            vec![one(0, 1, 3, 1), one(1, 1, 3, 1), one(-1, 1, 3, 2)],
            &[1, 2],
        ),
    }
}

fn term(which: usize) -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        (0u32..3).prop_map(|index| Term::from(variable(index))),
        (-3i64..4).prop_map(Term::integer),
    ];
    let depth = if which < 2 { 2 } else { 1 };
    leaf.prop_recursive(depth, 4, 2, move |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            3 => two.clone().prop_map(|(a, b)| a + b),
            2 => two.clone().prop_map(|(a, b)| a - b),
            1 => (-2i64..3, inner.clone()).prop_map(|(k, a)| Term::Scaled(Integer::from(k), Box::new(a))),
            3 => (0usize..3, inner.clone()).prop_map(move |(index, a)| {
                let parts = vec![(field(which).0[index].clone(), a)];
                let constant = Real::ratio(1, 2).unwrap();
                Term::Floor(Box::new(RealForm { parts, constant }))
            }),
            1 => inner.clone().prop_map(|a| Term::Absolute(Box::new(a))),
            1 => two.clone().prop_map(|(a, b)| Term::Minimum(vec![a, b])),
            1 => two.clone().prop_map(|(a, b)| Term::Maximum(vec![a, b])),
            1 => (inner.clone(), 2u64..5).prop_map(|(a, k)| Term::Modulo(Box::new(a), Natural::from(k))),
            1 => (inner.clone(), 2u64..5).prop_map(|(a, k)| Term::Quotient(Box::new(a), Natural::from(k))),
            1 => (two, inner).prop_map(|((a, b), c)| {
                let condition = Formula::Compare(a.clone(), Comparison::Less, b);
                Term::Choice(Box::new(condition), Box::new(a), Box::new(c))
            }),
        ]
    })
}

fn formula(which: usize) -> impl Strategy<Value = Formula> {
    let comparison = prop_oneof![
        Just(Comparison::Equal),
        Just(Comparison::NotEqual),
        Just(Comparison::Less),
        Just(Comparison::LessOrEqual),
        Just(Comparison::Greater),
        Just(Comparison::GreaterOrEqual),
    ];
    let leaf =
        (term(which), comparison, term(which)).prop_map(|(a, c, b)| Formula::Compare(a, c, b));
    leaf.prop_recursive(1, 3, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            inner.prop_map(|a| Formula::Not(Box::new(a))),
            two.clone().prop_map(|(a, b)| Formula::And(vec![a, b])),
            two.clone().prop_map(|(a, b)| Formula::Or(vec![a, b])),
            two.clone()
                .prop_map(|(a, b)| Formula::Implies(Box::new(a), Box::new(b))),
            two.prop_map(|(a, b)| Formula::Iff(Box::new(a), Box::new(b))),
        ]
    })
}

/// The table of a formula says the same as evaluation for all small numbers.
fn check_meaning(which: usize, formula: &Formula) -> Result<(), TestCaseError> {
    let quotients = field(which).1;
    let digits = Digits::new(quotients).unwrap();
    let patience = Patience::new();
    let formulas = Formulas::new(&digits, &patience).unwrap();
    let piles = [0, 1, 2].map(Form::track);
    let tree = formulas
        .with(&piles, || formulas.formula(&spelled(formula)))
        .and_then(|tree| formulas.some(&tree, &[0, 1, 2]));
    let tree = match tree {
        Err(Refusal::TooLarge | Refusal::Stopped(_)) => return Ok(()),
        tree => tree.unwrap(),
    };
    for [x, y, z] in
        (0..5u64).flat_map(|x| (0..5).flat_map(move |y| (0..5).map(move |z| [x, y, z])))
    {
        let mut known = Assignment::new();
        for (index, number) in [x, y, z].into_iter().enumerate() {
            known.set(&variable(index as u32), Integer::from(number));
        }
        let said = match &tree {
            Tree::Constant(value) => *value,
            Tree::Leaf(table, ..) => accepts(table, quotients, &[x, y, z]),
            _ => panic!("a table"),
        };
        prop_assert_eq!(
            said,
            holds(formula, &known).unwrap(),
            "{} at {} {} {}",
            formula,
            x,
            y,
            z
        );
    }
    Ok(())
}

/// The truth of a sentence is what the prover says.
fn check_truth(which: usize, formula: &Formula, universal: [bool; 3]) -> Result<(), TestCaseError> {
    let mut sentence = formula.clone();
    for (index, universal) in universal.into_iter().enumerate() {
        let (variable, body) = (variable(index as u32), Box::new(sentence));
        sentence = if universal {
            Formula::Forall(variable, body)
        } else {
            Formula::Exists(variable, body)
        };
    }
    let digits = Digits::new(field(which).1).unwrap();
    let patience = Patience::new();
    let formulas = Formulas::new(&digits, &patience).unwrap();
    match (
        decide(&sentence, &KnownSystems::default(), &Patience::new()),
        formulas.formula(&spelled(&sentence)),
    ) {
        (Ok(decision), Ok(Tree::Constant(truth))) => {
            prop_assert_eq!(truth, decision.verdict == Truth::True, "{}", sentence);
        }
        (Err(_), _) | (_, Err(Refusal::TooLarge | Refusal::Stopped(_))) => {}
        (_, other) => prop_assert!(false, "{}: {:?}", sentence, other),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn rational_formulas(formula in formula(0), universal: [bool; 3]) {
        check_meaning(0, &formula)?;
        check_truth(0, &formula, universal)?;
    }

    #[test]
    fn golden_formulas(formula in formula(1), universal: [bool; 3]) {
        check_meaning(1, &formula)?;
        check_truth(1, &formula, universal)?;
    }

    #[test]
    fn silver_formulas(formula in formula(2), universal: [bool; 3]) {
        check_meaning(2, &formula)?;
        check_truth(2, &formula, universal)?;
    }

    #[test]
    fn formulas_of_a_system_with_two_places(formula in formula(3), universal: [bool; 3]) {
        check_meaning(3, &formula)?;
        check_truth(3, &formula, universal)?;
    }
}
