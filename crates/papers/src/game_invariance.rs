//! The game-invariance number of a set of P-positions: 1 or 2.
//!
//! [`solver::invariance::maximal`] has the proof that it is 1 if and only if the game whose moves are all vectors that are no
//! difference of two P-positions has these P-positions too. A board may show a position that refutes that; otherwise the automata
//! decide it from the P-positions that the rules claim.

use knowledge::Game;
use lab::{LabError, Request};
use logic::watch::{Stopped, Watch};
use proof::{Claim, ClaimOutcome};
use rules::evidence::Evidence;
use rules::json::{Complete, Text};
use rules::outcome::Play;
use rules::position::Position;
use rules::spec::Spec;
use schemars::JsonSchema;
use serde::Serialize;
use solver::invariance::{Obstruction, maximal, obstruction, with_places};

use crate::invariance::vectors_of;

/// What is the least number of classes of a game that has the P-positions of this one?
#[derive(Clone)]
pub struct GameInvarianceRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// The largest pile of the board that is looked at first, if it is not the usual one.
    pub max: Option<u32>,
}

/// The answer to a [`GameInvarianceRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameInvarianceAnswer {
    /// The game with its parameters.
    pub game: String,
    /// The game-invariance number of its P-positions, if it is known.
    #[serde(rename = "game_invariance_number")]
    pub number: Option<u8>,
    /// A position from which no vector leads to a P-position but differences of two P-positions.
    pub position: Option<Position>,
    /// Why none of the P-positions below it can be reached.
    pub blocked: Vec<Blocked>,
    /// The largest pile of the board that was looked at.
    #[serde(with = "Text")]
    pub max: u32,
    /// How we know that these are the P-positions.
    pub p_positions: Evidence,
    /// How we know the number.
    pub evidence: Evidence,
    /// Why there may be no number.
    #[serde(rename = "complete", with = "Complete")]
    pub stopped: Option<Stopped>,
}

/// Why a P-position cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Blocked {
    /// The P-position.
    pub to: Position,
    /// A P-position from which the same vector ...
    pub upper: Position,
    /// ... leads to this one.
    pub lower: Position,
}

/// The board that is looked at when nothing is said, for so many piles.
fn usual_board(piles: usize) -> u32 {
    match piles {
        1 => 400,
        2 => 60,
        3 => 14,
        _ => 6,
    }
}

impl Request for GameInvarianceRequest<'_> {
    type Answer = GameInvarianceAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<GameInvarianceAnswer, LabError> {
        let game = self.game;
        let spec = vectors_of(game)?;
        let max = self.max.unwrap_or_else(|| usual_board(spec.dimension()));
        let reach = max.saturating_mul(farther(spec.dimension()));
        let by_rules = Evidence::Exhaustive(format!("every pile at most {reach}"));
        let answer = GameInvarianceAnswer {
            game: game.name().to_owned(),
            number: None,
            position: None,
            blocked: Vec::new(),
            max,
            p_positions: by_rules.clone(),
            evidence: by_rules,
            stopped: None,
        };
        match on_board(spec, max, reach, watch)? {
            Some(found) => Ok(obstructed(answer, found)),
            None => self.by_automata(spec, answer, watch),
        }
    }
}

/// P-positions are looked at so much farther than positions: a small vector may be the difference of large ones only.
fn farther(piles: usize) -> u32 {
    if piles < 3 { 4 } else { 2 }
}

/// An obstruction on a board, where the P-positions are found from the rules alone.
fn on_board(
    spec: &Spec,
    max: u32,
    reach: u32,
    watch: &dyn Watch,
) -> Result<Option<Obstruction>, LabError> {
    let solved = solver::outcomes(spec, reach, Play::Normal, watch)?;
    if let Some(stopped) = solved.stopped {
        return Err(stopped.into());
    }
    let members = solved.iter().map(<[u32]>::to_vec);
    let members = with_places(spec.piles.order, members);
    Ok(obstruction(spec.dimension(), max, &members, watch)?)
}

fn obstructed(answer: GameInvarianceAnswer, found: Obstruction) -> GameInvarianceAnswer {
    let blocked = found.blocked.into_iter();
    GameInvarianceAnswer {
        number: Some(2),
        position: Some(position(&found.position)),
        blocked: blocked
            .map(|[to, upper, lower]| Blocked {
                to: position(&to),
                upper: position(&upper),
                lower: position(&lower),
            })
            .collect(),
        evidence: Evidence::Proved(
            "no invariant game has these P-positions, by the position above; two classes always suffice".to_owned(),
        ),
        ..answer
    }
}

fn position(piles: &[u32]) -> Position {
    piles.iter().map(|&pile| u64::from(pile)).collect()
}

impl GameInvarianceRequest<'_> {
    fn by_automata(
        &self,
        spec: &Spec,
        answer: GameInvarianceAnswer,
        watch: &dyn Watch,
    ) -> Result<GameInvarianceAnswer, LabError> {
        let Some(largest) = maximal(spec) else {
            return Ok(GameInvarianceAnswer {
                evidence: Evidence::Conjecture(format!(
                    "1, if no larger board than that with piles up to {} shows the contrary; the rules claim no \
                     P-positions, from which it could be proved",
                    answer.max
                )),
                ..answer
            });
        };
        let p_positions = self.game.evidence_of(Claim::PPositions, watch)?;
        let report = self
            .game
            .prover()
            .prove_claim(&largest, Claim::PPositions, watch);
        let nodes = report.largest_automaton;
        let (number, stopped, evidence) = match report.outcome {
            ClaimOutcome::Proved => (
                Some(1),
                None,
                Evidence::Proved(format!(
                    "the game with all moves but differences of two P-positions has these P-positions, decided just now \
                     by automata with up to {nodes} nodes"
                )),
            ),
            ClaimOutcome::Refuted(counterexample) => (
                Some(2),
                None,
                Evidence::Proved(format!(
                    "no invariant game has these P-positions, decided just now by automata with up to {nodes} nodes: \
                     {}; two classes always suffice",
                    counterexample
                )),
            ),
            ClaimOutcome::Stopped(stopped) => (None, Some(stopped), undecided(answer.max)),
            ClaimOutcome::Undecided(_)
            | ClaimOutcome::HoldsUpTo(_)
            | ClaimOutcome::Open { .. }
            | ClaimOutcome::NoPeriod(_) => (None, None, undecided(answer.max)),
        };
        Ok(GameInvarianceAnswer {
            number,
            stopped,
            evidence,
            p_positions,
            ..answer
        })
    }
}

fn undecided(max: u32) -> Evidence {
    Evidence::Conjecture(format!(
        "1, if no larger board than that with piles up to {max} shows the contrary; the automata did not decide it"
    ))
}
