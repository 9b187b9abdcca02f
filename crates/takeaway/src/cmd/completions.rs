//! `takeaway completions SHELL`: what a shell needs to complete command lines.

use clap::builder::PossibleValuesParser;
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use lab::names_of_games;

use crate::args::Cli;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};

/// A script with which a shell completes commands, options and the names of games
///
/// The names of games are completed in bash, zsh and fish. Load it in the way of your shell, for instance with `takeaway completions bash > ~/.local/share/bash-completion/completions/takeaway`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  takeaway completions bash > takeaway.bash
  takeaway completions zsh > _takeaway
  takeaway completions fish > takeaway.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl CompletionsArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let mut command = with_names_of_games(Cli::command());
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "takeaway", &mut script);
        if self.shell == Shell::Fish {
            script.extend_from_slice(names_for_fish(&command).as_bytes());
        }
        desk.out().write_all(&script)?;
        Ok(Exit::Yes)
    }
}

/// The names of games for fish, whose generated script leaves out what stands without an option.
fn names_for_fish(command: &Command) -> String {
    let asks = |one: &&Command| {
        one.get_arguments()
            .any(|one| is_game(one.get_id().as_str()))
    };
    let commands = command.get_subcommands().filter(asks);
    let commands: Vec<&str> = commands.map(Command::get_name).collect();
    format!(
        "complete -c takeaway -n \"__fish_seen_subcommand_from {}\" -a \"{}\"\n",
        commands.join(" "),
        names_of_games().join(" ")
    )
}

fn is_game(argument: &str) -> bool {
    matches!(argument, "game" | "games")
}

/// The command line, where a game is one of the catalogue: files are completed by the shell itself.
fn with_names_of_games(command: Command) -> Command {
    command.mut_subcommands(|command| {
        command.mut_args(|argument| match is_game(argument.get_id().as_str()) {
            true => argument.value_parser(PossibleValuesParser::new(names_of_games())),
            false => argument,
        })
    })
}
