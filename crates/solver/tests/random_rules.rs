//! On random rules, marking, the compiled plain search and the search by the evaluator find the same.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::checkpoints::check_positions;
use crate::support::*;
use logic::{Comparison, Formula, HowMany, Piece, Set, Term, Unwatched};
use numeration::real::Real;
use proptest::prelude::*;
use rules::outcome::{Outcome, Play};
use rules::ruleset::Ruleset;
use rules::spec::{PileOrder, Spec};
use solver::{MovesIntoP, SolveError, plain};

/// The conventions of play that are defined: a blocking game has no misère play.
fn plays(spec: &Spec) -> Vec<Play> {
    match spec.blocking {
        0 => vec![Play::Normal, Play::Misere],
        _ => vec![Play::Normal],
    }
}

/// Compares all ways to the same answer on all positions up to `max`.
fn check(spec: &Spec, max: u32) {
    let board = plain::board(spec, max);
    let piles = |position: &rules::position::Position| -> Vec<u32> {
        position
            .piles()
            .iter()
            .map(|pile| u32::try_from(pile).unwrap())
            .collect()
    };
    for play in plays(spec) {
        let expected = plain::ruleset_outcomes(spec, &board, play, &Unwatched).unwrap();
        let mut expected: Vec<Vec<u32>> = board
            .iter()
            .zip(&expected.answers)
            .filter(|(_, outcome)| **outcome == Outcome::P)
            .map(|(position, _)| piles(position))
            .collect();
        expected.sort();
        let found = solver::outcomes(spec, max, play, &Unwatched).unwrap();
        let marked: Vec<Vec<u32>> = found.iter().map(<[u32]>::to_vec).collect();
        assert_eq!(marked, expected, "marking, {play:?}: {spec:#?}");
        let moves = MovesIntoP::new(spec, &found).unwrap().unwrap();
        for position in &board {
            let mut into = BTreeSet::new();
            let _flow = spec.for_each_move(position, &Unwatched, &mut |option| {
                into.insert(piles(&option.to));
                ControlFlow::Continue(())
            });
            into.retain(|to| expected.binary_search(to).is_ok());
            let mut seen = BTreeSet::new();
            let visited = moves.for_each(&piles(position), &Unwatched, &mut |to| {
                seen.insert(to.to_vec());
                false
            });
            assert_eq!(
                (visited, seen),
                (Ok(false), into),
                "{position}, {play:?}: {spec:#?}"
            );
        }
        let plain = plain::outcomes(spec, max, play, &Unwatched).unwrap();
        let plain: Vec<Vec<u32>> = plain.iter().map(<[u32]>::to_vec).collect();
        assert_eq!(plain, expected, "plain, {play:?}: {spec:#?}");
    }
    if spec.blocking > 0 {
        let refused = solver::nim_values(spec, max, &Unwatched);
        assert!(matches!(refused, Err(SolveError::Blocking { .. })));
        return;
    }
    let expected = plain::ruleset_nim_values(spec, &board, &Unwatched).unwrap();
    let values = solver::nim_values(spec, max, &Unwatched).unwrap();
    for (position, expected) in board.iter().zip(&expected.answers) {
        assert_eq!(
            values.value(&piles(position)),
            Some(expected.clone()),
            "{position}: {spec:#?}"
        );
    }
}

/// On boards of several words and blocks the evaluator is too slow: marking against the compiled plain search.
fn check_large(spec: &Spec, max: u32) {
    for play in plays(spec) {
        let marked = solver::outcomes(spec, max, play, &Unwatched).unwrap();
        let plain = plain::outcomes(spec, max, play, &Unwatched).unwrap();
        assert_eq!(marked, plain, "{spec:#?}");
        check_positions(spec, max, play, max);
    }
    if spec.blocking > 0 {
        return;
    }
    let values = solver::nim_values(spec, max / 2, &Unwatched).unwrap();
    let plain = plain::nim_values(spec, max / 2, &Unwatched).unwrap();
    plain.for_each(|piles, value| {
        assert_eq!(values.value(piles), Some(value), "{piles:?}: {spec:#?}")
    });
}

/// A linear term in the piles before and after the move and perhaps the quantified number.
fn linear(piles: u32, quantified: bool) -> BoxedStrategy<Term> {
    let variables = 2 * piles + u32::from(quantified);
    let part = (
        0..variables,
        prop_oneof![4 => Just(1i64), 4 => Just(-1), 1 => Just(2), 1 => Just(-3)],
    );
    (prop::collection::vec(part, 1..4), -4i64..5)
        .prop_map(|(parts, constant)| {
            parts
                .into_iter()
                .fold(Term::integer(constant), |sum, (variable, factor)| {
                    sum + v(variable).times(factor)
                })
        })
        .boxed()
}

/// `x - x'` for some pile, or the difference of two such.
fn taken(piles: u32) -> BoxedStrategy<Term> {
    let one = (0..piles).prop_map(move |pile| v(pile) - v(piles + pile));
    prop_oneof![one.clone(), (one.clone(), one).prop_map(|(s, t)| s - t)].boxed()
}

fn term(piles: u32, quantified: bool, depth: u32) -> BoxedStrategy<Term> {
    let simple = prop_oneof![linear(piles, quantified), taken(piles)];
    if depth == 0 {
        return simple.boxed();
    }
    let inner = term(piles, quantified, depth - 1);
    let two = (inner.clone(), inner.clone());
    prop_oneof![
        4 => simple,
        2 => inner.clone().prop_map(Term::absolute),
        2 => (inner.clone(), 2u64..5).prop_map(|(t, k)| t.modulo(k)),
        1 => (inner.clone(), 2u64..4).prop_map(|(t, k)| t.quotient(k)),
        1 => two.clone().prop_map(|(s, t)| Term::Minimum(vec![s, t])),
        1 => two.clone().prop_map(|(s, t)| Term::Maximum(vec![s, t])),
        1 => two.clone().prop_map(|(s, t)| s - t),
        1 => inner.clone().prop_map(|t| t.floor_times(Real::phi())),
        1 => inner.clone().prop_map(|t| t.floor_times(Real::ratio(7, 4).unwrap())),
        1 => two.clone().prop_map(|(s, t)| Term::NimSum(vec![s.absolute(), t.absolute()])),
        1 => (formula(piles, quantified, depth - 1), two).prop_map(|(f, (s, t))| Term::choice(f, s, t)),
    ]
    .boxed()
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

fn how_many(piles: u32) -> impl Strategy<Value = HowMany> {
    (0..=piles as usize, 0..3).prop_map(|(k, kind)| match kind {
        0 => HowMany::AtMost(k),
        1 => HowMany::Exactly(k),
        _ => HowMany::AtLeast(k),
    })
}

fn atom(piles: u32, quantified: bool, depth: u32) -> BoxedStrategy<Formula> {
    let set = || {
        let multiple = v(40).floor_times(Real::phi());
        let piece = Piece::new([multiple], [variable(40)], v(40).at_least(1));
        Set::new("S", 1, [piece])
    };
    let compared = (
        term(piles, quantified, depth),
        comparison(),
        term(piles, quantified, depth.min(1)),
    );
    prop_oneof![
        6 => compared.prop_map(|(s, relation, t)| s.compare(relation, t)),
        3 => (taken(piles), comparison(), -1i64..4).prop_map(|(t, relation, k)| t.compare(relation, k)),
        2 => how_many(piles).prop_map(move |many| changes(many, piles)),
        1 => linear(piles, quantified).prop_map(move |t| Formula::member([t], &set())),
        1 => (taken(piles), prop::collection::vec(1i64..6, 1..4)).prop_map(|(t, values)| finite_member(t, &values)),
    ]
    .boxed()
}

fn finite_member(term: Term, values: &[i64]) -> Formula {
    let pieces = values.iter().map(|&value| Piece::single([value.into()]));
    Formula::member([term], &Set::new("S", 1, pieces.collect::<Vec<_>>()))
}

fn formula(piles: u32, quantified: bool, depth: u32) -> BoxedStrategy<Formula> {
    if depth == 0 {
        return atom(piles, quantified, 0);
    }
    let inner = formula(piles, quantified, depth - 1);
    let list = prop::collection::vec(inner.clone(), 1..4);
    prop_oneof![
        3 => atom(piles, quantified, depth - 1),
        3 => list.clone().prop_map(Formula::And),
        3 => list.prop_map(Formula::Or),
        1 => inner.clone().prop_map(|f| !f),
        1 => (inner.clone(), inner.clone()).prop_map(|(f, g)| f.implies(g)),
        1 => (inner.clone(), inner).prop_map(|(f, g)| f.iff(g)),
    ]
    .boxed()
}

/// `exists n: n <= x + 3 and …` or the like for all n, so that every evaluation is finite.
fn quantified(piles: u32) -> BoxedStrategy<Formula> {
    let n = 2 * piles;
    let solved = (0..piles, formula(piles, true, 1)).prop_map(move |(pile, body)| {
        Formula::exists(
            &variable(n),
            v(n).equals(v(pile) - v(piles + pile)).and(body),
        )
    });
    let bounded = (0..piles, formula(piles, true, 1)).prop_map(move |(pile, body)| {
        Formula::exists(&variable(n), v(n).at_most(v(pile) + 2).and(body))
    });
    let every = (0..piles, formula(piles, true, 1)).prop_map(move |(pile, body)| {
        Formula::forall(&variable(n), Formula::any([(v(pile) + 2).less(v(n)), body]))
    });
    let beatty = (taken(piles), formula(piles, true, 1)).prop_map(move |(t, body)| {
        let multiple = v(n).floor_times(Real::ratio(7, 4).unwrap());
        Formula::exists(&variable(n), t.equals(multiple).and(body))
    });
    prop_oneof![solved, bounded, every, beatty].boxed()
}

fn rule(piles: u32) -> BoxedStrategy<Vec<Formula>> {
    prop_oneof![
        3 => prop::collection::vec(formula(piles, false, 2), 1..3),
        1 => (formula(piles, false, 1), quantified(piles)).prop_map(|(f, g)| vec![f, g]),
    ]
    .boxed()
}

/// A condition on the piles before the move alone.
fn ends(piles: u32) -> BoxedStrategy<Option<Formula>> {
    let pile = 0..piles;
    let compared = (pile.clone(), comparison(), pile, 0i64..4)
        .prop_map(|(x, relation, y, k)| v(x).compare(relation, v(y) + k))
        .boxed();
    let residue = (0..piles, 2u64..4)
        .prop_map(|(x, k)| v(x).modulo(k).equals(1))
        .boxed();
    let some = prop_oneof![
        compared.clone(),
        residue.clone(),
        (compared, residue).prop_map(|(f, g)| f.and(g))
    ];
    prop_oneof![3 => Just(None), 1 => some.prop_map(Some)].boxed()
}

/// Which vectors are positions: often all.
fn domain(piles: u32) -> BoxedStrategy<Option<Formula>> {
    let last = piles - 1;
    let some = prop_oneof![
        (0i64..3).prop_map(move |most| v(last).at_most(most)),
        (2u32..4).prop_map(|modulus| v(0).modulo(modulus).equals(0)),
        (1i64..9).prop_map(move |least| Formula::any([v(last).at_most(v(0)), v(0).greater(least)])),
        (2i64..7).prop_map(move |not| !(v(0) + v(last)).equals(not)),
    ];
    prop_oneof![2 => Just(None), 1 => some.prop_map(Some)].boxed()
}

/// A game without nested terms.
fn simple_game(piles: u32) -> impl Strategy<Value = Spec> {
    let rule = prop::collection::vec(formula(piles, false, 1), 1..4);
    of_rules(piles, rule.boxed())
}

fn game(piles: u32) -> impl Strategy<Value = Spec> {
    of_rules(piles, rule(piles))
}

fn of_rules(piles: u32, rule: BoxedStrategy<Vec<Formula>>) -> impl Strategy<Value = Spec> {
    let mixed = if piles > 2 {
        PileOrder::Mixed(piles as usize - 1)
    } else {
        PileOrder::Sorted
    };
    let order = prop_oneof![
        Just(PileOrder::Sorted),
        Just(PileOrder::Ordered),
        Just(mixed)
    ];
    let rules = prop::collection::vec(rule, 1..3);
    let blocking = prop_oneof![2 => Just(0u32), 1 => 1u32..4];
    let game = (order, rules, ends(piles), domain(piles), blocking);
    game.prop_map(move |(order, rules, ends, domain, blocking)| {
        let mut game = spec("random", piles as usize, order, rules);
        (game.ends, game.domain, game.blocking) = (ends, domain, blocking);
        game
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn one_pile(game in game(1)) {
        check(&game, 24);
    }

    #[test]
    #[ignore = "slow: `cargo xtask test` runs it"]
    fn two_piles(game in game(2)) {
        check(&game, 9);
    }

    #[test]
    #[ignore = "slow: `cargo xtask test` runs it"]
    fn three_piles(game in game(3)) {
        check(&game, 4);
    }

    #[test]
    fn four_piles(game in simple_game(4)) {
        check(&game, 2);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn large_heaps(game in simple_game(1)) {
        check_large(&game, 400);
    }

    #[test]
    fn large_boards(game in simple_game(2)) {
        check_large(&game, 66);
    }

    #[test]
    fn large_cubes(game in simple_game(3)) {
        check_large(&game, 10);
    }
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn every_game_of_the_rules() {
    let folder = format!("{}/../../rules", env!("CARGO_MANIFEST_DIR"));
    let (mut games, mut splitting) = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let opened = lang::open_game(&text, "rules", &lang::CompanionFiles::default(), |_| {
            Vec::new()
        });
        let spec = match opened.unwrap() {
            lang::OpenedGame::Piles(opened) => opened.spec,
            // These have tests of their own, in heaps_that_split.rs.
            lang::OpenedGame::Splitting(_) => {
                splitting += 1;
                continue;
            }
        };
        let max = [0, 24, 8, 4, 2][spec.dimension()];
        check(&spec, 0);
        check(&spec, max);
        check_large(&spec, 2 * max);
        games += 1;
    }
    assert!(games > 20, "only {games} games were found");
    assert!(splitting > 5, "only {splitting} games that split heaps");
}
