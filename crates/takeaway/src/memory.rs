//! How much memory the program really holds, and what happens when that is too much.
//!
//! Work estimates what it needs and asks before it takes it; an estimate can be wrong. So a thread measures the
//! memory that the system counts as resident, the more often the less room is left. Above the limit every question
//! whether to go on is answered with no; far above it, which means that nobody has asked, the program ends.
//! Where the system does not tell (everywhere but on Linux), the estimates stand alone.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use lab::Stopped;

/// What the program takes before it works on anything: its code, its tables, its catalogue.
const PROGRAM: u64 = 20 << 20;

/// So far above the limit, beside a tenth of it, only work that does not ask can get.
const EXCESS: u64 = 6 << 20;

/// Memory is never filled faster than this many bytes in a millisecond.
const FASTEST: u64 = 4 << 20;

/// The shortest and the longest time between two measurements, in milliseconds.
const INTERVAL: (u64, u64) = (2, 100);

/// What is held, if that is more than the limit; otherwise 0.
static HELD: AtomicU64 = AtomicU64::new(0);

/// Keeps an eye on the memory, if the system tells; `end` is called when the limit is far exceeded.
pub(crate) fn keep(allowed: u64, end: fn(Stopped)) {
    if resident().is_some() {
        thread::spawn(move || {
            while let Some(held) = resident() {
                let limit = allowed.saturating_add(PROGRAM);
                let above = if held > limit { held } else { 0 };
                HELD.store(above, Ordering::Relaxed);
                let needed = held.max(allowed.saturating_add(1));
                if held > limit.saturating_add(allowed / 10).saturating_add(EXCESS) {
                    end(Stopped::Memory { needed, allowed });
                }
                let room = limit.saturating_sub(held) / FASTEST;
                thread::sleep(Duration::from_millis(room.clamp(INTERVAL.0, INTERVAL.1)));
            }
        });
    }
}

/// Is no more held than allowed?
pub(crate) fn check(allowed: Option<u64>) -> Result<(), Stopped> {
    match (HELD.load(Ordering::Relaxed), allowed) {
        (0, _) | (_, None) => Ok(()),
        (needed, Some(allowed)) => Err(Stopped::Memory { needed, allowed }),
    }
}

/// Does the program hold more than half of what is allowed, though it works on nothing?
pub(crate) fn is_half_full(allowed: Option<u64>) -> bool {
    let Some(allowed) = allowed else {
        return false;
    };
    resident().is_some_and(|held| held > PROGRAM + allowed / 2)
}

/// The bytes of this process that lie in memory, as Linux counts them; nothing elsewhere.
pub fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
