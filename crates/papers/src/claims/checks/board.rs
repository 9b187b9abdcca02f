//! What many checks ask of a game: P-positions by brute force, legal moves, options.

use std::ops::ControlFlow;
use std::sync::Arc;

use knowledge::Game;
use lab::LabError;
use logic::watch::Watch;
use rules::nim_value::NimValue;
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::spec::Spec;
use solver::search::Search;
use strategies::strategy::Strategy;

use crate::claims::sentence;

/// A game of the catalogue.
pub(crate) struct Board {
    game: Game,
}

impl Board {
    /// The game of this name, with its parameters.
    pub(crate) fn of(name: &str) -> Result<Self, LabError> {
        Ok(Self {
            game: sentence::load(name)?,
        })
    }

    /// Its formulas.
    pub(crate) fn spec(&self) -> Result<&Spec, LabError> {
        sentence::formulas(&self.game)
    }

    /// The P-positions with every pile at most `max`, from the rules alone, in lexicographic order.
    pub(crate) fn p_positions(
        &self,
        max: u32,
        watch: &dyn Watch,
    ) -> Result<Vec<Vec<u32>>, LabError> {
        let found = solver::outcomes(self.spec()?, max, Play::Normal, watch)
            .map_err(|error| LabError::Beyond(error.to_string()))?;
        match found.stopped {
            Some(stopped) => Err(stopped.into()),
            None => Ok(found.iter().map(<[u32]>::to_vec).collect()),
        }
    }

    /// The kinds that allow a move; none if it is illegal.
    pub(crate) fn kinds(
        &self,
        from: &[u32],
        to: &[u32],
        watch: &dyn Watch,
    ) -> Result<Vec<String>, LabError> {
        let (from, to) = (self.position(from)?, self.position(to)?);
        let legality = self.game.rules().legal(&from, &to, watch)?;
        let kinds = legality.unwrap_or_default();
        Ok(kinds.iter().map(ToString::to_string).collect())
    }

    /// The options of a position.
    pub(crate) fn options(
        &self,
        from: &[u32],
        watch: &dyn Watch,
    ) -> Result<Vec<Vec<u32>>, LabError> {
        let mut options = Vec::new();
        let from = self.position(from)?;
        let _ = self
            .game
            .rules()
            .for_each_move(&from, watch, &mut |option| {
                let piles = option
                    .to
                    .piles()
                    .iter()
                    .map(|pile| u32::try_from(pile).unwrap_or(u32::MAX));
                options.push(piles.collect());
                ControlFlow::Continue(())
            })?;
        Ok(options)
    }

    /// Who wins, by search from the rules alone.
    pub(crate) fn outcome(&self, at: &[u32], watch: &dyn Watch) -> Result<Outcome, LabError> {
        let position = self.position(at)?;
        let mut search = Search::new(self.game.rules(), Play::Normal);
        Ok(search.outcome(&position, watch)?)
    }

    /// The nim-value, by search from the rules alone.
    pub(crate) fn nim_value(&self, at: &[u32], watch: &dyn Watch) -> Result<NimValue, LabError> {
        let position = self.position(at)?;
        Ok(Search::new(self.game.rules(), Play::Normal).nim_value(&position, watch)?)
    }

    /// Who wins, by each strategy of the catalogue.
    pub(crate) fn outcomes(
        &self,
        at: &[u32],
        watch: &dyn Watch,
    ) -> Result<Vec<(String, Outcome)>, LabError> {
        let position = self.position(at)?;
        let strategies = self.game.strategies(watch)?;
        let answer = |strategy: &Arc<dyn Strategy>| {
            let outcome = strategy.outcome(&position, watch)?;
            Ok((strategy.name().to_string(), outcome))
        };
        strategies.iter().map(answer).collect()
    }

    fn position(&self, piles: &[u32]) -> Result<Position, LabError> {
        let piles = piles.iter().map(|pile| (*pile).into()).collect();
        Ok(self.game.rules().position(piles)?)
    }
}

/// A position as it is printed.
pub(crate) fn shown(position: &[u32]) -> String {
    let piles: Vec<String> = position.iter().map(ToString::to_string).collect();
    format!("({})", piles.join(", "))
}
