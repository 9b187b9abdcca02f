//! `takeaway value GAME POSITION`: nim-values, and sums of games.

use clap::Args;
use lab::{Component, Incomplete, NimValue, Request, ValueAnswer, ValueRequest};

use super::{one_by_one, tell_refuted, tell_stop};
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;

/// The nim-value of a position, or of a sum of positions
///
/// In a sum of games a player moves in one of them. The nim-value of the sum is the nim-sum of the values, and
/// the winning moves are those that make it 0.
///
/// If the first argument is a game alone, each of the others is a position of it and has its own answer. If the first
/// argument is a game, a blank and a position, so is every argument, and the answer is about their sum.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway value wythoff 3,4
  takeaway value nim 1,2,3 4,5,6
  takeaway value \"nim 1,4,5\" \"succinct-rat:d=3 1,4,5\"
  takeaway value \"mark 12\" \"subtraction:set={1,3,4} 20\" --json")]
pub(crate) struct ValueArgs {
    /// GAME POSITION POSITION …, or for a sum "GAME POSITION" "GAME POSITION" …
    #[arg(required = true, value_name = "GAME POSITION")]
    arguments: Vec<String>,
    /// Show at most this many winning moves
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

impl ValueArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let answers = match self.arguments.as_slice() {
            [game, positions @ ..] if !game.trim().contains(char::is_whitespace) => {
                self.positions_of(desk, game, positions)?
            }
            components => vec![self.sum(desk, components)?],
        };
        let mut stops = answers.iter().filter_map(|answer| match answer.incomplete {
            Some(Incomplete::Stopped(stopped)) => Some(stopped),
            Some(Incomplete::Enough) | None => None,
        });
        Ok(match stops.next() {
            Some(stopped) => tell_stop(&format!("{stopped}; there may be more winning moves")),
            None => Exit::Yes,
        })
    }

    /// The value of a sum.
    fn sum(
        &self,
        desk: &mut CommandContext<'_>,
        components: &[String],
    ) -> Result<ValueAnswer, Failure> {
        let components = components.iter().map(|text| component(text));
        let request = ValueRequest {
            components: components.collect::<Result<_, _>>()?,
            limit: self.limit,
        };
        let answer = desk.ask(&request)?;
        if desk.json() {
            desk.write_json(&answer)?;
        } else {
            write_text(desk, &answer)?;
        }
        Ok(answer)
    }

    /// The values of positions of one game.
    fn positions_of(
        &self,
        desk: &mut CommandContext<'_>,
        game: &str,
        positions: &[String],
    ) -> Result<Vec<ValueAnswer>, Failure> {
        if positions.is_empty() {
            return Err(without_position(game));
        }
        let session = files::session(game)?;
        let positions = positions.iter().map(|text| files::position(text));
        let positions: Vec<String> = positions.collect::<Result<_, _>>()?;
        let ask = |desk: &mut CommandContext<'_>, position: &String| {
            desk.work(|watch| {
                let (components, limit) = (vec![session.at(position)?], self.limit);
                ValueRequest { components, limit }.answer(watch)
            })
        };
        one_by_one(desk, &positions, ask, write_text)
    }
}

/// `nim 1,4,5`: a game, a blank, a position.
pub(super) fn component(text: &str) -> Result<Component, Failure> {
    let split = text.trim().split_once(char::is_whitespace);
    let (game, position) = split.ok_or_else(|| without_position(text))?;
    files::open_at(game, position)
}

fn without_position(text: &str) -> Failure {
    Failure::input(format!(
        "`{text}` has no position: a component of a sum is a game, a blank and a position in quotes, \
         such as \"nim 1,4,5\""
    ))
}

fn write_text(desk: &mut CommandContext<'_>, answer: &ValueAnswer) -> Result<(), Failure> {
    let sum = answer.components.len() > 1;
    for component in &answer.components {
        let position = desk.position(&component.position);
        let (game, value) = (&component.game, &component.value);
        writeln!(
            desk.out(),
            "{game} {position}: nim-value {value} [{}]",
            component.evidence
        )?;
        tell_refuted(desk.out(), &component.refuted)?;
    }
    if sum {
        writeln!(desk.out(), "sum: nim-value {}", answer.value)?;
    }
    if answer.value == NimValue::ZERO {
        writeln!(desk.out(), "no winning move: the player to move loses")?;
    } else if answer.moves.is_empty() && answer.incomplete.is_none() {
        writeln!(
            desk.out(),
            "no move to the value 0 was found: the nim-value is wrong"
        )?;
    }
    for option in &answer.moves {
        let component = &answer.components[option.component];
        let place = if sum {
            format!(
                "in {} {}, ",
                component.game,
                desk.position(&component.position)
            )
        } else {
            String::new()
        };
        let (to, kinds) = (
            desk.position(&option.option.to),
            lab::quoted(&option.option.kinds, " or "),
        );
        writeln!(desk.out(), "winning move: {place}to {to}, kind {kinds}")?;
    }
    if answer.incomplete == Some(Incomplete::Enough) {
        writeln!(desk.out(), "there may be more winning moves")?;
    }
    Ok(())
}
