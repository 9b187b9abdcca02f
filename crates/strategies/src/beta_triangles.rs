//! For which β the claim about β^T-Wynim is true.
//!
//! [`BEATTY_GAMES`](rules::citation::BEATTY_GAMES), Theorem 1, claims for every irrational β > 2 that the P-positions
//! of β^T-Wynim are the rows `(A_n, B_n)`. Its proof bounds `Δ_n − Δ_m` by one step of `Δ_n = B_n − A_n`, and
//! overlooks that the triangles block only steps of one row. The truth is:
//!
//! **Theorem.** The claim holds exactly if β > 3, or β is a quadratic irrational whose primitive polynomial
//! g (leading coefficient positive) has `g(1) < 0` and `g(3) = 1`. Such are `φ² = 2.618…, 1 + √3, (7 + √17)/4, (1 + √21)/2, √8`.
//!
//! *Proof.* With `d = ⌊β⌋`, a move from row n to row m < n takes `(s, t)` with `t − s = Δ_n − Δ_m`, and is allowed
//! if that is below d and `(s, t)` is not in a triangle. Single steps of Δ below d are all in a triangle. Moves to the
//! mirror image of row m ≥ 1 have `t − s = Δ_n + Δ_m ≥ 2(d − 1) ≥ d`. So the claim fails exactly if some *two* steps
//! satisfy `Δ_(n+2) − Δ_n < d`; then `s ≥ 3`, outside the triangles. Single steps are `d − 2, d − 1` or `d`.
//! - d ≥ 4: two steps are at least `2(d − 2) ≥ d`.
//! - d = 3: only 1 + 1 is too small, and needs `A_(n+2) − A_n = 4`, impossible since `2α < 3`.
//! - d = 2: put `ω = β − 1`, so that `α = 1 + 1/ω`. If `ω < φ`, then `β − α < 1` and two steps are below 2 on average,
//!   so somewhere. If `ω ≥ φ`, two steps are below 2 exactly if `B_(n+2) − B_n = 5` and `A_(n+2) − A_n = 4`, that is, the
//!   fractional parts v of `nω` and u of `n/ω` satisfy `0 ≤ v < 4 − 2ω` and `2 − 2/ω ≤ u < 1`. If `1, ω, 1/ω` are
//!   linearly independent over the rationals, (v, u) is dense in the square (Kronecker), and it happens. Otherwise
//!   `Aω² + Bω + C = 0` with coprime integers, A > 0, and (v, u) is dense in the lines `Av + Cu ∈ ℤ`. If C > 0, the line
//!   through the corner (0, 1) enters the rectangle. If C < 0, put `u' = 1 − u`: on the rectangle `Av + |C|u'` takes the
//!   values strictly between 0 and its supremum `A(4 − 2ω) + |C|(2/ω − 1) = 4A + 2B + C = f(2)`, where f is the
//!   polynomial of ω. It takes an integer value, inside the rectangle, exactly if `f(2) ≥ 2`. Finally `g(x) = f(x − 1)`, and
//!   `f(0) < 0, f(2) = 1` imply `ω ≥ φ`. ∎

use std::cmp::Ordering;

use numeration::natural::num::arithmetic::traits::{DivExact, Gcd, Square, UnsignedAbs};
use numeration::natural::{Integer, Natural};
use numeration::real::{Real, RealKind};

use super::beatty::BeattyRows;
use super::rows::Row;
use crate::strategy::StrategyError;

/// What is known about the claim for one β.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Validity {
    /// It is true.
    True,
    /// It is false: the rules allow a move between two rows.
    False {
        /// The first row from which a move to another row is allowed.
        from: Row,
        /// That other row.
        to: Row,
    },
    /// No such move was found from the rows up to this one; nothing is known beyond.
    Open {
        /// The last row looked at.
        through: Row,
    },
}

/// How many rows are searched for a counterexample.
const ROWS: u64 = 1 << 18;

/// Is the claim true for this β?
pub fn validity(rows: &BeattyRows) -> Result<Validity, StrategyError> {
    let beta = rows.beta();
    if beta.compare(&Real::from(3))? == Ordering::Greater || is_special(beta) {
        return Ok(Validity::True);
    }
    let row = |n: u64| -> Result<[u64; 2], StrategyError> {
        match rows.entries_of_word(n) {
            Some(entries) => Ok(entries),
            None => {
                let entries = rows.entries(&Natural::from(n))?;
                Ok(entries.map(|entry| u64::try_from(&entry).expect("β < 3 and few rows")))
            }
        }
    };
    let numbered = |n: u64, entries: [u64; 2]| Row {
        index: Natural::from(n),
        entries: entries.map(Natural::from).to_vec(),
    };
    let (mut before, mut middle) = (row(0)?, row(1)?);
    for n in 2..=ROWS {
        let now = row(n)?;
        if now[1] - now[0] < before[1] - before[0] + 2 {
            return Ok(Validity::False {
                from: numbered(n, now),
                to: numbered(n - 2, before),
            });
        }
        (before, middle) = (middle, now);
    }
    Ok(Validity::Open {
        through: numbered(ROWS, middle),
    })
}

/// Has the primitive polynomial g of β `g(1) < 0` and `g(3) = 1`?
fn is_special(beta: &Real) -> bool {
    if beta.kind() != RealKind::Quadratic {
        return false;
    }
    let Some(q) = beta.as_quadratic() else {
        return false;
    };
    // (a + b√D)/c is a root of c²x² − 2acx + a² − b²D.
    let c = Integer::from(q.c);
    let leading = (&c).square();
    let linear = -(&q.a * &c * Integer::from(2));
    let constant = (&q.a).square() - (&q.b).square() * Integer::from(q.d);
    let parts = [&leading, &linear, &constant].map(|part| part.unsigned_abs());
    let [first, second, third] = parts;
    let divisor = Integer::from(first.gcd(second).gcd(third));
    let at = |x: i64| -> Integer {
        let x = Integer::from(x);
        (&leading * (&x).square() + &linear * &x + &constant).div_exact(&divisor)
    };
    at(1) < 0 && at(3) == 1
}
