//! The plain solver: position by position, option by option, without marking.
//!
//! It is the yardstick for the others and the oracle of their tests. It is also the only way to
//! search a game that formulas cannot say: [`board`] lists the positions of any [`Ruleset`], and
//! [`ruleset_outcomes`] and [`ruleset_nim_values`] ask the rules for every move.

use std::ops::ControlFlow;

use logic::watch::{Stopped, Watch};
use numeration::natural::Natural;
use rustc_hash::FxHashMap;

use super::checkpoint::Journal;
use super::compile::walk::{Pieces, RowVisitor};
use super::compile::{KnownSide, Loops, Runner};
use super::limits::{Ticker, fits};
use super::nim_values::{NimValues, valued};
use super::outcomes::PPositions;
use super::region::{Numbering, Reached, Region, advance};
use super::{Halt, SolveError, ValueError, admitted, settled};
use rules::domain::PositionDomain;
use rules::narrow;
use rules::nim_value::{NimValue, mex};
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::{RulesError, Ruleset};
use rules::spec::{PileOrder, Spec};

/// All P-positions with every pile at most `max`: for each position its options are looked at, one after the other,
/// until one is P, or in a blocking game one more than may be forbidden.
pub fn outcomes(
    spec: &Spec,
    max: u32,
    play: Play,
    watch: &dyn Watch,
) -> Result<PPositions, SolveError> {
    let mut region = admitted(spec, max)?;
    let failed = |error| SolveError::Value {
        game: spec.name.clone(),
        error,
    };
    let loops = Loops::of_moves(spec, max, KnownSide::Source).map_err(failed)?;
    let mut search = PlainSearch {
        region,
        play,
        blocking: spec.blocking as usize,
        found: Vec::new(),
        finished: None,
    };
    let stopped = settled(spec, search.run(&loops, PositionDomain::of(spec), watch))?;
    if stopped.is_some() {
        region.reached = search.finished.map_or(Reached::Nothing, Reached::FirstPile);
        let kept = search
            .found
            .chunks(region.dimension)
            .take_while(|piles| region.contains(piles))
            .count();
        search.found.truncate(kept * region.dimension);
    }
    Ok(PPositions::new(region, play, stopped, search.found))
}

/// The nim-values of all positions with every pile at most `max`, with every option listed.
pub fn nim_values(spec: &Spec, max: u32, watch: &dyn Watch) -> Result<NimValues, SolveError> {
    let region = admitted(spec, max)?;
    valued(spec, region, max, false, &mut Journal::new(None), watch)
}

struct PlainSearch {
    region: Region,
    play: Play,
    blocking: usize,
    found: Vec<u32>,
    finished: Option<u32>,
}

impl PlainSearch {
    fn run(
        &mut self,
        loops: &Loops,
        mut domain: PositionDomain<'_>,
        watch: &dyn Watch,
    ) -> Result<(), Halt> {
        let Some((numbering, count)) = Numbering::new(&self.region, self.region.max) else {
            let allowed = watch.memory_limit().unwrap_or(1 << 40);
            let needed = u64::MAX;
            return Err(Stopped::Memory { needed, allowed }.into());
        };
        fits(watch, count / 8)?;
        let mut is_p = vec![0u64; narrow::cells(count) / 64 + 1];
        let (mut runner, mut walker) = (loops.runner(watch), loops.runner(watch));
        let mut piles = vec![0; self.region.dimension];
        let mut ticker = Ticker::new(watch);
        loop {
            let (outcome, looked_at) =
                self.outcome(&piles, &numbering, &is_p, &mut runner, &mut walker)?;
            ticker.step(looked_at.saturating_add(1))?;
            if outcome == Outcome::P && domain.has(&piles) {
                let number = numbering.number(&piles);
                is_p[number / 64] |= 1 << (number % 64);
                self.found.extend_from_slice(&piles);
            }
            let first = piles[0];
            let more = advance(&mut piles, self.region.max, self.region.order);
            if !more || piles[0] != first {
                self.finished = Some(first);
            }
            if !more {
                return Ok(());
            }
        }
    }

    fn outcome(
        &self,
        piles: &[u32],
        numbering: &Numbering,
        is_p: &[u64],
        runner: &mut Runner<'_>,
        walker: &mut Runner<'_>,
    ) -> Result<(Outcome, u32), ValueError> {
        let mut look = OptionCounter {
            piles,
            numbering,
            is_p,
            target: piles.to_vec(),
            sorted: Vec::new(),
            options: 0,
            blocking: self.blocking,
            lost: Vec::new(),
        };
        let winning = runner.instances(piles, &mut |instance| {
            walker.walk(
                instance,
                &[],
                piles.iter().map(|pile| (0, i64::from(*pile))),
                &mut look,
            )
        })?;
        let terminal = look.options == 0;
        let next_wins = winning || (terminal && self.play == Play::Misere);
        Ok((
            if next_wins { Outcome::N } else { Outcome::P },
            look.options,
        ))
    }
}

/// Looks at options until enough are P.
struct OptionCounter<'a> {
    piles: &'a [u32],
    numbering: &'a Numbering,
    is_p: &'a [u64],
    target: Vec<u32>,
    sorted: Vec<u32>,
    options: u32,
    blocking: usize,
    /// The options that are P, by their numbers.
    lost: Vec<usize>,
}

impl RowVisitor for OptionCounter<'_> {
    const STRIPS: bool = false;

    fn row(&mut self, slots: &[i64], pieces: &Pieces) -> bool {
        let piles = self.piles.len();
        for (place, value) in self.target.iter_mut().zip(&slots[piles..2 * piles]) {
            *place = narrow::pile(*value);
        }
        for last in pieces.iter().flat_map(|(low, high)| *low..=*high) {
            self.target[piles - 1] = narrow::pile(last);
            if self.target == self.piles {
                continue;
            }
            self.options = self.options.saturating_add(1);
            let number = if self.numbering.order == PileOrder::Ordered {
                self.numbering.number(&self.target)
            } else {
                self.sorted.clone_from(&self.target);
                self.numbering.order.sort(&mut self.sorted);
                self.numbering.number(&self.sorted)
            };
            if self.is_p[number / 64] >> (number % 64) & 1 == 1 && !self.lost.contains(&number) {
                self.lost.push(number);
                if self.lost.len() > self.blocking {
                    return true;
                }
            }
        }
        false
    }
}

/// All positions of a game whose piles (or occupied squares, if their number varies) are at most `max`, in an order
/// in which every move leads to an earlier one: by the sum of the piles.
pub fn board(rules: &dyn Ruleset, max: u32) -> Vec<Position> {
    let mut positions = match rules.pile_names() {
        Some(names) => vectors(rules, names.len(), max),
        None => squares(rules, max),
    };
    positions.sort_by_cached_key(|position| {
        position
            .piles()
            .iter()
            .fold(Natural::from(0u32), |sum, pile| sum + pile)
    });
    positions
}

fn vectors(rules: &dyn Ruleset, piles: usize, max: u32) -> Vec<Position> {
    let mut vector = vec![0u32; piles];
    let mut positions = Vec::new();
    loop {
        let given: Vec<Natural> = vector.iter().map(|pile| Natural::from(*pile)).collect();
        positions.extend(
            rules
                .position(given.clone())
                .ok()
                .filter(|position| position.piles() == given),
        );
        if !advance(&mut vector, max, PileOrder::Ordered) {
            return positions;
        }
    }
}

fn squares(rules: &dyn Ruleset, max: u32) -> Vec<Position> {
    let sets = 0u64..1 << max.min(40);
    let occupied = |set: u64| {
        (1..=max)
            .filter(move |square| set.checked_shr(square - 1).is_some_and(|set| set & 1 == 1))
            .map(Natural::from)
            .collect()
    };
    sets.filter_map(|set| rules.position(occupied(set)).ok())
        .collect()
}

/// What a search through the positions of a ruleset found.
#[derive(Clone, Debug)]
pub struct Searched<T> {
    /// The answers for the first positions of the board; for all of them, unless the search was stopped.
    pub answers: Vec<T>,
    /// Why it ended early.
    pub stopped: Option<Stopped>,
}

/// The outcomes of the positions of a board, which must have all options of its positions before them.
pub fn ruleset_outcomes(
    rules: &dyn Ruleset,
    board: &[Position],
    play: Play,
    watch: &dyn Watch,
) -> Result<Searched<Outcome>, RulesError> {
    search(
        board,
        watch,
        |position, known: &FxHashMap<&Position, Outcome>| {
            let (mut winning, mut lost, mut terminal) = (false, 0, true);
            let _ = rules.for_each_move(position, watch, &mut |option| {
                terminal = false;
                lost += u32::from(known.get(&option.to) == Some(&Outcome::P));
                winning = lost > rules.blocking();
                if winning {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })?;
            let next_wins = winning || (terminal && play == Play::Misere);
            Ok(if next_wins { Outcome::N } else { Outcome::P })
        },
    )
}

/// The nim-values of the positions of a board, which must have all options of its positions before them.
pub fn ruleset_nim_values(
    rules: &dyn Ruleset,
    board: &[Position],
    watch: &dyn Watch,
) -> Result<Searched<NimValue>, RulesError> {
    search(
        board,
        watch,
        |position, known: &FxHashMap<&Position, NimValue>| {
            let mut options = Vec::new();
            let _ = rules.for_each_move(position, watch, &mut |option| {
                options.extend(known.get(&option.to).cloned());
                ControlFlow::Continue(())
            })?;
            Ok(mex(options))
        },
    )
}

fn search<'a, T: Clone>(
    board: &'a [Position],
    watch: &dyn Watch,
    mut answer: impl FnMut(&Position, &FxHashMap<&'a Position, T>) -> Result<T, RulesError>,
) -> Result<Searched<T>, RulesError> {
    let mut known = FxHashMap::default();
    let mut answers = Vec::with_capacity(board.len());
    for position in board {
        let found = watch
            .check()
            .map_err(RulesError::from)
            .and_then(|()| answer(position, &known));
        match found {
            Ok(found) => {
                known.insert(position, found.clone());
                answers.push(found);
            }
            Err(RulesError::Stopped(stopped)) => {
                return Ok(Searched {
                    answers,
                    stopped: Some(stopped),
                });
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Searched {
        answers,
        stopped: None,
    })
}
