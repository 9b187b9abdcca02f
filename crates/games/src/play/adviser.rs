//! Whom the computer asks what to play, and what it plays where nothing is known to win.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use logic::{Progress, Stopped, Watch};
use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::CheckedSub;
use numeration::natural::num::basic::traits::Zero;

use super::PlayError;
use crate::evidence::Evidence;
use crate::explanation::Explanation;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::ruleset::{Move, Ruleset};

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

    /// Are positions of any size known?
    fn knows_any_size(&self, watch: &dyn Watch) -> bool;
}

/// How often an adviser may ask whether to go on before it gives up.
pub(super) const PATIENCE: u64 = 2_000_000;
/// The memory it may use.
const MEMORY: u64 = 256 << 20;
/// How many moves are looked at when none wins.
const CANDIDATES: usize = 300;

/// The advice that is found as long as there is patience.
pub(super) fn advise_within(
    adviser: &dyn Adviser,
    position: &Position,
    patient: &Patient<'_>,
) -> Result<Advice, PlayError> {
    match adviser.advise(position, patient) {
        Err(PlayError::Stopped(_)) => {
            patient.watch.check()?;
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

/// A move from a position in which none is known to win: the one after which the opponent's best answer leaves most
/// on the table.
pub(super) fn resist(
    rules: &dyn Ruleset,
    adviser: &dyn Adviser,
    position: &Position,
    watch: &dyn Watch,
) -> Result<Move, PlayError> {
    let mut best: Option<(Natural, Natural, Move)> = None;
    let patient = Patient::new(watch, PATIENCE);
    for option in candidates(rules, position, watch)? {
        watch.check()?;
        let kept = total(&option.to);
        let answer = advise_within(adviser, &option.to, &patient)?.winning_move;
        let after = answer.map_or_else(|| kept.clone(), |answer| total(&answer.to));
        if best
            .as_ref()
            .is_none_or(|(after_best, kept_best, _)| (&after, &kept) > (after_best, kept_best))
        {
            best = Some((after, kept, option));
        }
    }
    best.map(|(_, _, option)| option)
        .ok_or_else(|| PlayError::Over(position.clone()))
}

/// Moves that take little, then the first ones of the rules.
fn candidates(
    rules: &dyn Ruleset,
    position: &Position,
    watch: &dyn Watch,
) -> Result<Vec<Move>, PlayError> {
    let mut found: Vec<Move> = Vec::new();
    for piles in lowered_a_little(position.piles()) {
        let Ok(to) = rules.position(piles) else {
            continue;
        };
        if let Ok(kinds) = rules.legal(position, &to, watch)? {
            found.push(Move { to, kinds });
        }
    }
    let _ = rules.for_each_move(position, watch, &mut |option| {
        found.push(option);
        if found.len() < CANDIDATES {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })?;
    Ok(found)
}

fn total(position: &Position) -> Natural {
    position
        .piles()
        .iter()
        .fold(Natural::ZERO, |sum, pile| sum + pile)
}

/// One pile lowered by 1 to 3, or two by 1 or 2 each.
fn lowered_a_little(piles: &[Natural]) -> Vec<Vec<Natural>> {
    let lowered = |changes: &[(usize, u8)]| -> Option<Vec<Natural>> {
        let mut piles = piles.to_vec();
        for (pile, taken) in changes {
            piles[*pile] = (&piles[*pile]).checked_sub(Natural::from(*taken))?;
        }
        Some(piles)
    };
    let few = piles.len().min(8);
    let one = (0..few).flat_map(|pile| (1..=3).map(move |taken| vec![(pile, taken)]));
    let two = (0..few).flat_map(|low| {
        (low + 1..few).flat_map(move |high| {
            (1..=2).flat_map(move |first| {
                (1..=2).map(move |second| vec![(low, first), (high, second)])
            })
        })
    });
    one.chain(two)
        .filter_map(|changes| lowered(&changes))
        .collect()
}

/// A watch that loses patience.
pub(super) struct Patient<'w> {
    watch: &'w dyn Watch,
    left: AtomicU64,
}

impl<'w> Patient<'w> {
    /// May be asked so often whether to go on.
    pub(super) fn new(watch: &'w dyn Watch, questions: u64) -> Self {
        Self {
            watch,
            left: AtomicU64::new(questions),
        }
    }

    /// Has it been asked too often?
    pub(super) fn is_exhausted(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }
}

impl Watch for Patient<'_> {
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

    fn progress(&self, progress: Progress) {
        self.watch.progress(progress);
    }
}
