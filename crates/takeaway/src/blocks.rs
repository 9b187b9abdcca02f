//! Lines of standard input, as fast as they come.
//!
//! A thread of its own reads them block by block, so that Ctrl-C is noticed while nothing comes, and so that what was
//! answered is written out when the input pauses.

use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::thread;
use std::time::Duration;

use lab::Watch;

use crate::cmd::batch::BatchEnd;
use crate::desk::CommandContext;
use crate::failure::Failure;
use crate::sent;

/// So much is read at once, in bytes.
const BLOCK: usize = 1 << 16;

/// The longest line that is answered, in bytes.
const LONGEST: usize = 64 << 20;

/// How often limits are looked at while nothing comes.
const BLINK: Duration = Duration::from_millis(50);

/// The lines of standard input.
pub(crate) struct Blocks {
    receiver: Receiver<Vec<u8>>,
    /// What was read and not yet handed out, from `start` on.
    held: Vec<u8>,
    start: usize,
    /// No line ends before this place of what is held.
    searched: usize,
    ended: bool,
    /// The line that is being read is too long; what was read of it is dropped.
    dropping: bool,
}

/// A line without its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum InputLine<'a> {
    /// A text.
    Text(&'a str),
    /// Bytes that are no text.
    NotText,
    /// It is longer than any position should be.
    TooLong,
}

impl Blocks {
    /// Begins to read.
    pub(crate) fn of_stdin() -> Self {
        let (sender, receiver) = mpsc::sync_channel(2);
        let sent = sent::lines();
        thread::spawn(move || {
            if let Some(lines) = sent {
                let _ = sender.send(lines.join("\n").into_bytes());
                return;
            }
            let mut input = io::stdin().lock();
            loop {
                let mut block = vec![0; BLOCK];
                match input.read(&mut block) {
                    Ok(0) => break,
                    Ok(read) => block.truncate(read),
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    Err(_) => break,
                }
                if sender.send(block).is_err() {
                    break;
                }
            }
        });
        Self::new(receiver)
    }

    fn new(receiver: Receiver<Vec<u8>>) -> Self {
        Self {
            receiver,
            held: Vec::new(),
            start: 0,
            searched: 0,
            ended: false,
            dropping: false,
        }
    }

    /// The next line; none at the end. What was written is flushed before anybody waits for input.
    pub(crate) fn next(
        &mut self,
        desk: &mut CommandContext<'_>,
    ) -> Result<Option<InputLine<'_>>, BatchEnd> {
        self.next_with(|receiver| wait(receiver, desk))
    }

    fn next_with(
        &mut self,
        mut wait: impl FnMut(&Receiver<Vec<u8>>) -> Result<Option<Vec<u8>>, BatchEnd>,
    ) -> Result<Option<InputLine<'_>>, BatchEnd> {
        loop {
            let mut rest = self.held[self.searched..].iter();
            if let Some(place) = rest.position(|byte| *byte == b'\n') {
                let end = self.searched + place;
                return Ok(Some(self.hand_out(end, end + 1)));
            }
            self.searched = self.held.len();
            if self.held.len() - self.start > LONGEST {
                self.dropping = true;
                self.held.clear();
                (self.start, self.searched) = (0, 0);
            }
            if self.ended {
                let nothing = self.start == self.held.len() && !self.dropping;
                let end = self.held.len();
                return Ok((!nothing).then(|| self.hand_out(end, end)));
            }
            match wait(&self.receiver)? {
                Some(block) => {
                    self.held.drain(..self.start);
                    self.searched -= self.start;
                    self.start = 0;
                    self.held.extend_from_slice(&block);
                }
                None => self.ended = true,
            }
        }
    }

    /// The line up to `end`; the next one begins at `next`.
    fn hand_out(&mut self, end: usize, next: usize) -> InputLine<'_> {
        let line = self.start..end;
        (self.start, self.searched) = (next, next);
        if std::mem::take(&mut self.dropping) {
            return InputLine::TooLong;
        }
        match str::from_utf8(&self.held[line]) {
            Ok(text) => InputLine::Text(text),
            Err(_) => InputLine::NotText,
        }
    }
}

/// The next block; none at the end of the input.
fn wait(
    receiver: &Receiver<Vec<u8>>,
    desk: &mut CommandContext<'_>,
) -> Result<Option<Vec<u8>>, BatchEnd> {
    match receiver.try_recv() {
        Ok(block) => return Ok(Some(block)),
        Err(TryRecvError::Disconnected) => return Ok(None),
        Err(TryRecvError::Empty) => {}
    }
    let written = desk.out().flush();
    written.map_err(|error| BatchEnd::Failed(Failure::from(error)))?;
    loop {
        match receiver.recv_timeout(BLINK) {
            Ok(block) => return Ok(Some(block)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                desk.watch().check().map_err(BatchEnd::Stopped)?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// The lines of an input that comes in these blocks.
    fn check(blocks: &[&[u8]], expected: &[InputLine<'_>]) {
        let (_sender, receiver) = mpsc::sync_channel(1);
        let mut lines = Blocks::new(receiver);
        let mut blocks = blocks.iter();
        for line in expected {
            let next = lines.next_with(|_| Ok(blocks.next().map(|block| block.to_vec())));
            assert_eq!(next.ok().flatten().as_ref(), Some(line));
        }
        let next = lines.next_with(|_| Ok(blocks.next().map(|block| block.to_vec())));
        assert_eq!(next.ok().flatten(), None);
    }

    #[test]
    fn lines_go_across_blocks() {
        use InputLine::{NotText, Text};
        check(&[], &[]);
        check(&[b"1,2\n3,4"], &[Text("1,2"), Text("3,4")]);
        check(
            &[b"1,", b"2\n", b"\n3\n"],
            &[Text("1,2"), Text(""), Text("3")],
        );
        check(&[b"\xff\n1\r\n"], &[NotText, Text("1\r")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_dropped() {
        let long = vec![b'1'; LONGEST + 1];
        check(
            &[b"1\n", &long, b"1\n2\n"],
            &[
                InputLine::Text("1"),
                InputLine::TooLong,
                InputLine::Text("2"),
            ],
        );
    }
}
