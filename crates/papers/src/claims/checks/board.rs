//! What many checks ask of a game: P-positions by brute force, legal moves, options.

use std::ops::ControlFlow;
use std::sync::Arc;

use knowledge::Game;
use lab::LabError;
use logic::watch::Watch;
use rules::nim_value::NimValue;
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::Ruleset;
use rules::spec::Spec;
use solver::search::PositionSearch;
use strategies::strategy::Strategy;

use crate::claims::sentence;

/// A game of the catalogue.
pub(crate) struct PaperGame {
    game: Game,
}

impl PaperGame {
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

    /// Its rules.
    pub(crate) fn rules(&self) -> &dyn Ruleset {
        self.game.rules()
    }

    /// The P-positions with every pile at most `max`, from the rules alone, in lexicographic order.
    pub(crate) fn p_positions(
        &self,
        max: u32,
        watch: &dyn Watch,
    ) -> Result<Vec<Vec<u32>>, LabError> {
        p_positions(self.spec()?, max, watch)
    }

    /// Is a move legal?
    pub(crate) fn is_legal(
        &self,
        from: &[u32],
        to: &[u32],
        watch: &dyn Watch,
    ) -> Result<bool, LabError> {
        Ok(!self.kinds(from, to, watch)?.is_empty())
    }

    /// Does this kind allow a move?
    pub(crate) fn allows(
        &self,
        kind: &str,
        from: &[u32],
        to: &[u32],
        watch: &dyn Watch,
    ) -> Result<bool, LabError> {
        let kinds = self.kinds(from, to, watch)?;
        Ok(kinds.iter().any(|known| known == kind))
    }

    /// The kinds that allow a move; none if it is illegal.
    fn kinds(&self, from: &[u32], to: &[u32], watch: &dyn Watch) -> Result<Vec<String>, LabError> {
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
        self.options_of_kind(None, from, watch)
    }

    /// The options to which a move of this kind leads, or a move of any.
    pub(crate) fn options_of_kind(
        &self,
        kind: Option<&str>,
        from: &[u32],
        watch: &dyn Watch,
    ) -> Result<Vec<Vec<u32>>, LabError> {
        let mut options = Vec::new();
        let from = self.position(from)?;
        let _ = self
            .game
            .rules()
            .for_each_move(&from, watch, &mut |option| {
                let is_of = |kind: &str| option.kinds.iter().any(|known| known.to_string() == kind);
                if kind.is_none_or(is_of) {
                    options.push(piles(&option.to));
                }
                ControlFlow::Continue(())
            })?;
        Ok(options)
    }

    /// Who wins, by search from the rules alone.
    pub(crate) fn outcome(&self, at: &[u32], watch: &dyn Watch) -> Result<Outcome, LabError> {
        let position = self.position(at)?;
        let mut search = PositionSearch::new(self.game.rules(), Play::Normal);
        Ok(search.outcome(&position, watch)?)
    }

    /// The nim-value, by search from the rules alone.
    pub(crate) fn nim_value(&self, at: &[u32], watch: &dyn Watch) -> Result<NimValue, LabError> {
        let position = self.position(at)?;
        Ok(PositionSearch::new(self.game.rules(), Play::Normal).nim_value(&position, watch)?)
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

/// The P-positions of these rules with every pile at most `max`, in lexicographic order.
pub(crate) fn p_positions(
    spec: &Spec,
    max: u32,
    watch: &dyn Watch,
) -> Result<Vec<Vec<u32>>, LabError> {
    let found = solver::outcomes(spec, max, Play::Normal, watch)
        .map_err(|error| LabError::Beyond(error.to_string()))?;
    match found.stopped {
        Some(stopped) => Err(stopped.into()),
        None => Ok(found.iter().map(<[u32]>::to_vec).collect()),
    }
}

/// The piles of a position.
pub(crate) fn piles(position: &Position) -> Vec<u32> {
    let small = |pile| u32::try_from(pile).unwrap_or(u32::MAX);
    position.piles().iter().map(small).collect()
}

/// A position as it is printed.
pub(crate) fn shown<T: std::fmt::Display>(position: &[T]) -> String {
    format!("({})", super::row(position).join(", "))
}
