//! Searches that are stopped or killed at any moment and continued answer as if nothing had happened.
#![allow(clippy::unwrap_used)]

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::support::*;
use logic::Unwatched;
use logic::watch::{Stopped, Watch};
use rules::outcome::Play;
use rules::spec::Spec;
use solver::checkpoint::{Checkpoint, SavedState};
use solver::{LoggedPositions, NimValues, SolveError, nim_values, nim_values_kept};
use solver::{outcomes, outcomes_kept};

/// A game, its parameters, and the largest pile.
type Board = (&'static str, &'static [(&'static str, &'static str)], u32);

/// What one run after the other keeps.
#[derive(Default)]
pub(crate) struct Memory {
    kept: Option<SavedState>,
    log: Mutex<Vec<u8>>,
    fresh: Mutex<Option<SavedState>>,
    /// A state is due whenever this many questions were asked.
    every: u32,
    asked: AtomicU32,
    /// Nothing can be kept: the run was killed, or the disk is full.
    killed: Mutex<bool>,
}

impl Memory {
    /// The next run, after this one was killed or has ended.
    fn next(self, every: u32) -> Self {
        let kept = self.fresh.into_inner().unwrap().or(self.kept);
        let mut log = self.log.into_inner().unwrap();
        let logged = kept.as_ref().map_or(0, |kept| kept.logged);
        log.truncate(usize::try_from(logged).unwrap());
        Self {
            kept,
            log: Mutex::new(log),
            every,
            ..Self::default()
        }
    }
}

impl Checkpoint for Memory {
    fn kept(&self) -> Option<SavedState> {
        self.kept.clone()
    }

    fn read(&self, at: u64, bytes: &mut [u8]) -> Result<(), String> {
        let log = self.log.lock().unwrap();
        let at = usize::try_from(at).unwrap();
        let piece = log.get(at..at + bytes.len()).ok_or("too short")?;
        bytes.copy_from_slice(piece);
        Ok(())
    }

    fn log(&self, more: &[u8]) -> bool {
        if *self.killed.lock().unwrap() {
            return false;
        }
        self.log.lock().unwrap().extend_from_slice(more);
        true
    }

    fn is_due(&self) -> bool {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        asked.is_multiple_of(self.every.max(1))
    }

    fn keep(&self, state: &[u8]) -> bool {
        if *self.killed.lock().unwrap() {
            return false;
        }
        *self.fresh.lock().unwrap() = Some(SavedState {
            state: state.to_vec(),
            logged: self.log.lock().unwrap().len() as u64,
        });
        true
    }
}

/// Stops when it was asked so often; a kill also keeps what comes after it from being kept.
struct Fuse<'a> {
    left: AtomicU32,
    killed: Option<&'a Mutex<bool>>,
}

impl Watch for Fuse<'_> {
    fn check(&self) -> Result<(), Stopped> {
        let left = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            });
        if left.is_ok() {
            return Ok(());
        }
        if let Some(killed) = self.killed {
            *killed.lock().unwrap() = true;
        }
        Err(Stopped::Cancelled)
    }
}

/// Runs a search again and again, each time stopped or killed a little later, until it is done; how often it was interrupted.
fn interrupted<T>(
    seed: u32,
    solve: impl Fn(&dyn Checkpoint, &dyn Watch) -> T,
    stopped: impl Fn(&T) -> bool,
) -> (T, u32) {
    let mut memory = Memory::default().next(1 + seed % 3);
    for run in 0..10_000 {
        let mixed = (seed + run).wrapping_mul(0x9e37_79b9) >> 16;
        let answer = {
            let fuse = Fuse {
                left: AtomicU32::new(1 + mixed % (3 + run)),
                killed: mixed.is_multiple_of(2).then_some(&memory.killed),
            };
            solve(&memory, &fuse)
        };
        if !stopped(&answer) {
            return (answer, run);
        }
        memory = memory.next(1 + mixed % 4);
    }
    panic!("it never ends");
}

/// The positions that a search has found, from the log and from memory.
fn positions(found: &LoggedPositions, checkpoint: &dyn Checkpoint) -> Vec<Vec<u32>> {
    let mut positions = Vec::new();
    let read = found.try_for_each(checkpoint, |piles| -> Result<(), ()> {
        positions.push(piles.to_vec());
        Ok(())
    });
    assert_eq!(read, Ok(Ok(())));
    positions
}

pub(crate) fn check_positions(spec: &Spec, max: u32, play: Play, seed: u32) -> u32 {
    let expected = outcomes(spec, max, play, &Unwatched).unwrap();
    let solve = |checkpoint: &dyn Checkpoint, watch: &dyn Watch| -> Option<Stopped> {
        let found = outcomes_kept(spec, max, play, checkpoint, watch).unwrap();
        // What was reached on the way is right, too.
        let region = found.region();
        let reached = expected.iter().filter(|piles| region.contains(piles));
        let found_here = positions(&found, checkpoint);
        assert!(reached.eq(&found_here), "{} on the way", spec.name);
        assert_eq!(found.stopped().is_none(), region.is_complete());
        found.stopped()
    };
    interrupted(seed, solve, Option::is_some).1
}

pub(crate) fn check_values(spec: &Spec, max: u32, seed: u32) -> u32 {
    let expected = nim_values(spec, max, &Unwatched).unwrap();
    let solve = |checkpoint: &dyn Checkpoint, watch: &dyn Watch| -> NimValues {
        nim_values_kept(spec, max, checkpoint, watch).unwrap()
    };
    let (found, runs) = interrupted(seed, solve, |found| found.stopped.is_some());
    expected.for_each(|piles, value| {
        assert_eq!(found.value(piles), Some(value), "{} {piles:?}", spec.name);
    });
    runs
}

#[test]
fn positions_are_found_as_without_interruption() {
    let games: [Board; 12] = [
        ("rat", &[], 200),
        ("raleigh", &[], 120),
        ("mouse", &[], 400),
        ("wythoff", &[], 700),
        ("cyclic-nimhoff", &[], 150),
        ("ended-wythoff", &[], 300),
        ("nim", &[("m", "3")], 120),
        ("nim", &[("m", "4")], 20),
        ("nim-pass-3", &[], 40),
        ("blocking-wythoff", &[], 300),
        ("mark", &[], 200_000),
        ("subtraction", &[("set", "{1,3,4}")], 300_000),
    ];
    let mut runs = 0;
    for (number, (name, parameters, max)) in (1..).zip(games) {
        let spec = game(name, parameters);
        runs += check_positions(&spec, max, Play::Normal, number);
        if spec.blocking == 0 {
            runs += check_positions(&spec, max / 2, Play::Misere, number + 7);
        }
    }
    assert!(runs > 100, "only {runs} interruptions");
}

/// A single pile of a blocking game has one row: it is kept in parts, too.
#[test]
fn a_blocking_game_on_one_pile_goes_on_where_it_was() {
    let load = |text: &str| lang::load(text, "blocked", &[]).unwrap();
    let squares = load("game squares\npiles n\nmove take: n - n' in {1, 4, 9, 16, 25}\nblocking 2");
    let ended =
        "game ended\npiles n\nmove take: n' < n and n - n' < 9\nblocking 3\nends when n < 5";
    let mut runs = 0;
    for (seed, spec) in [(3, &squares), (4, &load(ended))] {
        runs += check_positions(spec, 60_000, Play::Normal, seed);
    }
    assert!(runs > 10, "only {runs} interruptions");

    let expected = outcomes(&squares, 60_000, Play::Normal, &Unwatched).unwrap();
    let killed = Memory::default();
    let fuse = Fuse {
        left: AtomicU32::new(20),
        killed: Some(&killed.killed),
    };
    let part = outcomes_kept(&squares, 60_000, Play::Normal, &killed, &fuse).unwrap();
    assert!(part.stopped().is_some());
    let memory = killed.next(1);
    let kept = memory.kept.as_ref().map_or(0, |kept| kept.logged / 4);
    let reached = positions(&part, &memory).len();
    assert!(
        kept > 1000,
        "only {kept} of {reached} P-positions were kept"
    );
    let found = outcomes_kept(&squares, 60_000, Play::Normal, &memory, &Unwatched).unwrap();
    assert!(expected.iter().eq(&positions(&found, &memory)));

    // Counts that are cut off, and heaps that are not on the board.
    let SavedState { state, logged } = memory.kept.clone().unwrap();
    for state in [
        &state[..state.len() - 1],
        &[&[0xff; 4], &state[4..]].concat(),
    ] {
        let forged = Memory {
            log: Mutex::new(memory.log.lock().unwrap().clone()),
            kept: Some(SavedState {
                state: state.to_vec(),
                logged,
            }),
            ..Memory::default()
        };
        let refused = outcomes_kept(&squares, 60_000, Play::Normal, &forged, &Unwatched);
        assert!(matches!(refused, Err(SolveError::Checkpoint(_))));
    }
}

#[test]
fn values_are_found_as_without_interruption() {
    let games: [Board; 6] = [
        ("wythoff", &[], 150),
        ("rat", &[], 20),
        ("nim", &[("m", "3")], 30),
        ("ended-wythoff", &[], 80),
        ("mark", &[], 60_000),
        ("heap", &[], 60),
    ];
    let mut runs = 0;
    for (number, (name, parameters, max)) in (1..).zip(games) {
        runs += check_values(&game(name, parameters), max, number);
    }
    assert!(runs > 50, "only {runs} interruptions");
}

/// A digest does not tell who has written a file: whatever it says is looked at before it is believed.
#[test]
fn what_no_run_has_kept_is_refused() {
    let wythoff = game("wythoff", &[]);
    let of = |state: &[u8], log: &[u32]| Memory {
        kept: Some(SavedState {
            state: state.to_vec(),
            logged: 4 * log.len() as u64,
        }),
        log: Mutex::new(log.iter().flat_map(|n| n.to_le_bytes()).collect()),
        ..Memory::default()
    };
    let plain = |next: u32| [&next.to_le_bytes()[..], &[0]].concat();
    let solve = |memory: &Memory| {
        let found = outcomes_kept(&wythoff, 50, Play::Normal, memory, &Unwatched)?;
        Ok(positions(&found, memory))
    };
    let expected = outcomes(&wythoff, 50, Play::Normal, &Unwatched).unwrap();
    let expected: Vec<Vec<u32>> = expected.iter().map(<[u32]>::to_vec).collect();
    let found = solve(&of(&plain(3), &[0, 0, 1, 2, 2, 1]));
    assert_eq!(found, Ok(expected));
    for memory in [
        of(&[], &[0, 0]),
        of(&[3, 0, 0], &[0, 0]),
        of(&[3, 0, 0, 0, 2], &[0, 0]),
        of(&[3, 0, 0, 0, 1], &[0, 0]),
        of(&[3, 0, 0, 0, 0, 0], &[0, 0]),
        of(&plain(52), &[0, 0]),
        of(&plain(1), &[0, 0, 1, 2]),
        of(&plain(3), &[0, 0, 1]),
        of(&plain(3), &[0, 0, 0, 0]),
        of(&plain(3), &[1, 2, 0, 0]),
        of(&plain(3), &[0, 0, 1, 51]),
    ] {
        let refused = solve(&memory);
        assert!(
            matches!(refused, Err(SolveError::Checkpoint(_))),
            "{refused:?}"
        );
    }
    let values = |memory: &Memory| nim_values_kept(&wythoff, 2, memory, &Unwatched);
    assert!(values(&of(&[1, 0, 0, 0], &[0, 1, 2])).is_ok());
    for log in [
        &[0, 1][..],
        &[0, 1, 2, 1],
        &[0, 1, 3],
        &[0, 1, u32::MAX - 1],
    ] {
        let refused = values(&of(&[1, 0, 0, 0], log));
        assert!(matches!(refused, Err(SolveError::Checkpoint(_))), "{log:?}");
    }
}

/// A disk that is full costs nothing but the checkpoint.
#[test]
fn what_cannot_be_kept_does_not_stop_the_search() {
    let memory = Memory {
        killed: Mutex::new(true),
        ..Memory::default()
    };
    let rat = game("rat", &[]);
    let expected = outcomes(&rat, 60, Play::Normal, &Unwatched).unwrap();
    let found = outcomes_kept(&rat, 60, Play::Normal, &memory, &Unwatched).unwrap();
    assert!(expected.iter().eq(&positions(&found, &memory)));
}
