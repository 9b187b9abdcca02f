//! Standard output that may be closed, full or slow.
//!
//! An answer is written through one buffered [`Output`]. A reader who has seen enough (`… | head`) closes the
//! pipe: the answer ends there, and the command ends quietly. Any other fault, such as a full disk, is reported.
//!
//! Whatever is written, here or by [`tell`], is text, and no control character of a file, a name or an argument gets
//! through: see [`lab::visible`].

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::sync::Mutex;

use lab::{Stopped, locked, visible};

use crate::terminal::face::has_colours;

/// Says something on standard error, beside the answer.
pub(crate) fn tell(message: &str) {
    tell_as_it_is(&visible(message));
}

/// Shows faults or warnings of a text, in colours where standard error may have them.
pub(crate) fn tell_faults(render: impl Fn(bool) -> String) {
    let colours = has_colours(&io::stderr());
    let text = render(colours);
    if colours {
        tell_as_it_is(text.trim_end());
    } else {
        tell(text.trim_end());
    }
}

/// Says a message whose control characters are our own.
fn tell_as_it_is(message: &str) {
    // If nobody can be told, nobody can be told that either.
    let _ = writeln!(io::stderr(), "{message}");
}

/// Tells what the work has reached, given why it was ended.
pub(crate) type Reached = Box<dyn FnOnce(Stopped) -> String + Send>;

/// What is written if the program must end in the midst of the work.
static REACHED: Mutex<Option<Reached>> = Mutex::new(None);

/// Does a part of the work. If the program must end before it is done, what was reached is written.
pub(crate) fn or_reached<T>(reached: Option<Reached>, part: impl FnOnce() -> T) -> T {
    let keep = |reached| *locked(&REACHED) = reached;
    keep(reached);
    let done = part();
    keep(None);
    done
}

/// Writes what was reached: the program ends.
pub(crate) fn write_reached(why: Stopped) {
    let reached = locked(&REACHED).take();
    // Whoever works holds the lock of standard output.
    if let (Some(reached), Some(mut file)) = (reached, own_output()) {
        // If nobody can be told, nobody can be told that either.
        let _ = file.write_all(visible(&reached(why)).as_bytes());
    }
}

#[cfg(unix)]
fn own_output() -> Option<File> {
    use std::os::fd::AsFd;
    io::stdout()
        .as_fd()
        .try_clone_to_owned()
        .ok()
        .map(File::from)
}

#[cfg(windows)]
fn own_output() -> Option<File> {
    use std::os::windows::io::AsHandle;
    io::stdout()
        .as_handle()
        .try_clone_to_owned()
        .ok()
        .map(File::from)
}

/// Where answers are written. Text is kept until there is enough of it, and looked through as a whole.
pub(crate) struct Output<W: Write> {
    writer: W,
    text: String,
    closed: bool,
}

/// So many bytes of text are enough.
const ENOUGH: usize = 1 << 13;

fn has_left(error: &io::Error) -> bool {
    error.kind() == ErrorKind::BrokenPipe
}

impl<W: Write> Output<W> {
    /// An output in front of a writer.
    pub(crate) fn new(writer: W) -> Self {
        Self {
            writer,
            text: String::with_capacity(2 * ENOUGH),
            closed: false,
        }
    }

    /// Writes out what is still kept. Must be called at the end: a full disk shows only here.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.write_out()?;
        self.quietly(|writer, _| writer.flush())
    }

    fn write_out(&mut self) -> io::Result<()> {
        let written = self.quietly(|writer, text| writer.write_all(visible(text).as_bytes()));
        self.text.clear();
        written
    }

    /// Does something with the writer and the text unless nobody listens any more.
    fn quietly(&mut self, action: impl FnOnce(&mut W, &str) -> io::Result<()>) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        match action(&mut self.writer, &self.text) {
            Err(error) if has_left(&error) => {
                self.closed = true;
                Ok(())
            }
            result => result,
        }
    }
}

impl<W: Write> Write for Output<W> {
    /// Takes whole characters.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(bytes).map_err(|_| ErrorKind::InvalidData)?;
        self.text.push_str(text);
        if self.text.len() >= ENOUGH {
            self.write_out()?;
        }
        match self.closed {
            true => Err(ErrorKind::BrokenPipe.into()),
            false => Ok(bytes.len()),
        }
    }

    /// Writes out what is in the buffer for somebody who will answer: here it matters that nobody listens.
    fn flush(&mut self) -> io::Result<()> {
        self.finish()?;
        if self.closed {
            return Err(ErrorKind::BrokenPipe.into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// A writer that takes some bytes and then fails.
    struct FailingWriter {
        room: usize,
        kind: io::ErrorKind,
    }

    impl Write for FailingWriter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.room < bytes.len() {
                return Err(self.kind.into());
            }
            self.room -= bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn check(room: usize, kind: io::ErrorKind, expected: Result<(), io::ErrorKind>) {
        let mut output = Output::new(FailingWriter { room, kind });
        let result = (0..10)
            .try_for_each(|_| writeln!(output, "1 2 3"))
            .or_else(|error| if has_left(&error) { Ok(()) } else { Err(error) })
            .and_then(|()| output.finish());
        assert_eq!(result.map_err(|error| error.kind()), expected);
    }

    #[test]
    fn nothing_hidden_is_written() {
        let mut output = Output::new(Vec::new());
        write!(output, "\u{1b}[31m\u{9b}2J\tφ\r\n").unwrap();
        output.finish().unwrap();
        let expected = "U+001B[31mU+009B2J\tφU+000D\n";
        assert_eq!(output.writer, expected.as_bytes());
    }

    #[test]
    fn whoever_writes_hears_that_the_reader_has_left() {
        let (room, kind) = (100, ErrorKind::BrokenPipe);
        let mut output = Output::new(FailingWriter { room, kind });
        let mut lines = 0..10 * ENOUGH;
        let result = lines.try_for_each(|_| writeln!(output, "1 2 3"));
        assert_eq!(result.unwrap_err().kind(), kind);
        output.finish().unwrap();
    }

    #[test]
    fn a_closed_pipe_is_quiet_and_a_full_disk_is_not() {
        check(100, io::ErrorKind::BrokenPipe, Ok(()));
        check(10, io::ErrorKind::BrokenPipe, Ok(()));
        check(100, io::ErrorKind::StorageFull, Ok(()));
        check(
            10,
            io::ErrorKind::StorageFull,
            Err(io::ErrorKind::StorageFull),
        );
    }
}
