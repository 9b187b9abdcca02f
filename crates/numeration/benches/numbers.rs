//! Cost of floors and representations against the cost of one integer square root of the same size.
//!
//! Every timed result is checked. Speeds are ratios inside one run: `cargo bench -p takeaway-numeration`.
#![allow(clippy::pedantic, clippy::restriction)]

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use numeration::natural::{FloorSqrt, Integer, Natural, Pow};
use numeration::real::Real;
use numeration::recurrence::TernaryU;
use numeration::system::NumerationSystem;
use numeration::zeckendorf::Zeckendorf;

fn main() {
    machine_words();
    println!("Costs as multiples of one square root of a number of twice as many digits:");
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
    let (root, sqrt) = timed(|| (&square).floor_sqrt());
    assert_eq!(root, n);
    let phi = Real::phi();
    let (floor, cold) = timed(|| Real::phi().floor_multiple(&integer).unwrap());
    let (again, warm) = timed(|| phi.floor_multiple(&integer).unwrap());
    assert_eq!(floor, again);
    let check = Integer::from(2) * &floor - &integer;
    let five = Integer::from(5) * Integer::from(&square);
    assert!(
        &check * &check <= five && five < (&check + Integer::from(2)) * (&check + Integer::from(2))
    );
    let (circle, circle_time) = timed(|| Real::pi().floor_multiple(&integer).unwrap());
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

/// Single machine words.
fn machine_words() {
    let phi = Real::phi();
    let count = 1_000_000u64;
    let (largest, time) = timed(|| {
        (1..=count)
            .map(|n| phi.floor_multiple(&Integer::from(n)).unwrap())
            .max()
    });
    assert_eq!(largest, Some(Integer::from(1_618_033)));
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
}

fn per_second(count: u64, time: Duration) -> u128 {
    u128::from(count) * 1_000_000_000 / time.as_nanos().max(1)
}

/// A time as a multiple of another, with one decimal, in integers.
fn ratio(time: Duration, unit: Duration) -> String {
    let tenths = time.as_nanos() * 10 / unit.as_nanos().max(1);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Time that this thread spent on a processor, where the system tells it; otherwise time passed. So a
/// machine that is busy with other work does not disturb the ratios.
fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let passed = START.elapsed();
    let busy = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let busy = busy.and_then(|text| text.split_whitespace().next()?.parse().ok());
    busy.map_or(passed, Duration::from_nanos)
}

/// The mean of as many runs as the clock needs to tell, after one that fills the caches.
fn timed<T>(work: impl Fn() -> T) -> (T, Duration) {
    let result = work();
    let (start, mut runs, mut batch) = (clock(), 0, 1);
    loop {
        for _ in 0..batch {
            work();
        }
        runs += batch;
        batch *= 2;
        let total = clock().saturating_sub(start);
        if total > Duration::from_millis(200) {
            return (result, total / runs);
        }
    }
}
