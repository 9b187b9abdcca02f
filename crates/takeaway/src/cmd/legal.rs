//! `takeaway legal GAME FROM TO`: may I do that, and if not, why not?

use clap::Args;
use lab::{IllegalMove, LegalAnswer, LegalRequest};

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

impl Legal {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Result<Exit, Failure> {
        let (game, from) = files::open_at(&self.game, &self.from)?;
        let to = game.position(&files::position(&self.to)?)?;
        let answer = desk.ask(&LegalRequest {
            game: &game,
            from,
            to,
        })?;
        match &answer.legality {
            _ if desk.json() => desk.write_json(&answer)?,
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
    let (from, to) = (desk.position(&answer.from), desk.position(&answer.to));
    writeln!(
        desk.out(),
        "legal: {from} -> {to} is a move of kind {}",
        lab::quoted(kinds, " and of kind ")
    )?;
    Ok(())
}

fn write_illegal(desk: &mut Desk<'_>, illegal: &IllegalMove) -> Result<(), Failure> {
    let (from, to) = (desk.position(&illegal.from), desk.position(&illegal.to));
    writeln!(desk.out(), "not legal: {from} -> {to}")?;
    for reason in &illegal.reasons {
        writeln!(
            desk.out(),
            "  {}",
            reason.to_string().replace('\n', "\n    ")
        )?;
    }
    Ok(())
}
