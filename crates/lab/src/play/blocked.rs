//! Matches of blocking games: before each move the opponent forbids some of the options.
//!
//! The computer forbids before each move of the human, and says what; before its own moves it asks the human, who answers
//! `forbid 3,5 2,2` or `forbid nothing`. Whoever finds every option forbidden has lost.

use std::ops::ControlFlow;

use games::play::{Adviser, Patient, Player};
use games::position::Position;
use games::ruleset::{IllegalMove, Move, Reason};
use logic::watch::Watch;
use numeration::natural::Natural;

use super::{Match, Saying, trouble};
use crate::LabError;

/// So many moves are compared where none wins.
const COMPARED: usize = 200;
/// So often those who know the game may ask whether to go on.
const PATIENCE: u64 = 100_000;

impl Match<'_> {
    /// So many options may be forbidden before each move.
    pub(super) fn blocking(&self) -> usize {
        self.request.partner.game().blocking() as usize
    }

    /// The computer forbids options of the human: those that would win. Is an option left?
    pub(super) fn forbid_for_human(
        &mut self,
        said: &mut Vec<Saying>,
        watch: &dyn Watch,
    ) -> Result<bool, LabError> {
        self.asked_to_forbid = false;
        self.forbidden = self.winning_options(self.blocking(), watch)?;
        said.push(Saying::Forbidden {
            by: Player::Computer,
            options: self.forbidden.clone(),
        });
        self.is_an_option_left(watch)
    }

    /// Asks the human which options of the computer are forbidden.
    pub(super) fn ask_to_forbid(&mut self, mut said: Vec<Saying>) -> Vec<Saying> {
        self.asked_to_forbid = true;
        self.forbidden.clear();
        said.push(Saying::YourTurnToForbid {
            position: self.position().clone(),
            most: self.blocking(),
        });
        said
    }

    /// The human forbids options of the computer, which moves then.
    pub(super) fn forbid(
        &mut self,
        options: &[String],
        watch: &dyn Watch,
    ) -> Result<Vec<Saying>, LabError> {
        if !self.asked_to_forbid {
            return Err(LabError::input(
                "there is nothing to forbid now: in a blocking game you forbid before the computer moves",
            ));
        }
        let most = self.blocking();
        let mut forbidden = Vec::new();
        for option in options {
            let (to, _) = match self.table.try_move(knowledge::parse_piles(option)?, watch) {
                Ok(option) => option,
                Err(refusal) => return Err(LabError::input(refusal.to_string())),
            };
            if !forbidden.contains(&to) {
                forbidden.push(to);
            }
        }
        if forbidden.len() > most {
            return Err(LabError::input(format!(
                "at most {most} may be forbidden, and {} were named",
                forbidden.len()
            )));
        }
        (self.forbidden, self.asked_to_forbid) = (forbidden, false);
        if !self.is_an_option_left(watch)? {
            return Ok(self.end(Vec::new(), Player::Human));
        }
        self.reply_where_blocked(watch)
    }

    /// What to say to a move while options are to be forbidden.
    pub(super) fn forbid_first(&self) -> LabError {
        LabError::input(format!(
            "first forbid up to {} of the options that the computer has, such as `forbid 1,2`, or `forbid nothing`",
            self.blocking()
        ))
    }

    /// The refusal of a move to an option that is forbidden.
    pub(super) fn refused_as_forbidden(&self, piles: &[Natural]) -> Option<Saying> {
        let to = self.request.partner.game().rules();
        let to = to.position(piles.to_vec()).ok();
        let to = to.filter(|to| self.forbidden.contains(to))?;
        Some(Saying::Illegal(IllegalMove {
            from: self.position().clone(),
            to,
            reasons: vec![Reason {
                kind: None,
                text: "the computer has forbidden it".to_owned(),
            }],
        }))
    }

    /// A winning move that is not forbidden, if one is known.
    pub(super) fn free_winning_move(&self, watch: &dyn Watch) -> Result<Option<Move>, LabError> {
        let mut found = None;
        let patient = Patient::new(watch, PATIENCE);
        let partner = &self.request.partner;
        let visited = partner.for_each_winning_move(self.position(), &patient, &mut |option| {
            if self.forbidden.contains(&option.to) {
                return ControlFlow::Continue(());
            }
            found = Some(option);
            ControlFlow::Break(())
        });
        if !patient.is_exhausted() {
            visited.map_err(trouble)?;
        }
        watch.check()?;
        Ok(found)
    }

    /// The computer's move: to a P-position that is not forbidden, or else one that leaves much.
    fn reply_where_blocked(&mut self, watch: &dyn Watch) -> Result<Vec<Saying>, LabError> {
        let winning = self.free_winning_move(watch)?;
        let resists = winning.is_none();
        let chosen = match winning {
            Some(winning) => winning,
            None => self.last_resort(watch)?,
        };
        let (from, to) = (self.position().clone(), chosen.to.piles().to_vec());
        let played = self.table.play_for(Player::Computer, to, watch);
        played.map_err(|refusal| LabError::input(refusal.to_string()))?;
        let said = vec![Saying::Moved {
            by: Player::Computer,
            from,
            to: chosen.to,
            kinds: chosen.kinds,
            resists,
        }];
        self.hand_over(said, watch)
    }

    /// Of some moves that are not forbidden, the one that leaves the most.
    fn last_resort(&self, watch: &dyn Watch) -> Result<Move, LabError> {
        let moves = self
            .table
            .moves(COMPARED + self.forbidden.len(), watch)?
            .moves;
        let free = moves.into_iter();
        let free = free.filter(|option| !self.forbidden.contains(&option.to));
        let tokens = |option: &Move| {
            let piles = option.to.piles().iter();
            piles.fold(Natural::default(), |sum, pile| sum + pile)
        };
        free.max_by_key(tokens)
            .ok_or_else(|| LabError::input("no option is left"))
    }

    /// The options that are P-positions, up to so many.
    fn winning_options(&self, most: usize, watch: &dyn Watch) -> Result<Vec<Position>, LabError> {
        let mut found = Vec::new();
        let patient = Patient::new(watch, PATIENCE);
        let partner = &self.request.partner;
        let visited = partner.for_each_winning_move(self.position(), &patient, &mut |option| {
            found.push(option.to);
            if found.len() < most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        if !patient.is_exhausted() {
            visited.map_err(trouble)?;
        }
        watch.check()?;
        Ok(found)
    }

    fn is_an_option_left(&self, watch: &dyn Watch) -> Result<bool, LabError> {
        let moves = self.table.moves(self.forbidden.len() + 1, watch)?.moves;
        Ok(moves.len() > self.forbidden.len())
    }
}
