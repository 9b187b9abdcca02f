//! The command line: what can be typed.
//!
//! Each command has its own file in [`crate::cmd`] with its arguments and its help; here is what they share.

use std::ffi::OsString;
use std::time::Duration;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand};

use crate::cmd;
use crate::quantity;
use crate::render::Format;
use crate::watch::Limits;

/// The memory that a command may use unless told otherwise: 2 GiB.
const MEMORY: u64 = 2 << 30;

/// A laboratory for take-away games.
///
/// Two players take tokens from piles by given rules; whoever cannot move loses. takeaway knows the games of five
/// papers by A. S. Fraenkel and their neighbours, and every game that you write down in a small text file: which
/// moves are legal and why the others are not, who wins, by which move, and how we know.
#[derive(Debug, Parser, serde::Deserialize, serde::Serialize)]
#[command(name = "takeaway", version, styles = STYLES, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    #[command(flatten)]
    pub(crate) general: General,
}

/// Puts a blank before `-3,4,5` and `-(n+1)`: what begins with a minus sign and a digit or bracket is no option, and is
/// answered by a sentence about numbers.
pub(crate) fn shielded(argument: OsString) -> OsString {
    let bytes = argument.as_encoded_bytes();
    match bytes {
        [b'-', b'0'..=b'9' | b'(', ..] => {
            [" ".as_ref(), argument.as_os_str()].into_iter().collect()
        }
        _ => argument,
    }
}

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXAMPLES: &str = "\
Games and positions:
  GAME is a name from `takeaway games`, with parameters after a colon where it has some, or the
  path of a .game file:
      rat    succinct-rat:d=4    beta-wynim:beta=2+sqrt(2)    \"subtraction:set={1,3,4}\"    new.game
  POSITION is the piles, separated by commas; each may be computed, or read from a file:
      3,5,8    \"(3, 5, 8)\"    10^100+7,2*10^100    @pile.txt,5

First steps:
  takeaway rules raleigh              what are the rules?
  takeaway legal raleigh 3,6,10 1,6,8 may I do that?
  takeaway outcome raleigh 3,6,10     who wins, and how?
  takeaway play raleigh               beat the computer
  takeaway table raleigh --rows 10    where does one want to be?

Exit codes: 0 yes or done, 1 the answer is no, 2 bad input, 3 stopped at a limit.";

/// What every command understands.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(next_help_heading = "General options")]
pub(crate) struct General {
    /// Answer with one JSON object; its numbers are strings
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// Show numbers of any length in full
    #[arg(long, global = true)]
    pub(crate) full: bool,

    /// Stop after this time, such as 30s or 2m, with what was reached [default: 60s for legal, moves, outcome and value,
    /// 10s for each strategy of `--strategy all`, none for the others]
    #[arg(long, global = true, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) time_limit: Option<Duration>,

    /// Use at most about this much memory, such as 500MiB [default: 2GiB]
    #[arg(long, global = true, value_name = "SIZE", value_parser = quantity::size)]
    pub(crate) memory_limit: Option<u64>,
}

impl Cli {
    /// The limits of the command.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            time: self.command.time_limit(self.general.time_limit),
            memory: Some(self.general.memory_limit.unwrap_or(MEMORY)),
        }
    }
}

/// How a command that answers with a table writes it.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
pub(crate) struct TableLayout {
    /// How to write the table
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,

    /// The column of a b-file
    #[arg(long, value_name = "NAME")]
    pub(crate) column: Option<String>,
}

/// The commands. Those that are no questions are not sent to workers.
#[derive(Debug, Subcommand, serde::Deserialize, serde::Serialize)]
pub(crate) enum Command {
    Games(cmd::games::GamesArgs),
    Rules(cmd::rules::RulesArgs),
    Legal(cmd::legal::LegalArgs),
    Moves(cmd::moves::MovesArgs),
    Outcome(cmd::outcome::OutcomeArgs),
    Value(cmd::value::ValueArgs),
    Batch(cmd::batch::BatchArgs),
    Play(cmd::play::PlayArgs),
    Table(cmd::table::TableArgs),
    Solve(cmd::solve::SolveArgs),
    Guess(cmd::guess::GuessArgs),
    Discover(cmd::discover::DiscoverArgs),
    Invent(cmd::invent::InventArgs),
    Redundant(cmd::redundant::RedundantArgs),
    #[serde(skip)]
    Search(cmd::search::SearchArgs),
    Prove(cmd::prove::ProveArgs),
    Check(cmd::check::CheckArgs),
    Automaton(cmd::automaton::AutomatonArgs),
    Invariance(cmd::invariance::InvarianceArgs),
    Star(cmd::star::StarArgs),
    Sequence(cmd::sequence::SequenceArgs),
    Forbid(cmd::forbid::ForbidArgs),
    Reply(cmd::reply::ReplyArgs),
    Represent(cmd::represent::RepresentArgs),
    Split(cmd::split::SplitArgs),
    Array(cmd::array::ArrayArgs),
    Matrix(cmd::matrix::MatrixArgs),
    Plot(cmd::plot::PlotArgs),
    Papers(cmd::papers::PapersArgs),
    #[cfg(feature = "serve")]
    #[serde(skip)]
    Serve(cmd::serve::ServeArgs),
    Describe(cmd::describe::DescribeArgs),
    Inspect(cmd::inspect::InspectArgs),
    #[cfg(feature = "serve")]
    #[serde(skip)]
    Worker(cmd::worker::WorkerArgs),
    #[serde(skip)]
    Completions(cmd::completions::CompletionsArgs),
    #[serde(skip)]
    Man(cmd::man::ManArgs),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Cli;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
