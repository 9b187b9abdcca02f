//! `takeaway automaton GAME`: the P-positions, winning moves or a set as an automaton that reads digits.

use clap::{Args, ValueEnum};
use lab::{AutomatonAnswer, AutomatonOf, AutomatonRequest};

use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::render::picture::{self, PictureFormat};
use crate::render::{automaton, picture::automaton as drawn};

/// The automaton of the P-positions, of winning moves or of a set, which reads digits
///
/// It reads the digits of the numbers side by side, the most significant first, in the numeration system in which the claim of the game is
/// read by `takeaway prove`. The evidence says how it is known that these are the P-positions. The format `walnut` is the one that
/// `set W = automaton "w.aut" in …` of a .game file reads.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway automaton wythoff
  takeaway automaton wythoff --moves
  takeaway automaton wythoff --strategy
  takeaway automaton beta-nim:beta=2+sqrt(2) --set B
  takeaway automaton raleigh --format dot | dot -Tpdf > raleigh.pdf
  takeaway automaton wythoff --format svg > wythoff.svg
  takeaway automaton wythoff --format walnut > wythoff.aut")]
pub(crate) struct AutomatonArgs {
    /// The game
    game: String,
    /// All winning moves: the piles before a move, and after it
    #[arg(long, conflicts_with = "set")]
    moves: bool,
    /// One winning move for each N-position
    #[arg(long, conflicts_with_all = ["set", "moves"])]
    strategy: bool,
    /// The set of this name in the rules
    #[arg(long, value_name = "NAME")]
    set: Option<String>,
    /// How to write the automaton
    #[arg(long, value_enum, default_value_t = AutomatonFormat::Text)]
    format: AutomatonFormat,
}

/// How an automaton is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize, serde::Serialize)]
pub(super) enum AutomatonFormat {
    /// The states one after the other
    Text,
    /// One JSON object; its numbers are strings
    Json,
    /// For Graphviz
    Dot,
    /// A picture, for up to 60 states
    Svg,
    /// The text format of Walnut, which .game files read too
    Walnut,
}

impl AutomatonArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let of = match &self.set {
            Some(name) => AutomatonOf::Set(name.clone()),
            None if self.moves => AutomatonOf::WinningMoves,
            None if self.strategy => AutomatonOf::Strategy,
            None => AutomatonOf::PPositions,
        };
        let answer = desk.ask(&AutomatonRequest {
            game: &*files::open(&self.game)?,
            of,
            single_places: self.format == AutomatonFormat::Walnut,
        })?;
        write(desk, &answer, self.format)?;
        Ok(Exit::Yes)
    }
}

/// Writes an automaton.
pub(super) fn write(
    desk: &mut CommandContext<'_>,
    answer: &AutomatonAnswer,
    format: AutomatonFormat,
) -> Result<(), Failure> {
    match format {
        _ if desk.json() => desk.write_json(answer)?,
        AutomatonFormat::Json => desk.write_json(answer)?,
        AutomatonFormat::Text => write!(desk.out(), "{}", automaton::text(answer))?,
        AutomatonFormat::Dot => write!(desk.out(), "{}", automaton::dot(answer))?,
        AutomatonFormat::Walnut => write!(desk.out(), "{}", answer.walnut)?,
        AutomatonFormat::Svg => {
            let svg = automaton_svg(answer).map_err(Failure::input)?;
            desk.out().write_all(svg.as_bytes())?;
        }
    }
    Ok(())
}

/// An automaton as a picture.
///
/// # Errors
/// If it has too many states.
pub fn automaton_svg(answer: &AutomatonAnswer) -> Result<String, String> {
    let states = answer.states.len();
    if states > drawn::MOST_STATES {
        return Err(format!(
            "{states} states are too many for a picture, which has up to {}: --format dot writes them for Graphviz",
            drawn::MOST_STATES
        ));
    }
    let svg = picture::write(&drawn::lay_out(answer), PictureFormat::Svg)?;
    Ok(String::from_utf8_lossy(&svg).into_owned())
}
