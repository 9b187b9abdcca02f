//! `takeaway`: a laboratory for take-away games, on the command line.

use std::process::ExitCode;

use takeaway::{Program, run_command_line};

fn main() -> ExitCode {
    ExitCode::from(run_command_line(Program::default(), std::env::args_os()))
}
