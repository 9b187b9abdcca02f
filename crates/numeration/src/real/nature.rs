//! Is a real rational? Rules that are theorems, and `Unknown` where none applies.
//!
//! - π, `e^x` for algebraic `x ≠ 0` and `ln x` for algebraic `x > 0`, `x ≠ 1`, are transcendental
//!   (Lindemann 1882).
//! - A root of a positive rational, reduced to its least order `k ≥ 2`, has degree `k` (`Xᵏ - q` is
//!   irreducible if `q > 0` is no `p`-th power for any prime `p` dividing `k`; Lang, Algebra, VI §9).
//! - Square roots of different squarefree numbers and 1 are linearly independent (Besicovitch 1940).
//! - One transcendental number among algebraic ones makes a sum or product transcendental; a rational
//!   function of one transcendental number is constant or transcendental.

use std::sync::Arc;

use super::expression::{ExpressionForm, ExpressionNode, Factor, Sum};
use super::surd::Surd;
use super::{Irrationality, Real, RealValue};
use crate::natural::{Integer, One, Zero};

/// What is known about a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nature {
    Rational,
    /// Algebraic and irrational.
    Algebraic,
    /// Algebraic; whether rational is not known.
    PerhapsRational,
    Transcendental,
    Unknown,
}

impl Nature {
    pub(super) fn irrationality(self) -> Irrationality {
        match self {
            Self::Rational => Irrationality::Rational,
            Self::Algebraic | Self::Transcendental => Irrationality::Irrational,
            Self::PerhapsRational | Self::Unknown => Irrationality::Unknown,
        }
    }

    fn is_algebraic(self) -> bool {
        matches!(
            self,
            Self::Rational | Self::Algebraic | Self::PerhapsRational
        )
    }

    fn is_irrational(self) -> bool {
        matches!(self, Self::Algebraic | Self::Transcendental)
    }
}

/// The nature of a real.
pub(super) fn nature(x: &Real) -> Nature {
    match &x.value {
        RealValue::Exact(surd) if surd.is_rational() => Nature::Rational,
        RealValue::Exact(_) => Nature::Algebraic,
        RealValue::Computable(node) => nature_of_node(node),
    }
}

fn nature_of_node(node: &Arc<ExpressionNode>) -> Nature {
    *node.nature.get_or_init(|| find_nature(node))
}

fn find_nature(node: &Arc<ExpressionNode>) -> Nature {
    match &node.kind {
        ExpressionForm::Pi => Nature::Transcendental,
        ExpressionForm::Surd(_) => Nature::Algebraic,
        // The arguments are not 0 and not 1: those were simplified away, unless their nature is open.
        ExpressionForm::Exp(x) | ExpressionForm::Ln(x) => match nature(x) {
            Nature::Rational | Nature::Algebraic => Nature::Transcendental,
            _ => Nature::Unknown,
        },
        ExpressionForm::Root(_, x) => match nature(x) {
            Nature::Rational => Nature::Algebraic,
            other => other,
        },
        ExpressionForm::Sum(sum) => nature_of_sum(sum).unwrap_or_else(|| nature_by_function(node)),
        ExpressionForm::Product(factors) => {
            nature_of_product(factors).unwrap_or_else(|| nature_by_function(node))
        }
    }
}

fn nature_of_sum(sum: &Sum) -> Option<Nature> {
    let natures: Vec<Nature> = sum
        .terms
        .iter()
        .map(|(_, node)| nature_of_node(node))
        .collect();
    let square_roots = sum
        .terms
        .iter()
        .all(|(_, node)| matches!(node.kind, ExpressionForm::Surd(_)));
    if square_roots {
        return Some(Nature::Algebraic);
    }
    combined(&natures)
}

fn nature_of_product(factors: &[Factor]) -> Option<Nature> {
    let natures: Vec<Nature> = factors
        .iter()
        .map(|(node, e)| nature_of_power(node, *e))
        .collect();
    combined(&natures)
}

fn nature_of_power(node: &Arc<ExpressionNode>, exponent: i64) -> Nature {
    match nature_of_node(node) {
        // A reduced root of a rational: the exponent is below its order, so the power is irrational too.
        Nature::Algebraic if exponent.abs() == 1 || is_root_of_rational(node) => Nature::Algebraic,
        Nature::Algebraic => Nature::PerhapsRational,
        other => other,
    }
}

fn is_root_of_rational(node: &Arc<ExpressionNode>) -> bool {
    matches!(&node.kind, ExpressionForm::Root(_, x) if nature(x) == Nature::Rational)
}

/// Parts that are not 0, combined with rationals only: what the whole is, if the parts decide it.
fn combined(natures: &[Nature]) -> Option<Nature> {
    let others = natures.iter().filter(|n| **n != Nature::Rational);
    match others.clone().count() {
        0 => return Some(Nature::Rational),
        1 => return others.copied().next(),
        _ => {}
    }
    let transcendental = natures
        .iter()
        .filter(|n| **n == Nature::Transcendental)
        .count();
    let algebraic = natures.iter().filter(|n| n.is_algebraic()).count();
    match (transcendental, natures.len() - algebraic) {
        (1, 1) => Some(Nature::Transcendental),
        (0, 0) => None,
        _ => None,
    }
}

/// Rational functions of one irrational number `t`: those of degree at most 1 are irrational unless
/// constant; for transcendental `t` those of any degree are.
fn nature_by_function(node: &Arc<ExpressionNode>) -> Nature {
    let Some(t) = atom(node) else {
        return Nature::Unknown;
    };
    let nature = nature_of_node(&t);
    let Some(function) = Function::of(node, &t) else {
        return Nature::Unknown;
    };
    let decided = match nature {
        Nature::Transcendental => true,
        Nature::Algebraic => function.degree() <= 1,
        _ => false,
    };
    match (decided, function.is_constant()) {
        (true, true) => Nature::Rational,
        (true, false) => nature,
        _ if nature.is_algebraic() => Nature::PerhapsRational,
        _ => Nature::Unknown,
    }
}

/// The first irrational number met that is neither a sum nor a product.
fn atom(node: &Arc<ExpressionNode>) -> Option<Arc<ExpressionNode>> {
    match &node.kind {
        ExpressionForm::Sum(sum) => sum.terms.iter().find_map(|(_, n)| atom(n)),
        ExpressionForm::Product(factors) => factors.iter().find_map(|(n, _)| atom(n)),
        _ => nature_of_node(node)
            .is_irrational()
            .then(|| Arc::clone(node)),
    }
}

/// A quotient of polynomials with rational coefficients, constant term first.
struct Function {
    above: Vec<Surd>,
    below: Vec<Surd>,
}

/// Highest degree that is worked out.
const MAX_DEGREE: usize = 32;

/// Longest coefficient that is worked out.
const MAX_COEFFICIENT_BITS: u64 = 1 << 14;

impl Function {
    /// `node` as a function of `t`; `None` if other numbers occur or the degree is too high.
    fn of(node: &Arc<ExpressionNode>, t: &Arc<ExpressionNode>) -> Option<Self> {
        if node.same(t) {
            return Some(Self {
                above: vec![rational(0), rational(1)],
                below: vec![rational(1)],
            });
        }
        match &node.kind {
            ExpressionForm::Sum(sum) => {
                let start = Self {
                    above: vec![sum.constant.clone()],
                    below: vec![rational(1)],
                };
                sum.terms.iter().try_fold(start, |total, (q, n)| {
                    let f = Self::of(n, t)?;
                    let above = add(
                        &times(&total.above, &f.below)?,
                        &times(&times(&f.above, std::slice::from_ref(q))?, &total.below)?,
                    );
                    Some(Self {
                        above,
                        below: times(&total.below, &f.below)?,
                    })
                })
            }
            ExpressionForm::Product(factors) => {
                let start = Self {
                    above: vec![rational(1)],
                    below: vec![rational(1)],
                };
                factors.iter().try_fold(start, |total, (n, e)| {
                    let f = Self::of(n, t)?;
                    let (p, q) = if *e > 0 {
                        (f.above, f.below)
                    } else {
                        (f.below, f.above)
                    };
                    let e = e.unsigned_abs();
                    Some(Self {
                        above: times(&total.above, &power(&p, e)?)?,
                        below: times(&total.below, &power(&q, e)?)?,
                    })
                })
            }
            _ => None,
        }
    }

    fn degree(&self) -> usize {
        degree(&self.above).max(degree(&self.below))
    }

    /// Is one polynomial a multiple of the other?
    fn is_constant(&self) -> bool {
        let zero = rational(0);
        let at = |p: &[Surd], i: usize| p.get(i).unwrap_or(&zero).clone();
        let top = degree(&self.below);
        let (lead, other) = (at(&self.below, top), at(&self.above, top));
        (0..=self.degree()).all(|i| {
            product(&at(&self.above, i), &lead).same(&product(&at(&self.below, i), &other))
        })
    }
}

fn rational(n: i64) -> Surd {
    Surd::integer(Integer::from(n))
}

fn product(x: &Surd, y: &Surd) -> Surd {
    x.mul(y).expect("rationals multiply")
}

fn degree(p: &[Surd]) -> usize {
    p.iter().rposition(|q| !q.is_zero()).unwrap_or(0)
}

fn add(p: &[Surd], q: &[Surd]) -> Vec<Surd> {
    let zero = rational(0);
    let at = |p: &[Surd], i: usize| p.get(i).unwrap_or(&zero).clone();
    (0..p.len().max(q.len()))
        .map(|i| at(p, i).add(&at(q, i)).expect("rationals add"))
        .collect()
}

fn times(p: &[Surd], q: &[Surd]) -> Option<Vec<Surd>> {
    let longest = |p: &[Surd]| p.iter().map(Surd::bits).max().unwrap_or(0);
    if degree(p) + degree(q) > MAX_DEGREE || longest(p) + longest(q) > MAX_COEFFICIENT_BITS {
        return None;
    }
    let mut result = vec![Surd::integer(Integer::ZERO); p.len() + q.len() - 1];
    for (i, x) in p.iter().enumerate() {
        for (j, y) in q.iter().enumerate() {
            result[i + j] = result[i + j].add(&product(x, y)).expect("rationals add");
        }
    }
    Some(result)
}

fn power(p: &[Surd], k: u64) -> Option<Vec<Surd>> {
    if degree(p) > 0 && k > u64::try_from(MAX_DEGREE).unwrap_or(u64::MAX) {
        return None;
    }
    if k > 1 << 10 {
        return None;
    }
    (0..k).try_fold(vec![Surd::integer(Integer::ONE)], |total, _| {
        times(&total, p)
    })
}
