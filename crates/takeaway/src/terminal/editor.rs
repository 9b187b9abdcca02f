//! Lines that are typed at a terminal, with arrow keys and a history.
//!
//! A thread of its own reads them, so that signals and limits are noticed while nothing is typed; then the terminal is given
//! back from under it.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use lab::{Stopped, Watch};
use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor as Readline};

use super::taken::TerminalGuard;
use crate::failure::Failure;

/// How often limits are looked at while nothing is typed.
const BLINK: Duration = Duration::from_millis(50);

/// Reads lines as they are typed.
pub(crate) struct Editor {
    prompts: Sender<&'static str>,
    lines: Receiver<Option<String>>,
    _taken: TerminalGuard,
}

impl Editor {
    /// Begins to read.
    pub(crate) fn new() -> Result<Self, Failure> {
        let taken = TerminalGuard::lines();
        let (prompts, prompted) = mpsc::channel::<&'static str>();
        let (typed, lines) = mpsc::channel();
        let mut readline =
            Readline::<(), MemHistory>::with_history(Config::default(), MemHistory::new())
                .map_err(trouble)?;
        readline.set_auto_add_history(true);
        thread::spawn(move || {
            for prompt in prompted {
                let line = readline.readline(prompt).ok();
                if typed.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self {
            prompts,
            lines,
            _taken: taken,
        })
    }

    /// The next line; none at the end, and after Ctrl-C.
    pub(crate) fn next(
        &self,
        prompt: &'static str,
        watch: &dyn Watch,
    ) -> Result<Option<String>, Stopped> {
        if self.prompts.send(prompt).is_err() {
            return Ok(None);
        }
        loop {
            match self.lines.recv_timeout(BLINK) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => watch.check()?,
            }
        }
    }
}

fn trouble(error: ReadlineError) -> Failure {
    match error {
        ReadlineError::Io(error) => error.into(),
        other => Failure::input(format!(
            "no line can be typed here: {other}; try --plain < FILE"
        )),
    }
}
