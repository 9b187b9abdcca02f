//! Was a move good? A word after each move, and the whole match at its end.

use logic::watch::Watch;
use play::{Advice, PATIENCE, Player, Ply, patient};
use rules::explanation::Detail;
use rules::json::Texts;
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::{Kind, Move};
use schemars::JsonSchema;
use serde::Serialize;

use super::saying::{Knowledge, Saying};
use super::{Match, trouble};
use crate::LabError;
use crate::reasons::Reasons;

/// What became of the win by a move, for the one who moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// The win was there, and still is.
    Kept,
    /// The win was there, and the other side has it now.
    GaveAway,
    /// The other side could win whatever was played.
    NoWin,
    /// Nobody knows who could win before or after the move.
    Unknown,
}

impl Judgement {
    /// By what is known of the positions before and after a move.
    pub fn of(before: Option<Outcome>, after: Option<Outcome>) -> Self {
        match (before, after) {
            (Some(Outcome::N), Some(Outcome::P)) => Self::Kept,
            (Some(Outcome::N), Some(Outcome::N)) => Self::GaveAway,
            (Some(Outcome::P), Some(Outcome::N)) => Self::NoWin,
            _ => Self::Unknown,
        }
    }
}

/// A word about a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Comment {
    /// Was it good?
    pub judgement: Judgement,
    /// Where a win was given away, a move that would have kept it.
    pub better: Option<Move>,
    /// Why that one wins, in plain words.
    pub why: Option<String>,
}

/// A move of a match, judged afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReviewedMove {
    /// Who moved.
    pub by: Player,
    /// The position before.
    pub from: Position,
    /// The position after.
    pub to: Position,
    /// The kinds of move that allow it.
    #[serde(with = "Texts")]
    pub kinds: Vec<Kind>,
    /// Who could win before the move, as far as it is known.
    pub before: Option<Outcome>,
    /// And after it.
    pub after: Option<Outcome>,
    /// Was it good? For the computer too: a slip of its level is told here.
    #[serde(flatten)]
    pub comment: Comment,
    /// How that is known.
    pub evidence: Option<String>,
}

impl Match<'_> {
    pub(super) fn hint(&mut self, watch: &dyn Watch) -> Result<Saying, LabError> {
        let advice = self.table.hint(watch).map_err(trouble)?;
        let outcome = known_outcome(&advice, self.is_over());
        let winning_move = match self.blocking() {
            0 => advice.winning_move,
            _ => self.free_winning_move(watch)?,
        };
        Ok(Saying::Hint(Knowledge {
            outcome,
            winning_move,
        }))
    }

    pub(super) fn why(&mut self, watch: &dyn Watch) -> Result<Saying, LabError> {
        let advice = self.table.hint(watch).map_err(trouble)?;
        let reasons = self.reasons(&advice, watch);
        Ok(Saying::Why {
            why: reasons.in_one_line(),
            reasons,
            outcome: known_outcome(&advice, self.is_over()),
            evidence: advice.evidence.map(|evidence| evidence.to_string()),
        })
    }

    /// Why, for the position on the table: by a theorem or a search where it advises the same move, in plain words otherwise.
    fn reasons(&self, advice: &Advice, watch: &dyn Watch) -> Reasons {
        let (game, play) = (self.request.partner.game(), self.request.partner.play());
        if advice.outcome.is_some() {
            let patient = patient(watch, PATIENCE);
            if let Ok(answer) = game.outcome(self.position(), play, &patient)
                && answer.verdict.winning_move == advice.winning_move
            {
                let reason = game.reason(self.position(), &answer.verdict, play, &patient);
                return Reasons::of(&reason, &answer.verdict.why, Detail::Brief);
            }
        }
        Reasons::plain(match &advice.winning_move {
            Some(winning) => self.plain_reason(winning, watch),
            None => advice.why.render(Detail::Brief),
        })
    }

    fn plain_reason(&self, winning: &Move, watch: &dyn Watch) -> String {
        let (game, play) = (self.request.partner.game(), self.request.partner.play());
        game.plain_reason(&winning.to, play, watch)
            .render(Detail::Brief)
    }

    /// A word about the last move, unless it has won the match.
    pub(super) fn comment(&self, watch: &dyn Watch) -> Result<Option<Saying>, LabError> {
        let last = self.plies().last();
        let judged = last.map(|ply| self.judged(ply, watch)).transpose()?;
        let won = self.is_stuck(watch)? && self.request.partner.play() == Play::Normal;
        Ok(judged
            .filter(|_| !won)
            .map(|judged| Saying::Comment(judged.comment)))
    }

    pub(super) fn review(&self, watch: &dyn Watch) -> Result<Saying, LabError> {
        let moves = self.plies().iter().map(|ply| self.judged(ply, watch));
        Ok(Saying::Review {
            moves: moves.collect::<Result<_, _>>()?,
            level: self.level,
        })
    }

    fn judged(&self, ply: &Ply, watch: &dyn Watch) -> Result<ReviewedMove, LabError> {
        let was = self.table.advice(&ply.from, watch).map_err(trouble)?;
        let is = self.table.advice(&ply.to, watch).map_err(trouble)?;
        let before = known_outcome(&was, false);
        let after = known_outcome(&is, self.is_the_end(&ply.to, watch)?);
        let judgement = Judgement::of(before, after);
        // In a blocking game the move that would have won may have been forbidden.
        let better = was
            .winning_move
            .filter(|_| judgement == Judgement::GaveAway && self.blocking() == 0);
        Ok(ReviewedMove {
            by: ply.by,
            from: ply.from.clone(),
            to: ply.to.clone(),
            kinds: ply.kinds.clone(),
            before,
            after,
            comment: Comment {
                judgement,
                why: better
                    .as_ref()
                    .map(|better| self.plain_reason(better, watch)),
                better,
            },
            evidence: was.evidence.map(|evidence| evidence.to_string()),
        })
    }

    /// Is no move left from a position of the match?
    fn is_the_end(&self, position: &Position, watch: &dyn Watch) -> Result<bool, LabError> {
        Ok(position == self.position() && self.is_stuck(watch)?)
    }
}

/// A win is known only by a move, except that at the end of a misère game there is none.
fn known_outcome(advice: &Advice, over: bool) -> Option<Outcome> {
    match (&advice.winning_move, advice.outcome) {
        (Some(_), _) => Some(Outcome::N),
        (None, Some(Outcome::N)) if !over => None,
        (None, outcome) => outcome,
    }
}
