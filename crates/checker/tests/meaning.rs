//! The checker's tables against exact arithmetic: what they say about small numbers, and about all of them.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use logic::arithmetic::verify::KnownSystems;
use logic::decide::{Truth, decide};
use logic::digits::{ConditionKind, DigitCondition, Direction, Pattern, PlaceCondition};
use logic::evaluate::{Assignment, holds};
use logic::watch::Limited;
use logic::{Comparison, Formula, RealForm, Term, Unwatched, Variable};
use numeration::named::{NamedSystem, SystemForm};
use numeration::natural::{Integer, Natural};
use numeration::ostrowski::Side;
use numeration::real::Real;
use proptest::prelude::*;
use rules::spec::Spec;

use checker::digits::DigitSystem;
use checker::form::TrackSum;
use checker::formula::Formulas;
use checker::statement as core;
use checker::systems::Numeration;
use checker::tree::TableFormula;
use checker::{Refusal, Table};
use proof::spell::Speller;

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
fn patient() -> Limited<'static> {
    Limited::new(&Unwatched).questions(400)
}

/// Systems of every kind.
pub(super) fn systems() -> Vec<Numeration> {
    let quotients: [&[i64]; 8] = [
        &[1],
        &[2],
        &[3],
        &[1, 2],
        &[2, 1],
        &[3, 1, 2],
        &[1, 1, 1, 4],
        &[5, 1],
    ];
    let coefficients: [&[i64]; 7] = [
        &[1, 1],
        &[1, 1, 1],
        &[2, 2],
        &[2, 2, 1],
        &[3, 2, 2],
        &[4, 3, 2, 1],
        &[1, 1, 1, 1, 1],
    ];
    let quotients = quotients.map(|q| Numeration::Ostrowski(q.to_vec()));
    let coefficients = coefficients.map(|c| Numeration::Recurrence(c.to_vec()));
    let others = [2, 3, 10].map(Numeration::Base);
    let all = quotients.into_iter().chain(coefficients).chain(others);
    all.chain([Numeration::TernaryU]).collect()
}

/// The weights of places, the last one first, from their definition.
pub(super) fn weights(numeration: &Numeration, count: usize) -> Vec<u64> {
    match numeration {
        Numeration::Base(base) => (0..count as u32).map(|k| (*base as u64).pow(k)).collect(),
        Numeration::TernaryU => {
            let mut weights = vec![1, 3];
            while weights.len() < count {
                weights.push(3 * weights[weights.len() - 1] - weights[weights.len() - 2]);
            }
            weights
        }
        Numeration::Recurrence(coefficients) => {
            let mut weights: Vec<u64> = Vec::new();
            while weights.len() < count {
                let terms = coefficients.iter().zip(weights.iter().rev());
                let sum: u64 = terms.map(|(c, weight)| *c as u64 * weight).sum();
                weights.push(sum + u64::from(weights.len() < coefficients.len()));
            }
            weights
        }
        Numeration::Ostrowski(quotients) => {
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
    }
}

/// Runs a table on numbers that are written greedily.
pub(super) fn accepts(table: &Table, numeration: &Numeration, numbers: &[u64]) -> bool {
    let mut rests = numbers.to_vec();
    let mut node = table.start;
    let count = 12usize.next_multiple_of(numeration.places());
    for weight in weights(numeration, count).into_iter().rev() {
        for rest in &mut rests {
            node = table.next(node, u8::try_from(*rest / weight).unwrap());
            *rest %= weight;
        }
    }
    table.accepts(node)
}

#[test]
fn every_number_has_one_representation() {
    for quotients in &systems() {
        let digits = DigitSystem::new(quotients).unwrap();
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
    for numeration in &systems() {
        let quotients = match numeration {
            Numeration::Ostrowski(quotients) => quotients.as_slice(),
            Numeration::TernaryU => &[2],
            _ => continue,
        };
        let digits = DigitSystem::new(numeration).unwrap();
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
                    accepts(&table, numeration, &[n, m]),
                    m == floor,
                    "{quotients:?} {n} {m}"
                );
            }
        }
    }
}

#[test]
fn linear_constraints_are_exact() {
    for quotients in &systems() {
        let digits = DigitSystem::new(quotients).unwrap();
        for (a, b, c) in [
            (1, -1, 0),
            (2, -3, 1),
            (-1, -1, 9),
            (1, 2, -7),
            (3, -1, -2),
            (-5, 4, 0),
        ] {
            let form = TrackSum {
                parts: vec![(0, a), (1, b)],
                constant: c,
            };
            // What has been read of a long recurrence is soon told in too many vectors.
            let is_long = matches!(quotients, Numeration::Recurrence(c) if c.len() > 3);
            if is_long && (a, b) != (1, -1) {
                continue;
            }
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
    for quotients in &systems() {
        let digits = DigitSystem::new(quotients).unwrap();
        let patience = patient();
        let formulas = Formulas::new(&digits, &patience).unwrap();
        for truth in [false, true] {
            let tree = TableFormula::Constant(truth);
            assert_eq!(formulas.is_impossible(&tree).unwrap(), !truth);
            for visible in [&[][..], &[3], &[4, 5]] {
                let said = match formulas.some(&tree, visible).unwrap() {
                    TableFormula::Constant(value) => value,
                    TableFormula::Leaf(table, ..) => {
                        accepts(&table, quotients, &[1, 0][..visible.len()])
                    }
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
        1 | 7 => (
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

/// The numeration system of a field.
fn written(which: usize) -> Numeration {
    match which {
        0 | 11..16 => Numeration::Base(2),
        1..4 => Numeration::Ostrowski(field(which).1.to_vec()),
        4 => Numeration::Base(3),
        5 => Numeration::Recurrence(vec![1, 1, 1]),
        6 => Numeration::Recurrence(vec![2, 2]),
        7 => Numeration::TernaryU,
        9 => Numeration::Ostrowski(vec![1]),
        _ => Numeration::Ostrowski(vec![2, 1]),
    }
}

fn term(which: usize) -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        (0u32..3).prop_map(|index| Term::from(variable(index))),
        (-3i64..4).prop_map(Term::integer),
    ];
    let depth = if which < 2 || which == 7 { 2 } else { 1 };
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

/// Systems of finitely many places: of as many quotients as are wanted, of one less, and of whole numbers.
const FINITE: [(Side, i64, i64); 5] = [
    (Side::P, 7, 4),
    (Side::Q, 7, 4),
    (Side::Q, 9, 4),
    (Side::P, 11, 4),
    (Side::P, 3, 1),
];

/// The system whose digits formulas speak of, with a numeration system of the checker.
fn digits_of(which: usize) -> Arc<NamedSystem> {
    let real = |a: i64, d: u32, c: i64| Real::quadratic(a, 1, d, c).unwrap();
    let form = match which {
        0 => SystemForm::binary(),
        1 => SystemForm::Zeckendorf,
        2 => SystemForm::Ostrowski(real(0, 2, 1), Side::Q),
        3 => SystemForm::Ostrowski(real(1, 3, 2), Side::Q),
        8 => SystemForm::Ostrowski(real(0, 3, 1), Side::Q),
        9 => SystemForm::Ostrowski(real(1, 5, 2), Side::Q),
        10 => SystemForm::Ostrowski(real(1, 3, 2), Side::P),
        11..16 => {
            let (side, a, c) = FINITE[which - 11];
            SystemForm::Ostrowski(Real::ratio(a, c).unwrap(), side)
        }
        4 => SystemForm::Base(Natural::from(3u32)),
        5 => SystemForm::Recurrence(vec![Natural::from(1u32); 3], Vec::new()),
        6 => SystemForm::Recurrence(vec![Natural::from(2u32); 2], Vec::new()),
        _ => SystemForm::TernaryU,
    };
    Arc::new(NamedSystem::new(form).unwrap())
}

/// A natural number, or a shift of one.
fn number(which: usize) -> impl Strategy<Value = Term> {
    let natural = (0u32..3, 0u32..3, 0usize..4).prop_map(|(x, y, kind)| match kind {
        0 => Term::from(variable(x)) + Term::from(variable(y)),
        1 => Term::from(variable(x)) + Term::integer(i64::from(y)),
        _ => Term::from(variable(x)),
    });
    (natural, 0usize..5).prop_map(move |(natural, kind)| {
        let shifted = |direction| {
            // Where there are few places, a digit in the highest has none to the left of it.
            let number = match direction {
                Direction::Left if which > 10 => natural.clone().modulo(3u32),
                _ => natural.clone(),
            };
            Term::Shift(direction, Box::new(number), digits_of(which))
        };
        match kind {
            0 => shifted(Direction::Left),
            1 => shifted(Direction::Right),
            _ => natural,
        }
    })
}

/// Patterns of every kind.
const PATTERNS: [&str; 10] = [
    ".*1(00)*0|0",
    "1.*",
    ".*0",
    "(..)*",
    "1?0*[12]?",
    ".{2,3}",
    "(0|1+0)*1{2}|2+",
    "(1|10){1,}0?",
    "[02](.|1)*",
    ".*[^0](00)*",
];

/// A condition on the digits of numbers.
fn condition(which: usize) -> impl Strategy<Value = Formula> {
    (number(which), number(which), 0usize..13, 0i64..3).prop_map(move |(x, y, kind, m)| {
        let condition = |kind| {
            let system = digits_of(which);
            Arc::new(DigitCondition { system, kind })
        };
        if let Some(pattern) = PATTERNS.get(kind) {
            let pattern = Pattern::new(pattern, None).unwrap();
            return Formula::Digits(vec![x], condition(ConditionKind::Matches(pattern)));
        }
        let [a, b] = [7, 8].map(|id| Variable::new(id, "d"));
        let sum = Term::from(&a) + Term::from(&b);
        let body = match kind {
            10 => Formula::Compare(sum, Comparison::LessOrEqual, Term::integer(m)),
            11 => Formula::Compare(Term::from(&a), Comparison::LessOrEqual, Term::from(&b)),
            _ => Formula::Compare(
                Term::Modulo(Box::new(sum), Natural::from(2u32)),
                Comparison::Equal,
                Term::integer(0),
            ),
        };
        let place = PlaceCondition::new(vec![a, b], body);
        Formula::Digits(vec![x, y], condition(ConditionKind::EveryPlace(place)))
    })
}

/// Formulas of which some parts speak of digits.
fn formula_in_digits(which: usize) -> impl Strategy<Value = Formula> {
    let plain = (number(which), number(which), 0usize..2).prop_map(|(x, y, kind)| {
        let relation = [Comparison::Equal, Comparison::LessOrEqual][kind];
        Formula::Compare(x, relation, y)
    });
    let part = prop_oneof![2 => condition(which), 1 => plain];
    (part.clone(), part, 0usize..4).prop_map(|(one, other, kind)| match kind {
        0 => Formula::And(vec![one, other]),
        1 => Formula::Or(vec![one, Formula::Not(Box::new(other))]),
        2 => Formula::Iff(Box::new(one), Box::new(other)),
        _ => one,
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
    let quotients = &written(which);
    let digits = DigitSystem::new(quotients).unwrap();
    let patience = patient();
    let formulas = Formulas::new(&digits, &patience).unwrap();
    let piles = [0, 1, 2].map(TrackSum::track);
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
            TableFormula::Constant(value) => *value,
            TableFormula::Leaf(table, ..) => accepts(table, quotients, &[x, y, z]),
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

/// Without its last digit, 20 in the system of √2 leaves a 2 that ends no number's digits; it is worth 2 all the same.
#[test]
fn what_is_left_may_be_no_numbers_digits() {
    for (which, direction) in (0..=10)
        .flat_map(|which| [Direction::Left, Direction::Right].map(|direction| (which, direction)))
    {
        let shifted = Term::Shift(direction, Box::new(variable(0).into()), digits_of(which));
        check_meaning(which, &shifted.equals(variable(1))).unwrap();
    }
}

/// A formula about two numbers says the same as evaluation, also where digits are in the highest place.
fn check_in_binary(formula: &Formula, numbers: impl Iterator<Item = [u64; 2]>) {
    let numeration = Numeration::Base(2);
    let digits = DigitSystem::new(&numeration).unwrap();
    let patience = patient();
    let formulas = Formulas::new(&digits, &patience).unwrap();
    let translate = || formulas.formula(&spelled(formula));
    let tree = formulas.with(&[0, 1].map(TrackSum::track), translate);
    let tree = formulas.some(&tree.unwrap(), &[0, 1]).unwrap();
    for numbers in numbers {
        let mut known = Assignment::new();
        for (index, number) in numbers.into_iter().enumerate() {
            known.set(&variable(index as u32), Integer::from(number));
        }
        let said = match &tree {
            TableFormula::Constant(value) => *value,
            TableFormula::Leaf(table, _, sign) => accepts(table, &numeration, &numbers) == *sign,
            _ => panic!("a table"),
        };
        let expected = holds(formula, &known).unwrap();
        assert_eq!(said, expected, "{formula} at {numbers:?}");
    }
}

fn pairs(most: u64) -> impl Iterator<Item = [u64; 2]> {
    (0..most).flat_map(move |x| (0..most).map(move |y| [x, y]))
}

/// The highest digit has no bound: what a pattern says of it is the same for all digits that it does not name.
#[test]
fn digits_of_finitely_many_places() {
    for (which, pattern) in (11..16).flat_map(|which| PATTERNS.map(|pattern| (which, pattern))) {
        let kind = ConditionKind::Matches(Pattern::new(pattern, None).unwrap());
        let system = digits_of(which);
        let condition = Arc::new(DigitCondition { system, kind });
        let formula = Formula::Digits(vec![variable(0).into()], condition);
        check_in_binary(&formula, (0..150).map(|n| [n, 0]));
    }
}

/// Also in the highest place, whose digits are compared as numbers.
#[test]
fn every_one_of_finitely_many_places() {
    let [a, b] = [7, 8].map(|id| Variable::new(id, "d"));
    let sum = Term::from(&a) + Term::from(&b);
    let bodies = [
        Term::from(&a).compare(Comparison::LessOrEqual, Term::from(&b)),
        sum.clone().compare(Comparison::LessOrEqual, 3),
        sum.modulo(2u32).equals(0),
        Term::from(&a).equals(Term::from(&b) + Term::integer(1)),
    ];
    for (which, body) in (11..16).flat_map(|which| bodies.clone().map(|body| (which, body))) {
        let place = PlaceCondition::new(vec![a.clone(), b.clone()], body);
        let (system, kind) = (digits_of(which), ConditionKind::EveryPlace(place));
        let condition = Arc::new(DigitCondition { system, kind });
        let numbers = [0, 1].map(|index| variable(index).into()).to_vec();
        check_in_binary(&Formula::Digits(numbers, condition), pairs(40));
    }
}

/// To the right everywhere, and to the left wherever no digit is in the highest place.
#[test]
fn shifts_in_finitely_many_places() {
    for (which, highest) in (11..16).zip([7u32, 4, 4, 11, 3]) {
        let number = |shifted: Term| shifted.equals(variable(1));
        let x = Term::from(variable(0));
        let shift = |direction, term| Term::Shift(direction, Box::new(term), digits_of(which));
        check_in_binary(&number(shift(Direction::Right, x.clone())), pairs(60));
        let low = x.clone().modulo(highest);
        check_in_binary(&number(shift(Direction::Left, low)), pairs(30));
        let digits = DigitSystem::new(&Numeration::Base(2)).unwrap();
        let formulas = Formulas::new(&digits, &Unwatched).unwrap();
        for term in [x.clone(), x.clone().modulo(highest + 1)] {
            let formula = spelled(&number(shift(Direction::Left, term)));
            let refused =
                formulas.with(&[0, 1].map(TrackSum::track), || formulas.formula(&formula));
            assert!(matches!(refused, Err(Refusal::NotUnderstood(_))));
        }
    }
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
    let digits = DigitSystem::new(&written(which)).unwrap();
    let patience = patient();
    let formulas = Formulas::new(&digits, &patience).unwrap();
    match (
        decide(&sentence, &KnownSystems::default(), &patient()),
        formulas.formula(&spelled(&sentence)),
    ) {
        (Ok(decision), Ok(TableFormula::Constant(truth))) => {
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

    /// Floors of multiples of the golden section in the ternary system U, beside its digits.
    #[test]
    fn ternary_formulas(plain in formula(7), digits in formula_in_digits(7), universal: [bool; 3]) {
        check_meaning(7, &plain)?;
        let both = Formula::Iff(Box::new(plain), Box::new(digits));
        check_meaning(7, &both)?;
        check_truth(7, &both, universal)?;
    }

    #[test]
    fn silver_formulas(formula in formula(2), universal: [bool; 3]) {
        check_meaning(2, &formula)?;
        check_truth(2, &formula, universal)?;
    }

    #[test]
    fn formulas_about_digits(
        (which, formula) in (0usize..16).prop_flat_map(|which| (Just(which), formula_in_digits(which))),
        universal: [bool; 3]
    ) {
        check_meaning(which, &formula)?;
        check_truth(which, &formula, universal)?;
    }

    #[test]
    fn formulas_of_a_system_with_two_places(formula in formula(3), universal: [bool; 3]) {
        check_meaning(3, &formula)?;
        check_truth(3, &formula, universal)?;
    }
}
