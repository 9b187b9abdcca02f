//! The β-games for many quadratic β, and d-Wythoff for many d: verdict, time, largest automaton, peak memory.
//!
//! Each line asserts its verdict, which for β^T-Wynim depends on β (docs/beta-triangles.md). At the end the median is compared with
//! what the same run needs for β = √2 + 2. `cargo bench -p takeaway-proof --bench quadratics -- beta-wynim 7 14` runs the games
//! whose name, and the numbers under the root, are among the words; `all` runs everything, which takes long.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;
use std::time::{Duration, Instant};

use games::spec::Spec;
use logic::Unwatched;
use proof::{Claim, ClaimOutcome, prove_claim};

/// β = (a + √b)/c beyond the roots √5, …, √50.
const OTHERS: &[(i64, i64, i64)] = &[
    (1, 2, 1),
    (2, 2, 1),
    (3, 2, 1),
    (4, 2, 1),
    (5, 2, 1),
    (5, 2, 2),
    (4, 2, 2),
    (6, 2, 3),
    (1, 3, 1),
    (2, 3, 1),
    (3, 3, 1),
    (4, 3, 1),
    (3, 3, 2),
    (5, 3, 2),
    (5, 3, 3),
    (6, 3, 3),
    (1, 5, 1),
    (2, 5, 1),
    (3, 5, 1),
    (3, 5, 2),
    (5, 5, 2),
    (7, 5, 2),
    (4, 5, 3),
    (9, 5, 4),
    (1, 6, 1),
    (2, 6, 1),
    (3, 6, 1),
    (4, 6, 2),
    (3, 6, 2),
    (4, 6, 3),
    (1, 7, 1),
    (2, 7, 1),
    (3, 7, 1),
    (2, 7, 2),
    (3, 7, 2),
    (4, 7, 3),
    (1, 8, 1),
    (2, 8, 1),
    (1, 10, 1),
    (2, 10, 1),
    (2, 10, 2),
    (3, 10, 2),
    (1, 11, 1),
    (2, 11, 2),
    (3, 11, 2),
    (3, 11, 3),
    (1, 13, 2),
    (3, 13, 2),
    (5, 13, 2),
    (7, 13, 2),
    (1, 13, 1),
    (3, 13, 3),
    (7, 17, 4),
    (3, 17, 2),
    (5, 17, 2),
    (1, 17, 2),
    (1, 21, 2),
    (3, 21, 2),
    (5, 21, 2),
    (5, 21, 4),
    (1, 29, 2),
    (3, 29, 2),
    (5, 29, 2),
    (1, 33, 2),
];

const BETA_GAMES: [&str; 3] = ["beta-nim", "beta-wynim", "beta-t-wynim"];

/// A line should take no longer, and the median of the lines no longer than so many times the proof for 2 + √2.
const LONGEST: Duration = Duration::from_secs(20);
const MEDIAN: u32 = 200;

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let wanted = |game: &str, number: i64| {
        let games: Vec<&String> = words.iter().filter(|w| w.parse::<i64>().is_err()).collect();
        let numbers: Vec<i64> = words.iter().filter_map(|w| w.parse().ok()).collect();
        let all = games.iter().any(|word| *word == "all");
        let game = all || games.is_empty() || games.iter().any(|word| *word == game);
        let number = match numbers.is_empty() {
            true => all || QUICK.contains(&number),
            false => numbers.contains(&number),
        };
        game && number
    };
    println!(
        "{:34} {:>9} {:>10} {:>10} {:>9}",
        "game", "verdict", "time", "automaton", "memory"
    );
    let unit = line("beta-wynim", "beta=2+sqrt(2)", true);
    let roots = (5..=50).filter(|n: &i64| n.isqrt().pow(2) != *n);
    let betas = roots.map(|n| (0, n, 1)).chain(OTHERS.iter().copied());
    let mut times = Vec::new();
    // Without words, the roots alone: some of the others take minutes.
    for (a, b, c) in betas.filter(|(a, ..)| *a == 0 || !words.is_empty()) {
        for game in BETA_GAMES.iter().filter(|game| wanted(game, b)) {
            let truth = *game != "beta-t-wynim" || triangles_hold(a, b, c);
            times.push(line(game, &format!("beta=({a}+sqrt({b}))/{c}"), truth));
        }
    }
    for d in (1..=30).filter(|d| wanted("wythoff", *d)) {
        times.push(line("wythoff", &format!("d={d}"), true));
    }
    summary(&mut times, unit);
}

/// What is under the root where no numbers are given.
const QUICK: [i64; 6] = [2, 3, 5, 6, 7, 13];

fn summary(times: &mut [Duration], unit: Duration) {
    times.sort_unstable();
    let Some(&median) = times.get(times.len() / 2) else {
        return;
    };
    let long = times.iter().filter(|time| **time > LONGEST).count();
    println!(
        "{} lines, median {median:.1?}, {long} above {LONGEST:?}",
        times.len()
    );
    assert!(
        median <= unit * MEDIAN,
        "the median is {median:?}, the proof for 2 + √2 takes {unit:?}"
    );
}

/// Does the theorem on β^T-Wynim hold for β = (a + √b)/c? Exactly if β > 3, or its primitive polynomial g has g(1) < 0 and g(3) = 1.
fn triangles_hold(a: i64, b: i64, c: i64) -> bool {
    let above = 3 * c - a < 0 || (3 * c - a).pow(2) < b;
    // c²x² − 2acx + a² − b, divided by its content.
    let [mut p, mut q, mut r] = [c * c, -2 * a * c, a * a - b];
    let content = gcd(gcd(p, q), r);
    [p, q, r] = [p / content, q / content, r / content];
    above || p + q + r < 0 && 9 * p + 3 * q + r == 1
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

fn load(game: &str, argument: &str) -> Spec {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../rules/{game}.game"));
    let text = std::fs::read_to_string(path).unwrap();
    let (name, value) = argument.split_once('=').unwrap();
    let arguments = [(name.to_owned(), value.to_owned())];
    lang::load(&text, &format!("{game}.game"), &arguments).unwrap()
}

fn line(game: &str, argument: &str, truth: bool) -> Duration {
    let spec = load(game, argument);
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let (start, before) = (Instant::now(), cpu());
    let report = prove_claim(&spec, Claim::PPositions, &Unwatched);
    let time = cpu()
        .zip(before)
        .map_or(start.elapsed(), |(after, before)| after - before);
    let name = format!("{game}:{argument}");
    assert_eq!(
        matches!(report.outcome, ClaimOutcome::Proved),
        truth,
        "{name}: {:?}",
        report.outcome
    );
    assert!(
        truth || matches!(report.outcome, ClaimOutcome::Refuted(_)),
        "{name}: {:?}",
        report.outcome
    );
    let memory = peak().map_or("?".to_owned(), |kilobytes| {
        format!("{} MB", kilobytes / 1024)
    });
    println!(
        "{name:34} {:>9} {:>10} {:>10} {memory:>9}",
        if truth { "proved" } else { "refuted" },
        format!("{time:.1?}"),
        report.largest_automaton
    );
    time
}

/// Processor time of this thread, which other work on the machine does not change much.
fn cpu() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ')
        .next()?
        .parse()
        .ok()
        .map(Duration::from_nanos)
}

fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?
        .trim()
        .strip_suffix("kB")?
        .trim()
        .parse()
        .ok()
}
