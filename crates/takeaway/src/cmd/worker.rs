//! `takeaway worker`: answers the questions of `takeaway serve`, one after the other.
//!
//! A worker is a process of its own, so that a question that takes too long or too much can be ended without harm to
//! anybody else. It reads and writes no file: see [`crate::sent`]. It ends when its server does.

use std::io::{self, BufRead, ErrorKind, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use clap::Args;
use lab::{ErrorAnswer, ErrorReport};

use crate::args::Cli;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::memory;
use crate::output::Output;
use crate::render;
use crate::sent;
use crate::watch::{self, CommandWatch};
use crate::web::wire::{AnswerFormat, ReplyHeader, WorkerRequest};

/// The longest answer, in bytes.
const LONGEST: usize = 32 << 20;

/// The clock looks so often whether a question is out of time.
const TICK: Duration = Duration::from_millis(160);

/// Answers the questions of `takeaway serve`
#[derive(Debug, Args)]
#[command(hide = true)]
pub(crate) struct WorkerArgs {}

impl WorkerArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        crate::failure::speak_json();
        watch::tell_progress();
        let overseer = desk.watch();
        let mut clock = overseer.by_parts(TICK);
        for order in orders() {
            let Ok(order) = serde_json::from_str::<WorkerRequest>(&order) else {
                return Err(Failure::input(
                    "a worker is asked by `takeaway serve` alone",
                ));
            };
            let time = Duration::from_millis(order.time);
            let (status, bytes) = clock.part_within(time, || answer(&order, overseer));
            reply(overseer, status, &bytes)?;
        }
        Ok(Exit::Yes)
    }
}

/// The lines of standard input. At their end the server is gone, and nobody wants the rest of an answer.
fn orders() -> Receiver<String> {
    let (sender, receiver) = mpsc::sync_channel(1);
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            if sender.send(line).is_err() {
                break;
            }
        }
        std::process::exit(0);
    });
    receiver
}

fn reply(overseer: &CommandWatch, status: u16, bytes: &[u8]) -> Result<(), Failure> {
    let head = ReplyHeader {
        status,
        length: bytes.len(),
        tired: memory::is_half_full(overseer.memory()),
    };
    let mut out = io::stdout().lock();
    render::json(&mut out, &head)?;
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// The status and the bytes of the answer to a question.
fn answer(order: &WorkerRequest, overseer: &CommandWatch) -> (u16, Vec<u8>) {
    crate::failure::begin();
    sent::open(order.sent.clone());
    let mut bytes = BoundedBuffer::default();
    let result = run(&order.question, overseer, &mut bytes);
    let written = sent::close();
    match result {
        Ok(()) => (200, shaped(order.form, bytes.0, written)),
        Err((status, error)) => (status, in_json(error)),
    }
}

fn run(
    cli: &Cli,
    overseer: &CommandWatch,
    bytes: &mut BoundedBuffer,
) -> Result<(), (u16, ErrorReport)> {
    let mut output = Output::new(bytes);
    let mut desk = CommandContext::new(overseer, &mut output, &cli.general);
    let result = cli.command.run(&mut desk);
    let result = result.and_then(|_| output.finish().map_err(Failure::from));
    result.map_err(|failure| (status(&failure), failure.report()))
}

/// The one table of failures and statuses.
fn status(failure: &Failure) -> u16 {
    match failure {
        Failure::Input(_) | Failure::Faults(_) => 400,
        Failure::Limit(_) => 422,
        Failure::Output(_) => 413,
    }
}

fn in_json(error: ErrorReport) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What is written to memory is written.
    let _ = render::json(&mut bytes, &ErrorAnswer { error });
    bytes
}

/// The answer as it is wanted.
fn shaped(form: AnswerFormat, bytes: Vec<u8>, written: Option<Vec<u8>>) -> Vec<u8> {
    match (form, written) {
        (AnswerFormat::File, Some(file)) => file,
        (AnswerFormat::Lines, _) => {
            let text = String::from_utf8_lossy(&bytes);
            let lines: Vec<&str> = text.lines().collect();
            format!("[{}]\n", lines.join(",\n")).into_bytes()
        }
        _ => bytes,
    }
}

/// Memory that takes no more than the longest answer.
#[derive(Default)]
struct BoundedBuffer(Vec<u8>);

impl Write for BoundedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST {
            let why = format!("it is longer than {} MiB: ask for less", LONGEST >> 20);
            return Err(io::Error::new(ErrorKind::FileTooLarge, why));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
