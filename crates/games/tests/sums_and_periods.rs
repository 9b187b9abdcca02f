//! Sums of games by nim-value, and periods of nim-values.
#![allow(clippy::unwrap_used)]

mod support;

use std::ops::ControlFlow;

use games::evidence::Evidence;
use games::nim_value::NimValue;
use games::outcome::Play;
use games::periodicity::{Period, PeriodicityError, of_heaps, of_row};
use games::position::Position;
use games::ruleset::Ruleset;
use games::rulesets::frankenstein::{Frankenstein, Reading};
use games::search::Search;
use games::spec::Spec;
use games::sum::{Component, SumMove, value};
use logic::Unwatched;
use numeration::natural::Integer;
use proptest::prelude::*;
use support::game;

/// The value and the winning moves of a sum are those that trying every move finds.
fn check_sum(components: &[Component<'_>], rulesets: &[&dyn Ruleset]) -> NimValue {
    let answer = value(components, &Unwatched).unwrap();
    let of = |ruleset: &dyn Ruleset, position: &Position| {
        Search::new(ruleset, Play::Normal)
            .nim_value(position, &Unwatched)
            .unwrap()
    };
    let values: Vec<NimValue> = components
        .iter()
        .zip(rulesets)
        .map(|(component, rules)| of(*rules, component.position()))
        .collect();
    assert_eq!(answer.components, values);
    assert_eq!(answer.value, values.iter().cloned().sum());
    let mut winning = Vec::new();
    for (index, (component, rules)) in components.iter().zip(rulesets).enumerate() {
        let rest: NimValue = answer.value.clone() + values[index].clone();
        let _ = rules.for_each_move(component.position(), &Unwatched, &mut |option| {
            if of(*rules, &option.to) == rest {
                winning.push(SumMove {
                    component: index,
                    option,
                });
            }
            ControlFlow::Continue(())
        });
    }
    assert_eq!(answer.winning_moves, winning);
    answer.value
}

#[test]
fn sums_of_different_games() {
    let nim = game("nim", &[]);
    let rat = game("succinct-rat", &[("d", "3")]);
    let wythoff = game("wythoff", &[]);
    let mark = game("mark", &[]);
    let coins = Frankenstein::new(Reading::Strict);
    let at = |piles: &[u64]| Position::from_iter(piles.iter().copied());
    let of_spec = |spec, piles: &[u64]| Component::of_spec(spec, at(piles), &Unwatched).unwrap();
    let total = check_sum(
        &[of_spec(&nim, &[1, 4, 5]), of_spec(&rat, &[1, 4, 5])],
        &[&nim, &rat],
    );
    assert_ne!(total, NimValue::ZERO);
    check_sum(
        &[of_spec(&nim, &[2, 3, 6]), of_spec(&wythoff, &[5, 7])],
        &[&nim, &wythoff],
    );
    check_sum(
        &[Component::new(&coins, at(&[2, 5, 7])), of_spec(&mark, &[9])],
        &[&coins, &mark],
    );
    check_sum(
        &[
            Component::new(&wythoff, at(&[3, 4])),
            of_spec(&wythoff, &[3, 4]),
        ],
        &[&wythoff, &wythoff],
    );
    assert_eq!(check_sum(&[], &[]), NimValue::ZERO);
}

#[test]
fn a_game_with_its_copy_is_lost_for_the_next_player() {
    let rat = game("rat", &[]);
    let at = Position::from_iter([3, 5, 6]);
    let twice = || Component::of_spec(&rat, at.clone(), &Unwatched).unwrap();
    let answer = value(&[twice(), twice()], &Unwatched).unwrap();
    assert_eq!(answer.value, NimValue::ZERO);
    assert_eq!(answer.winning_moves, []);
}

/// The nim-values of a heap game by definition.
fn heaps(count: usize, may_take: impl Fn(usize, usize) -> bool) -> Vec<i64> {
    let mut values: Vec<i64> = Vec::with_capacity(count);
    for heap in 0..count {
        let options: Vec<i64> = (1..=heap)
            .filter(|k| may_take(heap, *k))
            .map(|k| values[heap - k])
            .collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// The period is proved, and it is true far beyond the heaps that it was found from.
fn check_proved(spec: &Spec, max: u32, may_take: impl Fn(usize, usize) -> bool) -> Period {
    let found = of_heaps(spec, max, &Unwatched).unwrap();
    let period = found
        .period
        .unwrap_or_else(|| panic!("no period of {} up to {max}", spec.name));
    assert!(
        matches!(period.evidence, Evidence::Proved(_)),
        "{}: {period}",
        spec.name
    );
    let values = heaps(3 * max as usize, may_take);
    let (start, length) = (period.preperiod as usize, period.period as usize);
    for n in start..values.len() - length {
        let risen = Integer::from(values[n + length] - values[n]);
        assert_eq!(risen, period.saltus, "{} at {n}: {period}", spec.name);
    }
    period
}

fn summary(period: &Period) -> (u32, u32, i64) {
    (
        period.preperiod,
        period.period,
        i64::try_from(&period.saltus).unwrap(),
    )
}

#[test]
fn known_periods() {
    let period = check_proved(&game("subtraction", &[]), 40, |_, k| k <= 3);
    assert_eq!(summary(&period), (0, 4, 0));
    let set = [2usize, 4, 7];
    let period = check_proved(&game("subtraction", &[("set", "{2, 4, 7}")]), 60, |_, k| {
        set.contains(&k)
    });
    assert_eq!(summary(&period), (8, 3, 0));
    let period = check_proved(&game("all-but", &[]), 60, |_, k| k > 3);
    assert_eq!(summary(&period), (0, 4, 1));
    let period = check_proved(&game("nim", &[("m", "1")]), 40, |_, _| true);
    assert_eq!(summary(&period), (0, 1, 1));
}

#[test]
fn octal_games_without_splitting() {
    for (code, digits) in [
        ("0.33", vec![3, 3]),
        ("0.1", vec![1]),
        ("0.2131", vec![2, 1, 3, 1]),
        ("0.0203", vec![0, 2, 0, 3]),
    ] {
        let spec = game("octal", &[("code", code)]);
        let may_take = |heap: usize, k: usize| {
            let digit = digits.get(k - 1).copied().unwrap_or(0);
            if heap == k {
                digit % 2 == 1
            } else {
                digit >= 2
            }
        };
        check_proved(&spec, 80, may_take);
    }
}

#[test]
fn periods_without_a_criterion_are_observed_only() {
    let mark = of_heaps(&game("mark", &[]), 500, &Unwatched).unwrap();
    assert_eq!((mark.period, mark.seen), (None, Some(500)));
    let wythoff = game("wythoff", &[]);
    for row in [0, 1, 2, 3] {
        let period = of_row(&wythoff, row, 400, &Unwatched)
            .unwrap()
            .period
            .unwrap();
        assert!(matches!(period.evidence, Evidence::Conjecture(_)));
        // A row contains every value once, so the saltus is the period.
        assert_eq!(period.saltus, Integer::from(period.period), "{period}");
    }
    let mouse = of_row(&game("mouse", &[]), 5, 300, &Unwatched).unwrap();
    assert_eq!(mouse.seen, Some(300));
}

#[test]
fn periods_are_refused_for_other_numbers_of_piles() {
    let refused = of_heaps(&game("wythoff", &[]), 10, &Unwatched);
    assert!(matches!(
        refused,
        Err(PeriodicityError::Piles {
            piles: 2,
            expected: 1,
            ..
        })
    ));
    let refused = of_row(&game("rat", &[]), 1, 10, &Unwatched);
    assert!(matches!(
        refused,
        Err(PeriodicityError::Piles {
            piles: 3,
            expected: 2,
            ..
        })
    ));
}

fn written(set: &[usize]) -> String {
    let numbers: Vec<String> = set.iter().map(usize::to_string).collect();
    format!("{{{}}}", numbers.join(", "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn finite_sets_are_proved(set in prop::collection::btree_set(1usize..9, 1..5)) {
        let set: Vec<usize> = set.into_iter().collect();
        let spec = game("subtraction", &[("set", &written(&set))]);
        check_proved(&spec, 250, |_, k| set.contains(&k));
    }

    #[test]
    fn all_but_sets_are_proved(set in prop::collection::btree_set(1usize..8, 1..5)) {
        let set: Vec<usize> = set.into_iter().collect();
        let spec = game("all-but", &[("set", &written(&set))]);
        check_proved(&spec, 300, |_, k| !set.contains(&k));
    }
}
