//! Game-invariance numbers of sets of pairs of Beatty sequences, complementary or not (sections 4 and 5).

use std::collections::BTreeSet;

use lab::LabError;
use logic::watch::Watch;
use numeration::real::Real;
use solver::invariance::obstruction;

use super::{ALL, BeattyPair};
use crate::claims::checks::board::shown;
use crate::claims::checks::rat::beyond;
use crate::claims::checks::{Case, Check};
use crate::claims::finding::Finding;

pub(in crate::claims::checks) const CHECKS: &[(&str, Check)] = &[
    ("beatty_no_obstruction", no_obstruction),
    ("beatty_differences_by_floors", differences_by_floors),
    ("mark_number_is_2", |bound, watch| mark(bound, watch)),
];

/// Rows are looked at so much farther than positions: a small vector may be the difference of large rows only.
const FARTHER: u32 = 12;

/// The rows in both orders, with every entry at most a bound.
fn members(pair: &BeattyPair, bound: u32) -> Result<Vec<Vec<u32>>, LabError> {
    let mut members = BTreeSet::new();
    for n in 0.. {
        let [a, b] = pair.row(n)?;
        if a > bound && b > bound {
            break;
        }
        members.extend([vec![a, b], vec![b, a]]);
    }
    Ok(members.into_iter().collect())
}

/// No position shows that the rows of complementary sequences need two classes.
fn no_obstruction(bound: u32, watch: &dyn Watch) -> Case {
    for beta in ALL {
        let members = members(&BeattyPair::of(beta)?, FARTHER * bound)?;
        if let Some(found) = obstruction(2, bound, &members, watch)? {
            return Ok(Some(format!("beta = {beta}: {}", shown(&found.position))));
        }
    }
    Ok(None)
}

/// Densities other than 1, below and above: overlapping sequences, disjoint ones, and of those with 1 < α < 2.
const DENSITIES: [(&str, &str); 10] = [
    ("pi", "9/10"),
    ("pi", "1/2"),
    ("pi", "11/10"),
    ("e", "3/4"),
    ("e", "101/100"),
    ("2+sqrt(2)", "3/4"),
    ("2+sqrt(2)", "1/2"),
    ("phi^2", "2/3"),
    ("1+sqrt(2)", "4/3"),
    ("5+pi/10", "1-1/(5+pi/10)"),
];

/// For other densities a position shows that two classes are needed.
pub(in crate::claims::checks) fn other_densities(
    bound: u32,
    watch: &dyn Watch,
) -> Result<Finding, LabError> {
    let (mut failing, mut shown_by) = (None, Vec::new());
    for (beta, zeta) in DENSITIES {
        let members = members(&of_density(beta, zeta)?, FARTHER * bound)?;
        match obstruction(2, bound, &members, watch)? {
            Some(found) => shown_by.push(format!(
                "β = {beta}, ζ = {zeta}: {}",
                shown(&found.position)
            )),
            None => failing = failing.or(Some(format!("beta = {beta}, zeta = {zeta}"))),
        }
    }
    let how = format!(
        "positions from which every vector to a row is a difference of two rows: {}",
        shown_by.join("; ")
    );
    Ok(Finding::up_to(format!("piles <= {bound}"), how).unless(failing))
}

/// α with 1/α + 1/β = ζ.
fn of_density(beta: &str, zeta: &str) -> Result<BeattyPair, LabError> {
    let upper = lang::constant(beta)?;
    let one = Real::from(1);
    let inverse = one.div(&upper).map_err(beyond)?;
    let rest = lang::constant(zeta)?.sub(&inverse).map_err(beyond)?;
    let lower = one.div(&rest).map_err(beyond)?;
    Ok(BeattyPair { lower, upper })
}

/// If β is not quadratic, (s, t) is a difference of two rows exactly if floors say so.
fn differences_by_floors(bound: u32, _: &dyn Watch) -> Case {
    for beta in ["pi", "e"] {
        let rows: Result<Vec<[u32; 2]>, LabError> = {
            let pair = BeattyPair::of(beta)?;
            (0..=400 * bound).map(|n| pair.row(n)).collect()
        };
        let rows = rows?;
        let (found, claimed) = (by_subtraction(&rows, bound), by_floors(&rows, bound));
        let odd = found.symmetric_difference(&claimed).next();
        if let Some([s, t]) = odd {
            return Ok(Some(format!("beta = {beta}: ({s}, {t})")));
        }
    }
    Ok(None)
}

/// The differences of two rows in the same or in opposite orders.
fn by_subtraction(rows: &[[u32; 2]], bound: u32) -> BTreeSet<[u32; 2]> {
    let mut found = crossing(rows, bound);
    for (n, upper) in rows.iter().enumerate() {
        for lower in rows[..=n].iter().rev() {
            let taken = [upper[0] - lower[0], upper[1] - lower[1]];
            if taken[1] > bound {
                break;
            }
            found.extend([taken, [taken[1], taken[0]]]);
        }
    }
    found
}

/// In the same order: s is ⌊kα⌋ or 1 more, and t is ⌊kβ⌋ or 1 more, for one k ≥ 1.
fn by_floors(rows: &[[u32; 2]], bound: u32) -> BTreeSet<[u32; 2]> {
    let mut found = crossing(rows, bound);
    found.insert([0, 0]);
    for [a, b] in rows[1..].iter().take_while(|row| row[1] <= bound) {
        for (s, t) in [(*a, *b), (a + 1, *b), (*a, b + 1), (a + 1, b + 1)] {
            if t <= bound {
                found.extend([[s, t], [t, s]]);
            }
        }
    }
    found
}

/// In opposite orders: (A_n − B_m, B_n − A_m); both entries bound n and m.
fn crossing(rows: &[[u32; 2]], bound: u32) -> BTreeSet<[u32; 2]> {
    let mut found = BTreeSet::new();
    let few = &rows[..rows.len().min(4 * bound as usize + 4)];
    for upper in few {
        for lower in few {
            let pair = (
                upper[0].checked_sub(lower[1]),
                upper[1].checked_sub(lower[0]),
            );
            if let (Some(s), Some(t)) = pair
                && s.max(t) <= bound
            {
                found.extend([[s, t], [t, s]]);
            }
        }
    }
    found
}

/// The P-positions of Mark, by brute force: the first position that no invariant game with them can have is 4.
fn mark(bound: u32, watch: &dyn Watch) -> Case {
    let mut lost: Vec<bool> = vec![true];
    for n in 1..=bound as usize {
        lost.push(!lost[n - 1] && !lost[n / 2]);
    }
    let members: Vec<Vec<u32>> = (0..=bound)
        .filter(|n| lost[*n as usize])
        .map(|n| vec![n])
        .collect();
    let found = obstruction(1, bound, &members, watch)?;
    let failing = match &found {
        Some(found) if found.position == [4] => None,
        other => Some(format!("{other:?}")),
    };
    Ok(failing)
}
