//! The one door for work: it lets go of the interpreter, listens for Ctrl-C, keeps the limits and shows progress.
//!
//! The work is done in a thread of its own and asks a [`Watch`] whether to go on. The calling thread waits, and every few
//! milliseconds looks at the signals, the clock and the memory. Work that does not ask for a while is left behind: the call
//! returns, and the thread ends when it next asks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use lab::{Construction, LabError, Progress, Stopped, Watch, locked};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::error::{input_error, internal_error, limit_error, raised};

/// Between two looks at the signals, the clock and the memory.
const TICK: Duration = Duration::from_millis(20);

/// So long may work that was stopped take to come back with what it has reached.
const GRACE: Duration = Duration::from_millis(50);

/// The same where a limit was reached, and nobody waits at the keyboard.
const LIMIT_GRACE: Duration = Duration::from_millis(500);

/// Work shorter than this shows no progress.
const PATIENCE: Duration = Duration::from_millis(500);

/// Between two reports of progress.
const BETWEEN_REPORTS: Duration = Duration::from_millis(200);

/// The memory that work may use unless told otherwise, as on the command line: 2 GiB.
const MEMORY: u64 = 2 << 30;

/// The stack of a thread that works; proofs descend deep.
pub(crate) const STACK: usize = 64 << 20;

const GO: u8 = 0;
const OUT_OF_TIME: u8 = 1;
const OUT_OF_MEMORY: u8 = 2;
const CANCELLED: u8 = 3;

/// How long and how large the work may get, and who is told how far it has got: `(seconds, bytes, callable)`.
#[derive(FromPyObject)]
pub(crate) struct CallLimits(Option<f64>, Option<u64>, Option<Py<PyAny>>);

/// Watches work from the thread that waits for it.
struct WorkerWatch {
    state: AtomicU8,
    memory: u64,
    /// What is held, when that is too much.
    held: AtomicU64,
    step: Mutex<Option<Progress>>,
}

impl Watch for WorkerWatch {
    fn check(&self) -> Result<(), Stopped> {
        match self.state.load(Ordering::Relaxed) {
            GO => Ok(()),
            OUT_OF_TIME => Err(Stopped::Time),
            OUT_OF_MEMORY => Err(Stopped::Memory {
                needed: self.held.load(Ordering::Relaxed),
                allowed: self.memory,
            }),
            _ => Err(Stopped::Cancelled),
        }
    }

    fn memory_limit(&self) -> Option<u64> {
        Some(self.memory)
    }

    fn progress(&self, progress: Progress) {
        // Somebody else is telling: this report may be dropped.
        if let Ok(mut step) = self.step.try_lock() {
            *step = Some(progress);
        }
    }

    fn construction(&self, construction: Construction) {
        self.progress(Progress {
            step: construction.step,
            done: construction.states,
            total: None,
        });
    }
}

/// Does work that asks whether to go on, and returns what came of it.
pub(crate) fn work<T: Send + 'static>(
    py: Python<'_>,
    limits: &CallLimits,
    job: impl FnOnce(&dyn Watch) -> Result<T, LabError> + Send + 'static,
) -> PyResult<T> {
    let CallLimits(time, memory, listener) = limits;
    let door = Arc::new(WorkerWatch {
        state: AtomicU8::new(GO),
        memory: memory.unwrap_or(MEMORY),
        held: AtomicU64::new(0),
        step: Mutex::default(),
    });
    let time = time.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|_| input_error(py, "a time limit is a number of seconds"))?;
    let slot = Arc::new(ResultSlot::default());
    let started = start({
        let (door, slot) = (door.clone(), slot.clone());
        move || slot.fill(|| job(door.as_ref()))
    });
    started.map_err(|why| limit_error(py, &format!("no thread can be started: {why}")))?;
    let wait = WorkSupervisor {
        door: &door,
        started: Instant::now(),
        time,
        before: takeaway::resident().unwrap_or(0),
        listener: listener.as_ref(),
        told: None,
    };
    match wait.until_done(py, &slot)? {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(LabError::Stopped(Stopped::Cancelled))) => Err(PyKeyboardInterrupt::new_err(())),
        Ok(Err(error)) => Err(raised(py, &error)),
        Err(fault) => Err(internal_error(py, &fault)),
    }
}

/// What came of the work, or what is wrong with the program.
type Done<T> = Result<Result<T, LabError>, String>;

/// The one who waits.
struct WorkSupervisor<'a> {
    door: &'a WorkerWatch,
    started: Instant,
    time: Option<Duration>,
    /// The memory that was held before the work began.
    before: u64,
    listener: Option<&'a Py<PyAny>>,
    told: Option<Instant>,
}

impl WorkSupervisor<'_> {
    fn until_done<T: Send>(mut self, py: Python<'_>, slot: &ResultSlot<T>) -> PyResult<Done<T>> {
        // Most answers are there at once.
        let mut tick = Duration::from_millis(2);
        loop {
            if let Some(done) = py.detach(|| slot.wait(tick)) {
                self.clear(py)?;
                return Ok(done);
            }
            tick = TICK;
            if let Err(interrupt) = py.check_signals() {
                self.stop(CANCELLED);
                py.detach(|| slot.wait(GRACE));
                self.clear(py)?;
                return Err(interrupt);
            }
            if let Some(stopped) = self.limit() {
                let done = py.detach(|| slot.wait(LIMIT_GRACE));
                self.clear(py)?;
                return Ok(done.unwrap_or(Ok(Err(LabError::Stopped(stopped)))));
            }
            if let Err(fault) = self.tell(py) {
                self.stop(CANCELLED);
                // Ctrl-C may come while the listener is at work: its line goes all the same.
                let _ = self.clear(py);
                return Err(fault);
            }
        }
    }

    fn stop(&self, why: u8) {
        self.door.state.store(why, Ordering::Relaxed);
    }

    /// Stops the work if it is out of time or of memory.
    fn limit(&self) -> Option<Stopped> {
        let allowed = self.door.memory;
        if self.time.is_some_and(|time| self.started.elapsed() >= time) {
            self.stop(OUT_OF_TIME);
            return Some(Stopped::Time);
        }
        let needed = takeaway::resident()?.saturating_sub(self.before);
        if needed > allowed {
            self.door.held.store(needed, Ordering::Relaxed);
            self.stop(OUT_OF_MEMORY);
            return Some(Stopped::Memory { needed, allowed });
        }
        None
    }

    /// Tells how far the work has got.
    fn tell(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(listener) = self.listener else {
            return Ok(());
        };
        let since = self.told.unwrap_or(self.started).elapsed();
        let patience = if self.told.is_some() {
            BETWEEN_REPORTS
        } else {
            PATIENCE
        };
        if since < patience {
            return Ok(());
        }
        let step = *locked(&self.door.step);
        if let Some(Progress { step, done, total }) = step {
            self.told = Some(Instant::now());
            listener.call1(py, (step, done, total))?;
        }
        Ok(())
    }

    /// Takes the progress off the screen.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        match (self.listener, self.told) {
            (Some(listener), Some(_)) => listener.call1(py, (py.None(), 0, 0)).map(drop),
            _ => Ok(()),
        }
    }
}

/// Where the work leaves what came of it.
struct ResultSlot<T> {
    done: Mutex<Option<Done<T>>>,
    filled: Condvar,
}

impl<T> Default for ResultSlot<T> {
    fn default() -> Self {
        Self {
            done: Mutex::new(None),
            filled: Condvar::new(),
        }
    }
}

impl<T> ResultSlot<T> {
    /// Does the work. A panic is a fault of the program; it is told to whoever waits, and ends nobody else's work.
    fn fill(&self, job: impl FnOnce() -> Result<T, LabError>) {
        let done = catch_unwind(AssertUnwindSafe(job)).map_err(|panic| {
            let plain = panic.downcast_ref::<&str>().copied();
            let made = panic.downcast_ref::<String>().map(String::as_str);
            let what = plain.or(made).unwrap_or("no reason is known");
            format!("{what}; the fault is in takeaway, not in what was asked: please report it")
        });
        *locked(&self.done) = Some(done);
        self.filled.notify_all();
    }

    /// Waits for it, so long at most.
    fn wait(&self, time: Duration) -> Option<Done<T>> {
        let done = locked(&self.done);
        let waited = self
            .filled
            .wait_timeout_while(done, time, |done| done.is_none());
        let (mut done, _) = waited.unwrap_or_else(PoisonError::into_inner);
        done.take()
    }
}

/// The process that has loaded this module.
static LOADED_BY: OnceLock<u32> = OnceLock::new();

/// Remembers which process has loaded this module.
pub(crate) fn loaded() {
    LOADED_BY.get_or_init(std::process::id);
}

/// Starts a thread that works.
///
/// A process that was forked off has none of the threads that share long work, only the memory of them: it gets threads of its
/// own, and the work is done by these.
fn start(job: impl FnOnce() + Send + 'static) -> Result<(), String> {
    static FORKED: OnceLock<Result<rayon::ThreadPool, String>> = OnceLock::new();
    if LOADED_BY.get() == Some(&std::process::id()) {
        let thread = thread::Builder::new().stack_size(STACK).spawn(job);
        return thread.map(drop).map_err(|why| why.to_string());
    }
    let pool = FORKED.get_or_init(|| {
        let pool = rayon::ThreadPoolBuilder::new().stack_size(STACK).build();
        pool.map_err(|why| why.to_string())
    });
    pool.as_ref().map_err(Clone::clone)?.spawn(job);
    Ok(())
}
