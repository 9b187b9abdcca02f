//! Exact numbers `(a + b√d)/c` of machine size: slopes and offsets that are tried by the thousand.
//!
//! Whatever does not fit is nothing; no answer is rounded.
//!
//! ```
//! use discovery::surd::Surd;
//!
//! let phi = Surd::new(1, 1, 2, 5);
//! assert_eq!(phi.floor_at(1000, &Surd::from(-1)), Some(1617));
//! assert_eq!(phi.multiple("n"), "n*phi");
//! assert_eq!(Surd::new(4, 2, 2, 2).multiple("n"), "n*(2 + sqrt(2))");
//! ```

use std::cmp::Ordering;

/// `(a + b√d)/c` in lowest terms, with a positive divisor; `d` is 1 if and only if `b` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Surd {
    a: i64,
    b: i64,
    c: i64,
    d: i64,
}

impl From<i64> for Surd {
    fn from(number: i64) -> Self {
        Self::new(number, 0, 1, 1)
    }
}

impl Surd {
    /// `(a + b√d)/c` for a squarefree `d` and a positive `c`; one below is taken for 1.
    pub fn new(a: i64, b: i64, c: i64, d: i64) -> Self {
        let c = c.max(1);
        let common = gcd(gcd(a, b), c).max(1);
        let d = if b == 0 { 1 } else { d };
        Self {
            a: a / common,
            b: b / common,
            c: c / common,
            d,
        }
    }

    /// Is it a quotient of whole numbers?
    pub fn is_rational(&self) -> bool {
        self.b == 0
    }

    /// Numerator and denominator of a rational.
    pub fn as_rational(&self) -> Option<(i64, i64)> {
        self.is_rational().then_some((self.a, self.c))
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
        let [a, b, c, d] = [self.a, self.b, self.c, self.d].map(i128::from);
        let coefficients = [c * c, 2 * a * c, a * a - b * b * d];
        let common = coefficients.into_iter().fold(0, wide_gcd);
        i64::try_from(4 * c * c * b * b * d / (common * common)).ok()
    }

    /// The largest whole number not above `n` times this and an offset of the same field.
    pub fn floor_at(&self, n: i64, offset: &Self) -> Option<i64> {
        let [n, c, g] = [n, self.c, offset.c].map(i128::from);
        let joined = |one: i64, other: i64| {
            let (one, other) = (i128::from(one), i128::from(other));
            n.checked_mul(one)?
                .checked_mul(g)?
                .checked_add(other.checked_mul(c)?)
        };
        let (a, b) = (joined(self.a, offset.a)?, joined(self.b, offset.b)?);
        floor(a, b, i128::from(self.d.max(offset.d)), c * g)
    }

    /// The sum of two numbers of one field.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let part = |one: i64, other_part: i64| {
            one.checked_mul(other.c)?
                .checked_add(other_part.checked_mul(self.c)?)
        };
        let (a, b) = (part(self.a, other.a)?, part(self.b, other.b)?);
        Some(Self::new(
            a,
            b,
            self.c.checked_mul(other.c)?,
            self.d.max(other.d),
        ))
    }

    /// A whole multiple.
    pub fn times(&self, factor: i64) -> Option<Self> {
        let (a, b) = (self.a.checked_mul(factor)?, self.b.checked_mul(factor)?);
        Some(Self::new(a, b, self.c, self.d))
    }

    /// Compares two numbers of one field.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        let difference = self.plus(&other.times(-1)?)?;
        sign(difference.a, difference.b, difference.d)
    }

    /// The least whole number not below it.
    pub fn ceil(&self) -> Option<i64> {
        self.times(-1)?.floor_at(1, &Self::from(0)).map(|n| -n)
    }

    /// A multiple of a name, as the rules language writes it inside `floor`.
    pub fn multiple(&self, name: &str) -> String {
        match self.named() {
            Some(constant) => format!("{name}*{constant}"),
            None if self.b == 0 && self.c == 1 && self.a == 1 => name.to_owned(),
            None if self.b == 0 && self.c == 1 => format!("{}*{name}", self.a),
            None if self.b == 0 && self.a == 1 => format!("{name}/{}", self.c),
            None if self.b == 0 => format!("{}*{name}/{}", self.a, self.c),
            None if self.c == 1 && self.a == 0 => format!("{name}*{}", self.numerator()),
            None if self.c == 1 => format!("{name}*({})", self.numerator()),
            None if self.a == 0 => format!("{name}*{}/{}", self.numerator(), self.c),
            None => format!("{name}*({})/{}", self.numerator(), self.c),
        }
    }

    /// The powers of the golden section have a name.
    fn named(&self) -> Option<&'static str> {
        match (self.a, self.b, self.c, self.d) {
            (1, 1, 2, 5) => Some("phi"),
            (3, 1, 2, 5) => Some("phi^2"),
            (2, 1, 1, 5) => Some("phi^3"),
            _ => None,
        }
    }

    fn numerator(&self) -> String {
        let root = match self.b.abs() {
            1 => format!("sqrt({})", self.d),
            times => format!("{times}*sqrt({})", self.d),
        };
        match (self.a, self.b.signum()) {
            (a, 0) => a.to_string(),
            (0, 1) => root,
            (0, _) => format!("-{root}"),
            (a, 1) => format!("{a} + {root}"),
            (a, _) => format!("{a} - {root}"),
        }
    }
}

/// As the rules language writes it: `(1 + sqrt(13))/2`.
impl std::fmt::Display for Surd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.named() {
            Some(constant) => f.write_str(constant),
            None if self.c == 1 => f.write_str(&self.numerator()),
            None if self.b == 0 => write!(f, "{}/{}", self.a, self.c),
            None if self.a == 0 => write!(f, "{}/{}", self.numerator(), self.c),
            None => write!(f, "({})/{}", self.numerator(), self.c),
        }
    }
}

/// The greatest common divisor, never negative.
pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 {
        a.saturating_abs()
    } else {
        gcd(b, a % b)
    }
}

fn wide_gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { wide_gcd(b, a % b) }
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
pub(crate) fn sign(a: i64, b: i64, d: i64) -> Option<Ordering> {
    let [a, b, d] = [a, b, d].map(i128::from);
    if a.signum() * b.signum() >= 0 {
        return Some(if a == 0 { b.cmp(&0) } else { a.cmp(&0) });
    }
    let (left, right) = (a.checked_mul(a)?, b.checked_mul(b)?.checked_mul(d)?);
    Some(if left > right { a } else { b }.cmp(&0))
}
