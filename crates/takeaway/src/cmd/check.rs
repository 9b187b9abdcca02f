//! `takeaway check FILE`: re-checks a certificate.

use clap::Args;
use lab::{CheckAnswer, CheckRequest, ShownClaim};

use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;

/// Does a certificate show what it claims? Checked by code that shares nothing with the search
///
/// A certificate states the rules of a game and claims about it, in a notation of its own, with what shows them; `takeaway
/// prove --certificate` writes one. It is accepted only if it shows every one of its claims for all positions: exit code 0.
/// Whatever is damaged, wrong or not understood is refused: exit code 1. What is printed is what was shown.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway prove raleigh --certificate raleigh.proof
  takeaway check raleigh.proof
  takeaway check raleigh.proof --against raleigh
  takeaway check raleigh.proof --statement")]
pub(crate) struct CheckArgs {
    /// The certificate
    file: String,
    /// Compare with this game: are the rules the same, and does it make the same claims? If not, exit code 1
    #[arg(long, value_name = "GAME")]
    against: Option<String>,
    /// Show all that the certificate states: the rules and the claims, in the notation that was checked
    #[arg(long)]
    statement: bool,
}

impl CheckArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let against = self.against.as_deref().map(files::open).transpose()?;
        let answer = desk.ask(&CheckRequest {
            certificate: files::read(&self.file)?,
            against: against.as_deref(),
            statement: self.statement,
        })?;
        if desk.json() {
            desk.write_json(&answer)?;
        } else {
            self.write_text(desk, &answer)?;
        }
        Ok(match answer {
            CheckAnswer::Accepted { against, .. } if against != Some(false) => Exit::Yes,
            _ => Exit::No,
        })
    }

    fn write_text(
        &self,
        desk: &mut CommandContext<'_>,
        answer: &CheckAnswer,
    ) -> Result<(), Failure> {
        let (game, catalogue, claims, statement, against, states) = match answer {
            CheckAnswer::Refused { why } => return Ok(writeln!(desk.out(), "refused: {why}")?),
            CheckAnswer::Accepted {
                game,
                catalogue,
                claims,
                statement,
                against,
                states,
            } => (game, catalogue, claims, statement, against, states),
        };
        let known = match catalogue {
            Some(true) => "the catalogue's ",
            Some(false) => "a game that calls itself ",
            None => "",
        };
        writeln!(desk.out(), "accepted: {known}{game}, for all positions")?;
        for claim in claims {
            let ShownClaim {
                name,
                statement,
                empty,
            } = claim;
            writeln!(desk.out(), "  {name}: {statement}")?;
            if *empty {
                writeln!(desk.out(), "    (empty: it speaks of no position)")?;
            }
        }
        if let Some(statement) = statement {
            writeln!(desk.out(), "the statement:\n{}", statement.trim_end())?;
        }
        if let (Some(same), Some(other)) = (against, &self.against) {
            let verdict = if *same { "the same" } else { "different" };
            writeln!(desk.out(), "against {other}: {verdict}")?;
        }
        let states = lab::counted(states, "state was", "states were");
        writeln!(desk.out(), "{states} visited")?;
        Ok(())
    }
}
