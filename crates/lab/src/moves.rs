//! The moves from a position.

use std::ops::ControlFlow;

use games::evidence::Evidence;
use games::json::Complete;
use games::outcome::Play;
use games::position::Position;
use games::ruleset::{Kind, Move};
use logic::watch::{Stopped, Watch};
use schemars::JsonSchema;
use serde::Serialize;

use crate::LabError;
use crate::Request;
use knowledge::{Extent, Game, Refuted};
use knowledge::{Storage, size_of_naturals};

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

impl Request for MovesRequest<'_> {
    type Answer = MovesAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<MovesAnswer, LabError> {
        let (game, position) = (self.game, &self.position);
        game.admit(position)?;
        let mut list = List {
            wanted: self.limit,
            moves: Vec::new(),
            incomplete: None,
            storage: Storage::new(watch),
        };
        let mut evidence = None;
        let visited = if self.winning {
            let mut add = |option| list.add(option);
            let known = game.for_each_winning_move(position, self.play, watch, &mut add);
            known.map(|known| {
                if known.extent == Extent::Some && list.incomplete.is_none() {
                    list.incomplete = Some(Incomplete::Enough);
                }
                evidence = Some(known.evidence);
            })
        } else {
            let visited = game
                .rules()
                .for_each_move(position, watch, &mut |option| list.add(option));
            visited.map(drop).map_err(LabError::from)
        };
        match visited {
            Err(LabError::Stopped(stopped) | LabError::StoppedAfter { stopped, .. })
                if !list.moves.is_empty() =>
            {
                list.incomplete = Some(Incomplete::Stopped(stopped));
            }
            other => other?,
        }
        list.moves.sort_by(|left, right| left.to.cmp(&right.to));
        Ok(MovesAnswer {
            game: game.name().to_owned(),
            kinds: game.kinds(),
            position: position.clone(),
            moves: list.moves,
            incomplete: list.incomplete,
            evidence,
            refuted: game.refuted_claims(),
        })
    }
}

/// The moves found so far.
struct List<'w> {
    wanted: Option<usize>,
    moves: Vec<Move>,
    incomplete: Option<Incomplete>,
    storage: Storage<'w>,
}

impl List<'_> {
    /// Adds a move, and says whether more are wanted.
    fn add(&mut self, option: Move) -> ControlFlow<()> {
        if self.wanted == Some(self.moves.len()) {
            self.incomplete = Some(Incomplete::Enough);
            return ControlFlow::Break(());
        }
        if let Err(stopped) = self.storage.keep(size_of_naturals(option.to.piles())) {
            self.incomplete = Some(Incomplete::Stopped(stopped));
            return ControlFlow::Break(());
        }
        self.moves.push(option);
        ControlFlow::Continue(())
    }
}
