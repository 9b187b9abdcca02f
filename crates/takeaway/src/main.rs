//! `takeaway`: a laboratory for take-away games, on the command line.
//!
//! A command line becomes a request, the lab answers it, and the answer is written out. Files, clocks, signals
//! and the terminal are known here and nowhere below.

#![cfg_attr(
    not(test),
    warn(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        clippy::string_slice,
        clippy::panic,
        clippy::unreachable
    )
)]

mod args;
mod blocks;
mod cmd;
mod crash;
mod desk;
mod failure;
mod files;
mod lines;
mod memory;
mod new_file;
mod output;
mod pace;
mod quantity;
mod render;
mod schemas;
mod sent;
mod terminal;
mod threads;
mod warnings;
mod watch;
mod web;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use lab::{ErrorKind, ErrorReport};

use crate::args::Cli;
use crate::failure::{Exit, Failure, tell_report};
use crate::output::{Output, tell};
use crate::watch::Overseer;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().map(args::shielded).collect();
    let json = arguments.iter().any(|argument| argument == "--json");
    if json {
        failure::speak_json();
    }
    crash::prepare(json);
    threads::share_work();
    let answered = match Cli::try_parse_from(&arguments) {
        Ok(cli) => answer(&cli),
        Err(refusal) => explain(&refusal, &arguments),
    };
    match answered {
        Ok(exit) => ExitCode::from(exit.code()),
        Err(failure) => {
            failure.tell();
            ExitCode::from(failure.code())
        }
    }
}

/// Does what the command line asks for.
fn answer(cli: &Cli) -> Result<Exit, Failure> {
    warnings::show(cli.general.json);
    let watch = Overseer::start(cli.limits());
    let mut output = Output::new(io::stdout().lock());
    let mut desk = desk::Desk::new(&watch, &mut output, &cli.general);
    let result = cli.command.run(&mut desk);
    let written = output.finish();
    watch.clear();
    let result = result.and_then(|exit| written.map(|()| exit).map_err(Into::into));
    match (result, watch.advice().filter(|_| !cli.general.json)) {
        (Ok(Exit::Limit), Some(advice)) => {
            tell(&advice);
            Ok(Exit::Limit)
        }
        (Err(Failure::Limit(why)), Some(advice)) => Err(Failure::Limit(format!("{why}; {advice}"))),
        (result, _) => result,
    }
}

/// Shows the help that was asked for, or what is wrong with the command line.
fn explain(refusal: &clap::Error, arguments: &[OsString]) -> Result<Exit, Failure> {
    if refusal.use_stderr() && failure::speaks_json() {
        let message = refusal.render().to_string();
        let message = message.strip_prefix("error: ").unwrap_or(&message);
        tell_report(ErrorReport::new(ErrorKind::Input, message.trim_end()));
        return Ok(Exit::Misread);
    }
    if refusal.use_stderr() {
        let hidden = |argument: &OsString| argument.to_string_lossy().contains(lab::is_hidden);
        if arguments.iter().any(hidden) || !io::stderr().is_terminal() {
            tell(refusal.render().to_string().trim_end());
        } else {
            let _ = refusal.print();
        }
        return Ok(Exit::Misread);
    }
    if io::stdout().is_terminal() {
        refusal.print()?;
    } else {
        let mut output = Output::new(io::stdout().lock());
        write!(output, "{}", refusal.render())?;
        output.finish()?;
    }
    Ok(Exit::Yes)
}
