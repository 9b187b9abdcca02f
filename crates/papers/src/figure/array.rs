//! The array A of the Frankenstein paper: its corner, and the columns of the first numbers.

use lab::{LabError, NumberArray, Picture, PlotAnswer};
use logic::watch::Watch;
use numeration::natural::Natural;
use numeration::system::SystemError;
use rules::citation::FRANKENSTEIN;
use rules::evidence::Evidence;

use crate::arrays::shift::ShiftArray;

/// More cells than this are not legible.
const MOST: usize = 40;

/// So many numbers are shown with their columns.
const NUMBERS: u32 = 60;

pub(super) fn draw(rows: usize, columns: usize, watch: &dyn Watch) -> Result<PlotAnswer, LabError> {
    if !(1..=MOST).contains(&rows) || !(1..=MOST).contains(&columns) {
        return Err(LabError::input(format!(
            "a picture of an array has 1 to {MOST} rows and columns"
        )));
    }
    let array = ShiftArray::frankenstein();
    let row = |n: usize| {
        watch.check()?;
        array.row(&Natural::from(n), columns).map_err(unknown)
    };
    let rows: Result<Vec<Vec<Natural>>, LabError> = (1..=rows).map(row).collect();
    let column = |n: u32| Ok(array.locate(&Natural::from(n)).map_err(unknown)?.column);
    let columns_of: Result<Vec<usize>, LabError> = (1..=NUMBERS).map(column).collect();
    Ok(PlotAnswer {
        title: "The array A of the Frankenstein game".to_owned(),
        note: "every positive integer stands at one place; below, each number has the colour of its column".to_owned(),
        evidence: Evidence::theorem(FRANKENSTEIN.at("Theorem 1")),
        picture: Picture::Array(NumberArray {
            first: 1,
            rows: rows?,
            columns_of: columns_of?,
        }),
        stopped: None,
    })
}

fn unknown(error: SystemError) -> LabError {
    LabError::Beyond(error.to_string())
}
