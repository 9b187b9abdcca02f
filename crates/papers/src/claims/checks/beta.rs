//! Take-away games on Beatty's theorem and the notion of k-invariance.

mod density;
mod invariance;

use lab::LabError;
use logic::watch::Watch;
use numeration::natural::Integer;
use numeration::real::Real;

use super::board::{PaperGame, shown};
use super::rat::beyond;
use super::{Case, Check, Rows, Table, row};

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("beta_nim_solved", |bound, watch| {
        solved("beta-nim", &ALL, bound, watch)
    }),
    ("beta_wynim_solved", |bound, watch| {
        solved("beta-wynim", &ALL, bound, watch)
    }),
    ("beta_t_wynim_solved", |bound, watch| {
        solved("beta-t-wynim", &TRUE, bound, watch)
    }),
    ("beta_t_wynim_e", |bound, watch| {
        move_between_rows("e", bound, watch)
    }),
    ("beta_pi_wynim_solved", |bound, watch| {
        solved("beta-wynim", &["pi"], bound, watch)
    }),
    ("beta_example_4", |_, _| example_4()),
];

pub(super) use density::{CHECKS as DENSITY_CHECKS, other_densities};
pub(super) use invariance::CHECKS as INVARIANCE_CHECKS;
pub(crate) use invariance::number as invariance_number;

pub(super) const TABLES: &[(&str, Table)] = &[
    ("beta_1", |watch| table("pi", 91, 30, watch, true)),
    ("beta_2", |watch| table("2+sqrt(2)", 92, 28, watch, false)),
];

const GAMES: [&str; 3] = ["beta-nim", "beta-wynim", "beta-t-wynim"];
/// Numbers for which the games are tried: algebraic and transcendental, below and above 3.
const ALL: [&str; 6] = ["e", "pi", "sqrt(5)", "1+sqrt(2)", "2+sqrt(2)", "phi^2"];
/// Those of them for which the theorem on triangles is true.
const TRUE: [&str; 3] = ["pi", "2+sqrt(2)", "phi^2"];

/// A_n and B_n.
struct BeattyPair {
    lower: Real,
    upper: Real,
}

impl BeattyPair {
    fn of(beta: &str) -> Result<Self, LabError> {
        let upper = lang::constant(beta)?;
        let less = upper.sub(&Real::from(1)).map_err(beyond)?;
        let lower = upper.div(&less).map_err(beyond)?;
        Ok(Self { lower, upper })
    }

    fn row(&self, n: u32) -> Result<[u32; 2], LabError> {
        let n = Integer::from(n);
        let entry = |real: &Real| -> Result<u32, LabError> {
            let floor = real.floor_multiple(&n).map_err(beyond)?;
            u32::try_from(&floor).map_err(|_| LabError::Beyond(format!("{floor} is too large")))
        };
        Ok([entry(&self.lower)?, entry(&self.upper)?])
    }

    /// The rows with B_n at most a bound.
    fn rows(&self, bound: u32) -> Result<Vec<[u32; 2]>, LabError> {
        let mut rows = vec![[0, 0]];
        for n in 1.. {
            let row = self.row(n)?;
            if row[1] > bound {
                break;
            }
            rows.push(row);
        }
        Ok(rows)
    }

    fn floor(&self) -> Result<u32, LabError> {
        Ok(self.row(1)?[1])
    }
}

/// By brute force from the rules: the P-positions are the rows in both orders.
fn solved(game: &str, betas: &[&str], bound: u32, watch: &dyn Watch) -> Case {
    for beta in betas {
        let found = PaperGame::of(&format!("{game}:beta={beta}"))?.p_positions(bound, watch)?;
        let mut expected: Vec<Vec<u32>> = Vec::new();
        for [a, b] in BeattyPair::of(beta)?.rows(bound)? {
            expected.extend([vec![a, b], vec![b, a]]);
        }
        expected.sort_unstable();
        expected.dedup();
        let odd = found.iter().find(|position| !expected.contains(position));
        let odd = odd.or_else(|| expected.iter().find(|position| !found.contains(position)));
        if let Some(position) = odd {
            return Ok(Some(format!("beta = {beta}: {}", shown(position))));
        }
    }
    Ok(None)
}

/// No move of β^T-Wynim joins two of the rows.
fn move_between_rows(beta: &str, bound: u32, watch: &dyn Watch) -> Case {
    let game = PaperGame::of(&format!("beta-t-wynim:beta={beta}"))?;
    let rows = BeattyPair::of(beta)?.rows(bound)?;
    for (n, from) in rows.iter().enumerate() {
        for to in rows[..n].iter().flat_map(|[a, b]| [[*a, *b], [*b, *a]]) {
            let fits = to[0] <= from[0] && to[1] <= from[1];
            if fits && game.is_legal(from, &to, watch)? {
                return Ok(Some(format!(
                    "beta = {beta}: {} → {}",
                    shown(from),
                    shown(&to)
                )));
            }
        }
    }
    Ok(None)
}

/// d = 2: β = 2 + √2, and its complement is β - 2.
fn example_4() -> Case {
    let beta = lang::constant("(2 + 2 + sqrt(2^2 + 4))/2")?;
    let pair = BeattyPair::of("2+sqrt(2)")?;
    let sound = beta == pair.upper
        && pair.lower == lang::constant("sqrt(2)")?
        && pair.floor()? == 3
        && BeattyPair::of("pi")?.floor()? == 3;
    let failing = (!sound).then(|| "the numbers of the example".to_owned());
    Ok(failing)
}

/// The P-positions (A_n, B_n) of all three games from the rules, which must agree, with their differences.
fn table(
    beta: &str,
    max: u32,
    rows: usize,
    watch: &dyn Watch,
    differences: bool,
) -> Result<Rows, LabError> {
    let mut found: Option<Vec<Vec<u32>>> = None;
    for game in GAMES {
        let positions =
            PaperGame::of(&format!("{game}:beta={beta}"))?.p_positions(max + 4, watch)?;
        if found.as_ref().is_some_and(|found| *found != positions) {
            return Err(LabError::Beyond(format!("{game} has other P-positions")));
        }
        found = Some(positions);
    }
    let positions: Vec<Vec<u32>> = found
        .unwrap_or_default()
        .into_iter()
        .filter(|position| position[0] <= position[1])
        .collect();
    let difference = |n: usize| {
        positions
            .get(n)
            .map_or(0, |position| position[1] - position[0])
    };
    let entries = |n: usize| {
        let mut entries = vec![n.to_string()];
        entries.extend(row([positions[n][0], positions[n][1]]));
        if differences {
            entries.extend(row([difference(n), difference(n + 1) - difference(n)]));
        }
        entries
    };
    Ok((0..rows.min(positions.len() - 1)).map(entries).collect())
}
