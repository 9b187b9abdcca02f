//! A game between a human and the computer, without a screen.
//!
//! A [`Table`] holds the position and what was played. Whoever shows it asks it to try a move, to reply, to give a hint with
//! its reason, to list moves, to take back, and who has won. The computer plays a winning move wherever it knows one, and
//! otherwise resists as long as it can. Normal play: who cannot move loses.
//!
//! ```
//! use games::play::{Player, Table};
//! use knowledge::{Game, GameReference, Unwatched};
//!
//! let coins: GameReference = "frankenstein".parse()?;
//! let (game, start) = Game::open_at(&coins.source(|_| Err("no file"))?, "1,3,9")?;
//! let mut table = Table::new(game.rules(), &game, start);
//! let ply = table.play(knowledge::parse_piles("1,3,8")?, &Unwatched)?;
//! assert_eq!(ply.by, Player::Human);
//! let reply = table.reply(&Unwatched)?;
//! assert!(reply.resists, "the computer is in a P-position");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adviser;
mod deal;

use std::ops::ControlFlow;

use logic::{Stopped, Watch};
use numeration::natural::Natural;
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

pub use adviser::{Advice, Adviser};
use adviser::{PATIENCE, Patient, advise_within, resist};
pub use deal::deal;

use crate::explanation::Explanation;
use crate::position::Position;
use crate::ruleset::{IllegalMove, Kind, Move, PositionError, RulesError, Ruleset};

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The one at the keyboard.
    Human,
    /// The computer.
    Computer,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Who played it.
    pub by: Player,
    /// The position before.
    pub from: Position,
    /// The position after.
    pub to: Position,
    /// The kinds of move that allow it.
    pub kinds: Vec<Kind>,
}

/// What the computer played, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move.
    pub ply: Ply,
    /// Why it wins; empty if it does not.
    pub why: Explanation,
    /// Whether the computer knows no winning move here.
    pub resists: bool,
}

/// Some of the moves from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The moves, in the order of the rules.
    pub moves: Vec<Move>,
    /// Whether these are all.
    pub complete: bool,
}

/// Why a try was not accepted. The position is unchanged.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Refusal {
    /// It is no position of the game.
    #[error(transparent)]
    NotAPosition(#[from] PositionError),
    /// The rules do not allow the move.
    #[error(transparent)]
    Illegal(#[from] Box<IllegalMove>),
    /// The rules could not tell.
    #[error(transparent)]
    Undecided(#[from] RulesError),
}

/// Why the computer has no move or no answer.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PlayError {
    /// Nobody can move.
    #[error("the game is over: no move is left from {0}")]
    Over(Position),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The rules could not tell.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// No position worth playing was found.
    #[error("no interesting position was found; name one")]
    NothingToDeal,
}

/// A game being played.
pub struct Table<'a> {
    rules: &'a dyn Ruleset,
    adviser: &'a dyn Adviser,
    start: Position,
    plies: Vec<Ply>,
}

impl<'a> Table<'a> {
    /// A new game from a position, which must be one of these rules.
    pub fn new(rules: &'a dyn Ruleset, adviser: &'a dyn Adviser, start: Position) -> Self {
        Self {
            rules,
            adviser,
            start,
            plies: Vec::new(),
        }
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.plies.last().map_or(&self.start, |ply| &ply.to)
    }

    /// What was played.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Plays the human's move to these piles, if it is legal.
    pub fn play(&mut self, piles: Vec<Natural>, watch: &dyn Watch) -> Result<&Ply, Refusal> {
        let to = self.rules.position(piles)?;
        let from = self.position().clone();
        let kinds = self.rules.legal(&from, &to, watch)?.map_err(Box::new)?;
        Ok(self.push(Ply {
            by: Player::Human,
            from,
            to,
            kinds,
        }))
    }

    /// Plays the computer's move: one that wins, or else the one that resists longest.
    pub fn reply(&mut self, watch: &dyn Watch) -> Result<Reply, PlayError> {
        let from = self.position().clone();
        let advice = self.advice(&from, watch)?;
        let resists = advice.winning_move.is_none();
        let (Move { to, kinds }, why) = match advice.winning_move {
            Some(winning) => (winning, advice.why),
            None => (
                resist(self.rules, self.adviser, &from, watch)?,
                Explanation::default(),
            ),
        };
        let ply = self
            .push(Ply {
                by: Player::Computer,
                from,
                to,
                kinds,
            })
            .clone();
        Ok(Reply { ply, why, resists })
    }

    /// Who wins from here, a winning move if there is one, and why.
    pub fn hint(&self, watch: &dyn Watch) -> Result<Advice, PlayError> {
        self.advice(self.position(), watch)
    }

    fn advice(&self, position: &Position, watch: &dyn Watch) -> Result<Advice, PlayError> {
        advise_within(self.adviser, position, &Patient::new(watch, PATIENCE))
    }

    /// Up to `limit` moves from here.
    pub fn moves(&self, limit: usize, watch: &dyn Watch) -> Result<Options, RulesError> {
        let mut moves = Vec::new();
        let flow = self
            .rules
            .for_each_move(self.position(), watch, &mut |option| {
                if moves.len() == limit {
                    return ControlFlow::Break(());
                }
                moves.push(option);
                ControlFlow::Continue(())
            })?;
        Ok(Options {
            moves,
            complete: flow.is_continue(),
        })
    }

    /// Who has won, if the game is over; none at a start from which nobody can move either.
    pub fn winner(&self, watch: &dyn Watch) -> Result<Option<Player>, RulesError> {
        let options = self.moves(0, watch)?;
        Ok(self
            .plies
            .last()
            .map(|ply| ply.by)
            .filter(|_| options.complete))
    }

    /// Takes back moves until the human is to move again as before the last try; false if there was none.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.plies.iter().rposition(|ply| ply.by == Player::Human) else {
            return false;
        };
        self.plies.truncate(last);
        true
    }

    /// Starts again from another position.
    pub fn restart(&mut self, start: Position) {
        self.start = start;
        self.plies.clear();
    }

    /// Deals an interesting position, different for different seeds, and starts from it.
    pub fn deal(&mut self, seed: u64, watch: &dyn Watch) -> Result<&Position, PlayError> {
        let start = deal(self.rules, self.adviser, seed, watch)?;
        self.restart(start);
        Ok(self.position())
    }

    fn push(&mut self, ply: Ply) -> &Ply {
        self.plies.push(ply);
        &self.plies[self.plies.len() - 1]
    }
}
