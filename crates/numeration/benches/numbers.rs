//! Cost of floors and representations against the cost of one integer square root of the same size.
//!
//! Every timed result is checked. Speeds are ratios inside one run: `cargo bench -p numeration`.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use numeration::natural::{Integer, Natural, Pow, sqrt_floor};
use numeration::real::Real;
use numeration::recurrence::TernaryU;
use numeration::splitting::search;
use numeration::system::NumerationSystem;
use numeration::zeckendorf::Zeckendorf;

fn main() {
    machine_words();
    println!(
        "{:>9} {:>12} {:>7} {:>7} {:>7} {:>11} {:>11} {:>11}",
        "digits", "sqrt", "floor", "again", "pi", "zeckendorf", "back", "ternary-u"
    );
    let sizes = [100u64, 1_000, 10_000, 100_000, 1_000_000];
    let largest = std::env::args()
        .filter_map(|a| a.parse().ok())
        .next()
        .unwrap_or(100_000);
    sizes
        .into_iter()
        .filter(|digits| *digits <= largest)
        .for_each(row);
}

/// A number without structure: the leading digits of 7^k.
fn number(digits: u64) -> Natural {
    let power = Natural::from(7u32).pow(digits * 12 / 10);
    let scale = Natural::from(10u32).pow(digits);
    let n = power % &scale;
    if n < 2 { n + Natural::from(2u32) } else { n }
}

fn row(digits: u64) {
    let n = number(digits);
    let integer = Integer::from(&n);
    let square = &n * &n;
    let (root, sqrt) = timed(|| sqrt_floor(&square));
    assert_eq!(root, n);
    let phi = Real::phi();
    let (floor, cold) = timed_once(|| phi.floor_multiple(&integer).unwrap());
    let (again, warm) = timed(|| phi.floor_multiple(&integer).unwrap());
    assert_eq!(floor, again);
    let check = Integer::from(2) * &floor - &integer;
    let five = Integer::from(5) * Integer::from(&square);
    assert!(
        &check * &check <= five && five < (&check + Integer::from(2)) * (&check + Integer::from(2))
    );
    let pi = Real::pi();
    let (circle, circle_time) = timed_once(|| pi.floor_multiple(&integer).unwrap());
    assert!(circle > Integer::from(3) * &integer && circle < Integer::from(4) * &integer);
    let zeckendorf = Zeckendorf::new();
    let (representation, there) = timed(|| zeckendorf.represent(&n).unwrap());
    let (value, back) = timed(|| zeckendorf.evaluate(&representation).unwrap());
    assert_eq!(value, n);
    let u = TernaryU::new();
    let (representation, ternary) = timed(|| u.represent(&n).unwrap());
    assert_eq!(u.evaluate(&representation).unwrap(), n);
    println!(
        "{digits:>9} {:>12} {:>7} {:>7} {:>7} {:>11} {:>11} {:>11}",
        format!("{sqrt:.1?}"),
        ratio(cold, sqrt),
        ratio(warm, sqrt),
        ratio(circle_time, sqrt),
        ratio(there, sqrt),
        ratio(back, sqrt),
        ratio(ternary, sqrt)
    );
}

/// Single machine words, and the search for rational splittings.
fn machine_words() {
    let phi = Real::phi();
    let count = 1_000_000u64;
    let (last, time) = timed(|| {
        (1..=count)
            .map(|n| phi.floor_multiple(&Integer::from(n)).unwrap())
            .last()
    });
    assert_eq!(last, Some(Integer::from(1_618_033)));
    println!(
        "floors of n·phi, n a machine word: {} a second",
        per_second(count, time)
    );
    let u = TernaryU::new();
    let (digits, time) = timed(|| {
        (1..=count / 10)
            .map(|n| u.represent(&Natural::from(n)).unwrap().len())
            .sum::<usize>()
    });
    assert!(digits > 0);
    println!(
        "ternary digits of a machine word: {} numbers a second",
        per_second(count / 10, time)
    );
    let (outcome, time) = timed_once(|| search(5, 64, |_| true));
    assert_eq!(outcome.found.len(), 1);
    println!(
        "lists of 5 rational moduli: {} a second",
        per_second(outcome.examined, time)
    );
}

fn per_second(count: u64, time: Duration) -> u128 {
    u128::from(count) * 1_000_000_000 / time.as_nanos().max(1)
}

/// A time as a multiple of another, with one decimal, in integers.
fn ratio(time: Duration, unit: Duration) -> String {
    let tenths = time.as_nanos() * 10 / unit.as_nanos().max(1);
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn timed_once<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

/// The best of a few runs.
fn timed<T>(work: impl Fn() -> T) -> (T, Duration) {
    let runs = (0..5).map(|_| timed_once(&work));
    runs.min_by_key(|(_, time)| *time).unwrap()
}
