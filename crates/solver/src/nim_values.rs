//! The nim-value of every position of a region.
//!
//! Positions are visited in lexicographic order, so that all options of a position are valued before it. The
//! options along families of moves are known as sets that grow with the board; the others are listed by loops with
//! tight bounds, a range of the last pile at a time.
//!
//! ```
//! use rules::nim_value::NimValue;
//! use solver::nim_values;
//!
//! let wythoff = "game wythoff \"Wythoff's game\"
//! piles x, y
//! move I: exactly 1 of x, y changes
//! move II: x' < x and x - x' = y - y'";
//! let wythoff = lang::load(wythoff, "wythoff.game", &[]).expect("a correct file");
//! let values = nim_values(&wythoff, 10, &logic::Unwatched).expect("small numbers");
//! assert_eq!(values.value(&[1, 2]), Some(NimValue::ZERO));
//! assert_eq!(values.value(&[3, 3]), Some(NimValue::from(6)));
//! ```

use logic::watch::{Stopped, Watch};

use super::checkpoint::{Checkpoint, Journal};
use super::compile::{KnownSide, Loops};
use super::limits::fits;
use super::region::{Numbering, Reached, Region, advance};
use super::value_table::{TableFiller, counts_steps};
use super::{NO_NIM_VALUES, SolveError, admitted, settled};
use rules::domain::PositionDomain;
use rules::nim_value::NimValue;
use rules::spec::Spec;

/// The nim-values of a region, in normal play.
#[derive(Clone, Debug)]
pub struct NimValues {
    /// Where the positions lie.
    pub region: Region,
    /// Why the search ended before the whole region was looked at.
    pub stopped: Option<Stopped>,
    numbering: Option<Numbering>,
    values: Vec<u32>,
}

/// The nim-values of all positions with every pile at most `max`, from the rules alone.
///
/// A limit of the watch is an answer: then the region says how far the search got.
pub fn nim_values(spec: &Spec, max: u32, watch: &dyn Watch) -> Result<NimValues, SolveError> {
    first_nim_values(spec, max, max, watch)
}

/// The same with a checkpoint: what an earlier run has kept there is continued, and what is found is kept.
///
/// # Errors
/// Also if what is kept there cannot be continued.
pub fn nim_values_kept(
    spec: &Spec,
    max: u32,
    checkpoint: &dyn Checkpoint,
    watch: &dyn Watch,
) -> Result<NimValues, SolveError> {
    let region = admitted(spec, max)?;
    let journal = &mut Journal::new(Some(checkpoint));
    valued(spec, region, max, true, journal, watch)
}

/// The same only for the positions whose first pile (the smallest, if the piles are sorted) is at most `first`.
pub fn first_nim_values(
    spec: &Spec,
    max: u32,
    first: u32,
    watch: &dyn Watch,
) -> Result<NimValues, SolveError> {
    let region = admitted(spec, max)?;
    valued(spec, region, first, true, &mut Journal::new(None), watch)
}

/// The nim-values of the heaps of a game in which numbers are taken by their residues ("any number that 3 does not divide"), if it is
/// one: marking the sources of each P-position would look at every larger heap again.
pub(super) fn of_counted_heaps(
    spec: &Spec,
    max: u32,
    journal: &mut Journal<'_>,
    watch: &dyn Watch,
) -> Result<Option<NimValues>, SolveError> {
    if spec.dimension() != 1 || spec.domain.is_some() {
        return Ok(None);
    }
    let Ok(loops) = Loops::of_moves(spec, max, KnownSide::Source) else {
        return Ok(None);
    };
    match counts_steps(&loops, max) {
        true => {
            let region = admitted(spec, max)?;
            valued(spec, region, max, true, journal, watch).map(Some)
        }
        false => Ok(None),
    }
}

/// The value of what is no position.
pub(super) const NOT_A_POSITION: u32 = u32::MAX;

/// With or without the sets of families.
pub(super) fn valued(
    spec: &Spec,
    mut region: Region,
    first: u32,
    use_sums: bool,
    journal: &mut Journal<'_>,
    watch: &dyn Watch,
) -> Result<NimValues, SolveError> {
    if spec.blocking > 0 {
        return Err(SolveError::Blocking {
            game: spec.name.clone(),
            what: NO_NIM_VALUES,
        });
    }
    let failed = |error| SolveError::Value {
        game: spec.name.clone(),
        error,
    };
    let numbering = Numbering::new(&region, first);
    let needed = numbering.as_ref().map_or(u64::MAX, |(_, count)| 4 * count);
    let affordable = match &numbering {
        Some(_) => fits(watch, needed),
        None => Err(Stopped::Memory {
            needed,
            allowed: watch.memory_limit().unwrap_or(4 << 40),
        }),
    };
    let (Some(numbering), Ok(())) = (numbering, affordable) else {
        region.reached = Reached::Nothing;
        return Ok(NimValues {
            region,
            stopped: affordable.err(),
            numbering: None,
            values: Vec::new(),
        });
    };
    let loops = Loops::of_moves(spec, region.max, KnownSide::Source).map_err(failed)?;
    let mut table = TableFiller::new(region, numbering, first, &loops, use_sums, watch);
    table.domain = Some(PositionDomain::of(spec)).filter(|_| spec.domain.is_some());
    let stopped = settled(spec, table.run(journal))?;
    if stopped.is_some() || first < region.max {
        region.reached = table.finished.map_or(Reached::Nothing, Reached::FirstPile);
    }
    Ok(NimValues {
        region,
        stopped,
        numbering: Some(table.numbering),
        values: table.values,
    })
}

impl NimValues {
    /// The nim-value of a position, in order as far as its piles are sorted; none outside the part that was looked at.
    pub fn value(&self, piles: &[u32]) -> Option<NimValue> {
        self.heap(piles).map(|heap| NimValue::from(u64::from(heap)))
    }

    /// The size of the Nim heap with the nim-value of a position, in order as far as its piles are
    /// sorted; none outside the part that was looked at.
    pub fn heap(&self, piles: &[u32]) -> Option<u32> {
        if !self.region.contains(piles) || !self.region.order.is_kept_by(piles) {
            return None;
        }
        let number = self.numbering.as_ref()?.number(piles);
        let value = self.values.get(number).copied();
        value.filter(|value| *value != NOT_A_POSITION)
    }

    /// Visits all positions that were looked at in lexicographic order, with their values as heaps,
    /// until there is an error.
    pub fn try_for_each<E>(
        &self,
        mut visit: impl FnMut(&[u32], u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut piles = vec![0; self.region.dimension];
        let Some(numbering) = &self.numbering else {
            return Ok(());
        };
        while self.region.contains(&piles) {
            let value = self.values.get(numbering.number(&piles)).copied();
            if let Some(value) = value.filter(|value| *value != NOT_A_POSITION) {
                visit(&piles, value)?;
            }
            if !advance(&mut piles, self.region.max, self.region.order) {
                break;
            }
        }
        Ok(())
    }

    /// Visits all positions that were looked at in lexicographic order, with their values.
    pub fn for_each(&self, mut visit: impl FnMut(&[u32], NimValue)) {
        let Ok(()) = self.try_for_each(|piles, value| {
            visit(piles, NimValue::from(u64::from(value)));
            Ok::<(), std::convert::Infallible>(())
        });
    }
}
