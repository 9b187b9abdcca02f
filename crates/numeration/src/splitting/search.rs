//! All rational splittings with distinct moduli and a common numerator: evidence on Fraenkel's conjecture.
//!
//! Over the common numerator `p`, the modulus `p/q` takes `q` residues of every `p`: a rotation of
//! `{floor(jp/q) : 0 ≤ j < q}`. A splitting into `m` sequences is a partition of the residues mod `p` into `m`
//! such sets with `q₁ + … + q_m = p`. Fraenkel's conjecture says that for `m ≥ 3` and distinct
//! `qᵢ` the only ones have `p = 2^m - 1` and `qᵢ = 2^(m-1), …, 2, 1`; it is proved for `m ≤ 7`.

use watch::{Progress, Stopped, Watch};

use crate::beatty::Beatty;
use crate::real::{Real, RealError};

/// A partition of the residues mod `numerator` into balanced sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RationalSplitting {
    /// The common numerator `p` of the moduli.
    pub numerator: u64,
    /// The denominators `q₁ > … > q_m`.
    pub denominators: Vec<u64>,
    /// The rotation of each set: sequence `i` takes `floor(jp/qᵢ) + shiftᵢ` mod `p`.
    pub shifts: Vec<u64>,
}

/// What a search found and how much it saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOutcome {
    /// One splitting for each list of moduli that has one.
    pub found: Vec<RationalSplitting>,
    /// Lists of moduli examined.
    pub examined: u64,
    /// The largest common numerator that was searched completely.
    pub complete_up_to: u64,
    /// Why it ended before the bound.
    pub stopped: Option<Stopped>,
}

impl RationalSplitting {
    /// Is it the splitting of Fraenkel's conjecture?
    pub fn is_fraenkel(&self) -> bool {
        let powers = (0..self.denominators.len())
            .rev()
            .map(|k| 1u64.checked_shl(u32::try_from(k).unwrap_or(64)));
        powers.eq(self.denominators.iter().copied().map(Some))
    }

    /// The sequences `floor(n·p/qᵢ + γᵢ)`, `n ≥ 1`, that take these residues, from their first positive ones.
    pub fn sequences(&self) -> Result<Vec<Beatty>, RealError> {
        let p = self.numerator;
        let mut all = Vec::new();
        for (q, shift) in self.denominators.iter().zip(&self.shifts) {
            // The least positive member is floor(jp/q) + shift - wp for some j, w: count back from j.
            let members = (0..*q).map(|j| (j, (j * p / q + shift) % p));
            let positive = members.map(|(j, r)| (if r == 0 { p } else { r }, j));
            let (least, j) = positive.min().unwrap_or((0, 0));
            let gamma = i128::from(least) - i128::from(j * p / q);
            // floor((n - 1 + j)·p/q) + gamma for n ≥ 1.
            let offset = Real::ratio(i128::from(p) * (i128::from(j) - 1), i128::from(*q))?;
            let alpha = Real::ratio(p, *q)?;
            let gamma = offset.add(&Real::ratio(gamma, 1)?)?;
            all.push(Beatty::new(alpha, gamma).expect("a positive modulus"));
        }
        Ok(all)
    }
}

/// All splittings into `sequences` sequences with distinct moduli and a common numerator up to `bound`,
/// in lowest terms, up to rotation.
///
/// The watch is asked before each list of moduli; what was found until it stops the search is returned.
pub fn search(sequences: usize, bound: u64, watch: &dyn Watch) -> SearchOutcome {
    let mut outcome = SearchOutcome {
        found: Vec::new(),
        examined: 0,
        complete_up_to: 0,
        stopped: None,
    };
    for p in 1..=bound {
        let complete = each_list(
            p,
            sequences,
            u64::MAX,
            &mut Vec::new(),
            &mut |denominators| {
                if denominators.iter().fold(p, |g, q| gcd(g, *q)) > 1 {
                    return Ok(());
                }
                watch.progress(Progress {
                    step: "numerators",
                    done: p,
                    total: Some(bound),
                });
                watch.check()?;
                outcome.examined += 1;
                if let Some(shifts) = place(p, denominators) {
                    let denominators = denominators.to_vec();
                    outcome.found.push(RationalSplitting {
                        numerator: p,
                        denominators,
                        shifts,
                    });
                }
                Ok(())
            },
        );
        if let Err(stopped) = complete {
            outcome.stopped = Some(stopped);
            break;
        }
        outcome.complete_up_to = p;
    }
    outcome
}

/// Visits the lists `q₁ > … > q_m ≥ 1` below `below` with the sum `left`, until a visit stops.
fn each_list(
    left: u64,
    m: usize,
    below: u64,
    list: &mut Vec<u64>,
    visit: &mut impl FnMut(&[u64]) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    if m == 0 {
        return if left > 0 { Ok(()) } else { visit(list) };
    }
    // The rest needs at least 1 + 2 + … + (m-1).
    let m64 = u64::try_from(m).unwrap_or(u64::MAX);
    let least = m64.saturating_mul(m64 - 1) / 2;
    let Some(most) = left.checked_sub(least) else {
        return Ok(());
    };
    for part in (1..=most.min(below - 1)).rev() {
        if part.saturating_mul(m64) < left {
            break;
        }
        list.push(part);
        let visited = each_list(left - part, m - 1, part, list, visit);
        list.pop();
        visited?;
    }
    Ok(())
}

/// Rotations that make the sets a partition, the first one being 0.
fn place(p: u64, denominators: &[u64]) -> Option<Vec<u64>> {
    let sets: Vec<Vec<u64>> = denominators
        .iter()
        .map(|q| (0..*q).map(|j| j * p / q).collect())
        .collect();
    let mut board = vec![false; usize::try_from(p).ok()?];
    let mut shifts = vec![None; sets.len()];
    put(&mut board, &sets[0], 0, p, true);
    shifts[0] = Some(0);
    fill(&mut board, &sets, &mut shifts, p).then(|| shifts.into_iter().flatten().collect())
}

/// Fills the first free residue with a rotation of one of the sets that are left.
fn fill(board: &mut [bool], sets: &[Vec<u64>], shifts: &mut [Option<u64>], p: u64) -> bool {
    let Some(free) = board.iter().position(|taken| !taken) else {
        return true;
    };
    let free = u64::try_from(free).unwrap_or(u64::MAX);
    for i in 0..sets.len() {
        if shifts[i].is_some() {
            continue;
        }
        for member in &sets[i] {
            let shift = (free + p - member) % p;
            if !fits(board, &sets[i], shift, p) {
                continue;
            }
            put(board, &sets[i], shift, p, true);
            shifts[i] = Some(shift);
            if fill(board, sets, shifts, p) {
                return true;
            }
            put(board, &sets[i], shift, p, false);
            shifts[i] = None;
        }
    }
    false
}

fn fits(board: &[bool], set: &[u64], shift: u64, p: u64) -> bool {
    set.iter().all(|member| !board[index(member + shift, p)])
}

fn put(board: &mut [bool], set: &[u64], shift: u64, p: u64, taken: bool) {
    for member in set {
        board[index(member + shift, p)] = taken;
    }
}

fn index(place: u64, p: u64) -> usize {
    usize::try_from(place % p).expect("the board fits into memory")
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
