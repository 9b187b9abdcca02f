//! The moves from a position.

use std::ops::ControlFlow;

use logic::watch::{Stopped, Watch};
use rules::evidence::Evidence;
use rules::json::Complete;
use rules::outcome::Play;
use rules::position::Position;
use rules::ruleset::{Kind, Move};
use schemars::JsonSchema;
use serde::Serialize;

use crate::LabError;
use crate::Request;
use knowledge::{Extent, Game, Refuted};
use knowledge::{MemoryBudget, size_of_naturals};

/// What are the moves from a position?
#[derive(Clone)]
pub struct MovesRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// The position.
    pub position: Position,
    /// Only the moves into P?
    pub winning: bool,
    /// How many are wanted at most.
    pub limit: Option<usize>,
    /// Who wins at the end.
    pub play: Play,
}

/// The answer to a [`MovesRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MovesAnswer {
    /// The game with its parameters.
    #[serde(skip)]
    pub game: String,
    /// The position.
    #[serde(skip)]
    pub position: Position,
    /// The kinds of move with what they say in words, in the order of the rules.
    #[serde(skip)]
    pub kinds: Vec<(Kind, Option<String>)>,
    /// The moves, by the positions they lead to.
    pub moves: Vec<Move>,
    /// Why there may be more, or nothing if these are all.
    #[serde(rename = "complete", with = "Complete")]
    pub incomplete: Option<Incomplete>,
    /// How we know which moves win, if that was asked.
    pub evidence: Option<Evidence>,
    /// Claims of the game that were not used, because they are false.
    #[serde(rename = "refuted_claims")]
    pub refuted: Vec<Refuted>,
}

/// Why a list may not be the whole list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incomplete {
    /// As many as were wanted were found, or as many as a theorem names.
    Enough,
    /// The work was stopped.
    Stopped(Stopped),
}

/// What is known of moves when they have been handed over.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MovesEnd {
    /// Why there may be more, or nothing if these were all.
    pub incomplete: Option<Incomplete>,
    /// How we know which moves win, if that was asked.
    pub evidence: Option<Evidence>,
}

impl MovesRequest<'_> {
    /// Hands over the moves in the order of the rules, as they are found, until the visitor breaks: there may be more than memory
    /// holds.
    ///
    /// # Errors
    /// If it is no position, nobody knows the winning moves, or the watch stops the work before the first move.
    pub fn visit(
        &self,
        watch: &dyn Watch,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<MovesEnd, LabError> {
        let (game, position) = (self.game, &self.position);
        game.admit(position)?;
        let (mut found, mut incomplete, mut evidence) = (0, None, None);
        let mut add = |option: Move| {
            if self.limit == Some(found) {
                incomplete = Some(Incomplete::Enough);
                return ControlFlow::Break(());
            }
            found += 1;
            visit(option)
        };
        let visited = if self.winning {
            let known = game.for_each_winning_move(position, self.play, watch, &mut add);
            known.map(|known| {
                if known.extent == Extent::Some {
                    incomplete.get_or_insert(Incomplete::Enough);
                }
                evidence = Some(known.evidence);
            })
        } else {
            let visited = game.rules().for_each_move(position, watch, &mut add);
            visited.map(drop).map_err(LabError::from)
        };
        match visited {
            Err(LabError::Stopped(stopped) | LabError::StoppedAfter { stopped, .. })
                if found > 0 =>
            {
                incomplete = Some(Incomplete::Stopped(stopped));
            }
            other => other?,
        }
        Ok(MovesEnd {
            incomplete,
            evidence,
        })
    }

    /// The answer with these moves.
    pub fn answer_with(&self, moves: Vec<Move>, end: MovesEnd) -> MovesAnswer {
        MovesAnswer {
            game: self.game.name().to_owned(),
            kinds: self.game.kinds(),
            position: self.position.clone(),
            moves,
            incomplete: end.incomplete,
            evidence: end.evidence,
            refuted: self.game.refuted_claims(),
        }
    }
}

impl Request for MovesRequest<'_> {
    type Answer = MovesAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<MovesAnswer, LabError> {
        let (mut moves, mut storage, mut full) = (Vec::new(), MemoryBudget::new(watch), None);
        let mut end = self.visit(watch, &mut |option: Move| match storage
            .keep(size_of_naturals(option.to.piles()))
        {
            Ok(()) => {
                moves.push(option);
                ControlFlow::Continue(())
            }
            Err(stopped) => {
                full = Some(Incomplete::Stopped(stopped));
                ControlFlow::Break(())
            }
        })?;
        end.incomplete = full.or(end.incomplete);
        moves.sort_by(|left, right| left.to.cmp(&right.to));
        Ok(self.answer_with(moves, end))
    }
}
