//! Certificates, re-checked by code that shares nothing with the reader of the rules or the search for proofs.

use logic::watch::Watch;
use proof::Refusal;
use proof::{Certificate, check, has_rules_of, is_about};
use schemars::JsonSchema;
use serde::Serialize;
use strategies::catalog;

use crate::LabError;
use crate::Request;
use knowledge::{Game, GameReference, GameSource, RulesLocation};
use lang::CompanionFiles;

/// Does a certificate show what it claims?
#[derive(Clone)]
pub struct CheckRequest<'g> {
    /// The text of the certificate.
    pub certificate: String,
    /// Is it about this game?
    pub against: Option<&'g Game>,
    /// Is all that it states wanted too?
    pub statement: bool,
}

/// The answer to a [`CheckRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "CheckJson")]
pub enum CheckAnswer {
    /// It does: every claim is true for all positions.
    Accepted {
        /// What the game calls itself, with its parameters.
        game: String,
        /// Are its rules those of the catalogue? Nothing if the catalogue has no game of this name.
        catalogue: Option<bool>,
        /// The claims that it shows.
        claims: Vec<ShownClaim>,
        /// The rules and the claims, in the core notation: all that was shown, if that was wanted.
        statement: Option<String>,
        /// Does the game that it was compared with say the same?
        against: Option<bool>,
        /// How many states the checker visited.
        states: usize,
    },
    /// It does not, or the checker does not understand it.
    Refused {
        /// Why not.
        why: String,
    },
}

/// A claim that was shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShownClaim {
    /// `P-positions`, `nim-values`, or the name of a theorem.
    pub name: String,
    /// What it says, in the core notation.
    pub statement: String,
    /// Does it speak of no position at all?
    pub empty: bool,
}

/// The answer as a program reads it: every key is there, whatever was found.
#[derive(Default, Serialize, JsonSchema)]
struct CheckJson {
    accepted: bool,
    game: Option<ToldGame>,
    claims: Vec<ShownClaim>,
    against: Option<Against>,
    #[serde(skip_serializing_if = "Option::is_none")]
    statement: Option<String>,
    reason: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ToldGame {
    name: String,
    /// Are its rules those of the catalogue?
    catalogue: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Against {
    Same,
    Different,
}

impl From<CheckAnswer> for CheckJson {
    fn from(answer: CheckAnswer) -> Self {
        match answer {
            CheckAnswer::Refused { why } => Self {
                reason: Some(why),
                ..Self::default()
            },
            CheckAnswer::Accepted {
                game,
                catalogue,
                claims,
                statement,
                against,
                ..
            } => Self {
                accepted: true,
                game: Some(ToldGame {
                    name: game,
                    catalogue: catalogue == Some(true),
                }),
                claims,
                against: against.map(|same| {
                    if same {
                        Against::Same
                    } else {
                        Against::Different
                    }
                }),
                statement,
                reason: None,
            },
        }
    }
}

rules::described_as!(CheckAnswer => CheckJson);

impl Request for CheckRequest<'_> {
    type Answer = CheckAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<CheckAnswer, LabError> {
        match self.check(watch) {
            Err(Refusal::Stopped(stopped)) => Err(stopped.into()),
            Err(Refusal::TooLarge) => Err(LabError::Beyond(Refusal::TooLarge.to_string())),
            Err(refusal) => Ok(CheckAnswer::Refused {
                why: refusal.to_string(),
            }),
            Ok(answer) => Ok(answer),
        }
    }
}

impl CheckRequest<'_> {
    fn check(&self, watch: &dyn Watch) -> Result<CheckAnswer, Refusal> {
        let certificate = Certificate::from_text(&self.certificate, watch)?;
        let checked = check(&certificate, watch)?;
        let claims = certificate.claims.iter().zip(checked.claims);
        let claims = claims.map(|(certified, shown)| ShownClaim {
            name: shown.name,
            statement: certified.says.in_one_line(),
            empty: shown.empty,
        });
        let is_same = |game: &Game| game.spec().is_some_and(|spec| is_about(&certificate, spec));
        Ok(CheckAnswer::Accepted {
            game: certificate.rules.game.clone(),
            catalogue: is_of_the_catalogue(&certificate),
            claims: claims.collect(),
            statement: self.statement.then(|| certificate.statement()),
            against: self.against.map(is_same),
            states: checked.states,
        })
    }
}

/// Are the rules those of the catalogue? Nothing if the game does not call itself by a name of the catalogue.
fn is_of_the_catalogue(certificate: &Certificate) -> Option<bool> {
    let reference: GameReference = certificate.rules.game.parse().ok()?;
    let RulesLocation::Catalogue(name) = &reference.place else {
        return None;
    };
    catalog::find(name)?;
    let game = Game::open(&GameSource {
        reference,
        text: None,
        beside: CompanionFiles::default(),
    });
    let spec = game.as_ref().ok().and_then(Game::spec);
    Some(spec.is_some_and(|spec| has_rules_of(certificate, spec)))
}
