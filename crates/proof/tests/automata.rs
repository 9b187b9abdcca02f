//! Claims whose sets are given by automata: proved, and refuted as brute force finds it when the automaton is broken.
#![allow(clippy::unwrap_used)]

use crate::support::*;
use automata::{Automaton, Successor};
use lang::CompanionFiles;
use logic::Unwatched;
use logic::digits::AutomatonSet;
use numeration::named::{NamedSystem, SystemForm};
use proof::spell::Speller;
use proof::{
    Certificate, Claim, ClaimOutcome, Language, ProvedStrategy, Refusal, can_be_certified, check,
    is_about, prove_claim,
};
use rules::spec::Spec;

const WYTHOFF: &str = "game wythoff \"Wythoff\"
piles x, y
move I: exactly 1 of x, y changes
move II: x - x' = y - y'
set W = automaton \"w.aut\" in SYSTEM
P when (x, y) in W";

fn game(rules: &str, system: &str, automaton: &str) -> Spec {
    let text = rules.replace("SYSTEM", system);
    let beside = CompanionFiles::of(&text, |_| Ok(automaton.to_owned()));
    let opened = lang::open_beside(&text, "w.game", &beside, |_| Vec::new());
    opened
        .unwrap_or_else(|faults| panic!("{faults}\n{automaton}"))
        .spec
}

fn zeckendorf() -> NamedSystem {
    NamedSystem::new(SystemForm::Zeckendorf).unwrap()
}

/// Wythoff's P-positions in Fibonacci digits: the smaller number ends in an even number of zeros, and the larger one has the same digits a place
/// further to the left (or the other way round). What no representation is, is left out.
const WYTHOFF_AUTOMATON: &str = include_str!("wythoff.aut");

#[test]
fn the_automaton_of_wythoff_is_the_one_written_by_hand() {
    let spec = load("wythoff", "");
    let found = Language::p_positions(&spec, &Unwatched).unwrap().unwrap();
    assert_eq!(found.system.to_string(), "zeckendorf");
    assert_eq!(found.numbers, ["x", "y"]);
    assert_eq!(
        found.set.written(&found.system, 1000).unwrap(),
        WYTHOFF_AUTOMATON
    );
    // The hand: after the first digits, the larger number has what the smaller one had a place before.
    let by_hand = "msd_fib msd_fib
        0 1
        0 0 -> 0
        0 1 -> 1
        1 0 -> 4
        # the second number is the larger one, its last digit was 1, then 0 once, then twice
        1 0
        1 0 -> 2
        2 1
        0 0 -> 3
        0 1 -> 1
        3 0
        0 0 -> 2
        0 1 -> 1
        # the same with the first number
        4 0
        0 1 -> 5
        5 1
        0 0 -> 6
        1 0 -> 4
        6 0
        0 0 -> 5
        1 0 -> 4";
    let by_hand = AutomatonSet::read(by_hand, &zeckendorf(), &Unwatched).unwrap();
    assert_eq!(by_hand, found.set);
}

#[test]
fn wythoff_is_proved_from_its_automaton() {
    let spec = game(WYTHOFF, "zeckendorf", WYTHOFF_AUTOMATON);
    let report = prove_claim(&spec, Claim::PPositions, &Unwatched);
    assert_eq!(report.outcome, ClaimOutcome::Proved);
    assert_eq!(first_error(&spec, 40), None);
    assert!(can_be_certified(&spec, Claim::PPositions));
    let strategy = ProvedStrategy::from_proof(&spec, &report.proof.unwrap(), &Unwatched);
    let moves = Language::strategy(&spec, &strategy.unwrap().unwrap(), &Unwatched).unwrap();
    assert_eq!(moves.numbers, ["x", "x'", "y", "y'"]);
    assert_eq!(moves.set.arity(), 4);
}

/// A certificate carries the automaton; of a broken one, or of another system, it shows nothing.
#[test]
fn certificates_of_automata() {
    let spec = game(WYTHOFF, "zeckendorf", WYTHOFF_AUTOMATON);
    let proof = prove_claim(&spec, Claim::PPositions, &Unwatched).proof;
    let mut certificate = proof::begin_certificate(&spec).unwrap();
    let made = proof::certify(&mut certificate, &spec, &proof.unwrap(), &Unwatched);
    made.unwrap();
    let read = Certificate::from_text(&certificate.to_text(), &Unwatched);
    assert_eq!(read.as_ref(), Ok(&certificate));
    assert!(is_about(&certificate, &spec));
    check(&certificate, &Unwatched).unwrap();
    let set = AutomatonSet::read(WYTHOFF_AUTOMATON, &zeckendorf(), &Unwatched).unwrap();
    let mut refused = 0;
    for number in 0..set.automaton().states() {
        let Some(broken) = broken(&set, number) else {
            continue;
        };
        let text = broken.written(&zeckendorf(), 1000).unwrap();
        let other = game(WYTHOFF, "zeckendorf", &text);
        let mut forged = certificate.clone();
        let says = Speller::new(&other).proposition(Claim::PPositions);
        forged.claims[0].says = says.unwrap();
        assert!(!is_about(&certificate, &other) && is_about(&forged, &other));
        let answer = check(&forged, &Unwatched);
        assert!(matches!(answer, Err(Refusal::Wrong(_))), "{answer:?}");
        refused += 1;
    }
    assert!(refused >= 6, "{refused}");
    let other = certificate.to_text().replace("zeckendorf", "base(2)");
    let end = other.trim_end().rfind('\n').unwrap() + 1;
    let sum = checker::checksum(&other[..end]);
    let other = format!("{}checksum {sum:016x}\n", &other[..end]);
    let answer = Certificate::from_text(&other, &Unwatched);
    let answer = answer.and_then(|other| check(&other, &Unwatched));
    assert!(
        matches!(answer, Err(Refusal::NotUnderstood(_))),
        "{answer:?}"
    );
}

/// The automaton with the acceptance of one of its nodes turned round.
fn broken(set: &AutomatonSet, number: usize) -> Option<AutomatonSet> {
    let automaton = set.automaton();
    let ends = automaton
        .nodes()
        .filter(|node| automaton.level(*node).is_some_and(|level| level.track == 0));
    let wrong = { ends }.nth(number)?;
    let other = Automaton::explore(
        automaton.alphabet(),
        automaton.tracks(),
        Successor::To(automaton.start()),
        |node, _, digit| Successor::To(automaton.next(*node, digit)),
        |node| automaton.accepts_at(*node) != (*node == wrong),
        &Unwatched,
    );
    // Turned round at the start, it may depend on leading zeros no more than before.
    AutomatonSet::new(&other.unwrap(), &Unwatched).ok()
}

#[test]
fn broken_automata_are_refuted_as_brute_force_finds_it() {
    let set = AutomatonSet::read(WYTHOFF_AUTOMATON, &zeckendorf(), &Unwatched).unwrap();
    let mut refuted = 0;
    for number in 0..set.automaton().states() {
        let Some(broken) = broken(&set, number) else {
            continue;
        };
        let text = broken.written(&zeckendorf(), 1000).unwrap();
        let spec = game(WYTHOFF, "zeckendorf", &text);
        assert!(
            check_against_brute_force(&spec, &text, 30).is_some(),
            "{text}"
        );
        refuted += 1;
    }
    assert!(refuted >= 6, "{refuted}");
}

/// Games of the catalogue in other systems: their automata, read again, give the same proofs.
#[test]
fn claims_by_automata_in_other_systems() {
    for (name, arguments, most) in [
        ("mark", "", 200),
        ("beta-nim", "beta=1+sqrt(2)", 30),
        ("beta-nim", "beta=1+sqrt(3)", 30),
        ("wythoff", "d=2", 30),
        ("wythoff", "d=3", 30),
        ("raleigh", "", 16),
        ("nim", "m=3", 12),
    ] {
        let plain = load(name, arguments);
        let found = Language::p_positions(&plain, &Unwatched).unwrap().unwrap();
        let text = found.set.written(&found.system, 100_000).unwrap();
        let again = AutomatonSet::read(&text, &found.system, &Unwatched).unwrap();
        let set = again.named("W", "w.aut", &found.system, 1 << 20);
        let spec = Spec {
            p_positions: Some(std::sync::Arc::new(set)),
            ..plain
        };
        let report = prove_claim(&spec, Claim::PPositions, &Unwatched);
        assert_eq!(
            report.outcome,
            ClaimOutcome::Proved,
            "{name} in {}\n{text}",
            found.system
        );
        assert_eq!(first_error(&spec, most), None, "{name}");
    }
}
