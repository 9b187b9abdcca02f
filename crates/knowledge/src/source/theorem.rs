//! A theorem of a paper: a strategy of the catalogue, under the eyes of the rules.

use std::sync::Arc;

use logic::watch::Watch;
use rules::evidence::Evidence;
use rules::nim_value::NimValue;
use rules::outcome::Outcome;
use rules::position::Position;
use rules::ruleset::{Move, RulesError, Ruleset};
use strategies::strategy::{CheckedStrategy, Strategy, StrategyError, Targets};

use super::{Extent, KnowledgeSource, Known, MoveTarget, Visit, among_all_moves};
use crate::answer::{Method, Verdict};
use crate::error::Error;

/// What a theorem says.
pub(crate) struct TheoremSource<'g> {
    rules: &'g dyn Ruleset,
    strategy: Arc<dyn Strategy>,
    /// Is nobody else asked? Then it says why it does not know.
    alone: bool,
}

impl<'g> TheoremSource<'g> {
    /// A strategy for a game with these rules.
    pub(crate) fn new(rules: &'g dyn Ruleset, strategy: Arc<dyn Strategy>) -> Self {
        Self {
            rules,
            strategy,
            alone: false,
        }
    }

    /// The same where nobody else is asked.
    pub(crate) fn alone(self) -> Self {
        Self {
            alone: true,
            ..self
        }
    }

    /// Who wins, or why the theorem does not say.
    fn decide(&self, position: &Position, watch: &dyn Watch) -> Result<Verdict, StrategyError> {
        let checked =
            CheckedStrategy::new(self.strategy.as_ref(), self.rules).decide(position, watch)?;
        let outcome = checked.decision.outcome();
        let winning_move = checked.decision.winning_move.map(|winning| Move {
            to: winning.to,
            kinds: checked.kinds,
        });
        Ok(Verdict {
            outcome,
            winning_move,
            why: checked.decision.why,
            evidence: self.strategy.evidence(),
            method: self.method(),
        })
    }

    /// What it knows, or why it does not know where nobody else is asked.
    fn covered<T>(&self, answer: Result<T, StrategyError>) -> Known<T> {
        match self.alone {
            true => Ok(Some(answer?)),
            false => covered(answer),
        }
    }

    /// Does it name all winning moves without looking at every move?
    pub(crate) fn lists_winning_moves(&self, position: &Position) -> bool {
        let targets = self.strategy.targets(position, &NimValue::ZERO);
        matches!(targets, Ok(Some(Targets::All(_))))
    }

    /// The targets that the theorem names, and whether these are all. A winning move is known in any case.
    fn named(
        &self,
        target: MoveTarget<'_>,
        position: &Position,
        watch: &dyn Watch,
    ) -> Result<(Vec<Position>, Extent), Error> {
        let value = match target {
            MoveTarget::P => &NimValue::ZERO,
            MoveTarget::Value(value) => value,
        };
        match covered(self.strategy.targets(position, value))?.flatten() {
            Some(Targets::All(named)) => Ok((named, Extent::All)),
            Some(Targets::Some(named)) => Ok((named, Extent::Some)),
            None if matches!(target, MoveTarget::P) => {
                let decision = covered(self.strategy.decide(position, watch))?;
                let winning = decision.and_then(|decision| decision.winning_move);
                Ok((
                    winning.map(|winning| winning.to).into_iter().collect(),
                    Extent::Some,
                ))
            }
            None => Ok((Vec::new(), Extent::Some)),
        }
    }
}

/// Every move is looked at from positions with at most so many positions below them.
const MOST_MOVES: u64 = 10_000_000;

/// Are there few enough positions below this one to look at every move?
fn has_few_moves(position: &Position) -> bool {
    let below = position.piles().iter().try_fold(1_u64, |count, pile| {
        count.checked_mul(u64::try_from(pile).ok()?.checked_add(1)?)
    });
    below.is_some_and(|count| count <= MOST_MOVES)
}

/// A theorem that does not cover this, whose proof has a gap here, or whose table would be too large, knows nothing;
/// when the time is up, it is up for everybody.
fn covered<T>(answer: Result<T, StrategyError>) -> Known<T> {
    match answer {
        Ok(known) => Ok(Some(known)),
        Err(
            StrategyError::Stopped(stopped) | StrategyError::Rules(RulesError::Stopped(stopped)),
        ) if !stopped.is_too_large() => Err(stopped.into()),
        Err(_) => Ok(None),
    }
}

impl KnowledgeSource for TheoremSource<'_> {
    fn method(&self) -> Method {
        Method::Strategy(self.strategy.name())
    }

    fn evidence(&self, _: &Position) -> Evidence {
        self.strategy.evidence()
    }

    fn value_evidence(&self, position: &Position) -> Evidence {
        match self.strategy.nim_value(position) {
            Ok(Some(_)) => self.strategy.nim_value_evidence(),
            _ => self.strategy.evidence(),
        }
    }

    fn outcome(&self, position: &Position, watch: &dyn Watch) -> Known<Outcome> {
        self.covered(self.strategy.outcome(position, watch))
    }

    fn verdict(&self, position: &Position, watch: &dyn Watch) -> Known<Verdict> {
        self.covered(self.decide(position, watch))
    }

    fn value(&self, position: &Position, watch: &dyn Watch) -> Known<NimValue> {
        if let Some(value) = covered(self.strategy.nim_value(position))?.flatten() {
            return Ok(Some(value));
        }
        let outcome = self.outcome(position, watch)?;
        Ok((outcome == Some(Outcome::P)).then_some(NimValue::ZERO))
    }

    fn moves_to(
        &self,
        target: MoveTarget<'_>,
        position: &Position,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Known<Extent> {
        let (named, extent) = self.named(target, position, watch)?;
        let mut found = false;
        for to in named {
            watch.check()?;
            if target.is_met(self, &to, watch)? == Some(true)
                && let Ok(kinds) = self.rules.legal(position, &to, watch)?
            {
                found = true;
                if visit(Move { to, kinds }).is_break() {
                    return Ok(Some(extent));
                }
            }
        }
        if extent == Extent::All || found && !has_few_moves(position) {
            return Ok(Some(extent));
        }
        among_all_moves(self, self.rules, target, position, watch, visit)
    }
}
