//! How long the proofs of the papers' games take, with the largest automaton, the peak memory, and the most memory by the account of
//! the prover: that of what is built, in bytes, which is what limits are compared with.
//!
//! Each line asserts its verdict. `cargo bench -p takeaway-proof --bench papers -- rat raleigh` runs the lines whose
//! name is one of the words; each is run three times and the shortest time counts. Broken games stand below
//! the true ones: a refutation may take twice the time of the proof, and a few milliseconds. The word `threads` compares the time
//! of proofs with two dear obligations in one thread and in two.
#![allow(missing_docs, clippy::pedantic, clippy::restriction)]

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use logic::watch::{Construction, Stopped, Watch};
use proof::{Claim, ClaimOutcome, prove_claim};
use rules::spec::Spec;

/// Game, arguments, whether the claim about the P-positions is true, goal in milliseconds.
const LINES: &[(&str, &str, bool, u64)] = &[
    ("raleigh", "", true, 12),
    ("mouse", "", true, 50),
    ("rat", "", true, 15),
    ("succinct-rat", "d=2", true, 50),
    ("succinct-rat", "d=3", true, 50),
    ("succinct-rat", "d=4", true, 50),
    ("succinct-rat", "d=5", true, 250),
    ("succinct-rat", "d=6", true, 1000),
    ("succinct-rat", "d=7", true, 1500),
    ("succinct-rat", "d=8", true, 60000),
    ("wythoff", "d=1", true, 50),
    ("wythoff", "d=2", true, 50),
    ("wythoff", "d=3", true, 50),
    ("wythoff", "d=4", true, 50),
    ("beta-nim", "beta=1+sqrt(3)", true, 1000),
    ("beta-wynim", "beta=(7+sqrt(5))/2", true, 2000),
    ("beta-t-wynim", "beta=3+sqrt(2)", true, 2000),
    ("beta-nim", "", true, 50),
    ("beta-wynim", "", true, 50),
    ("beta-t-wynim", "", true, 50),
    ("beta-nim", "beta=phi^2", true, 50),
    ("beta-wynim", "beta=phi^2", true, 50),
    ("beta-t-wynim", "beta=phi^2", true, 50),
    ("beta-nim", "beta=(5+sqrt(13))/2", true, 50),
    ("beta-wynim", "beta=(5+sqrt(13))/2", true, 50),
    ("beta-t-wynim", "beta=(5+sqrt(13))/2", true, 50),
    ("fat-rat", "m=2", true, 1000),
    ("fat-rat", "m=3", true, 1000),
    ("fat-rat", "m=4", true, 60000),
    ("fat-rat", "m=5", true, 60000),
    ("grandiose-rat", "d=2", true, 1000),
    ("grandiose-rat", "d=3", true, 1000),
    ("grandiose-rat", "d=4", true, 1000),
    ("grandiose-rat", "d=5", true, 5000),
    ("nim", "", true, 1000),
    ("mark", "", true, 50),
    ("tribonacci", "", true, 60000),
    ("blocking-wythoff", "K=1", true, 2000),
    ("blocking-wythoff", "K=2", true, 50),
    ("ended-wythoff", "", true, 50),
    ("nim-pass", "", true, 50),
];

/// Game, arguments, what is broken, what the rules say, what they say instead.
const BROKEN: &[(&str, &str, &str, &str, &str)] = &[
    (
        "rat",
        "",
        "a = 1 always",
        "let a = if (y - x) mod 7 = 0 then 2 else 1",
        "let a = 1",
    ),
    (
        "rat",
        "",
        "no extra permutation",
        "x' <= y' <= z' or z' <= x' <= y'",
        "x' <= y' <= z'",
    ),
    (
        "raleigh",
        "",
        "no proviso",
        "not (b' < a' and t = 3)",
        "true",
    ),
    (
        "succinct-rat",
        "d=4",
        "a(ii) as printed",
        "s(i) <= 2*s(i-1) <= s(i) + 1",
        "s(i) - 1 <= 2*s(i-1) <= s(i)",
    ),
    (
        "succinct-rat",
        "d=5",
        "a(ii) as printed",
        "s(i) <= 2*s(i-1) <= s(i) + 1",
        "s(i) - 1 <= 2*s(i-1) <= s(i)",
    ),
];

/// Game and arguments of proofs with two dear obligations.
const THREADS: &[(&str, &str)] = &[
    ("succinct-rat", "d=7"),
    ("fat-rat", "m=4"),
    ("beta-nim", "beta=sqrt(22)"),
    ("beta-wynim", "beta=sqrt(22)"),
];

/// What a refutation may take beyond twice the time of the proof.
const GRACE: Duration = Duration::from_millis(5);

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    println!(
        "{:38} {:>10} {:>9} {:>10} {:>9} {:>9}",
        "game", "time", "goal", "automaton", "memory", "account"
    );
    if words.iter().any(|word| word == "threads") {
        THREADS.iter().for_each(threads);
    }
    for (game, arguments, truth, goal) in LINES {
        let name = if arguments.is_empty() {
            (*game).to_owned()
        } else {
            format!("{game}:{arguments}")
        };
        if words.is_empty() || words.contains(&name) {
            line(
                &name,
                &load(game, arguments, ("", "")),
                *truth,
                Duration::from_millis(*goal),
            );
        }
    }
    for (game, arguments, what, wrong, right) in BROKEN {
        if words.is_empty() || words.contains(&(*game).to_owned()) {
            let name = format!("{game} {arguments}");
            let proof = line(&name, &load(game, arguments, ("", "")), true, Duration::MAX);
            let broken = load(game, arguments, (wrong, right));
            let goal = proof * 2 + GRACE;
            let time = line(&format!("{game} {arguments} {what}"), &broken, false, goal);
            assert!(time <= goal, "refuted in {time:?}, proved in {proof:?}");
        }
    }
}

/// A game with something in its rules replaced.
fn load(game: &str, arguments: &str, (said, instead): (&str, &str)) -> Spec {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../rules/{game}.game"));
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains(said), "{game} does not say {said}");
    let text = text.replacen(said, instead, 1);
    let arguments: Vec<(String, String)> = arguments
        .split(',')
        .filter_map(|argument| argument.split_once('='))
        .map(|(a, b)| (a.into(), b.into()))
        .collect();
    lang::load(&text, &format!("{game}.game"), &arguments).unwrap()
}

fn line(name: &str, spec: &Spec, truth: bool, goal: Duration) -> Duration {
    let mut best: Option<(Duration, usize)> = None;
    let account = Account::new(true);
    reset_peak();
    for _ in 0..3 {
        let (start, cpu) = (Instant::now(), cpu());
        let report = prove_claim(spec, Claim::PPositions, &account);
        let time = self::cpu()
            .zip(cpu)
            .map_or(start.elapsed(), |(after, before)| after - before);
        assert_eq!(
            report.outcome == ClaimOutcome::Proved,
            truth,
            "{name}: {:?}",
            report.outcome
        );
        if best.is_none_or(|(least, _)| time < least) {
            best = Some((time, report.largest_automaton));
        }
        if time > Duration::from_secs(3) {
            break;
        }
    }
    let (time, largest) = best.unwrap();
    let memory = peak().map_or("?".to_owned(), |kilobytes| {
        format!("{} MB", kilobytes / 1024)
    });
    let account = format!("{} MB", account.most.into_inner() >> 20);
    println!(
        "{name:38} {:>10} {:>9} {largest:>10} {memory:>9} {account:>9}",
        format!("{time:.1?}"),
        if goal == Duration::MAX {
            String::new()
        } else {
            format!("{goal:.0?}")
        }
    );
    time
}

/// The shortest time of a proof in one thread and in two, of three times each, one after the other.
fn threads((game, arguments): &(&str, &str)) {
    let spec = load(game, arguments, ("", ""));
    let mut best = [Duration::MAX; 2];
    for _ in 0..3 {
        for (time, two) in best.iter_mut().zip([false, true]) {
            let start = Instant::now();
            let report = prove_claim(&spec, Claim::PPositions, &Account::new(two));
            assert_eq!(report.outcome, ClaimOutcome::Proved, "{game}:{arguments}");
            *time = start.elapsed().min(*time);
        }
    }
    let [one, two] = best;
    let percent = 100 * one.as_micros() / two.as_micros().max(1);
    println!("{game}:{arguments}: {two:.1?} in two threads, {one:.1?} in one: {percent} % of that");
}

/// Allows everything, and remembers the most memory by the account of the prover.
struct Account {
    most: AtomicU64,
    two_threads: bool,
}

impl Account {
    fn new(two_threads: bool) -> Self {
        Self {
            most: AtomicU64::new(0),
            two_threads,
        }
    }
}

impl Watch for Account {
    fn check(&self) -> Result<(), Stopped> {
        Ok(())
    }

    fn side_by_side(&self) -> bool {
        self.two_threads
    }

    fn construction(&self, construction: Construction) {
        self.most.fetch_max(construction.memory, Ordering::Relaxed);
    }
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

fn reset_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
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
