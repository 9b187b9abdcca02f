//! The commands: one file each, with its arguments, its help, and how its answer is written.

pub(crate) mod array;
pub(crate) mod automaton;
pub(crate) mod batch;
pub(crate) mod check;
pub(crate) mod comparison;
pub(crate) mod completions;
pub(crate) mod describe;
pub(crate) mod discover;
pub(crate) mod forbid;
pub(crate) mod games;
pub(crate) mod guess;
pub(crate) mod inspect;
pub(crate) mod invariance;
pub(crate) mod invent;
pub(crate) mod legal;
pub(crate) mod man;
pub(crate) mod matrix;
pub(crate) mod moves;
pub(crate) mod outcome;
pub(crate) mod papers;
pub(crate) mod play;
pub(crate) mod plot;
pub(crate) mod prove;
pub(crate) mod redundant;
pub(crate) mod reply;
pub(crate) mod represent;
pub(crate) mod rules;
pub(crate) mod search;
pub(crate) mod sequence;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod split;
pub(crate) mod star;
pub(crate) mod table;
pub(crate) mod value;
#[cfg(feature = "serve")]
pub(crate) mod worker;

use std::io::Write;
use std::time::Duration;

use lab::{Play, Refuted};
use serde::Serialize;

use crate::args::Command;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure, tell_limit};

/// How long a question about one position may take unless told otherwise.
const PATIENCE: Duration = Duration::from_secs(60);

impl Command {
    /// Answers.
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        match self {
            Self::Games(command) => command.run(desk),
            Self::Rules(command) => command.run(desk),
            Self::Legal(command) => command.run(desk),
            Self::Moves(command) => command.run(desk),
            Self::Outcome(command) => command.run(desk),
            Self::Value(command) => command.run(desk),
            Self::Batch(command) => command.run(desk),
            Self::Play(command) => command.run(desk),
            Self::Table(command) => command.run(desk),
            Self::Solve(command) => command.run(desk),
            Self::Guess(command) => command.run(desk),
            Self::Discover(command) => command.run(desk),
            Self::Invent(command) => command.run(desk),
            Self::Redundant(command) => command.run(desk),
            Self::Search(command) => command.run(desk),
            Self::Prove(command) => command.run(desk),
            Self::Check(command) => command.run(desk),
            Self::Automaton(command) => command.run(desk),
            Self::Invariance(command) => command.run(desk),
            Self::Star(command) => command.run(desk),
            Self::Sequence(command) => command.run(desk),
            Self::Forbid(command) => command.run(desk),
            Self::Reply(command) => command.run(desk),
            Self::Represent(command) => command.run(desk),
            Self::Split(command) => command.run(desk),
            Self::Array(command) => command.run(desk),
            Self::Matrix(command) => command.run(desk),
            Self::Plot(command) => command.run(desk),
            Self::Papers(command) => command.run(desk),
            #[cfg(feature = "serve")]
            Self::Serve(command) => command.run(desk),
            Self::Describe(command) => command.run(desk),
            Self::Inspect(command) => command.run(desk),
            #[cfg(feature = "serve")]
            Self::Worker(command) => command.run(desk),
            Self::Completions(command) => command.run(desk),
            Self::Man(command) => command.run(desk),
        }
    }

    /// How long the command may take when it is asked for this limit: questions about one position should not run for
    /// ever, and where several methods are compared each has its own limit.
    pub(crate) fn time_limit(&self, given: Option<Duration>) -> Option<Duration> {
        match self {
            Self::Outcome(outcome) if outcome.asks_all() => None,
            Self::Batch(_) => None,
            Self::Legal(_)
            | Self::Moves(_)
            | Self::Outcome(_)
            | Self::Forbid(_)
            | Self::Reply(_)
            | Self::Value(_) => given.or(Some(PATIENCE)),
            Self::Split(command) => given.or(command.default_time()),
            _ => given,
        }
    }
}

/// Who wins at the end, as the option `--misere` says.
fn ending(misere: bool) -> Play {
    if misere { Play::Misere } else { Play::Normal }
}

/// Answers a question about each of several positions: for a reader one after the other, for a program one
/// object for one position and an array for several. After a failure, the answers before it are written.
fn one_by_one<A: Serialize>(
    desk: &mut CommandContext<'_>,
    positions: &[String],
    ask: impl Fn(&mut CommandContext<'_>, &String) -> Result<A, Failure>,
    write_text: impl Fn(&mut CommandContext<'_>, &A) -> Result<(), Failure>,
) -> Result<Vec<A>, Failure> {
    let mut answers = Vec::new();
    let mut failed = None;
    for (place, position) in positions.iter().enumerate() {
        let answer = match ask(desk, position) {
            Ok(answer) => answer,
            Err(failure) => {
                failed = Some(joined(failure, positions));
                break;
            }
        };
        if !desk.json() {
            if place > 0 {
                writeln!(desk.out())?;
            }
            write_text(desk, &answer)?;
        }
        answers.push(answer);
    }
    match answers.as_slice() {
        _ if !desk.json() => {}
        [answer] if positions.len() == 1 => desk.write_json(answer)?,
        [] if failed.is_some() => {}
        several => desk.write_json(&several)?,
    }
    failed.map_or(Ok(answers), Err)
}

/// Refuses more positions, with what to type where the piles of one position were meant.
fn only_one(position: &str, more: &[String], why: &str) -> Result<(), Failure> {
    match more {
        [] => Ok(()),
        more => Err(Failure::input(format!(
            "{} positions were read, and {why}: for one position type {position},{}",
            more.len() + 1,
            more.join(",")
        ))),
    }
}

/// The failure, with what to type where the piles of one position were read as several positions.
fn joined(failure: Failure, positions: &[String]) -> Failure {
    match failure {
        Failure::Input(message)
            if positions.len() > 1 && !positions.iter().any(|text| text.contains(',')) =>
        {
            let (count, one) = (positions.len(), positions.join(","));
            Failure::Input(format!(
                "{message}; {count} positions were read: for one position type {one}"
            ))
        }
        other => other,
    }
}

/// Tells which claims were not used, because they are false.
fn tell_refuted(out: &mut dyn Write, refuted: &[Refuted]) -> Result<(), Failure> {
    for refuted in refuted {
        writeln!(out, "not used: {refuted}")?;
    }
    Ok(())
}

/// A stop before the end, told on standard error: the answer itself is on standard output.
fn tell_stop(why: &str) -> Exit {
    tell_limit(why);
    Exit::Limit
}
