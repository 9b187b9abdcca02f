//! Why, for people who have not read the papers: the plain reason of a verdict, and the rows of the table that its case
//! speaks of.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use logic::watch::Watch;
use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::CheckedSub;
use numeration::natural::num::basic::traits::{One, Zero};
use numeration::natural::num::logic::traits::SignificantBits;
use proof::Claim;
use rules::explanation::{Explanation, SentenceValue};
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::Move;

use crate::answer::{Method, Verdict};
use crate::blocked::plain_reason;
use crate::error::Error;
use crate::game::Game;
use crate::source::PClaim;

/// What is said beside the case of a theorem or of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerdictReason {
    /// For somebody who knows the rules and nothing else.
    pub plain: Explanation,
    /// The rows of the table that the case speaks of, with their neighbours.
    pub table: Option<TableExcerpt>,
}

/// Some rows of a table of P-positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableExcerpt {
    /// The names of the columns, without that of the row numbers.
    pub columns: Vec<String>,
    /// The rows in order; there may be rows between them.
    pub rows: Vec<ExcerptRow>,
}

/// A row of a table of P-positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExcerptRow {
    /// Its number.
    pub number: Natural,
    /// Its entries.
    pub entries: Vec<Natural>,
    /// Does the case speak of it, or is it only a neighbour?
    pub named: bool,
}

/// The names of columns and the entries of a row in them.
pub(crate) type NamedRow = (Vec<String>, Vec<Natural>);

/// Where piles have more binary digits than this, no example is looked for and no rows are shown.
const LONG: u64 = 1 << 12;

/// Where a pile is larger, nobody is asked whether a move is left: what is said of the moves is true where there are none.
const LARGE: u32 = 32;

/// Tables with more columns than this are not shown.
const MOST_COLUMNS: usize = 12;

impl Game {
    /// The plain reason of a verdict about a position, and the rows that its explanation speaks of. The verdict is known:
    /// what cannot be found out in time is left out.
    pub fn reason(
        &self,
        position: &Position,
        verdict: &Verdict,
        play: Play,
        watch: &dyn Watch,
    ) -> VerdictReason {
        let mut plain = self.in_short(position, verdict, play, watch);
        if verdict.outcome == Outcome::P
            && self.blocking() == 0
            && let Ok(Some((option, answer))) = self.example(position, play, watch)
        {
            plain.say(
                "{}, for example, is answered by {}",
                [(&option).into(), (&answer.to).into()],
            );
        }
        let table = self.rows_around(position, verdict, play, watch);
        VerdictReason {
            plain,
            table: table.ok().flatten(),
        }
    }

    /// The plain reason alone, without an example: it costs next to nothing.
    pub fn in_short(
        &self,
        position: &Position,
        verdict: &Verdict,
        play: Play,
        watch: &dyn Watch,
    ) -> Explanation {
        match (verdict.outcome, &verdict.winning_move) {
            (outcome, _) if self.blocking() > 0 && !self.is_end(position, watch) => {
                said(plain_reason(outcome), [])
            }
            (Outcome::N, Some(winning)) => self.plain_reason(&winning.to, play, watch),
            (Outcome::N, None) => said("no move is left, and in misère play that wins", []),
            (Outcome::P, _) if self.is_end(position, watch) => {
                said("no move is left, and whoever cannot move loses", [])
            }
            (Outcome::P, _) => said(
                "whatever is played from here, the other player can answer by a move into such a position again",
                [],
            ),
        }
    }

    /// Why a move to this P-position wins, in plain words.
    pub fn plain_reason(&self, to: &Position, play: Play, watch: &dyn Watch) -> Explanation {
        let text = match (play, self.is_end(to, watch)) {
            (_, false) if self.blocking() > 0 => {
                "move to {}: whatever is not forbidden there can be answered by a move into such a position again"
            }
            (Play::Normal, true) => {
                "move to {}: no move is left there, and whoever cannot move loses"
            }
            (Play::Normal, false) => {
                "move to {}: from there every move can be answered by a move back into such a position, until none is \
                 left to answer"
            }
            (Play::Misere, _) => {
                "move to {}: from there every move can be answered by a move back into such a position, until the other \
                 player has to make the last move"
            }
        };
        said(text, [to.into()])
    }

    /// A move from a P-position with its answer.
    fn example(
        &self,
        position: &Position,
        play: Play,
        watch: &dyn Watch,
    ) -> Result<Option<(Position, Move)>, Error> {
        if is_long(position) {
            return Ok(None);
        }
        let mut last = None;
        let mut seen = 0;
        let _flow = self.rules().for_each_move(position, watch, &mut |option| {
            seen += 1;
            last = Some(option.to);
            if seen < EXAMPLE {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
        let Some(option) = last else { return Ok(None) };
        let answer = self.outcome(&option, play, watch)?.verdict.winning_move;
        Ok(answer.map(|answer| (option, answer)))
    }

    /// Is no move left, as far as that is soon found out? For large piles only rules that say when the game ends are asked.
    fn is_end(&self, position: &Position, watch: &dyn Watch) -> bool {
        let piles = position.piles();
        if piles.iter().all(|pile| *pile == 0) {
            return true;
        }
        let ends = self.spec().is_some_and(|spec| spec.ends.is_some());
        if !ends && piles.iter().any(|pile| *pile > LARGE) {
            return false;
        }
        let mut first = |_| ControlFlow::Break(());
        let flow = self.rules().for_each_move(position, watch, &mut first);
        flow.is_ok_and(|flow| flow.is_continue())
    }

    /// The rows of which an explanation speaks, with the rows before and after each.
    fn rows_around(
        &self,
        position: &Position,
        verdict: &Verdict,
        play: Play,
        watch: &dyn Watch,
    ) -> Result<Option<TableExcerpt>, Error> {
        let named = verdict.why.rows();
        if named.is_empty() || is_long(position) {
            return Ok(None);
        }
        let mut numbers: BTreeMap<Natural, bool> = BTreeMap::new();
        for number in named {
            let before = number.checked_sub(Natural::ONE);
            for neighbour in [before, Some(number + Natural::ONE)].into_iter().flatten() {
                numbers.entry(neighbour).or_insert(false);
            }
            numbers.insert(number.clone(), true);
        }
        let mut rows = Vec::with_capacity(numbers.len());
        let mut columns = Vec::new();
        for (number, named) in numbers {
            let Some((names, entries)) = self.row_of(verdict.method, &number, play, watch)? else {
                continue;
            };
            if entries.len() > MOST_COLUMNS {
                return Ok(None);
            }
            if names.len() > columns.len() {
                columns = names;
            }
            rows.push(ExcerptRow {
                number,
                entries,
                named,
            });
        }
        rows.retain(|row| row.entries.len() == columns.len());
        Ok((!rows.is_empty()).then_some(TableExcerpt { columns, rows }))
    }

    /// A row of the table of a method, with the names of its columns.
    fn row_of(
        &self,
        method: Method,
        number: &Natural,
        play: Play,
        watch: &dyn Watch,
    ) -> Result<Option<NamedRow>, Error> {
        match method {
            Method::Strategy(name) => {
                let strategies = self.strategies(watch)?;
                let strategy = strategies.iter().find(|strategy| strategy.name() == name);
                let Some(table) = strategy.and_then(|strategy| strategy.table()) else {
                    return Ok(None);
                };
                let row = table.numbered(number, watch)?;
                Ok(Some((table.columns(&row), row)))
            }
            Method::Claim => {
                let claim = self.spec().and_then(|spec| match play {
                    Play::Normal => PClaim::new(spec, self.unproved(Claim::PPositions)),
                    Play::Misere => {
                        PClaim::of_misere_play(spec, self.unproved(Claim::MiserePPositions))
                    }
                });
                claim.map_or(Ok(None), |claim| claim.row_at(number, watch))
            }
            Method::Best | Method::Search => Ok(None),
        }
    }
}

/// Of the moves of a P-position, this one is the example: neither the first nor too far.
const EXAMPLE: usize = 3;

fn is_long(position: &Position) -> bool {
    let mut piles = position.piles().iter();
    piles.any(|pile| *pile > Natural::ZERO && pile.significant_bits() > LONG)
}

fn said<const N: usize>(text: &'static str, values: [SentenceValue; N]) -> Explanation {
    let mut plain = Explanation::default();
    plain.say(text, values);
    plain
}
