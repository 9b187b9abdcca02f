//! Whom the computer asks what to play.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use logic::{Stopped, Watch};

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
    patient: &Patient<'_>,
) -> Result<Advice, PlayError> {
    match adviser.advise(position, patient) {
        Err(PlayError::Stopped(_)) => {
            patient.check_outer()?;
            let mut why = Explanation::default();
            why.say("nobody knows this position, and the search gave up", []);
            Ok(Advice {
                why,
                ..Advice::default()
            })
        }
        other => other,
    }
}

/// A watch that loses patience.
pub struct Patient<'w> {
    watch: &'w dyn Watch,
    left: AtomicU64,
}

impl<'w> Patient<'w> {
    /// May be asked so often whether to go on.
    pub fn new(watch: &'w dyn Watch, questions: u64) -> Self {
        Self {
            watch,
            left: AtomicU64::new(questions),
        }
    }

    /// May work go on for all that the watch behind it says?
    pub(super) fn check_outer(&self) -> Result<(), Stopped> {
        self.watch.check()
    }

    /// Has it been asked too often?
    pub fn is_exhausted(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }
}

impl Watch for Patient<'_> {
    fn inner(&self) -> Option<&dyn Watch> {
        Some(self.watch)
    }

    fn check(&self) -> Result<(), Stopped> {
        self.watch.check()?;
        let spend = |left: u64| left.checked_sub(1);
        self.left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, spend)
            .map(drop)
            .map_err(|_| Stopped::Time)
    }

    fn memory_limit(&self) -> Option<u64> {
        Some(
            self.watch
                .memory_limit()
                .map_or(MEMORY, |limit| limit.min(MEMORY)),
        )
    }
}

/// The watch behind a patient one: what must be known is found out whoever has lost patience.
pub(super) struct Unhurried<'p>(pub(super) &'p Patient<'p>);

impl Watch for Unhurried<'_> {
    fn inner(&self) -> Option<&dyn Watch> {
        Some(self.0)
    }

    fn check(&self) -> Result<(), Stopped> {
        self.0.check_outer()
    }
}
