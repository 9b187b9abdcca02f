//! "Every other position moves into `S`": nothing remains.
//!
//! The remainder starts as all positions outside `S`. One disjunct at a time (kind of move × arrangement ×
//! family of targets × alternative), the positions from which it leads into `S` are taken away. That some
//! pile shrinks need not be asked: from outside `S`, a move into `S` changes something.

use automata::Automaton;
use automata::minimize::minimize;
use automata::product::conjunction;
use logic::decide::DecideError;
use logic::lower::Ir;

use super::Claimed;
use crate::disjunct::Disjunct;
use crate::frame::Frame;
use crate::remainder::Remainder;

/// A kind of move, an arrangement of the piles after it, and a family of targets, by their places in the lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) rule: usize,
    pub(crate) order: Vec<usize>,
    pub(crate) family: usize,
}

impl Claimed<'_> {
    /// All positions outside the claimed set.
    pub(crate) fn outside(&self) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        Ok(minimize(&conjunction(
            &[&frame.positions()?, &self.members.complement()],
            frame.gauge,
        )?))
    }

    /// The positions outside the claimed set from which no move leads into it. Every way that is used is noted,
    /// with the positions that were open before.
    pub(crate) fn without_move(
        &self,
        note: &mut dyn FnMut(&Way, &Automaton, &Disjunct) -> Result<(), DecideError>,
    ) -> Result<Automaton, DecideError> {
        Remainder::new(self.frame, self.outside()?).without_noting(self.ways_in()?, note)
    }

    /// All ways to move into the set.
    fn ways_in(&self) -> Result<Vec<(Disjunct, Way)>, DecideError> {
        let frame = self.frame;
        let before = Frame::on_tracks(&frame.befores());
        let mut ways = Vec::new();
        for (family, targets) in self.families.iter().enumerate() {
            for order in frame.arrangements() {
                let after: Vec<_> = order
                    .iter()
                    .map(|&place| targets.tuple[place].clone())
                    .collect();
                for (rule, moves) in frame.spec.moves.iter().enumerate() {
                    let body = Ir::and(vec![
                        targets.condition.clone(),
                        frame.rule(moves, &before, &after)?,
                    ]);
                    let way = Way {
                        rule,
                        order: order.clone(),
                        family,
                    };
                    let disjuncts = Disjunct::all(Ir::exists(targets.hidden.clone(), body)?)?;
                    ways.extend(
                        disjuncts
                            .into_iter()
                            .map(|disjunct| (disjunct, way.clone())),
                    );
                }
            }
        }
        Ok(ways)
    }
}
