//! Sentences decided for all numbers, against evaluation on small numbers.
#![allow(clippy::unwrap_used)]

use automata::{Automaton, Track};
use logic::arithmetic::System;
use logic::arithmetic::verify::KnownSystems;
use logic::compile::Compiler;
use logic::decide::{DecideError, Gauge, Truth, decide};
use logic::evaluate::{Assignment, holds};
use logic::lower::{Expression, Ir, LoweringContext, TrackLowering};
use logic::{Comparison, Formula, RealForm, Term, Unwatched, Variable};
use numeration::natural::{Integer, Natural};
use numeration::real::Real;
use proptest::prelude::*;

const NAMES: [&str; 3] = ["x", "y", "z"];

fn variable(index: u32) -> Variable {
    Variable::new(index, NAMES[index as usize])
}

fn reals(field: u8) -> Vec<Real> {
    let one = |a: i64, b: i64, d: u32, c: i64| Real::quadratic(a, b, d, c).unwrap();
    match field {
        0 => vec![
            Real::ratio(7, 4).unwrap(),
            Real::ratio(5, 3).unwrap(),
            Real::ratio(1, 2).unwrap(),
        ],
        1 => vec![
            one(1, 1, 5, 2),
            one(3, 1, 5, 2),
            one(0, 1, 5, 1),
            one(7, -1, 5, 2),
        ],
        _ => vec![
            one(0, 1, 2, 1),
            one(1, 1, 2, 1),
            one(1, 1, 2, 2),
            one(4, -1, 2, 3),
        ],
    }
}

/// Terms over x, y, z with small numbers; floors with constants of one field.
fn term(field: u8) -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        (0u32..3).prop_map(|index| Term::from(variable(index))),
        (-3i64..4).prop_map(Term::integer),
    ];
    leaf.prop_recursive(2, 8, 2, move |inner| {
        let choice = (inner.clone(), inner.clone(), inner.clone(), inner.clone());
        prop_oneof![
            3 => (inner.clone(), inner.clone()).prop_map(|(a, b)| a + b),
            2 => (inner.clone(), inner.clone()).prop_map(|(a, b)| a - b),
            1 => (-2i64..3, inner.clone()).prop_map(|(k, a)| a.times(k)),
            2 => (0usize..reals(field).len(), inner.clone()).prop_map(move |(which, a)| {
                let constant = Real::from(Integer::from(0));
                Term::Floor(Box::new(RealForm { parts: vec![(reals(field)[which].clone(), a)], constant }))
            }),
            1 => inner.clone().prop_map(|a| a.absolute()),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| Term::Minimum(vec![a, b])),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| Term::Maximum(vec![a, b])),
            1 => (inner.clone(), 2u64..5).prop_map(|(a, k)| a.modulo(k)),
            1 => (inner.clone(), 2u64..5).prop_map(|(a, k)| a.quotient(k)),
            1 => choice.prop_map(|(a, b, c, d)| {
                let condition = Formula::Compare(a, Comparison::Less, b);
                Term::choice(condition, c, d)
            }),
        ]
    })
}

fn comparison() -> impl Strategy<Value = Comparison> {
    prop_oneof![
        Just(Comparison::Equal),
        Just(Comparison::NotEqual),
        Just(Comparison::Less),
        Just(Comparison::LessOrEqual),
        Just(Comparison::Greater),
        Just(Comparison::GreaterOrEqual),
    ]
}

fn formula(field: u8) -> impl Strategy<Value = Formula> {
    let leaf =
        (term(field), comparison(), term(field)).prop_map(|(a, c, b)| Formula::Compare(a, c, b));
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|a| !a),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Formula::And(vec![a, b])),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Formula::Or(vec![a, b])),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.implies(b)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.iff(b)),
        ]
    })
}

/// The compiled automaton says the same as evaluation, for all small x, y, z.
fn check(formula: &Formula) -> Result<(), TestCaseError> {
    let system = System::for_formulas([formula]).unwrap();
    let gauge = Gauge::new(&Unwatched);
    let shared = LoweringContext::new(&system, Track(100), &gauge);
    let compiler = Compiler::new(&shared, &gauge);
    let mut lowering = TrackLowering::new(&shared);
    for index in 0..3 {
        lowering = lowering.with(&variable(index), Expression::track(Track(index)));
    }
    let ir = match lowering.formula(formula, true) {
        Err(DecideError::TooLarge) => return Ok(()),
        ir => ir.unwrap(),
    };
    let automaton = compiler.compile(&ir).unwrap();
    let writer = system.writer();
    let resolved = compiler.resolve(ir.clone()).unwrap();
    let automata = [&ir, &resolved].map(|ir| compiler.compile(ir).unwrap());
    for numbers in (0..6u64).flat_map(|x| (0..6).flat_map(move |y| (0..6).map(move |z| [x, y, z])))
    {
        let mut known = Assignment::new();
        for (index, number) in numbers.into_iter().enumerate() {
            known.set(&variable(index as u32), Integer::from(number));
        }
        let expected = holds(formula, &known).unwrap();
        let tracks: Vec<usize> = automaton
            .tracks()
            .iter()
            .map(|track| track.0 as usize)
            .collect();
        let digits: Vec<Vec<u8>> = tracks
            .iter()
            .map(|&t| writer.digits(&Natural::from(numbers[t])))
            .collect();
        let length = digits.iter().map(Vec::len).max().unwrap_or(0);
        let word: Vec<Vec<u8>> = digits
            .into_iter()
            .map(|d| [vec![0; length - d.len()], d].concat())
            .collect();
        prop_assert_eq!(
            automaton.accepts(&word),
            expected,
            "{} at {:?}",
            formula,
            numbers
        );
        for automaton in &automata {
            prop_assert_eq!(
                accepts(&system, automaton, &numbers),
                expected,
                "{} at {:?}",
                formula,
                numbers
            );
        }
    }
    Ok(())
}

/// Does the automaton accept the numbers on the tracks 0, 1, 2?
fn accepts(system: &System, automaton: &Automaton, numbers: &[u64]) -> bool {
    let digits: Vec<Vec<u8>> = automaton
        .tracks()
        .iter()
        .map(|track| {
            system
                .writer()
                .digits(&Natural::from(numbers[track.0 as usize]))
        })
        .collect();
    let length = digits.iter().map(Vec::len).max().unwrap_or(0);
    let word: Vec<Vec<u8>> = digits
        .into_iter()
        .map(|d| [vec![0; length - d.len()], d].concat())
        .collect();
    automaton.accepts(&word)
}

/// `c₀·x + c₁·y + c₂·k + constant`, with `k` hidden.
const HIDDEN: Track = Track(50);
fn linear(c: [i64; 3], constant: i64) -> Expression {
    let tracks = [Track(0), Track(1), HIDDEN];
    tracks
        .into_iter()
        .zip(c)
        .fold(Expression::constant(constant), |sum, (track, c)| {
            sum.plus(c, &Expression::track(track)).unwrap()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Large moduli are taken apart or counted; evaluation says the same.
    #[test]
    #[ignore = "slow: `cargo xtask test` runs it"]
    fn large_moduli(
        (m, k) in (32u64..70, 32u64..70), (a, b) in (-3i64..4, -3i64..4), c in -40i64..80, d in -3i64..40,
        (first, second) in (comparison(), comparison()), deep in prop::bool::ANY,
    ) {
        let (x, y) = (|| Term::from(variable(0)), || Term::from(variable(1)));
        let modulo = |term: Term, m: u64| term.modulo(m);
        let times = |k: i64, term: Term| term.times(k);
        let other = if deep { modulo(times(a, x()) + y(), k) } else { times(a, x()) + Term::integer(c) };
        let body = Formula::And(vec![
            Formula::Compare(y(), Comparison::LessOrEqual, x() + Term::integer(90)),
            Formula::Compare(modulo(y(), m), first, Term::integer(d)),
            Formula::Compare(modulo(times(b, x()) + y(), k), second, other),
        ]);
        let formula = Formula::exists(&variable(1), body);
        let system = System::binary();
        let gauge = Gauge::new(&Unwatched);
        let shared = LoweringContext::new(&system, Track(100), &gauge);
        let compiler = Compiler::new(&shared, &gauge);
        let lowering = TrackLowering::new(&shared).with(&variable(0), Expression::track(Track(0)));
        let automaton = compiler.compile(&lowering.formula(&formula, true).unwrap()).unwrap();
        for number in (0..160u64).step_by(7) {
            let known: Assignment = [(variable(0), Integer::from(number))].into_iter().collect();
            prop_assert_eq!(accepts(&system, &automaton, &[number]), holds(&formula, &known).unwrap(), "{} at {}", formula, number);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Asking conditions on a determined number one by one changes nothing.
    #[test]
    fn decoupling(field in prop::sample::select(vec![0, 5, 2]), a in 1i64..5, b in 1i64..6, slack in 0i64..3, more in prop::collection::vec(([-3i64..4, -3i64..4, -4i64..5], -4i64..5), 0..4)) {
        let system = if field == 0 { System::binary() } else { System::quadratic(field).unwrap() };
        let gauge = Gauge::new(&Unwatched);
        let shared = LoweringContext::new(&system, Track(100), &gauge);
        let compiler = Compiler::new(&shared, &gauge);
        // 0 <= a·x − b·k < b determines k; with some slack it does not.
        let mut parts = vec![
            Ir::not_negative(linear([a, 0, -b], slack)),
            Ir::not_negative(linear([-a, 0, b], b - 1)),
        ];
        parts.extend(more.into_iter().map(|(c, constant)| Ir::not_negative(linear(c, constant))));
        let whole = Ir::exists(vec![HIDDEN], Ir::and(parts.clone())).unwrap();
        let parts = Ir::and(parts).conjuncts();
        let apart = compiler.decouple(HIDDEN, &parts).unwrap();
        if slack == 0 && parts.iter().filter(|part| part.mentions(HIDDEN)).count() > 1 {
            prop_assert!(apart.is_some());
        }
        if let Some(apart) = apart {
            let apart = compiler.compile(&Ir::and(apart)).unwrap();
            let whole = compiler.compile(&whole).unwrap();
            for (x, y) in (0..15).flat_map(|x| (0..15).map(move |y| (x, y))) {
                prop_assert_eq!(accepts(&system, &apart, &[x, y]), accepts(&system, &whole, &[x, y]), "at {:?}", (x, y));
            }
        }
    }

    #[test]
    fn rational_formulas(formula in formula(0)) {
        check(&formula)?;
    }

    #[test]
    fn golden_formulas(formula in formula(1)) {
        check(&formula)?;
    }

    #[test]
    #[ignore = "slow: `cargo xtask test` runs it"]
    fn formulas_with_the_root_of_two(formula in formula(2)) {
        check(&formula)?;
    }

    /// A `forall` is decided, and its counterexample is the first one that evaluation finds, by sum and then in order.
    #[test]
    fn counterexamples(formula in formula(0)) {
        let sentence = (0..3).rev().fold(formula.clone(), |body, index| Formula::forall(&variable(index), body));
        let decision = decide(&sentence, &KnownSystems::default(), &Unwatched);
        prop_assume!(decision != Err(DecideError::TooLarge));
        let mut small: Vec<[u64; 3]> =
            (0..7u64).flat_map(|x| (0..7).flat_map(move |y| (0..7).map(move |z| [x, y, z]))).collect();
        small.sort_by_key(|numbers| (numbers.iter().sum::<u64>(), *numbers));
        let fails = |numbers: &&[u64; 3]| {
            let mut known = Assignment::new();
            for (index, &number) in numbers.iter().enumerate() {
                known.set(&variable(index as u32), Integer::from(number));
            }
            !holds(&formula, &known).unwrap()
        };
        let expected = small.iter().filter(|numbers| numbers.iter().sum::<u64>() < 7).find(fails);
        match decision.unwrap().verdict {
            Truth::True => prop_assert_eq!(expected, None),
            Truth::False(values) => {
                let found: Vec<u64> = values.iter().map(|(_, value)| u64::try_from(value).unwrap()).collect();
                if let Some(expected) = expected {
                    prop_assert_eq!(found.as_slice(), expected.as_slice());
                } else {
                    prop_assert!(found.iter().sum::<u64>() >= 7);
                }
            }
        }
    }
}

#[test]
fn constants_that_cannot_be_decided_are_named() {
    let n = variable(0);
    let floor = |real: Real| {
        let constant = Real::from(Integer::from(0));
        Term::Floor(Box::new(RealForm {
            parts: vec![(real, n.clone().into())],
            constant,
        }))
    };
    let says = |term: Term| {
        let body = Formula::Compare(term, Comparison::GreaterOrEqual, Term::integer(0));
        decide(
            &Formula::forall(&n, body),
            &KnownSystems::default(),
            &Unwatched,
        )
    };
    assert!(matches!(
        says(floor(Real::pi())),
        Err(DecideError::Constant(_))
    ));
    let two_fields = floor(reals(1)[0].clone()) + floor(reals(2)[0].clone());
    assert!(matches!(says(two_fields), Err(DecideError::TwoFields(..))));
    assert_eq!(
        says(floor(reals(1)[0].clone())).unwrap().verdict,
        Truth::True
    );
}

/// A sentence and its negation cost alike: small values settle both.
#[test]
fn small_values_come_first() {
    let [n, m, k] = [0, 1, 2].map(variable);
    let floor = |variable: &Variable, real: &Real| {
        Term::Floor(Box::new(RealForm {
            parts: vec![(real.clone(), variable.clone().into())],
            constant: Real::from(Integer::from(0)),
        }))
    };
    let times = |factor: i64, term: Term| term.times(factor);
    let phi = &reals(1)[0];
    // forall n: exists m: exists k: 3*m + 2*floor(k*phi) + 5 = floor(n*phi)
    let sum = (times(3, m.clone().into()) + times(2, floor(&k, phi))) + Term::integer(5);
    let body = Formula::Compare(sum, Comparison::Equal, floor(&n, phi));
    let some = Formula::exists(&m, Formula::exists(&k, body));
    let sentence = Formula::forall(&n, some.clone());
    let check = |sentence: &Formula, verdict: Truth| {
        let decision = decide(sentence, &KnownSystems::default(), &Unwatched).unwrap();
        assert_eq!(decision.verdict, verdict, "{sentence}");
        assert!(decision.largest < 5000, "{sentence}: {}", decision.largest);
    };
    let zero = vec![(n.clone(), Natural::from(0u32))];
    check(&sentence, Truth::False(zero));
    check(&!sentence, Truth::True);
    let none = !some;
    check(&Formula::exists(&n, none), Truth::True);
    // A modulus that no automaton can hold.
    let huge = Term::from(&n).modulo(1_000_000_000u32);
    let body = Formula::Compare(huge, Comparison::Equal, Term::integer(5));
    check(&Formula::exists(&n, body), Truth::True);
}
