//! Figures of the papers as plain data: pictures of something that is no game.

mod array;
mod cost;
mod shortcuts;

use lab::{LabError, PlotAnswer, Request};
use logic::watch::Watch;

use crate::rat_matrix::{Dimension, RowOrder};

/// Which figure of the papers is to be drawn?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureRequest {
    /// The differences of consecutive ternary codes of the shortcut matrix: Figures 1–3 of the
    /// paper.
    Shortcuts {
        /// The number of piles.
        d: Dimension,
        /// How the rows are ordered.
        order: RowOrder,
        /// Leave out the negative differences, as Figures 2 and 3 do?
        non_negative: bool,
    },
    /// The array of the Frankenstein paper, and where the first numbers stand in it.
    Array {
        /// How many rows, without row 0.
        rows: usize,
        /// How many columns.
        columns: usize,
    },
    /// The cost of the strategies against the number of digits.
    Cost,
}

impl Request for FigureRequest {
    type Answer = PlotAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<PlotAnswer, LabError> {
        match self {
            Self::Shortcuts {
                d,
                order,
                non_negative,
            } => shortcuts::draw(*d, *order, *non_negative, watch),
            Self::Array { rows, columns } => array::draw(*rows, *columns, watch),
            Self::Cost => cost::draw(),
        }
    }
}
