//! Every move of every position of a region, with the piles after it as the rules name them.

use logic::watch::{Stopped, Watch};

use super::compile::walk::{Pieces, RowVisitor};
use super::compile::{Given, Loops};
use super::limits::Ticker;
use super::region::advance;
use super::{Halt, SolveError, admitted, settled};
use crate::domain::Domain;
use crate::narrow;
use crate::spec::Spec;

/// Takes a position and the piles after each of its moves.
pub type Visit<'v> = &'v mut dyn FnMut(&[u32], &[u32]) -> Result<(), Stopped>;

/// Visits the positions with every pile at most `max` in lexicographic order, each with all its moves: the piles after
/// them before any sorting, one after the other in one list. A move may come more than once.
///
/// # Errors
/// If a formula of the rules has no value that the solver can use. A limit is an answer: then not all were visited.
pub fn for_each_options(
    spec: &Spec,
    max: u32,
    watch: &dyn Watch,
    visit: Visit<'_>,
) -> Result<Option<Stopped>, SolveError> {
    let region = admitted(spec, max)?;
    let loops = Loops::of_moves(spec, max, Given::Source).map_err(|error| SolveError::Value {
        game: spec.name.clone(),
        error,
    })?;
    let mut visit_all = || -> Result<(), Halt> {
        let (mut runner, mut walker) = (loops.runner(watch), loops.runner(watch));
        let mut piles = vec![0; region.dimension];
        let mut ticker = Ticker::new(watch);
        let mut domain = Domain::of(spec);
        loop {
            while !domain.has(&piles) {
                ticker.step(1)?;
                if !advance(&mut piles, max, region.order) {
                    return Ok(());
                }
            }
            let mut list = List {
                piles: &piles,
                targets: Vec::new(),
            };
            runner.instances(&piles, &mut |instance| {
                let ranges = piles.iter().map(|pile| (0, i64::from(*pile)));
                walker.walk(instance, &[], ranges, &mut list)
            })?;
            let targets = list.targets;
            ticker.step(
                u32::try_from(targets.len())
                    .unwrap_or(u32::MAX)
                    .saturating_add(1),
            )?;
            visit(&piles, &targets)?;
            if !advance(&mut piles, max, region.order) {
                return Ok(());
            }
        }
    };
    settled(spec, visit_all())
}

struct List<'a> {
    piles: &'a [u32],
    targets: Vec<u32>,
}

impl RowVisitor for List<'_> {
    const STRIPS: bool = false;

    fn row(&mut self, slots: &[i64], pieces: &Pieces) -> bool {
        let count = self.piles.len();
        for last in pieces.iter().flat_map(|(low, high)| *low..=*high) {
            let start = self.targets.len();
            self.targets.extend(
                slots[count..2 * count - 1]
                    .iter()
                    .map(|pile| narrow::pile(*pile)),
            );
            self.targets.push(narrow::pile(last));
            if self.targets[start..] == *self.piles {
                self.targets.truncate(start);
            }
        }
        false
    }
}
