//! Limits, Ctrl-C and progress: the clock, the signal and the terminal that long work below never sees.
//!
//! The work asks [`Watch::check`] often, so the answer is one atomic load: a thread that sleeps until the
//! deadline and the signal handler write it. The first Ctrl-C lets the work end with what it has reached,
//! the second ends the program at once.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};
use lab::{Construction, Progress, Stopped, Watch, locked};

use crate::failure::{Exit, tell_limit};
use crate::memory;
use crate::new_file;
use crate::output::{tell, write_reached};
use crate::pace::Pace;
use crate::terminal::taken;
use crate::web::wire::{ProgressNote, Step};

/// Whether the work may go on; shared with the signal handler and the timer.
static STATE: AtomicU8 = AtomicU8::new(GO);
const GO: u8 = 0;
const OUT_OF_TIME: u8 = 1;
const INTERRUPTED: u8 = 2;
/// One part of the work is out of time; the others may go on.
const PART_OUT_OF_TIME: u8 = 3;

/// Which part of the work is under way: a timer that rings too late finds another number.
static PART: AtomicU64 = AtomicU64::new(0);

/// The part of the work that is out of time, where one clock is for many parts.
static LATE: AtomicU64 = AtomicU64::new(0);

/// How long a part may take, in milliseconds.
static PART_TIME: AtomicU64 = AtomicU64::new(0);

/// Is progress told on standard error as JSON, a line each? Set once.
static TELLS: AtomicBool = AtomicBool::new(false);

/// From now on progress is told to the server of this worker.
pub(crate) fn tell_progress() {
    TELLS.store(true, Ordering::Relaxed);
}

/// Is something being worked out? Otherwise an answer is being written.
static WORKING: AtomicBool = AtomicBool::new(false);

/// Is an answer written to a terminal while work goes on?
static QUIET: AtomicBool = AtomicBool::new(false);

/// The processor time, in milliseconds, at which the writing of an answer must end. A reader who pages through it
/// takes no processor time, and all the time there is.
static WRITTEN_BY: AtomicU64 = AtomicU64::new(u64::MAX);

/// Is something being kept for a later run? That is not ended half way.
static KEEPING: AtomicBool = AtomicBool::new(false);

/// Keeps something for a later run, however long that takes.
pub(crate) fn while_keeping<T>(keep: impl FnOnce() -> T) -> T {
    KEEPING.store(true, Ordering::Relaxed);
    let kept = keep();
    KEEPING.store(false, Ordering::Relaxed);
    kept
}

/// So long may work that is out of time take to notice, and to put together what it has reached.
const GRACE: Duration = Duration::from_millis(400);

/// The same where the machine is too busy to give the work that much of its processors.
const LONG_GRACE: Duration = Duration::from_secs(5);

/// The exit code of a program that a second Ctrl-C ended: 128 + SIGINT, as shells expect.
const KILLED: i32 = 130;

/// Work shorter than this shows no progress.
const PATIENCE: Duration = Duration::from_millis(400);

/// A server is told no more often than this how far the work has got.
const BETWEEN_NOTES: Duration = Duration::from_millis(100);

/// How long and how large the work may get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// The longest time.
    pub(crate) time: Option<Duration>,
    /// The most memory, in bytes.
    pub(crate) memory: Option<u64>,
}

/// The watch over one command.
pub(crate) struct CommandWatch {
    time: Option<Duration>,
    memory: Option<u64>,
    started: Instant,
    bar: Mutex<Option<(ProgressBar, &'static str)>>,
    /// When a step was last told to a server.
    told: Mutex<Option<Instant>>,
    pace: Pace,
}

impl CommandWatch {
    /// Starts the clock and listens for Ctrl-C.
    pub(crate) fn start(limits: Limits) -> Self {
        // Without a handler Ctrl-C still ends the program, only less cleanly.
        let _ = ctrlc::set_handler(interrupt);
        if let Some(time) = limits.time {
            thread::spawn(move || {
                thread::sleep(time);
                stop(OUT_OF_TIME);
                wait_for_what_asks();
                end_what_does_not_ask();
                end_what_is_not_written();
            });
        }
        if let Some(memory) = limits.memory {
            memory::keep(memory, end_what_takes_too_much);
        }
        Self {
            time: limits.time,
            memory: limits.memory,
            started: Instant::now(),
            bar: Mutex::new(None),
            told: Mutex::new(None),
            pace: Pace::default(),
        }
    }

    /// What to try when a limit was reached.
    pub(crate) fn advice(&self) -> Option<String> {
        if STATE.load(Ordering::Relaxed) != OUT_OF_TIME {
            return None;
        }
        let time = self.time?;
        Some(format!(
            "the limit is {time:?}: a longer one such as `--time-limit 1h` may do"
        ))
    }

    /// Does work that should ask whether to go on; some of it cannot.
    pub(crate) fn oversee<T>(&self, work: impl FnOnce() -> T) -> T {
        WORKING.store(true, Ordering::Relaxed);
        let result = work();
        WRITTEN_BY.store(self.written_by(), Ordering::Relaxed);
        WORKING.store(false, Ordering::Relaxed);
        self.clear();
        result
    }

    /// Does work that writes its answer while it goes on. Where somebody sees the answer come, no progress is shown
    /// besides.
    pub(crate) fn stream<T>(&self, work: impl FnOnce() -> T) -> T {
        WRITTEN_BY.store(u64::MAX, Ordering::Relaxed);
        QUIET.store(io::stdout().is_terminal(), Ordering::Relaxed);
        let result = self.oversee(work);
        QUIET.store(false, Ordering::Relaxed);
        result
    }

    /// Writes a part of an answer in the midst of work, which is not late because its reader takes his time.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        let working = WORKING.swap(false, Ordering::Relaxed);
        let written = write();
        WORKING.store(working, Ordering::Relaxed);
        written
    }

    /// The processor time at which an answer that is written from now on must end, in milliseconds: what
    /// is left of the time limit, and in any case a long grace, since what was reached is to be seen.
    fn written_by(&self) -> u64 {
        let (Some(time), Some(spent)) = (self.time, processor_time()) else {
            return u64::MAX;
        };
        let left = time.saturating_sub(self.started.elapsed());
        let end = spent.saturating_add(left.max(LONG_GRACE));
        u64::try_from(end.as_millis()).unwrap_or(u64::MAX)
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

    /// A clock for many short parts of the work, each of which may take this long.
    pub(crate) fn by_parts(&self, time: Duration) -> PartClock {
        if PART.load(Ordering::Relaxed) % 2 == 1 {
            return PartClock { within: true };
        }
        let tick = (time / 16).clamp(Duration::from_millis(1), Duration::from_millis(20));
        PART_TIME.store(milliseconds(time), Ordering::Relaxed);
        thread::spawn(move || {
            let (mut part, mut since) = (0, Instant::now());
            loop {
                thread::sleep(tick);
                let now = PART.load(Ordering::Relaxed);
                if now != part {
                    (part, since) = (now, Instant::now());
                } else if milliseconds(since.elapsed()) >= PART_TIME.load(Ordering::Relaxed) {
                    LATE.store(part, Ordering::Relaxed);
                }
            }
        });
        PartClock { within: false }
    }

    /// How much memory the work may take.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// Tells a step to the server of this worker, not too often.
    fn tell(&self, progress: Progress, case: &str, memory: Option<u64>) {
        let Ok(mut told) = self.told.try_lock() else {
            return;
        };
        if told.is_some_and(|told| told.elapsed() < BETWEEN_NOTES) {
            return;
        }
        *told = Some(Instant::now());
        let note = ProgressNote {
            progress: Step {
                step: format!("{}{case}", progress.step),
                done: progress.done,
                total: progress.total,
                memory,
            },
        };
        if let Ok(line) = serde_json::to_string(&note) {
            tell(&line);
        }
    }

    /// Has somebody asked for an end?
    pub(crate) fn is_cancelled(&self) -> bool {
        STATE.load(Ordering::Relaxed) == INTERRUPTED
    }

    /// Shows progress by a template; `adjust` sets what else it shows.
    fn draw(&self, progress: Progress, template: &str, adjust: impl FnOnce(&ProgressBar)) {
        if QUIET.load(Ordering::Relaxed) || self.started.elapsed() < PATIENCE {
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
        let mut bar = locked(&self.bar);
        if let Some((bar, _)) = bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// A clock for many short parts of the work.
pub(crate) struct PartClock {
    /// Is all of this one part of a larger work, which has its own clock?
    within: bool,
}

impl PartClock {
    /// Does one part, which may take this long.
    pub(crate) fn part_within<T>(&mut self, time: Duration, part: impl FnOnce() -> T) -> T {
        PART_TIME.store(milliseconds(time), Ordering::Relaxed);
        self.part(part)
    }

    /// Does one part. Odd numbers are parts, even ones the time between them, which nobody limits.
    pub(crate) fn part<T>(&mut self, part: impl FnOnce() -> T) -> T {
        if self.within {
            return part();
        }
        PART.fetch_or(1, Ordering::Relaxed);
        let result = part();
        PART.fetch_add(1, Ordering::Relaxed);
        result
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Is the part that is under way out of time?
fn is_late() -> bool {
    let late = LATE.load(Ordering::Relaxed);
    late % 2 == 1 && late == PART.load(Ordering::Relaxed)
}

impl Watch for CommandWatch {
    fn check(&self) -> Result<(), Stopped> {
        match STATE.load(Ordering::Relaxed) {
            GO if is_late() => Err(Stopped::Time),
            GO => memory::check(self.memory),
            OUT_OF_TIME | PART_OUT_OF_TIME => Err(Stopped::Time),
            _ => Err(Stopped::Cancelled),
        }
    }

    fn memory_limit(&self) -> Option<u64> {
        self.memory
    }

    fn progress(&self, progress: Progress) {
        if TELLS.load(Ordering::Relaxed) {
            return self.tell(progress, "", None);
        }
        let template = match progress.total {
            Some(_) => {
                "{msg} [{bar:30}] {human_pos} of {human_len}, {elapsed}, {eta} left (Ctrl-C stops)"
            }
            None => "{msg} {spinner} {human_pos}, {elapsed} (Ctrl-C stops)",
        };
        self.draw(progress, template, |_| {});
    }

    fn construction(&self, construction: Construction) {
        let Construction {
            step,
            states,
            memory,
            case,
        } = construction;
        let now = Instant::now();
        let told = TELLS.load(Ordering::Relaxed);
        if !told && now.saturating_duration_since(self.started) < PATIENCE {
            // Nothing is shown yet. Words are dear where cases are not, but the first case must be seen.
            if let Some(case) = case {
                self.pace.see(step, case, now);
            }
            return;
        }
        let words = |case| self.pace.words(step, case, now);
        let case = case.map(words).unwrap_or_default();
        let progress = Progress {
            step,
            done: states,
            total: None,
        };
        if told {
            return self.tell(progress, &case, Some(memory));
        }
        let template = "{msg}: {human_pos} states, {prefix}, {elapsed} (Ctrl-C stops)";
        self.draw(progress, template, |bar| {
            bar.set_prefix(HumanBytes(memory).to_string());
            bar.set_message(format!("{step}{case}"));
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

/// Gives the work its grace, counted in the time that the processors spend on it where the system tells.
fn wait_for_what_asks() {
    let (since, spent) = (Instant::now(), processor_time());
    loop {
        thread::sleep(GRACE / 8);
        if KEEPING.load(Ordering::Relaxed) {
            continue;
        }
        let used = match (spent, processor_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => since.elapsed(),
        };
        if since.elapsed() >= GRACE && (used >= GRACE || since.elapsed() >= LONG_GRACE) {
            return;
        }
    }
}

/// The time that processors have spent on this process, as Linux counts it: in hundredths of a second.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the name in parentheses; the fourteenth and the fifteenth are the times.
    let mut fields = stat.rsplit(')').next()?.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
}

/// Ends the program if the work is out of time and does not ask: one long computation with a huge number, say.
fn end_what_does_not_ask() {
    if WORKING.load(Ordering::Relaxed) && STATE.load(Ordering::Relaxed) == OUT_OF_TIME {
        end(Stopped::Time, "");
    }
}

/// Ends the program when the writing of an answer has taken more of the processor than the time limit leaves.
fn end_what_is_not_written() {
    while let Some(spent) = processor_time() {
        let late = spent.as_millis() > u128::from(WRITTEN_BY.load(Ordering::Relaxed));
        if late && !WORKING.load(Ordering::Relaxed) {
            end(
                Stopped::Time,
                " while the answer was written: it is incomplete",
            );
        }
        thread::sleep(GRACE / 8);
    }
}

/// Ends the program, whose work has taken far more memory than allowed without asking.
fn end_what_takes_too_much(why: Stopped) {
    end(why, "");
}

/// Ends the program at a limit, with nothing half written.
fn end(why: Stopped, more: &str) {
    taken::give_back();
    write_reached(why);
    tell_limit(&format!("{why}{more}"));
    new_file::discard_unfinished();
    std::process::exit(i32::from(Exit::Limit.code()));
}

/// Stops the work unless something else has.
fn stop(why: u8) {
    let _ = STATE.compare_exchange(GO, why, Ordering::Relaxed, Ordering::Relaxed);
}

/// Ctrl-C: first asks, then insists.
fn interrupt() {
    if STATE.swap(INTERRUPTED, Ordering::Relaxed) == INTERRUPTED {
        taken::give_back();
        new_file::discard_unfinished();
        std::process::exit(KILLED);
    }
}
