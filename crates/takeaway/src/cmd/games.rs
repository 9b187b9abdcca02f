//! `takeaway games`: the catalogue.

use std::io::Write;

use clap::Args;
use lab::{GameSummary, GamesRequest};
use serde::Serialize;

use crate::desk::Desk;
use crate::failure::{Exit, Failure};

/// The games that come with takeaway, and what is known of each
///
/// Every game is listed with its parameters and their defaults, its piles, the paper it comes from, and what is
/// known of it by which evidence.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  takeaway games
  takeaway games rat beta-nim
  takeaway games --json")]
pub(crate) struct Games {
    /// Show only these games
    names: Vec<String>,
}

#[derive(Serialize)]
struct GamesJson {
    games: Vec<GameJson>,
}

#[derive(Serialize)]
struct GameJson {
    name: String,
    title: String,
    parameters: Vec<ParameterJson>,
    piles: String,
    source: Option<String>,
    known: String,
    evidence: Option<String>,
}

#[derive(Serialize)]
struct ParameterJson {
    name: String,
    default: String,
}

impl From<GameSummary> for GameJson {
    fn from(game: GameSummary) -> Self {
        let parameters = game
            .parameters
            .into_iter()
            .map(|(name, default)| ParameterJson { name, default });
        Self {
            name: game.name,
            title: game.title,
            parameters: parameters.collect(),
            piles: game.piles,
            source: game.source,
            known: game.known,
            evidence: game.evidence.map(|evidence| evidence.to_string()),
        }
    }
}

impl Games {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Result<Exit, Failure> {
        let games = desk.ask(&GamesRequest {
            names: self.names.clone(),
        })?;
        if desk.json() {
            desk.write_json(&GamesJson {
                games: games.into_iter().map(Into::into).collect(),
            })?;
            return Ok(Exit::Yes);
        }
        for (index, game) in games.iter().enumerate() {
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
        .map(|(name, value)| format!("{name}={value}"))
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
