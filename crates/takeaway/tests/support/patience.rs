//! No test passes or fails by a clock: what must stop is asked what no machine answers, and what must be seen is waited for.
#![allow(dead_code, reason = "each test uses what it needs")]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::process::{Child, Output};
use std::thread;
use std::time::{Duration, Instant};

/// It ends what hangs, and decides nothing: hundreds of times what anything takes on a slow machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);

/// Nim-values of Grundy's game have no known period: no machine answers this, and it takes little memory.
pub(crate) const ENDLESS: [&str; 3] = ["value", "grundy", "10^50"];

/// Brute force to here takes months, row by row, in little memory.
pub(crate) const ENDLESS_BOARD: [&str; 3] = ["wythoff", "--max", "100000000"];

/// Waits until it is so.
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "waited in vain for {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Asks with time limits each of which is twice as long as the one before, until the answer is as it should be.
pub(crate) fn with_enough_time(
    ask: impl Fn(&str) -> Output,
    holds: impl Fn(&Output) -> bool,
) -> Output {
    let mut limit = Duration::from_millis(100);
    loop {
        let output = ask(&format!("{}ms", limit.as_millis()));
        if holds(&output) {
            return output;
        }
        assert!(limit < PATIENCE, "{output:?}");
        limit *= 2;
    }
}

/// Waits until a program has taken over Ctrl-C and has worked for a while.
#[cfg(target_os = "linux")]
pub(crate) fn wait_for_work(child: &Child) {
    let interrupts = |line: &str| {
        let caught = line.strip_prefix("SigCgt:")?;
        Some(u64::from_str_radix(caught.trim(), 16).ok()? & 0b10 != 0)
    };
    wait_until("work", || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let listens = status.lines().find_map(interrupts).unwrap_or(false);
        listens && processor_time(child) > Some(Duration::from_millis(100))
    });
}

/// The time that processors have spent on a program so far.
#[cfg(target_os = "linux")]
pub(crate) fn processor_time(child: &Child) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let mut fields = stat.rsplit(')').next()?.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
}
