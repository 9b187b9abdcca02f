//! A program in a terminal of its own, with somebody who types and looks at it.
//!
//! The program must lead a session whose terminal this is, as in a real one. Only a process can make that of itself: the test runs
//! itself once more, as [`trampoline`], which becomes the leader and then the program.
#![allow(dead_code, reason = "each test uses what it needs")]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::env;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::patience::PATIENCE;
use rustix::process::{Pid, Signal};
use rustix::pty::OpenptFlags;
use rustix::termios::{LocalModes, Winsize};

/// How often is looked.
const BLINK: Duration = Duration::from_millis(20);

/// The program that the trampoline becomes, and its arguments.
const PROGRAM: &str = "TAKEAWAY_TEST_PROGRAM";

/// Between arguments.
const BETWEEN: &str = "\u{1f}";

/// A program in a terminal.
pub(crate) struct Pty {
    master: File,
    /// The side of the program, to see what it does to the terminal.
    slave: File,
    child: Child,
    seen: Arc<Mutex<Seen>>,
}

struct Seen {
    screen: vt100::Parser,
    bytes: Vec<u8>,
}

impl Pty {
    /// Starts a program in a terminal of so many lines and columns. Of the environment it gets only what is needed, and this.
    pub(crate) fn start(
        program: &[&str],
        environment: &[(&str, &str)],
        (lines, columns): (u16, u16),
    ) -> Self {
        let master = rustix::pty::openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        rustix::pty::grantpt(&master).unwrap();
        rustix::pty::unlockpt(&master).unwrap();
        let name = rustix::pty::ptsname(&master, Vec::new()).unwrap();
        let slave = OpenOptions::new()
            .read(true)
            .write(true)
            .custom_flags(OpenptFlags::NOCTTY.bits().cast_signed())
            .open(name.to_str().unwrap())
            .unwrap();
        let master = File::from(master);
        let seen = Arc::new(Mutex::new(Seen {
            screen: vt100::Parser::new(some(lines), some(columns), 0),
            bytes: Vec::new(),
        }));
        watch(master.try_clone().unwrap(), seen.clone());
        let child = spawn(program, environment, &slave, lines, columns);
        Self {
            master,
            slave,
            child,
            seen,
        }
    }

    /// Types.
    pub(crate) fn send(&mut self, text: &str) {
        self.master.write_all(text.as_bytes()).unwrap();
    }

    /// Types once the program reads single keys. Before that the terminal itself edits the line: it shows arrows as signs and takes a
    /// deletion for its own.
    pub(crate) fn press(&mut self, keys: &str) {
        let begun = Instant::now();
        while self.local_modes().contains(LocalModes::ICANON) {
            assert!(
                begun.elapsed() < PATIENCE,
                "waiting for a prompt:\n{}",
                self.screen()
            );
            thread::sleep(BLINK);
        }
        self.send(keys);
    }

    /// Waits until this is seen on the screen.
    pub(crate) fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |seen| seen.contains(text));
    }

    /// Waits until the screen is as it should be.
    pub(crate) fn wait_until(&mut self, what: &str, holds: impl Fn(&str) -> bool) {
        let begun = Instant::now();
        while !holds(&self.screen()) {
            assert!(
                begun.elapsed() < PATIENCE,
                "waiting for {what}:\n{}",
                self.screen()
            );
            thread::sleep(BLINK);
        }
    }

    /// The screen as it is now.
    pub(crate) fn screen(&self) -> String {
        self.seen.lock().unwrap().screen.screen().contents()
    }

    /// Every byte that was written so far.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.seen.lock().unwrap().bytes.clone()
    }

    /// Another size.
    pub(crate) fn resize(&mut self, lines: u16, columns: u16) {
        let mut seen = self.seen.lock().unwrap();
        seen.screen.set_size(some(lines), some(columns));
        drop(seen);
        set_size(&self.slave, lines, columns);
    }

    /// Is the terminal as a shell expects it: lines with an echo, no other screen, no mouse, a cursor?
    pub(crate) fn is_as_it_was(&self) -> bool {
        let modes = self.local_modes();
        let seen = self.seen.lock().unwrap();
        let screen = seen.screen.screen();
        modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG)
            && !screen.alternate_screen()
            && !screen.hide_cursor()
            && !screen.bracketed_paste()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
    }

    /// What the terminal does with what is typed.
    fn local_modes(&self) -> LocalModes {
        rustix::termios::tcgetattr(&self.slave).unwrap().local_modes
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        let process = Pid::from_child(&self.child);
        rustix::process::kill_process(process, signal).unwrap();
    }

    /// Waits for the end.
    pub(crate) fn end(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "waiting for the end:\n{}",
                self.screen()
            );
            thread::sleep(BLINK);
        }
    }

    /// The program has ended with this code, and the terminal is as it was.
    pub(crate) fn ends_well(&mut self, code: i32) {
        let status = self.end();
        assert_eq!(status.code(), Some(code), "{}", self.screen());
        let begun = Instant::now();
        while !self.is_as_it_was() {
            assert!(
                begun.elapsed() < PATIENCE,
                "not restored:\n{}",
                self.screen()
            );
            thread::sleep(BLINK);
        }
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads what is written, as long as there is a terminal.
fn watch(mut master: File, seen: Arc<Mutex<Seen>>) {
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count) = master.read(&mut bytes) {
            if count == 0 {
                return;
            }
            let mut seen = seen.lock().unwrap();
            seen.screen.process(&bytes[..count]);
            seen.bytes.extend_from_slice(&bytes[..count]);
        }
    });
}

fn spawn(
    program: &[&str],
    environment: &[(&str, &str)],
    slave: &File,
    lines: u16,
    columns: u16,
) -> Child {
    set_size(slave, lines, columns);
    let name = module_path!().split_once("::").unwrap().1;
    let side = || Stdio::from(slave.try_clone().unwrap());
    Command::new(env::current_exe().unwrap())
        .args([
            &format!("{name}::trampoline"),
            "--exact",
            "--nocapture",
            "--quiet",
        ])
        .env_clear()
        .env("TERM", "xterm-256color")
        .env("PATH", env::var_os("PATH").unwrap_or_default())
        .envs(environment.iter().copied())
        .env(PROGRAM, program.join(BETWEEN))
        .stdin(side())
        .stdout(side())
        .stderr(side())
        .spawn()
        .unwrap()
}

fn some(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).unwrap()
}

fn set_size(slave: &File, lines: u16, columns: u16) {
    let size = Winsize {
        ws_row: lines,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    rustix::termios::tcsetwinsize(slave, size).unwrap();
}

/// Not a test of its own: becomes the program that is to be tested, with the terminal for its own.
#[test]
fn trampoline() {
    let Ok(program) = env::var(PROGRAM) else {
        return;
    };
    rustix::process::setsid().unwrap();
    rustix::process::ioctl_tiocsctty(rustix::stdio::stdin()).unwrap();
    let words: Vec<&str> = program.split(BETWEEN).collect();
    let error = Command::new(words[0])
        .args(&words[1..])
        .env_remove(PROGRAM)
        .exec();
    panic!("{}: {error}", words[0]);
}
