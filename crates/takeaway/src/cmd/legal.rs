//! `takeaway legal GAME FROM TO`: may I do that, and if not, why not?

use std::sync::Arc;

use clap::Args;
use lab::{Game, IllegalMove, LegalAnswer, LegalRequest, Position};

use super::joined;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;

/// Is a move legal? Its kind, or every reason why not
///
/// For an illegal move, every clause of every kind of move that failed is shown with the numbers put in.
/// The exit code is 1 then.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway legal rat 3,6,12 1,2,4
  takeaway legal succinct-rat:d=4 1,2,4,9 1,2,4,8
  takeaway legal new.game 10,10 7,8 --json")]
pub(crate) struct LegalArgs {
    /// The game
    game: String,
    /// The position moved from
    from: String,
    /// The position moved to
    to: String,
    /// More of them, as whoever puts blanks between the piles types
    #[arg(hide = true)]
    more: Vec<String>,
}

impl LegalArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let (game, from, to) = self.open()?;
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

    fn open(&self) -> Result<(Arc<Game>, Position, Position), Failure> {
        let two = [self.from.clone(), self.to.clone()];
        if !self.more.is_empty() {
            return Err(too_many(&[&two, self.more.as_slice()].concat()));
        }
        let (game, from) =
            files::open_at(&self.game, &self.from).map_err(|failure| joined(failure, &two))?;
        let to = game.position(&files::position(&self.to)?)?;
        Ok((game, from, to))
    }
}

/// What to type where the piles of two positions were read as several positions.
fn too_many(read: &[String]) -> Failure {
    let place = match read {
        [first, ..] if first.contains(',') => 1,
        [.., last] if last.contains(',') => read.len() - 1,
        _ => read.len() / 2,
    };
    let (from, to) = read.split_at(place);
    Failure::input(format!(
        "{} positions were read, and a move has two: for one move type {} {}",
        read.len(),
        from.join(","),
        to.join(",")
    ))
}

fn write_legal(
    desk: &mut CommandContext<'_>,
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

fn write_illegal(desk: &mut CommandContext<'_>, illegal: &IllegalMove) -> Result<(), Failure> {
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
