//! `takeaway legal GAME FROM TO`: may I do that, and if not, why not?

use clap::Args;
use lab::{IllegalMove, LegalAnswer, LegalRequest};
use serde::Serialize;

use crate::desk::Desk;
use crate::failure::{Exit, Failure};
use crate::files;

/// Is a move legal? Its kind, or every reason why not
///
/// For an illegal move, every clause of every kind of move that failed is shown with the numbers put in.
/// The exit code is 1 then.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  takeaway legal rat 3,6,12 1,2,4
  takeaway legal succinct-rat:d=4 1,2,4,9 1,2,4,8
  takeaway legal new.game 10,10 7,8 --json")]
pub(crate) struct Legal {
    /// The game
    game: String,
    /// The position moved from
    from: String,
    /// The position moved to
    to: String,
}

#[derive(Serialize)]
struct LegalJson {
    legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    kinds: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<String>>,
}

impl Legal {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Result<Exit, Failure> {
        let answer = desk.ask(&LegalRequest {
            game: files::game(&self.game)?,
            from: files::position(&self.from)?,
            to: files::position(&self.to)?,
        })?;
        match &answer.legality {
            Ok(kinds) => write_legal(desk, &answer, kinds)?,
            Err(illegal) => write_illegal(desk, illegal)?,
        }
        Ok(if answer.legality.is_ok() {
            Exit::Yes
        } else {
            Exit::No
        })
    }
}

fn write_legal(
    desk: &mut Desk<'_>,
    answer: &LegalAnswer,
    kinds: &[lab::Kind],
) -> Result<(), Failure> {
    let kinds: Vec<String> = kinds.iter().map(ToString::to_string).collect();
    if desk.json() {
        return desk.write_json(&LegalJson {
            legal: true,
            kinds: Some(kinds),
            reasons: None,
        });
    }
    let (from, to) = (desk.position(&answer.from), desk.position(&answer.to));
    writeln!(
        desk.out(),
        "legal: {from} -> {to} is a move of kind {}",
        kinds.join(" and of kind ")
    )?;
    Ok(())
}

fn write_illegal(desk: &mut Desk<'_>, illegal: &IllegalMove) -> Result<(), Failure> {
    let reasons: Vec<String> = illegal.reasons.iter().map(ToString::to_string).collect();
    if desk.json() {
        return desk.write_json(&LegalJson {
            legal: false,
            kinds: None,
            reasons: Some(reasons),
        });
    }
    let (from, to) = (desk.position(&illegal.from), desk.position(&illegal.to));
    writeln!(desk.out(), "not legal: {from} -> {to}")?;
    for reason in reasons {
        writeln!(desk.out(), "  {}", reason.replace('\n', "\n    "))?;
    }
    Ok(())
}
