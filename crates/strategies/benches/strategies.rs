//! How fast the strategies are, as ratios to one integer square root in the same run.
//!
//! `cargo bench -p takeaway-strategies --bench strategies` prints the tables and fails if an answer is wrong or a ratio is missed.

#![allow(clippy::pedantic, clippy::restriction)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use logic::Unwatched;
use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::{FloorSqrt, Pow, Square};
use numeration::real::Real;
use rules::outcome::Outcome;
use rules::position::Position;
use strategies::beta::Beta;
use strategies::fat_rat::FatRat;
use strategies::frankenstein::Frankenstein;
use strategies::mouse::Mouse;
use strategies::raleigh::Raleigh;
use strategies::rat::Rat;
use strategies::strategy::Strategy;
use strategies::wythoff::Wythoff;

fn main() {
    let million = raleigh_at_a_million_digits();
    let table = cost_against_digits();
    let arithmetic = arithmetic_against_algebraic();
    let coins = frankenstein_with_a_thousand_coins();
    let words = machine_words();
    let kept = [million, table, arithmetic, coins, words];
    assert!(
        kept.iter().all(|kept| *kept),
        "a promise about speed was not kept"
    );
}

/// The shortest of several runs. Others share the machine: where a run is long enough to be interrupted, only the time on
/// the processor counts.
fn shortest<T>(runs: usize, mut work: impl FnMut() -> T) -> Duration {
    let mut time = || {
        let (on_processor, start) = (processor_time(), Instant::now());
        black_box(work());
        let elapsed = start.elapsed();
        match (on_processor, processor_time()) {
            (Some(before), Some(after)) if elapsed > Duration::from_millis(20) => {
                elapsed.min(after - before)
            }
            _ => elapsed,
        }
    };
    (0..runs).map(|_| time()).min().unwrap()
}

/// How long this thread has been on a processor, where the system tells.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ')
        .next()?
        .parse()
        .ok()
        .map(Duration::from_nanos)
}

fn report(what: &str, ratio: f64, most: f64) -> bool {
    let kept = ratio <= most;
    println!(
        "{what}: {ratio:.2} (at most {most}){}",
        if kept { "" } else { "  MISSED" }
    );
    kept
}

/// A number with this many digits, without pattern.
fn number(digits: u64) -> Natural {
    (Natural::from(10u8).pow(2 * digits - 1) / Natural::from(7u8)).floor_sqrt()
}

fn floor_phi(n: &Natural) -> Natural {
    (n + (Natural::from(5u8) * n.square()).floor_sqrt()) >> 1
}

/// A row of the Raleigh game whose entries have about this many digits.
fn raleigh_row(digits: u64) -> [Natural; 3] {
    let n = number(digits);
    let floor = floor_phi(&n);
    let b = &n + &floor;
    [&b - Natural::from(1u8), b.clone(), b + floor]
}

/// The hard case: the smallest pile is in A, the largest too small, so that two multiples of φ are needed.
fn raleigh_hard(row: &[Natural; 3]) -> Position {
    let b = &row[1] + Natural::from(12_345u32);
    let c = &row[2] - Natural::from(678_901u32);
    assert!(b < c);
    Position::unchecked(vec![row[0].clone(), b, c])
}

fn raleigh_at_a_million_digits() -> bool {
    let digits = 1_000_000;
    let row = raleigh_row(digits);
    let hard = raleigh_hard(&row);
    let p = Position::unchecked(row.to_vec());
    let square_root = shortest(15, || (&row[1]).floor_sqrt());
    let win = shortest(15, || {
        let decision = Raleigh::algebraic().decide(&hard, &Unwatched).unwrap();
        assert_eq!(decision.outcome(), Outcome::N);
        decision
    });
    let recognise = shortest(9, || {
        assert_eq!(
            Raleigh::algebraic().outcome(&p, &Unwatched).unwrap(),
            Outcome::P
        );
    });
    let known = Raleigh::algebraic();
    let again = shortest(5, || known.decide(&hard, &Unwatched).unwrap());
    println!(
        "Raleigh, three piles of {digits} digits; one integer square root takes {square_root:.1?}"
    );
    println!(
        "  winning move {win:.1?}, outcome of a P-position {recognise:.1?}, winning move with φ at hand {again:.1?}"
    );
    let ratio = |time: Duration| time.as_secs_f64() / square_root.as_secs_f64();
    report("  outcome and winning move / square root", ratio(win), 4.0)
        & report(
            "  outcome of a P-position / square root",
            ratio(recognise),
            4.0,
        )
}

fn cost_against_digits() -> bool {
    println!("cost against digits (outcome and winning move, Raleigh)");
    println!(
        "  {:>9} {:>12} {:>12} {:>9}",
        "digits", "algebraic", "square root", "exponent"
    );
    let mut before: Option<f64> = None;
    let mut steepest: f64 = 0.0;
    for power in 2..=6 {
        let row = raleigh_row(10u64.pow(power));
        let hard = raleigh_hard(&row);
        let runs = if power < 5 { 200 } else { 9 };
        let time = shortest(runs, || {
            Raleigh::algebraic().decide(&hard, &Unwatched).unwrap()
        });
        let root = shortest(runs, || (&row[1]).floor_sqrt());
        let exponent = before.map(|before| (time.as_secs_f64() / before).log10());
        steepest = steepest.max(exponent.unwrap_or(0.0));
        let shown = exponent.map_or(String::new(), |exponent| format!("{exponent:.2}"));
        println!(
            "  {:>9} {time:>12.1?} {root:>12.1?} {shown:>9}",
            10u64.pow(power)
        );
        before = Some(time.as_secs_f64());
    }
    report("  steepest exponent", steepest, 1.7)
}

fn machine_words() -> bool {
    println!("machine words (positions on and next to rows, piles below 2^60)");
    let phi_floor = |n: u64| u64::try_from(&floor_phi(&Natural::from(n))).unwrap();
    let indices: Vec<u64> = (0..2000u64)
        .map(|i| (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8)
        .collect();
    let near = |rows: Vec<Vec<u64>>| -> Vec<Position> {
        let offsets = |i: usize, pile: u64| pile + (i as u64 * 7 + pile % 5) % 3;
        rows.into_iter()
            .enumerate()
            .map(|(i, row)| {
                let mut row: Vec<u64> = if i % 2 == 0 {
                    row
                } else {
                    row.into_iter().map(|pile| offsets(i, pile)).collect()
                };
                row.sort_unstable();
                row.into_iter().collect()
            })
            .collect()
    };
    let raleigh = |n: &u64| {
        let floor = phi_floor(*n);
        vec![n + floor - 1, n + floor, n + 2 * floor]
    };
    let rat = |n: &u64| vec![7 * (n >> 4) / 4, 7 * (n >> 4) / 2 - 1, 7 * (n >> 4) - 3];
    let wythoff = |n: &u64| vec![phi_floor(*n), phi_floor(*n) + n];
    let rows = |row: &dyn Fn(&u64) -> Vec<u64>| near(indices.iter().map(row).collect());
    let games: Vec<(&str, Box<dyn Strategy>, Vec<Position>)> = vec![
        ("raleigh", Box::new(Raleigh::algebraic()), rows(&raleigh)),
        ("rat", Box::new(Rat::algebraic()), rows(&rat)),
        (
            "mouse",
            Box::new(Mouse::algebraic()),
            rows(&|n| vec![3 * (n >> 4) / 2, 3 * (n >> 4) - 1]),
        ),
        (
            "fat-rat:m=3",
            Box::new(FatRat::algebraic(3).unwrap()),
            rows(&rat),
        ),
        (
            "wythoff",
            Box::new(Wythoff::algebraic(1).unwrap()),
            rows(&wythoff),
        ),
        (
            "beta-wynim:beta=phi^2",
            Box::new(Beta::wynim(Real::phi().add(&Real::from(1)).unwrap()).unwrap()),
            rows(&wythoff),
        ),
    ];
    println!(
        "  {:<24} {:>16} {:>16}",
        "", "outcomes/s", "winning moves/s"
    );
    let mut kept = true;
    for (name, strategy, positions) in &games {
        let all = |ask: &dyn Fn(&Position)| {
            let time = shortest(20, || positions.iter().for_each(ask));
            positions.len() as f64 / time.as_secs_f64()
        };
        let outcomes = all(&|position| {
            black_box(strategy.outcome(position, &Unwatched).unwrap());
        });
        let moves = all(&|position| {
            black_box(strategy.decide(position, &Unwatched).unwrap());
        });
        let ps = positions
            .iter()
            .filter(|p| strategy.outcome(p, &Unwatched).unwrap() == Outcome::P)
            .count();
        assert!(
            2 * ps >= positions.len(),
            "{name}: every second position is a row"
        );
        let fast = outcomes >= 1e6 && moves >= 2.5e5;
        kept &= fast;
        println!(
            "  {name:<24} {outcomes:>16.0} {moves:>16.0}{}",
            if fast { "" } else { "  MISSED" }
        );
    }
    kept
}

fn arithmetic_against_algebraic() -> bool {
    let hard = raleigh_hard(&raleigh_row(100_000));
    let algebraic = shortest(15, || {
        Raleigh::algebraic().decide(&hard, &Unwatched).unwrap()
    });
    let arithmetic = shortest(5, || {
        Raleigh::arithmetic().decide(&hard, &Unwatched).unwrap()
    });
    let known = Raleigh::arithmetic();
    let again = shortest(5, || known.decide(&hard, &Unwatched).unwrap());
    let same = |strategy: &dyn Strategy| {
        strategy
            .decide(&hard, &Unwatched)
            .unwrap()
            .winning_move
            .unwrap()
            .to
    };
    assert_eq!(same(&Raleigh::algebraic()), same(&known));
    println!(
        "Raleigh, 100,000 digits: algebraic {algebraic:.1?}, arithmetic {arithmetic:.1?}, with the basis at hand {again:.1?}"
    );
    report(
        "  arithmetic / algebraic",
        arithmetic.as_secs_f64() / algebraic.as_secs_f64(),
        20.0,
    )
}

fn frankenstein_with_a_thousand_coins() -> bool {
    let frankenstein = Frankenstein::arithmetic();
    // A row from a number of 1,000 digits is longer than 1,000 digits at its end: take coins between its entries too.
    let start = number(1_000);
    let coins: Vec<Natural> = (0..1_000u32)
        .map(|i| &start + Natural::from(i * i))
        .collect();
    let position = Position::unchecked(coins);
    let time = shortest(5, || frankenstein.decide(&position, &Unwatched).unwrap());
    println!("Frankenstein, 1,000 coins on squares of 1,000 digits: {time:.1?}");
    let n = number(160);
    let m = &n - Natural::from(1u8);
    let first = floor_phi(&m) + Natural::from(1u8);
    let mut row = vec![first.clone(), first * Natural::from(2u8) + n];
    while row.len() < 1_000 {
        row.push(&row[row.len() - 1] * Natural::from(3u8) - &row[row.len() - 2]);
    }
    let row = Position::unchecked(row);
    let recognised = shortest(5, || {
        assert_eq!(frankenstein.outcome(&row, &Unwatched).unwrap(), Outcome::P);
    });
    println!("Frankenstein, a P-position of 1,000 coins up to 580 digits: {recognised:.1?}");
    report("  seconds", time.max(recognised).as_secs_f64(), 1.0)
}
