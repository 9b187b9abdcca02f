//! Limits are kept: every command that takes them, under small ones, measured from outside.
//!
//! A command may hold at most 1.2 times its memory limit and 30 MB for the program. With a time limit it ends: nothing
//! else would end most of them in time. How late that is depends on the machine, and is printed.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::patience;

/// For the program itself.
const PROGRAM: u64 = 30_000_000;

/// Commands with a memory limit in MiB. They would take more, or nearly so, if their rows were kept.
const MEMORY: &[(&str, u64)] = &[
    ("prove huge-modulus.game", 100),
    ("prove large-period.game", 60),
    ("prove beta-wynim:beta=sqrt(7)", 60),
    ("prove succinct-rat:d=8 --theorem P-positions", 60),
    ("solve rat --max 4000", 40),
    ("value rat 500,501,502", 40),
    ("outcome rat-like.game 300,301,302", 40),
    ("moves nim 100000,200000", 40),
    ("table rat --rows 50000", 40),
    ("sequence floor(n*pi) --rows 500000", 40),
    ("array --rows 100000 --columns 1000", 40),
    ("matrix shortcut --d 30", 40),
    ("represent 10^100000000 --system base:2", 40),
    ("split --search 9 --max-numerator 60", 40),
    ("invariance rat --max 200", 40),
    ("star mouse --max 100000", 40),
    (
        "plot values nim --max 400 --slice x[3]=1 --output values.svg --force",
        20,
    ),
    ("papers raleigh", 40),
    ("check raleigh.proof", 20),
];

/// Commands with a time limit in milliseconds. They would take longer, or nearly so.
const TIME: &[(&str, u64)] = &[
    ("prove huge-modulus.game", 500),
    ("prove large-period.game", 500),
    ("prove beta-wynim:beta=sqrt(7)", 1000),
    ("prove succinct-rat:d=8 --theorem P-positions", 1000),
    ("solve rat --max 3000", 300),
    ("value rat 500,501,502", 300),
    ("outcome rat-like.game 300,301,302", 300),
    ("moves nim 100000,200000,300000", 300),
    ("sequence floor(n*pi) --from 10^200000 --rows 100000", 300),
    ("represent 10^1000000 --system q:pi", 300),
    // These take their time to write what was found.
    ("matrix rat --d 4000", 300),
    ("table rat --rows 2000000", 1000),
    ("split --search 12 --max-numerator 4000", 500),
    ("invariance rat --max 40", 300),
    ("star wythoff --max 3000 --times 2", 300),
    ("papers", 500),
    ("check raleigh.proof", 100),
];

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn memory_limits_are_kept() {
    let desk = desk("memory");
    for (command, limit) in MEMORY {
        let ran = run(
            &desk,
            command,
            &["--time-limit", "60s"], // what ends for another reason may end, too
            "--memory-limit",
            &format!("{limit}MiB"),
        );
        let allowed = (limit << 20) / 10 * 12 + PROGRAM;
        assert!(
            ran.memory <= allowed,
            "{command}: {} bytes, {allowed} allowed",
            ran.memory
        );
    }
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn time_limits_are_kept() {
    let desk = desk("time");
    for (command, limit) in TIME {
        let ran = run(&desk, command, &[], "--time-limit", &format!("{limit}ms"));
        let late = ran.wall.saturating_sub(Duration::from_millis(*limit));
        println!(
            "{command}: {late:.1?} late, {:.1?} of processors",
            ran.processor
        );
    }
}

/// What a command took.
struct Ran {
    memory: u64,
    wall: Duration,
    processor: Duration,
}

/// Runs a command and watches it. It must answer, or say which limit it reached.
fn run(desk: &Path, command: &str, others: &[&str], option: &str, limit: &str) -> Ran {
    let begun = Instant::now();
    let errors = desk.join("errors");
    let mut child = Command::new(env!("CARGO_BIN_EXE_takeaway"))
        .args(command.split(' '))
        .args(others)
        .args([option, limit])
        .current_dir(desk)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(&errors).unwrap())
        .spawn()
        .unwrap();
    let (mut memory, mut processor) = (0, Duration::ZERO);
    let status = loop {
        memory = peak(&child).unwrap_or(0).max(memory);
        processor = patience::processor_time(&child)
            .unwrap_or_default()
            .max(processor);
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        thread::sleep(Duration::from_millis(2));
    };
    let said = fs::read_to_string(&errors).unwrap();
    match status.code() {
        Some(0 | 1) => {}
        Some(3) => assert!(said.contains("stopped: "), "{command} {limit}: {said}"),
        other => panic!("{command} {limit}: {other:?}: {said}"),
    }
    Ran {
        memory,
        wall: begun.elapsed(),
        processor,
    }
}

/// The most bytes that the process has held so far.
fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// A directory with rule files and a certificate.
fn desk(name: &str) -> PathBuf {
    let desk = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("limits-{name}"));
    fs::create_dir_all(&desk).unwrap();
    let rules = "game g\npiles x\nmove a: x' < x\n";
    let huge = "theorem \"t\": exists n: forall m: (n + m) mod 1000000007 != 5 + n\n";
    fs::write(desk.join("huge-modulus.game"), format!("{rules}{huge}")).unwrap();
    let period = "move b: x - x' <= 5000\nnim-value = x mod 5000\n";
    fs::write(
        desk.join("large-period.game"),
        format!("game g\npiles x\n{period}"),
    )
    .unwrap();
    let three = "game g\npiles x, y, z\nmove a: x' <= x and y' <= y and z' <= z and (x + y + z - x' - y' - z') mod 3 != 1\n";
    fs::write(desk.join("rat-like.game"), three).unwrap();
    let _ = fs::remove_file(desk.join("raleigh.proof"));
    let proved = Command::new(env!("CARGO_BIN_EXE_takeaway"))
        .args(["prove", "raleigh", "--theorem", "P-positions"])
        .args(["--certificate", "raleigh.proof"])
        .current_dir(&desk)
        .output()
        .unwrap();
    assert!(proved.status.success(), "{proved:?}");
    desk
}
