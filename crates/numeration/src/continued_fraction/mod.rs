//! Continued fractions of rationals, quadratic irrationals and computable reals, and their convergents.
//!
//! `x = [a₀; a₁, a₂, …]` with `aᵢ ≥ 1` for `i ≥ 1`. A rational has two expansions, of even and of odd
//! length; quadratic irrationals are periodic (Lagrange 1770), and the period is found exactly, by integer
//! arithmetic on `(P + √D)/Q`; for computable reals each partial quotient is certified by an enclosure.
//! See Hardy and Wright, An Introduction to the Theory of Numbers, chapter 10.
//!
//! ```
//! use numeration::continued_fraction::ContinuedFraction;
//! use numeration::real::Real;
//!
//! let x = ContinuedFraction::of(&Real::from(14).sqrt()?)?;
//! assert_eq!(x.to_string(), "[3; (1, 2, 1, 6)]");
//! let convergents: Vec<String> =
//!     x.convergents().take(4).map(|c| Ok(c?.to_string())).collect::<Result<_, numeration::real::RealError>>()?;
//! assert_eq!(convergents, ["3/1", "4/1", "11/3", "15/4"]);
//! # Ok::<(), numeration::real::RealError>(())
//! ```

mod enclosure;

use std::fmt;
use std::sync::{Arc, Mutex};

use crate::natural::{
    DivMod, FloorSqrt, Integer, Natural, One, SignificantBits, Square, Zero, bits,
};
use crate::real::{Quadratic, Real, RealError};
use watch::locked;

use enclosure::common_quotients;

/// The continued fraction of a real number, expanded as far as anyone asks.
#[derive(Clone, Debug)]
pub struct ContinuedFraction {
    expansion: Expansion,
}

#[derive(Clone, Debug)]
enum Expansion {
    /// All partial quotients of a rational, the last one above 1 unless it is the only one.
    Finite(Vec<Integer>),
    /// Partial quotients before and within the period.
    Periodic(Vec<Integer>, Vec<Integer>),
    /// Certified as they are asked for.
    Open(Arc<OpenFraction>),
}

/// A numerator and a denominator `pₖ/qₖ`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Convergent {
    /// The numerator.
    pub p: Integer,
    /// The denominator; 0 only before the start.
    pub q: Natural,
}

/// Longest period of a quadratic irrational that is looked for.
pub const MAX_PERIOD: usize = 1 << 16;

/// Most partial quotients of a computable real that are certified.
const MAX_OPEN: usize = 1 << 17;

/// Longest numerator or denominator of a rational that is expanded.
const MAX_RATIONAL_BITS: u64 = 1 << 17;

/// Most steps times bits that the search for a period takes.
const MAX_PERIOD_WORK: usize = 1 << 28;

impl ContinuedFraction {
    /// The expansion of a real; refused if its numbers are very long. No work is done yet for a
    /// computable one.
    pub fn of(x: &Real) -> Result<Self, RealError> {
        let expansion = if let Some((n, d)) = x.as_rational() {
            if bits(&n).max(d.significant_bits()) > MAX_RATIONAL_BITS {
                return Err(RealError::TooLarge);
            }
            Expansion::Finite(euclid(n, Integer::from(d)))
        } else if let Some((preperiod, period)) = x.as_quadratic().and_then(|x| lagrange(&x)) {
            Expansion::Periodic(preperiod, period)
        } else {
            Expansion::Open(Arc::new(OpenFraction {
                real: x.clone(),
                known: Mutex::default(),
            }))
        };
        Ok(Self { expansion })
    }

    /// `aₖ`; `None` after the end of a finite expansion.
    pub fn quotient(&self, k: usize) -> Result<Option<Integer>, RealError> {
        match &self.expansion {
            Expansion::Finite(all) => Ok(all.get(k).cloned()),
            Expansion::Periodic(start, _) if k < start.len() => Ok(Some(start[k].clone())),
            Expansion::Periodic(start, period) => {
                Ok(Some(period[(k - start.len()) % period.len()].clone()))
            }
            Expansion::Open(open) => open.quotient(k).map(Some),
        }
    }

    /// The first partial quotients of a computable real, enough for the convergents with denominators below about
    /// `2^bits`; none for the other expansions, where all are known.
    pub(crate) fn certified(&self, bits: u64) -> Result<Vec<Integer>, RealError> {
        match &self.expansion {
            Expansion::Open(open) => open.certified(bits),
            _ => Ok(Vec::new()),
        }
    }

    /// The partial quotients in order; the last item is an error if no more can be certified.
    pub fn quotients(&self) -> impl Iterator<Item = Result<Integer, RealError>> + '_ {
        let mut failed = false;
        (0..).map_while(move |k| {
            if failed {
                return None;
            }
            let quotient = self.quotient(k).transpose();
            failed = matches!(quotient, Some(Err(_)));
            quotient
        })
    }

    /// The convergents `p₀/q₀, p₁/q₁, …`.
    pub fn convergents(&self) -> impl Iterator<Item = Result<Convergent, RealError>> + '_ {
        let mut before = Convergent {
            p: Integer::ZERO,
            q: Natural::ONE,
        };
        let mut last = Convergent {
            p: Integer::ONE,
            q: Natural::ZERO,
        };
        self.quotients().map(move |a| {
            let next = last.followed_by(&a?, &before);
            before = std::mem::replace(&mut last, next.clone());
            Ok(next)
        })
    }

    /// All partial quotients of a rational, with a last quotient above 1 (or the only one).
    pub fn finite(&self) -> Option<&[Integer]> {
        match &self.expansion {
            Expansion::Finite(all) => Some(all),
            _ => None,
        }
    }

    /// The expansion `[a₀, …, a₂ₙ]` of a rational whose last index is even, as numeration systems need it.
    pub fn finite_even(&self) -> Option<Vec<Integer>> {
        self.finite().map(|all| {
            if all.len() % 2 == 1 {
                all.to_vec()
            } else {
                other_length(all)
            }
        })
    }

    /// The expansion `[a₀, …, a₂ₙ₊₁]` of a rational whose last index is odd.
    pub fn finite_odd(&self) -> Option<Vec<Integer>> {
        self.finite().map(|all| {
            if all.len() % 2 == 0 {
                all.to_vec()
            } else {
                other_length(all)
            }
        })
    }

    /// Preperiod and period of a quadratic irrational, if its period is at most [`MAX_PERIOD`] long.
    pub fn periodic(&self) -> Option<(&[Integer], &[Integer])> {
        match &self.expansion {
            Expansion::Periodic(start, period) => Some((start, period)),
            _ => None,
        }
    }

    /// The number whose expansion this is.
    pub fn value(&self) -> Result<Real, RealError> {
        match &self.expansion {
            Expansion::Finite(all) => in_front(all, None),
            Expansion::Periodic(start, period) => in_front(start, Some(purely_periodic(period)?)),
            Expansion::Open(open) => Ok(open.real.clone()),
        }
    }
}

impl Convergent {
    fn followed_by(&self, a: &Integer, before: &Self) -> Self {
        let q = Integer::from(&self.q) * a + Integer::from(&before.q);
        Self {
            p: a * &self.p + &before.p,
            q: q.unsigned_abs_ref().clone(),
        }
    }
}

impl fmt::Display for Convergent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.p, self.q)
    }
}

impl fmt::Display for ContinuedFraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, period): (&[Integer], String) = match &self.expansion {
            Expansion::Finite(all) => (all, String::new()),
            Expansion::Periodic(start, period) => (start, format!("({})", join(period))),
            Expansion::Open(open) => (&[], format!("expansion of {}", open.real)),
        };
        match start {
            [] => write!(f, "[{period}]"),
            [only] if period.is_empty() => write!(f, "[{only}]"),
            [first] => write!(f, "[{first}; {period}]"),
            [first, rest @ ..] if period.is_empty() => write!(f, "[{first}; {}]", join(rest)),
            [first, rest @ ..] => write!(f, "[{first}; {}, {period}]", join(rest)),
        }
    }
}

fn join(quotients: &[Integer]) -> String {
    quotients
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

fn euclid(mut n: Integer, mut d: Integer) -> Vec<Integer> {
    let mut quotients = Vec::new();
    while d != 0 {
        let (quotient, rest) = n.div_mod(&d);
        quotients.push(quotient);
        (n, d) = (d, rest);
    }
    quotients
}

/// `[…, a]` as `[…, a-1, 1]`, or back.
fn other_length(all: &[Integer]) -> Vec<Integer> {
    let mut other = all.to_vec();
    let last = other.pop().unwrap_or_default();
    if last == 1 && !other.is_empty() {
        let before = other.pop().unwrap_or_default();
        other.push(before + Integer::ONE);
    } else {
        other.push(last - Integer::ONE);
        other.push(Integer::ONE);
    }
    other
}

/// Lagrange's algorithm on `(P + √D)/Q` with `Q | D - P²`; `None` if the period is too long.
///
/// The complete quotient is reduced (`x > 1`, `-1 < x' < 0`) from some index on, and the expansion is
/// periodic from the first such index: reduced numbers have purely periodic expansions (Galois).
fn lagrange(x: &Quadratic) -> Option<(Vec<Integer>, Vec<Integer>)> {
    let mut state = CompleteQuotient::new(x);
    let length = usize::try_from(bits(&state.d)).unwrap_or(usize::MAX);
    let longest = MAX_PERIOD.min(MAX_PERIOD_WORK / length.max(1));
    let mut start = Vec::new();
    while !state.is_reduced() {
        start.push(state.next());
        if start.len() > longest {
            return None;
        }
    }
    let first = (state.p.clone(), state.q.clone());
    let mut period = Vec::new();
    loop {
        period.push(state.next());
        if (&state.p, &state.q) == (&first.0, &first.1) {
            return Some((start, period));
        }
        if period.len() > longest {
            return None;
        }
    }
}

/// A complete quotient `(P + √D)/Q`.
struct CompleteQuotient {
    p: Integer,
    q: Integer,
    d: Integer,
    root: Integer,
}

impl CompleteQuotient {
    /// `(a + b√d)/c` with the sign in `Q`, so that the root has coefficient 1, and widened by `c` where
    /// `Q` does not divide `D - P²` yet.
    fn new(x: &Quadratic) -> Self {
        let c = Integer::from(&x.c);
        let (p, q) = if x.b > 0 {
            (x.a.clone(), c.clone())
        } else {
            (-&x.a, -&c)
        };
        let d = (&x.b).square() * Integer::from(&x.d);
        let (p, q, d) = if (&d - (&p).square()).div_mod(&q).1 == 0 {
            (p, q, d)
        } else {
            (p * &c, q * &c, d * (&c).square())
        };
        let root = Integer::from(d.unsigned_abs_ref().floor_sqrt());
        Self { p, q, d, root }
    }

    /// The floor of the complete quotient; moves on to the next one.
    fn next(&mut self) -> Integer {
        // floor((P + √D)/Q): for Q < 0 the root is rounded up.
        let a = if self.q > 0 {
            (&self.p + &self.root).div_mod(&self.q).0
        } else {
            (&self.p + &self.root + Integer::ONE).div_mod(&self.q).0
        };
        self.p = &a * &self.q - &self.p;
        self.q = (&self.d - (&self.p).square()).div_mod(&self.q).0;
        a
    }

    /// `x > 1` and `-1 < x' < 0`, where `x' = (P - √D)/Q`: `0 < P < √D` and `√D - P < Q < √D + P`.
    fn is_reduced(&self) -> bool {
        // √D is irrational: P < √D iff P ≤ root, and so on.
        self.p > 0
            && self.p <= self.root
            && self.q > &self.root - &self.p
            && self.q <= &self.root + &self.p
    }
}

/// Partial quotients of a real that is known by enclosures, or by a period too long to store.
#[derive(Debug)]
struct OpenFraction {
    real: Real,
    known: Mutex<Vec<Integer>>,
}

impl OpenFraction {
    /// A convergent with denominator q is certain when the number is known up to about 1/q².
    fn certified(&self, bits: u64) -> Result<Vec<Integer>, RealError> {
        let p = 2 * bits + 64;
        let (low, high) = self
            .real
            .enclosure_ends(p)
            .ok_or(RealError::Undecided { bits: p })?;
        let certain = common_quotients(low, high, Integer::ONE << p);
        let mut known = locked(&self.known);
        if certain.len() > known.len() {
            *known = certain.clone();
        }
        Ok(certain)
    }

    fn quotient(&self, k: usize) -> Result<Integer, RealError> {
        let mut known = locked(&self.known);
        if k >= MAX_OPEN {
            return Err(RealError::TooLarge);
        }
        // About 3.4 bits of precision give one quotient (Lévy); start a little above, and not for every quotient anew.
        let mut p = 4 * (k as u64).max(2 * known.len() as u64) + 128;
        while known.len() <= k {
            if let Some((low, high)) = self.real.enclosure_ends(p) {
                let certain = common_quotients(low, high, Integer::ONE << p);
                if certain.len() > known.len() {
                    *known = certain;
                }
            }
            if known.len() <= k && p > 64 * (k as u64 + 1024) {
                return Err(RealError::Undecided { bits: p });
            }
            p += p / 2;
        }
        Ok(known[k].clone())
    }
}

/// `[a₀; a₁, …, aₖ + 1/rest]`.
fn in_front(quotients: &[Integer], rest: Option<Real>) -> Result<Real, RealError> {
    let one = Real::from(1);
    let mut value = rest;
    for a in quotients.iter().rev() {
        let a = Real::from(a.clone());
        value = Some(match value {
            None => a,
            Some(rest) => a.add(&one.div(&rest)?)?,
        });
    }
    value.ok_or(RealError::DivisionByZero)
}

/// The positive root of `q·x² + (q' - p)·x - p' = 0`, where `p/q` and `p'/q'` are the last convergents.
fn purely_periodic(period: &[Integer]) -> Result<Real, RealError> {
    let mut before = Convergent {
        p: Integer::ZERO,
        q: Natural::ONE,
    };
    let mut last = Convergent {
        p: Integer::ONE,
        q: Natural::ZERO,
    };
    for a in period {
        let next = last.followed_by(a, &before);
        before = std::mem::replace(&mut last, next);
    }
    let (a, b) = (Integer::from(last.q), Integer::from(before.q) - last.p);
    let discriminant = (&b).square() + Integer::from(4) * &a * before.p;
    let root = Real::from(discriminant).sqrt()?;
    Real::from(-b)
        .add(&root)?
        .div(&Real::from(Integer::from(2) * a))
}
