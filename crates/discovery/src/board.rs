//! What brute force shows: the P-positions of a board, as rows.
//!
//! Where the order of the piles does not matter, by the rules or as it turns out, each position stands for all its arrangements, and
//! its row is sorted. Rows follow each other in lexicographic order.

use std::collections::BTreeSet;

use logic::watch::{Stopped, Watch};
use rules::outcome::{Outcome, Play};
use rules::spec::{PileOrder, Spec};
use solver::{PPositions, SolveError};
use thiserror::Error;

/// The P-positions with every pile at most some number.
#[derive(Clone, Debug)]
pub struct Board {
    /// The largest pile.
    pub max: u32,
    /// Who wins at the end.
    pub play: Play,
    /// Is every arrangement of a P-position a P-position, although each pile has its place?
    pub symmetric: bool,
    /// The P-positions; sorted ones alone, where the order of the piles does not matter.
    pub rows: Vec<Vec<i64>>,
    solved: PPositions,
}

/// Why there is no board.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BoardError {
    /// The game cannot be solved by brute force.
    #[error("{0}")]
    Solve(#[from] SolveError),
    /// The work was stopped.
    #[error("{0}")]
    Stopped(#[from] Stopped),
}

impl Board {
    /// Solves a game from its rules.
    ///
    /// # Errors
    /// If that is not possible, or the watch stops the work.
    pub fn solve(spec: &Spec, max: u32, play: Play, watch: &dyn Watch) -> Result<Self, BoardError> {
        let solved = solver::outcomes(spec, max, play, watch)?;
        if let Some(stopped) = solved.stopped {
            return Err(stopped.into());
        }
        let placed = spec.piles.order == PileOrder::Ordered && spec.dimension() > 1;
        let symmetric = placed && symmetric(&solved);
        let rows = solved
            .iter()
            .filter(|piles| !symmetric || piles.is_sorted());
        let rows = rows.map(|piles| piles.iter().copied().map(i64::from).collect());
        Ok(Self {
            max,
            play,
            symmetric,
            rows: rows.collect(),
            solved,
        })
    }

    /// How many piles a position has.
    pub fn dimension(&self) -> usize {
        self.solved.region.dimension
    }

    /// Is this a P-position? Nothing beyond the board.
    pub fn is_p(&self, piles: &[u32]) -> Option<bool> {
        self.solved
            .outcome(piles)
            .map(|outcome| outcome == Outcome::P)
    }

    /// All P-positions, in lexicographic order.
    pub fn p_positions(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.solved.iter()
    }

    /// Are exactly these rows the P-positions?
    pub fn has_rows(&self, rows: &BTreeSet<Vec<i64>>) -> bool {
        self.rows.len() == rows.len() && self.rows.iter().all(|row| rows.contains(row))
    }

    /// The columns of the rows.
    pub fn columns(&self) -> Vec<Vec<i64>> {
        transposed(&self.rows, self.dimension())
    }
}

/// The columns of some rows.
pub(crate) fn transposed(rows: &[Vec<i64>], columns: usize) -> Vec<Vec<i64>> {
    let column = |place: usize| rows.iter().map(|row| row[place]).collect();
    (0..columns).map(column).collect()
}

/// Is every neighbouring exchange of two piles of a P-position a P-position?
fn symmetric(solved: &PPositions) -> bool {
    solved.iter().all(|piles| {
        (1..piles.len()).all(|place| {
            let mut other = piles.to_vec();
            other.swap(place - 1, place);
            solved.outcome(&other) == Some(Outcome::P)
        })
    })
}

/// The board that is solved within a few seconds: so large a pile, for so many piles.
pub fn usual_max(spec: &Spec) -> u32 {
    let sizes: [u32; 5] = [10_000, 1_500, 240, 70, 24];
    let usual = sizes.get(spec.dimension().saturating_sub(1)).copied();
    // The options of a position have to be counted where some are forbidden.
    let usual = usual.unwrap_or(12);
    if spec.blocking > 0 { usual / 4 } else { usual }
}
