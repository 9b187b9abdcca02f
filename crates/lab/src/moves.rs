//! The moves from a position.

use std::ops::ControlFlow;

use games::evidence::Evidence;
use games::outcome::Play;
use games::position::Position;
use games::ruleset::{Kind, Move, RulesError};
use logic::watch::{Stopped, Watch};

use crate::Request;
use crate::error::LabError;
use crate::game::Game;
use crate::limits::{Storage, size_of_naturals};
use crate::position_text;
use crate::reference::GameSource;

/// What are the moves from a position?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovesRequest {
    /// The game.
    pub game: GameSource,
    /// The position, as typed.
    pub position: String,
    /// Only the moves into P?
    pub winning: bool,
    /// How many are wanted at most.
    pub limit: Option<usize>,
    /// Who wins at the end.
    pub play: Play,
}

/// The answer to a [`MovesRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovesAnswer {
    /// The game with its parameters.
    pub game: String,
    /// The position.
    pub position: Position,
    /// The kinds of move with what they say in words, in the order of the rules.
    pub kinds: Vec<(Kind, Option<String>)>,
    /// The moves, by the positions they lead to.
    pub moves: Vec<Move>,
    /// Why there may be more, or nothing if these are all.
    pub incomplete: Option<Incomplete>,
    /// How we know which moves win, if that was asked.
    pub evidence: Option<Evidence>,
}

/// Why a list may not be the whole list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incomplete {
    /// As many as were wanted were found.
    Enough,
    /// The work was stopped.
    Stopped(Stopped),
}

impl Request for MovesRequest {
    type Answer = MovesAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<MovesAnswer, LabError> {
        let piles = position_text::parse_piles(&self.position)?;
        let game = Game::load_for(&self.game, piles.len())?;
        let position = game.rules().position(piles)?;
        let (moves, incomplete) = self.list(&game, &position, watch)?;
        Ok(MovesAnswer {
            game: game.name().to_owned(),
            kinds: game.kinds(),
            position,
            moves,
            incomplete,
            evidence: None,
        })
    }
}

impl MovesRequest {
    fn list(
        &self,
        game: &Game,
        position: &Position,
        watch: &dyn Watch,
    ) -> Result<(Vec<Move>, Option<Incomplete>), LabError> {
        let mut moves = Vec::new();
        let mut incomplete = None;
        let mut storage = Storage::new(watch);
        let visited = game.rules().for_each_move(position, watch, &mut |option| {
            if self.limit == Some(moves.len()) {
                incomplete = Some(Incomplete::Enough);
                return ControlFlow::Break(());
            }
            if let Err(stopped) = storage.keep(size_of_naturals(option.to.piles())) {
                incomplete = Some(Incomplete::Stopped(stopped));
                return ControlFlow::Break(());
            }
            moves.push(option);
            ControlFlow::Continue(())
        });
        match visited {
            Err(RulesError::Stopped(stopped)) => incomplete = Some(Incomplete::Stopped(stopped)),
            other => drop(other?),
        }
        moves.sort_by(|left, right| left.to.cmp(&right.to));
        Ok((moves, incomplete))
    }
}
