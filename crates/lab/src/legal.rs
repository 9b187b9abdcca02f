//! Is a move legal, and why not?

use games::position::Position;
use games::ruleset::Legality;
use logic::watch::Watch;

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

impl Request for LegalRequest {
    type Answer = LegalAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<LegalAnswer, LabError> {
        let (game, from) = Game::open_at(&self.game, &self.from)?;
        let to = game.position(&self.to)?;
        let legality = game.rules().legal(&from, &to, watch)?;
        Ok(LegalAnswer {
            game: game.name().to_owned(),
            from,
            to,
            legality,
        })
    }
}
