//! How long claims take to prove and their certificates to check, and how long those are.
//!
//! Each line is a claim. It asserts that the certificate is accepted after it was written and read again, and that
//! this takes at most twenty times as long as the proof in the same run, or a tenth of a second.
//! `cargo bench -p takeaway-proof --bench certificates -- rat raleigh` runs the games whose names are the words, of this
//! list or not.
#![allow(missing_docs, clippy::pedantic, clippy::restriction)]

use std::path::Path;
use std::time::Duration;

use logic::Unwatched;
use proof::{Certificate, Claim, ClaimOutcome, check, prove_claim};
use rules::spec::Spec;

/// Rule files with parameters.
const GAMES: &[&str] = &[
    "mouse",
    "rat",
    "raleigh",
    "wythoff:d=1",
    "wythoff:d=2",
    "wythoff:d=3",
    "wythoff:d=4",
    "beta-nim:beta=2+sqrt(2)",
    "beta-wynim:beta=2+sqrt(2)",
    "beta-t-wynim:beta=2+sqrt(2)",
    "beta-nim:beta=(5+sqrt(13))/2",
    "beta-nim:beta=2+sqrt(3)",
    "fat-rat:m=2",
    "fat-rat:m=3",
    "succinct-rat:d=2",
    "succinct-rat:d=3",
    "succinct-rat:d=4",
    "succinct-rat:d=5",
    "grandiose-rat:d=2",
    "grandiose-rat:d=3",
    "nim:m=3",
    "cyclic-nimhoff",
    "tribonacci",
];

/// Games with large periods, by the largest number that may be taken.
const LARGEST: &[i64] = &[150, 1_000, 5_000, 10_000];

/// Other sentences that are quick to prove.
const SENTENCES: &[&str] = &[
    "exists n: n mod 10^9 = 5",
    "exists m: (m mod 7) div 2 > m mod 3",
    "not (forall n, k: ceil(n*(1-sqrt(2))/3 + (1+sqrt(2))*k) > n)",
];

/// What a check may cost: so many times the proof, or so long. Ten times is the aim; runs on a busy machine differ by a half, and
/// nim-values with a period of 10,000 take thirteen.
const TIMES: u32 = 20;
const AT_LEAST: Duration = Duration::from_millis(100);

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let wanted = |name: &str| words.is_empty() || words.iter().any(|word| word == name);
    println!(
        "{:28} {:30} {:>9} {:>9} {:>9} {:>9} {:>7} {:>9}",
        "game", "claim", "bytes", "proved", "certified", "checked", "times", "states"
    );
    let mut slow = Vec::new();
    let all: Vec<&str> = match &words[..] {
        [] => GAMES.to_vec(),
        words => words.iter().map(String::as_str).collect(),
    };
    for name in all {
        if let Some(spec) = catalogued(name) {
            lines(name, &spec, &mut slow);
        }
    }
    for largest in LARGEST {
        let (name, period) = (format!("at-most-{largest}"), largest + 1);
        let text = format!(
            "game g\npiles x\nmove a: x - x' <= {largest}\n\
             P = {{ {period}*n | n >= 0 }}\nnim-value = x mod {period}\n"
        );
        if wanted(&name) {
            lines(&name, &lang::load(&text, "g.game", &[]).unwrap(), &mut slow);
        }
    }
    for sentence in SENTENCES.iter().filter(|_| wanted("sentences")) {
        let text = format!("game g\npiles x\nmove a: x' < x\ntheorem \"t\": {sentence}\n");
        let spec = lang::load(&text, "g.game", &[]).unwrap();
        lines(&sentence[..28.min(sentence.len())], &spec, &mut slow);
    }
    assert!(slow.is_empty(), "too slow to check: {slow:#?}");
}

/// A game of the catalogue, if it is one.
fn catalogued(name: &str) -> Option<Spec> {
    let (game, arguments) = name.split_once(':').unwrap_or((name, ""));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../rules/{game}.game"));
    let text = std::fs::read_to_string(path).ok()?;
    let arguments = arguments.split(',').filter_map(|own| own.split_once('='));
    let arguments: Vec<(String, String)> = arguments.map(|(a, b)| (a.into(), b.into())).collect();
    Some(lang::load(&text, game, &arguments).unwrap())
}

fn lines(name: &str, spec: &Spec, slow: &mut Vec<String>) {
    for claim in proof::prove::claims(spec) {
        if let Some(fault) = line(name, spec, claim) {
            slow.push(fault);
        }
    }
}

/// One claim; how slow it is, if it is too slow.
fn line(name: &str, spec: &Spec, claim: Claim) -> Option<String> {
    let (proved, report) = timed(|| prove_claim(spec, claim, &Unwatched));
    assert_eq!(
        report.outcome,
        ClaimOutcome::Proved,
        "{name}: {}",
        report.name
    );
    let proof = report.proof.unwrap();
    let (made, text) = timed(|| {
        let mut certificate = proof::begin_certificate(spec).unwrap();
        let made = proof::certify(&mut certificate, spec, &proof, &Unwatched);
        made.map(|()| certificate.to_text())
            .map_err(|error| error.to_string())
    });
    let claimed = claim.name(spec);
    let text = match text {
        Ok(text) => text,
        Err(error) => return Some(format!("{name}: {claimed}: {error}")),
    };
    let (time, checked) = timed(|| {
        Certificate::from_text(&text, &Unwatched).and_then(|read| check(&read, &Unwatched))
    });
    let times = time.as_nanos() / proved.as_nanos().max(1000);
    let states = checked.as_ref().map_or(0, |checked| checked.states);
    println!(
        "{name:28} {claimed:30} {:>9} {:>9} {:>9} {:>9} {times:>7} {states:>9}",
        text.len(),
        format!("{proved:.1?}"),
        format!("{made:.1?}"),
        format!("{time:.1?}"),
    );
    match checked {
        Err(refusal) => Some(format!("{name}: {claimed}: {refusal}")),
        Ok(_) if time <= AT_LEAST.max(proved * TIMES) => None,
        Ok(_) => Some(format!("{name}: {claimed}: {time:.1?}, {times} times")),
    }
}

/// The processor time of this thread that some work takes, with its result. What is quick is done again and again, since the
/// clock may be coarse.
fn timed<T>(work: impl Fn() -> T) -> (Duration, T) {
    let start = cpu();
    let result = work();
    let mut runs = 1;
    while cpu() - start < AT_LEAST / 4 && runs < 1000 {
        work();
        runs += 1;
    }
    ((cpu() - start) / runs, result)
}

/// Processor time of this thread, which other work on the machine does not change much; 0 where it is not known.
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}
