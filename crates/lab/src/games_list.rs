//! The catalogue.

use games::catalog::{self, Entry, GAMES, Rules, Standing};
use games::evidence::Evidence;
use logic::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;

use crate::LabError;
use crate::Request;
use knowledge::{Game, GameReference, unknown};
use proof::Claim;

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

    fn answer(&self, watch: &dyn Watch) -> Result<GamesAnswer, LabError> {
        let games: Result<_, LabError> = if self.names.is_empty() {
            GAMES.iter().map(|entry| summary(entry, watch)).collect()
        } else {
            let names = self.names.iter();
            names
                .map(|name| summary(catalog::named(name).ok_or_else(|| unknown(name))?.0, watch))
                .collect()
        };
        Ok(GamesAnswer { games: games? })
    }
}

/// How the claim that comes first in the rules is known, with the parameters that a game has unless
/// others are given.
fn evidence(entry: &Entry, watch: &dyn Watch) -> Result<Option<Evidence>, LabError> {
    let claim = match (entry.p_positions, entry.nim_values) {
        (Standing::Unclaimed, Standing::Unclaimed) => return Ok(None),
        (Standing::Unclaimed, _) => Claim::NimValues,
        _ => Claim::PPositions,
    };
    let reference: GameReference = entry.name.parse()?;
    let source = reference.source(|_| Err(LabError::input("it is no file")))?;
    Game::open(&source)?.evidence_of(claim, watch).map(Some)
}

fn summary(entry: &Entry, watch: &dyn Watch) -> Result<GameSummary, LabError> {
    let evidence = evidence(entry, watch)?;
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
