//! Lines that a human types, or that come through a pipe.
//!
//! A thread of its own reads them, so that Ctrl-C and limits are noticed while nothing is typed.

use std::io::{self, BufRead, IsTerminal, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use lab::{Stopped, Watch};

use crate::sent;

/// The longest line that is read, in bytes; what follows is taken for the next line.
const LONGEST: u64 = 64 << 20;

/// How often limits are looked at while nothing is typed.
const BLINK: Duration = Duration::from_millis(50);

/// The lines of standard input, or of the request that is answered.
pub(crate) struct InputLines {
    receiver: Receiver<String>,
    typed: bool,
}

impl InputLines {
    /// Begins to read.
    pub(crate) fn of_stdin() -> Self {
        let (sender, receiver) = mpsc::sync_channel(1);
        if let Some(lines) = sent::lines() {
            thread::spawn(move || lines.into_iter().try_for_each(|line| sender.send(line)));
            let typed = false;
            return Self { receiver, typed };
        }
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            while let Some(line) = read_line(&mut input) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self {
            receiver,
            typed: io::stdin().is_terminal(),
        }
    }

    /// Are the lines typed, so that the terminal shows them?
    pub(crate) fn are_typed(&self) -> bool {
        self.typed
    }

    /// The next line; none at the end.
    pub(crate) fn next(&self, watch: &dyn Watch) -> Result<Option<String>, Stopped> {
        loop {
            match self.receiver.recv_timeout(BLINK) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => watch.check()?,
            }
        }
    }
}

/// A line without its end; none at the end of the input. What is not UTF-8 is shown as such.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
    if bytes.is_empty() || read.is_err() {
        return None;
    }
    let line = String::from_utf8_lossy(&bytes);
    Some(line.trim_end_matches(['\n', '\r']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::read_line;

    #[test]
    fn lines_end_where_the_input_ends() {
        let mut input: &[u8] = b"3,5\r\n\nhint\xff\nquit";
        let lines: Vec<String> = std::iter::from_fn(|| read_line(&mut input)).collect();
        assert_eq!(lines, ["3,5", "", "hint\u{fffd}", "quit"]);
    }
}
