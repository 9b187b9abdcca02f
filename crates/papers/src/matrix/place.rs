//! Where a vector stands in a matrix, or why it does not: right shifts and halves (Proposition 17, Theorem 4).

use lab::LabError;
use numeration::counted::counted;
use numeration::natural::{Natural, One, Zero};

use super::{Matrix, MatrixAnswerBuilder, MatrixPlace, binary, code, ternary};
use crate::rat_matrix::{Dimension, RatMatrix, ShortcutMatrix};

impl MatrixAnswerBuilder<'_> {
    pub(super) fn locate(&mut self, matrix: Matrix, vector: Vec<Natural>) -> Result<(), LabError> {
        let wanted = self.d.get() as usize;
        if vector.len() != wanted {
            return Err(LabError::input(format!(
                "a row has {wanted} entries, and {} given; type {wanted} numbers separated by commas",
                counted(vector.len(), "is", "are")
            )));
        }
        self.answer.title = matrix.title(self.d);
        self.answer.place = Some(match matrix {
            Matrix::Rat => rat_place(self.d, vector),
            Matrix::Shortcut => shortcut_place(self.d, vector),
        });
        Ok(())
    }
}

fn rat_place(d: Dimension, vector: Vec<Natural>) -> Result<MatrixPlace, String> {
    let matrix = RatMatrix::new(d);
    let Some(number) = matrix.number_of(&vector) else {
        return Err(why_no_rat_vector(&matrix, &vector));
    };
    let before = number - Natural::ONE;
    let row = &before % d.rat_rows();
    Ok(MatrixPlace {
        code: binary(&matrix.code(&row)),
        copy: before / d.rat_rows(),
        row,
        vector,
    })
}

/// The first condition of Proposition 17 that fails.
fn why_no_rat_vector(matrix: &RatMatrix, vector: &[Natural]) -> String {
    let shift = |x: &Natural| (x + Natural::ONE) >> 1u64;
    let wrong = (1..vector.len()).find(|&place| shift(&vector[place]) != vector[place - 1]);
    match (wrong, matrix.right_shifts(vector)) {
        (Some(place), _) => format!(
            "the right shift of x_{} + 1 is {}, not x_{place} = {}",
            place + 1,
            shift(&vector[place]),
            vector[place - 1]
        ),
        (None, digits) => format!(
            "the digits dropped give the row {}, whose last entry has another remainder than x_{}",
            binary(&digits.unwrap_or_default()),
            vector.len()
        ),
    }
}

fn shortcut_place(d: Dimension, vector: Vec<Natural>) -> Result<MatrixPlace, String> {
    let matrix = ShortcutMatrix::new(d);
    let last = vector.last().cloned().unwrap_or(Natural::ZERO);
    if &last % d.modulus() != 0 {
        return Err(format!(
            "x_{} = {last} is not a multiple of 2^d - 1 = {}",
            d.get(),
            d.modulus()
        ));
    }
    let half_off = |place: usize| {
        let half = &vector[place] >> 1u64;
        vector[place - 1] != half && vector[place - 1] != &vector[place] - &half
    };
    if let Some(place) = (1..vector.len()).rev().find(|&place| half_off(place)) {
        return Err(format!(
            "x_{place} = {} is not half of x_{} = {}, rounded down or up",
            vector[place - 1],
            place + 1,
            vector[place]
        ));
    }
    if last == 0 {
        return Err("0 is a P-position, and so no proper shortcut".to_owned());
    }
    let copy = &last / d.saltus(d.get());
    let reduced: Vec<Natural> = vector
        .iter()
        .zip(d.columns())
        .map(|(entry, column)| entry - d.saltus(column) * &copy)
        .collect();
    let row = matrix
        .number_of(&reduced)
        .ok_or("it is no row of the shortcut matrix")?;
    Ok(MatrixPlace {
        code: ternary(&code(&matrix, &reduced)),
        vector,
        row,
        copy,
    })
}
