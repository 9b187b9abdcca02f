//! A solved board as arrays.

use lab::{LabError, Period, Position, SolveAnswer, SolveResult, Stopped, Watch};
use serde::Serialize;

use crate::array::{Array, ArrayData};

/// What brute force found: its arrays, and what is told beside them.
pub(crate) struct BoardArrays {
    pub(crate) told: BoardSummary,
    /// The positions; none if the number of piles varies.
    pub(crate) positions: Option<Array>,
    /// Their nim-values, if they were asked for.
    pub(crate) values: Option<Array>,
}

/// What is told beside the arrays.
#[derive(Serialize)]
pub(crate) struct BoardSummary {
    game: String,
    piles: Option<Vec<String>>,
    max: u64,
    complete: bool,
    evidence: String,
    period: Option<Period>,
    /// The positions of a game whose number of piles varies.
    ragged: Option<Vec<Position>>,
}

impl BoardArrays {
    /// The arrays of an answer; those of P-positions are its own memory. A limit with nothing to show is an error.
    pub(crate) fn of(answer: SolveAnswer, watch: &dyn Watch) -> Result<Self, LabError> {
        let stopped = answer.stopped;
        let mut told = BoardSummary {
            game: answer.game,
            piles: answer.piles,
            max: u64::try_from(&answer.max).unwrap_or(u64::MAX),
            complete: stopped.is_none(),
            evidence: answer.evidence.to_string(),
            period: answer.period,
            ragged: None,
        };
        let (positions, values) = match answer.found {
            SolveResult::PPositions(found) => {
                let (rows, piles) = (found.len(), found.region.dimension);
                let positions = Array::table(ArrayData::Short(found.into_piles()), rows, piles);
                (Some(positions), None)
            }
            found @ SolveResult::LoggedPositions(_) => {
                let piles = told.piles.as_ref().map_or(1, Vec::len);
                let (positions, values) = valued(&found, watch)?;
                let positions = Array::table(ArrayData::Short(positions), values.rows(), piles);
                (Some(positions), None)
            }
            SolveResult::NimValues(found) => {
                let piles = found.region.dimension;
                let (positions, values) = valued(&SolveResult::NimValues(found), watch)?;
                let positions = Array::table(ArrayData::Short(positions), values.rows(), piles);
                (Some(positions), Some(values))
            }
            SolveResult::Positions(found) => {
                told.ragged = Some(found);
                (None, None)
            }
            found @ (SolveResult::Values(_) | SolveResult::Heaps(_)) => {
                let mut ragged = Vec::new();
                found.try_for_each(|piles, _| {
                    ragged.push(Position::unchecked(piles.to_vec()));
                    Ok::<_, LabError>(())
                })?;
                told.ragged = Some(ragged);
                (None, Some(valued(&found, watch)?.1))
            }
        };
        let shown = positions.as_ref().or(values.as_ref()).map(Array::rows);
        let shown = shown.or(told.ragged.as_ref().map(Vec::len));
        match stopped {
            Some(stopped) if shown == Some(0) => Err(stopped.into()),
            _ => Ok(Self {
                told,
                positions,
                values,
            }),
        }
    }
}

/// The positions one after the other, and their values.
fn valued(found: &SolveResult, watch: &dyn Watch) -> Result<(Vec<u32>, Array), LabError> {
    let (mut positions, mut values) = (Vec::new(), Vec::new());
    let allowed = watch.memory_limit().unwrap_or(u64::MAX);
    found.try_for_each(|piles, value| {
        let held = 4 * positions.len() + 8 * values.len();
        let needed = u64::try_from(held).unwrap_or(u64::MAX);
        if needed > allowed {
            return Err(LabError::Stopped(Stopped::Memory { needed, allowed }));
        }
        for pile in piles {
            positions.push(u32::try_from(pile).map_err(|_| too_large())?);
        }
        let value = value.unwrap_or_default();
        values.push(u64::try_from(value.heap()).map_err(|_| too_large())?);
        Ok(())
    })?;
    Ok((positions, Array::list(ArrayData::Long(values))))
}

fn too_large() -> LabError {
    LabError::Beyond("a number is too large for an array".to_owned())
}
