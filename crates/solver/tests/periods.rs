//! Periods of nim-values.
#![allow(clippy::unwrap_used)]

use crate::support::game;
use logic::Unwatched;
use numeration::natural::Integer;
use proptest::prelude::*;
use rules::evidence::Evidence;
use rules::spec::Spec;
use solver::periodicity::{Period, PeriodicityError, of_heaps, of_row};

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

/// What must come back is as long as the largest taking; what is seen before that, and is false later
/// on the same board, is no period.
#[test]
fn long_takings() {
    let period = |name: &str, set: &str, max: u32| {
        let spec = game(name, &[("set", set)]);
        of_heaps(&spec, max, &Unwatched).unwrap().period
    };
    let proved = |period: Option<Period>| {
        let period = period.unwrap();
        assert!(matches!(period.evidence, Evidence::Proved(_)), "{period}");
        summary(&period)
    };
    let set = "{1, 362880}";
    assert_eq!(period("subtraction", set, 640_000), None);
    let found = period("subtraction", set, 730_000);
    assert_eq!(proved(found), (0, 362_881, 0));
    let found = period("all-but", "{1, 20000}", 60_000);
    assert_eq!(proved(found), (0, 2, 1));
}

/// However the rule is worded.
#[test]
fn bounded_takings_in_other_words() {
    let spec = |rule: &str| {
        let text = format!("game heap \"A heap\"\npiles n\nmove take: {rule}");
        lang::load(&text, "heap.game", &[]).unwrap()
    };
    check_proved(&spec("1 <= n - n' <= 2"), 60, |_, k| k <= 2);
    check_proved(&spec("n' >= n - 5 and n - n' != 3"), 200, |_, k| {
        k <= 5 && k != 3
    });
    check_proved(
        &spec("n - n' <= 4 and not (n' = 0 and n - n' = 2)"),
        200,
        |heap, k| k <= 4 && !(k == 2 && heap == 2),
    );
    let unbounded = of_heaps(&spec("n' <= n div 2"), 300, &Unwatched).unwrap();
    assert!(!matches!(
        unbounded.period,
        Some(Period {
            evidence: Evidence::Proved(_),
            ..
        })
    ));
}

/// Octal games of one pile, which stays.
const OCTAL: &str = "game octal (code = 0.123)
piles n
move take:
    exists k in 1..length(code): n' = n - k
        and (digit(code, k) mod 2 = 1 and n' = 0 or digit(code, k) div 2 = 1 and n' > 0)";

#[test]
fn octal_games_without_splitting() {
    for (code, digits) in [
        ("0.33", vec![3, 3]),
        ("0.1", vec![1]),
        ("0.2131", vec![2, 1, 3, 1]),
        ("0.0203", vec![0, 2, 0, 3]),
    ] {
        let spec =
            lang::load(OCTAL, "octal.game", &[("code".to_owned(), code.to_owned())]).unwrap();
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
