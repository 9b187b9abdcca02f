//! Outcome, winning move and nim-value of one position, by search from the rules alone.
//!
//! A position is N if some option is P, and P if none is; in misère play a position without options is N. Where the opponent may
//! forbid K options, a position is N if more than K options are P.
//! The nim-value is the mex of the options' nim-values. Positions met on the way are remembered. Nothing
//! is known about the game but its moves, so this is for small positions; where time or memory
//! runs out, the answer is the limit that was reached.
//!
//! The search keeps its own stack, since a play can be as long as the sum of the piles.

use std::ops::ControlFlow;

use logic::watch::{Progress, Stopped, Watch};
use numeration::natural::SignificantBits;
use rustc_hash::FxHashMap;

use rules::nim_value::{NimValue, mex};
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::{Move, RulesError, Ruleset};

/// A game being searched, with everything found so far.
pub struct PositionSearch<'r> {
    ruleset: &'r dyn Ruleset,
    play: Play,
    found: SearchMemo,
}

/// What a search has found. It belongs to one game and one way to play, and another search can go on from it.
#[derive(Debug, Default)]
pub struct SearchMemo {
    outcomes: FxHashMap<Position, Outcome>,
    nim_values: FxHashMap<Position, NimValue>,
    bytes: u64,
}

impl SearchMemo {
    /// How much it is.
    pub fn len(&self) -> usize {
        self.outcomes.len() + self.nim_values.len()
    }

    /// Is it nothing?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Who wins, and how if it is the next player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Who wins.
    pub outcome: Outcome,
    /// The first move to a P-position. None at a P-position, and none at the end of a misère game, which
    /// the next player wins without moving.
    pub winning_move: Option<Move>,
}

/// The memory allowed where the watch names no limit.
const DEFAULT_MEMORY: u64 = 2 << 30;
/// The bytes of one remembered position besides its piles, about.
const BYTES_A_POSITION: u64 = 96;

impl<'r> PositionSearch<'r> {
    /// A search in a game, in normal or misère play, that knows nothing yet.
    pub fn new(ruleset: &'r dyn Ruleset, play: Play) -> Self {
        Self::going_on(ruleset, play, SearchMemo::default())
    }

    /// A search that knows what another one has found in the same game and the same way to play.
    pub fn going_on(ruleset: &'r dyn Ruleset, play: Play, found: SearchMemo) -> Self {
        Self {
            ruleset,
            play,
            found,
        }
    }

    /// What it has found.
    pub fn into_found(self) -> SearchMemo {
        self.found
    }

    /// Who wins from a position.
    pub fn outcome(
        &mut self,
        position: &Position,
        watch: &dyn Watch,
    ) -> Result<Outcome, RulesError> {
        let at_the_end = match self.play {
            Play::Normal => Outcome::P,
            Play::Misere => Outcome::N,
        };
        let blocking = self.ruleset.blocking() as usize;
        let decide = |options: &[Outcome], complete: bool| match options {
            [.., Outcome::P] if is_won(options, blocking) => Some(Outcome::N),
            [] if complete => Some(at_the_end),
            _ => complete.then_some(Outcome::P),
        };
        let mut depth_first = DepthFirst {
            ruleset: self.ruleset,
            watch,
            known: &mut self.found.outcomes,
            bytes: &mut self.found.bytes,
            decide: &decide,
        };
        depth_first.value(position)
    }

    /// Who wins from a position, and a winning move if the next player does.
    pub fn solve(
        &mut self,
        position: &Position,
        watch: &dyn Watch,
    ) -> Result<Solution, RulesError> {
        let outcome = self.outcome(position, watch)?;
        let mut winning_move = None;
        if outcome == Outcome::N {
            self.for_each_winning_move(position, watch, &mut |option| {
                winning_move = Some(option);
                ControlFlow::Break(())
            })?;
        }
        Ok(Solution {
            outcome,
            winning_move,
        })
    }

    /// All moves to P-positions, in the order of the rules.
    pub fn winning_moves(
        &mut self,
        position: &Position,
        watch: &dyn Watch,
    ) -> Result<Vec<Move>, RulesError> {
        let mut moves = Vec::new();
        self.for_each_winning_move(position, watch, &mut |option| {
            moves.push(option);
            ControlFlow::Continue(())
        })?;
        Ok(moves)
    }

    /// The nim-value of a position; nim-values belong to normal play, whatever this search is for.
    pub fn nim_value(
        &mut self,
        position: &Position,
        watch: &dyn Watch,
    ) -> Result<NimValue, RulesError> {
        let decide =
            |options: &[NimValue], complete: bool| complete.then(|| mex(options.iter().cloned()));
        let mut depth_first = DepthFirst {
            ruleset: self.ruleset,
            watch,
            known: &mut self.found.nim_values,
            bytes: &mut self.found.bytes,
            decide: &decide,
        };
        depth_first.value(position)
    }

    fn for_each_winning_move(
        &mut self,
        position: &Position,
        watch: &dyn Watch,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<(), RulesError> {
        let mut trouble = None;
        let _stopped = self
            .ruleset
            .for_each_move(
                position,
                watch,
                &mut |option| match self.outcome(&option.to, watch) {
                    Ok(Outcome::P) => visit(option),
                    Ok(Outcome::N) => ControlFlow::Continue(()),
                    Err(error) => {
                        trouble = Some(error);
                        ControlFlow::Break(())
                    }
                },
            )?;
        trouble.map_or(Ok(()), Err)
    }
}

/// Are more options P than may be forbidden?
fn is_won(options: &[Outcome], blocking: usize) -> bool {
    let lost = options.iter().filter(|outcome| **outcome == Outcome::P);
    blocking == 0 || lost.count() > blocking
}

/// The value of a position from the values of its options so far; the flag says whether these are all.
/// None if it is not decided yet, which it is when they are all.
type Decide<'a, V> = &'a dyn Fn(&[V], bool) -> Option<V>;

struct DepthFirst<'a, V> {
    ruleset: &'a dyn Ruleset,
    watch: &'a dyn Watch,
    known: &'a mut FxHashMap<Position, V>,
    bytes: &'a mut u64,
    decide: Decide<'a, V>,
}

/// A position whose options are being looked at.
struct SearchFrame<V> {
    position: Position,
    values: Vec<V>,
    waiting: Vec<Position>,
}

impl<V: Clone> DepthFirst<'_, V> {
    fn value(&mut self, position: &Position) -> Result<V, RulesError> {
        let mut stack: Vec<SearchFrame<V>> = Vec::new();
        let value = self.value_with(&mut stack, position);
        // What a stopped search had still to look at is let go; what it found stays.
        let waiting = stack.iter().flat_map(|frame| &frame.waiting);
        *self.bytes -= waiting.map(size).sum::<u64>();
        value
    }

    fn value_with(
        &mut self,
        stack: &mut Vec<SearchFrame<V>>,
        position: &Position,
    ) -> Result<V, RulesError> {
        let mut entered = Some(position.clone());
        loop {
            if let Some(position) = entered.take() {
                match self.known.get(&position) {
                    Some(value) => match stack.last_mut() {
                        Some(frame) => frame.values.push(value.clone()),
                        None => return Ok(value.clone()),
                    },
                    None => stack.push(self.frame(position)?),
                }
            }
            let frame = stack.last_mut().expect("the first position is still there");
            let decided = (self.decide)(&frame.values, frame.waiting.is_empty());
            match decided {
                Some(value) => {
                    let frame = stack.pop().expect("it is the one just looked at");
                    *self.bytes -= frame.waiting.iter().map(size).sum::<u64>();
                    self.remember(&frame.position, value)?;
                    entered = Some(frame.position);
                }
                None => {
                    let next = frame
                        .waiting
                        .pop()
                        .expect("without options left it is decided");
                    *self.bytes -= size(&next);
                    entered = Some(next);
                }
            }
        }
    }

    /// The options: the values of those known, and the others, the first one on top.
    fn frame(&mut self, position: Position) -> Result<SearchFrame<V>, RulesError> {
        let mut frame = SearchFrame {
            position,
            values: Vec::new(),
            waiting: Vec::new(),
        };
        let mut trouble = None;
        let visited = self
            .ruleset
            .for_each_move(&frame.position, self.watch, &mut |option| {
                match self.known.get(&option.to) {
                    Some(value) => frame.values.push(value.clone()),
                    None => {
                        *self.bytes += size(&option.to);
                        frame.waiting.push(option.to);
                        trouble = within_memory(*self.bytes, self.watch).err();
                    }
                }
                let decided = (self.decide)(&frame.values, false).is_some();
                if decided || trouble.is_some() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        let trouble = trouble.map_or(visited.map(drop), |stopped| Err(stopped.into()));
        if trouble.is_err() {
            *self.bytes -= frame.waiting.iter().map(size).sum::<u64>();
        }
        trouble?;
        frame.waiting.reverse();
        Ok(frame)
    }

    fn remember(&mut self, position: &Position, value: V) -> Result<(), RulesError> {
        *self.bytes += size(position);
        self.known.insert(position.clone(), value);
        within_memory(*self.bytes, self.watch)?;
        if self.known.len().is_multiple_of(1024) {
            self.watch.check()?;
            let done = self.known.len() as u64;
            self.watch.progress(Progress {
                step: "positions searched",
                done,
                total: None,
            });
        }
        Ok(())
    }
}

fn within_memory(needed: u64, watch: &dyn Watch) -> Result<(), Stopped> {
    let allowed = watch.memory_limit().unwrap_or(DEFAULT_MEMORY);
    if needed > allowed {
        Err(Stopped::Memory { needed, allowed })
    } else {
        Ok(())
    }
}

/// The bytes of a remembered position, about.
fn size(position: &Position) -> u64 {
    let pile = |pile: &numeration::natural::Natural| 24 + pile.significant_bits() / 8;
    BYTES_A_POSITION + position.piles().iter().map(pile).sum::<u64>()
}
