//! Positions searched one by one as they are met: for games that are not written as formulas, and for those that the
//! solver cannot compile. What a search has met is kept for the next one.

use std::ops::ControlFlow;
use std::sync::Mutex;

use logic::watch::{Watch, locked};
use rules::evidence::Evidence;
use rules::nim_value::NimValue;
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::{RulesError, Ruleset};
use solver::search;

use super::{Extent, KnowledgeSource, Known, MoveTarget, Visit, among_all_moves};
use crate::answer::Method;
use crate::error::Error;
use crate::wording::brief;

/// Where a position has so many options, each of them may have as many.
const MOST_MOVES: u32 = 1 << 14;

/// Positions of smaller piles are searched, whatever moves they have.
const SMALL: u32 = 1 << 17;

/// What searches of a game have met, for each way to play.
#[derive(Debug, Default)]
pub(crate) struct SearchMemos {
    normal: Mutex<search::SearchMemo>,
    misere: Mutex<search::SearchMemo>,
}

impl SearchMemos {
    fn of(&self, play: Play) -> &Mutex<search::SearchMemo> {
        match play {
            Play::Normal => &self.normal,
            Play::Misere => &self.misere,
        }
    }
}

/// A search in a game.
pub(crate) struct SearchSource<'g> {
    rules: &'g dyn Ruleset,
    play: Play,
    found: &'g Mutex<search::SearchMemo>,
    /// Why nobody else is asked, where that is not plain.
    why: &'static str,
}

impl<'g> SearchSource<'g> {
    /// The same, with the reason why nobody else can be asked.
    pub(crate) fn because(self, why: &'static str) -> Self {
        Self { why, ..self }
    }

    /// A search that goes on from what was met before.
    pub(crate) fn new(rules: &'g dyn Ruleset, play: Play, remembered: &'g SearchMemos) -> Self {
        Self {
            rules,
            play,
            found: remembered.of(play),
            why: "",
        }
    }

    /// Whoever searches has what was found to itself: another thread begins anew, and the larger find stays.
    fn search<T>(
        &self,
        position: &Position,
        watch: &dyn Watch,
        work: impl FnOnce(&mut search::PositionSearch<'_>) -> Result<T, RulesError>,
    ) -> Known<T> {
        if self.is_hopeless(position, watch)? {
            return Err(Error::Beyond(format!(
                "too many positions can be reached from {} to look at all of them",
                brief(position)
            )));
        }
        let found = std::mem::take(&mut *locked(self.found));
        let mut search = search::PositionSearch::going_on(self.rules, self.play, found);
        let answer = work(&mut search);
        let found = search.into_found();
        let mut kept = locked(self.found);
        if found.len() > kept.len() {
            *kept = found;
        }
        Ok(Some(answer?))
    }

    /// Are there so many moves that no time is enough to look at all that follows?
    fn is_hopeless(&self, position: &Position, watch: &dyn Watch) -> Result<bool, Error> {
        if position.piles().iter().all(|pile| *pile <= SMALL) {
            return Ok(false);
        }
        let mut left = MOST_MOVES;
        let flow = self.rules.for_each_move(position, watch, &mut |_| {
            left -= 1;
            match left {
                0 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        })?;
        Ok(flow.is_break())
    }
}

impl KnowledgeSource for SearchSource<'_> {
    fn method(&self) -> Method {
        Method::Search
    }

    fn evidence(&self, position: &Position) -> Evidence {
        Evidence::Exhaustive(format!(
            "every position that can be reached from {}{}",
            brief(position),
            self.why
        ))
    }

    fn outcome(&self, position: &Position, watch: &dyn Watch) -> Known<Outcome> {
        self.search(position, watch, |search| search.outcome(position, watch))
    }

    fn value(&self, position: &Position, watch: &dyn Watch) -> Known<NimValue> {
        self.search(position, watch, |search| search.nim_value(position, watch))
    }

    fn moves_to(
        &self,
        target: MoveTarget<'_>,
        position: &Position,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Known<Extent> {
        among_all_moves(self, self.rules, target, position, watch, visit)
    }
}
