//! Rays of positions: `p, p + s, p + 2s, …` up to the end of the board.

use std::collections::BTreeSet;

use logic::watch::{Stopped, Watch};

use crate::column::FloorColumn;
use crate::pieces::RowPiece;

/// A ray has at least so many positions on the board.
const LEAST: usize = 6;

/// Floors of multiples of an irrational follow a line too, for a while: at most about 1.5 times the root of the number of rows.
fn least(rows: usize) -> usize {
    LEAST.max((4 * rows).isqrt())
}

/// Rays, and the positions on none of them.
pub type Rays = (Vec<RowPiece>, Vec<Vec<i64>>);

/// So many positions are tried as the second one of a ray.
const TRIED: usize = 60;
/// More rays than this say nothing to a reader.
const MOST: usize = 32;

/// The rays of some positions, and the positions on none of them, the smallest first. With more rays than a reader wants, no ray.
///
/// # Errors
/// If the watch stops the work.
pub fn rays(rows: &[Vec<i64>], max: i64, watch: &dyn Watch) -> Result<Rays, Stopped> {
    let all: BTreeSet<&[i64]> = rows.iter().map(Vec::as_slice).collect();
    let mut ordered: Vec<&[i64]> = all.iter().copied().collect();
    ordered.sort_by_key(|row| row.iter().sum::<i64>());
    let mut explained: BTreeSet<Vec<i64>> = BTreeSet::new();
    let (mut found, mut left) = (Vec::new(), Vec::new());
    for (place, start) in ordered.iter().enumerate() {
        watch.check()?;
        if explained.contains(*start) {
            continue;
        }
        let later = ordered[place + 1..].iter().take(TRIED);
        match later
            .into_iter()
            .find_map(|next| ray(start, next, &all, max))
        {
            Some(positions) => {
                found.push(piece(&positions));
                explained.extend(positions);
            }
            None => left.push(start.to_vec()),
        }
        if found.len() > MOST {
            return Ok((Vec::new(), rows.to_vec()));
        }
    }
    left.sort();
    Ok((found, left))
}

/// All positions of the ray that begins with these two, if all of them are there.
fn ray(start: &[i64], next: &[i64], all: &BTreeSet<&[i64]>, max: i64) -> Option<Vec<Vec<i64>>> {
    let step: Vec<i64> = next.iter().zip(start).map(|(n, s)| n - s).collect();
    if step.iter().any(|s| *s < 0) {
        return None;
    }
    let at = |k: i64| -> Vec<i64> { start.iter().zip(&step).map(|(p, s)| p + k * s).collect() };
    let mut positions = Vec::new();
    for row in (0..).map(at) {
        if row.iter().any(|pile| *pile > max) {
            break;
        }
        if !all.contains(row.as_slice()) {
            return None;
        }
        positions.push(row);
    }
    (positions.len() >= least(all.len())).then_some(positions)
}

/// The ray that begins with these positions.
fn piece(positions: &[Vec<i64>]) -> RowPiece {
    let line = |(start, next): (&i64, &i64)| FloorColumn::line(next - start, *start);
    RowPiece {
        columns: positions[0].iter().zip(&positions[1]).map(line).collect(),
        first: 0,
    }
}
