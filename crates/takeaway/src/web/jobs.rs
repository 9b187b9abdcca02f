//! Long work: begun by one request, followed by others, ended by one more.
//!
//! A job has a name that nobody can guess, and belongs to whoever has it. While it runs somebody must listen to it or ask about
//! it now and then: a page that is gone cannot say so. It ends when nobody does for a while, when it is cancelled, and at its
//! time limit. Its result is kept for a while after that, so that a broken connection loses nothing. It lives in this
//! server and dies with it.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::response::sse::Event;
use futures_util::Stream;
use futures_util::stream;
use lab::locked;
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep_until};

use super::guard::secret;
use super::limits;
use super::pool::{Pool, WorkerReply};
use super::wire::{Step, WorkerRequest};

/// The jobs of a server.
pub(crate) struct Jobs {
    pool: Arc<Pool>,
    table: Arc<Mutex<Table>>,
}

type Table = HashMap<String, Job>;

struct Job {
    task: AbortHandle,
    steps: watch::Receiver<Option<Step>>,
    done: watch::Receiver<Option<Finished>>,
    /// How many connections listen to its events.
    listeners: usize,
    /// When somebody last asked about it.
    asked: Instant,
}

/// How a job ended.
#[derive(Clone)]
struct Finished {
    reply: Arc<WorkerReply>,
    at: Instant,
}

/// A job that has begun.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct JobBegun {
    /// Its name, which nobody can guess.
    pub(crate) id: String,
    /// Where its events can be listened to.
    pub(crate) events: String,
    /// Where its result can be fetched.
    pub(crate) result: String,
}

/// How far a job has got.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct JobStatus {
    /// Its name.
    id: String,
    /// Is it at work?
    state: JobState,
    /// How far the work has got, once it has told.
    progress: Option<Step>,
    /// The status of HTTP of its result, when there is one.
    status: Option<u16>,
}

/// Is a job at work?
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum JobState {
    /// It is at work.
    Running,
    /// Its result can be fetched.
    Done,
}

impl Job {
    fn finished(&self) -> Option<Finished> {
        self.done.borrow().clone()
    }

    fn is_running(&self) -> bool {
        self.done.borrow().is_none()
    }
}

impl Jobs {
    /// No jobs yet.
    pub(crate) fn new(pool: Pool) -> Self {
        Self {
            pool: Arc::new(pool),
            table: Arc::default(),
        }
    }

    /// Begins a job, or one that ends at once with a reply; its name, or why there is none.
    pub(crate) fn begin(
        &self,
        order: Result<WorkerRequest, WorkerReply>,
    ) -> Result<String, WorkerReply> {
        let busy =
            || WorkerReply::busy("as many jobs as this server takes are under way: try again soon");
        let name = secret().ok_or_else(busy)?;
        let mut table = self.lock();
        let running = table.values().filter(|job| job.is_running());
        if running.count() >= limits::job_workers() {
            return Err(busy());
        }
        let (steps, told) = watch::channel(None);
        let (finish, done) = watch::channel(None);
        let (pool, all) = (self.pool.clone(), self.table.clone());
        let task = tokio::spawn(async move {
            let reply = match order {
                Ok(order) => pool.ask(&order, Some(Arc::new(steps))).await,
                Err(reply) => reply,
            };
            let reply = Arc::new(reply);
            let at = Instant::now();
            let _ = finish.send(Some(Finished { reply, at }));
            forget_old_results(&mut locked(&all));
        });
        let job = Job {
            task: task.abort_handle(),
            steps: told,
            done,
            listeners: 0,
            asked: Instant::now(),
        };
        table.insert(name.clone(), job);
        drop(table);
        tokio::spawn(end_if_unheard(self.table.clone(), name.clone()));
        Ok(name)
    }

    /// Ends a job, or forgets its result; false if there is none of this name.
    pub(crate) fn cancel(&self, name: &str) -> bool {
        end(&mut self.lock(), name)
    }

    /// What a job does.
    pub(crate) fn status(&self, name: &str) -> Option<JobStatus> {
        self.asked(name, |job| {
            let finished = job.finished();
            JobStatus {
                id: name.to_owned(),
                state: match finished {
                    Some(_) => JobState::Done,
                    None => JobState::Running,
                },
                progress: job.steps.borrow().clone(),
                status: finished.map(|finished| finished.reply.status),
            }
        })
    }

    /// The result of a job: what the command itself would have answered. None inside while it is at work.
    pub(crate) fn result(&self, name: &str) -> Option<Option<Arc<WorkerReply>>> {
        self.asked(name, |job| Some(job.finished()?.reply))
    }

    /// What happens in a job from now on, until it is done.
    pub(crate) fn events(
        &self,
        name: &str,
    ) -> Option<impl Stream<Item = Result<Event, Infallible>> + use<>> {
        let listener = self.asked(name, |job| {
            job.listeners += 1;
            Listener {
                steps: job.steps.clone(),
                done: job.done.clone(),
                finished: false,
                _leaving: ListenerGuard {
                    table: self.table.clone(),
                    name: name.to_owned(),
                },
            }
        })?;
        Some(stream::unfold(listener, |mut listener| async {
            let event = listener.next().await?;
            Some((Ok(event), listener))
        }))
    }

    /// Looks at a job, which counts as interest in it.
    fn asked<T>(&self, name: &str, look: impl FnOnce(&mut Job) -> T) -> Option<T> {
        let mut table = self.lock();
        forget_old_results(&mut table);
        let job = table.get_mut(name)?;
        job.asked = Instant::now();
        Some(look(job))
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        locked(&self.table)
    }
}

/// Stops the work, and with it the worker that does it.
fn end(table: &mut Table, name: &str) -> bool {
    let job = table.remove(name);
    if let Some(job) = &job {
        job.task.abort();
    }
    job.is_some()
}

/// Ends a job when nobody has listened to it or asked about it for a while.
async fn end_if_unheard(table: Arc<Mutex<Table>>, name: String) {
    let mut until = Instant::now() + limits::JOB_PATIENCE;
    loop {
        sleep_until(until).await;
        let mut table = locked(&table);
        let Some(job) = table.get(&name).filter(|job| job.is_running()) else {
            return;
        };
        let heard = if job.listeners > 0 {
            Instant::now()
        } else {
            job.asked
        };
        until = heard + limits::JOB_PATIENCE;
        if until <= Instant::now() {
            end(&mut table, &name);
            return;
        }
    }
}

/// Forgets the results that were kept for long enough, and the oldest ones where there are too many or too large ones.
fn forget_old_results(table: &mut Table) {
    let finished = table.iter().filter_map(|(name, job)| {
        let Finished { reply, at } = job.finished()?;
        Some((at, reply.bytes.len(), name.clone()))
    });
    let mut finished: Vec<(Instant, usize, String)> = finished.collect();
    finished.sort_by_key(|(at, ..)| std::cmp::Reverse(*at));
    let mut bytes = 0;
    for (place, (at, size, name)) in finished.into_iter().enumerate() {
        bytes += size;
        let many = place >= limits::RESULTS || place > 0 && bytes > limits::RESULT_BYTES;
        if many || at.elapsed() > limits::RESULT_TIME {
            table.remove(&name);
        }
    }
}

struct Listener {
    steps: watch::Receiver<Option<Step>>,
    done: watch::Receiver<Option<Finished>>,
    finished: bool,
    _leaving: ListenerGuard,
}

impl Listener {
    async fn next(&mut self) -> Option<Event> {
        while !self.finished {
            if let Some(Finished { reply, .. }) = &*self.done.borrow() {
                self.finished = true;
                return Some(answered(reply));
            }
            tokio::select! {
                done = self.done.changed() => {
                    if done.is_err() && self.done.borrow().is_none() {
                        // The job was cancelled by somebody else who knows its name.
                        self.finished = true;
                        return Some(Event::default().event("cancelled").data("{}"));
                    }
                }
                step = self.steps.changed() => {
                    let latest = self.steps.borrow_and_update().clone();
                    match latest.filter(|_| step.is_ok()) {
                        Some(step) => return Some(told(&step)),
                        // The worker is done; so will be the job.
                        None if step.is_err() => {
                            let _ = self.done.changed().await;
                            if self.done.borrow().is_none() {
                                self.finished = true;
                                return Some(Event::default().event("cancelled").data("{}"));
                            }
                        }
                        None => {}
                    }
                }
            }
        }
        None
    }
}

fn told(step: &Step) -> Event {
    let data = serde_json::to_string(step).unwrap_or_default();
    Event::default().event("progress").data(data)
}

/// The answer with its status: what the command itself would have answered.
fn answered(reply: &WorkerReply) -> Event {
    let text = String::from_utf8_lossy(&reply.bytes);
    let data = format!(
        "{{\"status\":{},\"answer\":{}}}",
        reply.status,
        text.trim_end()
    );
    // A line break in the data would begin another line of it.
    Event::default()
        .event("answer")
        .data(data.replace('\n', " "))
}

/// Tells when a listener goes away.
struct ListenerGuard {
    table: Arc<Mutex<Table>>,
    name: String,
}

impl Drop for ListenerGuard {
    fn drop(&mut self) {
        if let Some(job) = locked(&self.table).get_mut(&self.name) {
            job.listeners -= 1;
            job.asked = Instant::now();
        }
    }
}
