//! Long work: begun by one request, followed by another, ended by a third.
//!
//! A job has a name that nobody can guess, and belongs to whoever has it. It ends when its listener goes away, when nobody
//! listens for a while, when it is cancelled, and at its time limit. It lives in this server and dies with it.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::response::sse::Event;
use futures_util::Stream;
use futures_util::stream;
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::sleep;

use super::guard::secret;
use super::limits;
use super::pool::{Pool, Reply};
use super::wire::{Order, Step};

/// The jobs of a server.
pub(crate) struct Jobs {
    pool: Arc<Pool>,
    table: Arc<Mutex<HashMap<String, Job>>>,
}

struct Job {
    task: AbortHandle,
    steps: watch::Receiver<Option<Step>>,
    done: watch::Receiver<Option<Reply>>,
    heard: bool,
}

impl Jobs {
    /// No jobs yet.
    pub(crate) fn new(pool: Pool) -> Self {
        Self {
            pool: Arc::new(pool),
            table: Arc::default(),
        }
    }

    /// Begins a job; its name, or why there is none.
    pub(crate) fn begin(&self, order: Order) -> Result<String, Reply> {
        let busy =
            || Reply::busy("as many jobs as this server takes are under way: try again soon");
        let name = secret().ok_or_else(busy)?;
        let mut table = self.lock();
        let running = table.values().filter(|job| job.done.borrow().is_none());
        if running.count() >= limits::job_workers() {
            return Err(busy());
        }
        let (steps, told) = watch::channel(None);
        let (finish, done) = watch::channel(None);
        let pool = self.pool.clone();
        let task = tokio::spawn(async move {
            let reply = pool.ask(&order, Some(Arc::new(steps))).await;
            let _ = finish.send(Some(reply));
        });
        let job = Job {
            task: task.abort_handle(),
            steps: told,
            done,
            heard: false,
        };
        table.insert(name.clone(), job);
        drop(table);
        self.end_if_unheard(name.clone());
        Ok(name)
    }

    /// Nobody listens to a job whose page is gone before it asked.
    fn end_if_unheard(&self, name: String) {
        let table = self.table.clone();
        tokio::spawn(async move {
            sleep(limits::JOB_PATIENCE).await;
            let mut table = table.lock().unwrap_or_else(PoisonError::into_inner);
            if table.get(&name).is_some_and(|job| !job.heard) {
                end(&mut table, &name);
            }
        });
    }

    /// Ends a job; false if there is none of this name.
    pub(crate) fn cancel(&self, name: &str) -> bool {
        end(&mut self.lock(), name)
    }

    /// What happens in a job, once, until it is done. Whoever lets go of it ends the job.
    pub(crate) fn events(
        &self,
        name: &str,
    ) -> Option<impl Stream<Item = Result<Event, Infallible>> + use<>> {
        let mut table = self.lock();
        let job = table.get_mut(name).filter(|job| !job.heard)?;
        job.heard = true;
        let listener = Listener {
            steps: job.steps.clone(),
            done: job.done.clone(),
            finished: false,
            _end: EndOnDrop {
                table: self.table.clone(),
                name: name.to_owned(),
            },
        };
        Some(stream::unfold(listener, |mut listener| async {
            let event = listener.next().await?;
            Some((Ok(event), listener))
        }))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Job>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stops the work, and with it the worker that does it.
fn end(table: &mut HashMap<String, Job>, name: &str) -> bool {
    let job = table.remove(name);
    if let Some(job) = &job {
        job.task.abort();
    }
    job.is_some()
}

struct Listener {
    steps: watch::Receiver<Option<Step>>,
    done: watch::Receiver<Option<Reply>>,
    finished: bool,
    _end: EndOnDrop,
}

impl Listener {
    async fn next(&mut self) -> Option<Event> {
        while !self.finished {
            if let Some(reply) = &*self.done.borrow() {
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
fn answered(reply: &Reply) -> Event {
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

struct EndOnDrop {
    table: Arc<Mutex<HashMap<String, Job>>>,
    name: String,
}

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        end(&mut table, &self.name);
    }
}
