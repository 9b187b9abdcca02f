//! `takeaway value GAME POSITION`: nim-values, and sums of games.

use clap::Args;
use lab::{Component, Incomplete, NimValue, ValueAnswer, ValueRequest};

use super::{tell_refuted, tell_stop};
use crate::desk::Desk;
use crate::failure::{Exit, Failure};
use crate::files;

/// The nim-value of a position, or of a sum of positions
///
/// In a sum of games a player moves in one of them. The nim-value of the sum is the nim-sum of the values, and
/// the winning moves are those that make it 0. Each component of a sum is one argument: a game, a blank, a position.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  takeaway value wythoff 3,4
  takeaway value \"nim 1,4,5\" \"succinct-rat:d=3 1,4,5\"
  takeaway value \"mark 12\" \"subtraction:set={1,3,4} 20\" --json")]
pub(crate) struct Value {
    /// GAME POSITION, or for a sum "GAME POSITION" "GAME POSITION" …
    #[arg(required = true, value_name = "GAME POSITION")]
    components: Vec<String>,
}

impl Value {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Result<Exit, Failure> {
        let answer = desk.ask(&ValueRequest {
            components: self.components()?,
        })?;
        if desk.json() {
            desk.write_json(&answer)?;
        } else {
            write_text(desk, &answer)?;
        }
        Ok(match &answer.incomplete {
            Some(Incomplete::Stopped(stopped)) => {
                tell_stop(&format!("{stopped}; there may be more winning moves"))
            }
            Some(Incomplete::Enough) | None => Exit::Yes,
        })
    }

    /// Two words without blanks are a game and a position; otherwise every argument is a component.
    fn components(&self) -> Result<Vec<Component>, Failure> {
        if let [game, position] = self.components.as_slice()
            && !game.trim().contains(char::is_whitespace)
        {
            return Ok(vec![component(game, position)?]);
        }
        self.components.iter().map(|text| split(text)).collect()
    }
}

/// `nim 1,4,5`: a game, a blank, a position.
fn split(text: &str) -> Result<Component, Failure> {
    match text.trim().split_once(char::is_whitespace) {
        Some((game, position)) => component(game, position),
        None => Err(Failure::input(format!(
            "`{text}` has no position: a component of a sum is a game, a blank and a position in quotes, \
             such as \"nim 1,4,5\""
        ))),
    }
}

fn component(game: &str, position: &str) -> Result<Component, Failure> {
    Ok(Component {
        game: files::game(game)?,
        position: files::position(position)?,
    })
}

fn write_text(desk: &mut Desk<'_>, answer: &ValueAnswer) -> Result<(), Failure> {
    let sum = answer.components.len() > 1;
    for component in &answer.components {
        let position = desk.position(&component.position);
        let (game, value) = (&component.game, &component.value);
        writeln!(
            desk.out(),
            "{game} {position}: nim-value {value} [{}]",
            component.evidence
        )?;
        tell_refuted(desk, &component.refuted)?;
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
            option.option.kinds.join(" or "),
        );
        writeln!(desk.out(), "winning move: {place}to {to}, kind {kinds}")?;
    }
    if answer.incomplete == Some(Incomplete::Enough) {
        writeln!(desk.out(), "there may be more winning moves")?;
    }
    Ok(())
}
