//! The steps of the proof of Theorem 1, for the sample of β and on its first rows.

use lab::LabError;
use logic::watch::Watch;

use super::{ALL, Pair};
use crate::claims::checks::{Case, Check};

pub(in crate::claims::checks) const CHECKS: &[(&str, Check)] = &[
    ("beta_step_exists", |bound, watch| {
        n_to_p(bound, watch, |at, rows| rows.first_row(at).is_some())
    }),
    ("beta_step_i", |bound, watch| {
        n_to_p(bound, watch, |at, rows| rows.rows_at(at).all(|j| j < at.m))
    }),
    ("beta_step_ii", |bound, watch| {
        n_to_p(bound, watch, |at, rows| {
            rows.rows_at(at).all(|j| at.y > rows.rows[j][1])
        })
    }),
    ("beta_step_iii", |bound, watch| {
        n_to_p(bound, watch, |at, rows| {
            rows.rows_at(at).all(|j| {
                let [a, b] = rows.rows[j];
                let taken = [at.x - a, at.y - b];
                taken[0].abs_diff(taken[1]) < rows.floor
            })
        })
    }),
    ("beta_nim_step", |bound, watch| {
        n_to_p(bound, watch, |at, rows| {
            let i = rows.rows.partition_point(|row| row[1] < at.y) - 1;
            let [a, b] = rows.rows[i];
            a < at.x && at.y - b <= rows.floor
        })
    }),
];

/// Rows (A_n, B_n) with ⌊β⌋.
struct Sample {
    floor: u32,
    rows: Vec<[u32; 2]>,
}

/// A position (x, y) = (A_m, A_n) with A_m ≤ A_n < B_m.
struct At {
    m: usize,
    x: u32,
    y: u32,
}

impl Sample {
    fn of(beta: &str, bound: u32) -> Result<Self, LabError> {
        let pair = Pair::of(beta)?;
        let rows: Result<Vec<[u32; 2]>, LabError> = (0..=bound).map(|n| pair.row(n)).collect();
        Ok(Self {
            floor: pair.floor()?,
            rows: rows?,
        })
    }

    fn difference(&self, n: usize) -> u32 {
        self.rows[n][1] - self.rows[n][0]
    }

    /// The rows j with 0 ≤ d − Δ_j < ⌊β⌋, where d = y − x.
    fn rows_at<'a>(&'a self, at: &At) -> impl Iterator<Item = usize> + 'a {
        let d = at.y - at.x;
        (0..self.rows.len()).filter(move |&j| {
            let rest = d.checked_sub(self.difference(j));
            rest.is_some_and(|rest| rest < self.floor)
        })
    }

    fn first_row(&self, at: &At) -> Option<usize> {
        self.rows_at(at).next()
    }
}

/// Something about every position (A_m, A_n) with A_m ≤ A_n < B_m. A quarter of the rows are positions, the others are there to be
/// looked up.
fn n_to_p(bound: u32, watch: &dyn Watch, holds: impl Fn(&At, &Sample) -> bool) -> Case {
    over_sample(bound, watch, |sample| {
        let quarter = sample.rows.len() / 4;
        let pairs = (1..quarter).flat_map(|m| (m..sample.rows.len()).map(move |n| (m, n)));
        let mut positions = pairs
            .filter(|&(m, n)| sample.rows[n][0] < sample.rows[m][1])
            .map(|(m, n)| At {
                m,
                x: sample.rows[m][0],
                y: sample.rows[n][0],
            });
        let wrong = positions.find(|at| !holds(at, sample))?;
        Some(format!("({}, {})", wrong.x, wrong.y))
    })
}

fn over_sample(bound: u32, watch: &dyn Watch, wrong: impl Fn(&Sample) -> Option<String>) -> Case {
    for beta in ALL {
        watch.check()?;
        let found = wrong(&Sample::of(beta, bound)?);
        if let Some(found) = found {
            return Ok(Some(format!("beta = {beta}: {found}")));
        }
    }
    Ok(None)
}
