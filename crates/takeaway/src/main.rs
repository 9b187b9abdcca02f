//! `takeaway`: a laboratory for take-away games, on the command line.
//!
//! A command line becomes a request, the lab answers it, and the answer is written out. Files, clocks, signals
//! and the terminal are known here and nowhere below.

mod args;
mod cmd;
mod desk;
mod failure;
mod files;
mod lines;
mod output;
mod quantity;
mod render;
mod watch;

use std::io;
use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;
use crate::output::Output;
use crate::watch::Overseer;

fn main() -> ExitCode {
    let cli = Cli::parse_from(std::env::args_os().map(args::shielded));
    let watch = Overseer::start(cli.limits());
    let mut output = Output::new(io::stdout().lock());
    let mut desk = desk::Desk::new(&watch, &mut output, &cli.general);
    let result = cli.command.run(&mut desk);
    let written = output.finish();
    watch.clear();
    match result.and_then(|exit| written.map(|()| exit).map_err(Into::into)) {
        Ok(exit) => ExitCode::from(exit.code()),
        Err(failure) => {
            eprintln!("{}", failure.message());
            ExitCode::from(failure.code())
        }
    }
}
