//! The rules for a reader.

use logic::watch::Watch;

use crate::Request;
use crate::error::LabError;
use crate::game::{self, Game};
use crate::reference::GameSource;
use crate::typeset::{self, Remarks};

/// What are the rules of a game?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesRequest {
    /// The game.
    pub game: GameSource,
    /// For whom they are written.
    pub notation: Notation,
}

/// For whom rules are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Unicode text.
    Text,
    /// LaTeX.
    Latex,
    /// HTML.
    Html,
    /// The language of `.game` files.
    Game,
}

/// The answer to a [`RulesRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesAnswer {
    /// The game with its parameters.
    pub game: String,
    /// Its title.
    pub title: String,
    /// Where it comes from.
    pub source: Option<String>,
    /// The rules as they were wanted.
    pub rules: String,
}

impl Request for RulesRequest {
    type Answer = RulesAnswer;

    fn answer(&self, _watch: &dyn Watch) -> Result<RulesAnswer, LabError> {
        let game = Game::load(&self.game)?;
        let spec = game.spec()?;
        let tree = lang::parse(game::find(&self.game)?.text)?;
        let remarks = Remarks {
            parameters: spec.parameters.clone(),
            p_positions: game.p_evidence().to_string(),
            nim_values: game.nim_value_evidence().to_string(),
        };
        let rules = match self.notation {
            Notation::Text => typeset::rules(&tree, &remarks, typeset::Notation::Text),
            Notation::Latex => typeset::rules(&tree, &remarks, typeset::Notation::Latex),
            Notation::Html => typeset::rules(&tree, &remarks, typeset::Notation::Html),
            Notation::Game => lang::print(&tree),
        };
        Ok(RulesAnswer {
            game: spec.name.clone(),
            title: spec.title.clone(),
            source: spec.source.clone(),
            rules,
        })
    }
}
