//! Exact numbers `(a + b√d)/c` of machine size: slopes and offsets that are tried by the thousand.
//!
//! Whatever does not fit is nothing; no answer is rounded.
//!
//! ```
//! use numeration::surd::SmallSurd;
//!
//! let phi = SmallSurd::new(1, 1, 2, 5);
//! assert_eq!(phi.floor_at(1000, &SmallSurd::from(-1)), Some(1617));
//! assert_eq!(phi.multiple("n"), "n*phi");
//! assert_eq!(SmallSurd::new(4, 2, 2, 2).multiple("n"), "n*(2 + sqrt(2))");
//! ```

use std::cmp::Ordering;

use crate::natural::gcd;

/// `(a + b√d)/c` in lowest terms, with a positive divisor; `d` is 1 if and only if `b` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SmallSurd {
    /// The rational part `a`.
    pub rational: i64,
    /// The factor `b` of the root.
    pub root: i64,
    /// The divisor `c`.
    pub divisor: i64,
    /// What stands under the root: `d`.
    pub d: i64,
}

impl From<i64> for SmallSurd {
    fn from(number: i64) -> Self {
        Self::new(number, 0, 1, 1)
    }
}

impl SmallSurd {
    /// `(a + b√d)/c` for a squarefree `d` and a positive `c`; one below is taken for 1.
    pub fn new(a: i64, b: i64, c: i64, d: i64) -> Self {
        let c = c.max(1);
        let common = gcd(gcd(a, b), c);
        let d = if b == 0 { 1 } else { d };
        Self {
            rational: a / common,
            root: b / common,
            divisor: c / common,
            d,
        }
    }

    /// Is it a quotient of whole numbers?
    pub fn is_rational(&self) -> bool {
        self.root == 0
    }

    /// Numerator and denominator of a rational.
    pub fn as_rational(&self) -> Option<(i64, i64)> {
        self.is_rational().then_some((self.rational, self.divisor))
    }

    /// What stands under the root; 1 if it is rational.
    pub fn field(&self) -> i64 {
        self.d
    }

    /// The discriminant of its equation with whole coefficients; nothing for a rational.
    pub fn discriminant(&self) -> Option<i64> {
        if self.is_rational() {
            return None;
        }
        let [a, b, c, d] = [self.rational, self.root, self.divisor, self.d].map(i128::from);
        let coefficients = [c * c, 2 * a * c, a * a - b * b * d];
        let common = coefficients.into_iter().fold(0, gcd);
        i64::try_from(4 * c * c * b * b * d / (common * common)).ok()
    }

    /// The largest whole number not above `n` times this and an offset of the same field.
    pub fn floor_at(&self, n: i64, offset: &Self) -> Option<i64> {
        let [n, c, g] = [n, self.divisor, offset.divisor].map(i128::from);
        let joined = |one: i64, other: i64| {
            let (one, other) = (i128::from(one), i128::from(other));
            n.checked_mul(one)?
                .checked_mul(g)?
                .checked_add(other.checked_mul(c)?)
        };
        let (a, b) = (
            joined(self.rational, offset.rational)?,
            joined(self.root, offset.root)?,
        );
        floor(a, b, i128::from(self.d.max(offset.d)), c * g)
    }

    /// The sum of two numbers of one field.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let part = |one: i64, other_part: i64| {
            one.checked_mul(other.divisor)?
                .checked_add(other_part.checked_mul(self.divisor)?)
        };
        let (a, b) = (
            part(self.rational, other.rational)?,
            part(self.root, other.root)?,
        );
        Some(Self::new(
            a,
            b,
            self.divisor.checked_mul(other.divisor)?,
            self.d.max(other.d),
        ))
    }

    /// A whole multiple.
    pub fn times(&self, factor: i64) -> Option<Self> {
        let (a, b) = (
            self.rational.checked_mul(factor)?,
            self.root.checked_mul(factor)?,
        );
        Some(Self::new(a, b, self.divisor, self.d))
    }

    /// Compares two numbers of one field.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        let difference = self.plus(&other.times(-1)?)?;
        sign(difference.rational, difference.root, difference.d)
    }

    /// The least whole number not below it.
    pub fn ceil(&self) -> Option<i64> {
        self.times(-1)?.floor_at(1, &Self::from(0)).map(|n| -n)
    }

    /// A multiple of a name, as the rules language writes it inside `floor`.
    pub fn multiple(&self, name: &str) -> String {
        match self.named() {
            Some(constant) => format!("{name}*{constant}"),
            None if self.root == 0 && self.divisor == 1 && self.rational == 1 => name.to_owned(),
            None if self.root == 0 && self.divisor == 1 => format!("{}*{name}", self.rational),
            None if self.root == 0 && self.rational == 1 => format!("{name}/{}", self.divisor),
            None if self.root == 0 => format!("{}*{name}/{}", self.rational, self.divisor),
            None if self.divisor == 1 && self.rational == 0 => {
                format!("{name}*{}", self.numerator())
            }
            None if self.divisor == 1 => format!("{name}*({})", self.numerator()),
            None if self.rational == 0 => format!("{name}*{}/{}", self.numerator(), self.divisor),
            None => format!("{name}*({})/{}", self.numerator(), self.divisor),
        }
    }

    /// The powers of the golden section have a name.
    fn named(&self) -> Option<&'static str> {
        match (self.rational, self.root, self.divisor, self.d) {
            (1, 1, 2, 5) => Some("phi"),
            (3, 1, 2, 5) => Some("phi^2"),
            (2, 1, 1, 5) => Some("phi^3"),
            _ => None,
        }
    }

    fn numerator(&self) -> String {
        let root = match self.root.abs() {
            1 => format!("sqrt({})", self.d),
            times => format!("{times}*sqrt({})", self.d),
        };
        match (self.rational, self.root.signum()) {
            (a, 0) => a.to_string(),
            (0, 1) => root,
            (0, _) => format!("-{root}"),
            (a, 1) => format!("{a} + {root}"),
            (a, _) => format!("{a} - {root}"),
        }
    }
}

/// As the rules language writes it: `(1 + sqrt(13))/2`.
impl std::fmt::Display for SmallSurd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.named() {
            Some(constant) => f.write_str(constant),
            None if self.divisor == 1 => f.write_str(&self.numerator()),
            None if self.root == 0 => write!(f, "{}/{}", self.rational, self.divisor),
            None if self.rational == 0 => write!(f, "{}/{}", self.numerator(), self.divisor),
            None => write!(f, "({})/{}", self.numerator(), self.divisor),
        }
    }
}

/// The largest whole number not above `(a + b√d)/c`, for a squarefree `d` and a positive `c`.
fn floor(a: i128, b: i128, d: i128, c: i128) -> Option<i64> {
    let square = b.checked_mul(b)?.checked_mul(d)?;
    let root = square.isqrt();
    // A root that is not whole is rounded away from 0 where it is taken away.
    let whole = root * root == square;
    let root = match (b < 0, whole) {
        (false, _) => root,
        (true, true) => -root,
        (true, false) => -root - 1,
    };
    i64::try_from(a.checked_add(root)?.div_euclid(c)).ok()
}

/// The sign of `a + b√d`.
fn sign(a: i64, b: i64, d: i64) -> Option<Ordering> {
    let [a, b, d] = [a, b, d].map(i128::from);
    if a.signum() * b.signum() >= 0 {
        return Some(if a == 0 { b.cmp(&0) } else { a.cmp(&0) });
    }
    let (left, right) = (a.checked_mul(a)?, b.checked_mul(b)?.checked_mul(d)?);
    Some(if left > right { a } else { b }.cmp(&0))
}
