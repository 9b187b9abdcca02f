//! "Every other position moves into `S`": nothing remains.
//!
//! The remainder starts as all positions outside `S`. One disjunct at a time (kind of move × arrangement ×
//! family of targets × alternative), the positions from which it leads into `S` are taken away. That some
//! pile shrinks need not be asked: from outside `S`, a move into `S` changes something.

use automata::product::conjunction;
use automata::{Automaton, Track};
use logic::decide::DecideError;
use logic::lower::{Expression, Ir};
use numeration::natural::Natural;

use super::ClaimedSet;
use crate::disjunct::Disjunct;
use crate::frame::Frame;
use crate::remainder::Remainder;

/// A kind of move, an arrangement of the piles after it, and a family of targets, by their places in the lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MovePattern {
    pub(crate) rule: usize,
    pub(crate) order: Vec<usize>,
    pub(crate) family: usize,
}

/// A way to move into the set: when a move of this pattern leads to the member that some hidden numbers give.
pub(super) struct WayIn {
    pub(super) pattern: MovePattern,
    pub(super) hidden: Vec<Track>,
    pub(super) body: Ir,
}

impl WayIn {
    /// The alternatives of some ways.
    fn disjuncts(ways: &[Self]) -> Result<Vec<(Disjunct, MovePattern)>, DecideError> {
        let mut all = Vec::new();
        for way in ways {
            let body = Ir::exists(way.hidden.clone(), way.body.clone())?;
            let disjuncts = Disjunct::all(body)?.into_iter();
            all.extend(disjuncts.map(|disjunct| (disjunct, way.pattern.clone())));
        }
        Ok(all)
    }
}

/// With fewer piles no descent is looked for; from so many piles on it is looked for first, and with fewer ones when an automaton grows
/// larger than this.
const FEWEST_PILES: usize = 3;
const MANY_PILES: usize = 5;
const LARGE_REMAINDER: usize = 1_000_000;

impl ClaimedSet<'_> {
    /// All positions outside the claimed set; in misère play those with a move.
    pub(crate) fn outside(&self) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        let (positions, others) = (frame.positions()?, self.members.complement());
        let going_on = self.ends.as_ref().map(Automaton::complement);
        let parts: Vec<&Automaton> = [&positions, &others].into_iter().chain(&going_on).collect();
        frame.minimal(&conjunction(&parts, frame.gauge)?)
    }

    /// The positions outside the claimed set from which no move leads into it, and the ways that were used for the others,
    /// each once.
    ///
    /// With few piles the remainder is quick, and a descent is looked for when it is not; with many it is the other way round.
    pub(super) fn without_move(&self) -> Result<(Automaton, Vec<MovePattern>), DecideError> {
        let (gauge, dimension) = (self.frame.gauge, self.frame.dimension());
        let ways = self.ways_to_members()?;
        let by_remainder = || self.by_remainder(&ways);
        if dimension < FEWEST_PILES {
            return by_remainder();
        }
        if dimension < MANY_PILES
            && let Some(found) = gauge.attempt(LARGE_REMAINDER, by_remainder)?
        {
            return Ok(found);
        }
        match self.by_descent(&ways)? {
            Some(used) => Ok((self.none(), used)),
            None => by_remainder(),
        }
    }

    pub(super) fn by_remainder(
        &self,
        ways: &[WayIn],
    ) -> Result<(Automaton, Vec<MovePattern>), DecideError> {
        let mut used = Vec::new();
        let remainder = Remainder::new(self.frame, self.ordered_outside()?);
        let ways = WayIn::disjuncts(ways)?;
        let rest = remainder.without_noting(ways, &mut |way: &MovePattern| {
            if !used.contains(way) {
                used.push(way.clone());
            }
        })?;
        Ok((rest, self.with_exchanged(used)))
    }

    /// Those of the positions outside in which piles that may change places stand in order.
    fn ordered_outside(&self) -> Result<Automaton, DecideError> {
        let (frame, outside) = (self.frame, self.outside()?);
        if self.symmetry.piles.is_empty() {
            return Ok(outside);
        }
        let ordered = frame.compiler.compile(&self.symmetry.ordered(frame)?)?;
        frame.minimal(&conjunction(&[&outside, &ordered], frame.gauge)?)
    }

    /// The ways with those that they become when piles change places.
    fn with_exchanged(&self, mut ways: Vec<MovePattern>) -> Vec<MovePattern> {
        if !self.symmetry.piles.is_empty() {
            let mut all = self.patterns();
            let alike = |way: &MovePattern, other: &MovePattern| {
                self.symmetry.alike_rules(way.rule, other.rule)
                    && self.symmetry.alike_families(way.family, other.family)
            };
            all.retain(|way| !ways.contains(way) && ways.iter().any(|used| alike(used, way)));
            ways.extend(all);
        }
        ways
    }

    /// The same among the positions with no more tokens than this one.
    pub(crate) fn without_move_below(&self, piles: &[Natural]) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        let Some(tokens) = super::small_constant(&super::sum(piles)) else {
            return Ok(self.without_move()?.0);
        };
        let mut rest = Expression::constant(tokens);
        for pile in frame.befores() {
            rest = rest.plus(-1, &Expression::track(pile))?;
        }
        let small = frame.compiler.compile(&Ir::not_negative(rest))?;
        let outside = conjunction(&[&self.ordered_outside()?, &small], frame.gauge)?;
        let ways = WayIn::disjuncts(&self.ways_to_members()?)?;
        let ways = ways.into_iter().map(|(way, _)| way).collect();
        Remainder::new(frame, frame.minimal(&outside)?).without(ways)
    }

    /// The patterns of all ways to move into the set.
    pub(crate) fn patterns(&self) -> Vec<MovePattern> {
        let mut patterns = Vec::new();
        for family in 0..self.families.len() {
            for order in self.frame.arrangements() {
                for rule in 0..self.frame.spec.moves.len() {
                    patterns.push(MovePattern {
                        rule,
                        order: order.clone(),
                        family,
                    });
                }
            }
        }
        patterns
    }

    /// All ways to move into the set.
    pub(super) fn ways_to_members(&self) -> Result<Vec<WayIn>, DecideError> {
        let frame = self.frame;
        let before = Frame::on_tracks(&frame.befores());
        let mut ways = Vec::new();
        for (family, targets) in self.families.iter().enumerate() {
            for (order, after) in frame.arranged(&targets.tuple) {
                for (number, moves) in frame.spec.moves.iter().enumerate() {
                    let rule = frame
                        .compiler
                        .resolve(frame.rule(moves, &before, &after)?)?;
                    let pattern = MovePattern {
                        rule: number,
                        order: order.clone(),
                        family,
                    };
                    ways.push(WayIn {
                        pattern,
                        hidden: targets.hidden.clone(),
                        body: Ir::and(vec![targets.condition.clone(), rule]),
                    });
                }
            }
        }
        Ok(ways)
    }
}
