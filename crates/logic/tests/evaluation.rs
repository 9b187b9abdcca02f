//! Evaluation and the search for solutions, against a naive evaluator that tries all small numbers.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;

use logic::evaluate::{Assignment, EvaluationError, Evaluator, holds, value};
use logic::explain::explain;
use logic::interval::Interval;
use logic::solve::check_up_to;
use logic::words::{Prepared, WordValues};
use logic::{Comparison, Formula, HowMany, Piece, Set, Term, Variable};
use numeration::natural::{Integer, Natural, Pow};
use numeration::real::Real;
use proptest::prelude::*;

/// Quantified variables of the random formulas are bounded by this.
const BOUND: i64 = 6;

fn variable(id: u32) -> Variable {
    Variable::new(id, ["x", "y", "n", "m"][id as usize])
}

fn var(id: u32) -> Term {
    Term::from(variable(id))
}

fn floor(parts: Vec<(Real, Term)>, constant: Real) -> Term {
    Term::floor(parts, constant)
}

fn beta() -> Real {
    Real::from(2).sqrt().unwrap().add(&Real::from(2)).unwrap()
}

/// `floor(t*phi^power)`
fn golden(term: Term, power: i64) -> Term {
    floor(
        vec![(Real::phi().pow(&Integer::from(power)).unwrap(), term)],
        Real::from(0),
    )
}

fn compare(left: Term, comparison: Comparison, right: Term) -> Formula {
    Formula::Compare(left, comparison, right)
}

fn exists(id: u32, body: Formula) -> Formula {
    Formula::exists(&variable(id), body)
}

fn beatty_set() -> std::sync::Arc<Set> {
    let positive = compare(var(2), Comparison::GreaterOrEqual, Term::integer(1));
    let tuple = vec![floor(vec![(beta(), var(2))], Real::from(0))];
    Set::new("B", 1, [Piece::new(tuple, [variable(2)], positive)])
}

/// The truth by trying every quantified number up to the bound.
fn naive(formula: &Formula, known: &Assignment) -> bool {
    let some = |variable: &Variable, body: &Formula| {
        (0..=BOUND + 3).any(|value| {
            let mut known = known.clone();
            known.set(variable, Integer::from(value));
            naive(body, &known)
        })
    };
    match formula {
        Formula::Constant(truth) => *truth,
        Formula::Compare(left, comparison, right) => {
            comparison.holds(&naive_value(left, known), &naive_value(right, known))
        }
        Formula::Changes(how_many, pairs) => how_many.allows(
            pairs
                .iter()
                .filter(|(a, b)| naive_value(a, known) != naive_value(b, known))
                .count(),
        ),
        Formula::Not(inner) => !naive(inner, known),
        Formula::And(parts) => parts.iter().all(|part| naive(part, known)),
        Formula::Or(parts) => parts.iter().any(|part| naive(part, known)),
        Formula::Implies(left, right) => !naive(left, known) || naive(right, known),
        Formula::Iff(left, right) => naive(left, known) == naive(right, known),
        Formula::Exists(variable, body) => some(variable, body),
        Formula::Forall(variable, body) => !some(variable, &Formula::Not(body.clone())),
        Formula::Member(..) | Formula::Digits(..) => unreachable!("not generated"),
        Formula::Named(_, inner) => naive(inner, known),
    }
}

fn naive_value(term: &Term, known: &Assignment) -> Integer {
    match term {
        Term::Choice(condition, yes, no) => {
            naive_value(if naive(condition, known) { yes } else { no }, known)
        }
        Term::Named(_, inner) => naive_value(inner, known),
        Term::Sum(parts) => parts.iter().map(|part| naive_value(part, known)).sum(),
        Term::Scaled(factor, inner) => factor * naive_value(inner, known),
        Term::Absolute(inner) => {
            let value = naive_value(inner, known);
            if value < 0 { -value } else { value }
        }
        Term::Minimum(terms) => terms
            .iter()
            .map(|term| naive_value(term, known))
            .min()
            .unwrap(),
        Term::Maximum(terms) => terms
            .iter()
            .map(|term| naive_value(term, known))
            .max()
            .unwrap(),
        Term::NimSum(terms) => {
            let bits = |term: &Term| i64::try_from(&naive_value(term, known)).unwrap();
            Integer::from(terms.iter().map(bits).fold(0, |sum, value| sum ^ value))
        }
        other => value(other, known).unwrap(),
    }
}

fn any_term() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        (-9i64..10).prop_map(Term::integer),
        (0u32..4).prop_map(var),
        (0u32..4).prop_map(var),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let real = prop_oneof![
            Just(Real::phi()),
            Just(beta()),
            Just(Real::ratio(-7, 4).unwrap()),
            Just(Real::ratio(1, 3).unwrap()),
            Just(Real::pi()),
        ];
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            3 => pair.clone().prop_map(|(a, b)| a + b),
            3 => pair.clone().prop_map(|(a, b)| a - b),
            1 => (-3i64..4, inner.clone()).prop_map(|(k, t)| t.times(k)),
            2 => (real.clone(), inner.clone()).prop_map(|(c, t)| floor(vec![(c, t)], Real::from(0))),
            1 => (real, pair.clone()).prop_map(|(c, (s, t))| {
                floor(vec![(c, s), (Real::phi(), t)], Real::ratio(1, 2).unwrap())
            }),
            1 => inner.clone().prop_map(|t| t.absolute()),
            1 => pair.clone().prop_map(|(a, b)| Term::Minimum(vec![a, b])),
            1 => pair.clone().prop_map(|(a, b)| Term::Maximum(vec![a, b])),
            1 => (inner.clone(), 1u32..6).prop_map(|(t, k)| t.modulo(k)),
            1 => (inner.clone(), 1u32..6).prop_map(|(t, k)| t.quotient(k)),
            1 => pair.clone().prop_map(|(a, b)| {
                Term::NimSum(vec![a.absolute(), b.absolute()])
            }),
            1 => (pair.clone(), pair.clone(), any_comparison()).prop_map(|((a, b), (s, t), c)| {
                Term::choice(compare(a, c, b), s, t)
            }),
            1 => inner.prop_map(|t| Term::Named("t".into(), std::sync::Arc::new(t))),
        ]
    })
}

fn any_comparison() -> impl Strategy<Value = Comparison> {
    prop_oneof![
        3 => Just(Comparison::Equal),
        1 => Just(Comparison::NotEqual),
        1 => Just(Comparison::Less),
        1 => Just(Comparison::LessOrEqual),
        1 => Just(Comparison::Greater),
        1 => Just(Comparison::GreaterOrEqual),
    ]
}

fn any_formula() -> impl Strategy<Value = Formula> {
    let how_many = prop_oneof![
        (0usize..3).prop_map(HowMany::AtMost),
        (0usize..3).prop_map(HowMany::Exactly),
        (0usize..3).prop_map(HowMany::AtLeast)
    ];
    let pair = (0u32..4, 0u32..4).prop_map(|(a, b)| (variable(a), variable(b)));
    let leaf = prop_oneof![
        6 => (any_term(), any_comparison(), any_term()).prop_map(|(a, c, b)| compare(a, c, b)),
        1 => (how_many, prop::collection::vec(pair, 1..4)).prop_map(|(k, pairs)| Formula::changes(k, pairs)),
        1 => any::<bool>().prop_map(Formula::Constant),
    ];
    leaf.prop_recursive(4, 16, 3, |inner| {
        let bounded = |id: u32| compare(var(id), Comparison::LessOrEqual, Term::integer(BOUND));
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Formula::And),
            prop::collection::vec(inner.clone(), 0..4).prop_map(Formula::Or),
            inner.clone().prop_map(|f| !f),
            pair.clone().prop_map(|(a, b)| a.implies(b)),
            pair.prop_map(|(a, b)| a.iff(b)),
            (2u32..4, inner.clone()).prop_map(move |(id, f)| exists(id, f.and(bounded(id)))),
            (2u32..4, inner.clone()).prop_map(move |(id, f)| {
                Formula::forall(&variable(id), bounded(id).implies(f))
            }),
            inner.prop_map(|f| Formula::Named("F".into(), std::sync::Arc::new(f))),
        ]
    })
}

fn numbers(values: [i64; 4]) -> Assignment {
    (0u32..4)
        .zip(values)
        .map(|(id, value)| (variable(id), Integer::from(value)))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn truth_is_that_of_the_naive_evaluator(formula in any_formula(), values in prop::array::uniform4(0i64..8)) {
        let known = numbers(values);
        prop_assert_eq!(holds(&formula, &known), Ok(naive(&formula, &known)), "{}", formula);
    }

    #[test]
    fn truth_on_words_is_that_of_the_naive_evaluator(formula in any_formula(), values in prop::array::uniform4(0u8..8), open in 0u32..5) {
        let known = numbers(values.map(i64::from));
        let mut words = WordValues::new();
        for (id, value) in (0..).zip(values) {
            if id != open {
                words.set(&variable(id), u64::from(value));
            }
        }
        let seen = words.holds(&Prepared::new(&formula));
        if open == 4 {
            prop_assert!(seen.is_none_or(|truth| truth == naive(&formula, &known)), "{}", formula);
        }
        // What is seen with a variable open is so for all its values.
        for value in (0..8).filter(|_| open < 4) {
            let mut known = known.clone();
            known.set(&variable(open), Integer::from(value));
            prop_assert!(seen.is_none_or(|truth| truth == naive(&formula, &known)), "{} at {}", formula, value);
        }
    }

    #[test]
    fn exactly_the_false_formulas_have_reasons(formula in any_formula(), values in prop::array::uniform4(0i64..8)) {
        let known = numbers(values);
        let reasons = explain(&Evaluator::default(), std::slice::from_ref(&formula), &known).unwrap();
        prop_assert_eq!(reasons.is_empty(), naive(&formula, &known), "{}: {:?}", formula, reasons);
    }

    #[test]
    fn a_simplified_formula_means_the_same(formula in any_formula(), values in prop::array::uniform4(0i64..8)) {
        let known = numbers(values);
        let mut part = known.clone();
        part.unset(&variable(1));
        let simple = Evaluator::default().simplify(&formula, &part).unwrap();
        prop_assert_eq!(holds(&simple, &known), Ok(naive(&formula, &known)), "{} became {}", formula, simple);
    }

    #[test]
    fn solutions_are_all_solutions_in_order(formula in any_formula(), values in prop::array::uniform4(0i64..8)) {
        let known = numbers(values);
        let mut expected = Vec::new();
        for x in 0..6 {
            for y in 1..8 {
                let [_, _, n, m] = values;
                if naive(&formula, &numbers([x, y, n, m])) {
                    expected.push((Integer::from(x), Integer::from(y)));
                }
            }
        }
        let unknowns = [(variable(0), Interval::between(0, 5)), (variable(1), Interval::between(1, 7))];
        let mut found = Vec::new();
        let flow = Evaluator::default().solutions(&formula, &unknowns, &known, &mut |solution| {
            found.push((solution.get(&variable(0)).unwrap().clone(), solution.get(&variable(1)).unwrap().clone()));
            ControlFlow::Continue(())
        });
        prop_assert_eq!(flow, Ok(ControlFlow::Continue(())));
        prop_assert_eq!(found, expected, "{}", formula);
    }
}

fn check_with(formula: &Formula, x: &Integer, expected: bool) {
    let known: Assignment = [(variable(0), x.clone())].into_iter().collect();
    assert_eq!(holds(formula, &known), Ok(expected), "{formula} at x = {x}");
}

#[test]
fn membership_in_a_beatty_set_is_exact_at_any_size() {
    let member = Formula::Member(vec![var(0)], beatty_set());
    let elements: Vec<Integer> = (1..60)
        .map(|n| beta().floor_multiple(&Integer::from(n)).unwrap())
        .collect();
    for x in 0..150 {
        check_with(
            &member,
            &Integer::from(x),
            elements.contains(&Integer::from(x)),
        );
    }
    let n = Integer::from(10).pow(200_000) + Integer::from(7);
    let element = beta().floor_multiple(&n).unwrap();
    check_with(&member, &element, true);
    check_with(&member, &(&element + Integer::from(1)), false);
    check_with(&member, &(element - Integer::from(1)), false);
}

#[test]
fn an_equality_fixes_a_quantified_variable_of_any_size() {
    // exists t > 0: x = 2*t and t mod 5 = 0
    let twice = compare(var(0), Comparison::Equal, var(2).times(2));
    let fifth = compare(var(2).modulo(5u32), Comparison::Equal, Term::integer(0));
    let positive = compare(var(2), Comparison::Greater, Term::integer(0));
    let formula = exists(2, Formula::And(vec![positive, twice, fifth]));
    check_with(&formula, &Integer::from(10).pow(1000), true);
    check_with(
        &formula,
        &(Integer::from(10).pow(1000) + Integer::from(2)),
        false,
    );
    check_with(&formula, &Integer::from(0), false);
}

#[test]
fn a_variable_that_occurs_in_several_floors_is_bounded() {
    // forall t >= 1: exists n >= 1: C(n) - B(n) = t or C(n) - A(n) = t, which Raleigh's strategy needs.
    let (a, b) = (golden(golden(var(2), 1), 1), golden(var(2), 2));
    let c = golden(golden(var(2), 2), 1);
    let claim = |t: Term| {
        let first = compare(c.clone() - b.clone(), Comparison::Equal, t.clone());
        let second = compare(c.clone() - a.clone(), Comparison::Equal, t);
        let positive = compare(var(2), Comparison::GreaterOrEqual, Term::integer(1));
        exists(2, positive.and(Formula::Or(vec![first, second])))
    };
    check_with(&claim(var(0)), &(Integer::from(10).pow(500)), true);
    let premise = compare(var(3), Comparison::GreaterOrEqual, Term::integer(1));
    let body = premise.implies(claim(var(3)));
    let sentence = Formula::forall(&variable(3), body);
    assert_eq!(check_up_to(&sentence, &Natural::from(200u32)), Ok(None));
}

#[test]
fn a_variable_in_several_choices_is_bounded_case_by_case() {
    // exists n: C(n) - A(n) = x, where the terms are 0 at n = 0 and 7n - 3 and floor(7n/4) beyond.
    let or_zero = |term: Term| {
        let start = compare(var(2), Comparison::Equal, Term::integer(0));
        Term::choice(start, Term::integer(0), term)
    };
    let seven = var(2).times(7) - Term::integer(3);
    let first = floor(vec![(Real::ratio(7, 4).unwrap(), var(2))], Real::from(0));
    let difference = or_zero(seven) - or_zero(first);
    let formula = exists(2, compare(difference, Comparison::Equal, var(0)));
    let differences: Vec<i64> = (1..40).map(|n| 7 * n - 3 - 7 * n / 4).collect();
    for x in 0..100 {
        check_with(
            &formula,
            &Integer::from(x),
            x == 0 || differences.contains(&x),
        );
    }
    check_with(
        &formula,
        &(Integer::from(21) * Integer::from(10).pow(300) - Integer::from(3)),
        true,
    );
    check_with(
        &formula,
        &(Integer::from(21) * Integer::from(10).pow(300) - Integer::from(4)),
        false,
    );
}

#[test]
fn a_false_claim_is_refuted_by_its_first_counterexample() {
    // forall x, y: floor(x*phi) + floor(y*phi) = floor((x + y)*phi)
    let sum = golden(var(0), 1) + golden(var(1), 1);
    let body = compare(sum, Comparison::Equal, golden(var(0) + var(1), 1));
    let sentence = Formula::forall(&variable(0), Formula::forall(&variable(1), body));
    let counterexample = check_up_to(&sentence, &Natural::from(50u32))
        .unwrap()
        .unwrap();
    let values: Vec<i64> = counterexample
        .iter()
        .map(|(_, value)| i64::try_from(value).unwrap())
        .collect();
    assert_eq!(values, [1, 1]);
}

#[test]
fn what_cannot_be_decided_is_said() {
    let unbounded = exists(
        2,
        compare(var(2).modulo(2u32), Comparison::Equal, Term::integer(0)).and(compare(
            var(2).modulo(4u32),
            Comparison::Equal,
            Term::integer(1),
        )),
    );
    let error = holds(&unbounded, &Assignment::new()).unwrap_err();
    assert!(
        matches!(&error, EvaluationError::Unbounded { variable, .. } if variable == "n"),
        "{error}"
    );
    let unbound = holds(
        &compare(var(0), Comparison::Equal, Term::integer(1)),
        &Assignment::new(),
    );
    assert_eq!(
        unbound,
        Err(EvaluationError::Unbound {
            variable: "x".to_owned()
        })
    );
    let negative = Term::NimSum(vec![Term::integer(-2), Term::integer(3)]);
    let error = value(&negative, &Assignment::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the nim-sum of -2 is not defined: -2 must not be negative"
    );
    let harmless = Formula::Or(vec![
        compare(negative, Comparison::Equal, Term::integer(1)),
        Formula::Constant(true),
    ]);
    assert_eq!(holds(&harmless, &Assignment::new()), Ok(true));
}

#[test]
fn deep_nesting_and_long_searches_stop_with_an_error() {
    let mut deep = compare(var(0), Comparison::Equal, Term::integer(1));
    for _ in 0..5000 {
        deep = Formula::Named("deeper".into(), std::sync::Arc::new(deep));
    }
    assert!(matches!(
        holds(&deep, &numbers([0; 4])),
        Err(EvaluationError::TooDeep { .. })
    ));
    let unknowns = [
        (variable(0), Interval::naturals()),
        (variable(1), Interval::naturals()),
    ];
    let never = compare(
        var(0) + var(1),
        Comparison::Less,
        Term::Constant(Integer::from(10).pow(30)),
    )
    .and(compare(var(0), Comparison::Less, var(1)))
    .and(compare(var(1), Comparison::Less, var(0)));
    let flow = Evaluator::default().with_limit(50_000).solutions(
        &never,
        &unknowns,
        &Assignment::new(),
        &mut |_| ControlFlow::Continue(()),
    );
    assert_eq!(flow, Err(EvaluationError::TooManySteps { limit: 50_000 }));
}

#[test]
fn a_gap_between_solutions_is_jumped_over() {
    // x is a multiple of 10^40 above 10^30.
    let period = var(2).times(Integer::from(10).pow(40));
    let multiple = exists(2, compare(var(0), Comparison::Equal, period));
    let above = compare(
        var(0),
        Comparison::Greater,
        Term::Constant(Integer::from(10).pow(30)),
    );
    let mut found = Vec::new();
    let unknowns = [(variable(0), Interval::naturals())];
    let flow = Evaluator::default().solutions(
        &multiple.and(above),
        &unknowns,
        &Assignment::new(),
        &mut |solution| {
            found.push(solution.get(&variable(0)).unwrap().clone());
            if found.len() < 3 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        },
    );
    assert_eq!(flow, Ok(ControlFlow::Break(())));
    assert_eq!(
        found,
        [1, 2, 3].map(|k| Integer::from(k) * Integer::from(10).pow(40))
    );
}

/// What machine words see, where they see something at all, and nothing where they must not.
fn check_words(formula: &Formula, x: u64, expected: Option<bool>) {
    let mut words = WordValues::new();
    words.set(&variable(0), x);
    assert_eq!(
        words.holds(&Prepared::new(formula)),
        expected,
        "{formula} at x = {x}"
    );
    if let Some(expected) = expected {
        let known = [(variable(0), Integer::from(x))].into_iter().collect();
        assert_eq!(holds(formula, &known), Ok(expected), "{formula} at x = {x}");
    }
}

#[test]
fn words_follow_equations() {
    let even = exists(2, var(0).equals(var(2).times(2)));
    check_words(&even, 10, Some(true));
    check_words(&even, 11, Some(false));
    check_words(&even, i64::MAX.unsigned_abs(), Some(false));
    check_words(&even, u64::MAX, None);
    let below = exists(2, var(0).equals(Term::integer(7) - var(2)));
    check_words(&below, 7, Some(true));
    check_words(&below, 8, Some(false));
    let both = exists(
        2,
        Formula::And(vec![
            var(2).greater(Term::integer(3)),
            var(0).equals(var(2) + 1),
        ]),
    );
    check_words(&both, 4, Some(false));
    check_words(&both, 5, Some(true));
    let unclear = exists(2, var(2).less(var(0)));
    check_words(&unclear, 5, None);
    let piece = Piece::new(vec![var(2).times(3)], [variable(2)], var(2).at_least(1));
    let multiples = Formula::member([var(0)], &Set::new("M", 1, [piece]));
    check_words(&multiples, 0, Some(false));
    check_words(&multiples, 9, Some(true));
    check_words(&multiples, 10, Some(false));
}

#[test]
fn words_leave_what_does_not_fit() {
    let huge = Integer::from(10).pow(60);
    check_words(&var(0).less(Term::from(huge.clone())), 5, None);
    let product = var(0).times(i64::MAX).times(i64::MAX);
    check_words(&product.clone().at_least(0), u64::MAX, None);
    check_words(&product.at_least(1), 1, None);
    check_words(&var(0).times(i64::MAX).at_least(1), 1, Some(true));
    let negative = Term::NimSum(vec![var(0) - 3, var(0)]);
    check_words(&negative.equals(1), 1, None);
    check_words(&beatty_member(), 3, None);
}

fn beatty_member() -> Formula {
    Formula::member([var(0)], &beatty_set())
}
