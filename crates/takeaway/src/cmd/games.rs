//! `takeaway games`: the catalogue.

use std::io::Write;

use clap::Args;
use lab::{GameSummary, GamesRequest};

use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};

/// The games that come with takeaway, and what is known of each
///
/// Every game is listed with its parameters and their defaults, its piles, the paper it comes from, and what is
/// known of it by which evidence. Wherever a game is asked for, its name may be written as the
/// papers write it: Rat, β-nim, π-Wynim, beta^T-Wynim, 2-Wythoff or W(2).
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway games
  takeaway games rat beta-nim
  takeaway games --json")]
pub(crate) struct GamesArgs {
    /// Show only these games
    names: Vec<String>,
}

impl GamesArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let answer = desk.ask(&GamesRequest {
            names: self.names.clone(),
        })?;
        if desk.json() {
            desk.write_json(&answer)?;
            return Ok(Exit::Yes);
        }
        for (index, game) in answer.games.iter().enumerate() {
            if index > 0 {
                writeln!(desk.out())?;
            }
            write_game(desk.out(), game)?;
        }
        Ok(Exit::Yes)
    }
}

fn write_game(out: &mut dyn Write, game: &GameSummary) -> Result<(), Failure> {
    let parameters: Vec<String> = game
        .parameters
        .iter()
        .map(|parameter| format!("{}={}", parameter.name, parameter.default))
        .collect();
    let colon = if parameters.is_empty() { "" } else { ":" };
    writeln!(
        out,
        "{}{colon}{}    {}",
        game.name,
        parameters.join(","),
        game.title
    )?;
    writeln!(out, "    piles     {}", game.piles)?;
    if let Some(source) = &game.source {
        writeln!(out, "    source    {source}")?;
    }
    writeln!(out, "    known     {}", game.known)?;
    if let Some(evidence) = &game.evidence {
        writeln!(out, "    evidence  {evidence}")?;
    }
    Ok(())
}
