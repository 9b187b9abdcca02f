//! Is a move legal, and why not?

use logic::watch::Watch;
use rules::json::Texts;
use rules::position::Position;
use rules::ruleset::{Kind, Legality, Reason};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::LabError;
use crate::Request;
use knowledge::Game;

/// Is the move from one position to another legal?
#[derive(Clone)]
pub struct LegalRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// The position moved from.
    pub from: Position,
    /// The position moved to.
    pub to: Position,
}

/// The answer to a [`LegalRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalAnswer {
    /// The game with its parameters.
    pub game: String,
    /// The position moved from.
    pub from: Position,
    /// The position moved to.
    pub to: Position,
    /// The kinds that allow the move, or every reason why none does.
    pub legality: Legality,
}

/// The answer as a program reads it: only one of the two lists.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum LegalJson<'a> {
    Legal {
        legal: bool,
        #[serde(with = "Texts")]
        kinds: &'a [Kind],
    },
    Illegal {
        legal: bool,
        reasons: &'a [Reason],
    },
}

impl Serialize for LegalAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let told = match &self.legality {
            Ok(kinds) => LegalJson::Legal { legal: true, kinds },
            Err(illegal) => LegalJson::Illegal {
                legal: false,
                reasons: &illegal.reasons,
            },
        };
        told.serialize(serializer)
    }
}

rules::described_as!(LegalAnswer => LegalJson<'static>);

impl Request for LegalRequest<'_> {
    type Answer = LegalAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<LegalAnswer, LabError> {
        self.game.admit(&self.from)?;
        self.game.admit(&self.to)?;
        let legality = self.game.rules().legal(&self.from, &self.to, watch)?;
        Ok(LegalAnswer {
            game: self.game.name().to_owned(),
            from: self.from.clone(),
            to: self.to.clone(),
            legality,
        })
    }
}
