//! The value of a term, in cases.

use super::Refusal;
use super::form::TrackSum;
use super::formula::Formulas;
use super::tree::TableFormula;

/// No more cases than this.
const MOST_CASES: usize = 1024;

/// The value of a term where some conditions hold.
#[derive(Clone)]
pub(super) struct Case {
    pub(super) conditions: Vec<TableFormula>,
    pub(super) hidden: Vec<usize>,
    pub(super) value: TrackSum,
}

/// The cases exclude each other and leave nothing out.
pub(super) type Cases = Result<Vec<Case>, Refusal>;

impl Case {
    pub(super) fn plain(value: TrackSum) -> Self {
        Self {
            conditions: Vec::new(),
            hidden: Vec::new(),
            value,
        }
    }

    /// Both cases; the value is that of the first.
    pub(super) fn and(&self, other: &Self) -> Self {
        Self {
            conditions: [self.conditions.as_slice(), &other.conditions].concat(),
            hidden: [self.hidden.as_slice(), &other.hidden].concat(),
            value: self.value.clone(),
        }
    }

    pub(super) fn with(mut self, condition: TableFormula, value: TrackSum) -> Self {
        self.conditions.push(condition);
        self.value = value;
        self
    }
}

/// There may be more cases before those with the same value are put together.
pub(super) fn few(cases: usize) -> Result<(), Refusal> {
    if cases > 16 * MOST_CASES {
        Err(Refusal::TooLarge)
    } else {
        Ok(())
    }
}

impl Formulas<'_> {
    pub(super) fn product(
        &self,
        left: &[Case],
        right: &[Case],
        value: impl Fn(&TrackSum, &TrackSum) -> Result<TrackSum, Refusal>,
    ) -> Cases {
        few(left.len() * right.len())?;
        let mut cases = Vec::new();
        for (one, other) in left
            .iter()
            .flat_map(|one| right.iter().map(move |other| (one, other)))
        {
            let mut both = one.and(other);
            both.value = value(&one.value, &other.value)?;
            cases.push(both);
        }
        self.limited(cases)
    }

    /// Cases with the same value and nothing hidden are one, and those that never happen are none.
    pub(super) fn limited(&self, cases: Vec<Case>) -> Cases {
        let mut merged: Vec<(Case, Vec<TableFormula>)> = Vec::new();
        for case in cases {
            let condition = TableFormula::and(case.conditions.clone());
            if matches!(condition, TableFormula::Constant(false)) {
                continue;
            }
            let same = |(other, _): &&mut (Case, Vec<TableFormula>)| {
                other.value == case.value && other.hidden.is_empty() && case.hidden.is_empty()
            };
            match merged.iter_mut().find(same) {
                Some((_, alternatives)) => alternatives.push(condition),
                None => merged.push((case, vec![condition])),
            }
        }
        if merged.len() > MOST_CASES {
            return Err(Refusal::TooLarge);
        }
        let joined = |(mut case, alternatives): (Case, Vec<TableFormula>)| {
            if alternatives.len() > 1 {
                case.conditions = vec![self.one_table(TableFormula::or(alternatives))?];
            }
            Ok(case)
        };
        merged.into_iter().map(joined).collect()
    }
}
