//! `takeaway man [COMMAND]`: manual pages.

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man as Page;

use crate::args::Cli;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};

/// A manual page, of takeaway or of one command, for `man`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  takeaway man > takeaway.1
  takeaway man outcome > takeaway-outcome.1")]
pub(crate) struct ManArgs {
    /// The command
    command: Option<String>,
}

impl ManArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let mut page = Vec::new();
        Page::new(self.described()?).render(&mut page)?;
        desk.out().write_all(&page)?;
        Ok(Exit::Yes)
    }

    /// What the page is about.
    fn described(&self) -> Result<Command, Failure> {
        let mut all = Cli::command();
        all.build();
        let Some(name) = &self.command else {
            return Ok(all);
        };
        let found = all.get_subcommands().find(|one| one.get_name() == name);
        found.cloned().ok_or_else(|| {
            Failure::input(format!(
                "there is no command `{name}`; `takeaway --help` lists them all"
            ))
        })
    }
}
