//! What is said during a match: plain data, which every front end words as it likes.

use play::{Level, Player};
use rules::json::Texts;
use rules::outcome::Outcome;
use rules::position::Position;
use rules::ruleset::{IllegalMove, Kind, Move};
use schemars::JsonSchema;
use serde::Serialize;

use super::review::{Comment, ReviewedMove};
use crate::describe::{DescribedKind, is_zero};
use crate::reasons::Reasons;

/// One thing that the computer has to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "say", rename_all = "kebab-case")]
pub enum Saying {
    /// The rules, at the start and whenever somebody asks.
    Rules(ToldRules),
    /// The human is to move.
    YourTurn {
        /// From here.
        position: Position,
    },
    /// In a blocking game, options that are forbidden to the other player; only those of the computer are told.
    Forbidden {
        /// Who forbids.
        by: Player,
        /// Which; perhaps none.
        options: Vec<Position>,
    },
    /// In a blocking game, the human is to forbid options before the computer moves from here.
    YourTurnToForbid {
        /// From here.
        position: Position,
        /// Up to so many.
        most: usize,
    },
    /// Was the human's last move good?
    Comment(Comment),
    /// Somebody moved; only the computer's moves are told.
    Moved {
        /// Who.
        by: Player,
        /// From which position.
        from: Position,
        /// To which position.
        to: Position,
        /// By which kinds of move.
        #[serde(with = "Texts")]
        kinds: Vec<Kind>,
        /// Does the mover know no winning move?
        resists: bool,
    },
    /// The rules do not allow that.
    Illegal(IllegalMove),
    /// That was not understood.
    Misunderstood {
        /// What was wrong with it.
        fault: String,
    },
    /// A move that wins, if there is one and it is known.
    Hint(Knowledge),
    /// Who wins from here and why.
    Why {
        /// Who wins, as far as it is known.
        outcome: Option<Outcome>,
        /// The reason in words.
        why: String,
        /// The same in parts, the plain reason first.
        reasons: Reasons,
        /// How that is known.
        evidence: Option<String>,
    },
    /// The moves from here.
    Moves {
        /// Some of them, in the order of the rules.
        moves: Vec<Move>,
        /// Are these all?
        complete: bool,
    },
    /// The match so far, move by move.
    Review {
        /// The moves.
        moves: Vec<ReviewedMove>,
        /// How well the computer plays.
        level: Level,
    },
    /// How well the computer plays from now on.
    Level {
        /// The level.
        level: Level,
        /// What to expect of it, as a sentence without its subject.
        manner: &'static str,
    },
    /// The last moves were taken back.
    TakenBack,
    /// There is nothing to take back.
    NothingToTakeBack,
    /// What was taken back was played again.
    PlayedAgain,
    /// Nothing was taken back that could be played again.
    NothingToPlayAgain,
    /// What can be typed.
    Help {
        /// A line for each command.
        text: &'static str,
    },
    /// The match is over.
    Won {
        /// Who has won: whoever moved last, or in misère play the other one.
        winner: Player,
    },
    /// The match is over, and only some commands make sense.
    AlreadyOver,
    /// The human leaves.
    Goodbye,
}

/// The rules for somebody who is about to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ToldRules {
    /// The game with its parameters.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The names of the piles; none where a position is a set of coins on a strip, or heaps that split, in any number.
    pub piles: Option<Vec<String>>,
    /// May a heap be replaced by several?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub splits: bool,
    /// Are the piles shown from the smallest to the largest, whichever was which?
    pub sorted: bool,
    /// So many of the last piles have a place of their own, although others are sorted.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub placed: usize,
    /// The kinds of move.
    pub kinds: Vec<DescribedKind>,
    /// Who wins at the end, as a sentence without its full stop.
    pub goal: &'static str,
    /// How well the computer plays.
    pub level: Level,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Knowledge {
    /// Who wins; nothing if neither a theorem nor a short search can tell.
    pub outcome: Option<Outcome>,
    /// The move by which whoever moves wins.
    #[serde(rename = "move")]
    pub winning_move: Option<Move>,
}
