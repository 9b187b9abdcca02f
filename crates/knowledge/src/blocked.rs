//! Blocking games: before each move the opponent may forbid up to K options, counted as positions.
//!
//! A position is P if at most K of its options are: these are forbidden, and any other move leads to an N-position. So a winning
//! move is not one move. A verdict names the smallest option that is P, and in its reason as many as show that one is left.

use std::ops::ControlFlow;

use logic::watch::Stopped;
use numeration::natural::Natural;
use rules::explanation::{Explanation, SentenceValue};
use rules::outcome::Outcome;
use rules::position::Position;
use rules::ruleset::Move;
use solver::{NO_MISERE, NO_NIM_VALUES, no_such};

use crate::answer::{Method, Verdict};
use crate::asked::PositionQuery;
use crate::error::Error;
use crate::game::Game;
use crate::order::{BY_CLAIM, Order};
use crate::source::{Extent, MoveTarget};

impl Game {
    /// How many options the opponent may forbid before each move.
    pub fn blocking(&self) -> u32 {
        self.rules().blocking()
    }

    /// A blocking game has no nim-values.
    pub(crate) fn require_nim_values(&self) -> Result<(), Error> {
        match self.blocking() {
            0 => Ok(()),
            _ => Err(Error::input(no_such(self.name(), NO_NIM_VALUES))),
        }
    }

    /// Misère play of a blocking game is not defined.
    pub(crate) fn require_misere(&self) -> Result<(), Error> {
        match self.blocking() {
            0 => Ok(()),
            _ => Err(Error::input(no_such(self.name(), NO_MISERE))),
        }
    }
}

impl PositionQuery<'_> {
    /// The verdict about a position of a blocking game, with the options that count.
    pub(crate) fn where_blocked(&self, verdict: Verdict, order: Order) -> Result<Verdict, Error> {
        let blocking = self.game.blocking();
        if blocking == 0 {
            return Ok(verdict);
        }
        // What a claim says of a huge position, no search finds.
        let order = match verdict.method {
            Method::Claim => BY_CLAIM,
            _ => order,
        };
        let mut lost: Vec<Move> = Vec::new();
        let visited = self.moves(order, MoveTarget::P, &mut |option| {
            lost.push(option);
            ControlFlow::Continue(())
        });
        let visited = match visited {
            Ok(visited) => visited,
            Err(stopped @ Error::Stopped(Stopped::Cancelled)) => return Err(stopped),
            Err(_) => return Ok(without_options(verdict, blocking)),
        };
        lost.sort_by_cached_key(|option| size(&option.to));
        let won = lost.len() > blocking as usize;
        if won != (verdict.outcome == Outcome::N) && visited.extent == Extent::All {
            return Err(Error::Beyond(format!(
                "{} options of {} are P-positions: what is known of them does not fit together",
                lost.len(),
                self.position
            )));
        }
        Ok(Verdict {
            why: why(&lost, blocking, verdict.outcome),
            winning_move: (verdict.outcome == Outcome::N)
                .then(|| lost.into_iter().next())
                .flatten(),
            ..verdict
        })
    }
}

/// The verdict where the options that are P are not found.
fn without_options(verdict: Verdict, blocking: u32) -> Verdict {
    let mut why = Explanation::default();
    why.say(
        match verdict.outcome {
            Outcome::P => "no more options are P-positions than the opponent may forbid: {}",
            Outcome::N => "more options are P-positions than the opponent may forbid: {}",
        },
        [SentenceValue::number(blocking)],
    );
    Verdict { why, ..verdict }
}

/// The options that are P: one more than may be forbidden, or all of them.
fn why(lost: &[Move], blocking: u32, outcome: Outcome) -> Explanation {
    let mut why = Explanation::default();
    let number = SentenceValue::number(blocking);
    match (outcome, lost) {
        (Outcome::P, []) => why.say("no option is a P-position", []),
        (Outcome::P, lost) => {
            why.say(
                "the opponent may forbid {}, and no more options are P-positions than these",
                [number],
            );
            lost.iter()
                .for_each(|option| why.say("{} is forbidden", [SentenceValue::from(&option.to)]));
        }
        (Outcome::N, lost) => {
            why.say(
                "the opponent may forbid {}, and more options are P-positions",
                [number],
            );
            lost.iter()
                .take(blocking as usize + 1)
                .for_each(|option| why.say("{} is one", [SentenceValue::from(&option.to)]));
        }
    }
    why
}

/// Positions are compared by their tokens, then pile by pile.
fn size(position: &Position) -> (Natural, Position) {
    let piles = position.piles().iter();
    let tokens = piles.fold(Natural::default(), |sum, pile| sum + pile);
    (tokens, position.clone())
}

/// Why a position of a blocking game is won or lost, in plain words.
pub(crate) fn plain_reason(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::N => {
            "more options lead into such positions than the other player may forbid, so one is left"
        }
        Outcome::P => {
            "the other player forbids the options in such positions, and whatever else is played can be answered by a move \
             into one"
        }
    }
}
