//! The strategy automaton: its moves are legal and win, on small positions and on huge ones.
#![allow(clippy::unwrap_used)]

use crate::support::*;
use games::position::Position;
use games::ruleset::Ruleset;
use games::spec::Spec;
use logic::Unwatched;
use numeration::natural::Natural;
use proof::{Claim, ProvedStrategy, WinningAdvice, prove_claim};

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

#[test]
fn only_a_proof_of_the_p_positions_gives_a_strategy() {
    let nim = load("nim", "m=2");
    let proof = prove_claim(&nim, Claim::NimValues, &Unwatched).proof;
    let strategy = ProvedStrategy::from_proof(&nim, &proof.unwrap(), &Unwatched);
    assert!(strategy.unwrap().is_none());
}
