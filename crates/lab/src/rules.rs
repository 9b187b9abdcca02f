//! The rules for a reader.

use logic::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;
use strategies::catalog::Native;

use crate::LabError;
use crate::Request;
use knowledge::{Game, WrittenRules};
pub use lang::Notation;
use lang::print::{Remarks, native_page, page, print_in};
use proof::Claim;

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

    fn answer(&self, watch: &dyn Watch) -> Result<RulesAnswer, LabError> {
        let game = self.game;
        match game.written() {
            WrittenRules::Text(tree) => self.text(game, tree, watch),
            WrittenRules::Native(native) => self.native(game, native),
        }
    }
}

impl RulesRequest<'_> {
    fn text(
        &self,
        game: &Game,
        tree: &lang::ast::GameFile,
        watch: &dyn Watch,
    ) -> Result<RulesAnswer, LabError> {
        let rules = match self.notation {
            Notation::File => print_in(tree, Notation::File),
            notation => page(tree, &remarks(game, watch)?, notation),
        };
        Ok(RulesAnswer {
            game: game.name().to_owned(),
            title: game
                .heading()
                .map(|spec| spec.title.clone())
                .unwrap_or_default(),
            source: game.heading().and_then(|spec| spec.source.clone()),
            rules,
        })
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

/// What a reader is told beside the rules.
fn remarks(game: &Game, watch: &dyn Watch) -> Result<Remarks, LabError> {
    let evidence = |claim| match game.evidence_of(claim, watch) {
        Ok(evidence) => Ok(evidence.to_string()),
        Err(LabError::Refuted(refuted)) => Ok(format!("refuted: {}", refuted.counterexample)),
        Err(error) => Err(error),
    };
    let settings = game.heading().into_iter().flat_map(|spec| &spec.parameters);
    let pairs = settings.map(|setting| (setting.name.clone(), setting.written.clone()));
    Ok(Remarks {
        parameters: pairs.collect(),
        p_positions: evidence(Claim::PPositions)?,
        misere_p_positions: evidence(Claim::MiserePPositions)?,
        nim_values: evidence(Claim::NimValues)?,
    })
}
