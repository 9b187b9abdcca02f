//! Computable reals as small expressions that remember their best enclosure.
//!
//! A node is shared (`Arc`), so that the π inside a rule is computed once however often the rule is
//! evaluated. Sums carry rational coefficients and products integer exponents, with equal parts merged:
//! `pi - pi` is 0 and `2*pi/pi` is 2 without any approximation.

use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use super::interval::DyadicInterval;
use super::nature::Nature;
use super::surd::Surd;
use super::{MAX_DEPTH, MAX_SIZE, Real, RealError, RealValue, series};
use crate::natural::{Integer, One, bits};
use watch::locked;

/// An expression with its size and its best enclosure so far.
#[derive(Debug)]
pub(super) struct ExpressionNode {
    pub(super) kind: ExpressionForm,
    pub(super) depth: u32,
    pub(super) size: u32,
    /// Found once: expressions share their parts.
    pub(super) nature: OnceLock<Nature>,
    known: Mutex<Option<(u64, DyadicInterval)>>,
}

/// The forms of an expression.
#[derive(Debug)]
pub(super) enum ExpressionForm {
    /// The circle number.
    Pi,
    /// A quadratic irrational inside a sum or product that leaves its field. In sums: `√D` alone.
    Surd(Surd),
    /// `e^x`.
    Exp(Real),
    /// `ln x`, where `x` is known to be positive.
    Ln(Real),
    /// The `k`-th root, `k ≥ 2`, of a number known to be positive.
    Root(u64, Real),
    /// A rational plus rational multiples of other nodes.
    Sum(Sum),
    /// Powers of nodes, none of them a product; those with negative exponents are known not to be 0.
    Product(Vec<Factor>),
}

/// `constant + Σ coefficient·node`; constant and coefficients are rational.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) constant: Surd,
    pub(super) terms: Vec<(Surd, Arc<ExpressionNode>)>,
}

/// A node with its exponent.
pub(super) type Factor = (Arc<ExpressionNode>, i64);

/// The one node of π, so that its enclosure is shared by all.
pub(super) fn pi() -> Arc<ExpressionNode> {
    static PI: LazyLock<Arc<ExpressionNode>> =
        LazyLock::new(|| Arc::new(ExpressionNode::leaf(ExpressionForm::Pi)));
    Arc::clone(&PI)
}

/// The one node of e.
pub(super) fn e() -> Arc<ExpressionNode> {
    static E: LazyLock<Arc<ExpressionNode>> =
        LazyLock::new(|| Arc::new(ExpressionNode::leaf(ExpressionForm::Exp(Real::from(1)))));
    Arc::clone(&E)
}

impl ExpressionNode {
    /// A node, refused if it is too deep or too large.
    pub(super) fn new(kind: ExpressionForm) -> Result<Arc<Self>, RealError> {
        let node = Self::unchecked(kind);
        if node.depth > MAX_DEPTH || node.size > MAX_SIZE {
            return Err(RealError::TooComplex);
        }
        Ok(node)
    }

    /// A node whose parts are known to be small enough.
    pub(super) fn unchecked(kind: ExpressionForm) -> Arc<Self> {
        let (mut depth, mut size) = (0u32, 1u32);
        let mut child = |d: u32, s: u32| {
            depth = depth.max(d + 1);
            size = size.saturating_add(s);
        };
        match &kind {
            ExpressionForm::Pi | ExpressionForm::Surd(_) => {}
            ExpressionForm::Exp(x) | ExpressionForm::Ln(x) | ExpressionForm::Root(_, x) => {
                match &x.value {
                    RealValue::Exact(_) => child(0, 1),
                    RealValue::Computable(node) => child(node.depth, node.size),
                }
            }
            ExpressionForm::Sum(sum) => sum
                .terms
                .iter()
                .for_each(|(_, node)| child(node.depth, node.size)),
            ExpressionForm::Product(factors) => factors
                .iter()
                .for_each(|(node, _)| child(node.depth, node.size)),
        }
        Arc::new(Self {
            kind,
            depth,
            size,
            nature: OnceLock::new(),
            known: Mutex::new(None),
        })
    }

    fn leaf(kind: ExpressionForm) -> Self {
        Self {
            kind,
            depth: 0,
            size: 1,
            nature: OnceLock::new(),
            known: Mutex::new(None),
        }
    }

    /// Equal as expressions, up to the order of terms and factors.
    pub(super) fn same(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        if Arc::ptr_eq(self, other) {
            return true;
        }
        if self.size != other.size || self.depth != other.depth {
            return false;
        }
        match (&self.kind, &other.kind) {
            (ExpressionForm::Pi, ExpressionForm::Pi) => true,
            (ExpressionForm::Surd(x), ExpressionForm::Surd(y)) => x.same(y),
            (ExpressionForm::Exp(x), ExpressionForm::Exp(y))
            | (ExpressionForm::Ln(x), ExpressionForm::Ln(y)) => x == y,
            (ExpressionForm::Root(j, x), ExpressionForm::Root(k, y)) => j == k && x == y,
            (ExpressionForm::Sum(x), ExpressionForm::Sum(y)) => {
                let in_y = |(q, n): &(Surd, Arc<Self>)| {
                    y.terms.iter().any(|(r, m)| n.same(m) && q.same(r))
                };
                x.constant.same(&y.constant)
                    && x.terms.len() == y.terms.len()
                    && x.terms.iter().all(in_y)
            }
            (ExpressionForm::Product(x), ExpressionForm::Product(y)) => {
                let in_y = |(n, e): &Factor| y.iter().any(|(m, f)| e == f && n.same(m));
                x.len() == y.len() && x.iter().all(in_y)
            }
            _ => false,
        }
    }

    /// An enclosure in units of `2^-p`; `None` if a divisor or a logarithm needs more precision first.
    pub(super) fn enclosure(&self, p: u64) -> Option<DyadicInterval> {
        let known = locked(&self.known).clone();
        if let Some((places, value)) = known.filter(|(places, _)| *places >= p) {
            return Some(value.rescaled(places, p, 0));
        }
        let value = self.compute(p)?;
        let mut known = locked(&self.known);
        if known.as_ref().is_none_or(|(places, _)| *places < p) {
            *known = Some((p, value.clone()));
        }
        Some(value)
    }

    fn compute(&self, p: u64) -> Option<DyadicInterval> {
        match &self.kind {
            ExpressionForm::Pi => Some(series::pi(p)),
            ExpressionForm::Surd(surd) => Some(surd_enclosure(surd, p)),
            ExpressionForm::Exp(x) => series::exp(&x.enclosure(p)?, p),
            ExpressionForm::Ln(x) => series::ln(&x.enclosure(p)?, p),
            ExpressionForm::Root(k, x) if *k <= MAX_DIRECT_ROOT => x.enclosure(p)?.root(*k, p),
            ExpressionForm::Root(k, x) => {
                let logarithm = series::ln(&x.enclosure(p)?, p)?;
                series::exp(&logarithm.over(&Integer::from(*k)), p)
            }
            ExpressionForm::Sum(sum) => sum.enclosure(p),
            ExpressionForm::Product(factors) => product_enclosure(factors, p),
        }
    }
}

impl Sum {
    /// Guard bits for the coefficients keep the result about as narrow as a single unit.
    fn enclosure(&self, p: u64) -> Option<DyadicInterval> {
        let growth = |q: &Surd| bits(&q.a).saturating_sub(bits(&q.c) - 1);
        let guard = self.terms.iter().map(|(q, _)| growth(q)).max().unwrap_or(0) + 4;
        let fine = p + guard;
        let mut total = DyadicInterval::ratio(&self.constant.a, &self.constant.c, fine);
        for (q, node) in &self.terms {
            total = total.plus(&node.enclosure(fine)?.times(&q.a).over(&q.c));
        }
        Some(total.rescaled(fine, p, 0))
    }
}

impl Real {
    /// `low ≤ x·2^p ≤ high`, if `p` is enough for that.
    pub(crate) fn enclosure_ends(&self, p: u64) -> Option<(Integer, Integer)> {
        self.enclosure(p)
            .map(|interval| (interval.low, interval.high))
    }

    /// An enclosure in units of `2^-p`, if `p` is enough for one.
    pub(super) fn enclosure(&self, p: u64) -> Option<DyadicInterval> {
        match &self.value {
            RealValue::Exact(surd) => Some(surd_enclosure(surd, p)),
            RealValue::Computable(node) => node.enclosure(p),
        }
    }
}

/// Roots up to this order are integer roots of `p·k` bits; higher ones are taken by the logarithm.
const MAX_DIRECT_ROOT: u64 = 32;

fn surd_enclosure(surd: &Surd, p: u64) -> DyadicInterval {
    if surd.is_rational() {
        return DyadicInterval::ratio(&surd.a, &surd.c, p);
    }
    let low = surd.floor_scaled(p);
    DyadicInterval {
        high: &low + Integer::ONE,
        low,
    }
}

fn product_enclosure(factors: &[Factor], p: u64) -> Option<DyadicInterval> {
    let mut total = DyadicInterval::exact(&Integer::ONE, p);
    for (node, exponent) in factors {
        let power = node.enclosure(p)?.pow(exponent.unsigned_abs(), p)?;
        let factor = if *exponent < 0 {
            power.inverse(p)?
        } else {
            power
        };
        total = total.mul(&factor, p).of_bearable_size(p)?;
    }
    Some(total)
}
