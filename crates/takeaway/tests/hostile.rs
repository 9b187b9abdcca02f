//! Hostile command lines: every option of every command with numbers, files and texts that nobody should type.
//!
//! Whatever is typed, the program answers with one of its exit codes, says why if it has no answer, ends soon after its
//! time limit, and never panics. The tests run unoptimised code, in which an overflow is a panic.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// What is put in the place of `{}`.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "64",
    "-1",
    "10000",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "10^100",
    "1/2",
    "",
    "∞\u{1b}[31m",
];

/// Command lines with places for numbers, each for every option that takes one.
const COMMANDS: &[&str] = &[
    "table nim --rows {}",
    "table rat --rows {} --format bfile",
    "table beta-nim:beta={}",
    "sequence n^n --rows {}",
    "sequence floor(n*phi) --from {}",
    "sequence {}",
    "sequence floor(n*{})",
    "solve wythoff --max {}",
    "solve mark --max {} --nim-values",
    "solve nim:m={} --max 3",
    "solve subtraction:set={{}} --max 20",
    "star wythoff --max {}",
    "star wythoff --max 4 --times {}",
    "invariance wythoff --max {}",
    "invariance mark --max {} --growth",
    "matrix rat --d {}",
    "matrix shortcut --d {} --codes",
    "matrix shortcut --d {} --differences",
    "matrix shortcut --d {} --sigma",
    "matrix shortcut --d {} --baseline",
    "matrix rat --d 3 --rows {}",
    "matrix rat --d 3 --from {}",
    "matrix rat --d 3 --copy {} --symbolic",
    "matrix shortcut --d 4 --tree {}",
    "matrix rat --d 3 --locate {},2,4",
    "array --rows {}",
    "array --columns {}",
    "array --from {} --rows 2",
    "array --recurrence {}",
    "array --recurrence {},1",
    "array --locate {}",
    "moves nim 3,4,5 --limit {}",
    "moves wythoff 3,{}",
    "moves frankenstein {}",
    "outcome wythoff 3,{}",
    "outcome wythoff:d={} 3,5",
    "outcome rat 3,5,{} --strategy all",
    "outcome fat-rat:m={} 3,5,7",
    "outcome succinct-rat:d={} 3,5,7",
    "outcome beta-wynim:beta={} 3,5",
    "outcome frankenstein 2,{}",
    "outcome nim {},{} --misere",
    "legal raleigh 5,9,{} 3,{},7",
    "value nim {},5",
    "value mark {}",
    "play wythoff --seed {}",
    "play wythoff {},{}",
    "represent {} --system zeckendorf",
    "represent {} --system ternary-u --shift left",
    "represent 5 --system base:{}",
    "represent 5 --system p:{}",
    "represent 5 --system q:{}",
    "represent --digits {} --system p:7/4",
    "represent --digits ({},1) --system ternary-u",
    "split {}",
    "split {},{} 2,1",
    "split --search {}",
    "split --search 2 --max-numerator {}",
    "plot positions wythoff --max {}",
    "plot values wythoff --max {}",
    "plot values raleigh --max 5 --slice c={}",
    "plot shortcuts --d {}",
    "plot array --rows {}",
    "plot array --columns {}",
    "plot array --output {}",
    "plot positions mark --max {} --force --output hostile.png",
    "plot positions raleigh --max {} --force --output hostile.png",
    "plot values wythoff --max {} --force --output hostile.png",
    "plot shortcuts --d {} --force --output hostile.png",
    "plot array --rows {} --columns {} --force --output hostile.png",
    "prove wythoff:d={} --theorem P-positions",
    "prove nim --theorem {}",
    "prove nim --certificate {}/{}",
    "rules {}",
    "rules nim:{}={}",
    "games {}",
    "papers {}",
    "check {}",
    "legal nim @{} 1",
    "table nim --column {} --format bfile",
    "moves nim 2,3 --time-limit {}s",
    "moves nim 2,3 --memory-limit {}KiB",
];

/// Commands that read a file, in the place of `{}`.
const READERS: &[&str] = &[
    "rules {}",
    "rules {} --format latex",
    "legal {} 1 0",
    "moves {} 1",
    "outcome {} 1",
    "value {} 1",
    "play {}",
    "table {}",
    "solve {} --max 3",
    "prove {}",
    "check {}",
    "check {} --json",
    "invariance {} --max 3",
    "star {} --max 3",
    "plot positions {} --max 3",
    "games {}",
    "legal nim @{} 0",
    "represent @{} --system zeckendorf",
];

/// An empty folder with files that nobody should write.
fn hostile_files() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("directory.game")).unwrap();
    let all: Vec<u8> = (0..=255).collect();
    let deep = format!("game g\npiles x\nmove I: {}x' < x", "(".repeat(20_000));
    let files: &[(&str, &[u8])] = &[
        ("empty.game", b""),
        ("nul.game", &[0; 1000]),
        ("bytes.game", &all),
        ("latin.game", b"game g \"\xe9t\xe9\"\npiles x\nmove I: x' < x"),
        ("blank.game", b" \n\t\r\n\xef\xbb\xbf"),
        ("deep.game", deep.as_bytes()),
        ("half.game", b"takeaway certificate 1\nrules\n"),
        (
            "huge.game",
            b"game g\npiles x[1..10^30]\nmove I: x[10^20]' < 2^(2^(2^80))\nP when x mod 0 = 1 div 0",
        ),
        ("no piles.game", b"game g\nmove I: x' < x"),
    ];
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
    let mut paths: Vec<PathBuf> = files.iter().map(|file| folder.join(file.0)).collect();
    paths.extend(["directory.game", "missing.game"].map(|name| folder.join(name)));
    paths
}

fn run(arguments: &[String], limit: &str) -> (Output, Duration) {
    let start = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_takeaway"))
        .args(arguments)
        .args(["--time-limit", limit, "--memory-limit", "50MiB"])
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (output, start.elapsed())
}

/// What is wrong with an answer.
fn fault(output: &Output, time: Duration) -> Option<String> {
    let error = String::from_utf8_lossy(&output.stderr);
    let hidden = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !matches!(output.status.code(), Some(0..=3)) {
        return Some(format!("it ended with {}: {error}", output.status));
    }
    if error.contains("panicked") || error.contains("overflow") {
        return Some(error.into_owned());
    }
    if matches!(output.status.code(), Some(2 | 3)) && error.trim().is_empty() {
        return Some("it failed in silence".to_owned());
    }
    if error.contains(hidden) || String::from_utf8_lossy(&output.stdout).contains(hidden) {
        return Some(format!("control characters got through: {error:?}"));
    }
    // Five seconds of grace, and a machine that is busy.
    (time > Duration::from_secs(30)).then(|| format!("it took {time:?}"))
}

/// Runs all of them, a few at a time, and reports every fault.
fn check_all(lines: &[Vec<String>]) {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut faults = Vec::new();
        while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
            let limited = line.iter().any(|word| word.ends_with("-limit"));
            let (output, time) = if limited {
                run_as_it_is(line)
            } else {
                run(line, "100ms")
            };
            if let Some(fault) = fault(&output, time) {
                faults.push(format!("{line:?}: {fault}"));
            }
        }
        faults
    };
    let faults: Vec<String> = thread::scope(|scope| {
        let workers = [(); 3].map(|()| scope.spawn(work));
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn run_as_it_is(arguments: &[String]) -> (Output, Duration) {
    let start = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_takeaway"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (output, start.elapsed())
}

/// The words of a command line, with something in the place of `{}`.
fn words(line: &str, place: &str) -> Vec<String> {
    line.split(' ')
        .map(|word| word.replace("{}", place))
        .collect()
}

#[test]
fn no_number_breaks_an_option() {
    let lines = COMMANDS
        .iter()
        .flat_map(|line| NUMBERS.iter().map(|number| words(line, number)));
    check_all(&lines.collect::<Vec<_>>());
}

#[test]
fn no_file_breaks_a_command() {
    let files = hostile_files();
    let lines = READERS.iter().flat_map(|line| {
        let files = files.iter().map(|file| file.to_str().unwrap());
        files.map(|file| words(line, file))
    });
    check_all(&lines.collect::<Vec<_>>());
}

/// What a terminal or a shell says about itself may be nonsense.
#[test]
fn no_environment_breaks_the_help() {
    for (name, value) in [
        ("COLUMNS", "0"),
        ("COLUMNS", "18446744073709551616"),
        ("LINES", "-1"),
        ("TERM", "\u{1b}"),
        ("RAYON_NUM_THREADS", "x"),
        ("RUST_BACKTRACE", "1"),
    ] {
        for line in ["--help", "prove --help", "solve nim --max 9", "nonsense"] {
            let start = Instant::now();
            let output = Command::new(env!("CARGO_BIN_EXE_takeaway"))
                .args(line.split(' '))
                .env(name, value)
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let fault = fault(&output, start.elapsed());
            assert_eq!(fault, None, "{name}={value} {line}");
        }
    }
}

/// A match reads whatever comes.
#[test]
fn no_line_breaks_a_match() {
    use std::io::Write;
    let lines: &[&[u8]] = &[
        b"\0\n\x1b[2J\n\xff\xfe\n",
        b"new 0\nnew 18446744073709551616,1\nnew ()\nundo\nundo\nnew\n",
        b"3,5\n10^10^10,1\n1/0,2\n-1,-1\n,,,\n(\nmoves\nwhy\nhint\n",
        b"@/dev/null,3\nquit",
    ];
    for typed in lines {
        for options in ["", " --json", " --second"] {
            let line = format!("play wythoff 5,9 --time-limit 20s{options}");
            let start = Instant::now();
            let mut child = Command::new(env!("CARGO_BIN_EXE_takeaway"))
                .args(line.split(' '))
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            child.stdin.take().unwrap().write_all(typed).unwrap();
            let output = child.wait_with_output().unwrap();
            let fault = fault(&output, start.elapsed());
            assert_eq!(fault, None, "{line} {typed:?}");
        }
    }
}
