//! `takeaway check FILE`: re-checks a certificate.

use clap::Args;
use lab::{CheckAnswer, CheckRequest};
use serde::Serialize;

use crate::desk::Desk;
use crate::failure::{Exit, Failure};
use crate::files;

/// Does a certificate show what it claims? Checked by code that shares nothing with the search
///
/// A certificate holds the rules of a game, its claims and what shows them; `takeaway prove --certificate` writes one. It is
/// accepted only if it shows every one of its claims for all positions: exit code 0. Whatever is damaged, wrong or not
/// understood is refused: exit code 1.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  takeaway prove raleigh --certificate raleigh.proof
  takeaway check raleigh.proof")]
pub(crate) struct Check {
    /// The certificate
    file: String,
    /// Show the rules that the certificate is about
    #[arg(long)]
    rules: bool,
}

#[derive(Serialize)]
struct CheckJson {
    accepted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    claims: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl Check {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Result<Exit, Failure> {
        let answer = desk.ask(&CheckRequest {
            certificate: files::read(&self.file)?,
        })?;
        if desk.json() {
            desk.write_json(&CheckJson::from(&answer))?;
        } else {
            self.write_text(desk, &answer)?;
        }
        Ok(match answer {
            CheckAnswer::Accepted { .. } => Exit::Yes,
            CheckAnswer::Refused { .. } => Exit::No,
        })
    }

    fn write_text(&self, desk: &mut Desk<'_>, answer: &CheckAnswer) -> Result<(), Failure> {
        match answer {
            CheckAnswer::Accepted {
                game,
                rules,
                claims,
                states,
            } => {
                writeln!(desk.out(), "accepted: {game}, for all positions")?;
                for claim in claims {
                    writeln!(desk.out(), "  {claim}")?;
                }
                if self.rules {
                    writeln!(desk.out(), "the rules:\n{}", rules.trim_end())?;
                }
                writeln!(desk.out(), "{states} states were visited")?;
            }
            CheckAnswer::Refused { why } => writeln!(desk.out(), "refused: {why}")?,
        }
        Ok(())
    }
}

impl From<&CheckAnswer> for CheckJson {
    fn from(answer: &CheckAnswer) -> Self {
        match answer {
            CheckAnswer::Accepted {
                game,
                rules,
                claims,
                ..
            } => Self {
                accepted: true,
                game: Some(game.clone()),
                claims: claims.clone(),
                rules: Some(rules.clone()),
                why: None,
            },
            CheckAnswer::Refused { why } => Self {
                accepted: false,
                game: None,
                claims: Vec::new(),
                rules: None,
                why: Some(why.clone()),
            },
        }
    }
}
