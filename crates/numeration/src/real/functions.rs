//! Roots, powers, exponentials and logarithms, simplified where that is exact and cheap.
//!
//! Square roots of quadratics denest where they can: if `A² - B²D = S²` with `S` rational, then
//! `√(A + B√D) = √((A+S)/2) ± √((A-S)/2)`.

use std::cmp::Ordering;
use std::sync::Arc;

use super::algebra::{MAX_EXPONENT, bounded, rational_product, rational_sum, small_exponent};
use super::expression::{ExpressionForm, ExpressionNode, e};
use super::surd::Surd;
use super::{Real, RealError, RealValue};
use crate::natural::{CheckedRoot, CheckedSqrt, Integer, Natural, One, bits};

/// Longest whole part, in bits, of an exponent of `e`.
const MAX_EXPONENTIAL_BITS: u64 = 20;

impl Real {
    /// `x^y`: a whole power, a root of one for rational `y`, otherwise `e^(y·ln x)`.
    pub fn power(&self, exponent: &Self) -> Result<Self, RealError> {
        match exponent.as_rational() {
            Some((n, d)) if d == 1 => self.pow(&n),
            Some((n, d)) => self.root(small_exponent(&Integer::from(d))?)?.pow(&n),
            None => exponent.mul(&self.ln()?)?.exp(),
        }
    }

    /// The square root.
    pub fn sqrt(&self) -> Result<Self, RealError> {
        self.root(2)
    }

    /// The cube root, negative for negative numbers.
    pub fn cbrt(&self) -> Result<Self, RealError> {
        self.root(3)
    }

    /// The `k`-th root; for odd `k` also of negative numbers.
    pub fn root(&self, k: u64) -> Result<Self, RealError> {
        if k > MAX_EXPONENT {
            return Err(RealError::TooLarge);
        }
        match (k, self.sign()?) {
            (0, _) => Err(RealError::ZerothRoot),
            (1, _) | (_, Ordering::Equal) => Ok(self.clone()),
            (_, Ordering::Less) if k.is_multiple_of(2) => {
                Err(RealError::NegativeRoot(self.brief()))
            }
            (_, Ordering::Less) => Ok(self.neg().positive_root(k)?.neg()),
            (_, Ordering::Greater) => self.positive_root(k),
        }
    }

    /// `e^x`.
    pub fn exp(&self) -> Result<Self, RealError> {
        if let Some(n) = self.as_integer() {
            return Self::computable(e()).pow(&n);
        }
        if let Some(ExpressionForm::Ln(x)) = self.node_kind() {
            return Ok(x.clone());
        }
        let whole = self
            .enclosure(64)
            .ok_or(RealError::Undecided { bits: 64 })?;
        if bits(&whole.low).max(bits(&whole.high)) > 64 + MAX_EXPONENTIAL_BITS {
            return Err(RealError::TooLarge);
        }
        Ok(Self::computable(ExpressionNode::new(ExpressionForm::Exp(
            self.clone(),
        ))?))
    }

    /// The natural logarithm.
    pub fn ln(&self) -> Result<Self, RealError> {
        if self.sign()? != Ordering::Greater {
            return Err(RealError::LogarithmOfNonPositive(self.brief()));
        }
        match (self.surd(), self.node_kind()) {
            (Some(surd), _) if surd.is_integer(1) => Ok(Self::from(0)),
            (_, Some(ExpressionForm::Exp(x))) => Ok(x.clone()),
            (_, Some(ExpressionForm::Product(factors))) if factors.len() == 1 => {
                let (node, exponent) = &factors[0];
                Self::computable(Arc::clone(node))
                    .ln()?
                    .mul(&Self::from(*exponent))
            }
            _ => Ok(Self::computable(ExpressionNode::new(ExpressionForm::Ln(
                self.clone(),
            ))?)),
        }
    }

    /// The number for a message: shortened if it is long.
    pub fn brief(&self) -> String {
        let text = self.to_string();
        if text.chars().count() <= 60 {
            return text;
        }
        text.chars().take(57).chain("...".chars()).collect()
    }

    fn positive_root(&self, k: u64) -> Result<Self, RealError> {
        match &self.value {
            RealValue::Exact(surd) if surd.is_rational() => root_of_rational(surd, k),
            RealValue::Exact(surd) if k.is_multiple_of(2) => match denested_sqrt(surd)? {
                Some(root) => root.root(k / 2),
                None => Ok(Self::computable(ExpressionNode::new(
                    ExpressionForm::Root(k, self.clone()),
                )?)),
            },
            RealValue::Computable(node) => match &node.kind {
                ExpressionForm::Root(j, x) if j * k <= MAX_EXPONENT => x.positive_root(j * k),
                _ => Ok(Self::computable(ExpressionNode::new(
                    ExpressionForm::Root(k, self.clone()),
                )?)),
            },
            RealValue::Exact(_) => Ok(Self::computable(ExpressionNode::new(
                ExpressionForm::Root(k, self.clone()),
            )?)),
        }
    }
}

/// The `k`-th root of a positive rational: as exact as possible, otherwise with the least order.
fn root_of_rational(q: &Surd, mut k: u64) -> Result<Real, RealError> {
    let (mut n, mut d) = (
        q.a.unsigned_abs_ref().clone(),
        q.c.unsigned_abs_ref().clone(),
    );
    let mut p = 2;
    while p <= k {
        if !k.is_multiple_of(p) {
            p += 1;
        } else if let (Some(m), Some(c)) = ((&n).checked_root(p), (&d).checked_root(p)) {
            (n, d, k) = (m, c, k / p);
        } else {
            // Not a p-th power; the remaining factors p of the order stay.
            p += 1;
        }
    }
    match k {
        1 => Ok(Real::exact(Surd::rational(
            Integer::from(n),
            Integer::from(d),
        ))),
        2 => bounded(Surd::sqrt_of_rational(&n, &d)),
        _ => {
            let base = Real::exact(Surd::rational(Integer::from(n), Integer::from(d)));
            Ok(Real::computable(ExpressionNode::new(
                ExpressionForm::Root(k, base),
            )?))
        }
    }
}

/// `√(A + B√D)` as a sum of square roots of rationals, if it is one.
fn denested_sqrt(surd: &Surd) -> Result<Option<Real>, RealError> {
    let half = Surd::rational(Integer::ONE, Integer::from(2));
    let conjugate = Surd {
        b: -&surd.b,
        ..surd.clone()
    };
    let norm = surd.mul(&conjugate).expect("conjugates share their field");
    let Some(s) = rational_sqrt(&norm) else {
        return Ok(None);
    };
    let a = surd.rational_part();
    let part = |s: &Surd| -> Result<Real, RealError> {
        Real::exact(rational_product(&rational_sum(&a, s), &half)?).sqrt()
    };
    let (u, v) = (part(&s)?, part(&s.neg())?);
    let root = if surd.b > 0 { u.add(&v)? } else { u.sub(&v)? };
    Ok(Some(root))
}

fn rational_sqrt(q: &Surd) -> Option<Surd> {
    let n = Natural::try_from(&q.a).ok()?.checked_sqrt()?;
    let d = q.c.unsigned_abs_ref().checked_sqrt()?;
    Some(Surd::rational(Integer::from(n), Integer::from(d)))
}
