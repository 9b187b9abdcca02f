//! The β-games for many quadratic β, and d-Wythoff for many d: verdict, time, peak memory, largest automaton.
//!
//! Each line asserts its verdict, which for β^T-Wynim depends on β (docs/beta-triangles.md), unless it was stopped: a line may take
//! 20 seconds of the processor and 1 GiB. At the end the median is compared with what the same run needs for β = √2 + 2.
//! `cargo bench -p takeaway-proof --bench quadratics -- beta-wynim 7 14` runs the games
//! whose name, and the numbers under the root, are among the words; `all` runs everything, which takes long; `long` lifts the limits.
//! `cargo bench -p takeaway-proof --bench quadratics -- table > docs/quadratics.md` writes everything as a page.
#![allow(missing_docs, clippy::pedantic, clippy::restriction)]

use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use logic::watch::{Stopped, Watch};
use numeration::natural::gcd;
use proof::{Claim, ClaimOutcome, prove_claim};
use rules::spec::Spec;

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

/// A line may take no longer and no more, and the median of the lines no longer than so many times the proof for 2 + √2.
const LONGEST: Duration = Duration::from_secs(20);
const MOST: u64 = 1 << 30;
const MEDIAN: u32 = 200;

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    if words.iter().any(|word| word == "table") {
        return table();
    }
    let long = words.iter().any(|word| word == "long");
    let words: Vec<String> = words.into_iter().filter(|word| word != "long").collect();
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
    let unit = line("beta-wynim", "beta=2+sqrt(2)", true, long);
    let mut times = Vec::new();
    // Without words, the roots alone: some of the others take minutes.
    for (a, b, c) in betas().filter(|(a, ..)| *a == 0 || !words.is_empty()) {
        for game in BETA_GAMES.iter().filter(|game| wanted(game, b)) {
            let truth = is_true(game, (a, b, c));
            times.push(line(game, &argument((a, b, c)), truth, long));
        }
    }
    for d in (1..=30).filter(|d| wanted("wythoff", *d)) {
        times.push(line("wythoff", &format!("d={d}"), true, long));
    }
    summary(&mut times, unit);
}

/// √5, …, √50 and the others.
fn betas() -> impl Iterator<Item = (i64, i64, i64)> {
    let roots = (5..=50).filter(|n: &i64| n.isqrt().pow(2) != *n);
    roots.map(|n| (0, n, 1)).chain(OTHERS.iter().copied())
}

fn argument((a, b, c): (i64, i64, i64)) -> String {
    format!("beta=({a}+sqrt({b}))/{c}")
}

fn is_true(game: &str, (a, b, c): (i64, i64, i64)) -> bool {
    game != "beta-t-wynim" || triangles_hold(a, b, c)
}

fn line(game: &str, argument: &str, truth: bool, long: bool) -> Duration {
    let measured = measured(game, argument, truth, long);
    println!(
        "{:34} {:>9} {:>10} {:>10} {:>9}",
        format!("{game}:{argument}"),
        measured.verdict,
        format!("{:.1?}", measured.time),
        measured.automaton,
        measured
            .memory
            .map_or("?".to_owned(), |mb| format!("{mb} MB"))
    );
    measured.time
}

/// Everything as a page.
fn table() {
    let mut all = Vec::new();
    println!("{HEAD}");
    println!("| β | β-nim | β-Wynim | β^T-Wynim |\n| --- | --- | --- | --- |");
    for beta in betas() {
        let mut row = format!("| {} |", shown(beta));
        for game in BETA_GAMES {
            let measured = measured(game, &argument(beta), is_true(game, beta), false);
            write!(row, " {} |", measured.cell()).unwrap();
            all.push(measured);
        }
        println!("{row}");
    }
    println!("\n{}", total("β-games", &all));
    println!("\n| d | d-Wythoff |\n| --- | --- |");
    let mut wythoff = Vec::new();
    for d in 1..=30 {
        let measured = measured("wythoff", &format!("d={d}"), true, false);
        println!("| {d} | {} |", measured.cell());
        wythoff.push(measured);
    }
    println!("\n{}", total("d-Wythoff", &wythoff));
}

const HEAD: &str = "# The \u{3b2}-games and d-Wythoff for many quadratic numbers

Is the set that the rule file claims that of the P-positions? `cargo bench -p takeaway-proof --bench quadratics -- table > docs/quadratics.md`
writes this page again. Each proof may take 20 seconds of the processor and 1 GiB by the prover\u{2019}s own account, which is
cautious: compare the peaks. A cell: the verdict, seconds of the processor, the peak in MB of the process with what it
still holds from the lines before, the nodes of the largest automaton. \u{3b2}^T-Wynim is refuted where docs/beta-triangles.md says that
it must be. \u{201c}Not reached\u{201d} says which limit was reached.
";

fn shown((a, b, c): (i64, i64, i64)) -> String {
    match (a, c) {
        (0, _) => format!("√{b}"),
        (_, 1) => format!("{a} + √{b}"),
        _ => format!("({a} + √{b})/{c}"),
    }
}

fn total(name: &str, all: &[Measured]) -> String {
    let mut times: Vec<Duration> = all.iter().map(|measured| measured.time).collect();
    times.sort_unstable();
    let reached = all.iter().filter(|measured| !measured.stopped).count();
    format!(
        "{name}: {reached} of {} reached, median {:.2} s.",
        all.len(),
        times[times.len() / 2].as_secs_f64()
    )
}

/// What a proof needed.
struct Measured {
    verdict: String,
    stopped: bool,
    time: Duration,
    automaton: usize,
    /// In megabytes.
    memory: Option<u64>,
}

impl Measured {
    fn cell(&self) -> String {
        let memory = self.memory.map_or("?".to_owned(), |mb| mb.to_string());
        format!(
            "{} {:.2} s, {memory} MB, {}",
            self.verdict,
            self.time.as_secs_f64(),
            self.automaton
        )
    }
}

/// The limits of a line, from when it begins.
struct Limits {
    started: Instant,
    begun: Option<Duration>,
    long: bool,
}

impl Watch for Limits {
    fn check(&self) -> Result<(), Stopped> {
        // The clock of the processor is read from files: not for proofs that are far from the limit.
        if self.long || self.started.elapsed() < LONGEST / 4 {
            return Ok(());
        }
        let spent = cpu().zip(self.begun).map(|(now, begun)| now - begun);
        match spent {
            Some(spent) if spent > LONGEST => Err(Stopped::Time),
            _ => Ok(()),
        }
    }

    fn memory_limit(&self) -> Option<u64> {
        (!self.long).then_some(MOST)
    }
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

fn load(game: &str, argument: &str) -> Spec {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../rules/{game}.game"));
    let text = std::fs::read_to_string(path).unwrap();
    let (name, value) = argument.split_once('=').unwrap();
    let arguments = [(name.to_owned(), value.to_owned())];
    lang::load(&text, &format!("{game}.game"), &arguments).unwrap()
}

fn measured(game: &str, argument: &str, truth: bool, long: bool) -> Measured {
    let spec = load(game, argument);
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let (started, begun) = (Instant::now(), cpu());
    let limits = Limits {
        started,
        begun,
        long,
    };
    let report = prove_claim(&spec, Claim::PPositions, &limits);
    let time = cpu()
        .zip(begun)
        .map_or(started.elapsed(), |(after, before)| after - before);
    let (verdict, stopped) = match &report.outcome {
        ClaimOutcome::Proved if truth => ("proved".to_owned(), false),
        ClaimOutcome::Refuted(_) if !truth => ("refuted".to_owned(), false),
        ClaimOutcome::Stopped(Stopped::Time) => ("not reached (time)".to_owned(), true),
        ClaimOutcome::Stopped(Stopped::Memory { .. }) => ("not reached (memory)".to_owned(), true),
        other => panic!("{game}:{argument}: {other:?}"),
    };
    Measured {
        verdict,
        stopped,
        time,
        automaton: report.largest_automaton,
        memory: peak().map(|kilobytes| kilobytes / 1024),
    }
}

/// Processor time of this process with all its threads, which other work on the machine does not change much.
fn cpu() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program may contain anything; after it come the state and ten numbers.
    let mut after = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || after.next()?.parse::<u64>().ok();
    let hundredths = ticks()? + ticks()?;
    let threads = std::fs::read_dir("/proc/self/task").ok()?.count();
    // More exact where there is one thread, as long as there never was another.
    let own = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let own = Duration::from_nanos(own.split(' ').next()?.parse().ok()?);
    let all = Duration::from_millis(hundredths * 10);
    let alone = threads == 1 && own.abs_diff(all) < Duration::from_millis(20);
    Some(if alone { own } else { all.max(own) })
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
