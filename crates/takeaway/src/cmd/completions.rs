//! `takeaway completions SHELL`: what a shell needs to complete command lines.

use clap::builder::PossibleValuesParser;
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use lab::names_of_games;

use crate::args::Cli;
use crate::desk::Desk;
use crate::failure::{Exit, Failure};

/// A script with which a shell completes commands, options and the names of games
///
/// Load it in the way of your shell, for instance with `takeaway completions bash > ~/.local/share/bash-completion/completions/takeaway`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  takeaway completions bash > takeaway.bash
  takeaway completions zsh > _takeaway
  takeaway completions fish > takeaway.fish")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Result<Exit, Failure> {
        let mut command = with_names_of_games(Cli::command());
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "takeaway", &mut script);
        desk.out().write_all(&script)?;
        Ok(Exit::Yes)
    }
}

/// The command line, where a game is one of the catalogue: files are completed by the shell itself.
fn with_names_of_games(command: Command) -> Command {
    command.mut_subcommands(|command| {
        command.mut_args(|argument| match argument.get_id().as_str() {
            "game" | "games" => argument.value_parser(PossibleValuesParser::new(names_of_games())),
            _ => argument,
        })
    })
}
