//! How much one server gives: to a request, to a job, and in all.

use std::thread::available_parallelism;
use std::time::Duration;

/// The longest body of a request, in bytes.
pub(crate) const BODY: usize = 1 << 20;

/// So long may a body take to arrive.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(10);

/// So long may the head of a request take to arrive, and so long does a connection stay open in silence.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(20);

/// So long may a client take nothing of what is sent to it.
pub(crate) const STALL_TIME: Duration = Duration::from_secs(20);

/// How long a question may take.
pub(crate) const QUESTION_TIME: Duration = Duration::from_secs(10);

/// How long a job may take.
pub(crate) const JOB_TIME: Duration = Duration::from_secs(600);

/// How much longer a worker that does not ask is left alone before it is ended.
pub(crate) const GRACE: Duration = Duration::from_secs(2);

/// How long a question waits for a free worker.
pub(crate) const QUEUE_TIME: Duration = Duration::from_secs(5);

/// So many questions wait for a free worker.
pub(crate) const QUEUE: usize = 2_000;

/// The memory of a worker that answers questions, in bytes.
pub(crate) const QUESTION_MEMORY: u64 = 512 << 20;

/// The memory of a worker that does jobs, in bytes.
pub(crate) const JOB_MEMORY: u64 = 1 << 30;

/// A job to which nobody listens, and about which nobody asks, ends after this time.
pub(crate) const JOB_PATIENCE: Duration = Duration::from_secs(15);

/// The result of a job is kept for this time.
pub(crate) const RESULT_TIME: Duration = Duration::from_secs(600);

/// The most results that are kept.
pub(crate) const RESULTS: usize = 64;

/// The most bytes of results that are kept; the latest is kept whatever it has.
pub(crate) const RESULT_BYTES: usize = 64 << 20;

/// After so many seconds it is worth to try again.
pub(crate) const RETRY_AFTER: u64 = 2;

/// The most connections at a time, if the system allows so many files.
const CONNECTIONS: usize = 10_000;

/// So many connections too many are told so at a time.
pub(crate) const FAREWELLS: usize = 32;

/// How many workers answer questions.
pub(crate) fn question_workers() -> usize {
    processors().max(2)
}

/// How many jobs are done at a time.
pub(crate) fn job_workers() -> usize {
    processors().max(2)
}

/// How many connections are held at a time: what the system allows the process, less what it needs itself.
pub(crate) fn connections() -> usize {
    let own = 64 + 8 * (question_workers() + job_workers());
    open_files().map_or(512, |files| {
        files.saturating_sub(own).clamp(64, CONNECTIONS)
    })
}

fn processors() -> usize {
    available_parallelism().map_or(2, usize::from)
}

/// How many files the process may have open, as Linux says.
fn open_files() -> Option<usize> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}
