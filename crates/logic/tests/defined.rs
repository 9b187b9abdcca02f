//! Where formulas have a truth value: what is put to automata, against plain evaluation.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use logic::arithmetic::verify::KnownSystems;
use logic::decide::{DecideError, Truth, decide};
use logic::defined::{is_false, is_total, is_true};
use logic::digits::{ConditionKind, DigitCondition, Direction, Pattern};
use logic::evaluate::{Assignment, holds};
use logic::{Formula, Term, Unwatched, Variable};
use numeration::named::{NamedSystem, SystemForm};
use numeration::natural::Integer;
use proptest::prelude::*;

fn variables() -> [Variable; 2] {
    [Variable::new(0, "x"), Variable::new(1, "y")]
}

fn binary() -> Arc<NamedSystem> {
    Arc::new(NamedSystem::new(SystemForm::binary()).unwrap())
}

/// Numbers that may be negative, and some that are not.
fn number() -> BoxedStrategy<Term> {
    let [x, y] = variables().map(Term::from);
    let plain = (-2i64..=2, -1i64..=1, -2i64..=2).prop_map(move |(a, b, c)| {
        Term::Sum(vec![
            x.clone().times(a),
            y.clone().times(b),
            Term::integer(c),
        ])
    });
    let inner = plain.clone();
    prop_oneof![
        3 => plain.clone(),
        1 => inner.prop_map(|inner| Term::Shift(Direction::Left, Box::new(inner), binary())),
        1 => (plain.clone(), plain).prop_map(|(one, other)| Term::NimSum(vec![one, other])),
    ]
    .boxed()
}

fn atom() -> BoxedStrategy<Formula> {
    let patterns = prop_oneof![Just(".*1"), Just("1.*"), Just("0"), Just(".*")];
    let matches = (number(), patterns).prop_map(|(term, pattern)| {
        let condition = DigitCondition {
            system: binary(),
            kind: ConditionKind::Matches(Pattern::new(pattern, None).unwrap()),
        };
        Formula::Digits(vec![term], Arc::new(condition))
    });
    let compared = (number(), number()).prop_map(|(one, other)| one.at_most(other));
    prop_oneof![matches, compared].boxed()
}

fn formula() -> BoxedStrategy<Formula> {
    atom()
        .prop_recursive(3, 12, 2, |inner| {
            let pair = (inner.clone(), inner.clone());
            prop_oneof![
                inner.prop_map(|one| !one),
                pair.clone().prop_map(|(one, other)| one.and(other)),
                pair.clone()
                    .prop_map(|(one, other)| Formula::any([one, other])),
                pair.clone()
                    .prop_map(|(one, other)| Formula::Implies(one.into(), other.into())),
                pair.clone()
                    .prop_map(|(one, other)| Formula::Iff(one.into(), other.into())),
                pair.prop_map(|(one, other)| {
                    let [x, y] = variables().map(Term::from);
                    let choice = Term::Choice(Box::new(one), Box::new(x), Box::new(y));
                    choice.at_least(1).and(other)
                }),
            ]
        })
        .boxed()
}

fn at(x: u32, y: u32) -> Assignment {
    let mut known = Assignment::new();
    for (variable, value) in variables().iter().zip([x, y]) {
        known.set(variable, Integer::from(value));
    }
    known
}

proptest! {
    #[test]
    fn true_and_false_are_as_evaluated(formula in formula()) {
        for (x, y) in (0..5).flat_map(|x| (0..5).map(move |y| (x, y))) {
            let known = at(x, y);
            let found = [is_true(&formula), is_false(&formula)].map(|says| holds(&says, &known));
            let expected = holds(&formula, &known).map_or([false, false], |truth| [truth, !truth]);
            prop_assert_eq!(found, expected.map(Ok), "{} at {}, {}", formula, x, y);
        }
    }

    #[test]
    fn sentences_are_decided_only_where_they_have_a_truth_value(formula in formula()) {
        let [x, y] = variables();
        let sentence = Formula::forall(&x, Formula::forall(&y, formula.clone()));
        let places = || (0..7).flat_map(|x| (0..7).map(move |y| (x, y)));
        let small = || places().map(|(x, y)| holds(&formula, &at(x, y)));
        match decide(&sentence, &KnownSystems::default(), &Unwatched).map(|found| found.verdict) {
            Ok(Truth::True) => prop_assert!(small().all(|truth| truth == Ok(true)), "{}", formula),
            Ok(Truth::False(values)) => {
                let mut known = Assignment::new();
                for (variable, value) in &values {
                    known.set(variable, Integer::from(value));
                }
                prop_assert_eq!(holds(&formula, &known), Ok(false), "{}", formula);
            }
            Err(DecideError::Undefined(_)) => {
                prop_assert!(!is_total(&formula));
                prop_assert!(small().all(|truth| truth != Ok(false)), "{}", formula);
            }
            Err(DecideError::TooLarge) => {}
            Err(other) => prop_assert!(false, "{}: {}", formula, other),
        }
    }
}
