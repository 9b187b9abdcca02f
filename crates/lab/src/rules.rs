//! The rules for a reader.

use games::catalog::Native;
use logic::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;

use crate::LabError;
use crate::Request;
use knowledge::{Game, Written};
pub use lang::Notation;
use lang::print::{Remarks, native_page, page, print_in};

/// What are the rules of a game?
#[derive(Clone)]
pub struct RulesRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// For whom they are written.
    pub notation: Notation,
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

impl Request for RulesRequest<'_> {
    type Answer = RulesAnswer;

    fn answer(&self, _watch: &dyn Watch) -> Result<RulesAnswer, LabError> {
        let game = self.game;
        match game.written() {
            Written::Text(tree) => Ok(self.text(game, tree)),
            Written::Native(native) => self.native(game, native),
        }
    }
}

impl RulesRequest<'_> {
    fn text(&self, game: &Game, tree: &lang::ast::Game) -> RulesAnswer {
        let remarks = Remarks {
            parameters: game.heading().map_or_else(Vec::new, |spec| {
                let settings = spec.parameters.iter();
                settings
                    .map(|setting| (setting.name.clone(), setting.written.clone()))
                    .collect()
            }),
            p_positions: game.p_evidence().to_string(),
            nim_values: game.nim_value_evidence().to_string(),
        };
        let rules = match self.notation {
            Notation::File => print_in(tree, Notation::File),
            notation => page(tree, &remarks, notation),
        };
        RulesAnswer {
            game: game.name().to_owned(),
            title: game
                .heading()
                .map(|spec| spec.title.clone())
                .unwrap_or_default(),
            source: game.heading().and_then(|spec| spec.source.clone()),
            rules,
        }
    }

    fn native(&self, game: &Game, native: &Native) -> Result<RulesAnswer, LabError> {
        if self.notation == Notation::File {
            return Err(LabError::input(format!(
                "the rules of {} are written in Rust: there is no .game file that says them",
                game.name()
            )));
        }
        Ok(RulesAnswer {
            game: game.name().to_owned(),
            title: native.title.to_owned(),
            source: Some(native.source.to_owned()),
            rules: native_page(native, self.notation),
        })
    }
}
