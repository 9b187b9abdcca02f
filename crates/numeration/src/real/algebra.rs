//! Sums, products, quotients and whole powers, simplified where that is exact and cheap.
//!
//! Inside one quadratic field everything stays a closed form. Elsewhere sums and products are kept flat,
//! with equal parts merged, and sums of square roots are multiplied out.

use std::cmp::Ordering;
use std::sync::Arc;

use super::expression::{ExpressionForm, ExpressionNode, Factor, Sum};
use super::surd::Surd;
use super::{MAX_BITS, Real, RealError, RealValue};
use crate::natural::{Integer, Natural, One, Zero};

/// Largest order of a root and largest exponent of a computable power.
pub(super) const MAX_EXPONENT: u64 = 1 << 16;

/// Largest number of terms when sums of square roots are multiplied out.
const MAX_EXPANSION: usize = 64;

impl Real {
    /// The sum.
    pub fn add(&self, other: &Self) -> Result<Self, RealError> {
        if let (Some(x), Some(y)) = (self.surd(), other.surd())
            && let Some(sum) = x.add(y)
        {
            return bounded(sum);
        }
        let mut sum = self.as_sum();
        let other = other.as_sum();
        sum.constant = rational_sum(&sum.constant, &other.constant);
        other
            .terms
            .into_iter()
            .for_each(|term| add_term(&mut sum.terms, term));
        sum.into_real()
    }

    /// The difference.
    pub fn sub(&self, other: &Self) -> Result<Self, RealError> {
        self.add(&other.neg())
    }

    /// The number with the opposite sign.
    #[must_use]
    pub fn neg(&self) -> Self {
        match &self.value {
            RealValue::Exact(surd) => Self::exact(surd.neg()),
            RealValue::Computable(_) => {
                let Sum { constant, terms } = self.as_sum();
                let terms = terms.into_iter().map(|(q, node)| (q.neg(), node)).collect();
                Sum {
                    constant: constant.neg(),
                    terms,
                }
                .with_one_more_level()
            }
        }
    }

    /// The product.
    pub fn mul(&self, other: &Self) -> Result<Self, RealError> {
        if let (Some(x), Some(y)) = (self.surd(), other.surd()) {
            if x.bits() + y.bits() > MAX_BITS {
                return Err(RealError::TooLarge);
            }
            if let Some(product) = x.mul(y) {
                return bounded(product);
            }
        }
        for (x, y) in [(self, other), (other, self)] {
            if let Some(q) = x.surd().filter(|s| s.is_rational()) {
                return y.scaled(q);
            }
        }
        if let Some(expanded) = self.expanded_product(other) {
            return expanded;
        }
        let mut product = self.as_product(1)?;
        product.multiply(other.as_product(1)?)?;
        product.into_real()
    }

    /// The quotient; refused if the divisor is 0 or cannot be told from 0.
    pub fn div(&self, other: &Self) -> Result<Self, RealError> {
        if other.sign()? == Ordering::Equal {
            return Err(RealError::DivisionByZero);
        }
        match other.surd() {
            Some(surd) => self.mul(&bounded(surd.inverse())?),
            None => self.mul(&other.as_product(-1)?.into_real()?),
        }
    }

    /// A whole power; negative exponents need a number that is not 0.
    pub fn pow(&self, exponent: &Integer) -> Result<Self, RealError> {
        if *exponent < 0 {
            return Self::from(1).div(&self.pow(&-exponent)?);
        }
        if *exponent == 0 {
            return Ok(Self::from(1));
        }
        match &self.value {
            RealValue::Exact(surd) => power_of_surd(surd, exponent),
            RealValue::Computable(_) => {
                let k = small_exponent(exponent)?;
                let k = i64::try_from(k).map_err(|_| RealError::TooLarge)?;
                self.as_product(k)?.into_real()
            }
        }
    }

    pub(super) fn node_kind(&self) -> Option<&ExpressionForm> {
        match &self.value {
            RealValue::Exact(_) => None,
            RealValue::Computable(node) => Some(&node.kind),
        }
    }

    fn scaled(&self, q: &Surd) -> Result<Self, RealError> {
        if q.is_zero() {
            return Ok(Self::from(0));
        }
        let mut sum = self.as_sum();
        sum.constant = rational_product(&sum.constant, q)?;
        for (coefficient, _) in &mut sum.terms {
            *coefficient = rational_product(coefficient, q)?;
        }
        sum.into_real()
    }

    fn as_sum(&self) -> Sum {
        match &self.value {
            RealValue::Exact(surd) => {
                let root = surd
                    .pure_root()
                    .map(|root| (surd.root_coefficient(), surd_node(root)));
                Sum {
                    constant: surd.rational_part(),
                    terms: root.into_iter().collect(),
                }
            }
            RealValue::Computable(node) => match &node.kind {
                ExpressionForm::Sum(sum) => sum.clone(),
                _ => Sum {
                    constant: zero(),
                    terms: vec![(one(), Arc::clone(node))],
                },
            },
        }
    }

    /// `self^exponent` as a product; the number is not 0 if the exponent is negative.
    fn as_product(&self, exponent: i64) -> Result<SimplifiedProduct, RealError> {
        let mut product = SimplifiedProduct {
            rational: one(),
            factors: Vec::new(),
            rest: Vec::new(),
        };
        match self.node_kind() {
            Some(ExpressionForm::Product(factors)) => {
                for (node, e) in factors {
                    let e = e.checked_mul(exponent).ok_or(RealError::TooLarge)?;
                    product.insert(Arc::clone(node), e)?;
                }
            }
            Some(ExpressionForm::Sum(sum)) if sum.constant.is_zero() && sum.terms.len() == 1 => {
                let (q, node) = &sum.terms[0];
                product = Self::computable(Arc::clone(node)).as_product(exponent)?;
                product.rational =
                    rational_product(&product.rational, &signed_power(q, exponent)?)?;
            }
            _ => {
                let node = match &self.value {
                    RealValue::Computable(node) => Arc::clone(node),
                    RealValue::Exact(surd) => surd_node(surd.clone()),
                };
                product.insert(node, exponent)?;
            }
        }
        Ok(product)
    }

    /// Sums of square roots multiplied out, so that they can cancel; `None` for anything else.
    fn expanded_product(&self, other: &Self) -> Option<Result<Self, RealError>> {
        let (x, y) = (self.as_sum(), other.as_sum());
        let only_roots = |s: &Sum| {
            s.terms
                .iter()
                .all(|(_, n)| matches!(n.kind, ExpressionForm::Surd(_)))
        };
        if !only_roots(&x) || !only_roots(&y) || x.terms.len() * y.terms.len() > MAX_EXPANSION {
            return None;
        }
        Some(multiply_out(&x, &y))
    }
}

impl Sum {
    /// The sum of a computable number that was allowed, with other signs: it may be one level deeper.
    fn with_one_more_level(self) -> Real {
        match self.terms.as_slice() {
            [(q, node)] if q.is_integer(1) && self.constant.is_zero() => {
                Real::computable(Arc::clone(node))
            }
            _ => Real::computable(ExpressionNode::unchecked(ExpressionForm::Sum(self))),
        }
    }

    fn into_real(mut self) -> Result<Real, RealError> {
        self.terms.retain(|(q, _)| !q.is_zero());
        let too_long = |q: &Surd| q.bits() > MAX_BITS;
        if too_long(&self.constant) || self.terms.iter().any(|(q, _)| too_long(q)) {
            return Err(RealError::TooLarge);
        }
        match self.terms.as_slice() {
            [] => Ok(Real::exact(self.constant)),
            [(q, node)] => match &node.kind {
                ExpressionForm::Surd(root) => {
                    let multiple = root.mul(q).expect("a rational lies in every field");
                    bounded(
                        multiple
                            .add(&self.constant)
                            .expect("a rational lies in every field"),
                    )
                }
                _ if q.is_integer(1) && self.constant.is_zero() => {
                    Ok(Real::computable(Arc::clone(node)))
                }
                _ => Ok(Real::computable(ExpressionNode::new(ExpressionForm::Sum(
                    self,
                ))?)),
            },
            _ => Ok(Real::computable(ExpressionNode::new(ExpressionForm::Sum(
                self,
            ))?)),
        }
    }
}

/// `rational · Π factors · Π rest`, where `rest` came out of exact simplification.
struct SimplifiedProduct {
    rational: Surd,
    factors: Vec<Factor>,
    rest: Vec<Real>,
}

impl SimplifiedProduct {
    fn multiply(&mut self, other: Self) -> Result<(), RealError> {
        self.rational = rational_product(&self.rational, &other.rational)?;
        self.rest.extend(other.rest);
        other
            .factors
            .into_iter()
            .try_for_each(|(node, exponent)| self.insert(node, exponent))
    }

    /// Multiplies by `node^exponent`, merging it with an equal node or a surd of its field.
    fn insert(&mut self, node: Arc<ExpressionNode>, exponent: i64) -> Result<(), RealError> {
        if let ExpressionForm::Surd(surd) = &node.kind {
            return self.insert_surd(signed_power(surd, exponent)?);
        }
        let place = self.factors.iter().position(|(known, _)| known.same(&node));
        let old = place.map_or(0, |i| self.factors.swap_remove(i).1);
        let mut exponent = old.checked_add(exponent).ok_or(RealError::TooLarge)?;
        if exponent.unsigned_abs() > MAX_EXPONENT {
            return Err(RealError::TooLarge);
        }
        if let ExpressionForm::Root(k, x) = &node.kind {
            let k = i64::try_from(*k).map_err(|_| RealError::TooLarge)?;
            let whole = exponent.div_euclid(k);
            exponent = exponent.rem_euclid(k);
            if whole != 0 {
                self.rest.push(x.pow(&Integer::from(whole))?);
            }
        }
        if exponent != 0 {
            self.factors.push((node, exponent));
        }
        Ok(())
    }

    fn insert_surd(&mut self, mut surd: Surd) -> Result<(), RealError> {
        while let Some((i, product)) = self.surd_to_merge(&surd) {
            self.factors.swap_remove(i);
            surd = product;
        }
        if surd.is_rational() {
            self.rational = rational_product(&self.rational, &surd)?;
            return Ok(());
        }
        if surd.a == 0 {
            self.rational = rational_product(&self.rational, &surd.root_coefficient())?;
            surd = surd.pure_root().expect("it is irrational");
        }
        if surd.bits() > MAX_BITS {
            return Err(RealError::TooLarge);
        }
        let is_surd = |(node, _): &Factor| matches!(node.kind, ExpressionForm::Surd(_));
        if let Some(i) = self.factors.iter().position(is_surd) {
            // Surds of different fields are multiplied out into one sum of square roots.
            let other = Real::computable(self.factors.swap_remove(i).0);
            return self.multiply(other.mul(&Real::exact(surd))?.as_product(1)?);
        }
        self.factors.push((surd_node(surd), 1));
        Ok(())
    }

    /// A surd factor that multiplies with `surd` into one surd, and the product.
    fn surd_to_merge(&self, surd: &Surd) -> Option<(usize, Surd)> {
        self.factors.iter().enumerate().find_map(|(i, (node, _))| {
            let ExpressionForm::Surd(other) = &node.kind else {
                return None;
            };
            Some((
                i,
                other.mul(surd).or_else(|| product_of_roots(other, surd))?,
            ))
        })
    }

    fn into_real(self) -> Result<Real, RealError> {
        let product = match self.factors.as_slice() {
            [] => Real::from(1),
            [(node, 1)] => Real::computable(Arc::clone(node)),
            _ => Real::computable(ExpressionNode::new(ExpressionForm::Product(self.factors))?),
        };
        let scaled = product.mul(&Real::exact(self.rational))?;
        self.rest
            .iter()
            .try_fold(scaled, |product, factor| product.mul(factor))
    }
}

fn zero() -> Surd {
    Surd::integer(Integer::ZERO)
}

fn one() -> Surd {
    Surd::integer(Integer::ONE)
}

fn surd_node(surd: Surd) -> Arc<ExpressionNode> {
    ExpressionNode::new(ExpressionForm::Surd(surd)).expect("a leaf is small")
}

pub(super) fn bounded(surd: Surd) -> Result<Real, RealError> {
    if surd.bits() > MAX_BITS {
        Err(RealError::TooLarge)
    } else {
        Ok(Real::exact(surd))
    }
}

pub(super) fn rational_sum(x: &Surd, y: &Surd) -> Surd {
    x.add(y).expect("rationals add")
}

pub(super) fn rational_product(x: &Surd, y: &Surd) -> Result<Surd, RealError> {
    if x.bits() + y.bits() > MAX_BITS {
        return Err(RealError::TooLarge);
    }
    Ok(x.mul(y).expect("rationals multiply"))
}

fn add_term(terms: &mut Vec<(Surd, Arc<ExpressionNode>)>, (q, node): (Surd, Arc<ExpressionNode>)) {
    for (old, known) in terms.iter_mut() {
        if known.same(&node) {
            *old = rational_sum(old, &q);
            return;
        }
        if let (ExpressionForm::Surd(x), ExpressionForm::Surd(y)) = (&known.kind, &node.kind) {
            let multiple = y.mul(&q).expect("a rational lies in every field");
            if let Some(ratio) = multiple.mul(&x.inverse()).filter(Surd::is_rational) {
                *old = rational_sum(old, &ratio);
                return;
            }
        }
    }
    terms.push((q, node));
}

fn multiply_out(x: &Sum, y: &Sum) -> Result<Real, RealError> {
    let summands = |s: &Sum| -> Vec<Surd> {
        let roots = s.terms.iter().filter_map(|(q, node)| match &node.kind {
            ExpressionForm::Surd(root) => root.mul(q),
            _ => None,
        });
        std::iter::once(s.constant.clone())
            .chain(roots)
            .filter(|s| !s.is_zero())
            .collect()
    };
    let (x, y) = (summands(x), summands(y));
    let mut total = Real::from(0);
    for p in &x {
        for q in &y {
            if p.bits() + q.bits() > MAX_BITS {
                return Err(RealError::TooLarge);
            }
            let product = p.mul(q).or_else(|| product_of_roots(p, q));
            total = total.add(&Real::exact(
                product.expect("a multiple of one root times another"),
            ))?;
        }
    }
    Ok(total)
}

/// `(b√D/c)·(b'√E/c')`, if both have that form.
fn product_of_roots(x: &Surd, y: &Surd) -> Option<Surd> {
    let (r, s) = (x.root.as_ref()?, y.root.as_ref()?);
    if x.a != 0 || y.a != 0 {
        return None;
    }
    let root = Surd::sqrt_of_rational(&(r.square() * s.square()), &Natural::ONE);
    root.mul(&Surd::rational(&x.b * &y.b, &x.c * &y.c))
}

pub(super) fn small_exponent(k: &Integer) -> Result<u64, RealError> {
    u64::try_from(k)
        .ok()
        .filter(|k| *k <= MAX_EXPONENT)
        .ok_or(RealError::TooLarge)
}

fn power_of_surd(surd: &Surd, exponent: &Integer) -> Result<Real, RealError> {
    if surd.is_integer(0) || surd.is_integer(1) {
        return Ok(Real::exact(surd.clone()));
    }
    if surd.is_integer(-1) {
        let even = exponent.unsigned_abs_ref() % Natural::from(2u32) == 0;
        return Ok(Real::from(if even { 1 } else { -1 }));
    }
    // An irrational power grows by at most all four numbers in each factor.
    let growth = if surd.is_rational() {
        surd.bits()
    } else {
        2 * surd.bits() + 2
    };
    let k = u64::try_from(exponent)
        .ok()
        .filter(|k| k.saturating_mul(growth) <= MAX_BITS);
    bounded(surd.pow(k.ok_or(RealError::TooLarge)?))
}

fn signed_power(surd: &Surd, exponent: i64) -> Result<Surd, RealError> {
    let size = Integer::from(exponent.unsigned_abs());
    let power = power_of_surd(surd, &size)?;
    let power = power.surd().expect("powers stay in their field");
    Ok(if exponent < 0 {
        power.inverse()
    } else {
        power.clone()
    })
}
