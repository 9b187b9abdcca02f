//! The rules for a reader.

use games::catalog::Native;
use logic::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;

use crate::LabError;
use crate::Request;
use crate::typeset::{self, Remarks};
use knowledge::GameSource;
use knowledge::{Game, Written};

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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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
        let game = Game::open(&self.game)?;
        match game.written() {
            Written::Text(tree) => Ok(self.text(&game, tree)),
            Written::Native(native) => self.native(&game, native),
        }
    }
}

impl RulesRequest {
    fn text(&self, game: &Game, tree: &lang::ast::Game) -> RulesAnswer {
        let remarks = Remarks {
            parameters: game
                .spec()
                .map(|spec| spec.parameters.clone())
                .unwrap_or_default(),
            p_positions: game.p_evidence().to_string(),
            nim_values: game.nim_value_evidence().to_string(),
        };
        let rules = match self.notation.signs() {
            Some(signs) => typeset::rules(tree, &remarks, signs),
            None => lang::print(tree),
        };
        RulesAnswer {
            game: game.name().to_owned(),
            title: game
                .spec()
                .map(|spec| spec.title.clone())
                .unwrap_or_default(),
            source: game.spec().and_then(|spec| spec.source.clone()),
            rules,
        }
    }

    fn native(&self, game: &Game, native: &Native) -> Result<RulesAnswer, LabError> {
        let signs = self.notation.signs().ok_or_else(|| {
            LabError::input(format!(
                "the rules of {} are written in Rust: there is no .game file that says them",
                game.name()
            ))
        })?;
        Ok(RulesAnswer {
            game: game.name().to_owned(),
            title: native.title.to_owned(),
            source: Some(native.source.to_owned()),
            rules: typeset::native(native, signs),
        })
    }
}

impl Notation {
    /// The signs of a page for readers; none for the language itself.
    fn signs(self) -> Option<typeset::Notation> {
        match self {
            Self::Text => Some(typeset::Notation::Text),
            Self::Latex => Some(typeset::Notation::Latex),
            Self::Html => Some(typeset::Notation::Html),
            Self::Game => None,
        }
    }
}
