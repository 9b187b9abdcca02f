//! All formulas that agree with a board, the nicest first.

use logic::watch::{Stopped, Watch};

use crate::board::Board;
use crate::pieces::{Pieces, RowPiece};
use crate::rays::rays;
use crate::residues::ResidueClasses;
use crate::rows;
use crate::rules::BareRules;
use crate::shifts::Shifts;
use crate::systems::{SystemConstraint, recurrences};

/// A formula that agrees with the board.
#[derive(Clone, Debug, PartialEq)]
pub struct FormulaCandidate {
    /// The claim, as a line of a file.
    pub claim: String,
    /// What kind of set it is.
    pub shape: SetShape,
}

/// What kind of set a formula is.
#[derive(Clone, Debug, PartialEq)]
pub enum SetShape {
    /// Single positions, and rows with floors.
    Pieces(Pieces),
    /// Positions with certain remainders.
    Residues,
    /// Rows by shifted digits.
    Shifts(Shifts),
}

impl FormulaCandidate {
    /// Rows with a number n, if it is of that kind.
    pub fn pieces(&self) -> Option<&Pieces> {
        match &self.shape {
            SetShape::Pieces(pieces) => Some(pieces),
            SetShape::Residues | SetShape::Shifts(_) => None,
        }
    }

    /// Does it agree with another board?
    ///
    /// # Errors
    /// If the watch stops the work.
    pub fn fits(
        &self,
        rules: &BareRules,
        board: &Board,
        watch: &dyn Watch,
    ) -> Result<bool, Stopped> {
        Ok(match &self.shape {
            SetShape::Pieces(pieces) => pieces.fits(board),
            SetShape::Shifts(shifts) => shifts.fits(board),
            SetShape::Residues => ResidueClasses::of(board, watch)?
                .is_some_and(|found| found.claim(rules, board.play) == self.claim),
        })
    }
}

/// So many positions may be written one by one.
const MOST_EXCEPTIONS: usize = 12;

/// The formulas that agree with a board.
///
/// # Errors
/// If the watch stops the work.
pub fn formulas(
    rules: &BareRules,
    board: &Board,
    ground: SystemConstraint,
    watch: &dyn Watch,
) -> Result<Vec<FormulaCandidate>, Stopped> {
    let mut found: Vec<FormulaCandidate> = Vec::new();
    if board.dimension() == 1 {
        found.extend(of_residues(rules, board, watch)?);
    }
    watch.check()?;
    let floors = floors(board, ground).into_iter();
    for pieces in floors.chain(of_rays(board, ground, watch)?) {
        watch.check()?;
        if begins_early(&pieces, board) && pieces.fits(board) {
            found.push(FormulaCandidate {
                claim: pieces.claim(rules, board.play),
                shape: SetShape::Pieces(pieces),
            });
        }
    }
    if board.dimension() > 1 {
        found.extend(of_residues(rules, board, watch)?);
    }
    if ground == SystemConstraint::Free {
        found.extend(of_shifts(rules, board, watch)?);
    }
    let mut known = Vec::new();
    found.retain(|formula| {
        let fresh = !known.contains(&formula.claim);
        known.push(formula.claim.clone());
        fresh
    });
    Ok(found)
}

/// Do the single positions, and the first ones of all rows, lie at the beginning of the board?
fn begins_early(pieces: &Pieces, board: &Board) -> bool {
    let early = |row: &Vec<i64>| row.iter().all(|pile| 3 * pile <= i64::from(board.max));
    let first = |piece: &RowPiece| piece.at(piece.first).is_some_and(|row| early(&row));
    pieces.exceptions.iter().all(early) && pieces.pieces.iter().all(first)
}

fn of_shifts(
    rules: &BareRules,
    board: &Board,
    watch: &dyn Watch,
) -> Result<Vec<FormulaCandidate>, Stopped> {
    let mut found = Vec::new();
    for system in recurrences() {
        watch.check()?;
        let shifts = Shifts::of(board, &system.named);
        found.extend(
            shifts
                .filter(|shifts| shifts.fits(board))
                .map(|shifts| FormulaCandidate {
                    claim: shifts.claim(rules, board.play),
                    shape: SetShape::Shifts(shifts),
                }),
        );
    }
    Ok(found)
}

fn of_residues(
    rules: &BareRules,
    board: &Board,
    watch: &dyn Watch,
) -> Result<Option<FormulaCandidate>, Stopped> {
    let residues = ResidueClasses::of(board, watch)?;
    Ok(residues.map(|residues| FormulaCandidate {
        claim: residues.claim(rules, board.play),
        shape: SetShape::Residues,
    }))
}

/// Rows with floors, from some row on.
fn floors(board: &Board, ground: SystemConstraint) -> Vec<Pieces> {
    let fitted = rows::fit(&board.rows, ground.field()).into_iter();
    let pieces = fitted.map(|fitted| Pieces {
        exceptions: board.rows[..fitted.exceptions].to_vec(),
        pieces: vec![fitted.piece],
        symmetric: board.symmetric,
    });
    pieces.collect()
}

/// Rays, and what is left: a few positions, or rows with floors.
fn of_rays(
    board: &Board,
    ground: SystemConstraint,
    watch: &dyn Watch,
) -> Result<Vec<Pieces>, Stopped> {
    let (found, left) = rays(&board.rows, i64::from(board.max), watch)?;
    let whole = |exceptions: Vec<Vec<i64>>, more: Option<RowPiece>| Pieces {
        exceptions,
        pieces: found.iter().cloned().chain(more).collect(),
        symmetric: board.symmetric,
    };
    if left.len() <= MOST_EXCEPTIONS {
        return Ok(vec![whole(left, None)]);
    }
    if found.is_empty() {
        return Ok(Vec::new());
    }
    watch.check()?;
    let fitted = rows::fit(&left, ground.field()).into_iter();
    Ok(fitted
        .map(|fitted| whole(left[..fitted.exceptions].to_vec(), Some(fitted.piece)))
        .collect())
}
