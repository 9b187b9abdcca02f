//! Single nim-values, discovered as P-positions beside a heap, against the nim-values by brute force.

use discovery::heap::{HeapError, HeapSum};
use discovery::{BareRules, DiscoveryOptions, discover};
use logic::Unwatched;
use proof::{Claim, ClaimOutcome, prove_claim};
use rules::outcome::Play;

fn rules(text: &str, given: &[(&str, &str)]) -> BareRules {
    let given = given.iter();
    let given = given.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let opened = lang::open(text, "test.game", |_| given.collect()).expect("a correct file");
    BareRules::of(&opened).expect("rules stay rules")
}

/// The P-positions beside a heap are the positions beside their nim-values.
fn check_board(rules: &BareRules, most: u32, side: u32) {
    let beside = HeapSum::of(rules, most).expect("a game with nim-values");
    let solved = solver::outcomes(beside.rules.spec(), side, Play::Normal, &Unwatched);
    let found: Vec<Vec<u32>> = solved
        .expect("a board")
        .iter()
        .map(<[u32]>::to_vec)
        .collect();
    let values = solver::nim_values(rules.spec(), side, &Unwatched).expect("a board");
    let mut expected = 0;
    values.for_each(|piles, value| {
        let value = u32::try_from(value.heap()).expect("a small value");
        if value <= most {
            let with_heap = [piles, &[value]].concat();
            assert!(found.contains(&with_heap), "{with_heap:?}");
            expected += 1;
        }
    });
    assert_eq!(found.len(), expected);
}

const NIM: &str = include_str!("../../../rules/nim.game");
const RALEIGH: &str = include_str!("../../../rules/raleigh.game");
const ENDED: &str = include_str!("../../../rules/ended-wythoff.game");
const SUBTRACTION: &str = include_str!("../../../rules/subtraction.game");
const SKIP: &str = include_str!("../../../docs/tutorial.in/skip.game");
const BLOCKING: &str = include_str!("../../../rules/blocking-wythoff.game");

#[test]
fn p_positions_beside_a_heap_are_nim_values() {
    check_board(&rules(NIM, &[("m", "2")]), 2, 12);
    check_board(&rules(RALEIGH, &[]), 2, 7);
    check_board(&rules(ENDED, &[]), 3, 12);
    check_board(&rules(SUBTRACTION, &[("set", "{1,3,4}")]), 2, 40);
    check_board(&rules(SKIP, &[]), 2, 15);
}

fn check_found(rules: &BareRules, most: u32, max: u32) {
    let beside = HeapSum::of(rules, most).expect("a game with nim-values");
    let options = DiscoveryOptions {
        max: Some(max),
        systems: None,
        play: Play::Normal,
    };
    let answer = discover(&beside.rules, &options, &Unwatched).expect("a board");
    let found = answer
        .found
        .unwrap_or_else(|| panic!("{:#?}", answer.tried));
    let report = prove_claim(&found.game, Claim::PPositions, &Unwatched);
    assert_eq!(report.outcome, ClaimOutcome::Proved);
}

#[test]
fn single_nim_values_are_discovered() {
    check_found(&rules(SUBTRACTION, &[("set", "{1,3,4}")]), 2, 300);
    check_found(&rules(NIM, &[("m", "2")]), 1, 60);
    check_found(&rules(SKIP, &[]), 1, 90);
}

#[test]
fn a_blocking_game_has_no_nim_values() {
    let blocking = HeapSum::of(&rules(BLOCKING, &[]), 1);
    assert!(matches!(blocking, Err(HeapError::Blocking)));
}
