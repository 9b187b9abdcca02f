//! Matches of blocking games: before each move the opponent forbids some of the options.
//!
//! The computer forbids before each move of the human, and says what; before its own moves it asks the human, who answers
//! `forbid 3,5 2,2` or `forbid nothing`. Whoever finds every option forbidden has lost.

use knowledge::Game;
use logic::watch::Watch;
use numeration::natural::Natural;
use play::{BlockedPosition, Player, forbid};
use rules::position::Position;
use rules::ruleset::{IllegalMove, Move, Reason};

use super::{Match, Saying, moved, trouble};
use crate::LabError;

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
        let partner = &self.request.partner;
        let rules = partner.game().rules();
        let forbidden = forbid(rules, partner, self.position(), self.strength(), watch);
        self.forbidden = forbidden.map_err(trouble)?;
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
        let game = self.request.partner.game();
        let forbidden = named_options(game, self.position(), options, watch)?;
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
        self.blocked().winning_move(watch).map_err(trouble)
    }

    /// The computer's move, to an option that is not forbidden.
    fn reply_where_blocked(&mut self, watch: &dyn Watch) -> Result<Vec<Saying>, LabError> {
        let reply = self.blocked().reply(self.strength(), watch);
        let reply = reply.map_err(trouble)?;
        let to = reply.ply.to.piles().to_vec();
        let played = self.table.play_for(Player::Computer, to, watch);
        played.map_err(|refusal| LabError::input(refusal.to_string()))?;
        self.hand_over(vec![moved(reply)], watch)
    }

    /// The position with what is forbidden in it.
    fn blocked(&self) -> BlockedPosition<'_> {
        BlockedPosition {
            rules: self.request.partner.game().rules(),
            adviser: &self.request.partner,
            position: self.position(),
            forbidden: &self.forbidden,
        }
    }

    fn is_an_option_left(&self, watch: &dyn Watch) -> Result<bool, LabError> {
        Ok(self.blocked().has_an_option(watch)?)
    }
}

/// The options that a player names to be forbidden, each of them legal and once; at most as many as the rules say.
///
/// # Errors
/// If one of them is no option, or there are too many.
pub(crate) fn named_options(
    game: &Game,
    from: &Position,
    options: &[String],
    watch: &dyn Watch,
) -> Result<Vec<Position>, LabError> {
    let mut forbidden = Vec::new();
    for option in options {
        let to = game.position(option)?;
        if let Err(illegal) = game.rules().legal(from, &to, watch)? {
            return Err(LabError::input(illegal.to_string()));
        }
        if !forbidden.contains(&to) {
            forbidden.push(to);
        }
    }
    let most = game.blocking() as usize;
    if forbidden.len() > most {
        return Err(LabError::input(format!(
            "at most {most} may be forbidden, and {} were named",
            forbidden.len()
        )));
    }
    Ok(forbidden)
}
