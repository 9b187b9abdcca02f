//! Formulas for one column: `u*floor(n*α + γ) + v*n + w`, fitted exactly.

use std::cmp::Ordering;

use crate::slope::SlopeBounds;
use numeration::surd::SmallSurd;

/// `floor(n*alpha + gamma)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeattyTerm {
    /// The slope.
    pub alpha: SmallSurd,
    /// The offset, a number of the same field.
    pub gamma: SmallSurd,
}

/// `times*floor(n*alpha + gamma) + slope*n + constant`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloorColumn {
    /// What is rounded down.
    pub base: BeattyTerm,
    /// How often.
    pub times: i64,
    /// How many n are added.
    pub slope: i64,
    /// What else is added.
    pub constant: i64,
}

/// Sums of a few floors are tried with factors up to this.
const LARGEST_TIMES: i64 = 4;
/// A rational slope has at most this denominator.
const LARGEST_PERIOD: i64 = 64;
/// Offsets are tried with so large a factor of the root, and so large a divisor.
const LARGEST_SHIFT: i64 = 8;
const LARGEST_DIVISOR: i64 = 6;

impl BeattyTerm {
    /// Its value.
    pub fn at(&self, n: i64) -> Option<i64> {
        self.alpha.floor_at(n, &self.gamma)
    }

    /// As the rules language writes it; a whole offset stands behind.
    fn text(&self, n: &str) -> (String, i64) {
        if let (Some((p, 1)), Some((g, 1))) = (self.alpha.as_rational(), self.gamma.as_rational()) {
            return (linear(p, n), g);
        }
        if let (Some((p, q)), Some((g, r))) = (self.alpha.as_rational(), self.gamma.as_rational())
            && r != 1
        {
            let sum = added(&linear(p, n), g * (q / r));
            return (format!("floor(({sum})/{q})"), 0);
        }
        if let Some((g, 1)) = self.gamma.as_rational() {
            return (format!("floor({})", self.alpha.multiple(n)), g);
        }
        let whole = (-LARGEST_SHIFT..=LARGEST_SHIFT).find_map(|shift| {
            let rest = self.gamma.plus(&self.alpha.times(-shift)?)?;
            let (constant, one) = rest.as_rational()?;
            (one == 1).then_some((shift, constant))
        });
        match whole {
            Some((shift, constant)) => {
                let moved = format!("({})", added(n, shift));
                (format!("floor({})", self.alpha.multiple(&moved)), constant)
            }
            None => {
                let sum = format!("{} + {}", self.alpha.multiple(n), self.gamma);
                (format!("floor({})", sum.replace("+ -", "- ")), 0)
            }
        }
    }
}

impl FloorColumn {
    /// `slope*n + constant`.
    pub fn line(slope: i64, constant: i64) -> Self {
        let [alpha, gamma] = [slope, constant].map(SmallSurd::from);
        Self::from(BeattyTerm { alpha, gamma })
    }

    /// Its value.
    pub fn at(&self, n: i64) -> Option<i64> {
        let floors = self.base.at(n)?.checked_mul(self.times)?;
        let rest = self.slope.checked_mul(n)?.checked_add(self.constant)?;
        floors.checked_add(rest)
    }

    /// As the rules language writes it, with a name for n.
    pub fn text(&self, n: &str) -> String {
        let (base, offset) = self.base.text(n);
        let mut text = match self.times {
            1 => base,
            times => format!("{times}*{base}"),
        };
        match self.slope {
            0 => {}
            slope if slope < 0 => text = format!("{text} - {}", linear(-slope, n)),
            slope => text = format!("{text} + {}", linear(slope, n)),
        }
        let constant = self.constant + self.times * offset;
        match text.as_str() {
            "0" => constant.to_string(),
            _ => added(&text, constant),
        }
    }

    /// Is nothing rounded?
    pub fn is_linear(&self) -> bool {
        self.base.alpha.as_rational().is_some_and(|(_, q)| q == 1)
    }

    /// The field of its constants; 1 if they are rational.
    pub fn field(&self) -> i64 {
        self.base.alpha.field()
    }

    /// Does it give these terms, for n from `first` on?
    pub fn fits(&self, terms: &[i64], first: i64) -> bool {
        (first..)
            .zip(terms)
            .all(|(n, term)| self.at(n) == Some(*term))
    }
}

impl From<BeattyTerm> for FloorColumn {
    fn from(base: BeattyTerm) -> Self {
        Self {
            base,
            times: 1,
            slope: 0,
            constant: 0,
        }
    }
}

/// A formula with a rational slope, for n from `first` on.
pub fn rational(terms: &[i64], slope: &SlopeBounds, first: i64) -> Option<FloorColumn> {
    let (p, q) = slope.simplest()?.as_rational()?;
    // Every irrational is near to fractions with large denominators.
    if q > LARGEST_PERIOD || q * q > 3 * i64::try_from(terms.len()).ok()? {
        return None;
    }
    let (mut low, mut high) = (i64::MIN, i64::MAX);
    for (n, term) in (first..).zip(terms) {
        let least = q.checked_mul(*term)?.checked_sub(p.checked_mul(n)?)?;
        low = low.max(least);
        high = high.min(least + q - 1);
    }
    let offset = simplest_offset(low, high, q)?;
    Some(FloorColumn::from(BeattyTerm {
        alpha: SmallSurd::new(p, 0, q, 1),
        gamma: SmallSurd::new(offset, 0, q, 1),
    }))
}

/// The nicest number between two: 0, else a multiple of q, else the one nearest to 0.
fn simplest_offset(low: i64, high: i64, q: i64) -> Option<i64> {
    if low > high {
        return None;
    }
    let multiples = [-low.div_euclid(-q) * q, high.div_euclid(q) * q];
    let inside = |offset: &i64| (low..=high).contains(offset);
    let nearest = 0i64.clamp(low, high);
    let mut nice = [0].into_iter().chain(multiples).filter(inside);
    Some(nice.next().unwrap_or(nearest))
}

/// A formula `floor(n*alpha + gamma)` for n from `first` on: with a whole gamma, or with any small one.
pub fn quadratic(
    terms: &[i64],
    alpha: &SmallSurd,
    first: i64,
    offset: Offset,
) -> Option<FloorColumn> {
    let (low, high) = offsets(terms, alpha, first)?;
    let mut offsets = match offset {
        Offset::Whole => vec![(1, 0)],
        Offset::Any => small_roots(),
    }
    .into_iter();
    let gamma = offsets.find_map(|(divisor, root)| {
        let part = SmallSurd::new(0, root, divisor, alpha.field());
        // The least `(a + b√d)/c` that is not below.
        let whole = low.plus(&part.times(-1)?)?.times(divisor)?.ceil()?;
        let gamma = SmallSurd::new(whole, 0, divisor, 1).plus(&part)?;
        (gamma.compare(&high)? == Ordering::Less).then_some(gamma)
    })?;
    let alpha = *alpha;
    Some(FloorColumn::from(BeattyTerm { alpha, gamma }))
}

/// Which offsets are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offset {
    /// Whole numbers.
    Whole,
    /// `(a + b√d)/c` with small b and c.
    Any,
}

/// The divisors and factors of a root that are tried, the smallest first.
fn small_roots() -> Vec<(i64, i64)> {
    let roots = |divisor| (-LARGEST_SHIFT..=LARGEST_SHIFT).map(move |root: i64| (divisor, root));
    let mut all: Vec<(i64, i64)> = (1..=LARGEST_DIVISOR).flat_map(roots).collect();
    all.sort_by_key(|(divisor, root)| (divisor + root.abs(), *divisor, root.abs(), -root));
    all
}

/// The offsets `low <= gamma < high` with which a slope gives these terms; nothing if there are none.
pub fn offsets(terms: &[i64], alpha: &SmallSurd, first: i64) -> Option<(SmallSurd, SmallSurd)> {
    let mut bounds: Option<(SmallSurd, SmallSurd)> = None;
    for (n, term) in (first..).zip(terms) {
        let at = SmallSurd::from(*term).plus(&alpha.times(-n)?)?;
        let next = at.plus(&SmallSurd::from(1))?;
        bounds = Some(match bounds {
            None => (at, next),
            Some((low, high)) => (
                if at.compare(&low)? == Ordering::Greater {
                    at
                } else {
                    low
                },
                if next.compare(&high)? == Ordering::Less {
                    next
                } else {
                    high
                },
            ),
        });
    }
    bounds.filter(|(low, high)| low.compare(high) == Some(Ordering::Less))
}

/// A formula `u*floor(…) + v*n + w` with a given floor and small u.
pub fn combination(terms: &[i64], base: &BeattyTerm, first: i64) -> Option<FloorColumn> {
    let floors: Vec<i64> = (first..)
        .take(terms.len())
        .map(|n| base.at(n))
        .collect::<Option<_>>()?;
    let [term, next, ..] = *terms else {
        return None;
    };
    let factors = (1..=LARGEST_TIMES).flat_map(|times| [times, -times]);
    factors.into_iter().find_map(|times| {
        let rest = |place: usize| Some(terms[place] - times.checked_mul(floors[place])?);
        let slope = (next - times * floors[1]) - (term - times * floors[0]);
        let constant = rest(0)?.checked_sub(slope.checked_mul(first)?)?;
        let found = FloorColumn {
            base: *base,
            times,
            slope,
            constant,
        };
        found.fits(terms, first).then_some(found)
    })
}

fn linear(factor: i64, n: &str) -> String {
    match factor {
        0 => "0".to_owned(),
        1 => n.to_owned(),
        factor => format!("{factor}*{n}"),
    }
}

/// A text and a number behind it.
fn added(text: &str, number: i64) -> String {
    match number {
        0 => text.to_owned(),
        number if number < 0 => format!("{text} - {}", number.unsigned_abs()),
        number => format!("{text} + {number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(terms: impl Fn(i64) -> i64, first: i64, expected: &str) {
        let terms: Vec<i64> = (first..first + 200).map(terms).collect();
        let slope = SlopeBounds::of(&terms).expect("a line");
        let found = rational(&terms, &slope, first).or_else(|| {
            let quadratics = slope.quadratics(None);
            quadratics
                .iter()
                .find_map(|alpha| quadratic(&terms, alpha, first, Offset::Any))
        });
        let found = found.expect("a formula");
        assert!(found.fits(&terms, first));
        assert_eq!(found.text("n"), expected);
    }

    #[test]
    fn floors_are_found_again() {
        let phi = SmallSurd::new(1, 1, 2, 5);
        let floor = |n: i64| phi.floor_at(n, &SmallSurd::from(0)).expect("small");
        check(floor, 0, "floor(n*phi)");
        check(|n| floor(n) + n - 1, 1, "floor(n*phi^2) - 1");
        check(|n| floor(n + 2) - 3, 0, "floor((n + 2)*phi) - 3");
        let root = SmallSurd::new(0, 1, 1, 2);
        let half = SmallSurd::new(0, 1, 2, 2);
        let moved = |n: i64| root.floor_at(n, &half).expect("small");
        check(moved, 0, "floor(n*sqrt(2) + sqrt(2)/2)");
        check(|n| (7 * n).div_euclid(4), 0, "floor(7*n/4)");
        check(|n| (7 * n).div_euclid(2) - 1, 1, "floor(7*n/2) - 1");
        check(|n| (7 * n + 1).div_euclid(3), 1, "floor((7*n + 1)/3)");
        check(|n| 7 * n - 3, 1, "7*n - 3");
        check(|_| 5, 1, "5");
    }

    #[test]
    fn sums_of_floors_are_found_again() {
        let base = BeattyTerm {
            alpha: SmallSurd::new(1, 1, 2, 5),
            gamma: SmallSurd::from(0),
        };
        let terms: Vec<i64> = (1..99)
            .map(|n| 2 * base.at(n).expect("small") + n - 4)
            .collect();
        let found = combination(&terms, &base, 1).expect("a sum");
        assert_eq!(found.text("n"), "2*floor(n*phi) + n - 4");
        let other: Vec<i64> = (1..99)
            .map(|n| base.at(n).expect("small") + n * n)
            .collect();
        assert_eq!(combination(&other, &base, 1), None);
    }
}
