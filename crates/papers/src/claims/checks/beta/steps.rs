//! The steps of the proof of Theorem 1, for the sample of β and on its first rows.

use lab::LabError;
use logic::watch::Watch;

use super::{ALL, Pair};
use crate::claims::checks::Check;
use crate::claims::finding::Finding;

pub(in crate::claims::checks) const CHECKS: &[(&str, Check)] = &[
    ("beta_triangle_at_most", |bound, watch| {
        triangles(bound, watch, |step, floor| step <= floor)
    }),
    ("beta_triangle_below", |bound, watch| {
        triangles(bound, watch, |step, floor| step < floor)
    }),
    ("beta_increasing", |bound, watch| {
        steps(bound, watch, |step| step > 0)
    }),
    ("beta_nondecreasing", |bound, watch| {
        steps(bound, watch, |_| true)
    }),
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

/// If a step of Δ is so, then the step from row to row is in the triangles; if it is ⌊β⌋ or more, the Wythoff constraint blocks it.
fn triangles(
    bound: u32,
    watch: &dyn Watch,
    is_case: impl Fn(u32, u32) -> bool,
) -> Result<Finding, LabError> {
    over_sample(bound, watch, |sample| {
        let floor = sample.floor;
        let triangle = [[1, floor], [2, floor], [2, floor + 1]];
        (1..sample.rows.len()).find_map(|n| {
            let [now, before] = [sample.rows[n], sample.rows[n - 1]];
            let taken = [now[0] - before[0], now[1] - before[1]];
            let step = taken[1] - taken[0];
            let blocked = triangle.contains(&taken);
            (is_case(step, floor) && !blocked).then(|| {
                format!(
                    "row {n} → row {} takes ({}, {}), in no triangle",
                    n - 1,
                    taken[0],
                    taken[1]
                )
            })
        })
    })
}

/// Every step Δ_(n+1) − Δ_n is so, and none is negative.
fn steps(bound: u32, watch: &dyn Watch, holds: impl Fn(u32) -> bool) -> Result<Finding, LabError> {
    over_sample(bound, watch, |sample| {
        (1..sample.rows.len()).find_map(|n| {
            let [before, now] = [sample.difference(n - 1), sample.difference(n)];
            let step = now.checked_sub(before);
            (!step.is_some_and(&holds)).then(|| format!("Δ_{} = {before}, Δ_{n} = {now}", n - 1))
        })
    })
}

/// Something about every position (A_m, A_n) with A_m ≤ A_n < B_m. A quarter of the rows are positions, the others are there to be
/// looked up.
fn n_to_p(
    bound: u32,
    watch: &dyn Watch,
    holds: impl Fn(&At, &Sample) -> bool,
) -> Result<Finding, LabError> {
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

fn over_sample(
    bound: u32,
    watch: &dyn Watch,
    wrong: impl Fn(&Sample) -> Option<String>,
) -> Result<Finding, LabError> {
    let mut failing = None;
    for beta in ALL {
        watch.check()?;
        let found = wrong(&Sample::of(beta, bound)?);
        failing = failing.or(found.map(|found| format!("beta = {beta}: {found}")));
    }
    let scope = format!("beta = {}, n <= {bound}", ALL.join(", "));
    Ok(Finding::up_to(scope, "the rows computed exactly").unless(failing))
}
