//! The claim `nim-value = g`: no value is negative and no position has two; no move leads from a position with a value
//! to one without, or to one with the same value; and to every smaller value there is a move. By induction these
//! are the values of R. P. Sprague (1935) and P. M. Grundy (1939).

use super::Refusal;
use super::claims::{CheckedGame, OTHERS, VALUES, other, target, wrong};
use super::form::TrackSum;
use super::statement::{Formula, Relation, Term};
use super::tree::TableFormula;

impl CheckedGame<'_> {
    /// Shows the claim; does it speak of no position?
    pub(super) fn nim_values(&self, claims: &[(Term, Formula)]) -> Result<bool, Refusal> {
        let (position, zero) = (self.position()?, Term::Constant(0));
        let (mut values, mut claimed) = (Vec::new(), Vec::new());
        let formulas = &self.formulas;
        let piles = self.forms(0)?;
        for (term, condition) in claims {
            let condition = formulas.with(&piles, || formulas.formula(condition))?;
            let below = formulas.with(&piles, || formulas.compare(term, Relation::Less, &zero))?;
            let negative = vec![position.clone(), condition.clone(), below];
            self.never(negative, "a value is negative")?;
            let value = formulas.with(&piles, || formulas.is(VALUES, term))?;
            values.push(TableFormula::and(vec![condition.clone(), value]));
            claimed.push(condition);
        }
        let claimed = TableFormula::or(claimed);
        let pair = [vec![VALUES], self.piles()].concat();
        let value = self.some(vec![position.clone(), TableFormula::or(values)], &pair)?;
        // A value, and another one that is smaller.
        let smaller = TrackSum::track(VALUES).plus(-1, &TrackSum::track(OTHERS))?;
        let smaller = self.formulas.relate(&smaller, Relation::Less)?;
        let above = vec![other(&value), smaller];
        self.never(
            [vec![value.clone()], above.clone()].concat(),
            "a position has two values",
        )?;
        // The pairs of a position and a smaller value for which no move is known yet.
        let mut open = self.some(above, &pair)?;
        for kind in 0..self.rules.moves.len() {
            for order in self.orders() {
                let mut moves = self.legal(kind, &piles, &self.forms(1)?, &order)?;
                moves.extend([position.clone(), target(&position)]);
                let with =
                    |trees: [&TableFormula; 2]| Vec::from_iter(moves.iter().chain(trees).cloned());
                let lost = with([&claimed, &target(&claimed).negated()]);
                self.never(lost, "a move leads to a position without a value")?;
                let same = with([&value, &target(&value)]);
                self.never(same, "a move leads to a position with the same value")?;
                // Most moves that are needed leave the multiples of a large period as they are.
                for (forms, there) in self.targets()? {
                    if matches!(open, TableFormula::Constant(false)) {
                        break;
                    }
                    let mut moves = self.legal(kind, &piles, &forms, &order)?;
                    moves.extend([&position, &open].map(TableFormula::clone));
                    moves.extend([&position, &value].map(|tree| tree.renamed(&there)));
                    let reached = self.some(moves, &pair)?;
                    open = self.some(vec![open, reached.negated()], &pair)?;
                }
            }
        }
        match open {
            TableFormula::Constant(false) => Ok(matches!(value, TableFormula::Constant(false))),
            _ => Err(wrong(
                "a smaller value cannot be reached from some position",
            )),
        }
    }
}
