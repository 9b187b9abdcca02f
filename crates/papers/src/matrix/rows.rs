//! The rows of both matrices, and the trees whose paths they are.

use lab::LabError;
use numeration::natural::{Natural, One, Zero};

use super::{
    Matrix, MatrixAnswerBuilder, MatrixCell, PROOFS, binary, code, numbered, proved_here, ternary,
    ternary_value, theorem,
};
use crate::rat_matrix::{RatMatrix, ShortcutMatrix, Tree, TreeNode};

impl MatrixAnswerBuilder<'_> {
    pub(super) fn rows(
        &mut self,
        matrix: Matrix,
        from: &Natural,
        rows: Option<usize>,
        copy: &Natural,
        codes: bool,
    ) -> Result<(), LabError> {
        let d = self.d;
        self.answer.title = matrix.title(d);
        self.answer.heads = std::iter::once("n".to_owned())
            .chain(d.columns().map(|column| format!("x_{column}")))
            .collect();
        if codes {
            self.answer.heads.extend(matrix.code_heads());
        }
        let wanted = rows.unwrap_or(usize::MAX);
        match matrix {
            Matrix::Rat => self.rat_rows(from, wanted, copy, codes)?,
            Matrix::Shortcut => self.shortcut_rows(from, wanted, copy, codes)?,
        }
        self.describe(matrix);
        Ok(())
    }

    fn rat_rows(
        &mut self,
        from: &Natural,
        wanted: usize,
        copy: &Natural,
        codes: bool,
    ) -> Result<(), LabError> {
        let matrix = RatMatrix::new(self.d);
        let mut number = from.clone();
        while let Some(row) = matrix.row(&number) {
            if self.answer.rows.len() >= wanted {
                break;
            }
            let mut cells = numbered(&number, &self.d.shifted(&row, copy));
            if codes {
                cells.push(MatrixCell::Text(binary(&matrix.code(&number))));
            }
            self.keep(cells)?;
            number += Natural::ONE;
        }
        Ok(())
    }

    fn shortcut_rows(
        &mut self,
        from: &Natural,
        wanted: usize,
        copy: &Natural,
        codes: bool,
    ) -> Result<(), LabError> {
        let matrix = ShortcutMatrix::new(self.d);
        let mut number = from.clone();
        let mut rows = matrix.rows_from(from).peekable();
        while let Some(row) = rows.next() {
            if self.answer.rows.len() >= wanted {
                break;
            }
            let mut cells = numbered(&number, &self.d.shifted(&row, copy));
            if codes {
                let first = matrix.row(&Natural::ZERO).unwrap_or_default();
                let (code, next) = (
                    code(&matrix, &row),
                    code(&matrix, rows.peek().unwrap_or(&first)),
                );
                let (value, after) = (ternary_value(&code), ternary_value(&next));
                cells.push(MatrixCell::Text(ternary(&code)));
                cells.push(MatrixCell::Number(value.clone()));
                cells.push(MatrixCell::Number(after - value));
            }
            self.keep(cells)?;
            number += Natural::ONE;
        }
        Ok(())
    }

    fn describe(&mut self, matrix: Matrix) {
        let last = self.d.get();
        let forms: Vec<String> = self
            .d
            .columns()
            .map(|column| format!("{}n + x_{column}", self.d.saltus(column)))
            .collect();
        let shown = if last <= 6 {
            format!("({})", forms.join(", "))
        } else {
            format!("({}, …, {})", forms[0], forms[forms.len() - 1])
        };
        let whole = self.answer.rows.len();
        let (statement, place, holds) = match matrix {
            Matrix::Rat => (
                format!(
                    "the P-positions other than 0 are {shown}, n = 0, 1, 2, …, for the {} rows",
                    self.d.rat_rows()
                ),
                "Theorem 13",
                self.rows_are_vectors(),
            ),
            Matrix::Shortcut => (
                format!(
                    "the proper shortcuts are {shown}, n = 0, 1, 2, …, for the {} rows, but 0; there is one row for each ternary code",
                    self.d.shortcut_rows()
                ),
                "Theorems 4 and 14",
                None,
            ),
        };
        self.state(
            statement,
            theorem(place),
            if whole == 0 { None } else { holds },
        );
    }

    /// Are the rows shown the rat vectors in standard form? Only asked of the matrix itself.
    fn rows_are_vectors(&self) -> Option<bool> {
        let matrix = RatMatrix::new(self.d);
        let columns = self.d.get() as usize;
        let mut copies = self.answer.rows.iter().map(|row| {
            let vector: Option<Vec<Natural>> =
                row[1..=columns].iter().map(MatrixCell::natural).collect();
            let number = vector
                .as_ref()
                .and_then(|vector| matrix.number_of(vector))?;
            Some(vector == Some(matrix.vector(&number)))
        });
        copies.try_fold(true, |all, row| Some(all && row?))
    }

    pub(super) fn tree(&mut self, number: &Natural) -> Result<(), LabError> {
        let d = self.d;
        if *number >= d.rat_rows() {
            return Err(LabError::input(format!(
                "the trees for d = {} have the numbers 0, …, {}",
                d.get(),
                d.rat_rows() - Natural::ONE
            )));
        }
        let tree = Tree::new(d, number);
        self.answer.title = format!(
            "tree {number} of T^{}: each path to a leaf is a row of the shortcut matrix",
            d.get()
        );
        self.answer.heads = std::iter::once("n".to_owned())
            .chain(d.columns().map(|column| format!("x_{column}")))
            .collect();
        let matrix = ShortcutMatrix::new(d);
        let leftmost = leftmost_path(tree.root());
        let first = matrix.number_of(&leftmost).unwrap_or(Natural::ZERO);
        let mut place = first.clone();
        for row in matrix.rows_from(&first) {
            if row.last() != Some(&tree.root().number) {
                break;
            }
            self.keep(numbered(&place, &row))?;
            place += Natural::ONE;
        }
        let leaves = self.answer.rows.len();
        self.state(
            format!("it has {} leaves", tree.leaves()),
            proved_here(PROOFS),
            Some(tree.leaves() == leaves),
        );
        self.answer.tree = Some(tree.root().clone());
        Ok(())
    }
}

fn leftmost_path(root: &TreeNode) -> Vec<Natural> {
    let mut path = vec![root.number.clone()];
    let mut node = root.clone();
    while let Some(child) = node.children().into_iter().next() {
        path.push(child.number.clone());
        node = child;
    }
    path.reverse();
    path
}
