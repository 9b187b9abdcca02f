//! Proofs can be watched, and stop cleanly wherever they are told to.
#![allow(clippy::unwrap_used)]

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::support::*;
use logic::{Construction, Stopped, Watch};
use proof::{Claim, ClaimOutcome, prove_claim};

/// Lets the work ask so many times, allows so many bytes, and writes down what it is told.
struct Watcher {
    questions: AtomicU64,
    memory: Option<u64>,
    told: Mutex<Vec<Construction>>,
}

impl Watcher {
    fn new(questions: u64, memory: Option<u64>) -> Self {
        Self {
            questions: AtomicU64::new(questions),
            memory,
            told: Mutex::default(),
        }
    }
}

impl Watch for Watcher {
    fn check(&self) -> Result<(), Stopped> {
        let spend = |left: u64| left.checked_sub(1);
        self.questions
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, spend)
            .map(drop)
            .map_err(|_| Stopped::Time)
    }

    fn memory_limit(&self) -> Option<u64> {
        self.memory
    }

    fn construction(&self, construction: Construction) {
        self.told.lock().unwrap().push(construction);
    }
}

#[test]
fn steps_states_and_memory_are_told() {
    let watcher = Watcher::new(u64::MAX, None);
    let report = prove_claim(&succinct(4), Claim::PPositions, &watcher);
    assert_eq!(report.outcome, ClaimOutcome::Proved);
    let told = watcher.told.into_inner().unwrap();
    let mut steps: Vec<&str> = told.iter().map(|told| told.step).collect();
    steps.dedup();
    assert_eq!(
        steps,
        [
            "the arithmetic of the numeration system",
            "the claimed set",
            "no move from a claimed position to a claimed one",
            "a move from every other position to a claimed one",
        ]
    );
    let most = told.iter().map(|told| told.states).max().unwrap();
    assert!(most > 100 && most <= report.largest_automaton as u64);
    assert!(told.iter().all(|told| told.memory >= told.states));
    assert!(told.last().unwrap().memory > 0);
}

/// Each obligation says which of its cases it looks at: a kind of move, an order of the piles, a family of targets.
#[test]
fn the_cases_of_an_obligation_are_told() {
    let watcher = Watcher::new(u64::MAX, None);
    let report = prove_claim(&raleigh(), Claim::PPositions, &watcher);
    assert_eq!(report.outcome, ClaimOutcome::Proved);
    let told = watcher.told.into_inner().unwrap();
    for obligation in ["no move from", "a move from every other"] {
        let here = told.iter().filter(|told| told.step.starts_with(obligation));
        let cases: Vec<_> = here.filter_map(|told| told.case).collect();
        assert!(
            cases
                .iter()
                .all(|case| 1 <= case.number && case.number <= case.of)
        );
        assert!(cases.is_sorted_by_key(|case| case.number), "{obligation}");
        assert!(
            cases.last().is_some_and(|case| case.number > 3),
            "{cases:?}"
        );
    }
    let earlier = told.iter().filter(|told| told.step == "the claimed set");
    assert!({ earlier }.all(|told| told.case.is_none()));
}

#[test]
fn proofs_stop_wherever_they_are_told_to() {
    for spec in [mouse(), raleigh_without_proviso()] {
        let (mut questions, mut stopped) = (0, 0);
        loop {
            let watcher = Watcher::new(questions, None);
            match prove_claim(&spec, Claim::PPositions, &watcher).outcome {
                ClaimOutcome::Stopped(Stopped::Time) => stopped += 1,
                ClaimOutcome::Proved | ClaimOutcome::Refuted(_) => break,
                other => panic!("{other:?}"),
            }
            questions += 1 + questions / 2;
        }
        assert!(stopped > 5, "{}", spec.name);
    }
}

#[test]
fn a_memory_limit_is_an_answer() {
    let spec = rat();
    let stopped = |memory: u64| {
        let watcher = Watcher::new(u64::MAX, Some(memory));
        match prove_claim(&spec, Claim::PPositions, &watcher).outcome {
            ClaimOutcome::Stopped(Stopped::Memory { needed, allowed }) => {
                assert!(needed > allowed && allowed == memory);
                true
            }
            ClaimOutcome::Proved => false,
            other => panic!("{other:?}"),
        }
    };
    assert!(stopped(10_000));
    assert!(!stopped(1 << 30));
}
