//! What to play: a strategy's move where a theorem covers the position, otherwise a search that gives up soon.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use logic::{Progress, Stopped, Watch};
use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::CheckedSub;
use numeration::natural::num::basic::traits::Zero;

use super::PlayError;
use crate::evidence::Evidence;
use crate::explanation::Explanation;
use crate::outcome::{Outcome, Play};
use crate::position::Position;
use crate::ruleset::{Move, RulesError, Ruleset};
use crate::search::Search;
use crate::strategy::{Checked, Strategy, StrategyError};

/// What is known about a position.
#[derive(Clone, Debug, PartialEq)]
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

/// Knows the rules, the strategies, and what searches have found.
pub struct Advisor<'a> {
    rules: &'a dyn Ruleset,
    strategies: Vec<Box<dyn Strategy>>,
    search: Search<'a>,
}

/// How often a search may ask whether to go on before it gives up.
const PATIENCE: u64 = 2_000_000;
/// The memory a search may use.
const MEMORY: u64 = 256 << 20;
/// How many moves are looked at when none wins.
const CANDIDATES: usize = 300;

impl<'a> Advisor<'a> {
    /// An advisor that asks the fastest strategy, the last one, first.
    pub fn new(rules: &'a dyn Ruleset, strategies: Vec<Box<dyn Strategy>>) -> Self {
        Self {
            rules,
            strategies,
            search: Search::new(rules, Play::Normal),
        }
    }

    /// Is there a strategy to ask before any search?
    pub(super) fn knows_a_theorem(&self) -> bool {
        !self.strategies.is_empty()
    }

    /// Who wins, by which move and why, as far as it can be found out soon.
    pub fn advise(&mut self, position: &Position, watch: &dyn Watch) -> Result<Advice, PlayError> {
        self.advise_within(position, &Patient::new(watch, PATIENCE))
    }

    /// The same as long as there is patience for a search.
    pub(super) fn advise_within(
        &mut self,
        position: &Position,
        patient: &Patient<'_>,
    ) -> Result<Advice, PlayError> {
        let watch = patient.watch;
        if let Some(advice) = self.by_strategy(position, watch)? {
            return Ok(advice);
        }
        match self.search.solve(position, patient) {
            Ok(solution) => {
                let mut why = Explanation::default();
                why.say("found by search from the rules alone", []);
                let evidence = Evidence::Exhaustive(format!("every play from {position}"));
                Ok(Advice {
                    outcome: Some(solution.outcome),
                    winning_move: solution.winning_move,
                    why,
                    evidence: Some(evidence),
                })
            }
            Err(RulesError::Stopped(_)) => {
                watch.check()?;
                let mut why = Explanation::default();
                why.say(
                    "no theorem covers this position, and the search gave up",
                    [],
                );
                Ok(Advice {
                    outcome: None,
                    winning_move: None,
                    why,
                    evidence: None,
                })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// A move from a position in which none is known to win: the one after which the opponent's best answer leaves most
    /// on the table.
    pub(super) fn resist(
        &mut self,
        position: &Position,
        watch: &dyn Watch,
    ) -> Result<Move, PlayError> {
        let mut best: Option<(Natural, Natural, Move)> = None;
        let patient = Patient::new(watch, PATIENCE);
        for option in self.candidates(position, watch)? {
            watch.check()?;
            let kept = total(&option.to);
            let answer = self.advise_within(&option.to, &patient)?.winning_move;
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

    /// The answer of the first strategy that covers the position and whose move the rules accept.
    fn by_strategy(
        &self,
        position: &Position,
        watch: &dyn Watch,
    ) -> Result<Option<Advice>, PlayError> {
        for strategy in self.strategies.iter().rev() {
            match Checked::new(strategy.as_ref(), self.rules).decide(position, watch) {
                Ok(checked) => {
                    let outcome = Some(checked.decision.outcome());
                    let kinds = checked.kinds;
                    let winning_move = checked.decision.winning_move.map(|winning| Move {
                        to: winning.to,
                        kinds,
                    });
                    let (why, evidence) = (checked.decision.why, Some(strategy.evidence()));
                    return Ok(Some(Advice {
                        outcome,
                        winning_move,
                        why,
                        evidence,
                    }));
                }
                Err(StrategyError::Stopped(Stopped::Cancelled | Stopped::Time)) => watch.check()?,
                Err(_) => {}
            }
        }
        Ok(None)
    }

    /// Moves that take little, then the first ones of the rules.
    fn candidates(&self, position: &Position, watch: &dyn Watch) -> Result<Vec<Move>, PlayError> {
        let mut found: Vec<Move> = Vec::new();
        for piles in lowered_a_little(position.piles()) {
            let Ok(to) = self.rules.position(piles) else {
                continue;
            };
            if let Ok(kinds) = self.rules.legal(position, &to, watch)? {
                found.push(Move { to, kinds });
            }
        }
        let _ = self.rules.for_each_move(position, watch, &mut |option| {
            found.push(option);
            if found.len() < CANDIDATES {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
        Ok(found)
    }
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
