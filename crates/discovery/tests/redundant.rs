//! What can be dropped and added, against brute force: changed games are solved, differences of P-positions are listed.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use discovery::redundant::added::{AddableReport, holds};
use discovery::redundant::parts::parts;
use discovery::redundant::{AddableError, Redundancy, redundant};
use discovery::{BareRules, Board, DiscoveryOptions, discover};
use lang::Opened;
use logic::Unwatched;
use numeration::natural::Natural;
use proof::{Claim, ClaimOutcome, Counterexample, prove_claim};
use proptest::prelude::*;
use rules::outcome::Play;
use rules::ruleset::Ruleset;
use rules::spec::Spec;

fn opened(name: &str, given: &[(&str, &str)]) -> Opened {
    let path = format!("{}/../../rules/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a catalogued game");
    read(&text, given)
}

fn read(text: &str, given: &[(&str, &str)]) -> Opened {
    let given = given.iter();
    let given = given.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    lang::open(text, "test.game", |_| given.collect()).expect("a correct file")
}

fn solved(spec: &Spec, max: u32) -> Board {
    Board::solve(spec, max, Play::Normal, &Unwatched).expect("a small board")
}

/// All tuples with entries up to a number.
fn tuples(dimension: usize, side: u32) -> Vec<Vec<u32>> {
    (0..dimension).fold(vec![Vec::new()], |shorter, _| {
        let longer = shorter
            .iter()
            .flat_map(|tuple| (0..=side).map(move |entry| [tuple.as_slice(), &[entry]].concat()));
        longer.collect()
    })
}

/// The smallest position at which two games differ, up to a board.
fn first_difference(one: &Board, other: &Board) -> Option<Vec<u32>> {
    let p = |board: &Board| {
        board
            .p_positions()
            .map(<[u32]>::to_vec)
            .collect::<BTreeSet<_>>()
    };
    let (one, other) = (p(one), p(other));
    let differ = one.symmetric_difference(&other).cloned();
    differ.min_by_key(|piles| (piles.iter().sum::<u32>(), piles.clone()))
}

/// Each verdict on a part is what the solved boards say.
fn check_parts(opened: &Opened, found: &Redundancy, side: u32) {
    let all = parts(&opened.tree);
    assert_eq!(all.len(), found.dropped.len());
    let board = solved(&opened.spec, side);
    for (part, dropped) in all.iter().zip(&found.dropped) {
        assert_eq!(part.text, dropped.text);
        let changed = lang::open(&lang::print(&part.rest), "rest", |_| Vec::new());
        let changed = solved(&changed.expect("rules stay rules").spec, side);
        let difference = first_difference(&board, &changed);
        let told = match &dropped.outcome {
            ClaimOutcome::Proved => None,
            ClaimOutcome::Refuted(
                Counterexample::MoveInside { from: position, .. }
                | Counterexample::NoMoveInto { position }
                | Counterexample::TooManyInside { from: position, .. }
                | Counterexample::TooFewInto { position, .. },
            ) => Some(position.piles().to_vec()),
            other => panic!("{other:?}"),
        };
        let told = told.map(|piles| {
            piles
                .iter()
                .map(|pile| u32::try_from(pile).expect("a small pile"))
                .collect()
        });
        let beyond = |piles: &Vec<u32>| piles.iter().any(|pile| *pile > side);
        assert_eq!(
            told.filter(|piles| !beyond(piles)),
            difference,
            "{}",
            part.text
        );
    }
}

/// Do the rules end the game here?
fn ended(spec: &Spec, piles: &[u32]) -> bool {
    let given: Vec<Natural> = piles.iter().map(|pile| Natural::from(*pile)).collect();
    let position = spec.position(given).expect("a position");
    let first = &mut |_| ControlFlow::Break(());
    let moves = spec.for_each_move(&position, &Unwatched, first);
    spec.ends.is_some() && moves.expect("moves").is_continue()
}

/// The vectors are those that lead from no P-position to another, as far as a board shows.
fn check_vectors(spec: &Spec, added: &AddableReport, small: u32, side: u32) {
    let board = solved(spec, side);
    for vector in tuples(spec.dimension(), small) {
        let mut bridges = board.p_positions().filter(|from| {
            let left = from
                .iter()
                .zip(&vector)
                .map(|(from, taken)| from.checked_sub(*taken));
            let Some(mut left) = left.collect::<Option<Vec<u32>>>() else {
                return false;
            };
            spec.piles.order.sort(&mut left);
            board.is_p(&left) == Some(true) && !ended(spec, from)
        });
        let free = bridges.next().is_none() && vector.iter().any(|taken| *taken > 0);
        assert_eq!(holds(&added.vectors, &vector), free, "{vector:?}");
    }
}

/// The single moves are all ways down that do not stay inside P.
fn check_moves(spec: &Spec, added: &AddableReport, side: u32) {
    let board = solved(spec, side);
    let position = |piles: &[u32]| {
        board.is_p(piles).filter(|_| {
            let given = piles.iter().map(|pile| Natural::from(*pile)).collect();
            spec.position(given).is_ok()
        })
    };
    for from in tuples(spec.dimension(), side) {
        for to in tuples(spec.dimension(), side) {
            let down = from != to && from.iter().zip(&to).all(|(from, to)| from >= to);
            let free = match (position(&from), position(&to)) {
                (Some(p), Some(to)) => down && !(p && to) && !ended(spec, &from),
                _ => false,
            };
            let pairs = from.iter().zip(&to).flat_map(|(from, to)| [*from, *to]);
            let pairs: Vec<u32> = pairs.collect();
            assert_eq!(holds(&added.moves, &pairs), free, "{from:?} {to:?}");
        }
    }
}

/// A vector is new if at some position the rules have no such move.
fn check_fresh(spec: &Spec, added: &AddableReport, small: u32, side: u32) {
    let position = |piles: &[u32]| {
        let given = piles.iter().map(|pile| Natural::from(*pile)).collect();
        spec.position(given).ok()
    };
    let is_new = |vector: &[u32]| {
        tuples(spec.dimension(), side).into_iter().any(|left| {
            let from: Vec<u32> = left
                .iter()
                .zip(vector)
                .map(|(left, taken)| left + taken)
                .collect();
            match (position(&from), position(&left)) {
                (Some(before), Some(after)) => {
                    spec.piles.order.is_kept_by(&from)
                        && !ended(spec, &from)
                        && spec
                            .legal(&before, &after, &Unwatched)
                            .expect("rules")
                            .is_err()
                }
                _ => false,
            }
        })
    };
    let all = tuples(spec.dimension(), small);
    let all = all.iter().filter(|vector| holds(&added.vectors, vector));
    if let Some(fresh) = &added.fresh {
        for vector in all {
            assert_eq!(holds(fresh, vector), is_new(vector), "{vector:?}");
        }
    }
    for vector in &added.smallest_fresh {
        assert!(
            holds(&added.vectors, vector) && is_new(vector),
            "{vector:?}"
        );
    }
}

/// The shorter rules are proved again, and have the same board.
fn check_shorter(opened: &Opened, found: &Redundancy, side: u32) {
    let Some(shorter) = &found.shorter else {
        return;
    };
    let spec = read(&shorter.text, &[]).spec;
    let report = prove_claim(&spec, Claim::PPositions, &Unwatched);
    assert_eq!(report.outcome, ClaimOutcome::Proved);
    let (board, changed) = (solved(&opened.spec, side), solved(&spec, side));
    assert_eq!(first_difference(&board, &changed), None);
}

fn check(opened: &Opened, sides: [u32; 4]) -> Redundancy {
    let found = redundant(opened, &Unwatched).expect("rules stay rules");
    let [parts, small, large, tiny] = sides;
    assert_eq!(found.stopped, None);
    check_parts(opened, &found, parts);
    check_shorter(opened, &found, parts);
    let added = found.added.as_ref().expect("it was not stopped");
    let added = added.as_ref().expect("a decidable game");
    check_vectors(&opened.spec, added, small, large);
    check_moves(&opened.spec, added, tiny);
    check_fresh(&opened.spec, added, small.min(5), 8);
    found
}

fn formula(found: &Redundancy) -> Option<(bool, &str)> {
    let added = found.added.as_ref()?.as_ref().ok()?;
    let formula = added.formula.as_ref()?;
    Some((formula.complement, formula.set.as_str()))
}

fn without(found: &Redundancy) -> Vec<&str> {
    let shorter = found.shorter.iter();
    let places = shorter.flat_map(|shorter| &shorter.without);
    places
        .map(|place| found.dropped[*place].text.as_str())
        .collect()
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn two_piles() {
    let wythoff = check(&opened("wythoff", &[]), [25, 10, 120, 7]);
    assert_eq!(without(&wythoff), ["x' < x", "y' < y"]);
    assert_eq!(formula(&wythoff), None);
    check(&opened("wythoff", &[("d", "3")]), [25, 8, 200, 6]);
    check(&opened("mouse", &[]), [25, 10, 120, 7]);
    check(
        &opened("beta-wynim", &[("beta", "2+sqrt(2)")]),
        [25, 8, 200, 6],
    );
    let nim = check(&opened("nim", &[("m", "2")]), [20, 8, 40, 6]);
    assert_eq!(formula(&nim), Some((true, "{ (n + 1, n + 1) | n >= 0 }")));
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn three_piles() {
    let raleigh = check(&opened("raleigh", &[]), [16, 6, 60, 4]);
    let expected = ["to (0, 0, 0)", "0 < a", "a < b", "b < c", "a' < a", "t > 0"];
    assert_eq!(without(&raleigh), expected);
    let rat = check(&opened("rat", &[]), [32, 7, 60, 4]);
    assert!(without(&rat).contains(&"y' <= z'"));
}

/// The vectors of the succinct rat are all that there can be.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn nothing_can_be_added_to_the_succinct_rat() {
    for d in ["2", "3"] {
        let found = check(&opened("succinct-rat", &[("d", d)]), [16, 6, 60, 4]);
        let added = found
            .added
            .expect("it was not stopped")
            .expect("a decidable game");
        let fresh = added.fresh.expect("small automata");
        assert!(fresh.set.automaton().is_empty());
    }
}

/// Where the rules end the game, P-positions may differ by a vector that is a move elsewhere.
#[test]
fn ends_and_conditions_on_positions() {
    let ended = opened("ended-wythoff", &[]);
    assert!(ended.spec.ends.is_some());
    check(&ended, [25, 8, 120, 6]);
    let halves = "game h\npiles x <= y\npositions when (x + y) mod 2 = 0\nmove a: at most 2 of x, y change\nP = { (0, 0) }";
    let halves = check(&read(halves, &[]), [12, 6, 30, 6]);
    assert_eq!(formula(&halves), Some((true, "{}")));
}

#[test]
fn in_a_blocking_game_parts_are_decided_and_moves_are_not_added() {
    let game = opened("blocking-wythoff", &[]);
    let found = redundant(&game, &Unwatched).expect("rules stay rules");
    check_parts(&game, &found, 12);
    assert_eq!(
        found.added.expect("it was not stopped").err(),
        Some(AddableError::Blocking)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    #[ignore = "slow: `cargo xtask test` runs it"]
    fn subtraction_games(set in prop::collection::btree_set(1u32..8, 2..4)) {
        let members: Vec<String> = set.iter().map(u32::to_string).collect();
        let text = format!("game s\npiles n\nmove a:\n    n - n' in {{ {} }}\n    n' < n or n = 0\n", members.join(", "));
        let rules = BareRules::of(&read(&text, &[])).expect("rules");
        let options = DiscoveryOptions { max: None, systems: None, play: Play::Normal };
        let found = discover(&rules, &options, &Unwatched).expect("a small game").found;
        let claim = found.expect("a period").claim;
        check(&read(&rules.with(&claim), &[]), [60, 30, 120, 20]);
    }
}
