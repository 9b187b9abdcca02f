//! Moves of a blocking game: before each of them the opponent forbids some of the options.
//!
//! [`forbid`] says which options the computer forbids: those that would win, and at the weaker levels not always all of
//! them. [`BlockedPosition`] is a position in which the choice has been made: from there the computer moves as in any other game,
//! only that the forbidden options are none.

use std::ops::ControlFlow;
use std::sync::Arc;

use logic::Watch;
use numeration::natural::Natural;

use super::adviser::{Advice, Adviser, patient};
use super::choice::{hardness, is_end, is_plain, overlooks, winning_moves};
use super::random::Random;
use super::{ComputerReply, OngoingGame, PlayError, Strength};
use rules::explanation::Explanation;
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::{IllegalMove, Legality, Move, PositionError, Reason, RulesError, Ruleset};

/// How often those who list winning moves may ask whether to go on.
const PATIENCE: u64 = 100_000;

/// The options that the computer forbids to whoever moves from here: those that would win, as far as it sees them.
///
/// # Errors
/// If the watch stops the work.
pub fn forbid(
    rules: &dyn Ruleset,
    adviser: &dyn Adviser,
    position: &Position,
    strength: Strength,
    watch: &dyn Watch,
) -> Result<Vec<Position>, PlayError> {
    let most = rules.blocking() as usize;
    if most == 0 {
        return Ok(Vec::new());
    }
    let patient = patient(watch, PATIENCE);
    let wins = winning_moves(adviser, position, most, &patient)?;
    let mut forbidden = Vec::new();
    for Move { to, .. } in wins {
        let mut random = Random::at(strength.seed, &to);
        let hardness = hardness(position, is_plain(&to), most);
        if is_end(rules, &to, watch)? || !overlooks(strength.level, hardness, &mut random) {
            forbidden.push(to);
        }
    }
    Ok(forbidden)
}

/// A position from which some options are forbidden.
#[derive(Clone, Copy)]
pub struct BlockedPosition<'a> {
    /// The rules.
    pub rules: &'a dyn Ruleset,
    /// Whom the computer asks.
    pub adviser: &'a dyn Adviser,
    /// Where the move begins.
    pub position: &'a Position,
    /// The options that are forbidden there.
    pub forbidden: &'a [Position],
}

impl BlockedPosition<'_> {
    /// The computer's move, to none of the forbidden options.
    ///
    /// # Errors
    /// If no option is left, or the watch stops the work.
    pub fn reply(&self, strength: Strength, watch: &dyn Watch) -> Result<ComputerReply, PlayError> {
        let rules = FreeMoves {
            rules: self.rules,
            from: self.position,
            forbidden: self.forbidden,
        };
        OngoingGame::new(&rules, self, self.position.clone()).reply(strength, watch)
    }

    /// A winning move that is not forbidden, if one is known.
    ///
    /// # Errors
    /// If the watch stops the work.
    pub fn winning_move(&self, watch: &dyn Watch) -> Result<Option<Move>, PlayError> {
        let patient = patient(watch, PATIENCE);
        let found = winning_moves(self, self.position, 1, &patient)?;
        Ok(found.into_iter().next())
    }

    /// Is an option left?
    ///
    /// # Errors
    /// If the rules cannot tell.
    pub fn has_an_option(&self, watch: &dyn Watch) -> Result<bool, RulesError> {
        let rules = FreeMoves {
            rules: self.rules,
            from: self.position,
            forbidden: self.forbidden,
        };
        let mut first = |_| ControlFlow::Break(());
        Ok(rules
            .for_each_move(self.position, watch, &mut first)?
            .is_break())
    }
}

impl Adviser for BlockedPosition<'_> {
    fn advise(&self, position: &Position, watch: &dyn Watch) -> Result<Advice, PlayError> {
        let advice = self.adviser.advise(position, watch)?;
        if position != self.position {
            return Ok(advice);
        }
        let winning_move = self.winning_move(watch)?;
        Ok(match (winning_move, advice.outcome) {
            (None, None) => advice,
            (winning_move, _) => Advice {
                outcome: Some(if winning_move.is_some() {
                    Outcome::N
                } else {
                    Outcome::P
                }),
                winning_move,
                why: Explanation::default(),
                evidence: advice.evidence,
            },
        })
    }

    fn for_each_winning_move(
        &self,
        position: &Position,
        watch: &dyn Watch,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        let here = position == self.position;
        self.adviser
            .for_each_winning_move(position, watch, &mut |option| {
                if here && self.forbidden.contains(&option.to) {
                    return ControlFlow::Continue(());
                }
                visit(option)
            })
    }

    fn play(&self) -> Play {
        self.adviser.play()
    }

    fn knows_any_size(&self, watch: &dyn Watch) -> bool {
        self.adviser.knows_any_size(watch)
    }
}

/// The rules without the moves that are forbidden from one position.
struct FreeMoves<'a> {
    rules: &'a dyn Ruleset,
    from: &'a Position,
    forbidden: &'a [Position],
}

impl FreeMoves<'_> {
    fn is_forbidden(&self, from: &Position, to: &Position) -> bool {
        from == self.from && self.forbidden.contains(to)
    }
}

impl Ruleset for FreeMoves<'_> {
    fn name(&self) -> &str {
        self.rules.name()
    }

    fn pile_names(&self) -> Option<&[Arc<str>]> {
        self.rules.pile_names()
    }

    fn position(&self, piles: Vec<Natural>) -> Result<Position, PositionError> {
        self.rules.position(piles)
    }

    fn blocking(&self) -> u32 {
        self.rules.blocking()
    }

    fn legal(
        &self,
        from: &Position,
        to: &Position,
        watch: &dyn Watch,
    ) -> Result<Legality, RulesError> {
        if self.is_forbidden(from, to) {
            return Ok(Err(IllegalMove {
                from: from.clone(),
                to: to.clone(),
                reasons: vec![Reason {
                    kind: None,
                    text: "it is forbidden".to_owned(),
                }],
            }));
        }
        self.rules.legal(from, to, watch)
    }

    fn for_each_move(
        &self,
        from: &Position,
        watch: &dyn Watch,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, RulesError> {
        self.rules.for_each_move(from, watch, &mut |option| {
            if self.is_forbidden(from, &option.to) {
                return ControlFlow::Continue(());
            }
            visit(option)
        })
    }
}
