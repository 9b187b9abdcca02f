//! Is a move legal, and why not?

use games::json::Texts;
use games::position::Position;
use games::ruleset::{Kind, Legality, Reason};
use logic::watch::Watch;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::LabError;
use crate::Request;
use knowledge::Game;

use knowledge::GameSource;

/// Is the move from one position to another legal?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalRequest {
    /// The game.
    pub game: GameSource,
    /// The position moved from, as typed.
    pub from: String,
    /// The position moved to, as typed.
    pub to: String,
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
enum Told<'a> {
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
            Ok(kinds) => Told::Legal { legal: true, kinds },
            Err(illegal) => Told::Illegal {
                legal: false,
                reasons: &illegal.reasons,
            },
        };
        told.serialize(serializer)
    }
}

games::described_as!(LegalAnswer => Told<'static>);

impl Request for LegalRequest {
    type Answer = LegalAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<LegalAnswer, LabError> {
        let (game, from) = Game::open_at(&self.game, &self.from)?;
        let to = game.position(&self.to)?;
        judge(&game, from, to, watch)
    }
}

/// Is a move legal between positions of an opened game?
pub(crate) fn judge(
    game: &Game,
    from: Position,
    to: Position,
    watch: &dyn Watch,
) -> Result<LegalAnswer, LabError> {
    let legality = game.rules().legal(&from, &to, watch)?;
    Ok(LegalAnswer {
        game: game.name().to_owned(),
        from,
        to,
        legality,
    })
}
