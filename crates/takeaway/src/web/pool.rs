//! The workers of a server: processes that answer one question at a time.
//!
//! A question waits for a free worker, a while. A worker that does not answer in time, takes too much memory or falls is
//! ended, and the next question gets a new one; so is one whose question nobody waits for any more. A game that was asked
//! about lately is asked of a worker that has it open.

use std::collections::VecDeque;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lab::{ErrorAnswer, ErrorKind, ErrorReport, Stopped, locked};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

use super::limits;
use super::wire::{ProgressNote, ReplyHeader, Step, WorkerRequest};
use crate::program;

/// A reply of a worker, or of the server in its place.
#[derive(Clone, Debug)]
pub(crate) struct WorkerReply {
    /// The status of HTTP.
    pub(crate) status: u16,
    /// The answer, or an error as JSON.
    pub(crate) bytes: Vec<u8>,
}

impl WorkerReply {
    /// An error.
    pub(crate) fn error(status: u16, kind: ErrorKind, message: impl Into<String>) -> Self {
        let error = ErrorReport::new(kind, message);
        let bytes = serde_json::to_vec(&ErrorAnswer { error }).unwrap_or_default();
        Self { status, bytes }
    }

    /// Nobody is free.
    pub(crate) fn busy(message: &str) -> Self {
        Self::error(429, ErrorKind::Limit, message)
    }
}

/// How far a question has got.
pub(crate) type Steps = watch::Sender<Option<Step>>;

/// The workers.
pub(crate) struct Pool {
    idle: Mutex<Vec<WorkerProcess>>,
    free: Semaphore,
    /// Places in the queue, besides the workers.
    places: Semaphore,
    memory: u64,
}

impl Pool {
    /// So many workers at most, with so much memory each, and so many questions that wait. They are started when they are needed.
    pub(crate) fn new(workers: usize, memory: u64, queue: usize) -> Self {
        Self {
            idle: Mutex::default(),
            free: Semaphore::new(workers),
            places: Semaphore::new(workers + queue),
            memory,
        }
    }

    /// Asks a worker, and tells how far it has got. Whoever drops the question ends its worker.
    pub(crate) async fn ask(
        &self,
        order: &WorkerRequest,
        steps: Option<Arc<Steps>>,
    ) -> WorkerReply {
        let Ok(_place) = self.places.try_acquire() else {
            return WorkerReply::busy("everybody here is busy: try again soon");
        };
        let Ok(Ok(_permit)) = timeout(limits::QUEUE_TIME, self.free.acquire()).await else {
            return WorkerReply::busy("everybody here is busy: try again soon");
        };
        let mut worker = match self.take(order.about) {
            Some(worker) => worker,
            None => match WorkerProcess::start(self.memory) {
                Ok(worker) => worker,
                Err(_) => return WorkerReply::busy("no worker can be started: try again soon"),
            },
        };
        *locked(&worker.steps) = steps;
        let allowed = Duration::from_millis(order.time) + limits::GRACE;
        match timeout(allowed, worker.ask(order)).await {
            Ok(Ok((head, bytes))) => {
                worker.remember(order.about);
                if !head.tired {
                    self.put(worker);
                }
                WorkerReply {
                    status: head.status,
                    bytes,
                }
            }
            Ok(Err(_)) => worker.fallen().await,
            Err(_) => WorkerReply::error(422, ErrorKind::Limit, Stopped::Time.to_string()),
        }
    }

    /// A worker that waits, best one that knows what the question is about.
    fn take(&self, about: u64) -> Option<WorkerProcess> {
        let mut idle = locked(&self.idle);
        let place = idle
            .iter()
            .rposition(|worker| worker.knows.contains(&about));
        match place {
            Some(place) => Some(idle.swap_remove(place)),
            None => idle.pop(),
        }
    }

    fn put(&self, worker: WorkerProcess) {
        *locked(&worker.steps) = None;
        let mut idle = locked(&self.idle);
        idle.push(worker);
    }
}

/// So many games does a worker know, at least.
const KNOWN: usize = 16;

/// A process that answers.
struct WorkerProcess {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Who is told how far the work has got.
    steps: Arc<Mutex<Option<Arc<Steps>>>>,
    /// The last thing that it said besides.
    last_words: Arc<Mutex<String>>,
    knows: VecDeque<u64>,
}

impl WorkerProcess {
    fn start(memory: u64) -> std::io::Result<Self> {
        let mut command = Command::from(program::again()?);
        command
            .args(["worker", "--json", "--memory-limit", &format!("{memory}B")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        // Ctrl-C is for the server, which ends its workers.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn()?;
        let missing = || std::io::Error::other("a pipe is missing");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        let notes = BufReader::new(child.stderr.take().ok_or_else(missing)?);
        let worker = Self {
            child,
            input,
            output,
            steps: Arc::default(),
            last_words: Arc::default(),
            knows: VecDeque::new(),
        };
        tokio::spawn(listen(
            notes,
            worker.steps.clone(),
            worker.last_words.clone(),
        ));
        Ok(worker)
    }

    async fn ask(&mut self, order: &WorkerRequest) -> std::io::Result<(ReplyHeader, Vec<u8>)> {
        let mut line = serde_json::to_vec(order)?;
        line.push(b'\n');
        self.input.write_all(&line).await?;
        self.input.flush().await?;
        let mut head = String::new();
        self.output.read_line(&mut head).await?;
        let head: ReplyHeader = serde_json::from_str(&head)?;
        let mut bytes = vec![0; head.length];
        self.output.read_exact(&mut bytes).await?;
        Ok((head, bytes))
    }

    fn remember(&mut self, about: u64) {
        self.knows.retain(|known| *known != about);
        self.knows.push_back(about);
        if self.knows.len() > KNOWN {
            self.knows.pop_front();
        }
    }

    /// Why it ended by itself: at a limit that it keeps hard, or by a fault of ours.
    async fn fallen(&mut self) -> WorkerReply {
        let status = timeout(limits::GRACE, self.child.wait()).await;
        let code = status
            .ok()
            .and_then(Result::ok)
            .and_then(|status| status.code());
        let said = locked(&self.last_words).clone();
        let said = serde_json::from_str::<serde_json::Value>(&said).ok();
        let said = said
            .as_ref()
            .and_then(|said| said["error"]["message"].as_str());
        match code {
            Some(3) => {
                let message = said.unwrap_or("a limit was reached");
                WorkerReply::error(422, ErrorKind::Limit, message)
            }
            _ => {
                let message = said.unwrap_or("the work ended without an answer");
                WorkerReply::error(422, ErrorKind::Internal, message)
            }
        }
    }
}

/// Hands on how far the work has got, until the worker ends.
async fn listen(
    notes: BufReader<tokio::process::ChildStderr>,
    steps: Arc<Mutex<Option<Arc<Steps>>>>,
    last_words: Arc<Mutex<String>>,
) {
    let mut lines = notes.lines();
    while let Ok(Some(line)) = lines.next_line().await {
        match serde_json::from_str::<ProgressNote>(&line) {
            Ok(note) => {
                let steps = locked(&steps);
                if let Some(steps) = steps.as_ref() {
                    steps.send_replace(Some(note.progress));
                }
            }
            Err(_) => *locked(&last_words) = line,
        }
    }
}
