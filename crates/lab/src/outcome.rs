//! Who wins, by which move, and why.

use logic::watch::Watch;
use rules::evidence::Evidence;
use rules::explanation::Detail;
use rules::json::Text;
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::{Kind, Move};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::LabError;
use crate::Request;
use crate::reasons::{Reasons, in_one_line};
use knowledge::{Game, Method, Refuted};

/// Who wins from a position?
#[derive(Clone)]
pub struct OutcomeRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// The position.
    pub position: Position,
    /// How to find the answer.
    pub method: Method,
    /// Who wins at the end.
    pub play: Play,
    /// How long numbers are shown in the reason.
    pub detail: Detail,
    /// How the reason is told.
    pub telling: ReasonDetail,
}

/// How a reason is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasonDetail {
    /// What the theorem, the claim or the search says, in one line, which costs next to nothing: for many questions.
    InShort,
    /// In parts too, with an example and the rows of a table.
    InParts,
    /// Not at all: who wins is asked alone, and no move is looked for.
    WithoutMove,
}

/// The answer to an [`OutcomeRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OutcomeAnswer {
    /// The game with its parameters.
    pub game: String,
    /// The position.
    pub position: Position,
    /// Who wins.
    pub outcome: Outcome,
    /// A winning move that the rules have accepted. There is none from a P-position, and none at the end of a misère game,
    /// which the next player wins without moving.
    #[serde(rename = "move", with = "ShownMove")]
    pub winning_move: Option<Move>,
    /// How the answer was found.
    #[serde(rename = "strategy")]
    pub method: Method,
    /// How we know.
    pub evidence: Evidence,
    /// The reason in words.
    pub why: String,
    /// The same in parts, the plain reason first, with an example and the rows of a table; left out by `batch`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasons: Option<Reasons>,
    /// Claims of the game that were not used, because they are false.
    #[serde(rename = "refuted_claims")]
    pub refuted: Vec<Refuted>,
}

/// Writes a winning move, with the first of its kinds, or nothing.
#[derive(Debug)]
pub struct ShownMove;

rules::described_as!(ShownMove => Option<ToldMove>);

/// A winning move.
#[derive(Serialize, JsonSchema)]
struct ToldMove {
    /// The position after the move.
    to: Position,
    /// Its kind.
    #[serde(with = "Text")]
    kind: Kind,
}

impl ShownMove {
    /// Writes a field.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn serialize<S: Serializer>(
        shown: &Option<Move>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let shown = shown.as_ref().map(|winning| ToldMove {
            to: winning.to.clone(),
            kind: winning.kinds.first().cloned().unwrap_or_default(),
        });
        shown.serialize(serializer)
    }
}

impl Request for OutcomeRequest<'_> {
    type Answer = OutcomeAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<OutcomeAnswer, LabError> {
        let (game, position) = (self.game, &self.position);
        let answer = match self.telling {
            ReasonDetail::WithoutMove => {
                game.outcome_alone(self.method, position, self.play, watch)?
            }
            ReasonDetail::InShort | ReasonDetail::InParts => {
                game.outcome_by(self.method, position, self.play, watch)?
            }
        };
        let verdict = answer.verdict;
        let (why, reasons) = match self.telling {
            ReasonDetail::InShort | ReasonDetail::WithoutMove => {
                (verdict.why.render(self.detail), None)
            }
            ReasonDetail::InParts => {
                let plain = game.in_short(position, &verdict, self.play, watch);
                let reason = game.reason(position, &verdict, self.play, watch);
                let reasons = Reasons::of(&reason, &verdict.why, self.detail);
                let why = in_one_line(&plain, &verdict.why, self.detail);
                (why, Some(reasons))
            }
        };
        Ok(OutcomeAnswer {
            refuted: answer.refuted,
            game: game.name().to_owned(),
            outcome: verdict.outcome,
            winning_move: verdict.winning_move,
            method: verdict.method,
            evidence: verdict.evidence,
            why,
            reasons,
            position: position.clone(),
        })
    }
}
