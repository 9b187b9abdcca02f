//! A game between a human and the computer, without a screen.
//!
//! A [`OngoingGame`] holds the position and what was played. Whoever shows it asks it to try a move, to reply, to give a hint with
//! its reason, to list moves, to take back, and who moved last. The computer plays a winning move wherever it knows one, at
//! once if one ends the game, and otherwise one that is hard to answer; below the perfect [`Level`] it errs as people do. Who has won when no move is left depends on how it is played, which its adviser knows.
//!
//! ```
//! use play::{Player, Strength, OngoingGame};
//! use knowledge::{Game, GameReference, Partner, Play, Unwatched};
//!
//! let coins: GameReference = "frankenstein".parse()?;
//! let (game, start) = Game::open_at(&coins.source(|_| Err("no file"))?, "1,3,9")?;
//! let partner = Partner::new(&game, Play::Normal);
//! let mut table = OngoingGame::new(game.rules(), &partner, start);
//! let ply = table.play(knowledge::parse_piles("1,3,8")?, &Unwatched)?;
//! assert_eq!(ply.by, Player::Human);
//! let reply = table.reply(Strength::default(), &Unwatched)?;
//! assert!(reply.resists, "the computer is in a P-position");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(test, allow(clippy::pedantic, clippy::restriction))]

mod adviser;
mod blocked;
mod candidates;
mod choice;
mod deal;
mod level;
mod random;

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::ControlFlow;

use logic::{Stopped, Watch};
use numeration::natural::Natural;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use adviser::advise_within;
pub use adviser::{Advice, Adviser, PATIENCE, patient};
pub use blocked::{BlockedPosition, forbid};
use choice::{MoveChooser, finishing_move};
pub use deal::deal;
pub use level::{Level, Strength, UnknownLevel};

use rules::explanation::{Explanation, SentenceValue};
use rules::position::Position;
use rules::ruleset::{IllegalMove, Kind, Move, PositionError, RulesError, Ruleset};

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The one at the keyboard.
    Human,
    /// The computer.
    Computer,
}

impl Player {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::Human => Self::Computer,
            Self::Computer => Self::Human,
        }
    }
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
pub struct ComputerReply {
    /// The move.
    pub ply: Ply,
    /// Why it wins; empty if it does not.
    pub why: Explanation,
    /// Whether the computer knows no winning move here.
    pub resists: bool,
}

/// Some of the moves from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveList {
    /// The moves, in the order of the rules.
    pub moves: Vec<Move>,
    /// Whether these are all.
    pub complete: bool,
}

/// Why a try was not accepted. The position is unchanged.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MoveRefusal {
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

/// So many positions are remembered with what is known of them.
const REMEMBERED: usize = 512;

/// A game being played.
pub struct OngoingGame<'a> {
    rules: &'a dyn Ruleset,
    adviser: &'a dyn Adviser,
    start: Position,
    plies: Vec<Ply>,
    /// What was taken back, the last at the end.
    undone: Vec<Vec<Ply>>,
    /// What was found out about the positions of this game.
    known: RefCell<HashMap<Position, Advice>>,
}

impl<'a> OngoingGame<'a> {
    /// A new game from a position, which must be one of these rules.
    pub fn new(rules: &'a dyn Ruleset, adviser: &'a dyn Adviser, start: Position) -> Self {
        Self {
            rules,
            adviser,
            start,
            plies: Vec::new(),
            undone: Vec::new(),
            known: RefCell::default(),
        }
    }

    /// The position at the start.
    pub fn start(&self) -> &Position {
        &self.start
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
    ///
    /// # Errors
    /// Why it is not accepted.
    pub fn play(&mut self, piles: Vec<Natural>, watch: &dyn Watch) -> Result<&Ply, MoveRefusal> {
        self.play_for(Player::Human, piles, watch)
    }

    /// Plays anybody's move to these piles, if it is legal: to set up a match that was interrupted.
    ///
    /// # Errors
    /// Why it is not accepted.
    pub fn play_for(
        &mut self,
        by: Player,
        piles: Vec<Natural>,
        watch: &dyn Watch,
    ) -> Result<&Ply, MoveRefusal> {
        let (to, kinds) = self.try_move(piles, watch)?;
        let from = self.position().clone();
        let ply = Ply {
            by,
            from,
            to,
            kinds,
        };
        self.undone.clear();
        Ok(self.push(ply))
    }

    /// Would a move to these piles be legal? The position it leads to, and the kinds of move that allow it.
    ///
    /// # Errors
    /// Why it is not.
    pub fn try_move(
        &self,
        piles: Vec<Natural>,
        watch: &dyn Watch,
    ) -> Result<(Position, Vec<Kind>), MoveRefusal> {
        let to = self.rules.position(piles)?;
        let legal = self.rules.legal(self.position(), &to, watch)?;
        Ok((to, legal.map_err(Box::new)?))
    }

    /// Plays the computer's move: one that wins, at once if there is one, or else one that is hard to answer; at the weaker
    /// levels now and then another.
    ///
    /// # Errors
    /// If no move is left, or the watch stops the work.
    pub fn reply(
        &mut self,
        strength: Strength,
        watch: &dyn Watch,
    ) -> Result<ComputerReply, PlayError> {
        let from = self.position().clone();
        let advice = self.advice(&from, watch)?;
        let chooser = MoveChooser::new(self.rules, self.adviser, &from, strength, watch);
        let chosen = chooser.choose(&advice)?;
        let resists = advice.winning_move.is_none();
        let wins = advice.winning_move.as_ref() == Some(&chosen);
        let Move { to, kinds } = chosen;
        let ply = Ply {
            by: Player::Computer,
            from,
            to,
            kinds,
        };
        self.undone.clear();
        let ply = self.push(ply).clone();
        let why = if wins {
            advice.why
        } else {
            Explanation::default()
        };
        Ok(ComputerReply { ply, why, resists })
    }

    /// Who wins from here, a winning move if there is one, and why.
    ///
    /// # Errors
    /// If the watch stops the work.
    pub fn hint(&self, watch: &dyn Watch) -> Result<Advice, PlayError> {
        self.advice(self.position(), watch)
    }

    /// The same for any position of the game; what was asked before is remembered.
    ///
    /// # Errors
    /// If the watch stops the work.
    pub fn advice(&self, position: &Position, watch: &dyn Watch) -> Result<Advice, PlayError> {
        if let Some(known) = self.known.borrow().get(position) {
            return Ok(known.clone());
        }
        let mut advice = advise_within(self.adviser, position, &patient(watch, PATIENCE))?;
        if let Some(winning) = &advice.winning_move
            && let Some(last) = finishing_move(self.rules, self.adviser, position, winning, watch)?
            && last != *winning
        {
            advice.why = Explanation::default();
            let to = SentenceValue::from(&last.to);
            advice.why.say("no move is left from {}", [to]);
            advice.winning_move = Some(last);
        }
        let mut known = self.known.borrow_mut();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(position.clone(), advice.clone());
        Ok(advice)
    }

    /// Up to `limit` moves from here.
    pub fn moves(&self, limit: usize, watch: &dyn Watch) -> Result<MoveList, RulesError> {
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
        Ok(MoveList {
            moves,
            complete: flow.is_continue(),
        })
    }

    /// Who made the last move, if the game is over; none at a start from which nobody can move either.
    pub fn ended_by(&self, watch: &dyn Watch) -> Result<Option<Player>, RulesError> {
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
        self.undone.push(self.plies.split_off(last));
        true
    }

    /// Forgets the moves after so many as if they had never been tried.
    pub fn keep(&mut self, count: usize) {
        self.plies.truncate(count);
    }

    /// Plays again what was taken back last; false if nothing was, or something else was played since.
    pub fn redo(&mut self) -> bool {
        let Some(mut plies) = self.undone.pop() else {
            return false;
        };
        self.plies.append(&mut plies);
        true
    }

    /// Starts again from another position.
    pub fn restart(&mut self, start: Position) {
        self.start = start;
        self.plies.clear();
        self.undone.clear();
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
