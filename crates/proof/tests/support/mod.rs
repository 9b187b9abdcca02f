//! Games of the catalogue, whole or broken, and brute force: the smallest position on which a claim and the truth differ.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;

use logic::evaluate::{Assignment, holds};
use logic::watch::Watch;
use logic::{Formula, Unwatched};
use numeration::natural::Natural;
use proof::{Claim, ClaimOutcome, Counterexample, prove_claim};
use rules::position::Position;
use rules::ruleset::Ruleset;
use rules::spec::Spec;

pub fn mouse() -> Spec {
    load("mouse", "")
}

pub fn rat() -> Spec {
    load("rat", "")
}

/// The Rat game with a = 1 always.
pub fn rat_with_a_one() -> Spec {
    load_with("rat", "", ("if (y - x) mod 7 = 0 then 2 else 1", "1"))
}

/// The Rat game without the extra permutation of type II.
pub fn rat_without_permutation() -> Spec {
    load_with("rat", "", (" or z' <= x' <= y'", ""))
}

pub fn succinct(d: usize) -> Spec {
    load("succinct-rat", &format!("d={d}"))
}

/// The succinct rat game as it was printed.
pub fn succinct_as_printed(d: usize) -> Spec {
    let (said, printed) = (
        "s(i) <= 2*s(i-1) <= s(i) + 1",
        "s(i) - 1 <= 2*s(i-1) <= s(i)",
    );
    load_with("succinct-rat", &format!("d={d}"), (said, printed))
}

pub fn raleigh() -> Spec {
    load("raleigh", "")
}

pub fn raleigh_without_proviso() -> Spec {
    load_with("raleigh", "", ("and not (b' < a' and t = 3)", ""))
}

/// d-Wythoff.
pub fn wythoff(d: usize) -> Spec {
    load("wythoff", &format!("d={d}"))
}

/// The smallest position (least sum, then lexicographic) of sum at most `most` that the claim has wrong.
pub fn first_error(spec: &Spec, most: u64) -> Option<(Vec<u64>, bool)> {
    let mut truth: HashMap<Position, bool> = HashMap::new();
    for sum in 0..=most {
        for piles in of_sum(spec, sum) {
            let position: Position = piles.iter().copied().collect();
            let (mut wins, mut lost) = (false, 0);
            let _ = spec
                .for_each_move(&position, &Unwatched, &mut |found| {
                    lost += u32::from(truth[&found.to]);
                    wins = lost > spec.blocking;
                    if wins {
                        return ControlFlow::Break(());
                    }
                    ControlFlow::Continue(())
                })
                .unwrap();
            truth.insert(position.clone(), !wins);
            let claimed = is_claimed(spec, &position);
            if claimed == wins {
                return Some((piles, claimed));
            }
        }
    }
    None
}

pub fn is_claimed(spec: &Spec, position: &Position) -> bool {
    let member = Formula::member(position.piles(), spec.p_positions.as_ref().unwrap());
    holds(&member, &Assignment::new()).unwrap()
}

pub fn of_sum(spec: &Spec, sum: u64) -> Vec<Vec<u64>> {
    fn extend(
        prefix: &mut Vec<u64>,
        left: u64,
        piles: usize,
        sorted: usize,
        all: &mut Vec<Vec<u64>>,
    ) {
        if piles == 1 {
            if sorted <= prefix.len() || prefix.last().is_none_or(|&last| last <= left) {
                all.push([prefix.as_slice(), &[left]].concat());
            }
            return;
        }
        let least = if prefix.len() < sorted {
            prefix.last().copied().unwrap_or(0)
        } else {
            0
        };
        for pile in least..=left {
            prefix.push(pile);
            extend(prefix, left - pile, piles - 1, sorted, all);
            prefix.pop();
        }
    }
    let mut all = Vec::new();
    extend(
        &mut Vec::new(),
        sum,
        spec.dimension(),
        spec.piles.order.sorted(spec.dimension()),
        &mut all,
    );
    all.retain(|piles| spec.has(&piles.iter().copied().collect()));
    all
}

/// Drops each rule and each clause in turn, and each part of a clause that is a conjunction.
pub fn mutants(spec: &Spec) -> Vec<(String, Spec)> {
    let mut mutants = Vec::new();
    for (index, rule) in spec.moves.iter().enumerate() {
        let mut without = spec.clone();
        without.moves.remove(index);
        mutants.push((format!("without {}", rule.kind), without));
        for clause in 0..rule.clauses.len() {
            let mut without = spec.clone();
            let mut clauses = rule.clauses.to_vec();
            clauses.remove(clause);
            without.moves[index].clauses = clauses.into();
            mutants.push((format!("without clause {clause} of {}", rule.kind), without));
            if let Formula::And(parts) = &rule.clauses[clause] {
                for part in 0..parts.len() {
                    let mut rest = parts.clone();
                    rest.remove(part);
                    let mut without = spec.clone();
                    let mut clauses = rule.clauses.to_vec();
                    clauses[clause] = Formula::And(rest);
                    without.moves[index].clauses = clauses.into();
                    mutants.push((
                        format!("without part {part} of clause {clause} of {}", rule.kind),
                        without,
                    ));
                }
            }
        }
    }
    mutants
}

/// Which half of a claim `P = S` fails at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// A claimed position has a move to a claimed one.
    MoveInside,
    /// A position that is not claimed has no move to one that is.
    NoMoveInto,
}

/// The verdict and the smallest counterexample agree with brute force up to a sum.
pub fn check_against_brute_force(spec: &Spec, what: &str, most: u64) -> Option<(Position, Half)> {
    check_within(spec, what, most, &Unwatched)
}

/// The same, unless the watch stops the proof; what small positions show is found before.
pub fn check_within(
    spec: &Spec,
    what: &str,
    most: u64,
    watch: &dyn Watch,
) -> Option<(Position, Half)> {
    let report = prove_claim(spec, Claim::PPositions, watch);
    let expected = first_error_by_pairs(spec, most);
    if let ClaimOutcome::Stopped(_) = report.outcome {
        assert_eq!(expected, None, "{} {what}", spec.name);
        return None;
    }
    let found = match &report.outcome {
        ClaimOutcome::Proved => None,
        ClaimOutcome::Refuted(Counterexample::MoveInside { from, to, kind }) => {
            check_move(spec, from, to, kind);
            Some((from.clone(), Half::MoveInside))
        }
        ClaimOutcome::Refuted(Counterexample::NoMoveInto { position }) => {
            Some((position.clone(), Half::NoMoveInto))
        }
        ClaimOutcome::Refuted(Counterexample::TooManyInside { from, options, .. }) => {
            check_options(spec, from, options);
            assert!(options.len() > spec.blocking as usize);
            Some((from.clone(), Half::MoveInside))
        }
        ClaimOutcome::Refuted(Counterexample::TooFewInto {
            position, options, ..
        }) => {
            check_options(spec, position, options);
            assert!(options.len() <= spec.blocking as usize);
            Some((position.clone(), Half::NoMoveInto))
        }
        other => panic!("{} {what}: {other:?}", spec.name),
    };
    match (&found, &expected) {
        (Some((position, _)), None) => assert!(
            tokens(position) > most,
            "{} {what}: {position} is right",
            spec.name
        ),
        _ => assert_eq!(found, expected, "{} {what}", spec.name),
    }
    found
}

fn tokens(position: &Position) -> Natural {
    position
        .piles()
        .iter()
        .fold(Natural::default(), |sum, pile| sum + pile)
}

/// These are different options that are claimed.
fn check_options(spec: &Spec, from: &Position, options: &[Position]) {
    for (index, to) in options.iter().enumerate() {
        assert!(spec.legal(from, to, &Unwatched).unwrap().is_ok());
        assert!(is_claimed(spec, to) && !options[..index].contains(to));
    }
}

/// The move is legal, of this kind, and leads to a claimed position.
fn check_move(spec: &Spec, from: &Position, to: &Position, kind: &str) {
    let kinds = spec.legal(from, to, &Unwatched).unwrap().unwrap();
    assert!(
        kinds.iter().any(|other| &**other == kind),
        "{from} -> {to} is {kinds:?}, not {kind}"
    );
    assert!(is_claimed(spec, to));
}

/// The smallest position at which a half of the claim fails, found from the claimed positions below it.
pub fn first_error_by_pairs(spec: &Spec, most: u64) -> Option<(Position, Half)> {
    let mut claimed: Vec<Position> = Vec::new();
    for piles in (0..=most).flat_map(|sum| of_sum(spec, sum)) {
        let position: Position = piles.iter().copied().collect();
        let legal = |to: &&Position| spec.legal(&position, to, &Unwatched).unwrap().is_ok();
        let wins = claimed.iter().filter(legal).count() > spec.blocking as usize;
        match (is_claimed(spec, &position), wins) {
            (true, true) => return Some((position, Half::MoveInside)),
            (false, false) => return Some((position, Half::NoMoveInto)),
            (true, false) => claimed.push(position),
            (false, true) => {}
        }
    }
    None
}

/// A game of the catalogue.
pub fn load(game: &str, arguments: &str) -> Spec {
    load_with(game, arguments, ("", ""))
}

/// A game of the catalogue in which something is replaced.
pub fn load_with(game: &str, arguments: &str, (said, instead): (&str, &str)) -> Spec {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../rules/{game}.game"));
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains(said), "{game} does not say {said}");
    let text = text.replacen(said, instead, 1);
    let arguments: Vec<(String, String)> = arguments
        .split(';')
        .filter_map(|argument| argument.split_once('='))
        .map(|(a, b)| (a.into(), b.into()))
        .collect();
    lang::load(&text, &format!("{game}.game"), &arguments).unwrap()
}
