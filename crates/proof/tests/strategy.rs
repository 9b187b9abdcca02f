//! The strategy automaton: its moves are legal and win, on small positions and on huge ones.
#![allow(clippy::unwrap_used)]

use crate::support::*;
use logic::Unwatched;
use numeration::natural::Natural;
use proof::{Claim, Language, ProvedStrategy, WinningAdvice, prove_claim};
use rules::position::Position;
use rules::ruleset::Ruleset;
use rules::spec::Spec;

fn check(spec: &Spec, most: u64) {
    let proof = prove_claim(spec, Claim::PPositions, &Unwatched).proof;
    let strategy = ProvedStrategy::from_proof(spec, &proof.unwrap(), &Unwatched);
    let strategy = strategy.unwrap().unwrap();
    println!("{}: {} nodes", spec.name, strategy.size());
    for piles in (0..=most).flat_map(|sum| of_sum(spec, sum)) {
        check_advice(spec, &strategy, &piles.iter().copied().collect());
    }
    // 40 digits and more: the move is legal and leads to a claimed position.
    for seed in 1u64..6 {
        let pile = |index: usize| {
            Natural::from(seed + 7 * index as u64 + 3)
                * Natural::from(987_654_321_987_654_321u64)
                * Natural::from(123_456_789_123_456_789u64 + index as u64)
        };
        let piles = (0..spec.dimension()).map(pile).collect();
        check_advice(spec, &strategy, &spec.position(piles).unwrap());
    }
}

fn check_advice(spec: &Spec, strategy: &ProvedStrategy, position: &Position) {
    match strategy.advise(position, &Unwatched).unwrap().unwrap() {
        WinningAdvice::Lost => assert!(is_claimed(spec, position), "{position}"),
        WinningAdvice::Move { to, kind } => {
            assert!(!is_claimed(spec, position), "{position}");
            assert!(is_claimed(spec, &to), "{position} -> {to}");
            let kinds = spec.legal(position, &to, &Unwatched).unwrap().unwrap();
            assert!(
                kinds.contains(&kind),
                "{position} -> {to} is {kinds:?}, not {kind}"
            );
        }
    }
}

#[test]
fn strategies_win() {
    check(&mouse(), 30);
    check(&wythoff(1), 30);
    check(&wythoff(2), 30);
    check(&succinct(3), 12);
    check(&raleigh(), 20);
}

/// The automaton accepts the winning moves, of all pairs of small positions.
fn check_moves(game: &str, arguments: &str, most: u64) {
    let spec = load(game, arguments);
    let moves = Language::winning_moves(&spec, &Unwatched).unwrap();
    let small = (0..=most).flat_map(|sum| of_sum(&spec, sum));
    let small = small.map(|piles| piles.into_iter().map(Natural::from).collect());
    let small: Vec<Position> = small
        .filter_map(|piles| spec.position(piles).ok())
        .collect();
    let mut seen = 0;
    for (from, to) in small
        .iter()
        .flat_map(|from| small.iter().map(move |to| (from, to)))
    {
        let numbers = from
            .piles()
            .iter()
            .zip(to.piles())
            .flat_map(|(old, new)| [old, new]);
        let digits: Vec<_> = numbers
            .map(|n| moves.system.system().represent(n).unwrap())
            .collect();
        let wins = !is_claimed(&spec, from)
            && is_claimed(&spec, to)
            && spec.legal(from, to, &Unwatched).unwrap().is_ok();
        assert_eq!(
            moves.set.holds(&digits),
            wins,
            "{game} {arguments}: {from} -> {to}"
        );
        seen += usize::from(wins);
    }
    assert!(seen > small.len() / 2, "{game} {arguments}: {seen}");
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn all_winning_moves_are_accepted() {
    check_moves("mouse", "", 24);
    check_moves("rat", "", 14);
    check_moves("raleigh", "", 14);
    check_moves("succinct-rat", "d=3", 12);
    check_moves("fat-rat", "m=3", 12);
    check_moves("grandiose-rat", "d=3", 12);
    check_moves("nim", "m=2", 24);
    check_moves("mark", "", 60);
    for d in 1..=3 {
        check_moves("wythoff", &format!("d={d}"), 24);
    }
    for game in ["beta-nim", "beta-wynim", "beta-t-wynim"] {
        check_moves(game, "beta=phi^2", 20);
    }
}

#[test]
fn only_a_proof_of_the_p_positions_gives_a_strategy() {
    let nim = load("nim", "m=2");
    let proof = prove_claim(&nim, Claim::NimValues, &Unwatched).proof;
    let strategy = ProvedStrategy::from_proof(&nim, &proof.unwrap(), &Unwatched);
    assert!(strategy.unwrap().is_none());
}
