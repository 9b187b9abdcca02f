//! `takeaway serve`: the laboratory in the browser.

use clap::Args;

use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::web::{self, Settings};

/// The laboratory in the browser, on this machine
///
/// Play, review, explore, write and check, and the same answers for programs under /api. The address is the first line on
/// standard output; Ctrl-C ends it. Only this machine can reach it, unless --listen or --public is given.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  takeaway serve
  takeaway serve --no-open --port 8000
  takeaway serve --listen 0.0.0.0
  takeaway serve --public https://games.example.org")]
pub(crate) struct ServeArgs {
    /// The port; if it is taken, that is an error [default: 12358, or another if it is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Listen at this address; beyond this machine, whoever comes needs the token in the address that is printed
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: String,
    /// A proxy in front shows the laboratory under this address, to everybody and without a token
    #[arg(long, value_name = "https://NAME")]
    public: Option<String>,
}

impl ServeArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let settings = Settings::new(&self.listen, self.port, self.public.as_deref())?;
        web::serve(desk, &settings, !self.no_open)
    }
}
