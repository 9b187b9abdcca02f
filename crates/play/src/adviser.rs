//! Whom the computer asks what to play.

use std::ops::ControlFlow;

use logic::Watch;
use logic::watch::Limited;

use super::PlayError;
use rules::evidence::Evidence;
use rules::explanation::Explanation;
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::Move;

/// What is known about a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Advice {
    /// Who wins; none if nobody could find out.
    pub outcome: Option<Outcome>,
    /// A winning move, accepted by the rules.
    pub winning_move: Option<Move>,
    /// Why.
    pub why: Explanation,
    /// How that is known.
    pub evidence: Option<Evidence>,
}

impl Advice {
    /// None, in words that say so.
    pub fn unknown(words: &'static str) -> Self {
        let mut why = Explanation::default();
        why.say(words, []);
        Self {
            why,
            ..Self::default()
        }
    }
}

/// Somebody who knows a game.
pub trait Adviser {
    /// Who wins, by which move and why, as far as it is known. The watch may lose patience soon.
    fn advise(&self, position: &Position, watch: &dyn Watch) -> Result<Advice, PlayError>;

    /// Visits the moves that are known to win, until the visitor breaks; none where nobody knows.
    fn for_each_winning_move(
        &self,
        position: &Position,
        watch: &dyn Watch,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<(), PlayError>;

    /// Who wins at the end?
    fn play(&self) -> Play;

    /// Are positions of any size known?
    fn knows_any_size(&self, watch: &dyn Watch) -> bool;
}

/// How often an adviser may ask whether to go on before it gives up.
pub const PATIENCE: u64 = 200_000;
/// The memory it may use.
const MEMORY: u64 = 256 << 20;

/// The advice that is found as long as there is patience.
pub(super) fn advise_within(
    adviser: &dyn Adviser,
    position: &Position,
    patient: &Limited<'_>,
) -> Result<Advice, PlayError> {
    match adviser.advise(position, patient) {
        Err(PlayError::Stopped(_)) => {
            patient.outer().check()?;
            Ok(Advice::unknown(
                "nobody knows this position, and the search gave up",
            ))
        }
        other => other,
    }
}

/// A watch for advice, which may ask so often whether to go on.
pub fn patient(watch: &dyn Watch, questions: u64) -> Limited<'_> {
    Limited::new(watch).questions(questions).memory(MEMORY)
}
