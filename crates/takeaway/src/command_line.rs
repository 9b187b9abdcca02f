//! A command line becomes a request, the lab answers it, and the answer is written out.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use clap::Parser;
use lab::{ErrorKind, ErrorReport};

use crate::args::{self, Cli};
use crate::failure::{self, Exit, Failure, tell_report};
use crate::output::{Output, tell};
use crate::program::Program;
use crate::watch::CommandWatch;
use crate::{crash, desk, threads, warnings};

/// Answers a command line, whose first word is the name of the program, on the standard streams, and returns the number for
/// the shell.
///
/// The process is the command's from then on: signals, panics and limits may end it.
pub fn run_command_line(program: Program, arguments: impl IntoIterator<Item = OsString>) -> u8 {
    program.remember();
    let arguments: Vec<OsString> = arguments.into_iter().map(args::shielded).collect();
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
        Ok(exit) => exit.code(),
        Err(failure) => {
            failure.tell();
            failure.code()
        }
    }
}

/// Does what the command line asks for.
fn answer(cli: &Cli) -> Result<Exit, Failure> {
    warnings::show(cli.general.json);
    let watch = CommandWatch::start(cli.limits());
    let mut output = Output::new(io::stdout().lock());
    let mut desk = desk::CommandContext::new(&watch, &mut output, &cli.general);
    let result = match cli.command.run(&mut desk) {
        Err(failure) if failure.is_of_reader() => Ok(Exit::Yes),
        result => result,
    };
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
