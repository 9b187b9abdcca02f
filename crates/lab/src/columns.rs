//! The columns in which a paper lists the P-positions of its game.

use logic::evaluate::{Assignment, Evaluator};
use logic::{Term, Variable};
use numeration::natural::Integer;
use rules::spec::Spec;

use crate::LabError;

/// The columns that the rules of a game name: `columns A_n = x, d_n = y - x`.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns {
    piles: Vec<Variable>,
    /// The head of each column, and what stands in it.
    columns: Vec<(String, Term)>,
}

impl Columns {
    /// The columns that the rules name; the piles where they name none.
    pub(crate) fn of(spec: &Spec) -> Self {
        let piles: Vec<Variable> = (0..spec.dimension())
            .map(|pile| spec.before(pile))
            .collect();
        let named = spec.columns.iter();
        let named = named.map(|column| (column.head.clone(), column.term.clone()));
        let plain = spec.piles.names.iter().zip(&piles);
        let plain = plain.map(|(name, pile)| (name.to_string(), Term::from(pile.clone())));
        Self {
            columns: match spec.columns.is_empty() {
                true => plain.collect(),
                false => named.collect(),
            },
            piles,
        }
    }

    /// The heads of the columns.
    pub fn heads(&self) -> Vec<String> {
        self.columns.iter().map(|(head, _)| head.clone()).collect()
    }

    /// What stands in the columns for a P-position.
    ///
    /// # Errors
    /// If a column has no value there, such as a quotient by zero.
    pub fn entries(
        &self,
        position: impl IntoIterator<Item = Integer>,
    ) -> Result<Vec<Integer>, LabError> {
        let known: Assignment = self.piles.iter().cloned().zip(position).collect();
        let terms = self.columns.iter();
        terms
            .map(|(_, term)| Ok(Evaluator::default().value(term, &known)?))
            .collect()
    }
}
