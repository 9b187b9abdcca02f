//! The differences of consecutive codes, their base line, and the numbers of the last column.

use std::collections::BTreeMap;

use lab::LabError;
use logic::watch::Stopped;
use numeration::natural::{Integer, Natural, One, to_usize};

use super::{MatrixAnswerBuilder, MatrixCell, PROOFS, proved_here};
use crate::rat_matrix::{
    DifferenceLine, Differences, Dimension, DimensionError, LineKind, RowOrder, lines_by_formula,
    lines_from_first_by_formula, sigma,
};

/// Up to this `d` the differences are counted, which takes a few seconds at most; beyond it they come from the formulas.
const COUNTED: u32 = 18;

impl MatrixAnswerBuilder<'_> {
    pub(super) fn differences(&mut self, order: RowOrder) -> Result<(), LabError> {
        let d = self.d;
        let ordered = match order {
            RowOrder::FromLast => "",
            RowOrder::FromFirst => ", its rows ordered from the first column on",
        };
        self.answer.title = format!(
            "differences of consecutive codes of the shortcut matrix for d = {}{ordered}",
            d.get()
        );
        self.answer.heads = ["n", "difference", "occurrences", "formula"]
            .map(str::to_owned)
            .to_vec();
        self.must_hold(number_of_lines(d, order))?;
        let lines = by_formula(d, order);
        let agree = if d.get() <= COUNTED {
            let counted = self.count(order)?;
            Some(counted.iter().eq(lines.iter().map(|(_, line)| line)))
        } else {
            None
        };
        for (place, (formula, line)) in (1_u64..).zip(lines) {
            self.keep(vec![
                MatrixCell::Number(Integer::from(place)),
                MatrixCell::Number(line.value),
                MatrixCell::Number(Integer::from(line.occurrences)),
                MatrixCell::Text(formula),
            ])?;
        }
        let number = number_of_lines(d, order);
        let statement = match order {
            RowOrder::FromLast => format!("there are (d^2 - 3d + 6)/2 = {number} of them"),
            RowOrder::FromFirst => format!(
                "there are ((d-1)^3 - 3(d-1)^2 + 8(d-1) + 6)/6 = {number} of them (OEIS A011826)"
            ),
        };
        self.state(statement, proved_here(PROOFS), agree);
        Ok(())
    }

    /// Is there room for so many lines, twice?
    fn must_hold(&self, lines: u64) -> Result<(), LabError> {
        let needed = lines.saturating_mul(400 + u64::from(self.d.get()));
        match self.watch.memory_limit() {
            Some(allowed) if needed > allowed => {
                Err(LabError::Stopped(Stopped::Memory { needed, allowed }))
            }
            _ => Ok(()),
        }
    }

    /// The values with their occurrences.
    fn count(&mut self, order: RowOrder) -> Result<Vec<DifferenceLine>, LabError> {
        let mut occurrences: BTreeMap<i64, u64> = BTreeMap::new();
        let all = self.all_rows();
        let differences = Differences::new(self.d, order).map_err(too_many)?;
        for (place, difference) in differences.enumerate() {
            self.breathe(place, all)?;
            *occurrences.entry(difference).or_default() += 1;
        }
        let line = |(value, count)| DifferenceLine {
            value: Integer::from(value),
            occurrences: Natural::from(count),
        };
        Ok(occurrences.into_iter().map(line).collect())
    }

    pub(super) fn baseline(&mut self) -> Result<(), LabError> {
        let d = self.d;
        self.answer.title = format!(
            "the base line of the shortcut differences for d = {}",
            d.get()
        );
        self.answer.heads = ["n", "row", "gap"].map(str::to_owned).to_vec();
        let all = self.all_rows();
        let base = LineKind::Base.line(d).value;
        let (mut first, mut last) = (None, None);
        let differences = Differences::new(d, RowOrder::FromLast).map_err(too_many)?;
        for (row, (place, difference)) in (0_u64..).zip(differences).enumerate() {
            self.breathe(row, all)?;
            if base != difference {
                continue;
            }
            match last.replace(place) {
                Some(last) => self.keep_gap(last, place - last)?,
                None => first = Some(place),
            }
        }
        if let (Some(first), Some(last), Some(all)) = (first, last, all) {
            self.keep_gap(last, all - last + first)?;
        }
        let count = self.answer.rows.len();
        self.state(
            format!(
                "3^(d-2) = {} points; the last gap leads back to the first one",
                LineKind::Base.line(d).occurrences
            ),
            proved_here(PROOFS),
            Some(LineKind::Base.line(d).occurrences == count),
        );
        Ok(())
    }

    /// Keeps a point of the base line and the gap after it.
    fn keep_gap(&mut self, place: u64, gap: u64) -> Result<(), LabError> {
        let number = self.answer.rows.len() as u64 + 1;
        let row = [number, place, gap].map(|number| MatrixCell::Number(Integer::from(number)));
        self.keep(row.to_vec())
    }

    pub(super) fn sigma(&mut self) -> Result<(), LabError> {
        let d = self.d;
        self.answer.title = format!(
            "how often k*(2^d - 1) stands in the last column of the shortcut matrix for d = {}",
            d.get()
        );
        self.answer.heads = ["n", "sigma"].map(str::to_owned).to_vec();
        let last = to_usize(&(d.rat_rows() >> 1u64)).unwrap_or(usize::MAX);
        for k in 1..=last {
            let k = Natural::from(k);
            let entry = sigma(d, &k);
            self.keep(vec![
                MatrixCell::Number(Integer::from(k)),
                MatrixCell::Number(Integer::from(entry)),
            ])?;
            self.breathe(self.answer.rows.len(), Some(last as u64))?;
        }
        let holds = self.recurs();
        self.state(
            "sigma_1 is one more than for d - 1, sigma_2j is sigma_j for d - 1, and sigma_(2j+1) is sigma_j + sigma_(j+1) for d - 1 (section 7.1)"
                .to_owned(),
            proved_here(PROOFS),
            Some(holds),
        );
        Ok(())
    }

    /// Does the recurrence of section 7.1 lead from `σ^(d−1)` to what is shown?
    fn recurs(&self) -> bool {
        let Ok(before) = Dimension::new(self.d.get() - 1) else {
            return true;
        };
        let old = |j: usize| sigma(before, &Natural::from(j));
        (1..).zip(&self.answer.rows).all(|(k, row)| {
            let expected = match k {
                1 => old(1) + Natural::ONE,
                k if k % 2 == 0 => old(k / 2),
                k => old(k / 2) + old(k / 2 + 1),
            };
            row[1].natural() == Some(expected)
        })
    }
}

/// How many different values there are: `(d² − 3d + 6)/2` or `C(n, 3) + n + 1` with `n = d − 1`.
fn number_of_lines(d: Dimension, order: RowOrder) -> u64 {
    let (d, n) = (u64::from(d.get()), u64::from(d.digits()));
    match order {
        RowOrder::FromLast => (d * d + 6 - 3 * d) / 2,
        RowOrder::FromFirst => n * n.saturating_sub(1) * n.saturating_sub(2) / 6 + n + 1,
    }
}

/// The values by the formulas, with the formulas.
fn by_formula(d: Dimension, order: RowOrder) -> Vec<(String, DifferenceLine)> {
    match order {
        RowOrder::FromLast => lines_by_formula(d)
            .into_iter()
            .map(|(kind, line)| (kind.formula(), line))
            .collect(),
        RowOrder::FromFirst => lines_from_first_by_formula(d)
            .into_iter()
            .map(|(kind, line)| (kind.formula(), line))
            .collect(),
    }
}

fn too_many(_: DimensionError) -> LabError {
    LabError::Beyond(format!(
        "all 3^(d-1) rows are gone through one by one, which can be asked for d up to {}",
        Dimension::LARGEST_LISTED
    ))
}
