//! The differences of consecutive codes, their base line, and the numbers of the last column.

use std::collections::BTreeMap;

use games::evidence::Evidence;
use numeration::natural::{Integer, Natural, One, to_usize};
use numeration::rat_matrix::{
    Differences, Dimension, DimensionError, LineKind, Order, lines_by_formula, sigma,
};

use super::{MatrixCell, PAPER, PROOFS, Worker, proved_here};
use crate::error::LabError;

/// Up to this `d` the differences are counted, which takes a few seconds at most; beyond it they come from the formulas.
const COUNTED: u32 = 18;

impl Worker<'_> {
    pub(super) fn differences(&mut self, order: Order) -> Result<(), LabError> {
        let d = self.d;
        self.answer.title = match order {
            Order::FromLast => format!(
                "differences of consecutive codes of the shortcut matrix for d = {d}",
                d = d.get()
            ),
            Order::FromFirst => format!(
                "differences of consecutive codes of the shortcut matrix for d = {}, its rows ordered from the first column on",
                d.get()
            ),
        };
        self.answer.heads = ["n", "difference", "occurrences"]
            .map(str::to_owned)
            .to_vec();
        let formulas = lines_by_formula(d);
        if order == Order::FromLast {
            self.answer.heads.push("formula".to_owned());
        }
        let counted = if d.get() <= COUNTED || order == Order::FromFirst {
            Some(self.count(order)?)
        } else {
            None
        };
        let lines: Vec<(Integer, Integer)> = match &counted {
            Some(counted) => counted
                .iter()
                .map(|(value, count)| (Integer::from(*value), Integer::from(*count)))
                .collect(),
            None => formulas
                .iter()
                .map(|(_, line)| (line.value.clone(), Integer::from(&line.occurrences)))
                .collect(),
        };
        for (place, (value, count)) in lines.into_iter().enumerate() {
            let mut row = vec![Integer::from(place + 1), value, count]
                .into_iter()
                .map(MatrixCell::Number)
                .collect::<Vec<_>>();
            if let (Order::FromLast, Some((kind, _))) = (order, formulas.get(place)) {
                row.push(MatrixCell::Text(kind.formula()));
            }
            self.keep(row)?;
        }
        let agree = counted.map(|counted| {
            let by_formula = formulas
                .iter()
                .map(|(_, line)| (line.value.clone(), Integer::from(&line.occurrences)));
            counted
                .iter()
                .map(|(value, count)| (Integer::from(*value), Integer::from(*count)))
                .eq(by_formula)
        });
        self.describe_lines(order, formulas.len(), agree);
        Ok(())
    }

    fn describe_lines(&mut self, order: Order, by_formula: usize, agree: Option<bool>) {
        let d = i64::from(self.d.get());
        match order {
            Order::FromLast => self.state(
                format!("there are (d^2 - 3d + 6)/2 = {by_formula} of them, by the formulas"),
                proved_here(PROOFS),
                agree,
            ),
            Order::FromFirst => {
                let n = d - 1;
                let expected = (n * n * n - 3 * n * n + 8 * n + 6) / 6;
                let counted = self.answer.rows.len() as i64;
                self.state(
                    format!(
                        "there are ((d-1)^3 - 3(d-1)^2 + 8(d-1) + 6)/6 = {expected} of them (OEIS A011826)"
                    ),
                    Evidence::Conjecture(format!("{PAPER}, Remark 1")),
                    Some(counted == expected),
                );
            }
        }
    }

    /// The values with their occurrences.
    fn count(&mut self, order: Order) -> Result<Vec<(i64, u64)>, LabError> {
        let mut occurrences: BTreeMap<i64, u64> = BTreeMap::new();
        let all = self.all_rows();
        let differences = Differences::new(self.d, order).map_err(too_many)?;
        for (place, difference) in differences.enumerate() {
            self.breathe(place, all)?;
            *occurrences.entry(difference).or_default() += 1;
        }
        Ok(occurrences.into_iter().collect())
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
        let mut last: Option<usize> = None;
        let differences = Differences::new(d, Order::FromLast).map_err(too_many)?;
        for (place, difference) in differences.enumerate() {
            self.breathe(place, all)?;
            if base != difference {
                continue;
            }
            let gap = match last.replace(place) {
                Some(last) => MatrixCell::Number(Integer::from(place - last)),
                None => MatrixCell::Text(String::new()),
            };
            let number = Integer::from(self.answer.rows.len() + 1);
            self.keep(vec![
                MatrixCell::Number(number),
                MatrixCell::Number(Integer::from(place)),
                gap,
            ])?;
        }
        let count = self.answer.rows.len();
        self.state(
            format!("3^(d-2) = {} points", LineKind::Base.line(d).occurrences),
            proved_here(PROOFS),
            Some(LineKind::Base.line(d).occurrences == count),
        );
        Ok(())
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

fn too_many(_: DimensionError) -> LabError {
    LabError::Beyond(format!(
        "all 3^(d-1) rows are gone through one by one, which can be asked for d up to {}",
        Dimension::LARGEST_LISTED
    ))
}
