//! The search for rational splittings, against the plain one and against all rotations.
#![allow(clippy::unwrap_used)]

use std::sync::atomic::{AtomicBool, Ordering};

use logic::watch::{Progress, Stopped, Unwatched, Watch};
use numeration::splitting::{SplittingVerdict, Structure, decide};
use papers::splittings::search;

use super::plain_splittings::splittings;

/// For m ≥ 3 only the family of the conjecture turns up; for m = 2 every pair of coprime denominators does.
/// Stops the work at a numerator.
struct Until {
    numerator: u64,
    reached: AtomicBool,
}

impl Watch for Until {
    fn check(&self) -> Result<(), Stopped> {
        match self.reached.load(Ordering::Relaxed) {
            true => Err(Stopped::Cancelled),
            false => Ok(()),
        }
    }

    fn progress(&self, progress: Progress) {
        let reached = progress.done >= self.numerator;
        self.reached.store(reached, Ordering::Relaxed);
    }
}

#[test]
fn rational_search() {
    for (m, bound) in [(3usize, 150u64), (4, 120), (5, 110), (6, 100), (7, 127)] {
        let outcome = search(m, bound, &Unwatched);
        assert_eq!(outcome.complete_up_to, bound);
        let expected = usize::from((1 << m) - 1 <= bound);
        assert_eq!(outcome.found.len(), expected, "{:?}", outcome.found);
        for splitting in &outcome.found {
            assert!(splitting.is_fraenkel());
            let verdict = decide(&splitting.sequences().unwrap(), 10).unwrap();
            assert_eq!(
                verdict,
                SplittingVerdict::Splits(Structure::Fraenkel { sequences: m })
            );
        }
    }
    let pairs = search(2, 12, &Unwatched);
    // Every p/q and p/(p-q) in lowest terms with q > p/2 go together.
    assert_eq!(pairs.found.len(), 22);
    for splitting in &pairs.found {
        assert!(matches!(
            decide(&splitting.sequences().unwrap(), 10).unwrap(),
            SplittingVerdict::Splits(_)
        ));
    }
    let until = Until {
        numerator: 10,
        reached: AtomicBool::new(false),
    };
    let stopped = search(3, 50, &until);
    assert_eq!(stopped.complete_up_to, 9);
    assert_eq!(stopped.stopped, Some(Stopped::Cancelled));
    assert_eq!(search(4, 9, &Unwatched).examined, 0);
}

/// The lists of moduli are those that are found list by list, without pruning.
#[test]
fn search_against_the_plain_one() {
    for (m, bound) in [(2usize, 40u64), (3, 44), (4, 34), (5, 32), (6, 34)] {
        let outcome = search(m, bound, &Unwatched);
        let found: Vec<(u64, Vec<u64>)> = outcome
            .found
            .into_iter()
            .map(|splitting| (splitting.numerator, splitting.denominators))
            .collect();
        let plain: Vec<(u64, Vec<u64>)> = (1..=bound)
            .flat_map(|p| splittings(p, m).into_iter().map(move |list| (p, list)))
            .collect();
        assert_eq!(found, plain, "{m} sequences");
    }
}

/// Partitions found by trying every rotation of every set, also those over a multiple of the numerator.
#[test]
fn search_against_all_rotations() {
    for p in 6..=15u64 {
        let mut splittings = 0;
        for q1 in 1..p {
            for q2 in 1..q1 {
                let Some(q3) = (p - q1).checked_sub(q2).filter(|q3| *q3 >= 1 && *q3 < q2) else {
                    continue;
                };
                let set =
                    |q: u64, s: u64| -> Vec<u64> { (0..q).map(|j| (j * p / q + s) % p).collect() };
                let splits = (0..p).any(|s| {
                    (0..p).any(|t| {
                        let mut all = [set(q1, 0), set(q2, s), set(q3, t)].concat();
                        all.sort_unstable();
                        all.dedup();
                        all.len() as u64 == p
                    })
                });
                splittings += u64::from(splits);
            }
        }
        let multiples = (1..=p).filter(|g| p % g == 0);
        let found: usize = multiples
            .map(|g| {
                search(3, p / g, &Unwatched)
                    .found
                    .iter()
                    .filter(|s| s.numerator == p / g)
                    .count()
            })
            .sum();
        assert_eq!(found as u64, splittings, "p = {p}");
    }
}
