//! The catalogue.

use games::catalog::{self, Entry, GAMES, Rules};
use games::evidence::Evidence;
use logic::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;

use crate::LabError;
use crate::Request;
use knowledge::unknown;

/// What games are there?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamesRequest {
    /// Only these, or all if none is named.
    pub names: Vec<String>,
}

/// The names of all games of the catalogue.
pub fn names_of_games() -> Vec<&'static str> {
    GAMES.iter().map(|entry| entry.name).collect()
}

/// The answer to a [`GamesRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GamesAnswer {
    /// The games.
    pub games: Vec<GameSummary>,
}

/// A parameter of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameParameter {
    /// Its name.
    pub name: String,
    /// The value that it has unless another is given.
    pub default: String,
}

/// A game of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameSummary {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its parameters with the values they have unless others are given.
    pub parameters: Vec<GameParameter>,
    /// Its piles.
    pub piles: String,
    /// Where it comes from.
    pub source: Option<String>,
    /// What is known of it.
    pub known: String,
    /// How that is known.
    pub evidence: Option<Evidence>,
}

impl Request for GamesRequest {
    type Answer = GamesAnswer;

    fn answer(&self, _watch: &dyn Watch) -> Result<GamesAnswer, LabError> {
        let games: Result<_, LabError> = if self.names.is_empty() {
            GAMES.iter().map(summary).collect()
        } else {
            let names = self.names.iter();
            names
                .map(|name| summary(catalog::find(name).ok_or_else(|| unknown(name))?))
                .collect()
        };
        Ok(GamesAnswer { games: games? })
    }
}

fn summary(entry: &Entry) -> Result<GameSummary, LabError> {
    let evidence = entry
        .p_positions
        .evidence()
        .or_else(|| entry.nim_values.evidence());
    let (name, known) = (entry.name.to_owned(), entry.known.to_owned());
    Ok(match entry.rules {
        Rules::Text(text) => {
            let header = lang::header(text)?;
            let parameters = header
                .parameters
                .into_iter()
                .map(|(name, default)| GameParameter {
                    name,
                    default: default.unwrap_or_default(),
                });
            GameSummary {
                name,
                title: header.title,
                parameters: parameters.collect(),
                piles: header.piles,
                source: header.source,
                known,
                evidence,
            }
        }
        Rules::Native(native) => {
            let parameters = native.parameters.iter().map(|parameter| GameParameter {
                name: parameter.name.to_owned(),
                default: parameter
                    .values
                    .first()
                    .copied()
                    .unwrap_or_default()
                    .to_owned(),
            });
            GameSummary {
                name,
                title: native.title.to_owned(),
                parameters: parameters.collect(),
                piles: native.piles.to_owned(),
                source: Some(native.source.to_owned()),
                known,
                evidence,
            }
        }
    })
}
