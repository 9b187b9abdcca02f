//! Numbers of one quadratic field: `(a + b·√D)/c`, exact, rational when `b = 0`.
//!
//! In lowest terms with `c > 0`. Sums and products of two surds are surds if both lie in one field
//! `ℚ(√D)`; the floor is one integer square root: `floor((a + b√D)/c) = floor((a + floor(b√D))/c)`,
//! because `a` and `c` are integers.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

use super::radical::{Radical, split_square};
use crate::natural::{
    CheckedSqrt, DivExact, DivMod, Gcd, Integer, Natural, One, SignificantBits, Square, Zero, bits,
};

/// `(a + b·√D)/c` with `c > 0` and `gcd(a, b, c) = 1`; `root` is absent exactly if `b = 0`.
#[derive(Clone, Debug)]
pub(super) struct Surd {
    pub(super) a: Integer,
    pub(super) b: Integer,
    pub(super) c: Integer,
    pub(super) root: Option<Arc<Radical>>,
}

impl Surd {
    /// The rational `n/d`; `d` is not 0.
    pub(super) fn rational(n: Integer, d: Integer) -> Self {
        Self::reduced(n, Integer::ZERO, d, None)
    }

    /// A whole number.
    pub(super) fn integer(n: Integer) -> Self {
        Self {
            a: n,
            b: Integer::ZERO,
            c: Integer::ONE,
            root: None,
        }
    }

    /// `√(n/d)` of a rational that is not negative.
    pub(super) fn sqrt_of_rational(n: &Natural, d: &Natural) -> Self {
        let (outer, inner) = split_square(&(n * d));
        if *n == 0 {
            Self::integer(Integer::ZERO)
        } else if inner == 1 {
            Self::rational(Integer::from(outer), Integer::from(d))
        } else {
            Self::reduced(
                Integer::ZERO,
                Integer::from(outer),
                Integer::from(d),
                Some(Radical::new(inner)),
            )
        }
    }

    fn reduced(a: Integer, b: Integer, c: Integer, root: Option<Arc<Radical>>) -> Self {
        let root = root.filter(|_| b != 0);
        let mut common = Integer::from((a.unsigned_abs_ref()).gcd(c.unsigned_abs_ref()));
        if root.is_some() && common != 1 {
            common = Integer::from(b.unsigned_abs_ref().gcd(common.unsigned_abs_ref()));
        }
        if c < 0 {
            common = -common;
        }
        if common == 1 {
            return Self { a, b, c, root };
        }
        Self {
            a: a.div_exact(&common),
            b: b.div_exact(&common),
            c: c.div_exact(&common),
            root,
        }
    }

    /// Is it rational?
    pub(super) fn is_rational(&self) -> bool {
        self.root.is_none()
    }

    /// Is it 0?
    pub(super) fn is_zero(&self) -> bool {
        self.a == 0 && self.root.is_none()
    }

    /// Is it the whole number `n`?
    pub(super) fn is_integer(&self, n: i64) -> bool {
        self.root.is_none() && self.c == 1 && self.a == n
    }

    /// The rational part `a/c`.
    pub(super) fn rational_part(&self) -> Self {
        Self::rational(self.a.clone(), self.c.clone())
    }

    /// The coefficient `b/c` of the root.
    pub(super) fn root_coefficient(&self) -> Self {
        Self::rational(self.b.clone(), self.c.clone())
    }

    /// The root `√D` alone, if there is one.
    pub(super) fn pure_root(&self) -> Option<Self> {
        let root = self.root.clone()?;
        Some(Self {
            a: Integer::ZERO,
            b: Integer::ONE,
            c: Integer::ONE,
            root: Some(root),
        })
    }

    /// The length of the longest of its numbers.
    pub(super) fn bits(&self) -> u64 {
        let radicand = self.root.as_ref().map_or(0, |r| bits_of_square(r));
        bits(&self.a)
            .max(bits(&self.b))
            .max(bits(&self.c))
            .max(radicand)
    }

    /// The sum, if both lie in one field.
    pub(super) fn add(&self, other: &Self) -> Option<Self> {
        let (x, y) = (self, &*self.aligned(other)?);
        let root = x.common_root(y);
        if x.c == y.c {
            return Some(Self::reduced(&x.a + &y.a, &x.b + &y.b, x.c.clone(), root));
        }
        let a = &x.a * &y.c + &y.a * &x.c;
        let b = &x.b * &y.c + &y.b * &x.c;
        Some(Self::reduced(a, b, &x.c * &y.c, root))
    }

    /// The product, if both lie in one field.
    pub(super) fn mul(&self, other: &Self) -> Option<Self> {
        let (x, y) = (self, &*self.aligned(other)?);
        let root = x.common_root(y);
        let mut a = &x.a * &y.a;
        if let (Some(root), true, true) = (&root, x.b != 0, y.b != 0) {
            a += &x.b * &y.b * Integer::from(root.square());
        }
        let b = &x.a * &y.b + &x.b * &y.a;
        Some(Self::reduced(a, b, &x.c * &y.c, root))
    }

    /// The number with the opposite sign.
    pub(super) fn neg(&self) -> Self {
        Self {
            a: -&self.a,
            b: -&self.b,
            c: self.c.clone(),
            root: self.root.clone(),
        }
    }

    /// `1/x`; the number is not 0.
    pub(super) fn inverse(&self) -> Self {
        let Some(root) = &self.root else {
            return Self::rational(self.c.clone(), self.a.clone());
        };
        let norm = (&self.a).square() - (&self.b).square() * Integer::from(root.square());
        Self::reduced(
            &self.c * &self.a,
            -(&self.c * &self.b),
            norm,
            Some(Arc::clone(root)),
        )
    }

    /// The `k`-th power.
    pub(super) fn pow(&self, mut k: u64) -> Self {
        let (mut result, mut base) = (Self::integer(Integer::ONE), self.clone());
        while k > 0 {
            if k & 1 == 1 {
                result = result.mul(&base).expect("powers stay in their field");
            }
            k >>= 1;
            if k > 0 {
                base = base.mul(&base).expect("powers stay in their field");
            }
        }
        result
    }

    /// Negative, zero or positive.
    pub(super) fn sign(&self) -> Ordering {
        let (a, b) = (self.a.cmp(&Integer::ZERO), self.b.cmp(&Integer::ZERO));
        let Some(root) = &self.root else { return a };
        if a == b || a == Ordering::Equal {
            return b;
        }
        let (square, other) = (
            (&self.a).square(),
            (&self.b).square() * Integer::from(root.square()),
        );
        if square > other { a } else { b }
    }

    /// The largest integer not above it.
    pub(super) fn floor(&self) -> Integer {
        let whole = match &self.root {
            None => self.a.clone(),
            Some(root) => &self.a + root.floor_multiple(&self.b),
        };
        if self.c == 1 {
            whole
        } else {
            whole.div_mod(&self.c).0
        }
    }

    /// `floor(x · 2^places)`.
    pub(super) fn floor_scaled(&self, places: u64) -> Integer {
        let scaled = Self {
            a: &self.a << places,
            b: &self.b << places,
            c: self.c.clone(),
            root: self.root.clone(),
        };
        scaled.floor()
    }

    /// Equal as numbers.
    pub(super) fn same(&self, other: &Self) -> bool {
        match self.aligned(other) {
            None => false,
            Some(other) => self.a == other.a && self.b == other.b && self.c == other.c,
        }
    }

    /// `other` written over the root of `self`; `None` if their fields differ.
    ///
    /// `√D` and `√E` generate one field exactly if `D·E` is a square, and then `√E = √(DE)/D · √D`.
    fn aligned<'a>(&self, other: &'a Self) -> Option<Cow<'a, Self>> {
        let (Some(r), Some(s)) = (&self.root, &other.root) else {
            return Some(Cow::Borrowed(other));
        };
        if Arc::ptr_eq(r, s) || r.square() == s.square() {
            return Some(Cow::Borrowed(other));
        }
        if bits_of_square(r) <= SQUAREFREE_BITS && bits_of_square(s) <= SQUAREFREE_BITS {
            return None;
        }
        let product = Integer::from((r.square() * s.square()).checked_sqrt()?);
        let d = Integer::from(r.square());
        let rewritten = Self::reduced(
            &other.a * &d,
            &other.b * product,
            &other.c * d,
            Some(Arc::clone(r)),
        );
        Some(Cow::Owned(rewritten))
    }

    fn common_root(&self, other: &Self) -> Option<Arc<Radical>> {
        self.root.clone().or_else(|| other.root.clone())
    }
}

/// Radicands of at most this length are squarefree, so that different ones belong to different fields.
const SQUAREFREE_BITS: u64 = 48;

fn bits_of_square(root: &Radical) -> u64 {
    root.square().significant_bits()
}
