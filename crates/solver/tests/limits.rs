//! Limits are answers, and the number of threads changes nothing.
#![allow(clippy::unwrap_used)]

use crate::support::*;
use logic::Formula;
use logic::Unwatched;
use logic::watch::{Limited, Stopped};
use rules::outcome::{Outcome, Play};
use rules::spec::{PileOrder, Spec};
use solver::{Reached, SolveError, ValueError, nim_values, outcomes, plain};

/// A stopped search lists exactly the P-positions of the region that it says it looked at.
fn check_stopped(spec: &Spec, max: u32, play: Play, questions: u64) -> Reached {
    let whole = outcomes(spec, max, play, &Unwatched).unwrap();
    let part = outcomes(
        spec,
        max,
        play,
        &Limited::new(&Unwatched).questions(questions),
    )
    .unwrap();
    let expected: Vec<_> = whole
        .iter()
        .filter(|piles| part.region.contains(piles))
        .collect();
    assert!(
        part.iter().eq(expected),
        "{} after {questions} questions",
        spec.name
    );
    assert_eq!(part.stopped.is_some(), !part.region.is_complete());
    for piles in whole.iter() {
        let known = part.region.contains(piles).then_some(Outcome::P);
        assert_eq!(part.outcome(piles), known);
    }
    part.region.reached
}

#[test]
fn a_stopped_search_says_how_far_it_got() {
    let mut reached = Vec::new();
    for questions in [0, 1, 2, 5, 10, 20, 40, 80, 1000] {
        reached.push(check_stopped(
            &game("rat", &[]),
            150,
            Play::Normal,
            questions,
        ));
        check_stopped(&game("mouse", &[]), 300, Play::Misere, questions);
        check_stopped(
            &game("nim", &[("m", "1")]),
            100_000,
            Play::Normal,
            questions,
        );
    }
    assert_eq!(reached[0], Reached::Nothing);
    assert!(
        reached
            .iter()
            .any(|reached| matches!(reached, Reached::FirstPile(_)))
    );
    assert_eq!(reached.last(), Some(&Reached::Everything));
}

#[test]
fn stopped_nim_values_are_those_of_the_region() {
    // Along lines, on all processors; and row by row.
    for (d, max) in [("1", 300), ("2", 120)] {
        let wythoff = game("wythoff", &[("d", d)]);
        let whole = nim_values(&wythoff, max, &Unwatched).unwrap();
        for questions in [0, 3, 10, 20] {
            let part = nim_values(
                &wythoff,
                max,
                &Limited::new(&Unwatched).questions(questions),
            )
            .unwrap();
            assert!(part.stopped.is_some());
            whole.for_each(|piles, value| {
                let known = part.region.contains(piles).then_some(value.clone());
                assert_eq!(part.value(piles), known, "{piles:?}");
            });
        }
    }
}

#[test]
fn memory_is_asked_for_before_it_is_used() {
    let stopped = outcomes(
        &game("rat", &[]),
        1_000_000,
        Play::Normal,
        &Limited::new(&Unwatched).memory(1 << 30),
    )
    .unwrap();
    assert!(
        matches!(stopped.stopped, Some(Stopped::Memory { needed, allowed: 0x4000_0000 }) if needed > 1 << 30)
    );
    assert_eq!(
        (stopped.region.reached, stopped.len()),
        (Reached::Nothing, 0)
    );
    let stopped = nim_values(
        &game("rat", &[]),
        100_000,
        &Limited::new(&Unwatched).memory(1 << 30),
    )
    .unwrap();
    assert_eq!(stopped.value(&[0, 0, 0]), None);
    let little = outcomes(
        &game("rat", &[]),
        300,
        Play::Normal,
        &Limited::new(&Unwatched).memory(200_000),
    )
    .unwrap();
    assert!(little.region.is_complete());
    assert!(
        little
            .iter()
            .eq(outcomes(&game("rat", &[]), 300, Play::Normal, &Unwatched)
                .unwrap()
                .iter())
    );
}

#[test]
fn what_no_search_can_handle_is_refused() {
    let refused = outcomes(&game("nim", &[("m", "11")]), 1, Play::Normal, &Unwatched);
    assert!(matches!(
        refused,
        Err(SolveError::Piles {
            piles: 11,
            most: 10,
            ..
        })
    ));
    let refused = plain::nim_values(
        &spec("none", 0, PileOrder::Sorted, Vec::new()),
        1,
        &Unwatched,
    );
    assert!(matches!(refused, Err(SolveError::Piles { piles: 0, .. })));
    let refused = nim_values(&game("nim", &[("m", "1")]), u32::MAX, &Unwatched);
    assert!(matches!(refused, Err(SolveError::Max { .. })));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for spec in [
        game("rat", &[]),
        game("mouse", &[]),
        game("raleigh", &[]),
        game("succinct-rat", &[]),
        game("nim", &[("m", "4")]),
    ] {
        let max = if spec.dimension() == 4 { 25 } else { 200 };
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| outcomes(&spec, max, Play::Normal, &Unwatched).unwrap())
        };
        let one = with(1);
        for threads in [2, 3, 8] {
            assert_eq!(with(threads), one, "{} with {threads} threads", spec.name);
        }
    }
}

/// Rules whose cases multiply, or that say little about a number, are solved or refused in short time.
#[test]
fn hostile_rules_end() {
    let absolutes = (0..40).map(|k| (v(0) - v(1) - k).absolute());
    let sum = absolutes.reduce(|sum, term| sum + term).unwrap();
    let many_cases = spec("cases", 1, PileOrder::Ordered, vec![vec![sum.less(900)]]);
    let marked = outcomes(&many_cases, 100, Play::Normal, &Unwatched).unwrap();
    assert_eq!(
        marked,
        plain::outcomes(&many_cases, 100, Play::Normal, &Unwatched).unwrap()
    );

    let nested = (0..40).fold(v(1).less(v(0)), |inner, k| inner.iff((v(0) - v(1)).less(k)));
    let doubled = spec("iff", 1, PileOrder::Ordered, vec![vec![nested]]);
    let marked = outcomes(&doubled, 60, Play::Normal, &Unwatched).unwrap();
    assert_eq!(
        marked,
        plain::outcomes(&doubled, 60, Play::Normal, &Unwatched).unwrap()
    );

    let chain = (0..40).fold(v(42).equals(v(0) - v(1)), |inner, k| {
        let next = v(43 - k).absolute() + (v(43 - k) - 1).absolute();
        Formula::exists(&variable(42 - k), v(42 - k).equals(next).and(inner))
    });
    let chained = spec(
        "chain",
        1,
        PileOrder::Ordered,
        vec![vec![Formula::exists(&variable(43), chain)]],
    );
    let _either = outcomes(
        &chained,
        5,
        Play::Normal,
        &Limited::new(&Unwatched).questions(50),
    );

    let unbounded = Formula::exists(&variable(2), v(2).less(v(0).times(1i64 << 40)));
    let long = spec("long", 1, PileOrder::Ordered, vec![vec![!unbounded]]);
    assert_eq!(
        outcomes(&long, 3, Play::Normal, &Unwatched).unwrap().len(),
        4
    );

    let huge = v(0).times(i64::MAX);
    let overflow = spec(
        "overflow",
        1,
        PileOrder::Ordered,
        vec![vec![v(1).less(huge)]],
    );
    let refused = outcomes(&overflow, 3, Play::Normal, &Unwatched);
    assert!(matches!(
        refused,
        Err(SolveError::Value {
            error: ValueError::TooLarge,
            ..
        })
    ));
}
