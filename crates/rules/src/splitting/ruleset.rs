//! A [`SplittingSpec`] as a game: its positions, and its moves.

use std::ops::ControlFlow;
use std::sync::Arc;

use logic::watch::Watch;
use numeration::natural::Natural;

use super::legality;
use super::spec::SplittingSpec;
use crate::position::Position;
use crate::ruleset::{Legality, Move, PositionError, RulesError, Ruleset};

impl Ruleset for SplittingSpec {
    fn name(&self) -> &str {
        &self.heap.name
    }

    fn pile_names(&self) -> Option<&[Arc<str>]> {
        None
    }

    /// Any heaps are a position; empty ones are left out, and the others put in order.
    fn position(&self, piles: Vec<Natural>) -> Result<Position, PositionError> {
        let mut heaps: Vec<Natural> = piles.into_iter().filter(|heap| *heap != 0u32).collect();
        heaps.sort_unstable();
        Ok(Position::unchecked(heaps))
    }

    fn has(&self, position: &Position) -> bool {
        let heaps = position.piles();
        heaps.is_sorted() && heaps.first().is_none_or(|smallest| *smallest != 0u32)
    }

    fn legal(
        &self,
        from: &Position,
        to: &Position,
        watch: &dyn Watch,
    ) -> Result<Legality, RulesError> {
        legality::legal(self, from, to, watch)
    }

    /// The moves of the smallest heap first. Heaps of different sizes never become the same position: the larger one is gone
    /// after its own move only.
    fn for_each_move(
        &self,
        from: &Position,
        watch: &dyn Watch,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, RulesError> {
        let heaps = from.piles();
        for (index, heap) in heaps.iter().enumerate() {
            if index > 0 && heaps[index - 1] == *heap {
                continue;
            }
            let flow = self.for_each_split(heap, watch, &mut |split| {
                let others = heaps[..index].iter().chain(&heaps[index + 1..]);
                let mut after: Vec<Natural> = others.chain(&split.parts).cloned().collect();
                after.sort_unstable();
                visit(Move {
                    to: Position::unchecked(after),
                    kinds: split.kinds,
                })
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
