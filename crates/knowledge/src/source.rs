//! Whoever knows something about a game: one file a kind of knowledge.
//!
//! A [`KnowledgeSource`] says who wins, what a position is worth and which moves lead where, or nothing where it does not know.
//! Which source is asked when is not its business: that is [`order`](crate::order).

mod automaton;
mod board;
mod heaps;
mod near;
mod p_claim;
mod search;
mod split_heaps;
mod split_parts;
mod theorem;
mod value_claim;

use std::ops::ControlFlow;

use logic::watch::Watch;
use rules::evidence::Evidence;
use rules::explanation::{Explanation, SentenceValue};
use rules::nim_value::NimValue;
use rules::outcome::Outcome;
use rules::position::Position;
use rules::ruleset::{Move, Ruleset};

pub(crate) use automaton::AutomatonStrategy;
pub(crate) use board::{BoardCache, SolvedBoard, positions_below};
pub(crate) use heaps::{HeapMoves, behind};
pub(crate) use p_claim::PClaim;
pub(crate) use search::{SearchMemos, SearchSource};
pub(crate) use split_heaps::{Effort, HeapCache, SplitMoves};
pub(crate) use theorem::TheoremSource;
pub(crate) use value_claim::ValueClaim;

use crate::answer::{Method, Verdict};
use crate::error::Error;
use crate::kept::Cached;

/// What a source knows, or nothing.
pub(crate) type Known<T> = Result<Option<T>, Error>;

/// Is told every move that was asked for, until it breaks.
pub type Visit<'v> = &'v mut dyn FnMut(Move) -> ControlFlow<()>;

/// Where moves should lead.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MoveTarget<'a> {
    /// To positions from which the player to move loses.
    P,
    /// To positions of this nim-value.
    Value(&'a NimValue),
}

/// Somebody who knows something about the positions of a game.
pub(crate) trait KnowledgeSource {
    /// How it knows.
    fn method(&self) -> Method;

    /// How well it knows, about a position.
    fn evidence(&self, position: &Position) -> Evidence;

    /// Who wins.
    fn outcome(&self, position: &Position, watch: &dyn Watch) -> Known<Outcome>;

    /// Who wins, by a move that the rules have accepted, and why; by default the first winning move,
    /// as brute force finds it.
    fn verdict(&self, position: &Position, watch: &dyn Watch) -> Known<Verdict> {
        let Some(outcome) = self.outcome(position, watch)? else {
            return Ok(None);
        };
        let winning_move = match outcome {
            Outcome::P => None,
            Outcome::N => first(|visit| self.moves_to(MoveTarget::P, position, watch, visit))?,
        };
        let mut why = Explanation::default();
        match (outcome, &winning_move) {
            (Outcome::P, _) => why.say("no move leads to a P-position", []),
            (Outcome::N, Some(winning)) => why.say(
                "no move from {} leads to a P-position",
                [SentenceValue::from(&winning.to)],
            ),
            (Outcome::N, None) => why.say("no move is left, and in misère play that wins", []),
        }
        Ok(Some(Verdict {
            outcome,
            winning_move,
            why,
            evidence: self.evidence(position),
            method: self.method(),
        }))
    }

    /// Who wins, without a move that shows it.
    fn outcome_alone(&self, position: &Position, watch: &dyn Watch) -> Known<Verdict> {
        let verdict = |outcome| {
            let mut why = Explanation::default();
            why.say(
                match outcome {
                    Outcome::P => "the player to move loses: no move was looked at",
                    Outcome::N => "the player to move wins: no move was looked for",
                },
                [],
            );
            Verdict {
                outcome,
                winning_move: None,
                why,
                evidence: self.evidence(position),
                method: self.method(),
            }
        };
        Ok(self.outcome(position, watch)?.map(verdict))
    }

    /// The nim-value. Whoever knows no more knows at least that of a P-position in normal play.
    fn value(&self, position: &Position, watch: &dyn Watch) -> Known<NimValue> {
        let outcome = self.outcome(position, watch)?;
        Ok((outcome == Some(Outcome::P)).then_some(NimValue::ZERO))
    }

    /// How well it knows nim-values.
    fn value_evidence(&self, position: &Position) -> Evidence {
        self.evidence(position)
    }

    /// Visits the moves to a target that the rules accept.
    fn moves_to(
        &self,
        target: MoveTarget<'_>,
        position: &Position,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Known<Extent>;
}

/// How many of the moves that were asked for were visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of them.
    All,
    /// Some, and there may be more.
    Some,
}

/// What brute force has found and the game keeps.
#[derive(Default)]
pub(crate) struct SearchCache {
    pub(crate) boards: BoardCache,
    pub(crate) heaps: Cached<Option<std::sync::Arc<solver::periodicity::PeriodicHeaps>>>,
    pub(crate) split_heaps: HeapCache,
    pub(crate) searched: SearchMemos,
}

impl MoveTarget<'_> {
    /// Does a source know that a position is one of these? Nothing if it does not know the position.
    fn is_met(
        self,
        source: &(impl KnowledgeSource + ?Sized),
        to: &Position,
        watch: &dyn Watch,
    ) -> Known<bool> {
        Ok(match self {
            MoveTarget::P => source
                .outcome(to, watch)?
                .map(|outcome| outcome == Outcome::P),
            MoveTarget::Value(value) => source.value(to, watch)?.map(|found| found == *value),
        })
    }
}

/// Visits the moves to a target among all moves of the rules, if the source knows all positions that can be reached.
pub(crate) fn among_all_moves(
    source: &(impl KnowledgeSource + ?Sized),
    rules: &dyn Ruleset,
    target: MoveTarget<'_>,
    position: &Position,
    watch: &dyn Watch,
    visit: Visit<'_>,
) -> Known<Extent> {
    let mut trouble = Ok(Some(Extent::All));
    let _flow = rules.for_each_move(position, watch, &mut |option| match target
        .is_met(source, &option.to, watch)
    {
        Ok(Some(true)) => visit(option),
        Ok(Some(false)) => ControlFlow::Continue(()),
        Ok(None) => {
            trouble = Ok(None);
            ControlFlow::Break(())
        }
        Err(error) => {
            trouble = Err(error);
            ControlFlow::Break(())
        }
    })?;
    trouble
}

/// The first move that is visited.
pub(crate) fn first(
    visit_all: impl FnOnce(Visit<'_>) -> Known<Extent>,
) -> Result<Option<Move>, Error> {
    let mut first = None;
    visit_all(&mut |option| {
        first = Some(option);
        ControlFlow::Break(())
    })?;
    Ok(first)
}
