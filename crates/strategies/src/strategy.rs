//! Strategies: who wins, how, and why, from a theorem instead of a search.
//!
//! A [`Strategy`] answers for positions of any size. It is not believed: [`CheckedStrategy`] has the rules accept
//! every winning move, and the strategy confirm that it leads to a P-position, before anybody sees it.
//!
//! ```
//! use rules::explanation::Detail;
//! use strategies::raleigh::Raleigh;
//! use strategies::strategy::Strategy;
//! use logic::Unwatched;
//!
//! let decision = Raleigh::algebraic().decide(&[14, 17, 20].into_iter().collect(), &Unwatched)?;
//! let winning = decision.winning_move.expect("an N-position");
//! assert_eq!(winning.to, [4, 5, 8].into_iter().collect());
//! # Ok::<(), strategies::strategy::StrategyError>(())
//! ```

use std::fmt;

use logic::{Stopped, Watch};
use numeration::counted::counted;
use numeration::natural::Natural;
use thiserror::Error;

use rules::evidence::Evidence;
use rules::explanation::Explanation;
use rules::nim_value::NimValue;
use rules::outcome::Outcome;
use rules::position::Position;
use rules::ruleset::{IllegalMove, Kind, RulesError, Ruleset};

/// How a strategy finds its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StrategyName {
    /// A table of P-positions built from the start by the mex rule: exponential in the number of digits.
    Recursive,
    /// The mex rule in windows around a linear estimate: polynomial.
    Window,
    /// The rows of an array built from the start: exponential in the number of digits.
    Array,
    /// A closed formula.
    Algebraic,
    /// The digits of the piles in a numeration system.
    Arithmetic,
    /// An automaton that a proof has left.
    Automaton,
}

/// A strategy for one game, from one theorem.
pub trait Strategy: Send + Sync {
    /// How it finds its answer.
    fn name(&self) -> StrategyName;

    /// How well its answers are known: as a rule, the theorem it comes from.
    fn evidence(&self) -> Evidence;

    /// Who wins, as fast as the strategy can tell.
    fn outcome(&self, position: &Position, watch: &dyn Watch) -> Result<Outcome, StrategyError> {
        Ok(self.decide(position, watch)?.outcome())
    }

    /// Who wins, by which move, and why.
    fn decide(&self, position: &Position, watch: &dyn Watch) -> Result<Decision, StrategyError>;

    /// The P-positions one after the other, where the theorem lists positions of different lengths, which no claim of a file does.
    fn list(&self) -> Option<&dyn PositionList> {
        None
    }

    /// The table that its explanations speak of.
    fn table(&self) -> Option<&dyn PositionTable> {
        None
    }

    /// How well its nim-values are known.
    fn nim_value_evidence(&self) -> Evidence {
        self.evidence()
    }

    /// The nim-value in normal play, where the theorem tells it.
    fn nim_value(&self, _position: &Position) -> Result<Option<NimValue>, StrategyError> {
        Ok(None)
    }

    /// Positions of this nim-value that moves lead to, where the theorem names them. The rules are still to be asked.
    fn targets(
        &self,
        _position: &Position,
        _value: &NimValue,
    ) -> Result<Option<Targets>, StrategyError> {
        Ok(None)
    }
}

/// All P-positions in an order.
pub trait PositionList {
    /// The order, in words.
    fn order(&self) -> &'static str;

    /// The P-position of this number, from 0.
    ///
    /// # Errors
    /// If it is too far out, or the watch stops the work.
    fn at(&self, number: &Natural, watch: &dyn Watch) -> Result<Position, StrategyError>;

    /// The largest number of piles among the first P-positions; there are as many as `count`.
    ///
    /// # Errors
    /// If one of them is too far out, or the watch stops the work.
    fn most_piles(&self, count: usize, watch: &dyn Watch) -> Result<usize, StrategyError> {
        let mut most = 0;
        for number in 0..count {
            most = most.max(self.at(&Natural::from(number), watch)?.piles().len());
        }
        Ok(most)
    }
}

/// A table whose rows are P-positions, or begin with them.
pub trait PositionTable {
    /// The names of the columns of a row.
    fn columns(&self, row: &[Natural]) -> Vec<String>;

    /// The row of this number, from 0.
    ///
    /// # Errors
    /// If it is too far out, or the watch stops the work.
    fn numbered(&self, number: &Natural, watch: &dyn Watch) -> Result<Vec<Natural>, StrategyError>;
}

/// Positions of a nim-value that moves may lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Targets {
    /// There are no others.
    All(Vec<Position>),
    /// There may be others.
    Some(Vec<Position>),
}

/// What a strategy says about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// A move to a P-position; none exactly if the position is itself a P-position.
    pub winning_move: Option<WinningMove>,
    /// Why.
    pub why: Explanation,
}

/// A move that wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMove {
    /// The P-position after the move.
    pub to: Position,
    /// The case of the proof that gave the move: `(iii)(β1)`.
    pub case: &'static str,
}

/// A decision whose winning move the rules have accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedDecision {
    /// What the strategy said.
    pub decision: Decision,
    /// The kinds of move that allow the winning move; empty for a P-position.
    pub kinds: Vec<Kind>,
}

/// A strategy under the eyes of the rules.
#[derive(Clone, Copy)]
pub struct CheckedStrategy<'a> {
    strategy: &'a dyn Strategy,
    rules: &'a dyn Ruleset,
}

/// Why a strategy has no answer.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum StrategyError {
    /// The wrong number of piles.
    #[error(
        "this strategy is for {}, and {} given",
        counted(expected, "pile", "piles"),
        counted(given, "was", "were")
    )]
    WrongNumberOfPiles {
        /// How many piles it is for.
        expected: usize,
        /// How many were given.
        given: usize,
    },
    /// The vector is no position of the game.
    #[error("{position} is not a position of this game: {reason}")]
    NotAPosition {
        /// What was given.
        position: Position,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The theorem does not cover this position or these parameters.
    #[error("{0}")]
    NotApplicable(String),
    /// The work was stopped.
    #[error("{0}")]
    Stopped(#[from] Stopped),
    /// A real number of the game could not be evaluated.
    #[error("{0}")]
    Real(#[from] numeration::real::RealError),
    /// A numeration system could not write a number.
    #[error("{0}")]
    System(#[from] numeration::system::SystemError),
    /// The rules could not check the move.
    #[error("{0}")]
    Rules(#[from] RulesError),
    /// The proof has a gap: the position should be won, and the strategy has no move.
    #[error("the strategy calls {0} an N-position and finds no winning move")]
    NoWinningMove(Position),
    /// The proof has a gap: the rules refuse the move.
    #[error("the strategy's move {} -> {} is illegal", .0.from, .0.to)]
    IllegalMove(Box<IllegalMove>),
    /// The proof has a gap: the move does not lead to a P-position.
    #[error("the strategy's move {from} -> {to} does not lead to a P-position")]
    NotToP {
        /// The position moved from.
        from: Position,
        /// The position moved to.
        to: Position,
    },
}

impl Decision {
    /// The previous player wins.
    pub fn p(why: Explanation) -> Self {
        Self {
            winning_move: None,
            why,
        }
    }

    /// The next player wins by this move.
    pub fn n(to: Position, case: &'static str, why: Explanation) -> Self {
        Self {
            winning_move: Some(WinningMove { to, case }),
            why,
        }
    }

    /// Who wins.
    pub fn outcome(&self) -> Outcome {
        if self.winning_move.is_some() {
            Outcome::N
        } else {
            Outcome::P
        }
    }
}

impl<'a> CheckedStrategy<'a> {
    /// The strategy, to be checked by these rules.
    pub fn new(strategy: &'a dyn Strategy, rules: &'a dyn Ruleset) -> Self {
        Self { strategy, rules }
    }

    /// What the strategy says, once the rules have accepted its move and the strategy has confirmed that
    /// the move leads to a P-position.
    pub fn decide(
        &self,
        position: &Position,
        watch: &dyn Watch,
    ) -> Result<CheckedDecision, StrategyError> {
        let decision = self.strategy.decide(position, watch)?;
        let Some(winning) = &decision.winning_move else {
            return Ok(CheckedDecision {
                decision,
                kinds: Vec::new(),
            });
        };
        let kinds = match self.rules.legal(position, &winning.to, watch)? {
            Ok(kinds) => kinds,
            Err(illegal) => return Err(StrategyError::IllegalMove(Box::new(illegal))),
        };
        if self.strategy.outcome(&winning.to, watch)? != Outcome::P {
            return Err(StrategyError::NotToP {
                from: position.clone(),
                to: winning.to.clone(),
            });
        }
        Ok(CheckedDecision { decision, kinds })
    }
}

impl StrategyName {
    /// The name as the command line takes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Recursive => "recursive",
            Self::Window => "window",
            Self::Array => "array",
            Self::Algebraic => "algebraic",
            Self::Arithmetic => "arithmetic",
            Self::Automaton => "automaton",
        }
    }
}

impl fmt::Display for StrategyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
