//! Many questions about one game: a million Raleigh outcomes with their moves, through the library and through a pipe.
//!
//! What is asserted does not depend on how busy the machine is: every answer is that of the paper's formula, the order is kept,
//! a bad line is answered in its place, and ten times as many lines take no more memory. The rates are printed, with those that
//! are wanted on a machine with nothing else to do. `cargo bench -p takeaway --bench batch -- library` asks the library alone, for a
//! profile.

#![allow(clippy::pedantic, clippy::restriction)]

use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use takeaway::{Game, Outcome, Position};

const QUESTIONS: usize = 1_000_000;

/// The rates that are wanted, a second.
const BY_THE_LIBRARY: usize = 1_000_000;
const THROUGH_A_PIPE: usize = 200_000;

/// Slower than this, in parts of the wanted rate, is a fault however busy the machine is.
const SLACK: usize = 12;

fn main() {
    let piles: Vec<[u64; 3]> = positions().take(QUESTIONS).collect();
    library(&piles);
    if std::env::args().any(|word| word == "library") {
        return;
    }
    let small = pipe(&piles[..QUESTIONS / 10]);
    let large = pipe(&piles);
    println!("memory: {small} KiB for a tenth of the lines, {large} KiB for all");
    assert!(
        large < small + 4096,
        "memory grows with the number of lines"
    );
}

/// Piles of word size: numbers of all lengths, and a P-position now and then.
fn positions() -> impl Iterator<Item = [u64; 3]> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    std::iter::repeat_with(move || {
        let mut piles = [0; 3].map(|_: u64| (random() >> 2) >> (random() % 58));
        piles.sort_unstable();
        if random() % 16 == 0 {
            row(piles[0] >> 24)
        } else {
            piles
        }
    })
}

/// The row of the paper's table: ⌊⌊nφ⌋φ⌋, ⌊nφ²⌋, ⌊⌊nφ²⌋φ⌋.
fn row(n: u64) -> [u64; 3] {
    if n == 0 {
        return [0; 3];
    }
    let b = n + times_phi(n);
    [b - 1, b, times_phi(b)]
}

/// ⌊nφ⌋ = ⌊(n + √(5n²))/2⌋.
fn times_phi(n: u64) -> u64 {
    let root = (5 * u128::from(n) * u128::from(n)).isqrt();
    u64::try_from((u128::from(n) + root) / 2).unwrap()
}

/// Is it a row of the table? Then the row has the number 2b − c.
fn expected(piles: [u64; 3]) -> Outcome {
    let [_, b, c] = piles;
    let is_row = (2 * b)
        .checked_sub(c)
        .is_some_and(|n| n < 1 << 60 && row(n) == piles);
    if is_row { Outcome::P } else { Outcome::N }
}

fn library(piles: &[[u64; 3]]) {
    let raleigh = Game::open("raleigh").unwrap();
    let positions: Vec<Position> = piles
        .iter()
        .map(|piles| raleigh.position_of(*piles).unwrap())
        .collect();
    let start = Instant::now();
    let outcomes: Vec<Outcome> = positions
        .iter()
        .map(|position| {
            let verdict = raleigh.outcome(position).unwrap().verdict;
            assert_eq!(
                verdict.winning_move.is_some(),
                verdict.outcome == Outcome::N
            );
            verdict.outcome
        })
        .collect();
    report("library", outcomes.len(), start.elapsed(), BY_THE_LIBRARY);
    for (piles, outcome) in piles.iter().zip(outcomes) {
        assert_eq!(outcome, expected(*piles), "{piles:?}");
    }
}

/// Asks through a pipe, with a bad line in the middle, and returns the most memory the command had, in KiB.
fn pipe(piles: &[[u64; 3]]) -> u64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_takeaway"));
    command.args(["batch", "raleigh", "outcome"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let bad = piles.len() / 2;
    let mut input = BufWriter::with_capacity(1 << 16, child.stdin.take().unwrap());
    let (id, start) = (child.id(), Instant::now());
    let memory = thread::scope(|scope| {
        scope.spawn(move || {
            for (line, [a, b, c]) in piles.iter().enumerate() {
                if line == bad {
                    writeln!(input, "{a},{b};{c}").unwrap();
                } else {
                    writeln!(input, "{a},{b},{c}").unwrap();
                }
            }
        });
        let mut answers = BufReader::with_capacity(1 << 16, child.stdout.take().unwrap());
        let (mut answer, mut memory) = (String::new(), 0);
        for (line, position) in piles.iter().enumerate() {
            answer.clear();
            answers.read_line(&mut answer).unwrap();
            if line == bad {
                assert!(
                    answer.starts_with(&format!("{{\"line\":{},\"error\":", bad + 1)),
                    "{answer}"
                );
                continue;
            }
            let [a, b, c] = position;
            let outcome = expected(*position);
            let start = format!(
                "{{\"game\":\"raleigh\",\"position\":[\"{a}\",\"{b}\",\"{c}\"],\"outcome\":\"{outcome}\""
            );
            assert!(answer.starts_with(&start), "{answer}");
            if line + 1 == piles.len() * 9 / 10 {
                memory = most_memory(id);
            }
        }
        memory
    });
    report("pipe", piles.len(), start.elapsed(), THROUGH_A_PIPE);
    assert_eq!(child.wait().unwrap().code(), Some(2), "one line was bad");
    memory
}

/// The most memory a process has had, in KiB, where the system tells.
fn most_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.trim().strip_suffix("kB"));
    number
        .and_then(|number| number.trim().parse().ok())
        .unwrap_or(0)
}

fn report(what: &str, questions: usize, elapsed: Duration, wanted: usize) {
    let rate = questions as u128 * 1_000_000_000 / elapsed.as_nanos().max(1);
    println!("{what}: {questions} questions in {elapsed:.2?}, {rate} a second (wanted: {wanted})");
    assert!(rate * SLACK as u128 >= wanted as u128, "{what} is too slow");
}
