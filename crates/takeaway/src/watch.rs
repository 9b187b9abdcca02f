//! Limits, Ctrl-C and progress: the clock, the signal and the terminal that long work below never sees.
//!
//! The work asks [`Watch::check`] often, so the answer is one atomic load: a thread that sleeps until the
//! deadline and the signal handler write it. The first Ctrl-C lets the work end with what it has reached,
//! the second ends the program at once.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};
use lab::{Construction, Progress, Stopped, Watch};

use crate::failure::Exit;

/// Whether the work may go on; shared with the signal handler and the timer.
static STATE: AtomicU8 = AtomicU8::new(GO);
const GO: u8 = 0;
const OUT_OF_TIME: u8 = 1;
const INTERRUPTED: u8 = 2;
/// One part of the work is out of time; the others may go on.
const PART_OUT_OF_TIME: u8 = 3;

/// Which part of the work is under way: a timer that rings too late finds another number.
static PART: AtomicU64 = AtomicU64::new(0);

/// Is something being worked out? Not while an answer is written: that is never cut.
static WORKING: AtomicBool = AtomicBool::new(false);

/// So long may work that is out of time take to notice, and to put together what it has reached.
const GRACE: Duration = Duration::from_secs(5);

/// The exit code of a program that a second Ctrl-C ended: 128 + SIGINT, as shells expect.
const KILLED: i32 = 130;

/// Work shorter than this shows no progress.
const PATIENCE: Duration = Duration::from_millis(400);

/// How long and how large the work may get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// The longest time.
    pub(crate) time: Option<Duration>,
    /// The most memory, in bytes.
    pub(crate) memory: Option<u64>,
}

/// The watch over one command.
pub(crate) struct Overseer {
    memory: Option<u64>,
    started: Instant,
    bar: Mutex<Option<(ProgressBar, &'static str)>>,
}

impl Overseer {
    /// Starts the clock and listens for Ctrl-C.
    pub(crate) fn start(limits: Limits) -> Self {
        // Without a handler Ctrl-C still ends the program, only less cleanly.
        let _ = ctrlc::set_handler(interrupt);
        if let Some(time) = limits.time {
            thread::spawn(move || {
                thread::sleep(time);
                stop(OUT_OF_TIME);
                thread::sleep(GRACE);
                end_what_does_not_ask();
            });
        }
        Self {
            memory: limits.memory,
            started: Instant::now(),
            bar: Mutex::new(None),
        }
    }

    /// Does work that should ask whether to go on; some of it cannot.
    pub(crate) fn oversee<T>(&self, work: impl FnOnce() -> T) -> T {
        WORKING.store(true, Ordering::Relaxed);
        let result = work();
        WORKING.store(false, Ordering::Relaxed);
        self.clear();
        result
    }

    /// Does one part of the work, which may take this long.
    pub(crate) fn within<T>(&self, time: Duration, part: impl FnOnce() -> T) -> T {
        let number = PART.fetch_add(1, Ordering::Relaxed) + 1;
        thread::spawn(move || {
            thread::sleep(time);
            if PART.load(Ordering::Relaxed) == number {
                stop(PART_OUT_OF_TIME);
            }
        });
        let result = part();
        PART.fetch_add(1, Ordering::Relaxed);
        let _ = STATE.compare_exchange(PART_OUT_OF_TIME, GO, Ordering::Relaxed, Ordering::Relaxed);
        result
    }

    /// Shows progress by a template; `adjust` sets what else it shows.
    fn draw(&self, progress: Progress, template: &str, adjust: impl FnOnce(&ProgressBar)) {
        if self.started.elapsed() < PATIENCE {
            return;
        }
        // Somebody else is drawing: this report may be dropped.
        let Ok(mut slot) = self.bar.try_lock() else {
            return;
        };
        if slot.as_ref().is_none_or(|(_, step)| *step != progress.step) {
            if let Some((old, _)) = slot.take() {
                old.finish_and_clear();
            }
            *slot = Some((new_bar(progress, template), progress.step));
        }
        if let Some((bar, _)) = slot.as_ref() {
            adjust(bar);
            bar.set_position(progress.done);
        }
    }

    /// Takes the progress off the screen, before the answer is written.
    pub(crate) fn clear(&self) {
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((bar, _)) = bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Watch for Overseer {
    fn check(&self) -> Result<(), Stopped> {
        match STATE.load(Ordering::Relaxed) {
            GO => Ok(()),
            OUT_OF_TIME | PART_OUT_OF_TIME => Err(Stopped::Time),
            _ => Err(Stopped::Cancelled),
        }
    }

    fn memory_limit(&self) -> Option<u64> {
        self.memory
    }

    fn progress(&self, progress: Progress) {
        let template = match progress.total {
            Some(_) => "{msg} [{bar:30}] {human_pos} of {human_len}, {elapsed} (Ctrl-C stops)",
            None => "{msg} {spinner} {human_pos}, {elapsed} (Ctrl-C stops)",
        };
        self.draw(progress, template, |_| {});
    }

    fn construction(&self, construction: Construction) {
        let Construction {
            step,
            states,
            memory,
        } = construction;
        let progress = Progress {
            step,
            done: states,
            total: None,
        };
        let template = "{msg}: {human_pos} states, {prefix}, {elapsed} (Ctrl-C stops)";
        self.draw(progress, template, |bar| {
            bar.set_prefix(HumanBytes(memory).to_string());
        });
    }
}

/// A bar on standard error; drawn only if that is a terminal.
fn new_bar(progress: Progress, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(progress.total, ProgressDrawTarget::stderr_with_hz(10));
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message(progress.step);
    bar
}

/// Ends the program if the work is out of time and does not ask: one long computation with a huge number, say.
fn end_what_does_not_ask() {
    if WORKING.load(Ordering::Relaxed) && STATE.load(Ordering::Relaxed) == OUT_OF_TIME {
        eprintln!("stopped: {}", Stopped::Time);
        std::process::exit(i32::from(Exit::Limit.code()));
    }
}

/// Stops the work unless something else has.
fn stop(why: u8) {
    let _ = STATE.compare_exchange(GO, why, Ordering::Relaxed, Ordering::Relaxed);
}

/// Ctrl-C: first asks, then insists.
fn interrupt() {
    if STATE.swap(INTERRUPTED, Ordering::Relaxed) == INTERRUPTED {
        std::process::exit(KILLED);
    }
}
