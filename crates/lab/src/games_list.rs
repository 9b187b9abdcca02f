//! The catalogue.

use logic::watch::Watch;
use rules::evidence::Evidence;
use schemars::JsonSchema;
use serde::Serialize;
use strategies::catalog::{self, ClaimStatus, Entry, GAMES, RulesSource};

use crate::LabError;
use crate::Request;
use knowledge::{Game, GameReference, RulesLocation, unknown};
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
    /// The value that was given, or that it has unless another is.
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
        let all = GAMES.iter().map(|entry| entry.name.to_owned());
        let names = match self.names.as_slice() {
            [] => all.collect(),
            names => names.to_vec(),
        };
        let games = names.iter().map(|name| summary(name.parse()?, watch));
        Ok(GamesAnswer {
            games: games.collect::<Result<_, LabError>>()?,
        })
    }
}

/// How the claim that comes first in the rules is known.
fn evidence(entry: &Entry, game: &Game, watch: &dyn Watch) -> Result<Option<Evidence>, LabError> {
    let claim = match (entry.p_positions, entry.nim_values) {
        (ClaimStatus::Unclaimed, ClaimStatus::Unclaimed) => return Ok(None),
        (ClaimStatus::Unclaimed, _) => Claim::NimValues,
        _ => Claim::PPositions,
    };
    game.evidence_of(claim, watch).map(Some)
}

fn summary(reference: GameReference, watch: &dyn Watch) -> Result<GameSummary, LabError> {
    let entry = match &reference.place {
        RulesLocation::Catalogue(name) => catalog::find(name).ok_or_else(|| unknown(name))?,
        RulesLocation::File(path) => return Err(unknown(path)),
    };
    let arguments = reference.arguments.clone();
    let source = reference.source(|path| Err(unknown(path)))?;
    let game = Game::open(&source)?;
    let (known, evidence) = match evidence(entry, &game, watch) {
        Ok(evidence) => (entry.known.to_owned(), evidence),
        // With these parameters the claim is false.
        Err(refuted @ LabError::Refuted(_)) => (refuted.to_string(), None),
        Err(error) => return Err(error),
    };
    let given = |name: &str| {
        let mut given = arguments.iter();
        given
            .find(|(given, _)| given == name)
            .map(|(_, value)| value.clone())
    };
    let name = entry.name.to_owned();
    let title = game.heading().map(|spec| spec.title.clone());
    Ok(match entry.rules {
        RulesSource::Text(text) => {
            let header = lang::header(text)?;
            let parameters = header
                .parameters
                .into_iter()
                .map(|(name, default)| GameParameter {
                    default: given(&name).or(default).unwrap_or_default(),
                    name,
                });
            GameSummary {
                name,
                title: title.unwrap_or(header.title),
                parameters: parameters.collect(),
                piles: header.piles,
                source: header.source,
                known,
                evidence,
            }
        }
        RulesSource::Native(native) => {
            let parameters = native.parameters.iter().map(|parameter| GameParameter {
                name: parameter.name.to_owned(),
                default: given(parameter.name).unwrap_or_else(|| {
                    let first = parameter.values.first().copied();
                    first.unwrap_or_default().to_owned()
                }),
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
