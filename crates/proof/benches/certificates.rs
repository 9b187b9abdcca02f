//! How long certificates take to make and to check, and how long they are.
//!
//! Each line asserts that the certificate is accepted after it was written and read again.
//! `cargo bench -p takeaway-proof --bench certificates -- rat raleigh` runs the lines whose name is one of the words.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;
use std::time::Duration;

use logic::Unwatched;
use proof::{Certificate, check};

const LINES: &[(&str, &str)] = &[
    ("mouse", ""),
    ("rat", ""),
    ("raleigh", ""),
    ("wythoff", "d=1"),
    ("wythoff", "d=2"),
    ("wythoff", "d=3"),
    ("wythoff", "d=4"),
    ("beta-nim", "beta=2+sqrt(2)"),
    ("beta-wynim", "beta=2+sqrt(2)"),
    ("beta-t-wynim", "beta=2+sqrt(2)"),
    ("beta-nim", "beta=(5+sqrt(13))/2"),
    ("beta-nim", "beta=2+sqrt(3)"),
    ("fat-rat", "m=2"),
    ("fat-rat", "m=3"),
    ("succinct-rat", "d=2"),
    ("succinct-rat", "d=3"),
    ("succinct-rat", "d=4"),
    ("succinct-rat", "d=5"),
    ("grandiose-rat", "d=2"),
    ("grandiose-rat", "d=3"),
    ("nim", "m=3"),
    ("cyclic-nimhoff", ""),
];

/// No certificate may take longer to check.
const MOST: Duration = Duration::from_secs(20);

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    println!(
        "{:34} {:>7} {:>9} {:>10} {:>10} {:>9}",
        "game", "claims", "bytes", "made", "checked", "states"
    );
    for (game, arguments) in LINES {
        let name = match *arguments {
            "" => (*game).to_owned(),
            arguments => format!("{game}:{arguments}"),
        };
        if words.is_empty() || words.contains(&name) {
            line(&name, game, arguments);
        }
    }
}

fn line(name: &str, game: &str, arguments: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../rules/{game}.game"));
    let text = lang::print(&lang::parse(&std::fs::read_to_string(path).unwrap()).unwrap());
    let arguments: Vec<(String, String)> = arguments
        .split(',')
        .filter_map(|argument| argument.split_once('='))
        .map(|(a, b)| (a.into(), b.into()))
        .collect();
    let spec = lang::load(&text, game, &arguments).unwrap();
    let start = cpu();
    let mut certificate = Certificate::new(&spec).unwrap();
    for claim in proof::prove::claims(&spec) {
        let proof = proof::prove_claim(&spec, claim, &Unwatched).proof.unwrap();
        certificate.certify(&spec, &proof, &Unwatched).unwrap();
    }
    let text = certificate.to_text();
    let made = cpu() - start;
    let start = cpu();
    let read = Certificate::from_text(&text, &Unwatched).unwrap();
    let checked = check(&read, &Unwatched).unwrap();
    let time = cpu() - start;
    assert!(time < MOST, "{name} took {time:?}");
    println!(
        "{name:34} {:>7} {:>9} {:>10} {:>10} {:>9}",
        checked.claims.len(),
        text.len(),
        format!("{made:.1?}"),
        format!("{time:.1?}"),
        checked.states
    );
}

/// Processor time of this thread, which other work on the machine does not change much; 0 where it is not known.
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}
