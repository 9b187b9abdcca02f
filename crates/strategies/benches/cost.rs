//! The cost of the strategies of the Raleigh game against the number of digits, as data for a picture.
//!
//! `cargo bench -p takeaway-strategies --bench cost > crates/papers/src/figure/strategy-cost.csv` measures it anew; `takeaway plot cost` draws what
//! stands there, so that a picture is the same from run to run. Each time is the shortest of several runs, for the outcome
//! and the winning move from a position near a P-position. What stands there is the shortest of four such tables, measured
//! with `--profile dev`, in which the naturals are fully optimised and the strategies less.

#![allow(clippy::pedantic, clippy::restriction)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use logic::Unwatched;
use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::{FloorSqrt, Pow, Square};
use rules::outcome::Outcome;
use rules::position::Position;
use strategies::raleigh::Raleigh;
use strategies::strategy::Strategy;

/// The number of digits at which each strategy takes about a second.
const SIZES: [(&str, &[u64]); 3] = [
    ("recursive", &[1, 2, 3, 4, 5, 6]),
    (
        "arithmetic",
        &[1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000],
    ),
    (
        "algebraic",
        &[
            1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000,
        ],
    ),
];

fn main() {
    println!("strategy,digits,nanoseconds");
    for (name, sizes) in SIZES {
        for &digits in sizes {
            let position = hard(digits);
            let time = shortest(|| {
                let strategy = strategy(name);
                let decision = strategy.decide(&position, &Unwatched).unwrap();
                assert_eq!(decision.outcome(), Outcome::N);
            });
            println!("{name},{digits},{}", time.as_nanos());
        }
    }
}

fn strategy(name: &str) -> Box<dyn Strategy> {
    match name {
        "recursive" => Box::new(Raleigh::recursive()),
        "arithmetic" => Box::new(Raleigh::arithmetic()),
        _ => Box::new(Raleigh::algebraic()),
    }
}

/// A position with about this many digits: the smallest pile of a P-position, the others far from it.
fn hard(digits: u64) -> Position {
    let n = (Natural::from(10u8).pow(2 * digits - 1) / Natural::from(7u8)).floor_sqrt();
    let floor = (&n + (Natural::from(5u8) * (&n).square()).floor_sqrt()) >> 1;
    let (b, c) = (&n + &floor, &n + (&floor << 1));
    let a = &b - Natural::from(1u8);
    Position::unchecked(vec![a, b + Natural::from(1u8), c])
}

/// The shortest of several runs, about a second in all.
fn shortest(mut work: impl FnMut()) -> Duration {
    let (start, mut shortest) = (Instant::now(), Duration::MAX);
    let mut runs = 0;
    while runs < 3 || (start.elapsed() < Duration::from_millis(500) && runs < 1000) {
        let begin = Instant::now();
        work();
        black_box(());
        shortest = shortest.min(begin.elapsed());
        runs += 1;
    }
    shortest
}
