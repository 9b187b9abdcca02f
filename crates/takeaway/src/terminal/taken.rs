//! A terminal that is taken over for a while, and is always given back as it was.
//!
//! The whole screen and the editing of lines change how a terminal behaves. Whoever takes it gets a [`TerminalGuard`], which gives it back
//! at the end of its life. A panic, a limit and a second signal end the program at once, from any thread: they call
//! [`give_back`] first. It writes past the buffer of standard output, which somebody else may hold.

use std::io;
use std::sync::Mutex;

use lab::locked;
use ratatui::crossterm::event::{EnableBracketedPaste, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, disable_raw_mode, enable_raw_mode};

/// How the terminal was before it was taken.
static BEFORE: Mutex<Option<TerminalState>> = Mutex::new(None);

struct TerminalState {
    use_of_it: TerminalUse,
    #[cfg(unix)]
    modes: Option<rustix::termios::Termios>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TerminalUse {
    /// The whole screen.
    Screen,
    /// Lines that are edited.
    Lines,
}

/// No mouse, no marks around what is pasted, no colours, the screen as it was, and a cursor.
const LEAVE_SCREEN: &[u8] =
    b"\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?2004l\x1b[0m\x1b[?1049l\x1b[?25h";

/// No marks around what is pasted.
const LEAVE_LINES: &[u8] = b"\x1b[?2004l";

/// A terminal that is taken over.
pub(crate) struct TerminalGuard(());

impl TerminalGuard {
    /// Takes the whole screen.
    pub(crate) fn screen() -> io::Result<Self> {
        let taken = Self::remember(TerminalUse::Screen);
        enable_raw_mode()?;
        execute!(
            io::stdout(),
            EnterAlternateScreen,
            EnableMouseCapture,
            EnableBracketedPaste
        )?;
        Ok(taken)
    }

    /// Lets lines be edited, by somebody who may be left in the middle of it.
    pub(crate) fn lines() -> Self {
        Self::remember(TerminalUse::Lines)
    }

    fn remember(use_of_it: TerminalUse) -> Self {
        let before = TerminalState {
            use_of_it,
            #[cfg(unix)]
            modes: rustix::termios::tcgetattr(rustix::stdio::stdin()).ok(),
        };
        *locked(&BEFORE) = Some(before);
        Self(())
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back if it was taken: nothing else may be written before.
pub(crate) fn give_back() {
    let before = locked(&BEFORE).take();
    let Some(before) = before else {
        return;
    };
    let screen = before.use_of_it == TerminalUse::Screen;
    write(if screen { LEAVE_SCREEN } else { LEAVE_LINES });
    // If the terminal is gone, nothing has to be given back.
    let _ = disable_raw_mode();
    #[cfg(unix)]
    if let Some(modes) = before.modes {
        use rustix::termios::{OptionalActions, tcsetattr};
        // What the mouse has sent since is for nobody.
        let when = if screen {
            OptionalActions::Flush
        } else {
            OptionalActions::Now
        };
        let _ = tcsetattr(rustix::stdio::stdin(), when, &modes);
    }
}

/// Lets the shell go on, and goes on when it says so. The terminal must have been given back.
#[cfg(unix)]
pub(crate) fn pause() {
    use rustix::process::{Signal, getpid, kill_process};
    let _ = kill_process(getpid(), Signal::TSTP);
}

/// There is no such thing elsewhere.
#[cfg(not(unix))]
pub(crate) fn pause() {}

#[cfg(unix)]
fn write(bytes: &[u8]) {
    let _ = rustix::io::write(rustix::stdio::stdout(), bytes);
}

#[cfg(not(unix))]
fn write(bytes: &[u8]) {
    use std::io::Write;
    let _ = io::stderr().write_all(bytes);
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::{env, thread};

    use super::super::pty::Pty;
    use super::*;
    use crate::crash;

    /// Tells the test below that it runs in a terminal of its own, and what it is to take of it.
    const FALL: &str = "TAKEAWAY_TEST_FALL";

    #[test]
    #[expect(clippy::panic, reason = "falling is what is tested")]
    fn a_fall_gives_the_terminal_back() {
        let Ok(how) = env::var(FALL) else {
            falls("screen", b"\x1b[?1049h");
            falls("lines", b"\x1b[?2004l");
            return;
        };
        crash::prepare(false);
        let _taken = match how.as_str() {
            "screen" => TerminalGuard::screen().unwrap(),
            _ => {
                let taken = TerminalGuard::lines();
                enable_raw_mode().unwrap();
                taken
            }
        };
        // Somebody else may hold the output when a thread falls.
        let _held = io::stdout().lock();
        let _ = thread::spawn(|| panic!("below the period")).join();
    }

    fn falls(how: &str, sent: &[u8]) {
        let program = env::current_exe().unwrap();
        let words = [
            program.to_str().unwrap(),
            "terminal::taken::tests::a_fall_gives_the_terminal_back",
            "--exact",
            "--nocapture",
        ];
        let mut shown = Pty::start(&words, &[(FALL, how)], (24, 80));
        shown.ends_well(70);
        shown.wait_for("internal error: below the period");
        let bytes = shown.bytes();
        assert!(bytes.windows(sent.len()).any(|window| window == sent));
    }
}
